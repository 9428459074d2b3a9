//! What is kept of trials.

use super::{Constructors, games, refusal};
use std::fs;

/// Starts an engine, which has to play the library `quiet`; returns in how many processes that was constructed.
fn start(libraries: &Constructors) -> usize {
    let before = libraries.constructed().len();
    let (games, errors, process) = games(libraries.command(&[]));
    assert_eq!(games[0], "game heap version 0.3.0 interface 2.1 selected name Heap", "{errors}");
    let constructed = libraries.constructed().split_off(before);
    assert_eq!(constructed.last(), Some(&process), "the engine itself loads it last");
    constructed.len()
}

#[test]
fn a_library_that_is_known_is_not_tried() {
    let libraries = Constructors::new(&[]);
    libraries.plant("quiet", "nothing");
    assert_eq!(start(&libraries), 2);
    assert_eq!(start(&libraries), 1);
    // Another build of it is another library; the one before is still known.
    libraries.plant("quiet", "nothing else");
    assert_eq!(start(&libraries), 2);
    libraries.plant("quiet", "nothing");
    assert_eq!(start(&libraries), 1);
    assert_eq!(libraries.verdicts().len(), 2);
}

#[test]
fn a_verdict_that_is_damaged_or_of_another_program_or_file_is_as_none() {
    let libraries = Constructors::new(&[]);
    libraries.plant("quiet", "nothing");
    assert_eq!(start(&libraries), 2);
    let [file] = &libraries.verdicts()[..] else { panic!("there is one verdict") };
    let sound = fs::read_to_string(file).expect("it is text");
    let hash = file.file_stem().expect("it is named by a hash").to_string_lossy().into_owned();
    let other_hash: String = hash.chars().rev().collect();
    let damaged = [
        String::new(),
        "\0".repeat(sound.len()),
        "{}".to_owned(),
        sound[..sound.len() / 2].to_owned(),
        sound.replace("\"build\":\"plyd ", "\"build\":\"plod "),
        sound.replace(&hash, &other_hash),
        sound.replace("\"id\":\"heap\"", "\"id\":\"He ap\""),
    ];
    for text in damaged {
        assert!(text != sound);
        fs::write(file, &text).expect("the cache can be written");
        assert_eq!(start(&libraries), 2, "{text}");
        assert_eq!(fs::read_to_string(file).expect("it is text"), sound);
        assert_eq!(start(&libraries), 1);
    }
    // What cannot be replaced is no harm either.
    fs::remove_file(file).expect("the cache can be written");
    fs::create_dir(file).expect("the cache can be written");
    let (games, errors, _) = games(libraries.command(&[]));
    assert!(games[0].starts_with("game heap ") && errors.contains("cannot be kept"), "{games:?}: {errors}");
}

#[test]
fn a_library_that_hung_is_tried_again_with_more_time_or_without_its_verdict() {
    let libraries = Constructors::new(&[]);
    libraries.plant("loops", "loops");
    let start = |seconds: &str| {
        let mut command = libraries.command(&[]);
        command.env("PLYD_PLUGINS_LOAD_TIMEOUT", seconds);
        let (games, ..) = games(command);
        (refusal(&games, &libraries.folder, "loops"), libraries.constructed().len())
    };
    assert_eq!(start("1").1, 1);
    assert_eq!(start("1").1, 1);
    let (reason, constructed) = start("2");
    assert_eq!(constructed, 2);
    assert_eq!(reason, "hangs: it did not return within 2 s in its trial process");
    let (reason, constructed) = start("1");
    assert!(constructed == 2 && reason.starts_with("hangs: it did not return within 2 s"), "{reason}");
    fs::remove_file(&libraries.verdicts()[0]).expect("the cache can be written");
    assert_eq!(start("1").1, 3);
}

#[test]
fn what_is_refused_is_refused_without_a_trial_in_the_words_of_the_library() {
    let libraries = Constructors::new(&["panics_at_start", "heap"]);
    let start = || games(libraries.command(&[])).0;
    let reason = refusal(&start(), &libraries.folder, "panics_at_start");
    assert_eq!(reason, "has no usable start position: the library panicked: the heap is too heavy");
    let [kept] = &libraries.verdicts().into_iter().filter(|file| is_of(file, "refused")).collect::<Vec<_>>()[..] else {
        panic!("there is one verdict of it");
    };
    let found = fs::metadata(kept).expect("it is there").modified().expect("it has a time");
    assert_eq!(refusal(&start(), &libraries.folder, "panics_at_start"), reason);
    assert_eq!(fs::metadata(kept).expect("it is there").modified().expect("it has a time"), found);
}

fn is_of(file: &std::path::Path, verdict: &str) -> bool {
    fs::read_to_string(file).expect("it is text").contains(&format!("\"verdict\":{{\"{verdict}\":"))
}
