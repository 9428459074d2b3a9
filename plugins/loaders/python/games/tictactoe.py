from plyd_game import Game, grid

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game):
    ID, NAME = "tictactoe-py", "Tic-tac-toe in Python"
    SIDES = ("X", "O")
    STATE = "9BB"  # nine cells, 0 for an empty one, 1 for X, 2 for O; and whose turn it is
    START = (0,) * 9 + (0,)
    MAX_MOVES = MAX_PLIES = 9
    PERFT = {1: 9, 2: 72, 3: 504, 9: 127872}

    def valid(self, s):
        return max(s) <= 2 and s[:9].count(1) - s[:9].count(2) == s[9]

    def outcome(self, s):
        for a, b, c in LINES:
            if s[a] and s[a] == s[b] == s[c]:
                return 1 if s[a] == 1 else -1
        return None if 0 in s[:9] else 0

    def moves(self, s):
        return [cell for cell in range(9) if not s[cell]]

    def play(self, s, mv):
        return *s[:mv], s[9] + 1, *s[mv + 1 : 9], 1 - s[9]

    def move_text(self, s, mv):
        return "abc"[mv % 3] + str(mv // 3 + 1)

    def view(self, s):
        pieces = ((self.move_text(s, at), ("cross", "ring")[s[at] - 1], s[at] - 1) for at in range(9) if s[at])
        return grid(3, 3, pieces)
