// The sketch: hears commands, makes and keeps rolls, runs the tower and the LEDs.
#include <Arduino.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include "board.h"
#include "chance.h"
#include "framing.h"
#include "keeper.h"
#include "lights.h"
#include "messages.h"
#include "settings.h"
#include "tower.h"

using say::get_u32;

namespace {

constexpr uint16_t RESEND_MS = 30, RESEND_MOST_MS = 1000;
constexpr uint32_t LATCH_US = 300;  // quiet that makes WS2812 show what they got

const settings::Range RANGES[say::setting::COUNT] = {
    {0, 1, 1},         // durable
    {0, 255, 255},     // brightness
    {20, 20000, 400},  // budget_ma: what a USB port spares
    {1, board::MAX_LEDS, board::MAX_LEDS},
    {0, 10000, 1200},     // shake_ms
    {50, 10000, 600},     // settle_ms
    {100, 20000, 1500},   // fall_ms
    {50, 10000, 700},     // jam_ms
    {1, 20, 3},           // tries
    {500, 2500, 1000},    // servo_hold_us
    {500, 2500, 2000},    // servo_drop_us
    {0, 1, 1},            // button
};

// Start-up leaves .noinit alone: what is here survives a reset, and loses its checksum with the power.
keep::Kept kept[say::PENDING_ROLLS] __attribute__((section(".noinit")));
uint16_t boot_count __attribute__((section(".noinit")));
uint8_t reset_flags __attribute__((section(".noinit")));

framing::Deframer ear;
chance::Source source;
keep::Keeper<board::Cells, board::EEPROM_SIZE> keeper;
settings::Settings<board::Cells> setting;
lights::Lights<board::MAX_LEDS> light;
tower::Tower mill;
tower::Button button;
uint32_t tumble_id;
uint8_t tumble_token, tumble_dice;

bool greeted;
uint8_t last_seq;
say::Ack last_ack;
uint32_t say_at;
uint16_t say_wait;
uint32_t said_id;
uint16_t shown;
uint32_t lit_us;

}  // namespace

volatile uint8_t board::beam_breaks;

ISR(INT0_vect) { board::beam_breaks++; }

// Before anything else: why we start, and the watchdog off until setup is done.
void early() __attribute__((naked, used, section(".init3")));
void early() {
  reset_flags = MCUSR;
  MCUSR = 0;
  wdt_disable();
}

