"""A plain-text drawing of a game without secrets, for the terminal and the tests."""

from __future__ import annotations

from companion.games.empires.pieces import CARDS
from companion.games.empires.rules.end import final_total
from companion.games.empires.rules.production import copies_by_card, total_production
from companion.games.empires.state import State


def state_summary(s: State) -> str:
    """Returns the whole state in a few lines, with every public number."""
    t = s.turn
    last = s.last_playing_seat
    lines = [f"round {s.round}, {s.stage}, first {s.first}, final {last}, caller {s.caller}"]
    lines.append(
        f"turn {t.seat} {t.step}: actions {t.actions} total {t.total} shifted {t.shifted} "
        f"fabricated {t.fabricated} scouted {t.scouted} pair {t.pair or '-'}"
    )
    lines += [" ".join(str(part) for part in ("card", *change)) for change in s.changes]
    lines += [_empire(s, seat) for seat in s.all_seats]
    return "\n".join(lines)


def _empire(s: State, seat: int) -> str:
    empire = s.empire(seat)
    number = copies_by_card(empire)
    cards = " ".join(f"{slug}{number[slug]}" for slug in CARDS if number[slug])
    hubs = " ".join(f"hub:{built.chosen}" for built in empire.cards if built.chosen)
    cultures = " ".join(empire.open) or "-"
    hidden = s.hidden_culture_count(seat)
    return (
        f"{seat}: {final_total(s, seat)} (cards {total_production(s, seat)}) | "
        f"credits {empire.credits} | {cards or '-'} {hubs} | {cultures} hidden {hidden}"
    )
