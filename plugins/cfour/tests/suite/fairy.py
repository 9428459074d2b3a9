"""Connect four by Fairy-Stockfish's rules. Arguments: files and ranks."""

from fairy_games import arguments, play

files, ranks = arguments()
cells = files * ranks
pocket = "P" * ((cells + 1) // 2) + "p" * (cells // 2)
start = "/".join([str(files)] * ranks) + f"[{pocket}] w - - 0 1"
config = f"""
[four]
maxFile = {files}
maxRank = {ranks}
startFen = {start}
immobile = p
pieceDrops = true
promotionPieceTypes = -
doubleStep = false
castling = false
stalemateValue = draw
enclosingDrop = top
connectN = 4
"""
play("four", config, start)
