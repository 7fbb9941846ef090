"""Keeps compiled templates from one start to the next: compiling them is most of a cold page.

They are beside nobody's tables, in a folder of this user's own among the temporary files. Whatever
is wrong with it (full, read-only, cut short), pages are drawn all the same, and compiled once more.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path

import jinja2
from jinja2.bccache import Bucket


class CompiledTemplates(jinja2.FileSystemBytecodeCache):
    """Jinja's own, which stops a page where its files cannot be read or written."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """What was kept of this template; nothing of what cannot be read."""
        try:
            super().load_bytecode(bucket)
        # A file that was cut short fails in as many ways as it has places.
        except Exception:
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps it for the next start, where there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


@cache
def compiled_templates() -> CompiledTemplates | None:
    """Where they are kept; None where this user has no safe folder."""
    # Jinja looks at a template's text only; what it is made into hangs on this code too.
    code = b"".join(file.read_bytes() for file in sorted(Path(__file__).parent.glob("*.py")))
    made_by = sha256(jinja2.__version__.encode() + code).hexdigest()[:10]
    try:
        return CompiledTemplates(pattern=f"companion-{made_by}-%s.cache")
    except (OSError, RuntimeError):
        return None
