//! The rules of nine men's morris.
//!
//! MAX is the first player, White; MIN is Black. A man that is taken is taken by the move that closes the mill.

mod evaluate;
mod features;
mod fen;
mod known;
mod points;
mod state;
mod text;
mod view;

pub use state::State;

use plyd_plugin::{Abilities, Facts, Game, Move, Moves, Outcome, Player, Repetition, Turn};
use state::{FEWEST, Parts};

/// Nine men's morris, with its options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morris {
    /// Whether the last three men of a player go anywhere.
    flying: bool,
    /// Plies without a placed or a taken man after which a draw can be claimed, at most 2,000; `None` if never.
    patience: Option<u32>,
    repetition: Option<Repetition>,
    max_plies: u32,
}

impl Morris {
    /// The most moves of a position.
    ///
    /// - Men who are moved along the lines: each of the 32 ways between two points beside each other is used in one
    ///   direction at most, and each move takes one of at most nine men.
    /// - Three men who fly: a man closes a mill on one point at most, as the two others are on one line at most. So there
    ///   are at most 63 pairs of a man and a point, and three of them may each take one of nine.
    /// - Men who are placed: at most 24 points, each with at most nine men to be taken.
    const MAX_MOVES: u32 = 32 * state::MEN;

    /// The game that begins with this position.
    fn new(flying: bool, patience: Option<u32>, repetition: Option<Repetition>, root: &State) -> Self {
        let players = [Player::Max, Player::Min];
        let placed: u32 = root.hand.iter().sum();
        // The next man that is taken beyond these ends the game.
        let spare: u32 = players.map(|player| root.count(player).saturating_sub(FEWEST)).iter().sum();
        // A draw can be claimed in time before each man that is placed or taken, and after the last.
        let max_plies = patience.map_or(Facts::UNBOUNDED, |plies| (placed + spare + 1) * plies);
        Self { flying, patience, repetition, max_plies }
    }
}

impl Game for Morris {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: Self::MAX_MOVES,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 650,
            draw_points: 460,
            has_key: true,
            repetition: self.repetition,
            features: features::FEATURES,
            // No null move: who must move often has to open a mill, or cannot move at all.
            abilities: Abilities {
                order: true,
                noisy: true,
                symmetry: true,
                horizon: self.patience.is_some(),
                ..Abilities::NONE
            },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.play(mv);
    }

    /// A player with too few men, or who cannot move, has lost, also when a draw could be claimed.
    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        let turn = state.turn();
        if state.count(turn) < FEWEST || !state.can_move(self.flying) {
            Outcome::Win(turn.other())
        } else if state.count(turn.other()) < FEWEST {
            Outcome::Win(turn)
        } else if self.patience.is_some_and(|plies| state.tail.quiet >= plies) {
            Outcome::DrawIfClaimed
        } else {
            Outcome::Ongoing
        }
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        state.moves(self.flying, out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key()
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.symmetric_key()
    }

    #[inline]
    fn is_irreversible(&self, _parent: &State, mv: Move) -> bool {
        Parts::of(mv).is_irreversible()
    }

    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        features::write(state, words);
        state.turn()
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        features::image(symmetry, input)
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        evaluate::rate(state, moves, scores);
    }

    /// The keys leave out the count of quiet plies.
    #[inline]
    fn plies_left(&self, state: &State) -> u16 {
        self.patience.map_or(u16::MAX, |plies| plies.saturating_sub(state.tail.quiet) as u16)
    }

    /// The captures.
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        state.captures(self.flying, out);
    }
}
