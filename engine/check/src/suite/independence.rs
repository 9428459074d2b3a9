//! Tests that instances, states and threads do not disturb each other.

use crate::elsewhere::ChangedTexts;
use crate::examination::{Examination, TestResult};
use crate::random::CheckRandom;
use crate::report::Finding;
use crate::walk::{CheckOpening, LibraryView, WalkedPosition};
use std::sync::Barrier;
use std::thread;

/// The longest recorded game, in plies.
const PLIES: u32 = 80;
/// The maximum number of recorded games.
const GAMES: u64 = 200;
/// The number of changed setups that games also begin from.
const CHANGED: usize = 4;
/// The number of instances open at once.
const OPEN: usize = 200;
/// The number of threads that play at once.
const THREADS: usize = 4;

/// A random game written down: all that the library said at every position.
struct RandomGameRecord {
    walk: WalkedPosition,
    random: CheckRandom,
    lines: Vec<PositionAnswers>,
    is_over: bool,
}

/// The answers at one position.
struct PositionAnswers {
    /// The way to it.
    place: Finding,
    text: String,
    moves: String,
    view: LibraryView,
}

impl PositionAnswers {
    fn difference(&self, other: &Self) -> Option<String> {
        let texts = [("text", &self.text, &other.text), ("texts of the moves", &self.moves, &other.moves)];
        let different = texts.into_iter().find(|(_, this, that)| this != that);
        let of_texts = different.map(|(what, this, that)| format!("{what}: `{this}`, but `{that}`"));
        of_texts.or_else(|| self.view.difference(&other.view, |mv| format!("the move {}", mv.0)))
    }
}

impl RandomGameRecord {
    fn new(start: &WalkedPosition, seed: u64) -> Self {
        Self { walk: start.clone(), random: CheckRandom::new(seed, ""), lines: Vec::new(), is_over: false }
    }

    /// Writes down a position and plays a move; `false` at the end.
    fn advance(&mut self) -> Result<bool, Finding> {
        if self.is_over {
            return Ok(false);
        }
        let view = self.walk.view()?;
        let moves = view.moves.iter().map(|&mv| self.walk.move_text(mv)).collect::<Result<Vec<_>, _>>()?.join(" ");
        let next = self.random.choose(&view.moves).copied().filter(|_| self.walk.plies() < PLIES);
        self.lines.push(PositionAnswers { place: self.walk.finding_unasked(""), text: self.walk.text()?, moves, view });
        match next {
            Some(mv) => self.walk.play(mv)?,
            None => self.is_over = true,
        }
        Ok(true)
    }

    fn whole(start: &WalkedPosition, seed: u64) -> Result<Self, Finding> {
        let mut record = Self::new(start, seed);
        while record.advance()? {}
        Ok(record)
    }

    fn compare(&self, other: &Self, when: &str) -> TestResult {
        let mut pairs = self.lines.iter().zip(&other.lines);
        let found = pairs.find_map(|(this, that)| Some((this, this.difference(that)?)));
        match found {
            Some((PositionAnswers { place, text, .. }, difference)) => Err(Finding {
                what: format!("{when}, the same moves give a different result: {difference}"),
                position: Some(text.clone()),
                ..place.clone()
            }),
            None if self.lines.len() == other.lines.len() => Ok(()),
            None => Err(self.walk.finding_unasked(format!("{when}, the same game has a different length"))),
        }
    }
}

/// All openings, and a few positions in the middle of games, so that instances differ.
fn starts(exam: &mut Examination) -> Result<Vec<WalkedPosition>, Finding> {
    let mut starts = exam.openings()?;
    let mut elsewhere = ChangedTexts::of(&starts)?;
    let mut changed = Vec::new();
    for _ in 0..CHANGED {
        changed.extend(elsewhere.next(exam)?);
    }
    for _ in 0..4 {
        let mut walk = starts[0].clone();
        for _ in 0..=exam.random.below(6) {
            match exam.random.choose(&walk.view()?.moves) {
                Some(&mv) => walk.play(mv)?,
                None => break,
            }
        }
        let setup = walk.text()?;
        let options = walk.opening().options.clone();
        starts.push(WalkedPosition::start(&exam.library, CheckOpening { setup, options })?);
    }
    // A game from an odd setup may come to a position that the library cannot judge.
    starts.extend(changed.into_iter().filter(|walk| RandomGameRecord::whole(walk, 0).is_ok()));
    Ok(starts)
}

