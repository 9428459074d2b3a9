//! The semantics of the language, and the texts that it rejects.

use crate::given::{Ini, counts, give};
use ini::Rules;
use plyd_plugin::testing::{check_exchange, check_refusal, laws, move_texts, open, perft, played};
use plyd_plugin::{Game, Outcome, Player, Plugin};

const CHECKERS: &str = "
[draughts]
piece.M = man
piece.K = king
value.K = 300
moves.M = step ne nw
moves.K = step diagonal
captures.M = hop ne nw over enemy
captures.K = hop diagonal over enemy
promotion.M = K on last
forced capture = yes
chain = must
start =
    . m . m . m
    m . m . m .
    . . . . . .
    . . . . . .
    . M . M . M
    M . M . M .
goals = no move: loss, quiet 40: draw
";
const FLIPS: &str = "
[flips]
board = 5x5
start = 5/5/1pP2/1Pp2/5
place = P
custody = flip all
pass = stuck
goals = passes 2: most
";
const HOLES: &str = "
[holes]
piece.K = king
piece.R = rook
moves.K = step all
moves.R = slide orthogonal 2-3
captures.R = slide orthogonal
promotion.K = R K on cells b3
second = same
pass = always
start =
    k . *
    . . .
    K . R
goals = left K 0: loss, passes 3: draw, repetition 3: draw, turns 60: draw
";

fn played_text(setup: &str, moves: &str) -> String {
    let (game, state) = open::<Ini>(setup, "");
    game.format_state(&played(&game, &state, moves))
}

fn texts(setup: &str) -> String {
    let (game, state) = open::<Ini>(setup, "");
    move_texts(&game, &state).join(" ")
}

#[test]
fn a_man_captures_on_and_on_with_the_turn() {
    give(CHECKERS);
    let setup = "6/4m1/6/2m3/1M4/6 w - - 0 1";
    assert_eq!(texts(setup), "b2d4");
    assert_eq!(played_text(setup, "b2d4"), "6/4m1/3M2/6/6/6 w d4 - 0 1");
    assert_eq!(played_text(setup, "b2d4 d4f6k"), "5K/6/6/6/6/6 b - - 0 1");
    let (game, state) = open::<Ini>(setup, "");
    assert_eq!(game.outcome(&played(&game, &state, "b2d4 d4f6k")), Outcome::Win(Player::Max));
    laws::<Ini>(&[("", ""), (setup, "")]);
}

#[test]
fn enemies_in_a_row_are_turned_over() {
    give(FLIPS);
    assert!(texts("").starts_with("P@a1 P@b1 "), "{}", texts(""));
    assert_eq!(played_text("", "P@d2"), played_text("", "D2"));
    assert_eq!(played_text("", "d2"), "5/5/1pP2/1PPP1/5 b - - 0 1");
    laws::<Ini>(&[("", "")]);
}

#[test]
fn goals_are_looked_at_from_top_to_bottom() {
    let outcome = |text: &str, moves: &str| {
        give(text);
        let (game, state) = open::<Ini>("", "");
        game.outcome(&played(&game, &state, moves))
    };
    let squava = include_str!("../../games/squava.ini");
    assert_eq!(outcome(squava, "a1 a5 b1 b5 d1 e5 c1"), Outcome::Win(Player::Max));
    assert_eq!(outcome(squava, "a1 a5 b1 b5 c1"), Outcome::Win(Player::Min));
    assert_eq!(outcome(squava, "a1 a5 b1 b5 d1"), Outcome::Ongoing);
    let misere = "[a]\nboard = 4x1\nplace = P\ngoals = line exactly 2: loss, line 3: win, no move: draw\n";
    assert_eq!(outcome(misere, "a1 d1 b1"), Outcome::Win(Player::Min));
    assert_eq!(outcome(misere, "a1 b1 c1 d1"), Outcome::Draw);
    assert_eq!(outcome(HOLES, "pass pass"), Outcome::Ongoing);
    assert_eq!(outcome(HOLES, "pass pass pass"), Outcome::Draw);
    assert_eq!(outcome(SHORT, "a1a2 a3b3 a2a3 b3c3"), Outcome::Draw);
}

const SHORT: &str = "
[short]
start = k2/3/K2
piece.K = king
moves.K = step all
second = same
goals = turns 4: draw, no move: loss
";

#[test]
fn a_finished_game_reads_no_move() {
    give("[a]\nboard = 3x1\nplace = P\ngoals = line 2: win, no move: draw\n");
    let (game, state) = open::<Ini>("", "");
    let (before, end) = (played(&game, &state, "a1 c1"), played(&game, &state, "a1 c1 b1"));
    assert_eq!(game.outcome(&end), Outcome::Win(Player::Max));
    assert!(game.parse_move(&before, "b1").is_some() && game.parse_move(&end, "b1").is_none());
    let (game, state) = open::<Ini>("P1P w - - 0 1", "");
    let end = played(&game, &state, "b1");
    assert!(["a1", "b1", "P@b1"].iter().all(|text| game.parse_move(&end, text).is_none()));
}

