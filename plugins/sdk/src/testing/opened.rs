//! Opened setups, moves, and random games.

use super::Random;
use crate::{Game, Move, Moves, Options, Outcome, Plugin};

/// Opens a setup with options, as [`open`] takes them.
///
/// # Errors
/// The game's error about a setup that it refuses.
pub fn try_open<P: Plugin>(setup: &str, options: &str) -> Result<(P, P::State), String> {
    P::open(setup, &Options::new(P::OPTIONS, &option_lines(options))).map_err(|error| error.to_string())
}

/// Opens a setup. The options are lines `name=value`, or `Files=5 Ranks=6` on one line.
///
/// # Panics
/// The game refuses it.
#[track_caller]
#[must_use]
pub fn open<P: Plugin>(setup: &str, options: &str) -> (P, P::State) {
    try_open(setup, options).unwrap_or_else(|error| {
        panic!("{} refuses the setup `{setup}` with the options `{options}`: {error}", P::ID);
    })
}

/// Options on one line as lines. A name may have blanks: the words before the one with `=` belong to it.
fn option_lines(options: &str) -> String {
    if options.contains('\n') {
        return options.to_owned();
    }
    let mut lines = String::new();
    for word in options.split_whitespace() {
        lines.push_str(word);
        lines.push(if word.contains('=') { '\n' } else { ' ' });
    }
    lines
}

/// The legal moves, or the outcomes of a chance state; none if the game has ended.
///
/// # Panics
/// There are more than were declared, or none although the game goes on.
#[track_caller]
pub fn legal<G: Game>(game: &G, state: &G::State) -> Vec<Move> {
    if !game.outcome(state).has_moves() {
        return Vec::new();
    }
    let moves = list(game, |moves| game.moves(state, moves));
    assert!(!moves.is_empty(), "the game goes on, but there is no legal move");
    moves
}

/// The texts of the legal moves, in their order.
///
/// # Panics
/// As [`legal`].
#[track_caller]
pub fn move_texts<P: Plugin>(game: &P, state: &P::State) -> Vec<String> {
    legal(game, state).into_iter().map(|mv| game.format_move(state, mv)).collect()
}

/// The moves that a function writes into a buffer of the declared size.
///
/// # Panics
/// It writes more.
#[track_caller]
pub fn list<G: Game>(game: &G, write: impl FnOnce(&mut Moves<'_>)) -> Vec<Move> {
    let declared = game.facts().max_moves;
    let mut room = vec![Move(0); declared as usize];
    let mut moves = Moves::new(&mut room);
    write(&mut moves);
    assert!(!moves.overflowed(), "there are more moves than the {declared} that were declared");
    moves.as_slice().to_vec()
}

/// The position after a move.
#[must_use]
pub fn after<G: Game>(game: &G, state: &G::State, mv: Move) -> G::State {
    let mut child = state.clone();
    game.play(&mut child, mv);
    child
}

/// The position after moves given as text, with blanks between them.
///
/// # Panics
/// One of them is not legal.
#[track_caller]
pub fn played<P: Plugin>(game: &P, state: &P::State, moves: &str) -> P::State {
    let mut state = state.clone();
    for text in moves.split_whitespace() {
        let found = if game.outcome(&state).has_moves() { game.parse_move(&state, text) } else { None };
        let mv = found.unwrap_or_else(|| {
            let (position, legal) = (game.format_state(&state), move_texts(game, &state).join(" "));
            panic!("`{text}` of `{moves}` is illegal in `{position}`; legal are: {legal}")
        });
        game.play(&mut state, mv);
    }
    state
}

/// Makes sure that a setup is refused with this text.
///
/// # Panics
/// It is accepted, or refused with another text.
#[track_caller]
pub fn check_refusal<P: Plugin>(setup: &str, error: &str) {
    let opened = try_open::<P>(setup, "").map(|(game, state)| game.format_state(&state));
    assert_eq!(opened, Err(error.to_string()), "{setup}");
}

/// Calls `visit` with the positions and moves of random games, the last position of each with no move. It plays games
/// to their end, so the rules have to end them. A draw that can be claimed is an end.
pub fn random_games<G: Game>(
    (game, root): &(G, G::State),
    count: u64,
    mut visit: impl FnMut(&G, &G::State, Option<Move>),
) {
    for seed in 1..=count {
        let mut random = Random(seed);
        let mut state = root.clone();
        loop {
            let is_over = game.outcome(&state) != Outcome::Ongoing;
            let mv = if is_over { None } else { random.choose(&legal(game, &state)).copied() };
            visit(game, &state, mv);
            let Some(mv) = mv else { break };
            game.play(&mut state, mv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_one_line_may_have_names_of_several_words() {
        assert_eq!(option_lines("Files=5 Ranks=6"), "Files=5\nRanks=6\n");
        assert_eq!(option_lines("Black First=true Files=5"), "Black First=true\nFiles=5\n");
        assert_eq!(option_lines("Rule=a b\n"), "Rule=a b\n");
        assert_eq!(option_lines(""), "");
    }
}
