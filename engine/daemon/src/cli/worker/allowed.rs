//! The programs that this machine starts for others, and with what.

use anyhow::Context;
use plyd_distribute::ProgramEngine;
use plyd_foreign::open_regular;
use plyd_host::ContentHash;
use plyd_tournament::settings::Permission;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The programs that this machine may start.
#[derive(Debug, Default)]
pub(super) struct AllowedPrograms {
    programs: BTreeMap<ContentHash, AllowedProgram>,
}

/// A program of the list.
#[derive(Debug, Default)]
struct AllowedProgram {
    /// Its file, if it is here.
    file: Option<PathBuf>,
    /// With what it may be started: one of these.
    permissions: Vec<Permission>,
}

impl AllowedPrograms {
    /// Reads lists of files and digests, each of which may have words after it.
    pub(super) fn read(lists: &[String]) -> anyhow::Result<Self> {
        let mut allowed = Self::default();
        for text in lists.iter().flat_map(|list| parts(list)).map(str::trim).filter(|text| !text.is_empty()) {
            let (program, words) = divided(text);
            let told = || format!("the program {program} of --allow-programs");
            let permission = Permission::read(words).with_context(told)?;
            let digest = program.to_ascii_lowercase().parse::<ContentHash>();
            let (hash, file) = match digest {
                Ok(hash) if !Path::new(program).exists() => (hash, None),
                _ => {
                    let path = fs::canonicalize(program).with_context(told)?;
                    (hash_of(&path).with_context(told)?, Some(path))
                }
            };
            let listed = allowed.programs.entry(hash).or_default();
            listed.file = listed.file.take().or(file);
            listed.permissions.push(permission);
        }
        Ok(allowed)
    }

    /// The file of a program of a run on this machine; `None` if it has to come from the broker.
    ///
    /// # Errors
    /// This machine does not start it, or not with these arguments and options.
    pub(super) fn file(&self, program: &ProgramEngine<'_>) -> Result<Option<&Path>, String> {
        let (name, hash) = (&program.engine.name, program.hash);
        let Some(listed) = self.programs.get(hash) else {
            return Err(format!(
                "engine {name} is a program (SHA-256 {hash}) that is not in the list of --allow-programs"
            ));
        };
        let checks = listed.permissions.iter().map(|permission| permission.check(program.engine));
        match checks.reduce(Result::or) {
            Some(Err(what)) => {
                Err(format!("engine {name} {what}, and --allow-programs of this worker does not list that"))
            }
            _ => Ok(listed.file.as_deref()),
        }
    }
}

/// The digest of a program's file.
pub(super) fn hash_of(path: &Path) -> std::io::Result<ContentHash> {
    ContentHash::of_reader(open_regular(path)?)
}

/// The parts of a list, between commas that are in no quotes.
fn parts(list: &str) -> Vec<&str> {
    let mut quote = None;
    let is_end = |letter: char| {
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            _ => {}
        }
        quote.is_none() && letter == ','
    };
    list.split(is_end).collect()
}

/// A program, and the words after it. A file whose name looks as if it had some is a file.
fn divided(text: &str) -> (&str, &str) {
    let begins = |&(place, _): &(usize, &str)| {
        let rest = text[place..].trim_start();
        ["args=", "option."].iter().any(|word| rest.trim_start_matches(['"', '\'']).starts_with(word))
    };
    let place = text.match_indices(char::is_whitespace).find(begins).map(|(place, _)| place);
    match place {
        Some(place) if !Path::new(text).exists() => (text[..place].trim_end(), text[place..].trim_start()),
        _ => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_programs_with_words_after_them() {
        assert_eq!(parts("a,b args='x,y' option.Z=1,c"), ["a", "b args='x,y' option.Z=1", "c"]);
        assert_eq!(divided("/my engines/x"), ("/my engines/x", ""));
        assert_eq!(divided("/my engines/x option.Hash=1 args=-q"), ("/my engines/x", "option.Hash=1 args=-q"));
        assert_eq!(divided("x 'option.Move Overhead=1'"), ("x", "'option.Move Overhead=1'"));
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("engine option.x=1");
        fs::write(&file, "a program").unwrap();
        let digest = "0".repeat(64);
        let list = [format!("{},{digest} option.Hash=1..8", file.display()), format!("{digest} args=-x")];
        let allowed = AllowedPrograms::read(&list).unwrap();
        let own = &allowed.programs[&ContentHash::of(b"a program")];
        assert_eq!((own.file.as_deref(), &*own.permissions), (Some(&*file), &[Permission::default()][..]));
        let other = &allowed.programs[&digest.parse().unwrap()];
        assert_eq!((other.file.as_deref(), other.permissions.len()), (None, 2));
        for (bad, part) in [
            ("/nowhere/engine", "the program /nowhere/engine of --allow-programs"),
            ("x option.Hash=1 dir=/tmp", "no setting `dir`"),
            ("/dev/zero", "a pipe or a device"),
        ] {
            let error = format!("{:#}", AllowedPrograms::read(&[bad.to_owned()]).unwrap_err());
            assert!(error.contains(part), "{error}");
        }
    }
}
