//! The walk through all positions that can be reached from one, as often as it takes until their values are known.
//!
//! A sweep visits every position once, depth first, and values it by its children when it leaves it. Where no position
//! comes again, a sweep is enough, as then every child is valued before its parents. Where some do, a child on the way
//! to its parent is valued by what is known of it so far, at first as a draw, and sweeps go on until none changes
//! anything. This is retrograde analysis (T. Ströhlein, 1970; K. Thompson, "Retrograde analysis of certain endgames",
//! 1986) without moves that are taken back. The README.md of this crate shows that it
//! comes to the same values.
//!
//! A sweep has to reach all positions by paths of bounded length, as it keeps the states of its path. So each position
//! has a level: it is a child of one with a lower level. A sweep enters it by a move from above, and lowers its level
//! where it finds a shorter way.

use crate::positions::{PositionEntry, Positions, scatter};
use crate::score::ScoreRank;
use crate::scores::{MOST_SCORES, Scores};
use plyd_rules::{Facts, Game, Move, Moves, Player, Step, Turn, Want};
use serde::{Deserialize, Serialize};
use std::ops::ControlFlow;

/// The most plies of a path.
pub(crate) const MOST_LEVELS: usize = 1 << 13;
/// The plies of a path at first, if the game does not declare how long it can be.
const FIRST_LEVELS: usize = 1 << 10;
/// The steps from one call of a pause to the next: few, because each can take long in a game that is slow.
const STEPS_BETWEEN_PAUSES: u32 = 1 << 5;

/// The state of the walk, apart from the positions: enough to go on later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct WalkStage {
    /// The number of the sweep, from 0.
    pub(crate) sweep: u32,
    /// The most plies of a path in this sweep.
    pub(crate) levels: usize,
    /// The positions that this sweep has left behind.
    pub(crate) done: u64,
    /// Those of them whose value has changed.
    pub(crate) changed: u64,
    /// Whether some were valued by a child whose own value was not settled.
    pub(crate) unsettled: bool,
    /// Whether a position was new, or is reached by a shorter way than before.
    pub(crate) has_news: bool,
}

/// What a sweep does with what it finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// To add positions, and to correct values.
    Build,
    /// To check that there are all positions, with the values that follow from their children.
    Verify,
}

/// Why a walk cannot go on: what the game does, or what the table says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WalkFault {
    /// The game gave an error.
    #[error("the game failed: {0}")]
    Fault(String),
    /// A position is over on one path, and goes on with the same key on another.
    #[error(
        "the game cannot have a table: positions with the same key end differently, so the key leaves out what decides, such as a counter of moves"
    )]
    Ending,
    /// Two positions with the same key differ in the player to move.
    #[error("two positions have the same key, but different players to move")]
    Turn,
    /// The game can go on for ever, and no rule of repetition ends it.
    #[error("the game can go round in circles, and has no rule of repetition that would end it")]
    Endless,
    /// There are more positions than there is room for.
    #[error("more than {0} positions can be reached, and there is no room for more")]
    Positions(usize),
    /// There are too many different values.
    #[error("the positions have more than {MOST_SCORES} different values and distances")]
    Scores,
    /// The game is too long.
    #[error("a game can be longer than {} plies before a position comes again", MOST_LEVELS - 1)]
    Levels,
    /// An end is too far away.
    #[error("an end is more than {} plies away", u16::MAX)]
    Distance,
    /// Of a table: a position is missing.
    #[error("the table lacks a position")]
    Missing,
    /// Of a table: a value does not follow from those of the children.
    #[error("the value of a position does not follow from those behind its moves")]
    Value,
    /// Of a table: it has positions that cannot be reached.
    #[error("the table has {0} positions that cannot be reached")]
    Unreachable(u64),
}

/// What the owner of a walk hears between its steps.
pub(crate) type Pause<'p, E> = &'p mut dyn FnMut(&mut Positions, &Scores, WalkStage) -> Result<ControlFlow<()>, E>;

