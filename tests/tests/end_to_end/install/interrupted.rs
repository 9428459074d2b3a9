//! Installations that stop halfway, or cannot print.

use super::{Installed, files, task};
use plyd_tests::{Finished, PATIENCE, finish};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// Fails to install into this prefix, and returns the error.
fn refused(prefix: &Path, home: &Path) -> String {
    let mut install = task(home, &["install", "--no-build", "--prefix"]);
    install.arg(prefix);
    let Finished { status, errors, .. } = finish(install, PATIENCE);
    assert!(!status.success(), "{errors}");
    errors
}

#[test]
fn an_installation_that_stopped_halfway_can_be_removed() {
    let folder = || tempfile::tempdir().expect("there is a temporary folder");
    let (prefix, home) = (folder(), folder());
    let program = prefix.path().join("bin");
    let in_the_way = prefix.path().join("share/man");
    fs::create_dir(prefix.path().join("share")).expect("it can be made");
    fs::write(&in_the_way, "").expect("it can be written");
    let errors = refused(prefix.path(), home.path());
    assert!(errors.contains("share/man/") && errors.contains(" cannot be written: "), "{errors}");
    assert!(errors.contains(". Choose another --prefix."), "{errors}");
    assert!(program.exists(), "it stopped before the first file");

    let mut uninstall = task(home.path(), &["uninstall", "--prefix"]);
    uninstall.arg(prefix.path());
    let named = super::succeed(uninstall);
    assert!(named.lines().all(|line| !line.contains("share/man")), "{named}");
    assert_eq!(files(prefix.path()), BTreeSet::from([PathBuf::from("share/man")]));
    assert!(!program.exists() && !prefix.path().join("share/plyd").exists());
}

#[test]
fn files_of_an_earlier_version_stay_listed_if_the_next_installation_stops() {
    let installed = Installed::new();
    let prefix = installed.prefix.path();
    let old = installed.with_old_game();
    let in_the_way = prefix.join("share/man");
    fs::remove_dir_all(&in_the_way).expect("it can be removed");
    fs::write(&in_the_way, "").expect("it can be written");
    refused(prefix, installed.home.path());
    assert!(old.exists(), "it went on after an error");
    installed.task("uninstall", &[]);
    assert_eq!(files(prefix), BTreeSet::from([PathBuf::from("share/man")]));
}

#[test]
fn every_file_is_placed_and_removed_although_nobody_reads_their_names() {
    let installed = Installed::new();
    let wanted = files(installed.prefix.path());
    let other = tempfile::tempdir().expect("there is a temporary folder");
    for (name, further, left) in
        [("install", &["--no-build", "--verbose"][..], wanted), ("uninstall", &[], BTreeSet::new())]
    {
        let mut command = task(installed.home.path(), &[name, "--prefix"]);
        command.arg(other.path()).args(further).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        drop(child.stdout.take());
        let ended = child.wait_with_output().expect("it ends");
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && errors.is_empty(), "{name}: {errors}");
        assert_eq!(files(other.path()), left, "{name}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_list_that_cannot_be_printed_is_an_error_after_all_is_done() {
    let installed = Installed::new();
    let other = tempfile::tempdir().expect("there is a temporary folder");
    let mut install = task(installed.home.path(), &["install", "--no-build", "--verbose", "--prefix"]);
    let full = fs::File::options().write(true).open("/dev/full").expect("Linux has it");
    let ended = install.arg(other.path()).stdout(full).output().expect("it starts");
    let errors = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && errors.contains("all is done, but "), "{errors}");
    assert_eq!(files(other.path()), files(installed.prefix.path()));
}
