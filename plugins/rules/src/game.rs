//! The rules of a game as a search sees them.

use crate::{Abilities, Move, Moves, Outcome, Player, Step, Want};

/// The facts that a game instance declares about itself when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The maximum number of legal moves in any position of the instance, 1 to [`Step::MAX_MOVES`]. A position with
    /// more is an error.
    pub max_moves: u32,
    /// The maximum number of plies from the root of the instance if every draw is claimed, or [`Facts::UNBOUNDED`].
    pub max_plies: u32,
    /// The value of a win to the winner, 1 to [`UTILITY_LIMIT`](crate::UTILITY_LIMIT). Heuristic values are smaller in
    /// size.
    pub win: i32,
    /// Whether [`Game::key`] distinguishes positions. A game without keys gets no table and no repetition.
    pub has_key: bool,
    /// Whether the same move number means the same action in sibling positions.
    pub moves_are_actions: bool,
    /// The rule about repeated positions; `None` if there is no such rule. Requires keys.
    pub repetition: Option<Repetition>,
    /// Which of the optional functions of [`Game`] a search may use.
    pub abilities: Abilities,
}

/// The rule about repeated positions. The caller keeps the history: a game sees one state at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The game ends when the same position occurs for this time, at least 2; chess: 3.
    pub times: u32,
    /// The value of that end, from MAX's view, at most [`UTILITY_LIMIT`](crate::UTILITY_LIMIT) in size; usually 0.
    pub worth: i32,
}

impl Facts {
    /// The number of plies of a game that the rules do not end.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// Defaults to override: one move, unbounded, a win worth 1, no key, moves that are actions.
    pub const DEFAULT: Self = Self {
        max_moves: 1,
        max_plies: Self::UNBOUNDED,
        win: 1,
        has_key: false,
        moves_are_actions: true,
        repetition: None,
        abilities: Abilities::NONE,
    };
}

/// A two-player, zero-sum, perfect-information game, as the searcher sees it.
///
/// `self` is one *instance*: a game opened with a setup. It is immutable, and all threads of a search share it. A
/// *state* is one node. Any thread may call any function, for many states of one instance at once. All functions must
/// be deterministic.
pub trait Game: Send + Sync {
    /// One node: plain data without a destructor. A search holds a stack of states, which it overwrites in place.
    type State: Clone + Send + Sync;

    /// The declared facts of this instance; always the same.
    fn facts(&self) -> Facts;

    /// The player to move. In a finished game: the player who would move next.
    fn turn(&self, state: &Self::State) -> Player;

    /// Plays a legal move. The move always comes from [`Game::moves`] for this state.
    fn play(&self, state: &mut Self::State, mv: Move);

    /// Whether the game goes on, and its result if not.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Writes the legal moves, always in the same order. Called only for states that are ongoing or drawn if claimed;
    /// these have at least one move.
    fn moves(&self, state: &Self::State, out: &mut Moves<'_>);

    /// The heuristic value of an ongoing state from MAX's view, smaller in size than [`Facts::win`].
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// A hash of everything that decides how the game can continue, including the player to move. Equal positions have
    /// equal keys, no matter how they were reached, even in another instance with the same options. Ignored unless
    /// [`Facts::has_key`].
    fn key(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Whether no earlier position can occur after this move (a capture, a placed stone).
    fn is_irreversible(&self, _parent: &Self::State, _mv: Move) -> bool {
        true
    }

    /// Rates the legal moves of a state; `scores` is as long as `moves`. A search tries higher ratings first. Moves
    /// rated [`CERTAIN_RATING`](crate::CERTAIN_RATING) or more (winning captures, forced replies) come before
    /// everything that a search has learnt. Other ratings are limited to -4,900 to 4,900; a move that proved good
    /// nearby gets up to 1,000 more. [`LOSING_RATING`](crate::LOSING_RATING) promises that the opponent wins with the
    /// next move. Ignored unless [`Abilities::order`].
    fn order(&self, _state: &Self::State, _moves: &[Move], _scores: &mut [i32]) {}

    /// Writes the legal moves that change the balance immediately (captures, promotions), in the game's order, so that
    /// a search does not stop in the middle of an exchange. Ignored unless [`Abilities::noisy`].
    fn noisy(&self, _state: &Self::State, _out: &mut Moves<'_>) {}

    /// Passes the turn if this leads to a valid position. Otherwise (in chess: in check) returns `false` and leaves the
    /// state unchanged. Ignored unless [`Abilities::null_move`].
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// Like [`Game::pass`], but overwrites `child`. If the answer is `false`, `child` is undefined.
    fn pass_into(&self, parent: &Self::State, child: &mut Self::State) -> bool {
        child.clone_from(parent);
        self.pass(child)
    }

    /// About the largest gain from a quiet move (one that [`Game::noisy`] does not list) for the player to move, in
    /// points of [`Game::evaluate`]. 0 if the game cannot give such a bound (in chess: in check). Called only for
    /// ongoing states. Ignored unless [`Abilities::futility`].
    fn futility_margin(&self, _state: &Self::State) -> i32 {
        0
    }

    /// A key that is equal for all positions that are images of each other under a symmetry of the board. Ignored
    /// unless [`Abilities::symmetry`].
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// The reason why the answer about this state was an error ([`Outcome::Unknown`]), as a lower-case fragment.
    fn last_error(&self, _state: &Self::State) -> String {
        "the game reported an error without a reason".into()
    }

    /// Answers everything in `want` about a state in one call. The moves go to `out`, which must be empty.
    ///
    /// The default uses the small functions. More moves than `out` can hold are an error.
    #[inline]
    fn examine(&self, state: &Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let (outcome, turn) = (self.outcome(state), self.turn(state));
        // Separate from the other outcomes, so that the hot path needs no jump table.
        let mut step = if outcome.has_moves() {
            let mut step = Step::new(Outcome::Ongoing, turn);
            if outcome == Outcome::DrawIfClaimed {
                step = step.if_claimed();
            } else if want.contains(Want::VALUE) {
                step = step.with_value(self.evaluate(state));
            }
            if want.contains(Want::MOVES) {
                self.moves(state, out);
                step = if out.overflowed() { Step::FAILED } else { step.with_count(out.len()) };
            }
            step
        } else {
            Step::new(outcome, turn)
        };
        if want.contains(Want::KEY) {
            step = step.with_key(self.key(state));
        }
        step
    }

    /// Plays `mv` from `parent`, overwriting `child`, and examines the child: one call per node.
    #[inline]
    fn step(&self, parent: &Self::State, mv: Move, child: &mut Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let irreversible = self.is_irreversible(parent, mv);
        child.clone_from(parent);
        self.play(child, mv);
        self.examine(child, want, out).with_irreversible(irreversible)
    }
}
