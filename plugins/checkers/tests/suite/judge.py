"""Checkers by the rules of pydraughts. Argument: the position that all games begin with, or nothing for the start.

Of a position in which the player to move cannot, `lost` is told; of one that is drawn, `draw`.
"""

import re
import signal
import sys

from draughts import Board

# A test never waits for ever.
signal.alarm(300)


def expanded(setup):
    """The setup with all squares of a range named."""

    def squares(match):
        return ",".join(str(square) for square in range(int(match[1]), int(match[2]) + 1))

    return re.sub(r"(\d+)-(\d+)", squares, setup)


def listed(pieces):
    """The pieces of a player in ascending order, with three or more men side by side as a range."""
    pieces = {int(piece.lstrip("K")): piece[0] == "K" for piece in pieces.split(",") if piece}
    runs = []
    for square, is_king in sorted(pieces.items()):
        if runs and not is_king and runs[-1] and runs[-1][-1] == square - 1:
            runs[-1].append(square)
        elif is_king:
            runs += [f"K{square}", []]
        else:
            runs.append([square])
    words = []
    for run in filter(None, runs):
        if isinstance(run, str):
            words.append(run)
        else:
            words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    return ",".join(words)


def text(board):
    """The position as plyd writes it."""
    turn, white, black = re.fullmatch(r"([BW]):W([^:]*):B([^:]*)", board.fen).groups()
    quiet = board._game.consecutive_noncapture_king_moves
    return f"{turn}:W{listed(white)}:B{listed(black)}" + (f":H{quiet}" if quiet else "")


def named(board):
    """The legal moves by their names: all squares where two captures share the first and the last."""
    moves = {}
    for move in board.legal_moves():
        sign = "x" if any(move.captures) else "-"
        squares = [str(square) for square in move.steps_move]
        moves.setdefault(sign.join([squares[0], squares[-1]]), []).append((sign.join(squares), move))
    return {
        name if len(alike) == 1 else full: move for name, alike in moves.items() for full, move in alike
    }


def told(board, moves):
    game = board._game
    # Only the count of moves without progress: a repetition needs a history.
    game.fens = game.fens[-1:]
    if not moves:
        return "lost"
    return "draw" if game.is_draw() else " ".join(sorted(moves))


def main():
    start = expanded(sys.argv[1]) or "startpos"
    for line in sys.stdin:
        board = Board("english", start)
        for word in [*line.split(), None]:
            moves = named(board)
            print(text(board), told(board, moves), sep="\t")
            if word:
                board.push(moves[word])


main()
