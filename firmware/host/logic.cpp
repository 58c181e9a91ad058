// The firmware's logic as a host library: what the chip runs, callable from Python, under the sanitizers.
#include <vector>
#include "../src/chance.h"
#include "../src/framing.h"
#include "../src/keeper.h"
#include "../src/rolls.h"
#include "../src/settings.h"
#include "../src/tower.h"
#include "../src/lights.h"

namespace {

struct Given {  // bytes from a test instead of a key stream
  const uint8_t *bytes;
  uint32_t size, used;
  uint8_t byte() { return used < size ? bytes[used++] : 0; }
};

}  // namespace

extern "C" {

// Frames found in `data`, each as its size (two bytes) and its bytes; how many bytes that were.
uint32_t logic_deframe(const uint8_t *data, uint32_t size, uint8_t *out, uint32_t room) {
  framing::Deframer ear;
  ear.begin();
  uint32_t at = 0;
  for (uint32_t i = 0; i < size; i++) {
    if (!ear.take(data[i])) continue;
    if (at + 2 + ear.size > room) break;
    say::put_u16(out + at, ear.size);
    memcpy(out + at + 2, ear.bytes, ear.size);
    at += 2 + ear.size;
  }
  return at;
}

uint32_t logic_frame(const uint8_t *raw, uint8_t size, uint8_t *out) {
  std::vector<uint8_t> whole(raw, raw + size);
  uint16_t crc = framing::crc16(raw, size);
  whole.push_back(crc & 0xFF);
  whole.push_back(crc >> 8);
  return framing::stuff(whole.data(), (uint8_t)whole.size(), out);
}

// The side a byte stream gives, and how many bytes that took.
uint8_t logic_die(const uint8_t *bytes, uint32_t size, uint8_t sides, uint32_t *used) {
  Given given = {bytes, size, 0};
  uint8_t side = chance::die(given, sides);
  *used = given.used;
  return side;
}

// `count` dice from a source filled with `samples` of noise; the entropy state.
uint8_t logic_rolls(const uint8_t *noise, uint32_t samples, uint8_t sides, uint8_t *out, uint32_t count) {
  chance::Source source;
  source.begin();
  for (uint32_t i = 0; i < samples; i++) source.take(noise[i]);
  if (source.state == say::entropy::GOOD)
    for (uint32_t i = 0; i < count; i++) out[i] = chance::die(source, sides);
  return source.state;
}

void logic_chacha(const uint8_t *key, uint8_t *out) {
  uint32_t words[8], block[16];
  for (int i = 0; i < 8; i++) words[i] = say::get_u32(key + 4 * i);
  chance::chacha_block(words, block);
  for (int i = 0; i < 16; i++) say::put_u32(out + 4 * i, block[i]);
}

uint8_t logic_valid(const uint8_t *record) { return rolls::valid(record); }

uint16_t logic_scale(uint32_t load, uint16_t leds, uint8_t brightness, uint16_t budget_ma) {
  return lights::scale(load, leds, brightness, budget_ma);
}
}
