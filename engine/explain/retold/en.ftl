# The texts that games, searches and answers have in English only: errors, names of games, whose turn it is. In other
# languages the same messages tell them again: what stands at a variable is taken over, or told again itself.

### Errors

at = `{ $what }` at character { $place } { $problem }
at-end = the end of the setup { $problem }
end = is where the setup should end
first-leaf = is where the first leaf should be
close = is where `{ $sign }` should close the `{ $open }` at character { $place }
leaf-too-many = is one leaf too many: { $most } are allowed
decimal-comma = can be two numbers, or one with a decimal comma; leaves are whole numbers, so write a blank after
    each comma
no-leaf-before = has no leaf before it
among-numbers = is among bare numbers: brackets are for whole trees, as in [[3,5],[2,9]]
first-bracket = is where the first bracket of the tree should be: write a tree as in ((3 5) (2 9)), or with names as in
    A:(B:(3 5) C:(2 9))
no-child-before = has no child before it
child = is where a child should be
no-weight-here = is a weight, but only children of CHANCE have weights
name-too-many = is one name too many
too-deep = nests deeper than { $most }
weight-alone = has a weight, but a child of chance before it has none
weight-missing = has no weight, but a child of chance before it has one
node-too-many = is one node too many: { $most } are allowed
leaf-fraction = has a fraction, and leaves are whole numbers: multiply all leaves by { $number }, which changes no move and no
    cut
leaf-infinite = is infinite: write { $number } in its place, beyond which no leaf goes
no-number = is not a number: a leaf is a whole number from { $least } to { $most }, or ?
outside = is outside { $least } to { $most }
no-name = is not a valid name: a name has letters, digits, _ and ', at most { $most }, begins with no digit, and is
    none of { $taken }
name-taken = is the name of another node already
bad-weight = is no weight: write a fraction such as 9/10, a decimal such as 0.9, or a whole number of parts, up to
    { $most }
weight-zero = is a weight of 0: every child of chance can happen
key-wrong = is wrong: { $name }, { $meaning }, is a number from { $least } to { $most }
meaning-b = the number of children of each node
meaning-depth = the plies to the leaves
meaning-seed = the start of the generator
meaning-low = the smallest value
meaning-high = the largest value
key-unknown-tree = is unknown: after a tree in brackets use low, high
key-unknown = is unknown: use b, depth, seed, low, high
key-chance = bounds the leaves, which matters only in trees with chance
key-twice = sets { $name } a second time
key-excludes = excludes leaves, whose values are from { $least } to { $most }
step-at-leaf = is step { $step } of the path, which is at a leaf already
step-one-child = is step { $step } of the path, where the node has one child, 0
step-children = is step { $step } of the path, where the node has { $count } children, 0 to { $last }
bound-of-value = has a value, so it needs no bound
bound-sign = is no bound of a leaf: write <= or >=, as in c<=2
bound-number = is no bound of a leaf: write a number, as in c<=2
bound-open = is where the number of a bound should be
list-empty = the list at character { $place } is empty: it needs at least one leaf
leaves-binary = { $count } leaves do not fill a binary tree, which needs a power of 2: { $nearest }
leaves-wide = { $count } leaves do not fill a tree with { $branching } children per node, which needs a power of
    { $base }: { $nearest }
nearest-two = the nearest valid counts are { $below } and { $above }
nearest-one = the nearest valid count is { $below }
low-high = low={ $low } is above high={ $high }
player-root = the player named at character { $place } contradicts who moves at the root
player-turn = the player named at character { $place } does not alternate with the others
chance-node = the chance node at character { $place } { $problem }
chance-sum = has probabilities that add up to { $sum }, not to 1
chance-bottom = has probabilities whose common denominator is above { $most }
chance-parts = has weights that add up to { $sum }; at most { $most } is allowed
random-depth = a random tree needs its depth, as in random b=2 depth=24 seed=42
random-size = b={ $branching } depth={ $depth } makes { $count } leaves, but at most { $most } are allowed
too-large = the search visits more than { $most } nodes; try a smaller depth, or a position nearer to the end
# The same for the command line.
too-large-flag = the search visits more than { $most } nodes; try a smaller depth, a position nearer to the end, or a
    higher limit with --nodes
