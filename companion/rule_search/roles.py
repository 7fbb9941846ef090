"""Roles: what stands before a value makes of it: where from, where to, what is given for it.

"to" and "from": where something goes, and where it is. "at": one of both. "of": "from", if nothing
else is said. "for": the other side of an exchange. "get" and "give": what a verb does with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.rule_search.naming import NamedValue

Place = tuple[range, NamedValue]


class RoleReader:
    """Reads roles. `said`: by role, the sequences of words that give it; `behind`: whether a verb
    stands behind what it is about.
    """

    def __init__(self, said: Mapping[str, Sequence[Sequence[str]]], *, behind: bool) -> None:
        self._said = [(tuple(words), role) for role, all_of in said.items() for words in all_of]
        self._said.sort(key=lambda each: -len(each[0]))
        self._behind = behind

    def with_roles(self, words: Sequence[str], named: Iterable[Place]) -> list[Place]:
        """Returns the values with their roles, exchanges settled: each is got or given."""
        found: list[Place] = []
        end = 0
        for at, value in named:
            role = self._role(words[end : at.start]) or self._role_behind(words, at.stop)
            found.append((at, replace(value, role=role)))
            end = at.stop
        return _settled(found)

    def _role(self, gap: Sequence[str]) -> str:
        """Returns the role that the last of these words gives; of "of" only if none else does."""
        weak, stop = "", len(gap)
        while stop:
            words, role = next(
                (
                    (words, role)
                    for words, role in self._said
                    if tuple(gap[max(0, stop - len(words)) : stop]) == words
                ),
                ((), ""),
            )
            if role and role != "of":
                return role
            weak, stop = weak or role, stop - max(1, len(words))
        return "from" if weak else ""

    def _role_behind(self, words: Sequence[str], at: int) -> str:
        role = self._role(words[at : at + 1]) if self._behind else ""
        return role if role in ("get", "give") else ""


def _settled(found: list[Place]) -> list[Place]:
    """Returns the values of an exchange as got and given: "get X for Y" gives Y, else X is given
    for Y.
    """
    at = next((n for n, (_, value) in enumerate(found) if value.role == "for"), 0)
    if not at:
        return found
    place, value = found[at]
    before, other = found[at - 1]
    role = "give" if other.role == "get" else "for"
    if other.role in ("", "at", "of", "from"):
        found[at - 1] = (before, replace(other, role="give" if role == "for" else other.role))
    found[at] = (place, replace(value, role=role))
    return found
