# Le frasi con cui plyd spiega una ricerca, in italiano.

### Nomi e valori

root = radice
the-node = nodo { $node }
the-parent = nodo { $parent }
pass = passo
list-and = { $names } e { $last }
list-more = { $count ->
    [one] { $names } e un altro
   *[other] { $names } e altri { $count }
}
win = { $plies ->
    [one] { $value } ({ $winner } vince in 1 semimossa)
   *[other] { $value } ({ $winner } vince in { $plies } semimosse)
}
percent = { $whole },{ $tenths }%
decimal = { $whole },{ $decimals }

# What is wrong with an answer about a node, and why.
objection = { $node }: { $wrong }. { $why }

### A tree in a few sentences, for those who do not see it

summary-shape = Un albero di { $nodes ->
    [one] un nodo
   *[other] { $nodes } nodi
}, di cui { $leaves ->
    [one] una foglia
   *[other] { $leaves } foglie
}; alla radice muove { $turn }.
summary-best = Il figlio migliore della radice è { $child }.
summary-read = { $count ->
    [one] Si legge una foglia: { $leaves }.
   *[other] Si leggono { $count } foglie: { $leaves }.
}
summary-pruned = { $count ->
    [0] Non si pota nulla.
    [one] Si pota un nodo: { $nodes }.
   *[other] Si potano { $count } nodi: { $nodes }.
}

### Si entra in un nodo

enter-root = Partiamo dalla radice, un nodo { $turn }, con alfa = { $alpha } e beta = { $beta }.
enter-root-plain = Partiamo dalla radice, un nodo { $turn }.
enter-root-deeper = Torniamo alla radice, un nodo { $turn }, per guardare più in profondità, con alfa = { $alpha } e
    beta = { $beta }.
enter-root-anew = Torniamo alla radice, un nodo { $turn }, per confermare ciò che è stato trovato, con alfa =
    { $alpha } e beta = { $beta }.
again-root-wider = Il valore cade fuori dalla finestra: torniamo quindi alla radice, un nodo { $turn }, con un'altra
    finestra, alfa = { $alpha } e beta = { $beta }.
look-ahead = { $depth ->
    [one] Guardiamo avanti di una semimossa.
   *[other] Guardiamo avanti di { $depth } semimosse.
}
window-expected = Ci aspettiamo il valore dentro questa finestra; di un valore esterno sapremo soltanto da quale parte
    si trova.
enter-node = Entriamo nel { the-node }, un nodo { $turn }, con alfa = { $alpha } e beta = { $beta }.
enter-node-plain = Entriamo nel { the-node }, un nodo { $turn }.
enter-leaf = Arriviamo alla foglia { $node } con alfa = { $alpha } e beta = { $beta }.
enter-leaf-plain = Arriviamo alla foglia { $node }.
enter-pass = Nel { the-parent } { $player } rinuncia al turno, per vedere se la posizione è abbastanza buona anche
    così (mossa nulla): entriamo nel { the-node }, un nodo { $turn }, con alfa = { $alpha } e beta = { $beta }.
again-wider = Il { the-node } si è rivelato migliore per { $player } di quanto trovato finora: lo esploriamo di nuovo
    per conoscerne il valore.
again-deeper = Esplorato a profondità ridotta, il { the-node } sembrava migliore per { $player } di quanto trovato
    finora: lo esploriamo di nuovo a profondità piena.
again-confirmed = Rinunciare al turno nel { the-node } bastava; una ricerca con una mossa vera deve confermarlo.
alpha-from = MAX ha già { $bound } dal nodo { $child }.
beta-from = MIN ha già { $bound } dal nodo { $child }.
asks-more = Chiediamo soltanto se il { the-node } vale più di { $bound }, non quanto vale.
asks-less = Chiediamo soltanto se il { the-node } vale meno di { $bound }, non quanto vale.
soonest-end = { $count ->
    [one] Il limite { $bounds } rappresenta la vittoria più vicina ancora possibile.
   *[other] I limiti { $bounds } rappresentano le vittorie più vicine ancora possibili.
}
beyond-horizon = Qui finisce la profondità: si provano soltanto le mosse che non possono aspettare, come le catture, e
    { $turn } non è obbligato a giocarne una.

