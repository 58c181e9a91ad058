/* The compiled firmware without an Arduino: an ELF and lines on stdin -> a pty and JSON lines on stdout.
 *
 * libsimavr runs the machine code; what it idealises is modelled here, or tests would pass that a board
 * fails: a UART that holds two bytes and loses the rest, ten bit times a byte, EEPROM cells that take their
 * 1.8 or 3.4 ms, wear, and tear when the power goes. LED frames are decoded from the pin's edges, and a
 * pulse out of the WS2812's tolerance is counted.
 *
 *   bench ELF MCU LEDPORT LEDPIN [--fast] [--seed N] [--high D2]...
 *
 * Lines: reset | power | hang | pin PORT BIT 0|1 | pulse PORT BIT COUNT LOW_US HIGH_US START_US |
 *        noise SIGMA_MV | stuck MV | stats | eeprom |
 *        pause | go | quit
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "avr_adc.h"
#include "avr_eeprom.h"
#include "avr_extint.h"
#include "avr_ioport.h"
#include "avr_timer.h"
#include "avr_uart.h"
#include "sim_avr.h"
#include "sim_elf.h"
#include "sim_time.h"

#define F_CPU 16000000UL
#define UART_HOLDS 2             /* a real receive buffer; a third byte in the shift register is lost */
#define ERASE_OR_WRITE_US 1800   /* of a cell, ATmega328P data sheet */
#define ERASE_AND_WRITE_US 3400
#define LATCH_CYCLES (6 * 16)    /* 6 us of quiet: the shortest that some WS2812 take for the end of a frame */
#define SHOWN_CYCLES (50 * 16)   /* quiet after which every WS2812 shows its frame */
#define ZERO_MIN 3               /* cycles of high: 0 is 190-500 ns, 1 is 560-1000 ns */
#define ZERO_MAX 8
#define ONE_MIN 9
#define ONE_MAX 16
#define MAX_BYTES 4096

static avr_t *avr;
static avr_uart_t *uart;
static elf_firmware_t elf;
static int master = -1;
static int fast, paused;
static uint64_t random_state = 1;

/* ---- chance for noise and tears */

static uint64_t random_next(void) { /* xorshift64* */
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 2685821657736338717ULL;
}
static double uniform(void) { return ((random_next() >> 11) + 0.5) / 9007199254740992.0; }
static double gauss(void) { return sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform()); }

/* ---- UART0: bytes from the pty at the line's own pace, overruns as on a board */

static uint8_t held[UART_HOLDS];
static int holding;
static uint8_t line_in[65536];
static unsigned line_head, line_tail;
static uint64_t rx_bytes, tx_bytes, overruns, tx_lost;
static int receiving;

static avr_cycle_count_t byte_cycles(void) {
  uint32_t ubrr = avr->data[uart->ubrrl.reg] | (avr->data[uart->ubrrh.reg] & 0x0F) << 8;
  uint32_t bit = (ubrr + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16);
  return 10 * bit;
}

static avr_cycle_count_t byte_arrived(avr_t *a, avr_cycle_count_t when, void *param) {
  uint8_t byte = line_in[line_tail++ % sizeof line_in];
  rx_bytes++;
  if (avr_regbit_get(avr, uart->rxen)) {
    if (holding < UART_HOLDS) {
      held[holding++] = byte;
      avr_raise_interrupt(avr, &uart->rxc);
    } else {
      overruns++;
    }
  }
  if (line_tail == line_head) {
    receiving = 0;
    return 0;
  }
  return when + byte_cycles();
}

static void line_wake(void) {
  if (receiving || line_tail == line_head) return;
  receiving = 1;
  avr_cycle_timer_register(avr, byte_cycles(), byte_arrived, NULL);
}

static uint8_t udr_read(avr_t *a, avr_io_addr_t addr, void *param) {
  uint8_t byte = holding ? held[0] : 0;
  if (holding) memmove(held, held + 1, --holding);
  avr_regbit_clear(avr, uart->rxc.raised);
  if (holding) avr_raise_interrupt(avr, &uart->rxc);
  else avr_clear_interrupt(avr, &uart->rxc);
  avr->data[addr] = byte;
  return byte;
}

