//! `plyd check --isolation`: the limits of a process that is not trusted, against a library that means harm.

use crate::check::shipped_games;
use plyd_confine::ProtectionKind;
use plyd_tests::child::{SERVE_PARENT, order};
use plyd_tests::{Process, command, planted_in};
use plyd_trials::left_out;
use serde_json::{Value, json};
use std::env::consts::DLL_EXTENSION;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tempfile::{TempDir, tempdir};

/// Whether this kernel can enforce it; if not, says that `what` is skipped.
fn is_held(kind: ProtectionKind, what: &str) -> bool {
    let holds = plyd_confine::held().iter().any(|protection| protection.kind == kind && protection.holds());
    if !holds {
        left_out(what, "this kernel cannot hold it");
    }
    holds
}

/// The report, and the exit code that belongs to it.
fn report(library: &Path) -> Value {
    let folder = folder();
    let output = folder.path().join("output");
    let mut command = command(&["check", "--isolation", "--json", "--seconds", "5", "--seed", "1"]);
    command.arg(library).stdin(Stdio::null()).stdout(File::create(&output).unwrap());
    let status = Process::new(command.stderr(Stdio::null()).spawn().unwrap()).wait();
    let output = fs::read_to_string(output).unwrap();
    let report: Value = serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}"));
    assert_eq!(status.code(), Some(if report["passed"] == true { 0 } else { 1 }), "{report:#}");
    report
}

fn folder() -> TempDir {
    tempdir().expect("there is a temporary folder")
}

/// A copy of the hostile library whose constructor does this.
fn hostile(folder: &TempDir, deed: &str) -> PathBuf {
    let library = folder.path().join("hostile").with_extension(DLL_EXTENSION);
    fs::write(&library, planted_in("hostile", deed)).unwrap();
    library
}

/// The names of what the library did beyond the limits.
fn beyond(report: &Value) -> Vec<&str> {
    report["beyond"].as_array().unwrap().iter().map(|beyond| beyond["name"].as_str().unwrap()).collect()
}

/// What the constructor of the hostile library says about a deed, in a process with these limits.
fn told(deed: &str, within: &str) -> String {
    let folder = folder();
    let library = hostile(&folder, deed);
    let mut command = command(&[SERVE_PARENT]);
    let (mut input, theirs) = UnixStream::pair().unwrap();
    // Within the limits nothing can be written to a file.
    command.stdin(OwnedFd::from(theirs)).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let time = Duration::from_millis(10);
    let wanted = json!({ "Do": { "wall": within, "seed": 1, "time": time, "readable": [] } });
    writeln!(input, "{}{wanted}", order("Wall", &library, false)).unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    // Reads no more: a process that the library started may keep the pipe open.
    let told = lines.find_map(|line| line.strip_prefix("hostile: ").map(str::to_owned));
    drop((input, command));
    let _status = Process::new(child).wait();
    told.unwrap_or_else(|| panic!("{deed} tells nothing within `{within}`"))
}

#[test]
fn every_shipped_game_works_within_the_limits_and_tries_nothing() {
    for game in shipped_games() {
        let report = report(&game);
        assert_eq!(report["passed"], true, "{report:#}");
        assert_eq!(beyond(&report), Vec::<&str>::new(), "{report:#}");
        assert!(report["memory"]["taken"].as_u64() < report["memory"]["allowed"].as_u64(), "{report:#}");
    }
}

#[test]
fn what_a_library_tries_is_told_though_it_works_without() {
    let cases = [
        ("opens-tcp", "network", ProtectionKind::Network),
        ("runs", "processes", ProtectionKind::Processes),
        ("writes:/dev/null", "writing", ProtectionKind::Writing),
        ("signals", "signals", ProtectionKind::Signals),
        ("slows", "others", ProtectionKind::Others),
        ("calls:425", "kernel", ProtectionKind::Kernel),
    ];
    let folder = folder();
    for (deed, name, _) in cases.into_iter().filter(|(deed, _, kind)| is_held(*kind, deed)) {
        let report = report(&hostile(&folder, deed));
        assert_eq!(beyond(&report), [name], "{deed}: {report:#}");
        assert_eq!(report["beyond"][0]["needed"], false, "{deed}: {report:#}");
        let what = report["beyond"][0]["finding"]["what"].as_str().unwrap();
        assert_eq!(what, "the library was ended by a call while it was loaded");
    }
}

