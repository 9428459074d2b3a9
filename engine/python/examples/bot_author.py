"""The author of a bot: a bot of three lines plays connect four against plyd, which sees four plies ahead."""

import random

from plyd import Engine

CHOICE = random.Random(7)


def my_bot(engine: Engine) -> str:
    """Wins if it can, else plays anything."""
    for move, known in engine.known().items():
        if known.finished and known.mate == 1:
            return move
    return CHOICE.choice(engine.legal())


with Engine("cfour") as engine:
    while not engine.over:
        if engine.turn == "first":
            engine.play(my_bot(engine))
        else:
            engine.play(engine.go(depth=4).best or "")
    print(engine.picture())
    print({"p1win": "the bot has won", "p2win": "plyd has won"}.get(engine.result or "", "a draw"))
