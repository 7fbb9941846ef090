"""The own culture cards: revealing them, and telling the app which ones lie face down.

The only module of the show that reads `told`, and only the viewer's own.
"""

from __future__ import annotations

from companion.games.empires import actions as do
from companion.games.empires.pieces import CULTURES
from companion.games.empires.rules.culture_cards import shown_by
from companion.games.empires.show.offers import offer
from companion.games.empires.state import OFF, OVER, PLAY, SETUP, State
from companion.referee.controls import Choice, Field, Pick
from companion.referee.panels import Choices, Panel, Sheet
from companion.referee.text import Text, raw


def culture_panels(s: State, seat: int) -> tuple[Panel, ...]:
    """Nothing where no culture card can be told or revealed any more."""
    if s.culture == OFF or s.stage == OVER:
        return ()
    revealing = _revealable(s, seat) if s.stage != SETUP else ()
    if not revealing and not s.hidden(seat):
        return ()
    hidden = Text("{n} face down", n=s.hidden(seat))
    choices: tuple[Choice, ...] = ()
    sheets: tuple[Sheet, ...] = ()
    if revealing:
        label = Text("Reveal a culture card")
        choices += (Choice(label=label, sheet="reveal", detail=hidden, icon="reveal"),)
        sheets += (_reveal_sheet(s, seat, revealing),)
    if s.hidden(seat):
        label = Text("Enter the ones you have")
        detail = Text("Private and optional")
        choices += (Choice(label=label, sheet="keep", detail=detail, icon="eye"),)
        sheets += (_keep_sheet(s, seat),)
    return (Choices(id="cultures", choices=choices), *sheets)


def _revealable(s: State, seat: int) -> tuple[str, ...]:
    """Those that may lie face down before this seat: as told, or else all that nobody has shown.

    One that was shown and hidden again may come a second time.
    """
    empire = s.empire(seat)
    again = [slug for slug in empire.known if slug not in empire.open]
    hidden = [slug for slug in CULTURES if shown_by(s, slug) is None] if s.hidden(seat) else []
    if empire.told is not None:
        hidden = [slug for slug in hidden if slug in empire.told]
    return (*hidden, *again)


def _reveal_sheet(s: State, seat: int, slugs: tuple[str, ...]) -> Sheet:
    return Sheet(
        id="reveal",
        title=Text("Reveal a culture card"),
        note=Text("Flip the real card"),
        choices=tuple(
            offer(s, seat, do.Reveal(slug), raw(CULTURES[slug].name), _when(s, seat, slug))
            for slug in slugs
        ),
        icon="reveal",
    )


def _when(s: State, seat: int, slug: str) -> Text:
    culture = CULTURES[slug]
    if culture.when == "lasting":
        return Text("from now on")
    if culture.when == "end":
        return Text("at the end of the game")
    if s.stage == PLAY and s.turn.seat == seat:
        return Text("this turn")
    if s.option("culture.other-turn") == "next":
        return Text("on your next turn")
    return Text("only works on your own turn")


def _keep_sheet(s: State, seat: int) -> Sheet:
    picks = tuple(
        Pick(value=slug, label=raw(culture.name))
        for slug, culture in CULTURES.items()
        if shown_by(s, slug) is None
    )
    told = s.empire(seat).told or ()
    fields = tuple(
        Field(
            label=Text("Hidden card {n}", n=n + 1),
            kind="secret",
            picks=picks,
            value=told[n] if n < len(told) else "",
        )
        for n in range(s.hidden(seat))
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