#[test]
fn what_a_library_needs_is_told() {
    let cases = [
        ("must+opens-tcp", "network", ProtectionKind::Network),
        ("must+reads:/etc/passwd", "reading", ProtectionKind::Reading),
        ("must+reserves:3", "memory", ProtectionKind::Memory),
    ];
    let folder = folder();
    for (deed, name, _) in cases.into_iter().filter(|(deed, _, kind)| is_held(*kind, deed)) {
        let report = report(&hostile(&folder, deed));
        assert_eq!(report["passed"], false, "{deed}: {report:#}");
        assert_eq!(beyond(&report), [name], "{deed}: {report:#}");
        assert_eq!(report["beyond"][0]["needed"], true, "{deed}: {report:#}");
        assert!(report["fault_within"]["what"].as_str().unwrap().contains("SIGABRT"), "{deed}: {report:#}");
    }
}

#[test]
fn of_a_library_that_never_works_nothing_is_known() {
    let folder = folder();
    let report = report(&hostile(&folder, "segv"));
    assert_eq!(report["passed"], false);
    assert_eq!(report["game"], Value::Null);
    assert!(report["fault_without"]["what"].as_str().unwrap().contains("SIGSEGV"), "{report:#}");
}

/// Each deed, the error within all limits, and whether it can be done without.
const DENIED: &[(&str, ProtectionKind, &str, bool)] = &[
    ("forks", ProtectionKind::Processes, "Operation not permitted (os error 1)", true),
    ("clones", ProtectionKind::Processes, "Operation not permitted (os error 1)", true),
    ("fork-bomb", ProtectionKind::Processes, "Operation not permitted (os error 1)", false),
    ("runs", ProtectionKind::Processes, "Operation not permitted (os error 1)", true),
    ("becomes", ProtectionKind::Processes, "Operation not permitted (os error 1)", false),
    ("opens-tcp", ProtectionKind::Network, "Operation not permitted (os error 1)", true),
    ("opens-udp", ProtectionKind::Network, "Operation not permitted (os error 1)", true),
    ("opens-local", ProtectionKind::Network, "Operation not permitted (os error 1)", true),
    ("reads:/etc/passwd", ProtectionKind::Reading, "Permission denied (os error 13)", true),
    ("lists:/etc", ProtectionKind::Reading, "Permission denied (os error 13)", true),
    ("writes:/dev/null", ProtectionKind::Writing, "Operation not permitted (os error 1)", true),
    ("removes:/nowhere", ProtectionKind::Writing, "Operation not permitted (os error 1)", false),
    ("chmods:/nowhere", ProtectionKind::Writing, "Operation not permitted (os error 1)", false),
    ("signals", ProtectionKind::Signals, "Operation not permitted (os error 1)", true),
    ("signals-by-pipe", ProtectionKind::Signals, "Operation not permitted (os error 1)", true),
    // flock, inotify_init1, setuid, sync.
    #[cfg(target_arch = "x86_64")]
    ("calls:73:0:5", ProtectionKind::Writing, "Operation not permitted (os error 1)", true),
    #[cfg(target_arch = "x86_64")]
    ("calls:294:0", ProtectionKind::Others, "Operation not permitted (os error 1)", true),
    #[cfg(target_arch = "x86_64")]
    ("calls:105:0", ProtectionKind::Others, "Operation not permitted (os error 1)", false),
    #[cfg(target_arch = "x86_64")]
    ("calls:162", ProtectionKind::Writing, "Operation not permitted (os error 1)", true),
    ("slows", ProtectionKind::Others, "Operation not permitted (os error 1)", true),
    ("traces", ProtectionKind::Others, "Operation not permitted (os error 1)", false),
    ("types", ProtectionKind::Others, "Operation not permitted (os error 1)", false),
    ("reserves:3", ProtectionKind::Memory, "1 GiB, then no memory", true),
];

#[test]
fn each_deed_is_denied_within_the_limits_and_only_there() {
    for (deed, kind, error, can_be_done) in DENIED {
        if *can_be_done {
            assert_eq!(told(deed, "Without"), format!("{deed}: done"));
        }
        if is_held(*kind, deed) {
            assert_eq!(told(deed, "Whole"), format!("{deed}: {error}"));
        }
    }
    assert_eq!(told("threads:3", "Whole"), "threads:3: done 3 times");
}

#[test]
fn a_file_that_is_no_library_is_told() {
    let folder = folder();
    let file = folder.path().join("nothing").with_extension(DLL_EXTENSION);
    fs::write(&file, "nothing").unwrap();
    let report = report(&file);
    assert_eq!(report["passed"], false);
    assert!(report["fault_without"]["what"].as_str().unwrap().starts_with("the file "), "{report:#}");
}
