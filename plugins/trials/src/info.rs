//! Reading of `info` lines.

/// What stands after a keyword of an `info` line: all the rest for `pv`, two words for `score`, else one word.
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
