"""A disk without hard links, as sticks (exFAT, FAT) and some shares: put this folder first on
PYTHONPATH.
"""

import errno
import os


def _link(*given: object, **named: object) -> None:
    raise OSError(errno.EPERM, os.strerror(errno.EPERM))


os.link = _link
