"""Ataxx by Fairy-Stockfish's rules. It has no arguments."""

from fairy_games import after, legal_moves, play

VARIANT = "ataxx"
START = "P5p/7/7/7/7/7/p5P w - - 0 1"


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


play(VARIANT, "", START, told)
