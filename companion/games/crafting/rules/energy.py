"""Chapter "energy": shifting marbles, what they yield, and collecting it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated

from companion.games.crafting.board import (
    COLLECT,
    CRAFT,
    SHIFT,
    Board,
    CollectedEnergyLine,
    with_pieces_left_in_pile,
    with_stable_life_places_unknown,
)
from companion.games.crafting.pieces import (
    CONTROL_NAMES,
    CONTROLS,
    DARK_MARBLE,
    ELEMENTS,
    MAX_MARBLES_PER_CONTROL,
    MOVES_PER_SHIFT,
    POWERS,
    ControlName,
    MarbleOwner,
    NebulaSize,
)
from companion.games.crafting.rules.place import place_all_unplaced, with_energy_line_corrected
from companion.games.crafting.rules.turn import COLLECT_OR_CRAFT_STEP, start_next_turn
from companion.games.crafting.state import (
    State,
    advance_time,
    has_own_marble_moved,
)
from companion.games.crafting.tiles import Tile
from companion.referee.actions import Action, Objections, Revealed, action
from companion.referee.notation import Word, one_of, whole_number_reader
from companion.referee.ruling import Objection
from companion.referee.text import SeatName, Text

ACTIVE_ENERGY_BY_CONTROL = {
    "light": (("h", 3),),
    "time": (("o", 1), ("dna", 2)),
    "gravity": (("he", 2), ("nova", 1)),
    "chemistry": (("c", 1), ("nebula", 1)),
}

PASSIVE_ENERGY_BY_CONTROL = {
    "light": "card",
    "time": "time",
    "gravity": "graviton",
    "chemistry": "proto",
}

#: what comes from a pile and can run out; sliders cannot, and time borrows from the box
SUPPLY_PILES = (*ELEMENTS, "nebula", "card", "proto")


def next_open_control(wheel: tuple[tuple[int, ...], ...], start: str) -> str:
    """Returns the next control clockwise that is not full (rule energy.full-control)."""
    index = CONTROLS.index(start)
    for step in range(1, len(CONTROLS)):
        spot = (index + step) % len(CONTROLS)
        if len(wheel[spot]) < MAX_MARBLES_PER_CONTROL:
            return CONTROLS[spot]
    return start


def move_marble(
    wheel: tuple[tuple[int, ...], ...], marble: int, start: str, end: str
) -> tuple[tuple[int, ...], ...]:
    """Returns the wheel with a marble moved from one control to another."""
    controls = [list(control) for control in wheel]
    controls[CONTROLS.index(start)].remove(marble)
    controls[CONTROLS.index(end)].append(marble)
    return tuple(tuple(sorted(control)) for control in controls)


MarbleMoves = tuple[tuple[str, str], ...]


# With the eight like it in this game, saves 8 % of an action's processor time.
@lru_cache(maxsize=1000)
def marble_moves_to_control(
    wheel: tuple[tuple[int, ...], ...], marble: int, start: str, to: str | None
) -> MarbleMoves:
    """Returns the moves that bring a marble to a control, one if `to` is None; () if none do."""
    hops: MarbleMoves = ()
    while len(hops) < MOVES_PER_SHIFT:
        end = next_open_control(wheel, start)
        wheel, hops, start = move_marble(wheel, marble, start, end), (*hops, (start, end)), end
        if to in (None, end):
            return hops
    return ()


@action(
    "shift",
    "shift dark light to gravity",
    Text("Move a marble one space, or to a control"),
    when=SHIFT,
)
class ShiftMarble(Action):
    """Moves a marble clockwise: one space, or as many moves as reach `to`.

    A dark one is named by its control. `then`: everything is collected and placed too, with no move
    left.
    """

    grounds = ("energy.clockwise", "energy.whose-marbles", "energy.three-moves")
    offers = (
        (
            "{who} moved a dark marble from {start} to {end}",
            Text("Move a dark marble from {start} to {end}"),
        ),
        (
            "{who} moved their marble from {start} to {end}",
            Text("Move your marble from {start} to {end}"),
        ),
        (
            "{who} moved their marble all the way round to {end}",
            Text("Move your marble all the way round to {end}"),
        ),
    )

    marble: MarbleOwner
    control: ControlName | None = None
    to: Annotated[str | None, Word("control", one_of(*CONTROLS), lead="to")] = None
    then: Annotated[str | None, Word("step", one_of("collect"), lead="then")] = None

    def start_control(self, s: State) -> str | None:
        """Returns the control that the marble leaves; None if it is not there."""
        if self.marble == DARK_MARBLE:
            there = (
                self.control is not None and DARK_MARBLE in s.wheel[CONTROLS.index(self.control)]
            )
            return self.control if there else None
        return s.control_of_marble(self.marble)

    def marble_moves(self, s: State) -> MarbleMoves:
        """Returns the moves that it makes; () if the marble or the way does not exist."""
        start = self.start_control(s)
        return marble_moves_to_control(s.wheel, self.marble, start, self.to) if start else ()

    def objections(self, s: State, seat: int) -> Objections:
        if self.marble not in (DARK_MARBLE, seat):
            mine = f"shift {seat}" if len(s.moves) < MOVES_PER_SHIFT else ""
            yield _not_yours(self.marble, self.marble <= s.seats, mine)
            return
        if self.start_control(s) is None:
            yield Objection(
                "energy.there",
                Text("There's no dark marble there"),
                Text("Tap a marble where it is"),
            )
            return
        moved = tuple(_moves_missing(s, seat, self))
        yield from moved
        if self.then and not moved:
            yield from CollectEnergy("placed").objections(self.with_marble_moved(s), seat)

    def with_marble_moved(self, s: State) -> State:
        """Returns the state with the marble moved and nothing collected yet."""
        for start, end in self.marble_moves(s):
            moves = (*s.moves, (self.marble, start, end))
            s = replace(s, wheel=move_marble(s.wheel, self.marble, start, end), moves=moves)
        return s

    def apply(self, s: State, seat: int) -> State:
        s = self.with_marble_moved(s)
        return CollectEnergy("placed").apply(s, seat) if self.then else s

    def log_line(self, s: State, seat: int) -> Text:
        said = self._moved_words(s, seat)
        return Text("{moved}, then collected all", moved=said) if self.then else said

    def _moved_words(self, s: State, seat: int) -> Text:
        start = self.start_control(s)
        if start is None:
            return Text("{who} tried to move a marble that isn't there", who=SeatName(seat))
        end = self.to or next_open_control(s.wheel, start)
        names = {"start": CONTROL_NAMES[start], "end": CONTROL_NAMES[end]}
        if self.marble == DARK_MARBLE:
            return Text(
                "{who} moved a dark marble from {start} to {end}", who=SeatName(seat), **names
            )
        if self.marble != seat:
            return Text(
                "{who} moved {owner}'s marble from {start} to {end}",
                who=SeatName(seat),
                owner=SeatName(self.marble),
                **names,
            )
        if start == end:  # past controls that are full
            return Text(
                "{who} moved their marble all the way round to {end}",
                who=SeatName(seat),
                end=names["end"],
            )
        return Text("{who} moved their marble from {start} to {end}", who=SeatName(seat), **names)

    def parts(self) -> tuple[Action, Action] | None:
        return (replace(self, then=None), CollectEnergy("placed")) if self.then else None


def _not_yours(marble: int, at_table: bool, mine: str) -> Objection:
    return Objection(
        "energy.whose-marbles",
        Text("That's {owner}'s marble: move yours or a dark one", owner=SeatName(marble))
        if at_table
        else Text("No one at this table has that marble"),
        Text("Move your marble"),
        mine,
    )


def _moves_missing(s: State, seat: int, a: ShiftMarble) -> Objections:
    """Yields an objection if the moves that are left do not take the marble there."""
    left, hops = MOVES_PER_SHIFT - len(s.moves), a.marble_moves(s)
    if not left:
        yield Objection(
            "energy.three-moves",
            Text("All {most} moves are used", most=MOVES_PER_SHIFT),
            Text("Start your moves over"),
            "back",
        )
    elif a.to is not None and (not hops or len(hops) > left):
        yield _too_far(s, a.to, hops)
    elif a.marble == DARK_MARBLE and len(hops) == left and not has_own_marble_moved(s, seat):
        yield Objection(
            "energy.own-marble",
            Text("You have 1 move left, and your own marble hasn't moved")
            if left == 1
            else Text("You must keep 1 move for your own marble"),
            Text("Move your marble"),
            f"shift {seat}",
        )


def _too_far(s: State, to: str, hops: MarbleMoves) -> Objection:
    over = (Text("Start your moves over"), "back") if s.moves else (Text("Choose another control"),)
    if not hops and len(s.wheel[CONTROLS.index(to)]) >= MAX_MARBLES_PER_CONTROL:
        full = Text(
            "{control} is full: {n} marbles", control=CONTROL_NAMES[to], n=MAX_MARBLES_PER_CONTROL
        )
        return Objection("energy.full-control", full, *over)
    reason = Text(
        "{control} is too far: {n} move left",
        "{control} is too far: {n} moves left",
        control=CONTROL_NAMES[to],
        n=MOVES_PER_SHIFT - len(s.moves),
    )
    return Objection("energy.three-moves", reason, *over)


@action(
    "back",
    "back",
    Text("Put the moved marbles back"),
    when=SHIFT,
    log=Text("{who} started their moves over"),
)
class ResetMarbles(Action):
    """Puts all marbles back to where this energy phase began."""

    grounds = ("energy.three-moves",)

    def objections(self, s: State, seat: int) -> Objections:
        if not s.moves:
            yield Objection(
                "energy.there",
                Text("No marble has moved this turn"),
                Text("Move your marble"),
                f"shift {seat}",
            )

    def apply(self, s: State, seat: int) -> State:
        return replace(s, wheel=s.wheel_before, moves=()) if s.moves else s


def revealed_by_collecting(s: State) -> Revealed:
    """Returns what the real stacks showed: a card or a nebula that was drawn, or nothing."""
    drawn = ("card", "nebula")
    shown = any(line.kind in drawn and line.got for board in s.boards for line in board.lines)
    return Revealed.ON_TABLE if shown else Revealed.NOTHING


@action(
    "collect",
    "collect placed",
    Text("Finish shifting and collect; or take and place everything at once"),
    when=SHIFT,
)
class CollectEnergy(Action):
    """Ends the shifting. `placed`: everything is taken and placed, except a nebula drawn."""

    grounds = ("energy.active", "energy.passive", "energy.collect-first")

    placed: Annotated[str | None, one_of("placed")] = None

    def objections(self, s: State, seat: int) -> Objections:
        if not has_own_marble_moved(s, seat):
            yield Objection(
                "energy.own-marble",
                Text("Your own marble hasn't moved yet"),
                Text("Move your marble"),
                f"shift {seat}",
            )

    def apply(self, s: State, seat: int) -> State:
        lines = energy_lines_of_seat(s, seat)
        if self.placed is None:
            return s.with_board(seat, replace(s.board(seat), step=COLLECT, lines=lines))
        drawn = sum(line.got for line in lines if line.kind == "nebula")
        start = s.board(seat)
        s = _take_all(s, seat, lines, ())
        taken = tuple(_taken_line(start, line) for line in lines)
        board = replace(place_all_unplaced(s.board(seat)), lines=taken, drawn=drawn)
        return start_next_turn(s.with_board(seat, board))

    def log_line(self, s: State, seat: int) -> Text:
        if self.placed is None:
            return Text("{who} finished shifting", who=SeatName(seat))
        return Text("{who} collected and placed everything", who=SeatName(seat))

    def reveals(self, s: State) -> Revealed:
        return revealed_by_collecting(s) if self.placed else Revealed.NOTHING


#: The field of the board that a line moves: a slider, or the time crystal.
MOVED_FIELD_BY_ENERGY = {"dna": "dna", "nova": "nova", "graviton": "graviton", "time": "crystal"}


def power_sources(board: Board, line: CollectedEnergyLine) -> tuple[str, ...]:
    """Returns the powers of this board that add to the line."""
    return tuple(slug for _, slug in board.powers if POWERS[slug].deck == line.control)


def _taken_line(board: Board, line: CollectedEnergyLine) -> CollectedEnergyLine:
    """Returns the line with what it is taken from on this board, which changes later."""
    moved = MOVED_FIELD_BY_ENERGY.get(line.kind)
    before = getattr(board, moved) if moved else None
    return replace(line, before=before, sources=power_sources(board, line))


def energy_lines_of_seat(s: State, seat: int) -> tuple[CollectedEnergyLine, ...]:
    """Returns what a seat collects: active, the own control's passive, then clockwise.

    A control with neither marble nor power token gives a line of 0.
    """
    own = s.control_of_marble(seat)
    return (
        collected_energy_lines(
            own, tuple(map(len, s.wheel)), power_tokens_by_control(s.board(seat).powers)
        )
        if own
        else ()
    )


def power_tokens_by_control(powers: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """Returns how many of these powers have their token on each control."""
    decks = [POWERS[slug].deck for _, slug in powers]
    return tuple(decks.count(control) for control in CONTROLS)


# Saves 9 % of an action's processor time.
@lru_cache(maxsize=1000)
def collected_energy_lines(
    own: str, marbles: tuple[int, ...], tokens: tuple[int, ...]
) -> tuple[CollectedEnergyLine, ...]:
    """Returns the lines collected with the seat's marble in `own`, given how many marbles and power
    tokens are on each control.
    """
    index = CONTROLS.index(own)
    lines = [
        CollectedEnergyLine(kind, own, True, n, n) for kind, n in ACTIVE_ENERGY_BY_CONTROL[own]
    ]
    passive = list(zip(CONTROLS, marbles, tokens, strict=True))
    for control, number, bonus in passive[index:] + passive[:index]:
        got = number + bonus
        lines.append(
            CollectedEnergyLine(
                PASSIVE_ENERGY_BY_CONTROL[control], control, False, got, got, number, bonus
            )
        )
    return tuple(lines)


_LINE_KINDS = (*ELEMENTS, "nova", "dna", "nebula", "card", "time", "graviton", "proto")


@action("short", "short h 1", Text("Take less: the supply ran out"), when=COLLECT_OR_CRAFT_STEP)
class EnterSupplyShortage(Action):
    """Enters how many of a line could be taken before the supply ran out."""

    grounds = ("energy.supply-short",)
    from_box = True

    kind: Annotated[str, Word("line", one_of(*_LINE_KINDS))]
    got: Annotated[int, Word("number", whole_number_reader(0, 20))]

    def objections(self, s: State, seat: int) -> Objections:
        line = next((line for line in s.board(seat).lines if line.kind == self.kind), None)
        if line is None and s.board(seat).step == CRAFT and self.kind in SUPPLY_PILES:
            return
        if line is None or self.kind not in SUPPLY_PILES:
            yield Objection(
                "energy.supply-short",
                Text("That's not on your list, or it can't run out"),
                Text("Choose something that comes from a supply"),
            )
        elif self.got > line.amount:
            yield Objection(
                "energy.supply-short",
                Text("You'd get {amount}, not {got}", amount=line.amount, got=self.got),
                Text("Enter how many were left: 0 to {amount}", amount=line.amount),
                f"short {self.kind} {line.amount}",
                Text("Take {n}", "Take all {n}", n=line.amount),
            )

    def apply(self, s: State, seat: int) -> State:
        board = s.board(seat)
        if board.step == CRAFT and all(line.kind != self.kind for line in board.lines):
            return s.with_board(seat, with_pieces_left_in_pile(board, self.kind, self.got))
        return s.with_board(seat, with_energy_line_corrected(board, self.kind, got=self.got))

    def log_line(self, s: State, seat: int) -> Text:
        return Text("{who} took only {n}: the supply ran out", who=SeatName(seat), n=self.got)


def is_collecting_nebula(board: Board) -> bool:
    """Returns whether the seat collects a nebula."""
    return any(line.kind == "nebula" and line.got for line in board.lines)


@action("took", "took 2", Text("Take everything on the list"), when=COLLECT)
class TakeEverythingCollected(Action):
    """Takes everything on the list; `size`: of the nebula, if one was drawn."""

    grounds = ("energy.collect-first",)

    size: NebulaSize | None = None

    def objections(self, s: State, seat: int) -> Objections:
        if is_collecting_nebula(s.board(seat)) and self.size is None:
            yield Objection(
                "energy.nebula-size",
                Text("Chemistry gives you a nebula: choose its size"),
                Text("Choose the stack you drew from: 1, 2 or 3"),
                "took 1",
                Text("Take it all, with a size 1 nebula"),
            )
        if not is_collecting_nebula(s.board(seat)) and self.size is not None:
            yield Objection(
                "energy.nebula-size",
                Text("There's no nebula on your list"),
                Text("Take what's on the list"),
                "took",
            )

    def apply(self, s: State, seat: int) -> State:
        lines = s.board(seat).lines
        tiles = (Tile(self.size),) if self.size and is_collecting_nebula(s.board(seat)) else ()
        s = _take_all(s, seat, lines, tiles)
        return start_next_turn(s.with_board(seat, replace(s.board(seat), lines=())))

    def log_line(self, s: State, seat: int) -> Text:
        if self.size:
            return Text(
                "{who} collected and took a size {size} nebula", who=SeatName(seat), size=self.size
            )
        return Text("{who} collected", who=SeatName(seat))

    def reveals(self, s: State) -> Revealed:
        return revealed_by_collecting(s)


def _take_all(
    s: State, seat: int, lines: tuple[CollectedEnergyLine, ...], tiles: tuple[Tile, ...]
) -> State:
    """Returns the state after the seat took what the lines list; pieces are held until placed."""
    board, got = s.board(seat), {line.kind: line.got for line in lines}
    stars = tuple(held + got.get(e, 0) for held, e in zip(board.held_stars, ELEMENTS, strict=True))
    board, supply = advance_time(board, s.supply, got.get("time", 0))
    # What a graviton moves is not entered: each may move stable life.
    board = with_stable_life_places_unknown(board, got.get("graviton", 0))
    board = replace(
        board,
        step=CRAFT,
        held_stars=stars,
        held_tiles=(*board.held_tiles, *tiles),
        held_proto=board.held_proto + got.get("proto", 0),
        hand=board.hand + got.get("card", 0),
        nova=board.nova + got.get("nova", 0),
        dna=board.dna + got.get("dna", 0),
        graviton=board.graviton + got.get("graviton", 0),
    )
    return replace(s, supply=supply).with_board(seat, board)
