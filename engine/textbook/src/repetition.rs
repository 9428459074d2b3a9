//! Repetitions of positions in the current path, and in the game before it.

mod seen;

use crate::Root;
use plyd_rules::{Game, Move, Moves, Player, Repetition, RepetitionKey, Ruling, Step, Turn, Verdict, Want};
use seen::RepetitionFilter;

/// The rule of repetition that a recursion knows, decided once a walk, so that a game pays for its own rule only: none.
pub const NEVER: u8 = 0;
/// A repetition by any move has a worth, over the key of the position: the common rule, which needs no more than
/// [`Path::note_common`].
pub const WORTH: u8 = 1;
/// Any other rule: [`TreeWalk::judge`](crate::TreeWalk::judge) decides what becomes of a position.
pub const JUDGED: u8 = 2;

/// The keys of the current path by ply, and of the game before the root.
#[derive(Debug)]
pub struct Path {
    rule: Repetition,
    /// How often each position occurred before the root, sorted by key: in a long game, examining all positions would
    /// take longer than the search.
    before: Vec<(u64, usize)>,
    /// An empty place for all positions before the root; then the root, and a place for each ply.
    keys: Vec<u64>,
    /// For each place, what could occur again there.
    stretches: Vec<Stretch>,
    /// Tells most positions that came for the first time without a look at the others.
    seen: RepetitionFilter,
    /// Whether it is in use. With the common rule it is not at first: most of its games, such as chess, have
    /// irreversible moves, and a look back is short.
    is_filtered: bool,
    /// Whether a position that occurs for the second time below the root is a repetition already.
    is_twofold: bool,
}

/// With the common rule the filter is used as soon as more than this many positions could come again.
const LONG: u32 = 16;

/// The positions from the last irreversible move up to a place.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The number of places directly before this one that could occur again.
    reversible: u32,
    /// So many of all these places, this one included, have MAX and MIN to move. Chance counts as MAX.
    turns: [u32; 2],
}

/// More positions than any rule counts.
const UNKNOWN: u32 = u32::MAX / 2;

/// A position that occurred as often as the rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedPosition {
    /// The consequence.
    pub verdict: Verdict,
    /// The first ply of enough occurrences; positions before the root count as ply 0.
    pub since: usize,
    /// Whether the rule does not say so yet: see [`Path::set_twofold`].
    pub is_early: bool,
}

/// The place of the root.
const ROOT: usize = 1;

/// [`WORTH`] or [`JUDGED`].
fn kind_of(rule: Repetition) -> u8 {
    match rule {
        Repetition { verdict: Verdict::Worth(_), key: RepetitionKey::Position, exempt: None, .. } => WORTH,
        _ => JUDGED,
    }
}

impl Path {
    /// For paths of at most `plies` moves from a root with this key.
    pub fn new(rule: Repetition, history: &[u64], root_key: u64, plies: usize) -> Self {
        let mut history = history.to_vec();
        history.sort_unstable();
        let before: Vec<_> = history.chunk_by(|one, other| one == other).map(|equal| (equal[0], equal.len())).collect();
        let mut keys = vec![0; ROOT + 1 + plies];
        keys[ROOT] = root_key;
        let count_before = if before.is_empty() { 0 } else { UNKNOWN };
        let stretches = (0..keys.len() as u32).map(|place| {
            let count =
                if place < ROOT as u32 { count_before } else { count_before.saturating_add(place).min(UNKNOWN) };
            Stretch { reversible: place, turns: [count; 2] }
        });
        let stretches = stretches.collect();
        let seen = RepetitionFilter::new(before.iter().map(|&(key, _)| key), keys.len());
        let is_filtered = kind_of(rule) == JUDGED;
        Self { rule, before, keys, stretches, seen, is_filtered, is_twofold: false }
    }