static uint8_t ucsra_read(avr_t *a, avr_io_addr_t addr, void *param) {
  uint8_t v = avr->data[addr] & ~(1 << uart->rxc.raised.bit);
  if (holding) v |= 1 << uart->rxc.raised.bit;
  return v;
}

static void uart_out(struct avr_irq_t *irq, uint32_t value, void *param) {
  uint8_t byte = value;
  uart->cycles_per_byte = byte_cycles();
  tx_bytes++;
  if (write(master, &byte, 1) != 1) tx_lost++; /* nobody reads: a real line forgets, too */
}

/* ---- EEPROM: time, wear and tear */

static uint8_t *cells;
static uint32_t *wear;
static uint16_t cell_count;
static avr_eeprom_t *eeprom;
static int cell_busy;
static uint16_t cell_addr;
static uint8_t cell_mode, cell_value;
static uint64_t cell_writes;

static avr_cycle_count_t cell_done(avr_t *a, avr_cycle_count_t when, void *param) {
  cells[cell_addr] = cell_mode == 1 ? 0xFF : cell_mode == 2 ? cells[cell_addr] & cell_value : cell_value;
  cell_busy = 0;
  avr->data[eeprom->r_eecr] &= ~(1 << eeprom->eepe.bit);
  return 0;
}

static void eecr_write(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param) {
  uint8_t master_enable = 1 << eeprom->eempe.bit, enable = 1 << eeprom->eepe.bit, read = 1 << eeprom->eere.bit;
  uint16_t at = (avr->data[eeprom->r_eearl] | avr->data[eeprom->r_eearh] << 8) % cell_count;
  uint8_t was = avr->data[addr];
  if ((v & enable) && (was & master_enable) && !cell_busy) {
    cell_addr = at;
    cell_value = avr->data[eeprom->r_eedr];
    cell_mode = v >> 4 & 3;
    cell_busy = 1;
    cell_writes++;
    if (cell_mode != 1) wear[at]++;
    avr_cycle_timer_register_usec(avr, cell_mode ? ERASE_OR_WRITE_US : ERASE_AND_WRITE_US, cell_done, NULL);
    v &= ~master_enable;
  }
  if ((v & read) && !cell_busy) avr->data[eeprom->r_eedr] = cells[at];
  avr->data[addr] = (v & ~(enable | read)) | (cell_busy ? enable : 0);
}

/* The power went: the cell at work holds neither the old nor the new for sure. */
static void cell_tear(void) {
  if (!cell_busy) return;
  uint8_t noise = random_next();
  if (cell_mode == 1) cells[cell_addr] |= noise;
  else if (cell_mode == 2) cells[cell_addr] &= cell_value | noise;
  else cells[cell_addr] = noise;
  cell_busy = 0;
}

/* ---- LEDs: edges of one pin -> bytes -> frames */

static avr_cycle_count_t rose, fell, longest_gap, frame_start, last_frame_cycles;
static uint8_t led_bytes[MAX_BYTES];
static int led_bits, led_high;
static uint64_t frames, bad_pulses, early_latches;

static void frame_end(void) {
  if (!led_bits) return;
  int n = led_bits / 8;
  frames++;
  last_frame_cycles = fell - frame_start;
  printf("{\"event\":\"frame\",\"n\":%llu,\"us\":%llu,\"bits\":%d,\"rgb\":\"", (unsigned long long)frames,
         (unsigned long long)(avr->cycle / 16), led_bits);
  for (int i = 0; i + 2 < n; i += 3) printf("%02x%02x%02x", led_bytes[i + 1], led_bytes[i], led_bytes[i + 2]);
  printf("\"}\n");
  led_bits = 0;
}

static avr_cycle_count_t led_quiet(avr_t *a, avr_cycle_count_t when, void *param) {
  if (!led_high && avr->cycle - fell >= SHOWN_CYCLES) frame_end();
  return 0;
}

