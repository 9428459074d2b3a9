//! Each game by clicks alone. The game in C is played in `tests/tests/end_to_end/views/nim.rs`.

use super::random_games;
use plyd_linked::Engine;

/// Plays from each of the setups in turn.
fn play(game: &str, setups: &[&str]) {
    random_games::play(|| Engine::start(game), game, setups);
}

#[test]
fn tictactoe_is_played_by_clicks() {
    play("tictactoe", &["startpos"]);
}

#[test]
fn chess_is_played_by_clicks() {
    play(
        "chess",
        &[
            "startpos",
            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "fen 8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
            "fen rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ],
    );
}

#[test]
fn chess960_is_played_by_clicks() {
    random_games::play(
        || Engine::with_options("chess", &["UCI_Chess960=true"]),
        "chess",
        &[
            "startpos",
            // Castling across the board, past the rook, with a king that stays, and with the usual squares.
            "fen 1rk4r/p6p/8/2b5/5B2/8/P6P/RK3R2 w FAhb - 0 1",
            "fen rkr5/p1p5/8/8/8/8/P1P5/RKR5 w CAca - 0 1",
            "fen 1r4kr/p5p1/8/8/8/8/P5P1/1R4KR b HBhb - 0 1",
            "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w HAha - 0 1",
            "fen bqnrknbr/pppppppp/8/8/8/8/PPPPPPPP/BQNRKNBR w HDhd - 0 1",
        ],
    );
}

#[test]
fn connect_four_is_played_by_clicks() {
    play("cfour", &["startpos", "fen 4/4/4/4 w", "fen 7/7/3p3/3Pp1p/1p1PpPP/ppPPpPP w"]);
}

#[test]
fn othello_is_played_by_clicks() {
    play(
        "flipello",
        &[
            "startpos",
            "fen 4/1pP1/1Pp1/4 w",
            "fen 2ppp1Pp/2pppPp1/1PPpPp1P/1PpPPpPP/PpPPpPPP/pPPpPpPp/1PPPPPpp/3ppppp b",
        ],
    );
}

#[test]
fn ataxx_is_played_by_clicks() {
    play(
        "ataxx",
        &[
            "startpos",
            "fen P5p/7/2*1*2/7/2*1*2/7/p5P b",
            // The first player has to pass, and the board is soon full.
            "fen 7/7/7/7/ppppppp/ppppppp/PPPPPPP w",
            "fen PPpp2P/ppPP1pp/PPpPppP/pp*3P/ppPPpPp/PP1PppP/pPpP1PP b",
        ],
    );
}

#[test]
fn breakthrough_is_played_by_clicks() {
    play("breakthrough", &["startpos", "fen pp/2/PP w"]);
}

#[test]
fn checkers_is_played_by_clicks() {
    play(
        "checkers",
        &[
            "startpos",
            // Kings on both sides, long captures, and two ways to capture the same men.
            "fen W:WK18,24,27,28,K10,32:B12,16,20,K22,K25,K29",
            "fen W:WK2:B6,7,14,15",
        ],
    );
}

#[test]
fn go_is_played_by_clicks() {
    // A ko that may not be taken back, and a board so small that passes are soon all that is left.
    play("go", &["startpos", "fen 1XO2/XO1O1/1XO2/5/5 b C4 0 7.5", "fen 2/2 b"]);
}

#[test]
fn gomoku_is_played_by_clicks() {
    play("gomoku", &["startpos", "fen XXXX3/OOOO3/7/7/7/7/7 b", "fen XXOXX/OOXOO/XXOXX/OOXOO/XXOX1 b"]);
}

#[test]
fn hex_is_played_by_clicks() {
    play("hex", &["startpos", "fen 3/1X1/3 b", "fen XO2X/O1X2/1XO2/2XO1/5 b"]);
}

#[test]
fn amazons_is_played_by_clicks() {
    play("amazons", &["fen 2q1/q3/3Q/1Q2 w", "fen q2q/1*2/Q2Q b", "fen 1q1/2*/Q*1 w"]);
}

#[test]
fn dots_and_boxes_is_played_by_clicks() {
    play("dotsandboxes", &["startpos", "fen 111/000/111 1001/1001 .../... r", "fen 110/011/111 1100/1111 .../.BR r"]);
}

#[test]
fn nine_mens_morris_is_played_by_clicks() {
    play("morris", &["startpos", "fen W6W/1B1WBBBW/5B1W[WWWBBB] w", "fen BBBW1W1B/1W5W/8 w"]);
}

#[test]
fn isola_is_played_by_clicks() {
    play("isolation", &["startpos", "fen 1p1/3/1P1 w", "fen 1p1/2*/P*1 w"]);
}

#[test]
fn backgammon_is_played_by_clicks() {
    play(
        "backgammon",
        &[
            "startpos",
            // A double, a man on the bar, and men that are borne off.
            "fen 4HPwATDgc/ABMA w 66",
            "fen szkHATCwZ3DAYA b 52",
            "fen qwoAAFULAAAAAA w -",
        ],
    );
}

#[test]
fn kalah_is_played_by_clicks() {
    play("kalah", &["startpos", "fen 2,1/3,1 b 0 0", "fen 1,2,3,4,5,6,7,8,9,0,1,2/1,2,3,4,5,6,7,8,9,0,1,2 w 0 0"]);
}

#[test]
fn leaf_trees_are_walked_by_clicks() {
    play(
        "leaftree",
        &[
            "startpos",
            "fen [[3 5 10][2 8 9][2 7 3]]",
            "fen random b=3 depth=5 seed=7",
            "fen random b=4 depth=10 seed=7",
        ],
    );
}
