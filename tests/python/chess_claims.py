"""Games of chess that go on after draws that nobody claims, see driver.py: through python-chess's engine client, and line
by line beside python-chess, which knows the rules."""

import os
import random
import subprocess
import sys

import chess
import chess.engine
import driver
from chess.engine import Limit

# What is left of a game shortly before fifty moves are over, with a rook each and with too much to draw.
ENDINGS = ["4r3/8/8/3k4/8/3K4/8/R7 w - - 92 120", "8/8/8/3k4/8/3K4/4R3/8 w - - 96 120"]

# Where random games come to a claim soon, by fifty moves, by repetition, or by too few men.
BEGINNINGS = [
    *ENDINGS,
    chess.STARTING_FEN,
    "7k/8/8/8/8/8/7p/K7 b - - 90 100",
    "8/8/3k4/8/2pN4/8/3K4/8 w - - 3 70",
    "8/8/8/3bk3/8/3KB3/8/8 w - - 0 80",
    "7k/R7/8/8/8/8/8/K7 w - - 0 90",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 80 100",
]

# More moves of a game than any draw by seventy-five moves or by five repetitions needs from there.
PLIES = 240


def is_over_if_claimed(board):
    """Whether the game is over, or a player can claim that it is drawn."""
    return (
        not any(board.legal_moves)
        or board.is_insufficient_material()
        or board.halfmove_clock >= 100
        or board.is_repetition(3)
    )


def result(board):
    """The answer to `query result`."""
    if board.is_checkmate():
        return "p2win" if board.turn == chess.WHITE else "p1win"
    return "draw" if is_over_if_claimed(board) else "none"


def check_line(board, moves):
    """No line of play goes on after the end of the game."""
    line = board.copy()
    for number, move in enumerate(moves):
        assert number == 0 or not is_over_if_claimed(line), (board.root().fen(), board.move_stack, moves, number)
        line.push(move)


def play_until_nobody_can(engine):
    """The loop with which python-chess's documentation begins: it claims nothing."""
    for ending in ENDINGS:
        board = chess.Board(ending)
        while not board.is_game_over():
            answer = engine.play(board, Limit(nodes=300), info=chess.engine.INFO_ALL)
            check_line(board, answer.info["pv"])
            board.push(answer.move)
        assert board.halfmove_clock > 100 or board.is_checkmate() or board.is_insufficient_material(), board.fen()


def find_the_number_of_every_line(engine):
    """Also of the only one."""
    for lines in [1, 2]:
        infos = engine.analyse(chess.Board(), Limit(depth=4), multipv=lines)
        assert [info["multipv"] for info in infos] == list(range(1, lines + 1)), infos


class Session:
    """The engine that the command line names, asked line by line."""

    def __init__(self):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PLYD_")}
        environment["PLYD_CONFIG"] = ""
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen(sys.argv[2:], text=True, bufsize=1, env=environment, **pipes)
        self.send("setoption name UCI_Variant value chess")
        self.until("info string variant")

    def send(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, beginning):
        """What follows this beginning of a line; lines before it tell of a search."""
        while True:
            line = self.process.stdout.readline().rstrip("\n")
            if line.startswith(beginning):
                return line.removeprefix(beginning).strip()
            assert line.startswith("info depth"), line

    def query(self, what):
        self.send("query " + what)
        return self.until("response")

    def quit(self):
        self.send("quit")
        assert self.process.wait() == 0


def check_position(session, board):
    """Legal moves, the standing and a move to play are what python-chess says."""
    game = " ".join(move.uci() for move in board.move_stack)
    session.send(f"position fen {board.root().fen()} moves {game}")
    what = (board.root().fen(), game)
    legal = [move.uci() for move in board.legal_moves]
    assert sorted(session.query("moves").split()) == sorted(legal), what
    assert session.query("result") == result(board), what
    assert session.query("gameover") == ("true" if is_over_if_claimed(board) else "false"), what
    if board.ply() % 7 == 0:
        session.send("go nodes 200")
        best = session.until("bestmove").split()[0]
        assert best in (legal or ["(none)"]), (what, best)


def play_at_random_beyond_every_claim(_):
    """Games that end only where nobody can move. Whatever could be claimed on the way, both sides see the same."""
    session, ends = Session(), {"moves": 0, "men": 0, "repetition": 0}
    for seed in range(2 * len(BEGINNINGS)):
        rng, board = random.Random(seed), chess.Board(BEGINNINGS[seed % len(BEGINNINGS)])
        for _ in range(PLIES):
            check_position(session, board)
            ends["moves"] += board.halfmove_clock > 100
            ends["men"] += board.is_insufficient_material()
            ends["repetition"] += board.is_repetition(3)
            moves = list(board.legal_moves)
            if not moves:
                break
            # Games of the second half go to and fro, so that positions come again.
            back = [move for move in moves if board.ply() > 1 and returns(board, move)]
            board.push(rng.choice(back if seed >= len(BEGINNINGS) and back and rng.random() < 0.8 else moves))
    session.quit()
    assert all(count > 100 for count in ends.values()), ends


def returns(board, move):
    """Whether it takes back the player's last move."""
    if len(board.move_stack) < 2:
        return False
    last = board.move_stack[-2]
    return (move.from_square, move.to_square) == (last.to_square, last.from_square)


driver.run(play_until_nobody_can, find_the_number_of_every_line, play_at_random_beyond_every_claim)
