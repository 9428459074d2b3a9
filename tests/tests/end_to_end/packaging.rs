//! The files that only packages have: units for systemd, the settings of the service, the recipe of a container.

use plyd_tests::{Finished, PATIENCE, binary, command, finish, has_program};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The most that `systemd-analyze security` may find, in tenths; a unit without any limit has 96. One of these is for the
/// namespaces of users, in which the threads of libraries are limited.
const EXPOSURE: &str = "--threshold=16";

fn packaging() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../configs/packaging")
}

/// The text of each unit, by its file's name.
fn units() -> BTreeMap<String, String> {
    let folder = packaging().join("root/usr/lib/systemd/system");
    let files = fs::read_dir(folder).expect("there are units").map(|entry| entry.expect("it can be read").path());
    files
        .map(|path| {
            let name = path.file_name().expect("it has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("it is text"))
        })
        .collect()
}

/// A folder of units, which start the program that was built.
struct Units(TempDir);

impl Units {
    fn new(units: &BTreeMap<String, String>) -> Self {
        let folder = tempfile::tempdir().expect("there is a temporary folder");
        let program = binary();
        let program = program.to_str().expect("the path is text");
        for (name, text) in units {
            fs::write(folder.path().join(name), text.replace("/usr/bin/plyd", program)).expect("it can be written");
        }
        Self(folder)
    }

    /// What systemd-analyze says of these units.
    fn analyze(&self, arguments: &[&str], names: impl IntoIterator<Item = impl AsRef<str>>) -> Finished {
        let mut analyze = Command::new("systemd-analyze");
        analyze.args(arguments).args(names.into_iter().map(|name| self.0.path().join(name.as_ref())));
        finish(analyze, PATIENCE)
    }
}

#[test]
fn systemd_understands_every_line_of_the_units() {
    if !has_program("systemd-analyze", "the units for systemd") {
        return;
    }
    let verify = ["verify", "--man=no", "--recursive-errors=yes"];
    let texts = units();
    let Finished { status, output, errors } = Units::new(&texts).analyze(&verify, texts.keys());
    assert!(status.success() && errors.is_empty(), "{output}{errors}");
    // It does find such faults.
    for fault in ["\n[Service]\nProtectEverything=yes\n", "\n[Service]\nExecStartPre=/nowhere/program\n"] {
        let mut texts = texts.clone();
        texts.get_mut("plyd.service").expect("there is a service").push_str(fault);
        let Finished { status, errors, .. } = Units::new(&texts).analyze(&verify, texts.keys());
        assert!(!status.success(), "{fault} is not noticed: {errors}");
    }
}

#[test]
fn the_services_are_confined() {
    if !has_program("systemd-analyze", "the limits of the services") {
        return;
    }
    let security = ["security", "--offline=true", "--no-pager", EXPOSURE];
    let texts = units();
    let services = texts.keys().filter(|name| name.ends_with(".service"));
    for service in services {
        // Of several units it judges the last one.
        let Finished { status, output, errors } = Units::new(&texts).analyze(&security, [service]);
        assert!(status.success(), "{service}: {output}{errors}");
    }
    let plain = BTreeMap::from([("plyd.service".to_owned(), "[Service]\nExecStart=/usr/bin/plyd serve\n".to_owned())]);
    let Finished { status, output, .. } = Units::new(&plain).analyze(&security, ["plyd.service"]);
    assert!(!status.success(), "{output}");
}

#[test]
fn each_socket_is_given_to_the_service_by_a_name_that_the_server_knows() {
    let units = units();
    let value = |unit: &str, key: &str| {
        let line = units[unit].lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        line.map(str::to_owned)
    };
    let sockets: Vec<_> = units.keys().filter(|name| name.ends_with(".socket")).collect();
    let names: Vec<_> = sockets.iter().map(|unit| value(unit, "FileDescriptorName").expect("it has a name")).collect();
    assert_eq!(names, ["admin", "metrics", "lines"], "{sockets:?}");
    for unit in sockets {
        // Without a service of its own a socket belongs to the one of the same name.
        let service = value(unit, "Service").unwrap_or_else(|| unit.replace(".socket", ".service"));
        assert_eq!(service, "plyd.service", "{unit}");
    }
    assert_eq!(value("plyd.service", "Type").as_deref(), Some("notify"));
}

#[test]
fn the_settings_of_the_service_are_valid_and_so_are_those_in_comments() {
    let path = packaging().join("root/etc/plyd/server.toml");
    let text = fs::read_to_string(&path).expect("it is text");
    let with_comments: String = text
        .lines()
        .map(|line| {
            let setting = line.strip_prefix("# ").filter(|rest| rest.contains(" = ") || rest.starts_with('['));
            setting.unwrap_or(line).to_owned() + "\n"
        })
        // Each comes once in a file; that for other machines takes the place of the other one.
        .filter(|line| line != "listen = \"127.0.0.1:7878\"\n")
        .collect();
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let other = folder.path().join("server.toml");
    fs::write(&other, &with_comments).expect("it can be written");
    for (file, listen, tokens) in [
        (&path, "listen = \"127.0.0.1:7878\"", "token-file = \"\""),
        (&other, "listen = \"0.0.0.0:7878\"", "token-file = \"/var/lib/plyd/tokens\""),
    ] {
        let config = command(&["config", "--config", file.to_str().expect("the path is text")]);
        let Finished { status, output, errors } = finish(config, PATIENCE);
        assert!(status.success(), "{errors}");
        for line in [listen, tokens, "level = \"info\""] {
            assert!(output.lines().any(|other| other == line), "no {line}: {output}");
        }
    }
}

#[test]
fn the_container_is_built_by_the_rust_that_the_workspace_needs() {
    let recipe = fs::read_to_string(packaging().join("Dockerfile")).expect("it is text");
    let image = format!("FROM docker.io/library/rust:{}-bookworm AS build", env!("CARGO_PKG_RUST_VERSION"));
    assert!(recipe.lines().any(|line| line == image), "no `{image}`");
}
