//! The files of a new game. They are part of the program, so that they always fit its plugin interface.

use super::Language;
use anyhow::Context;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::Path;

/// A file to write.
pub(super) struct File {
    /// The path from the folder of the game.
    pub(super) path: String,
    /// All of it.
    pub(super) text: String,
}

/// The library that the project builds.
pub(super) struct Library {
    /// The folder it is built into, from that of the game.
    pub(super) folder: &'static str,
    /// The name of the file.
    pub(super) file: String,
}

impl Library {
    /// The one of the game with this id.
    pub(super) fn of(language: Language, id: &str) -> Self {
        match language {
            // Cargo makes underscores of the dashes.
            Language::Rust => Self {
                folder: "target/release",
                file: format!("{DLL_PREFIX}plyd_{}{DLL_SUFFIX}", id.replace('-', "_")),
            },
            Language::C => Self { folder: "build", file: format!("{id}{DLL_SUFFIX}") },
        }
    }
}

/// The one crate of a game in Rust, which depends on the SDK by path.
///
/// # Errors
/// The path is not UTF-8, so no manifest can hold it.
pub(super) fn rust(id: &str, library: &Library, sdk: &Path) -> anyhow::Result<Vec<File>> {
    let sdk = sdk.to_str().with_context(|| format!("the path {} is not UTF-8", sdk.display()))?;
    let sdk = toml::Value::from(sdk).to_string();
    let file =
        |path: &str, text: &str| File { path: path.into(), text: fill(text, id, library).replace("@SDK@", &sdk) };
    Ok(vec![
        file("Cargo.toml", include_str!("../../../templates/rust/Cargo.toml.in")),
        file(".gitignore", include_str!("../../../templates/rust/gitignore.in")),
        file("README.md", include_str!("../../../templates/rust/README.md.in")),
        file("rustfmt.toml", include_str!("../../../templates/rust/rustfmt.toml.in")),
        file("src/lib.rs", include_str!("../../../templates/rust/lib.rs.in")),
        file("src/tests.rs", include_str!("../../../templates/rust/tests.rs.in")),
    ])
}

/// A game in C, together with the header of this plyd's plugin interface.
pub(super) fn c(id: &str, library: &Library) -> Vec<File> {
    let file = |path: &str, text: &str| File { path: path.into(), text: fill(text, id, library) };
    vec![
        file("Makefile", include_str!("../../../templates/c/Makefile.in")),
        file(".gitignore", include_str!("../../../templates/c/gitignore.in")),
        file("README.md", include_str!("../../../templates/c/README.md.in")),
        file("testing.h", include_str!("../../../templates/c/testing.h.in")),
        file("rules.h", include_str!("../../../templates/c/rules.h.in")),
        file(&format!("{id}.c"), include_str!("../../../templates/c/game.c.in")),
        // An id has no underscore, so this is never the game's own file.
        file(&format!("{id}_test.c"), include_str!("../../../templates/c/test.c.in")),
        File {
            path: "plyd_plugin.h".into(),
            text: include_str!("../../../../../plugins/sdk/include/plyd_plugin.h").into(),
        },
    ]
}

fn fill(text: &str, id: &str, library: &Library) -> String {
    text.replace("@ID@", id).replace("@NAME@", &name_for_people(id)).replace("@LIBRARY@", &library.file)
}

/// `take-away` as `Take away`.
fn name_for_people(id: &str) -> String {
    let words = id.trim_end_matches('-').replace('-', " ");
    words[..1].to_ascii_uppercase() + &words[1..]
}
