# Gli errori su alberi, ricerche e risposte, in italiano.

at = al carattere { $place }, `{ $what }` { $problem }
at-end = la fine del testo { $problem }
end = è dove il testo dovrebbe finire
first-leaf = è dove ci vuole la prima foglia
close = è dove `{ $sign }` deve chiudere `{ $open }` del carattere { $place }
leaf-too-many = è una foglia di troppo: ne sono ammesse { $most }
decimal-comma = può essere due numeri, o uno con la virgola decimale; le foglie sono numeri interi, perciò scrivi uno
    spazio dopo ogni virgola
no-leaf-before = non ha una foglia prima di sé
among-numbers = è tra numeri soli: le parentesi servono per alberi interi, come [[3,5],[2,9]]
first-bracket = è dove ci vuole la prima parentesi dell'albero: scrivi un albero come in ((3 5) (2 9)), o con nomi come in
    A:(B:(3 5) C:(2 9))
no-child-before = non ha un figlio prima di sé
child = è dove ci vuole un figlio
no-weight-here = è un peso, ma solo i figli di CHANCE hanno pesi
name-too-many = è un nome di troppo
too-deep = è annidato più in profondità di { $most } livelli
weight-alone = ha un peso, ma un figlio del caso prima di esso non ne ha
weight-missing = non ha un peso, ma un figlio del caso prima di esso ne ha uno
node-too-many = è un nodo di troppo: ne sono ammessi { $most }
leaf-fraction = ha una frazione, e le foglie sono numeri interi: moltiplica tutte le foglie per { $number }, il che non cambia né
    mosse né tagli
leaf-infinite = è infinito: scrivi al suo posto { $number }, oltre cui nessuna foglia va
no-number = non è un numero: una foglia è un numero intero da { $least } a { $most }, oppure ?
outside = non è compreso tra { $least } e { $most }
no-name = non è un nome valido: un nome ha lettere, cifre, _ e ', al massimo { $most }, non comincia con una cifra e
    non è nessuno di questi: { $taken }
name-taken = è già il nome di un altro nodo
bad-weight = non è un peso: scrivi una frazione come 9/10, un decimale come 0.9 o un numero intero di parti, fino a
    { $most }
weight-zero = è un peso 0: ogni esito del caso deve essere possibile
key-wrong = è sbagliato: { $name }, { $meaning }, è un numero da { $least } a { $most }
meaning-b = il numero di figli di ogni nodo
meaning-depth = le semimosse fino alle foglie
meaning-seed = l'inizio del generatore
meaning-low = il valore più piccolo
meaning-high = il valore più grande
key-unknown-tree = è sconosciuto: dopo un albero tra parentesi usa low, high
key-unknown = è sconosciuto: usa b, depth, seed, low, high
key-chance = limita le foglie, e questo conta solo in alberi con il caso
key-twice = imposta { $name } una seconda volta
key-excludes = esclude delle foglie, i cui valori vanno da { $least } a { $most }
step-at-leaf = è il passo { $step } del percorso, che è già a una foglia
step-one-child = è il passo { $step } del percorso, dove il nodo ha un solo figlio, 0
step-children = è il passo { $step } del percorso, dove il nodo ha { $count } figli, da 0 a { $last }
bound-of-value = ha un valore, perciò non gli serve un limite
bound-sign = non è un limite di una foglia: scrivi <= o >=, come in c<=2
bound-number = non è un limite di una foglia: scrivi un numero, come in c<=2
bound-open = è dove ci vuole il numero di un limite
list-empty = la lista al carattere { $place } è vuota: serve almeno una foglia
leaves-binary = { $count } foglie non riempiono un albero binario, che ne vuole una potenza di 2: { $nearest }
leaves-wide = { $count } foglie non riempiono un albero con { $branching } figli per nodo, che ne vuole una potenza di
    { $base }: { $nearest }
nearest-two = i numeri validi più vicini sono { $below } e { $above }
nearest-one = il numero valido più vicino è { $below }
low-high = low={ $low } è maggiore di high={ $high }
player-root = il giocatore nominato al carattere { $place } contraddice chi muove alla radice
player-turn = il giocatore nominato al carattere { $place } non si alterna con gli altri
chance-node = il nodo del caso al carattere { $place } { $problem }
chance-sum = ha probabilità la cui somma è { $sum }, non 1
chance-bottom = ha probabilità il cui denominatore comune supera { $most }
chance-parts = ha pesi la cui somma è { $sum }; al massimo è ammesso { $most }
random-depth = un albero casuale ha bisogno della profondità, come in random b=2 depth=24 seed=42
random-size = b={ $branching } depth={ $depth } fa { $count } foglie, ma al massimo ne sono ammesse { $most }
too-large = la ricerca visita più di { $most } nodi; prova una profondità minore o una posizione più vicina alla fine
too-large-flag = la ricerca visita più di { $most } nodi; prova una profondità minore, una posizione più vicina alla fine
    o un limite più alto con --nodes
