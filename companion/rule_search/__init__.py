"""Rule search: the rules that answer a question, asked as players ask. Books in, keys out.

It reads rulebooks and nothing else: no table, no event. Whatever is typed, it answers.
"""

from companion.rule_search.search import Answer, FoundEntry, RuleSearch

__all__ = ["Answer", "FoundEntry", "RuleSearch"]
