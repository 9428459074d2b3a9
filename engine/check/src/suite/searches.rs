//! Tests that search the game, and the table of times.

use super::covered::note_what_is_left_out;
use super::growth::MemoryGrowth;
use super::needless::NO_COUNTS;
use crate::examination::{Examination, TestResult};
use crate::processor_time::processor_time;
use crate::report::Finding;
use crate::walk::{ALL, CheckOpening, WalkedPosition};
use plyd_host::LoadedGame;
use plyd_host::probe::Probe;
use plyd_player::search;
use plyd_rules::{Game, Move, Moves, Want};
use plyd_search::{
    Algorithm, Budget, Control, PerftResult, Root, SearchResult, SearchScore, SearcherLimits, SearcherSettings, perft,
};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The maximum number of nodes of a minimax search; the others get as many more as they may need to prove its result.
const NODES: u64 = 100_000;
/// The maximum number of positions searched.
const POSITIONS: u32 = 2_000;
/// The deepest comparison.
const MAX_PERFT_DEPTH: u32 = 6;
/// A move that takes more nanoseconds is slow for a search.
const SLOW: f64 = 20_000.0;

pub(crate) fn known_counts(exam: &mut Examination) -> TestResult {
    let library = exam.library.clone();
    let mut known = library.known_perft().to_vec();
    if known.is_empty() {
        return exam.skip(NO_COUNTS);
    }
    known.sort_by_key(|count| count.leaves);
    let (mut counted, mut left_out) = (0, 0);
    for count in &known {
        let opening = CheckOpening { setup: count.setup.clone(), options: count.options.clone() };
        let walk = WalkedPosition::start(&library, opening)?;
        exam.doing(walk.finding_unasked(format!("counting to depth {}", count.depth)));
        let control = Control::new();
        control.start_clock(Budget::fixed(exam.until.saturating_duration_since(Instant::now())));
        match perft(&Root::new(&walk.game, &walk.state), count.depth, &control, &mut |_, _| {}) {
            PerftResult::Total(leaves) if leaves == count.leaves => counted += 1,
            PerftResult::Total(leaves) => {
                let (depth, expected) = (count.depth, count.leaves);
                return Err(walk
                    .finding(format!("the library declares perft {depth} as {expected}, but the count is {leaves}")));
            }
            PerftResult::Fault(reason) => {
                return Err(walk.finding(format!("counting to depth {}: {reason}", count.depth)));
            }
            PerftResult::Stopped => left_out += 1,
        }
    }
    let largest = known.get(counted.max(1) - 1).map_or(0, |count| count.leaves);
    exam.note(format!("{counted} of {} counts are right, the largest {largest}", known.len()));
    if left_out > 0 {
        exam.note(format!("{left_out} larger counts were skipped for lack of time"));
    }
    note_what_is_left_out(exam, &known)
}

/// Minimax and alpha-beta give the same value and move at every depth, and what `pvs` proves is what they find.
pub(crate) fn algorithms(exam: &mut Examination) -> TestResult {
    let (mut compared, mut proven) = (0_u32, 0_u32);
    let mut ends: Vec<WalkedPosition> = Vec::new();
    exam.visit(POSITIONS, |exam, walk, view| {
        if view.outcome.has_moves() && exam.random.below(8) == 0 || walk.plies() == 0 {
            compared += exam.shortest(walk, |exam, walk| compare(exam, walk, &mut proven))?;
        }
        // A few plies before the end of a game, trees are small enough to be searched whole.
        if !view.is_ongoing() {
            for walk in ends.iter().rev().take(6) {
                compared += exam.shortest(walk, |exam, walk| compare(exam, walk, &mut proven))?;
            }
            ends.clear();
        } else {
            if walk.plies() == 0 {
                ends.clear();
            }
            ends.push(walk.clone());
        }
        Ok(())
    })?;
    exam.note(format!("{compared} searches to a depth gave one value and move; {proven} proven results agree"));
    Ok(())
}

/// A search to a depth, with a limit of nodes.
pub(super) fn run<'a>(
    exam: &Examination,
    walk: &WalkedPosition,
    settings: impl Into<SearcherSettings<'a>>,
    depth: u32,
    nodes: u64,
) -> Result<SearchResult, Finding> {
    let settings = settings.into();
    let control = Control::new();
    control.start_clock(Budget::fixed(
        exam.until.saturating_duration_since(Instant::now()).max(Duration::from_millis(100)),
    ));
    let limits = SearcherLimits { depth: Some(depth), nodes: Some(nodes), ..SearcherLimits::default() };
    let root = Root::new(&walk.game, &walk.state);
    let answer = search(&root, settings, &limits, &control, &mut |_| {});
    match &answer.fault {
        Some(fault) => {
            let name = settings.algorithm.name();
            Err(walk.finding(format!("{name} to depth {depth} ends with an error: {fault}")))
        }
        None => Ok(answer),
    }
}

