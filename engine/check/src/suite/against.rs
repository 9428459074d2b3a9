//! The comparison of two libraries of one game.

use super::library::values_of;
use crate::elsewhere::ChangedTexts;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use crate::words::{outcome_words, turn_words};
use plyd_host::Library;
use plyd_rules::{Facts, Game, Move, Repetition, Turn};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The maximum number of positions compared in the first plies of each opening.
const FIRST_POSITIONS: usize = 500;
/// The maximum number of rounds; each is a random game, and one from a changed setup.
const ROUNDS: usize = 20_000;
/// Their plies.
const LONGEST: u32 = 400;
const CHANGED_GAME: u32 = 16;
/// No more changed setups are looked for if this many open in the first library only.
const MOST_OPENED_BY_ONE: u32 = 10_000;

/// One position in both libraries.
#[derive(Clone)]
struct PositionPair {
    walk: WalkedPosition,
    other: WalkedPosition,
}

/// What was compared.
#[derive(Default)]
struct ComparisonTally {
    positions: u64,
    /// Of these, from changed setups.
    of_changed: u64,
    games: u32,
    changed: u32,
    opened_by_one: u32,
}

/// Two libraries of one game must have the same positions, by their texts, with the same player to move, the same
/// outcome, and the same moves, by theirs. Ids, keys, values, the numbers of moves and their order may differ.
pub(crate) fn against(exam: &mut Examination) -> TestResult {
    let Some(other) = exam.other.clone() else { return exam.skip("there is no library to compare with") };
    let mut compared = ComparisonTally::default();
    let mut starts = Vec::new();
    for opening in openings(&exam.library, &other) {
        exam.doing(opening.finding("opening a setup in both libraries"));
        starts.extend(start(exam, &other, opening)?);
    }
    if starts.is_empty() {
        return Err(Finding::new("no setup opens in both libraries"));
    }
    for pair in &starts {
        first_positions(exam, pair, &mut compared)?;
    }
    let walks: Vec<WalkedPosition> = starts.iter().map(|pair| pair.walk.clone()).collect();
    let mut elsewhere = ChangedTexts::of(&walks)?;
    for round in 0..ROUNDS {
        if round >= starts.len() && !exam.has_time() {
            break;
        }
        let number = round % starts.len();
        let end = play(exam, starts[number].clone(), LONGEST, &mut compared, |text| elsewhere.add(number, text))?;
        compared.games += u32::from(end);
        // Half of the positions come from odd setups.
        let usual = compared.positions - compared.of_changed;
        while compared.of_changed < usual && exam.has_time() {
            let Some(walk) = elsewhere.next(exam)? else { break };
            let opening = for_other(walk.opening(), &other);
            match WalkedPosition::start(&other, opening) {
                Ok(second) if second.is_judged() => {
                    compared.changed += 1;
                    let before = compared.positions;
                    play(exam, PositionPair { walk, other: second }, CHANGED_GAME, &mut compared, |_| ())?;
                    compared.of_changed += compared.positions - before;
                }
                // What is no position of the game need not be refused by both.
                _ if compared.opened_by_one < MOST_OPENED_BY_ONE => compared.opened_by_one += 1,
                _ => break,
            }
        }
    }
    let ComparisonTally { positions, games, changed, opened_by_one, .. } = compared;
    exam.note(format!("{positions} positions are the same, of {games} whole games and {changed} changed setups"));
    if opened_by_one > 0 {
        exam.note(format!("{opened_by_one} changed setups open in the first library only"));
    }
    Ok(())
}

/// The start position, with each value of each option that both declare, and the setups of both libraries' counts.
fn openings(library: &Library, other: &Library) -> Vec<CheckOpening> {
    let mut openings = vec![CheckOpening::default()];
    for option in library.options().iter().filter(|option| option.parameter.is_none()) {
        if other.option(&option.name).is_some_and(|theirs| theirs.kind == option.kind) {
            let values = values_of(option).into_iter().map(|value| vec![(option.name.clone(), value)]);
            openings.extend(values.map(|options| CheckOpening { setup: String::new(), options }));
        }
    }
    for count in library.known_perft().iter().chain(other.known_perft()) {
        openings.push(CheckOpening { setup: count.setup.clone(), options: count.options.clone() });
    }
    let mut different: Vec<CheckOpening> = Vec::new();
    for opening in openings {
        if !different.contains(&opening) {
            different.push(opening);
        }
    }
    different
}

