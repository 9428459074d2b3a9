//! Trials by shell scripts in the place of the program: what is made of what they say.

use super::question::{Answer, judge};
use super::trials::in_order;
use super::*;
use crate::found_file::FoundFile;
#[cfg(target_os = "linux")]
use crate::look::Patience;
use crate::test_game::Heap;
use crate::testing::linked;
use crate::{Cache, Catalog, ContentHash, LibraryFacts, Loading, Look, PrivateCopy, Verdict};
use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::channel;
use std::time::Instant;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// A trial by a script. It finds the path of the library in `$1`, and the nonce on its input.
fn trial(script: &str) -> Trial {
    let arguments = ["-c", script, "sh"].map(OsString::from).to_vec();
    Trial { program: "sh".into(), arguments, environment: None, build: "tests".into(), time: PATIENCE, kept_as: "json" }
}

/// A private copy of this content.
fn copy(content: &str) -> (TempDir, PrivateCopy) {
    let folder = tempfile::tempdir().unwrap();
    let copy = Cache::new(Some(folder.path().into())).copy(&FoundFile::of_bytes(content.as_bytes())).unwrap();
    (folder, copy)
}

fn facts() -> LibraryFacts {
    linked::<Heap>().facts()
}

fn line(hash: &ContentHash, verdict: &Verdict) -> String {
    let answer = Answer { nonce: "word".into(), hash: Some(hash.clone()), verdict: verdict.clone() };
    serde_json::to_string(&answer).unwrap()
}

#[test]
fn a_verdict_is_believed_if_it_answers_the_question() {
    let hash = ContentHash::of(b"abc");
    let verdicts = [
        Verdict::Sound(Box::new(facts())),
        Verdict::Refused("has no usable start position: it is \"wet\"".into()),
        Verdict::NotLoaded("cannot open shared object file".into()),
        Verdict::Hangs(Duration::from_secs(3)),
        Verdict::Untried("no thread".into()),
    ];
    for verdict in verdicts {
        assert_eq!(judge(line(&hash, &verdict).as_bytes(), "word", &hash), Ok(verdict));
    }
}

#[test]
fn what_answers_another_question_or_none_is_garbled() {
    let hash = ContentHash::of(b"abc");
    let sound = line(&hash, &Verdict::Sound(Box::new(facts())));
    let garbled = |line: &str| judge(line.as_bytes(), "word", &hash).unwrap_err();
    assert_eq!(garbled(&sound.replace("word", "other")), "the answer to another question");
    assert_eq!(garbled(&sound.replace(&hash.to_string(), &"ba78".repeat(16))), "the verdict about another file");
    assert_eq!(garbled(&line(&ContentHash::of(b""), &Verdict::Refused("x".into()))), "the verdict about another file");
    let reason = garbled(&sound.replace("\"heap\"", "\"He ap\""));
    assert!(reason.starts_with("a library that declares the id `He ap`; "), "{reason}");
    assert_eq!(garbled(&line(&hash, &Verdict::Refused("a\nbestmove b".into()))), "a reason of several lines");
    for none in ["", "uciok", "{}", &sound[..sound.len() / 2], &format!("{sound}{sound}"), "\u{0}"] {
        let reason = garbled(none);
        assert!(reason.starts_with("no verdict ("), "{reason}");
    }
}

#[test]
fn the_process_is_asked_by_the_path_of_the_copy_and_answers_by_a_line() {
    let (_folder, copy) = copy("abc");
    let hash = copy.content();
    let script = format!(
        r#"read nonce; test "$(cat "$1")" = abc || exit 1
        echo "{{\"nonce\":\"$nonce\",\"hash\":\"{hash}\",\"verdict\":{{\"refused\":\"is tried\"}}}}""#
    );
    let found = trial(&script).run(&copy, &AtomicBool::new(false));
    assert_eq!(found, Some(Verdict::Refused("is tried".into())));
    let crashed = trial("printf ' '; kill -9 $$").run(&copy, &AtomicBool::new(false));
    assert!(matches!(&crashed, Some(Verdict::Crashes(how)) if how.starts_with("signal: 9")), "{crashed:?}");
    let untried = trial("exit 1").run(&copy, &AtomicBool::new(false));
    assert_eq!(untried, Some(Verdict::Untried("its trial process ended (exit status: 1)".into())));
    assert_eq!(trial("exec sleep 1000").run(&copy, &AtomicBool::new(true)), None);
    let missing = Trial { program: "/no/such/program".into(), ..trial("") };
    let untried = missing.run(&copy, &AtomicBool::new(false));
    assert!(matches!(&untried, Some(Verdict::Untried(why)) if why.contains("/no/such/program")), "{untried:?}");
}

