"""Domineering on six by six cells. Vertical puts dominoes upright, Horizontal puts them flat; who cannot, loses.

A move is the number of the lower or left cell of its domino, counted from a1 along the ranks.
"""

from plyd_game import Game, grid

SIDE = 6
CELLS = range(SIDE * SIDE)
BITS = [(cell, 1 << cell) for cell in CELLS]
ALL = (1 << SIDE * SIDE) - 1
# The cells of the last file, from which no flat domino goes on to the right.
LAST = ALL // ((1 << SIDE) - 1) << (SIDE - 1)


def places(taken, turn):
    """The cells where a domino of this player can begin."""
    free = ALL & ~taken
    return free & free >> 1 & ~LAST if turn else free & free >> SIDE


class Domineering(Game):
    ID, NAME, VERSION = "domineering-py", "Domineering in Python", "0.1.0"
    SIDES = ("Vertical", "Horizontal")
    BOARD = (SIDE, SIDE)
    STATE = "QB"  # the taken cells, and whose turn it is
    START = (0, 0)
    MAX_MOVES, MAX_PLIES, WIN = SIDE * (SIDE - 1), SIDE * SIDE // 2, 100
    PERFT = {1: 30, 2: 800, 3: 19360, 4: 410816}

    def open(self, setup):
        if not setup:
            return self.START
        board, _, turn = setup.partition(" ")
        ranks = board.split("/")
        if [len(rank) for rank in ranks] != [SIDE] * SIDE or set(board) - set(".#/") or turn not in ("v", "h"):
            raise ValueError("write six ranks of six cells, `.` or `#`, with `/` between them, a blank, and v or h")
        cells = "".join(reversed(ranks))
        return sum(1 << cell for cell in CELLS if cells[cell] == "#"), int(turn == "h")

    def outcome(self, s):
        taken, turn = s
        return None if places(taken, turn) else (1 if turn else -1)

    def moves(self, s):
        found = places(*s)
        return [cell for cell, bit in BITS if found & bit]

    def play(self, s, mv):
        taken, turn = s
        return taken | (3 if turn else 1 | 1 << SIDE) << mv, 1 - turn

    def evaluate(self, s):
        return places(s[0], 0).bit_count() - places(s[0], 1).bit_count()

    def ranks(self, s):
        cells = "".join(".#"[s[0] >> cell & 1] for cell in CELLS)
        return [cells[SIDE * rank : SIDE * (rank + 1)] for rank in reversed(range(SIDE))]

    def text(self, s):
        return "/".join(self.ranks(s)) + (" h" if s[1] else " v")

    def move_text(self, s, mv):
        return "abcdef"[mv % SIDE] + str(mv // SIDE + 1)

    def picture(self, s):
        return "\n".join(self.ranks(s))

    def view(self, s):
        taken = (cell for cell in CELLS if s[0] >> cell & 1)
        return grid(SIDE, SIDE, [(self.move_text(s, cell), "stroke", 0) for cell in taken])


Domineering.ABOUT = """
author = "The authors of plyd"
licence = "MIT OR Apache-2.0"

[en]
name = "Domineering in Python"
sides = ["Vertical", "Horizontal"]
rules = '''
Domineering (Goran Andersson): the board is empty at first. A move places a domino on two free cells.
The first player places upright dominoes, the second one lying ones.
Who cannot place one loses, so there are no draws.
'''
moves = "The lower or left cell of the domino: `a1`."

[it]
name = "Domineering in Python"
sides = ["Verticale", "Orizzontale"]
rules = '''
Domineering (Göran Andersson): all'inizio la tavola è vuota. Una mossa mette una tessera di domino su due caselle libere.
Il primo giocatore mette le tessere in verticale, il secondo in orizzontale.
Chi non può metterne una perde, quindi non ci sono patte.
'''
moves = "La casella in basso o a sinistra della tessera: `a1`."

[tr]
name = "Python'da Domineering"
sides = ["Dikey", "Yatay"]
rules = '''
Domineering (Göran Andersson): tahta başta boştur. Bir hamle iki boş kareye bir domino taşı koyar.
Birinci oyuncu taşlarını dikey, ikinci oyuncu yatay koyar.
Taş koyamayan kaybeder; beraberlik yoktur.
'''
moves = "Domino taşının alttaki ya da soldaki karesi: `a1`."

[bn]
name = "পাইথনে ডমিনিয়ারিং"
sides = ["খাড়া", "আড়াআড়ি"]
rules = '''
ডমিনিয়ারিং (গোরান আন্দেরসন): ছক শুরুতে খালি। একটি চালে দুটি খালি ঘরে একটি ডমিনো বসে।
প্রথম জন ডমিনো খাড়া বসায়, দ্বিতীয় জন আড়াআড়ি।
যে বসাতে পারে না সে হারে, তাই ড্র নেই।
'''
moves = "ডমিনোর নিচের বা বাঁ দিকের ঘর: `a1`।"
"""
