//! Files that are no sound tables, beside one that is.

use super::{PATIENCE, path, tables};
use plyd_host::ContentHash;
use plyd_tests::{Daemon, Engine, command, info_field};
use rustix::fs::{CWD, FileType, Mode, mknodat};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// The bytes of a checksum.
const SUM: usize = 32;

/// Files that are no sound tables of tic-tac-toe, beside one that is, and the reasons.
fn hostile(folder: &Path) -> Vec<(&'static str, &'static str)> {
    let sound = fs::read(folder.join("tictactoe.plydtb")).expect("it was built");
    let write = |name: &str, bytes: &[u8]| {
        fs::write(folder.join(name).with_extension("plydtb"), bytes).expect("the folder is writable");
    };
    let flipped = |place: usize| {
        let mut bytes = sound.clone();
        bytes[place] ^= 4;
        bytes
    };
    write("bits", &flipped(sound.len() - 2 * SUM));
    write("cut", &sound[..sound.len() / 2]);
    write("header", &flipped(40));
    write("huge", &[&sound[..8], &[0xFF; 4], &sound[12..]].concat());
    write("text", b"something else");
    write("empty", b"");
    write("rules", &of_other_rules(&sound));
    fs::create_dir(folder.join("folder.plydtb")).expect("the folder is writable");
    let pipe = folder.join("pipe.plydtb");
    mknodat(CWD, pipe, FileType::Fifo, Mode::RUSR, 0).expect("the folder is writable");
    std::os::unix::fs::symlink("nowhere", folder.join("gone.plydtb")).expect("the folder is writable");
    vec![
        ("bits", "is damaged: the checksum of its content is wrong"),
        ("cut", "is damaged: it has "),
        ("header", "has a header that is damaged"),
        ("huge", "has a header that is damaged"),
        ("text", "is no table of plyd"),
        ("empty", "is no table of plyd"),
        ("rules", "is about other rules: it counts "),
        ("folder", "is no table of plyd"),
        ("pipe", "is no table of plyd"),
        ("gone", "cannot be read: No such file"),
    ]
}

/// The same table, which says that the position has one move more.
fn of_other_rules(sound: &[u8]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    let header = 12 + u32::from_le_bytes(sound[8..12].try_into().expect("four bytes")) as usize;
    let perft = br#""perft":[9,"#;
    let place = sound.windows(perft.len()).position(|part| part == perft).expect("it is in the header");
    bytes[place + perft.len() - 2] = b'8';
    let sum = ContentHash::of(&bytes[..header]).to_string();
    for (place, digits) in sum.as_bytes().chunks(2).enumerate() {
        let digits = str::from_utf8(digits).expect("they are digits");
        bytes[header + place] = u8::from_str_radix(digits, 16).expect("they are digits");
    }
    bytes
}

/// Whether the lines tell each of these files, once.
fn tell_each_once(lines: &[String], files: &[(&str, &str)]) {
    let all = lines.join("\n");
    for (name, reason) in files {
        let told = format!("info string the tablebase `{name}.plydtb` is not used: it {reason}");
        let count = lines.iter().filter(|line| line.starts_with(&told)).count();
        assert_eq!(count, 1, "{told}: {all}");
    }
    assert_eq!(lines.iter().filter(|line| line.contains("tablebase")).count(), files.len(), "{all}");
}

#[test]
fn files_that_are_no_sound_tables_are_told_once_and_left_out() {
    let folder = tables();
    let files = hostile(folder.path());
    let name = path(folder.path());
    for isolate in [&[][..], &["--isolate"]] {
        let mut engine = Engine::start(&[&["--game", "tictactoe", "--tablebases", name], isolate].concat());
        let first = engine.go("go depth 9");
        tell_each_once(&first, &files);
        assert!(!first.join("\n").contains(name), "{first:?}");
        let nodes = first.iter().filter_map(|line| info_field(line, "nodes")?.parse::<u64>().ok()).max();
        assert!(nodes.is_some_and(|nodes| nodes < 25), "the sound one is used: {first:?}");
        let second = engine.go("go depth 9").join("\n");
        assert!(!second.contains("tablebase"), "{second}");
    }
}

#[test]
fn a_server_runs_on_beside_them_and_logs_each_once() {
    let folder = tables();
    let files = hostile(folder.path());
    for isolation in ["process", "none"] {
        let mut command = command(&["serve", "--listen", "127.0.0.1:0", "--game", "tictactoe"]);
        command.args(["--tablebases", path(folder.path())]).env("PLYD_PLUGINS_ISOLATION", isolation);
        let mut daemon = Daemon::spawn(command);
        let mut log = Vec::new();
        for _ in 0..2 {
            tell_each_once(&daemon.client().go("go depth 9"), &files);
            let deadline = Instant::now() + PATIENCE;
            while !["`bits.plydtb`", "`rules.plydtb`"]
                .iter()
                .all(|name| log.iter().any(|line: &String| line.contains(name)))
            {
                assert!(Instant::now() < deadline, "{log:?}");
                std::thread::sleep(Duration::from_millis(5));
                log.extend(daemon.log());
            }
        }
        log.extend(daemon.log());
        assert_eq!(log.iter().filter(|line| line.contains("plydtb")).count(), 2, "{isolation}: {log:?}");
        assert_eq!(daemon.fault(), None);
    }
}