too-wide = i nodi visitati dalla ricerca hanno più di { $most } figli, troppi da disegnare; prova una posizione con
    meno mosse
too-large-to-order = per cercare prima il figlio migliore serve l'albero intero, che ha più di { $most } nodi; prova
    una profondità minore o una posizione più vicina alla fine
no-tree = { $algorithm } non cerca in un solo albero che si possa mostrare; scegli minimax, alphabeta o pvs
order-of-pvs = pvs sceglie da sé l'ordine dei figli; puoi stabilirlo solo per minimax e alphabeta
conventions = la condizione di un taglio e il valore restituito fuori dalla finestra si possono scegliere solo per
    alphabeta
unknown-leaf = la foglia { $leaf } è sconosciuta, ma la ricerca deve leggerla; dalle un valore
unknown-to-order = per cercare prima il figlio migliore serve l'albero intero, ma la foglia { $leaf } è sconosciuta
one-unknown-leaf = l'albero è una sola foglia sconosciuta, `?`
stopped = la ricerca è stata fermata prima della fine
answer-no-node = l'albero non ha un nodo { $node }; scrivi il nome di un nodo, o il suo percorso con i numeri dei figli
    da 0, come in 1.0; la radice si chiama root
answer-no-number = { $item }: il valore non è un numero; scrivi un numero intero, un decimale come 2.1 o una frazione
    come 21/10
answer-no-sign = { $item }: scrivi =, <= o >= tra il nodo e il suo valore, come in B<=2
answer-twice = { $node } ha due valori nella risposta; scrivine uno
answer-empty = la risposta è vuota; scrivi none se non si pota nulla
grade-unanswered = senza risposta
grade-no-pruned = la risposta non dice quali foglie non vengono mai lette; scrivi none se non si pota nulla
grade-no-value = la risposta non dice quanto vale la radice, come in root=3
grade-no-exercise = riga { $place }: non c'è un esercizio { $item }; sono da 1 a { $last }
grade-twice = riga { $place }: all'esercizio { $number } si risponde una seconda volta; conta la prima risposta
grade-columns = riga { $place }: scrivi uno studente, il numero di un esercizio e una risposta
sheet-leaves = un albero con { $branching } figli per nodo e { $depth } semimosse ha più di { $most } foglie; scegli meno
    figli o meno semimosse
sheet-plies = un albero di { $depth } semimosse è troppo profondo; scegli al massimo { $most } semimosse
sheet-cuts = nessuno di { $most } alberi casuali con { $branching } figli per nodo e { $depth } semimosse ha { $amount };
    scegli un altro numero di tagli, di figli o di semimosse
sheet-games = l'esercizio { $number } non è un albero come gli altri: scrivilo come in ((3 5) (2 9)), o indica il gioco di tutti
    gli esercizi con --game
sheet-no-trees = gli esercizi sono alberi casuali, che questo gioco non legge; non indicare un gioco
sheet-key = questa non è la chiave di una scheda, cioè il file key.json creato con essa: { $problem }
exercise = esercizio { $number }: { $error }
no-tree-game = nessun gioco caricato legge alberi; indica il gioco con --game

to-move = muove { $side }
has-to-pass = { $side } deve passare
side-white = il Bianco
side-black = il Nero
side-red = il Rosso
side-blue = il Blu
side-first = il primo
side-second = il secondo
game-amazons = gioco delle Amazzoni
game-ataxx = ataxx
game-backgammon = backgammon
game-breakthrough = breakthrough (sfondamento)
game-cfour = forza quattro
game-checkers = dama inglese
game-chess = scacchi
game-dotsandboxes = punti e quadrati
game-flipello = othello
game-go = go
game-gomoku = gomoku
game-hex = hex
game-isolation = isola
game-kalah = kalah
game-leaftree = albero di foglie
game-morris = tria (mulino)
game-nim = nim
game-tictactoe = tris

### Posizioni rifiutate

game-refuses = il gioco { $game } non legge questo testo: { $error }; scegli un altro gioco con --game, oppure scrivi un
    albero, come in ((3 5) (2 9))
