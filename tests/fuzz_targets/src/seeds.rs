//! Initial inputs, from the files in `seeds`, from the folders of games, and from the documentation.

use plyd_trials::Shipped;

/// Returns the seeds in the folder of a game.
pub(crate) fn of_game(id: &str) -> Vec<Vec<u8>> {
    Shipped::of(id).fuzz_seeds()
}

/// The protocol transcripts; `>` marks lines of a client.
const PROTOCOL: &str = include_str!("../../../protocol.md");

pub(crate) fn lines() -> Vec<Vec<u8>> {
    [of_side("> "), of_lines(include_str!("../seeds/lines.txt"))].concat()
}

pub(crate) fn replies() -> Vec<Vec<u8>> {
    [of_side("< "), of_lines(include_str!("../seeds/replies.txt"))].concat()
}

pub(crate) fn admin() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/admin.txt"))
}

pub(crate) fn http() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/http.txt"))
}

pub(crate) fn auth() -> Vec<Vec<u8>> {
    of_lines(include_str!("../seeds/auth.txt"))
}

pub(crate) fn tokens() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/tokens.txt"))
}

pub(crate) fn children() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/children.txt"))
}

pub(crate) fn decode() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/decode.txt"))
}

pub(crate) fn epd() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/epd.txt"))
}

pub(crate) fn pgn() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/pgn.txt"))
}

pub(crate) fn gtp() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/gtp.txt"))
}

pub(crate) fn sgf() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/sgf.txt"))
}

pub(crate) fn plans() -> Vec<Vec<u8>> {
    [of_parts(include_str!("../../../configs/match.toml")), of_parts(include_str!("../seeds/plans.txt"))].concat()
}

pub(crate) fn settings() -> Vec<Vec<u8>> {
    // Drops the comments, which make up most of the file.
    let all = include_str!("../../../configs/plyd.toml").lines().filter(|line| !line.starts_with('#'));
    let all = all.collect::<Vec<_>>().join("\n").into_bytes();
    [vec![all], of_parts(include_str!("../seeds/settings.txt"))].concat()
}

pub(crate) fn views() -> Vec<Vec<u8>> {
    of_parts(include_str!("../seeds/views.txt"))
}

fn of_side(mark: &str) -> Vec<Vec<u8>> {
    PROTOCOL.lines().filter_map(|line| line.strip_prefix(mark)).map(|line| line.as_bytes().to_vec()).collect()
}

/// Splits a file with one seed per line.
fn of_lines(file: &str) -> Vec<Vec<u8>> {
    file.lines().map(|line| line.as_bytes().to_vec()).collect()
}

/// Splits a file with seeds of several lines, separated by `%` lines.
fn of_parts(file: &str) -> Vec<Vec<u8>> {
    file.split("\n%\n").map(|part| part.as_bytes().to_vec()).collect()
}