/// An opening without the options that the other library does not have.
fn for_other(opening: &CheckOpening, other: &Library) -> CheckOpening {
    let mut opening = opening.clone();
    opening.options.retain(|(name, _)| other.option(name).is_some());
    opening
}

/// The position of an opening in both; `None` if both refuse it.
fn start(exam: &Examination, other: &Arc<Library>, opening: CheckOpening) -> Result<Option<PositionPair>, Finding> {
    let theirs = for_other(&opening, other);
    match (WalkedPosition::start(&exam.library, opening.clone()), WalkedPosition::start(other, theirs)) {
        (Ok(walk), Ok(other)) => Ok(Some(PositionPair { walk, other })),
        (Err(_), Err(_)) => Ok(None),
        (Ok(_), Err(fault)) => Err(opening.finding(format!("only the second library refuses it: {}", fault.what))),
        (Err(fault), Ok(_)) => Err(opening.finding(format!("only the first library refuses it: {}", fault.what))),
    }
}

/// Compares the first positions after an opening, breadth first.
fn first_positions(exam: &mut Examination, start: &PositionPair, compared: &mut ComparisonTally) -> TestResult {
    let mut found = vec![start.clone()];
    let mut next = 0;
    while next < found.len() && (next == 0 || exam.has_time()) {
        let pair = found[next].clone();
        next += 1;
        let moves = look(exam, &pair, compared)?;
        for &(mv, theirs) in moves.iter().take(FIRST_POSITIONS.saturating_sub(found.len())) {
            found.push(pair.after(mv, theirs)?);
        }
    }
    Ok(())
}

/// Plays a random game in both. Whether it came to its end.
fn play(
    exam: &mut Examination,
    mut pair: PositionPair,
    plies: u32,
    compared: &mut ComparisonTally,
    mut keep: impl FnMut(String),
) -> Result<bool, Finding> {
    let is_changed = plies == CHANGED_GAME;
    for ply in 0..plies {
        if is_changed && !(pair.walk.is_judged() && pair.other.is_judged()) {
            return Ok(false);
        }
        let moves = look(exam, &pair, compared)?;
        if ply % 8 == 7 {
            keep(pair.walk.text()?);
        }
        let Some(&(mv, theirs)) = exam.random.choose(&moves) else { return Ok(true) };
        pair = pair.after(mv, theirs)?;
        if ply >= 8 && !exam.has_time() {
            return Ok(false);
        }
    }
    Ok(false)
}

/// Compares a position, and returns its moves in both. A difference comes with the shortest way to it that is found.
fn look(
    exam: &mut Examination,
    pair: &PositionPair,
    compared: &mut ComparisonTally,
) -> Result<Vec<(Move, Move)>, Finding> {
    exam.doing(pair.walk.finding_unasked("comparing the position after these moves in both libraries"));
    compared.positions += 1;
    let fault = match pair.compare() {
        Ok(moves) => return Ok(moves),
        Err(fault) => fault,
    };
    let Some(other) = exam.other.clone() else { return Err(fault) };
    let found = exam.shortest(&pair.walk, |_, walk| PositionPair::of(walk, &other)?.compare().map(|_| ()));
    Err(found.err().unwrap_or(fault))
}

impl PositionPair {
    /// The same position by the same way in the other library.
    fn of(walk: &WalkedPosition, other: &Arc<Library>) -> Result<Self, Finding> {
        let mut second = WalkedPosition::start(other, for_other(walk.opening(), other))?;
        for text in walk.finding_unasked("").moves.split_whitespace() {
            let moves = texts(&second, &second.view()?)?;
            let Some(&mv) = moves.get(text) else {
                return Err(walk.finding(format!("on the way the move `{text}` is legal in the first library only")));
            };
            second.play(mv)?;
        }
        Ok(Self { walk: walk.clone(), other: second })
    }

    fn after(&self, mv: Move, theirs: Move) -> Result<Self, Finding> {
        let mut pair = self.clone();
        pair.walk.play(mv)?;
        pair.other.play(theirs).map_err(|fault| self.of_second(&fault))?;
        Ok(pair)
    }

