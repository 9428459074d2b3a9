//! A match, and games of it.

use jiff::Timestamp;
use plyd_host::ContentHash;
use plyd_record::{EngineIdentity, LibraryIdentity, MatchIdentity, ReceivedGames};
use plyd_tournament::settings::{MatchPlan, MatchSettings};
use plyd_tournament::{EngineScore, Evaluation, PlayedGame, PlayedMove, Reason, Termination};

pub(crate) fn settings() -> MatchSettings {
    let plan = "engine = ['name=A builtin depth=1', 'name=B builtin depth=2']\nrounds = 100";
    MatchPlan::from_toml(plan).unwrap().settle("tictactoe", Vec::new(), 5).unwrap()
}

pub(crate) fn identity() -> MatchIdentity {
    let library = LibraryIdentity { id: "tictactoe".into(), version: "1".into(), hash: ContentHash::of(b"a library") };
    MatchIdentity {
        plyd: "a version".into(),
        library,
        engines: vec![EngineIdentity::default(); 2],
        tablebases: Vec::new(),
    }
}

/// Creates a game with every field filled in, including a zero byte in a text.
pub(crate) fn game(number: u64) -> PlayedGame {
    let time = |millis: u64| Timestamp::from_millisecond(millis as i64).unwrap();
    let evaluation = Evaluation {
        score: Some(EngineScore::Points(-31)),
        depth: Some(4),
        nodes: Some(7),
        micros: number,
        left: Some(9),
    };
    let mv = |text: &str, player| PlayedMove {
        text: text.into(),
        notation: (player == 1).then(|| "Ünî ♟".into()),
        player,
        evaluation: (number > 0).then_some(evaluation),
        opening: if player == 0 { vec![("ECO".into(), "Ünî \"C\"".into())] } else { Vec::new() },
    };
    let is_fault = number % 5 == 4;
    PlayedGame {
        number,
        round: number / 2,
        players: if number.is_multiple_of(2) { [0, 1] } else { [1, 0] },
        setup: if number.is_multiple_of(3) { "3/3/3 w \\ \"".into() } else { String::new() },
        moves: vec![mv("b2", 0), mv("a1", 1)],
        half_points: if is_fault { 0 } else { (number % 3) as u8 },
        termination: if is_fault { Termination::Fault(Reason::Crash) } else { Termination::Normal },
        detail: if is_fault { "it said `\0\n`".into() } else { String::new() },
        started: time(1_000 * number),
        ended: time(1_000 * number + 250),
        voided: 0,
        standard_error: if is_fault { "\u{0}\u{1b}[0m".into() } else { String::new() },
    }
}

/// Creates the same game, played elsewhere at another time.
pub(crate) fn again(number: u64) -> PlayedGame {
    let game = game(number);
    PlayedGame { started: game.ended, ended: game.ended, standard_error: "other words".into(), ..game }
}

/// Creates a game with a different course.
pub(crate) fn other(number: u64) -> PlayedGame {
    let game = game(number);
    PlayedGame { half_points: 2 - game.half_points.min(1), moves: Vec::new(), ..game }
}

pub(crate) fn result(worker: &str, first: u64, games: Vec<PlayedGame>) -> ReceivedGames {
    let encounters = games.len().div_ceil(2) as u64;
    ReceivedGames { worker: worker.into(), first, encounters, attempt: 1, scale: 1.0, games }
}
