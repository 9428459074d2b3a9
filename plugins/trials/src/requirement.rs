//! Programs that a machine may lack. A test that needs one is skipped with a message, or fails if tests must not be
//! skipped. The skipped tests are listed, so that a test run can end with the list.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The environment variable that forbids skipping if it is `1`.
const REQUIRE: &str = "PLYD_TEST_REQUIRE";

/// Reports that a test, or part of one, is skipped, and which requirement is missing.
///
/// # Panics
/// Panics if `PLYD_TEST_REQUIRE` is `1`, which forbids skipping.
pub fn left_out(what: &str, missing: &str) {
    assert!(std::env::var_os(REQUIRE).is_none_or(|value| value != "1"), "{what}: {missing}");
    left_out_at_will(what, missing);
}

/// Reports like [`left_out`] that a test is skipped, but never panics.
pub fn left_out_at_will(what: &str, missing: &str) {
    // Unlike the print macros, this output is not captured.
    let _ = writeln!(std::io::stderr(), "LEFT OUT: {what}, as {missing}");
    if let Some(list) = list() {
        note(&list, what, missing);
    }
}

/// The tests that this run has skipped so far, sorted by the names of the tests. This function deletes the list, so it
/// must only be called at the end.
#[must_use]
pub fn all_left_out() -> BTreeSet<String> {
    list().map(|list| take(&list)).unwrap_or_default()
}

/// The file in which all tests of one build profile list what they skip.
fn list() -> Option<PathBuf> {
    Some(std::env::current_exe().ok()?.parent()?.join("left-out.txt"))
}

/// An id of this test run. All tests of a run have the same parent process, cargo or nextest.
fn run() -> u32 {
    #[cfg(unix)]
    return std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    0
}

fn note(list: &Path, what: &str, missing: &str) {
    let thread = std::thread::current();
    let test = thread.name().filter(|name| *name != "main").map_or_else(String::new, |name| format!("{name}: "));
    // A single write, because other processes write to the file too. If it fails, the message on standard error
    // remains.
    let line = format!("{} {test}{what}, as {missing}\n", run());
    let _ = File::options().create(true).append(true).open(list).and_then(|mut file| file.write_all(line.as_bytes()));
}

fn take(list: &Path) -> BTreeSet<String> {
    let all = fs::read_to_string(list).unwrap_or_default();
    let _ = fs::remove_file(list);
    let begin = format!("{} ", run());
    all.lines().filter_map(|line| line.strip_prefix(&begin)).map(str::to_owned).collect()
}

/// The Python with python-chess and pyffish that `tests/python/setup.sh` installs in cargo's target folder. If it is
/// missing, reports that `what` is skipped and returns `None`.
///
/// # Panics
/// Panics under the conditions of [`left_out`].
#[must_use]
pub fn python(target: &Path, what: &str) -> Option<PathBuf> {
    let python = target.join("python").join("bin").join("python");
    if python.exists() {
        return Some(python);
    }
    left_out(what, &format!("{} is missing; `tests/python/setup.sh` makes it", python.display()));
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_skipped_is_listed_for_this_run_alone() {
        let list = std::env::temp_dir().join(format!("plyd-left-out-{}", std::process::id()));
        fs::write(&list, "0 of an earlier run\n").unwrap();
        note(&list, "games by others", "`other` is not installed");
        note(&list, "games by others", "`other` is not installed");
        let own = std::thread::current().name().filter(|name| *name != "main").map(|name| format!("{name}: "));
        let line = own.unwrap_or_default() + "games by others, as `other` is not installed";
        assert_eq!(take(&list), BTreeSet::from([line]));
        assert!(take(&list).is_empty());
    }
}
