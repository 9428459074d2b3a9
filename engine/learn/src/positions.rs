//! Positions of games to learn from, in memory and as bytes.
//!
//! The bytes have the format of a file to which games are appended while a run goes on:
//!
//! | bytes | meaning |
//! |---|---|
//! | 8 | `plydPS01`: the kind of file, and the version of its format as two digits |
//! | 4 | the length of the header, little-endian |
//! | that many | the header, as JSON: a [`NetworkPurpose`] |
//! | 8 | the first bytes of SHA-256 of all before |
//! | the rest | the games, one after another |
//!
//! | bytes of a game | meaning |
//! |---|---|
//! | 4, 4 | the number of its positions, little-endian, and the same with all bits inverted |
//! | for each position 8 a word | the words, little-endian |
//! | and 4 | the value, little-endian |
//! | and 1 | the half points, and 4 more if the second player sees it |
//! | 8 | the first bytes of SHA-256 of the game before |

use plyd_network::{Invalid, NetworkPurpose};
use sha2::{Digest, Sha256};
use std::ops::Range;

/// The most bytes of a file of samples. Who reads one asks for no more.
pub const MOST_SAMPLE_BYTES: u64 = 4 << 30;

const KIND: &[u8; 6] = b"plydPS";
const VERSION: &[u8; 2] = b"01";
const SUM: usize = 8;
const LONGEST_HEADER: usize = 4 << 10;
/// The most positions of a game.
const LONGEST_GAME: usize = 1 << 16;
/// The largest value, in logits. A proven win counts as this.
const LARGEST_VALUE: f32 = 20.0;
/// What a mark has beside the half points.
const SECOND: u8 = 4;

/// A position of a game from one player's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSample<'a> {
    /// The inputs that are on.
    pub words: &'a [u64],
    /// Whether the second player sees them.
    pub second: bool,
    /// What a search found it worth for that player, in logits: infinite if it has proven who wins.
    pub value: f32,
    /// The half points that the player got: 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
}

/// Positions of games, in the order of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct Samples {
    subject: NetworkPurpose,
    words: Vec<u64>,
    values: Vec<f32>,
    marks: Vec<u8>,
    /// Where each game begins.
    games: Vec<usize>,
}

/// Samples from bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadSamples {
    /// The samples of all whole games.
    pub samples: Samples,
    /// The bytes that they take. A file that ends within a game is cut to this length before another is appended.
    pub whole_bytes: usize,
    /// If the bytes end within a game: the number of its positions that are there.
    pub dropped: usize,
}

/// Why something is no sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongSample {
    /// Too few or too many words, or bits beyond the inputs.
    #[error("the words of the position are not those of the inputs")]
    Words,
    /// The value is not a number.
    #[error("the value of the position is no number")]
    Value,
    /// More than a win.
    #[error("the result is neither a win, nor a draw, nor a loss")]
    Result,
    /// A game without an end.
    #[error("the game has more than {LONGEST_GAME} positions")]
    Long,
}

/// Why bytes are no samples. The text continues a sentence that begins with the file's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SamplesError {
    /// It is something else.
    #[error("is no file of positions of plyd")]
    Foreign,
    /// Another version of plyd wrote it.
    #[error("has another format than this version of plyd reads")]
    Version,
    /// The header is damaged.
    #[error("has a header that is damaged, or that another version of plyd wrote")]
    Header,
    /// It says what cannot be.
    #[error("cannot be used: {0}")]
    Subject(#[from] Invalid),
    /// A game is damaged.
    #[error("is damaged in the game with the number {0}")]
    Game(usize),
}

impl Samples {
    /// None yet.
    ///
    /// # Errors
    /// There is no network for this.
    pub fn new(subject: NetworkPurpose) -> Result<Self, Invalid> {
        subject.check()?;
        Ok(Self { subject, words: Vec::new(), values: Vec::new(), marks: Vec::new(), games: Vec::new() })
    }

