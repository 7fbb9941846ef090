"""`apply_event` and `table_from_events`: what each kind of event does to a table. They apply and
never judge. A kind keeps its meaning forever: old logs are folded by the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.games import CATALOGUE
from companion.referee.game import Game
from companion.referee.version import is_newer_edition
from companion.tables import holding, rewind
from companion.tables.changes import with_corrected_counts
from companion.tables.checks import with_due_check, with_recount_closed
from companion.tables.corrections import (
    EVENT_KIND_BY_CORRECTION,
    Correction,
    SettleQuestion,
    TakeBack,
    correction_subject,
    read_correction,
    read_proposal,
)
from companion.tables.event import LED_ENDED_TEXT, LED_PAUSED_TEXT, LED_RESUMED_TEXT, Event, Kind
from companion.tables.holding import FREED_BY_KEY_CHANGE_TEXT
from companion.tables.seats import with_seat_count
from companion.tables.table import LEFT_FATE, Proposal, Recount, Table, UnreadableTail

#: Errors of reading and applying an event that makes no sense here: an unknown game or kind, a
#: malformed number, an action of a foreign notation.
UNREADABLE_EVENT_ERRORS = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    AssertionError,
)


class UnreadableEvent(Exception):
    """This event cannot be folded here. `newer`: it was judged by rules newer than ours."""

    def __init__(self, event: Event, newer: bool = False) -> None:
        super().__init__(event.code, event.seq, event.kind)
        self.event = event
        self.newer = newer


def apply_event(
    table: Table | None, event: Event, catalogue: Mapping[str, Game] = CATALOGUE
) -> Table:
    """Returns the table after this event. Raises `UnreadableEvent`."""
    try:
        if table is None:
            return _opened_table(event, catalogue)
        if is_newer_edition(event.rules, table.game.version):
            raise UnreadableEvent(event, newer=True)
        after = replace(_CHANGES[event.kind](table, event), seq=event.seq, at=event.at)
        return with_due_check(after)
    except UNREADABLE_EVENT_ERRORS as error:
        raise UnreadableEvent(event) from error


def apply_events(
    table: Table | None, events: Iterable[Event], catalogue: Mapping[str, Game] = CATALOGUE
) -> Table | None:
    """Returns the table after these events, stuck at the first one that cannot be folded.

    Raises `UnreadableEvent` if that is the opening.
    """
    for event in events:
        if table is not None and table.stuck:
            break
        try:
            table = apply_event(table, event, catalogue)
        except UnreadableEvent as senseless:
            if table is None:
                raise
            stuck = UnreadableTail(event.seq, event.at, event.kind, event.rules, senseless.newer)
            table = replace(table, stuck=stuck)
    return table


def table_from_events(
    events: Iterable[Event], catalogue: Mapping[str, Game] = CATALOGUE
) -> Table | None:
    """Returns the table that these events make; None if there are none. See `apply_events`."""
    return apply_events(None, events, catalogue)


def _opened_table(event: Event, catalogue: Mapping[str, Game]) -> Table:
    slug, seats, host = event.text.split(" ")
    game = catalogue[slug]
    return Table(
        code=event.code,
        game=game,
        seq=event.seq,
        at=event.at,
        host=host,
        seats=with_seat_count((), int(seats)),
        options=tuple((option.key, option.default) for option in game.options),
    )


def _with_seat(table: Table, number: int, **changes: str) -> Table:
    seats = (
        replace(seat, **changes) if seat.number == number else seat  # type: ignore[arg-type]
        for seat in table.seats
    )
    return replace(table, seats=tuple(seats))


def _ordered(table: Table, event: Event) -> Table:
    seats = (
        replace(table.seat_at(int(old)), number=new)
        for new, old in enumerate(event.text.split(), start=1)
    )
    return replace(table, seats=tuple(seats))


def _option(table: Table, event: Event) -> Table:
    key, _, value = event.text.partition(" ")
    return replace(table, options=tuple({**dict(table.options), key: value}.items()))


def _started(table: Table, event: Event) -> Table:
    state = table.game.setup(len(table.seats), dict(table.options))
    seats = holding.with_first_owners(table.seats)
    return replace(table, started=True, seats=seats, state=state, began=event.at, pauses=())


def _reopened(table: Table, event: Event) -> Table:
    """Returns to the lobby: the start sets the game up again, perhaps with other seats."""
    lobby = {"entries": (), "proposals": (), "rulings": (), "group_events": (), "recount": None}
    anew = replace(table, checked=frozenset(), interrupted=None)
    return replace(anew, started=False, state=None, began=0.0, **lobby)  # type: ignore[arg-type]


def _played(table: Table, event: Event) -> Table:
    return rewind.with_action_appended(
        table, rewind.entry_from_event(event, event.seat, event.text)
    )


def _known(table: Table, wanted: Correction) -> Correction:
    """Returns the correction.

    Raises `ValueError` for an answer that the rulebook's question does not have: the game would not
    know it. A retired question keeps its answers.
    """
    if isinstance(wanted, SettleQuestion):
        question = table.game.rulebook.question(wanted.key)
        if question and wanted.choice not in dict(question.choices):
            raise ValueError(wanted.choice)
    return wanted


def _done(table: Table, event: Event) -> Table:
    """Makes the correction at once."""
    wanted = _known(table, read_correction(event.kind, event.text))
    return _noted(_carried_out(table, wanted, event), event)


def _carried_out(table: Table, wanted: Correction, event: Event) -> Table:
    if isinstance(wanted, TakeBack) and table.entry(wanted.entry_seq).undone:
        return table
    after = rewind.with_correction(table, wanted, event)
    after = with_corrected_counts(table, after, event.seq)
    about = correction_subject(wanted)
    return _closed(after, event, "overtaken", lambda each: correction_subject(each.wanted) == about)


def _closed(table: Table, event: Event, fate: str, which: Callable[[Proposal], bool]) -> Table:
    proposals = (
        replace(proposal, fate=fate, closed=event.seq, closer=event.seat)
        if not proposal.fate and which(proposal)
        else proposal
        for proposal in table.proposals
    )
    return replace(table, proposals=tuple(proposals))


def _freed(table: Table, event: Event) -> Table:
    """Frees the seat. What it had asked of the table waits no longer: its person has gone, and may
    have been sent away for asking too much. With a new key everybody comes back.
    """
    freed = holding.with_seat_freed(table, event)
    if event.text == FREED_BY_KEY_CHANGE_TEXT:
        return freed
    return _closed(freed, event, LEFT_FATE, lambda each: each.seat == event.seat)


def _noted(table: Table, event: Event) -> Table:
    return replace(table, group_events=(*table.group_events, event))


def _proposed(table: Table, event: Event) -> Table:
    wanted = _known(table, read_proposal(event.text))
    state = rewind.state_before_correction(table, wanted)
    proposal = Proposal(event.seq, event.at, event.seat, wanted, state)
    return _noted(replace(table, proposals=(*table.proposals, proposal)), event)


def _seconded(table: Table, event: Event) -> Table:
    """Adds one of several yeses that are needed."""
    proposals = (
        replace(proposal, agreed=(*proposal.agreed, event.seat))
        if proposal.seq == int(event.text)
        else proposal
        for proposal in table.proposals
    )
    return _noted(replace(table, proposals=tuple(proposals)), event)


def _agreed(table: Table, event: Event) -> Table:
    """Adds the last yes needed, and makes the proposed correction."""
    proposal = table.proposal_numbered(int(event.text))
    # Until 0.7 a seat's proposals went on waiting when it was freed: a yes of then counts.
    if proposal is None or proposal.fate not in ("", LEFT_FATE):
        return table
    table = _reopened_proposal(table, proposal)
    closed = _closed(_seconded(table, event), event, "done", lambda each: each.seq == proposal.seq)
    return _carried_out(closed, proposal.wanted, event)


def _reopened_proposal(table: Table, closed: Proposal) -> Table:
    reopened = replace(closed, fate="", closed=0, closer=0)
    proposals = (reopened if each is closed else each for each in table.proposals)
    return replace(table, proposals=tuple(proposals))


def _withdrawn(table: Table, event: Event) -> Table:
    proposal = table.proposal_numbered(int(event.text))
    fate = "withdrawn" if proposal and proposal.seat == event.seat else "refused"
    return _noted(_closed(table, event, fate, lambda each: each.seq == int(event.text)), event)


def _consent(table: Table, event: Event) -> Table:
    return _noted(replace(table, consent=event.text), event)


def _paused(table: Table, event: Event) -> Table:
    return replace(table, pauses=(*table.pauses, event))


def _recount(table: Table, event: Event) -> Table:
    return _noted(replace(table, recount=Recount(event.seq, event.seat)), event)


def _right(table: Table, event: Event) -> Table:
    if table.recount is None:
        return table
    right = (*table.recount.right, event.seat)
    return _noted(replace(table, recount=replace(table.recount, right=right)), event)


def _recounted(table: Table, event: Event) -> Table:
    return _noted(with_recount_closed(table), event)


def _led(table: Table, event: Event) -> Table:
    if event.text == LED_RESUMED_TEXT:
        return replace(table, guided_marks=table.guided_marks - {LED_PAUSED_TEXT})
    return replace(table, guided_marks=table.guided_marks | {event.text})


_CHANGES: dict[str, Callable[[Table, Event], Table]] = {
    Kind.NAMED: lambda table, event: _with_seat(table, event.seat, name=event.text),
    Kind.COLOURED: lambda table, event: _with_seat(table, event.seat, colour=event.text),
    Kind.TOOK_SEAT: holding.with_seat_taken,
    Kind.FREED: _freed,
    Kind.TOOK_OVER: holding.with_seat_taken_over,
    Kind.ASKED_SEAT: holding.with_seat_request,
    Kind.KEPT_SEAT: holding.with_seat_request_ended,
    Kind.GAVE_SEAT: holding.with_seat_request_accepted,
    Kind.VOUCHED: holding.with_seat_claim_confirmed,
    Kind.HOSTED: lambda table, event: replace(table, host=event.text),
    Kind.ORDERED: _ordered,
    Kind.RESIZED: lambda table, event: replace(
        table, seats=with_seat_count(table.seats, int(event.text))
    ),
    Kind.OPTION: _option,
    Kind.LOCKED: lambda table, event: replace(table, locked=True),
    Kind.UNLOCKED: lambda table, event: replace(table, locked=False),
    Kind.STARTED: _started,
    Kind.REOPENED: _reopened,
    Kind.PLAYED: _played,
    **dict.fromkeys(EVENT_KIND_BY_CORRECTION.values(), _done),
    Kind.PROPOSED: _proposed,
    Kind.SECONDED: _seconded,
    Kind.AGREED: _agreed,
    Kind.WITHDRAWN: _withdrawn,
    Kind.CONSENT: _consent,
    # "right": one seat's numbers are right; "recounted": with it all are; or it was ended early.
    Kind.RECOUNT: _recount,
    Kind.RIGHT: _right,
    Kind.RECOUNTED: _recounted,
    Kind.RECOUNT_ENDED: _recounted,
    Kind.QUIET: lambda table, event: replace(table, quiet=event.text == "1"),
    Kind.UNVEILED: lambda table, event: replace(table, unveiled=event.seq),
    Kind.TICKED: lambda table, event: replace(table, ticks=table.ticks | {event.text}),
    Kind.UNTICKED: lambda table, event: replace(table, ticks=table.ticks - {event.text}),
    # A later one replaces a rematch that was deleted.
    Kind.AGAIN: lambda table, event: replace(table, onward=event.text),
    # It starts the guided rounds too, and restarts one that was ended.
    Kind.TAUGHT: lambda table, event: replace(
        table,
        guided=event.text == "1",
        guided_marks=table.guided_marks - {LED_PAUSED_TEXT, LED_ENDED_TEXT},
    ),
    Kind.LED: _led,
    Kind.CLOCK: lambda table, event: replace(table, clock=event.text),
    Kind.PAUSED: _paused,
    Kind.RESUMED: _paused,
    Kind.TOURED: lambda table, event: replace(table, tour=int(event.text)),
}
