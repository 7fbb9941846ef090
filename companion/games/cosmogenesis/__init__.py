"""Cosmogenesis, 2 to 4 players. GAME is this folder's table of contents.

A body is at a `Place` (orbit, moon) of a seat's `System`; `Turn.wood` says what to do with the
real tokens after the last action. A tile says nothing until somebody typed it in: `State.says` is
None then, and the judge doubts but never refuses. `System.told` and `System.noted` are secret; a
tile noted in secret carries its code in the action that reveals it.
"""
