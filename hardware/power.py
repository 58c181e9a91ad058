"""LED colours → what may go out under the power supply: the firmware's arithmetic, byte for byte."""

import numpy as np

CHANNEL_MA = 20  # one of a WS2812's three dice at full
IDLE_MA = 1  # an LED that is dark
MAX_BRIGHTNESS = 255


def scale(rgb: bytes, brightness: int, budget_ma: int) -> int:
    """The factor, of 256, every channel is multiplied by."""
    load = sum(rgb)
    idle = IDLE_MA * (len(rgb) // 3)
    free = max(0, budget_ma - idle)
    cap = free * MAX_BRIGHTNESS * 256 // (CHANNEL_MA * load) if load else 256
    return min(brightness + 1 if brightness else 0, cap, 256)


def limit(rgb: bytes, brightness: int, budget_ma: int) -> bytes:
    """The frame as the LEDs show it."""
    factor = scale(rgb, brightness, budget_ma)
    return (np.frombuffer(rgb, np.uint8).astype(np.uint32) * factor >> 8).astype(np.uint8).tobytes()
