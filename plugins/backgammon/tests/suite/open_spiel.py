"""Games by OpenSpiel's rules, in the module pyspiel.

Reads lines such as `31 sGfwATDgc/ABMA`: a roll, and the position after the play. Writes for each the ids of the
positions after all plays, in alphabetical order; of a double, which has two turns here, `found`. After the last play of
a game the line `over` asks for its points.
"""

import sys
from base64 import b64encode

import pyspiel

BAR = 100
GAME = pyspiel.load_game("backgammon(scoring_type=full_scoring)")


def men(state, player):
    """The men on a player's points 1 to 24 and on the bar; the first player goes upwards here."""
    points = [state.board(player, place) for place in range(24)]
    return (points[::-1] if player == 0 else points) + [state.board(player, BAR)]


def name(state, mover):
    """The id of the position after this player's play."""
    bits = "".join("1" * count + "0" for player in (mover, 1 - mover) for count in men(state, player)).ljust(80, "0")
    key = bytes(int(bits[place : place + 8][::-1], 2) for place in range(0, 80, 8))
    return b64encode(key).decode()[:14]


def roll(state, dice):
    """The state after a roll; the first player begins."""
    for outcome, _ in state.chance_outcomes():
        text = state.action_to_string(-1, outcome)
        if "O starts" not in text and sorted(text.split("roll: ")[1][:2]) == sorted(dice):
            return state.child(outcome)
    raise ValueError(dice)


def plays(state, mover):
    """The states after a play, by their ids; a turn may have two halves."""
    ends = {}
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == mover:
            ends.update(plays(child, mover))
        else:
            ends[name(child, mover)] = child
    return ends


state = GAME.new_initial_state()
for line in sys.stdin:
    if line == "over\n":
        print(int(state.returns()[0]) if state.is_terminal() else "not over")
        state = GAME.new_initial_state()
        continue
    dice, chosen = line.split()
    state = roll(state, dice)
    ends = plays(state, state.current_player())
    is_double = dice[0] == dice[1]
    print(("found" if chosen in ends else "missing") if is_double else " ".join(sorted(ends)))
    state = ends[chosen]
