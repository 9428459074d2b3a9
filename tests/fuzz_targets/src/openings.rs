//! Opening files: each is read, or rejected with a message that names the file.

use crate::{Surroundings, formats};
use plyd_arena::{Match, MatchError};
use plyd_tournament::settings::{MatchPlan, MatchSettings, OpeningFormat, OpeningSettings};

/// A match between two engines that are never started.
const PLAN: &str = "engine = ['name=A cmd=a depth=1', 'name=B cmd=b depth=1']\nrounds = 5";

/// The size of an entry of a Polyglot book in bytes.
const ENTRY: usize = 16;

pub(crate) fn epd(surroundings: &Surroundings, input: &[u8]) {
    formats::lines(input);
    read(surroundings, OpeningFormat::Lines, None, input);
}

pub(crate) fn pgn(surroundings: &Surroundings, input: &[u8]) {
    formats::pgn(input);
    read(surroundings, OpeningFormat::Pgn, None, input);
    read(surroundings, OpeningFormat::Pgn, Some(3), input);
}

pub(crate) fn polyglot(surroundings: &Surroundings, input: &[u8]) {
    read(surroundings, OpeningFormat::Polyglot, Some(4), input);
    // Random mutations leave few books sorted.
    let mut entries: Vec<_> = input.chunks_exact(ENTRY).collect();
    entries.sort_unstable();
    read(surroundings, OpeningFormat::Polyglot, Some(4), &entries.concat());
}

/// Returns entries for the start position and for positions after it, and entries with invalid moves.
pub(crate) fn polyglot_seeds() -> Vec<Vec<u8>> {
    // From the documentation of the format: the start position, after 1 e4, and after 1 e4 d5.
    const START: u64 = 0x463b_9618_1691_fc9c;
    const AFTER_E4: u64 = 0x823c_9b50_fd11_4196;
    const AFTER_D5: u64 = 0x0756_b944_61c5_0fb0;
    let entry = |key: u64, mv: u16, weight: u16| {
        [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
    };
    let mv = |from: (u16, u16), to: (u16, u16)| to.0 | to.1 << 3 | from.0 << 6 | from.1 << 9;
    let (e4, d5, e5) = (mv((4, 1), (4, 3)), mv((3, 6), (3, 4)), mv((4, 3), (4, 4)));
    let start = [entry(START, e4, 3), entry(START, mv((6, 0), (5, 2)), 1)].concat();
    let line = [entry(AFTER_D5, e5, 1), entry(START, e4, 7), entry(AFTER_E4, d5, 2)].concat();
    vec![start, line, entry(START, e5, 1), entry(START, 0x5000, 1), entry(START, e4, 0), entry(1, e4, 1)]
}

fn read(surroundings: &Surroundings, format: OpeningFormat, plies: Option<u32>, content: &[u8]) {
    let file = surroundings.file("openings", content);
    let file = file.to_str().expect("the path is ASCII");
    let openings =
        OpeningSettings { file: Some(file.to_owned()), format, plies, start: 1, ..OpeningSettings::default() };
    let library = surroundings.library("chess");
    match Match::new(settings(openings), &library, &|_| unreachable!("no engine is built in")) {
        Ok(_) => {}
        Err(MatchError::Settings(error)) => {
            let text = error.to_string();
            assert!(text.contains("opening") && !text.contains(|sign: char| sign.is_control()), "{text:?}");
        }
        Err(error) => panic!("openings are read or refused, but: {error}"),
    }
}

fn settings(openings: OpeningSettings) -> MatchSettings {
    let plan = MatchPlan::from_toml(PLAN).expect("the plan is right");
    MatchSettings { openings, ..plan.settle("chess", Vec::new(), 0).expect("the plan is right") }
}
