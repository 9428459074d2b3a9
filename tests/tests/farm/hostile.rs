//! What the broker, the coordinator and a worker can do to each other: what SECURITY.md promises of them, tested.

use crate::farm::{Farm, PLAN, await_end, names, servers};
use crate::raw::{Came, Raw, bomb, packed};
use crate::refusals::{fixture_engine, program_plan};
use crate::security::example_without_tls;
use plyd_tests::{PATIENCE, Process};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The file of a run, as published by the coordinator of this plan. The coordinator is ended.
fn published(farm: &Farm, raw: &mut Raw, plan: &[&str]) -> Value {
    raw.subscribe("$KV.plyd_runs.>");
    let _run = farm.begin(farm.spread(plan, "published.db"));
    let text = raw.until(|subject, text| (subject.starts_with("$KV.") && !text.is_empty()).then(|| text.to_vec()));
    serde_json::from_slice(&text).unwrap()
}

/// Opens a run under this name.
fn open(raw: &mut Raw, name: &str, entry: &Value) {
    let mut entry = entry.clone();
    if entry["run"] != "keep" {
        entry["run"] = name.into();
    }
    let answer = raw.ask(&format!("$KV.plyd_runs.{name}"), entry.to_string().as_bytes());
    assert!(
        matches!(&answer, Came::Message(_, text) if !String::from_utf8_lossy(text).contains("error")),
        "{answer:?}"
    );
}

/// The reason why a worker does not play a run, which it publishes at the broker.
fn refusal(raw: &mut Raw, run: &str) -> String {
    raw.until(|subject, text| {
        if !subject.starts_with("plyd.alive.") {
            return None;
        }
        let sign: Value = serde_json::from_slice(text).unwrap();
        let of = sign["runs"].as_array().unwrap().iter().find(|other| other["run"] == run)?;
        of["refused"].as_str().map(ToOwned::to_owned)
    })
}

/// A file that only its owner has.
fn precious(farm: &Farm) -> String {
    fs::write(farm.path("precious"), "root:x:secret-first-line\nsecret-second-line\n").unwrap();
    farm.text("precious")
}

/// A user who may publish a run can name any file. The file is not deleted, read, or hashed for ever.
#[test]
fn a_worker_touches_no_file_that_a_run_names() {
    let Some(farm) = Farm::new() else { return };
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    let entry = published(&farm, &mut raw, PLAN);
    raw.subscribe("plyd.alive.>");
    let file = precious(&farm);
    let mut worker = farm.worker("victim");
    farm.await_log("victim", "plays 1 games at a time");
    let at = |pointer: &str, value: Value| {
        let mut bad = entry.clone();
        *bad.pointer_mut(pointer).unwrap() = value;
        bad
    };
    let with_openings = |openings: Value, named: Value, start: u64| {
        let mut bad = at("/openings", openings);
        bad["settings"]["openings"]["file"] = named;
        bad["settings"]["openings"]["start"] = start.into();
        bad
    };
    let up = format!("../../{}/precious", farm.folder.path().file_name().unwrap().to_str().unwrap());
    let program = json!({ "command": { "program": "/bin/sh", "arguments": ["-c", format!("rm {file}")], "folder": null,
        "protocol": "uci" } });
    let mut started = at("/settings/engines/1/kind", program.clone());
    started["builtin"][1] = Value::Null;
    let mut hidden = started.clone();
    hidden["identity"]["engines"].as_array_mut().unwrap().pop();
    let bad = [
        with_openings(json!(file), json!("x"), 1),
        with_openings(json!(up), json!("x"), 1),
        with_openings(json!("/dev/zero"), json!("x"), 1),
        with_openings(Value::Null, json!(file), 1),
        with_openings(Value::Null, json!(file), 2),
        with_openings(Value::Null, json!("/dev/zero"), 1),
        at("/identity/library/hash", json!(file)),
        at("/identity/library/hash", json!("/dev/zero")),
        at("/identity/library/id", json!(file)),
        at("/identity/engines/1/hash", json!(file)),
        at("/settings/engines/1/kind", program),
        started,
        hidden,
    ];
    for (number, bad) in bad.iter().enumerate() {
        let run = format!("{number:016x}");
        open(&mut raw, &run, bad);
        let reason = refusal(&mut raw, &run);
        assert!(reason.contains("the run makes no sense"), "{number}: {reason}");
        assert!(!reason.contains("secret-") && !reason.contains("root:x:"), "{number}: {reason}");
    }
    // A run whose name is none, and one that has the name of another.
    raw.publish("$KV.plyd_runs.tmp/planted", entry.to_string().as_bytes());
    let mut keeps = entry.clone();
    keeps["run"] = "keep".into();
    open(&mut raw, "00000000000000ff", &keeps);
    assert!(refusal(&mut raw, "00000000000000ff").contains("16 digits"));
    farm.await_log("victim", "does not join `tmp/planted`");
    assert_eq!(fs::read_to_string(&file).unwrap(), "root:x:secret-first-line\nsecret-second-line\n");
    assert!(!farm.log("victim").contains("secret-"), "{}", farm.log("victim"));
    // It lives, and is not busy with anything.
    assert!(!raw.all_within(Duration::from_millis(1)).iter().any(|(_, text)| text.is_empty()));
    raw.publish("plyd.roll", b"null");
    raw.until(|subject, _| (subject == "plyd.alive.victim").then_some(()));
    worker.signal(rustix::process::Signal::TERM);
    assert!(worker.wait().success());
}

