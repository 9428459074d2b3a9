//! Trials by shell scripts in the place of the program: what is made of what they say.

use super::inside::TrialAnswer;
use super::outside::judge;
use super::*;
use crate::{ConversationEnd, ProcessEnd};
use plyd_host::{ContentHash, LibraryFacts, PrivateCopy, TrialVerdict, Tries};
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// Trials by a script.
fn scripts(script: &str) -> TrialProcesses {
    // As a child does, it leads a group, so that it is ended with all that it has started.
    TrialProcesses::new("setsid".into(), ["sh", "-c", script].map(OsString::from).to_vec(), None)
}

/// A copy of this content.
fn copy(content: &str) -> (TempDir, PrivateCopy) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("copy");
    fs::write(&file, content).unwrap();
    (folder, PrivateCopy::at(file, ContentHash::of(content.as_bytes())))
}

fn facts() -> LibraryFacts {
    let text = r#"{"id":"heap","name":"Heap","version":"1.2.3","interface":[1,7],"start-position":"7 w good",
        "board":null,"sides":["First","Second"],"options":[],"abilities":[]}"#;
    serde_json::from_str(text).unwrap()
}

fn answer(hash: &ContentHash, verdict: TrialVerdict) -> TrialAnswer {
    TrialAnswer { nonce: "word".into(), hash: Some(hash.clone()), verdict }
}

#[test]
fn a_verdict_counts_if_it_answers_the_question() {
    let hash = ContentHash::of(b"abc");
    let verdicts = [
        TrialVerdict::Sound(Box::new(facts())),
        TrialVerdict::Refused("has no usable start position: it is \"wet\"".into()),
        TrialVerdict::NotLoaded("cannot open shared object file".into()),
        TrialVerdict::Untried("no thread".into()),
    ];
    for verdict in verdicts {
        assert_eq!(judge(answer(&hash, verdict.clone()), "word", &hash), Ok(verdict));
    }
}

#[test]
fn what_answers_another_question_or_none_is_garbled() {
    let hash = ContentHash::of(b"abc");
    let garbled = |answer: TrialAnswer| judge(answer, "word", &hash).unwrap_err().to_string();
    let sound = || answer(&hash, TrialVerdict::Sound(Box::new(facts())));
    assert_eq!(garbled(TrialAnswer { nonce: "other".into(), ..sound() }), "the answer to another question");
    assert_eq!(garbled(TrialAnswer { hash: None, ..sound() }), "the verdict about another file");
    let other = ContentHash::of(b"");
    assert_eq!(garbled(answer(&other, TrialVerdict::Refused("x".into()))), "the verdict about another file");
    let facts = serde_json::to_string(&facts()).unwrap().replace("\"heap\"", "\"He ap\"");
    let reason = garbled(answer(&hash, TrialVerdict::Sound(serde_json::from_str(&facts).unwrap())));
    assert!(reason.starts_with("a library that declares the id `He ap`; "), "{reason}");
    assert_eq!(garbled(answer(&hash, TrialVerdict::Refused("a\nbestmove b".into()))), "a reason of several lines");
    for own in
        [TrialVerdict::Crashes("it did".into()), TrialVerdict::Garbles("it did".into()), TrialVerdict::Hangs(PATIENCE)]
    {
        assert_eq!(garbled(answer(&hash, own)), "a verdict about itself");
    }
}

/// What comes of a trial by this script, which has said that it begins.
fn tried(script: &str) -> TrialVerdict {
    let (_folder, copy) = copy("abc");
    let script = format!("read order; read question; echo '{{\"Lacks\":[]}}'; {script}");
    scripts(&script).ask(&copy, PATIENCE, &AtomicBool::new(false)).unwrap()
}

#[test]
fn the_process_is_asked_by_the_path_of_the_copy_and_answers() {
    let verdict = tried(
        r#"copy=${order#*\"copy\":\"}; copy=${copy%%\"*}; test "$(cat "$copy")" = abc || exit 1
        hash=${order#*\"content\":\"}; hash=${hash%%\"*}; nonce=${question#*\"nonce\":\"}; nonce=${nonce%%\"*}
        echo "{\"Event\":{\"nonce\":\"$nonce\",\"hash\":\"$hash\",\"verdict\":{\"refused\":\"is tried\"}}}"; exec sleep 1000"#,
    );
    assert_eq!(verdict, TrialVerdict::Refused("is tried".into()));
}

#[test]
fn a_process_that_does_not_answer_is_judged_by_its_end() {
    for (script, how) in
        [("exit 3", "exit status: 3"), ("kill -9 $$", "signal: 9"), ("sleep 3 & exit 0", "exit status: 0")]
    {
        let verdict = tried(script);
        assert!(matches!(&verdict, TrialVerdict::Crashes(what) if what.starts_with(how)), "{script}: {verdict:?}");
    }
    assert_eq!(tried("exec 1>&-; exec sleep 1000"), TrialVerdict::Garbles("it closed its output".into()));
    for garbage in ["echo uciok", "echo '{}'; exec sleep 1000", "yes | tr -d '\\n'"] {
        let verdict = tried(garbage);
        assert!(matches!(verdict, TrialVerdict::Garbles(_)), "{garbage}: {verdict:?}");
    }
}

#[test]
fn a_process_that_did_not_begin_proves_nothing() {
    let (_folder, copy) = copy("abc");
    let ask = |processes: &TrialProcesses| processes.ask(&copy, PATIENCE, &AtomicBool::new(false));
    let untried = ask(&scripts("exit 1"));
    assert_eq!(untried, Some(TrialVerdict::Untried("its trial process ended (exit status: 1)".into())));
    let unloadable = ask(&scripts("echo '{\"Unloadable\":\"no limits\"}'; exec sleep 1000"));
    assert_eq!(unloadable, Some(TrialVerdict::Untried("no limits".into())));
    let missing = ask(&TrialProcesses::new("/no/such/program".into(), Vec::new(), None));
    let reason = "/no/such/program cannot be started: ";
    assert!(matches!(&missing, Some(TrialVerdict::Untried(why)) if why.starts_with(reason)), "{missing:?}");
}

#[test]
fn a_trial_is_cancelled_and_ends_in_time() {
    let (_folder, copy) = copy("abc");
    assert_eq!(scripts("exec sleep 1000").ask(&copy, PATIENCE, &AtomicBool::new(true)), None);
    let hangs = scripts("echo '{\"Lacks\":[]}'; exec sleep 1000");
    let time = Duration::from_millis(50);
    assert_eq!(hangs.ask(&copy, time, &AtomicBool::new(false)), Some(TrialVerdict::Hangs(time)));
}

#[test]
fn a_process_that_started_too_much_is_not_sound() {
    let ended = ProcessEnd { exceeded: Some("more than 32 threads".into()), was_killed: true, ..ProcessEnd::default() };
    let verdict = scripts("").verdict_of_end(ConversationEnd::Closed, ended, PATIENCE, true);
    assert_eq!(verdict, TrialVerdict::Garbles("it starts more than 32 threads".into()));
}
