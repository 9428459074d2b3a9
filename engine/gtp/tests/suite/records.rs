//! Game records.

use plyd_gtp::{Colour, GameRecord, RecordFault, RecordStep, Vertex};

/// The steps, in few letters.
fn steps(text: &str) -> Result<String, RecordFault> {
    let told = GameRecord::read(text)?.steps.into_iter().map(|step| match step {
        RecordStep::Move(colour, vertex) => format!("{}{vertex}", colour.letter()),
        RecordStep::Turn(colour) => format!("turn {colour}"),
        RecordStep::Put(points) => {
            let letter = |stone: Option<Colour>| stone.map_or('-', Colour::letter);
            let points = points.into_iter().map(|(point, stone)| format!("{}{}", letter(stone), Vertex::Point(point)));
            format!("put {}", points.collect::<Vec<_>>().join(" "))
        }
    });
    Ok(told.collect::<Vec<_>>().join(", "))
}

#[test]
fn the_main_line_is_the_first_variation_everywhere() {
    let text = "From: me\n(;GM[1]FF[4]SZ[9]KM[6.5]C[a \\] bracket (;B[aa\\])];B[ee]C[x]\n(;W[ge](;B[tt];W[])(;B[aa]))(;W[cc]))(;B[zz";
    assert_eq!(steps(text).unwrap(), "bE5, wG5, bpass, wpass");
    let record = GameRecord::read(text).unwrap();
    assert_eq!((record.size, record.komi), (9, Some(13)));
}

#[test]
fn stones_and_turns_are_set_up() {
    let text = "(;SZ[5]AB[aa][bb:cc]AW[ee]PL[W];W[ea];AE[aa];B[ab])";
    assert_eq!(steps(text).unwrap(), "put bA5 bB3 bC3 bB4 bC4 wE1, turn white, wE5, put -A5, bA4");
    // FF[3] spells names out.
    assert_eq!(steps("(;GaMe[1]SiZe[9];Black[ab])").unwrap(), "bA8");
}

#[test]
fn a_handicap_gives_white_the_first_move() {
    assert_eq!(steps("(;SZ[9]HA[2]AB[gc][cg];W[ee])").unwrap(), "put bG7 bC3, turn white, wE5");
    assert_eq!(steps("(;SZ[9]HA[2];W[ee])").unwrap(), "put bC3 bG7, turn white, wE5");
    assert_eq!(steps("(;SZ[9]HA[0];B[ee])").unwrap(), "bE5");
}

#[test]
fn what_is_no_record_of_go_is_refused() {
    let is_value = |text: &str| matches!(GameRecord::read(text), Err(RecordFault::Value(..)));
    assert_eq!(GameRecord::read("nothing"), Err(RecordFault::NoGame));
    for text in ["(;SZ[9];B[ee]", "(;SZ[9];B[ee", "(;SZ[9];B", "(;"] {
        assert_eq!(GameRecord::read(text), Err(RecordFault::Cut), "{text}");
    }
    for text in ["(;b[aa])", "(;B)", "(;=)", "(;1[a])"] {
        assert!(matches!(GameRecord::read(text), Err(RecordFault::Stray(_))), "{text}");
    }
    for text in
        ["(;GM[2])", "(;SZ[25])", "(;SZ[9:7])", "(;SZ[0])", "(;KM[x])", "(;SZ[9];B[zz])", "(;SZ[9];W[a])", "(;AB[a:b])"]
    {
        assert!(is_value(text), "{text}: {:?}", GameRecord::read(text));
    }
}

/// A reader that went into nodes as deep as they are would need a stack of that depth.
#[test]
fn deep_and_long_records_need_no_stack() {
    assert!(GameRecord::read(&format!("({})", ";".repeat(1_000_000))).is_ok());
    assert!(GameRecord::read(&format!("{}{}", "(;".repeat(500_000), ")".repeat(500_000))).is_ok());
    assert_eq!(GameRecord::read(&format!("({})", ";B[aa]".repeat(20_000))), Err(RecordFault::TooLong));
}
