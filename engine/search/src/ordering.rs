//! In which order the strong search tries the moves of a position.
//!
//! First the table's move, then the moves with certain ratings, then the others by the game's rating and by the
//! search's own knowledge: killers and countermoves, which caused cuts here or after the same move before, and history,
//! which counts how often a move caused cuts in other positions of the same player. Equal moves stay in the game's
//! order.
//!
//! The game's rating knows the position, what was learnt does not; so a killer is worth no more than 1,000 points of
//! rating, and history 245. With larger weights connect four and kalah took up to twice the nodes, chess a tenth more.

use plyd_rules::{Move, Player};

/// Ratings of a game from here on come before all that was learnt.
const CERTAIN: i32 = plyd_rules::CERTAIN_RATING;

/// The game's rating of a move that loses immediately, which comes last.
const LOSING: i32 = plyd_rules::LOSING_RATING;

/// The bonus of a move that caused a cut here, or after the same move of the opponent.
const KILLER: i32 = 1_000;
const OLDER_KILLER: i32 = 990;
const COUNTERMOVE: i32 = 980;

/// The game's rating of other moves counts up to this.
const MOST_RATING: i32 = 4_900;

/// The bound of a move's history, and how much of it makes a point of rating.
const MOST_HISTORY: i32 = 4_900;
const HISTORY_SHARE: i32 = 20;
const _: () = assert!(MOST_HISTORY / HISTORY_SHARE < COUNTERMOVE);
const _: () = assert!(MOST_RATING + KILLER < CERTAIN);

/// Places for moves, whose numbers mean nothing here; two that share one share what is learnt.
const PLACES: usize = 1 << 12;

/// Children beyond which sorting them all is cheaper than looking for the best each time.
const MANY: usize = 64;

/// The priority of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rank {
    rating: i32,
    /// The move's place in the game's order.
    pub(crate) index: u32,
}

impl Rank {
    /// The priority of a move that is tried first with any rating.
    #[inline]
    pub(crate) fn of_hint(index: usize) -> Self {
        Self { rating: 0, index: index as u32 }
    }

    /// Whether the game is certain of the move, so that nothing is to be learnt from it.
    #[inline]
    pub(crate) fn is_certain(self) -> bool {
        self.rating >= CERTAIN
    }

    /// Whether the game promises that the opponent wins with the reply; so it does of all moves that come later.
    #[inline]
    pub(crate) fn is_losing(self) -> bool {
        self.rating == LOSING
    }

    /// Whether it comes early because it cut nearby.
    #[inline]
    pub(crate) fn is_lifted(self) -> bool {
        self.rating >= COUNTERMOVE / 2
    }
}

/// The knowledge of a search about moves.
pub(crate) struct Learnt {
    /// The latest two moves that cut at each ply.
    killers: Vec<[Move; 2]>,
    /// The latest move that cut after a move of the opponent.
    countermoves: Vec<Move>,
    /// By player and move, within plus and minus [`MOST_HISTORY`].
    history: Vec<i32>,
}

/// No game has so many moves that this is one; if it is, it is tried a little earlier than it should be.
const NO_MOVE: Move = Move(u32::MAX);

impl Learnt {
    /// Nothing yet, for paths of at most `plies` moves.
    pub(crate) fn new(plies: usize) -> Self {
        Self {
            killers: vec![[NO_MOVE; 2]; plies + 1],
            countermoves: vec![NO_MOVE; 2 * PLACES],
            history: vec![0; 2 * PLACES],
        }
    }

    /// The bonus on the game's rating for this move at this ply.
    #[inline]
    fn rating(&self, ply: usize, turn: Player, before: Move, mv: Move) -> i32 {
        if mv == self.killers[ply][0] {
            KILLER
        } else if mv == self.killers[ply][1] {
            OLDER_KILLER
        } else if mv == self.countermoves[place(turn, before)] {
            COUNTERMOVE
        } else {
            self.history[place(turn, mv)] / HISTORY_SHARE
        }
    }

    /// The move `mv` cut at this ply, `depth` plies above the horizon.
    pub(crate) fn reward(&mut self, ply: usize, turn: Player, before: Move, mv: Move, depth: u32) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
        self.countermoves[place(turn, before)] = mv;
        self.adjust(turn, mv, bonus(depth));
    }

    /// The move was tried before the one that cut, and did not.
    pub(crate) fn blame(&mut self, turn: Player, mv: Move, depth: u32) {
        self.adjust(turn, mv, -bonus(depth));
    }

    /// The nearer a history is to its bound, the less it still moves; so what was learnt late outweighs what is old.
    fn adjust(&mut self, turn: Player, mv: Move, bonus: i32) {
        let history = &mut self.history[place(turn, mv)];
        *history += bonus - *history * bonus.abs() / MOST_HISTORY;
    }
}

