"""A living room: a house and its phones in two network namespaces, with a cable between them that
loses packets or is cut. Only root can make one; nothing of it is seen outside.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

HOUSE, PHONES = "10.99.0.1", "10.99.0.2"


class NoRoom(Exception):
    """There can be none here: why."""


class Room:
    """Use it as a context: it is gone afterwards."""

    def __init__(self) -> None:
        self.home, self.phones = (f"{name}-{os.getpid()}" for name in ("home", "phones"))
        self._ends = {self.home: f"h{os.getpid()}", self.phones: f"p{os.getpid()}"}

    def __enter__(self) -> Room:
        if os.geteuid() != 0:
            raise NoRoom("Only root can make a room of its own.")
        if missing := [tool for tool in ("ip", "nft") if shutil.which(tool) is None]:
            raise NoRoom(f"This needs {' and '.join(missing)} (Debian: iproute2, nftables).")
        try:
            self._build()
            self.loses(0)
        except subprocess.CalledProcessError as trouble:
            self._clear()
            raise NoRoom(f"This machine makes no room: {trouble.stderr.strip()}") from trouble
        return self

    def __exit__(self, *_: object) -> None:
        self._clear()

    def _build(self) -> None:
        for name in self._ends:
            _run("ip", "netns", "add", name)
        home, phones = self._ends.values()
        _run("ip", "link", "add", home, "type", "veth", "peer", "name", phones)
        for (name, end), address in zip(self._ends.items(), (HOUSE, PHONES), strict=True):
            _run("ip", "link", "set", end, "netns", name)
            self._inside(name, "ip", "addr", "add", f"{address}/24", "dev", end)
            self._inside(name, "ip", "link", "set", end, "up")
            self._inside(name, "ip", "link", "set", "lo", "up")

    def _clear(self) -> None:
        for name in self._ends:
            subprocess.run(["ip", "netns", "del", name], capture_output=True, check=False)

    def loses(self, percent: int) -> None:
        """So many of all packets, either way."""
        which = f"numgen random mod 100 < {percent}" if percent < 100 else ""
        for name, end in self._ends.items():
            rules = ["flush ruleset", "add table ip cable"]
            rules += ["add chain ip cable in { type filter hook input priority 0 ; }"]
            if percent:
                # Only on the cable: what a machine says to itself is not lost.
                rules += [f'add rule ip cable in iifname "{end}" {which} drop']
            self._inside(name, "nft", "; ".join(rules))

    def cut(self) -> None:
        """The cable is out; the phones' machine notices."""
        self._inside(self.phones, "ip", "link", "set", self._ends[self.phones], "down")

    def mend(self) -> None:
        self._inside(self.phones, "ip", "link", "set", self._ends[self.phones], "up")

    def _inside(self, name: str, *command: str) -> None:
        _run("ip", "netns", "exec", name, *command)

    def wrapped(self, program: str, folder: Path) -> Path:
        """This program, started among the phones."""
        file = folder / "among-the-phones"
        file.write_text(f'#!/bin/sh\nexec ip netns exec {self.phones} {program} "$@"\n')
        file.chmod(0o755)
        return file


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
