//! Standard error for people.

use crate::styles::ERROR;
use plyd_foreign::{one_line, told};
use plyd_tournament::settings::MatchSettingsError;
use std::io::{self, Write};

/// Prints a sentence on standard error, after the name of the program. Files, programs and libraries of others may have
/// a say in it, so it is one line.
pub(super) fn say(text: &str) {
    // Nothing is lost where it cannot be written.
    let _ = writeln!(io::stderr(), "plyd: {}", one_line(text));
}

/// Says on standard error why a command has failed.
pub(super) fn tell_error(error: &anyhow::Error) {
    // If standard error is closed too, there is no way to report it.
    let _ = writeln!(anstream::stderr(), "{ERROR}plyd:{ERROR:#} {}", text_of(error));
}

/// An error and its reasons. Files and programs of others have a say in it, so it is one line, but for an error of
/// settings, which knows which lines are its own.
fn text_of(error: &anyhow::Error) -> String {
    let mut parts: Vec<String> = Vec::new();
    for cause in error.chain() {
        let part = match cause.downcast_ref::<MatchSettingsError>() {
            Some(own) => own.to_string(),
            None => told(&cause.to_string()),
        };
        // Many errors end with their reason already.
        if !parts.last().is_some_and(|before| before.ends_with(&part)) {
            parts.push(part);
        }
    }
    parts.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use plyd_tournament::settings::MatchPlan;

    #[test]
    fn no_text_of_others_begins_a_line_of_an_error() {
        let forged = anyhow::anyhow!("a\nplyd: forged \u{1b}[2J").context("cannot\rread");
        assert_eq!(text_of(&forged), "cannot\\rread: a\\nplyd: forged \\u{1b}[2J");
        let plan =
            MatchPlan::from_toml("seed = 1\n\"x\\nplyd: forged\" = 1").map(|_| ()).context("plan.toml").unwrap_err();
        let text = text_of(&plan);
        assert!(text.starts_with("plan.toml: TOML parse error at line 2, column 1\n  |\n2 | "), "{text}");
        assert!(text.contains("`x\\nplyd: forged`") && !text.contains("\nplyd"), "{text}");
        assert!(text_of(&anyhow::anyhow!("x".repeat(1 << 20))).len() < 3_000);
    }
}
