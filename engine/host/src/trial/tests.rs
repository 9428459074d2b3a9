//! Trials without processes: which libraries are tried, in which order, and what is made of the verdicts.

use super::trials::in_order;
use super::*;
use crate::found_file::FoundFile;
#[cfg(target_os = "linux")]
use crate::look::StartPatience;
use crate::test_game::Heap;
use crate::testing::linked;
use crate::{Cache, Catalog, FolderScan, LibraryFacts, Loading};
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::mpsc::channel;
use std::time::Instant;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// What is found by the content of a library.
#[derive(Debug)]
struct VerdictByContent(fn(&[u8], &AtomicBool) -> Option<TrialVerdict>);

impl Tries for VerdictByContent {
    fn ask(&self, copy: &PrivateCopy, _: Duration, is_cancelled: &AtomicBool) -> Option<TrialVerdict> {
        (self.0)(&fs::read(copy.path()).unwrap(), is_cancelled)
    }
}

/// Trials that find this.
fn trial(find: fn(&[u8], &AtomicBool) -> Option<TrialVerdict>) -> LibraryTrial {
    LibraryTrial { by: Arc::new(VerdictByContent(find)), build: "tests".into(), time: PATIENCE, kept_as: "json" }
}

/// Trials where nothing is to be tried.
fn no_trial() -> LibraryTrial {
    trial(|_, _| panic!("nothing is to be tried"))
}

