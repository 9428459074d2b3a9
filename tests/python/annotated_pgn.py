"""Writes random games of chess with all that PGN may have beside its moves, as python-chess writes it.

annotated_pgn.py FILE GAMES standard|chess960: a game in standard chess begins at the start position or near promotions,
one of Chess960 at a random start position. To standard output goes a line for each game: its setup or `-`, and the
moves as UCI writes them, with tabs between them. The rights to castle in Chess960 are letters of files there.
"""

import random
import sys

import chess
import chess.pgn

# Men about to be promoted, to capture en passant, to castle, and three queens that can go to one square.
SETUPS = [
    None,
    "n1n1k3/PPP1P3/8/8/8/8/3p1ppp/3K1N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "4k3/2p1p1p1/8/1P1P1P2/1p1p1p2/8/2P1P1P1/4K3 w - - 0 1",
    "6k1/8/8/8/Q6Q/8/6P1/K6Q w - - 0 7",
]
REMARKS = ["best by test", "(1. d4) is 1-0 [%clk 0:01]", "two\nlines; $4", "1. e4", "% not at the start", "*", "é ♞"]
LONGEST = 40


def annotate(node, rng):
    """Comments before and behind a move, glyphs, and variations of some plies, with variations of their own."""
    if rng.random() < 0.3:
        node.comment = rng.choice(REMARKS)
    if rng.random() < 0.2:
        node.nags.update(rng.sample(range(1, 140), rng.randint(1, 3)))
    if rng.random() < 0.1:
        node.starting_comment = rng.choice(REMARKS)
    while node.parent is not None and rng.random() < 0.2 and len(node.parent.variations) < 3:
        unused = [move for move in node.parent.board().legal_moves if not node.parent.has_variation(move)]
        if not unused:
            return
        side = node.parent.add_variation(rng.choice(unused))
        for _ in range(rng.randint(0, 3)):
            annotate(side, rng)
            moves = list(side.board().legal_moves)
            if not moves:
                return
            side = side.add_variation(rng.choice(moves))


def random_game(number, kind):
    rng = random.Random(number)
    if kind == "chess960":
        board = chess.Board.from_chess960_pos(rng.randrange(960))
    else:
        board = chess.Board(SETUPS[number % len(SETUPS)] or chess.STARTING_FEN)
    game = chess.pgn.Game({"Event": "one [1] {two} (three); 100 %"})
    game.setup(board)
    node, line = game, []
    for _ in range(rng.randint(1, LONGEST)):
        after = board.copy()
        moves = list(board.legal_moves)
        castling = [move for move in moves if board.is_castling(move)]
        move = rng.choice(castling or moves)
        after.push(move)
        # An opening does not end its game.
        if after.is_game_over(claim_draw=True):
            break
        line.append(board.uci(move))
        node, board = node.add_main_variation(move), after
        annotate(node, rng)
    game.headers["Result"] = rng.choice(["1-0", "0-1", "1/2-1/2", "*"])
    return game, line


def main():
    path, games, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    with open(path, "w", encoding="utf-8") as file:
        for number in range(games):
            game, line = random_game(number, kind)
            print(game, file=file, end="\n\n")
            start = game.board()
            setup = start.shredder_fen() if start.chess960 else start.fen()
            setup = setup if "FEN" in game.headers else "-"
            print(setup, *line, sep="\t")


main()
