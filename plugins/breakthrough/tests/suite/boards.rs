//! Opened positions and random games.

use breakthrough::{Breakthrough, State};
use plyd_plugin::{Game, Move, Moves, Options, Outcome, Plugin};

/// The board sizes that tests go through, as files and ranks: the usual one, small, narrow, flat ones, one and two
/// rows of pawns.
pub(crate) const SIZES: [(u32, u32); 8] = [(8, 8), (2, 3), (2, 8), (3, 5), (5, 6), (6, 7), (7, 4), (8, 3)];

/// Opens a setup with options written as `Files=5 Ranks=6`.
pub(crate) fn open(setup: &str, options: &str) -> Result<(Breakthrough, State), String> {
    let options = options.replace(' ', "\n");
    Breakthrough::open(setup, &Options::new(Breakthrough::OPTIONS, &options)).map_err(|error| error.to_string())
}

/// The start position of a size.
pub(crate) fn start(files: u32, ranks: u32) -> (Breakthrough, State) {
    open("", &format!("Files={files} Ranks={ranks}")).unwrap()
}

/// The legal moves; none of a finished game.
pub(crate) fn legal(game: &Breakthrough, state: &State) -> Vec<Move> {
    if game.outcome(state) != Outcome::Ongoing {
        return Vec::new();
    }
    list(game, |moves| game.moves(state, moves))
}

/// What a function writes into a buffer of the declared size.
pub(crate) fn list(game: &Breakthrough, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed());
    moves.as_slice().to_vec()
}

/// The position after a move.
pub(crate) fn after(game: &Breakthrough, state: &State, mv: Move) -> State {
    let mut child = *state;
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text.
pub(crate) fn played(game: &Breakthrough, state: &State, moves: &str) -> State {
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
    (game, root): &(Breakthrough, State),
    count: u64,
    visit: &mut dyn FnMut(&Breakthrough, &State, Option<Move>),
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
