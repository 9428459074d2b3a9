//! A PostgreSQL server for tests, with a database and clients.

use plyd_postgres::Address;
use plyd_trials::PostgresServer;
use std::io::{Read, Write};
use std::net::Shutdown;
use std::ops::Deref;
use std::os::unix::net::{UnixListener, UnixStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use tempfile::TempDir;

/// The file name of a server's socket.
const SOCKET: &str = ".s.PGSQL.5432";

/// A server with the database `games`.
pub(crate) struct DatabaseServer {
    // Before its folder: fields are dropped in declaration order.
    server: PostgresServer,
    _folder: TempDir,
}

impl Deref for DatabaseServer {
    type Target = PostgresServer;

    fn deref(&self) -> &PostgresServer {
        &self.server
    }
}

impl DatabaseServer {
    /// Starts a server. If PostgreSQL is not installed, prints that `what` is skipped.
    pub(crate) fn start(what: &str) -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let server = Self { server: PostgresServer::start(folder.path(), what)?, _folder: folder };
        server.execute("postgres", "CREATE DATABASE games");
        Some(server)
    }

    /// Returns the address of the database, optionally with a match.
    pub(crate) fn address(&self, name: Option<&str>) -> String {
        let name = name.map_or_else(String::new, |name| format!("?match={name}"));
        self.server.address().replace("/postgres", "/games") + &name
    }

    /// Executes statements as the superuser.
    pub(crate) fn execute(&self, database: &str, sql: &str) {
        self.client(database).batch_execute(sql).unwrap();
    }

    pub(crate) fn client(&self, database: &str) -> postgres::Client {
        let mut config = postgres::Config::new();
        config.host_path(self.data()).user("plyd").dbname(database);
        config.connect(postgres::NoTls).unwrap()
    }
}

/// A proxy between clients and a server, which can cut off a client between its commit and the answer.
pub(crate) struct Proxy {
    folder: TempDir,
    armed: Arc<AtomicBool>,
    cuts: Arc<AtomicU64>,
}

impl Proxy {
    pub(crate) fn to(server: &DatabaseServer) -> Self {
        let proxy = Self { folder: tempfile::tempdir().unwrap(), armed: Arc::default(), cuts: Arc::default() };
        let listener = UnixListener::bind(proxy.folder.path().join(SOCKET)).unwrap();
        let (armed, cuts, target) = (Arc::clone(&proxy.armed), Arc::clone(&proxy.cuts), server.data().join(SOCKET));
        // The thread ends with the test process.
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

    /// Returns the address of a match through the proxy.
    pub(crate) fn address(&self, name: &str) -> Address {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        Address::read(&format!("postgres://plyd@{folder}/games?match={name}"), &|_| None).unwrap()
    }

    /// Suppresses the answer to the next commit, and cuts off its client.
    pub(crate) fn cut_next_commit(&self) {
        self.armed.store(true, Ordering::SeqCst);
    }

    pub(crate) fn cuts(&self) -> u64 {
        self.cuts.load(Ordering::SeqCst)
    }
}

/// Forwards bytes while `passes` permits, then closes both connections.
fn pass(mut from: UnixStream, mut to: UnixStream, mut passes: impl FnMut(&[u8]) -> bool) {
    let mut bytes = vec![0; 1 << 16];
    while let Ok(count @ 1..) = from.read(&mut bytes)
        && passes(&bytes[..count])
        && to.write_all(&bytes[..count]).is_ok()
    {}
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}
