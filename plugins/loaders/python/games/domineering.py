"""Domineering on 6x6, 4x4 or 8x8 cells. Vertical puts dominoes upright, Horizontal puts them flat; who cannot, loses.

A move is the number of the lower or left cell of its domino, counted from a1 along the ranks.
"""

from plyd_game import Game, grid


class Domineering(Game):
    ID, NAME, VERSION = "domineering-py", "Domineering in Python", "0.1.0"
    SIDES = ("Vertical", "Horizontal")
    OPTIONS = {"Size": (6, 4, 8)}  # files and ranks of the board
    BOARD = (6, 6)
    STATE = "QB"  # the taken cells, and whose turn it is
    WIN = 100
    PERFT = {
        "": {1: 30, 2: 800, 3: 19360, 4: 410816},
        ("Size=4", ""): {1: 12, 2: 108, 3: 756, 4: 3628},
        ("Size=8", ""): {1: 56, 2: 2940, 3: 146580},
    }

    def open(self, setup):
        size = self.size = self.options["Size"]
        self.cells = range(size * size)
        self.bits = [(cell, 1 << cell) for cell in self.cells]
        self.all = (1 << size * size) - 1
        # The cells but those of the last file, from which no flat domino goes on to the right.
        self.left = self.all ^ self.all // ((1 << size) - 1) << (size - 1)
        self.MAX_MOVES, self.MAX_PLIES = size * (size - 1), size * size // 2
        if not setup:
            return 0, 0
        board, _, turn = setup.partition(" ")
        ranks = board.split("/")
        if [len(rank) for rank in ranks] != [size] * size or set(board) - set(".#/") or turn not in ("v", "h"):
            raise ValueError(f"write {size} ranks of {size} cells, `.` or `#`, with `/` between them, a blank, and v or h")
        cells = "".join(reversed(ranks))
        return sum(1 << cell for cell in self.cells if cells[cell] == "#"), int(turn == "h")

    def places(self, taken, turn):
        """The cells where a domino of this player can begin."""
        free = self.all & ~taken
        return free & free >> 1 & self.left if turn else free & free >> self.size

    def outcome(self, s):
        taken, turn = s
        return None if self.places(taken, turn) else (1 if turn else -1)

    def moves(self, s):
        found = self.places(*s)
        return [cell for cell, bit in self.bits if found & bit]

    def play(self, s, mv):
        taken, turn = s
        return taken | (3 if turn else 1 | 1 << self.size) << mv, 1 - turn

    def evaluate(self, s):
        return self.places(s[0], 0).bit_count() - self.places(s[0], 1).bit_count()

    def ranks(self, s):
        cells = "".join(".#"[s[0] >> cell & 1] for cell in self.cells)
        return [cells[self.size * rank : self.size * (rank + 1)] for rank in reversed(range(self.size))]

    def text(self, s):
        return "/".join(self.ranks(s)) + (" h" if s[1] else " v")

    def move_text(self, s, mv):
        return "abcdefgh"[mv % self.size] + str(mv // self.size + 1)

    def picture(self, s):
        return "\n".join(self.ranks(s))

    def view(self, s):
        taken = (cell for cell in self.cells if s[0] >> cell & 1)
        return grid(self.size, self.size, [(self.move_text(s, cell), "stroke", 0) for cell in taken])


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
options.Size.label = "Board size"
options.Size.about = "How many columns and rows the board has at the start."

[it]
name = "Domineering in Python"
sides = ["Verticale", "Orizzontale"]
rules = '''
Domineering (Göran Andersson): all'inizio la tavola è vuota. Una mossa mette una tessera di domino su due caselle libere.
Il primo giocatore mette le tessere in verticale, il secondo in orizzontale.
Chi non può metterne una perde, quindi non ci sono patte.
'''
moves = "La casella in basso o a sinistra della tessera: `a1`."
options.Size.label = "Grandezza della tavola"
options.Size.about = "Quante colonne e righe ha la tavola all'inizio."

[tr]
name = "Python'da Domineering"
sides = ["Dikey", "Yatay"]
rules = '''
Domineering (Göran Andersson): tahta başta boştur. Bir hamle iki boş kareye bir domino taşı koyar.
Birinci oyuncu taşlarını dikey, ikinci oyuncu yatay koyar.
Taş koyamayan kaybeder; beraberlik yoktur.
'''
moves = "Domino taşının alttaki ya da soldaki karesi: `a1`."
options.Size.label = "Tahtanın boyutu"
options.Size.about = "Başlangıçta tahtada kaç sütun ve kaç yatay sıra olduğu."

[bn]
name = "পাইথনে ডমিনিয়ারিং"
sides = ["খাড়া", "আড়াআড়ি"]
rules = '''
ডমিনিয়ারিং (গোরান আন্দেরসন): ছক শুরুতে খালি। একটি চালে দুটি খালি ঘরে একটি ডমিনো বসে।
প্রথম জন ডমিনো খাড়া বসায়, দ্বিতীয় জন আড়াআড়ি।
যে বসাতে পারে না সে হারে, তাই ড্র নেই।
'''
moves = "ডমিনোর নিচের বা বাঁ দিকের ঘর: `a1`।"
options.Size.label = "ছকের মাপ"
options.Size.about = "শুরুতে ছকে কতগুলো কলাম ও সারি থাকে।"
"""
