"""The cable between the virtual table's device and the host, which can be pulled and put back."""

from hardware.link import Link
from hardware.problems import LinkLost
from hardware.virtual_device import VirtualDevice


class Cable:
    """Opens lines to a device in memory; none lives while it is pulled."""

    def __init__(self, device: VirtualDevice) -> None:
        self.device = device
        self.pulled = False

    def pull(self) -> None:
        """The device loses its power with it."""
        self.pulled = True
        self.device.power_cut()

    def put_back(self) -> None:
        """The device starts anew."""
        self.pulled = False

    def link(self) -> Link:
        """A line to the device."""
        self._whole()
        return _Line(self)

    def _whole(self) -> None:
        if self.pulled:
            raise LinkLost("the device went away: check its cable and plug it in again")


class _Line:
    """One opened line: what is sent while the cable is pulled is lost, and said to be."""

    def __init__(self, cable: Cable) -> None:
        self._cable, self._link = cable, cable.device.link()
        self.name, self.boot_wait_s = self._link.name, self._link.boot_wait_s

    def write(self, data: bytes) -> None:
        """Send all of `data`."""
        self._cable._whole()
        self._link.write(data)

    def read(self, wait_s: float) -> bytes:
        """Whatever has come."""
        self._cable._whole()
        return self._link.read(wait_s)

    def close(self) -> None:
        """Let go of the line."""
        self._link.close()
