//! Damaged records: the damage is reported, or it does no harm.

use super::{MatchRun, report_command, report_of};
use plyd_tests::{Finished, command, finish};
use serde_json::Value;
use std::fs;
use std::path::Path;

#[test]
fn a_damaged_game_is_named_and_the_others_can_be_told() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=2"]);
    run.with(&["--rounds", "4"]).with_damage(|run| {
        let mut refused = run.resumption();
        refused.env("PLYD_LOG_LEVEL", "error");
        let refused = finish(refused, super::TIME);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.errors.contains("game 6 (number 5 in the table) is damaged"), "{refused:?}");
        let refused = report(&run.record(), &[]);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(refused.errors.contains("game 6 (number 5 in the table) is damaged"), "{refused:?}");
        let salvaged = report(&run.record(), &["--salvage"]);
        assert!(salvaged.errors.contains("1 game is damaged: 6 (number 5 in the table)"), "{salvaged:?}");
        assert_eq!(report_of(&salvaged)["played"], 7);
        let lines = report(&run.record(), &["--salvage", "--jsonl", "-"]);
        assert_eq!(lines.output.lines().count(), 7, "{lines:?}");
    });
}

impl MatchRun {
    /// Plays it, and changes the result of its sixth game.
    fn with_damage(self, test: impl Fn(&Self)) {
        self.play();
        let connection = rusqlite::Connection::open(self.record()).expect("SQLite's");
        let sql = "UPDATE game SET half_points = (half_points + 1) % 3 WHERE number = 5";
        assert_eq!(connection.execute(sql, []).expect("a table of games"), 1);
        drop(connection);
        test(&self);
    }
}

#[test]
fn a_record_of_another_form_is_refused_and_stays_as_it_is() {
    let run = MatchRun::new("tictactoe", &["name=A builtin depth=1", "name=B builtin depth=2"]);
    let run = run.with(&["--rounds", "4"]);
    run.play();
    for form in [1, 3] {
        let connection = rusqlite::Connection::open(run.record()).expect("SQLite's");
        connection.pragma_update(None, "user_version", form).expect("a form");
        connection.close().expect("one file");
        let before = fs::read(run.record()).expect("a record");
        let reason = format!("it has form {form}, but this program reads form 2");
        for refused in
            [report(&run.record(), &[]), report(&run.record(), &["--salvage"]), finish(run.resumption(), super::TIME)]
        {
            assert_eq!(refused.status.code(), Some(1), "{refused:?}");
            assert!(refused.errors.contains(&reason), "{refused:?}");
        }
        assert!(fs::read(run.record()).expect("a record") == before, "it was changed");
    }
}

fn report(record: &Path, more: &[&str]) -> Finished {
    let mut command = report_command(record);
    command.args(more);
    finish(command, super::TIME)
}

/// A record, and the reports on it.
struct Told {
    run: MatchRun,
    report: String,
    games: Vec<String>,
    /// The report on the finished match, if it was not finished before.
    finished: Value,
}

/// Records of many kinds, by their number: short and long games, such with a log beside them, with faults, with a test.
fn told(kind: u64) -> Told {
    let shallow = ["name=A builtin depth=1 option.Hash=1", "name=B builtin depth=2 option.Hash=1"];
    let of_kind = |run: MatchRun| {
        let seed = ["1", "2", "3", "5", "8"][(kind / 4 % 5) as usize];
        MatchRun { seed, ..run.with(&["--random-plies", "4"]) }
    };
    let played = |run: MatchRun| {
        let run = of_kind(run);
        run.play();
        run
    };
    let run = match kind % 4 {
        0 => played(MatchRun::new("tictactoe", &shallow).with(&["--rounds", "4"])),
        // Moves that do not fit on one page of the file.
        1 => played(MatchRun::new("chess", &shallow).with(&["--rounds", "2", "--maxmoves", "80"])),
        2 => {
            let sprt = "elo0=-2000 elo1=-900 model=logistic";
            played(MatchRun::new("cfour", &shallow).with(&["--rounds", "40", "--sprt", sprt]))
        }
        _ => {
            let of_rounds = |rounds: &str| of_kind(MatchRun::new("cfour", &shallow).with(&["--rounds", rounds]));
            let run = MatchRun::killed_midway(400, of_rounds);
            // Nothing makes this index of the log again, because the record is only read in copies.
            let _ = fs::remove_file(run.file("record.db-shm"));
            run
        }
    };
    // Reports on a copy, because reading a record may merge its log into it.
    let copy = run.copy();
    let record = copy.path().join("record.db");
    let (report, games) = (report(&record, &[]), report(&record, &["--jsonl", "-"]));
    assert!(report.status.success() && games.status.success(), "{report:?} {games:?}");
    let mut resumption = command(&["match", "--output", "json", "--resume"]);
    resumption.arg(&record);
    let finished = report_of(&finish(resumption, super::TIME));
    Told { run, report: report.output, games: games.output.lines().map(str::to_owned).collect(), finished }
}

