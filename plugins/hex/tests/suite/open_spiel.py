"""Plays hex by OpenSpiel's rules, in the module pyspiel.

Called with the number of rows and with `true` or `false` for the swap. Input: a line of moves per game. Output: for the
position before, between and after the moves of each game a line with its text, a tab, and the legal moves in
alphabetical order, or who wins.
"""

import re
import signal
import sys

import pyspiel

# A test never waits for ever.
signal.alarm(120)

size, swap = sys.argv[1], sys.argv[2]
GAME = pyspiel.load_game(f"hex(board_size={size},swap={swap.capitalize()})")


def text(state, turn):
    """The position as plyd writes it. OpenSpiel has other letters for stones that are joined with an edge."""
    letters = re.sub(r"[xyzX]", "X", re.sub(r"[opqO]", "O", str(state)))
    rows = ["".join(row.split()) for row in letters.strip().split("\n")]
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows) + " " + turn


def told(state):
    """The legal moves, or who wins."""
    if state.is_terminal():
        return "red wins" if state.returns()[0] > 0 else "blue wins"
    player = state.current_player()
    return " ".join(sorted(state.action_to_string(player, action) for action in state.legal_actions()))


for line in sys.stdin:
    state = GAME.new_initial_state()
    for ply, move in enumerate([*line.split(), None]):
        print(text(state, "rb"[ply % 2]), told(state), sep="\t")
        if move:
            player = state.current_player()
            state.apply_action(next(a for a in state.legal_actions() if state.action_to_string(player, a) == move))
