//! The rules: what each does in positions made for it, and random games by the plain ones.

use crate::open;
use crate::plain::Plain;
use checkers::Checkers;
use plyd_plugin::testing::{self, after, legal, move_texts, played, random_games};
use plyd_plugin::{Facts, Game, Move, Outcome, Player, Plugin, Verdict};
use plyd_trials::PlainRules;

/// Setups for random games: the start; kings and men; kings among men, with captures that share both ends; an ending; men
/// who block each other.
pub(crate) const SETUPS: [&str; 5] = [
    "",
    "W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29",
    "B:W6,7,14,15,22,23:BK2,K3,K31,12,13",
    "B:WK32,K28,31:BK1,K5,9",
    "W:W13-16,21-24:B5-12",
];

/// Every jump that there is for a king on 1: over 9 men, on the squares that it can jump to.
const MOST_JUMPS: &str = "B:W6,7,8,14,15,16,22,23,24:BK1";

fn texts(setup: &str) -> String {
    let (game, state) = open(setup);
    move_texts(&game, &state).join(" ")
}

/// The position after moves.
fn position(setup: &str, moves: &str) -> String {
    let (game, state) = open(setup);
    game.format_state(&played(&game, &state, moves))
}

fn outcome(setup: &str) -> Outcome {
    let (game, state) = open(setup);
    game.outcome(&state)
}

#[test]
fn men_step_ahead_and_kings_step_all_ways() {
    assert_eq!(texts("B:W32:B14"), "14-17 14-18");
    assert_eq!(texts("W:W18:B1"), "18-14 18-15");
    assert_eq!(texts("B:W32:BK18"), "18-14 18-15 18-22 18-23");
    assert_eq!(texts("W:WK15:B1"), "15-10 15-11 15-18 15-19");
    // At the edges of the board, and where pieces are in the way.
    assert_eq!(texts("B:W31:B12,13"), "12-16 13-17");
    assert_eq!(texts("B:W32:BK4,K29"), "4-8 29-25");
    assert_eq!(texts("B:W32:B1,5,6"), "5-9 6-9 6-10");
}

#[test]
fn captures_are_compulsory_but_any_of_them_will_do() {
    assert_eq!(texts("B:W18,31:B1,14"), "14x23");
    assert_eq!(texts("B:W18,26,17:B14,2"), "14x21 14x30");
    // The longer one is not better than the shorter.
    assert_eq!(texts("B:W6,15,23,16:B1,11"), "1x26 11x27 11x20");
    // Men do not capture backwards, kings do.
    assert_eq!(texts("B:W10:B14"), "14-17 14-18");
    assert_eq!(texts("B:W10:BK14"), "14x7");
    // Neither over two, nor over own pieces, nor off the board.
    assert_eq!(texts("B:W18,23:B14,17"), "17-21 17-22");
    assert_eq!(texts("B:W12,32:B8"), "8-11");
    assert_eq!(texts("B:W25:B21"), "21x30");
}

#[test]
fn a_capture_goes_on_to_its_end_and_takes_all_that_it_jumps_over() {
    assert_eq!(position("B:W6,14,15,23:B1,12", "1x26"), "W:W14:B12,26");
    assert_eq!(position("B:W6,14,15,23:B1,12", "1x17"), "W:W15,23:B12,17");
    assert_eq!(texts("B:W6,15,23:B1"), "1x26");
    assert_eq!(position("B:W6,15,K23,32:B1", "1x26"), "W:W32:B26");
    // It need not capture the most.
    let setup = "W:WK30:B25,17,18,26,K9,1";
    assert_eq!(texts(setup), "30x21x14x5 30x21x14x23x30 30x23x14x5 30x23x14x21x30");
    assert_eq!(position(setup, "30x23x14x5"), "B:WK5:B1,17,25");
}

#[test]
fn a_man_becomes_a_king_in_the_last_row_and_its_capture_ends_there() {
    assert_eq!(position("B:W5:B26", "26-31"), "W:W5:BK31");
    assert_eq!(position("W:W6:BK32", "6-1"), "B:WK1:BK32");
    // On 31 a king could go on over 27.
    assert_eq!(position("B:W26,27,5:B22", "22x31"), "W:W5,27:BK31");
    assert_eq!(texts("B:W26,27,5:BK22"), "22x24");
}

