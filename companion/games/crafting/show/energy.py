"""The turn tab while shifting and collecting; what was collected and placed, with numbers first,
sources and reasons below; and what a waiting seat sees.

Taking less than the list says, or leaving something out, is the exception: one tap for each.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from companion.games.crafting.board import COLLECT, CRAFT, DONE, SHIFT, Board, CollectedEnergyLine
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    DARK_MARBLE,
    ELEMENTS,
    LAST_CHAMBER_SPACE,
    MOVES_PER_SHIFT,
    POWERS,
    STAR_NAMES,
)
from companion.games.crafting.rules import NOTATION
from companion.games.crafting.rules.energy import (
    MOVED_FIELD_BY_ENERGY,
    SUPPLY_PILES,
    CollectEnergy,
    EnterSupplyShortage,
    ResetMarbles,
    ShiftMarble,
    TakeEverythingCollected,
    collected_energy_lines,
    energy_lines_of_seat,
    is_collecting_nebula,
    move_marble,
    next_open_control,
    power_sources,
    power_tokens_by_control,
)
from companion.games.crafting.rules.place import RemoveUnplacedPieces
from companion.games.crafting.rules.turn import star_count_words
from companion.games.crafting.show.goals import goal_gain_words
from companion.games.crafting.show.offers import offer, refusal
from companion.games.crafting.show.table import (
    chamber_scene,
    crystal_moves_by_steps,
    plays_last_round,
    wheel_scene,
)
from companion.games.crafting.show.track import goal_chances_panel, small_track_scene
from companion.games.crafting.state import State
from companion.referee.controls import Choice
from companion.referee.controls import Field as SheetField
from companion.referee.memo import memoized_by_parts
from companion.referee.panels import (
    Checklist,
    ChecklistSection,
    Choices,
    Count,
    Counts,
    Dock,
    Notice,
    Panel,
    SeatScore,
    Sheet,
    Tally,
)
from companion.referee.panels import ChecklistLine as ListLine
from companion.referee.text import Text, joined_texts, printed, untranslated

#: for one, and for several
_NAMES = {
    "dna": (Text("DNA"), Text("DNA")),
    "nova": (Text("supernova"), Text("supernovae")),
    "nebula": (Text("nebula"), Text("nebulae")),
    "card": (Text("energy card"), Text("energy cards")),
    "time": (Text("time crystal"), Text("time crystals")),
    "graviton": (Text("graviton"), Text("gravitons")),
    "proto": (Text("proto life"), Text("proto life")),
}

_PLACES = {
    "h": Text("From the pile by Light"),
    "o": Text("From the pile by Time"),
    "he": Text("From the pile by Gravity"),
    "c": Text("From the pile by Chemistry"),
    "nebula": Text("From the top of a stack: size 1, 2 or 3"),
    "card": Text("From the display or deck; refill the display at the end"),
    "proto": Text("From the supply, purple side up"),
}


def energy_line_name(line: CollectedEnergyLine) -> Text:
    """Returns what a line gives, in words beside its number."""
    kind, is_one = line.kind, line.amount == 1
    if kind in _NAMES:
        one, several = _NAMES[kind]
        return one if is_one else several
    star = STAR_NAMES[kind]
    return Text("{star} star", star=star) if is_one else Text("{star} stars", star=star)


_AMOUNTS = {
    "dna": Text("{n} DNA", "{n} DNA"),
    "nova": Text("{n} supernova", "{n} supernovae"),
    "nebula": Text("{n} nebula", "{n} nebulae"),
    "card": Text("{n} energy card", "{n} energy cards"),
    "time": Text("{n} time crystal", "{n} time crystals"),
    "graviton": Text("{n} graviton", "{n} gravitons"),
    "proto": Text("{n} proto life", "{n} proto life"),
}


def energy_amount_words(line: CollectedEnergyLine) -> Text:
    """Returns a line's number with its name."""
    return _amount(line.kind, line.got)


