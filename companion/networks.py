"""The addresses of this machine, the one for phones in the house first: that of the Wi-Fi or cable,
not of a tunnel (VPN), a container or a virtual machine.
"""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from urllib.parse import urlsplit

import ifaddr

#: An address reserved for documentation (RFC 5737): connecting a UDP socket to it sends nothing,
#: but reveals which of its own addresses the machine would use.
UNROUTABLE_ADDRESS = ("192.0.2.1", 9)

#: How systems name the cards of tunnels, and of containers and virtual machines.
TUNNEL_NAME = re.compile(
    r"(tun|tap|utun|wg|ppp|ipsec|zt|tailscale|nordlynx|proton|mullvad|gpd|cscotun|feth)\d*"
    r"|(tun|tap|wg|proton|mullvad|zt)[-_\w]*"
    r"|.*(vpn|tunnel|wireguard|tap-windows|wintun|tailscale|zerotier|anyconnect|hamachi|fortinet).*"
    r"|.*(pangp|globalprotect|juniper networks|check point).*",
    re.IGNORECASE,
)
VIRTUAL_NAME = re.compile(
    r"(docker|veth|virbr|vmnet|vboxnet|podman|cni|lxcbr|lxdbr|incusbr|flannel|cali|kube|vnet)[-.\w]*"
    r"|br-[0-9a-f]{12}|bridge1\d\d|anpi\d+|awdl\d+|llw\d+"
    r"|.*(vethernet|virtualbox|vmware|hyper-v|loopback).*",
    re.IGNORECASE,
)
#: Where Linux tells of its cards, and the kind of one without an address of hardware (WireGuard).
CARDS, NO_HARDWARE = Path("/sys/class/net"), "65534"
NET, VIRTUAL, TUNNEL = "net", "virtual", "tunnel"


@dataclass(frozen=True)
class OwnAddress:
    """An address, the name of its network card, and its `kind`: "net", "virtual" or "tunnel".
    `routed`: whether the machine itself uses it for addresses outside.
    """

    address: str
    card: str
    kind: str = NET
    routed: bool = False


def own_addresses() -> tuple[OwnAddress, ...]:
    """Returns the IPv4 addresses that other machines could reach, the best for phones first."""
    routed = routed_address()
    found = []
    for card in ifaddr.get_adapters():
        name = card.nice_name or card.name
        for each in card.ips:
            if isinstance(each.ip, str) and not IPv4Address(each.ip).is_loopback:
                kind = adapter_kind(name, each.network_prefix)
                found.append(OwnAddress(each.ip, name, kind, each.ip == routed))
    return best_first(found)


def best_first(found: list[OwnAddress]) -> tuple[OwnAddress, ...]:
    """Returns the addresses in the order in which phones in the house may reach them."""
    kinds = (NET, VIRTUAL, TUNNEL)

    def rank(each: OwnAddress) -> tuple[bool, int, bool, bool]:
        number = IPv4Address(each.address)
        at_home = number.is_private and not number.is_link_local
        return number.is_link_local, kinds.index(each.kind), not each.routed, not at_home

    return tuple(sorted(found, key=rank))


def adapter_kind(name: str, prefix: int = 24) -> str:
    """Returns the kind of the card with this name. `prefix`: bits of its network."""
    if TUNNEL_NAME.fullmatch(name) or prefix == 32:
        return TUNNEL
    if VIRTUAL_NAME.fullmatch(name):
        return VIRTUAL
    with suppress(OSError, ValueError):
        folder = CARDS / name
        if (folder / "tun_flags").exists() or (folder / "type").read_text().strip() == NO_HARDWARE:
            return TUNNEL
        if (folder / "bridge").exists():
            return VIRTUAL
    return NET


