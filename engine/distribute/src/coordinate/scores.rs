//! The results of encounters, by which the coordinator compares each worker with the others.

use crate::coordinator::{EncounterScore, Residual};
use plyd_tournament::PlayedGame;

/// The maximum number of workers in the final report, which lists those that differ most.
const MOST_TOLD: usize = 20;

/// Returns the results of the complete encounters among these games, which must be sorted by number.
pub(super) fn of(games: &[&PlayedGame], per_encounter: u64) -> Vec<EncounterScore> {
    let per_encounter = per_encounter.max(1);
    let encounters = games.chunk_by(|one, other| one.number / per_encounter == other.number / per_encounter);
    let whole =
        encounters.filter(|games| games.len() as u64 == per_encounter && !games.iter().any(|game| game.is_void()));
    let score = |games: &[&PlayedGame]| {
        let players = games[0].players;
        let points = |game: &&PlayedGame| {
            let points = game.half_points.min(2);
            u32::from(if game.players[0] == players[0] { points } else { 2 - points })
        };
        EncounterScore { players, half_points: games.iter().map(points).sum() }
    };
    whole.map(score).collect()
}

/// Returns the final report about these residuals.
pub(super) fn tell(residuals: &[Residual]) -> Option<String> {
    let mut known: Vec<_> = residuals.iter().filter_map(|found| Some((found.value?, found))).collect();
    known.sort_by(|(one, _), (other, _)| other.abs().total_cmp(&one.abs()));
    let each = known
        .iter()
        .take(MOST_TOLD)
        .map(|(value, Residual { worker, encounters, .. })| format!("{worker} {value:+.1} ({encounters} encounters)"));
    let each: Vec<_> = each.collect();
    let rest = known.len().saturating_sub(MOST_TOLD);
    let rest = if rest > 0 { format!(", and {rest} more") } else { String::new() };
    (!each.is_empty()).then(|| {
        format!("results of each worker against those of the others, in standard deviations: {}{rest}", each.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::Schedule;
    use plyd_tournament::settings::MatchPlan;

    #[test]
    fn whole_encounters_count_from_the_view_of_their_first_player() {
        let plan = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 4";
        let schedule = Schedule::new(&MatchPlan::from_toml(plan).unwrap().settle("x", Vec::new(), 0).unwrap());
        let game = |number: u64, half_points: u8| {
            let void = PlayedGame::void(&schedule.game(number).unwrap(), "", plyd_record::now());
            PlayedGame { half_points, termination: plyd_tournament::Termination::Normal, ..void }
        };
        let void = PlayedGame::void(&schedule.game(7).unwrap(), "", plyd_record::now());
        let games = [game(0, 2), game(1, 0), game(3, 2), game(4, 1), game(5, 2), game(6, 2), void];
        let players = |number| schedule.game(number).unwrap().players;
        assert_eq!(players(0), [players(1)[1], players(1)[0]], "they swap sides");
        let wanted = [
            EncounterScore { players: players(0), half_points: 4 },
            EncounterScore { players: players(4), half_points: 1 },
        ];
        assert_eq!(of(&games.each_ref(), 2), wanted);
        assert_eq!(
            of(&games[..1].iter().collect::<Vec<_>>(), 1),
            [EncounterScore { players: players(0), half_points: 2 }]
        );
    }

    #[test]
    fn those_that_differ_most_are_told_first() {
        let residual = |worker: &str, value| Residual { worker: worker.into(), encounters: 30, value };
        let told = tell(&[residual("a", Some(0.25)), residual("b", None), residual("c", Some(-4.0))]).unwrap();
        assert!(told.ends_with("deviations: c -4.0 (30 encounters), a +0.2 (30 encounters)"), "{told}");
        assert_eq!(tell(&[residual("b", None)]), None);
    }
}
