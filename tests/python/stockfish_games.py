"""Plays games of chess against Stockfish, set to a low rating, with python-chess as the referee; see driver.py.

The number of games, the clock in seconds, the increment, and how far below zero a clock may run before the game is
lost by time, are taken from the environment variables GAMES, CLOCK, INCREMENT and MARGIN.
"""

import collections
import os
import shutil
import sys
import threading
import time

import chess
import chess.engine
import chess.pgn
import driver

GAMES = int(os.environ.get("GAMES", "100"))
CLOCK = float(os.environ.get("CLOCK", "1"))
INCREMENT = float(os.environ.get("INCREMENT", "0.01"))
MARGIN = float(os.environ.get("MARGIN", "0.05"))

# Short lines into different openings; each is played with both colours.
OPENINGS = [
    "e2e4 e7e5 g1f3 b8c6",
    "e2e4 c7c5 g1f3 d7d6",
    "d2d4 d7d5 c2c4 e7e6",
    "d2d4 g8f6 c2c4 g7g6",
    "c2c4 e7e5 b1c3 g8f6",
    "e2e4 e7e6 d2d4 d7d5",
    "e2e4 c7c6 d2d4 d7d5",
    "g1f3 d7d5 g2g3 g8f6",
]


def opponent():
    """Stockfish, or Fairy-Stockfish, where Debian puts them."""
    path = os.environ.get("PATH", "") + ":/usr/games"
    for name in ["stockfish", "fairy-stockfish"]:
        if found := shutil.which(name, path=path):
            return found
    sys.exit("neither stockfish nor fairy-stockfish is installed (Debian: apt-get install stockfish)")


class Stalls(threading.Thread):
    """How long this program waited for the machine: while that stands still, no engine can move in time."""

    def __init__(self):
        super().__init__(daemon=True)
        self.longest = 0

    def run(self):
        while True:
            started = time.monotonic()
            time.sleep(0.005)
            self.longest = max(self.longest, time.monotonic() - started - 0.005)


def play(players, opening):
    """One game: its board, and each side's late moves: what was left on the clock before them, and what they took."""
    board, game, late = chess.Board(), object(), collections.defaultdict(list)
    for move in opening.split():
        board.push_uci(move)
    left = {chess.WHITE: CLOCK, chess.BLACK: CLOCK}
    while not board.is_game_over(claim_draw=True):
        turn = board.turn
        limit = chess.engine.Limit(
            white_clock=max(left[chess.WHITE], 0.001),
            black_clock=max(left[chess.BLACK], 0.001),
            white_inc=INCREMENT,
            black_inc=INCREMENT,
        )
        started = time.monotonic()
        # Raises an error if the move is not legal, or the program has ended.
        result = players[turn].play(board, limit, game=game)
        taken = time.monotonic() - started
        if left[turn] - taken < -MARGIN:
            late[turn].append((left[turn], taken))
        left[turn] = max(left[turn] - taken, 0) + INCREMENT
        board.push(result.move)
    return board, late


def play_games(engine):
    score, stalls = collections.Counter(), Stalls()
    stalls.start()
    with chess.engine.SimpleEngine.popen_uci(opponent(), timeout=30) as stockfish:
        name = stockfish.id["name"]
        stockfish.configure({"UCI_LimitStrength": True, "UCI_Elo": stockfish.options["UCI_Elo"].min, "Threads": 1})
        engine.configure({"Move Overhead": 30})
        for number in range(GAMES):
            colour = chess.WHITE if number % 2 == 0 else chess.BLACK
            opening = OPENINGS[number // 2 % len(OPENINGS)]
            stalls.longest = 0
            board, late = play({colour: engine, not colour: stockfish}, opening)
            outcome = board.outcome(claim_draw=True)
            result = "draw" if outcome.winner is None else "win" if outcome.winner == colour else "loss"
            score[result] += 1
            moves = ", ".join(f"{had * 1e3:.0f} ms left, {taken * 1e3:.0f} ms taken" for had, taken in late[colour])
            stall = f"the longest stall of this program was {stalls.longest * 1e3:.0f} ms"
            assert not moves, f"game {number + 1}, late moves: {moves}; {stall}\n{board.fen()}"
            if os.environ.get("SHOW"):
                print(number + 1, result, outcome.termination.name, chess.Board().variation_san(board.move_stack)[-40:])
    print(f"{GAMES} games against {name}: {dict(score)}")


driver.run(play_games)
