//! The files of a new game. They are part of the program, so that they always fit its plugin interface.

use super::sdk::{BOARD, PLUGIN, Sdk};
use super::{Language, Template, vendor};
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};

/// A file to write.
pub(super) struct TemplateFile {
    /// The path from the folder of the game.
    pub(super) path: String,
    /// All of it.
    pub(super) text: String,
}

/// The library that the project builds, or the text that is the game.
pub(super) struct TemplateLibrary {
    /// The folder it is built into, relative to the game's.
    pub(super) folder: &'static str,
    /// The name of the file.
    pub(super) file: String,
}

impl TemplateLibrary {
    /// The one of the game with this id.
    pub(super) fn of(language: Language, id: &str) -> Self {
        match language {
            // Cargo makes underscores of the dashes.
            Language::Rust => Self {
                folder: "target/release",
                file: format!("{DLL_PREFIX}plyd_{}{DLL_SUFFIX}", id.replace('-', "_")),
            },
            Language::C | Language::Cpp => Self { folder: "build", file: format!("{id}{DLL_SUFFIX}") },
            Language::Python => Self { folder: ".", file: format!("{id}.py") },
            Language::Ini => Self { folder: ".", file: format!("{id}.ini") },
        }
    }
}

/// What is written of a game, and for whom.
pub(super) struct TemplateGame<'a> {
    /// The id by which clients choose it.
    pub(super) id: &'a str,
    /// The library that will be built.
    pub(super) library: &'a TemplateLibrary,
    /// Which game it is.
    pub(super) template: Template,
    /// Whether a game in Rust has a copy of the SDK.
    pub(super) has_copy: bool,
}