static void led_edge(struct avr_irq_t *irq, uint32_t value, void *param) {
  avr_cycle_count_t now = avr->cycle;
  value &= 1;
  if ((int)value == led_high) return;
  led_high = value;
  if (value) {
    avr_cycle_count_t gap = now - fell;
    if (led_bits && gap > LATCH_CYCLES) early_latches++;
    if (led_bits && gap > longest_gap) longest_gap = gap;
    if (!led_bits) frame_start = now;
    rose = now;
    return;
  }
  avr_cycle_count_t high = now - rose;
  int one = high >= ONE_MIN;
  if (high < ZERO_MIN || high > ONE_MAX || (high > ZERO_MAX && high < ONE_MIN)) bad_pulses++;
  if (led_bits < MAX_BYTES * 8) {
    if (led_bits % 8 == 0) led_bytes[led_bits / 8] = 0;
    led_bytes[led_bits / 8] |= one << (7 - led_bits % 8);
    led_bits++;
  }
  fell = now;
  avr_cycle_timer_cancel(avr, led_quiet, NULL);
  avr_cycle_timer_register(avr, SHOWN_CYCLES + 1, led_quiet, NULL);
}

/* ---- what the firmware shows beside the line: rolls made, laps of its loop */

static uint8_t witness[256];
static int witnessed, witness_size;
static avr_cycle_count_t lap_at, longest_lap;
static uint64_t laps, resets;
static uint16_t lowest_sp = 0xFFFF;

static void gpior0(avr_t *a, avr_io_addr_t addr, uint8_t v, void *p) {
  if (witnessed < 256) witness[witnessed++] = v;
}
static void gpior1(avr_t *a, avr_io_addr_t addr, uint8_t v, void *p) { witness_size = v; witnessed = 0; }
static void gpior2(avr_t *a, avr_io_addr_t addr, uint8_t v, void *p) {
  if (v == 0x80) {
    if (lap_at && avr->cycle - lap_at > longest_lap) longest_lap = avr->cycle - lap_at;
    lap_at = avr->cycle;
    laps++;
  } else if (witnessed == witness_size) {
    printf("{\"event\":\"made\",\"us\":%llu,\"record\":\"", (unsigned long long)(avr->cycle / 16));
    for (int i = 0; i < witnessed; i++) printf("%02x", witness[i]);
    printf("\"}\n");
  }
}

/* ---- noise */

static double noise_mv = 40;
static int stuck_mv = -1;

static void adc_trigger(struct avr_irq_t *irq, uint32_t value, void *param) {
  double mv = stuck_mv >= 0 ? stuck_mv : 2400 + noise_mv * gauss();
  avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), mv < 0 ? 0 : mv > 4990 ? 4990 : (int)mv);
}

/* ---- external interrupts: simavr forgets that writing a one to a flag clears it */

static avr_extint_t *extint;

static void eifr_write(avr_t *a, avr_io_addr_t addr, uint8_t v, void *param) {
  for (int i = 0; i < 8; i++)
    if ((v & 1 << i) && extint->eint[i].vector.vector) avr_clear_interrupt(avr, &extint->eint[i].vector);
  avr->data[addr] &= ~v;
}

/* ---- servo: the width of the pulses Timer1 makes */

static int servo_seen[16], servo_count;

static int servo_us(void) { return (avr->data[0x88] | avr->data[0x89] << 8) / 2; } /* OCR1A on both boards */

static void servo_note(void) {
  int us = servo_us();
  for (int i = 0; i < servo_count; i++)
    if (servo_seen[i] == us) return;
  if (servo_count < 16) servo_seen[servo_count++] = us;
}

/* ---- starting and stopping */

static uint8_t pull_mask[26], pull_value[26];

static void drive(char port, int bit, char level) {
  int p = port - 'A';
  pull_mask[p] |= 1 << bit;
  pull_value[p] = (pull_value[p] & ~(1 << bit)) | (level == '0' ? 0 : 1 << bit);
  avr_ioport_external_t e = {.name = port, .mask = pull_mask[p], .value = pull_value[p]};
  avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL(port), &e);
  avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), bit), level != '0');
}

/* A reset cleared the pin registers, and simavr passes on changes only: let every driven pin change twice. */
static void redrive(void) {
  for (int p = 0; p < 26; p++)
    for (int bit = 0; bit < 8; bit++) {
      if (!(pull_mask[p] & 1 << bit)) continue;
      char level = pull_value[p] & 1 << bit ? '1' : '0';
      drive('A' + p, bit, level == '1' ? '0' : '1');
      drive('A' + p, bit, level);
    }
}