game-no-tree = il gioco { $game } non legge questo testo: { $error }; per spiegare un albero, non indicare un gioco
game-says = il gioco dice: { $error }
position-empty = una posizione comincia con `startpos`, oppure con `fen` e una disposizione
fen-empty = dopo `fen` ci vuole una disposizione, e non c'è
startpos-extra = dopo `startpos` può seguire solo `moves`, non `{ $what }`
move = mossa { $number }: { $problem }
not-legal = `{ $what }` non è una mossa legale; le mosse legali sono { $item }
not-legal-more = `{ $what }` non è una mossa legale; le mosse legali sono { $item } e altre { $count }
after-end = `{ $what }` viene dopo la fine della partita ({ $item })
no-player = dopo la tavola manca il giocatore che deve muovere: aggiungi { $choice }
bad-player = `{ $what }` non è un giocatore che deve muovere: usa { $choice }
castling = `{ $what }` è dove per i diritti di arrocco ci vuole `-`
en-passant = `{ $what }` è dove per la casella en passant ci vuole `-`
clock = il contatore delle semimosse `{ $what }` dovrebbe essere un numero da { $least } a { $most }
move-number = il numero della mossa `{ $what }` dovrebbe essere un numero da { $least } a { $most }
after-move-number = `{ $what }` sta dopo il numero della mossa, dove il testo dovrebbe finire
after-player = `{ $what }` sta dopo il giocatore che deve muovere, dove il testo dovrebbe finire
after-store = `{ $what }` sta dopo il granaio del Nero, dove il testo dovrebbe finire
board-ranks = la tavola `{ $what }` ha { $amount }, ma dovrebbe averne { $expected }
rank-squares = la traversa { $number } della tavola, `{ $what }`, ha { $amount }, ma dovrebbe averne { $expected }
rank-wide = la traversa { $number } della tavola, `{ $what }`, ha più di { $most } caselle
unknown-piece = pezzo sconosciuto `{ $what }` sulla traversa { $number } della tavola: usa { $choice }
unknown-piece-square = pezzo sconosciuto `{ $what }` sulla traversa { $number } della tavola, casella { $place }: usa
    { $choice }
unknown-piece-pocket = pezzo sconosciuto `{ $what }` nella riserva: usa { $choice }
pocket-open = alla riserva dopo la tavola manca la `]` di chiusura
pocket-after = `{ $what }` è dopo la riserva, dove ci vuole uno spazio
board-size = una tavola di { $files } colonne e { $ranks } traverse non è ammessa: dovrebbe avere { $expected } colonne e
    { $amount } traverse
board-size-options = una tavola di { $files } colonne e { $ranks } traverse non è ammessa: dovrebbe avere { $expected }
    colonne e { $amount } traverse (opzioni Files e Ranks)
board-large = una tavola di { $files } colonne e { $ranks } traverse è troppo grande: colonne per (traverse + 1) fa
    { $count }, ma dovrebbe fare al massimo { $most }
board-large-options = una tavola di { $files } colonne e { $ranks } traverse è troppo grande: colonne per (traverse + 1) fa
    { $count }, ma dovrebbe fare al massimo { $most } (opzioni Files e Ranks)
two-winners-three = due vincitori: X ha tre in fila su { $item }, O su { $last }; può averli al massimo un giocatore
two-winners-four = due vincitori: X ha quattro in fila su { $item }, O su { $last }; può averli al massimo un giocatore
floats = la pedina su { $item } è sospesa: { $place } sotto di essa è vuota
heap = il mucchio { $number }, `{ $what }`, dovrebbe essere un numero da { $least } a { $most }, oppure alla fine w o b per
    il giocatore che deve muovere
heap-before = `{ $what }` sta prima di ogni mucchio; prima vengono i numeri degli oggetti, come 3 4 5
heap-after = `{ $what }` sta dopo { $most } mucchi, che sono il massimo; qui dovrebbe esserci w, b oppure la fine
houses-one-row = la tavola `{ $what }` ha una fila, ma dovrebbe averne due separate da `/`: le case del Nero, poi quelle del
    Bianco
houses-differ = il Nero ha { $amount } e il Bianco { $count }; dovrebbero averne lo stesso numero
houses-seeds = `{ $what }` nella casa { $number } da sinistra (fila: { $side }) dovrebbe essere un numero di semi da
    { $least } a { $most }
houses-many = la fila `{ $what }` ({ $side }) ha più di { $most } case
houses-store = il granaio `{ $what }` ({ $side }) dovrebbe essere un numero di semi da { $least } a { $most }
houses-full = nelle case e nei granai ci sono { $count } semi; ne sono ammessi al massimo { $most }
houses-options = una partita con { $number } case e { $count } semi per casa non è possibile: usa da 1 a { $most } case e
    almeno un seme (opzioni Houses e Seeds)
houses-seeds-options = una partita con due volte { $number } case e { $count } semi per casa ha { $sum } semi, ma dovrebbe
    averne al massimo { $most } (opzioni Houses e Seeds)

### Parti di questi testi

part-rank = 1 traversa
part-ranks = { $count } traverse
part-square = 1 casella
part-squares = { $count } caselle
part-house = 1 casa
part-houses = { $count } case
part-like-first = { $count } come la prima
part-range = da { $least } a { $most }
part-sides = { $item } per { $side } o { $last } per { $other }
part-or = { $item } o { $last }
part-key-json = non è JSON ({ $error })
part-key-list = il suo campo exercises, gli esercizi, deve essere una lista di alberi
part-key-depth = il suo campo depth deve essere null o un numero intero da 1
part-key-field = il suo campo { $name } deve essere { $choice }
part-key-text = ognuno dei suoi esercizi deve essere un testo
part-key-many = ha più di { $most } esercizi
part-some-cut = un taglio
part-one-cut = esattamente 1 taglio
part-cuts = esattamente { $count } tagli
