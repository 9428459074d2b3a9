//! Positions as data: what libraries and sessions say, against the schemas in docs/, and games played by clicks alone.

mod clicks;
mod gestures;
mod meaning;
mod own_json;
mod playing;
mod schemas;
mod states;
