//! The messages between coordinators and workers.
//!
//! The broker is not trusted: anyone who may publish there can send anything. Therefore each message is parsed by a
//! function that rejects invalid content and numbers out of bounds. Unknown fields are rejected too: the broker itself
//! answers in JSON, on any subject that a request names, and such an answer must not pass as a message.

use crate::names::{Remark, RunName, WorkerName};
use crate::unit::{Unit, UnitId};
use plyd_tournament::{Pairing, PlayedGame, Schedule};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the message format. Programs with different versions cannot communicate.
pub(crate) const FORM: u32 = 3;

/// The maximum size of an unpacked result in bytes. A worker sends one when it reaches a megabyte, or after a single
/// encounter.
pub(crate) const LONGEST_RESULT: usize = 4 << 20;

/// The maximum size of a sign of life, and of a message about a run, in bytes.
const LONGEST_SIGN: usize = 256 << 10;

/// The maximum size of a unit and of a run entry in bytes. Brokers accept a megabyte by default.
const LONGEST_TASK: usize = 4 << 20;

/// The maximum number of encounters in a unit.
pub(crate) const MOST_ENCOUNTERS: u64 = 4_096;

/// The maximum number of games that a worker plays concurrently.
pub const MOST_CORES: u64 = 4_096;

/// The maximum number of open runs at a broker, and of workers in a run.
pub(crate) const MOST_RUNS: usize = 1_000;
pub(crate) const MOST_WORKERS: usize = 10_000;

/// The maximum number of earlier publications of a unit.
const MOST_ATTEMPTS: u32 = 1_000_000;

/// The maximum number of workers whose results a game is compared with; eventually there are two that disagree.
const MOST_AVOIDED: usize = 16;

/// Parses JSON of at most `most` bytes.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8], most: usize) -> Result<T, String> {
    if text.len() > most {
        return Err(format!("it has {} bytes, and {most} are the most", text.len()));
    }
    // The error may quote the text, so it is reduced to one line.
    serde_json::from_slice(text).map_err(|error| Remark::from(error.to_string()).to_string())
}

/// Returns the last two tokens of a subject.
fn last_words(subject: &str) -> Option<(&str, &str)> {
    let (before, last) = subject.rsplit_once('.')?;
    Some((before.rsplit_once('.').map_or(before, |(_, word)| word), last))
}

/// Checks that a message and its subject agree. The broker controls who may publish on a subject, but not the content
/// of a message.
fn same<T: PartialEq + std::fmt::Display>(subject: &T, message: &T) -> Result<(), String> {
    if subject == message {
        return Ok(());
    }
    Err(format!("it came on the subject of {subject}, and says that it is of {message}"))
}

/// Checks that a message has the version of this program.
fn check_form(form: u32) -> Result<(), String> {
    if form == FORM {
        return Ok(());
    }
    Err(format!("it has form {form}, but this program understands form {FORM}"))
}

/// The request for signs of life.
pub(crate) const QUESTION: &[u8] = b"null";

/// A unit in the form for workers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitTask {
    /// The start time of its coordinator in milliseconds since 1970, because each coordinator numbers its units from 0.
    pub(crate) since: u64,
    pub(crate) unit: Unit,
    /// The games, if they do not follow from the plan alone, because the pairings depend on results or some games are
    /// already played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<Pairing>,
}

