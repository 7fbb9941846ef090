"""Rule search: finds the rules that answer a player's question. Books in, keys out.

It reads rulebooks only, no table and no event, and accepts any text.
"""

from companion.rule_search.search import RuleSearch, SearchAnswer, SearchHit
from companion.rule_search.topics import Topic

__all__ = ["RuleSearch", "SearchAnswer", "SearchHit", "Topic"]