#[test]
fn there_are_no_ways_over_holes_and_ranges_are_kept() {
    give(HOLES);
    assert_eq!(texts("k1*/3/K2 w - - 0 1"), "a1b1 a1a2 a1b2 pass");
    assert_eq!(texts("k1*/K2/R2 w - - 0 1"), "a1c1 a2b1 a2b2 a2b3r a2b3k pass");
    laws::<Ini>(&[("", "")]);
}

const ALQUERQUE: &str = "
[alquerque]
piece.P = man
moves.P = step orthogonal, step diagonal on cells a1 c1 e1 b2 d2 a3 c3 e3 b4 d4 a5 c5 e5
captures.P =
    hop orthogonal over enemy
    hop diagonal over enemy on cells a1 c1 e1 b2 d2 a3 c3 e3 b4 d4 a5 c5 e5
forced capture = yes
chain = must
second = turned
start =
    p p p p p
    p p p p p
    p p . P P
    P P P P P
    P P P P P
goals = no move: loss, quiet 40: draw
";

/// The counts come from a short Python program.
#[test]
fn a_way_may_begin_in_a_part_of_the_board_only() {
    give(ALQUERQUE);
    assert_eq!(counts(7), [4, 5, 6, 12, 19, 64, 236]);
    assert_eq!(texts("5/5/2P2/5/4p w - - 0 1"), "c3b2 c3c2 c3d2 c3b3 c3d3 c3b4 c3c4 c3d4");
    assert_eq!(texts("5/5/1P3/5/4p w - - 0 1"), "b3b2 b3a3 b3c3 b3b4");
    laws::<Ini>(&[("", "")]);
    give(include_str!("../../games/bagh-chal.ini"));
    let (game, tigers) = open::<Ini>("t1GGt/1GGGG/GG1GG/GGGG1/tG1Gt[] b - - 0 30", "");
    assert_eq!([1, 2, 3, 4].map(|depth| perft(&game, &tigers, depth)), [9, 55, 313, 2_335]);
    // The region is relative to the second player's side.
    give("[a]\nstart = p2/3/P2\nmoves.P = step n on rank 1, step e on first 2\ngoals = no move: loss, turns 9: draw\n");
    assert_eq!((texts(""), texts("p2/3/P2 b - - 0 1")), ("a1b1 a1a2".into(), "a3a2 a3b3".into()));
    assert_eq!(texts("3/P2/p2 w - - 0 1"), "a2b2");
}

#[test]
fn a_piece_slides_as_far_as_it_can() {
    give("[a]\nstart = 1p2/4/P3\nmoves.P = slide n e far, step ne\ngoals = no move: loss, turns 30: draw\n");
    assert_eq!(texts("1p2/4/P3 w - - 0 1"), "a1b2 a1a3 a1d1");
    assert_eq!(texts("4/p3/P1p1 w - - 0 1"), "a1b2 a1b1");
    assert_eq!(open::<Ini>("", "").0.facts().max_moves, 4, "three ways of the one piece, and a pass");
    laws::<Ini>(&[("", "")]);
}

const HANDS: &str = "
[hands]
piece.P = stone
place = P
moves.P = step all
goals = line 3: win, no move: loss, turns 40: draw
";

#[test]
fn the_players_have_hands_of_their_own() {
    let start = |more: &str| {
        give(&format!("{HANDS}{more}\n"));
        let (game, state) = open::<Ini>("", "");
        game.format_state(&state)
    };
    let counted = start("board = 3x3\nhand.first = 2\nhand.second = 3");
    assert_eq!(counted, "3/3/3[PPppp] w - - 0 1");
    laws::<Ini>(&[("", ""), ("3/3/1P1[Ppp] b - - 0 2", "")]);
    check_refusal::<Ini>("3/3/3[PPP] w", "3 pieces `P` in the pocket: there are at most 2");
    assert_eq!(start("board = 3x3\nhand = 3\nhand.first = 0\nstart = P2/3/3"), "P2/3/3[ppp] w - - 0 1");
    assert_eq!(start("start = 3/3/3[pPppP]"), counted);
    assert_eq!(start("start =\n  . . .\n  . . .\n  . . .\n  [PPppp]"), counted);
}

