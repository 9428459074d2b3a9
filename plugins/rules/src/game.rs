//! The rules of a game as a search sees them.

use crate::inside::{Counted, Errand, Findings, Leave, Nodes};
use crate::{Facts, Leaves, Move, Moves, Outcome, Player, Step, Turn, Visit, Want};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A two-player, zero-sum, perfect-information game from the searcher's point of view.
///
/// `self` is one *instance*: a game opened with a setup. It is immutable, and all threads of a search share it. A
/// *state* is one node. Any thread may call any function, for many states of one instance at once. All functions must
/// be deterministic.
pub trait Game: Send + Sync {
    /// One node: plain data without a destructor. A search has a stack of states, which it overwrites in place. States
    /// are hashed for the default of [`Game::key`] only. A state of a library has 1 to 65,536 bytes, and is aligned to
    /// at most 64.
    type State: Clone + Hash + Send + Sync;

    /// The declared facts of this instance; always the same.
    fn facts(&self) -> Facts;

    /// Whose turn it is. In a finished game: the player who would move next.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Plays a legal move. The move always comes from [`Game::moves`] for this state.
    fn play(&self, state: &mut Self::State, mv: Move);

    /// Whether the game goes on, and its result if not.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Writes the legal moves, or the outcomes of a chance state, always in the same order. Called only for states that
    /// are ongoing or drawn if claimed; these have at least one move.
    fn moves(&self, state: &Self::State, out: &mut Moves<'_>);

    /// The heuristic value of an ongoing state from MAX's view, smaller in size than [`Facts::win`].
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// The weights of a chance state's outcomes, each from 1 to `u32::MAX`; `weights` is as long as `outcomes`. The
    /// probability of an outcome is its weight, divided by the sum of all. By default all are equally likely. Called
    /// only for chance states, with all of [`Game::moves`].
    fn weights(&self, _state: &Self::State, _outcomes: &[Move], weights: &mut [u32]) {
        weights.fill(1);
    }

    /// A hash of everything that decides how the game can continue, including the player to move. Equal positions have
    /// equal keys, no matter how they were reached, even in another instance with the same options. Ignored unless
    /// [`Facts::has_key`].
    ///
    /// By default it is the hash of the whole state. So a state with a counter of moves needs a key of its own, and a
    /// game that wants speed has one that changes with each move (A. Zobrist, "A new hashing method with application
    /// for game playing", 1970).
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = DefaultHasher::new();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// A hash of the board, mostly without the player to move. Ignored unless [`Facts::repetition`] compares it.
    ///
    /// It decides alone which positions are the same to the rule. So mix in all that keeps two positions apart for it,
    /// and no more: for situational superko in go the player to move, but not the passes in a row. A pass is always
    /// allowed, although it leaves the board as it is, if it is [exempt](crate::Repetition::exempt).
    /// [`Game::is_irreversible`] must then hold of boards: no earlier *board* can occur again.
    fn board_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Whether no earlier position can occur after this move (a capture, a placed stone). `false` is always right, and
    /// the default. `true` saves a search the comparison with earlier positions. Of use only with
    /// [`Facts::repetition`].
    fn is_irreversible(&self, _parent: &Self::State, _mv: Move) -> bool {
        false
    }

    /// Rates the legal moves of a state; `scores` is as long as `moves`. A search tries higher ratings first. Moves
    /// rated [`CERTAIN_RATING`](crate::CERTAIN_RATING) or more (winning captures, forced replies) come before
    /// everything that a search has learnt. Other ratings are limited to -4,900 to 4,900; a move that proved good
    /// nearby gets up to 1,000 more. [`LOSING_RATING`](crate::LOSING_RATING) promises that the opponent wins with the
    /// next move. [`UNLIKELY_RATING`](crate::UNLIKELY_RATING) marks moves that are not worth a search. Ignored unless
    /// [`Abilities::order`](crate::Abilities::order).
    fn order(&self, _state: &Self::State, _moves: &[Move], _scores: &mut [i32]) {}

    /// Writes the legal moves that change the balance immediately (captures, promotions), in the game's order, so that
    /// a search does not stop in the middle of an exchange. Ignored unless
    /// [`Abilities::noisy`](crate::Abilities::noisy).
    fn noisy(&self, _state: &Self::State, _out: &mut Moves<'_>) {}

    /// Whether the player to move is in check: the opponent threatens to win with his next move, so that few moves are
    /// of use, or giving up the turn would lose. Called only for ongoing states, at the turn of a player. Ignored
    /// unless [`Abilities::check`](crate::Abilities::check).
    fn in_check(&self, _state: &Self::State) -> bool {
        false
    }

    /// Passes the turn if this leads to a valid position. Otherwise (in chess: in check) returns `false` and leaves the
    /// state unchanged. Ignored unless
    /// [`Abilities::null_move`](crate::Abilities::null_move).
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// Like [`Game::pass`], but overwrites `child`. If the answer is `false`, `child` is undefined.
    fn pass_into(&self, parent: &Self::State, child: &mut Self::State) -> bool {
        child.clone_from(parent);
        self.pass(child)
    }

    /// About the largest gain from a quiet move (one that [`Game::noisy`] does not list) for the player to move, in
    /// points of [`Game::evaluate`], at most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT). 0 if the game cannot give such a
    /// bound (in chess: in check). Called only for ongoing states. Ignored unless
    /// [`Abilities::futility`](crate::Abilities::futility).
    fn futility_margin(&self, _state: &Self::State) -> i32 {
        0
    }

    /// Plays a game at random from an ongoing state, and returns how it ended: its outcome, or the heuristic value of
    /// an unfinished game, if it was given up. The same seed plays the same game; others play others. It need not keep
    /// the rule of repetition. Ignored unless [`Abilities::playout`](crate::Abilities::playout).
    ///
    /// The moves of the game go to `out`, from the first one on, as many as there is room for, and the count of the
    /// answer is the number of moves in `out`. A search learns from them how good the same moves are earlier in the
    /// game, for example a stone on a point: so a move number below 4,096 must mean the same action throughout the
    /// game, and players take turns, beginning with the one to move. A game of which this is not true writes none. By
    /// default the game is given up at once.
    fn playout(&self, state: &Self::State, _seed: u64, _out: &mut Moves<'_>) -> Step {
        self.examine(state, Want::VALUE, &mut Moves::new(&mut []))
    }

    /// The plies that can still be played from this state until a counter ends the game in a draw, or makes a draw that
    /// can be claimed: in chess 100 less the half-move clock. `u16::MAX` if no counter does. 0 in a state that is drawn
    /// by the counter, or drawn if claimed.
    ///
    /// It says how far away the draw is if no move sets the counter back; a move may do so. With `n` plies left, a win
    /// on ply `n` or before counts, because the move that wins goes before the draw. A search asks only if it is about
    /// to use a win, a loss or a draw of another position with the same key. Ignored unless
    /// [`Abilities::horizon`](crate::Abilities::horizon).
    fn plies_left(&self, _state: &Self::State) -> u16 {
        u16::MAX
    }

    /// Whether this player can still win, with whatever moves of both sides: in chess a player with a bare king cannot.
    /// Referees ask it: if the opponent's time is over or his move is illegal, a player who cannot win gets a draw. In
    /// doubt the answer is `true`. Called only for states without a result. Ignored unless
    /// [`Abilities::winnable`](crate::Abilities::winnable).
    fn can_win(&self, _state: &Self::State, _player: Player) -> bool {
        true
    }

    /// Switches on the inputs of a network that are true of an ongoing state, and returns the player from whose view
    /// they are. Bit `i % 64` of word `i / 64` is input `i`. `words` is as long as
    /// [`Features::words`](crate::Features::words) says, and all 0 before. Bits beyond the last input stay 0.
    ///
    /// The view is that of the player to move: a position and the one with colours exchanged have the same inputs. So
    /// the inputs say "own" and "other" instead of colours, and if the players move in opposite directions, the second
    /// player sees the board turned round. At a chance state the view is that of the player whose turn comes with it,
    /// for example the one who rolls the dice, and an input marks such a state. Called only for instances with inputs
    /// in [`Facts::features`]; by default there are none.
    fn features(&self, _state: &Self::State, _words: &mut [u64]) -> Player {
        Player::Max
    }

    /// The input to which a symmetry of the board moves an input, for `symmetry` below
    /// [`Features::symmetries`](crate::Features::symmetries) and `input` below
    /// [`Features::inputs`](crate::Features::inputs). Each symmetry is a permutation of all inputs. The inputs that are
    /// true of a mirrored position are the images of those that are true of the position.
    fn feature_image(&self, _symmetry: u32, input: u32) -> u32 {
        input
    }

    /// The image of the state under a symmetry of the board: number 0, 1 and so on, without the state itself. `None`
    /// beyond the last. Only the default of [`Game::symmetric_key`] asks.
    fn image(&self, _state: &Self::State, _number: u32) -> Option<Self::State> {
        None
    }

    /// A key that is equal for all positions that are images of each other under a symmetry of the board. Ignored
    /// unless [`Abilities::symmetry`](crate::Abilities::symmetry). By default it is the lowest key of the state and its
    /// images.
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        let images = (0..).map_while(|number| self.image(state, number));
        images.fold(self.key(state), |lowest, image| lowest.min(self.key(&image)))
    }

    /// Plays `mv` from `parent`, overwriting `child`, and returns what a textbook search asks of the child: its moves,
    /// which go to `out`, or at the horizon its value. A win is worth `win`. It says the same as [`Game::step`].
    #[inline(always)]
    fn visit(
        &self,
        parent: &Self::State,
        mv: Move,
        child: &mut Self::State,
        (is_horizon, win): (bool, i32),
        out: &mut Moves<'_>,
    ) -> Visit {
        child.clone_from(parent);
        self.play(child, mv);
        let outcome = self.outcome(child);
        // As in `examine`: the hot path needs no jump table, which a processor predicts badly, nor a branch on the kind
        // of ending.
        if matches!(outcome, Outcome::Ongoing) {
            if is_horizon {
                return Visit::Horizon(self.evaluate(child));
            }
            if self.leaves(child).is_some() {
                return Visit::AboveLeaves(self.turn(child));
            }
            self.moves(child, out);
            if out.overflowed() {
                return Visit::Failed;
            }
            return Visit::Node { turn: self.turn(child), count: out.len() };
        }
        let step = Step::new(outcome, Turn::Max);
        if step.is_error() { Visit::Failed } else { Visit::Over(step.worth(win)) }
    }

    /// The leaves below an unfinished state, if the tree there is regular and the values are at hand, for example in an
    /// array. A textbook search then reads them at the last plies, and need not play the moves to them. `None` for any
    /// other state, which is always right.
    fn leaves(&self, _state: &Self::State) -> Option<Leaves<impl Fn(u32) -> i32>> {
        None::<Leaves<fn(u32) -> i32>>
    }

    /// Searches a state by itself, exactly as the textbook search would by [`Game::step`]: the same nodes, values and
    /// moves. `None` if it cannot; the caller then does. Authors of games leave this alone: the host implements it for
    /// games in libraries, whose SDK has the search.
    fn search_inside(&self, _state: &Self::State, _errand: &Errand<'_>, _leave: &mut dyn Leave) -> Option<Findings> {
        None
    }

    /// Counts the leaves `depth` plies below a state, at least 1, all of them behind this move, as
    /// [`Game::search_inside`] searches.
    fn count_inside(
        &self,
        _state: &Self::State,
        _mv: Move,
        _depth: u32,
        _nodes: Nodes,
        _leave: &mut dyn Leave,
    ) -> Option<Counted> {
        None
    }

    /// The reason why the answer about this state was an error ([`Outcome::Unknown`]), as a lower-case fragment. The
    /// host shows at most 4,096 bytes of it, on one line.
    fn last_error(&self, _state: &Self::State) -> String {
        "the game reported an error without a reason".into()
    }

    /// Answers everything in `want` about a state in one call. The moves go to `out`, which must be empty.
    ///
    /// The default uses the small functions. More moves than fit into `out` are an error.
    #[inline]
    fn examine(&self, state: &Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let (outcome, turn) = (self.outcome(state), self.turn(state));
        // Separate from the other outcomes, so that the hot path needs no jump table.
        let step = if outcome.has_moves() {
            let mut step = Step::new(Outcome::Ongoing, turn);
            if outcome == Outcome::DrawIfClaimed {
                step = step.if_claimed();
            } else {
                if want.contains(Want::VALUE) {
                    step = step.with_value(self.evaluate(state));
                }
                if want.contains(Want::CHECK) {
                    step = step.with_check(self.in_check(state));
                }
            }
            if want.fills_buffer() {
                if want.contains(Want::MOVES) {
                    self.moves(state, out);
                } else if outcome == Outcome::Ongoing {
                    self.noisy(state, out);
                }
                step = step.with_moves(out);
            }
            step
        } else {
            Step::new(outcome, turn)
        };
        if want.has_any(Want::ANY_KEY) { step.with_key(wanted_key(self, state, want)) } else { step }
    }

    /// Plays a legal move of `state` and examines the result. The default uses the two functions; a game for which a
    /// call is expensive, such as one in another language, does both in one.
    #[inline]
    fn advance(&self, state: &mut Self::State, mv: Move, want: Want, out: &mut Moves<'_>) -> Step {
        self.play(state, mv);
        self.examine(state, want, out)
    }

    /// Plays `mv` from `parent`, overwriting `child`, and examines the child: one call per node.
    #[inline]
    fn step(&self, parent: &Self::State, mv: Move, child: &mut Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let irreversible = self.is_irreversible(parent, mv);
        child.clone_from(parent);
        self.advance(child, mv, want, out).with_irreversible(irreversible)
    }
}

/// The key that is wanted; there is one at most.
///
/// A function of its own: most positions of a search need no key, and three kinds of them in their midst would make
/// [`Game::examine`] too long to become part of [`Game::step`].
#[inline(never)]
fn wanted_key<G: Game + ?Sized>(game: &G, state: &G::State, want: Want) -> u64 {
    if want.contains(Want::KEY) {
        game.key(state)
    } else if want.contains(Want::SYMMETRIC_KEY) {
        game.symmetric_key(state)
    } else {
        game.board_key(state)
    }
}
