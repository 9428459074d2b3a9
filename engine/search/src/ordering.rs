//! Move ordering: in which order the strong search tries the moves of a position.
//!
//! First the table's move, then the moves with certain ratings, then the others by the game's rating and by the
//! search's own knowledge: killer moves and countermoves, which caused cuts here or after the same move before, and the
//! history heuristic, which counts how often a move caused cuts in other positions of the same player. Equal moves stay
//! in the game's order. There is no continuation history: the README.md of this crate has what it was worth.
//!
//! The game's rating knows the position, what was learnt does not; so a killer is worth no more than 1,000 points of
//! rating, and history 245. With larger weights connect four and kalah took up to twice the nodes, chess a tenth more.

use plyd_rules::{Move, Player, UNLIKELY_RATING};
use std::mem::take;

/// Ratings of a game from here on come before all that was learnt.
const CERTAIN: i32 = plyd_rules::CERTAIN_RATING;

/// The game's rating of a move that loses immediately, which comes last.
const LOSING: i32 = plyd_rules::LOSING_RATING;

/// The bonus of a move that caused a cut here, or after the same move of the opponent.
const KILLER: i32 = 1_000;
const OLDER_KILLER: i32 = 990;
const COUNTERMOVE: i32 = 980;

/// The game's rating of other moves counts up to this.
pub(crate) const MOST_RATING: i32 = 4_900;

/// The bound of a move's history, and how much of it makes a point of rating.
const MOST_HISTORY: i32 = 4_900;
const HISTORY_SHARE: i32 = 20;
const _: () = assert!(MOST_HISTORY / HISTORY_SHARE < COUNTERMOVE && MOST_HISTORY <= i16::MAX as i32);
const _: () = assert!(MOST_RATING + KILLER < CERTAIN);

/// The next search begins with this part of a history. Over 96 short games of four kinds halves, quarters and eighths
/// all took between 0.99 and 1.01 of the nodes that searches without history took.
const AGING: i32 = 4;

/// Places for moves, whose numbers mean nothing here; two that share one share what is learnt.
pub(crate) const PLACES: usize = 1 << 12;

/// The priority of a move: its rating, and its place in the game's order. Of two ranks the larger one comes first, by a
/// single comparison: the rating is in the upper half of the number, and in the lower half the place counts downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MoveRank(i64);

impl MoveRank {
    #[inline]
    pub(crate) fn new(rating: i32, index: usize) -> Self {
        Self(i64::from(rating) << u32::BITS | i64::from(!(index as u32)))
    }

    /// The priority of a move that is tried first with any rating.
    #[inline]
    pub(crate) fn of_hint(index: usize) -> Self {
        Self::new(0, index)
    }

    /// The move's place in the game's order.
    #[inline]
    pub(crate) fn index(self) -> usize {
        !(self.0 as u32) as usize
    }

    #[inline]
    fn rating(self) -> i32 {
        (self.0 >> u32::BITS) as i32
    }

    /// Whether the game is certain of the move, so that there is no need to learn from it.
    #[inline]
    pub(crate) fn is_certain(self) -> bool {
        self.rating() >= CERTAIN
    }

    /// Whether the game promises that the opponent wins with the reply; so it does of all moves that come later.
    #[inline]
    pub(crate) fn is_losing(self) -> bool {
        self.rating() == LOSING
    }

    /// Whether the game thinks that the move is not worth a search, or promises that it loses.
    #[inline]
    pub(crate) fn is_unlikely(self) -> bool {
        self.rating() <= UNLIKELY_RATING
    }

    /// Whether a noisy move loses more than it wins: the game rates it below zero, and what was learnt does not
    /// contradict it.
    #[inline]
    pub(crate) fn is_losing_capture(self) -> bool {
        self.rating() < 0
    }

    /// Whether it comes early because it cut nearby.
    #[inline]
    pub(crate) fn is_lifted(self) -> bool {
        self.rating() >= COUNTERMOVE / 2
    }
}

/// The history of a move, and what it adds to the game's rating, so that ranking needs no division.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct MoveHistory {
    /// Within plus and minus [`MOST_HISTORY`].
    worth: i16,
    bonus: i16,
}

impl MoveHistory {
    fn new(worth: i32) -> Self {
        Self { worth: worth as i16, bonus: (worth / HISTORY_SHARE) as i16 }
    }
}

/// The knowledge of a search about moves.
pub(crate) struct LearntOrdering {
    /// The latest two moves that cut at each ply.
    killers: Vec<[Move; 2]>,
    /// The latest move that cut after a move of the opponent.
    countermoves: Vec<Move>,
    /// By player and move.
    history: Vec<[MoveHistory; PLACES]>,
}

/// The knowledge about the moves of one node.
#[derive(Clone, Copy)]
struct OrderingKnowledge<'a> {
    killers: [Move; 2],
    countermove: Move,
    history: &'a [MoveHistory; PLACES],
}

/// No game has enough moves for this to be one; if it is, it is tried a little earlier than it should be.
const NO_MOVE: Move = Move(u32::MAX);