/// Who may publish a run has a say in what a worker says on a terminal.
#[test]
fn no_text_of_a_run_rules_the_terminal_of_a_worker() {
    let Some(farm) = Farm::new() else { return };
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    let entry = published(&farm, &mut raw, PLAN);
    raw.subscribe("plyd.alive.>");
    let _worker = farm.worker("victim");
    farm.await_log("victim", "plays 1 games at a time");
    let evil = "x\u{1b}[2J\u{202e}\nplyd: a line of its own";
    for (number, pointer) in ["/identity/plyd", "/target", "/identity/library/id"].into_iter().enumerate() {
        let mut bad = entry.clone();
        *bad.pointer_mut(pointer).unwrap() = evil.into();
        if pointer == "/identity/library/id" {
            bad["settings"]["game"] = evil.into();
        }
        let run = format!("{number:016x}");
        open(&mut raw, &run, &bad);
        let reason = refusal(&mut raw, &run);
        farm.await_log("victim", &format!("does not join run {run}"));
        assert!(!reason.chars().any(char::is_control) && !reason.contains('\u{202e}'), "{pointer}: {reason:?}");
    }
    let log = farm.log("victim");
    assert!(log.contains("a line of its own"), "nothing was shown: {log}");
    assert!(!log.contains(['\u{1b}', '\u{202e}']), "{log:?}");
    assert!(!log.lines().any(|line| line.starts_with("plyd: a line")), "{log}");
}

/// An illegal opening is not repeated to others, and a file is identified by its digest.
#[test]
fn a_worker_publishes_no_text_of_a_file() {
    let Some(farm) = Farm::new() else { return };
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    let file = farm.text("openings.txt");
    fs::write(&file, "b2\n").unwrap();
    let with = [PLAN, &["--openings", &file]].concat();
    let mut entry = published(&farm, &mut raw, &with);
    raw.subscribe("plyd.alive.>");
    // What a worker has under a digest may be a file that it fetched for another match.
    let secret = "secret-first-line\n";
    let hash = plyd_host::ContentHash::of(secret.as_bytes()).to_string();
    let folder = farm.path("workers").join("victim");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(&hash), secret).unwrap();
    entry["openings"] = hash.clone().into();
    let _worker = farm.worker("victim");
    open(&mut raw, "0123456789abcdef", &entry);
    let reason = refusal(&mut raw, "0123456789abcdef");
    assert!(reason.contains(&hash) && reason.contains("log says more") && !reason.contains("secret-"), "{reason}");
    assert!(farm.log("victim").contains("secret-first-line"), "{}", farm.log("victim"));
}

