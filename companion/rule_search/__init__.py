"""Rule search: finds the rules that answer a player's question. Books in, keys out.

It reads rulebooks only, no table and no event, and accepts any text.
"""

from companion.rule_search.search import RuleSearch, SearchAnswer, SearchHit

__all__ = ["RuleSearch", "SearchAnswer", "SearchHit"]