# With the eight like it in this game, saves 8 % of an action's processor time.
@lru_cache(maxsize=1000)
def _amount(kind: str, n: int) -> Text:
    if kind in ELEMENTS:
        return star_count_words(kind, n)
    amount = _AMOUNTS[kind]
    return amount.filled(n=n)


def energy_source_words(s: State, seat: int, line: CollectedEnergyLine) -> Text | None:
    """Returns where a line comes from and what it moves; None if there is nothing to say."""
    board = s.board(seat)
    if line.kind in ("dna", "nova", "graviton"):
        now = _stood(board, line)
        slide = Text("Slider from {now} to {then}", now=now, then=now + line.got)
        if line.active:
            return slide
        return Text("{slide} ({why})", slide=slide, why=_sources(board, line))
    if line.active:
        return _PLACES.get(line.kind)
    place = _crystal_slide(board, line) if line.kind == "time" else _PLACES.get(line.kind)
    sources = _sources(board, line)
    return Text("{place} ({why})", place=place, why=sources) if place else sources


def _crystal_slide(board: Board, line: CollectedEnergyLine) -> Text | None:
    """Returns where the crystal goes; None where it reached 6 without a new one."""
    start = _stood(board, line)
    end = start + line.got
    if end >= LAST_CHAMBER_SPACE:
        return _new_crystal_words(board)
    return Text("Crystal from {start} to {end}", start=start, end=end)


def _stood(board: Board, line: CollectedEnergyLine) -> int:
    """Returns where the line's slider or crystal stands before it is taken, or stood then."""
    now: int = getattr(board, MOVED_FIELD_BY_ENERGY[line.kind])
    return now if line.before is None else line.before


def _sources(board: Board, line: CollectedEnergyLine) -> Text:
    marbles = Text("{n} marble", "{n} marbles", n=line.marbles)
    sources = power_sources(board, line) if line.sources is None else line.sources
    # A power that a correction has taken away since is no source.
    if not line.bonus or not sources:
        return marbles
    names = joined_texts(printed(POWERS[slug].name) for slug in sources)
    return Text(
        "{marbles}, {n} from {names}",
        "{marbles}, {n} from {names}",
        marbles=marbles,
        n=line.bonus,
        names=names,
    )


def _short_words(line: CollectedEnergyLine) -> Text:
    return Text(
        "The supply ran out: {n} was due", "The supply ran out: {n} were due", n=line.amount
    )


def energy_line_warning_words(s: State, seat: int, line: CollectedEnergyLine) -> Text | None:
    """Returns a warning of a short supply or a crystal that reaches 6; None if there is neither."""
    if line.got < line.amount:
        return _short_words(line)
    if line.kind != "time":
        return None
    new = sum(end == 6 for _, end in crystal_moves_by_steps(s.board(seat).crystal, line.got))
    if not new:
        return None
    if s.supply >= new:
        return Text(
            "It reaches 6: put a new crystal from the supply on 0. Supply: {now} to {then}",
            now=s.supply,
            then=s.supply - new,
        )
    return Text("It reaches 6 and the supply is empty: borrow a crystal from the box this round")


