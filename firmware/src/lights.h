// Framebuffer, effects and the power supply's limit -> the bytes that go out to the LEDs.
#pragma once
#include <stdint.h>
#include <string.h>
#include "messages.h"

namespace lights {

constexpr uint8_t CHANNEL_MA = 20, IDLE_MA = 1;  // of a WS2812; hardware/power.py does the same sum
constexpr uint8_t FRAME_MS = 40;                 // between two frames of an effect
constexpr uint8_t TRAIL = 96;                    // of 256: the light a chase leaves behind

// The factor, of 256, every channel is multiplied by.
inline uint16_t scale(uint32_t load, uint16_t leds, uint8_t brightness, uint16_t budget_ma) {
  uint16_t idle = IDLE_MA * leds;
  uint32_t free_ma = budget_ma > idle ? budget_ma - idle : 0;
  uint32_t cap = load ? free_ma * 255 * 256 / (CHANNEL_MA * load) : 256;
  uint16_t factor = brightness ? brightness + 1 : 0;
  return cap < factor ? (uint16_t)cap : factor;
}

template <uint16_t LEDS>
struct Lights {
  static constexpr uint8_t EFFECT_LEDS = LEDS < 72 ? LEDS : 72;  // as many as one message names
  uint8_t frame[3 * LEDS];  // what the host painted, RGB
  uint8_t out[3 * LEDS];    // what goes out, GRB
  uint16_t effect_led[EFFECT_LEDS];
  uint8_t effect_count, effect, colour[3];
  uint16_t period_ms;
  uint8_t hold;
  uint32_t held_at, next_at;

  void begin() {
    memset(this, 0, sizeof *this);
  }

  bool paint(uint16_t first, const uint8_t *rgb, uint8_t size) {
    if (size % 3 || first > LEDS || size / 3 > LEDS - first) return false;
    memcpy(frame + 3 * first, rgb, size);
    return true;
  }

  bool fill(uint16_t first, uint16_t count, const uint8_t *rgb) {
    if (first > LEDS || count > LEDS - first) return false;
    for (uint16_t i = first; i < first + count; i++) memcpy(frame + 3 * i, rgb, 3);
    return true;
  }

  bool animate(const say::Animate &ask) {
    if (ask.kind >= say::effect::COUNT || ask.leds_size % 2 || ask.leds_size / 2 > EFFECT_LEDS) return false;
    for (uint8_t i = 0; i < ask.leds_size; i += 2)
      if (say::get_u16(ask.leds + i) >= LEDS) return false;
    effect = ask.kind;
    colour[0] = ask.red;
    colour[1] = ask.green;
    colour[2] = ask.blue;
    period_ms = ask.period_ms < 2 * FRAME_MS ? 2 * FRAME_MS : ask.period_ms;
    effect_count = ask.leds_size / 2;
    for (uint8_t i = 0; i < effect_count; i++) effect_led[i] = say::get_u16(ask.leds + 2 * i);
    return true;
  }

  bool due(uint32_t now) const {
    return effect != say::effect::NONE && hold == say::hold::RUN && (int32_t)(now - next_at) >= 0;
  }

  // Fills `out` for this moment.
  void render(uint32_t now, uint16_t leds, uint8_t brightness, uint16_t budget_ma) {
    if (hold == say::hold::RUN) held_at = now;
    next_at = now + FRAME_MS;
    if (hold == say::hold::DARK) {
      memset(out, 0, sizeof out);
      return;
    }
    for (uint16_t i = 0; i < LEDS; i++) {  // WS2812 take green first
      out[3 * i] = frame[3 * i + 1];
      out[3 * i + 1] = frame[3 * i];
      out[3 * i + 2] = frame[3 * i + 2];
    }
    if (effect != say::effect::NONE) overlay((uint16_t)(held_at % period_ms));
    uint32_t load = 0;
    for (uint16_t i = 0; i < 3 * leds; i++) load += out[i];
    uint16_t factor = scale(load, leds, brightness, budget_ma);
    if (factor < 256)
      for (uint16_t i = 0; i < 3 * leds; i++) out[i] = (uint16_t)(out[i] * factor) >> 8;
  }

 private:
  void overlay(uint16_t phase) {
    uint16_t head = (uint32_t)phase * effect_count / period_ms;
    uint16_t half = period_ms / 2;
    uint16_t rise = phase < half ? phase : period_ms - phase;
    uint16_t breath = (uint32_t)rise * 256 / half;
    for (uint8_t i = 0; i < effect_count; i++) {
      uint16_t level = 256;
      if (effect == say::effect::PULSE) level = breath > 256 ? 256 : breath;
      if (effect == say::effect::FLASH) level = phase < half ? 256 : 0;
      if (effect == say::effect::CHASE) level = i == head ? 256 : (uint16_t)(i + 1) == head ? TRAIL : 0;
      uint8_t *led = out + 3 * effect_led[i];
      led[0] = (uint16_t)((uint32_t)colour[1] * level >> 8);
      led[1] = (uint16_t)((uint32_t)colour[0] * level >> 8);
      led[2] = (uint16_t)((uint32_t)colour[2] * level >> 8);
    }
  }
};

}  // namespace lights