### Un nodo è una foglia

leaf-tree = La foglia { $node } vale { $value }.
leaf-tree-root = La radice è una foglia e vale { $value }.
leaf-bounded = { $bound ->
    [lower] La foglia { $node } è sconosciuta, ma vale almeno { $value }. Poiché beta è { $end }, non serve saperne di più.
   *[upper] La foglia { $node } è sconosciuta, ma vale al più { $value }. Poiché alfa è { $end }, non serve saperne di più.
}
leaf-finished = Nel { the-node } la partita è finita: il suo valore è { $value }.
leaf-horizon = Nel { the-node } finisce la profondità: l'euristica lo valuta { $value }.
leaf-table = La tabella delle trasposizioni contiene già abbastanza sul { the-node }: vale { $bound ->
    [exact] esattamente { $value }.
    [lower] almeno { $value }.
   *[upper] al più { $value }.
}
leaf-null-move = Nel { the-node } { $turn } ha una posizione abbastanza buona anche se passa: non lo
    esploriamo, e conta { $value }.
leaf-good-enough = Secondo l'euristica il { the-node } è così favorevole a { $turn } che l'avversario lo eviterà: non lo
    esploriamo, e conta { $value }.
leaf-hopeless = Secondo l'euristica il { the-node } è così sfavorevole a { $turn } che nessuna mossa quieta può
    servire: non lo esploriamo, e conta { $value }.
leaf-repeated = La posizione del { the-node } si ripete su questo cammino: chi l'ha ottenuta può ottenerla ancora, perciò
    conta { $value }.
leaf-distance = Qualunque cosa accada nel { the-node }, altrove c'è già una vittoria più vicina o una sconfitta più
    lontana: non lo esploriamo, e conta { $value }.

no-better = { $turn ->
    [MAX] Non è maggiore di { $best }, il miglior valore trovato finora nel { the-parent }.
   *[MIN] Non è minore di { $best }, il miglior valore trovato finora nel { the-parent }.
}

### Un figlio è il migliore finora

update-first = Il primo valore del { the-node } è { $value }, dal nodo { $child }.
update-better = { $turn ->
    [MAX] { $value } è maggiore di { $before }: il miglior valore del { the-node } è ora { $value }, dal nodo { $child }.
   *[MIN] { $value } è minore di { $before }: il miglior valore del { the-node } è ora { $value }, dal nodo { $child }.
}
update-exchange = Con il nodo { $child } { $turn } sta meglio che senza muovere: il miglior valore del { the-node } è
    ora { $value }.
alpha-rises = Poiché { $bound } è maggiore di { $before }, alfa diventa { $bound }.
beta-falls = Poiché { $bound } è minore di { $before }, beta diventa { $bound }.
alpha-stays = Non è maggiore di alfa, che resta { $bound }.
beta-stays = Non è minore di beta, che resta { $bound }.

### Gli altri figli vengono saltati

cut-bounds = { $relation ->
    [equal] Taglio: beta = { $beta } non è maggiore di alfa = { $alpha }.
   *[less] Taglio: beta = { $beta } è minore di alfa = { $alpha }.
}
# The same, where the best value is compared before it narrows the window.
cut-value-max = { $relation ->
    [equal] Taglio: il valore migliore finora, { $alpha }, non è minore di beta = { $beta }.
   *[less] Taglio: il valore migliore finora, { $alpha }, è maggiore di beta = { $beta }.
}
cut-value-min = { $relation ->
    [equal] Taglio: il valore migliore finora, { $beta }, non è maggiore di alfa = { $alpha }.
   *[less] Taglio: il valore migliore finora, { $beta }, è minore di alfa = { $alpha }.
}

