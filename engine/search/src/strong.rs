//! The strong search: principal variation search with a transposition table.
//!
//! Alpha-beta that expects the first move to be the best, and asks about the others only whether they are better, with
//! a window of one point (T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", 1982).
//! The README.md of this crate lists the steps of a node in order, and has the reasons.

mod candidates;
mod checks;
mod children;
mod deferred_moves;
mod endings;
mod futility;
mod late_moves;
mod null_move;
pub(crate) mod quiescence;
mod ranking;
mod reductions;
mod selectivity;
mod singular;
mod transposition;

pub use null_move::NULL;
pub(crate) use ranking::Picker;
pub(crate) use selectivity::SALT;
pub(crate) use transposition::salt;

use crate::busy::BusyPositions;
use crate::experience::{ExperienceSlot, ThreadMemory};
use crate::found::{NodeValue, from_root, is_win, win_at};
use crate::ordering::{LearntOrdering, MoveRank};
use crate::table::TableEntry;
use crate::watch::WatchedTree;
use crate::{Odds, SearcherSettings, Tablebase, TechniqueNumbers, Techniques, TranspositionTable, tablebase};
use deferred_moves::DeferredMoves;
use endings::within_reach;
use plyd_rules::{Facts, Game, Move, Player, Step, Want};
use plyd_textbook::{
    JUDGED, LeafKind, NEVER, Observer, Path, PrincipalVariation, VariationRow, WORTH, WalkInterrupted, Window, seen,
    tell,
};
use reductions::{LEAST_INTERNAL_DEPTH, Reductions};
use selectivity::Selectivity;
use singular::SingularResult;
use std::mem::take;

/// One strong search: the walk, and what it remembers.
pub(crate) struct Strong<'a, G: Game, O> {
    pub(crate) tree: WatchedTree<'a, G, O>,
    pub(crate) table: Option<&'a TranspositionTable>,
    /// The techniques that are switched on and that suit the game's abilities.
    pub(crate) techniques: Techniques,
    /// The numbers that tune the techniques.
    pub(crate) numbers: TechniqueNumbers,
    /// Mixed into every key: under the common rule of repetition the positions of the game before the root that end it
    /// if they occur once more.
    pub(crate) salt: u64,
    /// Whether there are such positions.
    pub(crate) has_last_chances: bool,
    /// Positions that were solved beforehand.
    pub(crate) tablebase: Option<&'a dyn Tablebase>,
    /// The techniques that may overlook something.
    pub(crate) selectivity: Selectivity,
    reductions: &'static Reductions,
    /// The wanted facts about a position whose moves are searched, without its key.
    pub(crate) inner: Want,
    /// Whether the mover is in check, if the game knows it; asked of every position.
    pub(crate) check: Want,
    /// No line is extended beyond this many plies.
    pub(crate) longest: usize,
    /// Whether the latest position at the horizon or beyond it was not settled by its static value, so that the next
    /// one is likely to need its noisy moves too. They are asked for in the same call then.
    pub(crate) expects_noise: bool,
    /// The key to request with every position that may need one: the key for the rule of repetition, or else the
    /// table's.
    pub(crate) key: Want,
    /// Whether the table needs another key than the rule of repetition, and so a call of its own.
    pub(crate) key_is_apart: bool,
    /// Whether quiescence uses the table.
    pub(crate) has_quiescence_table: bool,
    /// The noisy moves, and with them the table's key if quiescence asks the table.
    pub(crate) noisy: Want,
    /// The ply from which on null moves may be tried.
    pub(crate) null_moves_from: usize,
    /// Whether positions that a symmetry of the board makes one share an entry. The move that it names may then be the
    /// mirrored one: a legal move, but perhaps a useless one to try first.
    pub(crate) symmetric: bool,
    /// Whether a counter that the keys leave out may end the game, see [`crate::horizon`].
    pub(crate) has_counter: bool,
    pub(crate) learnt: Option<LearntOrdering>,
    /// Ranks of the moves in the arena, see [`Picker`].
    pub(crate) ranks: Vec<MoveRank>,
    /// Room for the game's ratings of one position's moves; all 0 until it is asked.
    pub(crate) ratings: Vec<i32>,
    /// The place of the root move to try first.
    pub(crate) root_first: usize,
    /// The place of the root move that has proved better than its window, and a lower bound of its value, until a
    /// search with a larger window gives its value.
    pub(crate) failed_high: Option<(usize, i32)>,
    /// The distance of a window's ends from the expected value, at first: a small difference in the game's points.
    pub(crate) margin: i32,
    /// A small difference in the game's points.
    pub(crate) small: i32,
    /// Whether the root has all its moves, so that the table may learn of it.
    pub(crate) root_is_whole: bool,
    /// Where what it has learnt goes in the end.
    place: Option<ExperienceSlot<'a>>,
    /// The moves that the threads of the search are searching, if there are several.
    pub(crate) busy: Option<&'a BusyPositions>,
}

