# The texts with which plyd explains a search, in English. Another language is another file in this folder, named by its
# code, with the same messages and the same variables; a test compares them.
#
# MAX and MIN are the players, and stay as they are. Values and names of nodes come as text: { $node } is a name of the
# input, a path such as 1.0, the moves that lead to a board, or the message `root`; { the-node } and { the-parent } are
# how sentences speak of them. Lines of one message are joined.

### Names and values

root = root
the-node = { $node ->
    [root] the root
   *[other] node { $node }
}
the-parent = { $parent ->
    [root] the root
   *[other] node { $parent }
}
# In place of a move, where a turn was given up.
pass = pass
list-and = { $names } and { $last }
list-more = { $count ->
    [one] { $names } and one more
   *[other] { $names } and { $count } more
}
# A value that means a win; the plies count from the root.
win = { $plies ->
    [one] { $value } ({ $winner } wins in 1 ply)
   *[other] { $value } ({ $winner } wins in { $plies } plies)
}
percent = { $whole }.{ $tenths }%
decimal = { $whole }.{ $decimals }

# What is wrong with an answer about a node, and why.
objection = { $node }: { $wrong }. { $why }

### A tree in a few sentences, for those who do not see it

summary-shape = A tree of { $nodes ->
    [one] one node
   *[other] { $nodes } nodes
}, of which { $leaves ->
    [one] one is a leaf
   *[other] { $leaves } are leaves
}; { $turn } moves at the root.
summary-best = The best child of the root is { $child }.
summary-read = { $count ->
    [one] One leaf is read: { $leaves }.
   *[other] { $count } leaves are read: { $leaves }.
}
summary-pruned = { $count ->
    [0] Nothing is pruned.
    [one] One node is pruned: { $nodes }.
   *[other] { $count } nodes are pruned: { $nodes }.
}

### A node is entered

enter-root = We begin at the root, a { $turn } node, with alpha = { $alpha } and beta = { $beta }.
enter-root-plain = We begin at the root, a { $turn } node.
enter-root-deeper = We return to the root, a { $turn } node, to look further ahead, with alpha = { $alpha } and beta =
    { $beta }.
enter-root-anew = We return to the root, a { $turn } node, to confirm what was found, with alpha = { $alpha } and beta
    = { $beta }.
again-root-wider = The value lies outside the window, so we return to the root, a { $turn } node, with another one:
    alpha = { $alpha } and beta = { $beta }.
look-ahead = { $depth ->
    [one] We look one ply ahead.
   *[other] We look { $depth } plies ahead.
}
window-expected = The value is expected inside this window; of a value outside it we learn only on which side it lies.
enter-node = We enter node { $node }, a { $turn } node, with alpha = { $alpha } and beta = { $beta }.
enter-node-plain = We enter node { $node }, a { $turn } node.
enter-leaf = We come to leaf { $node } with alpha = { $alpha } and beta = { $beta }.
enter-leaf-plain = We come to leaf { $node }.
enter-pass = At { the-parent } { $player } passes, to see whether the position is good enough without a move (null
    move): we enter node { $node }, a { $turn } node, with alpha = { $alpha } and beta = { $beta }.
# Why a node is entered once more, before the sentence that says so.
again-wider = Node { $node } proved better for { $player } than what was there, so it is searched once more for its
    value.
again-deeper = Searched less deeply, node { $node } looked better for { $player } than what was there, so it is
    searched once more to the full depth.
again-confirmed = Passing at { the-node } was good enough; a search with a move must confirm it.
alpha-from = MAX already has { $bound } from node { $child }.
beta-from = MIN already has { $bound } from node { $child }.
asks-more = We only ask whether node { $node } is worth more than { $bound }, not what it is worth.
asks-less = We only ask whether node { $node } is worth less than { $bound }, not what it is worth.
soonest-end = { $count ->
    [one] The bound { $bounds } stands for the soonest win that is still possible.
   *[other] The bounds { $bounds } stand for the soonest wins that are still possible.
}
beyond-horizon = The depth ends here: only moves that cannot wait, such as captures, are tried, and { $turn } need not
    play any of them.

