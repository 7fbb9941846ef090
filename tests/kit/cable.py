"""A cable between this machine and a namespace, for what stands beyond it; it can be cut.

Only root can lay one. Nothing but this cable's two ends is touched, and both go with it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache

NO_CABLE = "only root can cut a cable, with ip and nft (Debian: iproute2, nftables)"
#: So many cables can lie here at once; 10.N.X.Y are their ends.
MOST, N = 2**14, 199


@cache
def may_lay() -> bool:
    """Whether one can be laid here: it is tried."""
    tools = ("ip", "nft", "setpriv")
    found = all(shutil.which(each, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") for each in tools)
    if sys.platform != "linux" or os.geteuid() != 0 or not found:
        return False
    try:
        with lay_cable():
            return True
    except subprocess.CalledProcessError:
        return False


class Cable:
    """`there`: the address beyond it. Each process has addresses of its own: of two cables with the
    same ones, all that is sent goes through the older.
    """

    def __init__(self) -> None:
        high, low = divmod(os.getpid() % MOST * 4, 256)
        self._here, self.there = (f"10.{N}.{high}.{low + end}" for end in (1, 2))
        self._name = f"companion-{os.getpid()}"
        self._near, self._far = f"cn{os.getpid()}", f"cf{os.getpid()}"

    def lay(self) -> None:
        _run("ip", "netns", "add", self._name)
        _run("ip", "link", "add", self._near, "type", "veth", "peer", "name", self._far)
        _run("ip", "link", "set", self._far, "netns", self._name)
        _run("ip", "addr", "add", f"{self._here}/30", "dev", self._near)
        _run("ip", "link", "set", self._near, "up")
        self._beyond("ip", "addr", "add", f"{self.there}/30", "dev", self._far)
        self._beyond("ip", "link", "set", self._far, "up")
        self._beyond("ip", "link", "set", "lo", "up")

    def cut(self) -> None:
        """Nothing that is sent arrives any more, and nobody is told so."""
        rules = ["add table ip cable"]
        for way, end in (("input", "iifname"), ("output", "oifname")):
            rules.append(f"add chain ip cable {way} {{ type filter hook {way} priority 0 ; }}")
            rules.append(f'add rule ip cable {way} {end} "{self._far}" drop')
        self._beyond("nft", "; ".join(rules))

    def mend(self) -> None:
        self._beyond("nft", "flush ruleset")

    def remove(self) -> None:
        subprocess.run(["ip", "netns", "del", self._name], capture_output=True, check=False)
        subprocess.run(["ip", "link", "del", self._near], capture_output=True, check=False)

    def beyond(self, command: Sequence[str]) -> list[str]:
        """The same command, to be run there by nobody in particular."""
        nobody = ("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups")
        return ["ip", "netns", "exec", self._name, *nobody, *command]

    def _beyond(self, *command: str) -> None:
        _run("ip", "netns", "exec", self._name, *command)


@contextmanager
def lay_cable() -> Iterator[Cable]:
    cable = Cable()
    try:
        cable.lay()
        yield cable
    finally:
        cable.remove()


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)
