//! Tells the program which commit it was built from, and the date of that commit.

use std::process::Command;

fn main() {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown commit".into());
    println!("cargo::rustc-env=PLYD_BUILD_COMMIT={commit}");
    // Not the date of the build: two builds of one commit are equal.
    let date = git(&["log", "-1", "--format=%cs"]).unwrap_or_default();
    println!("cargo::rustc-env=PLYD_BUILD_DATE={date}");
    // HEAD names a branch, and the log of HEAD grows with every commit on it.
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--path-format=absolute", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
}
