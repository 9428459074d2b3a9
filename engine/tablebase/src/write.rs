//! Writes a table: the keys shortened by what their place tells, and as few bytes for a value as there are values.

use crate::TableIdentity;
use crate::container;
use crate::positions::Positions;
use crate::scores::Scores;
use crate::table::{ContentLayout, KIND, TableHeader};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes all positions, and says how many bytes the file has. The same positions and values are the same file, however
/// they were found.
pub(crate) fn write(
    output: &mut dyn Write,
    identity: &TableIdentity,
    positions: &mut Positions,
    scores: &Scores,
) -> io::Result<u64> {
    let used: BTreeSet<u16> = positions.sorted().map(|(_, entry)| entry.code).collect();
    let mut ranks: Vec<_> = used.into_iter().map(|code| (scores.rank(code), code)).collect();
    ranks.sort_unstable();
    let mut numbers = vec![0_u16; scores.ranks().len()];
    for (number, (_, code)) in (0..).zip(&ranks) {
        numbers[usize::from(*code)] = number;
    }
    let layout = ContentLayout::new(positions.len(), ranks.len());
    let about = TableHeader {
        identity: identity.clone(),
        positions: positions.len() as u64,
        scores: ranks.iter().map(|(rank, _)| rank.number()).collect(),
    };
    container::write(output, KIND, about, layout.bytes(), |output| {
        let mut bucket = 0;
        for (place, (key, _)) in positions.sorted().enumerate() {
            // Every bucket up to that of this key begins here, if it has not begun before.
            while bucket <= layout.bucket(key) {
                output.write_all(&(place as u32).to_le_bytes())?;
                bucket += 1;
            }
        }
        while bucket <= layout.buckets() {
            output.write_all(&(positions.len() as u32).to_le_bytes())?;
            bucket += 1;
        }
        for (key, _) in positions.sorted() {
            output.write_all(&key.to_le_bytes()[..layout.key_bytes()])?;
        }
        for (_, entry) in positions.sorted() {
            output.write_all(&numbers[usize::from(entry.code)].to_le_bytes()[..layout.score_bytes()])?;
        }
        Ok(())
    })
}
