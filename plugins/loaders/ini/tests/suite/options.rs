//! Options of a text, and its translations.

use crate::given::{Ini, give};
use ini::Rules;
use plyd_plugin::testing::{laws, open, perft};
use plyd_plugin::{Game, LoadedOption, Plugin};

const BASE: &str = "
[pawns]
name = Pawns
rules = Pawns.
rules.it = Pedoni.
option.Size = 3x3, 4x3
option.Goal = last, none
label.Size = Board size
label.Size.it = Tavola
choice.Goal.none.pt-br = Sem meta
piece.P = pawn
moves.P = step n
captures.P = step ne nw
start = ppp/3/PPP
goals = reach any last: win, no move: loss
perft = 1 3, 2 10

[Size = 4x3]
start = pppp/4/PPPP
perft = 1 4, 2 18

[Goal = none]
goals = no move: loss
";

fn refusal(text: &str) -> String {
    Rules::read(text).map(|_| ()).expect_err("the text should be refused").to_string()
}

/// Returns the start position, and the number of leaves at a depth.
fn start(options: &str) -> (String, u64) {
    let (game, state) = open::<Ini>("", options);
    (game.format_state(&state), perft(&game, &state, 4))
}

fn about(text: &str) -> String {
    give(text).loaded().about.expect("there are texts")
}

#[test]
fn a_choice_replaces_keys_of_the_game() {
    let loaded = give(BASE).loaded();
    let option = |name: &str, choices: [&str; 2]| LoadedOption {
        name: name.into(),
        choices: choices.map(str::to_owned).to_vec(),
    };
    assert_eq!(loaded.options, [option("Size", ["3x3", "4x3"]), option("Goal", ["last", "none"])]);
    let counts: Vec<_> = loaded.perft.iter().map(|known| (known.options.as_str(), known.depth, known.leaves)).collect();
    assert_eq!(counts, [("", 1, 3), ("", 2, 10), ("Size=4x3", 1, 4), ("Size=4x3", 2, 18)]);
    let small = start("");
    assert_eq!(small.0, "ppp/3/PPP w - - 0 1");
    assert_eq!(start("Size=3x3 Goal=last"), small);
    assert_eq!(start("Size=4x3").0, "pppp/4/PPPP w - - 0 1");
    // Without this goal a player who reaches the last rank continues, so there are more leaves.
    assert!(start("Goal=none").1 > small.1);
    assert!(start("Size=4x3 Goal=none").1 > start("Size=4x3").1);
    assert_eq!(start("Size=9x9 Gaol=none"), small, "what there is not counts as the default");
    laws::<Ini>(&[("", ""), ("", "Size=4x3"), ("", "Goal=none"), ("", "Size=4x3 Goal=none")]);
}

#[test]
fn options_are_inherited_and_replaced() {
    let child =
        format!("{BASE}\n[more : pawns]\ngoals = left any 1: loss, no move: loss\n[Size = 4x3]\nstart = pppp/PPPP\n");
    give(&child);
    assert_eq!(start("Size=4x3").0, "pppp/PPPP w - - 0 1");
    assert_eq!(start("Size=3x3").0, "ppp/3/PPP w - - 0 1");
    // The choice of the parent overrides the goals of the child.
    let goes_on = |options| {
        let (game, state) = open::<Ini>("ppp/3/P2 w - - 0 1", options);
        game.outcome(&state).has_moves()
    };
    assert_eq!([goes_on(""), goes_on("Goal=none")], [false, true]);
    let fewer = format!(
        "{BASE}\n[fewer : pawns]\noption.Goal =\noption.Size = 3x3, 5x3\n[Size = 5x3]\nstart = ppppp/5/PPPPP\n"
    );
    let loaded = give(&fewer).loaded();
    assert_eq!(loaded.options, [LoadedOption { name: "Size".into(), choices: vec!["3x3".into(), "5x3".into()] }]);
    assert_eq!(start("Size=5x3").0, "ppppp/5/PPPPP w - - 0 1");
    assert!(!about(&fewer).contains("Goal"), "{}", about(&fewer));
}