cut-max = { $count ->
    [one] Qualunque sia il valore del figlio rimanente { $skipped }, nel { the-node } MAX può ottenere { $alpha } o
        più, e MIN non verrà qui, perché il nodo { $from } dà già { $beta }. Il figlio viene saltato.
   *[other] Qualunque sia il valore dei figli rimanenti { $skipped }, nel { the-node } MAX può ottenere { $alpha } o
        più, e MIN non verrà qui, perché il nodo { $from } dà già { $beta }. I figli vengono saltati.
}
cut-min = { $count ->
    [one] Qualunque sia il valore del figlio rimanente { $skipped }, MIN può tenere il { the-node } a { $beta } o
        meno, e MAX non verrà qui, perché il nodo { $from } dà già { $alpha }. Il figlio viene saltato.
   *[other] Qualunque sia il valore dei figli rimanenti { $skipped }, MIN può tenere il { the-node } a { $beta } o
        meno, e MAX non verrà qui, perché il nodo { $from } dà già { $alpha }. I figli vengono saltati.
}
cut-max-search = { $count ->
    [one] Che il { the-node } valga { $alpha } o più è tutto ciò che volevamo sapere: il figlio rimanente { $skipped }
        viene saltato.
   *[other] Che il { the-node } valga { $alpha } o più è tutto ciò che volevamo sapere: i figli rimanenti { $skipped }
        vengono saltati.
}
cut-min-search = { $count ->
    [one] Che il { the-node } valga { $beta } o meno è tutto ciò che volevamo sapere: il figlio rimanente { $skipped }
        viene saltato.
   *[other] Che il { the-node } valga { $beta } o meno è tutto ciò che volevamo sapere: i figli rimanenti { $skipped }
        vengono saltati.
}
cut-soonest = { $count ->
    [one] Nessuna vittoria di { $turn } può essere più vicina: il figlio rimanente { $skipped } del { the-node } viene
        saltato.
   *[other] Nessuna vittoria di { $turn } può essere più vicina: i figli rimanenti { $skipped } del { the-node }
        vengono saltati.
}
cut-unknown = { $count ->
    [one] La foglia { $names } è sconosciuta, e non serve conoscerla.
   *[other] Le foglie { $names } sono sconosciute, e non serve conoscerle.
}

### Decide il caso

chance-window = Oltre questi limiti il { the-parent } cadrebbe fuori dalla propria finestra, qualunque cosa portino gli
    altri esiti.
chance-limits = Nessun valore è minore di { $low } o maggiore di { $high }.
probe = Sondiamo soltanto il nodo { $child }, che ha probabilità { $probability }: una sola mossa può già dire
    abbastanza del { the-node }.
narrow-probe = Sondato il nodo { $child }, che ha probabilità { $probability }, il { the-node } vale almeno
    { $low } e al più { $high }.
narrow-some = Il nodo { $child } ha probabilità { $probability }: finora per il { the-node } abbiamo { $sum }.
narrow-range = Qualunque cosa porti il resto, il { the-node } vale almeno { $low } e al più { $high }.
narrow-all = Con il nodo { $child }, che ha probabilità { $probability }, tutti gli esiti del { the-node } sono noti:
    { $sum }.
