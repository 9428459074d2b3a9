//! The chances of the side to move, for `UCI_ShowWDL`.

use plyd_search::{Score, winning_chance};

/// Win, draw and loss in parts of a thousand, which add up to that.
///
/// Of a solved position they are certain. Elsewhere they are a guess, see [`winning_chance`].
pub(crate) fn wdl(score: Score, is_solved: bool) -> [u16; 3] {
    match score {
        Score::Win(_) => [1_000, 0, 0],
        Score::Loss(_) => [0, 0, 1_000],
        Score::Value(value) if is_solved && value > 0 => [1_000, 0, 0],
        Score::Value(value) if is_solved && value < 0 => [0, 0, 1_000],
        Score::Value(_) if is_solved => [0, 1_000, 0],
        Score::Value(value) => {
            let (win, loss) = (winning(f64::from(value)), winning(-f64::from(value)));
            [win, 1_000 - win - loss, loss]
        }
    }
}

fn winning(points: f64) -> u16 {
    // Rounded down, so that a win and a loss together are never more than certain.
    (1_000.0 * winning_chance(points)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wdl_adds_up_and_grows_with_the_score() {
        let values: Vec<i32> = [-1_000_000, -500, -100, 0, 1, 100, 300, 1_000_000].to_vec();
        let all: Vec<_> = values.iter().map(|&value| wdl(Score::Value(value), false)).collect();
        assert!(all.iter().all(|wdl| wdl.iter().sum::<u16>() == 1_000), "{all:?}");
        assert!(all.is_sorted_by(|a, b| a[0] <= b[0] && a[2] >= b[2]), "{all:?}");
        assert_eq!(all[3], [240, 520, 240]);
        assert_eq!(all[5][0], 500);
        assert_eq!(all[6][0], 909);
    }

    #[test]
    fn what_is_solved_is_certain() {
        assert_eq!(wdl(Score::Win(3), false), [1_000, 0, 0]);
        assert_eq!(wdl(Score::Loss(0), true), [0, 0, 1_000]);
        assert_eq!(wdl(Score::Value(7), true), [1_000, 0, 0]);
        assert_eq!(wdl(Score::Value(-1), true), [0, 0, 1_000]);
        assert_eq!(wdl(Score::Value(0), true), [0, 1_000, 0]);
    }
}
