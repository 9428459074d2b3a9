//! Positions as data: what libraries from disk say, against the schemas in docs/, and the game in C played by clicks
//! alone. The other games are played in `engine/session/tests`.

mod chance;
#[path = "../../../engine/session/tests/suite/views/clicks.rs"]
mod clicks;
#[path = "../../../engine/session/tests/suite/views/meaning.rs"]
mod meaning;
mod nim;
mod own_json;
#[path = "../../../engine/session/tests/suite/views/random_games.rs"]
mod random_games;
#[path = "../../../engine/session/tests/suite/views/schemas.rs"]
mod schemas;
