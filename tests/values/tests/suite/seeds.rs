//! The published examples, through the protocol; which leaves are read, through an observer.

use leaftree::LeafTree;
use plyd_plugin::{Options, Plugin};
use plyd_search::{Algorithm, Control, LeafKind, Observer, Root, SearcherLimits};
use plyd_tests::{Engine, info_field};
use plyd_trials::observed::search;
use tictactoe::TicTacToe;

/// X O X / . O . / X . .
const TUTORIAL_BOARD: &str = "PpP/1p1/P2";

/// What an engine said last before its `bestmove`, and that.
struct Said {
    info: String,
    best: String,
}

impl Said {
    fn field(&self, keyword: &str) -> &str {
        info_field(&self.info, keyword).unwrap_or_else(|| panic!("no {keyword} in `{}`", self.info))
    }

    fn score_and_nodes(&self) -> (&str, u64) {
        (self.field("score"), self.field("nodes").parse().unwrap())
    }
}

/// An engine that plays one game.
struct Player(Engine);

impl Player {
    fn of(game: &str) -> Self {
        Self(Engine::start(&["--game", game]))
    }

    fn search(&mut self, position: &str, algorithm: Algorithm) -> Said {
        self.0.send(&format!("setoption name Algorithm value {}", algorithm.name()));
        self.0.send(&format!("position {position}"));
        let mut lines = self.0.go("go");
        let best = lines.pop().unwrap().split(' ').nth(1).unwrap().to_owned();
        Said { info: lines.pop().unwrap_or_else(|| panic!("no info for {position}")), best }
    }
}

/// Writes down every leaf that is read.
#[derive(Default)]
struct Leaves(Vec<i32>);

impl Observer for Leaves {
    fn leaf(&mut self, _ply: usize, value: f64, _kind: LeafKind) {
        self.0.push(value as i32);
    }
}

fn leaves_read<P: Plugin>(setup: &str, algorithm: Algorithm) -> Vec<i32> {
    let (game, root) = P::open(setup, &Options::new(&[], "")).unwrap();
    let mut leaves = Leaves::default();
    search(&Root::new(&game, &root), algorithm, &SearcherLimits::default(), &Control::new(), &mut leaves, &mut |_| {});
    leaves.0
}