pub(crate) fn states(exam: &mut Examination) -> TestResult {
    // Each recorded on its own, before any other instance is played on.
    let first = exam.openings()?.swap_remove(0);
    let alone = RandomGameRecord::whole(&first, 0)?;
    let starts = starts(exam)?;
    let mut games = 0;
    for seed in 1..=GAMES {
        if seed > 2 && !exam.has_time() {
            break;
        }
        let (one, two) = (exam.random.below(starts.len()), exam.random.below(starts.len()));
        exam.doing(starts[one].finding_unasked("playing two games in turn"));
        let (whole_one, whole_two) =
            (RandomGameRecord::whole(&starts[one], seed)?, RandomGameRecord::whole(&starts[two], !seed)?);
        // Two states of one instance if `one` is `two`, else two instances.
        let (mut turn_one, mut turn_two) =
            (RandomGameRecord::new(&starts[one], seed), RandomGameRecord::new(&starts[two], !seed));
        while turn_one.advance()? | turn_two.advance()? {}
        whole_one.compare(&turn_one, "played in turn with another game")?;
        whole_two.compare(&turn_two, "played in turn with another game")?;
        let fresh = WalkedPosition::start(&exam.library, starts[one].opening().clone())?;
        whole_one.compare(&RandomGameRecord::whole(&fresh, seed)?, "in another instance of the same setup")?;
        drop(fresh);
        whole_one.compare(&RandomGameRecord::whole(&starts[one], seed)?, "after another instance was closed")?;
        games += 3;
    }
    exam.doing(first.finding_unasked(format!("opening {OPEN} instances and closing them")));
    let open: Result<Vec<_>, _> = (0..OPEN)
        .map(|number| WalkedPosition::start(&exam.library, starts[number % starts.len()].opening().clone()))
        .collect();
    drop(open?);
    alone.compare(&RandomGameRecord::whole(&first, 0)?, "after other instances were opened, played on and closed")?;
    exam.note(format!("{games} games on {} instances", starts.len()));
    Ok(())
}

pub(crate) fn threads(exam: &mut Examination) -> TestResult {
    let starts = starts(exam)?;
    let library = exam.library.clone();
    let (mut rounds, mut games) = (0, 0);
    while rounds < 2 || rounds < GAMES && exam.has_time() {
        let start = &starts[exam.random.below(starts.len())];
        exam.doing(start.finding_unasked(format!("playing the same games on {THREADS} threads")));
        let seeds = [(); 4].map(|()| exam.random.next());
        let expected = seeds.map(|seed| RandomGameRecord::whole(start, seed));
        let expected: Vec<RandomGameRecord> = expected.into_iter().collect::<Result<_, _>>()?;
        let barrier = Barrier::new(THREADS);
        let results: Vec<TestResult> = thread::scope(|scope| {
            let play = |thread: usize| {
                let (barrier, expected, library) = (&barrier, &expected, &library);
                move || {
                    barrier.wait();
                    for place in 0..seeds.len() {
                        // Each thread has another order, so that unlike games meet.
                        let place = (place + thread) % seeds.len();
                        let found = RandomGameRecord::whole(start, seeds[place])?;
                        expected[place].compare(&found, "on several threads at once")?;
                        // Opening and closing beside running games is allowed, too.
                        drop(WalkedPosition::start(library, start.opening().clone())?);
                    }
                    Ok(())
                }
            };
            let running: Vec<_> = (0..THREADS).map(|thread| scope.spawn(play(thread))).collect();
            running
                .into_iter()
                .map(|thread| thread.join().unwrap_or_else(|_| Err(Finding::new("a thread panicked"))))
                .collect()
        });
        results.into_iter().collect::<Result<(), _>>()?;
        rounds += 1;
        games += THREADS * seeds.len();
    }
    exam.note(format!("{games} games on {THREADS} threads"));
    Ok(())
}