/// The worker starts the program, and the library runs in a process within limits.
#[test]
fn a_library_from_the_broker_and_a_program_play() {
    let Some(farm) = Farm::new() else { return };
    let program = farm.path("plyd");
    fs::copy(plyd_tests::binary(), &program).unwrap();
    let engine = fixture_engine(&farm);
    let cmd = format!("cmd={engine}");
    let mut run = farm.begin(farm.spread(&program_plan(&cmd, &[]), "many.db"));
    farm.run_name();
    let _worker = farm.worker_of(&program, "both", &["--accept-libraries", "--allow-programs", &engine]);
    await_end(&farm, &mut run);
    assert_eq!(farm.games("many.db"), 6);
}

/// Arguments and options of a program are the run's, and some write files.
#[test]
fn a_program_gets_only_what_its_worker_lists() {
    let Some(farm) = Farm::new() else { return };
    let engine = fixture_engine(&farm);
    let cmd = format!("cmd={engine}");
    let refused = |more: &[&str], listed: &str, part: &str| {
        let record = format!("{part}.db");
        let _run = farm.begin(farm.spread(&program_plan(&cmd, more), &record));
        farm.run_name();
        let _worker = farm.worker_with("careful", &["--allow-programs", listed]);
        farm.await_log("careful", part);
        fs::remove_file(farm.path("careful.log")).unwrap();
    };
    refused(&["args=--log-file /tmp/x"], &engine, "engine P has arguments");
    refused(&["option.Hash=8"], &engine, "engine P has the option Hash=8");
    refused(&["option.Hash=9"], &format!("{engine} option.Hash=1..4"), "engine P has the option Hash=9");
    refused(&["args=--quiet"], &format!("{engine} args='--quiet x'"), "engine P has other arguments");
    let listed = format!("/bin/true,{engine} args=--quiet option.Hash=1..8");
    let _worker = farm.worker_with("listing", &["--allow-programs", &listed]);
    let mut run = farm.begin(farm.spread(&program_plan(&cmd, &["args=--quiet", "option.Hash=8"]), "many.db"));
    await_end(&farm, &mut run);
    assert_eq!(farm.games("many.db"), 6);
}

/// A result of this worker in the name of this one, about encounter 1.
fn result_of(worker: &str, games: &Value) -> Vec<u8> {
    let played = json!({ "first": 0, "count": 1, "micros": 1, "scale": 1.0, "games": games });
    packed(&json!({ "worker": worker, "unit": 0, "attempt": 0, "content": { "Played": played } }).to_string())
}

/// What a worker is called says its subject, and the broker says who may publish there.
#[test]
fn a_worker_speaks_for_itself_alone() {
    let Some(server) = servers().into_iter().next() else { return };
    let (farm, keys) = example_without_tls(server);
    farm.play_alone(PLAN, "one.db");
    let mut command = farm.spread(PLAN, "many.db");
    command.args(["--audit", "1"]);
    let mut run = farm.begin(command);
    let name = farm.run_name();
    let mut witness = Raw::connect(&farm, Some(&keys.coordinator), "_INBOX.c");
    witness.await_run(&name);
    witness.subscribe(">");
    let mut evil = Raw::connect(&farm, Some(&keys.workers[1]), "_INBOX.w2");
    let lie = result_of("w1", &json!([]));
    for subject in [
        &format!("plyd.result.{name}.w1"),
        &format!("plyd.result.{name}"),
        "plyd.alive.w1",
        &format!("plyd.over.{name}"),
        &format!("plyd.crew.{name}"),
        &format!("plyd.unit.{name}"),
        "plyd.roll",
        &format!("$KV.plyd_runs.{name}"),
        "$O.plyd_files.C.x",
        &format!("$JS.API.CONSUMER.CREATE.PLYD_RESULTS.{name}"),
        "$JS.API.STREAM.PURGE.PLYD_RESULTS",
        "$JS.API.STREAM.MSG.GET.PLYD_RESULTS",
        "plyd.API.STREAM.PURGE.PLYD_RESULTS",
        "plyd.API.STREAM.MSG.GET.PLYD_RESULTS",
    ] {
        evil.publish(subject, &lie);
    }
    evil.publish("plyd.alive.w2", b"the last");
    witness.until(|subject, text| {
        assert!(text != lie, "{subject}");
        (text == b"the last").then_some(())
    });
    // On its own subject it may say anything, but not that it is another one.
    let answer = evil.ask(&format!("plyd.result.{name}.w2"), &lie);
    assert!(matches!(answer, Came::Message(..)), "{answer:?}");
    evil.publish("plyd.alive.w2", json!({ "form": 3, "worker": "w1", "leaves": true }).to_string().as_bytes());
    // It cannot hear the messages of others.
    evil.subscribe(">");
    let _workers: Vec<_> = names(2).iter().map(|name| farm.worker(name)).collect();
    farm.await_games("many.db", 1);
    for (subject, _) in evil.all_within(Duration::from_secs(1)) {
        assert!(!subject.contains("w1") && !subject.starts_with("plyd.crew"), "{subject}");
    }
    await_end(&farm, &mut run);
    farm.assert_same_games("one.db", "many.db");
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("it came on the subject of w2, and says that it is of w1"), "{told}");
    assert!(!told.contains("sent a wrong game"), "{told}");
}

