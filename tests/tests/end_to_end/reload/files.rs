//! What becomes of the games when files break, vanish or appear.

use super::{assert_answers, daemon, heap, overwrite, refusals, reload, search, select, start_position, version};
use plyd_tests::{PluginFolder, fixture};
use std::fs;

#[test]
fn a_broken_file_is_refused_with_its_reason_and_the_old_library_stays() {
    let read = |name: &str| fs::read(fixture(name)).expect("it is there");
    let mut half = read("heap_second");
    half.truncate(half.len() / 2);
    let broken = [
        (half, if cfg!(target_os = "linux") { "is cut off: it has " } else { "is not a loadable library: " }),
        (b"This is no library.\n".to_vec(), "is not a loadable library: "),
        (Vec::new(), "is not a loadable library: "),
        (read("no_entry"), "does not export the function `plyd_plugin`"),
        (read("panics_at_start"), "has no usable start position: the library panicked: the heap is too heavy"),
        (read("newer_major"), "was built for plugin interface 3.3, but this plyd speaks 2."),
    ];
    let folder = heap("heap_first");
    let daemon = daemon(&folder, &[]);
    let (mut searching, mut client) = (daemon.client(), daemon.client());
    search(&mut searching);
    let file = folder.library("heap").canonicalize().expect("it is there");
    for (content, reason) in broken {
        fs::write(&file, content).expect("the folder can be written");
        let log = reload(&daemon);
        assert!(log.iter().any(|line| line.contains("WARN") && line.contains(reason)), "{reason}: {log:?}");
        assert!(log.last().is_some_and(|line| line.contains("loaded=0 unchanged=1 refused=1")), "{log:?}");
        let refusals = refusals(&mut client);
        let [refusal] = &refusals[..] else { panic!("{reason}: {refusals:?}") };
        assert!(refusal.starts_with(&format!("info string refused {} {reason}", file.display())), "{refusal}");
        assert!(refusal.ends_with("; heap 0.1.0 stays loaded"), "{refusal}");
        assert_eq!(version(&mut client), "0.1.0");
        for client in [&mut client, &mut daemon.client()] {
            assert_eq!(start_position(client), "9 w");
            assert!(client.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove 1")));
        }
    }
    // Repaired, it is taken.
    overwrite(&folder, "heap_second");
    reload(&daemon);
    assert!(refusals(&mut client).is_empty());
    assert_eq!(start_position(&mut client), "12 w");
    assert_answers(&mut searching);
}

#[test]
fn a_file_that_is_gone_leaves_its_game_and_a_new_one_brings_another() {
    let folder = heap("heap_first");
    let daemon = daemon(&folder, &[]);
    let mut client = daemon.client();
    let file = folder.library("heap").canonicalize().expect("it is there");
    fs::remove_file(&file).expect("the folder can be written");
    fs::copy(fixture("newer_minor"), folder.library("newer")).expect("the folder can be written");
    reload(&daemon);
    let stays = "no longer holds the game `heap`; heap 0.1.0 stays loaded";
    assert_eq!(refusals(&mut client), [format!("info string refused {} {stays}", file.display())]);
    let variants: Vec<_> = client.ask("uci").into_iter().filter(|line| line.contains(" UCI_Variant ")).collect();
    assert_eq!(variants, ["option name UCI_Variant type combo default heap var heap var newer"]);
    assert_eq!(start_position(&mut client), "9 w");
    assert!(client.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove 1")));
    assert_eq!(select(&mut client, "newer"), ["info string variant newer startpos 9 w"]);
    // Under another name it is back.
    fs::copy(fixture("heap_second"), folder.library("another")).expect("the folder can be written");
    reload(&daemon);
    assert!(refusals(&mut client).is_empty());
    assert_eq!(select(&mut client, "heap"), ["info string variant heap startpos 12 w"]);
}

#[test]
fn a_server_without_games_gets_one() {
    let folder = PluginFolder::new(&[]);
    let daemon = daemon(&folder, &[]);
    let mut client = daemon.client();
    let lines = client.go("position startpos\ngo depth 9");
    assert!(lines[0].starts_with("info string error no-game "), "{lines:?}");
    overwrite(&folder, "heap_first");
    reload(&daemon);
    for client in [&mut client, &mut daemon.client()] {
        assert_eq!(start_position(client), "9 w");
        assert!(client.go("go depth 9").last().is_some_and(|line| line.starts_with("bestmove 1")));
    }
}
