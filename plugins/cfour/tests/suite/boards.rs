//! Opened positions and random games.

use cfour::{ConnectFour, State};
use plyd_plugin::{Game, Move, Moves, Options, Outcome, Plugin};

/// The board sizes that tests go through, as files and ranks: the usual one, small, flat, high, and 64 bits wide ones.
pub(crate) const SIZES: [(u32, u32); 7] = [(7, 6), (4, 4), (5, 4), (12, 4), (4, 15), (8, 7), (6, 9)];

/// Opens a setup with options written as `Files=8 Ranks=7`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(ConnectFour, State), String> {
    let options = options.replace(' ', "\n");
    ConnectFour::open(setup, &Options::new(ConnectFour::OPTIONS, &options)).map_err(|error| error.to_string())
}

/// The empty board of a size.
pub(crate) fn empty(files: u32, ranks: u32) -> (ConnectFour, State) {
    open("", &format!("Files={files} Ranks={ranks}")).unwrap()
}

/// The legal moves; none of a finished game.
pub(crate) fn legal(game: &ConnectFour, state: &State) -> Vec<Move> {
    if game.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    list(game, |moves| game.moves(state, moves))
}

/// What a function writes into a buffer of the declared size.
pub(crate) fn list(game: &ConnectFour, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed());
    moves.as_slice().to_vec()
}

/// The position after a move.
pub(crate) fn after(game: &ConnectFour, state: &State, mv: Move) -> State {
    let mut child = *state;
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text.
pub(crate) fn played(game: &ConnectFour, state: &State, moves: &str) -> State {
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
    (game, root): &(ConnectFour, State),
    count: u64,
    visit: &mut dyn FnMut(&ConnectFour, &State, Option<Move>),
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
