//! What coordinators and workers tell each other.
//!
//! The broker is no friend: who may publish there can send anything. So each message is read by a function that refuses
//! what cannot be one, and has no number beyond its bound. No message has a field that this program does not know: the
//! broker answers in JSON too, and sends its answers wherever a request asks it to, so an answer must not pass as a
//! message.

use crate::names::{Remark, RunName, WorkerName};
use crate::unit::{Unit, UnitId};
use plyd_tournament::{Pairing, PlayedGame, Schedule};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The form of all messages. Programs of different forms do not understand each other.
pub(crate) const FORM: u32 = 3;

/// The longest result when it is unpacked, in bytes: a worker sends one when it has a megabyte, or a single encounter.
pub(crate) const LONGEST_RESULT: usize = 4 << 20;

/// The longest sign of life, and the longest word about a run, in bytes.
const LONGEST_SIGN: usize = 256 << 10;

/// The longest unit and the longest run, in bytes. Brokers take a megabyte by default.
const LONGEST_TASK: usize = 4 << 20;

/// The most encounters of a unit.
pub(crate) const MOST_ENCOUNTERS: u64 = 4_096;

/// The most games that a worker plays at a time.
pub const MOST_CORES: u64 = 4_096;

/// The most runs that are open at a broker, and the most workers of one.
pub(crate) const MOST_RUNS: usize = 1_000;
pub(crate) const MOST_WORKERS: usize = 10_000;

/// How often a unit can have been published before.
const MOST_ATTEMPTS: u32 = 1_000_000;

/// The workers whose results a game is compared with: two that disagree, in the end.
const MOST_AVOIDED: usize = 16;

/// Reads JSON of at most `most` bytes.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8], most: usize) -> Result<T, String> {
    if text.len() > most {
        return Err(format!("it has {} bytes, and {most} are the most", text.len()));
    }
    // What the text is may be repeated, so this is one line.
    serde_json::from_slice(text).map_err(|error| Remark::from(error.to_string()).to_string())
}

/// The last two words of a subject.
fn last_words(subject: &str) -> Option<(&str, &str)> {
    let (before, last) = subject.rsplit_once('.')?;
    Some((before.rsplit_once('.').map_or(before, |(_, word)| word), last))
}

/// Makes sure that a message says of itself what its subject says. The broker decides who may publish on a subject, and
/// has no say in what a message is.
fn same<T: PartialEq + std::fmt::Display>(subject: &T, message: &T) -> Result<(), String> {
    if subject == message {
        return Ok(());
    }
    Err(format!("it came on the subject of {subject}, and says that it is of {message}"))
}

/// Makes sure that a message has the form of this program.
fn check_form(form: u32) -> Result<(), String> {
    if form == FORM {
        return Ok(());
    }
    Err(format!("it has form {form}, but this program understands form {FORM}"))
}

/// The question for signs of life.
pub(crate) const QUESTION: &[u8] = b"null";

/// A unit, as workers get it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitTask {
    /// When its coordinator began, in milliseconds since 1970: each numbers its units from 0.
    pub(crate) since: u64,
    pub(crate) unit: Unit,
    /// Its games, where they do not follow from the plan alone: results decide who meets whom, or some are played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<Pairing>,
}

impl UnitTask {
    /// Reads a unit of a match with this schedule, between so many engines.
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
        // Games that one machine has played have no worker.
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

/// What a worker sends of a unit.
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
    /// The games of these encounters, all that were wanted.
    Played {
        first: u64,
        count: u64,
        /// The time that one core took, in microseconds.
        micros: u64,
        /// By what clocks were scaled; 1 without.
        scale: f64,
        games: Vec<PlayedGame>,
    },
    /// The unit cannot be played here.
    Failed { reason: Remark },
}

impl UnitReport {
    /// As bytes: JSON, packed by LZ4.
    ///
    /// # Errors
    /// The bytes that it has, which nobody would unpack.
    pub(crate) fn pack(&self) -> Result<Vec<u8>, usize> {
        // It has no maps with other keys than texts, and no other errors are possible.
        let text = serde_json::to_vec(self).unwrap_or_default();
        if text.len() > LONGEST_RESULT { Err(text.len()) } else { Ok(lz4_flex::compress_prepend_size(&text)) }
    }

