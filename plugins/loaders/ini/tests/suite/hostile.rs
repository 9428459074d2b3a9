//! Malicious and random texts yield an error or a game quickly, and never a panic.

use crate::given::{Ini, try_give};
use ini::Rules;
use plyd_plugin::Game;
use plyd_plugin::Plugin;
use plyd_plugin::testing::{Random, laws_of_line, legal, open};
use proptest::prelude::*;

fn refusal(text: &str) -> String {
    Rules::read(text).map(|_| ()).expect_err("the text should be refused").to_string()
}

#[test]
fn what_is_too_large_is_refused() {
    let keys: String = (0..80_000).map(|number| format!("k{number} = 1\n")).collect();
    assert_eq!(refusal(&format!("[a]\n{keys}")), "line 202, column 1: a section has at most 200 keys");
    let sections: String = (0..70_000).map(|number| format!("[s{number}]\n")).collect();
    assert_eq!(refusal(&sections), "line 65, column 1: there are at most 64 sections");
    let lines = " P\n".repeat(300_000);
    assert_eq!(refusal(&format!("[a]\nstart =\n{lines}")), "line 103, column 2: a value has at most 100 lines");
    assert_eq!(refusal(&format!("[a]\nname = {}", "(".repeat(1 << 20))), "line 2: a line has at most 1000 characters");
    assert_eq!(
        refusal("[a]\nboard = 4000000000x4000000000\ngoals = no move: loss"),
        "line 2, column 9: the number of files `4000000000` should be a number from 1 to 19"
    );
    assert_eq!(
        refusal("[a]\nstart = 999999999999999999999999/1"),
        "line 2, column 9: rank 2 of the board, `999999999999999999999999`, has more than 19 squares"
    );
    assert_eq!(refusal(&format!("[a]\nstart = {}", "1/".repeat(400))).split(',').next(), Some("line 2"));
    assert_eq!(refusal("[a : a]"), "line 1, column 6: there is no section `a` above this one");
}

#[test]
fn many_ways_to_move_have_a_bound() {
    let steps: Vec<String> = (1..=18).flat_map(|file| [format!("({file},1)*"), format!("({file},0)*")]).collect();
    let text = format!("[a]\nboard = 19x19\ngoals = no move: loss\nmoves.P = leap {}\n", steps.join(" "));
    assert!(refusal(&text).ends_with("a piece has at most 64 directions and leaps"));
    let rows = "P".repeat(19) + "/";
    let start = format!("19/{}19", rows.repeat(17));
    let text = format!("[a]\nstart = {start}\npiece.P = x\nmoves.P = fly\ngoals = no move: loss\n");
    assert!(refusal(&text).starts_with("line 1, column 2: a position could have 116281 moves"), "{}", refusal(&text));
    let pieces: String = ('A'..='H')
        .map(|letter| format!("piece.{letter} = x\nmoves.{letter} = slide all\ncaptures.{letter} = slide all\n"))
        .collect();
    let text = format!("[a]\nboard = 19x19\ngoals = no move: loss\n{pieces}");
    assert!(refusal(&text).ends_with("there are too many ways to move on a board of this size"));
    let pieces: String = ('A'..='I').map(|letter| format!("piece.{letter} = x\n")).collect();
    assert!(refusal(&format!("[a]\nboard = 3x3\n{pieces}")).ends_with("there are at most 8 kinds of pieces"));
}

/// Generates nearly valid lines.
fn lines() -> impl Strategy<Value = String> {
    let keys = prop::sample::select(vec![
        "name",
        "sides",
        "board",
        "start",
        "second",
        "paint",
        "place",
        "hand",
        "hand.first",
        "hand.second",
        "gravity",
        "shapes",
        "pass",
        "forced capture",
        "chain",
        "custody",
        "goals",
        "perft",
        "piece.P",
        "piece.K",
        "moves.P",
        "captures.P",
        "promotion.P",
        "value.P",
        "glyph.P",
        "[a",
        "[b : a",
        "[S = x",
        "option.S",
        "option.T",
        "label.S",
        "choice.S.x.it",
        "rules.it",
    ]);
    let words = prop::sample::select(vec![
        "1",
        "3",
        "8x8",
        "3x2",
        "P",
        "p",
        "K",
        "on",
        "last",
        "first",
        "step",
        "slide",
        "leap",
        "hop",
        "fly",
        "over",
        "any",
        "own",
        "enemy",
        "n",
        "ne",
        "all",
        "orthogonal",
        "(1,2)",
        "(1,2)*",
        "1-3",
        "2-",
        "yes",
        "no",
        "must",
        "may",
        "stuck",
        "always",
        "flip",
        "remove",
        "reach",
        "left",
        "line",
        "exactly",
        "square",
        "connect",
        "to",
        "by",
        "6",
        "move",
        ":",
        "win",
        "loss",
        "draw",
        ",",
        "Pp/2/*1",
        "\n  .P*",
        "repetition",
        "passes",
        "rank",
        "file",
        "cells",
        "a1",
        "b2",
        "]",
        "é",
        "99999999999",
        "-1",
        "x, y",
        "\n",
        "#",
        "most",
        "as moves",
        "same",
        "everywhere",
        "far",
        "[Pp]",
    ]);
    (keys, prop::collection::vec(words, 0..8)).prop_map(|(key, words)| {
        let sign = if key.starts_with('[') { "]\n" } else { " =" };
        format!("{key}{sign} {}\n", words.join(" "))
    })
}

