//! The games that plyd and Cute Chess have by one name, played as Cute Chess plays them. What it sends and expects is
//! written down here anew, so that neither its program nor plyd's own rules are needed.

use plyd_tests::Engine;

/// A game in which a player needs stones in a row.
struct Rows {
    /// The name of the variant, for both.
    name: &'static str,
    files: usize,
    ranks: usize,
    /// So many stones win; more win too, or do not.
    wins: usize,
    more_win: bool,
    /// Whether stones fall.
    falls: bool,
    /// The position with which a game begins, as Cute Chess writes it, but for the stones that are left.
    start: &'static str,
}

const ROWS: [Rows; 3] = [
    Rows { name: "tictactoe", files: 3, ranks: 3, wins: 3, more_win: true, falls: false, start: "3/3/3" },
    Rows { name: "cfour", files: 7, ranks: 6, wins: 4, more_win: true, falls: true, start: "7/7/7/7/7/7" },
    Rows {
        name: "gomoku",
        files: 15,
        ranks: 15,
        wins: 5,
        more_win: false,
        falls: false,
        start: "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15",
    },
];

impl Rows {
    fn cells(&self) -> usize {
        self.files * self.ranks
    }

    /// The position that begins a game.
    fn position(&self) -> String {
        let (first, second) = ("P".repeat(self.cells().div_ceil(2)), "p".repeat(self.cells() / 2));
        format!("{}[{first}{second}] w - - 0 1", self.start)
    }

    /// The cells where the next stone may be placed, by file and rank.
    fn free(&self, stones: &[Vec<Option<usize>>]) -> Vec<(usize, usize)> {
        let all = (0..self.files).flat_map(|file| (0..self.ranks).map(move |rank| (file, rank)));
        let is_free = |(file, rank): &(usize, usize)| {
            stones[*file][*rank].is_none() && (!self.falls || *rank == 0 || stones[*file][rank - 1].is_some())
        };
        all.filter(is_free).collect()
    }

    /// Whether the stone that was placed last has made a row that wins.
    fn has_won(&self, stones: &[Vec<Option<usize>>], (file, rank): (usize, usize)) -> bool {
        let own = stones[file][rank];
        let at = |(right, up): (i32, i32), step: i32| {
            let (file, rank) = (file as i32 + step * right, rank as i32 + step * up);
            let column = usize::try_from(file).ok().and_then(|file| stones.get(file));
            column.and_then(|column| *column.get(usize::try_from(rank).ok()?)?)
        };
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|way| {
            let length = |sign: i32| (1..).take_while(|step| at(way, sign * step) == own).count();
            let row = 1 + length(1) + length(-1);
            row == self.wins || self.more_win && row > self.wins
        })
    }
}

/// A move as Cute Chess writes it: a stone of either player is a `P`.
fn text((file, rank): (usize, usize)) -> String {
    format!("P@{}{}", char::from(b'a' + file as u8), rank + 1)
}

/// An engine to which Cute Chess has said what it says before a game.
fn engine(variant: &str) -> Engine {
    let mut engine = Engine::start(&[]);
    let said = engine.ask("uci");
    let choices = said.iter().find(|line| line.starts_with("option name UCI_Variant ")).expect("variants");
    assert!(choices.split(" var ").any(|choice| choice == variant), "{choices}");
    engine.send(&format!("setoption name UCI_Variant value {variant}"));
    engine.send("ucinewgame");
    engine
}

/// Whether the answer to `query gameover` is yes.
fn is_over(engine: &mut Engine) -> bool {
    engine.ask("query gameover").iter().any(|line| line == "response true")
}

/// Plays a game to its end, from `position`: random stones against the engine's, so that long rows come about too.
fn play(game: &Rows, position: &str, seed: u64) {
    let mut engine = engine(game.name);
    let mut random = seed;
    let mut stones = vec![vec![None; game.ranks]; game.files];
    let mut moves = String::new();
    let mut is_won = false;
    for ply in 0.. {
        let free = game.free(&stones);
        let line = if moves.is_empty() { position.to_owned() } else { format!("{position} moves{moves}") };
        engine.send(&line);
        assert_eq!(is_over(&mut engine), is_won || free.is_empty(), "{}: {line}", game.name);
        if is_won || free.is_empty() {
            return;
        }
        let cell = if ply % 2 == 1 {
            // The numbers of Knuth's MMIX, from the upper bits.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            free[(random >> 33) as usize % free.len()]
        } else {
            let said = engine.go("go nodes 300");
            let best = said.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move");
            let best = best.split(' ').next().unwrap_or_default();
            let cell = free.iter().copied().find(|cell| text(*cell) == best);
            cell.unwrap_or_else(|| panic!("{}: Cute Chess knows no move `{best}` after {line}", game.name))
        };
        stones[cell.0][cell.1] = Some(ply % 2);
        is_won = game.has_won(&stones, cell);
        moves += &format!(" {}", text(cell));
    }
}

#[test]
fn games_of_rows_are_played_to_their_ends() {
    for game in &ROWS {
        for seed in 1..=2 {
            play(game, "position startpos", seed);
            play(game, &format!("position fen {}", game.position()), seed);
        }
    }
}

/// In its `gomoku` six in a row do not win, and White moves first.
#[test]
fn gomoku_is_that_of_cute_chess() {
    let mut engine = engine("gomoku");
    let row = "P@a1 P@a3 P@b1 P@b3 P@c1 P@c3 P@e1 P@d4 P@f1 P@e4 P@d1";
    for position in ["startpos".to_owned(), format!("fen {}", ROWS[2].position())] {
        engine.send(&format!("position {position} moves {row}"));
        assert!(!is_over(&mut engine), "six in a row");
        engine.send(&format!("position {position} moves P@h8 P@a1 P@h9 P@a2 P@h10 P@a3 P@h11 P@a4 P@h12"));
        assert!(engine.ask("query result").contains(&"response p1win".to_owned()));
    }
}

/// Whether a search answers with a move.
fn has_move(engine: &mut Engine) -> bool {
    let said = engine.go("go nodes 300");
    said.last().is_some_and(|line| line.starts_with("bestmove ") && line != "bestmove (none)")
}

/// Chess has another name there, so that no variant is sent, and the engine is one of chess alone. Castling in Chess960
/// takes the own rook.
#[test]
fn chess_and_chess960_are_played() {
    let mut standard = Engine::start(&["--game", "chess"]);
    standard.ask("uci");
    standard.send("ucinewgame");
    standard.send("position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6");
    assert!(has_move(&mut standard));
    let mut fischer = Engine::start(&["--game", "chess"]);
    assert!(fischer.ask("uci").iter().any(|line| line == "option name UCI_Chess960 type check default false"));
    fischer.send("setoption name UCI_Chess960 value true");
    fischer.send("ucinewgame");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1";
    let said = fischer.ask(&format!("position fen {start} moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8"));
    assert!(said.is_empty(), "{said:?}");
    assert!(has_move(&mut fischer));
}
