//! The laws that every game keeps, in random games.

mod abilities;
mod keys;
mod moves;
mod texts;
mod told;
mod views;

use super::{Random, legal, list, open};
use crate::{Facts, Game, Move, Outcome, Plugin, UTILITY_LIMIT};
use keys::Known;
use std::fmt::Display;
use told::Told;

/// Random games from each setup. In every second one the moves that are not irreversible are preferred, so that
/// positions come back.
const GAMES: u64 = 12;
/// A random game is left after so many plies.
const LONGEST: u32 = 120;
/// The first positions of each setup, ply by ply, that are visited beside the random games.
const FIRST_POSITIONS: usize = 400;

/// Makes sure that a game keeps the laws that searches and clients rely on: in random games from each setup, which
/// comes with options as [`open`] takes them, and in the first positions after it.
///
/// - The game goes on exactly where there are moves. They are different ones, no more than declared, and the game is no
///   longer than declared. `step` answers as the small functions after `play`, whatever was in the child's place.
/// - Heuristic values are smaller in size than a win. In a game with chance all values are within the declared bounds,
///   the outcomes are no more than declared, and their weights are above zero.
/// - The text of a state opens a state with the same text, moves, value and keys. The text of a move is a word that no
///   other move has, and is read as this move; a notation too.
/// - Positions with one key have the same player to move and the same moves; only a counter may end one of them in a
///   draw. No earlier key comes back after an irreversible move. Positions with one symmetric key lead to positions
///   with the same symmetric keys, and so do images.
/// - The ratings of moves depend neither on the order nor on old scores, and those promised to lose do. Noisy moves are
///   legal, in the game's order. A null move gives the turn to the other player, and its position has a text and a
///   key of its own.
/// - A view obeys the rules of views, and each move has a gesture of its own, on the spots of the view.
///
/// # Panics
/// A law is broken. The text says which, and names setup, options and moves.
#[track_caller]
pub fn laws<P: Plugin>(setups: &[(&str, &str)]) {
    for &(setup, options) in setups {
        let (game, root) = open::<P>(setup, options);
        let way = Way { id: P::ID, setup, options, seed: None, line: String::new(), plies: 0 };
        facts(&game, &way);
        let mut known = Known::default();
        first_positions(&game, &root, &way, &mut known);
        for seed in 1..=GAMES {
            random_game(&game, &root, &Way { seed: Some(seed), ..way.clone() }, &mut known);
        }
    }
}

/// How a position was reached.
#[derive(Clone)]
struct Way<'a> {
    id: &'a str,
    setup: &'a str,
    options: &'a str,
    /// The random game, if it is one.
    seed: Option<u64>,
    /// The texts of the moves.
    line: String,
    plies: u32,
}

impl Way<'_> {
    /// Ends the test: a law is broken here.
    #[track_caller]
    fn broken(&self, law: impl Display) -> ! {
        let Self { id, setup, options, seed, line, .. } = self;
        let setup = if setup.is_empty() { "the start position" } else { setup };
        let options = if options.is_empty() { String::new() } else { format!(", options `{}`", options.trim_end()) };
        let line = if line.is_empty() { String::new() } else { format!(", after {line}") };
        let game = seed.map_or_else(String::new, |seed| format!(" (random game {seed})"));
        panic!("{id}: {law}\n  in {setup}{options}{line}{game}")
    }

    #[track_caller]
    fn require(&self, keeps: bool, law: impl FnOnce() -> String) {
        if !keeps {
            self.broken(law());
        }
    }

    /// The way one move further.
    fn after(&self, text: &str) -> Self {
        let line = if self.line.is_empty() { text.to_owned() } else { format!("{} {text}", self.line) };
        Self { line, plies: self.plies + 1, ..self.clone() }
    }
}

#[track_caller]
fn facts<P: Plugin>(game: &P, way: &Way<'_>) {
    let facts = game.facts();
    way.require(facts == game.facts(), || "the declared facts should always be the same".into());
    let win = facts.win;
    way.require((1..=UTILITY_LIMIT).contains(&win), || format!("a win of {win} should be from 1 to {UTILITY_LIMIT}"));
    way.require(facts.max_moves > 0, || "`max_moves` should be at least 1".into());
    way.require(facts.repetition.is_none() || facts.has_key, || "a rule of repetition needs keys".into());
    if let Some(rule) = facts.repetition {
        way.require(rule.times >= 2, || "a position is repeated at its second occurrence at the earliest".into());
    }
    if let Some(chance) = facts.chance {
        let is_sound = chance.low <= chance.high && (1..=facts.max_moves).contains(&chance.max_outcomes);
        way.require(is_sound, || format!("the declaration {chance:?} contradicts itself or the {}", facts.max_moves));
    }
}

/// Visits the first positions, all of one ply before those of the next.
#[track_caller]
fn first_positions<P: Plugin>(game: &P, root: &P::State, way: &Way<'_>, known: &mut Known) {
    let mut found = vec![(root.clone(), way.clone())];
    let mut next = 0;
    while let Some((state, way)) = found.get(next).cloned() {
        next += 1;
        let told = Told::of(game, &state, &way);
        known.visit(game, &state, &told, &way);
        for &mv in &told.moves {
            if found.len() < FIRST_POSITIONS {
                found.push((super::after(game, &state, mv), way.after(&game.format_move(&state, mv))));
            }
        }
    }
}

#[track_caller]
fn random_game<P: Plugin>(game: &P, root: &P::State, way: &Way<'_>, known: &mut Known) {
    let facts = game.facts();
    let seed = way.seed.unwrap_or_default();
    let mut random = Random(seed);
    let (mut state, mut way) = (root.clone(), way.clone());
    let mut path = keys::Path::default();
    let mut could_claim = false;
    loop {
        let told = Told::of(game, &state, &way);
        could_claim |= told.outcome == Outcome::DrawIfClaimed;
        let plies = way.plies + u32::from(told.outcome == Outcome::Ongoing);
        // A game that goes on although a draw could be claimed may be longer than was declared.
        let is_in_time = could_claim || facts.max_plies == Facts::UNBOUNDED || plies <= facts.max_plies;
        way.require(is_in_time, || format!("the game lasts longer than the {} plies declared", facts.max_plies));
        moves::visit(game, &state, &told, &mut random, &way);
        texts::visit(game, &state, &told, &mut random, &way);
        known.visit(game, &state, &told, &way);
        abilities::visit(game, &state, &told, &way);
        views::visit(game, &state, &told, &way);
        let Some(mv) = choose(game, &state, &told.moves, seed.is_multiple_of(2), &mut random) else { return };
        if way.plies >= LONGEST {
            return;
        }
        way = way.after(&game.format_move(&state, mv));
        path.push(told.key, game.is_irreversible(&state, mv));
        game.play(&mut state, mv);
        if facts.has_key && path.is_closed(game.key(&state)) {
            way.broken("an earlier position is reached again after a move that was declared irreversible");
        }
    }
}

fn choose<G: Game>(
    game: &G,
    state: &G::State,
    moves: &[Move],
    prefers_reversible: bool,
    random: &mut Random,
) -> Option<Move> {
    let reversible: Vec<Move> = if prefers_reversible {
        moves.iter().copied().filter(|&mv| !game.is_irreversible(state, mv)).collect()
    } else {
        Vec::new()
    };
    let chosen = if random.below(20) == 0 { None } else { random.choose(&reversible) };
    chosen.or_else(|| random.choose(moves)).copied()
}
