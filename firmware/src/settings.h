// Settings in EEPROM: two copies written in turn, each with a generation and a CRC, so that a save cut
// short leaves the one before. Only bytes that differ are written.
#pragma once
#include <stdint.h>
#include "framing.h"
#include "keeper.h"
#include "messages.h"

namespace settings {

constexpr uint8_t COPY = 32, VALUES = say::setting::COUNT, SIZE = 1 + 2 * VALUES + 2;
static_assert(SIZE <= COPY && 2 * COPY <= keep::LOG_START, "both copies fit below the log");

struct Range { uint16_t least, most, usual; };

template <class Cells>
struct Settings {
  uint16_t value[VALUES];
  uint8_t image[SIZE];
  uint8_t copy, at;
  bool dirty, saving;

  void begin(Cells &cells, const Range *range) {
    dirty = saving = false;
    copy = 0;
    bool found = false;
    uint8_t newest = 0;
    for (uint8_t i = 0; i < VALUES; i++) value[i] = range[i].usual;
    for (uint8_t c = 0; c < 2; c++) {
      for (uint8_t i = 0; i < SIZE; i++) image[i] = cells.read(c * COPY + i);
      if (framing::crc16(image, SIZE - 2) != say::get_u16(image + SIZE - 2)) continue;
      if (found && (int8_t)(image[0] - newest) < 0) continue;
      found = true;
      newest = image[0];
      copy = c;
      for (uint8_t i = 0; i < VALUES; i++) {
        uint16_t v = say::get_u16(image + 1 + 2 * i);
        if (v >= range[i].least && v <= range[i].most) value[i] = v;
      }
    }
    image[0] = newest;
  }

  void set(uint8_t which, uint16_t v) {
    if (value[which] == v) return;
    value[which] = v;
    dirty = true;
  }

  // One step of saving, while nothing else uses the EEPROM; false when all is saved.
  bool step(Cells &cells) {
    if (!dirty && !saving) return false;
    if (cells.busy()) return true;
    if (!saving) {
      image[0]++;
      for (uint8_t i = 0; i < VALUES; i++) say::put_u16(image + 1 + 2 * i, value[i]);
      say::put_u16(image + SIZE - 2, framing::crc16(image, SIZE - 2));
      copy ^= 1;
      at = 0;
      saving = true;
      dirty = false;
    }
    for (; at < SIZE; at++) {
      if (cells.read(copy * COPY + at) == image[at]) continue;
      cells.start(copy * COPY + at, image[at], keep::Cycle::BOTH);
      at++;
      return true;
    }
    saving = false;
    return dirty;
  }
};

}  // namespace settings
