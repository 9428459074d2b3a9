//! Passwords from the password file of `libpq`.

use plyd_foreign::{HAND_WRITTEN, NeededAccess, UnreadableFile, bytes_of, open_private};
use postgres::Config;
use postgres::config::Host;
use std::path::PathBuf;

/// The default port of a server.
const PORT: u16 = 5432;

/// Looks up the password in the file named by `PGPASSFILE`, or in `~/.pgpass`.
///
/// # Errors
/// A sentence: the file exists, but other users can read it.
pub(crate) fn find(config: &Config, variable: &dyn Fn(&str) -> Option<String>) -> Result<Option<String>, String> {
    let home = || variable("HOME").map(|home| PathBuf::from(home).join(".pgpass"));
    let Some(file) = variable("PGPASSFILE").map(PathBuf::from).or_else(home) else { return Ok(None) };
    let content = open_private(&file, NeededAccess::Private).and_then(|open| bytes_of(open, HAND_WRITTEN));
    let content = match content {
        Ok(content) => content,
        Err(UnreadableFile::Exposed(_)) => {
            let file = file.display();
            return Err(format!(
                "the password file {file} is not used, as others may read it; `chmod 600 {file}` helps"
            ));
        }
        Err(_) => return Ok(None),
    };
    let host = config.get_hosts().first().map_or_else(|| "localhost".to_owned(), name_of);
    let port = config.get_ports().first().copied().unwrap_or(PORT).to_string();
    let user = config.get_user().unwrap_or_default();
    let wanted = [&host, &port, config.get_dbname().unwrap_or(user), user];
    Ok(String::from_utf8_lossy(&content).lines().find_map(|line| password(line, wanted)))
}

/// Returns the host name used in password files: a local socket is `localhost`.
fn name_of(host: &Host) -> String {
    match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(_) => "localhost".to_owned(),
    }
}

/// Returns the password of a matching line `host:port:database:user:password`.
fn password(line: &str, wanted: [&str; 4]) -> Option<String> {
    if line.starts_with('#') {
        return None;
    }
    let mut fields = vec![String::new()];
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        let last = fields.len() - 1;
        match letter {
            ':' if last < 4 => fields.push(String::new()),
            '\\' => fields[last].extend(letters.next()),
            letter => fields[last].push(letter),
        }
    }
    let mut fields = fields.into_iter();
    let fits = wanted.iter().all(|wanted| fields.next().is_some_and(|field| field == "*" || field == *wanted));
    fields.next().filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_fits_has_the_password() {
        let of = |line: &str| password(line, ["db", "5432", "games", "me"]);
        assert_eq!(of("db:5432:games:me:a:b\\:c\\\\"), Some("a:b:c\\".into()));
        assert_eq!(of("*:*:*:me:x"), Some("x".into()));
        for other in ["#*:*:*:*:x", "other:5432:games:me:x", "db:5432:games:me", "db:1:games:me:x", ""] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
