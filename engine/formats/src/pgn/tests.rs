use super::*;
use crate::Variant;
use std::time::{Duration, Instant};

fn games(text: &str) -> PgnFile {
    PgnFile::read(text.as_bytes().to_vec())
}

fn game(text: &str) -> AnnotatedGame {
    let games = games(text);
    assert_eq!(games.len(), 1, "{text}");
    games.game(0).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// Joins the moves of the main line.
fn line(game: &AnnotatedGame) -> String {
    game.main_line().map(|node| node.word.as_str()).collect::<Vec<_>>().join(" ")
}

/// Formats the whole tree, with glyphs and comments.
fn tree(text: &str) -> String {
    let game = game(text);
    let mut shown = String::new();
    for (index, node) in game.nodes.iter().enumerate() {
        let parent = node.parent.map_or("-".to_owned(), |parent| parent.to_string());
        let place =
            game.after(node.parent).iter().position(|&child| child == index).expect("it is a child of its parent");
        shown += &format!("{index}<{parent}.{place} {}", node.word);
        node.glyphs.iter().for_each(|glyph| shown += &format!(" ${glyph}"));
        for (mark, remark) in [('^', &node.before), ('~', &node.after)] {
            if !remark.is_empty() {
                shown += &format!(" {mark}{}", remark.text);
            }
        }
        shown += "; ";
    }
    shown
}

fn warnings(text: &str) -> Vec<String> {
    game(text).warnings.kept().iter().map(ToString::to_string).collect()
}

#[test]
fn a_game_is_a_tree() {
    assert_eq!(
        tree("1. e4 {best} e5 (1... c5 $2 {no} 2. Nf3 (2. c3) 2... d6) (1... e6 ; French\n) 2. Nf3! $14 *"),
        "0<-.0 e4 ~best; 1<0.0 e5; 2<0.1 c5 $2 ~no; 3<2.0 Nf3; 4<2.1 c3; 5<3.0 d6; 6<0.2 e6 ~French; 7<1.0 Nf3 $1 $14; "
    );
    assert_eq!(tree("({first} 1. d4) 1. e4 ({then} 1. c4) *"), "0<-.1 d4 ^first; 1<-.0 e4; 2<-.2 c4 ^then; ");
    assert_eq!(tree("{all} 1. e4 ({only text}) e5 *"), "0<-.0 e4 ~only text; 1<0.0 e5; ");
    let read = game("[Event \"x\"]\n{of the game} {too} 1. e4 {[%clk 0:01:02][%emt 3.5] a [%eval 0.3]} e5 0-1");
    assert_eq!((read.remark.text.as_str(), read.outcome), ("of the game too", Some(PgnOutcome::Second)));
    let after = &read.nodes[0].after;
    assert_eq!((after.clock(), after.elapsed()), (Some(Duration::from_secs(62)), Some(Duration::from_millis(3_500))));
    assert_eq!((after.evaluation(), after.text.as_str()), (Some("0.3"), "a"));
    assert_eq!(read.tag("event").map(|tag| (tag.value.as_str(), tag.place.line)), Some(("x", 1)));
}

#[test]
fn signs_of_judgement_are_glyphs() {
    let text =
        "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5? ± {a mistake} 4. Nf3 ∓ Nf6 = 5. d4!?+- N c6 (!!) 6. Bc4 D Bf5-+ e.p. $146 *";
    assert_eq!(warnings(text), [""; 0]);
    let read = game(text);
    let moves: Vec<_> = read.main_line().filter(|node| node.kind == WordKind::Move).collect();
    let glyphs: Vec<_> = moves.iter().map(|node| (node.word.as_str(), node.glyphs.as_slice())).collect();
    assert_eq!(
        glyphs[5..],
        [
            ("Qa5", &[2, 16][..]),
            ("Nf3", &[17]),
            ("Nf6", &[10]),
            ("d4", &[5, 18]),
            ("c6", &[3]),
            ("Bc4", &[]),
            ("Bf5", &[19, 146])
        ]
    );
    // Some game may have a move with this name.
    let doubtful: Vec<_> = read
        .nodes
        .iter()
        .filter(|node| node.kind != WordKind::Move)
        .map(|node| (node.word.as_str(), node.kind))
        .collect();
    assert_eq!(doubtful, [("N", WordKind::MoveOrSign(146)), ("D", WordKind::MoveOrSign(220))]);
}

#[test]
fn moves_are_numbered_in_all_ways_or_not_at_all() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6",
        "1.e4 e5 2.Nf3 Nc6",
        "1 . e4 e5 2 .Nf3 Nc6",
        "1. e4 1... e5 2. Nf3 2. .. Nc6",
        "1.e4 1…e5 2.Nf3 … Nc6",
        "e4 e5 Nf3 Nc6",
        "1. e4\te5\n\n2. Nf3\r\nNc6",
    ] {
        let read = game(text);
        assert_eq!((line(&read), read.warnings.is_empty()), ("e4 e5 Nf3 Nc6".to_owned(), true), "{text}");
    }
    let read = game("1 e4 e5 2 Nf3 10");
    let kinds: Vec<_> = read.main_line().map(|node| node.kind == WordKind::MoveOrNumber).collect();
    assert_eq!(kinds, [true, false, false, true, false, true]);
    assert!(game("1. 00 000").main_line().all(|node| node.kind == WordKind::Move), "castling is no number");
}

