//! Tests of the rules in single positions: the end of the game, equal positions, castling and the null move.

use crate::setups::open;
use chess::{Chess, State};
use plyd_plugin::testing::{legal, list};
use plyd_plugin::{Facts, Game, Move, Outcome, Player, Plugin, Repetition};

const FOURTEEN_QUEENS: &str = "Q6Q/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBQQ1KQ1 w - - 0 1";

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup, false);
    game.outcome(&state)
}

/// The key after these moves.
fn key(setup: &str, moves: &str) -> u64 {
    let (game, state) = played(setup, moves);
    game.key(&state)
}

fn played(setup: &str, moves: &str) -> (Chess, State) {
    let (game, mut state) = open(setup, false);
    for text in moves.split_whitespace() {
        let mv = game.parse_move(&state, text).unwrap_or_else(|| panic!("{text} in {state}"));
        game.play(&mut state, mv);
    }
    (game, state)
}

fn texts(game: Chess, state: &State, moves: &[Move]) -> Vec<String> {
    moves.iter().map(|mv| game.format_move(state, *mv)).collect()
}

#[test]
fn mate_wins_and_stalemate_draws() {
    assert_eq!(outcome("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"), Outcome::Win(Player::Min));
    assert_eq!(outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"), Outcome::Win(Player::Max));
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), Outcome::Draw);
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), Outcome::Ongoing);
}

