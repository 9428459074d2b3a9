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
        return max(s) <= 2 and s[:9].count(1) - s[:9].count(2) == s[9] <= 1

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


TicTacToe.ABOUT = """
author = "The authors of plyd"
licence = "MIT OR Apache-2.0"

[en]
name = "Tic-tac-toe in Python"
sides = ["X", "O"]
rules = '''
The board has three by three cells and is empty at first.
The players take turns, and X begins.
A move puts the player's sign into a free cell.
Signs never move, and are never taken.
Three signs of one player in a line win: across, up and down, or diagonally.
If the board is full and nobody has such a line, the game is a draw.
If both players make no mistake, it is always a draw.
'''
moves = "The cell: `b2` is the middle."

[it]
name = "Tris in Python"
sides = ["X", "O"]
rules = '''
La tavola ha tre caselle per tre, e all'inizio è vuota.
I giocatori muovono a turno, e comincia X.
Una mossa mette il proprio segno in una casella libera.
I segni non si muovono e non si tolgono.
Vince chi mette tre segni in fila: in orizzontale, in verticale o in diagonale.
Se la tavola è piena e nessuno ha una fila così, è patta.
Se nessuno dei due sbaglia, è sempre patta.
'''
moves = "La casella: `b2` è il centro."

[tr]
name = "Python'da XOX"
sides = ["X", "O"]
rules = '''
Tahta üçe üç karedir ve başta boştur.
Oyuncular sırayla oynar, X başlar.
Bir hamle, boş bir kareye oyuncunun işaretini koyar.
Konan işaret yerinden oynatılmaz ve silinmez.
Üç işaretini bir çizgide dizen kazanır: yatay, dikey ya da çapraz.
Tahta dolar ve kimse böyle bir dizi yapamazsa oyun berabere biter.
İki oyuncu da hata yapmazsa oyun hep berabere biter.
'''
moves = "Kare: `b2` ortadır."

[bn]
name = "পাইথনে টিক-ট্যাক-টো"
sides = ["X", "O"]
rules = '''
ছকে তিন সারিতে তিনটি করে ঘর থাকে; শুরুতে খালি।
দুজন পালা করে খেলে, X শুরু করে।
একটি চালে খালি ঘরে নিজের চিহ্ন বসে।
চিহ্ন আর নড়ে না, মোছাও যায় না।
নিজের তিনটি চিহ্ন এক রেখায় হলে জয়: পাশাপাশি, ওপর-নিচ বা কোনাকুনি।
ছক ভরে গেলে আর কারও এমন রেখা না থাকলে ড্র।
দুজনের কেউই ভুল না করলে সব সময় ড্র।
'''
moves = "ঘর: `b2` মাঝখান।"
"""