#[test]
fn both_players_see_the_same_game_from_their_sides() {
    give(CHECKERS);
    check_exchange::<Ini>("6/4m1/3M2/6/6/6 w d4 - 0 1", "6/6/6/3m2/4M1/6 b d3 - 0 1", "");
    give(include_str!("../../games/domineering.ini"));
    check_exchange::<Ini>("", "8/8/8/8/8/8/8/8 b - - 0 1", "");
    give(include_str!("../../games/teeko.ini"));
    check_exchange::<Ini>("PP1P1/5/p1ppp/5/2P2[] w - - 2 9", "pp1p1/5/P1PPP/5/2p2[] b - - 2 9", "");
}

/// Each hop is a ply. The counts come from a short independent program that generates moves as lists.
#[test]
fn counts_are_those_of_another_program() {
    give(CHECKERS);
    assert_eq!(counts(7), [5, 25, 106, 369, 1_271, 4_104, 12_199]);
    give(FLIPS);
    assert_eq!(counts(3), [21, 420, 7_980]);
}

#[test]
fn wrong_setups_are_refused() {
    give(HOLES);
    for (setup, error) in [
        ("k1*/3/K1Q w", "unknown piece `Q` on rank 1 of the board, square 3: use KR, kr or *"),
        ("k2/3/K1R w", "c3 is a hole: write `*`"),
        ("k1*/3/K1* w", "`*` on c1, which is no hole"),
        ("k1*/3/K1R w a1", "`a1` where `-` should be, or the cell of a piece that goes on capturing"),
        ("k1*/3/K1R w - 0", "the number of passes `0` should be a number from 1 to 9"),
        ("k1*/3/K1R[K] w", "the piece `K` is never in the pocket"),
        ("k1*/3/K1R", "the player to move is missing after the board: add w or b"),
        ("k1*/3/K1R w - - 0 1 2", "`2` after the move number, where the setup should end"),
    ] {
        check_refusal::<Ini>(setup, error);
    }
}

