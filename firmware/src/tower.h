// The tower, step by step: shake, let go, count what breaks the beam, wait for quiet, say how it ended.
#pragma once
#include <stdint.h>
#include "messages.h"

namespace tower {

constexpr uint16_t WAG_MS = 120;   // half a swing of the servo while it shakes
constexpr uint16_t WAG_US = 200;   // how far it swings

struct Times { uint16_t shake_ms, settle_ms, fall_ms, jam_ms, tries, hold_us, drop_us; };

struct Tower {
  uint8_t state, wanted, outcome, shakes;
  uint8_t counted;      // dice through the beam when this tumble began
  uint32_t since;       // when this state began, or the last die fell
  uint32_t blocked_at;
  bool was_blocked;
  uint16_t servo_us;

  void begin(const Times &t) {
    state = say::tower::IDLE;
    servo_us = t.hold_us;
    was_blocked = false;
  }

  bool idle() const { return state == say::tower::IDLE; }

  void start(uint8_t dice, uint8_t count, uint32_t now) {
    wanted = dice;
    counted = count;
    shakes = 1;
    state = say::tower::SHAKING;
    since = now;
    was_blocked = false;
  }

  // True when the tumble has ended: outcome says how, `count - counted` how many fell.
  bool step(uint32_t now, uint8_t count, bool blocked, const Times &t) {
    if (state == say::tower::IDLE) return false;
    uint32_t spent = now - since;
    if (blocked && !was_blocked) blocked_at = now;
    was_blocked = blocked;
    if (blocked && now - blocked_at > t.jam_ms) return end(say::outcome::JAM, t);
    uint8_t fallen = count - counted;
    if (state == say::tower::SHAKING) {
      servo_us = t.hold_us + ((spent / WAG_MS) & 1 ? WAG_US : 0);
      if (spent >= t.shake_ms) { state = say::tower::DROPPING; since = now; seen = fallen; servo_us = t.drop_us; }
      return false;
    }
    if (fallen != seen) { seen = fallen; since = now; spent = 0; }
    if (wanted && fallen > wanted) return spent >= t.settle_ms && end(say::outcome::EXTRA, t);
    bool enough = wanted ? fallen == wanted : fallen > 0;
    state = enough ? say::tower::SETTLING : say::tower::DROPPING;
    if (enough) return spent >= t.settle_ms && end(say::outcome::FELL, t);
    if (spent < t.fall_ms) return false;
    if (shakes >= t.tries) return end(say::outcome::SHORT, t);
    shakes++;
    state = say::tower::SHAKING;
    since = now;
    return false;
  }

  bool end(uint8_t how, const Times &t) {
    state = say::tower::IDLE;
    outcome = how;
    servo_us = t.hold_us;
    return true;
  }

 private:
  uint8_t seen;
};

// A button with bouncing contacts: true once for every press.
struct Button {
  static constexpr uint8_t BOUNCE_MS = 20;
  uint32_t changed_at;
  bool raw, down;

  void begin() { raw = down = false; changed_at = 0; }

  bool step(bool pressed, uint32_t now) {
    if (pressed != raw) { raw = pressed; changed_at = now; }
    if (raw == down || now - changed_at < BOUNCE_MS) return false;
    down = raw;
    return down;
  }
};

}  // namespace tower
