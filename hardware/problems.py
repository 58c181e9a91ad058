"""What can be wrong with a camera, a port or a device."""


class HardwareTrouble(Exception):
    """One sentence with what happened, where, and the cure (exit 3)."""