impl LearntOrdering {
    /// An empty memory, for paths of at most `plies` moves.
    pub(crate) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[NO_MOVE; 2]; plies + 1],
            countermoves: vec![NO_MOVE; 2 * PLACES],
            history: vec![[MoveHistory::default(); PLACES]; 2],
        }
    }

    /// The same for the next search, for paths of at most `plies` moves. What is known of other positions counts less,
    /// and killers belong to a ply, which is another one now.
    pub(crate) fn aged(mut self, plies: usize) -> Self {
        self.killers.clear();
        self.killers.resize(plies + 1, [NO_MOVE; 2]);
        for history in self.history.as_flattened_mut() {
            *history = MoveHistory::new(i32::from(history.worth) / AGING);
        }
        self
    }

    /// The knowledge about the moves of a player at this ply, after this move.
    #[inline]
    fn about(&self, ply: usize, turn: Player, before: Move) -> OrderingKnowledge<'_> {
        let countermove = self.countermoves[turn as usize * PLACES + place(before)];
        OrderingKnowledge { killers: self.killers[ply], countermove, history: &self.history[turn as usize] }
    }

    /// The move `mv` cut at this ply, `depth` plies above the horizon.
    pub(crate) fn reward(&mut self, ply: usize, turn: Player, before: Move, mv: Move, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        self.countermoves[turn as usize * PLACES + place(before)] = mv;
        self.adjust(turn, mv, bonus(depth));
    }

    /// The move was tried before the one that cut, and did not.
    pub(crate) fn blame(&mut self, turn: Player, mv: Move, depth: u32) {
        self.adjust(turn, mv, -bonus(depth));
    }

    /// The nearer a history is to its bound, the less it still moves; so what was learnt late outweighs what is old.
    fn adjust(&mut self, turn: Player, mv: Move, bonus: i32) {
        let history = &mut self.history[turn as usize][place(mv)];
        let worth = i32::from(history.worth);
        *history = MoveHistory::new(worth + bonus - worth * bonus.abs() / MOST_HISTORY);
    }
}

fn bonus(depth: u32) -> i32 {
    let depth = depth.min(40) as i32;
    (4 * depth * depth).min(MOST_HISTORY / 4)
}

impl OrderingKnowledge<'_> {
    /// The bonus on the game's rating for this move.
    #[inline(always)]
    fn bonus(&self, mv: Move) -> i32 {
        if mv == self.killers[0] {
            KILLER
        } else if mv == self.killers[1] {
            OLDER_KILLER
        } else if mv == self.countermove {
            COUNTERMOVE
        } else {
            self.history[place(mv)].bonus.into()
        }
    }
}

#[inline]
pub(crate) fn place(mv: Move) -> usize {
    (mv.0.wrapping_mul(0x9E37_79B1) >> (u32::BITS - PLACES.ilog2())) as usize
}

/// The context of a node for this knowledge.
#[derive(Clone, Copy)]
pub(crate) struct Circumstances<'a> {
    /// The knowledge, if it is in use.
    pub(crate) learnt: Option<&'a LearntOrdering>,
    pub(crate) ply: usize,
    pub(crate) turn: Player,
    /// The move that led here.
    pub(crate) before: Move,
}

/// Ranks all moves but the one at `except`, and brings the best to the front. `ratings` are the game's, one for each
/// move, and are reset to 0, which the game expects. Returns the best rank, and the number of ranks; there must be one.
#[inline(always)]
pub(crate) fn rank(
    ranks: &mut [MoveRank],
    moves: &[Move],
    except: Option<usize>,
    ratings: &mut [i32],
    Circumstances { learnt, ply, turn, before }: Circumstances<'_>,
) -> (MoveRank, usize) {
    let count = moves.len();
    let ranks = &mut ranks[..count];
    let best = match learnt.map(|learnt| learnt.about(ply, turn, before)) {
        Some(known) => rank_all(ranks, moves, ratings, |mv| known.bonus(mv)),
        None => rank_all(ranks, moves, ratings, |_| 0),
    };
    // Each rank still is at the place of its move.
    let mut place = best.index();
    let Some(index) = except else {
        ranks.swap(0, place);
        return (best, count);
    };
    // A rank includes its place in the game's order, so the ranks can be in any order.
    let count = count - 1;
    ranks.swap(index, count);
    if place == index {
        return (select(&mut ranks[..count]), count);
    }
    if place == count {
        place = index;
    }
    ranks.swap(0, place);
    (best, count)
}

/// Ranks all moves by the game's ratings and by a bonus, which counts only where the game is not settled on its rating.
/// Returns the best rank.
#[inline(always)]
fn rank_all(ranks: &mut [MoveRank], moves: &[Move], ratings: &mut [i32], bonus: impl Fn(Move) -> i32) -> MoveRank {
    let mut best = MoveRank(i64::MIN);
    for (index, ((rank, &mv), rating)) in ranks.iter_mut().zip(moves).zip(ratings).enumerate() {
        let rating = take(rating);
        let is_common = rating.wrapping_add(MOST_RATING).cast_unsigned() <= 2 * MOST_RATING.cast_unsigned();
        let rating = if is_common { rating + bonus(mv) } else { extreme(rating, || bonus(mv)) };
        *rank = MoveRank::new(rating, index);
        best = best.max(*rank);
    }
    best
}

