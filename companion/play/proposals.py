"""Proposals: who agrees or withdraws, how many must agree, and what a proposal would decide. These
functions check who asks and how much consent is needed; they never judge an action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.ledger import RepeatedIntent
from companion.play.answer import Corrected, Declined, Played, Proposed, Tap, TapAnswer, Unchanged
from companion.play.permissions import NotAllowed, require_game_started, require_own_seat
from companion.play.repeats import (
    entries_of_others_since,
    reused_intent_error,
    table_as_it_was,
)
from companion.play.store import NewEvent, TableStore, WrittenEvent, table_change
from companion.referee.text import SeatName, Text
from companion.tables import (
    CORRECTION_KINDS,
    PROPOSAL_DECISION_KINDS,
    ActionEntry,
    Correction,
    Event,
    Kind,
    OwnRule,
    Proposal,
    SettleQuestion,
    Table,
    correction_seen_by,
    count_changes,
    counts_corrected_by,
    make_own_rule,
    preview_correction,
    read_correction,
    read_proposal,
    table_if_corrected,
    table_seen_by,
    write_correction,
    write_proposal,
)

#: Proposals of one seat that may wait at once: each stands on every phone until it is answered.
MAX_OPEN_PROPOSALS_OF_SEAT = 3

CONSENT_OPTIONS = ("0", "1", "all")


@table_change
def set_consent(table: Table, consent: str, phone: str) -> NewEvent | None:
    """Sets how many other seats must agree: "0", "1" or "all".

    Raises `NotAllowed` for another phone than the host's, or another value.
    """
    if phone != table.host:
        raise NotAllowed(Text("Only the host can do that."))
    if consent not in CONSENT_OPTIONS:
        raise NotAllowed(Text("Choose no one, one player or everyone."))
    return None if table.consent == consent else NewEvent(0, Kind.CONSENT, consent)


def consenting_phones_needed(table: Table, seat: int) -> int:
    """Returns how many other phones must agree; 0 if there are none."""
    others = [place for place in table.seats if place.phone and place.number != seat]
    if not others or table.consent == "0":
        return 0
    phones = {place.phone for place in others} - {table.seat_at(seat).phone}
    return max(1, len(phones)) if table.consent == "all" else 1


def missing_consent_count(table: Table, proposal: Proposal, seat: int = 0) -> int:
    """Returns how many are still needed, counting `seat` as agreed too."""
    said = {
        table.seat_at(number).phone for number in (*proposal.agreed, *((seat,) if seat else ()))
    }
    if any(place.phone not in ("", proposal_owner(table, proposal)) for place in table.seats):
        said.discard(proposal_owner(table, proposal))
    return max(0, consenting_phones_needed(table, proposal.seat) - len(said - {""}))


def proposal_owner(table: Table, proposal: Proposal) -> str:
    """Returns the phone of the seat that made the proposal."""
    return table.seat_at(proposal.seat).phone


# -- corrections that end the game, reopen it or change who wins must be confirmed


_ENDS = Text("This correction ends the game.")

_REOPENS = Text("This correction reopens the game.")

_OTHER_WINNER = Text("This correction changes who wins.")


def needed_confirmation(table: Table, tap: Tap, wanted: Correction) -> Declined | None:
    """Returns what the player must confirm first; None if nothing, or the tap is `sure`."""
    if tap.sure or not table.started:
        return None
    reason = outcome_change_words(table, table_if_corrected(table, wanted))
    return Declined(table=table, reason=reason, anyway=Text("Do it")) if reason else None


def outcome_change_words(before: Table, after: Table) -> Text | None:
    """Returns how the outcome changes between these two tables; None if it does not."""
    if before.outcome is None or after.outcome is None:
        if before.outcome is after.outcome:
            return None
        return _ENDS if before.outcome is None else _REOPENS
    same = set(before.outcome.winners) == set(after.outcome.winners)
    return None if same else _OTHER_WINNER


# -- proposals and consent


TableDecision = Callable[[Table], NewEvent | TapAnswer]


_FATES = {
    "done": Text("{name} approved first: it's done."),
    "withdrawn": Text("{name} withdrew it."),
    "refused": Text("{name} already said no."),
    "left": Text("{name} has left the seat: it no longer waits."),
    "overtaken": Text("The table has already decided differently ({name} answered first)."),
}


def agree_to_proposal(store: TableStore, code: str, tap: Tap, proposal_seq: int) -> TapAnswer:
    """Agrees to a proposal for this seat; it takes effect when enough phones have agreed."""
    return answer_once(store, code, tap, lambda table: _agree(table, tap, proposal_seq))


def withdraw_proposal(store: TableStore, code: str, tap: Tap, proposal_seq: int) -> TapAnswer:
    """Closes a proposal: its owner withdraws it, or another seat refuses."""
    return answer_once(store, code, tap, lambda table: _withdraw(table, tap, proposal_seq))


def answer_once(store: TableStore, code: str, tap: Tap, decide: TableDecision) -> TapAnswer:
    """Decides on the newest table and returns the answer; a repeated intent gets its first answer.

    Raises as `settle_question` does, and whatever `decide` raises.
    """
    before: list[Table] = []

    def checked(table: Table) -> NewEvent | TapAnswer:
        require_own_seat(table, tap.seat, tap.phone)
        require_game_started(table)
        first = store.ledger.event_by_intent(code, tap.intent) if tap.intent else None
        if first:
            raise RepeatedIntent(first)
        before[:] = [table]
        return decide(table)

    try:
        result: WrittenEvent | TapAnswer = store.transact(code, checked)
    except RepeatedIntent as again:
        then = table_as_it_was(store, code, again.first.seq - 1) or store.latest(code)
        _need_same(decide, then, tap, again.first)
        return _answer(then, store.latest(code), tap, again.first, repeated=True)
    if not isinstance(result, WrittenEvent):
        return result
    answer = _answer(before[0], result.table, tap, result.event)
    if isinstance(answer, Played) and result.new.ruling:
        return replace(answer, doubts=result.new.ruling.doubts)
    return answer


def _need_same(decide: TableDecision, then: Table, tap: Tap, first: Event) -> None:
    """Raises `NotAllowed` if the intent became a different event than this tap would. Rolls and
    draws follow the action's own text and may differ.
    """
    if first.seat != tap.seat:
        raise reused_intent_error()
    now = decide(then)
    if not isinstance(now, NewEvent) or now.kind != first.kind:
        raise reused_intent_error()
    written = then.game.write(then.game.read(tap.text)) if tap.text else ""
    said = f"{now.text.rpartition(written)[0]}{written} " if written else ""
    drawn = bool(said) and now.text.startswith(said) and first.text.startswith(said)
    if now.text != first.text and not drawn:
        raise reused_intent_error()


def correct_or_propose(
    table: Table, tap: Tap, wanted: Correction, needed: int
) -> NewEvent | TapAnswer:
    """Corrects at once if no consent is needed, else proposes; agrees if it is proposed already."""
    if not needed:
        held = needed_confirmation(table, tap, wanted)
        return held or NewEvent(tap.seat, *write_correction(wanted), tap.intent)
    same = next(
        (proposal for proposal in table.open_proposals if _alike(proposal.wanted, wanted)), None
    )
    if same is None:
        waiting = [each for each in table.open_proposals if each.seat == tap.seat]
        if len(waiting) >= MAX_OPEN_PROPOSALS_OF_SEAT:
            return declined_answer(table, _TOO_MANY_OPEN)
        return NewEvent(tap.seat, Kind.PROPOSED, write_proposal(wanted), tap.intent)
    if tap.seat == same.seat or tap.seat in same.agreed:
        return already_proposed_answer(table, same, tap.seat)
    return _yes(table, tap, same)


_TOO_MANY_OPEN = Text("Three of your requests still wait. Have one answered, or withdraw it.")


def declined_answer(table: Table, reason: Text) -> Declined:
    """Returns the answer that it is not done, with the reason."""
    return Declined(table=table, reason=reason)


def _alike(wanted: Correction, other: Correction) -> bool:
    if isinstance(wanted, SettleQuestion) and isinstance(other, SettleQuestion):
        return (wanted.key, wanted.choice) == (other.key, other.choice)
    return wanted == other


def _agree(table: Table, tap: Tap, proposal_seq: int) -> NewEvent | TapAnswer:
    proposal = table.proposal_numbered(proposal_seq)
    if proposal is None or proposal.fate:
        return _gone(table, proposal)
    if tap.seat in proposal.agreed:
        return already_proposed_answer(table, proposal, tap.seat)
    return _yes(table, tap, proposal)


def _yes(table: Table, tap: Tap, proposal: Proposal) -> NewEvent | TapAnswer:
    if tap.seat == proposal.seat:
        return declined_answer(table, Text("Someone else must approve."))
    if _same_hand(table, tap.seat, proposal.seat):
        return declined_answer(table, Text("Someone with another phone must approve."))
    kind = Kind.SECONDED if missing_consent_count(table, proposal, tap.seat) else Kind.AGREED
    held = needed_confirmation(table, tap, proposal.wanted) if kind == "agreed" else None
    return held or NewEvent(tap.seat, kind, str(proposal.seq), tap.intent)


def _withdraw(table: Table, tap: Tap, proposal_seq: int) -> NewEvent | TapAnswer:
    proposal = table.proposal_numbered(proposal_seq)
    if proposal is None or proposal.fate:
        return _gone(table, proposal)
    return NewEvent(tap.seat, Kind.WITHDRAWN, str(proposal_seq), tap.intent)


def _same_hand(table: Table, seat: int, other: int) -> bool:
    """Returns whether a phone would agree with itself although other phones are at the table."""
    phones = {place.phone for place in table.seats if place.phone}
    return len(phones) > 1 and table.seat_at(seat).phone == table.seat_at(other).phone


def _gone(table: Table, proposal: Proposal | None) -> Declined:
    """Returns what became of the proposal since the phone last saw it."""
    if proposal is None:
        return declined_answer(table, Text("There's nothing to approve."))
    fate = _FATES[proposal.fate]
    return declined_answer(table, fate.filled(name=SeatName(proposal.closer)))


def _consequences(table: Table, wanted: Correction, seat: int) -> dict[str, Any]:
    """Returns what would no longer fit and which counts would change, as far as this seat may know:
    the `misfits`, `refused` and `changes` of an answer.
    """
    public = correction_seen_by(table, wanted, seat)
    if not public:
        return {}
    preview = preview_correction(table_seen_by(table, seat), public)
    return {
        "misfits": preview.misfits,
        "refused": preview.refused,
        "changes": count_changes(preview.table, preview.changed, public),
    }


def already_proposed_answer(table: Table, proposal: Proposal, seat: int) -> Proposed:
    """Returns the answer that it is proposed already, with how many must still agree."""
    missing = missing_consent_count(table, proposal)
    return Proposed(
        table=table,
        repeated=True,
        wanted=proposal.wanted,
        proposal_seq=proposal.seq,
        missing=missing,
        **_consequences(table, proposal.wanted, seat),
    )


def _answer(
    before: Table, table: Table, tap: Tap, event: Event, repeated: bool = False
) -> TapAnswer:
    """Returns the answer for this event on the table `before`, with what no longer fits."""
    if event.seat != tap.seat:
        raise reused_intent_error()
    others = entries_of_others_since(table, tap)
    if event.kind in CORRECTION_KINDS:
        wanted = read_correction(event.kind, event.text)
        return _done(before, table, event, wanted, repeated=repeated, others=others)
    if event.kind == Kind.PLAYED and tap.text:
        return Played(table=table, entry_seq=event.seq, repeated=repeated, others=others)
    if event.kind != Kind.PROPOSED and event.kind not in PROPOSAL_DECISION_KINDS:
        raise reused_intent_error()
    if event.kind == Kind.WITHDRAWN:
        return Unchanged(table=table, repeated=repeated, others=others)
    wanted = _wanted(before, event)
    if event.kind == Kind.AGREED:
        return _done(before, table, event, wanted, repeated=repeated, others=others)
    asked = event.seq if event.kind == Kind.PROPOSED else int(event.text)
    proposal = table.proposal_numbered(asked)
    return Proposed(
        table=table,
        wanted=wanted,
        proposal_seq=asked,
        missing=missing_consent_count(table, proposal) if proposal else 0,
        repeated=repeated,
        others=others,
        **_consequences(before, wanted, event.seat),
    )


def _wanted(before: Table, event: Event) -> Correction:
    if event.kind == Kind.PROPOSED:
        return read_proposal(event.text)
    proposal = before.proposal_numbered(int(event.text))
    assert proposal is not None, "it was found before it was agreed to"
    return proposal.wanted


def _done(
    before: Table,
    table: Table,
    event: Event,
    wanted: Correction,
    *,
    repeated: bool,
    others: tuple[ActionEntry, ...],
) -> Corrected:
    known = {entry.seq for entry in table.entries}
    return Corrected(
        table=table,
        wanted=wanted,
        entry_seq=event.seq if event.seq in known else getattr(wanted, "entry_seq", 0),
        repeated=repeated,
        others=others,
        own=counts_corrected_by(table, event.seq, event.seat),
        **_consequences(before, wanted, event.seat),
    )


# -- questions that the rulebook leaves open


def settle_question(
    store: TableStore, code: str, tap: Tap, key: str, choice: str, since: int = 0
) -> TapAnswer:
    """Answers a question of the rulebook for the table, or proposes the answer.

    `since`: the entry that raised it, to which the answer applies too. Raises `UnknownTable`,
    `UnknownSeat`, `NotAllowed`, `Unavailable`.
    """
    return answer_once(store, code, tap, lambda table: _settle(table, tap, key, choice, since))


def _settle(table: Table, tap: Tap, key: str, choice: str, since: int) -> NewEvent | TapAnswer:
    question = table.game.rulebook.question(key)
    if question is None or question.retired:
        raise NotAllowed(Text("The rulebook doesn't have that question."))
    if choice not in dict(question.choices):
        raise NotAllowed(Text("That's not an answer to this question."))
    decided = table.chosen_answers.get(key)
    if decided == choice:
        word = Text("Your table has already decided that.")
        return Unchanged(table=table, repeated=True, word=word)
    fits = not decided and any(entry.seq == since and not entry.undone for entry in table.entries)
    wanted = SettleQuestion(key, choice, since if fits else 0)
    return correct_or_propose(table, tap, wanted, consenting_phones_needed(table, tap.seat))


# -- questions that no rule answers


def set_own_rule(store: TableStore, code: str, tap: Tap, asks: str, says: str) -> TapAnswer:
    """Makes a rule for this table where the rulebook has none, or proposes it.

    Raises as `settle_question` does.
    """
    return answer_once(store, code, tap, lambda table: _rule(table, tap, asks, says))


def drop_own_rule(store: TableStore, code: str, tap: Tap, asks: str) -> TapAnswer:
    """Deletes a rule of this table, or proposes it. Raises as `settle_question` does."""
    return answer_once(store, code, tap, lambda table: _drop_rule(table, tap, asks))


def _drop_rule(table: Table, tap: Tap, asks: str) -> NewEvent | TapAnswer:
    if asks not in (each.asks for each in table.own_rules):
        word = Text("Your table has already decided that.")
        return Unchanged(table=table, repeated=True, word=word)
    return correct_or_propose(
        table, tap, OwnRule(asks, ""), consenting_phones_needed(table, tap.seat)
    )


def _rule(table: Table, tap: Tap, asks: str, says: str) -> NewEvent | TapAnswer:
    try:
        wanted = make_own_rule(asks, says)
    except ValueError:
        return declined_answer(table, Text("Enter what counts at your table."))
    if wanted in table.own_rules:
        word = Text("Your table has already decided that.")
        return Unchanged(table=table, repeated=True, word=word)
    return correct_or_propose(table, tap, wanted, consenting_phones_needed(table, tap.seat))