def shift_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the wheel to tap, and what it would give."""
    left = MOVES_PER_SHIFT - len(s.moves)
    hint = (
        Text("{n} move left (optional)", "{n} moves left (optional)", n=left)
        if left
        else Text("All moves are used")
    )
    moved = any(marble == seat for marble, *_ in s.moves)
    return (
        wheel_scene(s, seat),
        _preview(energy_lines_of_seat(s, seat), s.board(seat).powers)
        if moved
        else _within_reach_now(s, seat),
        Dock(
            id="dock",
            choices=(
                *_put_back(s, seat),
                offer(s, seat, CollectEnergy("placed"), Text("Collect"), hint, "end", main=True),
            ),
        ),
    )


@dataclass(frozen=True)
class Yield:
    """What is collected at a control: its kinds of energy with their amounts."""

    control: str
    amounts: tuple[tuple[str, int], ...]


def _within_reach_now(s: State, seat: int) -> Choices:
    """Returns a choice for each control that the own marble can go to: a tap goes there and
    collects, with what that gives on it.
    """
    return Choices(
        id="reach",
        title=Text("Tap where your marble goes to collect"),
        style="cells",
        drawing="yield",
        choices=tuple(_choices_within_reach(s, seat)),
    )


def _choices_within_reach(s: State, seat: int) -> Iterator[Choice]:
    for control in CONTROLS:
        there = ShiftMarble(seat, to=control, then="collect")
        if refusal(s, seat, there) is not None:
            continue
        lines = energy_lines_of_seat(there.with_marble_moved(s), seat)
        amounts = tuple((line.kind, line.amount) for line in lines if line.amount)
        yield Choice(
            label=CONTROL_NAMES[control],
            action=NOTATION.write(there),
            detail=collected_energy_words(lines),
            facts=Yield(control, amounts),
        )


def _put_back(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the choice that takes back several moves; () for one, which the undo takes back."""
    if len(s.moves) < 2:
        return ()
    return (offer(s, seat, ResetMarbles(), Text("Start your moves over"), icon="refresh"),)


def _preview(lines: tuple[CollectedEnergyLine, ...], powers: tuple[tuple[int, str], ...]) -> Counts:
    names = joined_texts(printed(POWERS[slug].name) for _, slug in powers) if powers else None
    return Counts(
        id="preview",
        title=Text("You'll collect"),
        counts=tuple(
            Count(label=energy_line_name(line), value=line.amount, icon=line.kind) for line in lines
        ),
        note=Text("Your powers add to this: {names}", names=names) if names else None,
    )


def collect_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the list to tick off, and the choice that says that all was taken."""
    board = s.board(seat)
    active = tuple(_line(s, seat, line) for line in board.lines if line.active)
    passive = tuple(_line(s, seat, line) for line in board.lines if not line.active and line.amount)
    own = s.control_of_marble(seat) or CONTROLS[0]
    return (
        Checklist(
            id="collect",
            sections=(
                ChecklistSection(
                    title=Text(
                        "Active: {control}, where your marble is", control=CONTROL_NAMES[own]
                    ),
                    lines=active,
                ),
                ChecklistSection(
                    title=Text("Passive: clockwise from {control}", control=CONTROL_NAMES[own]),
                    lines=passive,
                ),
            ),
        ),
        *_short_sheets(board),
        Dock(id="dock", choices=_took(s, seat)),
    )


def _took(s: State, seat: int) -> tuple[Choice, ...]:
    if not is_collecting_nebula(s.board(seat)):
        label = Text("Got it all: craft")
        return (offer(s, seat, TakeEverythingCollected(), label, icon="check", main=True),)
    return tuple(
        offer(
            s,
            seat,
            TakeEverythingCollected(size),
            Text("Got it all, size {size}", size=size),
            icon=f"nebula-{size}",
            main=True,
        )
        for size in (1, 2, 3)
    )


def _line(s: State, seat: int, line: CollectedEnergyLine) -> ListLine:
    short = (
        Choice(label=Text("Too few left?"), sheet=f"short-{line.kind}", icon="warn")
        if line.kind in SUPPLY_PILES
        else None
    )
    return ListLine(
        icon=line.kind,
        words=energy_amount_words(line),
        detail=energy_source_words(s, seat, line),
        warning=energy_line_warning_words(s, seat, line),
        choices=(short,) if short else (),
    )


def _short_sheets(board: Board) -> tuple[Sheet, ...]:
    return tuple(
        Sheet(
            id=f"short-{line.kind}",
            title=Text("The supply ran out"),
            verb=f"short {line.kind}",
            note=Text("You don't get the rest, nor anything instead"),
            fields=(
                SheetField(
                    label=energy_line_name(line),
                    kind="number",
                    value=str(line.got),
                    low=0,
                    high=line.amount,
                ),
            ),
            submit=Text("Took what was left"),
            icon="warn",
        )
        for line in board.lines
        if line.kind in SUPPLY_PILES and line.amount
    )


#: what is placed in the galaxy, and so can be left out
PLACED_PIECE_KINDS = (*ELEMENTS, "proto", "nebula")


def take_and_place_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the card that says what to take and place, and what the time crystals do."""
    board = s.board(seat)
    lines = [line for line in board.lines if line.amount]
    own = next((line.control for line in board.lines), CONTROLS[0])
    sections = (
        (Text("Active: {control}, where your marble is", control=CONTROL_NAMES[own]), True),
        (Text("Passive: clockwise from {control}", control=CONTROL_NAMES[own]), False),
    )
    return (
        Checklist(
            id="collect",
            title=Text("Take this and place it"),
            more=Text("I took fewer"),
            brief=tuple((line.kind, untranslated(str(line.got - line.left))) for line in lines),
            sections=tuple(
                ChecklistSection(
                    title=title,
                    lines=tuple(_taken_line(s, seat, x) for x in lines if x.active == active),
                )
                for title, active in sections
            ),
        ),
        *_crystals(board),
    )


