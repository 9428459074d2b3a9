//! What coordinators and workers tell each other.

use crate::unit::{Unit, UnitId};
use plyd_match::{Pairing, PlayedGame};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The longest result when it is unpacked, in bytes.
const LONGEST: usize = 256 << 20;

/// A unit, as workers get it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    /// When its coordinator began, in milliseconds since 1970: each numbers its units from 0.
    pub(crate) since: u64,
    pub(crate) unit: Unit,
    /// Its games, where they do not follow from the plan alone: results decide who meets whom, or some are played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) games: Vec<Pairing>,
}

/// What a worker sends of a unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) worker: String,
    pub(crate) unit: UnitId,
    pub(crate) attempt: u32,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Content {
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
    Failed { reason: String },
}

impl Report {
    /// As bytes: JSON, packed by LZ4.
    pub(crate) fn pack(&self) -> Vec<u8> {
        // It has no maps with other keys than texts, and no other errors are possible.
        lz4_flex::compress_prepend_size(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// Reads what a worker sent. It may be anything.
    pub(crate) fn unpack(bytes: &[u8]) -> Result<Self, String> {
        let length = bytes.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize);
        if length > LONGEST {
            return Err(format!("it has {length} bytes, and {LONGEST} are the most"));
        }
        let text = lz4_flex::decompress_size_prepended(bytes).map_err(|error| error.to_string())?;
        serde_json::from_slice(&text).map_err(|error| error.to_string())
    }
}

/// A sign of life of a worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sign {
    /// The form of messages.
    pub form: u32,
    /// Its name.
    pub worker: String,
    /// When its process began, in milliseconds since 1970.
    pub since: u64,
    /// The machine.
    pub host: String,
    /// The games that it plays at a time.
    pub cores: u64,
    /// The version of plyd.
    pub plyd: String,
    /// What its library has to be made for.
    pub target: String,
    /// Games that it has played since it began.
    pub games: u64,
    /// Games a second in the last minute.
    pub speed: f64,
    /// The runs that it knows.
    pub runs: Vec<RunSign>,
    /// Whether it leaves: it has given back all its units.
    pub leaves: bool,
}

/// What a worker has to do with a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunSign {
    /// The name of the run.
    pub run: String,
    /// The units that it has in hand.
    pub units: Vec<UnitId>,
    /// Why it does not play it, if so.
    pub refused: Option<String>,
    /// In a match with clocks, how many standard deviations its results lie above those of the others. The coordinator
    /// knows it, not the worker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub residual: Option<f64>,
}

/// How the workers of a run compare.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Crew {
    pub(crate) run: String,
    /// The residuals of workers, by name.
    pub(crate) residuals: BTreeMap<String, f64>,
}

/// A run is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Over {
    /// For this worker; `None` for all.
    pub(crate) worker: Option<String>,
    /// Why, if there is something to tell.
    pub(crate) reason: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_packed_and_whatever_comes_is_read_or_refused() {
        let report = Report {
            worker: "w".into(),
            unit: 7,
            attempt: 1,
            content: Content::Failed { reason: "no \u{1f525} here".into() },
        };
        let packed = report.pack();
        assert_eq!(Report::unpack(&packed), Ok(report));
        for bytes in [&b""[..], b"\xff\xff\xff\xffx", b"\x05\0\0\0hello", &packed[..packed.len() - 1], &[0; 100]] {
            assert!(Report::unpack(bytes).is_err(), "{bytes:?}");
        }
        let huge = Report::unpack(b"\xff\xff\xff\x7f\0\0").unwrap_err();
        assert!(huge.contains("are the most"), "{huge}");
    }
}