too-wide = the nodes that the search visits have more than { $most } children, too many to draw; try a position with
    fewer moves
too-large-to-order = searching the best child first requires the whole tree, which has more than { $most } nodes; try
    a smaller depth, or a position nearer to the end
no-tree = { $algorithm } does not search one tree that can be shown; choose minimax, alphabeta or pvs
order-of-pvs = pvs chooses its own order of children; you can set the order only for minimax and alphabeta
conventions = you can set the condition of a cut, and the value reported outside the window, only for alphabeta
unknown-leaf = the leaf { $leaf } is unknown, but the search must read it; give it a value
unknown-to-order = searching the best child first requires the whole tree, but the leaf { $leaf } is unknown
one-unknown-leaf = the tree is one unknown leaf, `?`
stopped = the search was stopped before its end
answer-no-node = the tree has no node { $node }; write the name of a node, or its path by the numbers of the children
    from 0, as in 1.0; the root is called root
answer-no-number = { $item }: the value is not a number; write a whole number, a decimal such as 2.1 or a fraction such
    as 21/10
answer-no-sign = { $item }: write =, <= or >= between the node and its value, as in B<=2
answer-twice = { $node } has two values in the answer; write one
answer-empty = the answer is empty; write none if nothing is pruned
grade-unanswered = not answered
grade-no-pruned = the answer does not say which leaves are never read; write none if nothing is pruned
grade-no-value = the answer does not say what the root is worth, as in root=3
grade-no-exercise = line { $place }: there is no exercise { $item }; they are 1 to { $last }
grade-twice = line { $place }: exercise { $number } is answered a second time; the first answer counts
grade-columns = line { $place }: write a student, the number of an exercise, and an answer
sheet-leaves = a tree with { $branching } children at each node and { $depth } plies has more than { $most } leaves; choose
    fewer children or plies
sheet-plies = a tree of { $depth } plies is too deep; choose at most { $most } plies
sheet-cuts = none of { $most } random trees with { $branching } children at each node and { $depth } plies has { $amount };
    choose another number of cuts, children or plies
sheet-games = exercise { $number } is not a tree, as others are: write it as in ((3 5) (2 9)), or name the game of all
    exercises with --game
sheet-no-trees = the exercises are random trees, which this game does not read; name no game
sheet-key = this is not the key of a worksheet, which is the file key.json made with it: { $problem }
exercise = exercise { $number }: { $error }
no-tree-game = no loaded game reads trees; name the game with --game

### Games, and whose turn it is

to-move = { $side } to move
has-to-pass = { $side } has to pass
side-white = White
side-black = Black
side-red = Red
side-blue = Blue
side-first = First
side-second = Second
game-amazons = amazons
game-ataxx = ataxx
game-backgammon = backgammon
game-breakthrough = breakthrough
game-cfour = cfour
game-checkers = checkers
game-chess = chess
game-dotsandboxes = dotsandboxes
game-flipello = flipello
game-go = go
game-gomoku = gomoku
game-hex = hex
game-isolation = isolation
game-kalah = kalah
game-leaftree = leaftree
game-morris = morris
game-nim = nim
game-tictactoe = tictactoe

### Refused positions

game-refuses = the game { $game } does not read this: { $error }; choose another game with --game, or write a tree, as in
    ((3 5) (2 9))
