"""A turn said in one line: read as actions without playing any, then counted, all or none."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from companion.play import act, corrections
from companion.play.answer import Declined, Played, Tap, TapAnswer
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.store import TableStore
from companion.referee.game import Game
from companion.referee.judge import judge
from companion.referee.listen import read_spoken_line
from companion.referee.ruling import Ruling
from companion.referee.speech import MAX_LINE_LENGTH, OpenPart, Speech, settled
from companion.referee.text import Text
from companion.tables import ActionEntry, Table

#: How the intents of one tap end that counts several actions: those of a plan each by itself.
_ONE_OF_SEVERAL = re.compile(r"[.+]\d+$")
#: How the intents end with which the parts of a plan are counted.
_PLANNED = re.compile(r"\+\d+$")
#: Actions that one line can count.
_MOST = 40


@dataclass(frozen=True)
class SpokenPart:
    """What a part of the line says: an action, a question, or `words` that are not understood.

    `action`: in the notation, else ""; `line`: its line in the log; `points`: what the seat gains.
    `open`: what only the table will settle, and `answers`: the words of each way, and its action.
    `ruling`: whether it is allowed after those before it; None if one of them has to be settled
    first. `start`: where its words are in the line; `without`: the line without them. `instead`:
    labels and lines of what can be said in their place. `aside`: planned, and no longer fits;
    `changed`: it would be allowed, but means something else by now.
    """

    words: str = ""
    action: str = ""
    line: Text | None = None
    asks: Text | None = None
    points: int = 0
    ruling: Ruling | None = None
    start: int = 0
    without: str = ""
    open: OpenPart | None = None
    answers: tuple[tuple[Text, str], ...] = ()
    instead: tuple[tuple[Text | str, str], ...] = ()
    aside: bool = False
    changed: Text | None = None

    @property
    def is_refused(self) -> bool:
        """Whether a rule forbids it."""
        return self.ruling is not None and not self.ruling.allowed

    @property
    def is_allowed(self) -> bool:
        """Whether it can count, or what settles it can."""
        return self.ruling is not None and self.ruling.allowed

    @property
    def can_count(self) -> bool:
        """Whether it can count as it is."""
        return self.is_allowed and self.open is None


def can_say_turn(table: Table, seat: int) -> bool:
    """Returns whether this seat can say its turn now."""
    speech = table.game.speech
    if speech is None or not table.started or seat not in table.seats_to_act:
        return False
    return speech.has_turn(table.state, seat)


def table_at_next_turn(table: Table, seat: int) -> Table | None:
    """Returns the table as if the next turn of this waiting seat began now, to plan it; None if the
    seat doesn't wait, or nobody knows yet whether and how it will act again.
    """
    speech = table.game.speech
    waits = seat and table.started and seat not in table.seats_to_act and table.outcome is None
    if speech is None or not waits:
        return None
    state = speech.next_turn(table.state, seat)
    return None if state is None else replace(table, state=state)


def turn_key(table: Table) -> str:
    """Returns what tells the turns of a seat apart, those of other games with this code too."""
    return _turn_key(table, table.game.current_round(table.state))


def key_of_next_turn(table: Table, seat: int) -> str:
    """Returns the same of the next turn of this waiting seat; "" if it can't be foreseen."""
    speech = table.game.speech
    waits = seat and table.started and seat not in table.seats_to_act and table.outcome is None
    number = speech.next_round(table.state, seat) if speech and waits else None
    return "" if number is None else _turn_key(table, number)


def _turn_key(table: Table, number: int) -> str:
    return f"{table.began:.0f}.{number}"


def has_begun_turn(table: Table, seat: int) -> bool:
    """Returns whether the newest action is of this seat, whose turn it is, and not from its
    plan.
    """
    newest = next(table.newest_entries(), None)
    if newest is None or newest.seat != seat or seat not in table.seats_to_act:
        return False
    return not _PLANNED.search(newest.intent)


def example_turn_words(table: Table, language: str) -> str:
    """Returns a turn as it can be said, for the empty line."""
    speech = _game_as_named(table).speech
    return ", ".join(speech.as_spoken(each, language) for each in speech.example) if speech else ""


def _game_as_named(table: Table) -> Game:
    """Returns the table's game, its speech with the names that the table has for its cards."""
    game, names = table.game, table.card_names.by_printed
    if not names or game.speech is None:
        return game
    return replace(game, speech=game.speech.with_names(names))