star-limit = { $side ->
    [least] Taglio: anche se ogni esito rimanente portasse { $limit }, il valore più basso che ci sia, il
        { the-node } varrebbe { $sum }. Non è minore di beta = { $end }.
   *[most] Taglio: anche se ogni esito rimanente portasse { $limit }, il valore più alto che ci sia, il
        { the-node } varrebbe { $sum }. Non è maggiore di alfa = { $end }.
}
star-probed = { $side ->
    [least] Taglio: i sondaggi mostrano che il { the-node } vale almeno { $sum }. Non è minore di beta = { $end }.
   *[most] Taglio: i sondaggi mostrano che il { the-node } vale al più { $sum }. Non è maggiore di alfa = { $end }.
}
star-from = { $side ->
    [least] MIN non verrà qui, perché il nodo { $from } dà già { $end }.
   *[most] MAX non verrà qui, perché il nodo { $from } dà già { $end }.
}
star-outside = Un valore fuori dalla finestra del { the-node } non cambia nulla.
star-skipped = { $count ->
    [one] L'esito rimanente { $skipped } viene saltato.
   *[other] Gli esiti rimanenti { $skipped } vengono saltati.
}
cut-limit = { $count ->
    [one] Per { $turn } nessun valore è migliore di { $limit }: il figlio rimanente { $skipped } del { the-node } viene
        saltato.
   *[other] Per { $turn } nessun valore è migliore di { $limit }: i figli rimanenti { $skipped } del { the-node }
        vengono saltati.
}
cut-max-chance = { $count ->
    [one] Qualunque sia il valore del figlio rimanente { $skipped }, nel { the-node } MAX può ottenere { $alpha } o
        più, e ciò basta a portare il { the-parent }, dove decide il caso, fuori dalla sua finestra. Il figlio viene
        saltato.
   *[other] Qualunque sia il valore dei figli rimanenti { $skipped }, nel { the-node } MAX può ottenere { $alpha } o
        più, e ciò basta a portare il { the-parent }, dove decide il caso, fuori dalla sua finestra. I figli vengono
        saltati.
}
cut-min-chance = { $count ->
    [one] Qualunque sia il valore del figlio rimanente { $skipped }, MIN può tenere il { the-node } a { $beta } o
        meno, e ciò basta a portare il { the-parent }, dove decide il caso, fuori dalla sua finestra. Il figlio viene
        saltato.
   *[other] Qualunque sia il valore dei figli rimanenti { $skipped }, MIN può tenere il { the-node } a { $beta } o
        meno, e ciò basta a portare il { the-parent }, dove decide il caso, fuori dalla sua finestra. I figli vengono
        saltati.
}

### Non si entra in un figlio

promise = Il gioco garantisce che dopo il nodo { $child } { $winner } vince con la mossa seguente: non vi entriamo, e
    per il { the-node } conta { $value }.

### Si lascia un nodo

leave = { $bound ->
    [exact] Lasciamo il { the-node } con il suo valore, { $value }.
    [nothing] Lasciamo il { the-node } con { $value }, che non ne dice nulla: nessun suo valore poteva contare.
    [lower] Lasciamo il { the-node } con almeno { $value }.
   *[upper] Lasciamo il { the-node } con al più { $value }.
}
leave-root = { $bound ->
    [exact] Lasciamo la radice: vale { $value }.
    [lower] Lasciamo la radice: vale almeno { $value }.
   *[upper] Lasciamo la radice: vale al più { $value }.
}
none-better = { $turn ->
    [MAX] Nessun figlio dà a MAX più di { $bound }, che MAX ha già.
   *[MIN] Nessun figlio dà a MIN meno di { $bound }, che MIN ha già.
}
fail-hard = Il miglior valore è { $best }, ma cade fuori dalla finestra: si restituisce quindi l'estremo della
    finestra, { $value } (fail-hard).

### Perché si è entrati in un nodo, o mai

why-root = Ogni ricerca parte dalla radice.
why-minimax = Il minimax non ha finestra e non salta nulla: bisognava entrare nel { the-node } come in ogni altro.
why-entered = Bisognava entrare nel { the-node }: nel { the-parent } alfa = { $alpha } era minore di beta = { $beta },
    e il suo valore poteva ancora contare.
why-entered-equal = Bisognava entrare nel { the-node }: nel { the-parent } beta = { $beta } non era minore di alfa =
    { $alpha }, e qui si taglia soltanto se beta < alfa.
