//! Two threads in lock-step: neither visits many more nodes than the other, whatever else the machine does.
//!
//! The game makes them wait, so the search knows nothing of it.

use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Step, Turn, Want};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::thread;
use std::time::{Duration, Instant};

/// A thread looks for the other one after so many steps, and waits until that is at most so many behind.
const LOOK: u64 = 32;
const LEAD: u64 = 16;

/// A thread that stands still for so long has ended, or waits for something else.
const GONE_AFTER: Duration = Duration::from_millis(50);

/// A game that lets two threads of a search take their steps side by side. One search uses it.
pub struct LockStep<'a, G> {
    game: &'a G,
    /// The steps of each thread; [`NONE`] if it does not walk.
    steps: [AtomicU64; 2],
}

/// The count of a thread that does not walk.
const NONE: u64 = u64::MAX;

thread_local! {
    /// The number of this thread in its search, from 0.
    static NUMBER: Cell<Option<usize>> = const { Cell::new(None) };
}

/// The helping threads of a search have names with their number, from 2.
fn number() -> usize {
    let named = || {
        let number = thread::current().name()?.strip_prefix("search ")?.parse::<usize>().ok()?;
        number.checked_sub(1)
    };
    let number = NUMBER.get().unwrap_or_else(|| named().unwrap_or(0));
    NUMBER.set(Some(number));
    number
}

impl<'a, G> LockStep<'a, G> {
    /// The same game.
    pub fn new(game: &'a G) -> Self {
        Self { game, steps: [NONE, NONE].map(AtomicU64::new) }
    }

    /// One more step of the calling thread, which may have to wait.
    fn count(&self) {
        let number = number();
        let [own, other] = [&self.steps[number], &self.steps[1 - number]];
        let before = own.load(SeqCst);
        // One that begins, or comes back, begins beside the other.
        let before = if before == NONE { other.load(SeqCst) } else { before };
        let steps = if before == NONE { 1 } else { before + 1 };
        own.store(steps, SeqCst);
        if !steps.is_multiple_of(LOOK) {
            return;
        }
        let (mut seen, mut since) = (other.load(SeqCst), Instant::now());
        while seen != NONE && seen + LEAD < steps {
            thread::yield_now();
            let now = other.load(SeqCst);
            if now != seen {
                (seen, since) = (now, Instant::now());
            } else if since.elapsed() > GONE_AFTER {
                // If it goes on in this moment, it counts on.
                let _ = other.compare_exchange(now, NONE, SeqCst, SeqCst);
                return;
            }
        }
    }
}

impl<G: Game> Game for LockStep<'_, G> {
    type State = G::State;

    fn facts(&self) -> Facts {
        self.game.facts()
    }
    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }
    fn play(&self, state: &mut G::State, mv: Move) {
        self.game.play(state, mv);
    }
    fn outcome(&self, state: &G::State) -> Outcome {
        self.game.outcome(state)
    }
    fn moves(&self, state: &G::State, out: &mut Moves<'_>) {
        self.game.moves(state, out);
    }
    fn evaluate(&self, state: &G::State) -> i32 {
        self.game.evaluate(state)
    }
    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }
    fn board_key(&self, state: &G::State) -> u64 {
        self.game.board_key(state)
    }
    fn is_irreversible(&self, parent: &G::State, mv: Move) -> bool {
        self.game.is_irreversible(parent, mv)
    }
    fn order(&self, state: &G::State, moves: &[Move], scores: &mut [i32]) {
        self.game.order(state, moves, scores);
    }
    fn noisy(&self, state: &G::State, out: &mut Moves<'_>) {
        self.game.noisy(state, out);
    }
    fn in_check(&self, state: &G::State) -> bool {
        self.game.in_check(state)
    }
    fn pass(&self, state: &mut G::State) -> bool {
        self.game.pass(state)
    }
    fn pass_into(&self, parent: &G::State, child: &mut G::State) -> bool {
        self.game.pass_into(parent, child)
    }
    fn futility_margin(&self, state: &G::State) -> i32 {
        self.game.futility_margin(state)
    }
    fn plies_left(&self, state: &G::State) -> u16 {
        self.game.plies_left(state)
    }
    fn features(&self, state: &G::State, words: &mut [u64]) -> Player {
        self.game.features(state, words)
    }
    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.game.feature_image(symmetry, input)
    }
    fn can_win(&self, state: &G::State, player: Player) -> bool {
        self.game.can_win(state, player)
    }
    fn playout(&self, state: &G::State, seed: u64, out: &mut Moves<'_>) -> Step {
        self.game.playout(state, seed, out)
    }
    fn image(&self, state: &G::State, number: u32) -> Option<G::State> {
        self.game.image(state, number)
    }
    fn symmetric_key(&self, state: &G::State) -> u64 {
        self.game.symmetric_key(state)
    }
    fn last_error(&self, state: &G::State) -> String {
        self.game.last_error(state)
    }
    fn examine(&self, state: &G::State, want: Want, out: &mut Moves<'_>) -> Step {
        self.game.examine(state, want, out)
    }
    fn step(&self, parent: &G::State, mv: Move, child: &mut G::State, want: Want, out: &mut Moves<'_>) -> Step {
        self.count();
        self.game.step(parent, mv, child, want, out)
    }
}
