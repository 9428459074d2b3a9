//! The laws that every game keeps, in random games.

mod abilities;
mod features;
mod keys;
mod moves;
mod texts;
mod told;
mod views;

use super::{Random, legal, list, open, try_open};
use crate::{Facts, Game, Move, Outcome, Plugin, UTILITY_LIMIT};
use keys::Known;
use std::fmt::Display;
use told::Told;

/// Random games from each setup. In every second one the moves that are not irreversible are preferred, so that
/// positions come back.
const GAMES: u64 = 12;
/// The number of plies after which a random game is abandoned.
const LONGEST: u32 = 120;
/// The first positions of each setup, ply by ply, that are visited beside the random games.
const FIRST_POSITIONS: usize = 400;

/// Makes sure that a game keeps the laws that searches and clients rely on: in random games from each setup, which
/// comes with options as [`open`] takes them, and in the first positions after it.
///
/// - The game goes on if and only if there are moves. They are all different, no more than declared, and the game is no
///   longer than declared. `step` gives the same answers as the small functions after `play`, whatever state was in the
///   child's place before.
/// - Heuristic values are smaller in size than a win. In a game with chance all values are within the declared bounds,
///   the outcomes are no more than declared, and their weights are above zero.
/// - The text of a state opens a state with the same text, moves, value and keys. The text of a move is a word that no
///   other move has, and is read as this move; a notation too. A finished position reads no text as a move.
/// - Positions with one key have the same player to move and the same moves; only a counter may end one of them in a
///   draw, where `plies_left` is 0. A move takes one of these plies at most, and the game goes on while some are left.
///   No earlier key comes back after an irreversible move, and under a rule that compares boards no earlier key of a
///   board. Positions with one symmetric key lead to positions with the same symmetric keys, and so do images.
/// - The ratings of moves depend neither on the order nor on old scores, and those promised to lose do. Noisy moves are
///   legal, in the game's order. A null move gives the turn to the other player, and its position has a text and a
///   key of its own. A random game of the game's own is the same for the same seed, its moves are legal, and it ends as
///   they end it. A player who cannot win any more does not win, nor can again.
/// - Inputs are within the declared number and the same at every call, seen by the player to move, and each symmetry is
///   a permutation of them.
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

/// Makes sure that the same laws hold in the position of a setup, and in every position of a line of moves from it.
/// Setup and moves may be any text, for example what a client has sent; the line ends at the first word that is not a
/// move there.
///
/// Beside the laws: a refusal says something, in one line, and what is read as a move is legal.
///
/// # Errors
/// The game's error about a setup that it refuses.
///
/// # Panics
/// A law is broken. The text says which, and names setup, options and moves.
#[track_caller]
pub fn laws_of_line<'a, P: Plugin>(
    setup: &str,
    options: &str,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<(), String> {
    let way = Way { id: P::ID, setup, options, seed: None, line: String::new(), plies: 0 };
    let (game, root) = try_open::<P>(setup, options).inspect_err(|error| {
        way.require(!error.trim().is_empty() && !error.contains(['\n', '\r']), || {
            format!("a refusal should say in one line what is wrong, but is {error:?}")
        });
    })?;
    facts(&game, &way);
    let (mut walk, mut known) = (Walk::new(&game, &root, &way, 0), Known::default());
    let mut told = walk.visit(&mut known);
    for text in moves {
        let Some(mv) = read_move(&game, &walk, &told, text) else { break };
        walk.play(mv, &told);
        told = walk.visit(&mut known);
    }
    Ok(())
}

/// The move that a text of a client names, if there is one.
#[track_caller]
fn read_move<P: Plugin>(game: &P, walk: &Walk<'_, P>, told: &Told, text: &str) -> Option<Move> {
    if told.moves.is_empty() {
        return None;
    }
    let notated = if P::HAS_NOTATION { game.read_notation(&walk.state, text) } else { None };
    let named = game.parse_move(&walk.state, text);
    for mv in named.into_iter().chain(notated) {
        walk.way
            .require(told.moves.contains(&mv), || format!("{text:?} is read as the move {}, which is not legal", mv.0));
    }
    named.or(notated)
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

    /// The way after one more move.
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
    features::declared(game, way);
    if let Some(rule) = facts.repetition {
        way.require(rule.times >= 2, || "a position is repeated at its second occurrence at the earliest".into());
    }
    if let Some(chance) = facts.chance {
        let is_sound = chance.low <= chance.high && (1..=facts.max_moves).contains(&chance.max_outcomes);
        way.require(is_sound, || format!("the declaration {chance:?} contradicts itself or the {}", facts.max_moves));
    }
}

/// Visits the first positions, ply by ply.
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
    let seed = way.seed.unwrap_or_default();
    let mut walk = Walk::new(game, root, way, seed);
    loop {
        let told = walk.visit(known);
        let mv = choose(game, &walk.state, &told.moves, seed.is_multiple_of(2), &mut walk.random);
        let Some(mv) = mv.filter(|_| walk.way.plies < LONGEST) else { return };
        walk.play(mv, &told);
    }
}

/// A line of moves, whose positions are visited.
struct Walk<'a, P: Plugin> {
    game: &'a P,
    state: P::State,
    way: Way<'a>,
    random: Random,
    path: keys::Path,
    could_claim: bool,
    /// The position before, with its moves.
    before: Option<(P::State, Vec<Move>)>,
}

impl<'a, P: Plugin> Walk<'a, P> {
    fn new(game: &'a P, root: &P::State, way: &Way<'a>, seed: u64) -> Self {
        let (state, way) = (root.clone(), way.clone());
        Self { game, state, way, random: Random(seed), path: keys::Path::default(), could_claim: false, before: None }
    }

    /// Checks the laws in this position.
    #[track_caller]
    fn visit(&mut self, known: &mut Known) -> Told {
        let Self { game, state, way, random, path, before, .. } = self;
        let (game, facts, told) = (*game, game.facts(), Told::of(*game, state, way));
        way.require(!told.compared_key().is_some_and(|key| path.is_closed(key)), || {
            let what = if told.board_key.is_some() { "board" } else { "position" };
            format!("an earlier {what} is reached again after a move that was declared irreversible")
        });
        self.could_claim |= told.outcome == Outcome::DrawIfClaimed;
        let plies = way.plies + u32::from(told.outcome == Outcome::Ongoing);
        // A game that goes on although a draw could be claimed may be longer than was declared.
        let is_in_time = self.could_claim || facts.max_plies == Facts::UNBOUNDED || plies <= facts.max_plies;
        way.require(is_in_time, || format!("the game lasts longer than the {} plies declared", facts.max_plies));
        moves::visit(game, state, &told, random, way);
        texts::visit(game, state, &told, random, way);
        if let Some((before, moves)) = before.as_ref().filter(|_| !told.outcome.has_moves()) {
            texts::finished(game, before, moves, state, way);
        }
        known.visit(game, state, &told, way);
        abilities::visit(game, state, &told, way);
        features::visit(game, state, &told, way);
        views::visit(game, state, &told, way);
        told
    }

    /// Goes on by a legal move.
    #[track_caller]
    fn play(&mut self, mv: Move, told: &Told) {
        let Self { game, state, way, path, before, .. } = self;
        *before = Some((state.clone(), told.moves.clone()));
        *way = way.after(&game.format_move(state, mv));
        path.push(told.compared_key(), game.is_irreversible(state, mv));
        game.play(state, mv);
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