def read_spoken_turn(
    table: Table, seat: int, phone: str, line: str, language: str
) -> list[SpokenPart]:
    """Returns what this line says, in order; any text is understood or shown as not understood.

    Raises `UnknownSeat`, `NotAllowed`.
    """
    require_own_seat(table, seat, phone)
    require_game_started(table)
    line, chips = line[:MAX_LINE_LENGTH], list[SpokenPart]()
    game, state = _game_as_named(table), table.state
    if game.speech is None:
        return chips
    reader = PartReader(game, seat, line, language)
    for phrase in read_spoken_line(game, state, seat, line, language):
        bare = reader.bare_part(phrase.start, phrase.end, phrase.instead)
        if not phrase.actions:
            chips.append(bare)
        for action in phrase.actions:
            if question := reader.question(state, action, bare):
                chips.append(question)
            judged = all(chip.is_allowed for chip in chips if chip.action or chip.asks)
            chips.append(reader.part(state, action, bare, judged=judged))
            state = game.apply(state, seat, settled(action))
    return chips


@dataclass(frozen=True)
class PartReader:
    """What makes the parts of a line, for its seat and in the language of the phone."""

    game: Game
    seat: int
    line: str
    language: str

    @property
    def speech(self) -> Speech:
        """The words of the game."""
        assert self.game.speech
        return self.game.speech

    def bare_part(self, start: int, end: int, others: tuple[str, ...] = ()) -> SpokenPart:
        """Returns the part of these words, with others that may be meant."""
        instead = tuple((each, self._with(start, end, each)) for each in others)
        without = self._with(start, end)
        return SpokenPart(self.line[start:end], start=start, without=without, instead=instead)

    def question(self, state: Any, action: Any, bare: SpokenPart) -> SpokenPart | None:
        """Returns the part for what must be told before this action; None if that is nothing."""
        asked = self.speech.asks(state, self.seat, action)
        if not asked:
            return None
        answers, at = (self.speech.as_spoken(each, self.language) for each in asked[1]), bare.start
        instead = tuple((each, self._with(at, at, each)) for each in answers)
        return SpokenPart(asks=asked[0], start=at, instead=instead)

    def part(self, state: Any, action: Any, bare: SpokenPart, *, judged: bool) -> SpokenPart:
        """Returns the part of an action in this state, with a ruling if it is to be judged."""
        played = settled(action)
        after = self.game.apply(state, self.seat, played)
        part = replace(
            bare,
            action=self.game.write(played),
            line=self.game.say(state, self.seat, played, self.seat),
            points=self.game.points(after, self.seat) - self.game.points(state, self.seat),
            ruling=judge(self.game, state, self.seat, played) if judged else None,
        )
        if isinstance(action, OpenPart):
            return self._open_part(action, part)
        variants = self.speech.variants(state, self.seat, action) if judged else ()
        return self._with_others(part, variants)

    def _open_part(self, action: OpenPart, part: SpokenPart) -> SpokenPart:
        """Returns the part of what only the table will settle."""
        answers = tuple((words, self.game.write(each)) for words, each in action.answers)
        shown = replace(part, line=action.says, points=0, open=action, answers=answers, instead=())
        return self._with_others(shown, action.others)

    def _with_others(
        self, part: SpokenPart, others: Iterable[tuple[Text | str, str]]
    ) -> SpokenPart:
        """Returns the part with what can be said instead: labels and phrases, canonical words."""
        said, start, end = self.speech.as_spoken, part.start, part.start + len(part.words)
        meant = tuple(
            (
                said(label, self.language) if isinstance(label, str) else label,
                self._with(start, end, said(phrase, self.language)),
            )
            for label, phrase in others
        )
        return replace(part, instead=(*part.instead, *meant))

    def _with(self, start: int, end: int, instead: str = "") -> str:
        """Returns the line with other words from `start` to `end`, and no comma left over."""
        before, after = self.line[:start].rstrip(" ,"), self.line[end:].lstrip(" ,")
        return ", ".join(part for part in (before, instead, after) if part)


def next_phrases(
    table: Table, seat: int, chips: Sequence[SpokenPart], line: str, language: str
) -> list[tuple[str, Text | None, str]]:
    """Returns what can be said after these chips: the words, what comes of them, and the line with
    them; [] while one of the chips can't count.
    """
    game, state, more = _game_as_named(table), table.state, list[tuple[str, Text | None]]()
    unknown = {chip.open.unknown for chip in chips if chip.open}
    if game.speech is None or not all(chip.is_allowed for chip in chips):
        return []
    for chip in chips:
        action = game.read(chip.action)
        more = [(words, None) for words in game.speech.goes_on(state, seat, action)]
        state = game.apply(state, seat, action)
    if not game.speech.has_turn(state, seat):
        return []
    said = (
        (game.speech.as_spoken(words, language), comes)
        for words, comes in (*more, *game.speech.next_phrases(state, seat))
        if not unknown & set(words.split())
    )
    return [(words, comes, ", ".join(filter(None, (line, words)))) for words, comes in said]


