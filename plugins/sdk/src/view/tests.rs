use super::*;
use plyd_rules::Player;

fn square(file: u32, rank: u32) -> String {
    format!("{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// A view with one of everything.
fn rich() -> View {
    let mut view = View::grid(Shape::Square, 2, 2, square);
    view.spots.push(Spot { size: Some([0.9, 1.9]), owner: Owner::Min, ..Spot::new("store", [3.0, 1.0], Shape::Pit) });
    view.spots.push(Spot::edge("h1", [0.0, 0.0], [1.0, 0.0]));
    let outline = vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]];
    view.spots.push(Spot { outline, inert: true, ..Spot::new("land", [0.3, 0.3], Shape::Area) });
    view.put("a1", Token::new(Glyph::King, Player::Max).named("white king"));
    view.put("store", Token::seeds(3));
    view.put("b2", Token::text("7"));
    view.put("a2", Token::die(6));
    view.put("a2", Token::path("M-.4 0L.4 0Z", Player::Min).with_text("x"));
    view.marks.push(Mark::new(MarkKind::Arrow, ["a1", "b2"]));
    view.choices.push(Choice { id: Step::choice("queen"), text: "Queen".into() });
    view.labels.push(Label::new([0.5, 2.3], "a"));
    view.borders.push(Border { points: vec![[0.0, 0.0], [2.0, 0.0]], owner: Owner::Max });
    view.dots.push([1.0, 1.0]);
    view.lines.push([0.0, 0.0, 1.0, 1.0]);
    view.targets = Targets::Columns;
    view.spots[4].pile = Some([[3.0, 0.5], [3.0, 1.5]]);
    view.marks.push(Mark::territory(Player::Min, ["b1"]));
    view.colours = Some([Colour::Red, Colour::Yellow]);
    view.points = Some([3.0, 2.5]);
    view.ended(Reason::MoveLimit);
    view
}

#[test]
fn json_comes_back() {
    let view = rich();
    assert_eq!(View::read(&view.to_json()), Ok(view.clone()));
    view.check().unwrap();
}