impl UnitTask {
    /// Parses a unit of a match with this schedule and number of engines.
    pub(crate) fn read(text: &[u8], schedule: &Schedule, engines: usize) -> Result<Self, String> {
        let task: Self = read(text, LONGEST_TASK)?;
        let Self { unit, games, .. } = &task;
        let per_encounter = schedule.games_per_encounter();
        let most = schedule.len() / per_encounter.max(1);
        let end = unit.first.checked_add(unit.count).filter(|&end| end <= most);
        if !(1..=MOST_ENCOUNTERS).contains(&unit.count) || end.is_none() {
            return Err(format!(
                "it has {} encounters from number {}, and the plan has {most}",
                unit.count, unit.first
            ));
        }
        if unit.attempt > MOST_ATTEMPTS || unit.avoid.len() > MOST_AVOIDED {
            return Err("its numbers are too large".to_owned());
        }
        // An empty name stands for games that were played without a worker.
        if let Some(Err(error)) = unit
            .avoid
            .iter()
            .filter(|name| !name.is_empty())
            .map(|name| name.parse::<WorkerName>())
            .find(Result::is_err)
        {
            return Err(error.to_string());
        }
        for game in games {
            let is_known = schedule.game(game.number).is_none_or(|planned| planned == *game);
            if !is_known
                || !unit.encounters().contains(&game.encounter)
                || game.number / per_encounter != game.encounter
                || game.round >= schedule.rounds()
                || game.players.iter().any(|&player| player >= engines)
                || game.players[0] == game.players[1]
            {
                return Err(format!("the plan has no game {} like that", game.number));
            }
        }
        if !games.is_sorted_by(|one, other| one.number < other.number) {
            return Err("its games are in no order".to_owned());
        }
        Ok(task)
    }
}

/// The report of a worker about a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitReport {
    pub(crate) worker: WorkerName,
    pub(crate) unit: UnitId,
    pub(crate) attempt: u32,
    pub(crate) content: ReportContent,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) enum ReportContent {
    /// All wanted games of these encounters.
    Played {
        first: u64,
        count: u64,
        /// The time of one core in microseconds.
        micros: u64,
        /// The scale factor of clocks; 1 without clocks.
        scale: f64,
        games: Vec<PlayedGame>,
    },
    /// The unit cannot be played by this worker.
    Failed { reason: Remark },
}

impl UnitReport {
    /// Serializes the report as JSON compressed with LZ4.
    ///
    /// # Errors
    /// The unpacked size, which exceeds the limit for receivers.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, usize> {
        // All map keys are strings, so no error is possible.
        let text = serde_json::to_vec(self).unwrap_or_default();
        if text.len() > LONGEST_RESULT { Err(text.len()) } else { Ok(lz4_flex::compress_prepend_size(&text)) }
    }

    /// Returns the unpacked size of a result in bytes, according to its header.
    pub(crate) fn unpacked_bytes(bytes: &[u8]) -> usize {
        bytes.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize)
    }

    /// Parses a worker's message on this subject, which may contain anything. It takes no more memory than
    /// [`LONGEST_RESULT`] and the games parsed from this number of bytes.
    pub(crate) fn unpack(subject: &str, bytes: &[u8]) -> Result<Self, String> {
        let length = Self::unpacked_bytes(bytes);
        if length > LONGEST_RESULT {
            return Err(format!("it unpacks to {length} bytes, and {LONGEST_RESULT} are the most"));
        }
        let worker: WorkerName = worker_of(subject)?;
        let text = lz4_flex::decompress_size_prepended(bytes).map_err(|error| error.to_string())?;
        let report: Self = read(&text, LONGEST_RESULT)?;
        same(&worker, &report.worker)?;
        if report.attempt > MOST_ATTEMPTS {
            return Err("its numbers are too large".to_owned());
        }
        Ok(report)
    }
}

/// Returns the worker in the last token of a subject.
fn worker_of(subject: &str) -> Result<WorkerName, String> {
    let worker = last_words(subject).map_or(subject, |(_, worker)| worker);
    worker.parse().map_err(|error| format!("it came on a subject of no worker: {error}"))
}

/// A sign of life of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// The version of the message format.
    pub form: u32,
    /// The name of the worker.
    pub worker: WorkerName,
    /// The start time of its process in milliseconds since 1970.
    pub since: u64,
    /// The name of the machine.
    pub host: Remark,
    /// The number of games that it plays concurrently.
    pub cores: u64,
    /// The version of plyd.
    pub plyd: Remark,
    /// The platform that its library must be built for.
    pub target: Remark,
    /// The number of games played since its start.
    pub games: u64,
    /// The number of games per second over the last minute.
    pub speed: f64,
    /// The runs that it has joined or refused.
    pub runs: Vec<RunSign>,
    /// Whether it is leaving, and has returned all its units.
    pub leaves: bool,
}

