//! Clicks by hand: castling in both kinds of chess, promotions, passes, and the clicks that a board must not offer.

use super::clicks::{ViewedBoard, list, text};
use plyd_linked::Engine;
use std::collections::BTreeSet;

/// The clicks that a person makes, with blanks between them, and the move that they are.
type Clicks<'a> = (&'a str, &'a str);

struct GestureEngine {
    engine: Engine,
}

impl GestureEngine {
    /// A game with these lines before the first position.
    fn of(game: &str, options: &[&str]) -> Self {
        let mut engine = Engine::start(game);
        options.iter().for_each(|option| engine.send(option));
        Self { engine }
    }

    fn chess960() -> Self {
        Self::of("chess", &["setoption name UCI_Chess960 value true"])
    }

    fn board(&mut self, position: &str) -> ViewedBoard {
        self.engine.send(&format!("position {position}\nview"));
        ViewedBoard::read(&self.engine.line())
    }

    /// What can be clicked after these clicks, and the move that they are.
    fn next(&mut self, position: &str, clicks: &str) -> (String, Option<String>) {
        let board = self.board(position);
        let clicks: Vec<String> = clicks.split_whitespace().map(str::to_owned).collect();
        let (next, whole) = board.after(&clicks);
        (Vec::from_iter(next).join(" "), whole.map(str::to_owned))
    }