/// A node to search: an unfinished position whose moves are in the arena.
#[derive(Clone, Copy)]
pub(crate) struct SearchNode {
    pub(crate) ply: usize,
    /// Plies until the horizon, at least 1; 0 at and below it.
    pub(crate) depth: usize,
    pub(crate) first: usize,
    pub(crate) count: usize,
    pub(crate) key: u64,
    /// The move that led here.
    pub(crate) before: Move,
    /// Whether that was a null move.
    pub(crate) after_pass: bool,
    /// Whether the player to move is in check.
    pub(crate) in_check: bool,
    /// The place of the move that is left out, to see what the others are worth; [`singular::NO_MOVE`] for none.
    pub(crate) excluded: u32,
    /// The heuristic value, in a selective search.
    pub(crate) value: i32,
}

/// A child whose state, and moves, are at the next ply.
#[derive(Clone, Copy)]
pub(crate) struct PlayedChild {
    /// The place of its move among its parent's.
    pub(crate) index: usize,
    pub(crate) mv: Move,
    /// Whether that is a null move.
    pub(crate) is_pass: bool,
    pub(crate) step: Step,
    /// So many plies more than usual are searched below, because its player to move is in check.
    pub(crate) more: usize,
    /// Whether the noisy moves were asked for with it.
    pub(crate) has_noisy: bool,
    /// The value if the game is over.
    pub(crate) finished: Option<NodeValue>,
}

impl SearchNode {
    /// A root, and what most nodes have in common.
    pub(crate) const ROOT: Self = Self {
        ply: 0,
        depth: 0,
        first: 0,
        count: 0,
        key: 0,
        before: Move(0),
        after_pass: false,
        in_check: false,
        excluded: singular::NO_MOVE,
        value: 0,
    };

    pub(crate) fn end(self) -> usize {
        self.first + self.count
    }
}

impl<'a, G: Game, O: Observer> Strong<'a, G, O> {
    /// A search of the tree's root by the thread with this number, beside others if they share what they are searching.
    pub(crate) fn new(
        tree: WatchedTree<'a, G, O>,
        settings: &SearcherSettings<'a>,
        number: usize,
        busy: Option<&'a BusyPositions>,
    ) -> Self {
        let mut tree = tree.with_lines();
        let facts = tree.facts;
        let techniques = settings.techniques.for_game(facts.abilities);
        let table = settings.table.filter(|_| facts.has_key);
        let path = tree.path.as_ref().filter(|path| path.kind() == WORTH);
        let salt = salt(path);
        let has_last_chances = path.is_some_and(|path| path.last_chances().next().is_some());
        let learns = techniques.learnt_order && facts.moves_are_actions;
        let plies = tree.plies();
        let symmetric = techniques.symmetry && table.is_some();
        let tables_key = match table {
            Some(_) if symmetric => Want::SYMMETRIC_KEY,
            Some(_) => Want::KEY,
            None => Want::OUTCOME,
        };
        let key = tree.path.as_ref().map_or(tables_key, Path::want);
        let has_quiescence_table = table.is_some() && techniques.quiescence_table && tree.repeats() != JUDGED;
        let noisy = if has_quiescence_table { Want::NOISY.and(tables_key) } else { Want::NOISY };
        let place = settings.experience.and_then(|experience| experience.place(number));
        let ThreadMemory { learnt, ranks, mut ratings, arena } =
            place.map_or_else(ThreadMemory::default, ExperienceSlot::take);
        // A search that the game has ended may have left some.
        ratings.clear();
        ratings.resize(facts.max_moves as usize, 0);
        tree.arena = arena;
        let learnt = learns.then(|| learnt.map_or_else(|| LearntOrdering::new(plies), |learnt| learnt.aged(plies)));
        let mut strong = Self {
            table,
            techniques,
            numbers: settings.numbers,
            salt,
            has_last_chances,
            tablebase: tablebase::of_game(settings.tablebase, &facts),
            symmetric,
            has_counter: facts.abilities.horizon,
            key,
            key_is_apart: table.is_some() && key != tables_key,
            has_quiescence_table,
            noisy,
            expects_noise: false,
            learnt,
            ranks,
            ratings,
            root_first: 0,
            failed_high: None,
            margin: first_margin(&facts, settings.numbers),
            small: Odds::of(&facts).small(),
            root_is_whole: true,
            selectivity: Selectivity::NONE,
            reductions: Reductions::get(settings.numbers.reduction_divisor),
            inner: Want::MOVES,
            check: if facts.abilities.check { Want::CHECK } else { Want::OUTCOME },
            longest: 0,
            null_moves_from: 0,
            place,
            busy,
            tree,
        };
        strong.use_selectivity();
        strong
    }