    /// What a network would be for that learnt from them.
    #[must_use]
    pub fn subject(&self) -> &NetworkPurpose {
        &self.subject
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there is no position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The numbers of the positions of a game; none if there is no such game.
    #[must_use]
    pub fn game(&self, number: usize) -> Range<usize> {
        let at = |number| self.games.get(number).copied().unwrap_or(self.len());
        at(number)..at(number.saturating_add(1))
    }

    /// A position by its number.
    ///
    /// # Panics
    /// There is no such position.
    #[inline]
    #[must_use]
    pub fn sample(&self, number: usize) -> TrainingSample<'_> {
        let count = self.subject.words();
        let mark = self.marks[number];
        TrainingSample {
            words: &self.words[number * count..(number + 1) * count],
            second: mark >= SECOND,
            value: self.values[number],
            half_points: mark % SECOND,
        }
    }

    /// The most inputs that are on in one position; at least 1.
    #[must_use]
    pub fn most_on(&self) -> usize {
        let on = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum();
        self.words.chunks(self.subject.words()).map(on).max().unwrap_or(0).max(1)
    }

    /// Adds the positions of a game.
    ///
    /// # Errors
    /// One of them is not a valid sample; then the game is not added.
    pub fn push_game<'a>(&mut self, game: impl IntoIterator<Item = TrainingSample<'a>>) -> Result<(), WrongSample> {
        let start = self.len();
        let pushed = game.into_iter().try_for_each(|sample| self.push(start, &sample));
        if pushed.is_ok() && self.len() > start {
            self.games.push(start);
        } else {
            self.words.truncate(start * self.subject.words());
            self.values.truncate(start);
            self.marks.truncate(start);
        }
        pushed
    }

    /// Adds a position to the game that begins at `start`.
    fn push(&mut self, start: usize, sample: &TrainingSample<'_>) -> Result<(), WrongSample> {
        let &TrainingSample { words, second, value, half_points } = sample;
        let beyond = self.subject.words() * 64 - self.subject.inputs;
        let is_within = words.last().is_some_and(|last| last.leading_zeros() as usize >= beyond);
        if words.len() != self.subject.words() || !is_within {
            return Err(WrongSample::Words);
        }
        if value.is_nan() {
            return Err(WrongSample::Value);
        }
        if half_points > 2 {
            return Err(WrongSample::Result);
        }
        if self.len() - start == LONGEST_GAME {
            return Err(WrongSample::Long);
        }
        self.words.extend_from_slice(words);
        self.values.push(value.clamp(-LARGEST_VALUE, LARGEST_VALUE));
        self.marks.push(half_points + if second { SECOND } else { 0 });
        Ok(())
    }

    /// Adds all games of others, which are of the same subject.
    ///
    /// # Errors
    /// They are of another one; then they are not added.
    pub fn append(&mut self, others: &Self) -> Result<(), WrongSample> {
        if others.subject != self.subject {
            return Err(WrongSample::Words);
        }
        let start = self.len();
        self.games.extend(others.games.iter().map(|game| start + game));
        self.words.extend_from_slice(&others.words);
        self.values.extend_from_slice(&others.values);
        self.marks.extend_from_slice(&others.marks);
        Ok(())
    }

    /// The bytes of all.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let games = (0..self.games()).flat_map(|number| self.game_bytes(number));
        self.header_bytes().into_iter().chain(games).collect()
    }

    /// The bytes before the first game.
    ///
    /// # Panics
    /// Never: texts and numbers can be written as JSON.
    #[must_use]
    pub fn header_bytes(&self) -> Vec<u8> {
        let header = serde_json::to_vec(&self.subject).expect("texts and numbers can be written");
        let length = (header.len() as u32).to_le_bytes();
        sealed([KIND, &VERSION[..], &length, &header].concat())
    }

    /// The bytes of a game; none if there is no such game.
    #[must_use]
    pub fn game_bytes(&self, number: usize) -> Vec<u8> {
        let positions = self.game(number);
        if positions.is_empty() {
            return Vec::new();
        }
        let count = positions.len() as u32;
        let mut bytes = [count.to_le_bytes(), (!count).to_le_bytes()].concat();
        for position in positions {
            let words = self.sample(position).words;
            bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
            bytes.extend(self.values[position].to_le_bytes());
            bytes.push(self.marks[position]);
        }
        sealed(bytes)
    }

    /// Reads the bytes of a file, which a caller reads up to [`MOST_SAMPLE_BYTES`]. The game within which they end is
    /// dropped.
    ///
    /// # Errors
    /// They are something else, or are damaged before their end.
    pub fn read(bytes: &[u8]) -> Result<ReadSamples, SamplesError> {
        let after_kind = bytes.strip_prefix(KIND).ok_or(SamplesError::Foreign)?;
        let after_version = after_kind.strip_prefix(VERSION).ok_or(SamplesError::Version)?;
        let (length, _) = after_version.split_first_chunk().ok_or(SamplesError::Header)?;
        let length = u32::from_le_bytes(*length) as usize;
        let start = KIND.len() + VERSION.len() + size_of::<u32>();
        if length > LONGEST_HEADER {
            return Err(SamplesError::Header);
        }
        let (head, _) = unsealed(bytes, start + length).ok_or(SamplesError::Header)?;
        let subject = serde_json::from_slice(&head[start..]).map_err(|_| SamplesError::Header)?;
        let mut samples = Self::new(subject)?;
        let mut whole_bytes = start + length + SUM;
        let dropped = loop {
            let rest = &bytes[whole_bytes..];
            let damaged = SamplesError::Game(samples.games());
            let Some(([count, inverted], _)) = rest.as_chunks::<4>().0.split_first_chunk() else { break 0 };
            let (count, inverted) = (u32::from_le_bytes(*count), u32::from_le_bytes(*inverted));
            if count != !inverted || count == 0 || count as usize > LONGEST_GAME {
                return Err(damaged);
            }
            let position = samples.subject.words() * size_of::<u64>() + size_of::<f32>() + 1;
            let length = 8 + count as usize * position;
            if rest.len() < length + SUM {
                break (rest.len() - 8) / position;
            }
            let (game, _) = unsealed(rest, length).ok_or(damaged)?;
            samples.read_game(&game[8..], position).ok_or(damaged)?;
            whole_bytes += length + SUM;
        };
        Ok(ReadSamples { samples, whole_bytes, dropped })
    }

    /// Adds a game whose positions have `position` bytes each.
    fn read_game(&mut self, bytes: &[u8], position: usize) -> Option<()> {
        let start = self.len();
        let mut words = vec![0; self.subject.words()];
        for bytes in bytes.chunks_exact(position) {
            let (of_words, rest) = bytes.split_at(words.len() * size_of::<u64>());
            let read = of_words.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word));
            words.iter_mut().zip(read).for_each(|(word, read)| *word = read);
            let (value, mark) = rest.split_first_chunk()?;
            let (value, mark) = (f32::from_le_bytes(*value), *mark.first()?);
            if mark >= 2 * SECOND {
                return None;
            }
            let sample = TrainingSample { words: &words, second: mark >= SECOND, value, half_points: mark % SECOND };
            self.push(start, &sample).ok()?;
        }
        self.games.push(start);
        Some(())
    }
}

/// The bytes with a checksum behind them.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = Sha256::digest(&bytes);
    bytes.extend_from_slice(&sum[..SUM]);
    bytes
}

/// So many bytes, and what is behind their checksum; `None` if that is wrong.
fn unsealed(bytes: &[u8], length: usize) -> Option<(&[u8], &[u8])> {
    let (content, rest) = bytes.split_at_checked(length)?;
    let (sum, rest) = rest.split_at_checked(SUM)?;
    (Sha256::digest(content)[..SUM] == *sum).then_some((content, rest))
}

#[cfg(test)]
mod tests;