    /// After each click but the last there is a next one, and the last one ends the move.
    #[track_caller]
    fn plays(&mut self, position: &str, moves: &[Clicks<'_>]) {
        for (clicks, mv) in moves {
            for (end, _) in clicks.match_indices(' ') {
                assert_eq!(self.next(position, &clicks[..end]).1, None, "{position}: {clicks}");
            }
            let ended = (String::new(), Some((*mv).to_owned()));
            assert_eq!(self.next(position, clicks), ended, "{position}: {clicks}");
        }
    }

    /// The spots of these things, such as `king max`.
    fn standing(&mut self, position: &str, kinds: &[&str]) -> Vec<String> {
        let board = self.board(position);
        let tokens = list(&board.json, "tokens").iter();
        let named = tokens.filter_map(|token| {
            let kind = format!("{} {}", text(&token["glyph"]), text(&token["owner"]));
            kinds.contains(&kind.as_str()).then(|| format!("{kind} {}", text(&token["on"])))
        });
        Vec::from_iter(named.collect::<BTreeSet<_>>())
    }
}

#[test]
fn castling_in_chess_is_two_steps_of_the_king_or_one_onto_his_rook() {
    let mut table = GestureEngine::of("chess", &[]);
    let start = "fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    assert_eq!(table.next(start, "e1").0, "a1 c1 d1 d2 e2 f1 f2 g1 h1");
    table.plays(start, &[("e1 g1", "e1g1"), ("e1 c1", "e1c1"), ("h1 g1", "h1g1"), ("e1 f1", "e1f1")]);
    table.plays(start, &[("e1 h1", "e1g1"), ("e1 a1", "e1c1")]);
    let black = format!("{start} moves e1g1");
    assert_eq!(table.board(&black).last(), ["e1", "g1"]);
    assert_eq!(table.standing(&black, &["king max", "rook max"]), ["king max g1", "rook max a1", "rook max f1"]);
    // The rook on f1 guards f8, and so the way to g8.
    assert_eq!(table.next(&black, "e8").0, "a8 c8 d7 d8 e7");
    table.plays(&black, &[("e8 c8", "e8c8"), ("e8 a8", "e8c8")]);
}

/// With king and rook on their usual squares too: the rights are written by files or as usual.
#[test]
fn castling_in_chess960_is_a_click_on_the_king_and_one_on_its_rook() {
    let mut table = GestureEngine::chess960();
    for rights in ["HAha", "KQkq"] {
        let start = format!("fen r3k2r/8/8/8/8/8/8/R3K2R w {rights} - 0 1");
        assert_eq!(table.next(&start, "e1").0, "a1 d1 d2 e2 f1 f2 h1");
        table.plays(&start, &[("e1 h1", "e1h1"), ("e1 a1", "e1a1"), ("h1 g1", "h1g1"), ("e1 f1", "e1f1")]);
        let black = format!("{start} moves e1h1");
        assert_eq!(table.standing(&black, &["king max", "rook max"]), ["king max g1", "rook max a1", "rook max f1"]);
        // The squares that were clicked, which are empty now.
        assert_eq!(table.board(&black).last(), ["e1", "h1"]);
        assert_eq!(table.next(&black, "e8").0, "a8 d7 d8 e7");
        let white = format!("{black} e8a8");
        assert_eq!(table.standing(&white, &["king min", "rook min"]), ["king min c8", "rook min d8", "rook min h8"]);
    }
    // Without the right the rook's square is the king's own man, and nothing to click.
    let moved = "fen r3k2r/8/8/8/8/8/8/R3K2R w Hh - 0 1";
    assert_eq!(table.next(moved, "e1").0, "d1 d2 e2 f1 f2 h1");
}

#[test]
fn castling_in_chess960_differs_from_each_step_of_king_and_rook() {
    let mut table = GestureEngine::chess960();
    // The king next to its rook: f1g1 is a step of the king, h1g1 one of the rook.
    let beside = "fen 4k3/8/8/8/8/8/8/5K1R w H - 0 1";
    assert_eq!(table.next(beside, "f1").0, "e1 e2 f2 g1 g2 h1");
    table.plays(beside, &[("f1 g1", "f1g1"), ("f1 h1", "f1h1"), ("h1 g1", "h1g1")]);
    for (mv, expected) in [
        ("f1h1", ["king max g1", "rook max f1"]),
        ("f1g1", ["king max g1", "rook max h1"]),
        ("h1g1", ["king max f1", "rook max g1"]),
    ] {
        assert_eq!(table.standing(&format!("{beside} moves {mv}"), &["king max", "rook max"]), expected, "{mv}");
    }
    // A king that stays, one that changes places with its rook, and one that goes the other way.
    for (setup, clicks, expected) in [
        ("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1 h1", ["king max g1", "rook max f1"]),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1 g1", ["king max g1", "rook max f1"]),
        ("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1 a1", ["king max c1", "rook max d1"]),
    ] {
        let mv = clicks.replace(' ', "");
        table.plays(&format!("fen {setup}"), &[(clicks, &mv)]);
        assert_eq!(table.standing(&format!("fen {setup} moves {mv}"), &["king max", "rook max"]), expected, "{setup}");
    }
}

#[test]
fn a_promotion_is_two_squares_and_a_choice() {
    let mut table = GestureEngine::of("chess", &[]);
    let white = "fen 1n2k3/P5P1/8/8/8/6p1/8/4K3 w - - 0 1";
    assert_eq!(table.next(white, "a7"), ("a8 b8".into(), None));
    assert_eq!(table.next(white, "a7 b8"), ("=bishop =knight =queen =rook".into(), None));
    table.plays(
        white,
        &[
            ("a7 a8 =queen", "a7a8q"),
            ("a7 b8 =queen", "a7b8q"),
            ("a7 b8 =rook", "a7b8r"),
            ("a7 b8 =bishop", "a7b8b"),
            ("a7 b8 =knight", "a7b8n"),
            ("g7 g8 =knight", "g7g8n"),
        ],
    );
    let promoted = format!("{white} moves a7b8n");
    assert_eq!(table.standing(&promoted, &["knight max", "knight min"]), ["knight max b8"]);
    // The choice is no spot, so that it has no mark.
    assert_eq!(table.board(&promoted).last(), ["a7", "b8"]);
    // Pawns on their way are not asked, and neither are other men on the last rank.
    let black = "fen 4k3/7r/8/8/8/6p1/p7/1N2K3 b - - 0 1";
    assert_eq!(table.next(black, "a2 b1"), ("=bishop =knight =queen =rook".into(), None));
    table.plays(black, &[("a2 a1 =queen", "a2a1q"), ("a2 b1 =knight", "a2b1n"), ("g3 g2", "g3g2"), ("h7 h1", "h7h1")]);
}

/// Who can place or move may not pass, and who cannot has one button and nothing else.
#[test]
fn a_pass_is_a_button() {
    for (game, position, pass, others) in [
        // The lowest disc of X is on b2, and the lowest of O on c3.
        ("flipello", "fen pppP/ppPP/pPPP/4 w", "b2b2", "startpos"),
        ("flipello", "fen PPPp/PPpp/Pppp/4 b", "b2b2", "fen 4/1pP1/1Pp1/4 b"),
        ("ataxx", "fen 7/7/7/7/ppppppp/ppppppp/PPPPPPP w", "a1a1", "startpos"),
        ("ataxx", "fen 4**p/4***/4***/7/7/7/P6 b", "g7g7", "fen P5p/7/7/7/7/7/p5P b"),
    ] {
        let mut table = GestureEngine::of(game, &[]);
        table.plays(position, &[("!pass", pass)]);
        assert_eq!(table.next(position, "").0, "!pass", "{game} {position}");
        let before = table.board(position);
        let after = table.board(&format!("{position} moves {pass}"));
        assert_eq!(before.json["tokens"], after.json["tokens"], "{game} {position}: nothing moves");
        assert_ne!(before.json["turn"], after.json["turn"], "{game} {position}");
        assert_eq!(after.last(), [""; 0], "a button leaves no mark");
        let free = table.next(others, "").0;
        assert!(!free.is_empty() && !free.contains("!pass"), "{game} {others}: {free}");
    }
}