#[test]
fn words_are_written_as_the_schema_has_them() {
    let json = rich().to_json();
    for part in [
        r#""colours":["red","yellow"],"points":[3.0,2.5],"result":{"reason":"move-limit"}"#,
        r#"{"kind":"territory","on":["b1"],"owner":"min"}"#,
        r#""pile":[[3.0,0.5],[3.0,1.5]]"#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
}

#[test]
fn what_is_taken_for_granted_is_not_written() {
    let mut view = View::grid(Shape::Square, 1, 1, square);
    view.put("a1", Token::new(Glyph::Disc, Owner::None));
    assert_eq!(
        view.to_json(),
        r#"{"spots":[{"id":"a1","at":[0.5,0.5],"shape":"square"}],"tokens":[{"on":"a1","glyph":"disc"}]}"#
    );
}

#[test]
fn other_json_is_refused() {
    for (json, reason) in [
        ("[]", "expected struct View"),
        (r#"{"spots":[]}"#, "missing field `tokens`"),
        (r#"{"spots":[],"tokens":[],"color":1}"#, "unknown field `color`"),
        (r#"{"spots":[{"id":"a","at":[1],"shape":"square"}],"tokens":[]}"#, "invalid length 1"),
        (r#"{"spots":[{"id":"a","at":[1,2],"shape":"round"}],"tokens":[]}"#, "unknown variant `round`"),
        (r#"{"spots":[],"tokens":[],"colours":["red","pink"]}"#, "unknown variant `pink`"),
        (r#"{"spots":[],"tokens":[],"colours":["red"]}"#, "invalid length 1"),
        (r#"{"spots":[],"tokens":[],"result":{"reason":"MoveLimit"}}"#, "unknown variant `MoveLimit`"),
        (r#"{"spots":[],"tokens":[]} more"#, "trailing characters"),
    ] {
        let refused = View::read(json).unwrap_err().to_string();
        assert!(refused.starts_with("the JSON is no view: ") && refused.contains(reason), "{refused}");
    }
    let long = " ".repeat(MOST_BYTES + 1);
    assert_eq!(View::read(&long).unwrap_err().to_string(), "the view has 1048577 bytes, more than 1048576");
}

#[test]
fn faults_are_told() {
    type Spoil = fn(&mut View);
    let cases: &[(Spoil, &str)] = &[
        (|view| view.spots[1].id = "a2".into(), "there are two spots `a2`"),
        (|view| view.spots[0].id = "!a".into(), "the spot `!a` begins with `!` or `=`, as only buttons and choices do"),
        (|view| view.spots[0].id = "a b".into(), "the spot `a b` contains a blank"),
        (|view| view.spots[0].id.clear(), "the spot `` has an empty text"),
        (|view| view.spots[0].id = "x".repeat(33), "has a text of 33 characters, more than 32"),
        (|view| view.spots[0].at[0] = f64::NAN, "the spot `a2` has the number NaN, which should be within 10000 of 0"),
        (
            |view| view.spots[0].size = Some([1.0, 0.0]),
            "the spot `a2` has a size of 1 times 0, which should be above 0",
        ),
        (|view| view.spots[5].to = None, "the spot `h1` is an edge, and needs `from` and `to`"),
        (|view| view.spots[6].outline.truncate(2), "needs an `outline` of at least three points"),
        (|view| view.tokens[0].on = "z9".into(), "a token King is on `z9`, which is no spot of the view"),
        (|view| view.tokens[0].name = Some("a\nb".into()), "a token King has a text with the control character '\\n'"),
        (|view| view.tokens[2].text = None, "a token Text on `b2` has no `text`"),
        (|view| view.tokens[2].text = Some("123456789".into()), "has a text of 9 characters, more than 8"),
        (|view| view.tokens[3].count = None, "a token Die on `a2` needs a `count` from 1 to 6"),
        (|view| view.tokens[3].count = Some(7), "a token Die on `a2` needs a `count` from 1 to 6"),
        (
            |view| view.tokens[4].path = None,
            "a token Path on `a2`: the glyph `path` needs a `path`, and no other glyph has",
        ),
        (
            |view| view.tokens[0].path = Some("M0 0L.1 0".into()),
            "a token King on `a1`: the glyph `path` needs a `path`",
        ),
        (
            |view| view.tokens[4].path = Some("M0 0\" onload=\"".into()),
            "a token Path on `a2` has a path that has `\\\"` at byte 5, where M, L, H, V, C, Q or Z should be",
        ),
        (|view| view.tokens[4].text = Some(String::new()), "a token Path has an empty text"),
        (|view| view.marks[0].on.clear(), "a mark Arrow is on no spot, but should be on at least one"),
        (|view| view.marks[0].on[1] = "c3".into(), "a mark Arrow is on `c3`, which is no spot of the view"),
        (|view| view.choices[0].id = Step::spot("a1"), "the choice `a1` begins with neither `=` nor `!`"),
        (|view| view.choices[0].text.clear(), "the choice `=queen` has an empty text"),
        (|view| view.borders[0].points.truncate(1), "a border has fewer than two points"),
        (|view| view.labels[0].at[1] = -1e9, "a label has the number -1000000000"),
        (|view| view.dots[0][1] = f64::INFINITY, "a dot has the number inf"),
        (|view| view.lines[0][3] = 1e5, "a line has the number 100000"),
        (|view| view.spots[4].pile = Some([[0.0; 2], [0.0, 1e9]]), "the spot `store` has the number 1000000000"),
        (|view| view.marks[1].owner = Owner::None, "a mark Territory: territory needs an `owner`, and no other mark"),
        (|view| view.marks[0].owner = Owner::Max, "a mark Arrow: territory needs an `owner`, and no other mark"),
        (|view| view.colours = Some([Colour::Blue; 2]), "both players have the colour Blue"),
        (|view| view.points = Some([0.0, f64::NAN]), "a player has NaN points, which should be within 1000000 of 0"),
        (|view| view.points = Some([-1e7, 0.0]), "a player has -10000000 points"),
        (|view| view.dots = vec![[0.0, 0.0]; 4_097], "the view has 4097 dots, more than 4096"),
    ];
    for (spoil, reason) in cases {
        let mut view = rich();
        spoil(&mut view);
        let told = view.check().unwrap_err().to_string();
        assert!(told.contains(reason), "`{told}` lacks `{reason}`");
    }
}

#[test]
fn gestures_are_checked() {
    let view = rich();
    let spots = view.check().unwrap();
    assert_eq!(spots.check(&[Step::spot("a1"), Step::spot("b2"), Step::choice("queen")]), Ok(()));
    assert_eq!(spots.check(&[Step::button("pass")]), Ok(()));
    for (gesture, reason) in [
        (vec![], "the gesture has no step, but should have at least one"),
        (vec![Step::spot("c1")], "`c1` is no spot of the view"),
        (vec![Step::spot("land")], "the spot `land` is inert, so no step can be there"),
        (vec![Step::button("")], "the step `!` has an empty text"),
        (vec![Step::choice("a b")], "the step `=a b` contains a blank"),
        (Step::spots(["a1"; 33]), "a gesture has 33 steps, more than 32"),
    ] {
        assert_eq!(spots.check(&gesture).unwrap_err().to_string(), reason);
    }
}

#[test]
fn steps_come_back() {
    for (text, step) in [
        ("e7", Step::spot("e7")),
        ("=queen", Step::choice("queen")),
        ("!pass", Step::button("pass")),
        ("é", Step::spot("é")),
    ] {
        assert_eq!(Step::read(text), step);
        assert_eq!(step.to_string(), text);
    }
    assert_eq!(gesture_text(&[Step::spot("e7"), Step::spot("e8"), Step::choice("queen")]), "e7 e8 =queen");
}

#[test]
fn a_grid_reads_from_the_top_left() {
    let view = View::grid(Shape::Point, 3, 2, square);
    let ids: Vec<_> = view.spots.iter().map(|spot| spot.id.as_str()).collect();
    assert_eq!(ids, ["a2", "b2", "c2", "a1", "b1", "c1"]);
    assert_eq!(view.spots[5].at, [2.5, 1.5]);
    assert_eq!(view.lines[..2], [[0.5, 0.5, 2.5, 0.5], [0.5, 1.5, 2.5, 1.5]]);
    assert_eq!(view.lines[2..], [[0.5, 0.5, 0.5, 1.5], [1.5, 0.5, 1.5, 1.5], [2.5, 0.5, 2.5, 1.5]]);
    let view = View::grid(Shape::Hex, 2, 2, square);
    let centres: Vec<_> = view.spots.iter().map(|spot| spot.at).collect();
    assert_eq!(centres, [[0.5, 0.5], [1.5, 0.5], [1.0, 1.366], [2.0, 1.366]]);
}
