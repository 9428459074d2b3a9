//! The chances of the side to move, for `UCI_ShowWDL`.

use plyd_search::{Odds, SearchScore};

/// Win, draw and loss in parts of a thousand, which add up to that.
///
/// Of a solved position they are certain. Elsewhere they are a guess by the game's scale, see [`Odds`].
pub(crate) fn wdl(score: SearchScore, is_solved: bool, odds: Odds) -> [u16; 3] {
    match score {
        SearchScore::Win(_) => [1_000, 0, 0],
        SearchScore::Loss(_) => [0, 0, 1_000],
        SearchScore::Value(value) if is_solved && value > 0 => [1_000, 0, 0],
        SearchScore::Value(value) if is_solved && value < 0 => [0, 0, 1_000],
        SearchScore::Value(_) if is_solved => [0, 1_000, 0],
        SearchScore::Value(value) => {
            let [win, _, loss] = odds.chances(value.into()).map(|chance| 1_000.0 * chance);
            if !odds.has_draws() {
                let win = win.round() as u16;
                return [win, 0, 1_000 - win];
            }
            // Rounded down, so that a win and a loss together are never more than certain.
            let (win, loss) = (win as u16, loss as u16);
            [win, 1_000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_rules::Facts;

    /// The chances of this value, with this many points per logit, and this many points that win half of the games; 0
    /// if they were not measured.
    fn guessed((points_per_logit, draw_points): (i32, i32), value: i32) -> [u16; 3] {
        wdl(SearchScore::Value(value), false, Odds::of(&Facts { points_per_logit, draw_points, ..Facts::DEFAULT }))
    }

    #[test]
    fn wdl_adds_up_and_grows_with_the_score() {
        for measured in [(0, 0), (1, 0), (25, 0), (25, 7), (900, 1_000), (1_000_000, 1)] {
            let values = [-1_000_000, -500, -100, 0, 1, 100, 300, 1_000_000];
            let all = values.map(|value| guessed(measured, value));
            assert!(all.iter().all(|wdl| wdl.iter().sum::<u16>() == 1_000), "{all:?}");
            assert!(all.is_sorted_by(|a, b| a[0] <= b[0] && a[2] >= b[2]), "{all:?}");
            assert_eq!(all[3][0], all[3][2], "without an advantage, as many are won as lost: {all:?}");
            let (ahead, behind) = (guessed(measured, 300), guessed(measured, -300));
            assert_eq!(ahead, [behind[2], behind[1], behind[0]], "{measured:?}");
        }
        assert_eq!([0, 100, 300].map(|value| guessed((0, 0), value)), [[240, 520, 240], [500, 410, 90], [909, 82, 9]]);
    }

    #[test]
    fn points_weigh_by_the_scale_of_the_game() {
        assert_eq!(guessed((25, 29), 300), [999, 1, 0]);
        assert_eq!(guessed((200, 230), 300), [586, 349, 65]);
        assert_eq!(guessed((900, 1_036), 300), [306, 510, 184]);
    }

    #[test]
    fn where_nobody_draws_no_game_is_drawn() {
        assert_eq!([-300, 0, 1, 77, 300].map(|value| guessed((200, 0), value)[1]), [0; 5]);
        assert_eq!([guessed((200, 0), 0), guessed((200, 0), 300)], [[500, 0, 500], [818, 0, 182]]);
    }

    #[test]
    fn what_is_solved_is_certain() {
        let certain = |score, is_solved| wdl(score, is_solved, Odds::of(&Facts::DEFAULT));
        assert_eq!(certain(SearchScore::Win(3), false), [1_000, 0, 0]);
        assert_eq!(certain(SearchScore::Loss(0), true), [0, 0, 1_000]);
        assert_eq!(certain(SearchScore::Value(7), true), [1_000, 0, 0]);
        assert_eq!(certain(SearchScore::Value(-1), true), [0, 0, 1_000]);
        assert_eq!(certain(SearchScore::Value(0), true), [0, 1_000, 0]);
    }
}
