//! The file of a build that is not finished: all positions, what is known of them, and where the walk was.

use crate::container::{self, Kind};
use crate::positions::{Entry, Positions};
use crate::score::Rank;
use crate::scores::Scores;
use crate::walk::{Stage, at_rest};
use crate::{FileError, Identity};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const KIND: Kind = Kind { magic: b"plydTBp1", name: "unfinished table" };
/// The bytes of a position: its scattered key, the number of its rank, and a mark.
const EACH: usize = 12;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct About {
    identity: Identity,
    stage: Stage,
    scores: Vec<i64>,
}

/// What is there of a build.
pub(crate) struct Checkpoint {
    pub(crate) positions: Positions,
    pub(crate) scores: Scores,
    pub(crate) stage: Stage,
}

/// The file of the unfinished build of this table.
pub(crate) fn path(table: &Path) -> PathBuf {
    let mut path = table.as_os_str().to_owned();
    path.push(".part");
    path.into()
}

pub(crate) fn write(
    output: &mut dyn Write,
    identity: &Identity,
    positions: &mut Positions,
    scores: &Scores,
    stage: Stage,
) -> io::Result<()> {
    let scores = scores.ranks().iter().map(|rank| rank.number()).collect();
    let about = About { identity: identity.clone(), stage, scores };
    let bytes = (positions.len() * EACH) as u64;
    container::write(output, KIND, about, bytes, |output| {
        for (key, Entry { code, mark }) in positions.sorted() {
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

/// Reads the file of an unfinished build of the same table, with room for so many positions; `None` if there is none.
pub(crate) fn read(path: &Path, identity: &Identity, most: usize) -> Result<Option<Checkpoint>, FileError> {
    let opened = match container::open::<About>(path, KIND) {
        Err(FileError::Io(error)) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        opened => opened?,
    };
    if opened.about.identity != *identity {
        let Identity { game, setup, .. } = &opened.about.identity;
        return Err(FileError::Rules(format!("it was begun for {game}, position `{setup}`")));
    }
    let (About { stage, scores, .. }, content) = opened.content(&|| true)?;
    let ranks = scores.into_iter().map(Rank::from_number).collect::<Option<Vec<_>>>();
    let scores = ranks.and_then(Scores::of).ok_or(FileError::Nonsense("its values are none"))?;
    let (each, rest) = content.as_chunks::<EACH>();
    let mut last = None;
    let is_sound = rest.is_empty()
        && each.iter().map(parts).all(|(key, Entry { code, .. })| {
            let is_next = last.replace(key).is_none_or(|last| last < key);
            is_next && usize::from(code) < scores.ranks().len()
        });
    if !is_sound {
        return Err(FileError::Nonsense("its positions are in no order"));
    }
    let positions = Positions::of_sorted(each.iter().map(parts), most);
    let positions = positions.map_err(|_| FileError::Memory((each.len() * EACH) as u64))?;
    Ok(Some(Checkpoint { positions, scores, stage }))
}

fn parts(each: &[u8; EACH]) -> (u64, Entry) {
    let &[a, b, c, d, e, f, g, h, code, code_high, mark, mark_high] = each;
    let (code, mark) = (u16::from_le_bytes([code, code_high]), u16::from_le_bytes([mark, mark_high]));
    (u64::from_le_bytes([a, b, c, d, e, f, g, h]), Entry { code, mark })
}