/* Breaks of a beam or presses of a button, timed by the chip's own clock. */
#define PULSE_TRAINS 4
static struct train { char port; int bit, edges; uint32_t low_us, high_us; } trains[PULSE_TRAINS];

static avr_cycle_count_t pulse_edge(avr_t *a, avr_cycle_count_t when, void *param) {
  struct train *t = param;
  int low = t->edges % 2 == 0;
  drive(t->port, t->bit, low ? '0' : '1');
  if (--t->edges == 0) return 0;
  return when + avr_usec_to_cycles(avr, low ? t->low_us : t->high_us);
}

static void pulse(struct train wanted, uint32_t start_us) {
  for (int i = 0; i < PULSE_TRAINS; i++) {
    if (trains[i].edges) continue;
    trains[i] = wanted;
    avr_cycle_timer_register_usec(avr, start_us, pulse_edge, &trains[i]);
    return;
  }
}

static int was_reset;
static void (*core_reset)(avr_t *);

static void note_reset(avr_t *a) {
  if (core_reset) core_reset(a);
  was_reset = 1;
}

/* Whatever reset the chip (pin, power, its watchdog): the parts modelled here start again, too. */
static void after_reset(void) {
  was_reset = 0;
  holding = 0;
  line_tail = line_head; /* bytes on the wire meanwhile are gone */
  receiving = 0;
  led_bits = 0;
  led_high = 0;
  lap_at = 0;
  resets++;
  if (cell_busy) { /* a reset lets a running write finish */
    avr_cycle_timer_register_usec(avr, ERASE_OR_WRITE_US, cell_done, NULL);
    avr->data[eeprom->r_eecr] |= 1 << eeprom->eepe.bit;
  }
  redrive();
}

static void start_again(avr_regbit_t cause) {
  avr_reset(avr);
  after_reset();
  avr_regbit_set(avr, cause);
}

/* The firmware hangs: an endless loop where it stands, taken back after a while. */
#define HANG_US 600000
static uint8_t hung_word[2];
static uint32_t hung_at, hung_until_ms;

static void hang(void) {
  hung_at = avr->pc;
  memcpy(hung_word, avr->flash + hung_at, 2);
  avr->flash[hung_at] = 0xFF; /* rjmp to itself */
  avr->flash[hung_at + 1] = 0xCF;
  hung_until_ms = avr->cycle / 16000 + HANG_US / 1000;
}

static void unhang(void) {
  if (!hung_until_ms || avr->cycle / 16000 < hung_until_ms) return;
  memcpy(avr->flash + hung_at, hung_word, 2);
  hung_until_ms = 0;
}

static void power_cut(void) {
  cell_tear();
  for (uint32_t i = avr->ioend + 1; i <= avr->ramend; i++) avr->data[i] = random_next() >> 32;
  start_again(avr->reset_flags.porf);
}

static void stats(void) {
  uint32_t most = 0;
  for (int i = 0; i < cell_count; i++)
    if (wear[i] > most) most = wear[i];
  printf("{\"event\":\"stats\",\"us\":%llu,\"rx\":%llu,\"tx\":%llu,\"overruns\":%llu,\"tx_lost\":%llu,\"frames\":%llu,"
         "\"bad_pulses\":%llu,\"early_latches\":%llu,\"longest_gap_ns\":%llu,\"frame_us\":%llu,\"longest_lap_us\":%llu,"
         "\"laps\":%llu,\"cell_writes\":%llu,\"most_worn\":%u,\"cells\":%d,\"servo_us\":%d,\"state\":%d,\"resets\":%llu,\"stack\":%d,\"servo_seen\":[",
         (unsigned long long)(avr->cycle / 16), (unsigned long long)rx_bytes, (unsigned long long)tx_bytes,
         (unsigned long long)overruns, (unsigned long long)tx_lost, (unsigned long long)frames,
         (unsigned long long)bad_pulses, (unsigned long long)early_latches,
         (unsigned long long)(longest_gap * 125 / 2), (unsigned long long)(last_frame_cycles / 16),
         (unsigned long long)(longest_lap / 16), (unsigned long long)laps, (unsigned long long)cell_writes, most,
         cell_count, servo_us(), avr->state, (unsigned long long)resets, avr->ramend - lowest_sp);
  for (int i = 0; i < servo_count; i++) printf("%s%d", i ? "," : "", servo_seen[i]);
  printf("]}\n");
  servo_count = 0;
  longest_lap = 0;
}

