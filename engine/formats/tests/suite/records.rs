//! Game records.

use plyd_formats::FormatError;
use plyd_formats::go::{Colour, GameRecord, RecordAction, RecordStep, Vertex};

fn read(text: &str) -> Result<GameRecord, FormatError> {
    let record = GameRecord::read(text.as_bytes().to_vec())?;
    assert_eq!(record.steps.len(), record.places.len());
    Ok(record)
}

/// Formats the steps in short form.
fn steps(text: &str) -> Result<String, FormatError> {
    Ok(told(read(text)?))
}

fn told(record: GameRecord) -> String {
    let told = record.steps.into_iter().map(|step| match step {
        RecordStep::Move(colour, vertex) => format!("{}{vertex}", colour.letter()),
        RecordStep::Turn(colour) => format!("turn {colour}"),
        RecordStep::Put(points) => {
            let letter = |stone: Option<Colour>| stone.map_or('-', Colour::letter);
            let points = points.into_iter().map(|(point, stone)| format!("{}{}", letter(stone), Vertex::Point(point)));
            format!("put {}", points.collect::<Vec<_>>().join(" "))
        }
    });
    told.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_main_line_is_the_first_variation_everywhere() {
    let text = "From: me\n(;GM[1]FF[4]SZ[9]KM[6.5]C[a \\] bracket (;B[aa\\])];B[ee]C[x]\n(;W[ge](;B[tt];W[])(;B[aa]))(;W[cc]))(;B[zz";
    assert_eq!(steps(text).unwrap(), "bE5, wG5, bpass, wpass");
    let record = read(text).unwrap();
    assert_eq!((record.size, record.komi), (9, Some(13)));
}

#[test]
fn stones_and_turns_are_set_up() {
    let text = "(;SZ[5]AB[aa][bb:cc]AW[ee]PL[W];W[ea];AE[aa];B[ab])";
    assert_eq!(steps(text).unwrap(), "put bA5 bB3 bC3 bB4 bC4 wE1, turn white, wE5, put -A5, bA4");
    // FF[3] records spell out the property names.
    assert_eq!(steps("(;GaMe[1]SiZe[9];Black[ab])").unwrap(), "bA8");
}

/// Setup between the last wanted move and the next one still belongs to the position.
#[test]
fn nobody_asks_for_what_comes_behind_the_wanted_moves() {
    let text = "(;SZ[5]HA[2]AB[aa][bb]W[cc];B[dd];AW[ee];PL[B];W[resign];B[ab]PL[W]W[zz]AE[ee];AB[zz];B[zz])";
    for (most, steps, moves) in [
        (0, "put bA5 bB4, turn white", 0),
        (1, "put bA5 bB4, turn white, wC3", 1),
        (2, "put bA5 bB4, turn white, wC3, bD2, put wE1, turn black, put -E1", 2),
        (3, "put bA5 bB4, turn white, wC3, bD2, put wE1, turn black, put -E1, bA4, turn white", 3),
    ] {
        let record = GameRecord::read_moves(text.as_bytes().to_vec(), most).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(record.moves(), moves, "{most}");
        assert_eq!(told(record), steps, "{most}");
    }
    // A fault in a wanted move is reported, and so is one in setup before the next move.
    let fault = |text: &str, most| GameRecord::read_moves(text.as_bytes().to_vec(), most).unwrap_err().to_string();
    assert!(fault(text, 4).starts_with("line 1, column 69: the property W has the value `zz`"), "{}", fault(text, 4));
    let stones = "(;SZ[5];B[aa];AB[zz];W[bb])";
    assert!(fault(stones, 1).starts_with("line 1, column 17: the property AB has the value `zz`"));
    assert!(GameRecord::read_moves(stones.as_bytes().to_vec(), 0).is_ok());
    // The record may be longer than the limit for a game.
    let long = format!("({})", ";B[aa]".repeat(20_000));
    assert_eq!(GameRecord::read_moves(long.into_bytes(), 3).unwrap().moves(), 3);
}

#[test]
fn a_game_begins_anew_at_stones_and_out_of_turn() {
    let actions = |text: &str| {
        let record = read(text).unwrap();
        let told = record.actions().map(|(action, place)| match action {
            RecordAction::SetUp { points, turn } => format!("{} puts {}, {turn}", place.column, points.len()),
            RecordAction::Play { colour, vertex, is_in_turn } => {
                format!("{}{vertex}{}", colour.letter(), if is_in_turn { "" } else { " anew" })
            }
        });
        told.collect::<Vec<_>>().join("; ")
    };
    for (text, told) in [
        ("(;SZ[5];B[aa];W[bb])", "bA5; wB4"),
        ("(;SZ[5];W[aa];B[bb];B[cc])", "wA5 anew; bB4; bC3 anew"),
        ("(;SZ[5]PL[B];B[aa];PL[W];PL[B];W[bb])", "bA5; 26 puts 0, black; wB4 anew"),
        ("(;SZ[5]HA[2]AB[aa][bb];W[cc];AE[aa];B[dd])", "2 puts 2, black; 2 puts 0, white; wC3; 29 puts 1, black; bD2"),
        // Two passes end a game, unless setup stones or a change of turn come between them.
        ("(;SZ[5];B[];W[];B[aa];W[bb])", "bpass; wpass; bA5 anew; wB4"),
        ("(;SZ[5];B[];W[];B[];W[];B[aa])", "bpass; wpass; bpass anew; wpass; bA5 anew"),
        ("(;SZ[5];B[];AB[aa];W[];B[bb])", "bpass; 12 puts 1, white; wpass; bB4"),
        ("(;SZ[5];B[];B[];W[bb])", "bpass; bpass anew; wB4"),
    ] {
        assert_eq!(actions(text), told, "{text}");
    }
}

#[test]
fn a_handicap_gives_white_the_first_move() {
    assert_eq!(steps("(;SZ[9]HA[2]AB[gc][cg];W[ee])").unwrap(), "put bG7 bC3, turn white, wE5");
    assert_eq!(steps("(;SZ[9]HA[2];W[ee])").unwrap(), "put bC3 bG7, turn white, wE5");
    assert_eq!(steps("(;SZ[9]HA[0];B[ee])").unwrap(), "bE5");
}

#[test]
fn what_is_no_record_of_go_is_refused() {
    let refused = |text: &str| read(text).unwrap_err().to_string();
    assert_eq!(refused("nothing"), "line 1, column 1: there is no game in it; a record begins with `(;`");
    for (text, said) in [
        ("(;GM[2])", "line 1, column 5: the property GM has the value `2`, and needs 1, for go"),
        ("(;SZ[25])", "line 1, column 5: the property SZ has the value `25`, and needs a number from 1 to 19"),
        ("(;SZ[9:7])", "line 1, column 5: the property SZ has the value `9:7`, and needs a number from 1 to 19"),
        ("(;SZ[0])", "line 1, column 5: the property SZ has the value `0`, and needs a number from 1 to 19"),
        ("(;SZ[9]\n;B[zz])", "line 2, column 3: the property B has the value `zz`, and needs a point of the board"),
        ("(;SZ[9];W[a])", "line 1, column 10: the property W has the value `a`, and needs a point of the board"),
        ("(;AB[a:b])", "line 1, column 5: the property AB has the value `a:b`, and needs points"),
    ] {
        assert_eq!(refused(text), said, "{text}");
    }
}

/// Files of other programs, and how they are read.
#[test]
fn records_of_other_programs_are_read() {
    for (text, komi, size, played, warning) in [
        ("( ;FF[4]GM[1]SZ[9];B[ee];W[cc])", None, 9, "bE5, wC7", ""),
        ("(;SZ[19]KM[375]HA[0]AP[foxwq];B[pp])", Some(15), 19, "bQ4", "the komi `375` is read as 7.5"),
        ("(;SZ[19]AP[foxwq]KM[50];B[pp])", Some(1), 19, "bQ4", "the komi `50` is read as 0.5"),
        ("(;KM[3.75]SZ[19];B[pp])", Some(15), 19, "bQ4", "as it is in stones"),
        ("(;SZ[19]KM[6,5];B[pp])", Some(13), 19, "bQ4", ""),
        ("(;SZ[19]KM[6.25];B[pp])", Some(13), 19, "bQ4", "the komi `6.25` is read as 6.5"),
        ("(;SZ[9]KM[x];B[ee])", None, 9, "bE5", "KM has the value `x`, which is no komi, and is left out"),
        ("(;SZ[9]KM[900000];B[ee])", None, 9, "bE5", "which is no komi, and is left out"),
        ("(;SZ[9]KM[];B[ee])", None, 9, "bE5", ""),
        ("(;GM[1]SZ[9];B[ee];W[cc]", None, 9, "bE5, wC7", "this game has no end"),
        ("(;SZ[9:9];B[ee])", None, 9, "bE5", ""),
        ("(;SZ[9x9]GM[];B[ee])", None, 9, "bE5", ""),
        ("(;SZ[9];B[ee];W[resign])", None, 9, "bE5", "W has the value `resign`, which is no move, and is left out"),
        ("(;SZ[9];B[PASS];W[])", None, 9, "bpass, wpass", ""),
        ("(;SZ[9];B[EE];W[C3])", None, 9, "bE5, wC3", "the move `EE` is read as E5"),
        ("(;SZ[9]PL[2];W[ee];PL[1])", None, 9, "turn white, wE5, turn black", ""),
        ("(;SZ[9]PL[x];B[ee])", None, 9, "bE5", "PL has the value `x`, which is not B or W, and is left out"),
        ("(;SZ[9]AB[aa]AB[bb][]AW[];B[ee])", None, 9, "put bA9 bB8, bE5", "AB has an empty value, which is left out"),
        ("(;SZ[9]HA[two];B[ee])", None, 9, "bE5", "the handicap `two` is no number, and is left out"),
        ("From: x (;-) hi\n\n(;SZ[9];B[ee];W[cc])", None, 9, "bE5, wC7", "the text before this is left out"),
        ("(;b[aa])", None, 19, "bA19", "the property `b` is read as B"),
        ("(;SZ[9];B[ee;W[cc])", None, 9, "bE5, wC7", "a `]` is missing"),
        ("(;SZ[9];B[ee][cc])", None, 9, "bE5", "B has more than one value; the first one counts"),
        ("(;SZ[9]KM[6目半];B[ee])", Some(13), 9, "bE5", ""),
        ("(;SZ[9]KM[3 3/4];B[ee])", Some(15), 9, "bE5", "as it is in stones"),
        ("(;SZ[9]KM[6 and more];B[ee])", Some(12), 9, "bE5", "is read as 6, and `and more` is left out"),
        ("(;SZ[9]KM[65];B[ee])", Some(130), 9, "bE5", "6.5 would be written with a point"),
        ("(;KM[6.5]SZ[9]KM[7.5];B[ee])", Some(15), 9, "bE5", "column 15: KM comes more than once; the last one counts"),
        ("(;SZ[5]SZ[9];B[ee])", None, 9, "bE5", "column 8: SZ comes more than once; the last one counts"),
        ("(;SZ[9][5];B[ee])", None, 9, "bE5", "SZ has more than one value; the first one counts"),
        ("(;SZ[9];B[e\ne];W[cc])", None, 9, "bE5, wC7", "the move `e e` is read as E5"),
        ("(;SZ[9];B[e e];W[cc])", None, 9, "bE5, wC7", "the move `e e` is read as E5"),
        ("(;SZ[9];B[t\nt];W[cc])", None, 9, "bpass, wC7", "the move `t t` is read as pass"),
        ("(;SZ[9];B[re\nsign];W[cc])", None, 9, "wC7", "B has the value `re sign`, which is no move, and is left out"),
        ("(;SZ[9]AB[a\na];B[ee])", None, 9, "put bA9, bE5", "AB has the value `a a`, which is read as `aa`"),
        ("(;SZ[9]AB[aa:\na b];B[ee])", None, 9, "put bA8 bA9, bE5", "AB has the value `aa: a b`"),
        ("(;SZ[1\n9];B[pp])", None, 19, "bQ4", "SZ has the value `1 9`, which is read as `19`"),
    ] {
        let record = read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!((record.komi, record.size), (komi, size), "{text}");
        assert_eq!(steps(text).unwrap(), played, "{text}");
        let warnings = record.warnings.join("; ");
        assert!(warnings.is_empty() == warning.is_empty() && warnings.contains(warning), "{text}: {warnings}");
    }
    let shift_jis = GameRecord::read(b"(;SZ[9]CA[Shift_JIS]C[\x95\x5c];B[ee];W[cc])".to_vec()).unwrap();
    assert_eq!((shift_jis.steps.len(), shift_jis.warnings.len()), (2, 0));
}

/// A recursive reader would need a stack as deep as the nodes are nested.
#[test]
fn deep_and_long_records_need_no_stack() {
    assert!(read(&format!("({})", ";".repeat(100_000))).is_ok());
    let long = read(&format!("({})", ";".repeat(1_000_000))).unwrap_err().to_string();
    assert_eq!(long, "line 1, column 100002: the game has more than 100000 nodes");
    assert!(read(&format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000))).is_ok());
    let many = read(&format!("({})", ";B[aa]".repeat(20_000))).unwrap_err().to_string();
    assert_eq!(many, "line 1, column 60002: it has more than 10000 moves");
}