### A node is a leaf

leaf-tree = Leaf { $node } is worth { $value }.
leaf-tree-root = The root is a leaf, worth { $value }.
# Of an unknown leaf only a bound is known, and { $end } is the end of the window beyond which it lies.
leaf-bounded = { $bound ->
    [lower] Leaf { $node } is unknown, but at least { $value }. As beta is { $end }, more need not be known of it.
   *[upper] Leaf { $node } is unknown, but at most { $value }. As alpha is { $end }, more need not be known of it.
}
leaf-finished = The game is over at { the-node }: its value is { $value }.
leaf-horizon = The depth ends at { the-node }: the heuristic values it at { $value }.
leaf-table = The table already knows enough of { the-node }: it is worth { $bound ->
    [exact] exactly { $value }.
    [lower] at least { $value }.
   *[upper] at most { $value }.
}
leaf-null-move = Even after passing, { $turn } has a good enough position at { the-node }, so it is not searched and
    counts as { $value }.
leaf-good-enough = By the heuristic node { $node } is so good for { $turn } that the opponent will avoid it: it is not
    searched and counts as { $value }.
leaf-hopeless = By the heuristic node { $node } is so bad for { $turn } that no quiet move can help: it is not
    searched and counts as { $value }.
leaf-repeated = The position of node { $node } stands on this path for the second time: whoever brought it about can do so
    again, so it counts as { $value }.
leaf-distance = A sooner win or a later loss is already known, so nothing at { the-node } can matter: it is not
    searched and counts as { $value }.

# After the value of a child that changes nothing above.
no-better = { $turn ->
    [MAX] That is not more than { $best }, the best so far at { the-parent }.
   *[MIN] That is not less than { $best }, the best so far at { the-parent }.
}

### A child is the best so far

update-first = The first value of { the-node } is { $value }, from node { $child }.
update-better = { $turn ->
    [MAX] { $value } is more than { $before }, so the best of { the-node } is now { $value }, from node { $child }.
   *[MIN] { $value } is less than { $before }, so the best of { the-node } is now { $value }, from node { $child }.
}
update-exchange = Node { $child } is better for { $turn } than no move at all: the best of { the-node } is now
    { $value }.
alpha-rises = As { $bound } is more than { $before }, alpha becomes { $bound }.
beta-falls = As { $bound } is less than { $before }, beta becomes { $bound }.
alpha-stays = That is not more than alpha, which stays { $bound }.
beta-stays = That is not less than beta, which stays { $bound }.

### The rest of the children is skipped

# First how the bounds met, then one of the reasons below.
cut-bounds = { $relation ->
    [equal] Cut: beta = { $beta } is not more than alpha = { $alpha }.
   *[less] Cut: beta = { $beta } is less than alpha = { $alpha }.
}
# The same, where the best value is compared before it narrows the window.
cut-value-max = { $relation ->
    [equal] Cut: the best value so far, { $alpha }, is not less than beta = { $beta }.
   *[less] Cut: the best value so far, { $alpha }, is more than beta = { $beta }.
}
cut-value-min = { $relation ->
    [equal] Cut: the best value so far, { $beta }, is not more than alpha = { $alpha }.
   *[less] Cut: the best value so far, { $beta }, is less than alpha = { $alpha }.
}