    /// For paths of at most `plies` moves from a root; `None` if the rules know no repetition.
    pub fn from_root<G: Game>(root: &Root<'_, G>, plies: usize) -> Option<Self> {
        let rule = root.game.facts().repetition?;
        let step = root.game.examine(root.state, rule.key.want(), &mut Moves::new(&mut []));
        let mut path = Self::new(rule, root.history, step.key, plies);
        let other = step.player().other() as usize;
        path.stretches[ROOT].turns[other] = path.stretches[0].turns[other];
        Some(path)
    }

    /// The rule.
    #[must_use]
    pub fn rule(&self) -> Repetition {
        self.rule
    }

    /// [`WORTH`] or [`JUDGED`].
    #[must_use]
    pub fn kind(&self) -> u8 {
        kind_of(self.rule)
    }

    /// Whether the rule forbids moves.
    #[must_use]
    pub fn forbids(&self) -> bool {
        self.rule.verdict.forbids()
    }

    /// The key that a step has to ask for, so that [`Path::note`] can compare positions.
    #[must_use]
    pub fn want(&self) -> Want {
        self.rule.key.want()
    }

    /// Whether a position that occurs for the second time below the root counts as a repetition from now on ("twofold
    /// repetition"), if that is a draw under the common rule and takes more than two. A player who can bring a position
    /// about twice can do so once more. Other rules are not affected. Returns whether it does so.
    pub fn set_twofold(&mut self, is_on: bool) -> bool {
        let is_draw = kind_of(self.rule) == WORTH && self.rule.verdict == Verdict::Worth(0);
        self.is_twofold = is_on && is_draw && self.rule.times > 2;
        self.is_twofold
    }

    /// So many occurrences may be enough.
    #[inline(always)]
    fn least_times(&self) -> u32 {
        if self.is_twofold { 2 } else { self.rule.times }
    }

    /// Records the position at `ply`, which `step` examined with the key of [`Path::want`]. Tells whether the rule
    /// applies to this occurrence.
    pub fn note(&mut self, ply: usize, step: Step) -> Option<RepeatedPosition> {
        let place = ROOT + ply;
        if !self.is_filtered {
            return self.note_common(ply, step);
        }
        let is_new = !self.seen.note(place, step.key, &self.keys);
        let stretch = self.record(place, step);
        if is_new { None } else { self.repeated(place, stretch.reversible, step.key) }
    }

    /// The same, only for a path whose kind is [`WORTH`].
    #[inline]
    pub fn note_common(&mut self, ply: usize, step: Step) -> Option<RepeatedPosition> {
        if self.is_filtered {
            return self.note(ply, step);
        }
        let place = ROOT + ply;
        let stretch = self.record(place, step);
        // Equal positions have the same player to move, and mostly there are not enough of them to look back.
        if stretch.turns[step.player() as usize] < self.least_times() {
            return None;
        }
        // A game such as go has no irreversible moves at all. Those noted so far are counted with the next one.
        self.is_filtered = stretch.reversible > LONG;
        self.repeated(place, stretch.reversible, step.key)
    }

