// Noise -> fair dice. Samples of an open ADC pin are health-tested and folded into a ChaCha20 key; dice
// are drawn from its stream by rejection, so that no side is likelier than another. Without healthy noise
// nothing is drawn: a sequence that repeats is worse than no roll.
#pragma once
#include <stdint.h>
#include <string.h>
#include "messages.h"

namespace chance {

// What a sample is trusted to hold: an eighth of a bit, far below what an open pin gives.
constexpr uint16_t SAMPLES_TO_FILL = 1024;  // 128 bits
// NIST SP 800-90B, 4.4: alpha 2^-20 at 1/8 bit a sample.
constexpr uint8_t REPETITION_CUTOFF = 161;
constexpr uint16_t PROPORTION_WINDOW = 512;
constexpr uint16_t PROPORTION_CUTOFF = 499;

struct Health {
  uint8_t last, first;
  uint8_t repeats;
  uint16_t seen, same;

  void begin() { last = first = repeats = 0; seen = same = 0; }

  // False when the noise is no noise.
  bool take(uint8_t sample) {
    bool good = true;
    repeats = (sample == last && repeats) ? repeats + 1 : 1;
    last = sample;
    if (repeats >= REPETITION_CUTOFF) { good = false; repeats = 1; }
    if (seen == 0) { first = sample; same = 0; }
    if (sample == first) same++;
    if (same >= PROPORTION_CUTOFF) { good = false; seen = 0; return good; }
    if (++seen >= PROPORTION_WINDOW) seen = 0;
    return good;
  }
};

inline uint32_t rotl(uint32_t v, uint8_t n) { return (v << n) | (v >> (32 - n)); }

inline void quarter(uint32_t *s, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
  s[a] += s[b]; s[d] = rotl(s[d] ^ s[a], 16);
  s[c] += s[d]; s[b] = rotl(s[b] ^ s[c], 12);
  s[a] += s[b]; s[d] = rotl(s[d] ^ s[a], 8);
  s[c] += s[d]; s[b] = rotl(s[b] ^ s[c], 7);
}

// One ChaCha20 block (RFC 8439) under `key`, counter and nonce zero: the key is never used twice.
__attribute__((noinline)) inline void chacha_block(const uint32_t key[8], uint32_t out[16]) {
  static const uint32_t SIGMA[4] = {0x61707865UL, 0x3320646EUL, 0x79622D32UL, 0x6B206574UL};
  uint32_t start[4];
  memcpy(start, SIGMA, 16);
  memcpy(out, start, 16);
  memcpy(out + 4, key, 32);
  memset(out + 12, 0, 16);
  for (uint8_t i = 0; i < 10; i++) {
    for (uint8_t j = 0; j < 4; j++) quarter(out, j, 4 + j, 8 + j, 12 + j);
    for (uint8_t j = 0; j < 4; j++) quarter(out, j, 4 + ((j + 1) & 3), 8 + ((j + 2) & 3), 12 + ((j + 3) & 3));
  }
  for (uint8_t j = 0; j < 4; j++) out[j] += start[j];
  for (uint8_t j = 0; j < 8; j++) out[4 + j] += key[j];
}

struct Source {
  uint32_t key[8];
  uint8_t pool[32];
  uint8_t stream[32];
  uint8_t left;  // bytes of stream not used yet
  uint16_t samples;
  uint8_t state;
  Health health;

  void begin() {
    memset(key, 0, sizeof key);
    memset(pool, 0, sizeof pool);
    left = 0;
    samples = 0;
    state = say::entropy::FILLING;
    health.begin();
  }

  // Anything else that differs from one start to the next; trusted with nothing.
  void stir(uint8_t byte) { pool[byte & 31] ^= (uint8_t)(byte * 5 + 1); }

  void take(uint8_t sample) {
    if (!health.take(sample)) {
      state = say::entropy::FAILED;
      samples = 0;
      left = 0;
      return;
    }
    uint8_t at = samples & 31;
    pool[at] = (uint8_t)((pool[at] << 3) | (pool[at] >> 5)) ^ sample;
    if (++samples < SAMPLES_TO_FILL) return;
    samples = 0;
    for (uint8_t i = 0; i < 8; i++) key[i] ^= say::get_u32(pool + 4 * i);
    left = 0;
    state = say::entropy::GOOD;
  }

  // Half a block becomes the next key, so that no past roll can be worked out.
  __attribute__((noinline)) void refill() {
    uint32_t block[16];
    chacha_block(key, block);
    memcpy(key, block, 32);
    for (uint8_t i = 0; i < 8; i++) say::put_u32(stream + 4 * i, block[8 + i]);
    left = 32;
  }

  uint8_t byte() {
    if (left == 0) refill();
    uint8_t drawn = stream[--left];
    stream[left] = 0;
    return drawn;
  }
};

// 1..sides, each as likely as the other: bytes past the last whole multiple of `sides` are thrown away.
template <class Bytes>
uint8_t die(Bytes &bytes, uint8_t sides) {
  const uint8_t spare = (uint8_t)(256 % sides);
  for (;;) {
    uint8_t drawn = bytes.byte();
    if (drawn <= (uint8_t)(255 - spare)) return drawn % sides + 1;
  }
}

}  // namespace chance