/// A walk on its way.
#[derive(Debug)]
pub(crate) struct TableWalk<'a, G: Game> {
    game: &'a G,
    facts: Facts,
    goal: Goal,
    key: Want,
    pub(crate) positions: Positions,
    pub(crate) scores: Scores,
    pub(crate) stage: WalkStage,
    /// The states of the path, and more that are left from longer ones.
    states: Vec<G::State>,
    path: Vec<PathPosition>,
    /// The moves of all nodes of the path.
    moves: Vec<Move>,
    until_pause: u32,
}

/// A position of the path.
#[derive(Clone, Copy, Debug)]
struct PathPosition {
    key: u64,
    turn: Player,
    /// The places of its moves that are left, in the list of all.
    next: usize,
    end: usize,
    best: Option<ScoreRank>,
}

/// What a walk notes of a position: its level, the player to move, and where it is in its sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct WalkMark(u16);

impl WalkMark {
    const MIN_TO_MOVE: u16 = 4;
    const LEVEL_SHIFT: u32 = 3;
    /// No sweep has left it behind.
    const FRESH: u16 = 0;
    /// It is on the path.
    const OPEN: u16 = 1;

    fn new(level: usize, turn: Player, state: u16) -> Self {
        let turn = if turn == Player::Min { Self::MIN_TO_MOVE } else { 0 };
        Self((level as u16) << Self::LEVEL_SHIFT | turn | state)
    }

    /// The state of what this sweep, or the last but one, has left behind.
    fn done(sweep: u32) -> u16 {
        2 + (sweep % 2) as u16
    }

    fn level(self) -> usize {
        usize::from(self.0 >> Self::LEVEL_SHIFT)
    }

    fn turn(self) -> Player {
        if self.0 & Self::MIN_TO_MOVE == 0 { Player::Max } else { Player::Min }
    }

    fn state(self) -> u16 {
        self.0 & 3
    }
}

/// The mark of a position of a table that is verified, before the walk comes there and sees whose turn it is.
pub(crate) const UNVISITED: u16 = ((MOST_LEVELS as u16) - 1) << WalkMark::LEVEL_SHIFT | WalkMark::FRESH;

/// The mark of a position in a file: where it was on a path that is gone it is fresh.
pub(crate) fn at_rest(mark: u16) -> u16 {
    let mark = WalkMark(mark);
    if mark.state() == WalkMark::OPEN { WalkMark::new(mark.level(), mark.turn(), WalkMark::FRESH).0 } else { mark.0 }
}

/// The key by which a table of a game with these facts knows positions.
pub(crate) fn key_kind(facts: &Facts) -> Want {
    if facts.abilities.symmetry { Want::SYMMETRIC_KEY } else { Want::KEY }
}

impl WalkStage {
    pub(crate) fn first(facts: &Facts) -> Self {
        let is_bounded = facts.repetition.is_none() && facts.max_plies != Facts::UNBOUNDED;
        let levels = if is_bounded { (facts.max_plies as usize + 1).clamp(2, MOST_LEVELS) } else { FIRST_LEVELS };
        Self { sweep: 0, levels, done: 0, changed: 0, unsettled: false, has_news: false }
    }

    /// The next sweep.
    fn next(self, levels: usize) -> Self {
        let sweep = self.sweep + 1;
        Self { sweep, levels, done: 0, changed: 0, unsettled: false, has_news: false }
    }
}

impl<'a, G: Game> TableWalk<'a, G> {
    pub(crate) fn new(game: &'a G, goal: Goal, positions: Positions, scores: Scores, stage: WalkStage) -> Self {
        let facts = game.facts();
        let (states, path, moves) = (Vec::new(), Vec::new(), Vec::new());
        let (key, until_pause) = (key_kind(&facts), STEPS_BETWEEN_PAUSES);
        Self { game, facts, goal, key, positions, scores, stage, states, path, moves, until_pause }
    }

