//! The side without: it starts the tries, and judges.

use crate::probes::{self, ConfinedProbe};
use libtest_mimic::{Failed, Trial};
use plyd_trials::left_out;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Output, Stdio};

pub(crate) fn all() -> Vec<Trial> {
    let mut all: Vec<Trial> = probes::ALL.iter().map(|probe| Trial::test(probe.name, || judge(probe))).collect();
    all.extend([
        Trial::test("a_library_that_aborts_still_ends", || {
            let output = start(probes::ABORT, true);
            expect(output.status.signal() == Some(6), &format!("{output:?}"))
        }),
        Trial::test("a_process_with_a_second_thread_is_refused", || says(probes::SECOND_THREAD, "refused true")),
        Trial::test("a_missing_folder_of_libraries_is_an_error", || {
            let told = answer(&start(probes::MISSING_LIBRARY, true));
            expect(told.starts_with("the folder ") && told.contains("/missing cannot be opened"), &told)
        }),
        Trial::test("a_missing_folder_of_data_is_told", || {
            let told = answer(&start(probes::MISSING_DATA, true));
            let whole = told.starts_with("the data folder ") && told.ends_with("so a library cannot read it true");
            expect(whole && told.contains("/missing cannot be opened (No such file or directory (os error 2))"), &told)
        }),
        Trial::test("threads_are_limited", || judge_threads(None)),
        Trial::test("threads_of_another_user_are_limited", || judge_threads(Some(NOBODY))),
        Trial::test("the_limits_leave_the_signal_at_the_end_of_the_parent", || {
            says(probes::PARTING, "Ok(Some(\"Signal::KILL\"))")
        }),
        Trial::test("no_capability_is_left", || says(probes::CAPABILITIES, "0")),
        Trial::test("what_is_held_needs_no_limits_to_be_told", || {
            let held = plyd_confine::held();
            let names: Vec<&str> = held.iter().filter(|held| held.holds()).map(|held| held.name).collect();
            expect(
                ["memory", "descriptors", "core", "privileges"].iter().all(|name| names.contains(name)),
                &format!("{held:?}"),
            )
        }),
    ]);
    all
}

fn judge(probe: &'static ConfinedProbe) -> Result<(), Failed> {
    let without = answer(&start(probe.name, false));
    expect(without == "0", &format!("it fails without limits: {without}"))?;
    let needed = plyd_confine::held().into_iter().find(|held| held.name == probe.needs);
    if !needed.ok_or("no protection has this name")?.holds() {
        left_out(probe.name, "this kernel cannot hold it");
        return Ok(());
    }
    says(probe.name, &probe.denied_by.to_string())
}

/// The user of a process that is not root's.
const NOBODY: u32 = 65_534;

/// The threads of a process of this user, or of the user of the tests.
fn judge_threads(user: Option<u32>) -> Result<(), Failed> {
    if user.is_some() && !rustix::process::geteuid().is_root() {
        left_out("threads of another user", "only root can change the user");
        return Ok(());
    }
    let without = answer(&start_as(probes::MANY, false, user));
    expect(without == probes::many_threads(), &format!("without limits it says `{without}`"))?;
    let within = answer(&start_as(probes::MANY, true, user));
    if within.starts_with("false ") {
        left_out("the number of threads", "this system cannot hold it");
        return Ok(());
    }
    expect(within == probes::few_threads(), &format!("under the limits it says `{within}`"))
}

fn says(name: &str, wanted: &str) -> Result<(), Failed> {
    let told = answer(&start(name, true));
    expect(told == wanted, &format!("under the limits it says `{told}`, not `{wanted}`"))
}

fn expect(holds: bool, what: &str) -> Result<(), Failed> {
    if holds { Ok(()) } else { Err(what.into()) }
}

/// Runs a try in a process and a folder of its own.
fn start(name: &str, limited: bool) -> Output {
    start_as(name, limited, None)
}

/// The same as this user.
fn start_as(name: &str, limited: bool, user: Option<u32>) -> Output {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    for inner in ["library", "data/deep", "other"] {
        fs::create_dir_all(folder.path().join(inner)).unwrap();
        fs::write(folder.path().join(inner).join("text"), "some text\n").unwrap();
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    fs::write(folder.path().join("library/beside"), "some text\n").unwrap();
    std::os::unix::fs::symlink("../other/text", folder.path().join("library/link")).unwrap();
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.env(probes::NAME, name).env(probes::FOLDER, folder.path()).stdin(Stdio::null()).process_group(0);
    if let Some(user) = user {
        command.uid(user).gid(user);
    }
    if limited {
        command.env(probes::LIMITED, "yes");
    }
    command.stderr(File::create(folder.path().join("errors")).unwrap());
    let output = command.output().unwrap();
    let errors = fs::read_to_string(folder.path().join("errors")).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    output
}

fn answer(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
