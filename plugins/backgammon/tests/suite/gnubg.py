"""Plays by GNU Backgammon's rules, in the module gnubg_nn.

Reads lines such as `4HPwATDgc/ABMA w 31`. Writes for each the ids of the positions after all plays, in alphabetical
order.
"""

import sys

import gnubg_nn

for line in sys.stdin:
    position, _, dice = line.split()
    board = gnubg_nn.board_from_position_id(position)
    keys = gnubg_nn.moves(board, int(dice[0]), int(dice[1]))
    ends = [gnubg_nn.board_from_position_key(key) for key in keys] or [board]
    # The module has the mover's men second, and so has the id of the position that is the other player's to roll first.
    print(*sorted({gnubg_nn.position_id([list(end[1]), list(end[0])]) for end in ends}))