#[test]
fn a_line_ends_at_a_move_that_is_none() {
    for null in ["--", "Z0", "Z0±", "null", "@@@@", "0000", "––", "—"] {
        let read = game(&format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 {null} 4. O-O Nf6 *"));
        assert_eq!((line(&read), read.outcome), ("e4 e5 Nf3 Nc6 Bb5".to_owned(), Some(PgnOutcome::Open)), "{null}");
        let warning = format!(
            "line 1, column 28: `{null}` is a null move, which the rules do not have; the game is read up to here"
        );
        assert_eq!(read.warnings.kept().iter().map(ToString::to_string).collect::<Vec<_>>(), [warning]);
    }
    let read = tree("1. e4 e5 (1... -- {idle} 2. d4 (2. Nc3) $1) (1... Z0 (1... c5)) 2. Nf3 *");
    assert_eq!(read, "0<-.0 e4; 1<0.0 e5; 2<0.1 c5; 3<1.0 Nf3; ");
}

/// A variation does not continue the main line, even if it is the first child.
#[test]
fn a_main_line_ends_where_it_ends() {
    for (text, moves) in [
        ("1. e4 -- (1... c5 2. Nf3 (2. c3)) *", "e4"),
        ("1. -- (1. e4 e5) *", ""),
        ("1. e4 e5 White resigns (1... c5)", "e4 e5"),
        ("(1. d4 d5) 1. e4 e5 *", "e4 e5"),
        // The game as a whole in parentheses.
        ("(1. d4 (1. c4) d5 (1... Nf6))", "d4 d5"),
    ] {
        let read = game(text);
        assert_eq!(line(&read), moves, "{text}");
        let alone = read.without_variations();
        assert_eq!(line(&alone), moves, "{text}");
        let parents: Vec<_> = alone.nodes.iter().map(|node| node.parent).collect();
        let before: Vec<_> = (0..parents.len()).map(|index: usize| index.checked_sub(1)).collect();
        assert_eq!(parents, before, "{text}");
        assert!(alone.nodes.iter().all(|node| node.children.len() < 2), "{text}");
    }
    let both = game("[A \"b\"]\n{all} 1. e4 {best} (1. d4) e5 $1 1-0");
    let alone = both.clone().without_variations();
    assert_eq!((&alone.tags, &alone.remark, alone.outcome), (&both.tags, &both.remark, both.outcome));
    assert_eq!((alone.nodes[0].after.text.as_str(), alone.nodes[1].glyphs.as_slice()), ("best", &[1][..]));
}

#[test]
fn ends_may_be_missing() {
    for (text, moves, warning) in [
        ("[Event \"x\"]\n\n1. e4 {best", "e4", "line 3, column 7: this comment has no end; a `}` is missing"),
        ("1. e4 (1. d4 d5", "e4", "line 1, column 7: this variation has no end; a `)` is missing"),
        ("1. e4 ) e5", "e4 e5", "line 1, column 7: ) closes nothing, and is left out"),
        ("1. e4 } e5 ]", "e4 e5", "line 1, column 7: } closes nothing, and is left out"),
        ("1. e4 [0.3] e5", "e4 e5", "line 1, column 7: [`0.3`] is read as a comment"),
        ("1. e4 $999 e5", "e4 e5", "line 1, column 7: `$999` is left out; a glyph is $1 to $255"),
        ("$3 1. e4", "e4", "line 1, column 1: this sign has no move before it, and is left out"),
        ("1. e4 1-0 Black resigns", "e4", "line 1, column 11: `Black resigns` follows the result, and is left out"),
        ("1. e4 1-0 after a fight", "e4", "line 1, column 11: `after` follows the result, and is left out"),
    ] {
        let read = game(text);
        assert_eq!(line(&read), moves, "{text}");
        assert!(read.warnings.kept().iter().any(|one| one.to_string() == warning), "{text}: {:?}", read.warnings);
    }
}

#[test]
fn a_variation_behind_the_result_belongs_to_its_game() {
    let text = "1. e4 e5 * (1... c5 2. Nf3 (2. c3)) {last}\n\n1. d4 *";
    let games = games(text);
    assert_eq!(games.len(), 2);
    let read = games.game(0).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    let words: Vec<_> = read.nodes.iter().map(|node| (node.word.as_str(), node.parent)).collect();
    assert_eq!(words, [("e4", None), ("e5", Some(0)), ("c5", Some(0)), ("Nf3", Some(2)), ("c3", Some(2))]);
    assert_eq!(line(&games.game(1).unwrap()), "d4");
}

#[test]
fn results_may_be_said_in_words() {
    for (text, outcome, said) in [
        ("1. e4 e5 White resigns", Some(PgnOutcome::Second), "`White resigns` is read as the result 0-1"),
        ("1. e4 e5 Black resigned. 1-0", Some(PgnOutcome::First), "`Black resigned.` is read as the result 1-0"),
        ("1. e4 e5 draw agreed", Some(PgnOutcome::Draw), "`draw agreed` is read as the result 1/2-1/2"),
        ("1. e4 e5 resigns", None, "`resigns` ends the game, but does not say who won"),
        ("1. e4 e5 resigns 0-1", Some(PgnOutcome::Second), "`resigns` ends the game, but does not say who won"),
    ] {
        let read = game(text);
        assert_eq!((line(&read), read.outcome), ("e4 e5".to_owned(), outcome), "{text}");
        assert_eq!(warnings(text), [format!("line 1, column 10: {said}")], "{text}");
    }
    let read = game("1. e4 (1. d4 White resigns) e5 *");
    assert_eq!((line(&read), read.outcome), ("e4 e5".to_owned(), Some(PgnOutcome::Open)));
    // In an e-mail, the words may refer to any game.
    let text = "Look how Black resigns here:\n\n[Event \"x\"]\n\n1. e4 *";
    assert_eq!(line(&game(text)), "e4");
}

#[test]
fn a_letter_may_quote_a_game() {
    let text = "> [Event \"x\"]\n>\n> 1. e4 e5\n>> 2. Nf3 *\n";
    let games = games(text);
    let read = games.game(0).unwrap();
    assert_eq!((games.len(), line(&read)), (1, "e4 e5 Nf3".to_owned()));
    assert_eq!(read.nodes[0].place, Place { line: 3, column: 6 });
    assert_eq!(
        games.warnings().kept()[0].to_string(),
        "line 1, column 1: the `>` at the beginning of lines are those of a quoted letter, and are left out"
    );
}

#[test]
fn parts_of_a_tag_or_a_move_may_be_apart() {
    let read = game("[Event \"a long\nname\"]\n[Site\n\"y\"]\n\n1. a8 =Q+! Kd7 2. b8=R =K *");
    let tags: Vec<_> = read.tags.iter().map(|tag| tag.value.as_str()).collect();
    assert_eq!(tags, ["a long name", "y"]);
    assert_eq!((line(&read).as_str(), read.nodes[0].glyphs.as_slice()), ("a8=Q+ Kd7 b8=R =K", &[1][..]));
}

#[test]
fn a_sign_in_place_of_a_setup_is_the_start_position() {
    for (value, setup, warned) in [("?", None, 1), ("-", None, 1), (" ? ", None, 1), ("8/8 w", Some("8/8 w"), 0)] {
        let read = game(&format!("[FEN \"{value}\"]\n\n1. e4 *"));
        assert_eq!(read.setup().map(|tag| tag.value.as_str()), setup, "{value}");
        assert_eq!(read.warnings.kept().len(), warned, "{value}");
    }
}

#[test]
fn a_bad_tag_costs_nothing() {
    let text = "[Event \"good\"]\n\n1. e4 e5 *\n\n[Event \"The \"bad\" one\"]\n[Site \"x]\n[White y\"]\n\n1. d4 d5 *\n\n[Event \"z\"]\n";
    let games = games(text);
    assert_eq!(games.len(), 3);
    assert!(games.warnings().is_empty() && games.game(0).unwrap().warnings.is_empty());
    let bad = games.game(1).unwrap();
    let tags: Vec<_> = bad.tags.iter().map(|tag| (tag.name.as_str(), tag.value.as_str())).collect();
    assert_eq!(tags, [("Event", "The \"bad\" one"), ("Site", "x"), ("White", "y")]);
    assert_eq!(
        bad.warnings.kept()[0].to_string(),
        "line 5, column 1: `[Event \"The \"bad\" one\"]` is read as Event: `The \"bad\" one`; a tag is [Name \"value\"]"
    );
    assert_eq!((line(&bad), games.game(2).unwrap().nodes.len()), ("d4 d5".to_owned(), 0));
}

#[test]
fn games_begin_with_tags_or_behind_results() {
    let count = |text| games(text).len();
    assert_eq!(count(""), 0);
    assert_eq!(count(" \n* 1-0"), 0);
    assert_eq!(count("{only text}"), 1);
    assert_eq!(count("e4 e5 *\nd4 d5 *\n1. c4 *"), 3);
    assert_eq!(count("1. e4 * 1. d4 *"), 2);
    assert_eq!(count("[A \"x\"]\n[B \"y\"]\n\n[C \"z\"] e4 [A \"x\"] d4"), 2);
    assert_eq!(count("[A \"x\"]\n*\n[A \"x\"]\n"), 2);
    assert_eq!(count("1. e4 (1. d4 1-0) e5 1-0\n[A \"x\"]"), 2, "a result in a variation ends no game");
    assert_eq!(count("1. e4 (1. d4\n[A \"x\"] e4 *"), 2, "nor does an open variation join two");
    assert_eq!(count("1. e4 {x\n\n[A \"x\"]\n\n1. e4 *"), 2, "nor a comment");
    assert_eq!(count("[White \"x\"] e4 [%clk 0:01] e5 [#] *"), 1);
    // A comment before a game belongs to that game.
    let read = games("1. e4 * {of the first}\n{of the second}\n[A \"x\"]\n1. d4 *");
    assert_eq!(read.game(0).unwrap().nodes[0].after.text, "of the first");
    assert_eq!(
        (read.game(1).unwrap().remark.text.as_str(), read.place(1)),
        ("of the second", Place { line: 2, column: 1 })
    );
}

#[test]
fn a_letter_around_games_is_left_out() {
    let text =
        "From: x (;-) hi\nsee 3. below\n\n[Event \"x\"]\n\n1. e4 *\n\nAnd the next one:\n\n[Event \"y\"]\n\n1. d4 *\n";
    let read = games(text);
    let events: Vec<_> =
        (0..read.len()).map(|index| read.game(index).unwrap().tag("Event").unwrap().value.clone()).collect();
    assert_eq!(events, ["x", "y"]);
    assert!(read.game(0).unwrap().warnings.is_empty());
    let warnings: Vec<_> = read.warnings().kept().iter().map(ToString::to_string).collect();
    assert_eq!(
        warnings,
        [
            "line 1, column 1: this is no game, and is left out up to the next tag",
            "line 8, column 1: this is no game, and is left out up to the next tag"
        ]
    );
}

#[test]
fn a_place_is_that_in_the_file() {
    let read = games("[A \"x\"]\n\n1. é4 *\n\n[A \"y\"]\n{é} 1. é5 Qx\n");
    let node = read.game(1).unwrap().nodes[1].clone();
    assert_eq!((node.word.as_str(), node.place), ("Qx", Place { line: 6, column: 11 }));
}

#[test]
fn variants_are_games() {
    let variant = |name: &str| game(&format!("[Variant \"{name}\"]")).variant();
    assert_eq!(variant("From Position"), Some(Variant::Game("chess")));
    assert_eq!(variant("Chess 960"), Some(Variant::Chess960));
    assert_eq!(game("[A \"x\"]").variant(), None);
}

#[test]
fn nothing_is_deeper_or_longer_than_its_bound() {
    let deep = format!("e4 {}{} e5", "(d4 ".repeat(5_000), ")".repeat(5_000));
    let read = game(&deep);
    assert_eq!((read.nodes.len(), line(&read)), (MAX_DEPTH + 2, "e4 e5".to_owned()));
    assert_eq!(read.warnings.kept()[0].text, "this variation is left out: it lies in 100 others");
    let fault = |text: String| games(&text).game(0).unwrap_err().to_string();
    assert_eq!(fault("e4 ".repeat(MAX_MOVES + 1)), "line 1, column 300001: the game has more than 100000 moves");
    assert!(fault("x".repeat(2_000)).ends_with("xxx...` is longer than any move"));
}

#[test]
fn a_large_file_is_read_at_once() {
    let text = "[Event \"a game\"]\n[Site \"?\"]\n[Result \"1-0\"]\n\n1. e4 {best by test} e5 2. Nf3 Nc6 3. Bb5 (3. Bc4) a6 $1 1-0\n\n".repeat(50_000);
    let start = Instant::now();
    let games = games(&text);
    assert_eq!(games.len(), 50_000);
    assert_eq!(line(&games.game(49_999).unwrap()), "e4 e5 Nf3 Nc6 Bb5 a6");
    // Usually takes a tenth of a second; the limit allows for a busy machine.
    assert!(start.elapsed() < Duration::from_secs(20));
}
