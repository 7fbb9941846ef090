"""Verdicts on an action that a player asks about in words: what the judge says of it at this table,
for this seat, now. It writes nothing, and knows nothing that the asking seat may not know.

`table` is always the table as the asking seat may see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from itertools import islice, product
from typing import Any

from companion.play.advice import (
    ActionPreview,
    PossibleAction,
    different_actions,
    possible_actions,
    rule_on,
    try_action,
)
from companion.play.preview import offered_buttons
from companion.referee.game import Game
from companion.referee.notation import ActionForm, UnreadableAction, Word
from companion.referee.ruling import Objection, Ruling
from companion.referee.text import Text
from companion.rule_search.asking import (
    AskedAction,
    AskedKind,
    NamedValue,
    QuestionReader,
    accepts,
)
from companion.tables import ActionEntry, Table

#: Actions that a question leaves open and that are judged; answers that are offered for one piece.
MAX_JUDGED, MAX_OFFERED = 80, 10


@dataclass(frozen=True)
class MissingPiece:
    """An answer to what a question leaves open: the words to add to it, and whether the action is
    then allowed in at least one way.
    """

    words: str
    allowed: bool


@dataclass(frozen=True)
class TableVerdict:
    """What the judge says of the action that is asked about.

    `seat`: whose action. `tried`: the action, judged; None if pieces are missing: then `missing`
    are the answers, or every way is allowed or refused alike. `refusal`: why no way is allowed.
    `plays`: it is whole, allowed, and the asking seat's to play now. `openly`: judged by what all
    seats know, since it is another seat's.
    """

    verb: str
    means: Text
    seat: int
    tried: ActionPreview | None = None
    missing: tuple[MissingPiece, ...] = ()
    refusal: Objection | None = None
    plays: bool = False
    openly: bool = False

    @property
    def allowed(self) -> bool:
        """Whether there is a way to do it now."""
        return self.refusal is None


@dataclass(frozen=True)
class AskedAnswer:
    """The answer for this table: a verdict, the played action that is meant, or all that the seat
    can do now.
    """

    verdict: TableVerdict | None = None
    entry: ActionEntry | None = None
    options: tuple[PossibleAction, ...] = ()


def answer_at_table(
    table: Table, public: Table, viewer: int, phone: str, asked: AskedAction, reader: QuestionReader
) -> AskedAnswer | None:
    """Returns the answer for the seat `viewer` (0: a spectator); None if the table has none.
    `public`: the table as all seats know it, by which another seat's action is judged.

    Raises `UnknownSeat`, `NotAllowed` if the seat is another phone's.
    """
    if not table.started:
        return None
    if asked.kind is AskedKind.PAST:
        entry = played_entry(table, viewer, asked)
        return AskedAnswer(entry=entry) if entry else None
    if asked.kind is AskedKind.OPTIONS:
        if not viewer or not table.game.has_action_candidates:
            return None
        return AskedAnswer(options=possible_actions(table, viewer, phone))
    seat = asked.seat or viewer
    if not seat:
        return None
    if seat == viewer:
        verdict = judge_asked_action(table, seat, viewer, asked, reader)
    else:
        verdict = judge_asked_action(public, seat, 0, asked, reader)
    return AskedAnswer(verdict) if verdict else None


def played_entry(table: Table, viewer: int, asked: AskedAction) -> ActionEntry | None:
    """Returns the newest action that a question about the past means; None if there is none."""
    seat = viewer if asked.seat == 0 else asked.seat
    for entry in reversed(table.entries):
        if seat and entry.seat != seat:
            continue
        words = entry.action.split()
        if asked.verb and words[0] != asked.verb:
            continue
        if all(value.value in words[1:] for value in asked.values):
            return entry
    return None


def judge_asked_action(
    table: Table, seat: int, viewer: int, asked: AskedAction, reader: QuestionReader
) -> TableVerdict | None:
    """Returns the verdict on the action for `seat`, as `viewer` sees it; None if it is not clear
    which action it is, or if it is about what another seat alone may know.
    """
    game = table.game
    form = next((form for form in game.notation.forms if form.verb == asked.verb), None)
    if form is None or (seat != viewer and _rests_on_secrets(game, form)):
        return None
    tries, values = _meant(table, seat, form, asked, reader)
    secret = any(game.redact(action) != action for action in tries)
    if not tries or (seat != viewer and secret):
        return None
    verdict = TableVerdict(form.verb, form.means, seat, openly=seat != viewer)
    whole = next((action for action in tries if _is_said(form, action, values)), None)
    if whole is not None and rule_on(table, seat, whole).allowed:
        return _on_one(table, viewer, verdict, whole, said=True)
    judged = [(action, rule_on(table, seat, action)) for action in tries]
    allowed = [action for action, ruling in judged if ruling.allowed]
    ways = list(different_actions(table, seat, allowed))
    if len(judged) == 1 or (len(ways) == 1 and not asked.denied):
        return _on_one(table, viewer, verdict, ways[0] if ways else judged[0][0], said=False)
    if not allowed and len({ruling.objections[0] for _, ruling in judged}) == 1:
        return replace(verdict, refusal=judged[0][1].objections[0])
    missing = () if secret else _missing(form, judged, values, reader)
    return replace(verdict, missing=missing, refusal=None if allowed else _shared_refusal(judged))


def _meant(
    table: Table, seat: int, form: ActionForm, asked: AskedAction, reader: QuestionReader
) -> tuple[list[Any], Sequence[NamedValue]]:
    """Returns the actions that can be meant, and the values that they were found by."""
    sure = tuple(value for value in asked.values if not value.in_verb)
    for values in dict.fromkeys((asked.values, sure)):
        found = _listed(table, seat, form, values) or _made(table.game, form, values, reader)
        if found:
            return found, values
    return [], ()


def _is_said(form: ActionForm, action: Any, values: Sequence[NamedValue]) -> bool:
    """Returns whether the question names every word of the action."""
    named = {value.value for value in values}
    return all(text in named for _, text in _written(form, action))


def _on_one(
    table: Table, viewer: int, verdict: TableVerdict, action: Any, *, said: bool
) -> TableVerdict:
    """Returns the verdict on a whole action, with what it would change as the viewer sees it.
    `said`: the question names all of it; otherwise it can be played only as a button does.
    """
    game, state = table.game, table.state
    shown = game.show(state, viewer)
    tried = try_action(table, verdict.seat, action, shown, viewer)
    refusal = None if tried.ruling.allowed else tried.ruling.objections[0]
    by_hand = game.is_from_box(action) or game.corrects(state, action)
    sure = said or any(button.action == tried.action for button in offered_buttons(shown))
    plays = sure and not (verdict.openly or refusal or by_hand)
    # An allowed example of what can be entered is no answer about this action's numbers.
    known = tried if sure or refusal else None
    return replace(verdict, tried=known, refusal=refusal, plays=plays)


def _rests_on_secrets(game: Game, form: ActionForm) -> bool:
    """Returns whether what is allowed of this form depends on what only its own seat may know: as
    the game says, else if it names what another action hides.
    """
    if game.rests_on_secrets is not None:
        return form.make in game.rests_on_secrets
    return any(
        word.name == hidden.name and accepts(word, value)
        for hidden, value in _hidden_words(game)
        for word in form.words
    )


def _hidden_words(game: Game) -> Iterator[tuple[Word, str]]:
    """Yields every word of the notation that is removed for other seats, with an example of it."""
    for form in game.notation.forms:
        example = game.read(form.example)
        public = game.redact(example)
        if public != example:
            public_words = [] if public is None else [text for _, text in _written(form, public)]
            yield from (
                (word, text) for word, text in _written(form, example) if text not in public_words
            )


def _listed(table: Table, seat: int, form: ActionForm, values: Sequence[NamedValue]) -> list[Any]:
    """Returns the actions that the game lists or the page offers now and that have these values."""
    game, state = table.game, table.state
    taps = (button.action for button in offered_buttons(game.show(state, seat)))
    texts = [text for text in taps if text.partition(" ")[0] == form.verb]
    texts += [
        game.write(action)
        for action in game.candidates(state, seat)
        if isinstance(action, form.make)
    ]
    found = []
    for text in dict.fromkeys(texts):
        action = game.read(text)
        if _has_values(form, action, values):
            found.append(action)
    return found[:MAX_JUDGED]


def _has_values(form: ActionForm, action: Any, values: Sequence[NamedValue]) -> bool:
    """Returns whether the action has each of these values, each at a place of its own."""
    written = [*_written(form, action)]
    for value in values:
        at = next(
            (
                place
                for place, (word, said) in enumerate(written)
                if said == value.value and word.name in value.words
            ),
            None,
        )
        if at is None:
            return False
        written.pop(at)
    return True


def _written(form: ActionForm, action: Any) -> Iterator[tuple[Word, str]]:
    """Yields every word of an action with what it is written as."""
    for word, each in zip(form.words, fields(action), strict=True):
        value = getattr(action, each.name)
        if value is None:
            continue
        yield from ((word, word.write(part)) for part in (value if word.many else (value,)))


def _made(
    game: Game, form: ActionForm, values: Sequence[NamedValue], reader: QuestionReader
) -> list[Any]:
    """Returns actions with these values, made by the notation: what is not named is tried with all
    that players have a name for, as in the form's example, or left out where it may be.
    """
    rest, choices = list(values), list[list[tuple[str, ...]]]()
    example = {word.name: said for word, said in _written(form, game.read(form.example))}
    for word in form.words:
        fitting = [value for value in rest if value.fits(word)]
        taken = fitting if word.many else fitting[:1]
        rest = [value for value in rest if value not in taken]
        words = tuple(value.value for value in taken)
        if words or word.optional or word.many:
            choices.append([(word.lead, *words) if word.lead and words else words])
            continue
        tried = [each for each in reader.values_of(word.name) if accepts(word, each)]
        shown = example.get(word.name, "")
        choices.append([(each,) for each in dict.fromkeys((shown, *tried)) if each])
    found = []
    for parts in () if rest else islice(product(*choices), MAX_JUDGED):
        text = " ".join((form.verb, *(word for part in parts for word in part)))
        with suppress(UnreadableAction):
            found.append(game.read(text))
    return found


def _shared_refusal(judged: Sequence[tuple[Any, Ruling]]) -> Objection:
    """Returns the objection that most of these refused actions have first."""
    reasons = Counter(ruling.objections[0] for _, ruling in judged)
    return reasons.most_common(1)[0][0]


def _missing(
    form: ActionForm,
    judged: Sequence[tuple[Any, Ruling]],
    values: Sequence[NamedValue],
    reader: QuestionReader,
) -> tuple[MissingPiece, ...]:
    """Returns the answers for the first word of the form that the question leaves open."""
    said = {value.value for value in values}
    for word in form.words:
        by_value: dict[str, bool] = {}
        for action, ruling in judged:
            parts = [text for each, text in _written(form, action) if each is word]
            for text in parts if not said.intersection(parts) else ():
                by_value[text] = by_value.get(text, False) or ruling.allowed
        named = ((reader.name_of(word.name, text), may) for text, may in by_value.items())
        pieces = [MissingPiece(words, may) for words, may in named if words]
        if len(pieces) > 1:
            return tuple(sorted(pieces, key=lambda piece: not piece.allowed)[:MAX_OFFERED])
    return ()