def play_all_actions(
    store: TableStore, code: str, tap: Tap, actions: list[str]
) -> tuple[TapAnswer, int]:
    """Plays these actions in order; none of them if one is refused on the newest table.

    Returns the answer and how many counted: fewer than all only if another process wrote meanwhile.
    The same intent sent again gets the same answer. Raises what `act.play_tap` does.
    """
    taps = [
        replace(tap, text=text, intent=f"{tap.intent[:60]}.{number}")
        for number, text in enumerate(actions)
    ]
    with store.table_lock(code):
        table = store.latest(code)
        begun = any(entry.intent == taps[0].intent for entry in table.entries)
        if not begun and (len(taps) > _MOST or not _all_allowed(table, taps)):
            return Declined(table=table, reason=Text("Nothing was counted.")), 0
        for counted, each in enumerate(taps):
            answer = act.play_tap(store, code, each)
            if not isinstance(answer, Played):
                return answer, counted
    return answer, len(taps)


def play_planned_actions(
    store: TableStore, code: str, tap: Tap, actions: list[str]
) -> tuple[TapAnswer, int]:
    """Plays these actions in order, each by itself, up to the first that doesn't count.

    Returns the answer to the last one that was played and how many counted. The same intent sent
    again gets the same answers. Raises what `act.play_tap` does.
    """
    counted = 0
    for number, text in enumerate(actions[:_MOST]):
        # Not with a full stop, which says that they are taken back together.
        each = replace(tap, text=text, intent=f"{tap.intent[:60]}+{number}")
        answer = act.play_tap(store, code, each)
        if not isinstance(answer, Played):
            break
        counted += 1
    return answer, counted


def entries_played_together(table: Table, seat: int) -> list[ActionEntry]:
    """Returns the seat's newest action and those that its line counted with it, the newest first;
    [] if it has none.
    """
    last = table.last_entry_of(seat)
    if last is None:
        return []
    line, _, number = last.intent.rpartition(".")
    if not (line and number.isdecimal()):
        return [last]
    own = (entry for entry in table.newest_entries() if entry.seat == seat)
    return [*takewhile(lambda entry: entry.intent.startswith(f"{line}."), own)]


def first_entry_of_tap(table: Table, entry: ActionEntry) -> ActionEntry:
    """Returns the first of the actions that one tap counted, of which this is the last."""
    end = _ONE_OF_SEVERAL.search(entry.intent)
    tap = entry.intent[: end.start() + 1] if end else entry.intent
    own = (each for each in table.newest_entries() if each.seat == entry.seat)
    together = takewhile(lambda each: end and each.intent.startswith(tap), own)
    return min(together, key=lambda each: each.seq, default=entry)


def take_back_all_together(store: TableStore, code: str, tap: Tap, entry_seq: int) -> TapAnswer:
    """Takes back this action, the seat's newest, and those that were counted with it: at once or
    by one proposal.

    Raises what `corrections.take_back_entry` does.
    """
    return corrections.take_back_entry(
        store, code, tap, entry_seq, together=entries_played_together
    )


def entries_of_own_turn(table: Table, seat: int) -> list[ActionEntry]:
    """Returns what the seat can undo without reaching behind others: its newest action with those
    counted together, as long as nobody else has acted since or it is still its turn; else [].
    """
    entries = entries_played_together(table, seat)
    acts = seat in table.seats_to_act
    for entry in table.newest_entries() if entries else ():
        if entry.seq == entries[0].seq:
            return entries
        # Most seats wait, and the others have acted often since.
        if not acts or seat not in entry.seats_to_act:
            return []
    return []


def _all_allowed(table: Table, taps: list[Tap]) -> bool:
    """Returns whether each is allowed after those before it. Raises `UnreadableAction`."""
    game, state, seat = table.game, table.state, taps[0].seat
    require_own_seat(table, seat, taps[0].phone)
    require_game_started(table)
    for tap in taps:
        action = game.read(tap.text)
        if not judge(game, state, seat, action).allowed:
            return False
        state = game.apply(state, seat, action)
    return True