/// A score and a move for people.
pub(super) fn result(walk: &WalkedPosition, answer: &SearchResult) -> String {
    let score = answer.score.map_or_else(|| "no score".into(), score_words);
    let best = answer.best.and_then(|mv| walk.move_text(mv).ok());
    format!("{score} by the move {}", best.unwrap_or_else(|| "(none)".into()))
}

fn score_words(score: SearchScore) -> String {
    match score {
        SearchScore::Value(value) => format!("the value {value}"),
        SearchScore::Win(plies) => format!("a win in {plies} plies"),
        SearchScore::Loss(plies) => format!("a loss in {plies} plies"),
    }
}

/// Compares at growing depth until the nodes are used up; returns how many depths were compared.
fn compare(exam: &mut Examination, walk: &WalkedPosition, proven: &mut u32) -> Result<u32, Finding> {
    let win = walk.game.facts().win;
    let mut compared = 0;
    for depth in 1..=MAX_PERFT_DEPTH {
        exam.doing(walk.finding_unasked(format!("searching to depth {depth}")));
        let minimax = run(exam, walk, Algorithm::Minimax, depth, NODES)?;
        if minimax.nodes >= NODES || !exam.has_time() {
            break;
        }
        let alphabeta = run(exam, walk, Algorithm::AlphaBeta, depth, NODES)?;
        if !exam.has_time() {
            break;
        }
        if (minimax.score, minimax.best) != (alphabeta.score, alphabeta.best) {
            return Err(walk.finding(format!(
                "at depth {depth} minimax finds {}, but alphabeta {}",
                result(walk, &minimax),
                result(walk, &alphabeta)
            )));
        }
        compared += 1;
        let Some(SearchScore::Value(value)) = minimax.score else { break };
        let pvs = run(exam, walk, Algorithm::Pvs, depth, 4 * NODES)?;
        // A win within the depth, or a tree searched to its end, is what both must see.
        let (claim, is_comparable) = match pvs.score {
            Some(SearchScore::Win(plies)) => (win, plies <= depth),
            Some(SearchScore::Loss(plies)) => (-win, plies <= depth),
            Some(SearchScore::Value(value)) => (value, pvs.solved && minimax.solved),
            None => break,
        };
        if !exam.has_time() || !(is_comparable || minimax.solved && pvs.solved) {
            continue;
        }
        if claim != value {
            let found = pvs.score.map_or_else(|| "nothing".into(), score_words);
            return Err(
                walk.finding(format!("at depth {depth} minimax finds the value {value}, but pvs proves {found}"))
            );
        }
        *proven += 1;
        if minimax.solved {
            break;
        }
    }
    Ok(compared)
}

/// Positions over which the times are taken.
struct TimedPositions {
    walks: Vec<(WalkedPosition, Vec<Move>)>,
}

pub(crate) fn timing(exam: &mut Examination) -> TestResult {
    const SAMPLE: u32 = 200;
    const FEWEST: usize = 4;
    const BATCH: Duration = Duration::from_millis(40);
    let mut walks = Vec::new();
    let until = exam.until;
    exam.until = Instant::now() + until.saturating_duration_since(Instant::now()) / 4;
    exam.visit(SAMPLE, |_, walk, view| {
        if view.is_ongoing() {
            walks.push((walk.clone(), view.moves.clone()));
        }
        Ok(())
    })?;
    exam.until = until;
    if walks.is_empty() {
        return exam.skip("no position has moves");
    }
    let room = walks[0].0.game.facts().max_moves as usize;
    let begun = processor_time();
    for &mv in &walks[0].1 {
        let (walk, mut child) = (&walks[0].0, walks[0].0.state.clone());
        black_box(walk.game.step(&walk.state, mv, &mut child, ALL, &mut Moves::new(&mut vec![Move(0); room])));
    }
    // Of a slow game fewer positions are measured, so that each call still has several batches.
    let affordable = BATCH.as_nanos() / (processor_time() - begun).as_nanos().max(1);
    walks.truncate(usize::try_from(affordable).unwrap_or(usize::MAX).max(FEWEST));
    let sample = TimedPositions { walks };
    let abilities = sample.walks[0].0.game.facts().abilities;
    let library = exam.library.clone();
    sample.steps(exam, "step, asked for moves", Want::MOVES);
    if let Some(timing) = exam.part.timings.last().filter(|timing| timing.nanoseconds > SLOW) {
        let (micros, rate) = (timing.nanoseconds / 1e3, 1e9 / timing.nanoseconds);
        exam.warn(format!("a move takes {micros:.0} us: a search will see about {rate:.0} positions a second"));
    }
    sample.steps(exam, "step, asked for the value", Want::VALUE);
    sample.steps(exam, "step, asked for all", ALL);
    sample.measure(exam, "examine, asked for moves", |walk, _, room| {
        walk.game.examine(&walk.state, Want::MOVES, &mut Moves::new(room));
    });
    sample.measure(exam, "examine, asked for the key", |walk, _, _| {
        black_box(walk.game.key(&walk.state));
    });
    if abilities.order {
        let mut scores = vec![0; sample.room()];
        sample.measure(exam, "order", |walk, moves, _| walk.game.order(&walk.state, moves, &mut scores[..moves.len()]));
    }
    if abilities.noisy {
        sample.measure(exam, "noisy", |walk, _, room| walk.game.noisy(&walk.state, &mut Moves::new(room)));
    }
    if abilities.null_move {
        sample.measure(exam, "null move", |walk, _, _| {
            let mut child = walk.state.clone();
            black_box(walk.game.pass(&mut child));
        });
    }
    if abilities.symmetry {
        sample.measure(exam, "symmetric key", |walk, _, _| {
            black_box(walk.game.symmetric_key(&walk.state));
        });
    }
    sample.measure(exam, "format_state", |walk, _, _| drop(black_box(walk.game.format_state(&walk.state))));
    sample.measure(exam, "format_move", |walk, moves, _| drop(black_box(walk.game.format_move(&walk.state, moves[0]))));
    let texts: Vec<_> = sample.walks.iter().map(|(walk, moves)| walk.move_text(moves[0])).collect::<Result<_, _>>()?;
    let mut place = 0;
    sample.measure(exam, "parse_move", |walk, _, _| {
        drop(black_box(walk.game.parse_move(&walk.state, &texts[place % texts.len()])));
        place += 1;
    });
    if library_has(&sample, |walk| walk.game.view(&walk.state).is_ok_and(|view| view.is_some())) {
        sample.measure(exam, "view", |walk, _, _| drop(black_box(walk.game.view(&walk.state))));
    }
    if library_has(&sample, |walk| walk.game.picture(&walk.state).is_ok_and(|picture| picture.is_some())) {
        sample.measure(exam, "picture", |walk, _, _| drop(black_box(walk.game.picture(&walk.state))));
    }
    if library_has(&sample, |walk| Probe::new(&walk.game).features(&walk.state).is_some()) {
        sample.measure(exam, "features", |walk, _, _| drop(black_box(Probe::new(&walk.game).features(&walk.state))));
    }
    sample.measure(exam, "open and close", |walk, _, _| drop::<Result<LoadedGame, _>>(walk.opening().open(&library)));
    Ok(())
}

