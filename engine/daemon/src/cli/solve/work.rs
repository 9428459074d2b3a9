//! The part of `plyd solve` that needs the library: a build, and a check.

use super::super::errand::{Answer, Event, Scene, Word};
use super::Saves;
use anyhow::Context;
use plyd_host::Position;
use plyd_player::Room;
use plyd_protocol::PositionText;
use plyd_rules::Player;
use plyd_session::position;
use plyd_tablebase::{
    Build, Built, Ended, Estimate, Files, Identity, Known, Progress, Tablebase, Value, Which, estimate, verify,
};
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// So many bytes of a file are said at once.
const PIECE: usize = 24 << 10;

/// The time from one word about the progress to the next.
const BETWEEN_WORDS: Duration = Duration::from_millis(50);

/// What a build takes beside its positions, in MiB.
const MORE: u64 = 64;

/// A table to build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct TableBuild {
    pub(super) options: Vec<(String, String)>,
    pub(super) text: PositionText,
    /// The memory for the positions, in MiB.
    pub(super) memory: u64,
    /// The file of the table, which somebody else writes.
    pub(super) file: PathBuf,
    /// What an earlier build has left.
    pub(super) unfinished: Option<PathBuf>,
}

/// A table to check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct TableCheck {
    pub(super) file: PathBuf,
    /// The memory that it takes, in MiB.
    pub(super) memory: u64,
}

/// What is said on the way.
#[derive(Debug, Serialize, Deserialize)]
pub(in crate::cli) enum Solving {
    /// The most positions; the moves, the time of a step and the cycles of an [`Estimate`].
    Plan { most: u64, moves: f64, step: f64, has_cycles: bool },
    /// How far it is, see [`Progress`].
    Progress { positions: u64, done: u64, sweep: u32 },
    /// A file begins.
    File(Which),
    /// Its next bytes.
    Bytes(#[serde(with = "hexadecimal")] Vec<u8>),
    /// It is whole.
    Put,
    /// The file of what was found is not needed any more.
    Remove,
}

/// A table that was built, see [`Built`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct Solved {
    positions: u64,
    bytes: u64,
    sweeps: u32,
    root: Worth,
}

/// What is [`Known`] of a position.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(in crate::cli) struct Worth {
    /// Whether the first player wins, if one does.
    win: Option<bool>,
    utility: i32,
    distance: u32,
}

impl From<Known> for Worth {
    fn from(Known { value, distance }: Known) -> Self {
        let (win, utility) = match value {
            Value::Win(player) => (Some(player == Player::Max), 0),
            Value::Utility(utility) => (None, utility),
        };
        Self { win, utility, distance }
    }
}

impl From<Worth> for Known {
    fn from(Worth { win, utility, distance }: Worth) -> Self {
        let value = match win {
            Some(true) => Value::Win(Player::Max),
            Some(false) => Value::Win(Player::Min),
            None => Value::Utility(utility),
        };
        Self { value, distance }
    }
}

impl From<Solved> for Built {
    fn from(Solved { positions, bytes, sweeps, root }: Solved) -> Self {
        Self { positions, bytes, sweeps, root: root.into() }
    }
}

fn room(memory: u64) -> Room {
    Room { hash: usize::try_from(memory.saturating_add(MORE)).unwrap_or(usize::MAX), threads: 1 }
}

impl TableBuild {
    pub(in crate::cli) fn room(&self) -> Room {
        room(self.memory)
    }

    /// The files that it reads.
    pub(in crate::cli) fn data(&self) -> Vec<PathBuf> {
        self.unfinished.iter().cloned().collect()
    }