#[test]
fn wrong_texts_are_refused_with_line_and_column() {
    let base = "[a]\nboard = 3x3\nplace = P\ngoals = no move: loss\n";
    for (more, error) in [
        ("gravitty = yes", "line 5, column 1: unknown key `gravitty`: did you mean `gravity`?"),
        ("gravity = jes", "line 5, column 11: unknown gravity `jes`: did you mean `yes`?"),
        ("moves.Q = step n", "line 5, column 1: there is no piece Q: add `piece.Q = NAME`"),
        ("moves = step n", "line 5, column 1: `moves` should end with the letter of a piece, as in `moves.P`"),
        ("moves.P = step n", "line 5, column 1: pieces are always placed and never move: say how many with `hand`"),
        ("hand = 10", "line 5, column 8: the number of pieces `10` should be a number from 1 to 9"),
        ("hand = 99999999999", "line 5, column 8: the number of pieces `99999999999` should be a number from 1 to 9"),
        ("hand = 3\nmoves.P = stepp n", "line 6, column 11: unknown way to move `stepp`: did you mean `step`?"),
        (
            "hand = 3\nmoves.P = step up",
            "line 6, column 16: unknown direction `up`: use `n`, `ne`, `e`, `se`, `s`, `sw`, `w`, `nw`, `orthogonal`, `diagonal` or `all`",
        ),
        (
            "hand = 3\nmoves.P = step n, slide orthogonal",
            "line 6, column 19: `slide orthogonal` reaches (0,1) a second time",
        ),
        (
            "hand = 3\nmoves.P = leap (1,2",
            "line 6, column 16: the leap `(1,2` should be like `(1,2)`, or `(1,2)*` for all sides",
        ),
        ("pass = stuck", "line 4, column 1: with `pass` there is always a move, so `no move` is never true"),
        ("chain = must", "line 5, column 1: `chain` needs `captures.P`"),
        ("start = 4/4", "line 2, column 9: the board `3x3` differs from `start`, which has 4x2"),
        ("start =\n  ..\n  ...", "line 7, column 3: `...` doesn't have the same number of cells as the first rank"),
        ("shapes = a1 a2, b1 b2", "line 5, column 17: the shape `b1 b2` already exists"),
        ("hand.first = 3", "line 5, column 1: the number for the other player is missing: give both, or `hand`"),
        ("hand.first = 0\nhand.second = 0", "line 5, column 1: neither player has a piece to place"),
        ("hand = 3\nstart = 3/3/3[PP]", "line 5, column 1: `start` already says how many pieces are in hand"),
        ("start = 3/3/3[Q]", "line 5, column 15: `Q` should be letters `P` and `p`"),
        ("start = 3/3/3[P", "line 5, column 15: the pieces in hand should end with `]`, the last sign of the board"),
        (
            "hand = 3\nmoves.P = step n from a1",
            "line 6, column 18: unknown direction `from`: a way that only some cells have ends with `on`, as in `step diagonal on cells a1 c1`",
        ),
        ("hand = 3\nmoves.P = step n on a1", "line 6, column 21: `a1` should follow the word `cells`"),
        (
            "hand = 3\nmoves.P = step n on rank 1 2, step all on rank 2",
            "line 6, column 28: unknown part of the board `2`: use `last`, `first`, `rank`, `file`, `cells`, `corners` or `everywhere`",
        ),
        (
            "hand = 3\nmoves.P = step n on rank 1, slide n 1-2 on file a",
            "line 6, column 29: `slide n 1-2 on file a` reaches (0,1) a second time",
        ),
        (
            "hand = 3\nmoves.P = slide n 2 far",
            "line 6, column 21: `far` is for moves to the last free cell: the range says how far already",
        ),
        ("hand = 3\nmoves.P = slide n far 2", "line 6, column 23: `2` after `far`, which has no range"),
        (
            "hand = 3\nmoves.P = slide n far\ncaptures.P = as moves",
            "line 6, column 19: `far` is for moves to the last free cell: a capture ends on an enemy",
        ),
        (
            "hand = 3\nmoves.P = step n leaving wall",
            "line 6, column 18: unknown direction `leaving`: a text has no walls or marks that a move leaves; a game in Python can have them",
        ),
        (
            "hand = 3\ncaptures.P = loop",
            "line 6, column 14: unknown way to move `loop`: a text has no ways around a loop; a game in Python can have them",
        ),
        ("perft = 1 x", "line 5, column 11: the count `x` should be a number"),
        ("sides = A a", "line 5, column 11: the sides have the same name"),
    ] {
        let error_found = Rules::read(&format!("{base}{more}\n")).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(error_found, Err(error.into()), "{more}");
    }
    for (goals, error) in [
        ("line 3: won, no move: draw", "line 4, column 17: unknown result `won`: did you mean `win`?"),
        ("lime 3: win, no move: draw", "line 4, column 9: unknown condition `lime`: did you mean `line`?"),
        (
            "line 3: win",
            "line 4, column 1: what if a player cannot move? Add a goal such as `no move: loss`, or `pass = stuck`",
        ),
        (
            "line 2: loss, first line exactly 3 ne: win, no move: draw",
            "line 4, column 23: `first line exactly 3 ne: win` never takes effect, because `line 2: loss` above is true whenever it is",
        ),
        (
            "first reach any last: win, first reach P cells a3: loss, no move: draw",
            "line 4, column 36: `first reach P cells a3: loss` never takes effect, because `first reach any last: win` above is true whenever it is",
        ),
        (
            "left any 2: loss, left P 1: draw, no move: draw",
            "line 4, column 27: `left P 1: draw` never takes effect, because `left any 2: loss` above is true whenever it is",
        ),
        ("reach any rank 4: win", "line 4, column 24: the rank `4` should be a number from 1 to 3"),
        ("reach X last: win", "line 4, column 15: `X` should be `any`, or letters of pieces: P"),
        (
            "connect rank 1 to rank 3 by 5: win",
            "line 4, column 37: unknown number of neighbours `5`: did you mean `4`?",
        ),
    ] {
        let text = base.replace("no move: loss", goals);
        assert_eq!(Rules::read(&text).map(|_| ()).map_err(|error| error.to_string()), Err(error.into()), "{goals}");
    }
    let unnamed = "[a]\nplace = P\ngoals = no move: loss\n";
    let error = "line 1, column 2: the game `a` has no `start`: draw the board, or give its size as in `board = 8x8`";
    assert_eq!(Rules::read(unnamed).map(|_| ()).map_err(|error| error.to_string()), Err(error.into()));
}

#[test]
fn goals_that_may_still_count_are_no_error() {
    for goals in [
        "line 3: win, line 2: loss",
        "line exactly 2: loss, line 3: win",
        "line 2 n: loss, line 3 e: win",
        "first line 2: loss, line 3: win",
        "left any 1: loss, left any 2: draw",
        "reach all any rank 1: loss, reach any rank 1: win",
        "reach any last: win, second reach any rank 3: win",
    ] {
        let text = format!("[a]\nboard = 3x3\nplace = P\ngoals = {goals}, no move: draw\n");
        assert_eq!(Rules::read(&text).map(|_| ()), Ok(()), "{goals}");
    }
}

#[test]
fn the_last_section_is_the_game_and_inherits() {
    let rules = Rules::read(
        "[base]\nboard = 3x3\nplace = P\nname = Base\ngoals = line 3: win, no move: draw\n\
         [other]\nname = Other\n[big : base]\nboard = 5x4\nname =\n",
    );
    let loaded = rules.expect("the game is sound").loaded();
    assert_eq!((loaded.id.as_str(), loaded.name.as_str()), ("big", "big"));
    assert_eq!(loaded.board.map(|board| (board.files, board.ranks)), Some((5, 4)));
}
