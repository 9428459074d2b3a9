//! The permitted schema of a record database.
//!
//! A record may be untrusted, and a database can compute: a view in place of a table can have endless rows, and a
//! trigger can have side effects. Therefore all definitions of the database are compared verbatim with the known ones
//! before anything else is read.

use crate::error::StoreFault;
use rusqlite::{Connection, Result};

/// The maximum number of definitions that are read, more than a record has.
const MOST_DEFINITIONS: usize = 64;

/// Checks that the database contains the `needed` tables, optionally the `possible` ones, and nothing else. Both are
/// given as the scripts that create them.
///
/// # Errors
/// An error of SQLite; or, as text, the difference from these tables.
pub(super) fn check(
    connection: &Connection,
    needed: &str,
    possible: &str,
) -> Result<std::result::Result<(), StoreFault>> {
    let mut missing: Vec<String> = definitions(needed).collect();
    let mut possible: Vec<String> = definitions(possible).collect();
    let mut statement = connection.prepare("SELECT type, name, sql FROM sqlite_schema LIMIT ?1")?;
    let mut rows = statement.query([MOST_DEFINITIONS as i64 + 1])?;
    let mut number = 0;
    while let Some(row) = rows.next()? {
        number += 1;
        let (kind, name) = (row.get::<_, String>(0)?, row.get::<_, String>(1)?);
        let Some(sql) = row.get::<_, Option<String>>(2)? else {
            // Automatic indices of tables, which are checked themselves.
            if kind == "index" && name.starts_with("sqlite_autoindex_") && number <= MOST_DEFINITIONS {
                continue;
            }
            return Ok(Err(foreign(&kind, &name)));
        };
        // Records contain no quotes, and a quote could disguise the beginning of a comment.
        if sql.contains(['"', '\'', '`', '[']) || sql.contains("/*") {
            return Ok(Err(foreign(&kind, &name)));
        }
        let found = plain(&sql);
        let mut is_known = false;
        for known in [&mut missing, &mut possible] {
            if let Some(place) = known.iter().position(|known| *known == found) {
                known.swap_remove(place);
                is_known = true;
            }
        }
        if !is_known || number > MOST_DEFINITIONS {
            return Ok(Err(foreign(&kind, &name)));
        }
    }
    let lack = |what: &String| format!("it lacks a table of records: {}", plyd_foreign::excerpt(what));
    Ok(missing.first().map_or(Ok(()), |what| Err(StoreFault::Foreign(lack(what)))))
}

fn foreign(kind: &str, name: &str) -> StoreFault {
    let (kind, name) = (plyd_foreign::one_line_of(kind, 20), plyd_foreign::one_line_of(name, 40));
    StoreFault::Foreign(format!("its database defines something that no record has, the {kind} `{name}`"))
}

/// Splits a script into definitions in the form of [`plain`].
fn definitions(script: &str) -> impl Iterator<Item = String> {
    let plain = plain(script);
    let all: Vec<String> = plain.split(';').map(str::to_owned).collect();
    all.into_iter().filter(|definition| !definition.is_empty())
}

/// Normalizes a definition: without comments, insignificant blanks, and words that SQLite does not store.
fn plain(sql: &str) -> String {
    let without_comments: Vec<&str> = sql.lines().map(|line| line.split("--").next().unwrap_or_default()).collect();
    let mut plain = String::with_capacity(sql.len());
    for word in without_comments.join(" ").split_whitespace() {
        let is_apart = |sign: Option<char>| sign.is_some_and(|sign| "(),;".contains(sign));
        if !plain.is_empty() && !is_apart(plain.chars().last()) && !is_apart(word.chars().next()) {
            plain.push(' ');
        }
        plain.push_str(word);
    }
    plain.replace(" IF NOT EXISTS ", " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_definition_is_the_same_however_it_is_written() {
        let one = "CREATE TABLE IF NOT EXISTS t (\n  a TEXT NOT NULL,  -- why, (so)\n  b INTEGER\n) STRICT;";
        assert_eq!(plain(one), "CREATE TABLE t(a TEXT NOT NULL,b INTEGER)STRICT;");
        assert_eq!(definitions(one).collect::<Vec<_>>(), [plain("CREATE TABLE t (a TEXT NOT NULL, b INTEGER) STRICT")]);
    }
}
