"""What can be wrong with a camera, a port or a device, each with its cure."""


class HardwareTrouble(Exception):
    """One sentence with what happened, where, and the cure (exit 3)."""


class NoDevice(HardwareTrouble):
    """Nothing that answers was found on any port."""


class PortBusy(HardwareTrouble):
    """Another program holds the port."""


class NoPermission(HardwareTrouble):
    """This user may not open the port."""


class NotOurDevice(HardwareTrouble):
    """Something is there, but it does not speak our protocol."""


class WrongFirmware(HardwareTrouble):
    """Ours, but made from another message dictionary."""


class LinkLost(HardwareTrouble):
    """The line went away in the middle: a pulled cable, a device without power."""


class NoAnswer(HardwareTrouble):
    """The line is there, the device is silent."""


class Refused(HardwareTrouble):
    """The device understood and said no."""
