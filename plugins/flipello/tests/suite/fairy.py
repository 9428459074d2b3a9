"""Plays games of othello by Fairy-Stockfish's rules.

Argument: the size of the board. Input: a line of moves per game. Output: for the position before, between and after the
moves of each game a line with its text, a tab, and the legal moves in alphabetical order.
"""

import signal
import sys

import pyffish

# A test never waits for ever.
signal.alarm(120)

VARIANT = "sized"
size = int(sys.argv[1])
half = size // 2
low, high = "abcdefgh"[half - 1], "abcdefgh"[half]
side = str(half - 1)
rows = [str(size)] * (half - 1)
middle = [f"{side}pP{side}", f"{side}Pp{side}"]
pocket = size * size - 4
start = "/".join(rows + middle + rows) + f"[{'P' * pocket}{'p' * pocket}] w - - 0 1"
pyffish.load_variant_config(
    f"""
[{VARIANT}:flipello]
maxFile = {size}
maxRank = {size}
startFen = {start}
enclosingDropStart = {low}{half} {high}{half} {low}{half + 1} {high}{half + 1}
"""
)


def placements(moves):
    return [move for move in moves if move.startswith("P@")]


def legal(position):
    """The legal moves. Where neither player can place a disc, Fairy-Stockfish passes on; here the game is over."""
    moves = pyffish.legal_moves(VARIANT, position, [])
    if moves and not placements(moves):
        passed = pyffish.get_fen(VARIANT, position, moves[:1])
        if not placements(pyffish.legal_moves(VARIANT, passed, [])):
            return []
    return moves


for line in sys.stdin:
    position = start
    for move in [*line.split(), None]:
        print(position, " ".join(sorted(legal(position))), sep="\t")
        if move:
            position = pyffish.get_fen(VARIANT, position, [move])