impl Sign {
    /// Parses a sign of life received on this subject.
    pub(crate) fn read(subject: &str, text: &[u8]) -> Result<Self, String> {
        let worker = worker_of(subject)?;
        let sign: Self = read(text, LONGEST_SIGN)?;
        same(&worker, &sign.worker)?;
        check_form(sign.form)?;
        let units = sign.runs.iter().map(|run| run.units.len() as u64);
        let are_few = units.max().is_none_or(|units| units <= MOST_CORES) && sign.runs.len() <= MOST_RUNS;
        if !(1..=MOST_CORES).contains(&sign.cores) || !are_few {
            return Err("its numbers are too large".to_owned());
        }
        Ok(sign)
    }
}

/// The relation of a worker to a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSign {
    /// The name of the run.
    pub run: RunName,
    /// The units in its hands.
    pub units: Vec<UnitId>,
    /// The reason why it does not play the run, if it refused.
    pub refused: Option<Remark>,
    /// In a match with clocks, the deviation of its results from those of other workers, in standard deviations. It is
    /// known to the coordinator, not to the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual: Option<f64>,
}

/// The statistical comparison of the workers in a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrewResiduals {
    form: u32,
    pub(crate) run: RunName,
    /// The residuals of workers by name.
    pub(crate) residuals: BTreeMap<WorkerName, f64>,
}

impl CrewResiduals {
    pub(crate) fn new(run: RunName, residuals: BTreeMap<WorkerName, f64>) -> Self {
        Self { form: FORM, run, residuals }
    }

    /// Parses a message received on this subject.
    pub(crate) fn read(subject: &str, text: &[u8]) -> Result<Self, String> {
        let crew: Self = read(text, LONGEST_TASK)?;
        check_form(crew.form)?;
        same(&run_of(subject)?, &crew.run)?;
        if crew.residuals.len() > MOST_WORKERS {
            return Err("it has too many workers".to_owned());
        }
        Ok(crew)
    }
}

/// Returns the run in the last token of a subject.
fn run_of(subject: &str) -> Result<RunName, String> {
    let run = last_words(subject).map_or(subject, |(_, run)| run);
    run.parse().map_err(|error| format!("it came on a subject of no run: {error}"))
}

/// The announcement that a run is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOver {
    form: u32,
    run: RunName,
    /// The worker for which it is over; `None` for all.
    pub(crate) worker: Option<WorkerName>,
    /// The reason, if there is one.
    pub(crate) reason: Option<Remark>,
}

impl RunOver {
    /// Creates an announcement for all workers.
    pub(crate) fn all(run: &RunName) -> Self {
        Self { form: FORM, run: run.clone(), worker: None, reason: None }
    }

    /// Creates an announcement for a single worker.
    pub(crate) fn one(run: &RunName, worker: WorkerName, reason: &str) -> Self {
        Self { form: FORM, run: run.clone(), worker: Some(worker), reason: Some(reason.into()) }
    }

    /// Parses a message received on this subject, and returns the run that is over.
    pub(crate) fn read(subject: &str, text: &[u8]) -> Result<(RunName, Self), String> {
        let over: Self = read(text, LONGEST_SIGN)?;
        check_form(over.form)?;
        same(&run_of(subject)?, &over.run)?;
        Ok((over.run.clone(), over))
    }
}

