//! Who may enter a server: tokens, TLS, Unix sockets, and what is refused to other machines.

mod command;
#[cfg(feature = "long-tests")]
mod crowd;
#[cfg(target_os = "linux")]
mod floods;
mod hostile;
mod memory;
mod remote;
mod sockets;
mod tls;
mod tokens;

use plyd_tests::{Client, Daemon, Engine, Finished, PATIENCE, command, finish};
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How soon the sessions of a revoked token end: what protocol.md promises.
const REVOKED_WITHIN: Duration = Duration::from_secs(10);

/// A folder with the files of a server: its tokens, its certificate and its key.
struct Keys {
    folder: TempDir,
}

impl Keys {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("a folder for the test") }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).to_str().expect("it is text").to_owned()
    }

    /// `plyd token` with these arguments, on the file of tokens.
    fn token_command(&self, arguments: &[&str]) -> Finished {
        run(&[&["token"], arguments, &["--token-file", &self.text("tokens")]].concat())
    }

    /// A new token.
    fn new_token(&self, name: &str, rights: &str) -> String {
        let made = self.token_command(&["new", name, "--rights", rights]);
        assert!(made.status.success(), "{}", made.errors);
        made.output.trim_end().to_owned()
    }

    fn revoke(&self, name: &str) {
        let revoked = self.token_command(&["revoke", name]);
        assert!(revoked.status.success(), "{}", revoked.errors);
    }

    /// A file with this text that only its owner can read.
    fn private(&self, name: &str, text: &str) -> String {
        fs::write(self.path(name), text).expect("the folder can be written");
        set_mode(&self.path(name), 0o600);
        self.text(name)
    }

    /// A server that needs tokens, with these additional arguments.
    fn daemon(&self, arguments: &[&str]) -> Daemon {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--token-file", &self.text("tokens"), "-v"]);
        command.args(arguments);
        Daemon::spawn(command)
    }

    /// An authority in `ca.pem`, and a certificate of it for these names in `cert.pem` with its key in `key.pem`.
    fn make_certificate(&self, names: &[&str]) {
        self.make_certificate_with(names, |_| {});
    }

    /// The same, with something else about the certificate.
    fn make_certificate_with(&self, names: &[&str], change: impl FnOnce(&mut CertificateParams)) {
        let authority_key = KeyPair::generate().expect("a key");
        let mut authority = CertificateParams::new([]).expect("no names");
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.distinguished_name.push(DnType::CommonName, "an authority for tests");
        let certificate = authority.self_signed(&authority_key).expect("a certificate");
        fs::write(self.path("ca.pem"), certificate.pem()).expect("the folder can be written");
        let key = KeyPair::generate().expect("a key");
        let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
        let mut params = CertificateParams::new(names).expect("names of hosts");
        change(&mut params);
        let issuer = Issuer::new(authority, authority_key);
        let certificate = params.signed_by(&key, &issuer).expect("a certificate");
        fs::write(self.path("cert.pem"), certificate.pem()).expect("the folder can be written");
        self.private("key.pem", &key.serialize_pem());
    }

    /// The arguments of a server for TLS.
    fn tls(&self) -> [String; 4] {
        ["--tls-certificate".into(), self.text("cert.pem"), "--tls-key".into(), self.text("key.pem")]
    }
}

fn run(arguments: &[&str]) -> Finished {
    finish(command(arguments), PATIENCE)
}

fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("the file is the test's own");
}

fn strings(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

fn client(stream: TcpStream) -> Client {
    Client::new(stream.try_clone().expect("a socket can be duplicated"), stream)
}

/// A client that was let in.
fn enter(daemon: &Daemon, token: &str) -> Client {
    let mut client = daemon.client();
    client.send(&format!("auth {token}"));
    assert_eq!(client.line(), "authok");
    client
}

/// Waits until a new client that sends this token gets this beginning of an answer.
fn until_answered(daemon: &Daemon, token: &str, answer: &str) {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let mut client = daemon.client();
        client.send(&format!("auth {token}"));
        let said = client.line();
        if said.starts_with(answer) {
            return;
        }
        assert!(Instant::now() < deadline, "{said}");
    }
}

/// Starts `plyd connect` with these arguments.
fn bridge(arguments: &[&str]) -> Engine {
    Engine::start(&[&["connect"], arguments].concat())
}

fn assert_ready(client: &mut Client) {
    client.send("isready");
    assert_eq!(client.line(), "readyok");
}
