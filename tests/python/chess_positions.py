"""Analyses positions of chess through python-chess's engine client, finished ones too; see driver.py."""

import chess
import chess.engine
import driver
from chess.engine import Cp, Limit, Mate

# Every setting a client might want to make, where the engine offers it.
SETTINGS = {"Hash": 32, "Threads": 2, "Move Overhead": 30, "Algorithm": "pvs"}

# Positions without a move, and what they are worth to the side to move.
FINISHED = [
    ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", Mate(0)),
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 1 1", Mate(0)),
    ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Cp(0)),
    ("k7/2Q5/8/8/8/8/8/7K b - - 0 1", Cp(0)),
    ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", Cp(0)),
]

MATES = [
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Mate(1)),
    ("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6g7", Mate(1)),
]


def configure(engine):
    offered = {name: value for name, value in SETTINGS.items() if name in engine.options}
    assert "Algorithm" in offered and "Move Overhead" in offered, engine.options
    engine.configure(offered)
    engine.play(chess.Board(), Limit(depth=2))


def analyse_finished_positions(engine):
    for fen, score in FINISHED:
        board = chess.Board(fen)
        assert board.is_game_over(), fen
        # With too few men to mate there is a draw, and still a move.
        has_moves = any(board.legal_moves)
        for algorithm in ["minimax", "alphabeta", "pvs"]:
            engine.configure({"Algorithm": algorithm})
            for limit in [Limit(depth=3), Limit(nodes=1000), Limit(time=0.05), Limit(white_clock=1, black_clock=1)]:
                result = engine.play(board, limit, info=chess.engine.INFO_ALL)
                assert (result.move in board.legal_moves) == has_moves and result.ponder is None, (fen, result)
                assert has_moves or result.move is None, (fen, result)
                assert result.info["score"].relative == score, (fen, result)
            assert engine.analyse(board, Limit(depth=3))["score"].relative == score, fen
        with engine.analysis(board) as analysis:
            analysis.stop()
            assert (analysis.wait().move is not None) == has_moves, fen
    engine.configure({"Algorithm": "pvs"})


def find_mates(engine):
    for fen, move, score in MATES:
        board = chess.Board(fen)
        info = engine.analyse(board, Limit(depth=3))
        assert info["score"].relative == score and info["pv"][0].uci() == move, (fen, info)
        assert engine.play(board, Limit(mate=1)).move.uci() == move, fen


def analyse(engine):
    board = chess.Board()
    for move in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]:
        with engine.analysis(board, Limit(depth=3)) as analysis:
            depths = [info["depth"] for info in analysis if "depth" in info]
            best = analysis.wait()
        assert depths[-1] == 3 and depths == sorted(depths), depths
        assert best.move in board.legal_moves, best
        board.push_uci(move)


def analyse_several_lines(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    engine.configure({"UCI_ShowWDL": True, "Threads": 2})
    infos = engine.analyse(board, Limit(depth=5), multipv=4)
    assert [info["multipv"] for info in infos] == [1, 2, 3, 4], infos
    assert len({info["pv"][0] for info in infos}) == 4, infos
    scores = [info["score"].relative for info in infos]
    assert scores == sorted(scores, reverse=True), scores
    for info in infos:
        assert info["wdl"].relative.total() == 1000 and info["depth"] == 5, info
    # Fewer moves than lines.
    infos = engine.analyse(chess.Board("7k/8/8/8/8/8/r7/7K w - - 0 1"), Limit(depth=4), multipv=3)
    assert len(infos) == 1, infos
    engine.configure({"UCI_ShowWDL": False, "Threads": 1})


def play_weakly(engine):
    board = chess.Board()
    engine.configure({"UCI_LimitStrength": True, "UCI_Elo": 700})
    for _ in range(8):
        result = engine.play(board, Limit(white_clock=60, black_clock=60), info=chess.engine.INFO_ALL)
        assert result.info["nodes"] < 500 and result.info["pv"][0] == result.move, result
        board.push(result.move)
    engine.configure({"UCI_LimitStrength": False})


def analyse_without_end(engine):
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    for wait in [True, False]:
        with engine.analysis(board) as analysis:
            for info in analysis if wait else []:
                if info.get("depth", 0) >= 2 and "pv" in info:
                    break
            engine.ping()
            analysis.stop()
            assert analysis.wait().move in board.legal_moves
    # A new command ends an analysis that runs.
    with engine.analysis(board):
        assert engine.play(board, Limit(depth=1)).move in board.legal_moves


def restrict_the_first_move(engine):
    board = chess.Board()
    moves = [chess.Move.from_uci(text) for text in ["a2a3", "h2h4"]]
    assert engine.play(board, Limit(depth=2), root_moves=moves).move in moves


def set_up_positions(engine):
    for fen in [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/P7/8/8/8/8/k6K/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    ]:
        board = chess.Board(fen)
        info = engine.analyse(board, Limit(depth=2))
        for move in info["pv"]:
            assert move in board.legal_moves, (fen, info)
            board.push(move)


driver.run(
    configure,
    analyse_finished_positions,
    find_mates,
    analyse,
    analyse_several_lines,
    play_weakly,
    analyse_without_end,
    restrict_the_first_move,
    set_up_positions,
)
