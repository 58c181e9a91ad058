// Made from messages.toml by `python -m firmware.generate`: change that file, not this one.
#pragma once
#include <stdint.h>

namespace say {

constexpr uint8_t PROTOCOL = 1;
constexpr uint32_t SCHEMA = 0xE035400AUL;
constexpr uint32_t BAUD = 500000UL;
constexpr uint32_t MAX_PAYLOAD = 150UL;
constexpr uint32_t MAX_DICE = 28UL;
constexpr uint32_t MAX_GROUPS = 5UL;
constexpr uint32_t MAX_SIDES = 100UL;
constexpr uint32_t PENDING_ROLLS = 4UL;
constexpr uint32_t RECORD_CHECK_POLY = 35767UL;

namespace board {
enum : uint8_t {
  VIRTUAL = 0,
  UNO = 1,
  MEGA = 2,
  COUNT = 3,
};
}

namespace answer {
enum : uint8_t {
  OK = 0,
  NOT_GREETED = 1,
  OUT_OF_STEP = 2,
  BAD_VALUE = 3,
  NO_ENTROPY = 4,
  BUSY = 5,
  FULL = 6,
  STALE_ROLL = 7,
  UNKNOWN = 8,
  COUNT = 9,
};
}

namespace kind {
enum : uint8_t {
  CHIP = 0,
  TUMBLE = 1,
  COUNT = 2,
};
}

namespace outcome {
enum : uint8_t {
  FELL = 0,
  SHORT = 1,
  JAM = 2,
  EXTRA = 3,
  CUT = 4,
  COUNT = 5,
};
}

namespace tower {
enum : uint8_t {
  IDLE = 0,
  SHAKING = 1,
  DROPPING = 2,
  SETTLING = 3,
  COUNT = 4,
};
}

namespace entropy {
enum : uint8_t {
  FILLING = 0,
  GOOD = 1,
  FAILED = 2,
  COUNT = 3,
};
}

namespace effect {
enum : uint8_t {
  NONE = 0,
  PULSE = 1,
  CHASE = 2,
  FLASH = 3,
  COUNT = 4,
};
}

namespace hold {
enum : uint8_t {
  RUN = 0,
  DARK = 1,
  FROZEN = 2,
  COUNT = 3,
};
}

namespace cause {
enum : uint8_t {
  POWER = 0,
  PIN = 1,
  WATCHDOG = 2,
  BROWNOUT = 3,
  COUNT = 4,
};
}

namespace setting {
enum : uint8_t {
  DURABLE = 0,
  BRIGHTNESS = 1,
  BUDGET_MA = 2,
  LED_COUNT = 3,
  SHAKE_MS = 4,
  SETTLE_MS = 5,
  FALL_MS = 6,
  JAM_MS = 7,
  TRIES = 8,
  SERVO_HOLD_US = 9,
  SERVO_DROP_US = 10,
  BUTTON = 11,
  COUNT = 12,
};
}

inline uint8_t get_u8(const uint8_t *in) { return in[0]; }
inline uint16_t get_u16(const uint8_t *in) { return in[0] | (uint16_t)(in[1] << 8); }
inline uint32_t get_u32(const uint8_t *in) {
  return get_u16(in) | ((uint32_t)get_u16(in + 2) << 16);
}
inline void put_u8(uint8_t *out, uint8_t v) { out[0] = v; }
inline void put_u16(uint8_t *out, uint16_t v) { out[0] = v & 0xFF; out[1] = v >> 8; }
inline void put_u32(uint8_t *out, uint32_t v) {
  put_u16(out, v & 0xFFFF);
  put_u16(out + 2, v >> 16);
}

// Who I am: said unasked after every reset, and in answer to hello_ask.
struct Hello {
  static constexpr uint8_t CODE = 1;
  static constexpr uint8_t FIXED = 16;
  uint8_t protocol;
  uint32_t schema;
  uint8_t board;
  uint16_t leds;
  uint16_t boot;
  uint8_t cause;
  uint32_t last_roll;
  uint8_t pending;
  uint8_t write(uint8_t *out) const {
    put_u8(out + 0, protocol);
    put_u32(out + 1, schema);
    put_u8(out + 5, board);
    put_u16(out + 6, leds);
    put_u16(out + 8, boot);
    put_u8(out + 10, cause);
    put_u32(out + 11, last_roll);
    put_u8(out + 15, pending);
    return 16;
  }
};

// Who are you? Sets the sequence number to count on from.
struct HelloAsk {
  static constexpr uint8_t CODE = 2;
  static constexpr uint8_t FIXED = 0;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    (void)in;
    return true;
  }
};

// The command with this sequence number was done (LEDs: are out), or why not.
struct Ack {
  static constexpr uint8_t CODE = 3;
  static constexpr uint8_t FIXED = 3;
  uint8_t answer;
  uint16_t detail;
  uint8_t write(uint8_t *out) const {
    put_u8(out + 0, answer);
    put_u16(out + 1, detail);
    return 3;
  }
};

// Make chip roll number id: pairs of (count, sides). The same id twice is one roll.
struct AskRoll {
  static constexpr uint8_t CODE = 4;
  static constexpr uint8_t FIXED = 5;
  uint32_t id;
  uint8_t token;
  const uint8_t *pool;
  uint8_t pool_size;
  bool read(const uint8_t *in, uint8_t size) {
    if (size < FIXED) return false;
    id = get_u32(in + 0);
    token = get_u8(in + 4);
    pool = in + 5;
    pool_size = size - 5;
    return true;
  }
};

