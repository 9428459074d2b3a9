//! The progress of a match over its games: the points of a plot.

use crate::StoreError;
use crate::store::Store;
use plyd_tournament::Scoreboard;

/// The state of a match after some of its games.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesPoint {
    /// The number of games that count up to this point.
    pub games: u64,
    /// The score of each engine in percent, in the order of the settings; `None` for an engine without games.
    pub scores: Vec<Option<f64>>,
    /// The log-likelihood ratio of the test, if there is one.
    pub llr: Option<f64>,
}

/// Returns about `most` evenly spaced points of a match in the order of the plan, and one after the last game that
/// counts. There are none before the first game.
///
/// # Errors
/// The store cannot be read.
pub fn series(store: &dyn Store, most: u64) -> Result<Vec<SeriesPoint>, StoreError> {
    let settings = store.settings();
    let mut total = 0;
    store.games(false, &mut |_| {
        total += 1;
        Ok(())
    })?;
    let stride = total / most.max(1) + 1;
    let mut scoreboard = Scoreboard::new(settings);
    let mut points = Vec::new();
    store.games(false, &mut |game| {
        let before = scoreboard.played();
        scoreboard.add(game);
        let played = scoreboard.played();
        if played > before && (played.is_multiple_of(stride) || played == total || scoreboard.is_finished()) {
            points.push(point(&scoreboard, settings.engines.len()));
        }
        Ok(())
    })?;
    Ok(points)
}

fn point(scoreboard: &Scoreboard, engines: usize) -> SeriesPoint {
    let score = |engine| {
        let tally = scoreboard.tally(engine);
        (tally.games() > 0).then(|| 50.0 * tally.half_points() as f64 / tally.games() as f64)
    };
    SeriesPoint {
        games: scoreboard.played(),
        scores: (0..engines).map(score).collect(),
        llr: scoreboard.sprt().map(|(_, state)| state.llr),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::InMemory;
    use crate::store::samples::in_memory;
    use plyd_tournament::PlayedGame;
    use plyd_tournament::settings::MatchPlan;
    use plyd_tournament::testing::game;

    /// Creates a store in which the first engine wins the first six games, with sides swapped, and draws the others.
    fn store(more: &str) -> InMemory {
        let text = format!("engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 8\n{more}");
        let settings = MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap();
        let mut store = in_memory(settings);
        let half_points = |number: u64| if number >= 6 { 1 } else { 2 * u8::from(number.is_multiple_of(2)) };
        let played = |number: u64| PlayedGame {
            players: if number.is_multiple_of(2) { [0, 1] } else { [1, 0] },
            half_points: half_points(number),
            ..game(number)
        };
        let games: Vec<_> = (0..10).map(played).collect();
        store.add(&games).unwrap();
        store
    }

    #[test]
    fn points_lie_at_even_distances_and_at_the_end() {
        let games = |most| series(&store(""), most).unwrap().iter().map(|point| point.games).collect::<Vec<_>>();
        assert_eq!(games(1_000), (1..=10).collect::<Vec<_>>());
        assert_eq!(games(3), [4, 8, 10]);
    }

    #[test]
    fn scores_are_those_of_the_games_so_far() {
        let points = series(&store(""), 3).unwrap();
        let scores: Vec<_> = points.iter().map(|point| point.scores.clone()).collect();
        assert_eq!(
            scores,
            [[Some(100.0), Some(0.0)], [Some(87.5), Some(12.5)], [Some(80.0), Some(20.0)]].map(Vec::from)
        );
        assert_eq!(points[0].llr, None);
    }

    #[test]
    fn a_test_has_its_ratio() {
        let points = series(&store("sprt = 'elo0=0 elo1=10'"), 1_000).unwrap();
        assert_eq!(points[0].llr, Some(0.0), "half a pair says nothing");
        assert!(points[9].llr.unwrap() > 0.0);
    }
}
