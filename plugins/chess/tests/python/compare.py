"""Compares positions with python-chess.

The first argument is a file. Each line of it holds, separated by tabs: `960` or `chess`, a position, its outcome (`w`,
`b`, `draw`, `claim` if a draw can be claimed, or `-`) and, after a blank, who can still win (`wb`, with `-` for who
cannot), Polyglot's key (`-` for `960`) and the legal moves, sorted, each
with an equals sign and its standard algebraic notation. Exits with 1, and tells the first
differences, if python-chess sees it otherwise.
"""

import sys

import chess
import chess.polyglot


def outcome(board):
    if board.is_checkmate():
        return "b" if board.turn == chess.WHITE else "w"
    if board.is_stalemate():
        return "draw"
    return "claim" if board.is_insufficient_material() or board.is_fifty_moves() else "-"


def described(kind, text):
    board = chess.Board(text, chess960=kind == "960")
    if not board.is_valid():
        return [kind, text, f"invalid: {board.status()!r}", "", ""]
    can = {side: not board.has_insufficient_material(side) for side in chess.COLORS}
    result = f"{outcome(board)} {'w' if can[chess.WHITE] else '-'}{'b' if can[chess.BLACK] else '-'}"
    moves = sorted(f"{board.uci(move)}={board.san(move)}" for move in board.legal_moves)
    fen = board.fen(shredder=kind == "960")
    key = "-" if kind == "960" else f"{chess.polyglot.zobrist_hash(board):016x}"
    return [kind, fen, result, key, " ".join(moves)]


differences = 0
with open(sys.argv[1], encoding="ascii") as lines:
    for line in lines:
        ours = line.rstrip("\n").split("\t")
        theirs = described(ours[0], ours[1])
        if ours != theirs:
            differences += 1
            if differences <= 5:
                print(f"ours:   {ours}\ntheirs: {theirs}", file=sys.stderr)
sys.exit(1 if differences else 0)