// Tumble this many physical dice as roll number id (0: however many there are).
struct AskTumble {
  static constexpr uint8_t CODE = 5;
  static constexpr uint8_t FIXED = 6;
  uint32_t id;
  uint8_t token;
  uint8_t dice;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    id = get_u32(in + 0);
    token = get_u8(in + 4);
    dice = get_u8(in + 5);
    return true;
  }
};

// Stop the tower; the tumble is reported as cut.
struct StopTumble {
  static constexpr uint8_t CODE = 6;
  static constexpr uint8_t FIXED = 0;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    (void)in;
    return true;
  }
};

// A roll, said again until got_roll names it. The body is groups, values and the roll's own CRC.
struct Rolled {
  static constexpr uint8_t CODE = 7;
  static constexpr uint8_t FIXED = 6;
  uint32_t id;
  uint8_t token;
  uint8_t shape;
  const uint8_t *body;
  uint8_t body_size;
  uint8_t write(uint8_t *out) const {
    put_u32(out + 0, id);
    put_u8(out + 4, token);
    put_u8(out + 5, shape);
    for (uint8_t i = 0; i < body_size; i++) out[6 + i] = body[i];
    return 6 + body_size;
  }
};

// Roll id is safe with the host: the device may forget it. Not sequenced: naming the id is enough.
struct GotRoll {
  static constexpr uint8_t CODE = 8;
  static constexpr uint8_t FIXED = 4;
  uint32_t id;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    id = get_u32(in + 0);
    return true;
  }
};

// Colours from LED `first` on, three bytes each; shown when show is 1.
struct Leds {
  static constexpr uint8_t CODE = 9;
  static constexpr uint8_t FIXED = 3;
  uint16_t first;
  uint8_t show;
  const uint8_t *rgb;
  uint8_t rgb_size;
  bool read(const uint8_t *in, uint8_t size) {
    if (size < FIXED) return false;
    first = get_u16(in + 0);
    show = get_u8(in + 2);
    rgb = in + 3;
    rgb_size = size - 3;
    return true;
  }
};

// One colour for a run of LEDs; shown when show is 1.
struct Fill {
  static constexpr uint8_t CODE = 10;
  static constexpr uint8_t FIXED = 8;
  uint16_t first;
  uint16_t count;
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  uint8_t show;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    first = get_u16(in + 0);
    count = get_u16(in + 2);
    red = get_u8(in + 4);
    green = get_u8(in + 5);
    blue = get_u8(in + 6);
    show = get_u8(in + 7);
    return true;
  }
};

// Let the chip animate these LEDs (u16 each, in order) over the framebuffer; none ends it.
struct Animate {
  static constexpr uint8_t CODE = 11;
  static constexpr uint8_t FIXED = 6;
  uint8_t kind;
  uint8_t red;
  uint8_t green;
  uint8_t blue;
  uint16_t period_ms;
  const uint8_t *leds;
  uint8_t leds_size;
  bool read(const uint8_t *in, uint8_t size) {
    if (size < FIXED) return false;
    kind = get_u8(in + 0);
    red = get_u8(in + 1);
    green = get_u8(in + 2);
    blue = get_u8(in + 3);
    period_ms = get_u16(in + 4);
    leds = in + 6;
    leds_size = size - 6;
    return true;
  }
};

// Dark, frozen or running: for the moment a picture is taken. Acknowledged when the LEDs are so.
struct HoldLights {
  static constexpr uint8_t CODE = 12;
  static constexpr uint8_t FIXED = 1;
  uint8_t mode;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    mode = get_u8(in + 0);
    return true;
  }
};

// Change a setting, kept in EEPROM.
struct Set {
  static constexpr uint8_t CODE = 13;
  static constexpr uint8_t FIXED = 3;
  uint8_t setting;
  uint16_t value;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    setting = get_u8(in + 0);
    value = get_u16(in + 1);
    return true;
  }
};

// Ask for a setting; answered by value.
struct Get {
  static constexpr uint8_t CODE = 14;
  static constexpr uint8_t FIXED = 1;
  uint8_t setting;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    setting = get_u8(in + 0);
    return true;
  }
};

// A setting as it is.
struct Value {
  static constexpr uint8_t CODE = 15;
  static constexpr uint8_t FIXED = 3;
  uint8_t setting;
  uint16_t value;
  uint8_t write(uint8_t *out) const {
    put_u8(out + 0, setting);
    put_u16(out + 1, value);
    return 3;
  }
};

// How are you? Answered by health.
struct HealthAsk {
  static constexpr uint8_t CODE = 16;
  static constexpr uint8_t FIXED = 0;
  bool read(const uint8_t *in, uint8_t size) {
    if (size != FIXED) return false;
    (void)in;
    return true;
  }
};

// Health: the tower, the noise source, what waits, what came in broken.
struct Health {
  static constexpr uint8_t CODE = 17;
  static constexpr uint8_t FIXED = 15;
  uint8_t tower;
  uint8_t entropy;
  uint8_t pending;
  uint8_t beam;
  uint16_t bad_frames;
  uint16_t free_ram;
  uint8_t fallen;
  uint32_t uptime_ms;
  uint16_t shown;
  uint8_t write(uint8_t *out) const {
    put_u8(out + 0, tower);
    put_u8(out + 1, entropy);
    put_u8(out + 2, pending);
    put_u8(out + 3, beam);
    put_u16(out + 4, bad_frames);
    put_u16(out + 6, free_ram);
    put_u8(out + 8, fallen);
    put_u32(out + 9, uptime_ms);
    put_u16(out + 13, shown);
    return 15;
  }
};

}  // namespace say