    /// Sweeps until the values of all positions are known; `false` if a pause has ended it. The root is unfinished.
    pub(crate) fn run<E: From<WalkFault>>(&mut self, root: &G::State, pause: Pause<'_, E>) -> Result<bool, E> {
        loop {
            if !self.sweep(root, pause)? {
                return Ok(false);
            }
            let WalkStage { levels, done, changed, unsettled, has_news, .. } = self.stage;
            let left = self.positions.len() as u64 - done;
            if left == 0 && (!unsettled || changed == 0) {
                return Ok(true);
            }
            if left > 0 && !has_news && levels == MOST_LEVELS {
                return Err(self.too_long(left).into());
            }
            let levels = if left > 0 { (2 * levels).min(MOST_LEVELS) } else { levels };
            self.stage = self.stage.next(levels);
        }
    }

    /// What is known of the root.
    pub(crate) fn root(&self, root: &G::State) -> ScoreRank {
        let step = self.game.examine(root, self.key, &mut Moves::new(&mut []));
        self.positions.get(scatter(step.key)).map_or(ScoreRank::DRAW, |entry| self.scores.rank(entry.code))
    }

    fn too_long(&self, left: u64) -> WalkFault {
        match self.goal {
            Goal::Build => WalkFault::Levels,
            Goal::Verify => WalkFault::Unreachable(left),
        }
    }

    /// Visits all positions once; `false` if a pause has ended it.
    fn sweep<E: From<WalkFault>>(&mut self, root: &G::State, pause: Pause<'_, E>) -> Result<bool, E> {
        self.path.clear();
        self.moves.clear();
        self.states.clear();
        self.states.push(root.clone());
        let step = self.game.examine(root, self.key, &mut Moves::new(&mut []));
        let (key, turn) = (scatter(step.key), self.player(0, step)?);
        let entry = match (self.positions.get(key), self.goal) {
            (Some(entry), _) => entry,
            (None, Goal::Build) => self.add(key, turn, 0)?,
            (None, Goal::Verify) => return Err(WalkFault::Missing.into()),
        };
        if WalkMark(entry.mark).state() == WalkMark::done(self.stage.sweep) {
            return Ok(true);
        }
        self.enter(key, turn, entry)?;
        while let Some(node) = self.path.last().copied() {
            self.until_pause -= 1;
            if self.until_pause == 0 {
                self.until_pause = STEPS_BETWEEN_PAUSES;
                if pause(&mut self.positions, &self.scores, self.stage)?.is_break() {
                    return Ok(false);
                }
            }
            if node.next == node.end { self.leave(node)? } else { self.play(node)? }
        }
        Ok(true)
    }

    /// Plays the next move of the last position of the path, and enters the position it leads to if this sweep has not
    /// been there.
    fn play(&mut self, node: PathPosition) -> Result<(), WalkFault> {
        let ply = self.path.len();
        self.path[ply - 1].next += 1;
        let mv = self.moves[node.next];
        if self.states.len() == ply {
            self.states.push(self.states[ply - 1].clone());
        }
        let (path, below) = self.states.split_at_mut(ply);
        let step = self.game.step(&path[ply - 1], mv, &mut below[0], self.key, &mut Moves::new(&mut []));
        let turn = self.player(ply, step)?;
        let key = scatter(step.key);
        let known = self.positions.get(key);
        if let Some(end) = ScoreRank::of_end(step.outcome()) {
            if known.is_some() {
                return Err(WalkFault::Ending);
            }
            return self.take(ply - 1, end);
        }
        let entry = match known {
            Some(entry) => self.meet(key, turn, entry)?,
            None if self.goal == Goal::Build => self.add(key, turn, ply)?,
            None => return Err(WalkFault::Missing),
        };
        let mark = WalkMark(entry.mark);
        match mark.state() {
            state if state == WalkMark::done(self.stage.sweep) => {}
            WalkMark::OPEN if self.facts.repetition.is_none() => return Err(WalkFault::Endless),
            WalkMark::OPEN => self.stage.unsettled = true,
            _ if ply >= self.stage.levels => self.stage.unsettled = true,
            _ => return self.enter(key, turn, entry),
        }
        self.take(ply - 1, self.scores.rank(entry.code))
    }