    /// The same for a position at the horizon, behind which nothing is recorded, so that its key is needed only if it
    /// may have occurred. Without a key the step was examined because [`Path::may_repeat`] says no of the player who
    /// was expected to move here.
    #[inline(always)]
    pub fn note_last<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        ply: usize,
        step: Step,
        has_key: bool,
    ) -> Option<RepeatedPosition> {
        if has_key {
            return self.note_common(ply, step);
        }
        if step.is_irreversible() || !self.may_repeat(ply, step.player()) {
            return None;
        }
        self.note_common(ply, step.with_key(game.key(state)))
    }

    /// Whether the position at `ply`, with this player to move, could be a repetition under the common rule: enough
    /// earlier positions since the last irreversible move have the same player to move.
    #[inline(always)]
    #[must_use]
    pub fn may_repeat(&self, ply: usize, player: Player) -> bool {
        self.stretches[ROOT + ply - 1].turns[player as usize] + 1 >= self.least_times()
    }

    /// Whether [`Path::note`] would find the position at `ply`, one behind those recorded, to be one to which `mover`
    /// may not move by `mv`. Returns the first ply of enough occurrences.
    #[must_use]
    pub fn forbidden(&self, ply: usize, mover: Turn, mv: Move, step: Step) -> Option<usize> {
        if !step.is_ongoing() || self.rule.ruling(mover, mv) != Ruling::Forbidden {
            return None;
        }
        if self.is_filtered && !self.seen.has(step.key) {
            return None;
        }
        let place = ROOT + ply;
        let stretch = self.stretch_at(place, step);
        self.repeated(place, stretch.reversible, step.key).map(|repeated| repeated.since)
    }

    /// Whether no position before the one at this ply can occur from there on.
    #[inline]
    #[must_use]
    pub fn is_fresh(&self, ply: usize) -> bool {
        self.stretches[ROOT + ply].reversible == 0
    }

    /// Whether the position at this ply has occurred before, on the path or in the game before the root.
    #[must_use]
    pub fn has_occurred(&self, ply: usize) -> bool {
        let place = ROOT + ply;
        let (key, start) = (self.keys[place], place - self.stretches[place].reversible as usize);
        self.keys[start.max(ROOT)..place].contains(&key) || start < ROOT && self.times_before(key) > 0
    }

    /// Records the position of a step.
    #[inline(always)]
    fn record(&mut self, place: usize, step: Step) -> Stretch {
        let stretch = self.stretch_at(place, step);
        self.keys[place] = step.key;
        self.stretches[place] = stretch;
        stretch
    }

    #[inline(always)]
    fn stretch_at(&self, place: usize, step: Step) -> Stretch {
        let Stretch { reversible, turns: [max, min] } = self.stretches[place - 1];
        let own = step.player() as u32;
        if step.is_irreversible() {
            Stretch { reversible: 0, turns: [1 - own, own] }
        } else {
            Stretch { reversible: reversible + 1, turns: [max + 1 - own, min + own] }
        }
    }

    #[inline]
    fn repeated(&self, place: usize, reversible: u32, key: u64) -> Option<RepeatedPosition> {
        let start = place - reversible as usize;
        let verdict = self.rule.verdict;
        let mut missing = self.rule.times as usize - 1;
        let mut early = None;
        for earlier in (start.max(ROOT)..place).rev() {
            if self.keys[earlier] == key {
                missing -= 1;
                if missing == 0 {
                    return Some(RepeatedPosition { verdict, since: earlier - ROOT, is_early: false });
                }
                if self.is_twofold && earlier > ROOT && early.is_none() {
                    early = Some(RepeatedPosition { verdict, since: earlier - ROOT, is_early: true });
                }
            }
        }
        if start < ROOT && self.times_before(key) >= missing {
            return Some(RepeatedPosition { verdict, since: 0, is_early: false });
        }
        early
    }

    /// How often the position occurred before the root.
    fn times_before(&self, key: u64) -> usize {
        self.before.binary_search_by_key(&key, |&(key, _)| key).map_or(0, |place| self.before[place].1)
    }

    /// The keys of the root and of earlier positions that end the game if they occur once more.
    pub fn last_chances(&self) -> impl Iterator<Item = u64> {
        let root = self.keys[ROOT];
        let is_last = move |times: usize| times + 1 >= self.rule.times as usize;
        let before = self.before.iter().filter(move |&&(key, times)| key != root && is_last(times));
        before.map(|&(key, _)| key).chain(is_last(self.times_before(root) + 1).then_some(root))
    }
}

impl<G: Game> Root<'_, G> {
    /// Removes the moves that the rule of repetition forbids to `turn`, who is to move.
    pub fn retain_permitted(&self, turn: Turn, moves: &mut Vec<Move>) {
        let Some(path) = Path::from_root(self, 0).filter(Path::forbids) else { return };
        let mut child = self.state.clone();
        moves.retain(|&mv| {
            // A step that fails is left to the search, which says why.
            let step = self.game.step(self.state, mv, &mut child, path.want(), &mut Moves::new(&mut []));
            path.forbidden(1, turn, mv, step).is_none()
        });
    }
}

#[cfg(test)]
mod tests;
