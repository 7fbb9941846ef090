"""The seat's own empire: every card with its production, the culture cards, and corrections.

The only module of `show` that reads `entered`, and only the viewer's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.games.empires.pieces import BASE_CULTURES, DICE_TOTALS, card_words
from companion.games.empires.rules.culture import (
    FACE_DOWN,
    OPEN,
    RevealCulture,
    seat_that_showed_culture,
)
from companion.games.empires.rules.end import final_total
from companion.games.empires.rules.game import (
    AddCard,
    CorrectNumber,
    LeaveGame,
    RejoinGame,
    RemoveCard,
    max_turn_field_value,
)
from companion.games.empires.rules.production import (
    built_roll_values,
    production_inputs,
    total_production,
)
from companion.games.empires.rules.roll import EnterBankShortage, RerollCockedDie
from companion.games.empires.show.faces import CardFace, built_card_face
from companion.games.empires.show.table import built_card_words, card_count_words
from companion.games.empires.show.turn import first_refusal, offer
from companion.games.empires.state import (
    CULTURES_OFF,
    OVER,
    PLAY,
    REVEAL,
    ROLL,
    SETUP,
    SHIFT,
    BuiltCard,
    State,
)
from companion.referee.controls import Choice, Field, Pick
from companion.referee.memo import memoized_by_identity, memoized_by_parts
from companion.referee.panels import Choices, Count, Counts, Panel, Scene, Sheet
from companion.referee.text import SeatName, Text, printed


def culture_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns the culture card panels; () if none can be entered or revealed any more."""
    if s.culture_variant == CULTURES_OFF or s.stage == OVER:
        return ()
    revealing = _revealable(s, seat) if s.stage != SETUP else ()
    if not revealing and not s.hidden_culture_count(seat):
        return ()
    choices: tuple[Choice, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    if revealing:
        sheets += (_reveal_sheet(s, seat, revealing),)
        # A seat that builds has it beside cycling, and at the last reveals it is the main action.
        if s.stage == PLAY and (s.turn.seat != seat or s.turn.step == ROLL):
            choices += reveal_choice(s, seat)
    if s.hidden_culture_count(seat):
        label = Text("Enter your culture cards")
        detail = Text("Private and optional")
        choices += (Choice(label=label, sheet="keep", detail=detail, icon="eye"),)
        sheets += (_keep_sheet(s, seat),)
    return (Choices(id="cultures", choices=choices), *sheets)


def reveal_choice(s: State, seat: int) -> tuple[Choice, ...]:
    """Returns the choice that opens the sheet of the cards to reveal; () if there is none."""
    if s.culture_variant == CULTURES_OFF or not _revealable(s, seat):
        return ()
    hidden = Text("{n} face down", n=s.hidden_culture_count(seat))
    return (
        Choice(label=Text("Reveal a culture card"), sheet="reveal", detail=hidden, icon="reveal"),
    )


def has_entered_cultures(s: State, seat: int) -> bool:
    """Returns whether the seat has told the app which cards lie face down before it, or has none
    but such as were seen.
    """
    return s.empire(seat).entered is not None or not s.hidden_culture_count(seat)


def counting_reveals(s: State, seat: int) -> tuple[tuple[str, int], ...]:
    """Returns the cards that this seat may reveal at the end and that can count there, each with
    what it would add as the game stands, the most first.
    """
    if s.culture_variant == CULTURES_OFF:
        return ()
    now = final_total(s, seat)
    added = [
        (slug, final_total(RevealCulture(slug).apply(s, seat), seat) - now)
        for slug in _revealable(s, seat)
    ]
    can = [each for each in added if each[1] > 0 or BASE_CULTURES[each[0]].when == "end"]
    return tuple(sorted(can, key=lambda each: -each[1]))


def reveal_offer(s: State, seat: int, slug: str, label: Text, adds: int) -> Choice:
    """Returns the choice that reveals this card at the end, with what it adds."""
    worth = Text("adds {n} now", n=adds) if adds else Text("adds nothing right now")
    return offer(s, seat, RevealCulture(slug), label, worth, "reveal")


def _revealable(s: State, seat: int) -> tuple[str, ...]:
    """Returns the cards that may be face down before this seat: as entered, or else all that no
    seat has shown.

    One that was hidden again may be revealed a second time.
    """
    empire = s.empire(seat)
    again = [slug for slug in empire.known if slug not in empire.open]
    hidden = (
        [slug for slug in BASE_CULTURES if seat_that_showed_culture(s, slug) is None]
        if s.hidden_culture_count(seat)
        else []
    )
    if empire.entered is not None:
        hidden = [slug for slug in hidden if slug in empire.entered]
    return (*hidden, *again)


def _reveal_sheet(s: State, seat: int, slugs: tuple[str, ...]) -> Sheet:
    title, note = Text("Reveal a culture card"), Text("Flip the real card")
    if s.stage == REVEAL:
        choices = tuple(
            reveal_offer(s, seat, slug, printed(BASE_CULTURES[slug].name), adds)
            for slug, adds in counting_reveals(s, seat)
        )
        return Sheet(id="reveal", title=title, note=note, choices=choices, icon="reveal")
    return Sheet(
        id="reveal",
        title=title,
        note=note,
        choices=tuple(
            offer(
                s,
                seat,
                RevealCulture(slug),
                printed(BASE_CULTURES[slug].name),
                _when(s, seat, slug),
            )
            for slug in slugs
        ),
        icon="reveal",
    )


def _when(s: State, seat: int, slug: str) -> Text:
    culture = BASE_CULTURES[slug]
    if culture.when == "lasting":
        return Text("from now on")
    if culture.when == "end":
        return Text("at the end of the game")
    if s.stage == PLAY and s.turn.seat == seat:
        return Text("this turn")
    if s.option_value("culture.other-turn") == "next":
        return Text("on your next turn")
    return Text("only works on your own turn")


def _keep_sheet(s: State, seat: int) -> Sheet:
    picks = tuple(
        Pick(value=slug, label=printed(culture.name))
        for slug, culture in BASE_CULTURES.items()
        if seat_that_showed_culture(s, slug) is None
    )
    entered = s.empire(seat).entered or ()
    fields = tuple(
        Field(
            label=Text("Hidden card {n}", n=n + 1),
            kind="secret",
            picks=picks,
            value=entered[n] if n < len(entered) else "",
        )
        for n in range(s.hidden_culture_count(seat))
    )
    return Sheet(
        id="keep",
        title=Text("Your hidden culture cards"),
        verb="keep",
        note=Text("The app then only offers these"),
        fields=fields,
        submit=Text("Save (only you see it)"),
        icon="eye",
    )


_USED = {
    "shifted": Text("Seraph Gate used"),
    "fabricated": Text("Fabricator Belt used"),
    "scouted": Text("Deepspace Scouts used"),
    "paired": Text("Industrious used"),
}


def own_turn_counts(s: State, seat: int) -> Iterator[Count]:
    """Yields the numbers of the seat's turn: actions, the total, the use of each ability."""
    yield Count(
        label=Text("Actions left"),
        value=s.turn.actions,
        verb="mend actions",
        icon="turn",
        high=max_turn_field_value(s, seat, "actions"),
    )
    if s.turn.total:
        yield Count(
            label=Text("Total of the dice"),
            value=s.turn.total,
            verb="mend total",
            icon="refresh",
            high=DICE_TOTALS[-1],
        )
    for field, label in _USED.items():
        most = max_turn_field_value(s, seat, field)
        if most:
            used = int(getattr(s.turn, field))
            yield Count(label=label, value=used, verb=f"mend {field}", icon="power", high=most)


def correction_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns rare corrections: whose turn it is, who went first, culture cards; and leaving."""
    if s.stage == SETUP:
        return ()
    sheets = (*_seat_sheets(s), *_culture_sheet(s, seat), _short_sheet(s, seat))
    choices = [_opening(sheet) for sheet in sheets]
    if s.stage == PLAY and s.turn.seat == seat and s.turn.step == SHIFT:
        choices.append(
            offer(
                s, seat, RerollCockedDie(), Text("A die was cocked (not flat)"), Text("Roll again")
            )
        )
    if s.stage == PLAY:
        choices.append(_leaving(s, seat))
    return (_row(*choices), *sheets)


def _opening(sheet: Sheet) -> Choice:
    return Choice(label=sheet.title, sheet=sheet.id, icon=sheet.icon, refusal=sheet.refusal)


def _row(*choices: Choice) -> Choices:
    fold = Text("More to fix")
    return Choices(id="fixes", tab="own", choices=(), style="row", folded=choices, fold=fold)


def _leaving(s: State, seat: int) -> Choice:
    """Returns the choice to leave the game, or to return."""
    if s.empire(seat).gone:
        return offer(s, seat, RejoinGame(), Text("I'm back"))
    return offer(s, seat, LeaveGame(), Text("Leave the game"))


# With the sheet that removes a card and what a total pays, saves 5 % of an action's processor time.
@memoized_by_identity
def _seat_sheets(s: State) -> tuple[Sheet, ...]:
    """Returns the corrections that any seat may make, the same for all."""
    return (
        _seat_sheet(s, "turn", Text("Whose turn is it?"), "turn"),
        _seat_sheet(s, "first", Text("Who went first?"), "flag"),
    )


def _seat_sheet(s: State, field: str, title: Text, icon: str) -> Sheet:
    offers = tuple(
        offer(s, 0, CorrectNumber(field, n), Text("{who}", who=SeatName(n)))
        for n in s.playing_seats
    )
    return Sheet(id=f"fix-{field}", tab="own", title=title, choices=offers, icon=icon)


def _culture_sheet(s: State, seat: int) -> Iterator[Sheet]:
    if s.culture_variant == CULTURES_OFF:
        return
    open_now = s.empire(seat).open
    offers = tuple(
        offer(
            s,
            seat,
            CorrectNumber(slug, FACE_DOWN if slug in open_now else OPEN),
            printed(culture.name),
            Text("Turn it face down") if slug in open_now else Text("It is open"),
        )
        for slug, culture in BASE_CULTURES.items()
    )
    title = Text("Fix your culture cards")
    yield Sheet(id="fix-culture", tab="own", title=title, choices=offers, icon="reveal")


def _short_sheet(s: State, seat: int) -> Sheet:
    has = s.empire(seat).credits
    label = Text("Credits that were missing")
    return Sheet(
        id="short",
        tab="own",
        title=Text("The bank ran out"),
        verb="short",
        fields=(Field(label=label, kind="number", low=1, high=max(1, has)),),
        submit=Text("Save"),
        icon="score",
        refusal=first_refusal(s, seat, (EnterBankShortage(1),)),
    )


MAX_ENTERED_CREDITS = 999


def own_empire_inputs(s: State, seat: int) -> tuple[object, ...]:
    """Returns what `own_empire_panels` hang on."""
    return (
        s.empire(seat),
        *production_inputs(s, seat),
        s.stage,
        s.closed,
        s.turn.seat,
        s.turn if s.turn.seat == seat else None,
        s.first,
        s.playing_seats,
        s.used_up_cards,
        # What has been shown bars what others can have shown.
        *((each.open, each.known) for each in s.empires),
    )


def own_empire_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Returns what the app knows of this seat's cards and credits, and their corrections."""
    return (
        _own_cards(s, seat),
        _purse(s, seat),
        _corrections(bool(s.empire(seat).cards)),
        _add_sheet(s, seat),
        *_remove_sheet(s, seat),
        *correction_panels(s, seat),
    )


@dataclass(frozen=True)
class OwnCardGroup:
    """Cards of one name in the seat's empire: drawn, how many, and the source of production."""

    face: CardFace
    name: Text
    how: Text


# Saves 0.5 % of the calls of a tap and its pages; with the five like it, a tenth of their time.
@memoized_by_parts(production_inputs)
def _own_cards(s: State, seat: int) -> Scene:
    return Scene(
        id="own-cards",
        tab="own",
        title=Text("Production of your cards: {n}", n=total_production(s, seat)),
        drawing="hand",
        facts=tuple(_holding(s, seat, built, n) for built, n in _by_roll(s, seat)),
    )


def _by_roll(s: State, seat: int) -> list[tuple[BuiltCard, int]]:
    """Returns the cards as the rulebook advises: by roll value, equal ones together."""
    counted = Counter(s.empire(seat).cards)
    return sorted(counted.items(), key=lambda pair: (built_roll_values(s, pair[0]), pair[0]))


def _holding(s: State, seat: int, built: BuiltCard, number: int) -> OwnCardGroup:
    face = built_card_face(s, seat, built, number)
    return OwnCardGroup(
        face, card_count_words(built.card, number), built_card_words(s, seat, built, number)
    )


def _purse(s: State, seat: int) -> Counts:
    has = s.empire(seat).credits
    if s.stage != PLAY or s.turn.seat != seat:
        return _numbers(has)
    return _numbers(has, *own_turn_counts(s, seat))


def _numbers(has: int, *more: Count) -> Counts:
    """Returns a seat's credits to correct, with more numbers in its turn."""
    label = Text("Credits")
    purse = Count(
        label=label, value=has, verb="mend credits", icon="score", high=MAX_ENTERED_CREDITS
    )
    return Counts(
        id="purse",
        tab="own",
        title=Text("Fix a number"),
        counts=(purse, *more),
        rule="game.correct",
    )


def _corrections(built: bool) -> Choices:
    add = Choice(label=Text("Add a card"), sheet="add", icon="plus")
    remove = Choice(label=Text("Remove a card"), sheet="remove", icon="minus")
    return Choices(id="correct", tab="own", choices=(add, remove) if built else (add,), style="row")


# Saves 8 % of the calls of a tap and its pages.
@memoized_by_parts(lambda s, seat: (s.changes, *s.cards_by_empire))
def _add_sheet(s: State, seat: int) -> Sheet:
    """Returns the sheet that adds a card; the same for every seat and until a card is built: a
    correction is allowed while the deck has another copy.
    """
    wanted = [
        AddCard(card.slug, value)
        for card in s.cards.values()
        for value in (DICE_TOTALS if card.has_builder_chosen_roll else (None,))
    ]
    return Sheet(
        id="add",
        tab="own",
        title=Text("Which card is missing?"),
        note=Text("Credits don't change"),
        choices=tuple(offer(s, seat, a, card_words(a.card, a.value)) for a in wanted),
        icon="plus",
    )


# With the sheets of seats and what a total pays, saves 5 % of an action's processor time.
@memoized_by_parts(lambda s, seat: (*production_inputs(s, seat), s.stage))
def _remove_sheet(s: State, seat: int) -> tuple[Sheet, ...]:
    wanted = [RemoveCard(b.card, b.chosen or None) for b, _ in _by_roll(s, seat)]
    if not wanted:
        return ()
    sheet = Sheet(
        id="remove",
        tab="own",
        title=Text("Which card don't you have?"),
        choices=tuple(offer(s, seat, a, card_words(a.card, a.value)) for a in wanted),
        note=Text("Credits don't change"),
        icon="minus",
    )
    return (sheet,)