why-entered-chance = Bisognava entrare nel { the-node }: senza di esso il valore del { the-parent } non era ancora
    abbastanza noto.
why-below = Il { the-node } sta sotto il nodo { $top }, in cui non siamo mai entrati.
why-no-better = Dopo il nodo { $child } l'avversario vince con la mossa seguente, e il gioco garantisce che il
    { the-node }, che viene dopo, non è migliore: perciò non vi siamo entrati.
why-left-out = Il { the-node } è stato tralasciato: la ricerca ha ritenuto che la sua mossa non possa contare, oppure
    non vi è mai arrivata.

### Etichette

label-game = Gioco
label-position = Posizione
label-algorithm = Algoritmo
label-minimax = minimax
label-alphabeta = alfa-beta
label-pvs = ricerca della variante principale (PVS)
label-depth = Profondità
label-depth-whole = fino alla fine della partita
label-convention-cut = Taglio
label-cut-equal = appena beta ≤ alfa
label-cut-strict = soltanto se beta < alfa
label-convention-fail = Fuori dalla finestra
label-fail-soft = si restituisce il miglior valore trovato (fail-soft)
label-fail-hard = si restituisce l'estremo della finestra (fail-hard)
label-order = Ordine dei figli
label-order-left = da sinistra a destra
label-order-right = da destra a sinistra
label-order-best = prima il migliore
label-network = Valori secondo la rete neurale
label-value = Valore
label-move = Mossa migliore
label-line = Variante principale
label-nodes = Nodi visitati
label-leaves = Foglie lette
label-cuts = Tagli
label-saved = Foglie risparmiate
label-best-case = Foglie nel caso migliore
label-comparison = Confronto

### Risposte controllate

label-answer-right = Giusto: non c'è alcuna differenza.
label-answer-is-read = viene letto, non potato
label-answer-is-pruned = è potato, mai letto
label-answer-has-no-value = non ha un valore, perché non vi siamo mai entrati
label-answer-has-value = il suo valore è diverso da quello della risposta

### Titoli di un confronto

label-title-minimax = Minimax
label-title-alphabeta = Alfa-beta
label-title-pvs = Ricerca della variante principale
label-title-left = Da sinistra a destra
label-title-right = Da destra a sinistra
label-title-best = Prima il figlio migliore
label-title-equal = Taglio appena beta ≤ alfa
label-title-strict = Taglio soltanto se beta < alfa
label-title-soft = Fail-soft
label-title-hard = Fail-hard

### Disegni

label-drawing-max = MAX
label-drawing-min = MIN
label-drawing-chance = CHANCE
label-drawing-leaf = foglia
label-drawing-max-moves = muove MAX
label-drawing-min-moves = muove MIN
label-drawing-chance-decides = decide il caso: la somma di probabilità per valore
label-drawing-principal = variante principale
label-drawing-chosen = miglior figlio del suo nodo
label-drawing-visited = visitato
label-drawing-cut = potato: mai visitato
label-drawing-pruned = sotto un taglio
label-drawing-probability = probabilità
label-drawing-upper = al più
label-drawing-lower = almeno
label-drawing-nothing = non dice nulla del nodo
label-drawing-unknown = valore sconosciuto
label-drawing-horizon = stima dell'euristica: qui finisce la profondità
label-drawing-not-drawn = nodi non disegnati
label-drawing-left-out = altri nodi, non disegnati
label-drawing-window = finestra all'uscita dal nodo
label-drawing-handed = finestra passata al figlio
label-drawing-tree = Albero di ricerca
label-drawing-value = valore
label-drawing-nodes = nodi visitati
label-drawing-leaves = foglie lette
label-drawing-cuts = tagli
label-drawing-minimax-nodes = nodi del minimax
label-drawing-minimax-leaves = foglie del minimax
label-drawing-saved = foglie risparmiate
label-drawing-best-case = minimo di foglie possibile

### Worksheets

