//! Opened positions and random games.

use flipello::{Flipello, State};
use plyd_plugin::{Game, Move, Moves, Options, Outcome, Plugin};

/// The board sizes.
pub(crate) const SIZES: [u32; 3] = [4, 6, 8];

/// Opens a setup with options written as `Size=6 DiscDifference=true`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Flipello, State), String> {
    let options = options.replace(' ', "\n");
    Flipello::open(setup, &Options::new(Flipello::OPTIONS, &options)).map_err(|error| error.to_string())
}

/// The start position of a size.
pub(crate) fn start(size: u32) -> (Flipello, State) {
    open("", &format!("Size={size}")).unwrap()
}

/// The legal moves; none of a finished game.
pub(crate) fn legal(game: &Flipello, state: &State) -> Vec<Move> {
    if game.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    list(game, |moves| game.moves(state, moves))
}

/// What a function writes into a buffer of the declared size.
pub(crate) fn list(game: &Flipello, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed());
    moves.as_slice().to_vec()
}

/// The position after a move.
pub(crate) fn after(game: &Flipello, state: &State, mv: Move) -> State {
    let mut child = *state;
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text.
pub(crate) fn played(game: &Flipello, state: &State, moves: &str) -> State {
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
    (game, root): &(Flipello, State),
    count: u64,
    visit: &mut dyn FnMut(&Flipello, &State, Option<Move>),
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
