//! Tests of the numbers of a heuristic.

use super::needless::NO_PARAMETERS;
use crate::examination::{Examination, TestResult};
use crate::report::Finding;
use crate::walk::{LibraryView, WalkedPosition};
use plyd_host::probe::Probe;
use plyd_host::{GameOption, GameOptionKind, Library, OpenError};
use plyd_rules::{Chance, Facts, Game, Move};
use std::collections::VecDeque;
use std::sync::Arc;

/// The number of the first positions of an opening that a round compares, ply by ply, before a random game.
const FIRST_POSITIONS: usize = 300;
/// The most plies of the random game.
const PLIES: u32 = 120;
/// The maximum number of rounds in addition to those that give each value once.
const ROUNDS: usize = 200;

/// With each parameter at each end of its range, and with all of them there, a game must be the same but for what
/// positions are worth: the same first positions, so that its counts of leaves are the same, and the same random games.
pub(crate) fn parameters(exam: &mut Examination) -> TestResult {
    let library = exam.library.clone();
    let parameters: Vec<_> = library.options().iter().filter_map(ParameterRange::of).collect();
    if parameters.is_empty() {
        return exam.skip(NO_PARAMETERS);
    }
    let sets = sets(&parameters);
    let mut changed = vec![false; sets.len()];
    let openings = exam.openings()?;
    let (mut positions, mut round) = (0, 0);
    while round < sets.len() || round < sets.len() + ROUNDS && exam.has_time() {
        let (number, opening) = (round % sets.len(), &openings[round / sets.len() % openings.len()]);
        round += 1;
        let other = opened(exam, &library, opening, &sets[number])?;
        let walk = opening.clone();
        let mut pair = ParameterPair { walk, other, positions: 0, is_changed: false };
        pair.first_positions()?;
        pair.random_game(exam)?;
        positions += pair.positions;
        changed[number] |= pair.is_changed;
    }
    exam.note(format!("{positions} positions, with {} sets of values", sets.len()));
    for (parameter, both) in parameters.iter().zip(changed.chunks(2)) {
        if !both.contains(&true) {
            exam.note(format!("{} changed the value of none of these positions", parameter.name));
        }
    }
    Ok(())
}

/// The values of a parameter.
struct ParameterRange {
    name: String,
    ends: [i64; 2],
}

impl ParameterRange {
    fn of(option: &GameOption) -> Option<Self> {
        match option.kind {
            GameOptionKind::Spin { min, max, .. } if option.is_parameter() => {
                Some(Self { name: option.name.clone(), ends: [min, max] })
            }
            _ => None,
        }
    }

    fn at(&self, end: usize) -> (String, String) {
        (self.name.clone(), self.ends[end].to_string())
    }
}

/// Each parameter at its ends, two sets for each, and if there are several all of them there.
fn sets(parameters: &[ParameterRange]) -> Vec<Vec<(String, String)>> {
    let alone = parameters.iter().flat_map(|parameter| [0, 1].map(|end| vec![parameter.at(end)]));
    let together = [0, 1].map(|end| parameters.iter().map(|parameter| parameter.at(end)).collect());
    alone.chain(together).take(if parameters.len() > 1 { usize::MAX } else { 2 }).collect()
}

/// The same opening with these parameters.
fn opened(
    exam: &mut Examination,
    library: &Arc<Library>,
    walk: &WalkedPosition,
    set: &[(String, String)],
) -> Result<WalkedPosition, Finding> {
    let mut opening = walk.opening().clone();
    opening.options.extend_from_slice(set);
    exam.doing(opening.finding("opening the setup"));
    match opening.open(library) {
        Ok(_) => WalkedPosition::start(library, opening),
        Err(OpenError::Refused(reason)) => Err(opening
            .finding(format!("the setup opens without these numbers of the heuristic, but not with them: {reason}"))),
        Err(error) => Err(opening.finding(error.to_string())),
    }
}

/// One game in two instances: with the parameters at their defaults, and with others.
#[derive(Clone)]
struct ParameterPair {
    walk: WalkedPosition,
    other: WalkedPosition,
    /// How many positions were compared.
    positions: u32,
    /// Whether one of them was worth something else.
    is_changed: bool,
}

impl ParameterPair {
    fn first_positions(&mut self) -> TestResult {
        self.facts()?;
        let mut waiting = VecDeque::from([(self.walk.clone(), self.other.clone())]);
        for _ in 0..FIRST_POSITIONS {
            let Some((walk, other)) = waiting.pop_front() else { break };
            let mut pair = Self { walk, other, ..self.clone() };
            let view = pair.compare()?;
            (self.positions, self.is_changed) = (pair.positions, pair.is_changed);
            let room = FIRST_POSITIONS - waiting.len().min(FIRST_POSITIONS);
            for &mv in view.moves.iter().take(room) {
                let mut child = pair.clone();
                child.play(mv)?;
                waiting.push_back((child.walk, child.other));
            }
        }
        Ok(())
    }

    fn random_game(&mut self, exam: &mut Examination) -> TestResult {
        for _ in 0..PLIES {
            exam.doing(self.other.finding_unasked("examining the position after these moves"));
            let view = self.compare()?;
            let Some(&mv) = exam.random.choose(&view.moves) else { break };
            self.play(mv)?;
        }
        Ok(())
    }

    fn play(&mut self, mv: Move) -> TestResult {
        self.walk.play(mv)?;
        self.other.play(mv)
    }

    /// Compares the facts of both instances, but for those about values.
    fn facts(&self) -> TestResult {
        let rules = |walk: &WalkedPosition| {
            let facts = walk.game.facts();
            let chance = facts.chance.map(|chance| Chance { low: 0, high: 0, ..chance });
            Facts { points_per_logit: 0, draw_points: 0, chance, ..facts }
        };
        let (usual, other) = (rules(&self.walk), rules(&self.other));
        if usual == other {
            return Ok(());
        }
        Err(self.differs(&format!("the instance declares {other:?}, and {usual:?} without them")))
    }

    /// Compares the position in both instances. Returns the view of the first.
    fn compare(&mut self) -> Result<LibraryView, Finding> {
        self.positions += 1;
        let (view, other) = (self.walk.view()?, self.other.view()?);
        self.is_changed |= view.value != other.value;
        let unvalued = |view: &LibraryView| LibraryView { value: None, ..view.clone() };
        if let Some(difference) = self.other.difference(&unvalued(&other), &unvalued(&view)) {
            return Err(self.differs(&difference));
        }
        let (text, with) = (self.walk.text()?, self.other.text()?);
        if text != with {
            return Err(self.differs(&format!("the text of the position: `{with}`, but `{text}`")));
        }
        for &mv in &view.moves {
            let (text, with) = (self.walk.move_text(mv)?, self.other.move_text(mv)?);
            if text != with {
                return Err(self.differs(&format!("the text of the move {}: `{with}`, but `{text}`", mv.0)));
            }
        }
        let left = |walk: &WalkedPosition| Probe::new(&walk.game).plies_left(&walk.state);
        if left(&self.walk) != left(&self.other) {
            return Err(self.differs("the plies that are left until a draw by a counter"));
        }
        Ok(view)
    }

    fn differs(&self, what: &str) -> Finding {
        self.other.finding(format!("numbers of the heuristic change the rules, and must not: with them, {what}"))
    }
}
