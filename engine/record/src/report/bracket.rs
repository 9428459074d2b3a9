use plyd_tournament::{Duel, Knockout};
use serde::Serialize;

/// The state of a knockout.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KnockoutReport {
    /// The winner; `None` before the end.
    pub winner: Option<String>,
    /// All duels by stage, and within a stage from the top of the bracket to the bottom.
    pub bracket: Vec<DuelReport>,
}

/// All games of two engines in one stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DuelReport {
    /// The name of the stage: `final`, `semi-final`, `quarter-final`, or one based on its maximum number of engines,
    /// such as `last 16`.
    pub stage: String,
    /// The engine listed first in the plan; `None` while unknown.
    pub first: Option<String>,
    /// The other engine.
    pub second: Option<String>,
    /// The points of the first engine.
    pub first_points: f64,
    /// The points of the second engine.
    pub second_points: f64,
    /// The number of tiebreak pairs needed.
    pub tie_breaks: u64,
    /// The engine that advances; `None` while unknown.
    pub winner: Option<String>,
}

impl KnockoutReport {
    pub(super) fn new(knockout: &Knockout, name: &dyn Fn(usize) -> String) -> Self {
        let of_duel = |duel: &Duel| {
            let [first_points, second_points] = duel.half_points.map(|half_points| half_points as f64 / 2.0);
            DuelReport {
                stage: stage(knockout.stages() - duel.stage),
                first: duel.engines.map(|[first, _]| name(first)),
                second: duel.engines.map(|[_, second]| name(second)),
                first_points,
                second_points,
                tie_breaks: duel.tie_breaks,
                winner: duel.winner.map(name),
            }
        };
        Self { winner: knockout.winner().map(name), bracket: knockout.duels().iter().map(of_duel).collect() }
    }
}

/// Returns the name of a stage, counted from the end: 1 for the last one.
fn stage(left: u32) -> String {
    match left {
        1 => "final".to_owned(),
        2 => "semi-final".to_owned(),
        3 => "quarter-final".to_owned(),
        _ => format!("last {}", 1_u64 << left),
    }
}
