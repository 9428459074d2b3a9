//! How long a build may take, from random games played beforehand.

use plyd_rules::{Facts, Game, Move, Moves, Want};
use std::time::{Duration, Instant};

/// How long the games are played.
const TIME: Duration = Duration::from_millis(200);
/// The plies of a game that goes on for ever.
const MOST_PLIES: u32 = 1_000;
/// What a walk does with a position beside calling the game, such as to look it up, in seconds: mostly a wait for
/// memory.
const LOOK_UP: f64 = 3e-7;

/// What is known of a game before a build.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BuildEstimate {
    /// The average number of moves in a position of random games.
    pub moves: f64,
    /// The average time of playing a move, in seconds.
    pub step: f64,
    /// Whether a position can come again, so that several sweeps are needed.
    pub has_cycles: bool,
}

impl BuildEstimate {
    /// The approximate time of a sweep through this many positions, in seconds.
    #[must_use]
    pub fn seconds(&self, positions: u64) -> f64 {
        positions as f64 * (self.moves + 1.0) * (self.step + LOOK_UP)
    }
}

/// Plays random games for a fifth of a second.
pub fn estimate<G: Game>(game: &G, root: &G::State) -> BuildEstimate {
    let facts: Facts = game.facts();
    let mut buffer = vec![Move(0); facts.max_moves as usize];
    let (start, mut random) = (Instant::now(), 1_u64);
    let (mut positions, mut moves) = (0_u64, 0_u64);
    let mut state = root.clone();
    while start.elapsed() < TIME {
        state.clone_from(root);
        for _ in 0..MOST_PLIES {
            // Few moves of a slow game take that long.
            if start.elapsed() >= TIME {
                break;
            }
            let step = game.examine(&state, Want::MOVES.and(Want::KEY), &mut Moves::new(&mut buffer));
            positions += 1;
            if !step.is_ongoing() || step.count() == 0 {
                break;
            }
            moves += step.count() as u64;
            // D. Knuth's linear congruential generator (MMIX): the games are the same every time.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let choice = (random >> 33) as usize % step.count();
            game.play(&mut state, buffer[choice]);
        }
    }
    let step = start.elapsed().as_secs_f64() / positions.max(1) as f64;
    BuildEstimate { moves: moves as f64 / positions.max(1) as f64, step, has_cycles: facts.repetition.is_some() }
}
