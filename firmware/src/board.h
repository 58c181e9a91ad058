// The two boards: pins, EEPROM cells, the WS2812 line, the noise pin. Everything that touches registers.
#pragma once
#include <Arduino.h>
#include <HardwareSerial.h>
#include <HardwareSerial_private.h>  // its receive interrupt, called by hand while the LEDs are out
#include <avr/io.h>
#include <avr/wdt.h>
#include "keeper.h"
#include "messages.h"

namespace board {

#if defined(__AVR_ATmega2560__)
constexpr uint8_t ID = say::board::MEGA;
constexpr uint16_t MAX_LEDS = 320;
#define LED_PORT PORTA   // D22; the LED pin must be on a port `out` can reach (A-G)
#define LED_DDR DDRA
#define LED_BIT 0
#define SERVO_DDR DDRB   // D11, OC1A
#define SERVO_BIT 5
#define BEAM_PIN PIND    // D21, INT0
#define BEAM_PORT PORTD
#define BEAM_BIT 0
#define BUTTON_PIN PINE  // D3
#define BUTTON_PORT PORTE
#define BUTTON_BIT 5
#else
constexpr uint8_t ID = say::board::UNO;
constexpr uint16_t MAX_LEDS = 64;
#define LED_PORT PORTD   // D6
#define LED_DDR DDRD
#define LED_BIT 6
#define SERVO_DDR DDRB   // D9, OC1A
#define SERVO_BIT 1
#define BEAM_PIN PIND    // D2, INT0
#define BEAM_PORT PORTD
#define BEAM_BIT 2
#define BUTTON_PIN PIND  // D3
#define BUTTON_PORT PORTD
#define BUTTON_BIT 3
#endif

constexpr uint16_t EEPROM_SIZE = E2END + 1;

// EEPROM by its registers: a write is started and runs by itself while the loop goes on.
struct Cells {
  static bool busy() { return EECR & _BV(EEPE); }
  static uint8_t read(uint16_t at) {
    EEAR = at;
    EECR |= _BV(EERE);
    return EEDR;
  }
  static void start(uint16_t at, uint8_t value, keep::Cycle cycle) {
    EEAR = at;
    EEDR = value;
    uint8_t mode = (uint8_t)((uint8_t)cycle << EEPM0);
    uint8_t sreg = SREG;
    cli();
    EECR = mode | _BV(EEMPE);
    EECR = mode | _BV(EEMPE) | _BV(EEPE);
    SREG = sreg;
  }
};

// ---- beam: every break is counted, by interrupt, or by hand while the LEDs have interrupts off

extern volatile uint8_t beam_breaks;
inline bool beam_blocked() { return !(BEAM_PIN & _BV(BEAM_BIT)); }

inline void beam_begin() {
  BEAM_PORT |= _BV(BEAM_BIT);
  EICRA = (EICRA & ~3) | _BV(ISC01);  // falling edge
  EIFR = _BV(INTF0);
  EIMSK |= _BV(INT0);
}

// ---- servo: Timer1 alone makes the pulses, 50 a second

constexpr uint16_t TICKS_PER_US = 2, SERVO_PERIOD_US = 20000;

inline void servo_begin() {
  SERVO_DDR |= _BV(SERVO_BIT);
  ICR1 = SERVO_PERIOD_US * TICKS_PER_US - 1;
  TCCR1A = _BV(COM1A1) | _BV(WGM11);
  TCCR1B = _BV(WGM13) | _BV(WGM12) | _BV(CS11);
}
inline void servo_us(uint16_t us) { OCR1A = us * TICKS_PER_US; }

// ---- noise: the open pin A0 against the internal reference, one conversion at a time

inline void noise_begin() {
  ADMUX = _BV(REFS0);
  ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0) | _BV(ADSC);
}
inline bool noise_ready() { return !(ADCSRA & _BV(ADSC)); }
inline uint8_t noise_take() {
  uint8_t low = ADCL;
  (void)ADCH;
  ADCSRA |= _BV(ADSC);
  return low;
}

// ---- LEDs

// Eight bits at 800 kHz: 20 cycles each, high for 6 (0) or 13 (1) of them.
inline void led_byte(uint8_t byte, uint8_t high, uint8_t low) {
  uint8_t bit = 8, level;
  asm volatile(
      "1: out %[port], %[high]  \n"
      "   mov %[level], %[low]  \n"
      "   sbrc %[byte], 7       \n"
      "   mov %[level], %[high] \n"
      "   nop                   \n"
      "   nop                   \n"
      "   out %[port], %[level] \n"
      "   lsl %[byte]           \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   out %[port], %[low]   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   nop                   \n"
      "   dec %[bit]            \n"
      "   brne 1b               \n"
      : [byte] "+r"(byte), [bit] "+r"(bit), [level] "=&r"(level)
      : [port] "I"(_SFR_IO_ADDR(LED_PORT)), [high] "r"(high), [low] "r"(low));
}

extern "C" volatile unsigned long timer0_millis;

// A whole frame with interrupts off, as WS2812 demand; but between two bytes there is time (they latch
// only after some 6 us of quiet) to fetch what the UART, the beam and the clock have for us, so that
// nothing is deaf meanwhile: at 500,000 baud a byte comes every 20 us, and we look every 12.
inline void leds_out(const uint8_t *bytes, uint16_t size) {
  uint8_t missed_ms = 0;
  cli();
  uint8_t high = LED_PORT | _BV(LED_BIT), low = LED_PORT & ~_BV(LED_BIT);
  while (size--) {
    led_byte(*bytes++, high, low);
    if (UCSR0A & _BV(RXC0)) Serial._rx_complete_irq();
    if (EIFR & _BV(INTF0)) { EIFR = _BV(INTF0); beam_breaks++; }
    if (TIFR0 & _BV(TOV0)) { TIFR0 = _BV(TOV0); missed_ms++; }
  }
  timer0_millis += missed_ms;
  sei();
}

}  // namespace board