impl TemplateGame<'_> {
    /// The one crate of a game in Rust, with the copy of the SDK if it gets one.
    ///
    /// # Errors
    /// The SDK cannot be written into a manifest.
    pub(super) fn rust(&self, sdk: &Sdk) -> anyhow::Result<Vec<TemplateFile>> {
        let manifest = include_str!("../../../templates/rust/Cargo.toml.in");
        let manifest = manifest.replace("@SDK@", &sdk.dependency(PLUGIN)?).replace("@KIT@", &sdk.dependency(BOARD)?);
        let (rules, tests) = match self.template {
            Template::Board => (
                include_str!("../../../templates/rust/board/lib.rs.in"),
                include_str!("../../../templates/rust/board/tests.rs.in"),
            ),
            Template::Empty => (
                include_str!("../../../templates/rust/empty/lib.rs.in"),
                include_str!("../../../templates/rust/empty/tests.rs.in"),
            ),
        };
        let mut files = vec![
            self.file("Cargo.toml", &manifest),
            self.file(".gitignore", include_str!("../../../templates/rust/gitignore.in")),
            self.file("README.md", include_str!("../../../templates/rust/README.md.in")),
            self.file("rustfmt.toml", include_str!("../../../templates/rust/rustfmt.toml.in")),
            self.file("src/lib.rs", rules),
            self.file("src/tests.rs", tests),
        ];
        if self.has_copy {
            files.append(&mut vendor::files(if self.template == Template::Board { BOARD } else { PLUGIN })?);
        }
        Ok(files)
    }

    /// A game in C, together with the header of this plyd's plugin interface.
    pub(super) fn c(&self) -> Vec<TemplateFile> {
        let (rules, tests) = match self.template {
            Template::Board => (
                include_str!("../../../templates/c/board/rules.h.in"),
                include_str!("../../../templates/c/board/test.c.in"),
            ),
            Template::Empty => (
                include_str!("../../../templates/c/empty/rules.h.in"),
                include_str!("../../../templates/c/empty/test.c.in"),
            ),
        };
        vec![
            self.file("Makefile", include_str!("../../../templates/c/Makefile.in")),
            self.file(".gitignore", include_str!("../../../templates/c/gitignore.in")),
            self.file("README.md", include_str!("../../../templates/c/README.md.in")),
            self.file("testing.h", include_str!("../../../templates/c/testing.h.in")),
            self.file("rules.h", rules),
            self.file(&format!("{}.c", self.id), include_str!("../../../templates/c/game.c.in")),
            // An id has no underscore, so this is never the game's own file.
            self.file(&format!("{}_test.c", self.id), tests),
            interface(),
        ]
    }

    /// A game in C++, together with the two headers.
    pub(super) fn cpp(&self) -> Vec<TemplateFile> {
        let (rules, tests) = match self.template {
            Template::Board => (
                include_str!("../../../templates/cpp/board/game.cpp.in"),
                include_str!("../../../templates/cpp/board/test.cpp.in"),
            ),
            Template::Empty => (
                include_str!("../../../templates/cpp/empty/game.cpp.in"),
                include_str!("../../../templates/cpp/empty/test.cpp.in"),
            ),
        };
        vec![
            self.file("Makefile", include_str!("../../../templates/cpp/Makefile.in")),
            self.file(".gitignore", include_str!("../../../templates/c/gitignore.in")),
            self.file("README.md", include_str!("../../../templates/cpp/README.md.in")),
            self.file("testing.h", include_str!("../../../templates/c/testing.h.in")),
            self.file(&format!("{}.cpp", self.id), rules),
            self.file(&format!("{}_test.cpp", self.id), tests),
            TemplateFile {
                path: "plyd.hpp".into(),
                text: include_str!("../../../../../plugins/sdk/include/plyd.hpp").into(),
            },
            interface(),
        ]
    }

    /// A game in Python: one that is shipped, under the name of this one.
    pub(super) fn python(&self) -> Vec<TemplateFile> {
        match self.template {
            Template::Board => self.renamed(
                "python",
                include_str!("../../../../../plugins/loaders/python/games/domineering.py"),
                "\n\nDomineering.ABOUT = ",
                [r#""domineering-py""#, r#""Domineering in Python""#],
                |text| format!("\"{text}\""),
            ),
            Template::Empty => self.renamed(
                "python",
                include_str!("../../../../../plugins/loaders/python/games/tictactoe.py"),
                "\n\nTicTacToe.ABOUT = ",
                [r#""tictactoe-py""#, r#""Tic-tac-toe in Python""#],
                |text| format!("\"{text}\""),
            ),
        }
    }

    /// A description in an .ini text: one that is shipped, under the name of this one.
    pub(super) fn ini(&self) -> Vec<TemplateFile> {
        match self.template {
            Template::Board => self.renamed(
                "ini",
                include_str!("../../../../../plugins/loaders/ini/games/hexapawn.ini"),
                "\nauthor = ",
                ["hexapawn", "Hexapawn"],
                str::to_owned,
            ),
            Template::Empty => self.renamed(
                "ini",
                include_str!("../../../../../plugins/loaders/ini/games/cram.ini"),
                "\nauthor = ",
                ["cram", "Cram"],
                str::to_owned,
            ),
        }
    }

    /// A text in which id and name of another game are replaced where they come first, and a page about it. What comes
    /// from `end` on is left out: who wrote the other game, and what it is called in other languages.
    fn renamed(
        &self,
        language: &str,
        text: &str,
        end: &str,
        [id, name]: [&str; 2],
        written: impl Fn(&str) -> String,
    ) -> Vec<TemplateFile> {
        let text = text.split_once(end).map_or(text, |(own, _)| own).trim_end().to_owned() + "\n";
        let text = text.replacen(id, &written(self.id), 1).replacen(name, &written(&name_for_people(self.id)), 1);
        let page = include_str!("../../../templates/text/README.md.in").replace("@LANGUAGE@", language);
        vec![TemplateFile { path: self.library.file.clone(), text }, self.file("README.md", &page)]
    }

    fn file(&self, path: &str, text: &str) -> TemplateFile {
        TemplateFile { path: path.into(), text: self.fill(text) }
    }

    /// The text of a template: without the parts for other games, and with the names of this one. A part begins with
    /// what it is for, as `@BOARD` on a line of its own, and goes on to `@END`.
    fn fill(&self, text: &str) -> String {
        let (about, texts) = match self.template {
            Template::Board => {
                (include_str!("../../../templates/board/about.in"), include_str!("../../../templates/board/texts.in"))
            }
            Template::Empty => {
                (include_str!("../../../templates/empty/about.in"), include_str!("../../../templates/empty/texts.in"))
            }
        };
        let (mut kept, mut keeps) = (String::with_capacity(text.len()), true);
        for line in text.lines() {
            match line {
                "@BOARD" => keeps = self.template == Template::Board,
                "@EMPTY" => keeps = self.template == Template::Empty,
                "@COPY" => keeps = self.has_copy,
                "@END" => keeps = true,
                _ if keeps => kept = kept + line + "\n",
                _ => {}
            }
        }
        kept.replace("@ABOUT@", about.trim_end())
            .replace("@TEXTS@", texts.trim_end())
            .replace("@ID@", self.id)
            .replace("@NAME@", &name_for_people(self.id))
            .replace("@LIBRARY@", &self.library.file)
    }
}

/// The header of the plugin interface.
fn interface() -> TemplateFile {
    TemplateFile {
        path: "plyd_plugin.h".into(),
        text: include_str!("../../../../../plugins/sdk/include/plyd_plugin.h").into(),
    }
}

/// `take-away` as `Take away`.
fn name_for_people(id: &str) -> String {
    let words = id.trim_end_matches('-').replace('-', " ");
    words[..1].to_ascii_uppercase() + &words[1..]
}
