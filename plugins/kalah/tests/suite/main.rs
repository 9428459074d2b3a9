//! The tests of kalah.

mod boards;
mod kit;
mod laws;
mod oracle;
mod perft;
mod plain;
mod rules;
mod search;
mod text;
mod values;