/// JetStream answers with rights of its own, on any subject that a request names.
#[test]
fn an_answer_to_a_worker_leads_nowhere_else() {
    for server in servers() {
        let (farm, keys) = example_without_tls(server);
        let mut run = farm.begin(farm.spread(PLAN, "many.db"));
        let name = farm.run_name();
        let mut witness = Raw::connect(&farm, Some(&keys.coordinator), "_INBOX.c");
        witness.await_run(&name);
        let others = json!({ "name": "OTHERS", "subjects": ["others.*"], "storage": "file", "retention": "limits",
            "num_replicas": 1 });
        witness.ask("$JS.API.STREAM.CREATE.OTHERS", others.to_string().as_bytes());
        witness.ask("others.a", b"precious");
        for subject in ["$KV.>", "$O.>", "plyd.over.*", "plyd.alive.*", "others.*"] {
            witness.subscribe(subject);
        }
        // With this answer the broker has all subscriptions.
        witness.ask("$JS.API.STREAM.INFO.OTHERS", b"");
        let mut evil = Raw::connect(&farm, Some(&keys.workers[0]), "_INBOX.w1");
        let written = format!("$KV.plyd_runs.{name}");
        for reply in [
            "$JS.API.STREAM.DELETE.OTHERS",
            "$JS.API.STREAM.PURGE.OTHERS",
            "$JS.API.STREAM.DELETE.PLYD_RESULTS",
            &written,
            &format!("plyd.over.{name}"),
            "plyd.alive.w2",
            "$O.plyd_files.M.x",
            "others.a",
        ] {
            evil.publish_for(&format!("plyd.result.{name}.w1"), reply, b"x");
            evil.publish_for(&format!("$JS.ACK.PLYD_UNITS.{name}.1.1.1.1.0"), reply, b"+WPI");
            for api in ["plyd.API", "$JS.API"] {
                evil.publish_for(&format!("{api}.DIRECT.GET.KV_plyd_runs.{written}"), reply, b"");
                evil.publish_for(&format!("{api}.STREAM.INFO.KV_plyd_runs"), reply, b"");
                evil.publish_for(&format!("{api}.CONSUMER.INFO.PLYD_UNITS.{name}"), reply, b"");
                let config = json!({ "deliver_subject": reply, "deliver_policy": "all", "ack_policy": "none" });
                let consumer = json!({ "stream_name": "KV_plyd_runs", "config": config }).to_string();
                evil.publish_for(&format!("{api}.CONSUMER.CREATE.KV_plyd_runs"), "_INBOX.w1.x", consumer.as_bytes());
            }
        }
        evil.publish("plyd.alive.w1", b"the last");
        witness.until(|subject, text| {
            assert!(subject == "plyd.alive.w1", "{subject}: {}", String::from_utf8_lossy(text));
            (text == b"the last").then_some(())
        });
        let answer = witness.ask("$JS.API.STREAM.INFO.OTHERS", b"");
        let is_whole = |text: &[u8]| String::from_utf8_lossy(text).contains("\"messages\":1,");
        assert!(matches!(&answer, Came::Message(_, text) if is_whole(text)), "{answer:?}");
        let _worker = farm.worker("w2");
        await_end(&farm, &mut run);
        let told = fs::read_to_string(farm.path("match.log")).unwrap();
        assert!(!told.contains("somebody has changed"), "{told}");
    }
}

