"""Reads a PGN file with python-chess, which has to have nothing to complain about: read_pgn.py FILE GAMES"""

import sys

import chess.pgn


def main() -> None:
    path, expected = sys.argv[1], int(sys.argv[2])
    games = 0
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, game.errors
            board = game.end().board()
            assert len(list(game.mainline_moves())) == int(game.headers["PlyCount"])
            if game.headers["TerminationReason"] == "normal":
                assert board.result(claim_draw=True) == game.headers["Result"], (board, game.headers)
            games += 1
    assert games == expected, f"{games} games instead of {expected}"


main()
