"""Plays tic-tac-toe through python-chess's engine client, see driver.py."""

import chess
import chess.engine
import driver

SIDE = 3
CELLS = [chess.square(file, rank) for rank in reversed(range(SIDE)) for file in range(SIDE)]
LINES = (
    [[chess.square(file, rank) for file in range(SIDE)] for rank in range(SIDE)]
    + [[chess.square(file, rank) for rank in range(SIDE)] for file in range(SIDE)]
    + [[chess.square(i, i) for i in range(SIDE)], [chess.square(i, SIDE - 1 - i) for i in range(SIDE)]]
)


class TicTacToe(chess.Board):
    """Tic-tac-toe in the lower left corner of a chess board: every move drops a pawn."""

    aliases = ["Tic-tac-toe"]
    uci_variant = "tictactoe"
    starting_fen = "3/3/3 w - - 0 1"

    def __init__(self, fen=starting_fen, *, chess960=False):
        super().__init__(None, chess960=chess960)
        if fen is not None:
            self.set_fen(fen)

    def set_fen(self, fen):
        stones, turn = fen.split()[:2]
        self.clear()
        cells = "".join(" " * int(c) if c.isdigit() else c for c in stones if c != "/")
        for square, stone in zip(CELLS, cells, strict=True):
            if stone != " ":
                self.set_piece_at(square, chess.Piece.from_symbol(stone))
        self.turn = turn == "w"

    def fen(self, **_ignored):
        stones = [self.piece_at(square) for square in CELLS]
        symbols = [stone.symbol() if stone else "1" for stone in stones]
        rows = ["".join(symbols[i : i + SIDE]) for i in range(0, len(symbols), SIDE)]
        return f"{'/'.join(rows)} {'w' if self.turn else 'b'} - - 0 1"

    def winner(self):
        for line in LINES:
            owners = {self.color_at(square) for square in line}
            if len(owners) == 1 and None not in owners:
                return owners.pop()
        return None

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        if self.winner() is None:
            for square in CELLS:
                if not self.piece_at(square):
                    yield chess.Move(square, square, drop=chess.PAWN)

    def is_legal(self, move):
        return move in self.generate_legal_moves()

    def is_over(self):
        return not any(self.generate_legal_moves())


def check_introduction(engine):
    assert engine.id["name"].startswith("plyd "), engine.id
    assert "tictactoe" in engine.options["UCI_Variant"].var, engine.options
    assert set(engine.options["Algorithm"].var) == {"minimax", "alphabeta", "pvs", "solve", "dfpn", "mcts", "auto"}, engine.options
    assert engine.options["Move Overhead"].min == 0, engine.options


def choose(engine, board, limit, game, **arguments):
    """The engine's answer, checked."""
    result = engine.play(board, limit, game=game, info=chess.engine.INFO_ALL, **arguments)
    assert result.move in board.legal_moves, (board.fen(), result)
    return result


def play_game(engine, limits):
    """Plays the engine against itself, and returns the final board."""
    board = TicTacToe()
    game = object()
    while not board.is_over():
        result = choose(engine, board, limits[len(board.move_stack) % len(limits)], game)
        assert result.info["pv"][0] == result.move, result
        board.push(result.move)
        engine.ping()
    return board


def play_pondering(engine, limit):
    """Plays a game in which the engine ponders and its opponent mostly answers as expected."""
    board = TicTacToe()
    game = object()
    while not board.is_over():
        result = choose(engine, board, limit, game, ponder=True)
        board.push(result.move)
        if result.ponder:
            assert result.ponder in board.legal_moves, (board.fen(), result)
            expected = len(board.move_stack) != 3
            board.push(result.ponder if expected else list(board.legal_moves)[-1])
    return board


def play_games(engine):
    strong = [
        chess.engine.Limit(depth=9),
        chess.engine.Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=1),
        chess.engine.Limit(nodes=10_000_000),
        chess.engine.Limit(time=0.5),
        chess.engine.Limit(white_clock=10, black_clock=10, remaining_moves=5),
    ]
    for algorithm in ["minimax", "alphabeta", "pvs"]:
        engine.configure({"Algorithm": algorithm, "Move Overhead": 20})
        board = play_game(engine, strong)
        assert board.winner() is None, f"{algorithm} lost as {not board.winner()}: {board.fen()}"
    play_game(engine, [chess.engine.Limit(depth=1), chess.engine.Limit(nodes=1), chess.engine.Limit(time=0.001)])
    assert play_pondering(engine, strong[1]).winner() is not chess.BLACK


def check_scores(engine):
    board = TicTacToe("PpP/1p1/P2 w - - 0 1")
    for algorithm, score in [
        ("minimax", chess.engine.Cp(10)),
        ("alphabeta", chess.engine.Cp(10)),
        ("pvs", chess.engine.Mate(1)),
    ]:
        engine.configure({"Algorithm": algorithm})
        info = engine.analyse(board, chess.engine.Limit(depth=4))
        assert info["score"].white() == score, (algorithm, info)
        assert info["pv"][0] == chess.Move.from_uci("P@a2"), (algorithm, info)
        assert info["nodes"] > 0 and info["depth"] >= 1 and "time" in info and "nps" in info, info


def check_analysis(engine):
    board = TicTacToe()
    with engine.analysis(board, chess.engine.Limit(depth=6)) as analysis:
        depths = [info["depth"] for info in analysis if "depth" in info]
        best = analysis.wait()
    assert depths[-1] == 6 and depths == sorted(depths), depths
    assert best.move in board.legal_moves, best
    with engine.analysis(board) as analysis:
        for info in analysis:
            if "pv" in info:
                break
        analysis.stop()
        assert analysis.wait().move in board.legal_moves
    only = chess.Move.from_uci("P@c1")
    assert engine.play(board, chess.engine.Limit(depth=3), root_moves=[only]).move == only


driver.run(check_introduction, play_games, check_scores, check_analysis)
