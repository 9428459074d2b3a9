use crate::GtpFailure;
use plyd_foreign::is_forbidden;
use std::fmt;

/// The first line of an answer that goes on while a search runs.
pub(crate) fn opening(id: Option<u32>) -> String {
    format!("={}\n", id.map_or_else(String::new, |id| id.to_string()))
}

/// A line as a terminal may show it: a library may write anything.
pub(crate) fn visible(line: &str) -> String {
    line.chars().filter(|&c| c == '\t' || !is_forbidden(c)).collect()
}

/// The answer to a command. Displays with the empty line that ends it, and without any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpReply {
    /// The id of the command.
    pub id: Option<u32>,
    /// The result, or why there is none.
    pub outcome: Result<String, GtpFailure>,
}

impl fmt::Display for GtpReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.outcome {
            Ok(text) => ('=', text.clone()),
            Err(failure) => ('?', failure.to_string()),
        };
        write!(f, "{mark}")?;
        if let Some(id) = self.id {
            write!(f, "{id}")?;
        }
        // An empty line would end it too soon, and a library may write anything. A text of several lines may begin on
        // a line of its own, as a board does.
        for (number, line) in text.lines().enumerate() {
            let visible = visible(line);
            match number {
                _ if visible.trim().is_empty() => {}
                0 => write!(f, " {visible}")?,
                _ => write!(f, "\n{visible}")?,
            }
        }
        f.write_str("\n\n")
    }
}
