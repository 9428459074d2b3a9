//! Adjudication, openings and limits.

use super::{MatchRun, moves, results};
use plyd_tests::{command, finish};

const TWO: [&str; 2] = ["name=A builtin depth=2 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];

#[test]
fn games_are_adjudicated_by_scores_and_length() {
    let terminations = |more: &[&str]| {
        let report = MatchRun::new("breakthrough", &TWO).with(&["--rounds", "1"]).with(more).play();
        report["pairings"][0]["terminations"].clone()
    };
    assert_eq!(terminations(&["--maxmoves", "3"]), serde_json::json!({ "maxmoves": 2 }));
    assert_eq!(terminations(&["--draw", "movenumber=2 score=10000"]), serde_json::json!({ "draw-adjudication": 2 }));
    let resigned = terminations(&["--resign", "movecount=1 score=1"]);
    assert_eq!(resigned["resign-adjudication"], 2, "{resigned}");
}

#[test]
fn both_sides_play_every_opening_of_a_file() {
    let run = MatchRun::new("tictactoe", &TWO);
    let file = run.file("openings.txt");
    std::fs::write(&file, "# moves, and a position\nb2 a1\n\n3/1P1/3 b\nstartpos moves c3\n").unwrap();
    let run = run.with(&["--rounds", "4", "--openings", &format!("'file={}'", file.display())]);
    run.play();
    let games = run.games();
    assert_eq!(games.len(), 8);
    for pair in games.chunks(2) {
        assert_eq!(pair[0]["setup"], pair[1]["setup"]);
        assert_eq!(pair[0]["first"], pair[1]["second"]);
    }
    assert_eq!(moves(&games[0])[..2], ["P@b2", "P@a1"]);
    assert_eq!(games[2]["setup"], "3/1P1/3[PPPPpppp] b - - 0 1");
    assert_eq!(moves(&games[4])[..1], ["P@c3"]);
    assert_eq!(moves(&games[6])[..2], ["P@b2", "P@a1"], "the file begins anew");
}

#[test]
fn openings_that_make_no_sense_are_refused_before_the_first_game() {
    for (line, part) in [
        ("b2 b2", "is not an opening"),
        ("b2 x9", "is not an opening"),
        ("PPP/pp1/3 b", "ends the game"),
        ("# nothing", "contains no openings"),
    ] {
        let run = MatchRun::new("tictactoe", &TWO);
        let file = run.file("openings");
        std::fs::write(&file, line).unwrap();
        let finished = run.with(&["--openings", file.to_str().unwrap()]).to_end();
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains(part), "{finished:?}");
    }
}

/// One plays in this process, the other on pipes, where it would play on.
#[test]
fn draws_that_have_to_be_claimed_end_a_game() {
    let outside = format!("name=outside 'cmd={}' depth=2 option.Hash=1", plyd_tests::binary().display());
    let run = MatchRun::new("chess", &["name=inside builtin depth=2 option.Hash=1", &outside]);
    let file = run.file("openings");
    // Two plies before fifty moves are over; and a pawn that has to be taken, after which nobody can mate.
    std::fs::write(&file, "8/8/8/3k4/8/3K4/8/7R w - - 98 120\n7k/8/8/8/8/8/1p6/K6N w - - 0 90\n").unwrap();
    let run = run.with(&["--rounds", "2", "--openings", file.to_str().unwrap()]);
    let report = run.play();
    assert_eq!(results(&report), [0, 4, 0], "{report}");
    let games = run.games();
    assert_eq!(games.iter().map(|game| moves(game).len()).collect::<Vec<_>>(), [2, 2, 1, 1]);
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 4 }), "{report}");
    let run = MatchRun::new("chess", &["name=inside builtin depth=2", &outside]);
    std::fs::write(&file, "8/8/8/3k4/8/3K4/8/7R w - - 100 120\n").unwrap();
    let finished = run.with(&["--openings", file.to_str().unwrap()]).to_end();
    assert!(finished.errors.contains("ends the game"), "{finished:?}");
}

#[test]
fn an_engine_with_a_clock_plays_in_time() {
    let engines = ["name=A builtin tc=0.5+0.02 option.Hash=1", "name=B builtin st=0.02"];
    // A busy machine may take its time.
    let report = MatchRun::new("cfour", &engines).with(&["--rounds", "1", "--each", "timemargin=10000"]).play();
    assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "normal": 2 }), "{report}");
}

