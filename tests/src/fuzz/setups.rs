//! The games, their setups, and the options of the engine and of the games, for random lines.

use plyd_trials::Shipped;
use std::sync::LazyLock;

/// The games, with setups of each: ordinary ones, finished ones, extremes, and refused ones.
pub(super) static GAMES: LazyLock<&[Shipped]> = LazyLock::new(Shipped::all);

/// Names of options.
pub(super) static OPTIONS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let of_games = GAMES.iter().flat_map(|game| &game.options).map(String::as_str);
    OF_ENGINE.iter().copied().chain(of_games).collect()
});

/// Options of the engine.
const OF_ENGINE: &[&str] = &[
    "Algorithm",
    "Threads",
    "Hash",
    "Clear Hash",
    "MultiPV",
    "PerPVCounters",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Aspiration",
    "Quiescence",
    "Losing Captures",
    "Quiescence Table",
    "Evasions",
    "Symmetry",
    "Game Order",
    "Learnt Order",
    "Null Move",
    "Reductions",
    "Internal Reduction",
    "Late Moves",
    "Check Extensions",
    "Singular Extensions",
    "Twofold Repetition",
    "Futility",
    "Candidates",
    "Enhanced Cutoffs",
    "Equal Depth",
    "MCTS Playouts",
    "Game Playouts",
    "Ponder",
    "Move Overhead",
];
