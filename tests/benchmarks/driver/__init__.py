"""The driver: all the phones of a benchmark, in a process of their own. Standard library only.

It knows two wires (our pages and streams, the peer's socket) and no game: moves are given to it.
"""
