//! The chances of the side to move, for `UCI_ShowWDL`.

use plyd_search::{Odds, Score};

/// Win, draw and loss in parts of a thousand, which add up to that.
///
/// Of a solved position they are certain. Elsewhere they are a guess by the game's scale, see [`Odds`].
pub(crate) fn wdl(score: Score, is_solved: bool, odds: Odds) -> [u16; 3] {
    match score {
        Score::Win(_) => [1_000, 0, 0],
        Score::Loss(_) => [0, 0, 1_000],
        Score::Value(value) if is_solved && value > 0 => [1_000, 0, 0],
        Score::Value(value) if is_solved && value < 0 => [0, 0, 1_000],
        Score::Value(_) if is_solved => [0, 1_000, 0],
        Score::Value(value) => {
            // Rounded down, so that a win and a loss together are never more than certain.
            let winning = |points: f64| (1_000.0 * odds.winning_chance(points)) as u16;
            let (win, loss) = (winning(f64::from(value)), winning(-f64::from(value)));
            [win, 1_000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_rules::Facts;

    /// The chances with so many points a logit; 0 if nobody has measured them.
    fn guessed(points_per_logit: i32, value: i32) -> [u16; 3] {
        wdl(Score::Value(value), false, Odds::of(&Facts { points_per_logit, ..Facts::DEFAULT }))
    }

    #[test]
    fn wdl_adds_up_and_grows_with_the_score() {
        for scale in [0, 1, 25, 900, 1_000_000] {
            let values = [-1_000_000, -500, -100, 0, 1, 100, 300, 1_000_000];
            let all = values.map(|value| guessed(scale, value));
            assert!(all.iter().all(|wdl| wdl.iter().sum::<u16>() == 1_000), "{all:?}");
            assert!(all.is_sorted_by(|a, b| a[0] <= b[0] && a[2] >= b[2]), "{all:?}");
            assert_eq!(all[3], [240, 520, 240], "without an advantage, most games are drawn");
        }
        assert_eq!([100, 300].map(|value| guessed(0, value)[0]), [500, 909]);
    }

    #[test]
    fn points_weigh_by_the_scale_of_the_game() {
        assert_eq!(guessed(25, 300), [999, 1, 0]);
        assert_eq!(guessed(200, 300), [586, 349, 65]);
        assert_eq!(guessed(900, 300), [306, 510, 184]);
    }

    #[test]
    fn what_is_solved_is_certain() {
        let certain = |score, is_solved| wdl(score, is_solved, Odds::of(&Facts::DEFAULT));
        assert_eq!(certain(Score::Win(3), false), [1_000, 0, 0]);
        assert_eq!(certain(Score::Loss(0), true), [0, 0, 1_000]);
        assert_eq!(certain(Score::Value(7), true), [1_000, 0, 0]);
        assert_eq!(certain(Score::Value(-1), true), [0, 0, 1_000]);
        assert_eq!(certain(Score::Value(0), true), [0, 1_000, 0]);
    }
}
