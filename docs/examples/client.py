"""Plays a game against itself through a plyd server, and prints the moves and the outcome.

    plyd serve &
    python3 client.py 127.0.0.1:7878 cfour [FILE_OF_A_TOKEN]

The server must be on the same machine, or behind an SSH tunnel, as this client does not speak TLS.
"""

import json
import socket
import sys
from pathlib import Path


class Session:
    """A connection to a server: one line for each command and for each reply."""

    def __init__(self, address, token=None):
        host, port = address.rsplit(":", 1)
        self.lines = socket.create_connection((host, int(port)), timeout=60).makefile("rw", encoding="utf-8", newline="\n")
        if token:
            self.ask(f"auth {token}", "authok")

    def ask(self, command, word):
        """Sends a command, and returns what follows a word at the beginning of a reply."""
        self.lines.write(command + "\n")
        self.lines.flush()
        for line in self.lines:
            first, _, rest = line.rstrip("\n").partition(" ")
            if first == word:
                return rest
            if line.startswith("info string error"):
                raise RuntimeError(line.strip())
        raise EOFError(f"the server closed the connection instead of `{word}`")


def main(address, game, token=None):
    session = Session(address, Path(token).read_text("ascii").strip() if token else None)
    session.ask(f"setoption name UCI_Variant value {game}\nisready", "readyok")
    moves = []
    while True:
        position = "position startpos" + (" moves " + " ".join(moves) if moves else "")
        view = json.loads(session.ask(f"{position}\nview", "view"))
        if view["outcome"] != "ongoing":
            break
        moves.append(session.ask("go movetime 20", "bestmove").split()[0])
    print(f"{len(moves)} plies: {' '.join(moves)}\n{view['outcome']}")


main(*sys.argv[1:])