/// The broker sends its answers wherever a request asks it to. None passes as a message, and what one overwrites comes
/// back.
#[test]
fn an_answer_of_the_broker_ends_no_run() {
    let Some(farm) = Farm::new() else { return };
    farm.play_alone(PLAN, "one.db");
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    let (result, written) = (format!("plyd.result.{name}.evil"), format!("$KV.plyd_runs.{name}"));
    let worker = farm.worker("w1");
    let deadline = Instant::now() + PATIENCE;
    // It may have joined before.
    while !farm.log("w1").contains("the run makes no sense") && !farm.log("w1").contains("joins run") {
        assert!(Instant::now() < deadline, "{}", farm.log("w1"));
        raw.publish_for(&result, &written, b"x");
        sleep(Duration::from_millis(20));
    }
    assert!(farm.log("w1").contains("the run makes no sense"), "{}", farm.log("w1"));
    farm.await_games("many.db", 1);
    for _ in 0..100 {
        raw.publish_for(&result, &format!("plyd.over.{name}"), b"x");
        raw.publish_for(&result, "plyd.alive.w1", b"x");
        raw.publish_for(&result, "plyd.roll", b"x");
    }
    await_end(&farm, &mut run);
    farm.assert_same_games("one.db", "many.db");
    assert_eq!(farm.log("w1").matches("joins run").count(), 1, "{}", farm.log("w1"));
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("somebody has changed the run at the broker"), "{told}");
    drop(worker);
}

/// They would never be read, and they would fill the broker. The results of the open run stay.
#[test]
fn results_of_runs_that_are_not_open_are_removed() {
    let Some(farm) = Farm::new() else { return };
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    raw.ask("plyd.result.00000000000000aa.w1", &[0; 1_000]);
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answer = raw.ask("$JS.API.STREAM.INFO.PLYD_RESULTS", b"");
        let Came::Message(_, text) = &answer else { panic!("{answer:?}") };
        let found: Value = serde_json::from_slice(text).unwrap();
        if found["state"]["messages"] == 0 {
            break;
        }
        assert!(Instant::now() < deadline, "{found}");
        sleep(Duration::from_millis(50));
    }
    let _worker = farm.worker("w1");
    await_end(&farm, &mut run);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("results of runs that are not open were removed from the broker"), "{told}");
}

/// Without users at the broker a name proves nothing, but a result has one name all the same.
#[test]
fn a_result_in_the_name_of_another_is_refused() {
    let Some(farm) = Farm::new() else { return };
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    raw.ask(&format!("plyd.result.{name}.evil"), &result_of("w1", &json!([])));
    for bad in ["../../x", "a\u{1b}[2J", ""] {
        raw.ask(&format!("plyd.result.{name}.evil"), &result_of(bad, &json!([])));
    }
    raw.ask(&format!("plyd.result.{name}.a%b"), &result_of("a%b", &json!([])));
    let _worker = farm.worker("w1");
    await_end(&farm, &mut run);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("it came on the subject of evil, and says that it is of w1"), "{told}");
    assert!(told.contains("a name has up to 64 letters") && told.contains("a subject of no worker"), "{told}");
    assert!(!told.contains('\u{1b}'), "{told}");
}

/// The most memory of a process within this time, in MiB.
fn most_memory(process: &Process, time: Duration) -> u64 {
    let deadline = Instant::now() + time;
    let mut most = 0;
    while Instant::now() < deadline {
        most = most.max(process.usage().map_or(0, |usage| usage.resident_kib >> 10));
        sleep(Duration::from_millis(2));
    }
    most
}