/// A library that hangs until its trial is cancelled.
fn hang(is_cancelled: &AtomicBool) -> Option<TrialVerdict> {
    while !is_cancelled.load(Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    None
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

/// The contents that were tried in the next test.
static TRIED: Mutex<Vec<String>> = Mutex::new(Vec::new());

#[test]
fn each_content_is_tried_once_and_what_nobody_wants_any_more_is_ended() {
    let ((_a, first), (b, second)) = (copy("first"), copy("second"));
    let (sender, verdicts) = channel();
    let trial = trial(|content, is_cancelled| {
        TRIED.lock().unwrap().push(String::from_utf8(content.to_vec()).unwrap());
        // The first one hangs.
        if content == b"first" { hang(is_cancelled) } else { Some(TrialVerdict::Crashes("exit status: 7".into())) }
    });
    let trials = Trials::new(trial, move |content, verdict| sender.send((content, verdict)).unwrap());
    trials.want(vec![first.clone(), first.clone(), second.clone(), second.clone()]);
    let (content, verdict) = verdicts.recv_timeout(PATIENCE).unwrap();
    assert_eq!((&content, verdict), (second.content(), TrialVerdict::Crashes("exit status: 7".into())));
    let tried = || TRIED.lock().unwrap().clone();
    let deadline = Instant::now() + PATIENCE;
    while !tried().contains(&"first".to_owned()) {
        assert!(Instant::now() < deadline, "one that hangs is not tried");
        std::thread::sleep(Duration::from_millis(5));
    }
    trials.want(vec![first.clone()]);
    // It was found bad, so its copy is made again.
    let again = Cache::new(Some(b.path().into())).copy(&FoundFile::of_bytes(b"second")).unwrap();
    assert_eq!(again, second);
    trials.want(vec![again]);
    // The first one is not reported, though it was ended.
    assert_eq!(verdicts.recv_timeout(PATIENCE).unwrap().0, *second.content());
    let mut tried = tried();
    tried.sort();
    assert_eq!(tried, ["first", "second", "second"]);
}

#[test]
fn what_was_found_harmless_before_is_tried_first_and_what_was_found_bad_last() {
    let [(_a, bad), (_b, new), (_c, sound)] = ["bad", "new", "sound"].map(copy);
    // By another build of the program, so that it counts no more.
    let old = LibraryTrial { build: "old".into(), ..no_trial() };
    TrialVerdict::Crashes("signal: 11".into()).keep(&bad, &old).unwrap();
    TrialVerdict::Sound(Box::new(facts())).keep(&sound, &old).unwrap();
    assert!(TrialVerdict::kept(&sound, &no_trial()).is_none());
    let order = in_order(vec![bad.clone(), new.clone(), sound.clone()], &no_trial());
    assert!(order == [sound, new, bad], "{order:?}");
}

#[test]
fn a_copy_that_another_process_has_removed_is_not_taken_for_one_that_cannot_be_tried() {
    let (_folder, copy) = copy("abc");
    let known = TrialVerdict::Crashes("signal: 11".into());
    let (sender, verdicts) = channel();
    let trials = Trials::new(no_trial(), move |_, verdict| sender.send(verdict).unwrap());
    fs::remove_file(copy.path()).unwrap();
    trials.want(vec![copy.clone()]);
    let verdict = verdicts.recv_timeout(PATIENCE).unwrap();
    assert!(matches!(&verdict, TrialVerdict::NotLoaded(reason) if reason.contains("another process")), "{verdict:?}");
    known.keep(&copy, &no_trial()).unwrap();
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
    let trial = trial(|content, is_cancelled| {
        if content[content.len() - 5..].starts_with(b"hang") {
            hang(is_cancelled)
        } else {
            Some(TrialVerdict::Refused("is tried".into()))
        }
    });
    let cache = Cache::new(Some(folder.path().join("cache")));
    let mut look = FolderScan::at_start(&[folder.path().into()], cache, Some(&trial), Loading::default());
    // Eight at most are tried at once, and these hang.
    let began = Instant::now();
    look.try_within(&trial, StartPatience::new(Duration::from_millis(800), PATIENCE));
    assert!(began.elapsed() < PATIENCE / 2, "{:?}", began.elapsed());
    let untried = look.untried();
    let is_late = |copy: &&PrivateCopy| fs::read(copy.path()).unwrap().ends_with(b"late");
    assert!(untried.len() >= 9, "{}", untried.len());
    let late = untried.iter().find(is_late).expect("it waits for its turn");
    let nothing = Catalog::default();
    let reasons = |look: &mut FolderScan| -> Vec<_> {
        let catalog = look.catalog(&nothing);
        catalog.refused().iter().map(|refusal| refusal.reason.to_string()).collect()
    };
    assert_eq!(reasons(&mut look).pop().as_deref(), Some("has not been tried yet"));
    // Now sessions may play, so nothing is loaded that cannot be tried.
    assert!(look.judge(late.content(), &TrialVerdict::Untried("no process".into())));
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
    let crashes = trial(|_, _| Some(TrialVerdict::Crashes("exit status: 7".into())));
    let mut look = FolderScan::at_start(&folders, cache(), Some(&crashes), Loading::default());
    assert_eq!(kept(), ["so"]);
    look.try_all(&crashes);
    assert!(reason(&look.catalog(&nothing)).starts_with("crashes: "));
    assert_eq!(kept(), ["json"]);
    let mut look = FolderScan::at_start(&folders, cache(), Some(&crashes), Loading::default());
    assert!(!look.has_untried() && reason(&look.catalog(&nothing)).contains("; an earlier start found this; delete "));
    assert_eq!(kept(), ["json"]);
    // A reload has another look at it.
    let look = FolderScan::again(&folders, &nothing, cache(), &crashes, Loading::default());
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
    let missing = trial(|_, _| Some(TrialVerdict::Untried("there is no such program".into())));
    let (folders, nothing) = ([folder.path().to_path_buf()], Catalog::default());
    let mut look = FolderScan::at_start(&folders, cache(), Some(&missing), Loading::default());
    look.try_all(&missing);
    // This was said by the library that was loaded.
    assert_eq!(reason(&look.catalog(&nothing)), "does not export the function `plyd_plugin`, so it is not a plyd game");
    let mut look = FolderScan::again(&folders, &nothing, cache(), &missing, Loading::default());
    assert_eq!(reason(&look.catalog(&nothing)), "has not been tried yet");
    look.try_all(&missing);
    let reason = reason(&look.catalog(&nothing));
    assert_eq!(reason, "cannot be tried: there is no such program");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_changes_while_it_is_tried_is_left_out_until_it_is_settled() {
    let folder = folder_with_a_library();
    let (folders, nothing) = ([folder.path().to_path_buf()], Catalog::default());
    let sound = no_trial();
    let mut look =
        FolderScan::at_start(&folders, Cache::new(Some(folder.path().join("cache"))), Some(&sound), Loading::default());
    let [copy] = &look.untried()[..] else { panic!("one file is to be tried") };
    fs::OpenOptions::new().append(true).open(folder.path().join("no_game.so")).unwrap().set_len(1 << 20).unwrap();
    assert!(look.judge(copy.content(), &TrialVerdict::Refused("anything".into())));
    assert!(!look.judge(copy.content(), &TrialVerdict::Refused("anything".into())), "it was judged already");
    assert_eq!(reason(&look.catalog(&nothing)), "is still being written");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_which_no_code_can_run_is_refused_without_a_trial() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("text.so"), "This is no library.\n").unwrap();
    let mut look = FolderScan::at_start(
        &[folder.path().into()],
        Cache::new(Some(folder.path().join("c"))),
        Some(&no_trial()),
        Loading::default(),
    );
    assert!(look.untried().is_empty());
    assert!(reason(&look.catalog(&Catalog::default())).starts_with("is not a loadable library: "));
}
