//! Colours of what the program itself says. The protocol and all other output has none.

use anstyle::{AnsiColor, Style};
use clap::builder::Styles;
use clap::{ColorChoice, ValueEnum};
use std::ffi::OsStr;

/// Headings of help.
pub(super) const HEADING: Style = AnsiColor::Green.on_default().bold();

/// What can be typed as it stands.
pub(super) const LITERAL: Style = AnsiColor::Cyan.on_default().bold();

/// The beginning of an error.
pub(super) const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Help and the errors of the command line.
pub(super) const HELP: Styles = Styles::styled()
    .header(HEADING)
    .usage(HEADING)
    .literal(LITERAL)
    .placeholder(AnsiColor::Cyan.on_default())
    .error(ERROR)
    .valid(LITERAL)
    .invalid(AnsiColor::Yellow.on_default().bold());

/// Decides for the whole process whether there are colours. What is said through `anstream` follows.
///
/// Help and errors come before all flags have been read, so the last `--color` of the line is looked for here.
pub(super) fn choose<T: AsRef<OsStr>>(line: &[T]) {
    let words = || line.iter().map(AsRef::as_ref).map(OsStr::to_str).take_while(|&word| word != Some("--")).flatten();
    let joined = words().filter_map(|word| word.strip_prefix("--color="));
    let parted = words().zip(words().skip(1)).filter(|(flag, _)| *flag == "--color").map(|(_, when)| when);
    let wanted = joined.chain(parted).filter_map(|when| ColorChoice::from_str(when, false).ok()).last();
    match wanted {
        Some(ColorChoice::Always) => colorchoice::ColorChoice::Always.write_global(),
        Some(ColorChoice::Never) => colorchoice::ColorChoice::Never.write_global(),
        Some(ColorChoice::Auto) | None => colorchoice::ColorChoice::Auto.write_global(),
    }
}