game-no-tree = the game { $game } does not read this: { $error }; to explain a tree, name no game
game-says = the game says: { $error }
position-empty = a position begins with `startpos`, or with `fen` and a setup
fen-empty = `fen` needs a setup after it, and there is none
startpos-extra = only `moves` can follow `startpos`, not `{ $what }`
move = move { $number }: { $problem }
not-legal = `{ $what }` is not legal; the legal moves are { $item }
not-legal-more = `{ $what }` is not legal; the legal moves are { $item } and { $count } more
after-end = `{ $what }` comes after the end of the game ({ $item })
no-player = the player to move is missing after the board: add { $choice }
bad-player = `{ $what }` is not a player to move: use { $choice }
castling = `{ $what }` where `-` for castling rights should be
en-passant = `{ $what }` where `-` for the en passant square should be
clock = the half-move clock `{ $what }` should be a number from { $least } to { $most }
move-number = the move number `{ $what }` should be a number from { $least } to { $most }
after-move-number = `{ $what }` after the move number, where the setup should end
after-player = `{ $what }` after the player to move, where the setup should end
after-store = `{ $what }` after Black's store, where the setup should end
board-ranks = the board `{ $what }` has { $amount } but should have { $expected }
rank-squares = rank { $number } of the board, `{ $what }`, has { $amount } but should have { $expected }
rank-wide = rank { $number } of the board, `{ $what }`, has more than { $most } squares
unknown-piece = unknown piece `{ $what }` on rank { $number } of the board: use { $choice }
unknown-piece-square = unknown piece `{ $what }` on rank { $number } of the board, square { $place }: use { $choice }
unknown-piece-pocket = unknown piece `{ $what }` in the pocket: use { $choice }
pocket-open = the pocket after the board has no closing `]`
pocket-after = `{ $what }` after the pocket, where a blank should be
board-size = a board of { $files } files and { $ranks } ranks is out of range: it should have { $expected } files and
    { $amount } ranks
board-size-options = a board of { $files } files and { $ranks } ranks is out of range: it should have { $expected } files
    and { $amount } ranks (options Files and Ranks)
board-large = a board of { $files } files and { $ranks } ranks is too large: files times (ranks + 1) is { $count } but
    should be at most { $most }
board-large-options = a board of { $files } files and { $ranks } ranks is too large: files times (ranks + 1) is { $count }
    but should be at most { $most } (options Files and Ranks)
two-winners-three = two winners: X has three in a row on { $item }, O on { $last }; at most one player can
two-winners-four = two winners: X has four in a row on { $item }, O on { $last }; at most one player can
floats = the stone on { $item } floats: { $place } below it is empty
heap = heap { $number }, `{ $what }`, should be a number from { $least } to { $most }, or w or b for the player to move at
    the end
heap-before = `{ $what }` before any heap; numbers of objects should come first, like 3 4 5
heap-after = `{ $what }` after { $most } heaps, the maximum; here should be w, b, or the end
houses-one-row = the board `{ $what }` has one row but should have two with a `/` between: Black's houses, then White's
houses-differ = Black has { $amount } and White { $count }; both should have the same number
houses-seeds = `{ $what }` in house { $number } from the left in the row of { $side } should be a number of seeds from
    { $least } to { $most }
houses-many = the row of { $side }, `{ $what }`, has more than { $most } houses
houses-store = the store of { $side }, `{ $what }`, should be a number of seeds from { $least } to { $most }
houses-full = there are { $count } seeds in houses and stores; at most { $most } are allowed
houses-options = a game of { $number } houses with { $count } seeds each is not possible: use 1 to { $most } houses, and at
    least one seed (options Houses and Seeds)
houses-seeds-options = a game of two times { $number } houses with { $count } seeds each has { $sum } seeds, but should have
    at most { $most } (options Houses and Seeds)

### Parts of these, which are told again only within one of them

part-rank = 1 rank
part-ranks = { $count } ranks
part-square = 1 square
part-squares = { $count } squares
part-house = 1 house
part-houses = { $count } houses
part-like-first = { $count } like the first
part-range = { $least } to { $most }
part-sides = { $item } for { $side } or { $last } for { $other }
part-or = { $item } or { $last }
part-key-json = it is not JSON ({ $error })
part-key-list = its field exercises must be a list of trees
part-key-depth = its field depth must be null or a whole number from 1
part-key-field = its field { $name } must be { $choice }
part-key-text = each of its exercises must be a text
part-key-many = it has more than { $most } exercises
part-some-cut = a cut
part-one-cut = exactly 1 cut
part-cuts = exactly { $count } cuts
