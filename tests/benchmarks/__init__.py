"""How fast, how big and how steady the companion is, beside a peer, in numbers.

`companion bench` runs it from a checkout; an installed companion has none of it. It only measures:
it starts real servers, lets a driver in a process of its own act as the phones, and writes down
what came out. It never changes how anything is served.
"""