#[test]
fn wrong_options_are_refused_with_line_and_name() {
    let game = "[a]\nboard = 3x3\nplace = P\ngoals = line 3: win, no move: draw\n";
    for (text, error) in [
        ("option.Size = 3x3", "line 5, column 1: `option.Size` should have 2 to 8 choices: the number here is 1"),
        ("option.Size = a, b, A", "line 5, column 21: the choice `A` already exists"),
        ("option.Size = a, b c", "line 5, column 18: the choice `b c` should be a word"),
        ("option.Size = a, value", "line 5, column 18: the choice `value` should be a word"),
        ("option.Type = a, b", "line 5, column 1: the option `Type` needs another name: engines use this word"),
        (
            "option.S = a, b\noption.s = a, b",
            "line 6, column 1: the option `s` already exists, with different capitalisation",
        ),
        ("option = a, b", "line 5, column 1: `option` should name an option, as in `option.Board`"),
        ("option.Big Board = a, b", "line 5, column 1: `Big Board` should be a word of at most 32 letters"),
        ("[Size = 4x4]", "line 5, column 2: there is no option `Size`: add `option.Size = CHOICE, CHOICE`"),
        ("option.Size = a, b\n[Sise = a]", "line 6, column 2: unknown option `Sise`: did you mean `Size`?"),
        ("option.Size = a, b\n[Size = c]", "line 6, column 9: unknown choice `c`: did you mean `a`?"),
        ("option.Size = a, b\n[Size = b]\nrules = x", "line 7, column 1: `rules` with a choice: it is the same"),
        (
            "option.Size = a, b\n[Size = b]\nboard = 0x3",
            "line 7, column 9: the number of files `0` should be a number from 1 to 19, with Size = b",
        ),
        (
            "option.Size = a, b\n[Size = b]\ngoals =",
            "line 1, column 2: the game `a` has no `goals`: say how it ends, as in `no move: loss`, with Size = b",
        ),
        ("option.Size = a, b\nlabel.Sise = x", "line 6, column 1: unknown option `Sise`: did you mean `Size`?"),
        ("option.Size = a, b\nchoice.Size.c.it = x", "line 6, column 1: unknown choice `c`: did you mean `a`?"),
        (
            "option.S = a, b, c, d\noption.T = a, b\noption.U = a, b, c",
            "line 7, column 1: 24 combinations of choices: there are at most 16",
        ),
    ] {
        let found = refusal(&format!("{game}{text}\n"));
        assert!(found.starts_with(error), "{found}\ninstead of {error}");
    }
}

#[test]
fn texts_have_languages() {
    let expected = concat!(
        "[en]\nrules = \"Pawns.\"\n[en.options.\"Size\"]\nlabel = \"Board size\"\n",
        "[it]\nrules = \"Pedoni.\"\n[it.options.\"Size\"]\nlabel = \"Tavola\"\n",
        "[pt-br]\n[pt-br.options.\"Goal\"]\nchoices.\"none\" = \"Sem meta\"\n",
    );
    assert_eq!(about(BASE), expected);
    let child = format!(
        "{BASE}\n[more : pawns]\nrules = More.\nname.it = Pi\u{f9}\nsides.it = Il Bianco, Il Nero\nnotation.it = `a`\n"
    );
    let found = about(&child);
    assert!(found.starts_with("[en]\nrules = \"More.\"\n"), "{found}");
    // The Italian rules describe the parent game, and are not inherited.
    let italian =
        "[it]\nname = \"Pi\u{f9}\"\nmoves = \"`a`\"\nsides = [\"Il Bianco\", \"Il Nero\"]\n[it.options.\"Size\"]";
    assert!(found.contains(italian), "{found}");
}

#[test]
fn wrong_languages_are_refused_with_line_and_name() {
    let game = "[a]\nboard = 3x3\nplace = P\ngoals = line 3: win, no move: draw\n";
    for (text, error) in [
        ("name.italian = x", "line 5, column 1: unknown language `italian`: use a code such as `it` or `pt-br`"),
        ("rules.IT = x", "line 5, column 1: unknown language `IT`: use a code such as `it` or `pt-br`"),
        ("label.Size.i = x", "line 5, column 1: unknown language `i`: use a code such as `it` or `pt-br`"),
        ("name.en = x", "line 5, column 1: English needs no code: write `name`"),
        ("board.it = 3x3", "line 5, column 1: unknown key `board.it`"),
        ("sides.it = Uno", "line 5, column 12: the sides `Uno` should be two names: `White Black`"),
        ("sides.it = Uno Uno", "line 5, column 16: the sides have the same name"),
        ("name.it = Uno\n Due", "line 6, column 2: `name.it` has at most one line"),
    ] {
        let found = refusal(&format!("{game}{text}\n"));
        assert!(found.starts_with(error), "{found}\ninstead of {error}");
    }
    let lines = " x\n".repeat(11);
    assert_eq!(refusal(&format!("{game}rules.it =\n{lines}")), "line 16, column 2: `rules.it` has at most 10 lines");
    let long: String = (0..60)
        .map(|number| {
            format!(
                "notation.a{}{} = {}\n",
                (b'a' + number / 26) as char,
                (b'a' + number % 26) as char,
                "\u{1f600}".repeat(900)
            )
        })
        .collect();
    assert_eq!(refusal(&format!("{game}{long}")), "the texts for people have more than 65536 bytes");
}

#[test]
fn all_choices_together_have_a_bound() {
    let text = "[a]\nboard = 19x19\noption.S = a, b, c, d\noption.T = a, b, c, d\ngoals = no move: loss\n\
        piece.Q = queen\nmoves.Q = slide all\ncaptures.Q = slide all\n";
    assert!(refusal(text).starts_with("line 1, column 2: there are too many ways to move with all choices"));
    assert!(Rules::read(&text.replace("19x19", "9x9")).is_ok());
}
