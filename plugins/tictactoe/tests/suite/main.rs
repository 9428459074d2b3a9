//! Tests of tic-tac-toe against published numbers, and of the invariants of its texts.

mod positions;
mod rules;
mod text;

plyd_plugin::kit! {
    tictactoe::TicTacToe,
    the_laws_hold: [("", ""), ("PpP/1p1/P2 w", ""), ("3/1P1/3 b - - 7 12", "")];
    inputs: [("", "")], alike: 0
}
