//! Laws of moves, steps, values and chance.

use super::{Random, Told, Way};
use crate::{Chance, Move, Moves, Outcome, Plugin, Step, Turn, UTILITY_LIMIT, Want};

/// So many moves of each position are played by `step`.
const STEPS: usize = 3;

#[track_caller]
pub(super) fn visit<P: Plugin>(game: &P, state: &P::State, told: &Told, random: &mut Random, way: &Way<'_>) {
    worth(game, told, way);
    match (told.turn, game.facts().chance) {
        (Turn::Chance, None) => way.broken("it is the turn of chance, but the game declares no chance"),
        (Turn::Chance, Some(chance)) => weights(game, state, told, chance, way),
        _ => {}
    }
    if told.outcome == Outcome::Ongoing {
        leaves(game, state, random, way);
    }
    for _ in 0..STEPS {
        if let Some(&mv) = random.choose(&told.moves) {
            step(game, state, told, mv, &way.after(&game.format_move(state, mv)));
        }
    }
}

#[track_caller]
fn worth<P: Plugin>(game: &P, told: &Told, way: &Way<'_>) {
    let facts = game.facts();
    if let Some(value) = told.value {
        way.require(value.unsigned_abs() < facts.win.unsigned_abs(), || {
            format!("the heuristic value {value} should be smaller in size than a win, {}", facts.win)
        });
    }
    let worth = match told.outcome {
        Outcome::Ongoing => told.value,
        Outcome::Unknown => None,
        outcome => Some(Step::new(outcome, told.turn).worth(facts.win)),
    };
    let Some(worth) = worth else { return };
    way.require(worth.unsigned_abs() <= UTILITY_LIMIT.unsigned_abs(), || {
        format!("the utility {worth} should be at most {UTILITY_LIMIT} in size")
    });
    if let Some(Chance { low, high, .. }) = facts.chance {
        way.require((low..=high).contains(&worth), || {
            format!("the value {worth} should be within the declared bounds, {low} to {high}")
        });
    }
}

/// `leaves` is what the moves lead to.
#[track_caller]
fn leaves<P: Plugin>(game: &P, state: &P::State, random: &mut Random, way: &Way<'_>) {
    let Some(leaves) = game.leaves(state) else { return };
    let (branching, height) = (leaves.branching, leaves.height);
    way.require(branching > 0 && height > 0, || {
        format!("`leaves` tells of {branching} moves and {height} plies, but there is at least one of each")
    });
    for _ in 0..STEPS {
        let (mut here, mut number, mut path) = (state.clone(), 0, String::new());
        for _ in 0..height {
            let mut room = vec![Move(0); game.facts().max_moves as usize];
            let mut moves = Moves::new(&mut room);
            let outcome = game.outcome(&here);
            way.require(outcome == Outcome::Ongoing, || {
                format!("the moves{path} lead to {outcome:?}, but `leaves` begin {height} plies below")
            });
            game.moves(&here, &mut moves);
            let count = moves.len();
            way.require(count == branching as usize, || {
                format!("there are {count} moves after{path}, but `leaves` tells of {branching}")
            });
            let child = random.below(u64::from(branching)) as u32;
            let (mover, mv) = (game.turn(&here), moves.as_slice()[child as usize]);
            path = format!("{path} `{}`", game.format_move(&here, mv));
            here = super::super::after(game, &here, mv);
            let turn = game.turn(&here);
            way.require(mover.player().map(|player| player.other().into()) == Some(turn), || {
                format!("it is the turn of {turn:?} after{path}, but below `leaves` the players take turns")
            });
            number = number * branching + child;
        }
        let (outcome, value) = (game.outcome(&here), (leaves.value)(number));
        way.require(outcome == Outcome::Utility(value), || {
            format!("the moves{path} lead to {outcome:?}, but `leaves` has the value {value} there")
        });
    }
}

#[track_caller]
fn weights<P: Plugin>(game: &P, state: &P::State, told: &Told, chance: Chance, way: &Way<'_>) {
    let (count, most) = (told.moves.len(), chance.max_outcomes);
    way.require(count <= most as usize, || format!("there are {count} outcomes, but at most {most} were declared"));
    let weights = |old: u32| {
        let mut weights = vec![old; count];
        game.weights(state, &told.moves, &mut weights);
        weights
    };
    let (first, second) = (weights(0), weights(u32::MAX));
    way.require(first == second, || "the weights should all be set, the same at every call".into());
    if let Some(place) = first.iter().position(|weight| *weight == 0) {
        let text = game.format_move(state, told.moves[place]);
        way.broken(format!("the outcome `{text}` has the weight 0: leave out what cannot happen"));
    }
}

/// `step` is what playing the move and asking about the child gives, with any old content of the child's place.
#[track_caller]
fn step<P: Plugin>(game: &P, state: &P::State, before: &Told, mv: Move, way: &Way<'_>) {
    let played = super::super::after(game, state, mv);
    let (told, text) = (Told::of(game, &played, way), game.format_state(&played));
    for old in [state, &played] {
        let mut child = old.clone();
        let is_irreversible = stepped(game, state, mv, &mut child, &told, way);
        way.require(is_irreversible == game.is_irreversible(state, mv), || {
            "`step` and `is_irreversible` do not agree whether the move is irreversible".into()
        });
        let now = game.format_state(&child);
        way.require(now == text, || format!("`play` leads to `{text}`, but `step` to `{now}`"));
    }
    if let Some(difference) = before.difference(&Told::of(game, state, way)) {
        way.broken(format!("playing a move changed the position it was played from: {difference}"));
    }
}

/// Asks `step` for everything that the game has, and compares; whether the move is said to be irreversible.
#[track_caller]
fn stepped<P: Plugin>(game: &P, state: &P::State, mv: Move, child: &mut P::State, told: &Told, way: &Way<'_>) -> bool {
    let facts = game.facts();
    let mut room = vec![Move(0); facts.max_moves as usize];
    let mut moves = Moves::new(&mut room);
    let step = game.step(state, mv, child, Want::MOVES.and(Want::VALUE).and(Want::KEY), &mut moves);
    if told.outcome == Outcome::Unknown {
        way.require(step.is_error(), || "`step` has an answer where the outcome is unknown".into());
        return game.is_irreversible(state, mv);
    }
    way.require(!step.is_error(), || format!("`step` fails: {}", game.last_error(child)));
    let answer = Told {
        outcome: step.outcome(),
        turn: step.turn(),
        moves: if step.outcome().has_moves() { moves.as_slice().to_vec() } else { Vec::new() },
        value: step.is_ongoing().then(|| step.value()),
        key: facts.has_key.then_some(step.key),
        ..told.clone()
    };
    if let Some(difference) = told.difference(&answer) {
        way.broken(format!("`step` answers otherwise than the functions after `play`: {difference}"));
    }
    for (want, expected) in [(Want::SYMMETRIC_KEY, told.symmetric_key), (Want::BOARD_KEY, told.board_key)] {
        let Some(expected) = expected else { continue };
        let key = game.examine(child, want, &mut Moves::new(&mut [])).key;
        way.require(key == expected, || format!("`examine` gives the key {key:#x}, its function {expected:#x}"));
    }
    step.is_irreversible()
}
