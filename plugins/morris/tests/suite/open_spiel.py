"""Nine men's morris by OpenSpiel's rules, in the module pyspiel.

Reads a line of moves for each game. Writes for the position before, between and after the moves its text, a tab, and the
legal moves in alphabetical order, or `lost` if the player to move has lost, `won` if the other one has. There the man
that is taken is an action of its own, here it is part of the move that closes the mill.
"""

import re
import signal
import sys

import pyspiel

GAME = pyspiel.load_game("nine_mens_morris")
# The names of OpenSpiel's points, in its order.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
# The points of each square, the outer one first, clockwise from the upper left.
SQUARES = [
    "a7 d7 g7 g4 g1 d1 a1 a4".split(),
    "b6 d6 f6 f4 f2 d2 b2 b4".split(),
    "c5 d5 e5 e4 e3 d3 c3 c4".split(),
]


def text(state, quiet):
    """The position as plyd writes it."""
    picture = str(state)
    men = {}
    for rank, line in zip(range(7, 0, -1), picture.splitlines()[:13:2]):
        letters = re.sub("[^.WB]", "", line)
        names = [name for name in POINTS if name[1] == str(rank)]
        men.update(zip(names, letters))
    board = "/".join("".join(men[name] for name in square) for square in SQUARES)
    board = re.sub(r"\.+", lambda gap: str(len(gap[0])), board)
    hands = [int(count) for count in re.search(r"deploy: (\d) (\d)", picture).groups()]
    turns = int(re.search(r"Turn number: (\d+)", picture)[1])
    pocket = "W" * hands[0] + "B" * hands[1]
    return f"{board}[{pocket}] {'wb'[turns % 2]} - - {quiet} {turns // 2 + 1}"


def named(state):
    """The legal moves by their names, each with its actions."""
    moves = {}
    player = state.current_player()
    for action in state.legal_actions():
        words = state.action_to_string(action).split()
        name = "".join(POINTS[int(word)] for word in words if word.isdigit())
        child = state.child(action)
        if child.is_terminal() or child.current_player() != player:
            moves[name] = [action]
        else:
            for taken in child.legal_actions():
                moves[f"{name}x{POINTS[taken]}"] = [action, taken]
    return moves


def told(state, turn, moves):
    """The moves, or the result for the player to move."""
    if not state.is_terminal():
        return " ".join(sorted(moves))
    return "lost" if state.returns()[turn] < 0 else "won"


def main():
    for line in sys.stdin:
        state, quiet = GAME.new_initial_state(), 0
        for turn, word in enumerate([*line.split(), None]):
            moves = {} if state.is_terminal() else named(state)
            print(text(state, quiet), told(state, turn % 2, moves), sep="\t")
            if word:
                is_quiet = len(word) == 4
                quiet = quiet + 1 if is_quiet else 0
                for action in moves[word]:
                    state.apply_action(action)


if __name__ == "__main__":
    # A test never waits for ever.
    signal.alarm(300)
    main()
