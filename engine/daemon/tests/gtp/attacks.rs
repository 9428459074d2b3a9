//! Input that no controller means to send: it is answered, and the next command works.

use super::{ask, fed, start};

/// The answers, without the lines between.
fn answers(output: &str) -> Vec<&str> {
    output.split("\n\n").filter(|answer| !answer.is_empty()).collect()
}

#[test]
fn an_endless_line_is_skipped() {
    let mut input = b"1 name\n2 play b ".to_vec();
    input.resize(5 << 20, b'x');
    input.extend_from_slice(b"\n3 name\n");
    let output = fed(&[], input);
    let answers = answers(&output);
    assert_eq!([answers[0], answers[2]], ["=1 plyd", "=3 plyd"], "{answers:?}");
    assert!(answers.len() == 3 && answers[1].starts_with("? syntax error: a line has at most "), "{answers:?}");
}

#[test]
fn bytes_that_are_no_text_do_no_harm() {
    let mut input =
        b"# \xe4 comment in Latin-1\n1 na\x00me\n\xff\xfe\n2 play b \xff\xff\n\x00\x01\x02\n3 name\x7f\n".to_vec();
    input.extend((0..=255_u8).filter(|&byte| byte != b'\n').cycle().take(10_000));
    input.extend_from_slice(b"\n4 name\n");
    let output = fed(&[], &input);
    let answers = answers(&output);
    assert_eq!(answers[..2], ["=1 plyd", "? unknown command"], "{answers:?}");
    assert!(answers[2].starts_with("?2 syntax error"), "{answers:?}");
    assert_eq!((answers[3], *answers.last().unwrap()), ("=3 plyd", "=4 plyd"), "{answers:?}");
}

#[test]
fn wrong_arguments_are_told() {
    let mut engine = start(&[]);
    for (line, expected) in [
        ("99999999999999999999 name", "? syntax error: an id is a number from 0 to 2147483647"),
        ("2147483647 name", "=2147483647 plyd"),
        ("17", "?17 syntax error: a command follows an id"),
        ("NAME", "? unknown command"),
        ("boardsize", "? syntax error: boardsize needs the number of files"),
        ("boardsize nine", "? syntax error: boardsize needs the number of files"),
        ("boardsize 0", "? unacceptable size"),
        ("boardsize 20", "? unacceptable size"),
        ("boardsize 4294967296", "? syntax error: boardsize needs the number of files"),
        ("komi", "? syntax error: komi needs a number, such as `komi 7.5`"),
        ("komi nan", "? syntax error: komi needs a number, such as `komi 7.5`"),
        ("komi -inf", "? syntax error: komi needs a number, such as `komi 7.5`"),
        ("komi 6,5", "? syntax error: komi needs a number, such as `komi 7.5`"),
        ("play red D4", "? syntax error: play needs a colour and a vertex, such as `play b D4` or `play w pass`"),
        ("play b I5", "? syntax error: play needs a colour and a vertex, such as `play b D4` or `play w pass`"),
        ("play b resign", "? syntax error: play needs a colour and a vertex, such as `play b D4` or `play w pass`"),
        ("play b T19", "? illegal move: black T19: the board has no such point"),
        (
            "is_legal b",
            "? syntax error: is_legal needs a colour and a vertex, such as `is_legal b D4` or `is_legal w pass`",
        ),
        ("all_legal", "? syntax error: all_legal needs a colour"),
        ("list_stones red", "? syntax error: list_stones needs a colour"),
        ("captures", "? syntax error: captures needs a colour"),
        ("kgs-time_settings byoyomi 300 30", "? syntax error: ..."),
        ("kgs-time_settings fischer 300 30", "? syntax error: ..."),
        ("lz-analyze b interval", "? syntax error: an analysis takes ..."),
        ("lz-analyze b maxmoves many", "? syntax error: an analysis takes ..."),
        ("kata-analyze avoid b D4", "? syntax error: an analysis takes ..."),
        ("kata-analyze b allow b T19 1", "? syntax error: `avoid` and `allow` leave no legal move"),
        ("genmove", "? syntax error: a colour is needed, such as `genmove b`"),
        ("undo", "? cannot undo"),
        ("fixed_handicap 99999999999999999999", "? syntax error: fixed_handicap needs the number of stones"),
        ("place_free_handicap 81", "? invalid number of stones"),
        ("set_free_handicap D4", "? bad vertex list"),
        ("set_free_handicap D4 pass", "? bad vertex list"),
        ("final_status_list", "? syntax error: final_status_list needs `alive`, `seki` or `dead`"),
        ("loadsgf /dev/zero", "? cannot load file: /dev/zero is no regular file"),
        ("time_settings 1 2 99999999999", "? syntax error: ..."),
        ("final_score", "= W+7.5"),
    ] {
        let said = ask(&mut engine, line);
        let is_said = expected.strip_suffix("...").map_or(said == expected, |start| said.starts_with(start));
        assert!(is_said, "{line}: {said}");
    }
}

#[test]
fn many_commands_at_once_are_answered_in_order() {
    let lines: String = (0..20_000).map(|id| format!("{id} known_command play\n")).collect();
    let output = fed(&[], lines);
    let expected: String = (0..20_000).map(|id| format!("={id} true\n\n")).collect();
    assert!(output == expected, "{} bytes", output.len());
}
