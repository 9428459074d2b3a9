//! The iterations of the strong search, each with a small window around the value of the one before: what is better or
//! worse than expected need only be known to be so ("aspiration windows").

use crate::deepening::{Start, answer, from_view};
use crate::found::{INFINITY, distance, is_win};
use crate::observer::Observer;
use crate::strong::Strong;
use crate::tree::{Interrupted, Window};
use crate::{Answer, Event, Limits, Score};
use plyd_plugin::{Game, Player};

/// Iterations before this one are cheap, and their values waver.
const FIRST_DEPTH: u32 = 4;

/// How far from the expectation a first window reaches, in the game's points.
const MARGIN: i32 = 20;

/// Searches deeper and deeper until the tree is solved, or a limit is reached.
pub(crate) fn deepen<G: Game, O: Observer>(mut search: Strong<'_, G, O>, limits: &Limits, start: Start) -> Answer {
    let Start { turn, count, first: mut last } = start;
    let deepest = limits.depth_limit();
    let mut expected = None;
    let mut depth = 1;
    loop {
        let outcome = iteration(&mut search, turn, depth, count, expected);
        if let Some(value) = search.tree.root_value {
            // Also of an unfinished iteration: the best move of the one before was searched first.
            last.depth = depth;
            last.seldepth = search.tree.seldepth as u32;
            last.score = score(value, turn);
            last.pv = search.line(value);
            expected = Some(value).filter(|&value| !is_win(value));
        }
        (last.nodes, last.time) = (search.tree.nodes, search.tree.control().elapsed());
        search.tree.report(Event::Iteration(&last));
        let Ok(proven) = outcome else { return answer(search.tree, last, false) };
        // Up to its depth a search sees every line, so a win within it cannot come sooner, nor a loss later.
        let solved = proven || matches!(last.score, Score::Win(plies) | Score::Loss(plies) if plies <= depth);
        if solved {
            return answer(search.tree, last, true);
        }
        search.tree.tell_depth_bound(depth, limits);
        if depth >= deepest || search.tree.control().is_late() {
            return answer(search.tree, last, false);
        }
        depth += 1;
    }
}

/// Searches to one depth; says whether the value is that of the whole tree.
fn iteration<G: Game, O: Observer>(
    search: &mut Strong<'_, G, O>,
    turn: Player,
    depth: u32,
    count: usize,
    expected: Option<i32>,
) -> Result<bool, Interrupted> {
    let mut window = Window { alpha: -INFINITY, beta: INFINITY };
    let mut margin = MARGIN;
    if let Some(value) = expected.filter(|_| search.techniques.aspiration && depth >= FIRST_DEPTH) {
        window = Window { alpha: value - margin, beta: value + margin };
    }
    loop {
        let found = search.start(turn, depth as usize, count, window)?;
        margin = margin.saturating_mul(4);
        if found.value <= window.alpha {
            window.alpha = widened(found.value, -margin);
        } else if found.value >= window.beta {
            window.beta = widened(found.value, margin);
        } else {
            return Ok(found.lower_proven && found.upper_proven);
        }
    }
}

/// A bound this much further on; beyond a few steps there is none.
fn widened(value: i32, by: i32) -> i32 {
    const WIDE: i32 = 20 * MARGIN;
    if by.abs() > WIDE || is_win(value) { by.signum() * INFINITY } else { value + by }
}

fn score(value: i32, turn: Player) -> Score {
    let seen = from_view(turn, value);
    match distance(value) {
        Some(plies) if seen > 0 => Score::Win(plies),
        Some(plies) => Score::Loss(plies),
        None => Score::Value(seen),
    }
}
