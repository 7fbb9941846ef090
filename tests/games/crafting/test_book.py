"""The rulebook of Crafting the Cosmos: an answer to every known dispute, and every card."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import companion
from companion.referee.rulebook import Question, Rule, read_rulebook
from companion.referee.text import Text, english_translator

BOOK = read_rulebook(Path(companion.__file__).parent / "games" / "crafting" / "rulebook.toml")
RULES = {rule.key: rule for rule in BOOK.rules}
QUESTIONS = {question.key: question for question in BOOK.questions}


def listed(words: str) -> list[str]:
    return words.split()


CHAPTERS = listed("setup turn energy place nebula time life power card slider move end goal game")
DECKS = {
    20: listed("""generations expanding-universe black-hole event-horizon 4th-dimension
        special-relativity quasar nuclear-fusion genetic-drift ionizing-radiation evolution
        abiogenesis survival-of-the-fittest speciation photosynthesis water-rich-comets"""),
    21: listed("""molecular-cloud amino-acids speed-of-light time-dilation relativity-delta
        relativity-psi relativity-phi nuclear-fission binary-star core-collapse star-stuff
        shooting-star solar-wind pulsar white-dwarf wormhole"""),
}
GOALS = {
    18: listed("""stable-life nebulae-psi supernovae nebulae-phi star-group life-delta
        nebulae-delta life-psi"""),
    19: listed("""life-phi crystals carbon size-1 helium proto-life oxygen stars-at-life"""),
}
JUDGED = listed("""
setup.deal setup.goals turn.order turn.phase turn.over energy.own-marble
energy.whose-marbles energy.full-control energy.three-moves energy.there energy.supply-short
energy.nebula-size
energy.collect-first place.held nebula.tile nebula.stars nebula.larger nebula.corners nebula.known
nebula.own nebula.discard time.discharge time.star-instead
life.tile life.six life.enough life.values life.not-missing power.slot power.price power.one-of-each
power.owned card.hand card.fifteen card.five card.limit slider.supernova slider.dna slider.graviton
slider.star
slider.proto move.piece move.supernova end.proto goal.deck goal.when goal.counts goal.most
game.reveal
game.correct
""") + [f"power.{slug}" for slugs in DECKS.values() for slug in slugs]
ADVICE = listed("""
setup.seats setup.start turn.overlap turn.seat energy.clockwise energy.active
energy.passive energy.power-bonus energy.order energy.display place.lost place.star place.nebula
place.proto place.life-start nebula.once nebula.wild nebula.points time.step time.new-crystal
time.borrow time.points life.secret power.often power.deck card.matching slider.lost move.hop
end.omega end.sliders goal.ties goal.one game.end game.winner game.tie
""") + [f"goal.{slug}" for slugs in GOALS.values() for slug in slugs]
ASKED = {
    "energy.draw-order": ("one-by-one", "choose-first"),
    "nebula.nova-kinds": ("each-nebula", "one-kind"),
    "time.no-star": ("points-only", "not-allowed"),
    "end.omega-none": ("just-end", "any-size"),
    "nebula.points-printed": ("as-printed", "as-expected"),
    "life.empty-stack": ("nothing", "not-allowed"),
    "power.photosynthesis-star": ("oxygen", "hydrogen"),
    "power.drift-stuck": ("not-usable", "stabilise-anyway"),
    "goal.top-crystals": ("no", "yes"),
    "goal.waiting-crystal": ("no", "yes"),
    "power.short-deck": ("draw-what-is-left", "not-allowed"),
    "power.event-horizon-supernova": ("slider", "token"),
    "power.star-stuff-tile": ("under-stack", "out-of-game"),
    "end.omega-must": ("must", "optional"),
    "place.no-room": ("lost", "anywhere"),
    "place.crossed-nebula": ("most", "every"),
    "turn.overlap-last": ("turn-order", "who-takes-first"),
    "turn.take-back": ("until-seen", "no"),
    "power.drift-how-far": ("one-move", "anywhere"),
    "power.survival-last": ("nothing", "not-usable", "stabilise-it"),
    "card.secret": ("count-open", "open"),
    "card.look-discards": ("yes", "no"),
    "card.shuffle": ("who-draws", "anyone"),
    "game.leaves": ("someone-plays", "stop"),
    "game.lend": ("no", "yes"),
    "energy.supply-part": ("left", "none"),
    "turn.overlap-far": ("energy", "craft"),
    "power.unkept": ("hidden", "shown"),
    "power.partial": ("as-far", "not-usable"),
    "game.stacks": ("count", "no"),
}

#: Every dispute that the rulebook's text raises, by number: the entries that settle it.
#: T: the text decides; L: our reading; S: silent, so the table must be asked.
DISPUTES = {
    1: "T energy.own-marble",
    2: "T energy.three-moves",
    3: "T energy.whose-marbles",
    4: "T energy.full-control",
    5: "T energy.full-control",
    6: "T energy.same-control",
    7: "T energy.active  T energy.passive",
    8: "L energy.power-bonus  L energy.power-start",
    9: "T energy.display  S energy.draw-order",
    10: "T energy.collect-first  T turn.overlap",
    11: "L energy.supply-short  S energy.supply-part  T time.borrow",
    12: "T place.lost  T slider.lost",
    13: "T place.proto  L place.proto-neighbour  T place.life-start  S place.no-room",
    14: "T place.anywhere  L place.card-proto  T power.speciation",
    15: "T place.star  L place.nebula-late  L place.settled",
    16: "L nebula.shared",
    17: "T nebula.wild",
    18: "T nebula.discard",
    19: "L nebula.chain",
    20: "L nebula.once",
    21: "T nebula.no-life  T nebula.when",
    22: "T life.tile  T life.six  T life.proto-goes",
    23: "L life.neighbours",
    24: "L life.two  T power.evolution",
    25: "T life.secret  S life.empty-stack",
    26: "T move.hop  L move.corner  T move.kind",
    27: "T move.supernova  L move.over-supernova  T power.shooting-star  T power.binary-star",
    28: "L move.free-life  L move.twice",
    29: "S power.drift-stuck",
    30: "L time.when",
    31: "T time.new-crystal",
    32: "L time.star-instead",
    33: "T time.points  S goal.top-crystals  S goal.waiting-crystal",
    34: "L time.card-crystal",
    35: "T card.matching  T card.five  T power.several  T power.slot  L power.no-swap",
    36: "T power.often  L power.at-once",
    37: "S power.short-deck",
    38: "L power.graviton-cost  L power.life-cost  T power.evolution",
    39: "S power.event-horizon-supernova",
    40: "L power.discard-star  T power.nuclear-fusion  T power.nuclear-fission",
    41: "L power.not-wild",
    42: "T power.ionizing-radiation  T power.solar-wind",
    43: "T power.wormhole  T power.survival-of-the-fittest",
    44: "S power.star-stuff-tile",
    45: "T power.relativity-delta  T place.border  L place.centre-star",
    46: "L end.omega  S end.omega-must",
    47: "L end.last-player",
    48: "T end.steps",
    49: "T goal.ties  T goal.one",
    50: "T goal.supernovae-count",
    51: "T goal.life-psi  T goal.nebulae-psi  T goal.size-1  T goal.stars-at-life"
    "  T goal.proto-life",
    52: "T end.first-player",
    53: "T game.end  L game.last-goals",
    54: "L game.hand  T game.tie",
    55: "T nebula.stars  L nebula.larger  L nebula.corners  S nebula.points-printed",
    56: "L card.hand  T card.fifteen",
    57: "L life.enough  S nebula.nova-kinds",
    58: "L goal.most",
    59: "L power.photosynthesis  S power.photosynthesis-star",
    60: "S time.no-star  S end.omega-none",
    61: "S power.drift-how-far",
    62: "S power.survival-last",
    63: "L place.all",
    64: "S card.secret",
    65: "T power.all-of-it",
    66: "S turn.overlap-last",
    67: "S place.crossed-nebula",
    68: "L energy.stack-empty",
    69: "S turn.take-back",
    70: "L energy.bonus-order",
    71: "S card.look-discards  S card.shuffle  S game.leaves",
    72: "S game.lend",
    73: "L energy.dark-alike",
    74: "S turn.overlap-far",
    75: "S power.unkept",
    76: "S power.partial",
    77: "S game.stacks",
}

ANY, PLUS, SWAP = "1 energy card of any type", " and ", "in place of the star"
COSTS = {
    "generations": SWAP,
    "expanding-universe": SWAP,
    "black-hole": SWAP,
    "event-horizon": ANY + PLUS + "1 supernova",
    "4th-dimension": "1 Time energy card",
    "special-relativity": "2 matching energy cards of any type",
    "quasar": ANY + PLUS + "1 graviton",
    "nuclear-fusion": "1 Time energy card",
    "genetic-drift": ANY,
    "ionizing-radiation": ANY,
    "evolution": ANY + PLUS + "3 stable life from anywhere in your galaxy",
    "abiogenesis": "1 Chemistry energy card",
    "survival-of-the-fittest": ANY + PLUS + "1 proto life",
    "speciation": ANY,
    "photosynthesis": ANY,
    "water-rich-comets": ANY,
    "molecular-cloud": "2 Light energy cards",
    "amino-acids": "1 Chemistry energy card",
    "speed-of-light": "5 matching energy cards",
    "time-dilation": "1 Light energy card",
    "relativity-delta": "2 Time energy cards",
    "relativity-psi": "2 Gravity energy cards",
    "relativity-phi": "2 Chemistry energy cards",
    "nuclear-fission": "2 Time energy cards",
    "binary-star": ANY + PLUS + "1 graviton",
    "core-collapse": ANY + PLUS + "1 graviton",
    "star-stuff": ANY,
    "shooting-star": "1 Gravity energy card",
    "solar-wind": "2 Chemistry energy cards",
    "pulsar": "1 Gravity energy card" + PLUS + "1 graviton",
    "white-dwarf": "2 Time energy cards",
    "wormhole": ANY + PLUS + "1 stable life",
}


def sentences(entry: Rule | Question) -> list[Text]:
    """Everything of an entry that a person reads."""
    if isinstance(entry, Rule):
        return [entry.title, entry.text]
    return [entry.asks, *(label for _, label in entry.choices)]


def settlers(number: int) -> list[tuple[str, str]]:
    """(strength letter, key) of each entry that settles this dispute."""
    words = DISPUTES[number].split()
    return list(zip(words[::2], words[1::2], strict=True))


ENTRIES: list[Rule | Question] = [*BOOK.rules, *BOOK.questions]


def test_the_chapters_come_in_the_order_of_a_game() -> None:
    assert [key for key, _ in BOOK.chapters] == CHAPTERS
    assert all(title.source for _, title in BOOK.chapters)


@pytest.mark.parametrize("key", JUDGED)
def test_what_the_code_cites_is_judged(key: str) -> None:
    assert RULES[key].judged


@pytest.mark.parametrize("key", ADVICE)
def test_what_people_look_up_is_in_the_book(key: str) -> None:
    assert key in RULES


@pytest.mark.parametrize("pages", [("power", DECKS, 16), ("goal", GOALS, 8)], ids=lambda p: p[0])
def test_cards_stand_on_the_page_of_the_reference(
    pages: tuple[str, dict[int, list[str]], int],
) -> None:
    chapter, by_page, each = pages
    for page, slugs in by_page.items():
        assert len(set(slugs)) == each
        assert {RULES[f"{chapter}.{slug}"].page for slug in slugs} == {page}


@pytest.mark.parametrize("slug", COSTS)
def test_a_power_card_names_its_cost_and_its_effect(slug: str) -> None:
    cost, colon, effect = RULES[f"power.{slug}"].text.source.partition(":")
    assert cost.endswith(COSTS[slug])
    assert colon and effect.strip().endswith(".")


def test_every_power_card_has_a_cost() -> None:
    assert set(COSTS) == {slug for slugs in DECKS.values() for slug in slugs}


def test_the_questions_are_the_silent_places() -> None:
    choices = {key: tuple(v for v, _ in question.choices) for key, question in QUESTIONS.items()}
    assert choices == ASKED


def test_no_rule_claims_what_the_book_leaves_open() -> None:
    assert {rule.strength for rule in BOOK.rules} == {"text", "reading"}
    assert not RULES.keys() & QUESTIONS.keys()


def test_every_sentence_can_be_said() -> None:
    said = [(s.source, english_translator().say(s)) for entry in ENTRIES for s in sentences(entry)]
    assert [source for source, spoken in said if source != spoken] == []


def test_every_word_to_search_by_is_in_small_letters() -> None:
    words = [word for entry in ENTRIES for word in entry.words]
    assert [word for word in words if not re.fullmatch(r"[a-z0-9][a-z0-9' -]*", word)] == []


def test_a_guess_is_called_a_reading() -> None:
    guesses = [rule for rule in BOOK.rules if "our guess" in rule.text.source]
    assert "power.photosynthesis" in {rule.key for rule in guesses}
    assert {rule.strength for rule in guesses} == {"reading"}


def test_all_disputes_are_here() -> None:
    assert list(DISPUTES) == list(range(1, 78))


@pytest.mark.parametrize("number", DISPUTES)
def test_a_dispute_is_settled_or_asked(number: int) -> None:
    assert settlers(number)
    for letter, key in settlers(number):
        if letter == "S":
            assert key in QUESTIONS
        else:
            assert RULES[key].strength == {"T": "text", "L": "reading"}[letter]


def test_every_question_comes_from_a_dispute() -> None:
    asked = {key for number in DISPUTES for letter, key in settlers(number) if letter == "S"}
    assert asked == QUESTIONS.keys()


PLACES = tomllib.loads((Path(__file__).parent / "places.toml").read_text(encoding="utf-8"))
#: what the app itself asks for or does: no page can say it
OF_THE_APP = {"turn.seat", "nebula.known", "nebula.own", "game.correct", "setup.online"}
#: what only the pictures of the pieces show
OF_THE_BOARD = {"place.centre-star", "energy.colours"}
#: what no page speaks of at all
UNSAID = {"game.lend", "game.stacks"}


def test_what_is_called_the_rulebooks_text_has_its_place_there() -> None:
    told = {rule.key: rule.page for rule in BOOK.rules if rule.strength == "text"}
    assert {key: place["page"] for key, place in PLACES.items()} == told
    assert [key for key, place in PLACES.items() if len(place["where"].split()) < 3] == []


def test_every_other_entry_names_a_page_as_well() -> None:
    unpaged = {entry.key for entry in ENTRIES if not entry.page}
    assert unpaged == OF_THE_APP | OF_THE_BOARD | UNSAID
