"""The driver: all the phones of a benchmark, in a process of their own. Standard library only.

`wires.py` has the lines of a phone, `phones.py` phones and tables, `orders.py` and `misdeeds.py`
what they can be told to do. It knows no game: moves are given to it.
"""
