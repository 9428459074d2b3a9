//! The file of an unfinished build: all positions, what is known of them, and the state of the walk.

use crate::container::{self, FileKind, OpenedContainer, PART};
use crate::positions::{PositionEntry, Positions};
use crate::score::ScoreRank;
use crate::scores::Scores;
use crate::walk::{WalkStage, at_rest};
use crate::{TableFileError, TableIdentity};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const KIND: FileKind = FileKind { magic: b"plydTBp1", name: "unfinished table" };
/// The bytes of a position: its scattered key, the number of its rank, and a mark.
const EACH: usize = 12;

const _: () = assert!(PART.is_multiple_of(EACH));

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CheckpointHeader {
    identity: TableIdentity,
    stage: WalkStage,
    scores: Vec<i64>,
}

/// A file whose header was read.
pub(crate) struct UnfinishedTable(OpenedContainer<CheckpointHeader>);

/// What is there of a build.
pub(crate) struct Checkpoint {
    pub(crate) positions: Positions,
    pub(crate) scores: Scores,
    pub(crate) stage: WalkStage,
}

/// The file of the unfinished build of this table.
pub(crate) fn path(table: &Path) -> PathBuf {
    let mut path = table.as_os_str().to_owned();
    path.push(".part");
    path.into()
}

pub(crate) fn write(
    output: &mut dyn Write,
    identity: &TableIdentity,
    positions: &mut Positions,
    scores: &Scores,
    stage: WalkStage,
) -> io::Result<()> {
    let scores = scores.ranks().iter().map(|rank| rank.number()).collect();
    let about = CheckpointHeader { identity: identity.clone(), stage, scores };
    let bytes = (positions.len() * EACH) as u64;
    container::write(output, KIND, about, bytes, |output| {
        for (key, PositionEntry { code, mark }) in positions.sorted() {
            let mut each = [0; EACH];
            each[..8].copy_from_slice(&key.to_le_bytes());
            each[8..10].copy_from_slice(&code.to_le_bytes());
            each[10..].copy_from_slice(&at_rest(mark).to_le_bytes());
            output.write_all(&each)?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Opens the file of an unfinished build of the same table.
pub(crate) fn open(path: &Path, identity: &TableIdentity) -> Result<UnfinishedTable, TableFileError> {
    let opened = container::open::<CheckpointHeader>(path, KIND)?;
    if opened.about.identity != *identity {
        let TableIdentity { game, setup, .. } = &opened.about.identity;
        return Err(TableFileError::Rules(format!("it was begun for {game}, position `{setup}`")));
    }
    Ok(UnfinishedTable(opened))
}

impl UnfinishedTable {
    /// Its positions.
    pub(crate) fn positions(&self) -> u64 {
        self.0.content_bytes() / EACH as u64
    }

    /// Reads it as long as it may go on, with room for so many positions. It is never in memory as a whole.
    pub(crate) fn read(self, most: usize, may_go_on: &dyn Fn() -> bool) -> Result<Checkpoint, TableFileError> {
        let count = usize::try_from(self.positions()).unwrap_or(usize::MAX);
        let positions = Positions::new(most.max(count));
        let mut positions = positions.map_err(|_| TableFileError::Memory(self.0.content_bytes()))?;
        let (mut last, mut is_sorted, mut highest) = (None, true, 0);
        let CheckpointHeader { stage, scores, .. } = self.0.parts(may_go_on, &mut |part| {
            let (each, rest) = part.as_chunks::<EACH>();
            is_sorted &= rest.is_empty();
            for (key, entry) in each.iter().map(parts) {
                is_sorted &= last.replace(key).is_none_or(|last| last < key);
                highest = highest.max(entry.code);
                positions.push(key, entry);
            }
        })?;
        let ranks = scores.into_iter().map(ScoreRank::from_number).collect::<Option<Vec<_>>>();
        let scores = ranks.and_then(Scores::of).ok_or(TableFileError::Nonsense("its values are none"))?;
        if !is_sorted || usize::from(highest) >= scores.ranks().len() {
            return Err(TableFileError::Nonsense("its positions are in no order"));
        }
        positions.direct();
        Ok(Checkpoint { positions, scores, stage })
    }
}

fn parts(each: &[u8; EACH]) -> (u64, PositionEntry) {
    let &[a, b, c, d, e, f, g, h, code, code_high, mark, mark_high] = each;
    let (code, mark) = (u16::from_le_bytes([code, code_high]), u16::from_le_bytes([mark, mark_high]));
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), PositionEntry { code, mark })
}
