"""Takes from the companion's own code what Python lacks on Windows. Its libraries stay those of
this system: put this folder first on PYTHONPATH. What it can't show: files that are open, the
console, the firewall, the registry.
"""

import builtins
import os
import types
from pathlib import Path

MODULES = {"fcntl", "resource", "termios", "pwd", "grp"}
NAMES = {"sysconf", "geteuid", "getuid", "fork", "statvfs", "killpg", "setsid", "fchmod", "sync"}


class WindowsOs(types.ModuleType):
    name = "nt"

    def __getattr__(self, name: str) -> object:
        if name in NAMES:
            raise AttributeError(f"module 'os' has no attribute {name!r}")
        return getattr(os, name)

    @staticmethod
    def open(path: str, *given: object, **named: object) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return os.open(path, *given, **named)


_os, _import = WindowsOs("os"), builtins.__import__


def _imported(name, globals=None, locals=None, fromlist=(), level=0):
    if level == 0 and str((globals or {}).get("__name__", "")).startswith("companion"):
        if name == "os":
            return _os
        if name in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _import(name, globals, locals, fromlist, level)


builtins.__import__ = _imported
