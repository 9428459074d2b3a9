//! Games with dice: the referee rolls.

use super::{MatchRun, TIME, faulty, moves, report_of, without_times};
use plyd_tests::{PluginFolder, binary, finish};
use serde_json::Value;

const TWO: [&str; 2] = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];

/// A match of the game of dice, whose library lies in the folder.
fn dice(folder: &PluginFolder, engines: &[&str], more: &[&str]) -> MatchRun {
    let folder = folder.path().to_str().expect("a path of ASCII");
    MatchRun::new("race", engines).with(&["--plugin-dir", folder]).with(more)
}

/// The rolls of a game: in the game of dice, chance decides at every second ply.
fn rolls(game: &Value) -> Vec<&str> {
    let parts: Vec<_> = game["moves"].as_array().unwrap().iter().map(|mv| mv["p"].as_u64().unwrap()).collect();
    assert!(parts.iter().enumerate().all(|(ply, &player)| (player == 2) == (ply % 2 == 0)), "{parts:?}");
    moves(game).into_iter().step_by(2).collect()
}

#[test]
fn both_games_of_a_pair_get_the_dice_that_seed_pair_and_ply_give() {
    // By the rule of docs/match.md, computed by another program, for the seed 1.
    const DICE: [&str; 3] =
        ["d1 d1 d3 d1 d2 d3 d1 d3 d2 d1", "d3 d1 d2 d2 d2 d1 d1 d3 d1 d1", "d1 d1 d3 d2 d1 d2 d1 d1 d1 d1"];
    let folder = PluginFolder::new(&["race"]);
    let run = dice(&folder, &TWO, &["--rounds", "3", "--concurrency", "2"]);
    let report = run.play();
    assert_eq!(report["played"], 6, "{report}");
    for (number, game) in run.games().iter().enumerate() {
        let rolls = rolls(game);
        let expected: Vec<_> = DICE[number / 2].split(' ').take(rolls.len()).collect();
        assert_eq!(rolls[..expected.len()], expected, "game {number}");
        let evaluated = |mv: &Value| mv.get("e").is_some() == (mv["p"] != 2);
        assert!(game["moves"].as_array().unwrap().iter().all(evaluated), "a roll is no engine's");
    }
    // A roll stands before the move of the player who has it.
    let pgn = run.export("--pgn");
    assert!(pgn.contains("\n1. d") && pgn.contains("1... d"), "{pgn}");
}

#[test]
fn a_match_that_was_killed_goes_on_with_the_same_dice() {
    let folder = PluginFolder::new(&["race"]);
    let more = |rounds: &str| ["--rounds", rounds, "--random-plies", "3", "--maxmoves", "40"].map(str::to_owned);
    let of = |rounds: &str| dice(&folder, &TWO, &more(rounds).each_ref().map(String::as_str));
    let whole = of("40");
    whole.play();
    let killed = of("40");
    drop(killed.start());
    let mut resumption = killed.resumption();
    resumption.arg("--plugin-dir").arg(folder.path());
    report_of(&finish(resumption, TIME));
    let games = |run: &MatchRun| run.games().into_iter().map(without_times).collect::<Vec<_>>();
    assert_eq!(games(&killed), games(&whole));
    // Random openings roll as well, by weight: all faces come up.
    let openings: Vec<_> = whole.games().iter().map(|game| moves(game)[0].to_owned()).collect();
    assert!(["d1", "d2", "d3"].iter().all(|face| openings.iter().any(|roll| roll == face)), "{openings:?}");
}

#[test]
fn openings_may_have_rolls() {
    let folder = PluginFolder::new(&["race"]);
    let run = dice(&folder, &TWO, &["--rounds", "2"]);
    let openings = run.file("openings");
    std::fs::write(&openings, "d1 run d2\n4 3 b -\n").unwrap();
    let run = run.with(&["--openings", openings.to_str().unwrap()]);
    run.play();
    let games = run.games();
    assert_eq!(moves(&games[0])[..3], ["d1", "run", "d2"]);
    assert_eq!(games[0]["moves"][3]["p"], 1);
    assert_eq!(games[2]["setup"], "4 3 b - 0");
    assert_eq!(moves(&games[2])[0], moves(&games[3])[0]);
}

/// Rolls are no moves of players: with `--maxmoves 1` each player has one.
#[test]
fn rolls_are_not_counted_as_moves() {
    let folder = PluginFolder::new(&["race"]);
    let run = dice(&folder, &TWO, &["--rounds", "1", "--maxmoves", "1", "--option", "race.Length=20"]);
    run.play();
    for game in run.games() {
        assert_eq!(game["termination"], "maxmoves");
        let of_players = game["moves"].as_array().unwrap().iter().filter(|mv| mv["p"] != 2).count();
        assert_eq!(of_players, 2, "{game}");
    }
}

#[test]
fn programs_get_the_rolls_with_their_positions() {
    let folder = PluginFolder::new(&["race"]);
    for proto in ["uci", "ugi"] {
        let outside = format!(
            "'name=outside' 'cmd={}' 'args=--config {}/plyd.toml --plugin-dir {}' proto={proto} depth=2 option.Hash=1 ponder",
            binary().display(),
            env!("CARGO_MANIFEST_DIR"),
            folder.path().display()
        );
        let run = dice(&folder, &[&outside, "name=inside builtin depth=2 option.Hash=1"], &["--rounds", "2"]);
        let report = run.play();
        assert_eq!(report["standings"][0]["faults"], serde_json::json!({}), "{report}");
        for pair in run.games().chunks(2) {
            assert_eq!(moves(&pair[0]), moves(&pair[1]));
        }
    }
}

#[test]
fn an_engine_that_knows_no_chance_is_told_so_before_the_match() {
    let folder = PluginFolder::new(&["race"]);
    let engine = faulty("plain", "none", "x");
    let finished = dice(&folder, &[&engine, TWO[1]], &[]).to_end();
    assert_eq!(finished.status.code(), Some(3), "{finished:?}");
    let told = "engine plain cannot play (start): race has chance, and the engine cannot play it: it neither lists `race` \
                by its option `UCI_Variant` nor answers `query turn`";
    assert!(finished.errors.contains(told), "{finished:?}");
}
