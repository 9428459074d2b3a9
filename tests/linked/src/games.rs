//! The games that come with plyd, as libraries.

use amazons::Amazons;
use ataxx::Ataxx;
use backgammon::Backgammon;
use breakthrough::Breakthrough;
use cfour::ConnectFour;
use checkers::Checkers;
use chess::Chess;
use dotsandboxes::DotsAndBoxes;
use flipello::Flipello;
use go::Go;
use gomoku::Gomoku;
use hex::Hex;
use isola::Isola;
use kalah::Kalah;
use leaftree::LeafTree;
use morris::Morris;
use plyd_host::testing::linked;
use plyd_host::{Catalog, Library};
use std::sync::{Arc, LazyLock};
use tictactoe::TicTacToe;

/// Checked once a process.
static GAMES: LazyLock<[Arc<Library>; 17]> = LazyLock::new(|| {
    [
        linked::<Amazons>(),
        linked::<Ataxx>(),
        linked::<Backgammon>(),
        linked::<Breakthrough>(),
        linked::<ConnectFour>(),
        linked::<Checkers>(),
        linked::<Chess>(),
        linked::<DotsAndBoxes>(),
        linked::<Flipello>(),
        linked::<Go>(),
        linked::<Gomoku>(),
        linked::<Hex>(),
        linked::<Isola>(),
        linked::<Kalah>(),
        linked::<LeafTree>(),
        linked::<Morris>(),
        linked::<TicTacToe>(),
    ]
});

/// All games that come with plyd but nim, which is written in C.
///
/// # Panics
/// One of them does not pass the checks of a library.
#[must_use]
pub fn catalog() -> Catalog {
    plyd_host::testing::catalog(GAMES.iter().cloned())
}