    /// Searches the root's first `count` moves to `depth` within the window.
    pub(crate) fn start(
        &mut self,
        turn: Player,
        depth: usize,
        count: usize,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        self.tree.begin(depth)?;
        self.longest = checks::longest(depth);
        tell!(self.tree, enter(window.entered(0, depth, 0, Move(0), turn)));
        let key = if self.table.is_some() { self.own_table_key(0) } else { 0 };
        let root = SearchNode { depth, count, key, ..SearchNode::ROOT };
        // Whoever watches sees one thread, so the second form is not compiled for it.
        let found = if O::LOOKS || self.busy.is_none() {
            self.root::<false>(turn, root, window)
        } else {
            self.root::<true>(turn, root, window)
        }?;
        self.failed_high = None;
        Ok(found)
    }

    fn root<const TEAM: bool>(
        &mut self,
        turn: Player,
        root: SearchNode,
        window: Window,
    ) -> Result<NodeValue, WalkInterrupted> {
        let row = PrincipalVariation::ROOT;
        let repeats = match self.tree.repeats() {
            // What ends by a counter depends on the path as a repetition does.
            NEVER if self.has_counter => WORTH,
            repeats => repeats,
        };
        match (turn, repeats) {
            (Player::Max, NEVER) => self.node::<true, NEVER, TEAM>(root, window, row),
            (Player::Min, NEVER) => self.node::<false, NEVER, TEAM>(root, window, row),
            (Player::Max, WORTH) => self.node::<true, WORTH, TEAM>(root, window, row),
            (Player::Min, WORTH) => self.node::<false, WORTH, TEAM>(root, window, row),
            (Player::Max, _) => self.node::<true, JUDGED, TEAM>(root, window, row),
            (Player::Min, _) => self.node::<false, JUDGED, TEAM>(root, window, row),
        }
    }