def _crystals(board: Board) -> Iterator[Panel]:
    """Yields a notice of a new time crystal if one reached 6 while collecting."""
    words = _new_crystal_words(board)
    if words is not None:
        rule = "time.new-crystal"
        yield Notice(id="crystal", kind="info", words=words, rule=rule, once=True)


def _new_crystal_words(board: Board) -> Text | None:
    """Returns where the new time crystal goes, if one reached 6 while collecting; else None."""
    line = next((line for line in board.lines if line.kind == "time"), None)
    ends = [end for _, end in crystal_moves_by_steps(_stood(board, line), line.got)] if line else []
    if LAST_CHAMBER_SPACE not in ends:
        return None
    space = 0 if ends[-1] == LAST_CHAMBER_SPACE else ends[-1]
    return Text("Your time crystal reached 6: put a new one on {space}", space=space)


def _taken_line(s: State, seat: int, line: CollectedEnergyLine) -> ListLine:
    fewer = tuple(_short(s, seat, line)) if line.kind in SUPPLY_PILES else ()
    return ListLine(
        icon=line.kind,
        words=energy_amount_words(line),
        detail=energy_source_words(s, seat, line),
        warning=_short_words(line) if line.got < line.amount else None,
        choices=fewer,
    )


def _short(s: State, seat: int, line: CollectedEnergyLine) -> Iterator[Choice]:
    """Yields how many there were, if not all: one tap each."""
    for n in range(line.amount + 1):
        if n != line.got:
            yield offer(
                s,
                seat,
                EnterSupplyShortage(line.kind, n),
                Text("Only {n}", n=n) if n < line.amount else Text("All {n}", n=n),
            )


def unplaced_pieces_sheets(s: State, seat: int) -> tuple[Sheet, ...]:
    """Returns the sheet of what was not placed, one tap each; () if nothing can be left out."""
    board = s.board(seat)
    choices = tuple(choice for line in board.lines for choice in _leave(s, seat, line))
    if not choices:
        return ()
    return (
        Sheet(
            id="left",
            title=Text("What did you leave out?"),
            note=Text("It's lost. The rest is in your galaxy"),
            choices=choices,
            icon="warn",
        ),
    )


def _leave(s: State, seat: int, line: CollectedEnergyLine) -> Iterator[Choice]:
    if line.kind not in PLACED_PIECE_KINDS:
        return
    if line.kind == "nebula" and not s.board(seat).drawn and not line.left:
        return
    for n in range(line.got + 1):
        if n != line.left:
            yield offer(
                s, seat, RemoveUnplacedPieces(line.kind, n), _of(line.kind, n), icon=line.kind
            )


