//! The environment of a process with limits.

use std::ffi::{OsStr, OsString};

/// What the runtimes of languages read: where libraries are, how texts and times are written, and how many threads and
/// arenas they may make. No other variable is passed on, because it may be a password.
const KEPT: [&str; 8] = [
    "LD_LIBRARY_PATH",
    "LANG",
    "LANGUAGE",
    "TZ",
    "GLIBC_TUNABLES",
    "MALLOC_ARENA_MAX",
    "GOMAXPROCS",
    "OMP_NUM_THREADS",
];

/// The beginning of the names of those for texts, such as `LC_ALL`.
const TEXTS: &str = "LC_";

/// The variables of this process that a process with limits gets, and no others: give them to the command that starts
/// it, after [`env_clear`](std::process::Command::env_clear).
#[must_use]
pub fn environment() -> Vec<(OsString, OsString)> {
    std::env::vars_os().filter(|(name, _)| is_kept(name)).collect()
}

fn is_kept(name: &OsStr) -> bool {
    name.to_str().is_some_and(|name| KEPT.contains(&name) || name.starts_with(TEXTS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_and_places_are_not_passed_on() {
        let is_kept = |name: &str| is_kept(OsStr::new(name));
        for secret in ["PGPASSWORD", "PLYD_SERVER_TOKEN_FILE", "HOME", "PATH", "LD_PRELOAD", "SSH_AUTH_SOCK", "LC", ""]
        {
            assert!(!is_kept(secret), "{secret}");
        }
        assert!(is_kept("TZ") && is_kept("LC_NUMERIC") && is_kept("LD_LIBRARY_PATH"));
    }
}
