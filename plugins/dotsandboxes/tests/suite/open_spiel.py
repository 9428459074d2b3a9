"""Plays dots and boxes by OpenSpiel's rules, in the module pyspiel.

Called with the rows and columns of boxes, and with `true` or `false` for the difference of boxes as the result. Input: a
line of moves per game. Output: for the position before, between and after the moves of each game a line with its text, a
tab, and the legal moves in alphabetical order, or the result to the first player.
"""

import re
import signal
import sys

import pyspiel

# A test never waits for ever.
signal.alarm(120)

rows, columns, counts = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
GAME = pyspiel.load_game(f"dots_and_boxes(num_rows={rows},num_cols={columns},utility_margin={counts.capitalize()})")


def text(state, turn):
    """The position as plyd writes it. OpenSpiel draws the boxes, with a number for the owner."""
    lines = state.dbn_string()
    across, down = lines[: (rows + 1) * columns], lines[(rows + 1) * columns :]
    drawn = str(state).split("\n")
    owner = {" ": ".", "1": "R", "2": "B"}
    boxes = "/".join("".join(owner[drawn[2 * row + 1][4 * column + 2]] for column in range(columns)) for row in range(rows))
    return " ".join(["/".join(re.findall("." * columns, across)), "/".join(re.findall("." * (columns + 1), down)), boxes, turn])


def name(state, action):
    """A line as plyd names it: OpenSpiel counts from 0."""
    kind, row, column = re.fullmatch(r"P.\((.),(.),(.)\)", state.action_to_string(action)).groups()
    return f"{kind}{int(row) + 1}{int(column) + 1}"


for line in sys.stdin:
    state = GAME.new_initial_state()
    player = 0
    for move in [*line.split(), None]:
        if state.is_terminal():
            # OpenSpiel names no player; the one who has closed the last box would be next.
            print(text(state, "rb"[player]), int(state.returns()[0]), sep="\t")
        else:
            player = state.current_player()
            moves = {name(state, action): action for action in state.legal_actions()}
            print(text(state, "rb"[player]), " ".join(sorted(moves)), sep="\t")
        if move:
            state.apply_action(moves[move])
