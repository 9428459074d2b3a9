"""Plays games of connect four by Fairy-Stockfish's rules.

Arguments: files and ranks. Input: a line of moves per game. Output: for the position before, between and after the moves of
each game a line with its text, a tab, and the legal moves in alphabetical order.
"""

import signal
import sys

import pyffish

# A test never waits for ever.
signal.alarm(120)

files, ranks = int(sys.argv[1]), int(sys.argv[2])
cells = files * ranks
pocket = "P" * ((cells + 1) // 2) + "p" * (cells // 2)
start = "/".join([str(files)] * ranks) + f"[{pocket}] w - - 0 1"
pyffish.load_variant_config(
    f"""
[four]
maxFile = {files}
maxRank = {ranks}
startFen = {start}
immobile = p
pieceDrops = true
promotionPieceTypes = -
doubleStep = false
castling = false
stalemateValue = draw
enclosingDrop = top
connectN = 4
"""
)
for line in sys.stdin:
    position = start
    for move in [*line.split(), None]:
        print(position, " ".join(sorted(pyffish.legal_moves("four", position, []))), sep="\t")
        if move:
            position = pyffish.get_fen("four", position, [move])