fn bonus(depth: u32) -> i32 {
    let depth = depth.min(40) as i32;
    (4 * depth * depth).min(MOST_HISTORY / 4)
}

fn place(turn: Player, mv: Move) -> usize {
    let mixed = mv.0.wrapping_mul(0x9E37_79B1) >> (u32::BITS - PLACES.ilog2());
    turn as usize * PLACES + mixed as usize
}

/// The context of a node for this knowledge.
#[derive(Clone, Copy)]
pub(crate) struct Circumstances<'a> {
    /// The knowledge, if it is in use.
    pub(crate) learnt: Option<&'a Learnt>,
    pub(crate) ply: usize,
    pub(crate) turn: Player,
    /// The move that led here.
    pub(crate) before: Move,
}

/// Ranks all moves but the one at `except`; `ratings` are the game's, of all moves, or empty. Returns the number of ranks.
pub(crate) fn rank(
    ranks: &mut [Rank],
    moves: &[Move],
    except: Option<usize>,
    ratings: &[i32],
    Circumstances { learnt, ply, turn, before }: Circumstances<'_>,
) -> usize {
    let mut count = 0;
    for (index, &mv) in moves.iter().enumerate() {
        if Some(index) == except {
            continue;
        }
        let game = ratings.get(index).copied().unwrap_or(0);
        let learnt = learnt.map_or(0, |learnt| learnt.rating(ply, turn, before, mv));
        let is_known = game >= CERTAIN || game == LOSING;
        let rating = if is_known { game } else { game.clamp(-MOST_RATING, MOST_RATING) + learnt };
        ranks[count] = Rank { rating, index: index as u32 };
        count += 1;
    }
    if count > MANY {
        ranks[..count].sort_unstable_by_key(|rank| (std::cmp::Reverse(rank.rating), rank.index));
    }
    count
}

/// Brings the best of the ranks to the front and returns it; `of_all` is how many there were at first.
#[inline]
pub(crate) fn pick(ranks: &mut [Rank], of_all: usize) -> Rank {
    if of_all <= MANY {
        let mut best = 0;
        for place in 1..ranks.len() {
            let (other, so_far) = (ranks[place], ranks[best]);
            if (other.rating, so_far.index) > (so_far.rating, other.index) {
                best = place;
            }
        }
        ranks.swap(0, best);
    }
    ranks[0]
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Player = Player::Max;
    const BEFORE: Move = Move(77);

    fn order(learnt: &Learnt, count: u32, except: Option<usize>, ratings: &[i32]) -> Vec<u32> {
        let moves: Vec<_> = (0..count).map(Move).collect();
        let mut ranks = vec![Rank::default(); moves.len()];
        let circumstances = Circumstances { learnt: Some(learnt), ply: 3, turn: TURN, before: BEFORE };
        let count = rank(&mut ranks, &moves, except, ratings, circumstances);
        (0..count).map(|from| pick(&mut ranks[from..count], count).index).collect()
    }

    #[test]
    fn equal_moves_stay_in_the_games_order_few_or_many() {
        let learnt = Learnt::new(5);
        for count in [1, 5, 300] {
            assert_eq!(order(&learnt, count, None, &[]), (0..count).collect::<Vec<_>>());
        }
        assert_eq!(order(&learnt, 4, Some(1), &[]), [0, 2, 3]);
    }

    #[test]
    fn certain_ratings_come_before_killers_and_these_before_the_rest() {
        let mut learnt = Learnt::new(5);
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
        // Of the other player nothing is known.
        assert_eq!(learnt.rating(4, Player::Min, BEFORE, Move(0)), 0);
    }

    #[test]
    fn history_stays_within_its_bounds() {
        let mut learnt = Learnt::new(1);
        for _ in 0..10_000 {
            learnt.reward(0, TURN, BEFORE, Move(1), 1_000);
            learnt.blame(TURN, Move(2), 1_000);
        }
        assert!(learnt.history.iter().all(|history| history.abs() <= MOST_HISTORY));
        assert!(learnt.history[place(TURN, Move(1))] > MOST_HISTORY / 2);
        assert!(learnt.history[place(TURN, Move(2))] < -MOST_HISTORY / 2);
    }
}
