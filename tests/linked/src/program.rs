//! The built program on pipes, which replaces an in-memory session.

use plyd_session::SharedSettings;
use plyd_trials::Client;
use serde::Serialize;
use std::env;
use std::path::PathBuf;
use std::process::{Child, Command};

/// The environment variable with the path of the program.
const PROGRAM: &str = "PLYD_TEST_PROGRAM";

/// The environment variable that selects whether the program runs its libraries in separate processes: see
/// docs/testing.md.
const ISOLATION: &str = "PLYD_TEST_ISOLATION";

/// Creates a command for the program that ignores the `PLYD_` settings of the environment; `None` if no program is
/// configured.
pub(crate) fn command() -> Option<Command> {
    let path = PathBuf::from(env::var_os(PROGRAM)?);
    let mut command = Command::new(&path);
    for (variable, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PLYD_")) {
        command.env_remove(variable);
    }
    command.env("PLYD_CONFIG", "");
    if let Some(folder) = path.parent() {
        command.env("PLYD_PLUGINS_CACHE_FOLDER", folder.join("test-library-cache"));
    }
    if let Some(isolation) = env::var_os(ISOLATION) {
        command.env("PLYD_PLUGINS_ISOLATION", isolation);
    }
    Some(command)
}

/// Adds these settings to the command.
pub(crate) fn with_settings(mut command: Command, settings: &SharedSettings) -> Command {
    if !settings.game.is_empty() {
        command.args(["--game", &settings.game]);
    }
    for (name, value) in &settings.options {
        command.args(["--option", &format!("{name}={value}")]);
    }
    let usual = SharedSettings::default();
    set_changed(&mut command, "SEARCH", &settings.search, &usual.search);
    set_changed(&mut command, "SESSION", &settings.session, &usual.session);
    command
}

/// A running program, which is killed at the end of the test.
pub(crate) struct Program(Child);

impl Program {
    /// Starts the program, with a client on its pipes.
    pub(crate) fn start(command: Command) -> (Client, Self) {
        let (client, child) = Client::of_program(command);
        (client, Self(child))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // The program may already have exited.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Sets, through environment variables, the keys of a settings table that differ from their defaults.
fn set_changed<T: Serialize>(command: &mut Command, table: &str, settings: &T, usual: &T) {
    let [settings, usual] =
        [settings, usual].map(|settings| serde_json::to_value(settings).expect("settings are plain data"));
    for (key, value) in settings.as_object().expect("they are a table") {
        if usual[key] != *value {
            let variable = format!("PLYD_{table}_{}", key.to_uppercase().replace('-', "_"));
            command.env(variable, value.to_string());
        }
    }
}
