"""The virtual device's cable, pulled and put back."""

import random

import pytest

from hardware.device import Device
from hardware.problems import HardwareTrouble
from hardware.virtual.cable import Cable
from hardware.virtual_device import VirtualDevice


def test_a_pulled_cable_is_a_lost_line_and_put_back_it_is_used_again() -> None:
    cable = Cable(VirtualDevice(rng=random.Random(1)))
    device = Device(cable.link)
    device.connect()
    cable.pull()
    with pytest.raises(HardwareTrouble, match="plug it in again"):
        device.connect()
    cable.put_back()
    device.connect()
    assert device.health() is not None
