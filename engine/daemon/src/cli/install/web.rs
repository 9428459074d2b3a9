//! Files of the web, which the program `curl` fetches.

use super::tool;
use anyhow::{Context, ensure};
use plyd_foreign::one_line;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// How long a file may take.
const TIME: Duration = Duration::from_secs(300);

/// Whether a text is the address of something on the web. It may be a file or a repository.
pub(super) fn is_web(text: &str) -> bool {
    is_secure(text) || text.starts_with("http://")
}

/// Whether what comes from this address cannot be changed on the way.
pub(super) fn is_secure(address: &str) -> bool {
    address.starts_with("https://")
}

/// The path in an address of the web, whose ending is the file's.
pub(super) fn path(address: &str) -> &Path {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let start = address.find("://").map_or(0, |at| at + "://".len());
    let path = &address[start.min(end)..end];
    // Without a path the ending would be the host's.
    Path::new(path.find('/').map_or("", |at| &path[at..]))
}

/// The address of a file beside the one with this address.
pub(super) fn beside(address: &str, file: &str) -> String {
    let end = address.find(['?', '#']).unwrap_or(address.len());
    let folder = address[..end].rfind('/').map_or(address, |at| &address[..at]);
    format!("{folder}/{file}")
}

/// Fetches a file of at most this many bytes.
///
/// # Errors
/// `curl` is missing, fails or takes too long; the file is longer; or it was [interrupted](tool::UserInterrupt).
pub(super) fn fetch(address: &str, most: u64, stop: &CancellationToken) -> anyhow::Result<Vec<u8>> {
    let mut curl = Command::new("curl");
    curl.args(["--fail", "--silent", "--show-error", "--globoff", "--location", "--max-redirs", "5"]);
    // Redirections lead to no other protocol, such as `file`, and never from a safe one to another.
    curl.args(["--proto", "=http,https", "--proto-redir", if is_secure(address) { "=https" } else { "=http,https" }]);
    curl.args(["--max-filesize", &most.to_string(), "--max-time", &TIME.as_secs().to_string(), "--url", address]);
    // One byte more shows that there are more, where the server does not say how many.
    let longest = usize::try_from(most + 1).unwrap_or(usize::MAX);
    let file = tool::run_for(curl, longest, TIME + Duration::from_secs(5), stop);
    let file = file.with_context(|| format!("cannot fetch {}", one_line(address)))?;
    ensure!(file.len() < longest, "{} has more than {most} bytes", one_line(address));
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_path_and_neighbours() {
        for (address, expected, neighbour) in [
            ("https://example.org/a/game.ini", "/a/game.ini", "https://example.org/a/b.so"),
            ("https://example.org/a/game.so?raw=1.txt#x", "/a/game.so", "https://example.org/a/b.so"),
            ("https://example.org/a?at=/b/", "/a", "https://example.org/b.so"),
        ] {
            assert_eq!(path(address), Path::new(expected), "{address}");
            assert_eq!(beside(address, "b.so"), neighbour, "{address}");
        }
        for no_path in ["https://example.so", "https://"] {
            assert_eq!(path(no_path), Path::new(""), "{no_path}");
        }
        assert!(is_web("http://a/b") && !is_secure("http://a/b") && !is_web("ssh://a/b") && !is_web("/https://a"));
    }
}