#[test]
fn a_king_may_end_where_it_began_and_go_round_either_way() {
    let setup = "W:WK26:B22,23,14,15";
    assert_eq!(texts(setup), "26x17x10x19x26 26x19x10x17x26");
    for moves in ["26x17x10x19x26", "26x19x10x17x26"] {
        assert_eq!(position(setup, moves), "B:WK26:B");
    }
}

#[test]
fn nobody_captures_more_than_nine_pieces_or_has_more_than_sixteen_ways() {
    let (game, state) = open(MOST_JUMPS);
    let moves = legal(&game, &state);
    let left = |mv: &Move| game.format_state(&after(&game, &state, *mv));
    assert!(moves.iter().any(|mv| left(mv) == "W:W:BK28"), "{:?}", move_texts(&game, &state));
    // From each square that a king jumps to, with a man to jump over wherever one can be.
    let inner = [6, 7, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 22, 23, 24, 25, 26, 27];
    let mut most = 0;
    for square in 1..=32 {
        let jumped: Vec<i32> = inner.into_iter().filter(|man| (man - 1) / 4 % 2 != (square - 1) / 4 % 2).collect();
        let men: Vec<String> = jumped.iter().map(ToString::to_string).collect();
        let (game, state) = open(&format!("B:W{}:BK{square}", men.join(",")));
        most = most.max(legal(&game, &state).len());
    }
    assert_eq!(most, 16);
}

#[test]
fn who_cannot_move_has_lost() {
    assert_eq!(outcome("B:W21-32:B"), Outcome::Win(Player::Min));
    assert_eq!(outcome("W:W:B1"), Outcome::Win(Player::Max));
    assert_eq!(outcome("B:W:B1"), Outcome::Ongoing);
    assert_eq!(outcome("W:W12:B8,3"), Outcome::Win(Player::Max));
    assert_eq!(outcome("W:W12:B8"), Outcome::Ongoing);
    // A loss counts more than a draw.
    assert_eq!(outcome("W:W12:B8,3:H200"), Outcome::Win(Player::Max));
}

#[test]
fn forty_moves_of_each_player_without_progress_are_a_draw_for_who_claims_it() {
    assert_eq!((outcome("B:WK32:BK1:H79"), outcome("B:WK32:BK1:H80")), (Outcome::Ongoing, Outcome::DrawIfClaimed));
    assert_eq!(position("B:WK32:BK1,9:H79", "1-5"), "W:WK32:BK5,9:H80");
    assert_eq!(position("B:WK32:BK1,9:H79", "9-13"), "W:WK32:BK1,13");
    assert_eq!(position("B:WK6:BK1:H79", "1x10"), "W:W:BK10");
    assert_eq!(texts("B:WK32:BK1:H80"), "1-5 1-6");
    let with = |options: &str, setup: &str| {
        let (game, state) = testing::open::<Checkers>(setup, options);
        (game.outcome(&state), game.facts().max_plies)
    };
    assert_eq!(with("QuietMoves=2", "B:WK32:BK1:H3"), (Outcome::Ongoing, 3 * 4));
    assert_eq!(with("QuietMoves=2", "B:WK32:BK1:H4"), (Outcome::DrawIfClaimed, 3 * 4));
    assert_eq!(with("QuietMoves=0", "B:WK32:BK1:H9999"), (Outcome::Ongoing, Facts::UNBOUNDED));
}

#[test]
fn a_position_that_occurs_for_the_third_time_is_a_draw_unless_an_option_says_otherwise() {
    let times = |options: &str| {
        let (game, _) = testing::open::<Checkers>("", options);
        game.facts().repetition.map(|rule| (rule.times, rule.verdict))
    };
    assert_eq!(times(""), Some((3, Verdict::DRAW)));
    assert_eq!(times("Repetition=5"), Some((5, Verdict::DRAW)));
    assert_eq!(times("Repetition=0"), None);
}

#[test]
fn random_games_go_by_the_plain_rules() {
    for setup in SETUPS {
        let opened = open(setup);
        let first = Plain::read(&opened.0.format_state(&opened.1));
        let mut plain = first.clone();
        random_games(&opened, 60, |game, state, mv| {
            let text = game.format_state(state);
            assert_eq!(Plain::read(&text), plain, "{text}");
            assert_eq!(game.outcome(state), plain.outcome(), "{text}");
            assert_eq!(move_texts(game, state), plain.texts(), "{text}");
            match mv {
                Some(mv) => {
                    let number = legal(game, state).iter().position(|other| *other == mv).unwrap();
                    plain.play(plain.moves().swap_remove(number));
                }
                None => plain = first.clone(),
            }
        });
    }
}