    /// Searches the moves of a node, in a `TEAM` beside other threads.
    pub(crate) fn node<const MAX: bool, const REPEATS: u8, const TEAM: bool>(
        &mut self,
        mut node: SearchNode,
        window: Window,
        row: VariationRow,
    ) -> Result<NodeValue, WalkInterrupted> {
        let SearchNode { ply, .. } = node;
        if ply + 1 >= self.tree.states.len() && !self.tree.deepen(ply) {
            return self.longest(node, row);
        }
        self.tree.pv.clear(row);
        let is_root = ply == 0;
        let mut inner = window;
        if !is_root && let Some(found) = within_reach(ply, &mut inner) {
            return Ok(self.leaf(ply, found, LeafKind::Distance));
        }
        let is_trial = node.excluded != singular::NO_MOVE;
        if !is_root
            && !is_trial
            && let Some(found) = self.solved(REPEATS, ply, node.key)
        {
            return Ok(self.leaf(ply, found, LeafKind::Table));
        }
        let known = if is_root || is_trial { None } else { self.table.and_then(|table| table.probe(node.key)) };
        if let Some(entry) = known
            && let Some(found) = self.answer::<REPEATS>(entry, node, inner)
        {
            return Ok(self.leaf(ply, found, LeafKind::Table));
        }
        let handed = inner;
        let is_line = inner.beta - inner.alpha > 1;
        let mut hint = if is_root { Some(self.root_first) } else { known.and_then(|entry| entry.best) };
        let mut best = NodeValue::worst::<MAX>();
        let mut is_whole = true;
        let mut is_singular = false;
        if self.is_selective() && !is_root && !is_trial {
            if self.selectivity.internal_reduction && hint.is_none() && node.depth >= LEAST_INTERNAL_DEPTH {
                node.depth -= 1;
            }
            if !is_line
                && !node.in_check
                && let Some(found) = self.prune::<MAX, REPEATS, TEAM>(&mut node, &mut hint, inner, row)?
            {
                if node.count == 0 {
                    self.remember::<REPEATS>(node, found, None, handed);
                    return Ok(self.leaf(ply, found, LeafKind::Pruned));
                }
                (best, is_whole) = (found, false);
            }
            if self.selectivity.singular_extensions
                && let (Some(entry), Some(index)) = (known, hint.filter(|&index| index < node.count))
                && is_whole
            {
                match self.without::<MAX, REPEATS, TEAM>(node, index, entry_at(entry, ply), inner, row)? {
                    SingularResult::Common => {}
                    SingularResult::Singular => is_singular = true,
                    SingularResult::Enough(found) => return Ok(self.leaf(ply, found, LeafKind::Pruned)),
                }
                self.tree.pv.clear(row);
            }
        }
        let SearchNode { first, count, .. } = node;
        let hint = hint.filter(|&index| index < count);

        self.tree.reserve(node.end());
        self.tree.seldepth = self.tree.seldepth.max(ply + 1);
        let mut best_index = None;
        let mut kept = PrincipalVariation::row(ply + 1);
        let (mut picker, mut deferred) = (Picker::new(first, hint), DeferredMoves::default());
        for number in 0..count {
            if TEAM
                && !is_trial
                && let Some(found) = self.found_elsewhere::<REPEATS>(node, number, handed)
            {
                return Ok(self.leaf(ply, found, LeafKind::Table));
            }
            let (rank, told) = if TEAM {
                self.next_free::<MAX>(&mut picker, &mut deferred, node, number)
            } else {
                (self.next::<MAX>(&mut picker, node, number), None)
            };
            let index = rank.index();
            if index as u32 == node.excluded {
                continue;
            }
            if is_root {
                if number > 0 {
                    // If the move before this one was searched again, its value is known by now.
                    self.failed_high = None;
                }
                self.tree.tell_root_move(self.tree.arena[index], number + 1);
            }
            let mut is_lost = false;
            let is_lost_so_far = is_win(best.value) && (best.value < 0) == MAX;
            let has_deferred = TEAM && deferred.are_any();
            if self.selectivity.late_moves
                && !is_line
                && !is_lost_so_far
                && !has_deferred
                && late_moves::is_left_out(&self.numbers, node.depth, number, rank)
            {
                // Nor are those behind it searched.
                best = best.cut::<MAX>();
                break;
            }
            if rank.is_unlikely() {
                if self.selectivity.candidates && number > 0 && !rank.is_losing() && !is_lost_so_far {
                    // Neither it nor those that are left are worth a search.
                    best = best.cut::<MAX>();
                    break;
                }
                // The reply that wins must lie within the horizon. Where positions come again, the move may end the
                // game first.
                is_lost = rank.is_losing() && node.depth > 1 && !is_root && REPEATS == NEVER;
            }
            let child = if is_lost {
                self.tree.pv.clear(kept.other());
                let value = if MAX { -win_at(ply + 2) } else { win_at(ply + 2) };
                let mv = self.tree.arena[first + index];
                tell!(self.tree, promise(ply, index, mv, seen(value)));
                NodeValue::proven(value)
            } else {
                if TEAM {
                    self.begin_move(told);
                }
                let reduces = self.selectivity.reductions && number > 0;
                let less = if reduces { self.reductions.plies(node.depth, number, is_line, rank) } else { 0 };
                // Forbidden moves before it are none.
                let is_later =
                    if REPEATS == JUDGED { best.value != NodeValue::worst::<MAX>().value } else { number > 0 };
                let depth = node.depth + usize::from(is_singular && number == 0);
                self.child::<MAX, REPEATS, TEAM>(
                    SearchNode { depth, ..node },
                    index,
                    is_later,
                    less,
                    inner,
                    kept.other(),
                )?
            };
            if TEAM {
                self.end_move(told);
            }
            let (is_better, so_far) = best.and_child::<MAX, REPEATS>(child, self.selectivity.twofold_repetition);
            best = so_far;
            if is_better {
                kept = kept.other();
                best_index = Some(index);
                // A value outside the window is a bound, and the line below it is no principal variation.
                let is_exact = window.alpha < best.value && best.value < window.beta;
                if is_exact {
                    self.tree.pv.set(row, self.tree.arena[first + index], kept);
                    if is_root {
                        self.tree.root_value = Some(best.value);
                    }
                }
                if is_root && if MAX { window.alpha < best.value } else { best.value < window.beta } {
                    self.root_first = index;
                }
                if MAX {
                    inner.alpha = inner.alpha.max(best.value);
                } else {
                    inner.beta = inner.beta.min(best.value);
                }
                tell!(self.tree, update(ply, index, seen(best.value), seen(inner.alpha), seen(inner.beta)));
            }
            if inner.is_empty() {
                if number + 1 < count {
                    best = best.cut_by::<MAX>(child);
                    tell!(self.tree, cut(ply, index + 1, seen(inner.alpha), seen(inner.beta)));
                }
                if !rank.is_certain() {
                    self.learn::<MAX>(node, picker);
                }
                break;
            }
            if is_lost {
                // So are all that are left.
                break;
            }
        }
        if is_trial {
            tell!(self.tree, leave(ply, seen(best.value)));
            return Ok(best);
        }
        if REPEATS == JUDGED && best.value == NodeValue::worst::<MAX>().value {
            return Err(self.tree.contradicted(ply));
        }
        let soonest = if MAX { win_at(ply + 1) } else { -win_at(ply + 1) };
        if best.value == soonest {
            // No move is better than one that wins at once. Only under other rules than the common one may that win
            // depend on the path: the opponent may have no permitted move.
            best = if REPEATS == JUDGED { best.as_proven() } else { NodeValue::proven(soonest) };
        }
        if !is_root || self.root_is_whole {
            self.remember::<REPEATS>(node, best, best_index.filter(|_| is_whole), handed);
        }
        tell!(self.tree, leave(ply, seen(best.value)));
        Ok(if REPEATS == NEVER { best } else { best.above(ply) })
    }