def _of(kind: str, n: int) -> Text:
    if not n:
        return Text("All placed")
    names = {
        "proto": Text("{n} proto life", "{n} proto life", n=n),
        "nebula": Text("{n} nebula", "{n} nebulae", n=n),
    }
    return names.get(kind) or star_count_words(kind, n)


def placed_pieces_words(board: Board) -> Text | None:
    """Returns what was placed this turn: "2 helium stars, 1 proto life"; None if nothing."""
    parts = [
        _of(x.kind, x.got - x.left)
        for x in board.lines
        if x.kind in PLACED_PIECE_KINDS and x.got > x.left
    ]
    return joined_texts(parts) if parts else None


_ACTING = (SHIFT, COLLECT, CRAFT)

_OWN = 1


def waiting_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what a seat sees while it waits for its turn, and what who has none (0) does."""
    if not seat:
        return (_scores(s), small_track_scene(s), wheel_scene(s, 0))
    own = (*_ahead(s, seat), chamber_scene(s, seat))
    return (_scores(s), goal_chances_panel(s, seat), wheel_scene(s, 0), *own)


# Saves 0.6 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s: (s.boards, s.first, s.round, s.scored))
def _scores(s: State) -> Tally:
    """Returns points in the order of play, with the next seat; the same for all that wait."""
    still = [n for n in s.turn_order if s.board(n).step not in (*_ACTING, DONE)]
    return Tally(
        id="scores",
        shared=True,
        screen="no",
        title=Text("Points"),
        in_line=True,
        scores=tuple(
            SeatScore(
                seat=n,
                points=s.board(n).points.total,
                marks=((Text("next"),) if still[:1] == [n] else ()) + goal_gain_words(s, n),
                acting=s.board(n).step in _ACTING,
            )
            for n in s.turn_order
        ),
    )


def _ahead(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what each control within reach would give, if only the seat's own marble moved."""
    has_none = plays_last_round(s) and s.board(seat).step == DONE
    if has_none or s.control_of_marble(seat) is None:
        return ()
    # The other marbles' owners make no difference.
    wheel = tuple(
        [
            tuple(sorted([_OWN if m == seat else DARK_MARBLE for m in marbles]))
            for marbles in s.wheel
        ]
    )
    return _brings(wheel, power_tokens_by_control(s.board(seat).powers))


# Saves 11 % of an action's processor time.
@lru_cache(maxsize=1000)
def _brings(wheel: tuple[tuple[int, ...], ...], tokens: tuple[int, ...]) -> tuple[Panel, ...]:
    rows = tuple(_moves_ahead(wheel, tokens))
    note = Text("The moves that your marble alone needs, and what you'd collect there")
    title = Text("What your next turn could bring")
    return (Counts(id="ahead", title=title, counts=rows, note=note),) if rows else ()


def _moves_ahead(wheel: tuple[tuple[int, ...], ...], tokens: tuple[int, ...]) -> Iterator[Count]:
    """Yields, move by move, where the own marble comes to and what that would give; each control
    once, with the fewest moves.
    """
    reached = set[str]()
    for move in range(1, MOVES_PER_SHIFT + 1):
        place = _own_place(wheel)
        end = next_open_control(wheel, place)
        if end == place:
            return
        wheel = move_marble(wheel, _OWN, place, end)
        if end in reached:
            continue
        reached.add(end)
        lines = collected_energy_lines(_own_place(wheel), tuple(map(len, wheel)), tokens)
        yield Count(
            label=CONTROL_NAMES[end], value=move, icon=end, detail=collected_energy_words(lines)
        )


def _own_place(wheel: tuple[tuple[int, ...], ...]) -> str:
    return next(c for c, marbles in zip(CONTROLS, wheel, strict=True) if _OWN in marbles)


def collected_energy_words(lines: tuple[CollectedEnergyLine, ...]) -> Text | None:
    """Returns what these lines give, in a row; None if nothing."""
    each = [energy_amount_words(line) for line in lines if line.amount]
    if not each:
        return None
    return joined_texts(each)
