//! `plyd new-plugin`: a small working game in a new folder, as a start for authors.

mod id;
mod sdk;
mod templates;
mod vendor;

use super::command::{CliCommand, Isolates, RunCommand, SETTINGS};
use super::examples::example;
use super::groups::CommandGroup;
use super::program::Program;
use super::standard_output::print;
use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};
use sdk::Sdk;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use templates::{TemplateFile, TemplateGame, TemplateLibrary};

pub(super) const COMMAND: CliCommand = CliCommand {
    name: "new-plugin",
    group: CommandGroup::Authors,
    summary: "Create a new game from a template, in Rust, C, C++ or Python, or as a description",
    document: Some(("Writing a game for plyd", "../plugins/README.md")),
    examples: &[
        example("plyd new-plugin mygame", "in Rust, in the new folder `mygame`"),
        example("plyd new-plugin mygame --lang cpp", "in C++"),
        example("plyd new-plugin mygame --lang ini", "as a description of the rules, with nothing to build"),
        example("plyd new-plugin mygame --template empty", "a minimal game, without a board"),
    ],
    idle: SETTINGS,
    isolates: Isolates::Nothing,
    ..CliCommand::of::<NewPlugin>()
};

#[derive(Debug, Args)]
pub(super) struct NewPlugin {
    /// The id by which clients choose the game: a-z, 0-9 and `-`, starting with a letter
    #[arg(value_name = "NAME")]
    id: String,
    /// The language to write it in
    #[arg(long, value_enum, default_value_t = Language::Rust)]
    lang: Language,
    /// The game to start from
    #[arg(long, value_enum, default_value_t = Template::Board)]
    template: Template,
    /// The folder to create [default: NAME, in the current folder]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Where a game in Rust gets plyd's crates from: a version in the registry, the address of a git repository,
    /// optionally followed by `#BRANCH` or `#TAG`, or the folder `plugins/sdk` of plyd's sources [default: a copy in
    /// the folder `vendor` of the game]
    #[arg(long, value_name = "VERSION|GIT|DIR")]
    sdk: Option<PathBuf>,
}

/// A language that a game can be begun in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// With the traits of the crate plyd-plugin
    Rust,
    /// With the header plyd_plugin.h
    C,
    /// With the header plyd.hpp, in C++17
    Cpp,
    /// As a single text, which doesn't need to be built
    Python,
    /// As a description of the rules, which doesn't need to be built
    Ini,
}

/// A small game that works, to be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Template {
    /// A board game with options and a view: in Rust with the crate plyd-board
    Board,
    /// A minimal game: a heap of counters
    Empty,
}

impl RunCommand for NewPlugin {
    fn run(self: Box<Self>, _: &Program) -> anyhow::Result<ExitCode> {
        print(&write(&self)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes the game and returns what its author should do next, as lines of text.
///
/// # Errors
/// The id is none, the folder exists or cannot be written, or the SDK is none; then no folder is left behind.
fn write(wanted: &NewPlugin) -> anyhow::Result<String> {
    let id = wanted.id.as_str();
    id::check(id)?;
    let folder = wanted.folder.clone().unwrap_or_else(|| PathBuf::from(id));
    let library = TemplateLibrary::of(wanted.lang, id);
    ensure!(
        wanted.sdk.is_none() || wanted.lang == Language::Rust,
        "--sdk is for Rust; other games take their headers from this program"
    );
    let sdk = Sdk::of(wanted.sdk.as_deref())?;
    let game = TemplateGame { id, library: &library, template: wanted.template, has_copy: sdk == Sdk::Copy };
    let files = match wanted.lang {
        Language::Rust => {
            sdk.check(wanted.template)?;
            game.rust(&sdk)?
        }
        Language::C => game.c(),
        Language::Cpp => game.cpp(),
        Language::Python => game.python(),
        Language::Ini => game.ini(),
    };
    make(&folder, &files)?;
    Ok(next_steps(wanted.lang, id, &folder, &library))
}

/// Makes the folder, which must not exist, with these files in it, or leaves nothing behind.
fn make(folder: &Path, files: &[TemplateFile]) -> anyhow::Result<()> {
    fs::create_dir(folder).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            anyhow::anyhow!("{} already exists; choose another folder with --folder", folder.display())
        }
        _ => anyhow::Error::new(error).context(format!("cannot make the folder {}", folder.display())),
    })?;
    fill(folder, files).inspect_err(|_| {
        // The first error is the one to report.
        let _ = fs::remove_dir_all(folder);
    })
}

fn fill(folder: &Path, files: &[TemplateFile]) -> anyhow::Result<()> {
    for TemplateFile { path, text } in files {
        let path = folder.join(path);
        let written = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&path, text));
        written.with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn next_steps(language: Language, id: &str, folder: &Path, library: &TemplateLibrary) -> String {
    let steps = match language {
        Language::Rust => "  cargo test\n  cargo build --release\n",
        Language::C | Language::Cpp => "  make test\n  make\n",
        Language::Python | Language::Ini => "",
    };
    let TemplateLibrary { folder: output, file } = library;
    format!(
        "Wrote the game `{id}` to {shown}. Next:\n\n  \
         cd {quoted}\n\
         {steps}  \
         plyd check {output}/{file}\n  \
         plyd play --plugin-dir {output} --game {id}\n\n\
         README.md in that folder describes the files. plugins/README.md in the sources of plyd is the full guide; \
         an installed plyd has it in share/doc/plyd.\n",
        shown = folder.display(),
        quoted = shell_word(&folder.display().to_string()),
    )
}

/// The text as one word of a POSIX shell.
fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,:@%".contains(c);
    if !text.is_empty() && !text.starts_with('-') && text.chars().all(is_plain) {
        return text.into();
    }
    let quoted = format!("'{}'", text.replace('\'', r"'\''"));
    if text.starts_with('-') { format!("-- {quoted}") } else { quoted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_that_cannot_be_filled_is_removed() {
        let outer = tempfile::tempdir().unwrap();
        let folder = outer.path().join("game");
        let file = |path: &str| TemplateFile { path: path.into(), text: String::new() };
        let error = make(&folder, &[file("src"), file("src/lib.rs")]).unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
        assert!(!folder.exists());
        make(&folder, &[file("src/lib.rs")]).unwrap();
        assert!(folder.join("src/lib.rs").exists());
    }

    #[test]
    fn an_existing_folder_is_left_as_it_is() {
        let outer = tempfile::tempdir().unwrap();
        fs::write(outer.path().join("mine"), "text").unwrap();
        let error = make(outer.path(), &[TemplateFile { path: "mine".into(), text: "other".into() }]).unwrap_err();
        assert!(error.to_string().contains("exists"), "{error}");
        assert_eq!(fs::read_to_string(outer.path().join("mine")).unwrap(), "text");
    }

    #[test]
    fn a_folder_is_one_word_of_the_shell() {
        for (text, word) in
            [("nim", "nim"), ("/a/b_c", "/a/b_c"), ("my game", "'my game'"), ("it's", r"'it'\''s'"), ("-x", "-- '-x'")]
        {
            assert_eq!(shell_word(text), word);
        }
    }
}
