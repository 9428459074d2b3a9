//! A table in memory.

use crate::container::{self, FileKind, OpenedContainer};
use crate::positions::{MOST_POSITIONS, scatter};
use crate::score::ScoreRank;
use crate::walk::key_kind;
use crate::{SolvedPosition, TableFileError, TableIdentity};
use plyd_host::ContentHash;
use plyd_rules::{Game, Moves};
use serde::{Deserialize, Serialize};
use std::path::Path;

pub(crate) const KIND: FileKind = FileKind { magic: b"plydTB01", name: "table" };

/// What a file is about.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct TableHeader {
    pub(crate) identity: TableIdentity,
    pub(crate) positions: u64,
    /// The numbers of all ranks, ascending.
    pub(crate) scores: Vec<i64>,
}

/// The places of things in the content: where each bucket begins, the keys, the numbers of ranks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ContentLayout {
    positions: usize,
    /// The first bytes of a key, which determine its bucket and are not written.
    bucket_bytes: usize,
    score_bytes: usize,
}

impl ContentLayout {
    pub(crate) fn new(positions: usize, scores: usize) -> Self {
        let bucket_bytes = match positions {
            0..0x400 => 0,
            0x400..0x4_0000 => 1,
            0x4_0000..0x400_0000 => 2,
            _ => 3,
        };
        Self { positions, bucket_bytes, score_bytes: if scores <= 256 { 1 } else { 2 } }
    }

    pub(crate) fn buckets(self) -> usize {
        1 << (8 * self.bucket_bytes)
    }

    pub(crate) fn bucket(self, key: u64) -> usize {
        key.checked_shr(8 * self.key_bytes() as u32).unwrap_or(0) as usize
    }

    pub(crate) fn key_bytes(self) -> usize {
        8 - self.bucket_bytes
    }

    pub(crate) fn score_bytes(self) -> usize {
        self.score_bytes
    }

    fn keys(self) -> usize {
        4 * (self.buckets() + 1)
    }

    fn scores(self) -> usize {
        self.keys() + self.positions * self.key_bytes()
    }

    /// The size of the content.
    pub(crate) fn bytes(self) -> u64 {
        (self.scores() + self.positions * self.score_bytes) as u64
    }
}

/// A table: what is known of every unfinished position that can be reached from one.
#[derive(Debug)]
pub struct SolvedTable {
    identity: TableIdentity,
    layout: ContentLayout,
    ranks: Vec<ScoreRank>,
    content: Vec<u8>,
}

/// A file whose header was read.
#[derive(Debug)]
pub struct TableFile(OpenedContainer<TableHeader>);

impl TableFile {
    /// Opens a file, and reads its header.
    ///
    /// # Errors
    /// It cannot be read, its header is damaged, or it is no table.
    pub fn open(path: &Path) -> Result<Self, TableFileError> {
        let opened = container::open::<TableHeader>(path, KIND)?;
        let TableHeader { positions, scores, .. } = &opened.about;
        let positions = usize::try_from(*positions).ok().filter(|positions| *positions <= MOST_POSITIONS);
        let positions = positions.ok_or(TableFileError::Nonsense("it has too many positions"))?;
        if ContentLayout::new(positions, scores.len()).bytes() != opened.content_bytes() {
            return Err(TableFileError::Nonsense("its content has another size than its positions"));
        }
        Ok(Self(opened))
    }

    /// Whose rules it is about.
    #[must_use]
    pub fn identity(&self) -> &TableIdentity {
        &self.0.about.identity
    }