    /// Builds it.
    pub(in crate::cli) fn build(&self, scene: &mut Scene) -> anyhow::Result<Answer> {
        let control = scene.control();
        let position = self.position(scene)?;
        let identity = Identity::of(&position).map_err(anyhow::Error::msg)?;
        let (game, root) = (position.game(), position.state());
        let build = Build::new(game, root, identity, self.memory << 20, &self.file)?;
        let Estimate { moves, step, has_cycles } = estimate(game, root);
        let most = build.most_positions() as u64;
        scene.console.say(Event::Solving(Solving::Plan { most, moves, step, has_cycles }))?;
        let (mut saves, mut words) = (Saves::new(), Words::new());
        let scene = &*scene;
        let mut files = Said(scene);
        let ended = build.run_into(&mut files, &mut |progress| {
            words.tell(scene, progress);
            saves.next(control.must_stop())
        })?;
        Ok(match ended {
            Ended::Built(Built { positions, bytes, sweeps, root }) => {
                Answer::Solved(Solved { positions, bytes, sweeps, root: root.into() })
            }
            Ended::Stopped(positions) => Answer::Stopped { positions },
        })
    }

    /// The position, opened from its own text: a table knows no moves before it.
    fn position(&self, scene: &Scene) -> anyhow::Result<Position> {
        let played = position::open(&scene.library, &self.options, &self.text, &|| false)?;
        let setup = played.setup()?;
        Position::open(&scene.library, &self.options, &setup)
            .with_context(|| format!("the position `{setup}` does not open"))
    }
}

impl TableCheck {
    pub(in crate::cli) fn room(&self) -> Room {
        room(self.memory)
    }

    /// The files that it reads.
    pub(in crate::cli) fn data(&self) -> Vec<PathBuf> {
        vec![self.file.clone()]
    }

    /// Checks it.
    pub(in crate::cli) fn check(&self, scene: &Scene) -> anyhow::Result<Answer> {
        let control = scene.control();
        let table = Tablebase::read(&self.file)?;
        let position = table.identity().open(&scene.library)?;
        let mut words = Words::new();
        let verified = verify(&table, position.game(), position.state(), &mut |progress| {
            words.tell(scene, progress);
            !control.must_stop()
        })?;
        if !verified {
            return Ok(Answer::Stopped { positions: 0 });
        }
        let root = table.of_state(position.game(), position.state());
        Ok(Answer::Verified { root: root.map(Worth::from) })
    }
}

/// Says how far it is, now and then.
struct Words(Instant);

impl Words {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn tell(&mut self, scene: &Scene, Progress { positions, done, sweep }: Progress) {
        scene.go_on();
        if self.0.elapsed() >= BETWEEN_WORDS {
            self.0 = Instant::now();
            scene.console.offer(Event::Solving(Solving::Progress { positions, done, sweep }));
        }
    }
}

/// Files that are said.
struct Said<'a>(&'a Scene);

impl Files for Said<'_> {
    fn put(&mut self, which: Which, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let console = &self.0.console;
        console.say(Event::Solving(Solving::File(which)))?;
        let mut output = BufWriter::with_capacity(PIECE, Pieces(self.0));
        write(&mut output)?;
        output.flush()?;
        match console.wait(Event::Solving(Solving::Put)) {
            Ok(Word::Saved(saved)) => saved.map_err(io::Error::other),
            Ok(Word::Typed(_)) => Err(io::Error::other("nobody has saved it")),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn remove_unfinished(&mut self) {
        // Whoever does not hear it has other troubles.
        let _ = self.0.console.say(Event::Solving(Solving::Remove));
    }
}

/// The bytes of a file, as events.
struct Pieces<'a>(&'a Scene);

impl Write for Pieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(PIECE)];
        self.0.go_on();
        self.0.console.say(Event::Solving(Solving::Bytes(piece.to_vec())))?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Bytes as text: two digits each.
mod hexadecimal {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    const DIGITS: &[u8; 16] = b"0123456789abcdef";

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], writer: S) -> Result<S::Ok, S::Error> {
        let digit = |value: u8| char::from(DIGITS[usize::from(value)]);
        let text: String = bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect();
        writer.serialize_str(&text)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(reader)?;
        let value = |digit: u8| match digit {
            b'0'..=b'9' => Some(digit - b'0'),
            b'a'..=b'f' => Some(digit - b'a' + 10),
            _ => None,
        };
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let bytes: Option<Vec<u8>> = pairs.iter().map(|[high, low]| Some(value(*high)? << 4 | value(*low)?)).collect();
        bytes.filter(|_| rest.is_empty()).ok_or_else(|| D::Error::custom("these are no bytes"))
    }
}
