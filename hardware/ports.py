"""Which port is ours → found by handshake, or given by hand; every failure with its own cure."""

from dataclasses import dataclass

from serial.tools import list_ports

from hardware.device import Device
from hardware.link import SerialLink
from hardware.problems import HardwareTrouble, NoAnswer, NoDevice

HANDSHAKE_S = 1.0  # past the boot loader's wait


@dataclass(frozen=True, slots=True)
class PortReport:
    """One port and what is on it: `trouble` is None when it is ours and well."""

    port: str
    what: str
    trouble: HardwareTrouble | None


def candidates() -> list[tuple[str, str]]:
    """Ports that could carry an Arduino, with what the system calls them."""
    found = [(port.device, port.description or "") for port in list_ports.comports()]
    return sorted(entry for entry in found if not entry[0].startswith("/dev/ttyS"))


def look(port: str, what: str = "") -> PortReport:
    """Shake hands on one port."""
    device = Device(lambda: SerialLink(port), patience_s=HANDSHAKE_S)
    try:
        device.connect()
    except HardwareTrouble as trouble:
        return PortReport(port, what, trouble)
    finally:
        device.close()
    return PortReport(port, what, None)


def find_port() -> str:
    """The first port that answers as ours; otherwise the most telling reason why none did."""
    reports = []
    for port, what in candidates():
        report = look(port, what)
        if report.trouble is None:
            return port
        reports.append(report)
    telling = [
        report.trouble for report in reports if report.trouble and not isinstance(report.trouble, NoAnswer)
    ]
    if telling:
        raise telling[0]
    tried = ", ".join(report.port for report in reports) or "there is none"
    raise NoDevice(
        f"no device found (ports tried: {tried}): plug it in, flash it with `studeye flash`, "
        "or try without one: --virtual or --bench"
    )
