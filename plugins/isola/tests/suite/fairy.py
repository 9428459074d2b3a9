"""Isola by Fairy-Stockfish's rules. Arguments: files, ranks, and 1 if there are pads, else 0.

Of a position in which the player to move has no move, and so has lost, `over` is told.
"""

import pyffish
from fairy_games import arguments, legal_moves, play

# The variants that Fairy-Stockfish has itself.
KNOWN = {(6, 8, 1): "isolation", (7, 7, 1): "isolation7x7"}

files, ranks, pads = arguments()


def square(file, rank):
    return "abcdefgh"[file] + str(rank + 1)


def row(file, king):
    gaps = [str(gap) if gap else "" for gap in (file, files - 1 - file)]
    return king.join(gaps)


white, black = (files - 1) // 2, files // 2
start = "/".join([row(black, "p"), *[str(files)] * (ranks - 2), row(white, "P")]) + " w - - 0 1"
kept = {square(white, 0), square(black, ranks - 1)} if pads else set()
removable = " ".join(sorted({square(file, rank) for file in range(files) for rank in range(ranks)} - kept))
config = f"""
[sized:isolation]
maxFile = {files}
maxRank = {ranks}
startFen = {start}
wallingRegionWhite = {removable}
wallingRegionBlack = {removable}
"""
name = KNOWN.get((files, ranks, pads), "sized")


def told(position):
    legal = sorted(legal_moves(name, position))
    if legal:
        return " ".join(legal)
    assert pyffish.game_result(name, position, []) < 0
    return "over"


play(name, config, start, told)
