use plyd_foreign::{one_line, one_line_of};

/// The most characters of a client's line that an error quotes.
const QUOTED: usize = 80;

/// The most characters of a client's line in a log.
const LOGGED: usize = 200;

/// The beginning of a client's text for use in an error: at most 80 characters of it, between backticks.
#[must_use]
pub fn quote(text: &str) -> String {
    if text.contains(TOKEN_MARK) {
        // It may be a token that belongs elsewhere, and errors end up in logs.
        return "`(secret)`".into();
    }
    format!("`{}`", one_line_of(text, QUOTED))
}

/// The beginning of a client's text for use in a log: at most 200 characters of it, without the words that may be a
/// token.
#[must_use]
pub fn for_log(text: &str) -> String {
    let mut is_secret = false;
    let mut shown = String::new();
    for word in text.split_whitespace().take(LOGGED) {
        let word = if is_secret || word.contains(TOKEN_MARK) { "(secret)" } else { word };
        // A byte order mark may stand before the first word.
        is_secret |= word.trim_start_matches('\u{feff}') == AUTH;
        shown.push_str(if shown.is_empty() { "" } else { " " });
        shown.extend(word.chars().take(LOGGED));
        if shown.len() >= LOGGED {
            break;
        }
    }
    one_line(&shown.chars().take(LOGGED).collect::<String>())
}

/// The command with a token after it.
const AUTH: &str = "auth";

/// What tokens of plyd begin with, so that programs find those that were published by mistake.
pub const TOKEN_MARK: &str = "plyd_token_";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_log_has_a_token() {
        for (line, logged) in [
            ("go depth 3", "go depth 3"),
            ("auth abc def", "auth (secret) (secret)"),
            ("  joho\tauth abc", "joho auth (secret)"),
            ("\u{feff}auth abc", "\u{feff}auth (secret)"),
            ("auht plyd_token_12", "auht (secret)"),
            ("xplyd_token_12", "(secret)"),
            ("go\u{202e} \u{1b}[2J", "go   [2J"),
            ("", ""),
        ] {
            assert_eq!(for_log(line), logged);
        }
        assert_eq!(for_log(&"é".repeat(1_000)).chars().count(), LOGGED);
        assert_eq!(for_log(&"a ".repeat(1_000)).chars().count(), LOGGED - 1);
        assert_eq!(quote("auht plyd_token_12"), "`(secret)`");
    }
}
