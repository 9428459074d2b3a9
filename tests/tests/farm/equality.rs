//! A match over many machines is the match of one.

use crate::farm::{Farm, TIME, names, servers, succeeded};
use plyd_tests::finish;

/// The plan on one machine and on these workers.
fn compare(farm: &Farm, plan: &[&str], workers: usize) {
    let alone = farm.play_alone(plan, "one.db");
    let _workers: Vec<_> = names(workers).iter().map(|name| farm.worker(name)).collect();
    let spread = succeeded(&finish(farm.spread(plan, "many.db"), TIME));
    assert_eq!(alone, spread);
    farm.assert_same("one.db", "many.db");
}

#[test]
fn eight_workers_play_what_one_machine_plays() {
    let Some(farm) = Farm::new() else { return };
    let plan: &[&str] = &[
        "--game",
        "tictactoe",
        "--engine",
        "name=A",
        "builtin",
        "depth=3",
        "--engine",
        "name=B",
        "builtin",
        "depth=2",
        "--engine",
        "name=C",
        "builtin",
        "depth=1",
        "--random-plies",
        "2",
        "--rounds",
        "100",
        "--seed",
        "1",
    ];
    compare(&farm, plan, 8);
}

#[test]
fn two_workers_play_chess_from_openings_at_fixed_nodes() {
    let Some(farm) = Farm::new() else { return };
    let openings = farm.path("openings.epd");
    let lines = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n\
                 rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\n";
    std::fs::write(&openings, lines).unwrap();
    let file = format!("file={}", openings.display());
    let plan: &[&str] = &[
        "--game",
        "chess",
        "--each",
        "nodes=300",
        "--engine",
        "name=A",
        "builtin",
        "--engine",
        "name=B",
        "builtin",
        "option.Algorithm=alphabeta",
        "--openings",
        &file,
        "--rounds",
        "4",
        "--seed",
        "2",
        "--maxmoves",
        "40",
    ];
    compare(&farm, plan, 2);
}

#[test]
fn two_workers_roll_the_dice_of_one_machine() {
    let Some(farm) = Farm::new() else { return };
    let plan: &[&str] = &[
        "--game",
        "backgammon",
        "--engine",
        "name=A",
        "builtin",
        "depth=1",
        "--engine",
        "name=B",
        "builtin",
        "nodes=50",
        "--rounds",
        "6",
        "--seed",
        "3",
    ];
    compare(&farm, plan, 2);
}

/// And with every broker that there is.
#[test]
fn two_workers_play_connect_four_with_any_broker() {
    for server in servers() {
        let farm = Farm::with(server);
        let plan: &[&str] = &[
            "--game",
            "cfour",
            "--engine",
            "name=A",
            "builtin",
            "depth=4",
            "--engine",
            "name=B",
            "builtin",
            "depth=2",
            "--random-plies",
            "3",
            "--rounds",
            "40",
            "--seed",
            "4",
        ];
        compare(&farm, plan, 2);
    }
}

/// Who meets whom depends on the results of workers.
#[test]
fn two_workers_play_a_knockout_and_a_swiss_tournament() {
    for tournament in ["knockout", "swiss"] {
        let Some(farm) = Farm::new() else { return };
        let plan: &[&str] = &[
            "--game",
            "tictactoe",
            "--tournament",
            tournament,
            "--engine",
            "name=A",
            "builtin",
            "depth=3",
            "--engine",
            "name=B",
            "builtin",
            "depth=2",
            "--engine",
            "name=C",
            "builtin",
            "depth=1",
            "--engine",
            "name=D",
            "builtin",
            "nodes=9",
            "--random-plies",
            "2",
            "--seed",
            "6",
        ];
        compare(&farm, plan, 2);
    }
}

/// The games of the record may be more than those of one machine, as others were in play when the test ended; the
/// verdict is the same.
#[test]
fn a_test_that_ends_while_workers_play_has_the_verdict_of_one_machine() {
    let Some(farm) = Farm::new() else { return };
    let plan: &[&str] = &[
        "--game",
        "tictactoe",
        "--engine",
        "name=A",
        "builtin",
        "depth=5",
        "--engine",
        "name=B",
        "builtin",
        "depth=1",
        "--random-plies",
        "1",
        "--rounds",
        "5000",
        "--seed",
        "7",
        "--sprt",
        "elo0=0",
        "elo1=20",
    ];
    let alone = farm.play_alone(plan, "one.db");
    let _workers: Vec<_> = names(4).iter().map(|name| farm.worker(name)).collect();
    let spread = succeeded(&finish(farm.spread(plan, "many.db"), TIME));
    assert!(alone.contains("H1"), "{alone}");
    assert_eq!(farm.report("one.db"), farm.report("many.db"));
    assert_eq!(alone.lines().last(), spread.lines().last());
    assert!(farm.games("many.db") < 10_000, "the workers were not stopped");
}