cut-max = { $count ->
    [one] Whatever the remaining child { $skipped } is worth, MAX can get { $alpha } or more at { the-node }, and MIN
        will not come here, as node { $from } already gives { $beta }. It is skipped.
   *[other] Whatever the remaining children { $skipped } are worth, MAX can get { $alpha } or more at { the-node },
        and MIN will not come here, as node { $from } already gives { $beta }. They are skipped.
}
cut-min = { $count ->
    [one] Whatever the remaining child { $skipped } is worth, MIN can hold { the-node } to { $beta } or less, and MAX
        will not come here, as node { $from } already gives { $alpha }. It is skipped.
   *[other] Whatever the remaining children { $skipped } are worth, MIN can hold { the-node } to { $beta } or less,
        and MAX will not come here, as node { $from } already gives { $alpha }. They are skipped.
}
cut-max-search = { $count ->
    [one] We only wanted to know whether { the-node } is worth { $alpha } or more, so the remaining child { $skipped }
        is skipped.
   *[other] We only wanted to know whether { the-node } is worth { $alpha } or more, so the remaining children
        { $skipped } are skipped.
}
cut-min-search = { $count ->
    [one] We only wanted to know whether { the-node } is worth { $beta } or less, so the remaining child { $skipped }
        is skipped.
   *[other] We only wanted to know whether { the-node } is worth { $beta } or less, so the remaining children
        { $skipped } are skipped.
}
cut-soonest = { $count ->
    [one] No win of { $turn } can come sooner, so the remaining child { $skipped } of { the-node } is skipped.
   *[other] No win of { $turn } can come sooner, so the remaining children { $skipped } of { the-node } are skipped.
}
cut-unknown = { $count ->
    [one] Leaf { $names } is unknown, and nobody needs to know it.
   *[other] Leaves { $names } are unknown, and nobody needs to know them.
}

### Chance decides

# The window of an outcome follows from that of the chance node above it.
chance-window = Beyond these bounds { the-parent } would lie outside its own window, whatever the other outcomes bring.
chance-limits = No value is lower than { $low } or higher than { $high }.
probe = We only probe node { $child }, whose probability is { $probability }: a single move there may tell enough of
    { the-node }.
# What is known of the chance node so far; { $sum } is a sum such as 9/10·2 + 1/10·3 = 2.1.
narrow-probe = Now that node { $child }, whose probability is { $probability }, was probed, { the-node } is worth at
    least { $low } and at most { $high }.
narrow-some = Node { $child } has the probability { $probability }, so { the-node } has { $sum } so far.
narrow-range = Whatever the rest brings, { the-node } is worth at least { $low } and at most { $high }.
narrow-all = With node { $child }, whose probability is { $probability }, all outcomes of { the-node } are known:
    { $sum }.
# Why the other outcomes are skipped; { $sum } adds what is known and the most, or the least, that the rest can bring.
star-limit = { $side ->
    [least] Cut: even if every remaining outcome brought { $limit }, the lowest value there is, { the-node } would be
        worth { $sum }. That is not less than beta = { $end }.
   *[most] Cut: even if every remaining outcome brought { $limit }, the highest value there is, { the-node } would be
        worth { $sum }. That is not more than alpha = { $end }.
}
star-probed = { $side ->
    [least] Cut: the probes show that { the-node } is worth at least { $sum }. That is not less than beta = { $end }.
   *[most] Cut: the probes show that { the-node } is worth at most { $sum }. That is not more than alpha = { $end }.
}
star-from = { $side ->
    [least] MIN will not come here, as node { $from } already gives { $end }.
   *[most] MAX will not come here, as node { $from } already gives { $end }.
}
star-outside = A value outside the window of { the-node } changes nothing.
star-skipped = { $count ->
    [one] The remaining outcome { $skipped } is skipped.
   *[other] The remaining outcomes { $skipped } are skipped.
}
cut-limit = { $count ->
    [one] No value is better for { $turn } than { $limit }, so the remaining child { $skipped } of { the-node } is skipped.
   *[other] No value is better for { $turn } than { $limit }, so the remaining children { $skipped } of { the-node } are
        skipped.
}
cut-max-chance = { $count ->
    [one] Whatever the remaining child { $skipped } is worth, MAX can get { $alpha } or more at { the-node }, and that
        is enough to bring { the-parent }, where chance decides, outside its window. It is skipped.
   *[other] Whatever the remaining children { $skipped } are worth, MAX can get { $alpha } or more at { the-node }, and
        that is enough to bring { the-parent }, where chance decides, outside its window. They are skipped.
}
cut-min-chance = { $count ->
    [one] Whatever the remaining child { $skipped } is worth, MIN can hold { the-node } to { $beta } or less, and that
        is enough to bring { the-parent }, where chance decides, outside its window. It is skipped.
   *[other] Whatever the remaining children { $skipped } are worth, MIN can hold { the-node } to { $beta } or less, and
        that is enough to bring { the-parent }, where chance decides, outside its window. They are skipped.
}

