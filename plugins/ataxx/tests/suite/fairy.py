"""Ataxx by Fairy-Stockfish's rules. Argument: the number of the start in STARTS."""

from fairy_games import after, arguments, legal_moves, play

VARIANT = "ataxx"
# The usual start, walls, and a player who has to pass.
STARTS = [
    "P5p/7/7/7/7/7/p5P w - - 0 1",
    "P5p/7/2*1*2/3*3/2*1*2/7/p5P w - - 0 1",
    "7/7/7/7/ppppppp/ppppppp/PPPPPPP w - - 0 1",
]
[number] = arguments()


def places(moves):
    """The moves that are no pass: a pass goes from a square to the same square."""
    return [move for move in moves if move[:2] != move[2:]]


def told(position):
    """The legal moves. Where the game is over here, Fairy-Stockfish passes on, or still lists moves."""
    board, _, _, _, clock, _ = position.split()
    moves = legal_moves(VARIANT, position)
    if "P" not in board or "p" not in board or int(clock) >= 100 or not moves:
        return ""
    if not places(moves) and not places(legal_moves(VARIANT, after(VARIANT, position, moves[0]))):
        return ""
    return " ".join(sorted(moves))


play(VARIANT, "", STARTS[number], told)
