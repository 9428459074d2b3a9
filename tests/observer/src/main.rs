//! Some searches that nobody observes, each with its nodes: the same work for whoever counts the instructions.

use plyd_plugin::{Options, Plugin};
use plyd_search::{Algorithm, Control, NoObserver, Root, SearcherLimits, SearcherSettings, TranspositionTable, search};
use std::io::{self, Write};

fn nodes<P: Plugin>(algorithm: Algorithm, depth: u32) -> u64 {
    let (game, state) = P::open("", &Options::new(P::OPTIONS, "")).expect("the start position opens");
    let table = TranspositionTable::new(1);
    let settings = SearcherSettings { algorithm, table: table.as_ref(), ..SearcherSettings::default() };
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    search(&Root::new(&game, &state), settings, &limits, &Control::new(), &mut NoObserver, &mut |_| {}).nodes
}

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "tictactoe minimax {}", nodes::<tictactoe::TicTacToe>(Algorithm::Minimax, 8))?;
    writeln!(out, "tictactoe alphabeta {}", nodes::<tictactoe::TicTacToe>(Algorithm::AlphaBeta, 9))?;
    writeln!(out, "kalah alphabeta {}", nodes::<kalah::Kalah>(Algorithm::AlphaBeta, 7))?;
    writeln!(out, "cfour pvs {}", nodes::<cfour::ConnectFour>(Algorithm::Pvs, 9))?;
    writeln!(out, "chess pvs {}", nodes::<chess::Chess>(Algorithm::Pvs, 6))
}
