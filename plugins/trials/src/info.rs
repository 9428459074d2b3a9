//! Parsing of `info` lines.

/// The value after a keyword of an `info` line: the rest of the line for `pv`, two words for `score`, and one word for
/// other keywords.
#[must_use]
pub fn info_field<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let rest = line.strip_prefix("info")?;
    let value = rest.split_once(&format!(" {keyword} "))?.1;
    let count = match keyword {
        "pv" => return Some(value),
        "score" => 2,
        _ => 1,
    };
    let end = value.match_indices(' ').nth(count - 1).map_or(value.len(), |(at, _)| at);
    Some(&value[..end])
}
