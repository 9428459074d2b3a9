//! Sessions within the process of a test, with statically linked games: no process, no socket, no file.
//!
//! [`Engine`] has the same interface as the one in `plyd_tests`, which runs the built program on pipes. A test that
//! only uses the protocol should prefer the one here, which takes milliseconds. The same tests can also run against a
//! built program over pipes: see docs/testing.md.

// The games as modules `chess`, `go`, and so on, and the macro `each_game`.
include!(concat!(env!("OUT_DIR"), "/games.rs"));

mod engine;
mod games;
#[path = "../../fixtures/src/go.rs"]
pub mod go_with_rules;
#[path = "../../fixtures/src/heap.rs"]
#[expect(clippy::print_stdout, reason = "a setup can ask for this fault")]
pub mod heap;
pub mod planted;
mod program;
#[path = "../../fixtures/src/race.rs"]
pub mod race;
mod server;
#[path = "../../fixtures/src/stroll.rs"]
#[expect(clippy::print_stdout, reason = "a planted fault")]
pub mod stroll;

pub use engine::{Engine, engine};
pub use games::catalog;
pub use plyd_trials::{Client, PATIENCE, gtp, info_field, web_socket};
pub use server::Server;
