//! The folders to search for libraries.

use etcetera::BaseStrategy;
use std::collections::HashSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The source of the folders beside the configured ones.
#[derive(Debug, Clone, Default)]
pub struct SearchPath {
    /// A list of folders in the form of `PATH`.
    pub plugin_path: Option<OsString>,
    /// The folder of the running executable.
    pub executable: Option<PathBuf>,
    /// The user's data folder, in which `plyd/plugins` is looked for.
    pub data: Option<PathBuf>,
}

impl SearchPath {
    /// The variable that names further folders.
    pub const VARIABLE: &'static str = "PLYD_PLUGIN_PATH";

    /// The folders this process searches: [`SearchPath::folders`] of [`SearchPath::of_process`].
    #[must_use]
    pub fn standard(configured: &[PathBuf]) -> Vec<PathBuf> {
        Self::of_process().folders(configured)
    }

    /// The environment of this process.
    #[must_use]
    pub fn of_process() -> Self {
        // Resolved, so that an executable started through a link still finds what lies beside it.
        let executable = env::current_exe().and_then(|path| path.canonicalize()).ok();
        Self {
            plugin_path: env::var_os(Self::VARIABLE),
            executable: executable.and_then(|path| path.parent().map(Path::to_path_buf)),
            data: etcetera::choose_base_strategy().ok().map(|user| user.data_dir()),
        }
    }

    /// The existing folders in search order, without repetition: the configured ones, those of `PLYD_PLUGIN_PATH`, the
    /// executable's, `../plugins` and `../lib/plyd` beside it, the user's.
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

    fn standard_folders(&self) -> Vec<PathBuf> {
        // An empty entry would mean the current folder, which nobody asked for.
        let listed = self.plugin_path.iter().flat_map(env::split_paths).filter(|path| !path.as_os_str().is_empty());
        let beside = self.executable.iter().flat_map(|folder| {
            [folder.clone(), folder.join("..").join("plugins"), folder.join("..").join("lib").join("plyd")]
        });
        let user = self.data.iter().map(|folder| folder.join("plyd").join("plugins"));
        listed.chain(beside).chain(user).collect()
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
        let listed =
            env::join_paths([at("second"), PathBuf::new(), at("first"), at("absent"), at("bin/../own")]).unwrap();
        let path = SearchPath { plugin_path: Some(listed), executable: Some(at("bin")), data: Some(at("data")) };
        let expected = ["own", "second", "first", "bin", "plugins", "lib/plyd", "data/plyd/plugins"].map(at);
        assert_eq!(path.folders(&[at("own"), at("missing"), at("own/../own")]), expected);
    }

    #[test]
    fn what_does_not_exist_is_left_out() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        let path = SearchPath { plugin_path: None, executable: Some(root.path().join("bin")), data: None };
        assert_eq!(path.folders(&[file]), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_process_searches_the_folder_of_its_executable() {
        let own = env::current_exe().unwrap().canonicalize().unwrap();
        assert!(SearchPath::standard(&[]).contains(&own.parent().unwrap().to_path_buf()));
    }
}
