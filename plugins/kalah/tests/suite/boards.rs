//! Opened positions and random games.

use kalah::{Kalah, State};
use plyd_plugin::{Game, Move, Moves, Options, Outcome, Plugin};

/// The sizes and rules of capture that tests go through, as houses, seeds, empty capture: the usual ones, small and
/// large ones, and those in which a house soon has more seeds than a lap takes.
pub(crate) const SIZES: [(u32, u32, bool); 12] = [
    (6, 4, false),
    (6, 4, true),
    (1, 1, false),
    (1, 127, true),
    (2, 4, false),
    (2, 60, true),
    (3, 3, true),
    (4, 30, false),
    (8, 15, true),
    (9, 6, false),
    (12, 1, true),
    (12, 10, false),
];

/// Opens a setup with options written as `Houses=4 Seeds=3`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Kalah, State), String> {
    let options = options.replace(' ', "\n");
    Kalah::open(setup, &Options::new(Kalah::OPTIONS, &options)).map_err(|error| error.to_string())
}

/// The start position of a size and a rule of capture.
pub(crate) fn start((houses, seeds, empty_capture): (u32, u32, bool)) -> (Kalah, State) {
    open("", &format!("Houses={houses} Seeds={seeds} EmptyCapture={empty_capture}")).unwrap()
}

/// The legal moves; none of a finished game.
pub(crate) fn legal(game: &Kalah, state: &State) -> Vec<Move> {
    if game.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    list(game, |moves| game.moves(state, moves))
}

/// What a function writes into a buffer of the declared size.
pub(crate) fn list(game: &Kalah, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed());
    moves.as_slice().to_vec()
}

/// The position after a move.
pub(crate) fn after(game: &Kalah, state: &State, mv: Move) -> State {
    let mut child = *state;
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text.
pub(crate) fn played(game: &Kalah, state: &State, moves: &str) -> State {
    moves.split_whitespace().fold(*state, |state, text| {
        let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{text} is illegal"));
        after(game, &state, mv)
    })
}

/// A small generator of random numbers, the same at every run.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}

/// Calls `visit` with the positions and moves of random games, the last position with no move.
pub(crate) fn random_games(
    (game, root): &(Kalah, State),
    count: u64,
    visit: &mut dyn FnMut(&Kalah, &State, Option<Move>),
) {
    for seed in 1..=count {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut state = *root;
        loop {
            let moves = legal(game, &state);
            let mv = (!moves.is_empty()).then(|| moves[random.below(moves.len())]);
            visit(game, &state, mv);
            let Some(mv) = mv else { break };
            state = after(game, &state, mv);
        }
    }
}