static void obey(char *line) {
  char word[32] = "", port;
  int bit, count;
  unsigned low_us, high_us, start_us;
  char level;
  double number;
  if (sscanf(line, "%31s", word) != 1) return;
  if (!strcmp(word, "quit")) exit(0);
  else if (!strcmp(word, "reset")) start_again(avr->reset_flags.extrf);
  else if (!strcmp(word, "power")) power_cut();
  else if (!strcmp(word, "hang")) hang();
  else if (!strcmp(word, "pause")) paused = 1;
  else if (!strcmp(word, "go")) paused = 0;
  else if (!strcmp(word, "stats")) { stats(); return; }
  else if (sscanf(line, "pin %c %d %c", &port, &bit, &level) == 3) drive(port, bit, level);
  else if (sscanf(line, "pulse %c %d %d %u %u %u", &port, &bit, &count, &low_us, &high_us, &start_us) == 6)
    pulse((struct train){port, bit, 2 * count, low_us, high_us}, start_us);
  else if (sscanf(line, "noise %lf", &number) == 1) { noise_mv = number; stuck_mv = -1; }
  else if (sscanf(line, "stuck %lf", &number) == 1) stuck_mv = number;
  else if (!strcmp(word, "eeprom")) {
    printf("{\"event\":\"eeprom\",\"bytes\":\"");
    for (int i = 0; i < cell_count; i++) printf("%02x", cells[i]);
    printf("\"}\n");
    return;
  } else {
    printf("{\"event\":\"unknown\",\"word\":\"%s\"}\n", word);
    return;
  }
  printf("{\"event\":\"done\",\"word\":\"%s\",\"us\":%llu}\n", word, (unsigned long long)(avr->cycle / 16));
}

static void read_commands(void) {
  static char text[4096];
  static int have;
  int n = read(0, text + have, sizeof text - 1 - have);
  if (n == 0) exit(0); /* whoever started us is gone */
  if (n < 0) return;
  have += n;
  text[have] = 0;
  char *start = text, *end;
  while ((end = strchr(start, '\n'))) {
    *end = 0;
    obey(start);
    start = end + 1;
  }
  have -= start - text;
  memmove(text, start, have);
}

static void read_line(void) {
  uint8_t chunk[512];
  unsigned room = sizeof line_in - (line_head - line_tail);
  int n = read(master, chunk, room < sizeof chunk ? room : sizeof chunk);
  for (int i = 0; i < n; i++) line_in[line_head++ % sizeof line_in] = chunk[i];
}

static void no_sleep(avr_t *a, avr_cycle_count_t how_long) {} /* time is kept by the main loop */
static void quiet(avr_t *a, const int level, const char *format, va_list ap) {
  if (level <= LOG_ERROR) vfprintf(stderr, format, ap);
}

static void find_parts(void) {
  for (avr_io_t *io = avr->io_port; io; io = io->next) {
    if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0') uart = (avr_uart_t *)io;
    if (!strcmp(io->kind, "extint")) extint = (avr_extint_t *)io;
    if (!strcmp(io->kind, "eeprom")) eeprom = (avr_eeprom_t *)io;
  }
}

static void hook(avr_io_addr_t addr, avr_io_read_t r, avr_io_write_t w) {
  int io = AVR_DATA_TO_IO(addr);
  if (r) { avr->io[io].r.c = r; avr->io[io].r.param = NULL; }
  if (w) { avr->io[io].w.c = w; avr->io[io].w.param = NULL; }
}

