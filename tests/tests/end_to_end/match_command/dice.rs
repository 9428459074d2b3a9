//! Games with dice: the referee rolls. More is tested in `engine/arena/tests`.

use super::{MatchRun, TIME, faulty, moves, report_of, without_times};
use plyd_tests::{PluginFolder, binary, finish};

const TWO: [&str; 2] = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];

/// A match of the game of dice, with its library in the folder.
fn dice(folder: &PluginFolder, engines: &[&str], more: &[&str]) -> MatchRun {
    let folder = folder.path().to_str().expect("a path of ASCII");
    MatchRun::new("race", engines).with(&["--plugin-dir", folder]).with(more)
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