### A child is not entered

promise = The game promises that { $winner } wins with the next move after node { $child }: it is not entered and
    counts as { $value } for { the-node }.

### A node is left

leave = { $bound ->
    [exact] We leave { the-node } with its value, { $value }.
    [nothing] We leave { the-node } with { $value }, which says nothing about it: no value could matter here.
    [lower] We leave { the-node } with at least { $value }.
   *[upper] We leave { the-node } with at most { $value }.
}
leave-root = { $bound ->
    [exact] We leave the root: it is worth { $value }.
    [lower] We leave the root: it is worth at least { $value }.
   *[upper] We leave the root: it is worth at most { $value }.
}
none-better = { $turn ->
    [MAX] No child brings MAX more than { $bound }, which MAX already has.
   *[MIN] No child brings MIN less than { $bound }, which MIN already has.
}
fail-hard = The best is { $best }, but it lies outside the window, so the end of the window is reported: { $value }
    (fail hard).

### Why a node was entered, or never was

why-root = Every search begins at the root.
why-minimax = Minimax has no window and skips nothing, so node { $node } had to be entered like every other node.
why-entered = Node { $node } had to be entered: at { the-parent } alpha = { $alpha } was less than beta = { $beta },
    so its value could still matter.
why-entered-equal = Node { $node } had to be entered: at { the-parent } beta = { $beta } was not less than alpha =
    { $alpha }, and only beta < alpha cuts here.
why-entered-chance = Node { $node } had to be entered: without it the value of { the-parent } was not known well
    enough.
why-below = Node { $node } lies below node { $top }, which was never entered.
why-no-better = After node { $child } the opponent wins with the next move, and the game promises that { the-node },
    which comes later, is no better: so it was not entered.
why-left-out = Node { $node } was left out: the search judged that its move cannot matter, or never reached it.

### Labels

label-game = Game
label-position = Position
label-algorithm = Algorithm
label-minimax = minimax
label-alphabeta = alpha-beta
label-pvs = principal variation search
label-depth = Depth
label-depth-whole = to the end of the game
label-convention-cut = Cut
label-cut-equal = as soon as beta ≤ alpha
label-cut-strict = only when beta < alpha
label-convention-fail = Outside the window
label-fail-soft = the best value found is reported (fail soft)
label-fail-hard = the end of the window is reported (fail hard)
label-order = Order of children
label-order-left = from left to right
label-order-right = from right to left
label-order-best = the best first
label-network = Values by the network
label-value = Value
label-move = Best move
label-line = Principal variation
label-nodes = Nodes visited
label-leaves = Leaves read
label-cuts = Cuts
label-saved = Leaves saved
label-best-case = Leaves in the best case
label-comparison = Comparison

### Answers that are checked

label-answer-right = Right: there is no difference.
label-answer-is-read = it is read, not pruned
label-answer-is-pruned = it is pruned, never read
label-answer-has-no-value = it has no value, because it was never entered
label-answer-has-value = its value differs from the answer

### Titles of a comparison

label-title-minimax = Minimax
label-title-alphabeta = Alpha-beta
label-title-pvs = Principal variation search
label-title-left = From left to right
label-title-right = From right to left
label-title-best = The best child first
label-title-equal = Cut as soon as beta ≤ alpha
label-title-strict = Cut only when beta < alpha
label-title-soft = Fail soft
label-title-hard = Fail hard

