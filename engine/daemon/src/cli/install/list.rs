//! A list of games that can be installed: a text file in TOML with a name, an address and a SHA-256 for each. It may be
//! kept wherever text files are, such as in a repository or on the web.

use super::web;
use crate::bounded_file;
use anyhow::{Context, bail, ensure};
use plyd_foreign::{HAND_WRITTEN, one_line};
use plyd_host::{ContentHash, plain_name};
use plyd_tournament::settings::MatchSettingsError;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::Path;
use tokio_util::sync::CancellationToken;

/// A game of a list.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ListedGame {
    /// What it is called in the list.
    pub(super) name: String,
    /// A file, relative to the list, or an address.
    pub(super) address: String,
    /// Of the file, or of what `git ls-tree -rz HEAD` writes of the repository.
    pub(super) sha256: ContentHash,
}

#[derive(Debug, Deserialize)]
struct GamesList {
    #[serde(default, rename = "game")]
    games: Vec<ListedGame>,
}

/// Reads the game of this name from a list.
///
/// # Errors
/// The file cannot be read, is no list, or does not have the game once.
pub(super) fn find(file: &Path, name: &str) -> anyhow::Result<ListedGame> {
    let shown = file.display();
    let text = bounded_file::read(file).with_context(|| format!("cannot read {shown}"))?;
    found(&text, name).with_context(|| format!("the list {shown}"))
}

/// The same of a list on the web.
///
/// # Errors
/// Those of [`find`], and others on the way could change the list.
pub(super) fn find_on_web(address: &str, name: &str, stop: &CancellationToken) -> anyhow::Result<ListedGame> {
    let shown = one_line(address);
    ensure!(web::is_secure(address), "others on the way could change the list {shown}, as it is no https address");
    let text = String::from_utf8(web::fetch(address, HAND_WRITTEN, stop)?);
    text.map_err(Into::into).and_then(|text| found(&text, name)).with_context(|| format!("the list {shown}"))
}

fn found(text: &str, name: &str) -> anyhow::Result<ListedGame> {
    let GamesList { games } =
        toml::from_str(text).map_err(|error| MatchSettingsError::of_toml(&error)).context("it is no list of games")?;
    let mut names = HashSet::new();
    if let Some(twice) = games.iter().find(|game| !names.insert(plain_name(&game.name))) {
        bail!("it has the game `{}` twice", one_line(&twice.name));
    }
    let wanted = plain_name(name);
    match games.iter().find(|game| plain_name(&game.name) == wanted) {
        Some(game) => Ok(game.clone()),
        None => {
            let all: Vec<_> = games.iter().map(|game| one_line(&game.name)).collect();
            let all = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
            bail!("it has no game `{}`; its games: {all}", one_line(name))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_of_a_list_has_an_address_and_a_hash() {
        let hash = "a".repeat(64);
        let game = |name: &str| format!("[[game]]\nname = \"{name}\"\naddress = \"x.git\"\nsha256 = \"{hash}\"\n");
        let list = game("Lines of Action") + &game("pig");
        assert_eq!(found(&list, "lines-of-action").unwrap().address, "x.git");
        for (text, reason) in [
            (list.clone(), "it has no game `nim`; its games: Lines of Action, pig"),
            (String::new(), "it has no game `nim`; its games: none"),
            (game("pig") + &game("Pig"), "it has the game `Pig` twice"),
            (list.replace(&hash, "abc"), "it is no list of games"),
            (list.replace("sha256", "hash"), "it is no list of games"),
            ("games".to_owned(), "it is no list of games"),
        ] {
            let error = found(&text, "nim").unwrap_err();
            assert_eq!(error.to_string(), reason);
            // Its line is shown as such.
            assert_eq!(error.root_cause().is::<MatchSettingsError>(), reason == "it is no list of games", "{error:?}");
        }
    }
}
