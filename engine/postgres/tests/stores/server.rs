//! A PostgreSQL server of a test.

use plyd_postgres::Address;
use plyd_trials::left_out;
use std::fs;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a server may take to start or to end.
const PATIENCE: Duration = Duration::from_secs(60);

/// The name of a server's socket.
const SOCKET: &str = ".s.PGSQL.5432";

/// Who runs the server where the tests run as root, which PostgreSQL refuses: nobody.
const NOBODY: u32 = 65_534;

pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    process: Option<Child>,
}

impl Server {
    /// A server with the database `games` and the user `plyd`; if it is not installed, says that `what` is skipped.
    pub(crate) fn start(what: &str) -> Option<Self> {
        let Some(programs) = programs() else {
            left_out(what, "PostgreSQL is not installed; `tests/python/setup.sh` installs it");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let mut server = Self { folder, programs, process: None };
        fs::create_dir(server.data()).unwrap();
        if is_root() {
            use std::os::unix::fs::{PermissionsExt, chown};
            fs::set_permissions(server.folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
            chown(server.data(), Some(NOBODY), Some(NOBODY)).unwrap();
        }
        let mut initdb = server.command("initdb");
        initdb.args(["--username=plyd", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]);
        let made = initdb.stdout(Stdio::null()).status().unwrap();
        assert!(made.success(), "initdb: {made}");
        server.run();
        server.execute("postgres", "CREATE DATABASE games");
        Some(server)
    }

    /// The address of the database, and perhaps of a match.
    pub(crate) fn address(&self, name: Option<&str>) -> String {
        let folder = self.data().display().to_string().replace('/', "%2F");
        let name = name.map_or_else(String::new, |name| format!("?match={name}"));
        format!("postgres://plyd@{folder}/games{name}")
    }

    /// Executes statements as the owner of everything.
    pub(crate) fn execute(&self, database: &str, sql: &str) {
        self.client(database).batch_execute(sql).unwrap();
    }

    pub(crate) fn client(&self, database: &str) -> postgres::Client {
        let mut config = postgres::Config::new();
        config.host_path(self.data()).user("plyd").dbname(database);
        let began = Instant::now();
        loop {
            match config.connect(postgres::NoTls) {
                Ok(client) => return client,
                Err(error) => assert!(began.elapsed() < PATIENCE, "the server does not start: {error}"),
            }
            sleep(Duration::from_millis(50));
        }
    }

    /// Ends the server as its administrator does, without waiting for clients.
    pub(crate) fn end(&mut self) {
        let Some(mut process) = self.process.take() else { return };
        let ended = self.command("pg_ctl").args(["stop", "--mode=fast", "--silent"]).stdout(Stdio::null()).status();
        if !ended.is_ok_and(|ended| ended.success()) {
            let _ = process.kill();
        }
        let _ = process.wait();
    }

    /// Starts it, for the first time or again.
    pub(crate) fn run(&mut self) {
        let folder = self.data();
        let mut command = self.command("postgres");
        command.args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "log_min_messages=fatal"]);
        command.arg("-k").arg(&folder).stdout(Stdio::null()).stderr(Stdio::null());
        self.process = Some(command.spawn().unwrap());
        drop(self.client("postgres"));
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// A program of PostgreSQL on these data, not as root.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-D").arg(self.data()).current_dir(self.folder.path()).stdin(Stdio::null());
        if is_root() {
            use std::os::unix::process::CommandExt;
            command.uid(NOBODY).gid(NOBODY);
        }
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Stands between clients and a server, and can cut off a client between its commit and the answer.
pub(crate) struct Proxy {
    folder: TempDir,
    armed: Arc<AtomicBool>,
    cuts: Arc<AtomicU64>,
}

impl Proxy {
    pub(crate) fn to(server: &Server) -> Self {
        let proxy = Self { folder: tempfile::tempdir().unwrap(), armed: Arc::default(), cuts: Arc::default() };
        let listener = UnixListener::bind(proxy.folder.path().join(SOCKET)).unwrap();
        let (armed, cuts, target) = (Arc::clone(&proxy.armed), Arc::clone(&proxy.cuts), server.data().join(SOCKET));
        // Ends with the process of the test.
        thread::spawn(move || {
            for client in listener.incoming().flatten() {
                let server = UnixStream::connect(&target).unwrap();
                let (armed, cuts) = (Arc::clone(&armed), Arc::clone(&cuts));
                let (from_client, to_server) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let is_cut = Arc::new(AtomicBool::new(false));
                let cutting = Arc::clone(&is_cut);
                thread::spawn(move || {
                    pass(from_client, to_server, |bytes| {
                        let is_commit = bytes.windows(6).any(|part| part == b"COMMIT");
                        if is_commit && armed.swap(false, Ordering::SeqCst) {
                            cutting.store(true, Ordering::SeqCst);
                        }
                        true
                    });
                });
                thread::spawn(move || {
                    pass(server, client, |_| {
                        let is_cut = is_cut.load(Ordering::SeqCst);
                        cuts.fetch_add(is_cut.into(), Ordering::SeqCst);
                        !is_cut
                    });
                });
            }
        });
        proxy
    }

    /// The address of a match behind it.
    pub(crate) fn address(&self, name: &str) -> Address {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        Address::read(&format!("postgres://plyd@{folder}/games?match={name}"), &|_| None).unwrap()
    }

    /// The next answer to a commit does not come, and its client is cut off.
    pub(crate) fn cut_next_commit(&self) {
        self.armed.store(true, Ordering::SeqCst);
    }

    pub(crate) fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::SeqCst)
    }
}

/// Passes bytes on as long as they are to be passed, and then closes both connections.
fn pass(mut from: UnixStream, mut to: UnixStream, mut passes: impl FnMut(&[u8]) -> bool) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes)
        && passes(&bytes[..count])
        && to.write_all(&bytes[..count]).is_ok()
    {}
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

/// The folder with the programs: one of the search path, or that of the newest version of Debian's package.
fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| ["initdb", "postgres", "pg_ctl"].iter().all(|name| folder.join(name).is_file());
    let mut packaged: Vec<_> = fs::read_dir("/usr/lib/postgresql")
        .map(|folders| folders.flatten().map(|folder| folder.path().join("bin")).collect())
        .unwrap_or_default();
    packaged.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    packaged.into_iter().rev().chain(std::env::split_paths(&path)).find(has_all)
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    fs::metadata(Path::new("/proc/self")).is_ok_and(|own| own.uid() == 0)
}