namespace {

uint16_t value(uint8_t which) { return setting.value[which]; }

tower::Times times() {
  return {value(say::setting::SHAKE_MS), value(say::setting::SETTLE_MS), value(say::setting::FALL_MS),
          value(say::setting::JAM_MS), value(say::setting::TRIES), value(say::setting::SERVO_HOLD_US),
          value(say::setting::SERVO_DROP_US)};
}

// What the bench sees of a roll made, beside the line: registers nobody else uses.
void witness(const uint8_t *record) {
  uint8_t size = rolls::size_of(record);
  GPIOR1 = size;
  for (uint8_t i = 0; i < size; i++) GPIOR0 = record[i];
  GPIOR2 = 1;
  say_at = millis();
  say_wait = RESEND_MS;
}

// Kept out of line, as is all that needs much stack: inlined, every buffer would lie there all the time.
template <class M>
__attribute__((noinline)) void tell(uint8_t seq, const M &message) {
  uint8_t raw[framing::HEADER + rolls::MAX_RECORD + framing::CRC], line[sizeof raw + 2];
  raw[0] = M::CODE;
  raw[1] = seq;
  uint8_t size = framing::HEADER + message.write(raw + framing::HEADER);
  say::put_u16(raw + size, framing::crc16(raw, size));
  Serial.write(line, framing::stuff(raw, size + framing::CRC, line));
}

void tell_hello(uint8_t seq) {
  uint8_t cause = say::cause::PIN;
  if (reset_flags & _BV(WDRF)) cause = say::cause::WATCHDOG;
  else if (reset_flags & _BV(PORF)) cause = say::cause::POWER;
  else if (reset_flags & _BV(BORF)) cause = say::cause::BROWNOUT;
  tell(seq, say::Hello{say::PROTOCOL, say::SCHEMA, board::ID, value(say::setting::LED_COUNT), boot_count, cause,
                       keeper.last_id, keeper.pending()});
}

extern "C" char __heap_start;

void tell_health(uint8_t seq) {
  tell(seq, say::Health{mill.state, source.state, keeper.pending(), (uint8_t)board::beam_blocked(), ear.bad,
                        (uint16_t)(SP - (uint16_t)&__heap_start), (uint8_t)(board::beam_breaks - mill.counted),
                        millis(), shown});
}

// ---- LEDs

uint16_t painted() { return framing::crc16(light.frame, 3 * value(say::setting::LED_COUNT)); }

void show() {
  uint16_t leds = value(say::setting::LED_COUNT);
  light.render(millis(), leds, value(say::setting::BRIGHTNESS), value(say::setting::BUDGET_MA));
  while (micros() - lit_us < LATCH_US) {}
  board::leds_out(light.out, 3 * leds);
  lit_us = micros();
  shown++;
}

// ---- rolls

// OK with `fresh` set: a new roll may be made. OK without: it is already made, or on its way.
uint8_t check(uint32_t id, bool &fresh) {
  fresh = false;
  if (!mill.idle()) return id == tumble_id ? say::answer::OK : say::answer::BUSY;
  if (id == keeper.last_id && id) {
    say_at = millis();
    return say::answer::OK;
  }
  if (id <= keeper.last_id) return say::answer::STALE_ROLL;
  if (keeper.writing()) return say::answer::BUSY;
  if (keeper.full()) return say::answer::FULL;
  fresh = true;
  return say::answer::OK;
}

__attribute__((noinline)) uint8_t roll(const say::AskRoll &ask) {
  bool fresh;
  uint8_t answer = check(ask.id, fresh);
  if (!fresh) return answer;
  if (!rolls::good_pool(ask.pool, ask.pool_size)) return say::answer::BAD_VALUE;
  if (source.state != say::entropy::GOOD) return say::answer::NO_ENTROPY;
  uint8_t *record = keeper.compose();
  rolls::head(record, ask.id, ask.token, say::kind::CHIP, ask.pool_size / 2);
  memcpy(record + rolls::HEAD, ask.pool, ask.pool_size);
  uint8_t at = rolls::HEAD + ask.pool_size;
  for (uint8_t g = 0; g < ask.pool_size; g += 2)
    for (uint8_t i = 0; i < ask.pool[g]; i++) record[at++] = chance::die(source, ask.pool[g + 1]);
  keeper.keep(value(say::setting::DURABLE));
  return say::answer::OK;
}

void begin_tumble(uint32_t id, uint8_t token, uint8_t dice) {
  tumble_id = id;
  tumble_token = token;
  tumble_dice = dice;
  mill.start(dice, board::beam_breaks, millis());
}

uint8_t tumble(const say::AskTumble &ask) {
  bool fresh;
  uint8_t answer = check(ask.id, fresh);
  if (fresh) begin_tumble(ask.id, ask.token, ask.dice);
  return answer;
}

void end_tumble() {
  uint8_t *record = keeper.compose();
  rolls::head(record, tumble_id, tumble_token, say::kind::TUMBLE, 1);
  record[rolls::HEAD] = tumble_dice;
  record[rolls::HEAD + 1] = 0;
  record[rolls::HEAD + 2] = board::beam_breaks - mill.counted;
  record[rolls::HEAD + 3] = mill.outcome;
  keeper.keep(value(say::setting::DURABLE));
}

// ---- hearing

uint8_t change(const say::Set &ask) {
  if (ask.setting >= say::setting::COUNT) return say::answer::UNKNOWN;
  const settings::Range &range = RANGES[ask.setting];
  if (ask.value < range.least || ask.value > range.most) return say::answer::BAD_VALUE;
  setting.set(ask.setting, ask.value);
  return say::answer::OK;
}

template <class M>
bool is(M &message, uint8_t code, const uint8_t *payload, uint8_t size) {
  return code == M::CODE && message.read(payload, size);
}

say::Ack obey(uint8_t code, const uint8_t *payload, uint8_t size) {
  union {
    say::AskRoll roll;
    say::AskTumble tumble;
    say::Leds leds;
    say::Fill fill;
    say::Animate animate;
    say::HoldLights hold;
    say::Set set;
    say::StopTumble stop;
  } ask;
  uint8_t answer = say::answer::OK;
  if (is(ask.roll, code, payload, size)) return {roll(ask.roll), (uint16_t)keeper.last_id};
  if (is(ask.tumble, code, payload, size)) return {tumble(ask.tumble), (uint16_t)keeper.last_id};
  if (is(ask.set, code, payload, size)) return {change(ask.set), 0};
  if (is(ask.stop, code, payload, size)) {
    if (!mill.idle() && mill.end(say::outcome::CUT, times())) end_tumble();
    return {answer, 0};
  }
  bool out = true;
  if (is(ask.leds, code, payload, size)) {
    if (!light.paint(ask.leds.first, ask.leds.rgb, ask.leds.rgb_size)) answer = say::answer::BAD_VALUE;
    out = ask.leds.show;
  } else if (is(ask.fill, code, payload, size)) {
    if (!light.fill(ask.fill.first, ask.fill.count, &ask.fill.red)) answer = say::answer::BAD_VALUE;
    out = ask.fill.show;
  } else if (is(ask.animate, code, payload, size)) {
    if (!light.animate(ask.animate)) answer = say::answer::BAD_VALUE;
  } else if (is(ask.hold, code, payload, size)) {
    if (ask.hold.mode >= say::hold::COUNT) answer = say::answer::BAD_VALUE;
    else light.hold = ask.hold.mode;
  } else {
    return {say::answer::UNKNOWN, 0};
  }
  if (answer == say::answer::OK && out) show();  // acknowledged only when the LEDs are out
  return {answer, painted()};
}

void hear() {
  uint8_t code = ear.bytes[0], seq = ear.bytes[1], size = ear.size - framing::HEADER;
  const uint8_t *payload = ear.bytes + framing::HEADER;
  say::GotRoll got;
  say::HelloAsk hello;
  say::HealthAsk health;
  say::Get get;
  if (is(got, code, payload, size)) {
    if (keeper.got(got.id)) say_at = millis();  // the next one, if there is one, at once
  } else if (is(hello, code, payload, size)) {
    greeted = true;
    last_seq = seq;
    last_ack = {say::answer::OK, 0};
    tell_hello(seq);
    say_at = millis();
    say_wait = RESEND_MS;
  } else if (!greeted) {
    tell(seq, say::Ack{say::answer::NOT_GREETED, 0});
  } else if (is(health, code, payload, size)) {
    last_seq = seq;
    tell_health(seq);
  } else if (is(get, code, payload, size)) {
    last_seq = seq;
    if (get.setting < say::setting::COUNT) tell(seq, say::Value{get.setting, value(get.setting)});
    else tell(seq, say::Ack{say::answer::UNKNOWN, 0});
  } else if (seq == last_seq) {
    tell(seq, last_ack);
  } else if (seq != framing::next_seq(last_seq)) {
    tell(seq, say::Ack{say::answer::OUT_OF_STEP, 0});
  } else {
    last_seq = seq;
    last_ack = obey(code, payload, size);
    tell(seq, last_ack);
  }
}

void say_oldest(uint32_t now) {
  const uint8_t *record = keeper.oldest();
  if (!greeted || !record || (int32_t)(now - say_at) < 0) return;
  uint32_t id = rolls::id_of(record);
  say_wait = id == said_id && say_wait < RESEND_MOST_MS ? say_wait + say_wait / 4 : RESEND_MS;
  said_id = id;
  say_at = now + say_wait;
  say::Rolled rolled{id, record[4], record[5], record + rolls::HEAD, (uint8_t)(rolls::size_of(record) - rolls::HEAD)};
  tell(0, rolled);
}

void run_tower(uint32_t now) {
  bool pressed = button.step(!(BUTTON_PIN & _BV(BUTTON_BIT)), now);
  if (pressed && value(say::setting::BUTTON) && mill.idle() && !keeper.full() && !keeper.writing())
    begin_tumble(keeper.last_id + 1, 0, 0);
  tower::Times t = times();
  if (mill.step(now, board::beam_breaks, board::beam_blocked(), t)) end_tumble();
  board::servo_us(mill.servo_us);
}

}  // namespace

