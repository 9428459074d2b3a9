//! Solving by questions: is the root worth at least this?
//!
//! A search that proves answers one such question at a time; each answer raises or lowers the bounds of the value until
//! they meet. The first question is whether the mover wins, the second whether the game is drawn; in most games these
//! are all. In games with scores the other questions follow: they begin beside the known bound, because the value is
//! often near ("MTD(f)", A. Plaat and others, 1996), with steps that double, and never beyond the middle. If the
//! distance of a win is wanted, the last questions look for one that comes sooner than the known one.

use crate::found::win_at;
use crate::job::SearchJob;
use crate::line::{from_view, score};
use crate::watch::{WatchedTree, nodes};
use crate::{Algorithm, BoundSide, Iteration, MAX_DEPTH, SearchEvent, SearchResult, SearchScore, SearcherLimits};
use plyd_rules::{Game, Move, Player, UTILITY_LIMIT};
use plyd_textbook::{NoObserver, WalkInterrupted};

/// The worth of the latest win: every win is worth at least this, and beyond every utility.
pub(crate) const WON: i32 = win_at(1 << 20);

/// No loss is worth more.
const LOST: i32 = -WON;

/// No win is worth more.
const SOONEST: i32 = win_at(1);

/// A move of the root, and the bounds of its value from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootChoice {
    pub(crate) mv: Move,
    pub(crate) low: i32,
    pub(crate) high: i32,
}

/// Whether the root is worth at least this much to its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RootQuestion {
    pub(crate) least: i32,
    pub(crate) ends: LineEnds,
}

/// The value of positions at which a line ends unfinished, and of wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineEnds {
    /// There are none: every line is searched to its end.
    Whole,
    /// Unfinished positions at this ply are lost for the mover of the root: a yes is certain.
    AsLost(u32),
    /// They are won: a no is certain.
    AsWon(u32),
    /// A win counts only within this many plies.
    ByDistance(u32),
}

impl LineEnds {
    /// Whether a yes is proven for the whole tree, so that it is a lower bound of the value.
    pub(crate) fn proves_low(self) -> bool {
        matches!(self, Self::Whole | Self::AsLost(_))
    }

    /// Whether a no is proven for the whole tree, so that it is an upper bound of the value.
    pub(crate) fn proves_high(self) -> bool {
        matches!(self, Self::Whole | Self::AsWon(_))
    }

    /// The ply at which unfinished lines end.
    pub(crate) fn horizon(self) -> Option<u32> {
        match self {
            Self::Whole => None,
            Self::AsLost(ply) | Self::AsWon(ply) | Self::ByDistance(ply) => Some(ply),
        }
    }
}

/// A search that answers questions about the root.
pub(crate) trait QuestionSearch<'a, G: Game> {
    /// Answers a question about these moves of the root, of which there is at least one. A yes names the place of the
    /// move that proves it. The bounds of the moves become closer, also if the search is interrupted.
    fn ask(&mut self, choices: &mut [RootChoice], question: RootQuestion) -> Result<Option<usize>, WalkInterrupted>;

    /// The known part of the line of play that begins with this move, which has this value from the mover's view.
    fn line(&mut self, first: Move, value: i32) -> Vec<Move>;

    fn tree(&mut self) -> &mut WatchedTree<'a, G, NoObserver>;

    /// Ends the helping threads. An error of the game that one of them met is returned.
    fn dismiss(&mut self) -> Option<String> {
        None
    }
}

/// A search on its way from question to question.
pub(crate) struct RootQuestions<'l> {
    turn: Player,
    limits: &'l SearcherLimits,
    /// The worth of a win in reports.
    win: i32,
    /// The static value of the root.
    value: i32,
    choices: Vec<RootChoice>,
    /// The number of wanted lines.
    wanted: usize,
    /// The bounds of the lines that are finished; their moves are at the front.
    closed: Vec<(i32, i32)>,
    /// The deepest ply reached.
    deepest: usize,
    /// Whether the distance of a win or loss is wanted too, for the best line alone.
    wants_distance: bool,
    /// The plies of the win that `go mate` has found.
    mate: Option<u32>,
}

