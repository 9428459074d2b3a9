//! Records with fields, where standard error goes to the journal.

use plyd_tests::{Client, PATIENCE, Process, command};
use plyd_trials::left_out;
use std::collections::BTreeMap;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{UnixDatagram, UnixStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

/// Runs what follows with another folder of the journal: the first argument.
const WITH_JOURNAL: &str =
    "mount -t tmpfs none /run && mkdir /run/systemd && ln -s \"$1\" /run/systemd/journal || exit 9
    shift; exec \"$@\"";

fn in_namespace(journal: &Path, plyd: &Command) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--mount", "sh", "-c", WITH_JOURNAL, "sh"]).arg(journal);
    command.arg(plyd.get_program()).args(plyd.get_args());
    for (name, value) in plyd.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command
}

/// The fields of a record in the journal's own format: a name, the length of the value in 8 bytes, and the value.
fn fields(mut bytes: &[u8]) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    while let Some(end) = bytes.iter().position(|byte| matches!(byte, b'\n' | b'=')) {
        let name = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let (value, rest) = if bytes[end] == b'=' {
            let line = bytes[end + 1..].iter().position(|byte| *byte == b'\n').expect("the line has an end");
            (&bytes[end + 1..end + 1 + line], &bytes[end + 2 + line..])
        } else {
            let (length, rest) = bytes[end + 1..].split_first_chunk::<8>().expect("a length");
            let length = usize::try_from(u64::from_le_bytes(*length)).expect("it is small");
            (&rest[..length], &rest[length + 1..])
        };
        fields.insert(name, String::from_utf8_lossy(value).into_owned());
        bytes = rest;
    }
    fields
}

#[test]
fn records_have_fields_in_the_journal() {
    let folder = tempfile::tempdir().expect("a folder for the test");
    let probe = in_namespace(folder.path(), &Command::new("true")).stdin(Stdio::null()).output();
    if !probe.as_ref().is_ok_and(|output| output.status.success()) {
        return left_out("records in the journal", &format!("there is no mount namespace: {probe:?}"));
    }
    let journal = UnixDatagram::bind(folder.path().join("socket")).expect("a socket");
    // Read at once, as the journal does: only a few records wait in the socket, and then the server does.
    let (sender, records) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = [0; 65_536];
        while let Ok(count) = journal.recv(&mut bytes) {
            if sender.send(fields(&bytes[..count])).is_err() {
                return;
            }
        }
    });
    let errors = File::create(folder.path().join("errors")).expect("the folder can be written");
    let metadata = errors.metadata().expect("it is open");
    let lines = folder.path().join("lines");
    let mut plyd = command(&["serve", "-v", "--game", "tictactoe", "--listen", &format!("unix:{}", lines.display())]);
    plyd.env("JOURNAL_STREAM", format!("{}:{}", metadata.dev(), metadata.ino()));
    let mut server = in_namespace(folder.path(), &plyd);
    server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(errors);
    let _server = Process::new(server.spawn().expect("plyd starts"));
    let until = |message: &str| {
        loop {
            let fields = records.recv_timeout(PATIENCE).expect("a record in time");
            if fields.get("MESSAGE").is_some_and(|text| text.contains(message)) {
                return fields;
            }
        }
    };
    let loaded = until("loaded");
    assert!(loaded.contains_key("PLYD_GAME") && loaded.contains_key("PLYD_FILE"), "{loaded:?}");
    assert_eq!(loaded["SYSLOG_IDENTIFIER"], "plyd");
    let deadline = Instant::now() + PATIENCE;
    let stream = loop {
        match UnixStream::connect(&lines) {
            Ok(stream) => break stream,
            Err(error) => assert!(Instant::now() < deadline, "{error}"),
        }
    };
    let mut client = Client::new(stream.try_clone().expect("a socket can be duplicated"), stream);
    client.go("go depth 1");
    let begins = until("begins");
    assert_eq!((&*begins["PLYD_SESSION"], &*begins["PLYD_PEER"], &*begins["PRIORITY"]), ("1", "unix", "5"));
    let text = std::fs::read_to_string(folder.path().join("errors")).expect("it is text");
    assert!(text.contains("plyd: listening on ") && !text.contains("begins"), "{text}");
}

#[test]
fn a_variable_that_names_another_stream_changes_nothing() {
    let mut plyd = command(&["serve", "-v", "--listen", "127.0.0.1:0"]);
    plyd.env("JOURNAL_STREAM", "1:1");
    let daemon = plyd_tests::Daemon::spawn(plyd);
    let _client = daemon.client();
    daemon.log_until("begins");
}
