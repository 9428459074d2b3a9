//! A position that was taken from a file.

use plyd_host::Library;
use plyd_protocol::{ClientRequest, Command, Mode, PositionText};
use plyd_session::client_name;
use std::sync::Arc;

/// A position, with its game and the rules of that.
#[derive(Debug)]
pub(in crate::cli) struct FilePosition {
    pub(in crate::cli) library: Arc<Library>,
    /// The options of the game: from the file, or else as they were set.
    pub(in crate::cli) options: Vec<(String, String)>,
    pub(in crate::cli) text: PositionText,
}

impl FilePosition {
    /// The lines that set it up in a session of its game, and another one.
    pub(in crate::cli) fn then(&self, line: &str) -> String {
        let options = self.options.iter().filter_map(|(name, value)| {
            let name = client_name(&self.library, self.library.option(name)?);
            Some(Command::SetOption { name, value: Some(value.clone()) })
        });
        let mut script = String::new();
        for command in options.chain([Command::Position(self.text.clone())]) {
            script.push_str(&format!("{}\n", ClientRequest { command: &command, mode: Mode::Uci }));
        }
        script + line + "\n"
    }
}
