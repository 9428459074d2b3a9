"""Othello by Fairy-Stockfish's rules. Argument: the size of the board."""

from fairy_games import after, arguments, legal_moves, play

VARIANT = "sized"
[size] = arguments()
half = size // 2
low, high = "abcdefgh"[half - 1], "abcdefgh"[half]
side = str(half - 1)
rows = [str(size)] * (half - 1)
middle = [f"{side}pP{side}", f"{side}Pp{side}"]
pocket = size * size - 4
start = "/".join(rows + middle + rows) + f"[{'P' * pocket}{'p' * pocket}] w - - 0 1"
config = f"""
[{VARIANT}:flipello]
maxFile = {size}
maxRank = {size}
startFen = {start}
enclosingDropStart = {low}{half} {high}{half} {low}{half + 1} {high}{half + 1}
"""


def placements(moves):
    return [move for move in moves if move.startswith("P@")]


def told(position):
    """The legal moves. Where neither player can place a disc, Fairy-Stockfish passes on; here the game is over."""
    moves = legal_moves(VARIANT, position)
    if moves and not placements(moves):
        passed = after(VARIANT, position, moves[0])
        if not placements(legal_moves(VARIANT, passed)):
            return ""
    return " ".join(sorted(moves))


play(VARIANT, config, start, told)