void setup() {
  board::Cells cells;
  boot_count++;
  LED_DDR |= _BV(LED_BIT);
  BUTTON_PORT |= _BV(BUTTON_BIT);
  board::beam_begin();
  setting.begin(cells, RANGES);
  ear.begin();
  source.begin();
  light.begin();
  button.begin();
  mill.begin(times());
  board::servo_begin();
  board::servo_us(mill.servo_us);
  keeper.begin(kept, witness);
  board::noise_begin();
  Serial.begin(say::BAUD);
  Serial.write((uint8_t)0);  // ends whatever the reset cut short
  tell_hello(0);
  show();
  wdt_enable(WDTO_500MS);
}

void loop() {
  wdt_reset();
  GPIOR2 = 0x80;  // a lap of the loop, for the bench's clock
  while (Serial.available()) {
    uint8_t byte = Serial.read();
    source.stir(byte ^ TCNT0);
    if (ear.take(byte)) {
      hear();
      break;
    }
  }
  uint32_t now = millis();  // after hearing: a tumble just started must not lie in the future
  if (board::noise_ready()) source.take(board::noise_take());
  if (mill.idle() || !keeper.full()) run_tower(now);
  bool work = keeper.step();
  if (!work) work = setting.step(keeper.cells);
  say_oldest(now);
  if (light.due(now)) show();
  if (work || Serial.available() || source.state != say::entropy::GOOD) return;
  set_sleep_mode(SLEEP_MODE_IDLE);  // the clock's tick, a byte or a die wakes us within a millisecond
  sleep_mode();
}
