"""Reads a PGN file with python-chess, which has to have nothing to complain about: read_pgn.py FILE GAMES"""

import datetime
import re
import sys

import chess.pgn

# Score and depth, time, time left on the clock, nodes.
COMMENT = re.compile(r"(([+-](M\d+|\d+\.\d\d))?(/\d+)? )?\d+\.\d{3}s(, tl=(?P<left>\d+\.\d{3})s)?(, n=\d+)?")


def check_comments(game: chess.pgn.Game) -> None:
    has_clock = "TimeControl" in game.headers and game.headers["TimeControl"] != "-"
    for node in game.mainline():
        if node.comment:
            # Lines are broken in comments, too.
            comment = COMMENT.fullmatch(" ".join(node.comment.split()))
            assert comment is not None, node.comment
            # The move that was too late is not told; so whoever has a clock has time left.
            assert not has_clock or comment["left"] is not None, node.comment


def check_tags(headers: chess.pgn.Headers) -> None:
    started, ended = (
        datetime.datetime.strptime(headers[tag], "%Y-%m-%dT%H:%M:%S %z") for tag in ("GameStartTime", "GameEndTime")
    )
    assert headers["Date"] == started.strftime("%Y.%m.%d"), headers
    hours, minutes, seconds = map(int, headers["GameDuration"].split(":"))
    duration = datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
    # The tags leave parts of a second out.
    assert abs((ended - started) - duration) <= datetime.timedelta(seconds=1), headers
    if "Variant" in headers:
        assert headers["Variant"] == "Chess960" and headers.board().chess960, headers


def check_notation(text: str, game: chess.pgn.Game) -> None:
    """python-chess reads much that is not quite right, such as a mate without its sign. Each move is as it writes it."""
    words = re.sub(r"\{[^}]*\}", " ", text).split()
    written = [word for word in words if not re.fullmatch(r"\d+\.(\.\.)?", word)]
    expected = [node.san() for node in game.mainline()] + [game.headers["Result"]]
    assert written == expected, (written, expected)


def texts_of_moves(path: str) -> list[str]:
    with open(path, encoding="utf-8") as file:
        return [part for part in file.read().split("\n\n") if part.strip() and not part.startswith("[")]


def main() -> None:
    path, expected = sys.argv[1], int(sys.argv[2])
    texts = texts_of_moves(path)
    games = 0
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            assert not game.errors, game.errors
            check_tags(game.headers)
            check_comments(game)
            check_notation(texts[games], game)
            board = game.end().board()
            assert len(list(game.mainline_moves())) == int(game.headers["PlyCount"])
            if game.headers["TerminationReason"] == "normal":
                assert board.result(claim_draw=True) == game.headers["Result"], (board, game.headers)
            games += 1
    assert games == expected, f"{games} games instead of {expected}"


main()
