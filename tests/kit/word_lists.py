"""Makes the word lists of the search out of pyspellchecker's frequencies.

`python -m tests.kit.word_lists` writes `companion/rule_search/words/`; see
`companion/rule_search/word_list.py` for their form.
"""

from __future__ import annotations

from bisect import bisect_left

from spellchecker import SpellChecker

from companion.rule_search.lexicon import (
    COMPOUND_JOINING_LETTERS,
    RAREST_WORD_INFORMATION,
    STEMMER_NAME_BY_LANGUAGE,
    Lexicon,
    information_of_share,
)
from companion.rule_search.word_list import FOLDER, MAX_ENDING_LETTERS

#: Names and typos in the lists' sources are rarer than this share.
LEAST_SHARE = 3e-7
#: Letters of the rarest words at most where words are joined to new ones: longer ones are mostly
#: such, and known by their parts (`Lexicon.compound_parts`).
MAX_RAREST_WORD_LETTERS = 9


def shares(language: str, lexicon: Lexicon) -> dict[str, float]:
    """The share of each word in a language's texts, as the search reads the word."""
    counted = SpellChecker(language=language).word_frequency
    whole = counted.total_words
    found: dict[str, float] = {}
    for written, often in counted.items():
        read = lexicon.split_into_words(written)
        if often / whole > 3e-8 and len(read) == 1:
            found[read[0]] = found.get(read[0], 0.0) + often / whole
    return {word: share for word, share in found.items() if share > LEAST_SHARE}


def make_list(language: str) -> str:
    """The file. A form of a rare word whose near form stands there already is left out."""
    lexicon = Lexicon(language)
    words: list[str] = []
    told: list[int] = []
    rarest, joins = round(100 * RAREST_WORD_INFORMATION), language in COMPOUND_JOINING_LETTERS
    for word, share in sorted(shares(language, lexicon).items()):
        information = round(100 * information_of_share(share))
        if joins and information == rarest and len(word) > MAX_RAREST_WORD_LETTERS:
            continue
        if information == rarest and len(word) >= 4:
            stem = lexicon.stem(word)
            at = bisect_left(words, stem)
            near = words[at] if at < len(words) else ""
            is_form = near.startswith(stem) and len(near) - len(stem) < MAX_ENDING_LETTERS
            if is_form and told[at] == rarest:
                continue
        words.append(word)
        told.append(information)
    lines = zip(words, told, strict=True)
    return "".join(word + (f" {tells}" if tells < rarest else "") + "\n" for word, tells in lines)


def main() -> None:
    for language in STEMMER_NAME_BY_LANGUAGE:
        (FOLDER / f"{language}.txt").write_text(make_list(language), encoding="utf-8")


if __name__ == "__main__":
    main()
