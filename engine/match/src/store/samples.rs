//! A store in memory and games to keep in it, for tests.

use super::Store;
use crate::MatchError;
use crate::date;
use crate::fault::Reason;
use crate::game::{Evaluation, PlayedGame, PlayedMove, Score, Termination};
use crate::identity::Identity;
use crate::settings::{MatchSettings, Plan};
use std::collections::BTreeMap;

pub(crate) fn settings() -> MatchSettings {
    let text = "engine = ['name=A builtin depth=1', 'name=\"B, the \\\"2nd\\\"\" builtin depth=1']";
    let plan = Plan::from_toml(&text.replace("\\\"", "")).unwrap();
    plan.settle("tictactoe", Vec::new(), 0).unwrap()
}

pub(crate) fn game(number: u64) -> PlayedGame {
    let evaluation =
        |micros| Evaluation { score: Some(Score::Points(31)), depth: Some(4), nodes: Some(7), micros, left: None };
    let mv = |text: &str, player, evaluation| PlayedMove { text: text.into(), notation: None, player, evaluation };
    PlayedGame {
        number,
        round: number / 2,
        players: if number.is_multiple_of(2) { [0, 1] } else { [1, 0] },
        setup: String::new(),
        moves: vec![mv("b2", 0, None), mv("a1", 1, Some(evaluation(1_500))), mv("c3", 0, Some(evaluation(2)))],
        half_points: 2,
        termination: Termination::Fault(Reason::IllegalMove),
        detail: "`x\"y` is, perhaps, not legal".into(),
        started: date::of_millis(number as i64 * 1_000).unwrap(),
        ended: date::of_millis(number as i64 * 1_000 + 250).unwrap(),
        voided: 0,
        standard_error: "it fails".into(),
    }
}

/// Keeps games as long as it lives.
#[derive(Debug)]
pub(crate) struct InMemory {
    settings: MatchSettings,
    games: BTreeMap<u64, PlayedGame>,
}

impl InMemory {
    pub(crate) fn new(settings: MatchSettings) -> Self {
        Self { settings, games: BTreeMap::new() }
    }
}

impl Store for InMemory {
    fn settings(&self) -> &MatchSettings {
        &self.settings
    }

    fn openings(&self) -> &str {
        ""
    }

    fn add(&mut self, games: &[PlayedGame]) -> Result<(), MatchError> {
        for game in games {
            let kept = self.games.entry(game.number).or_insert_with(|| game.clone());
            assert!(kept.is_same(game), "game {} is already recorded with another course", game.number);
        }
        Ok(())
    }

    fn played_by(&mut self, _identity: &Identity) -> Result<(), MatchError> {
        Ok(())
    }

    fn games(
        &self,
        moves: bool,
        each: &mut dyn FnMut(&PlayedGame) -> Result<(), MatchError>,
    ) -> Result<(), MatchError> {
        for game in self.games.values() {
            let mut game = game.clone();
            if !moves {
                game.moves.clear();
            }
            each(&game)?;
        }
        Ok(())
    }
}
