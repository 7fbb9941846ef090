"""Corrections, where the app differs from the table: take back, overrule, insert, change.

Nothing is removed from the log: an entry stays, marked with its fate. What other actions depend on,
or what has been seen, changes only with the consent that this table requires.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from itertools import islice

from companion.play.act import with_draws_added
from companion.play.answer import Declined, Tap, TapAnswer, Unchanged
from companion.play.permissions import require_game_started, require_own_seat
from companion.play.proposals import (
    answer_once,
    consenting_phones_needed,
    correct_or_propose,
    declined_answer,
)
from companion.play.repeats import entries_of_others_since
from companion.play.store import NewEvent, TableStore
from companion.referee.judge import judge
from companion.referee.text import SeatName, Text
from companion.tables import (
    ActionEntry,
    Correction,
    InsertAction,
    Kind,
    Overrule,
    ReplaceAction,
    SeparateLastPart,
    Table,
    TakeBack,
    separable_part,
    state_before_correction,
    table_if_corrected,
    undo_with_what_hangs_on_it,
    write_correction,
)

#: Seconds after a tap within which its phone may take it back alone, if only the components on the
#: table were involved.
SLIP_TAKE_BACK_SECONDS = 120.0


#: Returns the entries that go with a seat's newest one, itself first.
EntriesTogether = Callable[[Table, int], list[ActionEntry]]


def take_back_entry(
    store: TableStore, code: str, tap: Tap, entry_seq: int, together: EntriesTogether | None = None
) -> TapAnswer:
    """Takes back an action: the seat's last one at once if nothing depends on it, else by proposal.
    With `together`, those that belong to it, too.

    Raises `UnknownTable`, `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    now = store.clock()
    return answer_once(
        store, code, tap, lambda table: _take_back(table, tap, entry_seq, now, together)
    )


def allow_refused_action(store: TableStore, code: str, tap: Tap) -> TapAnswer:
    """Makes the tap's action count although the app refuses it. Also raises `UnreadableAction`."""
    return answer_once(store, code, tap, lambda table: _overrule(table, tap))


def insert_forgotten_action(
    store: TableStore, code: str, tap: Tap, after: int, before_part: str = ""
) -> TapAnswer:
    """Inserts the tap's forgotten action right after this entry; 0: before all others.
    `before_part`: what the entry did last, in notation: it becomes an entry of its own first, and
    the forgotten action fits between.

    Also raises `UnreadableAction`.
    """
    with store.table_lock(code):
        known = tap.intent and store.ledger.event_by_intent(code, tap.intent)
        if before_part and not known:
            separated = store.transact(code, partial(_separate, tap, after, before_part))
            if isinstance(separated, Declined):
                return separated
        return answer_once(store, code, tap, lambda table: _insert(table, tap, after))


def replace_entry(store: TableStore, code: str, tap: Tap, entry_seq: int) -> TapAnswer:
    """Replaces this entry of the seat by the tap's action. Also raises `UnreadableAction`."""
    return answer_once(store, code, tap, lambda table: _change(table, tap, entry_seq))


def _take_back(
    table: Table, tap: Tap, entry_seq: int, now: float, together: EntriesTogether | None
) -> NewEvent | TapAnswer:
    entry = table.find_entry(entry_seq)
    if entry is None:
        return _no_such(table)
    if entry.undone:
        return _already_undone(table, tap, entry)
    all_of_them = tuple(together(table, tap.seat)) if together else ()
    return _undo_or_propose(table, tap, all_of_them if entry in all_of_them[:1] else (entry,), now)


def _undo_or_propose(
    table: Table, tap: Tap, entries: tuple[ActionEntry, ...], now: float
) -> NewEvent | TapAnswer:
    """Undoes these entries with all that hangs on them by one event, or proposes it. What takes
    others' actions along at once is asked for again, with what it does.
    """
    wanted = undo_with_what_hangs_on_it(table, tuple(entry.seq for entry in entries))
    needed = max(_needed_for(table, tap, entry, entries, wanted, now) for entry in entries)
    along = [table.entry(seq) for seq in wanted.others]
    if not needed and not tap.sure and any(entry.seat != tap.seat for entry in along):
        return Declined(table=table, reason=undo_damage_words(table, wanted), anyway=Text("Do it"))
    return correct_or_propose(table, tap, wanted, needed)


def undo_damage_words(table: Table, wanted: TakeBack, undone: Table | None = None) -> Text:
    """Returns in plain sentences what the undo does: how many actions go, whose points change and
    whose turn it is then. `undone`: the table after it, if known.
    """
    after, game = undone or table_if_corrected(table, wanted), table.game
    said = [_undone_words(table, wanted)]
    said += [
        Text(
            "{name} goes from {before} to {n} point",
            "{name} goes from {before} to {n} points",
            name=SeatName(seat),
            before=was,
            n=now,
        )
        for seat in (place.number for place in table.seats)
        if (was := game.points(table.state, seat)) != (now := game.points(after.state, seat))
    ]
    # Of several corrections together nobody's turn may be left; where several act, it is no turn.
    if len(after.seats_to_act) == 1 and after.seats_to_act != table.seats_to_act:
        said += [Text("Then it's {who}'s turn", who=SeatName(n)) for n in after.seats_to_act]
    return reduce(lambda first, then: Text("{told}. {then}", told=first, then=then), said)


def _undone_words(table: Table, wanted: TakeBack) -> Text:
    """Returns how many actions go along, and why these."""
    n = len(wanted.others)
    if _is_everything_since(table, wanted):
        return Text(
            "This also undoes {n} action: everything since",
            "This also undoes {n} actions: everything since",
            n=n,
        )
    return Text(
        "This also undoes {n} action that no longer fits",
        "This also undoes {n} actions that no longer fit",
        n=n,
    )


def _is_everything_since(table: Table, wanted: TakeBack) -> bool:
    """Returns whether no action that counts remains after the undone one."""
    gone = {wanted.entry_seq, *wanted.others}
    newest = islice(table.newest_entries(), len(gone))
    return all(entry.seq in gone for entry in newest)


def _needed_for(
    table: Table,
    tap: Tap,
    entry: ActionEntry,
    entries: tuple[ActionEntry, ...],
    wanted: TakeBack,
    now: float,
) -> int:
    """Returns how many other phones must agree to undo this one of `entries`: for another seat's
    action, at least one if any.
    """
    needed = consenting_phones_needed(table, tap.seat)
    if entry.seat != tap.seat:
        return max(needed, 1) if _has_others(table, tap) else needed
    if table.last_entry_of(tap.seat) != entries[0] or len(wanted.others) >= len(entries):
        return needed
    return (
        0
        if not has_revealed_hidden_piece(table, entry) or _may_be_a_slip(table, entry, now)
        else needed
    )


def _has_others(table: Table, tap: Tap) -> bool:
    """Returns whether another phone sits at the table."""
    return any(seat.phone not in ("", tap.phone) for seat in table.seats)


def has_revealed_hidden_piece(table: Table, entry: ActionEntry) -> bool:
    """Returns whether this action revealed something hidden."""
    return table.game.reveals_hidden_pieces(entry.state_before, table.game.read(entry.action))


def _may_be_a_slip(table: Table, entry: ActionEntry, now: float) -> bool:
    """Returns whether this may be a mistap: recent, no action since, and the app itself has
    revealed nothing.
    """
    since = [each for each in table.entries if each.seq > entry.seq and not each.undone]
    recent = now - entry.at <= SLIP_TAKE_BACK_SECONDS
    action = table.game.read(entry.action)
    return recent and not since and table.game.on_the_table(entry.state_before, action)


def _overrule(table: Table, tap: Tap) -> NewEvent | TapAnswer:
    action = with_draws_added(table.game, table.state, table.game.read(tap.text))
    ruling = judge(table.game, table.state, tap.seat, action)
    if ruling.allowed:
        return NewEvent(tap.seat, Kind.PLAYED, ruling.action, tap.intent, ruling)
    return correct_or_propose(
        table, tap, Overrule(tap.seat, ruling.action), consenting_phones_needed(table, tap.seat)
    )


def _insert(table: Table, tap: Tap, after: int) -> NewEvent | TapAnswer:
    if after and table.find_entry(after) is None:
        return _no_such(table)
    wanted = InsertAction(after, tap.seat, "")
    wanted = InsertAction(after, tap.seat, _written(table, tap, wanted))
    if _is_what_follows(table, wanted):
        return declined_answer(table, Text("That's what was already done."))
    return correct_or_propose(table, tap, wanted, consenting_phones_needed(table, tap.seat))


def _separate(
    tap: Tap, entry_seq: int, before_part: str, table: Table
) -> NewEvent | Declined | None:
    """Separates this last part of the entry, which changes no state and so asks nobody; does
    nothing if it is separated already. What the table is asked about the entry is decided first.
    """
    require_own_seat(table, tap.seat, tap.phone)
    require_game_started(table)
    table.game.read(tap.text)
    if separable_part(table, entry_seq) != before_part:
        return None
    if any(_names_entry(proposal.wanted, entry_seq) for proposal in table.open_proposals):
        reason = Text("The table is asked about this already: answer that first.")
        return declined_answer(table, reason)
    # What was done already is declined before anything is taken apart.
    apart = table_if_corrected(table, SeparateLastPart(entry_seq))
    action = table.game.write(table.game.read(tap.text))
    if _is_what_follows(apart, InsertAction(entry_seq, tap.seat, action)):
        return declined_answer(table, Text("That's what was already done."))
    return NewEvent(tap.seat, *write_correction(SeparateLastPart(entry_seq)))


def _names_entry(wanted: Correction, entry_seq: int) -> bool:
    match wanted:
        case TakeBack(first, others):
            return entry_seq in (first, *others)
        case InsertAction(place, _, _) | ReplaceAction(place, _):
            return place == entry_seq
        case _:
            return False


def _change(table: Table, tap: Tap, entry_seq: int) -> NewEvent | TapAnswer:
    entry = table.find_entry(entry_seq)
    if entry is None:
        return _no_such(table)
    if entry.seat != tap.seat:
        return declined_answer(
            table, Text("Only {name} can change that.", name=SeatName(entry.seat))
        )
    if entry.undone:
        return _already_undone(table, tap, entry)
    action = _written(table, tap, ReplaceAction(entry_seq, ""))
    if action == entry.action:
        return declined_answer(table, Text("That's what was already done."))
    return correct_or_propose(
        table, tap, ReplaceAction(entry_seq, action), consenting_phones_needed(table, tap.seat)
    )


def _written(table: Table, tap: Tap, wanted: InsertAction | ReplaceAction) -> str:
    """Returns the tap's action as the log keeps it, with what has to be drawn at that place, and
    without a last part that the next entry does anyway: "build X then end" before "end".
    """
    game, state = table.game, state_before_correction(table, wanted)
    action = game.read(tap.text)
    parts, following = game.parts(action), _entry_following(table, wanted)
    if (
        parts
        and following
        and (following.seat, following.action)
        == (
            tap.seat,
            game.write(parts[1]),
        )
    ):
        action = parts[0]
    return game.write(with_draws_added(game, state, action))


def _is_what_follows(table: Table, wanted: InsertAction) -> bool:
    """Returns whether the seat did the same right after this place, which it can't do twice."""
    following = _entry_following(table, wanted)
    if following is None or (following.seat, following.action) != (wanted.seat, wanted.action):
        return False
    game, action, state = table.game, table.game.read(wanted.action), following.state_before
    twice = game.apply(state, wanted.seat, action)
    return (
        judge(game, state, wanted.seat, action).allowed
        and not judge(game, twice, wanted.seat, action).allowed
    )


def _entry_following(table: Table, wanted: InsertAction | ReplaceAction) -> ActionEntry | None:
    """Returns the entry that counts right after the place of this correction."""
    after = wanted.after if isinstance(wanted, InsertAction) else wanted.entry_seq
    place = table.place_of(after) if after else -1
    later = table.entries[place + 1 :] if place is not None else ()
    return next((entry for entry in later if not entry.undone), None)


def _no_such(table: Table) -> Declined:
    return declined_answer(table, Text("That action isn't in the log."))


def _already_undone(table: Table, tap: Tap, entry: ActionEntry) -> Unchanged:
    """Returns the answer if it is undone already: a repeated tap, or another player was quicker."""
    others = entries_of_others_since(table, tap)
    word = _whose_undoing(table, tap, entry)
    return Unchanged(table=table, repeated=True, others=others, word=word)


def _whose_undoing(table: Table, tap: Tap, entry: ActionEntry) -> Text | None:
    undoing = next((event for event in table.group_events if event.seq == entry.undone), None)
    if undoing is None or undoing.seat == tap.seat:
        return None
    return Text("{name} has already undone it.", name=SeatName(undoing.seat))