/// A megabyte may unpack to 250.
#[test]
fn a_result_that_unpacks_to_too_much_takes_no_memory() {
    let Some(farm) = Farm::new() else { return };
    let run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    let failed = "{\"worker\":\"w\",\"unit\":0,\"attempt\":0,\"content\":{\"Failed\":{\"reason\":\"aaa";
    let large = bomb(failed, 1, 250 << 20, "\"}}}                ");
    assert!(large.len() < 1_040_000, "{}", large.len());
    // As many moves as there may be: each takes more memory than its text. The other game of the encounter has none.
    let game = |number: u64, players: [u64; 2]| {
        let game = json!({ "number": number, "round": 0, "players": players, "setup": "", "half_points": 1,
            "termination": "normal", "detail": "", "started": "2026-01-01T00:00:00Z", "ended": "2026-01-01T00:00:00Z" });
        let text = game.to_string();
        format!("{},\"moves\":[", &text[..text.len() - 1])
    };
    let before = format!(
        "{{\"worker\":\"w\",\"unit\":0,\"attempt\":0,\"content\":{{\"Played\":{{\"first\":0,\"count\":1,\"micros\":1,\
         \"scale\":1.0,\"games\":[{}{{\"m\":\"\",\"p\":0}}",
        game(0, [0, 1]),
    );
    let move_text = ",{\"m\":\"\",\"p\":0}";
    // Two come before.
    let times = (100_000 - 2) * move_text.len();
    let after = format!("]}},{}]}}]}}}}}}", game(1, [1, 0]));
    let full = bomb(&(before + move_text), move_text.len() as u8, times, &after);
    for _ in 0..6 {
        raw.ask(&format!("plyd.result.{name}.w"), &large);
        raw.ask(&format!("plyd.result.{name}.w"), &full);
    }
    let most = most_memory(&run, Duration::from_secs(1));
    assert!(most < 200, "{most} MiB");
    let told = || fs::read_to_string(farm.path("match.log")).unwrap();
    // The other one was read, and no game of tic-tac-toe is that long.
    let deadline = Instant::now() + PATIENCE;
    while !told().contains("game 1 has 100000 moves, and a game of this match has at most 9") {
        assert!(Instant::now() < deadline, "{}", told());
        sleep(Duration::from_millis(20));
    }
    let told = told();
    assert!(told.contains("it unpacks to 262") && told.contains("are the most"), "{told}");
}

/// A worker that claims to be as large as a thousand is refused, so that the queue stays as long as it should be.
#[test]
fn numbers_beyond_their_bounds_are_refused() {
    let Some(farm) = Farm::new() else { return };
    let mut run = farm.begin(farm.spread(PLAN, "many.db"));
    let name = farm.run_name();
    let mut raw = Raw::connect(&farm, None, "_INBOX.raw");
    raw.await_run(&name);
    let sign = |cores: u64, run: &str| {
        json!({ "form": 3, "worker": "big", "since": 1, "host": "h", "cores": cores, "plyd": "1", "target": "t",
            "games": 0, "speed": 0.0, "runs": [{ "run": run, "units": [], "refused": null }], "leaves": false })
        .to_string()
    };
    for _ in 0..2 {
        raw.publish("plyd.alive.big", sign(u64::MAX, &name).as_bytes());
        raw.publish("plyd.alive.big2", sign(u64::MAX, &name).as_bytes());
    }
    raw.publish("plyd.alive.big", sign(1, "../../etc").as_bytes());
    let huge = json!({ "worker": "big", "unit": u64::MAX, "attempt": u32::MAX, "content": { "Played": { "first": 0,
        "count": 1, "micros": u64::MAX, "scale": 1e308, "games": [] } } });
    raw.ask(&format!("plyd.result.{name}.big"), &packed(&huge.to_string()));
    // A unit that would have a worker list encounters until its memory ends, and one of players that there are not.
    let unit = |first: u64, count: u64, games: Value| {
        json!({ "since": 1, "unit": { "id": 1, "first": first, "count": count, "attempt": 0 }, "games": games })
            .to_string()
    };
    raw.ask(&format!("plyd.unit.{name}"), unit(0, u64::MAX, json!([])).as_bytes());
    let game = json!([{ "number": 0, "round": 0, "encounter": 0, "players": [0, 77] }]);
    raw.ask(&format!("plyd.unit.{name}"), unit(0, 1, game).as_bytes());
    let worker = farm.worker("w1");
    await_end(&farm, &mut run);
    let told = fs::read_to_string(farm.path("match.log")).unwrap();
    assert!(told.contains("its numbers are too large"), "{told}");
    assert!(!farm.log("w1").contains("panicked") && farm.log("w1").contains("makes no sense"), "{}", farm.log("w1"));
    assert!(worker.usage().is_some_and(|usage| usage.resident_kib >> 10 < 200));
    assert!(Path::new(&farm.text("many.db")).exists());
}
