//! Positions in the notation of plyd's go.

use plyd_formats::go::{Colour, GoPoint, GoSetup};

#[test]
fn what_the_game_writes_is_written_again() {
    for text in [
        "9/9/9/9/9/9/9/9/9 b - 0 7.5",
        "1XO2/XO1O1/1XO2/5/5 b C4 0 7.5",
        "19/19/19/19/19/19/19/19/19/9X9/19/19/19/19/19/19/19/19/O17X w - 2 -0.5",
        "3 b - 0 0",
        "OO/1O b - 1 -7",
    ] {
        assert_eq!(GoSetup::read(text).map(|setup| setup.to_string()).as_deref(), Some(text));
    }
    for text in
        ["", "9/9 b - 0", "2/3 b - 0 7", "x/1 b - 0 7", "1/1 x - 0 7", "1 b - 0 7.3", "20 b - 0 7", "Ä1/2 b - 0 7"]
    {
        assert_eq!(GoSetup::read(text), None, "{text}");
    }
}

#[test]
fn stones_are_put_where_they_belong() {
    let mut setup = GoSetup::empty(3, 15);
    assert!(
        setup.put(GoPoint { file: 0, row: 0 }, Some(Colour::Black)) && !setup.put(GoPoint { file: 3, row: 0 }, None)
    );
    setup.put(GoPoint { file: 2, row: 1 }, Some(Colour::White));
    let setup = setup.with_turn(Colour::White);
    assert_eq!(setup.to_string(), "3/2O/X2 w - 0 7.5");
    let stones: Vec<_> = setup.stones().map(|(point, colour)| format!("{point}{}", colour.letter())).collect();
    assert_eq!(stones, ["A1b", "C2w"]);
    assert_eq!((setup.size(), GoSetup::read("3 b - 0 0").unwrap().size()), (Some(3), None));
}

#[test]
fn komi_is_counted_in_halves() {
    for (word, halves) in [("7.5", 15), ("0", 0), ("-0.5", -1), ("6.50", 13), ("500", 1_000), ("5.5000", 11)] {
        assert_eq!(GoSetup::read_komi(word), Some(halves), "{word}");
    }
    for word in ["7.25", "500.5", "nan", "inf", "", "x", "1e9"] {
        assert_eq!(GoSetup::read_komi(word), None, "{word}");
    }
    assert_eq!(GoSetup::empty(1, -1).komi_text(), "-0.5");
}

/// A number midway between two half points is rounded to the komi with a half, because such a game cannot be drawn.
#[test]
fn every_number_has_a_nearest_komi() {
    for (word, halves, is_exact) in [
        ("7.5", 15, true),
        ("-0", 0, true),
        ("6.25", 13, false),
        ("3.75", 7, false),
        ("-3.75", -7, false),
        ("6.1", 12, false),
        ("500.2", 1_000, false),
        ("-1e999", -1_000, false),
        ("1000", 1_000, false),
    ] {
        assert_eq!(GoSetup::nearest_komi(word), Some((halves, is_exact)), "{word}");
    }
    for word in ["nan", "inf", "-infinity", "", "x", "6,5", "1e", "0x1p3"] {
        assert_eq!(GoSetup::nearest_komi(word), None, "{word}");
    }
}
