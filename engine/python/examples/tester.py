"""A tester of a game: are the counts of plyd those of its own legal moves, and does every random game end?"""

import random
import sys

from plyd import Engine


def count(engine: Engine, plies: int) -> int:
    """Counts by `legal` and `play` alone."""
    if plies == 0 or engine.over:
        return int(plies == 0)
    setup, moves, total = engine.setup, engine.moves, 0
    for move in engine.legal():
        engine.position(setup, [*moves, move])
        total += count(engine, plies - 1)
    engine.position(setup, moves)
    return total


with Engine(sys.argv[1] if len(sys.argv) > 1 else "tictactoe") as engine:
    assert engine.perft(3).total == count(engine, 3), "the counts differ"
    for seed in range(20):
        choice = random.Random(seed)
        engine.position()
        while not engine.over:
            engine.play(choice.choice(engine.legal()))
    print(f"{engine.game}: the counts agree, and 20 games have ended")
