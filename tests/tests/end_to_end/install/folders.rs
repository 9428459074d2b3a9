//! The folders that an installation makes, uses and leaves.

use super::{Installed, files, succeed, task};
use plyd_tests::{Finished, PATIENCE, finish};
use std::fs;
use std::path::Path;

/// The umask decides over new folders. They are for everyone, like the files in them.
#[cfg(unix)]
#[test]
fn everyone_may_use_new_folders_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt as _;
    let rights = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o7777;
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    for umask in ["077", "000"] {
        let prefix = folder.path().join(umask);
        let own = prefix.join("share");
        fs::create_dir_all(&own).expect("it can be made");
        fs::set_permissions(&own, fs::Permissions::from_mode(0o2750)).expect("they can be set");
        let install = task(folder.path(), &["install", "--no-build", "--prefix"]);
        let mut shell = super::bare(Path::new("sh"), folder.path());
        shell.args(["-c", "umask $0; exec \"$@\"", umask]).arg(install.get_program()).args(install.get_args());
        shell.arg(&prefix);
        succeed(shell);
        for file in files(&prefix) {
            for folder in file.ancestors().skip(1).filter(|folder| *folder != Path::new("")) {
                let there = rights(&prefix.join(folder));
                if folder == Path::new("share") {
                    assert_eq!(there, 0o2750, "a folder of the user has changed");
                } else {
                    assert_eq!(there & 0o777, 0o755, "umask {umask}: {}", folder.display());
                }
            }
        }
    }
}

#[test]
fn folders_that_were_there_before_stay() {
    let folder = || tempfile::tempdir().expect("there is a temporary folder");
    let (prefix, home) = (folder(), folder());
    let kept = ["bin", "share/man"].map(|name| prefix.path().join(name));
    for folder in &kept {
        fs::create_dir_all(folder).expect("it can be made");
    }
    // The second installation finds the folders of the first.
    for _ in 0..2 {
        let mut install = task(home.path(), &["install", "--no-build", "--prefix"]);
        install.arg(prefix.path());
        let told = succeed(install);
        // The second line is about PATH.
        assert!(told.starts_with("plyd is installed, ") && told.lines().count() == 2, "{told}");
    }
    let mut uninstall = task(home.path(), &["uninstall", "--prefix"]);
    uninstall.arg(prefix.path());
    succeed(uninstall);
    for folder in &kept {
        let mut left = fs::read_dir(folder).expect("it is there");
        assert!(left.next().is_none(), "{} is not empty", folder.display());
    }
    let mut names: Vec<_> = ["", "share"]
        .iter()
        .flat_map(|folder| fs::read_dir(prefix.path().join(folder)).expect("it is there"))
        .map(|entry| entry.expect("it can be read").file_name())
        .collect();
    names.sort();
    assert_eq!(names, ["bin", "man", "share"]);
}

#[test]
fn a_removal_names_only_files_that_are_there() {
    let installed = Installed::new();
    let program = installed.prefix.path().join("bin");
    fs::remove_dir_all(&program).expect("it can be removed");
    let dry = installed.task("uninstall", &["--dry-run"]);
    assert!(dry.lines().all(|line| !Path::new(line).starts_with(&program)), "{dry}");
    assert_eq!(installed.task("uninstall", &[]), dry);
}

#[test]
fn steps_up_in_the_prefix_are_refused_below_another_root() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let mut install = task(folder.path(), &["install", "--no-build", "--prefix", "/usr/../opt/x", "--destdir"]);
    install.arg(folder.path());
    let Finished { status, errors, .. } = finish(install, PATIENCE);
    assert!(!status.success() && errors.contains("`/usr/../opt/x` has `..` in it; give a --prefix "), "{errors}");
    assert!(files(folder.path()).is_empty());
}
