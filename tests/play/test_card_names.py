"""What a box calls its cards: entered by who sits at the table, kept by all phones there, had by
their later tables and by saved games.
"""

from __future__ import annotations

import pytest

from companion.games import CATALOGUE
from companion.play import NotAllowed, TableStore, card_names, lobby, phone
from companion.play.card_names import WrongCardNames
from companion.transcript.text_file import read_transcript, write_transcript

GAME = CATALOGUE["crafting"]
NAMES = {"power.quasar": "Cuásar", "power.pulsar": "Faro"}


@pytest.fixture
def store(games_store: TableStore) -> TableStore:
    return games_store


def table(store: TableStore, *phones: str) -> str:
    """A table at which these phones sit, the first of them its host."""
    code = lobby.open_table(store, "crafting", max(2, len(phones)), phones[0]).code
    for seat, each in enumerate(phones, start=1):
        lobby.sit_down_at_seat(store, code, seat, each)
    return code


def names_at(store: TableStore, code: str) -> dict[str, str]:
    return card_names.card_names_of_table(store.latest(code))


@pytest.mark.parametrize("started", [False, True])
def test_what_one_enters_all_phones_keep_for_their_next_table(
    store: TableStore, started: bool
) -> None:
    code = table(store, "pa", "pb")
    if started:
        lobby.start_game(store, code, "pa")
    assert card_names.name_cards_of_table(store, code, NAMES, "pb") == 2
    assert names_at(store, code) == NAMES
    assert store.latest(code).card_names.by_printed == {"Quasar": "Cuásar", "Pulsar": "Faro"}
    for each in ("pa", "pb"):
        assert card_names.card_names_of_phone(store, GAME, each) == NAMES
        assert names_at(store, lobby.open_table(store, "crafting", 2, each).code) == NAMES
    assert card_names.card_names_of_phone(store, GAME, "pc") == {}


def test_a_guest_brings_the_names_and_a_newer_one_counts(store: TableStore) -> None:
    card_names.name_cards_of_phone(store, GAME, NAMES, "pb")
    card_names.name_cards_of_phone(store, GAME, {"power.quasar": "Quasár"}, "pa")
    code = table(store, "pa", "pb")
    lobby.start_game(store, code, "pa")
    assert names_at(store, code) == {**NAMES, "power.quasar": "Quasár"}


def test_an_empty_field_is_the_printed_name_again(store: TableStore) -> None:
    code = table(store, "pa", "pb")
    card_names.name_cards_of_table(store, code, NAMES, "pa")
    typed = {"power.quasar": " ", "power.pulsar": "Pulsar"}
    assert card_names.name_cards_of_table(store, code, typed, "pa") == 2
    assert names_at(store, code) == {} == card_names.card_names_of_phone(store, GAME, "pb")
    assert names_at(store, lobby.open_table(store, "crafting", 2, "pa").code) == {}


def test_what_is_unchanged_writes_nothing(store: TableStore) -> None:
    code = table(store, "pa", "pb")
    card_names.name_cards_of_table(store, code, NAMES, "pa")
    seq = store.latest(code).seq
    assert card_names.name_cards_of_table(store, code, {**NAMES, "power.nothing": "X"}, "pa") == 0
    assert store.latest(code).seq == seq


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ({"power.pulsar": "CUASAR"}, "{card} has this name"),
        ({"power.pulsar": "Wormhole"}, "{card} has this name"),
        ({"power.pulsar": "x" * 33}, "{n} character at most"),
        ({"power.pulsar": "12"}, "A name has a letter"),
    ],
)
def test_a_wrong_name_says_why_and_nothing_is_saved(
    store: TableStore, typed: dict[str, str], reason: str
) -> None:
    code = table(store, "pa", "pb")
    card_names.name_cards_of_table(store, code, {"power.quasar": "Cuásar"}, "pa")
    seq = store.latest(code).seq
    with pytest.raises(WrongCardNames) as wrong:
        typed = {**typed, "power.generations": "Generaciones"}
        card_names.name_cards_of_table(store, code, typed, "pa")
    assert {key: why.source for key, why in wrong.value.reasons.items()} == {"power.pulsar": reason}
    assert store.latest(code).seq == seq


def test_two_names_can_be_exchanged(store: TableStore) -> None:
    code = table(store, "pa", "pb")
    card_names.name_cards_of_table(store, code, NAMES, "pa")
    other = {"power.quasar": "Faro", "power.pulsar": "Cuásar"}
    card_names.name_cards_of_table(store, code, other, "pa")
    assert names_at(store, code) == other


def test_only_who_sits_here_names_the_cards(store: TableStore) -> None:
    code = table(store, "pa", "pb")
    with pytest.raises(NotAllowed):
        card_names.name_cards_of_table(store, code, NAMES, "pc")
    assert names_at(store, code) == {}


def test_a_saved_game_and_a_file_of_the_box_have_them(store: TableStore) -> None:
    code = table(store, "pa", "pb")
    lobby.start_game(store, code, "pa")
    card_names.name_cards_of_table(store, code, NAMES, "pa")
    text = write_transcript(store.latest(code))
    options = dict(read_transcript(text).options)
    assert {options[f"name.{key}"] for key in NAMES} == {*NAMES.values()}
    saved = phone.write_box_file(GAME, phone.box_facts_of_phone(store, GAME, "pb"))
    phone.store_box_facts(store, phone.read_box_file(saved, CATALOGUE), "pz")
    assert card_names.card_names_of_phone(store, GAME, "pz") == NAMES


def test_all_that_four_phones_know_reaches_their_table(store: TableStore) -> None:
    all_names = {key: f"Naipe {name[::-1]}" for key, name in GAME.printed_names.items()}
    tiles = {
        f"tile.{size}.h{n}he{m}": "9"
        for size in (1, 2, 3)
        for n in range(1, 6)
        for m in range(1, 6)
    }
    for each in ("pa", "pb", "pc", "pd"):
        phone.store_box_facts(store, phone.BoxFile(GAME, tiles), each)
        card_names.name_cards_of_phone(store, GAME, all_names, each)
    code = table(store, "pa", "pb", "pc", "pd")
    lobby.start_game(store, code, "pa")
    assert names_at(store, code) == all_names
    assert tiles.items() <= dict(store.latest(code).options).items()
