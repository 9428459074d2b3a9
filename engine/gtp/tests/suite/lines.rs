//! Lines of both sides.

use plyd_formats::go::{Colour, GoPoint, Vertex};
use plyd_gtp::{AnswerListener, EngineLineKind, GtpAnswer, GtpFailure, GtpLine, GtpReply};

fn words(text: &str) -> Option<(Option<u32>, Vec<String>)> {
    GtpLine::read(text).map(|line| (line.id, line.words))
}

#[test]
fn a_line_is_read_as_the_specification_has_it() {
    for (text, id, expected) in [
        ("name", None, &["name"][..]),
        ("  10\tplay   b D4 # a comment # twice", Some(10), &["play", "b", "D4"]),
        ("0 quit\r", Some(0), &["quit"]),
        ("na\u{7}me\u{0}", None, &["name"]),
        ("2147483647 name", Some(2_147_483_647), &["name"]),
        ("12", Some(12), &[]),
        ("12name", None, &["12name"]),
    ] {
        assert_eq!(words(text), Some((id, expected.iter().map(|&word| word.into()).collect())), "{text:?}");
    }
    for text in ["", " \t ", "# name", "\r", "\u{0}\u{1b}"] {
        assert_eq!(words(text), None, "{text:?}");
    }
    for text in ["2147483648 name", "99999999999999999999999 name"] {
        assert!(GtpLine::read(text).unwrap().has_bad_id, "{text}");
    }
}

#[test]
fn an_answer_ends_with_its_only_empty_line() {
    let reply =
        |id, outcome: Result<&str, GtpFailure>| GtpReply { id, outcome: outcome.map(str::to_owned) }.to_string();
    assert_eq!(reply(None, Ok("")), "=\n\n");
    assert_eq!(reply(Some(7), Ok("D4")), "=7 D4\n\n");
    assert_eq!(
        reply(Some(0), Err(GtpFailure::IllegalMove("black D4: ko".into()))),
        "?0 illegal move: black D4: ko\n\n"
    );
    assert_eq!(reply(None, Ok("\n A B\n\n \n1 . .\u{1b}[31m\n")), "=\n A B\n1 . .[31m\n\n");
    assert_eq!(reply(None, Ok("A\n\u{7}\nB")), "= A\nB\n\n");
}

#[test]
fn a_client_hears_what_an_engine_answers() {
    let mut listener = AnswerListener::default();
    let mut hear = |text: &str| -> Vec<EngineLineKind> { text.lines().map(|line| listener.take(line)).collect() };
    let answer = |id, outcome| EngineLineKind::Answer(GtpAnswer { id, outcome });
    assert_eq!(hear("=3 D4\n\n"), [EngineLineKind::Part, answer(Some(3), Ok("D4".into()))]);
    assert_eq!(hear("\n=\n\n"), [EngineLineKind::Part, EngineLineKind::Part, answer(None, Ok(String::new()))]);
    assert_eq!(hear("?12 illegal move\n\n")[1], answer(Some(12), Err("illegal move".into())));
    assert_eq!(hear("=1\na\n=2 b\n\n")[3], answer(Some(1), Ok("\na\n=2 b".into())));
    assert_eq!(hear("bestmove D4"), [EngineLineKind::Stray]);
}

#[test]
fn points_have_no_letter_i() {
    let point = |file, row| Ok(Vertex::Point(GoPoint { file, row }));
    for (word, vertex) in [("A1", point(0, 0)), ("h8", point(7, 7)), ("J9", point(8, 8)), ("z25", point(24, 24))] {
        assert_eq!(word.parse(), vertex, "{word}");
        assert_eq!(vertex.unwrap().to_string(), word.to_uppercase());
    }
    assert_eq!(("PASS".parse(), Vertex::Pass.to_string().as_str()), (Ok(Vertex::Pass), "pass"));
    for word in ["", "I5", "A", "A0", "A01", "A26", "5A", "AA1", "resign", "Ä1", "A1 ", "A+1", "A-1"] {
        assert_eq!(word.parse::<Vertex>(), Err(()), "{word}");
    }
}

#[test]
fn colours_are_words_in_any_case() {
    for word in ["b", "B", "black", "Black", "BLACK"] {
        assert_eq!(word.parse(), Ok(Colour::Black), "{word}");
    }
    for word in ["w", "W", "white", "wHITE"] {
        assert_eq!(word.parse(), Ok(Colour::White), "{word}");
    }
    for word in ["", "x", "bl", "blacks"] {
        assert_eq!(word.parse::<Colour>(), Err(()), "{word}");
    }
    assert_eq!(["White", "Black", "Red", "X"].map(Colour::of_first)[..2], [Colour::White, Colour::Black]);
    assert_eq!(["Red", "X"].map(Colour::of_first), [Colour::Black; 2]);
}
