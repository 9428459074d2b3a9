//! Drives the built binary for the end-to-end tests: real processes, pipes and sockets, every wait with a deadline.

mod built;
mod checker;
pub mod child;
mod daemon;
mod engine;
#[cfg(target_os = "linux")]
mod family;
pub mod figures;
mod finished;
mod fixtures;
pub mod fuzz;
#[cfg(unix)]
pub mod load;
mod other_build;
mod process;
mod requirement;
mod shipped;
#[cfg(target_os = "linux")]
pub mod siege;
pub mod soak;
mod sources;
#[cfg(unix)]
mod terminal;
mod transcript;
mod usage;

pub use built::{binary, built_folder, cargo, share_build, target_folder};
pub use checker::assert_passes_the_checker;
pub use daemon::Daemon;
pub use engine::Engine;
#[cfg(target_os = "linux")]
pub use family::{Relative, descendants};
pub use finished::{Finished, finish, finish_reading, without_lack_of_limits};
pub use fixtures::{PluginFolder, fixture, planted, planted_copy, planted_in};
pub use other_build::{built_library, of_another_build};
pub use plyd_trials::{Client, PATIENCE, info_field};
pub use process::{Process, command, command_of, copy_environment};
pub use requirement::{browser, has_program, note_left_out, python};
pub use shipped::GAMES;
pub use sources::{SDK, Sources};
#[cfg(unix)]
pub use terminal::Terminal;
pub use transcript::{Transcript, difference};
pub use usage::Usage;
