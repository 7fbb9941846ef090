"""Takes from the companion's own code what Python lacks on Windows, and refuses what Windows does.
Its libraries stay those of this system: put this folder first on PYTHONPATH. What it can't show:
separators and drives, the registry, the firewall, a console's close.
"""

import builtins
import errno
import os
import pathlib
import re
import signal  # noqa: F401
import socket  # noqa: F401
import sys
import types
from contextlib import suppress
from pathlib import Path

MODULES = {"fcntl", "resource", "termios", "pwd", "grp"}
NAMES = {
    "os": {"sysconf", "geteuid", "getuid", "fork", "statvfs", "killpg", "setsid", "fchmod", "sync"}
    | {"kill", "getloadavg", "sched_getaffinity"},
    "socket": {"AF_UNIX"},
    "signal": {"SIGHUP", "SIGKILL", "SIGSTOP", "SIGCONT", "SIGUSR1", "SIGUSR2", "SIGQUIT"},
}
#: What no file's name may hold there, and what none may be.
BAD_NAME = re.compile(
    r'.*[<>:"|?*\x00-\x1f].*|.*[. ]|(CON|PRN|AUX|NUL|COM[1-9]|LPT[1-9])(\..*)?', re.IGNORECASE
)


def asked_by_the_companion() -> bool:
    """Whether its code, and no library's, called what calls this."""
    return str(sys._getframe(2).f_globals.get("__name__", "")).startswith("companion")


def refuse_open(path: object) -> None:
    """What is open is neither replaced nor deleted."""
    wanted = str(Path(path).resolve())
    held = set()
    for number in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # the one of this listing, which is closed by now
            held.add(str(number.readlink()))
    if wanted in held:
        raise PermissionError(errno.EACCES, "The process cannot access the file", wanted)


def refuse_name(path: object) -> None:
    name = Path(path).name
    if name not in ("", ".", "..") and BAD_NAME.fullmatch(name):
        raise OSError(errno.EINVAL, "The filename is incorrect", str(path))


def without(module, lacking):
    """The module without these names, for the companion alone."""

    class Windows(types.ModuleType):
        def __getattr__(self, name):
            if name in lacking:
                raise AttributeError(f"module {module.__name__!r} has no attribute {name!r}")
            return getattr(module, name)

    return Windows(module.__name__)


def _open(path, *given, **named):
    if Path(path).is_dir():
        raise PermissionError(errno.EACCES, "Permission denied", str(path))
    refuse_name(path)
    return os.open(path, *given, **named)


def _refusing(call, *, first=True, second=True):
    def refusing(path, *given, **named):
        if first:
            refuse_open(path)
        if second and given:
            refuse_open(given[0])
            refuse_name(given[0])
        return call(path, *given, **named)

    return refusing


PUT_ON = {name: without(sys.modules[name], lacking) for name, lacking in NAMES.items()}


class _Stat:
    """What a file there says of who may read it: everybody."""

    def __init__(self, found):
        self._found = found
        self.st_mode = found.st_mode & ~0o777 | (0o666 if found.st_mode & 0o200 else 0o444)

    def __getattr__(self, name):
        return getattr(self._found, name)


PUT_ON["os"].name = "nt"
PUT_ON["os"].open = _open
PUT_ON["os"].access = lambda path, mode: os.path.exists(path)  # noqa: PTH110
for name in ("replace", "rename", "unlink", "remove"):
    setattr(PUT_ON["os"], name, _refusing(getattr(os, name)))


def _of_paths(name, call):
    def refusing(path, *given, **named):
        if asked_by_the_companion():
            for each in (path, *given[:1]) if name in ("replace", "rename") else (path,):
                if name in ("unlink", "replace", "rename"):
                    refuse_open(each)
                refuse_name(each)
        return call(path, *given, **named)

    return refusing


for name in ("unlink", "replace", "rename", "open", "write_text", "write_bytes", "mkdir", "touch"):
    setattr(pathlib.Path, name, _of_paths(name, getattr(pathlib.Path, name)))

_path_stat = pathlib.Path.stat


def _stat(path, **named):
    found = _path_stat(path, **named)
    return _Stat(found) if asked_by_the_companion() else found


pathlib.Path.stat = _stat

_import = builtins.__import__


def _imported(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0 and str((globals or {}).get("__name__", "")).startswith("companion"):
        if name in PUT_ON:
            return PUT_ON[name]
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _imported
