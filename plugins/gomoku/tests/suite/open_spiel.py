"""Plays gomoku by OpenSpiel's rules, in the module pyspiel.

Called with the number of ranks. Input: a line of moves per game. Output: for the position before, between and after the
moves of each game a line with its text, a tab, and the legal moves in alphabetical order, or the result.
"""

import re
import signal
import sys

import pyspiel

# A test never waits for ever.
signal.alarm(120)

size = int(sys.argv[1])
GAME = pyspiel.load_game(f"gomoku(size={size})")
RESULTS = {1: "black wins", -1: "white wins", 0: "draw"}


def name(action):
    """The move to a cell. Its first row here is rank 1."""
    return "P@" + "abcdefghijklmnopqrs"[action % size] + str(action // size + 1)


def text(state, turn):
    """The position as plyd writes it. OpenSpiel writes the player to move first."""
    rows = [row for row in str(state).split("\n") if len(row) == size][::-1]
    board = "/".join(rows).replace("b", "X").replace("w", "O")
    return re.sub(r"\.+", lambda run: str(len(run[0])), board) + " " + turn


for line in sys.stdin:
    state = GAME.new_initial_state()
    for ply, move in enumerate([*line.split(), None]):
        told = " ".join(sorted(map(name, state.legal_actions())))
        print(text(state, "bw"[ply % 2]), RESULTS[int(state.returns()[0])] if state.is_terminal() else told, sep="\t")
        if move:
            state.apply_action(next(action for action in state.legal_actions() if name(action) == move))
