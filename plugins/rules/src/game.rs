//! The rules of a game as a search sees them.

use crate::{Abilities, Move, Moves, Outcome, Player, Step, Want};

/// What a game instance declares about itself, once, when it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The most legal moves any position of the instance can have, 1 to [`Step::MAX_MOVES`]. A position with more is an error.
    pub max_moves: u32,
    /// The most plies the instance can last from its root if every draw is claimed, or [`Facts::UNBOUNDED`].
    pub max_plies: u32,
    /// What a win is worth to the winner, 1 to [`UTILITY_LIMIT`](crate::UTILITY_LIMIT). Heuristic values are smaller in size.
    pub win: i32,
    /// Whether [`Game::key`] tells positions apart. A game without keys gets no table and no repetition.
    pub has_key: bool,
    /// Whether the same move number means the same action in sibling positions.
    pub moves_are_actions: bool,
    /// What a position that comes again means; `None` if the rules do not ask. Needs keys.
    pub repetition: Option<Repetition>,
    /// Which of the optional functions of [`Game`] a search may use.
    pub abilities: Abilities,
}

/// The rule about positions that come again. The history is the caller's: a game sees one state at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The game ends when the same position stands for this time, at least 2; chess: 3.
    pub times: u32,
    /// What it is worth then, from MAX's view, within plus and minus [`UTILITY_LIMIT`](crate::UTILITY_LIMIT); mostly 0.
    pub worth: i32,
}

impl Facts {
    /// The number of plies of a game that the rules do not end.
    pub const UNBOUNDED: u32 = u32::MAX;

    /// A starting point to override: one move, unbounded, a win worth 1, no key, moves that are actions.
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
/// `self` is one *instance*: what a setup opened. It is immutable and shared by all threads of a search. A *state* is one
/// node. All functions are called on any thread, for many states of one instance at once, and must be deterministic.
pub trait Game: Send + Sync {
    /// One node: plain data without a destructor. Searches hold a stack of them, made once and overwritten in place.
    type State: Clone + Send + Sync;

    /// The declared facts of this instance; the same at every call.
    fn facts(&self) -> Facts;

    /// The player to move. Of a finished game: who would move next.
    fn turn(&self, state: &Self::State) -> Player;

    /// Plays a legal move. Only called with a move that [`Game::moves`] gave for this very state.
    fn play(&self, state: &mut Self::State, mv: Move);

    /// How the state stands.
    fn outcome(&self, state: &Self::State) -> Outcome;

    /// Writes the legal moves, in an order that is the same at every call. Only called for states that are ongoing, or
    /// drawn if claimed; these have at least one.
    fn moves(&self, state: &Self::State, out: &mut Moves<'_>);

    /// The heuristic value of an ongoing state from MAX's view, smaller in size than [`Facts::win`].
    fn evaluate(&self, _state: &Self::State) -> i32 {
        0
    }

    /// A hash of all that decides how the game can go on, the player to move included: equal for equal positions however
    /// they were reached, also in another instance with the same options. Meaningless unless [`Facts::has_key`].
    fn key(&self, _state: &Self::State) -> u64 {
        0
    }

    /// Whether the move rules out that an earlier position comes again (a capture, a placed stone).
    fn is_irreversible(&self, _parent: &Self::State, _mv: Move) -> bool {
        true
    }

    /// Rates the legal moves of a state, `scores` being as long as `moves`: the higher, the sooner it should be searched.
    /// From [`CERTAIN_RATING`](crate::CERTAIN_RATING) on a move comes before everything that a search has learnt (winning
    /// captures, forced replies). Of other ratings what lies beyond plus and minus 4,900 counts as that; a move that
    /// proved good nearby before is lifted by up to 1,000.
    /// [`LOSING_RATING`](crate::LOSING_RATING) promises that the opponent wins with the next move.
    /// Meaningless unless [`Abilities::order`].
    fn order(&self, _state: &Self::State, _moves: &[Move], _scores: &mut [i32]) {}

    /// Writes the legal moves that change the balance at once (captures, promotions), in the game's order, so that a search
    /// need not stop in the middle of an exchange. Meaningless unless [`Abilities::noisy`].
    fn noisy(&self, _state: &Self::State, _out: &mut Moves<'_>) {}

    /// Gives up the turn, if that leads to a sound position; `false`, with the state unchanged, where it does not (in chess:
    /// in check). Meaningless unless [`Abilities::null_move`].
    fn pass(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// As [`Game::pass`], but into `child`, whose old content is overwritten; it means nothing if the answer is `false`.
    fn pass_into(&self, parent: &Self::State, child: &mut Self::State) -> bool {
        child.clone_from(parent);
        self.pass(child)
    }

    /// About the most, in points of [`Game::evaluate`], by which a quiet move of the player to move, one that
    /// [`Game::noisy`] does not list, raises the heuristic value for that player; 0 where nothing of the kind can be said
    /// (in chess: in check). Only called for ongoing states. Meaningless unless [`Abilities::futility`].
    fn futility_margin(&self, _state: &Self::State) -> i32 {
        0
    }

    /// A key that is equal for all positions that a symmetry of the board makes one. Meaningless unless
    /// [`Abilities::symmetry`].
    fn symmetric_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// Why the answer about this state was an error ([`Outcome::Unknown`]), as a lower-case fragment.
    fn last_error(&self, _state: &Self::State) -> String {
        "the game reported an error without a reason".into()
    }

    /// All that `want` asks about a state in one call; the moves go to `out`, which must be empty.
    ///
    /// Provided from the small functions. More moves than `out` takes are an error.
    #[inline]
    fn examine(&self, state: &Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let (outcome, turn) = (self.outcome(state), self.turn(state));
        // Apart from the other outcomes, so that the one that matters takes no turn through a jump table.
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

    /// Plays `mv` from `parent` into `child`, whose old content is overwritten, and examines it: one call a node.
    #[inline]
    fn step(&self, parent: &Self::State, mv: Move, child: &mut Self::State, want: Want, out: &mut Moves<'_>) -> Step {
        let irreversible = self.is_irreversible(parent, mv);
        child.clone_from(parent);
        self.play(child, mv);
        self.examine(child, want, out).with_irreversible(irreversible)
    }
}
