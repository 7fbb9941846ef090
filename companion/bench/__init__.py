"""Bench: how fast, how big and how steady the companion is, beside a peer, in numbers.

It only measures. It starts real servers, lets a driver in a process of its own act as the phones,
and writes down what came out; it never changes how anything is served.
"""
