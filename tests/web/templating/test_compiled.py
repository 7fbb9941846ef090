"""Compiled templates are kept from one start to the next, and never needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import jinja2
import pytest

from companion.web.templating import environment
from companion.web.templating.environment import CompiledTemplates, compiled_templates

SOURCE = "{% for n in range(3) %}{{ n }}{% endfor %}"


class Counting(jinja2.Environment):
    """Counts the templates that it had to compile."""

    compiled = 0

    def compile(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
        self.compiled += 1
        return super().compile(*args, **kwargs)  # type: ignore[call-overload]


def drawn(kept: CompiledTemplates | None, source: str = SOURCE) -> int:
    """Draws a page in a companion that has just been started; how many templates it compiled."""
    env = Counting(loader=jinja2.DictLoader({"page.html": source}), bytecode_cache=kept)
    assert env.get_template("page.html").render() == "012"
    return env.compiled


def test_the_next_start_compiles_nothing(tmp_path: Path) -> None:
    assert drawn(CompiledTemplates(str(tmp_path))) == 1
    assert drawn(CompiledTemplates(str(tmp_path))) == 0


def test_a_template_that_has_changed_is_compiled_anew(tmp_path: Path) -> None:
    drawn(CompiledTemplates(str(tmp_path)))
    assert drawn(CompiledTemplates(str(tmp_path)), SOURCE.replace("range(3)", "'012'")) == 1


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-20])


def torn_at_its_head(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:30])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def made_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def gone_with_its_folder(file: Path) -> None:
    file.unlink()
    file.parent.rmdir()


@pytest.mark.parametrize(
    "spoilt", [cut_short, torn_at_its_head, empty, made_a_folder, gone_with_its_folder]
)
def test_whatever_became_of_the_file_the_page_is_drawn(
    spoilt: Callable[[Path], None], tmp_path: Path
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    drawn(CompiledTemplates(str(folder)))
    [file] = folder.iterdir()
    spoilt(file)
    assert drawn(CompiledTemplates(str(folder))) == 1


@pytest.mark.parametrize("trouble", [OSError(28, "No space left"), RuntimeError("not safe")])
def test_without_a_safe_folder_nothing_is_kept(
    trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nowhere(self: object) -> str:
        raise trouble

    monkeypatch.setattr(jinja2.FileSystemBytecodeCache, "_get_default_cache_dir", nowhere)
    environment.compiled_templates.cache_clear()
    assert compiled_templates() is None
    assert drawn(None) == 1
    environment.compiled_templates.cache_clear()


def test_it_is_this_users_alone() -> None:
    kept = compiled_templates()
    assert kept is not None
    assert Path(kept.directory).stat().st_mode & 0o777 == 0o700