label-sheet-title = Scheda di esercizi
label-sheet-answers = Soluzioni
label-sheet-name = Nome
label-sheet-exercise = Esercizio
label-sheet-task = Barra tutto ciò che la ricerca non guarda mai. Scrivi il valore in ogni altro nodo e, accanto, alfa e
    beta come sono quando la ricerca lo lascia.

### La pagina

label-page-title = Una ricerca, passo per passo
label-page-needs-script = I passi e il quiz richiedono JavaScript. Qui sotto c’è la ricerca conclusa. La pagina non carica altri file.
label-page-together = Avanza insieme
label-page-steps = Passi della ricerca
label-page-step = Passo
label-page-first = All'inizio
label-page-back = Un passo indietro
label-page-play = Avvia
label-page-pause = Pausa
label-page-forward = Un passo avanti
label-page-last = Alla fine
label-page-unit = Avanza per
label-page-by-event = Evento
label-page-by-node = Nodo
label-page-by-cut = Taglio
label-page-speed = Velocità
label-page-before = La ricerca non è ancora iniziata.
label-page-value = Valore
label-page-line = Variante principale
label-page-node = Nodo
label-page-best = Il migliore finora
label-page-round = Ricerca
label-page-depth = Profondità
label-page-entry = Visita
label-page-nodes = Nodi visitati
label-page-leaves = Foglie lette
label-page-cuts = Tagli
label-page-saved = Foglie risparmiate
label-page-counts = Quanto è costata la ricerca
label-page-counts-note = Ogni ingresso in un nodo conta. «Foglie risparmiate» è la parte delle foglie del minimax che
    non sono state lette. Il caso migliore è il minimo numero di foglie con cui una ricerca può dimostrare il valore
    di un albero con b figli per nodo e profondità d: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
label-page-minimax = Minimax semplice
label-page-best-case = Caso migliore
label-page-legend = Significato dei segni
label-page-tree = L'albero della ricerca
label-page-waiting = non ancora visitato
label-page-open = in corso di ricerca
label-page-current = la ricerca è qui
label-page-visited = visitato
label-page-chosen = miglior figlio finora
label-page-pruned = potato
label-page-skipped = saltato questa volta
label-page-old = di una ricerca precedente
label-page-legend-max = Muove MAX: triangolo verso l'alto
label-page-legend-min = Muove MIN: triangolo verso il basso
label-page-legend-chance = Decide il caso: cerchio
label-page-legend-leaf = Foglia: quadrato
label-page-legend-horizon = ≈: stima dell'euristica, perché finisce la profondità
label-page-legend-open = In corso di ricerca: contorno spesso
label-page-legend-current = La ricerca è qui: cornice
label-page-legend-visited = Visitato: linea continua, pieno
label-page-legend-chosen = Miglior figlio finora: freccia
label-page-legend-line = Variante principale: linea doppia
label-page-legend-pruned = Potato, mai visitato: tratteggiato e rigato, con l'arco sbarrato
label-page-legend-skipped = Saltato questa volta, ma già visitato: tratteggiato
label-page-legend-old = Rimasto da una ricerca precedente: vuoto
label-page-view = Vista dell'albero
label-page-larger = Ingrandisci
label-page-smaller = Rimpicciolisci
label-page-fit = Mostra tutto l'albero
label-page-unfold-all = Espandi tutto
label-page-fold-all = Comprimi tutto
label-page-overview = Panoramica dell'albero
label-page-result-later = Il risultato compare alla fine della ricerca.
label-page-window = Alfa e beta su una retta
label-page-code = L'algoritmo
label-page-quiz = Quiz
label-page-quiz-task = Quali nodi la ricerca non guarderà mai? Contrassegnali con un clic, oppure con i tasti freccia e
    la barra spaziatrice. Un contrassegno su un nodo interno vale per tutte le foglie sottostanti. Invio controlla la
    risposta.
