//! When the clock ends a search of several threads, all of them have a say in the move: each by the last iteration that
//! it has finished, with the more weight the deeper that was and the better the move is by it (after the votes of the
//! threads of Stockfish and Viridithas).

use crate::found::is_win;
use crate::line::{BestLine, from_view};
use plyd_rules::{Move, Player};
use std::cmp::Reverse;

/// The last iteration that a helping thread has finished.
pub(crate) struct Vote {
    pub(crate) line: BestLine,
    /// The deepest ply reached.
    pub(crate) seldepth: u32,
}

/// The best line of the first thread.
pub(crate) struct FirstThreadLine {
    pub(crate) mv: Move,
    /// From MAX's view.
    pub(crate) value: i32,
    pub(crate) depth: u32,
}

/// The line to play instead of the first thread's `own`, if another one is elected.
///
/// A win is a win, and the soonest is elected, but only if the first thread knows none. A move that loses is not
/// elected, nor does the first thread vote for its own if that loses.
///
/// The worst line has this weight for each ply of its depth, in the game's points: a small difference there.
pub(crate) fn elect(turn: Player, own: &FirstThreadLine, mut votes: Vec<Vote>, least_weight: i32) -> Option<Vote> {
    let seen = |value: i32| from_view(turn, value);
    let loses = |value: i32| is_win(value) && seen(value) < 0;
    if is_win(own.value) && !loses(own.value) {
        return None;
    }
    let counts = |line: &BestLine| {
        let of_own = line.pv.first().is_none_or(|&mv| mv == own.mv && loses(own.value));
        !of_own && !loses(line.value)
    };
    votes.retain(|vote| counts(&vote.line));
    votes.sort_by_key(|vote| Reverse((vote.line.depth, seen(vote.line.value))));
    let wins = votes.iter().map(|vote| vote.line.value).filter(|&value| is_win(value));
    if let Some(soonest) = wins.max_by_key(|&value| seen(value)) {
        return votes.into_iter().find(|vote| vote.line.value == soonest);
    }
    let lines = votes.iter().map(|vote| (vote.line.pv[0], vote.line.value, vote.line.depth));
    let own_line = Some((own.mv, own.value, own.depth)).filter(|_| !loses(own.value));
    let all: Vec<_> = own_line.into_iter().chain(lines).collect();
    let worst = all.iter().map(|&(_, value, _)| seen(value)).min()?;
    let weight_of = |value| i64::from(seen(value) - worst) + i64::from(least_weight);
    let weight = |mv: Move| -> i64 {
        let of_move = all.iter().filter(|line| line.0 == mv);
        of_move.map(|&(_, value, depth)| weight_of(value) * i64::from(depth)).sum()
    };
    let most = all.iter().map(|line| weight(line.0)).max()?;
    // Of equal ones the own comes first.
    let elected = all.iter().map(|line| line.0).find(|&mv| weight(mv) == most)?;
    if elected == own.mv {
        return None;
    }
    votes.into_iter().find(|vote| vote.line.pv[0] == elected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SearchScore;
    use crate::found::win_at;

    fn vote(mv: u32, value: i32, depth: u32) -> Vote {
        let (pv, score) = (vec![Move(mv), Move(9)], SearchScore::Value(value));
        Vote { line: BestLine { value, score, expectation: None, bound: None, depth, pv }, seldepth: depth }
    }

    /// The elected move with its value and depth, for both players.
    fn elected(own: (u32, i32, u32), votes: &[(u32, i32, u32)]) -> Option<(u32, i32, u32)> {
        elected_with(20, own, votes)
    }

    /// The same, if the worst line has this weight.
    fn elected_with(least: i32, own: (u32, i32, u32), votes: &[(u32, i32, u32)]) -> Option<(u32, i32, u32)> {
        let [max, min] = [Player::Max, Player::Min].map(|turn| {
            let own = FirstThreadLine { mv: Move(own.0), value: from_view(turn, own.1), depth: own.2 };
            let votes = votes.iter().map(|&(mv, value, depth)| vote(mv, from_view(turn, value), depth)).collect();
            elect(turn, &own, votes, least)
                .map(|vote| (vote.line.pv[0].0, from_view(turn, vote.line.value), vote.line.depth))
        });
        assert_eq!(max, min, "for the other player");
        max
    }

    const WIN_IN_3: i32 = win_at(3);
    const WIN_IN_5: i32 = win_at(5);

    #[test]
    fn the_first_thread_decides_where_no_majority_is_against_it() {
        assert_eq!(elected((1, 10, 8), &[]), None);
        assert_eq!(elected((1, 10, 8), &[(1, 15, 9), (1, 15, 9)]), None);
        assert_eq!(elected((1, 10, 8), &[(2, 10, 8)]), None, "both have the same weight");
        assert_eq!(elected((1, 10, 8), &[(2, 10, 8), (3, 10, 8)]), None);
    }

    #[test]
    fn depth_and_value_and_number_have_weight() {
        assert_eq!(elected((1, 10, 8), &[(2, 10, 9)]), Some((2, 10, 9)));
        assert_eq!(elected((1, 10, 8), &[(2, 30, 8)]), Some((2, 30, 8)));
        assert_eq!(elected((1, 30, 8), &[(2, 10, 8), (2, 10, 8), (2, 10, 7)]), Some((2, 10, 8)));
        assert_eq!(elected((1, 90, 8), &[(2, 10, 8), (2, 10, 8), (2, 10, 7)]), None);
        assert_eq!(
            elected((1, 10, 9), &[(2, 12, 8), (3, 30, 7), (2, 11, 8)]),
            Some((2, 12, 8)),
            "the best of its lines"
        );
    }

    #[test]
    fn the_same_points_have_less_weight_on_a_larger_scale() {
        let (own, others) = ((1, 30, 8), [(2, 10, 8), (2, 10, 8), (2, 10, 7)]);
        assert_eq!(elected_with(1, own, &others), None, "20 points are much");
        assert_eq!(elected_with(20, own, &others), Some((2, 10, 8)));
        assert_eq!(elected_with(207, own, &others), Some((2, 10, 8)));
    }

    #[test]
    fn a_win_is_elected_the_soonest_first_unless_the_first_thread_has_one() {
        assert_eq!(elected((1, 500, 20), &[(2, WIN_IN_5, 5), (1, 600, 20), (3, WIN_IN_3, 4)]), Some((3, WIN_IN_3, 4)));
        assert_eq!(elected((1, 500, 20), &[(1, WIN_IN_5, 5)]), Some((1, WIN_IN_5, 5)), "the same move, known better");
        assert_eq!(elected((1, WIN_IN_5, 5), &[(2, WIN_IN_3, 9), (3, 800, 30), (3, 800, 30)]), None);
    }

    #[test]
    fn a_move_that_loses_is_never_elected_and_gives_way() {
        assert_eq!(elected((1, -500, 4), &[(2, -WIN_IN_5, 20), (2, -WIN_IN_5, 20)]), None);
        assert_eq!(elected((1, -WIN_IN_5, 9), &[(2, -500, 4)]), Some((2, -500, 4)));
        assert_eq!(elected((1, -WIN_IN_5, 9), &[(1, -500, 4)]), None, "the first thread knows the move better");
        assert_eq!(elected((1, -WIN_IN_5, 9), &[(1, 500, 8), (2, -700, 4)]), Some((2, -700, 4)));
        assert_eq!(elected((1, -WIN_IN_5, 9), &[(2, -WIN_IN_3, 9)]), None);
    }
}
