"""Plays games of breakthrough by Fairy-Stockfish's rules.

Arguments: files and ranks. Input: a line of moves per game. Output: for the position before, between and after the
moves of each game a line with its text, a tab, and the legal moves in alphabetical order, or after the last move
`over` if the game has ended by its rules.
"""

import signal
import sys

import pyffish

# A test never waits for ever.
signal.alarm(120)

files, ranks = int(sys.argv[1]), int(sys.argv[2])
rows = 1 if ranks < 6 else 2
placement = ["p" * files] * rows + [str(files)] * (ranks - 2 * rows) + ["P" * files] * rows
start = "/".join(placement) + " w - - 0 1"
pyffish.load_variant_config(
    f"""
[sized:breakthrough]
maxFile = {files}
maxRank = {ranks}
startFen = {start}
flagRegionWhite = *{ranks}
flagRegionBlack = *1
"""
)
name = "breakthrough" if (files, ranks) == (8, 8) else "sized"
for line in sys.stdin:
    position = start
    for move in [*line.split(), None]:
        legal = sorted(pyffish.legal_moves(name, position, []))
        ended, value = pyffish.is_immediate_game_end(name, position, [])
        # Without pawns the player to move has no move and has lost.
        lost = ended or not legal
        if lost:
            assert not legal and (value if ended else pyffish.game_result(name, position, [])) < 0
        print(position, "over" if lost else " ".join(legal), sep="\t")
        if move:
            position = pyffish.get_fen(name, position, [move])
