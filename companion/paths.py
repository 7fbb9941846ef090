"""Places: where the files lie that the companion draws with: beside it in a checkout, in it once it
is installed. Nothing else knows of the difference. And where nginx is.
"""

from __future__ import annotations

import shutil
from pathlib import Path

PACKAGE_FOLDER = Path(__file__).resolve().parent

#: The folder that holds `templates`, `static` and `translations`.
ROOT_FOLDER = PACKAGE_FOLDER if (PACKAGE_FOLDER / "templates").is_dir() else PACKAGE_FOLDER.parent


def find_nginx() -> str | None:
    """Where nginx is on this machine; None where it is not."""
    # Debian keeps it where only root looks.
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
