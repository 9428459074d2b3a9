//! What operators expect of a server: figures, and an end that waits for the games.

mod admin;
mod drain;
mod figures;

pub(crate) use figures::until_figure;