    /// The unfinished positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.0.about.positions
    }

    /// The digest of its checksums.
    pub(crate) fn hash(&self) -> &ContentHash {
        self.0.sums()
    }

    /// What the table takes in memory, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.0.content_bytes()
    }

    /// Reads the rest as long as it may go on, and checks its sums.
    ///
    /// # Errors
    /// It cannot be read, is damaged, or was not read to its end.
    pub fn read(self, may_go_on: &dyn Fn() -> bool) -> Result<SolvedTable, TableFileError> {
        let (TableHeader { identity, positions, scores }, content) = self.0.content(may_go_on)?;
        let layout = ContentLayout::new(positions as usize, scores.len());
        let ranks = scores.into_iter().map(ScoreRank::from_number).collect::<Option<Vec<_>>>();
        let ranks = ranks.ok_or(TableFileError::Nonsense("a value is none"))?;
        let table = SolvedTable { identity, layout, ranks, content };
        if table.is_sound() { Ok(table) } else { Err(TableFileError::Nonsense("its positions are in no order")) }
    }
}

impl SolvedTable {
    /// Whose rules it is about.
    #[must_use]
    pub fn identity(&self) -> &TableIdentity {
        &self.identity
    }

    /// The unfinished positions, each with its value.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.layout.positions
    }

    /// What is known of the position with this key: the symmetric one if the game has one, otherwise its own.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<SolvedPosition> {
        self.rank(scatter(key)).map(ScoreRank::known)
    }

    /// What is known of this state of a game with the table's rules.
    #[must_use]
    pub fn of_state<G: Game>(&self, game: &G, state: &G::State) -> Option<SolvedPosition> {
        self.probe(game.examine(state, key_kind(&game.facts()), &mut Moves::new(&mut [])).key)
    }

    /// All positions: the scattered key and the number of the rank of each, in the order of the keys.
    pub(crate) fn all(&self) -> impl ExactSizeIterator<Item = (u64, u16)> {
        let mut bucket = 0;
        (0..self.layout.positions).map(move |place| {
            while self.begin(bucket + 1) <= place {
                bucket += 1;
            }
            let first = (bucket as u64).checked_shl(8 * self.layout.key_bytes() as u32).unwrap_or(0);
            (first | self.rest(place), self.score(place))
        })
    }

    pub(crate) fn ranks(&self) -> &[ScoreRank] {
        &self.ranks
    }

    #[inline]
    fn rank(&self, key: u64) -> Option<ScoreRank> {
        let bucket = self.layout.bucket(key);
        let (mut start, mut end) = (self.begin(bucket), self.begin(bucket + 1));
        let bytes = self.layout.key_bytes();
        let rest = if bytes == 8 { key } else { key & ((1 << (8 * bytes)) - 1) };
        while start < end {
            let middle = usize::midpoint(start, end);
            let found = self.rest(middle);
            if found == rest {
                return Some(self.ranks[usize::from(self.score(middle))]);
            }
            if found < rest { start = middle + 1 } else { end = middle }
        }
        None
    }

    /// The place of the first key of a bucket.
    fn begin(&self, bucket: usize) -> usize {
        self.number(4 * bucket, 4) as usize
    }

    /// The written part of a key.
    fn rest(&self, place: usize) -> u64 {
        let bytes = self.layout.key_bytes();
        self.number(self.layout.keys() + place * bytes, bytes)
    }

    /// The number of the rank of a position.
    fn score(&self, place: usize) -> u16 {
        let bytes = self.layout.score_bytes;
        self.number(self.layout.scores() + place * bytes, bytes) as u16
    }

    #[inline]
    fn number(&self, start: usize, bytes: usize) -> u64 {
        let mut number = [0; 8];
        number[..bytes].copy_from_slice(&self.content[start..start + bytes]);
        u64::from_le_bytes(number)
    }

    /// Whether the content can be what it says: nothing that is looked up later lies outside.
    fn is_sound(&self) -> bool {
        let ContentLayout { positions, .. } = self.layout;
        let buckets = self.layout.buckets();
        let begins_are_sorted = (0..buckets).all(|bucket| self.begin(bucket) <= self.begin(bucket + 1));
        begins_are_sorted
            && self.begin(0) == 0
            && self.begin(buckets) == positions
            && (0..positions).all(|place| usize::from(self.score(place)) < self.ranks.len())
            && self.all().map(|(key, _)| key).is_sorted_by(|a, b| a < b)
    }
}