    /// What the second library does wrong, reported at the position in the first.
    fn of_second(&self, fault: &Finding) -> Finding {
        self.walk.finding_unasked(format!("the second library: {}", fault.what))
    }

    /// The moves of the position in both.
    fn compare(&self) -> Result<Vec<(Move, Move)>, Finding> {
        let Self { walk, other } = self;
        let second = |fault: Finding| self.of_second(&fault);
        let (view, their_view) = (walk.view()?, other.view().map_err(second)?);
        let (text, theirs) = (walk.text()?, other.text().map_err(second)?);
        let (moves, their_moves) = (texts(walk, &view)?, texts(other, &their_view).map_err(second)?);
        let differ = |what: &str, one: &str, two: &str| {
            Err(walk.finding(format!("the libraries differ in the {what}: {one}, but {two}")))
        };
        if view.turn != their_view.turn && view.outcome.has_moves() {
            return differ("player to move", turn_words(view.turn), turn_words(their_view.turn));
        }
        if view.outcome != their_view.outcome {
            return differ("outcome", &outcome_words(view.outcome), &outcome_words(their_view.outcome));
        }
        let only = |these: &BTreeMap<String, Move>, those: &BTreeMap<String, Move>| {
            let names: Vec<String> = these.keys().filter(|text| !those.contains_key(*text)).cloned().collect();
            let more = names.len().saturating_sub(SHOWN);
            let shown = names.iter().take(SHOWN).map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
            match more {
                _ if names.is_empty() => None,
                0 => Some(shown),
                _ => Some(format!("{shown} and {more} more")),
            }
        };
        let (ours, their_own) = (only(&moves, &their_moves), only(&their_moves, &moves));
        if ours.is_some() || their_own.is_some() {
            let named = |names: Option<String>, which| names.map(|names| format!("{names} only in the {which}"));
            let parts: Vec<String> = named(ours, "first").into_iter().chain(named(their_own, "second")).collect();
            return Err(walk.finding(format!("the libraries differ in the moves: {}", parts.join("; "))));
        }
        if text != theirs {
            return differ("text of the position", &format!("`{text}`"), &format!("`{theirs}`"));
        }
        let rule = |facts: Facts| facts.repetition.map(|Repetition { times, verdict, key, .. }| (times, verdict, key));
        let (rules, their_rules) = (rule(walk.game.facts()), rule(other.game.facts()));
        if rules != their_rules {
            return differ("rule of repetition", &format!("{rules:?}"), &format!("{their_rules:?}"));
        }
        let pairs: Vec<(Move, Move)> = moves.iter().map(|(text, &mv)| (mv, their_moves[text])).collect();
        if view.turn == Turn::Chance && view.is_ongoing() {
            self.chances(&pairs)?;
        }
        Ok(pairs)
    }

    /// Compares how likely outcomes are.
    fn chances(&self, pairs: &[(Move, Move)]) -> TestResult {
        let (ours, theirs): (Vec<Move>, Vec<Move>) = pairs.iter().copied().unzip();
        let of = |walk: &WalkedPosition, outcomes: &[Move]| walk.game.weights_of(&walk.state, outcomes);
        let ours = of(&self.walk, &ours).map_err(|fault| self.walk.finding(fault.to_string()))?;
        let theirs = of(&self.other, &theirs).map_err(|fault| self.of_second(&Finding::new(fault.to_string())))?;
        let sum = |weights: &[u32]| weights.iter().map(|&weight| u128::from(weight)).sum::<u128>();
        let (all, all_theirs) = (sum(&ours), sum(&theirs));
        for (&(mv, _), (&one, &two)) in pairs.iter().zip(ours.iter().zip(&theirs)) {
            if u128::from(one) * all_theirs != u128::from(two) * all {
                let name = self.walk.name(mv);
                let what =
                    format!("the libraries differ in the chance of {name}: {one} of {all}, but {two} of {all_theirs}");
                return Err(self.walk.finding(what));
            }
        }
        Ok(())
    }
}

/// The maximum number of moves named that only one of the libraries has.
const SHOWN: usize = 5;

/// The moves of a position by their texts.
fn texts(walk: &WalkedPosition, view: &LibraryView) -> Result<BTreeMap<String, Move>, Finding> {
    view.moves.iter().map(|&mv| Ok((walk.move_text(mv)?, mv))).collect()
}