#[test]
fn each_content_is_tried_once_and_what_nobody_wants_any_more_is_ended() {
    let ((_a, first), (b, second)) = (copy("first\n"), copy("second\n"));
    let logs = tempfile::tempdir().unwrap();
    let log = logs.path().join("log");
    // The first one hangs.
    let script = format!(r#"cat "$1" >>{}; grep -q first "$1" && exec sleep 1000; printf " "; exit 7"#, log.display());
    let (sender, verdicts) = channel();
    let trials = Trials::new(trial(&script), move |content, verdict| sender.send((content, verdict)).unwrap());
    trials.want(vec![first.clone(), first.clone(), second.clone(), second.clone()]);
    let (content, verdict) = verdicts.recv_timeout(PATIENCE).unwrap();
    assert_eq!((&content, verdict), (second.content(), Verdict::Crashes("exit status: 7".into())));
    let tried = || fs::read_to_string(&log).unwrap();
    let deadline = Instant::now() + PATIENCE;
    while !tried().contains("first") {
        assert!(Instant::now() < deadline, "one that hangs is not tried");
        std::thread::sleep(Duration::from_millis(5));
    }
    trials.want(vec![first.clone()]);
    // It was found bad, so its copy is made again.
    let again = Cache::new(Some(b.path().into())).copy(&FoundFile::of_bytes(b"second\n")).unwrap();
    assert_eq!(again, second);
    trials.want(vec![again]);
    // Nobody hears of the first one, though it was ended.
    assert_eq!(verdicts.recv_timeout(PATIENCE).unwrap().0, *second.content());
    let tried = tried();
    let mut tried: Vec<_> = tried.lines().collect();
    tried.sort();
    assert_eq!(tried, ["first", "second", "second"]);
}

#[test]
fn what_was_found_harmless_before_is_tried_first_and_what_was_found_bad_last() {
    let [(_a, bad), (_b, new), (_c, sound)] = ["bad", "new", "sound"].map(copy);
    // By another build of the program, so that it counts no more.
    let old = Trial { build: "old".into(), ..trial("") };
    Verdict::Crashes("signal: 11".into()).keep(&bad, &old).unwrap();
    Verdict::Sound(Box::new(facts())).keep(&sound, &old).unwrap();
    assert!(Verdict::kept(&sound, &trial("")).is_none());
    let order = in_order(vec![bad.clone(), new.clone(), sound.clone()], &trial(""));
    assert!(order == [sound, new, bad], "{order:?}");
}

#[test]
fn a_copy_that_another_process_has_removed_is_not_taken_for_one_that_cannot_be_tried() {
    let (_folder, copy) = copy("abc");
    let known = Verdict::Crashes("signal: 11".into());
    let (sender, verdicts) = channel();
    let trials = Trials::new(trial("exit 0"), move |_, verdict| sender.send(verdict).unwrap());
    fs::remove_file(copy.path()).unwrap();
    trials.want(vec![copy.clone()]);
    let verdict = verdicts.recv_timeout(PATIENCE).unwrap();
    assert!(matches!(&verdict, Verdict::NotLoaded(reason) if reason.contains("another process")), "{verdict:?}");
    known.keep(&copy, &trial("")).unwrap();
    trials.want(vec![copy]);
    assert_eq!(verdicts.recv_timeout(PATIENCE).unwrap(), known);
}

/// Libraries of these names that are no games; each ends with its name.
#[cfg(target_os = "linux")]
fn folder_with_libraries(names: &[&str]) -> TempDir {
    let (folder, one) = (tempfile::tempdir().unwrap(), folder_with_a_library());
    let library = fs::read(one.path().join("no_game.so")).unwrap();
    for name in names {
        fs::write(folder.path().join(format!("{name}.so")), [&library[..], name.as_bytes()].concat()).unwrap();
    }
    folder
}

#[cfg(target_os = "linux")]
#[test]
fn a_start_goes_on_if_libraries_do_not_come_back() {
    let names = ["good", "hang0", "hang1", "hang2", "hang3", "hang4", "hang5", "hang6", "hang7", "late"];
    let folder = folder_with_libraries(&names);
    let script = r#"read nonce
        case "$(tail -c 5 "$1")" in hang*) exec sleep 1000;; esac
        hash=$(sha256sum "$1")
        echo "{\"nonce\":\"$nonce\",\"hash\":\"${hash%% *}\",\"verdict\":{\"refused\":\"is tried\"}}""#;
    let trial = trial(script);
    let cache = Cache::new(Some(folder.path().join("cache")));
    let mut look = Look::at_start(&[folder.path().into()], cache, Some(&trial), Loading::default());
    // Eight at most are tried at once, and these hang.
    let began = Instant::now();
    look.try_within(&trial, Patience::new(Duration::from_millis(800), PATIENCE));
    assert!(began.elapsed() < PATIENCE / 2, "{:?}", began.elapsed());
    let untried = look.untried();
    let is_late = |copy: &&PrivateCopy| fs::read(copy.path()).unwrap().ends_with(b"late");
    assert!(untried.len() >= 9, "{}", untried.len());
    let late = untried.iter().find(is_late).expect("it waits for its turn");
    let nothing = Catalog::default();
    let reasons = |look: &mut Look| -> Vec<_> {
        let catalog = look.catalog(&nothing);
        catalog.refused().iter().map(|refusal| refusal.reason.to_string()).collect()
    };
    assert_eq!(reasons(&mut look).pop().as_deref(), Some("has not been tried yet"));
    // Now sessions may play, so nothing is loaded that cannot be tried.
    assert!(look.judge(late.content(), &Verdict::Untried("no process".into())));
    assert_eq!(reasons(&mut look).pop().as_deref(), Some("cannot be tried: no process"));
    assert!(look.has_untried());
}

