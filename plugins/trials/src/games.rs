//! Opened positions, moves, and random games.

use plyd_plugin::{Game, Move, Moves, Options, Plugin};

/// Opens a setup with options written as `Files=5 Ranks=6`.
///
/// # Errors
/// The game's error about a setup that it refuses.
pub fn open<P: Plugin>(setup: &str, options: &str) -> Result<(P, P::State), String> {
    let options = options.replace(' ', "\n");
    P::open(setup, &Options::new(P::OPTIONS, &options)).map_err(|error| error.to_string())
}

/// The legal moves; none in a position where the game has ended.
pub fn legal<G: Game>(game: &G, state: &G::State) -> Vec<Move> {
    if !game.outcome(state).has_moves() {
        return Vec::new();
    }
    list(game, |moves| game.moves(state, moves))
}

/// The texts of the legal moves, in their order.
pub fn move_texts<P: Plugin>(game: &P, state: &P::State) -> Vec<String> {
    legal(game, state).into_iter().map(|mv| game.format_move(state, mv)).collect()
}

/// The text that a function writes into a buffer of the declared size.
///
/// # Panics
/// It writes more.
pub fn list<G: Game>(game: &G, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let mut room = vec![Move(0); game.facts().max_moves as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed(), "more moves than were declared");
    moves.as_slice().to_vec()
}

/// The position after a move.
pub fn after<G: Game>(game: &G, state: &G::State, mv: Move) -> G::State {
    let mut child = state.clone();
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text.
///
/// # Panics
/// One of them is not legal.
pub fn played<P: Plugin>(game: &P, state: &P::State, moves: &str) -> P::State {
    moves.split_whitespace().fold(state.clone(), |state, text| {
        let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{text} is illegal"));
        after(game, &state, mv)
    })
}

/// A small generator of random numbers, the same at every run (G. Marsaglia's xorshift). The seed is not 0.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % end
    }
}

/// Another generator, SplitMix64, for which any number is a good seed: the seed in a failure message repeats the case.
#[derive(Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }
}

/// Calls `visit` with the positions and moves of random games, the last position with no move.
pub fn random_games<G: Game>(
    (game, root): &(G, G::State),
    count: u64,
    mut visit: impl FnMut(&G, &G::State, Option<Move>),
) {
    for seed in 1..=count {
        let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let mut state = root.clone();
        loop {
            let moves = legal(game, &state);
            let mv = (!moves.is_empty()).then(|| moves[random.below(moves.len())]);
            visit(game, &state, mv);
            let Some(mv) = mv else { break };
            state = after(game, &state, mv);
        }
    }
}