impl<'l> RootQuestions<'l> {
    /// The state for a job before any question.
    pub(crate) fn new<G: Game, O>(job: &SearchJob<'l, G, O>) -> Self {
        let is_whole = job.limits.depth.is_none() && job.limits.mate_plies.is_none();
        let wants_distance = job.settings.distance && job.settings.algorithm == Algorithm::Solve && is_whole;
        let wanted = if wants_distance { 1 } else { job.settings.lines.clamp(1, job.moves.len()) };
        let end = if wants_distance { SOONEST } else { WON };
        let choices: Vec<_> = job.moves.iter().map(|&mv| RootChoice { mv, low: -end, high: end }).collect();
        Self {
            turn: job.turn,
            limits: job.limits,
            win: job.root.game.facts().win,
            value: job.value,
            wanted,
            choices,
            closed: Vec::new(),
            deepest: 0,
            wants_distance,
            mate: None,
        }
    }

    /// Asks until the wanted lines are solved or a limit is reached.
    pub(crate) fn run<'a, G: Game + 'a, S: QuestionSearch<'a, G>>(&mut self, mut search: S) -> SearchResult {
        if self.choices.len() == 1 {
            search.tree().supervisor.control().note_only_move();
        }
        let outcome = match self.limits.mate_plies {
            Some(plies) => self.look_for_mate(&mut search, plies),
            None => self.solve_lines(&mut search),
        };
        let fault = search.dismiss();
        let tree = search.tree();
        if let Some(fault) = fault {
            tree.fault.get_or_insert(fault);
        }
        // The move with the best bounds; of equal ones the first.
        self.choices[self.closed.len()..].sort_by_key(|choice| (-choice.low, -choice.high));
        let lines: Vec<_> = (0..self.wanted).map(|place| self.iteration(&mut search, place)).collect();
        let tree = search.tree();
        for line in lines.iter().filter(|line| line.line == 1 || line.depth > 0) {
            tree.supervisor.report(SearchEvent::Iteration(line));
        }
        let first = &lines[0];
        SearchResult {
            best: first.pv.first().copied(),
            ponder: first.pv.get(1).copied(),
            score: Some(first.score),
            expectation: None,
            bound: first.bound,
            nodes: first.nodes,
            solved: outcome.is_ok() && first.solved,
            fault: tree.fault.take(),
        }
    }

    /// Finds the best lines, one after the other.
    fn solve_lines<'a, G: Game + 'a, S: QuestionSearch<'a, G>>(
        &mut self,
        search: &mut S,
    ) -> Result<(), WalkInterrupted> {
        let longest = search.tree().facts.max_plies;
        let depth = self.limits.depth.map(|depth| depth.min(MAX_DEPTH)).filter(|&depth| depth < longest);
        while self.closed.len() < self.wanted {
            match depth {
                None => self.close(search, LineEnds::Whole)?,
                Some(depth) => {
                    self.close(search, LineEnds::AsLost(depth))?;
                    self.close(search, LineEnds::AsWon(depth))?;
                }
            }
            let found = self.bounds_of_next();
            self.choices[self.closed.len()..].sort_by_key(|choice| (-choice.low, -choice.high));
            self.closed.push(found);
        }
        Ok(())
    }

    /// Closes the bounds of the best of the moves that are left, as far as such ends allow.
    fn close<'a, G: Game + 'a, S: QuestionSearch<'a, G>>(
        &mut self,
        search: &mut S,
        ends: LineEnds,
    ) -> Result<(), WalkInterrupted> {
        let line = self.closed.len();
        let (mut low, mut high) = self.bounds_of_next();
        let mut step = 1;
        let longest = win_at(search.tree().facts.max_plies as usize);
        while low < high {
            let control = search.tree().supervisor.control();
            if control.is_late(1.0) {
                return Err(WalkInterrupted);
            }
            let least = next(low, high, step);
            let answer = search.ask(&mut self.choices[line..], RootQuestion { least, ends });
            self.measure(line, longest);
            self.deepest = self.deepest.max(search.tree().seldepth);
            let (lowest, highest) = bounds(&self.choices[line..]);
            match answer? {
                Some(place) => {
                    self.choices[line..=line + place].rotate_right(1);
                    low = if ends.proves_low() { lowest.max(least) } else { least };
                }
                None => high = if ends.proves_high() { highest.min(least - 1) } else { least - 1 },
            }
            step = longer(step);
            let iteration = self.iteration(search, line);
            // The end of the last line is reported with the final count of nodes.
            let is_last = iteration.solved && line + 1 == self.wanted;
            if iteration.depth > 0 && !is_last {
                search.tree().supervisor.report(SearchEvent::Iteration(&iteration));
            }
        }
        Ok(())
    }

    /// Forgets the distance of wins, unless it is wanted. Then a win is worth at least this, which has the longest
    /// game.
    fn measure(&mut self, line: usize, longest: i32) {
        for RootChoice { low, high, .. } in &mut self.choices[line..] {
            if !self.wants_distance {
                (*low, *high) = ((*low).min(WON), (*high).max(LOST));
                continue;
            }
            if *low >= WON {
                *low = longest.max(*low);
            }
            if *high <= LOST {
                *high = (*high).min(-longest);
            }
        }
    }

    /// The bounds of the best of the moves that are left.
    fn bounds_of_next(&self) -> (i32, i32) {
        let (low, high) = bounds(&self.choices[self.closed.len()..]);
        // No line is better than those before it.
        (low, self.closed.last().map_or(high, |&(_, better)| high.min(better)))
    }

    /// Looks for the shortest win within this many plies.
    fn look_for_mate<'a, G: Game + 'a, S: QuestionSearch<'a, G>>(
        &mut self,
        search: &mut S,
        plies: u32,
    ) -> Result<(), WalkInterrupted> {
        let most = self.limits.depth_limit().min(plies).min(search.tree().facts.max_plies);
        for plies in 1..=most {
            if search.tree().supervisor.control().is_late(1.0) {
                return Err(WalkInterrupted);
            }
            let question = RootQuestion { least: win_at(plies as usize), ends: LineEnds::ByDistance(plies) };
            let answer = search.ask(&mut self.choices, question)?;
            self.deepest = self.deepest.max(search.tree().seldepth);
            if let Some(place) = answer {
                self.choices[..=place].rotate_right(1);
                self.mate = Some(plies);
                self.closed.push((-WON, WON));
                break;
            }
        }
        Ok(())
    }

    /// The line at this place, with what is known of it now.
    fn iteration<'a, G: Game + 'a, S: QuestionSearch<'a, G>>(&self, search: &mut S, place: usize) -> Iteration {
        let rest = &self.choices[place..];
        let closed = self.closed.get(place).copied();
        let (low, high) = closed.unwrap_or_else(|| bounds(rest));
        let is_mate = place == 0 && self.mate.is_some();
        let solved = is_mate || low == high;
        // Which of the moves that are left has the best bounds may still change.
        let best = rest.iter().min_by_key(|choice| (-choice.low, -choice.high)).filter(|_| closed.is_none());
        let best = best.unwrap_or(&rest[0]).mv;
        let value = self.mate.filter(|_| is_mate).map_or(low, |plies| win_at(plies as usize));
        let pv = if solved { search.line(best, value) } else { vec![best] };
        let tree = search.tree();
        let (nodes, time) = (nodes(tree), tree.supervisor.control().elapsed());
        let known = match self.mate.filter(|_| is_mate) {
            Some(plies) => Some((SearchScore::Win(plies), None)),
            None if solved && self.wants_distance => Some((score(low, Player::Max), None)),
            None if solved => Some((self.score(low), None)),
            None if low > -WON => Some((self.score(low), Some(BoundSide::Lower))),
            None if high < WON => Some((self.score(high), Some(BoundSide::Upper))),
            None => None,
        };
        let is_known = known.is_some();
        let (score, bound) = known.unwrap_or((SearchScore::Value(from_view(self.turn, self.value)), None));
        let depth = if is_known { self.deepest.max(1) as u32 } else { 0 };
        let (line, seldepth) = (place as u32 + 1, self.deepest as u32);
        Iteration { line, depth, seldepth, score, expectation: None, bound, solved, nodes, visits: None, time, pv }
    }

    /// The reported score of a value from the mover's view: a win counts what the game says, because its distance is
    /// unknown.
    fn score(&self, value: i32) -> SearchScore {
        match value {
            WON.. => SearchScore::Value(self.win),
            ..=LOST => SearchScore::Value(-self.win),
            _ => score(value, Player::Max),
        }
    }
}

