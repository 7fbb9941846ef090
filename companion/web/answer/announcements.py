"""Says to a screen reader what is new at the table's news. Each event is said once on each phone.

The answer to a tap and the stream say the same, and either may come first. So every sentence is
an element with its event's number: what is there already stays as it is, and only what is new to
the page is spoken.
"""

from __future__ import annotations

from markupsafe import escape

from companion.referee.text import Text
from companion.tables import Table
from companion.web.language.sentences import say
from companion.web.page.log import lines_since
from companion.web.page.slots import fragment

#: More sentences at once than that nobody listens to.
MOST = 3


def speech(table: Table, after: int, viewer: int) -> str:
    """The fragment that says what was done after this event, and whose turn it is if it is this
    phone's; "" where nothing was. The turn is not said again while it lasts.
    """
    lines = lines_since(table, after, viewer, MOST)
    if not lines:
        return ""
    said = [_sentence(str(seq), words) for seq, words in lines]
    if viewer in table.to_act:
        said.append(_sentence("turn", say(Text("It's your turn."))))
    return fragment("#say", "innerMorph", "".join(said))


def _sentence(name: str, words: str) -> str:
    return f'<span id="said-{name}">{escape(words)} </span>'
