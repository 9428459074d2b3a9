//! A record on a disk that is full.

use crate::farm::{Farm, PLAN, TIME};
use plyd_tests::{binary, finish};
use std::fs;
use std::io::{Write, stderr};
use std::process::{Command, Stdio};

/// Has the folder `$1` be a small disk, which only this shell and its children see.
const SMALL_DISK: &str = "mount -t tmpfs -o size=1m plyd \"$1\"
limited() { \"$@\"; }
larger() { mount -o remount,size=200m \"$1\"; }
";

/// Has files be small, where nobody may mount: no write beyond that goes through.
const SMALL_FILES: &str = "limited() { (trap '' XFSZ; ulimit -f 1024; exec \"$@\"); }
larger() { :; }
";

/// Begins a match with the arguments from `$6` on, continues it with more room, and copies its record to `$5`.
const PLAY: &str = "folder=$1 program=$2 url=$3 log=$4 copy=$5
shift 5
limited \"$program\" \"$@\" 2>\"$log\"
echo \"first $?\"
larger \"$folder\" || exit 9
\"$program\" match --progress none --resume \"$folder/many.db\" --broker \"$url\" --lease 2 >/dev/null
echo \"second $?\"
cp \"$folder\"/many.db* \"$copy\"
";

#[test]
fn a_match_whose_disk_is_full_goes_on_when_there_is_room() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    fs::create_dir(farm.path("small")).unwrap();
    fs::create_dir(farm.path("copy")).unwrap();
    let mut mounts = Command::new("unshare");
    mounts.args(["--mount", "sh", "-c", "mount -t tmpfs plyd \"$0\""]).arg(farm.path("small"));
    let may_mount = mounts.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    let disk = if may_mount { "on a small tmpfs" } else { "a file whose size is limited" };
    // Not captured, unlike what the print macros write.
    let _ = writeln!(stderr(), "the record is {disk}");
    let first = farm.spread(PLAN, "small/many.db");
    let mut command = Command::new(if may_mount { "unshare" } else { "sh" });
    if may_mount {
        command.args(["--mount", "sh"]);
    }
    command.arg("-c").arg(if may_mount { SMALL_DISK } else { SMALL_FILES }.to_owned() + PLAY);
    command.arg("sh").arg(farm.path("small")).arg(binary()).arg(farm.url());
    command.arg(farm.path("match.log")).arg(farm.path("copy")).args(first.get_args());
    for (name, value) in first.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let _worker = farm.worker("w1");
    let finished = finish(command, TIME);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert_eq!(finished.output.lines().collect::<Vec<_>>(), ["first 1", "second 0"], "{finished:?} {told}");
    assert!(told.contains("all recorded games count") && told.contains("--resume"), "{told}");
    farm.assert_same("one.db", "copy/many.db");
}
