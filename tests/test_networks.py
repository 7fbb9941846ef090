"""The address that is printed is that of the Wi-Fi or cable, not of a tunnel or a container."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion import networks
from companion.cli import address
from companion.networks import (
    NET,
    TUNNEL,
    VIRTUAL,
    OwnAddress,
    adapter_kind,
    best_first,
    sender_of_address,
)
from companion.server import sockets

WIFI = ("wlan0", "wlp3s0", "eth0", "enp4s0", "eno1", "en0", "lan0", "Wi-Fi", "Ethernet 2", "br0")
WIFI += ("Intel(R) Wi-Fi 6 AX201 160MHz", "Microsoft Wi-Fi Direct Virtual Adapter #2")
TUNNELS = ("tun0", "utun4", "wg0", "wg-mullvad", "ppp0", "tailscale0", "nordlynx", "proton0")
TUNNELS += ("NordLynx Tunnel", "ProtonVPN TUN", "LogMeIn Hamachi Virtual Ethernet Adapter")
TUNNELS += ("PANGP Virtual Ethernet Adapter", "Fortinet SSL VPN Virtual Ethernet Adapter")
TUNNELS += ("zt7nnig26c", "TAP-Windows Adapter V9", "OpenVPN Data Channel", "WireGuard Tunnel")
VIRTUALS = ("docker0", "br-0123456789ab", "veth12ab", "virbr0", "vmnet8", "vboxnet0", "podman1")
VIRTUALS += ("vEthernet (WSL)", "VMware Network Adapter VMnet1", "VirtualBox Host-Only Network")


@pytest.mark.parametrize(
    ("address", "sender"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fd12:3456:789a:1::5", "fd12:3456:789a:1::/64"),
        ("fe80::1%wlan0", "fe80::1%wlan0"),
        ("fe80::2", "fe80::2"),
        ("", ""),
        ("unknown", "unknown"),
    ],
)
def test_limits_count_an_ipv6_network_as_one(address: str, sender: str) -> None:
    assert sender_of_address(address) == sender


@pytest.mark.parametrize(("kind", "cards"), [(NET, WIFI), (TUNNEL, TUNNELS), (VIRTUAL, VIRTUALS)])
def test_cards_are_known_by_their_names(kind: str, cards: tuple[str, ...]) -> None:
    assert {card: adapter_kind(card) for card in cards} == dict.fromkeys(cards, kind)


def test_the_house_comes_before_tunnels_and_containers_whatever_the_route() -> None:
    found = [
        OwnAddress("169.254.7.7", "eth1"),
        OwnAddress("172.17.0.1", "docker0", VIRTUAL),
        OwnAddress("10.8.0.6", "tun0", TUNNEL, routed=True),
        OwnAddress("192.168.178.23", "wlan0"),
    ]
    for seed in range(20):
        Random(seed).shuffle(found)
        ranked = [each.address for each in best_first(found)]
        assert ranked == ["192.168.178.23", "172.17.0.1", "10.8.0.6", "169.254.7.7"]


def test_of_two_cards_that_of_the_route_is_first_and_the_other_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two = best_first([OwnAddress("10.0.0.2", "eth0"), OwnAddress("10.1.0.2", "wlan0", NET, True)])
    monkeypatch.setattr(networks, "own_addresses", lambda: two)
    assert networks.local_address() == "10.1.0.2"
    assert [each.address for each in networks.other_addresses("10.1.0.2")] == ["10.0.0.2"]
    for none in ((), (OwnAddress("169.254.7.7", "Wi-Fi"),)):
        monkeypatch.setattr(networks, "own_addresses", lambda found=none: found)
        assert networks.local_address() == "127.0.0.1"


def test_what_somebody_says_is_what_phones_open() -> None:
    assert sockets.server_address_for_phones("::", 8000, "10.0.0.9") == "http://10.0.0.9:8000"
    assert sockets.server_address_for_phones("", 8000, "http://pi.lan/") == "http://pi.lan"
    assert sockets.server_address_for_phones("10.0.0.9", 80) == "http://10.0.0.9:80"


def test_every_address_of_ipv6_is_one_of_ipv4_too() -> None:
    if not sockets.socket.has_dualstack_ipv6():
        pytest.skip("this system has no sockets for both")
    with sockets.create_listener("::", 0) as listener:
        port = listener.getsockname()[1]
        for host in ("127.0.0.1", "::1"):
            sockets.socket.create_connection((host, port), timeout=10).close()


CABLE = "ip link set lo up; ip link add lan0 type veth peer name far0; ip link set far0 up\n"
HOUSE = f"""{CABLE}
ip addr add 192.168.178.23/24 dev lan0 && ip link set lan0 up
ip route add default via 192.168.178.1
ip tuntap add tun0 mode tun && ip addr add 10.8.0.6/24 dev tun0 && ip link set tun0 up
ip route add 0.0.0.0/1 dev tun0 && ip route add 128.0.0.0/1 dev tun0
"""
LOOK = "from companion import networks as n; print(n.local_address(), n.routed_address())"
IPV6_ALONE = f"{CABLE}ip link set lan0 up; ip addr add fd12:3456:789a:1::5/64 dev lan0 nodad\n"
DOCTOR = "import sys; from companion.cli import main; main(sys.argv[1:], standalone_mode=False)"


def within(network: str, program: str, *given: str) -> str:
    """What this says in a network of its own, as `unshare` makes one where it may."""
    if not shutil.which("unshare") or not shutil.which("ip"):
        pytest.skip("no unshare or ip here")
    script = f'set -e\n{network}\necho made; exec "$@"'
    done = subprocess.run(
        ["unshare", "-n", "sh", "-c", script, "sh", sys.executable, "-c", program, *given],
        capture_output=True,
        text=True,
        check=False,
    )
    if not done.stdout.startswith("made"):
        pytest.skip(f"no network of one's own here: {done.stderr[-200:]}")
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout.removeprefix("made\n")


@pytest.mark.process
def test_a_vpn_beside_the_wifi_of_a_real_machine() -> None:
    assert within(HOUSE, LOOK).split() == ["192.168.178.23", "10.8.0.6"]


@pytest.mark.process
@pytest.mark.parametrize(
    ("host", "told"),
    [
        ("::", "phones in the house open fd12:3456:789a:1::5"),
        ("0.0.0.0", "Start it with --host ::"),
    ],
)
def test_in_a_network_of_ipv6_alone_doctor_says_what_phones_open(
    host: str, told: str, tmp_path: Path
) -> None:
    place = ("--host", host, "--database", str(tmp_path / "tables.sqlite"))
    assert told in within(IPV6_ALONE, DOCTOR, "doctor", *place)


def test_in_a_network_of_ipv6_alone_the_start_names_the_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(address, "own_ipv6_addresses", lambda: ["fd12::5"])
    address.print_address("http://127.0.0.1:8000", network_awaited=True)
    assert "--host ::" in capsys.readouterr().out