/// Selects one of some lines; an empty one stands for the absence of a line.
fn one_of(lines: &'static [&'static str]) -> prop::sample::Select<&'static str> {
    prop::sample::select(lines)
}

/// Generates a mostly valid game with pieces P and K on a small board.
fn games() -> impl Strategy<Value = String> {
    let rank = || prop::collection::vec(prop::sample::select(vec!['.', '.', '.', 'P', 'p', 'K', 'k', '*']), 4);
    let start = prop::collection::vec(rank(), 2..5).prop_map(|ranks| {
        let ranks = ranks.into_iter().map(|rank| format!("    {}\n", rank.into_iter().collect::<String>()));
        format!("start =\n{}", ranks.collect::<String>())
    });
    let moves = one_of(&[
        "",
        "moves.P = step all",
        "moves.P = step n ne nw",
        "moves.P = slide orthogonal",
        "moves.P = slide all 1-2",
        "moves.P = leap (1,2)*",
        "moves.P = hop all over any",
        "moves.P = hop n over own, step s",
        "moves.P = fly",
        "moves.P = slide orthogonal far, step diagonal on cells a1 b2",
        "moves.P = step n on rank 1 first, hop all over any on last 2",
    ]);
    let kings = one_of(&["moves.K = step all", "moves.K = slide diagonal 2-", "moves.K = leap (1,-2) (2,0)"]);
    let captures = one_of(&[
        "",
        "captures.P = step n ne",
        "captures.P = hop all over enemy",
        "captures.P = hop orthogonal 1-",
        "captures.P = slide all 2",
        "captures.K = step orthogonal, hop all",
        "captures.P = leap (2,1) (1,1)",
    ]);
    let placing = one_of(&[
        "",
        "",
        "place = P",
        "place = P\nhand = 2",
        "place = P\nhand.first = 0\nhand.second = 3",
        "place = K\ngravity = yes",
        "place = P\nshapes = a1 a2, a1 b1",
        "place = P\nshapes.first = a1 b2\nshapes.second = a1 b1 c1",
    ]);
    let turns = one_of(&["forced capture = yes", "chain = may", "chain = must\nforced capture = yes", "", ""]);
    let custody = one_of(&["", "", "custody = remove orthogonal", "custody = flip all 1"]);
    let promotion = one_of(&["", "promotion.P = K P on last", "promotion.P = K on rank 2\npromotion.K = P on file a"]);
    let second = one_of(&["second = same", "second = turned", "", ""]);
    let passes = one_of(&[
        "goals = no move: loss",
        "goals = no move: most",
        "pass = stuck\ngoals = passes 2: fewest",
        "pass = always\ngoals = passes 3: draw",
    ]);
    let goal = one_of(&[
        "",
        ", reach P last: win",
        ", reach all any rank 1 cells a1: win",
        ", left P 0: loss",
        ", line 3: win",
        ", line exactly 2 orthogonal: loss",
        ", square: draw",
        ", connect rank 1 to rank 2 by 8: win",
        ", second connect file a to file d by 6: win",
        ", turns 30: draw",
        ", quiet 6: draw",
        ", repetition 2: loss",
    ]);
    let first = (start, moves, kings, captures, placing);
    let second = (turns, custody, promotion, second, passes, goal.clone(), goal);
    (first, second).prop_map(
        |((start, moves, kings, captures, placing), (turns, custody, promotion, second, passes, one, two))| {
            let lines = [moves, kings, captures, placing, turns, custody, promotion, second].join("\n");
            format!("[a]\npiece.P = man\npiece.K = king\n{start}{lines}\n{passes}{one}{two}\n")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(GAMES) })]

    #[test]
    fn random_games_keep_the_laws((text, seed) in (games(), any::<u64>())) {
        if try_give(&text).is_ok() {
            let (game, mut state) = open::<Ini>("", "");
            let (mut random, mut moves) = (Random(seed), Vec::new());
            while let Some(&mv) = random.choose(&legal(&game, &state)).filter(|_| moves.len() < LONGEST) {
                moves.push(game.format_move(&state, mv));
                game.play(&mut state, mv);
            }
            let laws = std::panic::catch_unwind(|| laws_of_line::<Ini>("", "", moves.iter().map(String::as_str)));
            prop_assert!(laws.is_ok(), "{text}");
        }
    }
}

/// The number of random games, and the number of plies of each.
const GAMES: u32 = if cfg!(feature = "long-tests") { 5_000 } else { 150 };
const LONGEST: usize = 24;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

    #[test]
    fn random_characters_never_panic(text in "\\PC{0,300}") {
        let _ = Rules::read(&text);
    }

    #[test]
    fn random_words_never_panic(lines in prop::collection::vec(lines(), 0..16)) {
        let _ = Rules::read(&format!("[a]\n{}", lines.concat()));
    }
}
