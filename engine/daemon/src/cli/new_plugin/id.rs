//! The valid ids of new games.

use anyhow::bail;
use plyd_protocol::is_safe_option_text;

/// The longest id, in bytes.
const MAX_LENGTH: usize = 64;
/// The ids whose crates would be called as one that the game depends on.
const CRATES: [(&str, &str); 4] = [
    ("plugin", "the SDK"),
    ("board", "the crate for boards"),
    ("rules", "a part of the SDK"),
    ("textbook", "a part of the SDK"),
];

/// Checks that the host, clients and the build tools will accept an id.
///
/// # Errors
/// Says what is wrong, where, and what would be right.
pub(super) fn check(id: &str) -> anyhow::Result<()> {
    let rule = format!("an id has 1 to {MAX_LENGTH} of the characters a-z, 0-9 and `-`, and begins with a letter");
    let shown: String = id.chars().take(MAX_LENGTH).flat_map(char::escape_debug).collect();
    let wrong = if id.is_empty() {
        Some("it is empty".into())
    } else if let Some((at, found)) = id.chars().zip(1..).find_map(|(c, at)| (!is_allowed(c)).then_some((at, c))) {
        Some(format!("{found:?} at character {at}"))
    } else if !id.starts_with(|c: char| c.is_ascii_lowercase()) {
        Some(format!("it begins with `{}`", &id[..1]))
    } else if id.len() > MAX_LENGTH {
        Some(format!("it has {} characters", id.len()))
    } else {
        None
    };
    if let Some(wrong) = wrong {
        let instead = suggestion(id).map(|better| format!("; `{better}` would be valid")).unwrap_or_default();
        bail!("`{shown}` is not a valid id of a game: {wrong}: {rule}{instead}");
    }
    if !is_safe_option_text(id) {
        bail!(
            "`{id}` cannot be the id of a game, because clients split option lines at that word; `{id}-game` would be valid"
        );
    }
    if let Some((_, what)) = CRATES.iter().find(|(taken, _)| *taken == id) {
        bail!(
            "`{id}` cannot be the id of a game: its crate would be plyd-{id}, which is {what}; `{id}-game` would be valid"
        );
    }
    Ok(())
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'
}

/// An id that looks like the text, if there is one.
fn suggestion(text: &str) -> Option<String> {
    let lower = text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' });
    let lower: String = lower.collect();
    let words: Vec<_> = lower.split('-').filter(|word| !word.is_empty()).collect();
    let mut id = words.join("-");
    id.truncate(MAX_LENGTH);
    let id = id.trim_end_matches('-');
    (id.starts_with(|c: char| c.is_ascii_lowercase()) && check(id).is_ok()).then(|| id.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_host_takes_is_taken() {
        for id in ["nim", "take-away", "m-n-k", "connect4", "x", "fn", "match", "test", "self", "core", "a--"] {
            check(id).unwrap();
        }
        check(&"x".repeat(64)).unwrap();
    }

    #[test]
    fn a_bad_id_is_refused_with_the_place_and_a_better_one() {
        for (id, wrong, better) in [
            ("", "it is empty", None),
            ("Nim", "'N' at character 1", Some("nim")),
            ("take_away", "'_' at character 5", Some("take-away")),
            ("../nim", "'.' at character 1", Some("nim")),
            ("nim\n", "'\\n' at character 4", Some("nim")),
            ("höp", "'ö' at character 2", Some("h-p")),
            ("3-nim", "it begins with `3`", None),
            ("-nim", "it begins with `-`", Some("nim")),
            ("Max", "'M' at character 1", None),
        ] {
            let error = check(id).unwrap_err().to_string();
            assert!(error.contains(wrong), "{error}");
            let told = error.split_once("; `").map(|(_, rest)| rest.trim_end_matches("` would be valid"));
            assert_eq!(told, better, "{error}");
        }
        let error = check(&"x".repeat(65)).unwrap_err().to_string();
        assert!(error.contains("it has 65 characters") && error.contains(&format!("; `{}` ", "x".repeat(64))));
        for id in ["name", "var", "plugin", "board"] {
            let error = check(id).unwrap_err().to_string();
            assert!(error.ends_with(&format!("; `{id}-game` would be valid")), "{error}");
        }
    }
}
