"""The Game of the Amazons by Fairy-Stockfish's rules. Argument: the size of the board.

Of a position in which the player to move has no move, and so has lost, `over` is told.
"""

import pyffish
from fairy_games import arguments, legal_moves, play

(size,) = arguments()
far = (size - 3) // 2


def row(files, amazon):
    squares = [amazon if file in files else "." for file in range(size)]
    text = "".join(squares)
    for run in range(size, 0, -1):
        text = text.replace("." * run, str(run))
    return text


def at_distance(rank):
    if rank in (0, size - 1):
        return (far, size - 1 - far)
    return (0, size - 1) if rank in (far, size - 1 - far) else ()


ranks = [row(at_distance(rank), "q" if rank > size // 2 else "Q") for rank in range(size)]
start = "/".join(reversed(ranks)) + " w - - 0 1"
config = f"""
[sized:amazons]
maxFile = {size}
maxRank = {size}
startFen = {start}
"""
# The variant that Fairy-Stockfish has itself is for 10 files and ranks.
name = "amazons" if size == 10 else "sized"
assert size != 10 or start == pyffish.start_fen(name)


def told(position):
    legal = sorted(legal_moves(name, position))
    if legal:
        return " ".join(legal)
    assert pyffish.game_result(name, position, []) < 0
    return "over"


play(name, config, start, told)