/// The same for one move with a rating beyond those that count in full.
#[inline(always)]
fn extreme(rating: i32, bonus: impl FnOnce() -> i32) -> i32 {
    let is_settled = rating >= CERTAIN || rating <= UNLIKELY_RATING;
    if is_settled { rating } else { rating.clamp(-MOST_RATING, MOST_RATING) + bonus() }
}

/// Brings the best of the ranks to the front and returns it.
#[inline]
pub(crate) fn select(ranks: &mut [MoveRank]) -> MoveRank {
    let (mut best, mut so_far) = (0, ranks[0]);
    for (place, &rank) in ranks.iter().enumerate() {
        if rank > so_far {
            (best, so_far) = (place, rank);
        }
    }
    ranks[best] = ranks[0];
    ranks[0] = so_far;
    so_far
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::iter;

    const TURN: Player = Player::Max;
    const BEFORE: Move = Move(77);

    fn order(learnt: &LearntOrdering, count: u32, except: Option<usize>, ratings: &[i32]) -> Vec<u32> {
        let moves: Vec<_> = (0..count).map(Move).collect();
        let mut ranks = vec![MoveRank::default(); moves.len()];
        let mut ratings = if ratings.is_empty() { vec![0; moves.len()] } else { ratings.to_vec() };
        let circumstances = Circumstances { learnt: Some(learnt), ply: 3, turn: TURN, before: BEFORE };
        let (best, count) = rank(&mut ranks, &moves, except, &mut ratings, circumstances);
        let others = (1..count).map(|from| select(&mut ranks[from..count]));
        iter::once(best).chain(others).map(|rank| rank.index() as u32).collect()
    }

    #[test]
    fn equal_moves_stay_in_the_games_order_few_or_many() {
        let learnt = LearntOrdering::new(5);
        for count in [1, 5, 300] {
            assert_eq!(order(&learnt, count, None, &[]), (0..count).collect::<Vec<_>>());
        }
        assert_eq!(order(&learnt, 4, Some(1), &[]), [0, 2, 3]);
    }

    #[test]
    fn certain_ratings_come_before_killers_and_these_before_the_rest() {
        let mut learnt = LearntOrdering::new(5);
        learnt.reward(3, TURN, BEFORE, Move(4), 5);
        learnt.reward(3, TURN, Move(1), Move(2), 5);
        learnt.reward(2, TURN, Move(1), Move(1), 5);
        for _ in 0..1_000 {
            learnt.blame(TURN, Move(0), 30);
        }
        // 5 is certain; 2 and 4 are killers; 1 has a history; 3 is rated; 0 is blamed.
        assert_eq!(order(&learnt, 6, None, &[0, 0, 0, 4, 0, CERTAIN]), [5, 2, 4, 1, 3, 0]);
        // A killer that loses at once comes last.
        assert_eq!(order(&learnt, 6, None, &[0, 0, 0, 4, LOSING, 0]), [2, 1, 3, 5, 0, 4]);
        // So does one that is not worth a search, but for those that lose.
        const UNLIKELY: i32 = UNLIKELY_RATING;
        assert_eq!(order(&learnt, 6, None, &[LOSING, -9_000, UNLIKELY, 0, UNLIKELY, 0]), [3, 5, 1, 2, 4, 0]);
        // There is no bonus for the other player.
        assert_eq!(learnt.about(4, Player::Min, BEFORE).bonus(Move(0)), 0);
    }

    #[test]
    fn the_next_search_knows_less_of_a_move_and_no_killers() {
        let mut learnt = LearntOrdering::new(5);
        (0..100).for_each(|_| learnt.reward(3, TURN, BEFORE, Move(4), 10));
        let known = |learnt: &LearntOrdering, before| learnt.about(3, TURN, before).bonus(Move(4));
        let other = Move(78);
        assert_eq!(known(&learnt, other), KILLER);
        let learnt = learnt.aged(9);
        assert_eq!(learnt.killers, [[NO_MOVE; 2]; 10]);
        assert_eq!(known(&learnt, BEFORE), COUNTERMOVE);
        let worth = known(&learnt, other);
        let whole = MOST_HISTORY / HISTORY_SHARE;
        assert!(whole / (2 * AGING) < worth && worth <= whole / AGING, "{worth} of {whole}");
        assert_eq!(learnt.aged(0).killers.len(), 1);
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut learnt = LearntOrdering::new(1);
        for _ in 0..10_000 {
            learnt.reward(0, TURN, BEFORE, Move(1), 1_000);
            learnt.blame(TURN, Move(2), 1_000);
        }
        let worth = |history: &MoveHistory| i32::from(history.worth);
        assert!(learnt.history.as_flattened().iter().all(|history| worth(history).abs() <= MOST_HISTORY));
        assert!(worth(&learnt.history[TURN as usize][place(Move(1))]) > MOST_HISTORY / 2);
        assert!(worth(&learnt.history[TURN as usize][place(Move(2))]) < -MOST_HISTORY / 2);
    }
}