static void install(char led_port, int led_pin) {
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  hook(uart->r_udr, udr_read, NULL);
  hook(uart->r_ucsra, ucsra_read, NULL);
  hook(eeprom->r_eecr, NULL, eecr_write);
  hook(0x3C, NULL, eifr_write);
  hook(0x3E, NULL, gpior0);
  hook(0x4A, NULL, gpior1);
  hook(0x4B, NULL, gpior2);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_out, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(led_port), led_pin), led_edge, NULL);
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), adc_trigger, NULL);
  cell_count = avr->e2end + 1;
  cells = malloc(cell_count);
  wear = calloc(cell_count, sizeof *wear);
  memset(cells, 0xFF, cell_count);
}

static void open_line(void) {
  int slave;
  struct termios raw;
  char name[64];
  cfmakeraw(memset(&raw, 0, sizeof raw));
  if (openpty(&master, &slave, name, &raw, NULL)) {
    perror("bench: pty");
    exit(1);
  }
  tcgetattr(slave, &raw);
  cfmakeraw(&raw);
  tcsetattr(slave, TCSANOW, &raw);
  fcntl(master, F_SETFL, O_NONBLOCK);
  printf("{\"event\":\"ready\",\"port\":\"%s\"}\n", name); /* the slave stays open here: no hang-ups */
}

static uint64_t now_us(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000ULL + t.tv_nsec / 1000;
}

int main(int argc, char **argv) {
  if (argc < 5) {
    fprintf(stderr, "bench ELF MCU LEDPORT LEDPIN [--fast] [--seed N]\n");
    return 2;
  }
  for (int i = 5; i < argc; i++) {
    if (!strcmp(argv[i], "--fast")) fast = 1;
    if (!strcmp(argv[i], "--seed") && i + 1 < argc) random_state = strtoull(argv[++i], NULL, 10) * 2 + 1;
  }
  avr_global_logger_set(quiet);
  setvbuf(stdout, NULL, _IOLBF, 1 << 16);
  if (elf_read_firmware(argv[1], &elf) || !(avr = avr_make_mcu_by_name(argv[2]))) {
    fprintf(stderr, "bench: can't load %s for %s\n", argv[1], argv[2]);
    return 1;
  }
  avr_init(avr);
  elf.frequency = F_CPU;
  avr_load_firmware(avr, &elf);
  avr->frequency = F_CPU;
  avr->vcc = avr->avcc = avr->aref = 5000;
  avr->sleep = no_sleep;
  core_reset = avr->reset;
  avr->reset = note_reset;
  find_parts();
  install(argv[3][0], atoi(argv[4]));
  for (int i = 5; i + 1 < argc; i++) /* inputs at rest, as their pull-ups hold them */
    if (!strcmp(argv[i], "--high")) drive(argv[i + 1][0], argv[i + 1][1] - '0', '1');
  open_line();
  fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
  power_cut();
  uint64_t start = now_us();
  avr_cycle_count_t zero = avr->cycle;
  const avr_cycle_count_t slice = 16 * 200; /* 200 us between two looks at the world */
  for (;;) {
    struct pollfd world[2] = {{.fd = 0, .events = POLLIN}, {.fd = master, .events = POLLIN}};
    int wait_ms = paused ? 20 : 0;
    if (!fast && !paused) {
      int64_t ahead = (int64_t)((avr->cycle - zero) / 16) - (int64_t)(now_us() - start);
      if (ahead < -20000) { start = now_us(); zero = avr->cycle; } /* too slow: don't race to catch up */
      struct timespec t = {0, ahead > 0 ? ahead * 1000 : 0};
      if (ahead > 100) ppoll(world, 2, &t, NULL);
      else poll(world, 2, 0);
    } else {
      poll(world, 2, wait_ms);
    }
    if (world[0].revents) read_commands();
    if (world[1].revents & POLLIN) read_line();
    if (paused) { start = now_us(); zero = avr->cycle; continue; }
    unhang();
    servo_note();
    line_wake();
    avr_cycle_count_t until = avr->cycle + slice;
    while (avr->cycle < until) {
      int state = avr_run(avr);
      if (was_reset) after_reset();
      uint16_t sp = avr->data[R_SPL] | avr->data[R_SPH] << 8;
      if (sp < lowest_sp) lowest_sp = sp;
      if (state == cpu_Done || state == cpu_Crashed) {
        printf("{\"event\":\"crash\",\"pc\":%u,\"state\":%d}\n", avr->pc, state);
        return 1;
      }
    }
  }
}
