"""Verdicts on an action that a player asks about in words: what the judge says of it at this table,
for this seat, now. It writes nothing, and knows nothing that the asking seat may not know.

`table` is always the table as the asking seat may see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.play.advice import (
    ActionPreview,
    PossibleAction,
    counted_at,
    different_actions,
    possible_actions,
    rule_on,
    try_action,
    unseen_of,
)
from companion.play.meanings import is_said, is_way_there, meant_actions, written_words
from companion.play.preview import offered_buttons
from companion.referee.game import Game
from companion.referee.notation import ActionForm, Word
from companion.referee.rulebook import Rule
from companion.referee.ruling import Objection, Ruling
from companion.referee.text import Text
from companion.rule_search.asking import AskedAction, AskedKind, QuestionReader
from companion.rule_search.naming import NamedValue, accepts
from companion.tables import ActionEntry, Table

#: Answers that are offered for what a question leaves open.
MAX_OFFERED = 10


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
    seats know, since it is another seat's. `unseen`: what of its conditions only the board shows,
    so that the allowed is no plain yes; `counted_at`: the panel where the asking seat can count it,
    and the words of the button that leads there. `out_of_turn`: it is refused for that alone.
    """

    verb: str
    means: Text
    seat: int
    tried: ActionPreview | None = None
    missing: tuple[MissingPiece, ...] = ()
    refusal: Objection | None = None
    plays: bool = False
    openly: bool = False
    unseen: Text | None = None
    counted_at: tuple[str, Text] | None = None
    out_of_turn: bool = False

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
        if all(any(map(value.matches, words[1:])) for value in asked.values):
            return entry
    return None


def judge_asked_action(
    table: Table, seat: int, viewer: int, asked: AskedAction, reader: QuestionReader
) -> TableVerdict | None:
    """Returns the verdict on the action for `seat`, as `viewer` sees it; None if it is not clear
    which action it is, or if it is about what another seat alone may know. What the words mean as
    well is judged where the action is refused.
    """
    first = _judged_alone(table, seat, viewer, asked, reader)
    if first is not None and first.unseen and seat == viewer:
        first = replace(first, counted_at=counted_at(table.game, first.verb))
    if first is None or first.allowed:
        return first
    others = (_judged_alone(table, seat, viewer, other, reader) for other in asked.also)
    found = next((other for other in others if other and other.allowed), first)
    waits = seat not in table.game.seats_to_act(table.state)
    return replace(found, out_of_turn=waits and not asked.forbids and not found.allowed)


def _judged_alone(
    table: Table, seat: int, viewer: int, asked: AskedAction, reader: QuestionReader
) -> TableVerdict | None:
    game = table.game
    form = next((form for form in game.notation.forms if form.verb == asked.verb), None)
    if form is None or (seat != viewer and _rests_on_secrets(game, form)):
        return None
    verdict = TableVerdict(form.verb, form.means, seat, openly=seat != viewer)
    if asked.forbids:
        return replace(verdict, refusal=_forbidden(game, asked.forbids))
    meaning = meant_actions(table, seat, asked, reader, game.show(table.state, seat))
    tries, values = meaning.actions, meaning.values
    secret = any(game.redact(action) != action for action in tries)
    if not tries or (seat != viewer and secret):
        return None
    whole = [action for action in tries if is_said(form, action, values)]
    if len(whole) == 1 and rule_on(table, seat, whole[0]).allowed:
        return _on_one(table, viewer, verdict, whole[0], said=True)
    judged = [(action, rule_on(table, seat, action)) for action in tries]
    allowed = [action for action, ruling in judged if ruling.allowed]
    ways = list(different_actions(table, seat, allowed))
    if len(judged) == 1 or (len(ways) == 1 and not asked.denied):
        return _on_one(table, viewer, verdict, ways[0] if ways else judged[0][0], said=False)
    if not allowed and len({ruling.objections[0] for _, ruling in judged}) == 1:
        return replace(verdict, refusal=judged[0][1].objections[0])
    missing = () if secret else _missing(form, judged, values, reader, seat)
    refusal = None if allowed else _shared_refusal(judged)
    unseen = unseen_of(table, seat, allowed[:MAX_OFFERED])
    return replace(verdict, missing=missing, refusal=refusal, unseen=unseen)


def _forbidden(game: Game, key: str) -> Objection:
    """Returns the objection of a rule on another player's things."""
    rule = game.rulebook.find_entry(key)
    return Objection(key, rule.title if isinstance(rule, Rule) else rule.asks)


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
    unseen = None if refusal else unseen_of(table, verdict.seat, (action,))
    return replace(verdict, tried=known, refusal=refusal, plays=plays, unseen=unseen)


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
            public_words = (
                [] if public is None else [text for _, text in written_words(form, public)]
            )
            yield from (
                (word, text)
                for word, text in written_words(form, example)
                if text not in public_words
            )


def _shared_refusal(judged: Sequence[tuple[Any, Ruling]]) -> Objection:
    """Returns the objection that most of these refused actions have first."""
    reasons = Counter(ruling.objections[0] for _, ruling in judged)
    return reasons.most_common(1)[0][0]


def _missing(
    form: ActionForm,
    judged: Sequence[tuple[Any, Ruling]],
    values: Sequence[NamedValue],
    reader: QuestionReader,
    own: int,
) -> tuple[MissingPiece, ...]:
    """Returns the answers for what the question leaves open: for all of it where they are few, else
    for the first word of it.
    """
    said = {value.value for value in values}
    open_words = [
        # What is counted along with it is another action: "then end".
        word
        for word in form.words
        if word.lead != "then" and _varies(form, word, judged, said)
    ]
    for words in (open_words, open_words[:1]):
        by_name: dict[tuple[str, ...], bool] = {}
        for action, ruling in judged:
            names = _names(form, action, words, reader, own)
            if names:
                by_name[names] = by_name.get(names, False) or ruling.allowed
        if 1 < len(by_name) <= MAX_OFFERED:
            break
    if len(by_name) < 2:
        return ()
    first = sorted(by_name, key=lambda names: not by_name[names])[:MAX_OFFERED]
    return tuple(
        MissingPiece(", ".join(names), by_name[names]) for names in sorted(first, key=_by_number)
    )


def _varies(
    form: ActionForm, word: Word, judged: Sequence[tuple[Any, Ruling]], said: set[str]
) -> bool:
    """Returns whether the question leaves this word open."""
    seen = {
        tuple(text for each, text in written_words(form, action) if each is word)
        for action, _ in judged
    }
    return len(seen) > 1 and not any(said.issuperset(texts) for texts in seen if texts)


def _names(
    form: ActionForm, action: Any, words: Sequence[Word], reader: QuestionReader, own: int
) -> tuple[str, ...]:
    """Returns what players call these words of an action; () if a name is not known."""
    said: list[str] = []
    for word, text in written_words(form, action):
        if word in words:
            mine = reader.names.own_name(word.name) if text == str(own) else ""
            name = mine or reader.names.name_of(word.name, text)
            if not name:
                return ()
            role = "to" if word.lead == "to" else "from"
            ends = is_way_there(form, word)
            said.append(f"{reader.role_words[role]} {name}" if ends else name)
    return tuple(said)


def _by_number(names: tuple[str, ...]) -> tuple[int, ...]:
    """Returns the numbers in these names, by which slots and sizes are in order."""
    return tuple(int(part) for part in " ".join(names).split() if part.isdecimal())
