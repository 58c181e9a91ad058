// Keeps every roll until the host has it: across a reset in RAM that start-up leaves alone, across a loss
// of power in EEPROM.
//
// EEPROM is a ring of slots, each written once a lap, so that no cell wears before the others. A slot is
// erased before it is needed, so that a roll costs one write (1.8 ms) a byte. A record's checksum is
// written last, hence a torn record is no record; a slot's last byte says "delivered" when it is not 0xFF.
#pragma once
#include <stdint.h>
#include "rolls.h"

namespace keep {

constexpr uint8_t SLOT = 48;
constexpr uint8_t MARKER = SLOT - 1;
constexpr uint16_t LOG_START = 64;  // settings live below
constexpr uint8_t NOWHERE = 0xFF;
static_assert(rolls::MAX_RECORD <= MARKER, "a record must fit its slot");

// One byte each, so that a reset finds the old state or the new one.
enum : uint8_t { EMPTY = 0, NEW = 0x5A, MADE = 0xA5, DELIVERED = 0x3C };

struct Kept {
  uint8_t record[rolls::MAX_RECORD];
  uint8_t state;
  uint8_t where;  // EEPROM slot
};

enum class Cycle : uint8_t { BOTH = 0, ERASE = 1, WRITE = 2 };  // the EEPROM's programming modes

// Cells: bool busy(); uint8_t read(uint16_t); void start(uint16_t, uint8_t, Cycle);
template <class Cells, uint16_t SIZE>
struct Keeper {
  static constexpr uint8_t SLOTS = (SIZE - LOG_START) / SLOT;
  static constexpr uint8_t ROOM = say::PENDING_ROLLS;

  Cells cells;
  Kept *ram;  // ROOM of them, in .noinit
  uint32_t last_id;
  uint8_t head;         // slot for the next record
  uint8_t committing;   // index into ram, or NOWHERE
  uint8_t marking;      // slot whose delivered byte is to be written, or NOWHERE
  uint8_t at;           // next byte of the running erase or write
  bool clean;           // slot `head` is erased
  void (*made)(const uint8_t *record);  // told when a roll can no longer be lost

  void begin(Kept *kept, void (*witness)(const uint8_t *)) {
    ram = kept;
    made = witness;
    last_id = 0;
    head = 0;
    committing = marking = NOWHERE;
    at = 0;
    clean = false;
    for (uint8_t i = 0; i < ROOM; i++) {
      bool alive = (ram[i].state == NEW || ram[i].state == MADE || ram[i].state == DELIVERED);
      if (!alive || !rolls::valid(ram[i].record)) ram[i].state = EMPTY;
      else if (rolls::id_of(ram[i].record) > last_id) last_id = rolls::id_of(ram[i].record);
      ram[i].where = NOWHERE;
    }
    while (cells.busy()) {}
    uint32_t newest = 0;
    for (uint8_t slot = 0; slot < SLOTS; slot++) {
      Kept found;
      if (!load(slot, found.record)) continue;
      uint32_t id = rolls::id_of(found.record);
      if (id > newest) { newest = id; head = (uint8_t)((slot + 1) % SLOTS); }
      bool delivered = cells.read(address(slot, MARKER)) != 0xFF;
      remember(found, id, slot, delivered);
    }
    if (newest > last_id) last_id = newest;
    for (uint8_t i = 0; i < ROOM; i++) {
      if (ram[i].state == NEW && ram[i].where != NOWHERE) finish(i);  // written just before the reset
      if (ram[i].state == NEW) committing = i;
      if (ram[i].state == MADE) made(ram[i].record);
    }
  }

  uint8_t pending() const {
    uint8_t count = 0;
    for (uint8_t i = 0; i < ROOM; i++) count += ram[i].state == MADE || ram[i].state == NEW;
    return count;
  }
  bool full() const { return pending() >= ROOM; }
  bool writing() const { return committing != NOWHERE || marking != NOWHERE; }

  // Where to compose the next record. The slot is empty until keep() says otherwise.
  uint8_t *compose() {
    spare = pick();
    ram[spare].state = EMPTY;
    ram[spare].where = NOWHERE;
    return ram[spare].record;
  }