/// The bounds of the best of these moves.
fn bounds(choices: &[RootChoice]) -> (i32, i32) {
    choices.iter().fold((-SOONEST, -SOONEST), |(low, high), choice| (low.max(choice.low), high.max(choice.high)))
}

/// The step after one of this length; beyond all values there is no longer one.
fn longer(step: i32) -> i32 {
    (2 * step).min(2 * UTILITY_LIMIT)
}

/// The question that follows for a value from `low` to `high`, which differ.
fn next(low: i32, high: i32, step: i32) -> i32 {
    if low < 1 && high >= 1 {
        return 1;
    }
    if low < 0 && high >= 0 {
        return 0;
    }
    // Is there a win that comes sooner than this one, or a defence that lasts as long as this one?
    if low >= WON {
        return low + 1;
    }
    if high <= LOST {
        return high;
    }
    // A bound that says who has won is far from all other values.
    let beyond = |value: i32| value.abs() > UTILITY_LIMIT;
    if low > 0 {
        let middle = if beyond(high) { i32::MAX } else { low + (high - low + 1) / 2 };
        let least = low.saturating_add(step).min(middle);
        match beyond(least) {
            false => least,
            // A win? Before that, whether it is more than every score.
            true if low <= UTILITY_LIMIT => high.min(UTILITY_LIMIT + 1),
            true => WON,
        }
    } else {
        let middle = if beyond(low) { i32::MIN } else { low + (high - low + 1) / 2 };
        let least = high.saturating_sub(step - 1).max(middle);
        match beyond(least) {
            false => least,
            true if high >= -UTILITY_LIMIT => (LOST + 1).max(-UTILITY_LIMIT),
            true => LOST + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The questions until a value is known, where each answer says no more than yes or no.
    fn asked(value: i32) -> Vec<i32> {
        let (mut low, mut high, mut step, mut all) = (-WON, WON, 1, Vec::new());
        while low < high {
            let least = next(low, high, step);
            assert!(low < least && least <= high, "{least} is no question between {low} and {high}");
            if value >= least {
                low = least
            } else {
                high = least - 1
            }
            step = longer(step);
            all.push(least);
        }
        assert_eq!(low, value);
        all
    }

    #[test]
    fn who_wins_is_asked_first_and_every_value_is_found() {
        assert_eq!(asked(0), [1, 0]);
        assert_eq!(asked(1), [1, 3, 2]);
        assert_eq!(asked(-1)[..2], [1, 0]);
        for value in [WON, 1_000_000, 999_999, 77, 2, -1, -2, -500, -1_000_000, -WON] {
            let count = asked(value).len();
            assert!(count < 60, "{value}: {count} questions");
        }
    }

    #[test]
    fn the_best_move_has_the_best_bounds() {
        let choice = |low, high| RootChoice { mv: Move(0), low, high };
        assert_eq!(bounds(&[choice(-WON, 0), choice(-3, -3), choice(-WON, 7)]), (-3, 7));
    }
}