label-page-quiz-write = Scegli un nodo interno che la ricerca guarda e scrivi il suo valore, e alfa e beta come sono
    quando la ricerca lo lascia. Un alfa o un beta vuoto è infinito.
label-page-quiz-asked = Che cosa chiede il quiz
label-page-ask-cuts = Nodi mai guardati
label-page-ask-values = Valori
label-page-ask-bounds = Alfa e beta
label-page-check = Controlla
label-page-again = Riprova
label-page-reveal = Mostra la soluzione
label-page-leave-quiz = Lascia il quiz
label-page-right = Giusto: sono questi i nodi che la ricerca non guarda mai.
label-page-wrong = Risposta sbagliata. Il primo nodo errato è
label-page-mark-missing = la ricerca non lo guarda mai, ma non è contrassegnato.
label-page-mark-too-many = è contrassegnato, ma la ricerca lo guarda.
label-page-right-values = Giusto: i valori sono questi.
label-page-right-bounds = Giusto: alfa e beta sono questi.
label-page-wrong-value = il suo valore è un altro.
label-page-wrong-alpha = qui alfa è un altro.
label-page-wrong-beta = qui beta è un altro.
label-page-series-tree = Albero
label-page-series-points = Punti
label-page-series-name = Nome
label-page-series-code = Crea il codice per l’insegnante
label-page-code-as = Codice come in
label-page-code-tutorial = un tutorial
label-page-course-title = Alfa-beta: esempi ed esercizi
label-page-course-example = Esempio
label-page-course-exercise = Esercizio
label-page-course-previous = Precedente
label-page-course-next = Successivo
label-page-course-sheet = Scheda di esercizi
label-page-course-from = Dall’esercizio
label-page-course-to = a
label-page-course-show = Mostra la scheda
label-page-course-answers = con le soluzioni
label-page-course-print = Stampa
label-page-keys = Tasti
label-page-key-steps = un passo indietro o avanti; nel quiz, al nodo sopra o sotto
label-page-key-ends = all'inizio o alla fine
label-page-key-play = avvia o metti in pausa; nel quiz, contrassegna il nodo
label-page-key-unit = avanza per evento, nodo o taglio
label-page-key-tree = nell'albero, al nodo precedente o seguente
label-page-key-fold = nell'albero, espandi o comprimi ciò che sta sotto il nodo
label-page-key-enter = nell'albero, lo stesso; nel quiz, controlla la risposta
label-page-key-zoom = ingrandisci, rimpicciolisci, tutto l'albero
label-page-key-quiz = inizia o lascia il quiz

### The algorithm as code, line by line

# Names such as value, best and child are the same in all lines. A line is short.
label-code-head = valore(nodo, α, β):
label-code-head-plain = valore(nodo):
label-code-leaf = se il nodo è una foglia: restituisci il suo valore
label-code-max = se muove MAX:
label-code-max-first = migliore ← −∞
label-code-min = se muove MIN:
label-code-min-first = migliore ← +∞
label-code-each = per ogni figlio:
label-code-max-best = migliore ← max(migliore, valore(figlio, α, β))
label-code-max-best-plain = migliore ← max(migliore, valore(figlio))
label-code-max-bound = α ← max(α, migliore)
label-code-max-cut = se α ≥ β: esci dal ciclo (taglio)
label-code-max-cut-strict = se α > β: esci dal ciclo (taglio)
label-code-min-best = migliore ← min(migliore, valore(figlio, α, β))
label-code-min-best-plain = migliore ← min(migliore, valore(figlio))
label-code-min-bound = β ← min(β, migliore)
label-code-min-cut = se α ≥ β: esci dal ciclo (taglio)
label-code-min-cut-strict = se α > β: esci dal ciclo (taglio)
label-code-return = restituisci migliore
label-code-return-hard = restituisci migliore, ma almeno α e al massimo β iniziali
label-code-chance = se decide il caso: restituisci la somma di probabilità · valore(figlio)
