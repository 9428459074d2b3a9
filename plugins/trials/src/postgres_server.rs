//! PostgreSQL servers for tests.

use crate::requirement::left_out;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The user id of `nobody`, who runs the server if the tests run as root, because PostgreSQL refuses to run as root.
#[cfg(unix)]
const NOBODY: u32 = 65_534;

/// A server with the user `plyd` and the empty database `postgres` on a separate socket. Dropping it stops the server.
#[derive(Debug)]
pub struct PostgresServer {
    folder: PathBuf,
    programs: PathBuf,
}

impl PostgresServer {
    /// Starts a server with its files in this folder. If PostgreSQL is not installed, reports that `what` is skipped
    /// and returns `None`.
    ///
    /// # Panics
    /// Panics if the server does not start, or under the conditions of [`left_out`].
    #[must_use]
    pub fn start(folder: &Path, what: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            left_out(what, "PostgreSQL is not installed; `tests/python/setup.sh` installs it");
            return None;
        };
        let server = Self { folder: folder.to_owned(), programs };
        fs::create_dir(server.data()).expect("the folder can be written to");
        #[cfg(unix)]
        if is_root() {
            use std::os::unix::fs::{PermissionsExt, chown};
            let changed = fs::set_permissions(folder, fs::Permissions::from_mode(0o755));
            changed.and_then(|()| chown(server.data(), Some(NOBODY), Some(NOBODY))).expect("root may change owners");
        }
        let how = ["--username=plyd", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"];
        server.execute("initdb", &how);
        server.run();
        Some(server)
    }

    /// Starts the server again.
    ///
    /// # Panics
    /// Panics if the server does not start.
    pub fn run(&self) {
        let options = format!("-k {} -c listen_addresses= -c fsync=off", self.data().display());
        let log = self.data().join("log");
        self.execute("pg_ctl", &["start", "--wait", "-o", &options, "-l", &log.display().to_string()]);
    }

    /// Stops the server like an administrator, without waiting for clients.
    ///
    /// # Panics
    /// Panics if the server does not stop.
    pub fn end(&self) {
        self.execute("pg_ctl", &["stop", "--wait", "--mode=fast"]);
    }

    /// The folder of the server's socket and data.
    #[must_use]
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// The address of the database.
    #[must_use]
    pub fn address(&self) -> String {
        format!("postgres://plyd@{}/postgres", self.data().display().to_string().replace('/', "%2F"))
    }

    /// Runs a program of PostgreSQL on this data folder, but never as root.
    fn execute(&self, program: &str, arguments: &[&str]) {
        let ended = self.command(program).args(arguments).status().expect("PostgreSQL is installed");
        assert!(ended.success(), "{program} {arguments:?}: {ended}");
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-D").arg(self.data()).current_dir(&self.folder);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        #[cfg(unix)]
        if is_root() {
            use std::os::unix::process::CommandExt;
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        // The server may have been stopped already.
        let _ = self.command("pg_ctl").args(["stop", "--wait", "--mode=immediate"]).stderr(Stdio::null()).status();
    }
}

/// The folder of PostgreSQL's programs: the newest version of Debian's packages, or the first match in the search path.
fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| ["initdb", "postgres", "pg_ctl"].iter().all(|name| folder.join(name).is_file());
    let mut packaged: Vec<_> = fs::read_dir("/usr/lib/postgresql")
        .map(|folders| folders.flatten().map(|folder| folder.path().join("bin")).collect())
        .unwrap_or_default();
    packaged.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged.into_iter().rev().chain(std::env::split_paths(&path)).find(has_all)
}

#[cfg(unix)]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0)
}
