// Bytes on the line <-> frames: COBS stuffing and a CRC-16 (the frame is drawn in hardware/framing.py).
// No Arduino headers: the same code is fuzzed on the host.
#pragma once
#include <stdint.h>
#include "messages.h"

namespace framing {

constexpr uint16_t FRAME_POLY = 0x1021;
constexpr uint8_t HEADER = 2, CRC = 2;
constexpr uint8_t MAX_FRAME = HEADER + say::MAX_PAYLOAD + CRC;
constexpr uint8_t MAX_STUFFED = MAX_FRAME + 1;  // below 254 bytes stuffing adds one

inline uint16_t crc16_byte(uint16_t crc, uint8_t byte, uint16_t poly) {
  crc ^= (uint16_t)(byte << 8);
  for (uint8_t i = 0; i < 8; i++) crc = (crc & 0x8000) ? (uint16_t)((crc << 1) ^ poly) : (uint16_t)(crc << 1);
  return crc;
}

inline uint16_t crc16(const uint8_t *data, uint16_t size, uint16_t poly = FRAME_POLY) {
  uint16_t crc = 0xFFFF;
  while (size--) crc = crc16_byte(crc, *data++, poly);
  return crc;
}

// Commands count 1..255; 0 is what is said unasked, so that a start-up's hello answers nobody's greeting.
inline uint8_t next_seq(uint8_t seq) { return seq == 255 ? 1 : seq + 1; }

// Unstuffs in place; 0 when the stuffing is impossible.
inline uint8_t unstuff(uint8_t *data, uint8_t size) {
  uint8_t in = 0, out = 0;
  while (in < size) {
    uint8_t step = data[in];
    if (step == 0 || step > size - in) return 0;
    for (uint8_t i = 1; i < step; i++) data[out++] = data[in + i];
    in += step;
    if (step < 255 && in < size) data[out++] = 0;
  }
  return out;
}

// Stuffs `size` bytes and the closing zero into `out` (size + 2 long); how many that were.
inline uint8_t stuff(const uint8_t *data, uint8_t size, uint8_t *out) {
  uint8_t mark = 0, at = 1, run = 1;
  for (uint8_t i = 0; i < size; i++) {
    if (data[i] == 0) {
      out[mark] = run;
      mark = at++;
      run = 1;
    } else {
      out[at++] = data[i];
      run++;
    }
  }
  out[mark] = run;
  out[at++] = 0;
  return at;
}

// Bytes one by one -> frames. After a true from take(), bytes[0..size) is code, seq, payload.
struct Deframer {
  uint8_t bytes[MAX_STUFFED];
  uint8_t held, size;
  bool spoilt;
  uint16_t bad;

  void begin() { held = size = 0; spoilt = false; bad = 0; }

  bool take(uint8_t byte) {
    if (byte != 0) {
      if (held < MAX_STUFFED) bytes[held++] = byte;
      else spoilt = true;  // longer than any frame: thrown away up to the next zero
      return false;
    }
    uint8_t stuffed = held;
    bool whole = !spoilt;
    held = 0;
    spoilt = false;
    if (stuffed == 0) return false;
    uint8_t raw = whole ? unstuff(bytes, stuffed) : 0;
    if (raw < HEADER + CRC || crc16(bytes, raw - CRC) != say::get_u16(bytes + raw - CRC)) {
      bad++;
      return false;
    }
    size = raw - CRC;
    return true;
  }
};

}  // namespace framing
