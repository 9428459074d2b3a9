//! Damaged match records: a reader returns the content of the intact record, rejects the file, or reports missing
//! games.
//!
//! An input is a list of changes to an intact record, four bytes each: an offset, and the bits to flip there. An offset
//! beyond the end truncates the file.

use crate::Surroundings;
use jiff::Timestamp;
use plyd_host::ContentHash;
use plyd_record::{EngineIdentity, LibraryIdentity, MatchIdentity, MatchRecord, Store, StoreError, write_jsonl};
use plyd_tournament::settings::{MatchPlan, MatchSettings};
use plyd_tournament::{EngineScore, Evaluation, PlayedGame, PlayedMove, Termination};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

const CHANGE: usize = 4;
const GAMES: u64 = 40;

/// An intact record, and the output of a reader for it.
struct Sound {
    content: Vec<u8>,
    games: String,
}

pub(crate) fn attack(surroundings: &Surroundings, input: &[u8]) {
    static SOUND: OnceLock<Sound> = OnceLock::new();
    let sound = SOUND.get_or_init(|| sound(&surroundings.path("sound.db")));
    let mut content = sound.content.clone();
    for change in input.chunks_exact(CHANGE) {
        let place = usize::from(change[0]) << 16 | usize::from(change[1]) << 8 | usize::from(change[2]);
        match content.get_mut(place) {
            Some(byte) => *byte ^= change[3],
            None => content.truncate(place % (content.len() + 1)),
        }
    }
    let path = surroundings.file("record.db", &content);
    let read = MatchRecord::read(&path).and_then(|record| told(&record));
    if let Ok(games) = &read {
        assert_eq!(*games, sound.games, "a damaged record tells of other games");
    }
    let salvaged = MatchRecord::salvage(&path).and_then(|(record, _)| told(&record));
    if let Ok(games) = &salvaged {
        let is_true = |line: &str| sound.games.lines().any(|known| known == line);
        assert!(games.lines().all(is_true), "what was salvaged was never played: {games}");
    }
    for error in read.err().into_iter().chain(salvaged.err()) {
        assert!(error.to_string().contains("record.db"), "{error} does not name the file");
    }
}

/// Returns the empty input, single changes at various offsets, and a truncation.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let single = (0..24_u8).map(|part| vec![0, part * 11, part.wrapping_mul(37), 1 << (part % 8)]);
    [Vec::new(), vec![0, 0, 18, 3], vec![0xff, 0xff, 0xff, 0], vec![0, 16, 5, 1, 0, 32, 7, 0x80]]
        .into_iter()
        .chain(single)
        .collect()
}

fn told(record: &MatchRecord) -> Result<String, StoreError> {
    let mut lines = Vec::new();
    write_jsonl(record, &mut lines)?;
    Ok(String::from_utf8(lines).expect("JSON is UTF-8"))
}

fn sound(path: &Path) -> Sound {
    let make = || -> Result<String, StoreError> {
        let mut record = MatchRecord::create(path, &settings(), "", &identity(), 2)?;
        record.add(&(0..GAMES).map(game).collect::<Vec<_>>())?;
        record.finish();
        drop(record);
        told(&MatchRecord::read(path)?)
    };
    let games = make().unwrap_or_else(|error| panic!("a sound record can be written and read: {error}"));
    Sound { content: fs::read(path).expect("the record is there"), games }
}

fn settings() -> MatchSettings {
    let plan = "engine = ['name=A builtin depth=1', 'name=B builtin depth=2']\nrounds = 100";
    let plan = MatchPlan::from_toml(plan).expect("the plan is right");
    plan.settle("tictactoe", Vec::new(), 5).expect("the plan is right")
}

fn identity() -> MatchIdentity {
    let library = LibraryIdentity { id: "tictactoe".into(), version: "1".into(), hash: ContentHash::of(b"a library") };
    MatchIdentity {
        plyd: "a version".into(),
        library,
        engines: vec![EngineIdentity::default(); 2],
        tablebases: Vec::new(),
    }
}

fn game(number: u64) -> PlayedGame {
    let time = |millis| Timestamp::from_millisecond(millis).expect("the time is after 1970");
    let evaluation = Evaluation {
        score: Some(EngineScore::Points(31)),
        depth: Some(4),
        nodes: Some(number),
        micros: 1_500,
        left: Some(900),
    };
    let mv = |(player, text): (usize, &str)| PlayedMove {
        text: text.into(),
        notation: None,
        player: (player % 2) as u8,
        evaluation: (player > 1).then_some(evaluation),
        opening: Vec::new(),
    };
    let start = number as i64 * 1_000;
    PlayedGame {
        number,
        round: number / 2,
        players: if number.is_multiple_of(2) { [0, 1] } else { [1, 0] },
        setup: String::new(),
        moves: ["b2", "a1", "c3", "a3", "a2"].into_iter().enumerate().map(mv).collect(),
        half_points: (number % 3) as u8,
        termination: Termination::Normal,
        detail: String::new(),
        started: time(start),
        ended: time(start + 250),
        voided: 0,
        standard_error: String::new(),
    }
}