/// Whether the first position of a sample has something.
fn library_has(sample: &TimedPositions, has: impl Fn(&WalkedPosition) -> bool) -> bool {
    sample.walks.first().is_some_and(|(walk, _)| has(walk))
}

impl TimedPositions {
    fn room(&self) -> usize {
        self.walks.iter().map(|(walk, _)| walk.game.facts().max_moves as usize).max().unwrap_or(1)
    }

    /// Measures a call at every position, over and over, for a share of the time.
    fn measure(&self, exam: &mut Examination, call: &str, mut run: impl FnMut(&WalkedPosition, &[Move], &mut [Move])) {
        const CALLS: u32 = 19;
        const MIN_BATCHES: u32 = 4;
        const LONGEST: Duration = Duration::from_millis(150);
        exam.doing(Finding::new(format!("measuring {call}")));
        let share = (exam.until.saturating_duration_since(Instant::now()) / CALLS).min(LONGEST);
        let mut room = vec![Move(0); self.room()];
        let (start, mut calls, mut best) = (Instant::now(), 0, f64::INFINITY);
        let mut growth = MemoryGrowth::default();
        // Other programs make a batch slower, never faster, because they use caches: the quickest is the best estimate.
        // The time that they have the processor does not count.
        let mut batches = 0;
        // A slow call is measured more than once too, so that a growing process is seen.
        while batches < MIN_BATCHES && (batches == 0 || exam.has_time()) || start.elapsed() < share {
            let batch = processor_time();
            for (walk, moves) in &self.walks {
                run(walk, moves, &mut room);
            }
            calls += self.walks.len() as u64;
            best = best.min((processor_time() - batch).as_nanos() as f64 / self.walks.len() as f64);
            growth.note(calls);
            batches += 1;
        }
        if let Some((mebibytes, calls)) = growth.clear() {
            exam.warn(format!("in {calls} rounds of `{call}` the process grew by {mebibytes} MiB: is memory leaked?"));
        }
        exam.timing(call, best, calls);
    }

    /// Measures `step` over all moves of every position.
    fn steps(&self, exam: &mut Examination, call: &str, want: Want) {
        let mut children: Vec<_> = self.walks.iter().map(|(walk, _)| walk.state.clone()).collect();
        let mut steps = 0_u64;
        let mut place = 0;
        self.measure(exam, call, |walk, moves, room| {
            let child = &mut children[place % self.walks.len()];
            for &mv in moves {
                black_box(walk.game.step(&walk.state, mv, child, want, &mut Moves::new(room)));
            }
            steps += moves.len() as u64;
            place += 1;
        });
        // Measured per position, reported per move.
        if let Some(timing) = exam.part.timings.last_mut() {
            timing.nanoseconds *= timing.calls as f64 / steps as f64;
            timing.calls = steps;
        }
    }
}
