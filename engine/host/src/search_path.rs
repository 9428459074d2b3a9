//! The folders to search for libraries.

use crate::library_files::libraries_in;
use etcetera::BaseStrategy;
use std::collections::HashSet;
use std::env;
use std::path::{Path, PathBuf};

/// The source of the folders beside the configured ones.
#[derive(Debug, Clone, Default)]
pub struct SearchPath {
    /// The folder of the running executable, if the system names it.
    pub executable: Option<PathBuf>,
    /// The system's folders of libraries, for an executable with none beside it.
    pub system: Vec<PathBuf>,
    /// The user's data folder, in which `plyd/plugins` is looked for.
    pub data: Option<PathBuf>,
}

impl SearchPath {
    /// Where administrators and packages install libraries, in the order in which other programs look too.
    pub const SYSTEM: &'static [&'static str] =
        if cfg!(unix) { &["/usr/local/lib/plyd", "/usr/lib/plyd"] } else { &[] };

    /// The folders this process searches: [`SearchPath::folders`] of [`SearchPath::of_process`].
    #[must_use]
    pub fn standard(configured: &[PathBuf]) -> Vec<PathBuf> {
        Self::of_process().folders(configured)
    }

    /// The environment of this process.
    #[must_use]
    pub fn of_process() -> Self {
        // Resolved, so that an executable started through a link still finds what is beside it.
        let executable = env::current_exe().and_then(|path| path.canonicalize()).ok();
        Self {
            executable: executable.and_then(|path| path.parent().map(Path::to_path_buf)),
            system: Self::SYSTEM.iter().map(PathBuf::from).collect(),
            data: etcetera::choose_base_strategy().ok().map(|user| user.data_dir()),
        }
    }

    /// The existing folders in search order, without repetition: the configured ones, the executable's,
    /// `../plugins` and `../lib/plyd` beside it, the user's. The folders of the system take the place of
    /// the three if the executable has no library beside it, or if its path is unknown, as without `/proc`. plyd does
    /// not search both: a program that was just built would find each game of an installed one a second time.
    ///
    /// A configured folder that does not exist is a warning in the log. The other folders need not exist.
    #[must_use]
    pub fn folders(&self, configured: &[PathBuf]) -> Vec<PathBuf> {
        let mut seen = HashSet::new();
        let mut folders = Vec::new();
        let mut add = |folder: &Path| match folder.canonicalize() {
            Ok(real) if real.is_dir() => {
                if seen.insert(real.clone()) {
                    folders.push(real);
                }
                Ok(())
            }
            Ok(_) => Err("it is not a folder".to_string()),
            Err(reason) => Err(reason.to_string()),
        };
        for folder in configured {
            if let Err(reason) = add(folder) {
                tracing::warn!("the plugin folder {} cannot be searched: {reason}", folder.display());
            }
        }
        for folder in self.standard_folders() {
            // Most of these exist on no machine.
            let _ = add(&folder);
        }
        folders
    }

    /// The folder of the user's own games, which need not exist; `None` for a user without a data folder.
    #[must_use]
    pub fn user_folder(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("plyd").join("plugins"))
    }

    /// Whether a folder, as [`folders`](Self::folders) returns it, is one of the program's own: that of its executable,
    /// one beside it, or one of the system. Whoever can write there can as well change the program, or is an
    /// administrator. All other folders are foreign, those of settings and of the user too.
    #[must_use]
    pub fn is_own(&self, folder: &Path) -> bool {
        let own = self.beside().into_iter().chain(self.system.iter().cloned());
        own.filter_map(|own| own.canonicalize().ok()).any(|own| own == folder)
    }

    /// The folder of the executable, and those beside it.
    fn beside(&self) -> Vec<PathBuf> {
        let beside = self.executable.iter().flat_map(|folder| {
            [folder.clone(), folder.join("..").join("plugins"), folder.join("..").join("lib").join("plyd")]
        });
        beside.collect()
    }

    fn standard_folders(&self) -> Vec<PathBuf> {
        let beside = self.beside();
        let has_libraries =
            beside.iter().any(|folder| libraries_in(folder).is_ok_and(|libraries| !libraries.is_empty()));
        let system = if has_libraries { &[][..] } else { &self.system };
        beside.into_iter().chain(system.iter().cloned()).chain(self.user_folder()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::create_dir_all;

    #[test]
    fn the_order_is_the_priority_and_no_folder_comes_twice() {
        let root = tempfile::tempdir().unwrap();
        // The temporary folder may itself be behind a link.
        let base = root.path().canonicalize().unwrap();
        let at = |name: &str| base.join(name);
        for name in ["own", "first", "second", "bin", "plugins", "lib/plyd", "data/plyd/plugins"] {
            create_dir_all(at(name)).unwrap();
        }
        let path = SearchPath {
            executable: Some(at("bin")),
            system: vec![at("lib/plyd"), at("first")],
            data: Some(at("data")),
        };
        let expected = ["own", "second", "bin", "plugins", "lib/plyd", "first", "data/plyd/plugins"].map(at);
        assert_eq!(path.folders(&[at("own"), at("missing"), at("second"), at("bin/../own")]), expected);
    }

    #[test]
    fn what_lies_beside_the_program_is_its_own_whoever_names_it() {
        let root = tempfile::tempdir().unwrap();
        let base = root.path().canonicalize().unwrap();
        let at = |name: &str| base.join(name);
        for name in ["named", "bin/below", "plugins", "lib/plyd", "usr", "data/plyd/plugins"] {
            create_dir_all(at(name)).unwrap();
        }
        let path =
            SearchPath { executable: Some(at("bin")), system: vec![at("usr"), at("missing")], data: Some(at("data")) };
        for name in ["bin", "plugins", "lib/plyd", "usr"] {
            assert!(path.is_own(&at(name)), "{name}");
        }
        for name in ["named", "bin/below", "lib", "data/plyd/plugins", "missing"] {
            assert!(!path.is_own(&at(name)), "{name}");
        }
        let [only] = path.folders(&[at("lib/../usr")])[..1].to_vec().try_into().unwrap();
        let only: PathBuf = only;
        assert!(path.is_own(&only), "the settings name a folder of the system");
        assert!(!SearchPath::default().is_own(&at("bin")));
        assert_eq!(path.user_folder(), Some(at("data/plyd/plugins")));
    }

    #[test]
    fn what_does_not_exist_is_left_out() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        let path = SearchPath { executable: Some(root.path().join("bin")), ..SearchPath::default() };
        assert_eq!(path.folders(&[file]), Vec::<PathBuf>::new());
    }

    #[test]
    fn the_systems_folders_are_for_an_executable_without_libraries() {
        let root = tempfile::tempdir().unwrap();
        let base = root.path().canonicalize().unwrap();
        let at = |name: &str| base.join(name);
        for name in ["bin", "lib/plyd", "local", "usr", "data/plyd/plugins"] {
            create_dir_all(at(name)).unwrap();
        }
        let path = SearchPath {
            executable: Some(at("bin")),
            system: vec![at("local"), at("missing"), at("usr"), at("local/../usr")],
            data: Some(at("data")),
        };
        // The loader of libraries, which is in /usr/bin on some systems, is none itself.
        std::fs::write(at("bin/ld.so"), "").unwrap();
        assert_eq!(path.folders(&[]), ["bin", "lib/plyd", "local", "usr", "data/plyd/plugins"].map(at));
        let unknown = SearchPath { executable: None, ..path.clone() };
        assert_eq!(unknown.folders(&[at("usr")]), ["usr", "local", "data/plyd/plugins"].map(at));

        std::fs::write(at("lib/plyd").join(format!("game.{}", env::consts::DLL_EXTENSION)), "").unwrap();
        assert_eq!(path.folders(&[]), ["bin", "lib/plyd", "data/plyd/plugins"].map(at));
        assert_eq!(unknown.folders(&[]), ["local", "usr", "data/plyd/plugins"].map(at));
    }

    #[test]
    fn a_process_searches_the_folder_of_its_executable() {
        let own = env::current_exe().unwrap().canonicalize().unwrap();
        assert!(SearchPath::standard(&[]).contains(&own.parent().unwrap().to_path_buf()));
    }
}
