"""The eye of the referee, measured: two worlds of a kept game, one of them with a slip.

Both are folded with the game's own `read`, `judge` and `apply`, and go on with the kept lines. What
the other world refuses somebody notices; of what nobody notices it is asked what shows it without a
tap: the words and numbers that speak to a seat of what lies before it.
"""
