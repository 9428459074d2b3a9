"""The class of a game in Python. README.md explains it.

A state is a tuple of the numbers that `STATE` names, as the module `struct` writes them. It has everything that decides
how the game goes on, and never changes: `play` returns another one. Values are from the first player's view.
"""

#: A turn of chance, in a game with `CHANCE`.
CHANCE = 2

#: The outcome of a game that is drawn if a player claims it. It goes on if nobody does.
CLAIM = "claim"


class Score(int):
    """The outcome of a game that ends with a number, not only with a winner: `Score(7)`, at most a million in size."""


class Game:
    ID = None  # a-z, 0-9 and -, beginning with a letter
    NAME = None  # for people; the ID by default
    VERSION = "1"
    SIDES = None  # the names of the players: ("White", "Black")
    BOARD = None  # files and ranks of the board, for other programs: (8, 8)
    STATE = None  # the numbers of a state, for `struct`: "9BB"; at most 1,024 bytes
    START = None  # the state at the start
    MAX_MOVES = 256  # the most moves in any position
    MAX_PLIES = None  # the most moves of a game, if there is a bound
    WIN = 10_000  # the value of a win; those of `evaluate` are smaller
    REPETITION = 0  # the game is drawn when a position occurs for this time, 3 in chess; or (time, what follows, pass)
    OPTIONS = {}  # {"Size": (8, 6)}: choices, the first is the default; `open` finds the chosen one in self.options
    CHANCE = None  # in a game with dice: the most outcomes, the lowest and the highest value
    ABOUT = None  # the rules and more for people, in TOML, as plugins/README.md lists it
    PERFT = {}  # known numbers of leaves: {depth: leaves}, or {setup: {depth: leaves}}, or {("Size=6", setup): ...}

    def __init__(self, **chosen):
        """An instance, which plyd makes for each setup; `MyGame(Size=6)` in Python."""
        if self.OPTIONS:
            self.options = {name: choices[0] for name, choices in self.OPTIONS.items()} | chosen

    def open(self, setup):
        """The state that a text describes; the start if it is empty. A ValueError refuses the text."""
        if not setup:
            return self.START
        try:
            return tuple(map(int, setup.split()))
        except ValueError:
            raise ValueError("a position is the numbers of its state, with blanks between them") from None

    def valid(self, s):
        """Whether a state that `open` has read can be one of the game."""
        return True

    def turn(self, s):
        """Whose turn it is: 0 for the first player, 1 for the second. By default the last number of the state."""
        return s[-1]

    def outcome(self, s):
        """None while the game goes on; 1 if the first player has won, -1 if the second has, 0 for a draw."""
        raise NotImplementedError

    def moves(self, s):
        """The legal moves of an unfinished game, at least one: different numbers from 0 to 4,294,967,295."""
        raise NotImplementedError

    def play(self, s, mv):
        """The state after a legal move."""
        raise NotImplementedError

    def evaluate(self, s):
        """An estimate of an unfinished game, a whole number above -WIN and below WIN."""
        return 0

    def text(self, s):
        """The state as one line, which `open` reads."""
        return " ".join(map(str, s))

    def move_text(self, s, mv):
        """A legal move as one word that no other move of the state has."""
        return str(mv)

    # Functions that a game may have, but need not:
    picture = None  # picture(self, s): lines of text for people
    view = None  # view(self, s): the board as a dict, see docs/view.md; `grid` makes one
    gesture = None  # gesture(self, s, mv): the clicks of a move, ["e2", "e4"]; its text by default, if that is a spot
    key = None  # key(self, s): a whole number that equal positions share; a hash of the state by default
    board_key = None  # board_key(self, s): a number that positions share which are the same for REPETITION, as in superko
    weights = None  # weights(self, s, outcomes): how likely the outcomes of chance are; all alike by default
    irreversible = None  # irreversible(self, s, mv): whether no earlier position comes back, in a game with REPETITION


def grid(files, ranks, pieces=(), shape="square"):
    """A view of a board: spots `a1`, `b1` and so on, and pieces (spot, glyph, player), as in `("a1", "disc", 0)`."""
    names = [chr(97 + file) if files <= 26 else f"{file + 1}." for file in range(files)]
    spots = [
        {"id": f"{names[file]}{rank + 1}", "at": [file + 0.5, ranks - rank - 0.5], "shape": shape}
        for rank in reversed(range(ranks))
        for file in range(files)
    ]
    tokens = [{"on": on, "glyph": glyph, "owner": ("max", "min")[player]} for on, glyph, player in pieces]
    return {"spots": spots, "tokens": tokens}
