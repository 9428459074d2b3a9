//! The Go Text Protocol in this process, with games that are linked statically: see docs/testing.md.

mod analysis;
mod attacks;
mod games;
mod rules;

use plyd::gtp::{USUAL_GAME, USUAL_TIME, serve};
use plyd_gtp::MoveLimits;
use plyd_linked::gtp::{answer, ask, obey};
use plyd_linked::{Engine, catalog, engine};
use plyd_session::SharedSettings;
use std::time::Duration;

/// Starts it with these arguments of `plyd gtp`, each a flag and its value.
fn start(arguments: &[&str]) -> Engine {
    if let Some(program) = Engine::program(&[&["gtp"], arguments].concat()) {
        return program;
    }
    let mut settings = SharedSettings { game: USUAL_GAME.to_owned(), ..SharedSettings::default() };
    let mut limits = MoveLimits { default_time: USUAL_TIME, ..MoveLimits::default() };
    for pair in arguments.chunks(2) {
        let [flag, value] = pair else { panic!("a flag and a value, not {pair:?}") };
        let number = || value.parse::<u32>().expect("a number");
        match *flag {
            "--game" => settings.game = (*value).to_owned(),
            "--option" => {
                let (name, value) = value.split_once('=').expect("an option is NAME=VALUE");
                settings.options.push((name.to_owned(), value.to_owned()));
            }
            "--movetime" => limits.move_time = Some(Duration::from_millis(number().into())),
            "--depth" => limits.depth = Some(number()),
            "--nodes" => limits.nodes = Some(number().into()),
            "--resign" => limits.resign = Some(number()),
            _ => panic!("no flag of these tests: {flag}"),
        }
    }
    let engine = engine(settings, catalog());
    Engine::served(move |input, output, shutdown| serve(engine, limits, input, output, shutdown))
}

/// Everything that is answered to this input, which then ends.
fn fed(arguments: &[&str], input: impl AsRef<[u8]>) -> String {
    let mut engine = start(arguments);
    engine.send_bytes(input.as_ref());
    engine.close_input();
    engine.rest().into_iter().map(|line| line + "\n").collect()
}

#[test]
fn every_listed_command_is_known_and_documented() {
    let mut engine = start(&[]);
    let listed = ask(&mut engine, "list_commands");
    let names: Vec<&str> = listed.strip_prefix("= ").expect("it succeeds").lines().collect();
    let text = include_str!("../../../../docs/gtp.md");
    assert!(names.len() >= 20, "{names:?}");
    for name in names {
        assert_eq!(ask(&mut engine, &format!("known_command {name}")), "= true", "{name}");
        assert!(text.contains(&format!("`{name}")), "{name}");
    }
    assert_eq!(ask(&mut engine, "known_command loadsgff"), "= false");
}

#[test]
fn a_script_is_answered_to_its_end() {
    let output = fed(&["--nodes", "50"], "boardsize 5\n1 genmove b\n2 genmove white\n3 undo\n4 undo\n5 undo\n");
    let answers: Vec<&str> = output.split("\n\n").collect();
    assert!(answers[1].starts_with("=1 ") && answers[2].starts_with("=2 "), "{answers:?}");
    assert_eq!(answers[3..], ["=3", "=4", "?5 cannot undo", ""]);
}

/// The time of a move, the clock of a game, and periods.
#[test]
fn time_is_kept() {
    let mut engine = start(&["--option", "Algorithm=mcts"]);
    obey(&mut engine, &["boardsize 9", "time_settings 0 1 1", "genmove b", "genmove w"]);
    obey(&mut engine, &["time_settings 2 0 0", "genmove b", "genmove w", "time_left b 0 0", "genmove b"]);
    obey(&mut engine, &["time_settings 1 2 4", "time_left w 1 4", "genmove w"]);
    for (line, part) in
        [("time_settings 1 2", "syntax error"), ("time_left x 1 2", "syntax error"), ("time_left b 1", "syntax")]
    {
        assert!(ask(&mut engine, line).starts_with(&format!("? {part}")), "{line}");
    }
}

#[test]
fn a_search_out_of_the_game_changes_nothing() {
    let mut engine = start(&["--nodes", "200"]);
    obey(&mut engine, &["boardsize 5", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    for colour in ["b", "w"] {
        assert!(ask(&mut engine, &format!("reg_genmove {colour}")).starts_with("= "));
        assert_eq!(ask(&mut engine, "showboard"), before);
    }
    obey(&mut engine, &["genmove w", "undo"]);
    assert_eq!(ask(&mut engine, "showboard"), before);
    // Out of turn, and back.
    obey(&mut engine, &["genmove b", "undo"]);
    assert_eq!(ask(&mut engine, "showboard"), before);
}

/// White has more points of komi than the board has points.
#[test]
fn a_lost_game_is_given_up_if_that_is_wanted() {
    let lost = ["boardsize 5", "komi 100"];
    let mut engine = start(&["--nodes", "300", "--resign", "10"]);
    obey(&mut engine, &lost);
    let before = ask(&mut engine, "showboard");
    assert_eq!(ask(&mut engine, "genmove b"), "= resign");
    assert_eq!(ask(&mut engine, "showboard"), before);
    for line in ["reg_genmove b", "kgs-genmove_cleanup b", "genmove w"] {
        let said = ask(&mut engine, line);
        assert!(said.starts_with("= ") && said != "= resign", "{line}: {said}");
    }
    // Out of turn: the board stays as it was.
    obey(&mut engine, &["clear_board", "play b C3"]);
    let before = ask(&mut engine, "showboard");
    assert_eq!(ask(&mut engine, "genmove b"), "= resign");
    assert_eq!(ask(&mut engine, "showboard"), before);
    let mut engine = start(&["--nodes", "300"]);
    obey(&mut engine, &lost);
    assert_ne!(ask(&mut engine, "genmove b"), "= resign");
}
