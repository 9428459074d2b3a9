//! Perft of the start position of chess: by plyd, by the crate that plyd takes its rules from, and by other engines.

use cozy_chess::Board;
use plyd_benchmarks::{Contender, Scale, UciPeer, command_of, contest, loaded, say, timed};
use plyd_plugin::{Options, Plugin};
use plyd_search::{Control, PerftResult, Root, perft};
use plyd_trials::left_out;
use std::process::Command;

/// Leaves of the start position at some depths (chessprogramming.org, "Perft Results").
const LEAVES: [(u32, u64); 2] = [(5, 4_865_609), (6, 119_060_324)];

/// The leaves below a board, each of them played.
fn played(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += if depth > 1 { played(&child, depth - 1) } else { 1 };
        }
        false
    });
    leaves
}

/// The same, with the moves of the last ply counted and not played.
fn counted(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                leaves += counted(&child, depth - 1);
            }
        }
        false
    });
    leaves
}

fn total(perft: &PerftResult) -> u64 {
    match perft {
        PerftResult::Total(total) => *total,
        other => panic!("{other:?}"),
    }
}

/// The engine of this name, if the machine has it.
fn of_engine<'a>(name: &'a str, depth: u32) -> Option<Contender<'a>> {
    let Some(file) = command_of(name) else {
        left_out(&format!("perft of {name}"), "it is not installed");
        return None;
    };
    let mut engine = UciPeer::start(Command::new(file), &[]);
    Some(Contender::new(name, move || {
        timed(|| {
            let lines = engine.ask(&format!("position startpos\ngo perft {depth}"), "Nodes searched");
            let count = lines.last().and_then(|line| line.rsplit(' ').next()?.parse().ok());
            count.expect("an engine counts leaves")
        })
    }))
}

pub(crate) fn run(scale: Scale) {
    let (depth, leaves) = scale.pick(LEAVES[0], LEAVES[1]);
    let (game, root) = chess::Chess::open("", &Options::new(chess::Chess::OPTIONS, "")).expect("the setup is right");
    let library = loaded("chess", "");
    let slot = library.root();
    let board = Board::default();
    let mut contenders = vec![
        Contender::new("plyd, static", || {
            timed(|| total(&perft(&Root::new(&game, &root), depth, &Control::new(), &mut |_, _| {})))
        }),
        Contender::new("plyd, library", || {
            timed(|| total(&perft(&Root::new(&library, &slot), depth, &Control::new(), &mut |_, _| {})))
        }),
        Contender::new("cozy-chess, every leaf played", || timed(|| played(&board, depth))),
        Contender::new("cozy-chess, last ply counted", || timed(|| counted(&board, depth))),
    ];
    contenders.extend(["stockfish", "fairy-stockfish"].into_iter().filter_map(|name| of_engine(name, depth)));
    let results = contest(scale.pick(2, 3), contenders);
    say(&format!("chess, perft {depth} of the start position (leaves)"));
    for result in &results {
        assert_eq!(result.work, leaves, "{} counts wrong", result.name);
        say(&format!("{result}  {:.2} of plyd's time", result.time_to(&results[1])));
    }
    say("");
}