    /// Looks at a position that is known already, at the end of the path.
    fn meet(&mut self, key: u64, turn: Player, entry: PositionEntry) -> Result<PositionEntry, WalkFault> {
        let (mark, ply) = (WalkMark(entry.mark), self.path.len());
        let is_first = self.goal == Goal::Verify && mark.state() == WalkMark::FRESH;
        if mark.turn() != turn && !is_first {
            return Err(WalkFault::Turn);
        }
        if mark.level() <= ply {
            return Ok(entry);
        }
        self.stage.has_news = true;
        let entry = PositionEntry { mark: WalkMark::new(ply, turn, mark.state()).0, ..entry };
        self.positions.set(key, entry);
        Ok(entry)
    }

    /// Adds a position at the end of the path.
    fn add(&mut self, key: u64, turn: Player, level: usize) -> Result<PositionEntry, WalkFault> {
        let code = self.scores.code(ScoreRank::DRAW).ok_or(WalkFault::Scores)?;
        let entry = PositionEntry { code, mark: WalkMark::new(level.min(MOST_LEVELS - 1), turn, WalkMark::FRESH).0 };
        if !self.positions.insert(key, entry) {
            return Err(WalkFault::Positions(self.positions.most()));
        }
        self.stage.has_news = true;
        Ok(entry)
    }

    /// Adds a position to the path, with its moves.
    fn enter(&mut self, key: u64, turn: Player, entry: PositionEntry) -> Result<(), WalkFault> {
        let (ply, next) = (self.path.len(), self.moves.len());
        self.moves.resize(next + self.facts.max_moves as usize, Move(0));
        let mut out = Moves::new(&mut self.moves[next..]);
        let step = self.game.examine(&self.states[ply], Want::MOVES, &mut out);
        if step.is_error() {
            return Err(self.fault(ply));
        }
        self.moves.truncate(next + step.count());
        let mark = WalkMark(entry.mark);
        self.positions.set(key, PositionEntry { mark: WalkMark::new(mark.level(), turn, WalkMark::OPEN).0, ..entry });
        self.path.push(PathPosition { key, turn, next, end: self.moves.len(), best: None });
        Ok(())
    }

    /// Takes a child into account.
    fn take(&mut self, parent: usize, child: ScoreRank) -> Result<(), WalkFault> {
        let rank = child.one_ply_farther().ok_or(WalkFault::Distance)?;
        let PathPosition { turn, best, .. } = &mut self.path[parent];
        *best = Some(best.map_or(rank, |best| best.better_for(*turn, rank)));
        Ok(())
    }

    /// Values the last position of the path, and removes it from there.
    fn leave(&mut self, node: PathPosition) -> Result<(), WalkFault> {
        self.path.pop();
        let ply = self.path.len();
        // An unfinished position has a move.
        let rank = node.best.ok_or_else(|| WalkFault::Fault("an unfinished position has no moves".into()))?;
        let Some(old) = self.positions.get(node.key) else { return Err(WalkFault::Missing) };
        let code = self.scores.code(rank).ok_or(WalkFault::Scores)?;
        if code != old.code {
            if self.goal == Goal::Verify {
                return Err(WalkFault::Value);
            }
            self.stage.changed += 1;
        }
        let mark = WalkMark::new(WalkMark(old.mark).level(), node.turn, WalkMark::done(self.stage.sweep)).0;
        self.positions.set(node.key, PositionEntry { code, mark });
        self.stage.done += 1;
        self.moves.truncate(self.path.last().map_or(0, |parent| parent.end));
        if ply > 0 { self.take(ply - 1, rank) } else { Ok(()) }
    }

    /// Whose turn it is in the state at this ply.
    fn player(&self, ply: usize, step: Step) -> Result<Player, WalkFault> {
        match step.turn() {
            _ if step.is_error() => Err(self.fault(ply)),
            Turn::Max => Ok(Player::Max),
            Turn::Min => Ok(Player::Min),
            Turn::Chance => Err(WalkFault::Fault("it is the turn of chance, which the game did not declare".into())),
        }
    }

    fn fault(&self, ply: usize) -> WalkFault {
        WalkFault::Fault(self.game.last_error(&self.states[ply]))
    }
}