### Drawings

label-drawing-max = MAX
label-drawing-min = MIN
label-drawing-chance = CHANCE
label-drawing-leaf = leaf
label-drawing-max-moves = MAX to move
label-drawing-min-moves = MIN to move
label-drawing-chance-decides = chance decides: the sum of probability times value
label-drawing-principal = principal variation
label-drawing-chosen = best child of its node
label-drawing-visited = visited
label-drawing-cut = cut off: never visited
label-drawing-pruned = below a cut
label-drawing-probability = probability
label-drawing-upper = at most
label-drawing-lower = at least
label-drawing-nothing = says nothing about the node
label-drawing-unknown = value unknown
label-drawing-horizon = estimate of the heuristic: the depth ends here
label-drawing-not-drawn = nodes not drawn
label-drawing-left-out = more nodes, not drawn
label-drawing-window = window when the node was left
label-drawing-handed = window passed down
label-drawing-tree = Search tree
label-drawing-value = value
label-drawing-nodes = nodes visited
label-drawing-leaves = leaves read
label-drawing-cuts = cuts
label-drawing-minimax-nodes = nodes of minimax
label-drawing-minimax-leaves = leaves of minimax
label-drawing-saved = leaves saved
label-drawing-best-case = fewest leaves possible

### Worksheets

label-sheet-title = Worksheet
label-sheet-answers = Answers
label-sheet-name = Name
label-sheet-exercise = Exercise
label-sheet-task = Cross out all that the search never looks at. Write the value into each other node, and alpha and
    beta beside it as they are when the search leaves it.

### The page

label-page-title = A search, step by step
label-page-needs-script = The steps and the quiz need JavaScript. Below is the finished search. The page loads no other file.
label-page-together = Step together
label-page-steps = Steps of the search
label-page-step = Step
label-page-first = To the start
label-page-back = One step back
label-page-play = Play
label-page-pause = Pause
label-page-forward = One step forward
label-page-last = To the end
label-page-unit = Step by
label-page-by-event = Event
label-page-by-node = Node
label-page-by-cut = Cut
label-page-speed = Speed
label-page-before = The search has not begun.
label-page-value = Value
label-page-line = Principal variation
label-page-node = Node
label-page-best = Best so far
label-page-round = Search
label-page-depth = Depth
label-page-entry = Visit
label-page-nodes = Nodes visited
label-page-leaves = Leaves read
label-page-cuts = Cuts
label-page-saved = Leaves saved
label-page-counts = Cost of the search
label-page-counts-note = Every visit of a node counts. “Leaves saved” is the share of minimax’s leaves that were not
    read. The best case is the smallest number of leaves with which any search can prove the value of a tree with b
    children at each node and depth d: b^⌈d/2⌉ + b^⌊d/2⌋ − 1.
label-page-minimax = Plain minimax
label-page-best-case = Best case
label-page-legend = What the marks mean
label-page-tree = The tree of the search
label-page-waiting = not visited yet
label-page-open = being searched
label-page-current = the search is here
label-page-visited = visited
label-page-chosen = best child so far
label-page-pruned = pruned
label-page-skipped = skipped this time
label-page-old = from an earlier search
label-page-legend-max = MAX moves: triangle up
label-page-legend-min = MIN moves: triangle down
label-page-legend-chance = Chance decides: circle
label-page-legend-leaf = Leaf: square
label-page-legend-horizon = ≈: estimate of the heuristic, as the depth ends
label-page-legend-open = Being searched: thick outline
label-page-legend-current = The search is here: frame
label-page-legend-visited = Visited: solid line, filled
label-page-legend-chosen = Best child so far: arrow
label-page-legend-line = Principal variation: double line
label-page-legend-pruned = Pruned, never visited: dashed and hatched, the edge struck through
label-page-legend-skipped = Skipped this time, but visited before: dashed
label-page-legend-old = From an earlier search: empty
label-page-view = View of the tree
label-page-larger = Larger
label-page-smaller = Smaller
label-page-fit = Show the whole tree
label-page-unfold-all = Unfold all
label-page-fold-all = Fold all
label-page-overview = Overview of the tree
label-page-result-later = The result is shown when the search has ended.
label-page-window = Alpha and beta on a line
label-page-code = The algorithm
label-page-quiz = Quiz
label-page-quiz-task = Which nodes will the search never look at? Mark them: click on them, or move with the arrow
    keys and press Space. A mark on an inner node counts for all leaves below it. Enter checks your answer.
