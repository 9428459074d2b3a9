"""Games of go by OpenSpiel's rules, in the module pyspiel.

Reads a line for each game: the size of the board, the komi, and the moves. Writes for the position before, between and
after the moves the rows of the board, the player to move, the result, and the legal moves. A stone that repeats a board
is left out: OpenSpiel takes it, and then ends the game.
"""

import signal
import sys

import pyspiel

# A test never waits for ever.
signal.alarm(120)

FILES = "ABCDEFGHJKLMNOPQRST"


def name(action, size):
    """The name of a move: `D4`, or `pass`."""
    return "pass" if action == size * size else f"{FILES[action % size]}{action // size + 1}"


def rows(state):
    """The board from the highest row down."""
    lines = [line.split() for line in str(state).splitlines()]
    return [line[1].replace("+", ".") for line in lines if len(line) == 2 and line[0].isdigit()]


def told(state, size):
    """The line about a position."""
    board = "/".join(rows(state))
    if state.is_terminal():
        black, _ = state.returns()
        turn = "b" if len(state.history()) % 2 == 0 else "w"
        return f"{board} {turn} {'B' if black > 0 else 'W' if black < 0 else 'draw'} "
    legal = [
        action for action in state.legal_actions() if action == size * size or not state.child(action).is_terminal()
    ]
    turn = "bw"[state.current_player()]
    return f"{board} {turn} - {' '.join(name(action, size) for action in sorted(legal))}"


for line in sys.stdin:
    size, komi, *moves = line.split()
    size = int(size)
    game = pyspiel.load_game(f"go(board_size={size},komi={komi},max_game_length=100000)")
    state = game.new_initial_state()
    numbers = {name(action, size): action for action in range(size * size + 1)}
    for move in [*moves, None]:
        print(told(state, size))
        if move:
            state.apply_action(numbers[move])