    /// A position for whose children there is no room: null moves made the path longer than any game is, or the game
    /// declared too little.
    #[cold]
    fn longest(&mut self, node: SearchNode, row: VariationRow) -> Result<NodeValue, WalkInterrupted> {
        if !self.selectivity.null_move {
            return Err(self.tree.too_long(node.ply));
        }
        self.tree.pv.clear(row);
        Ok(self.leaf(node.ply, NodeValue::heuristic(node.value), LeafKind::Horizon))
    }
}

/// An entry as seen from the root.
fn entry_at(entry: TableEntry, ply: usize) -> TableEntry {
    TableEntry { value: from_root(entry.value, ply), ..entry }
}

/// The distance of a window's ends from the expected value, at first: at least a point.
fn first_margin(facts: &Facts, numbers: TechniqueNumbers) -> i32 {
    let hundredths = i64::from(Odds::of(facts).small()) * i64::from(numbers.aspiration_window);
    (hundredths / 100).max(1) as i32
}

impl<G: Game, O> Drop for Strong<'_, G, O> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            let (learnt, arena) = (self.learnt.take(), take(&mut self.tree.arena));
            place.leave(ThreadMemory { learnt, ranks: take(&mut self.ranks), ratings: take(&mut self.ratings), arena });
        }
    }
}
