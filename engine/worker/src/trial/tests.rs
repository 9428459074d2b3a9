//! Trials by shell scripts in the place of the program: what is made of what they say.

use super::question::{Answer, judge};
use super::*;
use plyd_host::{ContentHash, LibraryFacts, PrivateCopy, Tries, Verdict};
use std::fs;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

const PATIENCE: Duration = Duration::from_secs(20);

/// Trials by a script. It finds the path of the library in `$1`, and the nonce on its input.
fn scripts(script: &str) -> TrialProcesses {
    let arguments = ["-c", script, "sh"].map(OsString::from).to_vec();
    TrialProcesses { program: "sh".into(), arguments, environment: None }
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
    let ask = |processes: &TrialProcesses| processes.ask(&copy, PATIENCE, &AtomicBool::new(false));
    assert_eq!(ask(&scripts(&script)), Some(Verdict::Refused("is tried".into())));
    let crashed = ask(&scripts("printf ' '; kill -9 $$"));
    assert!(matches!(&crashed, Some(Verdict::Crashes(how)) if how.starts_with("signal: 9")), "{crashed:?}");
    let untried = ask(&scripts("exit 1"));
    assert_eq!(untried, Some(Verdict::Untried("its trial process ended (exit status: 1)".into())));
    assert_eq!(scripts("exec sleep 1000").ask(&copy, PATIENCE, &AtomicBool::new(true)), None);
    let missing = ask(&TrialProcesses { program: "/no/such/program".into(), ..scripts("") });
    let reason = "/no/such/program cannot be started: ";
    assert!(matches!(&missing, Some(Verdict::Untried(why)) if why.starts_with(reason)), "{missing:?}");
}
