// Random and spoilt bytes into everything that reads bytes, under the address and undefined-behaviour
// sanitizers:  fuzz ROUNDS SEED.  Ends with 0, or with the sanitizer's report.
#include "logic.cpp"
#include <stdio.h>
#include <stdlib.h>
#include <random>

namespace {

std::mt19937 dice;
uint8_t any() { return (uint8_t)dice(); }

struct Cells {
  std::vector<uint8_t> *cells;
  int wait = 0;
  bool busy() { return wait && wait--; }
  uint8_t read(uint16_t at) { return cells->at(at); }
  void start(uint16_t at, uint8_t value, keep::Cycle cycle) {
    uint8_t &cell = cells->at(at);
    cell = cycle == keep::Cycle::ERASE ? 0xFF : cycle == keep::Cycle::WRITE ? cell & value : value;
    wait = 2;
  }
};

void hear_noise() {
  framing::Deframer ear;
  ear.begin();
  for (int i = 0; i < 600; i++) {
    uint8_t byte = dice() % 20 ? any() : 0;
    if (!ear.take(byte)) continue;
    uint8_t size = ear.size - framing::HEADER;
    const uint8_t *payload = ear.bytes + framing::HEADER;
    say::Leds leds;
    say::AskRoll roll;
    if (leds.read(payload, size) && leds.rgb + leds.rgb_size > ear.bytes + ear.size) abort();
    if (roll.read(payload, size)) rolls::good_pool(roll.pool, roll.pool_size);
  }
}

void paint_noise() {
  static lights::Lights<64> light;
  light.begin();
  for (int i = 0; i < 40; i++) {
    uint8_t bytes[150];
    for (uint8_t &byte : bytes) byte = any();
    light.paint(dice() % 80, bytes, dice() % 151);
    light.fill(dice() % 80, dice() % 80, bytes);
    say::Animate ask;
    ask.read(bytes, 6 + dice() % 144);
    ask.kind %= 5;
    for (uint8_t j = 0; j + 1 < ask.leds_size; j += 2) bytes[6 + j + 1] = 0;
    light.animate(ask);
    light.hold = dice() % 3;
    light.render(dice(), 64, any(), dice() % 3000);
  }
}

// Rolls with resets and power cuts between any two EEPROM steps: none twice, none lost once made.
uint32_t last_made;
std::vector<uint32_t> made;
void witness(const uint8_t *record) {
  if (!rolls::valid(record)) abort();
  uint32_t id = rolls::id_of(record);
  if (id > last_made) { last_made = id; made.push_back(id); }
}

void keep_rolls() {
  std::vector<uint8_t> cells(1024, 0xFF);
  keep::Kept ram[say::PENDING_ROLLS];
  for (uint8_t *p = (uint8_t *)ram; p < (uint8_t *)(ram + say::PENDING_ROLLS); p++) *p = any();
  keep::Keeper<Cells, 1024> keeper;
  keeper.cells.cells = &cells;
  keeper.begin(ram, witness);
  last_made = 0;
  made.clear();
  uint32_t received = 0;
  size_t count = 0;
  for (int i = 0; i < 4000; i++) {
    if (!keeper.writing() && !keeper.full() && dice() % 4 == 0) {
      uint8_t *record = keeper.compose();
      rolls::head(record, keeper.last_id + 1, 7, say::kind::CHIP, 1);
      record[6] = 2;
      record[7] = 6;
      record[8] = dice() % 6 + 1;
      record[9] = dice() % 6 + 1;
      keeper.keep(true);
    }
    keeper.step();
    const uint8_t *oldest = keeper.oldest();
    if (oldest && dice() % 3 == 0) {
      uint32_t id = rolls::id_of(oldest);
      if (id > received) {
        if (id != received + 1) abort();  // in order, none missing
        received = id;
        count++;
      }
      keeper.got(id);
    }
    int blow = dice() % 200;
    if (blow == 1)  // power: RAM is noise
      for (uint8_t *p = (uint8_t *)ram; p < (uint8_t *)(ram + say::PENDING_ROLLS); p++) *p = any();
    if (blow <= 1) {
      keeper.begin(ram, witness);
      keeper.cells.wait = 0;
    }
  }
  while (keeper.step() || keeper.oldest()) {
    const uint8_t *oldest = keeper.oldest();
    if (!oldest) continue;
    if (rolls::id_of(oldest) > received) { received = rolls::id_of(oldest); count++; }
    keeper.got(rolls::id_of(oldest));
  }
  if (count != made.size() || received != last_made) abort();
}

}  // namespace

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 1000;
  dice.seed(argc > 2 ? atoi(argv[2]) : 1);
  for (int i = 0; i < rounds; i++) {
    hear_noise();
    paint_noise();
    if (i % 10 == 0) keep_rolls();
  }
  printf("%d rounds, nothing found\n", rounds);
}
