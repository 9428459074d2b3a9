"""Plays whole games of chess through python-chess's engine client, see driver.py."""

import itertools
import random
import time

import chess
import chess.engine
import driver
from chess.engine import Limit

# A game that is not over by then goes on as long as nobody blunders.
MOST_PLIES = 300


class Clock:
    """The clocks of a game, which run while a player thinks."""

    def __init__(self, seconds, increment, moves=None):
        self.left = {chess.WHITE: seconds, chess.BLACK: seconds}
        self.increment = increment
        self.moves = moves

    def limit(self, board):
        """What the player to move has."""
        return Limit(
            white_clock=self.left[chess.WHITE],
            black_clock=self.left[chess.BLACK],
            white_inc=self.increment,
            black_inc=self.increment,
            remaining_moves=self.moves and self.moves - board.fullmove_number % self.moves,
        )

    def charge(self, turn, spent):
        """Takes the time from a player's clock. Who has none left plays on with next to nothing."""
        self.left[turn] = max(self.left[turn] - spent + self.increment, 0.001)


def choose(engine, board, limit, game, **arguments):
    """The engine's answer, checked."""
    result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, **arguments)
    assert result.move in board.legal_moves, (board.fen(), result)
    assert result.info["pv"][0] == result.move, (board.fen(), result)
    assert result.info["score"].turn == board.turn and "nodes" in result.info, (board.fen(), result)
    if result.ponder:
        reply = board.copy()
        reply.push(result.move)
        assert result.ponder in reply.legal_moves, (board.fen(), result)
    return result


def is_over(board):
    return board.is_game_over(claim_draw=True) or board.ply() >= MOST_PLIES


def play_itself(engine, limits, board=None):
    """A game of the engine against itself, with one limit after the other in turn."""
    board, game, limits = board or chess.Board(), object(), itertools.cycle(limits)
    while not is_over(board):
        board.push(choose(engine, board, next(limits), game).move)
    return board


def play_random(engine, limit, colour, seed, board=None):
    """A game of the engine, which has this colour, against random moves."""
    board, game, rng = board or chess.Board(), object(), random.Random(seed)
    while not is_over(board):
        if board.turn == colour:
            board.push(choose(engine, board, limit, game).move)
        else:
            board.push(rng.choice(list(board.legal_moves)))
    return board


def play_clocked(engine, clock):
    """A game of the engine against itself with clocks that run."""
    board, game = chess.Board(), object()
    while not is_over(board):
        started = time.monotonic()
        result = choose(engine, board, clock.limit(board), game)
        clock.charge(board.turn, time.monotonic() - started)
        board.push(result.move)
    return board


def play_pondering(engine, limit, plies):
    """The engine ponders on the move it expects; its opponent mostly plays that."""
    board, game = chess.Board(), object()
    while not is_over(board) and board.ply() < plies:
        result = choose(engine, board, limit, game, ponder=True)
        board.push(result.move)
        if not is_over(board):
            surprises = board.ply() % 6 == 1 or not result.ponder
            board.push(list(board.legal_moves)[-1] if surprises else result.ponder)


def check_introduction(engine):
    """Whoever never heard of variants gets chess."""
    assert engine.id["name"].startswith("plyd "), engine.id
    assert engine.options["UCI_Variant"].default == "chess", engine.options
    assert engine.options["UCI_Chess960"].type == "check", engine.options


def play_to_a_depth(engine):
    play_itself(engine, [Limit(depth=1)])
    play_itself(engine, [Limit(depth=2), Limit(depth=1)])


def play_a_number_of_nodes(engine):
    play_itself(engine, [Limit(nodes=400), Limit(nodes=1), Limit(nodes=800)])


def play_with_clocks(engine):
    play_clocked(engine, Clock(0.6, 0.002))
    play_clocked(engine, Clock(0.4, 0, moves=20))


def play_with_all_limits_at_once(engine):
    limits = [
        Limit(depth=2, nodes=500, white_clock=60, black_clock=60),
        Limit(time=0.002),
        Limit(depth=1, time=1),
        Limit(mate=1, nodes=300),
    ]
    play_itself(engine, limits)


def play_with_every_algorithm(engine):
    for algorithm in ["minimax", "alphabeta", "pvs"]:
        engine.configure({"Algorithm": algorithm})
        play_itself(engine, [Limit(depth=1)])


def beat_random_moves(engine):
    for seed, colour in [(1, chess.WHITE), (2, chess.BLACK), (3, chess.WHITE)]:
        board = play_random(engine, Limit(nodes=1500), colour, seed)
        assert board.is_checkmate() and board.turn != colour, (seed, board.fen())


def play_chess960(engine):
    for seed, number in enumerate([0, 518, 737]):
        board = play_random(engine, Limit(depth=1), chess.WHITE, seed, chess.Board.from_chess960_pos(number))
        assert board.chess960
    # Castling, which is written in another way there: king takes rook.
    castling = "r3k2r/pppqpppp/2n5/8/8/2N5/PPPQPPPP/1R2K2R w Kkq - 0 1"
    for text, chess960 in [("e1h1", True), ("e1g1", False)]:
        board = chess.Board(castling, chess960=chess960)
        move = chess.Move.from_uci(text)
        assert engine.play(board, Limit(depth=2), root_moves=[move]).move == move


def ponder(engine):
    play_pondering(engine, Limit(white_clock=1, black_clock=1, white_inc=0.01, black_inc=0.01), 20)


driver.run(
    check_introduction,
    play_to_a_depth,
    play_a_number_of_nodes,
    play_with_clocks,
    play_with_all_limits_at_once,
    play_with_every_algorithm,
    beat_random_moves,
    play_chess960,
    ponder,
)