#[cfg(target_os = "linux")]
#[test]
fn the_copy_of_what_was_found_bad_is_not_kept() {
    let folder = folder_with_a_library();
    let (folders, nothing) = ([folder.path().to_path_buf()], Catalog::default());
    let cache = || Cache::new(Some(folder.path().join("cache")));
    let kept = || {
        let files = fs::read_dir(folder.path().join("cache")).unwrap();
        let mut endings: Vec<_> = files.map(|file| file.unwrap().path().extension().unwrap().to_owned()).collect();
        endings.sort();
        endings
    };
    let crashes = trial("printf ' '; exit 7");
    let mut look = Look::at_start(&folders, cache(), Some(&crashes), Loading::default());
    assert_eq!(kept(), ["so"]);
    look.try_all(&crashes);
    assert!(reason(&look.catalog(&nothing)).starts_with("crashes: "));
    assert_eq!(kept(), ["json"]);
    let mut look = Look::at_start(&folders, cache(), Some(&crashes), Loading::default());
    assert!(!look.has_untried() && reason(&look.catalog(&nothing)).contains("; an earlier start found this; delete "));
    assert_eq!(kept(), ["json"]);
    // A reload has another look at it.
    let look = Look::again(&folders, &nothing, cache(), &crashes, Loading::default());
    assert!(look.has_untried());
    assert_eq!(kept(), ["json", "so"]);
}

/// A library of this process that is no game.
#[cfg(target_os = "linux")]
fn folder_with_a_library() -> TempDir {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let path = maps.lines().filter_map(|line| line.split_whitespace().nth(5)).find(|path| path.contains("libgcc_s"));
    let folder = tempfile::tempdir().unwrap();
    fs::copy(path.expect("a Rust executable on Linux is linked to it"), folder.path().join("no_game.so")).unwrap();
    folder
}

#[cfg(target_os = "linux")]
fn reason(catalog: &Catalog) -> String {
    let [refusal] = catalog.refused() else { panic!("{:?}", catalog.refused()) };
    refusal.reason.to_string()
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_tried_is_loaded_at_a_start_and_left_out_beside_sessions() {
    let folder = folder_with_a_library();
    let cache = || Cache::new(Some(folder.path().join("cache")));
    let missing = Trial { program: "/no/such/program".into(), ..trial("") };
    let (folders, nothing) = ([folder.path().to_path_buf()], Catalog::default());
    let mut look = Look::at_start(&folders, cache(), Some(&missing), Loading::default());
    look.try_all(&missing);
    // This was said by the library that was loaded.
    assert_eq!(reason(&look.catalog(&nothing)), "does not export the function `plyd_plugin`, so it is not a plyd game");
    let mut look = Look::again(&folders, &nothing, cache(), &missing, Loading::default());
    assert_eq!(reason(&look.catalog(&nothing)), "has not been tried yet");
    look.try_all(&missing);
    let reason = reason(&look.catalog(&nothing));
    assert!(reason.starts_with("cannot be tried: /no/such/program cannot be started: "), "{reason}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_while_it_is_tried_is_left_out_until_it_is_settled() {
    let folder = folder_with_a_library();
    let (folders, nothing) = ([folder.path().to_path_buf()], Catalog::default());
    let sound = trial("");
    let mut look =
        Look::at_start(&folders, Cache::new(Some(folder.path().join("cache"))), Some(&sound), Loading::default());
    let [copy] = &look.untried()[..] else { panic!("one file is to be tried") };
    fs::OpenOptions::new().append(true).open(folder.path().join("no_game.so")).unwrap().set_len(1 << 20).unwrap();
    assert!(look.judge(copy.content(), &Verdict::Refused("anything".into())));
    assert!(!look.judge(copy.content(), &Verdict::Refused("anything".into())), "it was judged already");
    assert_eq!(reason(&look.catalog(&nothing)), "is still being written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_which_no_code_can_run_is_refused_without_a_trial() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text.so"), "This is no library.\n").unwrap();
    let mut look = Look::at_start(
        &[folder.path().into()],
        Cache::new(Some(folder.path().join("c"))),
        Some(&trial("")),
        Loading::default(),
    );
    assert!(look.untried().is_empty());
    assert!(reason(&look.catalog(&Catalog::default())).starts_with("is not a loadable library: "));
}
