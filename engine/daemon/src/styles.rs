//! Colours of the program's own messages: help, errors, and a game in the terminal. All other output has none.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use clap::{ColorChoice, ValueEnum};
use std::ffi::OsStr;

/// Headings of help.
pub(crate) const HEADING: Style = AnsiColor::Green.on_default().bold();

/// Text to type literally.
pub(crate) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();

/// The beginning of an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();

/// The last move of a game in the terminal.
pub(crate) const MOVE: Style = AnsiColor::Green.on_default().bold();

/// The prompt of a game in the terminal.
pub(crate) const PROMPT: Style = Style::new().bold();

/// Help and the errors of the command line.
pub(crate) const HELP: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .placeholder(AnsiColor::Cyan.on_default())
    .error(ERROR)
    .valid(LITERAL)
    .invalid(AnsiColor::Yellow.on_default().bold());

/// Decides for the whole process whether there are colours. All output through `anstream` follows.
///
/// Help and errors come before all flags have been read, so the last `--color` of the line is looked for here.
pub(crate) fn choose<T: AsRef<OsStr>>(line: &[T]) {
    match asked_for(line) {
        Some(ColorChoice::Always) => colorchoice::ColorChoice::Always.write_global(),
        Some(ColorChoice::Never) => colorchoice::ColorChoice::Never.write_global(),
        Some(ColorChoice::Auto) | None => colorchoice::ColorChoice::Auto.write_global(),
    }
}

/// The last `--color` of a line, in either form.
fn asked_for<T: AsRef<OsStr>>(line: &[T]) -> Option<ColorChoice> {
    let words = line.iter().map(|word| word.as_ref().to_str()).take_while(|&word| word != Some("--"));
    let mut words = words.map(Option::unwrap_or_default).peekable();
    let mut wanted = None;
    while let Some(word) = words.next() {
        let when = if word == "--color" { words.peek().copied() } else { word.strip_prefix("--color=") };
        wanted = when.and_then(|when| ColorChoice::from_str(when, false).ok()).or(wanted);
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_choice_of_a_line_counts_in_either_form() {
        for (line, expected) in [
            ("go --depth 1", None),
            ("--color always go", Some(ColorChoice::Always)),
            ("--color always go --color=never", Some(ColorChoice::Never)),
            ("--color=never go --color always", Some(ColorChoice::Always)),
            ("--color=always go --color auto", Some(ColorChoice::Auto)),
            ("go -- --color always", None),
            ("go --color", None),
        ] {
            assert_eq!(asked_for(&line.split(' ').collect::<Vec<_>>()), expected, "{line}");
        }
    }
}