#[test]
fn fifty_moves_draw_if_claimed_unless_the_last_one_mates() {
    assert_eq!(outcome("7k/8/5K2/8/8/8/8/R7 b - - 99 90"), Outcome::Ongoing);
    assert_eq!(outcome("7k/8/5K2/8/8/8/8/R7 b - - 100 90"), Outcome::DrawIfClaimed);
    assert_eq!(outcome("7k/8/5K2/8/8/8/8/R7 b - - 175 130"), Outcome::DrawIfClaimed);
    assert_eq!(outcome("7k/5Q2/6K1/8/8/8/8/8 b - - 100 90"), Outcome::Draw, "stalemate");
    assert_eq!(outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90"), Outcome::Win(Player::Max));
    let (game, mated) = played("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", "a1a8");
    assert_eq!((mated.halfmove_clock(), game.outcome(&mated)), (100, Outcome::Win(Player::Max)));
    let (game, drawn) = played("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", "a1a7");
    assert_eq!(game.outcome(&drawn), Outcome::DrawIfClaimed);
    let (game, saved) = played("6k1/5ppp/8/8/8/8/P7/R5K1 w - - 99 90", "a2a3");
    assert_eq!(game.outcome(&saved), Outcome::Ongoing);
}

#[test]
fn the_game_goes_on_where_nobody_claims_the_draw() {
    let rook = "7k/8/5K2/8/8/8/8/R7 b - - 99 90";
    let (game, late) = played(rook, "h8g8 a1b1 g8h8 b1a1 h8g8 a1b1");
    assert_eq!(game.outcome(&late), Outcome::DrawIfClaimed);
    assert_eq!(game.format_state(&late), "6k1/8/5K2/8/8/8/8/1R6 b - - 100 93", "the clock stays at 100");
    let (game, mated) = played(rook, "h8g8 a1b1 g8h8 f6g6 h8g8 b1b8");
    assert_eq!(game.outcome(&mated), Outcome::Win(Player::Max));
    // A capture resets the clock.
    let (game, taken) = played("7k/8/5KPp/8/8/8/8/R7 w - - 120 130", "a1a2 h8g8 a2h2 g8h8 h2h6");
    assert_eq!((game.outcome(&taken), taken.halfmove_clock()), (Outcome::Ongoing, 0));
    // Neither side can mate, but one of them can be stalemated.
    let (game, stalemate) = played("k7/8/1K6/3N4/8/8/8/8 w - - 0 1", "d5c7 a8b8 c7a6 b8a8 a6c5 a8b8 c5d7 b8a8");
    assert_eq!(game.outcome(&stalemate), Outcome::DrawIfClaimed);
    let (game, stalemate) =
        played("1k6/8/1K1N4/8/8/8/8/8 b - - 0 1", "b8a8 d6e8 a8b8 e8d6 b8a8 d6c8 a8b8 c8a7 b8a8 a7c6");
    assert_eq!(game.outcome(&stalemate), Outcome::Draw);
    assert!(legal(&game, &stalemate).is_empty());
}

#[test]
fn plies_left_end_with_the_fifty_moves() {
    let left = |setup| {
        let (game, state) = open(setup, false);
        game.plies_left(&state)
    };
    assert_eq!(left(""), 100);
    assert_eq!(left("7k/8/5K2/8/8/8/8/R7 b - - 99 90"), 1);
    assert_eq!(left("7k/8/5K2/8/8/8/8/R7 b - - 100 90"), 0);
    assert_eq!(left("7k/8/5K2/8/8/8/8/R7 b - - 175 130"), 0);
    let (game, mated) = played("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", "a1a8");
    assert_eq!((game.plies_left(&mated), game.outcome(&mated)), (0, Outcome::Win(Player::Max)));
    let (game, pushed) = played("6k1/5ppp/8/8/8/8/P7/R5K1 w - - 99 90", "a2a3");
    assert_eq!(game.plies_left(&pushed), 100);
}

/// Whether White and Black can still win under FIDE 6.9 and 7.5.5. The answers agree with python-chess.
#[test]
fn the_men_say_who_can_still_win() {
    for (men, white, black) in [
        ("4k3/8/8/8/8/8/8/4K3", false, false),
        ("4k3/8/8/8/8/8/8/4K2R", true, false),
        ("4k3/8/8/8/8/8/8/4K2Q", true, false),
        // A pawn may promote to any piece unless it is blocked permanently.
        ("4k3/8/8/8/8/8/P7/4K3", true, false),
        ("4k3/p7/8/8/8/8/P7/4K3", true, true),
        // Positions with a lone knight.
        ("4k3/8/8/8/8/8/8/4K2N", false, false),
        ("4k2n/8/8/8/8/8/8/4K2N", true, true),
        ("4k2b/8/8/8/8/8/8/4K2N", true, true),
        ("4k2r/8/8/8/8/8/8/4K2N", true, true),
        ("4k3/p7/8/8/8/8/8/4K2N", true, true),
        ("4k2q/8/8/8/8/8/8/4K2N", false, true),
        ("4k1qq/8/8/8/8/8/8/4K2N", false, true),
        ("4k3/8/8/8/8/8/7N/4K2N", true, false),
        ("4k3/8/8/8/8/8/7N/4K2B", true, false),
        // Positions with a lone bishop, or with bishops on squares of one colour.
        ("4k3/8/8/8/8/8/8/4K2B", false, false),
        ("4k3/8/8/8/8/8/6B1/4K2B", false, false),
        ("4k3/1b6/8/8/8/8/8/4K2B", false, false),
        ("1b2k3/8/8/8/8/8/8/4K2B", true, true),
        ("4k3/8/8/8/8/8/7B/4K2B", true, false),
        ("4k2n/8/8/8/8/8/8/4K2B", true, true),
        ("4k3/p7/8/8/8/8/8/4K2B", true, true),
        ("4k2r/8/8/8/8/8/8/4K2B", false, true),
        ("4k2q/8/8/8/8/8/8/4K2B", false, true),
    ] {
        for turn in ["w", "b"] {
            let (game, state) = open(&format!("{men} {turn} - - 0 1"), false);
            let can_win = [Player::Max, Player::Min].map(|player| game.can_win(&state, player));
            assert_eq!(can_win, [white, black], "{men} {turn}");
        }
    }
}

#[test]
fn men_that_cannot_mate_draw_if_claimed() {
    for (men, is_drawn) in [
        ("4k3/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4K2N", true),
        ("4k2n/8/8/8/8/8/8/4K3", true),
        ("4k3/8/8/8/8/8/8/4K2B", true),
        ("4k2b/8/8/8/8/8/8/4K3", true),
        // Bishops on squares of one colour, in any number.
        ("4k3/8/8/8/8/8/6B1/4K2B", true),
        ("4k3/1b6/8/8/8/8/8/4K2B", true),
        ("1b2k3/8/8/8/8/8/7B/4K3", true),
        ("1b2k3/8/8/8/8/8/8/4K2B", false),
        ("4k3/8/8/8/8/8/7B/4K2B", false),
        ("4k3/8/8/8/8/8/7N/4K2N", false),
        ("4k2n/8/8/8/8/8/8/4K2N", false),
        ("4k2b/8/8/8/8/8/8/4K2N", false),
        ("4k3/8/8/8/8/8/7N/4K2B", false),
        ("4k3/p7/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/P7/4K3", false),
        ("4k3/8/8/8/8/8/8/4K2R", false),
        ("4k3/8/8/8/8/8/8/4K2Q", false),
        ("4k2q/8/8/8/8/8/8/4K2B", false),
    ] {
        for turn in ["w", "b"] {
            let (game, state) = open(&format!("{men} {turn}"), false);
            assert_eq!(game.outcome(&state) == Outcome::DrawIfClaimed, is_drawn, "{men} {turn}");
            assert!(!legal(&game, &state).is_empty(), "{men} {turn}");
        }
    }
}

#[test]
fn the_same_position_has_the_same_key_whatever_the_counters() {
    let there_and_back = "g1f3 g8f6 f3g1 f6g8";
    assert_eq!(key("", ""), key("", there_and_back));
    assert_eq!(key("", "e2e4 e7e5 g1f3"), key("", "g1f3 e7e5 e2e4"));
    assert_ne!(key("", "e2e3"), key("", "e2e4"));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    assert_ne!(key(&format!("{start} w KQkq"), ""), key(&format!("{start} b KQkq"), ""));
    let rights = ["KQkq", "KQk", "KQq", "Kkq", "Qkq", "KQ", "kq", "Kq", "-"];
    for (place, one) in rights.iter().enumerate() {
        for other in &rights[..place] {
            assert_ne!(key(&format!("{start} w {one}"), ""), key(&format!("{start} w {other}"), ""));
        }
    }
    // The rook returns, but the castling right does not.
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_ne!(key(open, ""), key(open, "h1h2 h8h7 h2h1 h7h8"));
}

#[test]
fn en_passant_makes_another_position_only_where_it_is_legal() {
    // No enemy pawn is near.
    assert_eq!(key("", "e2e4"), key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -", ""));
    // An enemy pawn is near and can capture.
    let near = "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1";
    assert_ne!(key(near, "e2e4"), key("4k3/8/8/8/3pP3/8/8/4K3 b - -", ""));
    assert_eq!(key(near, "e2e4"), key("4k3/8/8/8/3pP3/8/8/4K3 b - e3", ""));
    // An enemy pawn is near, but the capture would leave its king in check.
    let pinned = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
    assert_eq!(key(pinned, "e2e4"), key("3k4/8/8/8/3pP3/8/8/3RK3 b - -", ""));
    let bared = "8/8/8/8/R2p3k/8/4P3/4K3 w - - 0 1";
    assert_eq!(key(bared, "e2e4"), key("8/8/8/8/R2pP2k/8/8/4K3 b - -", ""));
}

#[test]
fn irreversible_moves_change_men_pawns_or_rights() {
    let (game, state) = open("r3k2r/8/8/3p4/4P3/8/8/RN2K2R w Kkq - 0 1", false);
    for (text, expected) in [
        ("e4e5", true),
        ("e4d5", true),
        ("h1h8", true),
        ("e1g1", true),
        ("e1e2", true),
        ("h1h2", true),
        // The castling right on this side is already lost.
        ("a1a2", false),
        ("b1c3", false),
    ] {
        let mv = game.parse_move(&state, text).unwrap();
        assert_eq!(game.is_irreversible(&state, mv), expected, "{text}");
    }
    let (game, state) = open("r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", false);
    assert!(!game.is_irreversible(&state, game.parse_move(&state, "e1e2").unwrap()));
}

#[test]
fn noisy_moves_are_captures_and_promotions() {
    let (game, state) = open("1n2k3/P7/8/3pP3/8/8/6b1/R3K2R w KQ d6 0 1", false);
    let noisy = list(&game, |out| game.noisy(&state, out));
    let mut texts = texts(game, &state, &noisy);
    texts.sort();
    assert_eq!(texts.join(" "), "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r e5d6");
    let (game, pinned) = open("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false);
    assert!(list(&game, |out| game.noisy(&pinned, out)).is_empty());
}

#[test]
fn good_captures_come_before_quiet_moves_and_losing_ones() {
    let (game, state) = open("4k3/2p5/1q1p4/4b3/2N2Q2/8/P5p1/4K3 w - - 0 1", false);
    let moves = legal(&game, &state);
    let mut scores = vec![0; moves.len()];
    game.order(&state, &moves, &mut scores);
    let score = |text: &str| {
        let mv = game.parse_move(&state, text).unwrap();
        scores[moves.iter().position(|other| *other == mv).unwrap()]
    };
    // In order: knight takes queen, knight takes bishop, a quiet move, queen takes a bishop that a pawn protects.
    assert!(score("c4b6") > score("c4e5"));
    assert!(score("c4e5") > score("a2a3"));
    assert!(score("a2a3") > score("f4e5"));
    // A queen should not move to a square that a pawn attacks.
    assert!(score("a2a3") > score("f4f1"));
}

#[test]
fn a_pass_gives_up_the_turn_where_that_tells_anything() {
    let (game, mut state) = open("4k3/8/8/3pP3/8/8/8/R3K3 w Q d6 5 9", false);
    assert!(game.pass(&mut state));
    assert_eq!(game.format_state(&state), "4k3/8/8/3pP3/8/8/8/R3K3 b Q - 6 9");
    // A side in check, and a side with only pawns, cannot pass.
    for setup in
        ["4k3/8/8/8/8/8/4r3/R3K3 w - - 5 9", "4k3/p7/8/8/8/8/P7/4K2r w - - 5 9", "4k2r/p7/8/8/8/8/P7/4K3 w - - 5 9"]
    {
        let (game, mut state) = open(setup, false);
        assert!(!game.pass(&mut state), "{setup}");
        assert_eq!(game.format_state(&state), setup);
    }
}

#[test]
fn castling_moves_king_and_rook_to_the_same_squares_in_both_kinds_of_chess() {
    for (setup, text, after) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"),
    ] {
        let (game, state) = played(setup, text);
        assert_eq!(game.format_state(&state), after);
    }
    for (setup, text, after) in [
        ("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", "f1g1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R4KR1 w GA - 0 1", "f1a1", "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1"),
        ("4k3/8/8/8/8/8/8/1RK4R w HB - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR3R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R5KR w HA - 0 1", "g1h1", "4k3/8/8/8/8/8/8/R4RK1 b - - 1 1"),
    ] {
        let (game, mut state) = open(setup, true);
        let mv = game.parse_move(&state, text).unwrap();
        assert_eq!(game.format_move(&state, mv), text);
        game.play(&mut state, mv);
        assert_eq!(game.format_state(&state), after);
    }
}

#[test]
fn a_rook_that_shields_its_king_cannot_castle_away() {
    let (game, state) = open("4k3/8/8/8/8/8/8/qRK4R w HB - 0 1", true);
    let texts = texts(game, &state, &legal(&game, &state));
    assert!(texts.contains(&"c1h1".to_string()) && !texts.contains(&"c1b1".to_string()), "{texts:?}");
}

#[test]
fn the_most_moves_that_were_ever_found_fit() {
    let (game, state) = open("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", false);
    assert_eq!(legal(&game, &state).len(), 218);
    // No game reaches this position, but a setup can.
    let (game, state) = open(FOURTEEN_QUEENS, false);
    assert_eq!(legal(&game, &state).len(), 229);
}

#[test]
fn the_heuristic_likes_what_players_like() {
    let value = |setup: &str| {
        let (game, state) = open(setup, false);
        game.evaluate(&state)
    };
    assert!((0..40).contains(&value("")), "a tempo");
    assert!(value("4k3/8/8/8/8/8/8/Q3K3 w") > 800);
    assert!(value("4k3/8/8/8/8/8/4P3/4K3 b") > 50);
    assert!(value("4k3/8/4P3/8/8/8/8/4K3 w") > value("4k3/8/8/8/8/8/4P3/4K3 w"));
    assert!(value("4k3/8/8/8/8/8/8/2B1KB2 w") > value("4k3/8/8/8/8/8/8/2B1KN2 w"));
    // A lone king is worse off at the edge, and with the other king near.
    assert!(value("8/8/8/8/3k4/8/8/K6R w") < value("k7/8/8/8/8/8/8/K6R w"));
    assert!(value("k7/8/8/8/8/8/8/K6R w") < value("k7/8/1K6/8/8/8/8/7R w"));
    assert!((10_000..Chess::WIN).contains(&value(FOURTEEN_QUEENS)));
}

#[test]
fn the_declared_facts() {
    let Facts { max_moves, win, has_key, moves_are_actions, repetition, abilities, .. } = Chess::default().facts();
    assert_eq!((max_moves, win), (415, 100_000));
    assert!(has_key && moves_are_actions);
    assert_eq!(repetition, Some(Repetition::draw(3)));
    assert!(abilities.order && abilities.noisy && abilities.null_move && !abilities.symmetry);
}
