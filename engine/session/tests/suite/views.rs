//! Positions as data: what sessions say, against the schemas in docs/, and games played by clicks alone.

mod clicks;
mod gestures;
mod meaning;
mod playing;
mod random_games;
mod refusals;
mod schemas;
mod states;
