//! The source of typed lines: an editor on a terminal, plain lines elsewhere.

use crate::errand::{TypedInput, Typing};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read from a pipe, in bytes.
const LONGEST_LINE: u64 = 64 * 1024;
/// The number of lines in the history.
const HISTORY: usize = 1_000;

/// A source of lines.
#[derive(Debug)]
pub(super) enum LineSource<I> {
    Plain(I),
    Edited(Box<Editor<MoveCompletions, MemHistory>>),
}

impl<I: BufRead> LineSource<I> {
    /// An editor on the terminal that standard input and output are.
    pub(super) fn edited(has_colours: bool) -> anyhow::Result<Self> {
        let config = Config::builder()
            .completion_type(CompletionType::List)
            .max_history_size(HISTORY)?
            .history_ignore_dups(true)?
            // Changes to the terminal's modes have to be undone, also when a signal ends the program.
            .bracketed_paste(false)
            // As everywhere else in the program, not as the editor would decide.
            .color_mode(if has_colours { ColorMode::Forced } else { ColorMode::Disabled })
            .build();
        let mut editor = Editor::with_history(config.clone(), MemHistory::with_config(&config))?;
        editor.set_helper(Some(MoveCompletions::default()));
        Ok(Self::Edited(Box::new(editor)))
    }

    /// Asks, and waits for a line. Tab completes these moves. `style` is what the prompt is wrapped in on a terminal.
    pub(super) fn ask(
        &mut self,
        prompt: &str,
        style: anstyle::Style,
        moves: Vec<String>,
        output: &mut impl Write,
    ) -> anyhow::Result<TypedInput> {
        match self {
            Self::Plain(input) => {
                output.write_all(prompt.as_bytes())?;
                output.flush()?;
                let answer = read_line(input)?;
                if matches!(answer, TypedInput::End) {
                    writeln!(output)?;
                }
                Ok(answer)
            }
            Self::Edited(editor) => {
                output.flush()?;
                if let Some(words) = editor.helper_mut() {
                    words.moves = moves;
                }
                let styled = format!("{style}{prompt}{style:#}");
                loop {
                    match editor.readline(&(prompt, styled.as_str())) {
                        Ok(line) => {
                            editor.add_history_entry(line.as_str())?;
                            return Ok(TypedInput::Line(line));
                        }
                        Err(ReadlineError::Eof) => return Ok(TypedInput::End),
                        Err(ReadlineError::Interrupted) => return Ok(TypedInput::Interrupted),
                        // Each such error takes at least a byte off the input, so this ends.
                        Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                            writeln!(output, "That key is not UTF-8, and the line was dropped. Type it again.")?;
                        }
                        Err(error) => return Err(anyhow::Error::new(error).context("cannot read from the terminal")),
                    }
                }
            }
        }
    }
}

fn read_line(input: &mut impl BufRead) -> anyhow::Result<TypedInput> {
    let mut line = Vec::new();
    input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(TypedInput::End);
    }
    if line.len() as u64 == LONGEST_LINE && line.last() != Some(&b'\n') {
        let text = format!("a line of the input is longer than {LONGEST_LINE} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, text).into());
    }
    Ok(TypedInput::Line(String::from_utf8_lossy(&line).into_owned()))
}

/// The completions of Tab: commands, and the moves of a position.
#[derive(Debug, Default)]
pub(super) struct MoveCompletions {
    moves: Vec<String>,
}

impl Completer for MoveCompletions {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = &line[..pos];
        let start = typed.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let (before, typed) = (typed[..start].trim(), &typed[start..]);
        let mut words = match before {
            "" => self.moves.iter().cloned().chain(Typing::words().map(str::to_owned)).collect(),
            _ => Vec::new(),
        };
        words.retain(|word: &String| word.starts_with(typed));
        Ok((start, words))
    }
}

impl Helper for MoveCompletions {}

impl Hinter for MoveCompletions {
    type Hint = String;
}

impl Highlighter for MoveCompletions {}

impl Validator for MoveCompletions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_lines_end_with_the_input_and_have_a_bound() {
        let mut input = &b"b2\n\xff\nquit"[..];
        for expected in ["b2\n", "\u{fffd}\n", "quit"] {
            assert!(matches!(read_line(&mut input).unwrap(), TypedInput::Line(line) if line == expected));
        }
        assert!(matches!(read_line(&mut input).unwrap(), TypedInput::End));
        let long = vec![b'x'; LONGEST_LINE as usize];
        assert!(read_line(&mut long.as_slice()).is_err());
    }
}
