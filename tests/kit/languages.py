"""The languages that tests ask of: all from here, so that a new one is asked of all of it.

A language may speak the core and some games (`translations/languages.toml`); of the others nothing
is asked. Its search may know few wordings yet: it is asked what players ask where they are known.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.games import CATALOGUE
from companion.web.language.languages import LANGUAGES, SOURCE_LANGUAGE, speaks

#: Every language but English.
OTHERS = [each for each in LANGUAGES if each != SOURCE_LANGUAGE]
#: Game and language, English too, and without it.
SPOKEN = [
    (slug, each) for slug, each in product(CATALOGUE, LANGUAGES) if speaks(each, CATALOGUE[slug])
]
TRANSLATED = [(slug, each) for slug, each in SPOKEN if each != SOURCE_LANGUAGE]
#: Languages that speak every game: to these the search knows eight wordings a rule.
WHOLE = [each for each in LANGUAGES if all(speaks(each, CATALOGUE[slug]) for slug in CATALOGUE)]

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_other = pytest.mark.parametrize("language", OTHERS)
each_whole = pytest.mark.parametrize("language", WHOLE)
each_spoken = pytest.mark.parametrize(("slug", "language"), SPOKEN)
each_translated = pytest.mark.parametrize(("slug", "language"), TRANSLATED)


def speaking(slug: str, languages: Any = LANGUAGES) -> list[str]:
    """Those of these languages that speak this game."""
    return [each for each in languages if speaks(each, CATALOGUE[slug])]
