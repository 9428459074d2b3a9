//! Sample games for tests of this crate and of others.

pub mod trial;

use crate::fault::Reason;
use crate::game::{EngineScore, Evaluation, PlayedGame, PlayedMove, Termination};
use jiff::Timestamp;

/// Creates the game with this number between two engines, which alternate, with every field filled in.
#[must_use]
pub fn game(number: u64) -> PlayedGame {
    let evaluation = |micros| Evaluation {
        score: Some(EngineScore::Points(31)),
        depth: Some(4),
        nodes: Some(7),
        micros,
        left: None,
    };
    let mv = |text: &str, player, evaluation| PlayedMove {
        text: text.into(),
        notation: None,
        player,
        evaluation,
        opening: Vec::new(),
    };
    PlayedGame {
        number,
        round: number / 2,
        players: if number.is_multiple_of(2) { [0, 1] } else { [1, 0] },
        setup: String::new(),
        moves: vec![mv("b2", 0, None), mv("a1", 1, Some(evaluation(1_500))), mv("c3", 0, Some(evaluation(2)))],
        half_points: 2,
        termination: Termination::Fault(Reason::IllegalMove),
        detail: "`x\"y` is, perhaps, not legal".into(),
        started: Timestamp::from_millisecond(number as i64 * 1_000).unwrap(),
        ended: Timestamp::from_millisecond(number as i64 * 1_000 + 250).unwrap(),
        voided: 0,
        standard_error: "it fails".into(),
    }
}