    /// The unpacked size of a result in bytes, according to its header.
    pub(crate) fn unpacked_bytes(bytes: &[u8]) -> usize {
        bytes.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize)
    }

    /// Reads what a worker sent on this subject. It may be anything. Takes no more memory than [`LONGEST_RESULT`] and
    /// what the games of so many bytes take.
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

/// The worker whose subject this is.
fn worker_of(subject: &str) -> Result<WorkerName, String> {
    let worker = last_words(subject).map_or(subject, |(_, worker)| worker);
    worker.parse().map_err(|error| format!("it came on a subject of no worker: {error}"))
}

/// A sign of life of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// The form of messages.
    pub form: u32,
    /// Its name.
    pub worker: WorkerName,
    /// When its process began, in milliseconds since 1970.
    pub since: u64,
    /// The machine.
    pub host: Remark,
    /// The games that it plays at a time.
    pub cores: u64,
    /// The version of plyd.
    pub plyd: Remark,
    /// What its library has to be made for.
    pub target: Remark,
    /// Games that it has played since it began.
    pub games: u64,
    /// Games a second in the last minute.
    pub speed: f64,
    /// The runs that it knows.
    pub runs: Vec<RunSign>,
    /// Whether it leaves: it has given back all its units.
    pub leaves: bool,
}

impl Sign {
    /// Reads a sign of life that came on this subject.
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

/// What a worker has to do with a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunSign {
    /// The name of the run.
    pub run: RunName,
    /// The units that it has in hand.
    pub units: Vec<UnitId>,
    /// Why it does not play it, if so.
    pub refused: Option<Remark>,
    /// In a match with clocks, how many standard deviations its results lie above those of the others. The coordinator
    /// knows it, not the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual: Option<f64>,
}

/// How the workers of a run compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CrewResiduals {
    form: u32,
    pub(crate) run: RunName,
    /// The residuals of workers, by name.
    pub(crate) residuals: BTreeMap<WorkerName, f64>,
}

impl CrewResiduals {
    pub(crate) fn new(run: RunName, residuals: BTreeMap<WorkerName, f64>) -> Self {
        Self { form: FORM, run, residuals }
    }

    /// Reads what came on this subject.
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

/// The run whose subject this is.
fn run_of(subject: &str) -> Result<RunName, String> {
    let run = last_words(subject).map_or(subject, |(_, run)| run);
    run.parse().map_err(|error| format!("it came on a subject of no run: {error}"))
}

/// A run is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOver {
    form: u32,
    run: RunName,
    /// For this worker; `None` for all.
    pub(crate) worker: Option<WorkerName>,
    /// The reason, if there is one.
    pub(crate) reason: Option<Remark>,
}

impl RunOver {
    /// For all workers.
    pub(crate) fn all(run: &RunName) -> Self {
        Self { form: FORM, run: run.clone(), worker: None, reason: None }
    }

    /// For one worker alone.
    pub(crate) fn one(run: &RunName, worker: WorkerName, reason: &str) -> Self {
        Self { form: FORM, run: run.clone(), worker: Some(worker), reason: Some(reason.into()) }
    }

    /// Reads what came on this subject, and the run that is over.
    pub(crate) fn read(subject: &str, text: &[u8]) -> Result<(RunName, Self), String> {
        let over: Self = read(text, LONGEST_SIGN)?;
        check_form(over.form)?;
        same(&run_of(subject)?, &over.run)?;
        Ok((over.run.clone(), over))
    }
}

/// The text of a run is read here, so that it has the bounds of a unit.
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

    /// A megabyte of LZ4 may be 250 of text. Its length stands before it, so nothing of it is unpacked.
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

    /// Who may publish anything can have the broker send its answer on any subject.
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
        // An end of another run, and one with something added, are none either.
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