/// Parses the entry of a run, with the size limit for units.
pub(crate) fn read_run<T: DeserializeOwned>(text: &[u8]) -> Result<T, String> {
    read(text, LONGEST_TASK)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_packed_and_whatever_comes_is_read_or_refused() {
        let report = UnitReport {
            worker: "w".parse().unwrap(),
            unit: 7,
            attempt: 1,
            content: ReportContent::Failed { reason: "no \u{1f525} here".into() },
        };
        let (packed, subject) = (report.pack().unwrap(), "plyd.result.0123456789abcdef.w");
        assert_eq!(UnitReport::unpack(subject, &packed), Ok(report.clone()));
        for bytes in [&b""[..], b"\xff\xff\xff\xffx", b"\x05\0\0\0hello", &packed[..packed.len() - 1], &[0; 100]] {
            assert!(UnitReport::unpack(subject, bytes).is_err(), "{bytes:?}");
        }
        let huge = UnitReport::unpack(subject, b"\xff\xff\xff\x7f\0\0").unwrap_err();
        assert!(huge.contains("are the most"), "{huge}");
        let other = UnitReport::unpack("plyd.result.0123456789abcdef.other", &packed).unwrap_err();
        assert!(other.contains("the subject of other") && other.contains("of w"), "{other}");
        let late = UnitReport { attempt: u32::MAX, ..report };
        assert!(UnitReport::unpack(subject, &late.pack().unwrap()).unwrap_err().contains("too large"));
    }

    /// A megabyte of LZ4 can contain 250 of text. The header states the length, so such a message is not unpacked at
    /// all.
    #[test]
    fn what_unpacks_to_too_much_is_refused_and_not_packed() {
        let bytes = lz4_flex::compress_prepend_size(&vec![b'a'; 250 << 20]);
        assert!(bytes.len() < 2 << 20, "{}", bytes.len());
        let error = UnitReport::unpack("plyd.result.0123456789abcdef.w", &bytes).unwrap_err();
        assert_eq!(error, "it unpacks to 262144000 bytes, and 4194304 are the most");
        // A false length is detected.
        let mut lying = bytes;
        lying[..4].copy_from_slice(&100_u32.to_le_bytes());
        assert!(UnitReport::unpack("plyd.result.0123456789abcdef.w", &lying).is_err());
    }

    #[test]
    fn a_sign_of_life_is_of_the_worker_of_its_subject() {
        let sign = Sign {
            form: FORM,
            worker: "w1".parse().unwrap(),
            since: 1,
            host: "h".into(),
            cores: 2,
            plyd: "1".into(),
            target: "t".into(),
            games: 0,
            speed: 0.0,
            runs: Vec::new(),
            leaves: false,
        };
        let read = |sign: &Sign| Sign::read("plyd.alive.w1", &serde_json::to_vec(sign).unwrap());
        assert_eq!(read(&sign), Ok(sign.clone()));
        let run = |units| RunSign { run: "0123456789abcdef".parse().unwrap(), units, refused: None, residual: None };
        for bad in [
            Sign { worker: "w2".parse().unwrap(), ..sign.clone() },
            Sign { cores: u64::MAX, ..sign.clone() },
            Sign { cores: 0, ..sign.clone() },
            Sign { form: 1, ..sign.clone() },
            Sign { runs: vec![run(vec![0; 5_000])], ..sign.clone() },
            Sign { runs: vec![run(Vec::new()); MOST_RUNS + 1], ..sign.clone() },
        ] {
            assert!(read(&bad).is_err(), "{bad:?}");
        }
        let mut text = serde_json::to_value(&sign).unwrap();
        text["worker"] = "../w1".into();
        assert!(Sign::read("plyd.alive.w1", text.to_string().as_bytes()).is_err());
        let long = [&b"{\"x\":\""[..], &vec![b'a'; LONGEST_SIGN], b"\"}"].concat();
        assert!(Sign::read("plyd.alive.w1", &long).unwrap_err().contains("are the most"));
    }

    #[test]
    fn a_crew_has_no_more_workers_than_a_run() {
        let run: RunName = "0123456789abcdef".parse().unwrap();
        let read = |workers: usize| {
            let residuals = (0..workers).map(|number| (format!("w{number}").parse().unwrap(), 0.5)).collect();
            let text = serde_json::to_vec(&CrewResiduals::new(run.clone(), residuals)).unwrap();
            CrewResiduals::read("plyd.crew.0123456789abcdef", &text).map(|crew| crew.residuals.len())
        };
        assert_eq!(read(MOST_WORKERS), Ok(MOST_WORKERS));
        assert!(read(MOST_WORKERS + 1).unwrap_err().contains("too many workers"));
    }

    /// Anyone who may publish can have the broker send its answer on any subject.
    #[test]
    fn no_answer_of_the_broker_is_a_message() {
        let run: RunName = "0123456789abcdef".parse().unwrap();
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']";
        let plan = plyd_tournament::settings::MatchPlan::from_toml(text).unwrap().settle("x", vec![], 0).unwrap();
        let schedule = Schedule::new(&plan);
        for answer in [
            "",
            "null",
            "{}",
            r#"{"stream":"PLYD_RESULTS","seq":1}"#,
            r#"{"stream":"PLYD_RESULTS","seq":1,"duplicate":true}"#,
            r#"{"type":"io.nats.jetstream.api.v1.stream_delete_response","success":true}"#,
            r#"{"type":"io.nats.jetstream.api.v1.stream_info_response","error":{"code":404}}"#,
            r#"{"type":"io.nats.jetstream.api.v1.stream_msg_get_response","message":{"subject":"x","seq":1}}"#,
            r#"{"stream_name":"PLYD_UNITS","name":"0123456789abcdef","config":{},"num_pending":0}"#,
        ] {
            let text = answer.as_bytes();
            assert!(RunOver::read("plyd.over.0123456789abcdef", text).is_err(), "{answer}");
            assert!(CrewResiduals::read("plyd.crew.0123456789abcdef", text).is_err(), "{answer}");
            assert!(Sign::read("plyd.alive.w1", text).is_err(), "{answer}");
            assert!(UnitTask::read(text, &schedule, 2).is_err(), "{answer}");
            assert!(UnitReport::unpack("plyd.result.0123456789abcdef.w1", text).is_err(), "{answer}");
            assert!(crate::entry::RunEntry::read(&run, text).is_err(), "{answer}");
        }
        // The end of another run and one with an additional field are rejected too.
        let over = serde_json::to_value(RunOver::all(&run)).unwrap();
        let read = |over: &serde_json::Value| RunOver::read("plyd.over.0123456789abcdef", over.to_string().as_bytes());
        assert!(read(&over).is_ok());
        for (field, value) in [("run", "fedcba9876543210".into()), ("form", 2.into()), ("seq", 1.into())] {
            let mut bad = over.clone();
            bad[field] = value;
            assert!(read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_unit_that_the_plan_does_not_have_is_refused() {
        let text = "engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\nrounds = 10";
        let schedule = Schedule::new(
            &plyd_tournament::settings::MatchPlan::from_toml(text).unwrap().settle("x", vec![], 0).unwrap(),
        );
        let read = |first: u64, count: u64, games: &[Pairing]| {
            let unit = Unit { id: 1, first, count, attempt: 0, avoid: Vec::new() };
            let task = UnitTask { since: 1, unit, games: games.to_vec() };
            UnitTask::read(&serde_json::to_vec(&task).unwrap(), &schedule, 2)
        };
        let game = |number| schedule.game(number).unwrap();
        assert!(read(0, 10, &[]).is_ok() && read(3, 2, &[game(7), game(8)]).is_ok());
        for (first, count) in [(0, 0), (0, 11), (10, 1), (u64::MAX, 2), (0, u64::MAX), (1, u64::MAX)] {
            assert!(read(first, count, &[]).is_err(), "{first} {count}");
        }
        for bad in [
            Pairing { players: [0, 9], ..game(7) },
            Pairing { players: [0, 0], ..game(7) },
            Pairing { round: 99, ..game(7) },
            Pairing { encounter: 4, ..game(7) },
            game(2),
        ] {
            assert!(read(3, 2, &[bad]).is_err(), "{bad:?}");
        }
        assert!(read(3, 2, &[game(8), game(7)]).is_err() && read(3, 2, &[game(7), game(7)]).is_err());
    }
}
