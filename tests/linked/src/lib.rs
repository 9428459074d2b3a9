//! Sessions in the process of a test, with games that are linked statically: no process, no socket, no file.
//!
//! An [`Engine`] here has the words of the one in `plyd_tests`, which is the built program on pipes. A test that speaks
//! the protocol and needs nothing else uses the one here, and takes milliseconds. The same tests can run over pipes of
//! a built program: see docs/testing.md.

// The games as `chess`, `go`, and so on, and the macro `each_game`.
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