def routed_address() -> str:
    """Returns the address that this machine uses for others outside; the loopback one if none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(UNROUTABLE_ADDRESS)
        except OSError:
            return "127.0.0.1"
        return str(probe.getsockname()[0])


def local_address(ipv6: bool = False) -> str:
    """Returns this machine's address on the local network; the loopback address without one.
    `ipv6`: one of IPv6 does where there is none of IPv4.
    """
    best = next(iter(own_addresses()), None)
    # What a machine gives itself where no network gave it one: no phone has such a neighbour.
    if best and not IPv4Address(best.address).is_link_local:
        return best.address
    return (ipv6 and next(iter(own_ipv6_addresses()), "")) or "127.0.0.1"


def own_ipv6_addresses() -> list[str]:
    """Returns the IPv6 addresses that browsers of other machines can open, those of the house
    first: not those that hold on one cable alone, which need its name.
    """
    found = (
        IPv6Address(each.ip[0])
        for card in ifaddr.get_adapters()
        for each in card.ips
        if isinstance(each.ip, tuple)
    )
    usable = (each for each in found if not (each.is_loopback or each.is_link_local))
    return [str(each) for each in sorted(usable, key=lambda each: (not each.is_private, each))]


def other_addresses(chosen: str) -> tuple[OwnAddress, ...]:
    """Returns what phones may have to open instead of the chosen address: those of further cards,
    and a tunnel's if the machine itself goes out by it.
    """
    return tuple(
        each
        for each in own_addresses()
        if each.address != chosen and (each.kind == NET or each.routed)
    )


def is_loopback(host: str) -> bool:
    """Returns whether this name or number, without a port, is the machine's own for itself."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


#: Seconds for which an address that was found is taken for what it still is, and between two looks
#: whether it changed.
ADDRESS_KNOWN_SECONDS, ADDRESS_CHECK_SECONDS = 0.25, 2.0


class PhonesAddress:
    """The origin (scheme, host and port) by which phones reach this server, asked anew where it is
    looked for: a laptop joins its network after the start, or gets another address. `find` finds
    it; `follows`: whether it can change; `ticks`: monotonic seconds.
    """

    def __init__(
        self,
        find: Callable[[], str],
        ticks: Callable[[], float] = time.monotonic,
        follows: bool = True,
    ) -> None:
        self.follows = follows
        self._find, self._ticks = find, ticks
        self._known, self._known_at = find(), ticks()
        self._former: set[str] = set()

    @property
    def current(self) -> str:
        """Returns the address as it is now."""
        now = self._ticks()
        if self.follows and now - self._known_at >= ADDRESS_KNOWN_SECONDS:
            found, self._known_at = self._find(), now
            if found != self._known:
                self._former = {*self._former, self._known} - {found}
                self._known = found
        return self._known

    @property
    def awaits_network(self) -> bool:
        """Returns whether no phone can reach this machine before it joins a network."""
        return self.follows and is_loopback(urlsplit(self.current).hostname or "")

    def was(self, origin: str) -> bool:
        """Returns whether this was the address and no longer is: nothing is behind it any more."""
        return origin in self._former

    def follow(self, changed: Callable[[str], None]) -> None:
        """Calls `changed` with each new address, for as long as the program runs."""
        known = self.current
        while self.follows:
            time.sleep(ADDRESS_CHECK_SECONDS)
            if (found := self.current) != known:
                known = found
                changed(found)


def fixed_address(origin: str) -> PhonesAddress:
    """Returns an address that stays: somebody chose it, or "" where nobody knows it."""
    return PhonesAddress(lambda: origin, follows=False)


#: Bits of an IPv6 address that are its network's; a machine chooses the others, and anew at will.
IPV6_NETWORK_BITS = 64


def sender_of_address(address: str) -> str:
    """Returns whom the limits count for this address: of IPv6 its network, for one machine has as
    many addresses there as it likes. On one cable, fe80::, all networks are the same: there it is
    the address. An IPv4 address stays, also where IPv6 hands it on (::ffff:192.0.2.7).
    """
    try:
        parsed = IPv6Address(address)
    except ValueError:
        return address
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    if parsed.is_link_local:
        return str(parsed)
    host = 128 - IPV6_NETWORK_BITS
    return f"{IPv6Address(int(parsed) >> host << host)}/{IPV6_NETWORK_BITS}"