#[test]
fn mistakes_in_settings_are_told_before_the_first_game() {
    for (arguments, part) in [
        (&["--engine", "name=A builtin depth=1"][..], "2 to 1000 engines"),
        (&["--each", "depth=1", "--engine", "builtin", "--engine", "builtin"], "two engines have the name `plyd`"),
        (&["--each", "depht=1", "--engine", "builtin", "--engine", "cmd=x"], "no setting `depht`"),
        (
            &["--each", "builtin depth=1", "--engine", "name=A", "--engine", "name=B option.Hush=3"],
            "did you mean `Hash`?",
        ),
        (&["--sprt", "elo0=1 elo1=0", "--each", "builtin depth=1", "--engine", "name=A", "--engine", "name=B"], "elo0"),
        (&["no/such/plan.toml"], "no/such/plan.toml"),
        (&["--resume", "no/such/record.db"], "no/such/record.db"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let mut command = command(&["match", "--game", "tictactoe"]);
        command.args(arguments).current_dir(folder.path());
        let finished = finish(command, super::TIME);
        assert_eq!(finished.status.code(), Some(1), "{finished:?}");
        assert!(finished.errors.contains(part), "{part}: {finished:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a record was made");
    }
}

#[test]
fn a_report_has_tables_and_pictures() {
    let run = MatchRun::new("tictactoe", &TWO).with(&["--rounds", "3", "--sprt", "elo0=0 elo1=10"]);
    let finished = run.to_end();
    assert_eq!(finished.status.code(), Some(5), "so few games decide nothing: {finished:?}");
    let mut command = command(&["report"]);
    command.arg(run.record());
    let finished = finish(command, super::TIME);
    let parts = [
        "tictactoe: 6 of 6 games, finished, seed 1",
        "A against B: +",
        "  first player +",
        "SPRT of normalized Elo 0 and 10",
    ];
    for part in parts {
        assert!(finished.output.contains(part), "{finished:?}");
    }
    let svg = run.export("--plot");
    assert!(svg.starts_with("<svg") && svg.contains("log-likelihood ratio"), "{svg}");
    let csv = run.export("--csv");
    assert_eq!(csv.lines().count(), 7, "{csv}");
    let sums = csv.lines().skip(1).fold([0; 3], |sums, line| {
        let ends: Vec<u64> = line.rsplit(',').take(3).map(|number| number.parse().expect("a number")).collect();
        [sums[0] + ends[2], sums[1] + ends[1], sums[2] + ends[0]]
    });
    let report = run.report();
    let [first_wins, draws, second_wins] = sums;
    let sides = serde_json::json!({ "first_wins": first_wins, "draws": draws, "second_wins": second_wins });
    assert_eq!((&report["sides"], &report["pairings"][0]["sides"]), (&sides, &sides), "{csv}");
    assert_eq!(sums.iter().sum::<u64>(), 6);
}

/// As fastchess counts: an opening at move 5 has four moves before it, whatever it is written in.
#[test]
fn a_draw_by_scores_counts_the_moves_of_the_position() {
    let plies = |file: &str, opening: &str, more: &[&str]| {
        let engines = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];
        let run = MatchRun::new("chess", &engines);
        let file = run.file(file);
        std::fs::write(&file, opening).unwrap();
        // All scores are small enough.
        let rule = ["--rounds", "1", "--draw", "movecount=2", "score=30000", "movenumber=10", "--openings"];
        let run = run.with(&rule).with(&[file.to_str().unwrap()]).with(more);
        let report = run.play();
        assert_eq!(report["pairings"][0]["terminations"], serde_json::json!({ "draw-adjudication": 2 }), "{report}");
        run.games().iter().map(|game| moves(game).len()).collect::<Vec<_>>()
    };
    let epd = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5\n";
    assert_eq!(plies("k9.epd", epd, &[]), [12, 12]);
    assert_eq!(
        plies("k9.epd", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - hmvc 2; fmvn 5;\n", &[]),
        [12, 12]
    );
    assert_eq!(plies("k9.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *\n", &[]), [20, 20]);
    // Black moves first, and the tenth full move ends with its third move.
    let late = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 8\n";
    assert_eq!(plies("late.epd", late, &[]), [5, 5]);
}

/// Kalah's positions have no number of a full move: two moves are one, with those of the opening.
#[test]
fn where_positions_have_no_number_two_moves_are_a_full_one() {
    let engines = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=1 option.Hash=1"];
    let run = MatchRun::new("kalah", &engines);
    let file = run.file("openings.txt");
    std::fs::write(&file, "a\n").unwrap();
    let run = run.with(&["--rounds", "1", "--draw", "movenumber=4 score=30000", "--openings", file.to_str().unwrap()]);
    run.play();
    assert_eq!(run.games().iter().map(|game| moves(game).len()).collect::<Vec<_>>(), [8, 8]);
}

/// The plan in `configs` runs unchanged.
#[test]
fn the_example_of_a_plan_can_be_played() {
    let plan = concat!(env!("CARGO_MANIFEST_DIR"), "/../configs/match.toml");
    let folder = tempfile::tempdir().unwrap();
    let mut command = command(&["match", plan, "--output", "json"]);
    command.current_dir(folder.path());
    let report = super::report_of(&finish(command, super::TIME));
    assert_eq!(report["finished"], true);
    assert!(report["played"].as_u64().unwrap() > 0);
}