  // The composed record is a roll: durable ones are made when EEPROM has them, others at once.
  void keep(bool durable) {
    rolls::seal(ram[spare].record);
    last_id = rolls::id_of(ram[spare].record);
    if (durable) {
      ram[spare].state = NEW;
      committing = spare;
      at = 0;
    } else {
      ram[spare].state = MADE;
      made(ram[spare].record);
    }
  }

  // The oldest roll the host has not got, or null.
  const uint8_t *oldest() const {
    const uint8_t *best = nullptr;
    for (uint8_t i = 0; i < ROOM; i++)
      if (ram[i].state == MADE && (!best || rolls::id_of(ram[i].record) < rolls::id_of(best))) best = ram[i].record;
    return best;
  }

  // The host has it. False when this one waits for an earlier mark to be written: it will be said again.
  bool got(uint32_t id) {
    for (uint8_t i = 0; i < ROOM; i++) {
      if (ram[i].state != MADE || rolls::id_of(ram[i].record) != id) continue;
      if (ram[i].where != NOWHERE) {
        if (marking != NOWHERE) return false;
        marking = ram[i].where;
      }
      ram[i].state = DELIVERED;
      return true;
    }
    return false;
  }

  // One step of EEPROM work; false when there is none.
  bool step() {
    if (cells.busy()) return true;
    if (marking != NOWHERE) {  // first: it takes one byte, and a roll waits for it
      cells.start(address(marking, MARKER), 0, Cycle::WRITE);
      marking = NOWHERE;
      return true;
    }
    if (!clean) return erase_one() || committing != NOWHERE;
    if (committing != NOWHERE) { write_one(); return true; }
    return false;
  }

 private:
  uint8_t spare;

  static uint16_t address(uint8_t slot, uint8_t byte) { return LOG_START + (uint16_t)slot * SLOT + byte; }

  bool load(uint8_t slot, uint8_t *record) {
    for (uint8_t i = 0; i < rolls::MAX_RECORD; i++) record[i] = cells.read(address(slot, i));
    return rolls::valid(record);
  }

  // EEPROM slot found at start-up: RAM knows better whether it was delivered, if RAM knows it.
  void remember(const Kept &found, uint32_t id, uint8_t slot, bool delivered) {
    for (uint8_t i = 0; i < ROOM; i++) {
      if (ram[i].state == EMPTY || rolls::id_of(ram[i].record) != id) continue;
      ram[i].where = slot;
      if (ram[i].state == DELIVERED && !delivered) marking = slot;
      return;
    }
    if (delivered) return;
    uint8_t i = pick();
    ram[i] = found;
    ram[i].where = slot;
    ram[i].state = MADE;
  }

  // An empty place, else the oldest delivered one; the newest id is never overwritten.
  uint8_t pick() const {
    uint8_t best = 0;
    uint32_t least = 0xFFFFFFFFUL;
    for (uint8_t i = 0; i < ROOM; i++) {
      if (ram[i].state == EMPTY) return i;
      if (ram[i].state == DELIVERED && rolls::id_of(ram[i].record) < least) {
        least = rolls::id_of(ram[i].record);
        best = i;
      }
    }
    return best;
  }

  // The marker goes last: an old record half erased is no record, never an undelivered one.
  bool erase_one() {
    for (; at < SLOT; at++) {
      if (cells.read(address(head, at)) == 0xFF) continue;
      cells.start(address(head, at), 0xFF, Cycle::ERASE);
      at++;
      return true;
    }
    clean = true;
    at = 0;
    return false;
  }

  void write_one() {
    const uint8_t *record = ram[committing].record;
    uint8_t size = rolls::size_of(record);
    for (; at < size; at++) {
      if (record[at] == 0xFF) continue;
      cells.start(address(head, at), record[at], Cycle::WRITE);
      at++;
      return;
    }
    uint8_t done = committing;
    ram[done].where = head;
    head = (uint8_t)((head + 1) % SLOTS);
    committing = NOWHERE;
    clean = false;
    at = 0;
    finish(done);
  }

  void finish(uint8_t i) {
    ram[i].state = MADE;
    made(ram[i].record);
  }
};

}  // namespace keep
