"""Breakthrough by Fairy-Stockfish's rules. Arguments: files and ranks.

Of a position in which the game has ended by its rules, `over` is told.
"""

import pyffish
from fairy_games import arguments, legal_moves, play

files, ranks = arguments()
rows = 1 if ranks < 6 else 2
placement = ["p" * files] * rows + [str(files)] * (ranks - 2 * rows) + ["P" * files] * rows
start = "/".join(placement) + " w - - 0 1"
config = f"""
[sized:breakthrough]
maxFile = {files}
maxRank = {ranks}
startFen = {start}
flagRegionWhite = *{ranks}
flagRegionBlack = *1
"""
name = "breakthrough" if (files, ranks) == (8, 8) else "sized"


def told(position):
    legal = sorted(legal_moves(name, position))
    ended, value = pyffish.is_immediate_game_end(name, position, [])
    # Without pawns the player to move has no move and has lost.
    lost = ended or not legal
    if lost:
        assert not legal and (value if ended else pyffish.game_result(name, position, [])) < 0
    return "over" if lost else " ".join(legal)


play(name, config, start, told)
