// A roll as it is kept in RAM, in EEPROM and on the line (drawn in hardware/rolls.py).
#pragma once
#include <stdint.h>
#include "framing.h"
#include "messages.h"

namespace rolls {

constexpr uint8_t HEAD = 6;  // id, token, shape
constexpr uint8_t MAX_RECORD = HEAD + 2 * say::MAX_GROUPS + say::MAX_DICE + 2;
constexpr uint8_t TUMBLE_VALUES = 2;

inline uint32_t id_of(const uint8_t *record) { return say::get_u32(record); }

// How long the record is by its own account; 0 when that is impossible. Reads the first 16 bytes only.
inline uint8_t size_of(const uint8_t *record) {
  uint8_t kind = record[5] >> 4, groups = record[5] & 0x0F;
  if (groups == 0 || groups > say::MAX_GROUPS || kind >= say::kind::COUNT) return 0;
  uint16_t values = 0;
  if (kind == say::kind::TUMBLE) values = TUMBLE_VALUES;
  else
    for (uint8_t i = 0; i < groups; i++) values += record[HEAD + 2 * i];
  if (values > say::MAX_DICE) return 0;
  return HEAD + 2 * groups + values + 2;
}

inline bool valid(const uint8_t *record) {
  uint8_t size = size_of(record);
  if (size == 0 || id_of(record) == 0) return false;
  if (framing::crc16(record, size - 2, say::RECORD_CHECK_POLY) != say::get_u16(record + size - 2)) return false;
  if (record[5] >> 4 == say::kind::TUMBLE) return true;
  uint8_t at = HEAD + 2 * (record[5] & 0x0F);
  for (uint8_t g = 0; g < (record[5] & 0x0F); g++)
    for (uint8_t i = 0; i < record[HEAD + 2 * g]; i++, at++)
      if (record[at] < 1 || record[at] > record[HEAD + 2 * g + 1]) return false;
  return true;
}

// Puts the checksum at the end; the record's size.
inline uint8_t seal(uint8_t *record) {
  uint8_t size = size_of(record);
  say::put_u16(record + size - 2, framing::crc16(record, size - 2, say::RECORD_CHECK_POLY));
  return size;
}

// Whether a pool of (count, sides) pairs is one that can be rolled.
inline bool good_pool(const uint8_t *pool, uint8_t size) {
  if (size == 0 || size % 2 || size > 2 * say::MAX_GROUPS) return false;
  uint16_t dice = 0;
  for (uint8_t i = 0; i < size; i += 2) {
    if (pool[i] == 0 || pool[i + 1] < 2 || pool[i + 1] > say::MAX_SIDES) return false;
    dice += pool[i];
  }
  return dice <= say::MAX_DICE;
}

inline void head(uint8_t *record, uint32_t id, uint8_t token, uint8_t kind, uint8_t groups) {
  say::put_u32(record, id);
  record[4] = token;
  record[5] = (uint8_t)(kind << 4) | groups;
}

}  // namespace rolls