/// Flips a bit of one of the files of a record. The place, for people, and whether it is in the log.
fn flip(folder: &Path, random: &mut fastrand::Rng) -> (String, bool) {
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().map(|file| file.path()).collect();
    files.sort();
    let file = random.choice(files).expect("a record");
    let mut bytes = fs::read(&file).expect("a file");
    // Half of them at the beginning, where all has a meaning.
    let places = if random.bool() { bytes.len() } else { bytes.len().min(4_096) };
    let (place, bit) = (random.usize(..places), random.u8(..8));
    bytes[place] ^= 1 << bit;
    fs::write(&file, bytes).expect("a file");
    let name = file.display().to_string();
    (format!("bit {bit} of byte {place} of {name}"), name.ends_with("-wal"))
}

/// A log with a damage ends before it, as after a power failure: then games may be missing. Otherwise whatever is told
/// of a damaged record is what is told of the sound one; or it is refused; or games are left out, and this is said.
fn assert_told(told: &Told, random: &mut fastrand::Rng) {
    let copy = told.run.copy();
    let (place, is_in_log) = flip(copy.path(), random);
    let record = copy.path().join("record.db");
    let context = |finished: &Finished| format!("{place}: {finished:?}");
    let is_refused = |finished: &Finished| {
        let is_refused = finished.status.code() == Some(1) && finished.errors.contains("record.db");
        assert!(is_refused || finished.status.success(), "{}", context(finished));
        is_refused
    };
    let lines = |finished: &Finished| finished.output.lines().map(str::to_owned).collect::<Vec<_>>();
    let are_some = |lines: &[String]| lines.iter().all(|line| told.games.contains(line));

    let (found, games) = (report(&record, &[]), report(&record, &["--jsonl", "-"]));
    assert_eq!(is_refused(&found), is_refused(&games), "{}", context(&found));
    if found.status.success() && is_in_log {
        assert!(are_some(&lines(&games)), "{}", context(&games));
    } else if found.status.success() {
        assert_eq!((&found.output, lines(&games)), (&told.report, told.games.clone()), "{place}");
    }
    let salvaged = report(&record, &["--salvage", "--jsonl", "-"]);
    if !is_refused(&salvaged) {
        assert!(are_some(&lines(&salvaged)), "{}", context(&salvaged));
        let is_told = salvaged.errors.contains("the report leaves out the damaged games");
        assert_eq!(is_told, !found.status.success(), "{}", context(&salvaged));
    }
    let mut resumption = command(&["match", "--output", "json", "--resume"]);
    resumption.arg(&record);
    let resumed = finish(resumption, super::TIME);
    if !is_refused(&resumed) {
        assert_eq!(report_of(&resumed), told.finished, "{}", context(&resumed));
    }
}

/// As many records as the variable says, with 26 flips each.
#[test]
fn a_flipped_bit_never_gives_another_result() {
    let records = std::env::var("PLYD_TEST_FLIPS").ok().and_then(|text| text.parse().ok());
    let (records, flips) = records.map_or((4, 4), |records| (records, 26));
    let mut random = fastrand::Rng::with_seed(26);
    for kind in 0..records {
        let told = told(kind);
        (0..flips).for_each(|_| assert_told(&told, &mut random));
    }
}