/// A tree with its value for MAX at the root, the best move, the nodes of alpha-beta and of minimax, and the leaves
/// that alpha-beta reads.
type Example = (&'static str, i32, &'static str, u64, u64, &'static [i32]);

const MAX_FIRST: [Example; 6] = [
    ("3 5 2 9", 3, "0", 6, 7, &[3, 5, 2]),
    ("13 8 24 -5 23 15 -14 -20", 13, "0", 14, 15, &[13, 8, 24, 23, 15, -14, -20]),
    ("3 5 2 9 12 5 23 23", 12, "1", 14, 15, &[3, 5, 2, 9, 12, 5, 23]),
    ("[[3,5,10],[2,2]]", 3, "0", 7, 8, &[3, 5, 10, 2]),
    ("[[3,5,10],[2,7,3],[2,7,3]]", 3, "0", 9, 13, &[3, 5, 10, 2, 2]),
    ("[[3,12,8],[2,4,6],[14,5,2]]", 3, "0", 11, 13, &[3, 12, 8, 2, 14, 5, 2]),
];

#[test]
fn published_trees_have_their_values_moves_and_counts() {
    let mut player = Player::of("leaftree");
    for (tree, value, best, alpha_beta_nodes, minimax_nodes, leaves) in MAX_FIRST {
        let score = format!("cp {value}");
        let position = format!("fen {tree}");
        for (algorithm, nodes) in [(Algorithm::Minimax, minimax_nodes), (Algorithm::AlphaBeta, alpha_beta_nodes)] {
            let said = player.search(&position, algorithm);
            assert_eq!(said.score_and_nodes(), (score.as_str(), nodes), "{} of {tree}", algorithm.name());
            assert_eq!(said.best, best, "{} of {tree}", algorithm.name());
        }
        let said = player.search(&position, Algorithm::Pvs);
        assert_eq!((said.field("score"), said.best.as_str()), (score.as_str(), best), "pvs of {tree}");
        assert_eq!(leaves_read::<LeafTree>(tree, Algorithm::AlphaBeta), leaves, "{tree}");
        assert_eq!(leaves_read::<LeafTree>(tree, Algorithm::Minimax).len(), tree.split([' ', ',']).count(), "{tree}");
    }
}

#[test]
fn published_trees_with_min_first_have_their_values_and_leaves() {
    let mut player = Player::of("leaftree");
    for (tree, value, leaves) in [("3 5 2 9", 5, 4), ("13 8 24 -5 23 15 -14 -20", 8, 6), ("3 5 2 9 12 5 23 23", 3, 5)] {
        for algorithm in Algorithm::BY_DEPTH {
            let said = player.search(&format!("fen {tree} min"), algorithm);
            // The score is seen by MIN, who is to move.
            assert_eq!(said.field("score"), format!("cp {}", -value), "{} of {tree}", algorithm.name());
            assert_eq!(said.best, "0", "{} of {tree}", algorithm.name());
        }
        assert_eq!(leaves_read::<LeafTree>(&format!("{tree} min"), Algorithm::AlphaBeta).len(), leaves, "{tree}");
    }
}

#[test]
fn the_principal_variation_spells_the_leaf_in_binary() {
    let mut player = Player::of("leaftree");
    for algorithm in Algorithm::BY_DEPTH {
        let said = player.search("fen 3 5 2 9 12 5 23 23", algorithm);
        assert_eq!((said.field("score"), said.best.as_str(), said.field("pv")), ("cp 12", "1", "1 0 0"));
    }
}

#[test]
fn unknown_leaves_matter_only_to_a_search_that_reads_them() {
    let mut player = Player::of("leaftree");
    let tree = "fen [[3,5,10],[2,?,?],[2,7,3]]";
    for algorithm in [Algorithm::AlphaBeta, Algorithm::Pvs] {
        let said = player.search(tree, algorithm);
        assert_eq!((said.field("score"), said.best.as_str()), ("cp 3", "0"), "{}", algorithm.name());
        if algorithm == Algorithm::AlphaBeta {
            assert_eq!(said.field("nodes"), "9");
        }
    }
    player.0.ask("setoption name Algorithm value minimax");
    player.0.ask(&format!("position {tree}"));
    let lines = player.0.go("go");
    let error = "info string error plugin the leaf at path 1 1 is unknown, `?`";
    assert!(lines.iter().any(|line| line == error), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "bestmove 0 ponder 0", "the best move before the unknown leaf was read");
    assert_eq!(player.search("fen 3 5 2 9", Algorithm::Minimax).field("score"), "cp 3", "the session goes on");
}

#[test]
fn the_tutorial_board_is_won_by_the_side_that_moves_next() {
    let mut player = Player::of("tictactoe");
    for turn in ["w", "b"] {
        for algorithm in Algorithm::BY_DEPTH {
            let said = player.search(&format!("fen {TUTORIAL_BOARD} {turn}"), algorithm);
            let (score, best) = match (algorithm, turn) {
                (Algorithm::Pvs, "b") => ("mate 1", "P@b1"),
                (Algorithm::Pvs, _) => ("mate 1", "P@a2"),
                // A win counts the same however late it comes, and the first best move is kept.
                _ => ("cp 10", "P@a2"),
            };
            assert_eq!((said.field("score"), said.best.as_str()), (score, best), "{} for {turn}", algorithm.name());
        }
    }
}

#[test]
fn the_empty_board_is_a_draw_after_the_published_number_of_nodes() {
    let mut player = Player::of("tictactoe");
    let said = player.search("startpos", Algorithm::Minimax);
    assert_eq!((said.score_and_nodes(), said.best.as_str()), (("cp 0", 549_946), "P@a3"));
    let said = player.search("startpos", Algorithm::AlphaBeta);
    assert_eq!((said.score_and_nodes(), said.best.as_str()), (("cp 0", 18_297), "P@a3"));
    assert_eq!(player.search("startpos", Algorithm::Pvs).field("score"), "cp 0");
}

#[test]
fn the_finished_games_of_tic_tac_toe_are_as_many_as_published() {
    let leaves = leaves_read::<TicTacToe>("", Algorithm::Minimax);
    let ended = |worth| leaves.iter().filter(|&&leaf| leaf == worth).count();
    assert_eq!((leaves.len(), ended(10), ended(-10), ended(0)), (255_168, 131_184, 77_904, 46_080));
}

#[test]
fn perft_counts_the_published_move_sequences() {
    const COUNTS: [u64; 10] = [1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let mut engine = Engine::start(&["--game", "tictactoe"]);
    for (plies, count) in COUNTS.into_iter().enumerate() {
        engine.send(&format!("go perft {plies}"));
        let lines = engine.until("Nodes searched");
        assert_eq!(lines.last().unwrap(), &format!("Nodes searched: {count}"), "{plies} plies");
        let moves = lines.iter().filter_map(|line| line.strip_prefix("P@")?.split_once(": "));
        let sum: u64 = moves.map(|(_, count)| count.parse::<u64>().unwrap()).sum();
        assert_eq!(sum, if plies == 0 { 0 } else { count }, "{lines:?}");
    }
}