label-page-quiz-write = Choose an inner node that the search looks at and write what it is worth, and alpha and
    beta as they are when the search leaves it. An empty alpha or beta is infinite.
label-page-quiz-asked = What the quiz asks for
label-page-ask-cuts = Nodes never looked at
label-page-ask-values = Values
label-page-ask-bounds = Alpha and beta
label-page-check = Check
label-page-again = Try again
label-page-reveal = Reveal
label-page-leave-quiz = Leave the quiz
label-page-right = Right: these are the nodes that the search never looks at.
label-page-wrong = Not right. The first wrong node is
label-page-mark-missing = it is never looked at, but not marked.
label-page-mark-too-many = it is marked, but the search looks at it.
label-page-right-values = Right: these are the values.
label-page-right-bounds = Right: alpha and beta are these.
label-page-wrong-value = it has another value.
label-page-wrong-alpha = alpha is another one here.
label-page-wrong-beta = beta is another one here.
label-page-series-tree = Tree
label-page-series-points = Points
label-page-series-name = Name
label-page-series-code = Make the code for the teacher
label-page-code-as = Code as in
label-page-code-tutorial = a tutorial
label-page-course-title = Alpha-beta: examples and exercises
label-page-course-example = Example
label-page-course-exercise = Exercise
label-page-course-previous = Previous
label-page-course-next = Next
label-page-course-sheet = Worksheet
label-page-course-from = From exercise
label-page-course-to = to
label-page-course-show = Show the worksheet
label-page-course-answers = with the answers
label-page-course-print = Print
label-page-keys = Keys
label-page-key-steps = one step back or forward; in the quiz, to the node above or below
label-page-key-ends = to the start or the end
label-page-key-play = play or pause; in the quiz, mark the node
label-page-key-unit = step by event, node or cut
label-page-key-tree = in the tree, to the previous or next node
label-page-key-fold = in the tree, fold or unfold what is below the node
label-page-key-enter = in the tree, the same; in the quiz, check the answer
label-page-key-zoom = larger, smaller, the whole tree
label-page-key-quiz = begin or leave the quiz

### The algorithm as code, line by line

# Names such as value, best and child are the same in all lines. A line is short.
label-code-head = value(node, α, β):
label-code-head-plain = value(node):
label-code-leaf = if node is a leaf: return its value
label-code-max = if MAX moves:
label-code-max-first = best ← −∞
label-code-min = if MIN moves:
label-code-min-first = best ← +∞
label-code-each = for each child:
label-code-max-best = best ← max(best, value(child, α, β))
label-code-max-best-plain = best ← max(best, value(child))
label-code-max-bound = α ← max(α, best)
label-code-max-cut = if α ≥ β: leave the loop (cut)
label-code-max-cut-strict = if α > β: leave the loop (cut)
label-code-min-best = best ← min(best, value(child, α, β))
label-code-min-best-plain = best ← min(best, value(child))
label-code-min-bound = β ← min(β, best)
label-code-min-cut = if α ≥ β: leave the loop (cut)
label-code-min-cut-strict = if α > β: leave the loop (cut)
label-code-return = return best
label-code-return-hard = return best, but at least α and at most β of the start
label-code-chance = if chance decides: return the sum of probability · value(child)
