//! A client's side: the answers of an engine.

/// The longest answer, in bytes; the longest that engines give is a list of their commands.
const LONGEST: usize = 1 << 20;

/// An answer of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpAnswer {
    /// The id that it repeats.
    pub id: Option<u32>,
    /// The result, or why there is none.
    pub outcome: Result<String, String>,
}

/// What a line of an engine is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLineKind {
    /// A part of an answer that goes on, or an empty line between two answers.
    Part,
    /// The end of this answer.
    Answer(GtpAnswer),
    /// No part of any answer.
    Stray,
}

/// Joins lines to answers.
#[derive(Debug, Default)]
pub struct AnswerListener {
    /// The answer that has begun.
    begun: Option<GtpAnswer>,
}

impl AnswerListener {
    /// Takes the next line, without blanks around it.
    pub fn take(&mut self, line: &str) -> EngineLineKind {
        let Some(mut answer) = self.begun.take() else {
            self.begun = begin(line);
            return if self.begun.is_some() || line.is_empty() { EngineLineKind::Part } else { EngineLineKind::Stray };
        };
        if line.is_empty() {
            return EngineLineKind::Answer(answer);
        }
        let (Ok(text) | Err(text)) = &mut answer.outcome;
        if text.len() + line.len() < LONGEST {
            text.push('\n');
            text.push_str(line);
        }
        self.begun = Some(answer);
        EngineLineKind::Part
    }
}

/// The first line of an answer: `=` or `?`, an id, a text.
fn begin(line: &str) -> Option<GtpAnswer> {
    let succeeds = line.starts_with('=');
    let rest = line.strip_prefix(['=', '?'])?;
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let text = rest[end..].trim().to_owned();
    Some(GtpAnswer { id: rest[..end].parse().ok(), outcome: if succeeds { Ok(text) } else { Err(text) } })
}
