//! The part of `plyd tablebase` that needs the library: a build, and a check.

use super::words::{ErrandEvent, ErrandResult, Word};
use super::work::ErrandContext;
use anyhow::Context;
use plyd_host::Position;
use plyd_player::SearchRoom;
use plyd_protocol::PositionText;
use plyd_rules::Player;
use plyd_tablebase::{
    BuildEnd, BuildEstimate, BuildFile, BuildFiles, BuildProgress, BuildStep, BuiltTable, SolvedPosition, SolvedScore,
    TableFile, TableIdentity, TablebaseBuild, estimate, verify,
};
use plyd_worker::LONG_MESSAGE;
use serde::{Deserialize, Serialize};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The least time from one unfinished file to the next.
const BETWEEN_FILES: Duration = Duration::from_secs(20);
/// The part of the time that may go into unfinished files.
const FILES_SHARE: u32 = 10;

/// So many bytes of a file are said at once. Three take four in a message, which is none of the long ones.
const PIECE: usize = 9 << 10;

const _: () = assert!(PIECE.div_ceil(3) * 4 + 1_000 < LONG_MESSAGE);

/// The time from one word about the progress to the next.
const BETWEEN_WORDS: Duration = Duration::from_millis(50);

/// What a build takes beside its positions, in MiB.
const MORE: u64 = 64;

/// A table to build.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableBuild {
    pub(crate) options: Vec<(String, String)>,
    pub(crate) text: PositionText,
    /// The memory for the positions, in MiB.
    pub(crate) memory: u64,
    /// What an earlier build has left.
    pub(crate) unfinished: Option<PathBuf>,
}

/// A table to check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableCheck {
    #[serde(with = "plyd_worker::path")]
    pub(crate) file: PathBuf,
    /// The memory that it takes, in MiB.
    pub(crate) memory: u64,
}

/// What is said on the way.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum SolveEvent {
    /// The most positions; the moves, the time of a step and the cycles of an [`BuildEstimate`].
    Plan { most: u64, moves: f64, step: f64, has_cycles: bool },
    /// How far it is, see [`BuildProgress`].
    Progress { positions: u64, done: u64, sweep: u32 },
    /// A file begins. It waits for the word that it can be written.
    File(BuildFile),
    /// Its next bytes.
    Bytes(#[serde(with = "plyd_foreign::bytes")] Vec<u8>),
    /// It is whole. It waits for the word that it is in its place.
    Put,
    /// The file of what was found is not needed any more.
    Remove,
}

impl SolveEvent {
    /// Whether it waits for an answer.
    pub(crate) fn waits(&self) -> bool {
        matches!(self, Self::File(_) | Self::Put)
    }
}

/// A table that was built, see [`BuiltTable`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct SolvedSummary {
    pub(crate) positions: u64,
    pub(crate) sweeps: u32,
    pub(crate) root: WorthJson,
}

/// What is [`SolvedPosition`] of a position.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct WorthJson {
    /// Whether the first player wins, if one does.
    pub(crate) win: Option<bool>,
    pub(crate) utility: i32,
    pub(crate) distance: u32,
}

impl From<SolvedPosition> for WorthJson {
    fn from(SolvedPosition { value, distance }: SolvedPosition) -> Self {
        let (win, utility) = match value {
            SolvedScore::Win(player) => (Some(player == Player::Max), 0),
            SolvedScore::Utility(utility) => (None, utility),
        };
        Self { win, utility, distance }
    }
}

impl From<WorthJson> for SolvedPosition {
    fn from(WorthJson { win, utility, distance }: WorthJson) -> Self {
        let value = match win {
            Some(true) => SolvedScore::Win(Player::Max),
            Some(false) => SolvedScore::Win(Player::Min),
            None => SolvedScore::Utility(utility),
        };
        Self { value, distance }
    }
}

impl SolvedSummary {
    /// The same with the size of the file.
    pub(crate) fn built(self, bytes: u64) -> BuiltTable {
        let Self { positions, sweeps, root } = self;
        BuiltTable { positions, bytes, sweeps, root: root.into() }
    }
}

fn room(memory: u64) -> SearchRoom {
    SearchRoom { hash: usize::try_from(memory.saturating_add(MORE)).unwrap_or(usize::MAX), threads: 1 }
}

impl TableBuild {
    pub(crate) fn room(&self) -> SearchRoom {
        room(self.position_bytes().div_ceil(1 << 20))
    }

    /// The bytes that its positions take at most: an earlier build may have found more than there is room for now.
    pub(crate) fn position_bytes(&self) -> u64 {
        let found = self.unfinished.as_ref().and_then(|file| file.metadata().ok()).map_or(0, |file| file.len());
        // A position has at least 12 bytes there.
        (self.memory << 20).max(found / 3 * 4)
    }

    /// The files that it reads.
    pub(crate) fn data(&self) -> Vec<PathBuf> {
        self.unfinished.iter().cloned().collect()
    }

    /// Builds it.
    pub(crate) fn build(&self, scene: &mut ErrandContext) -> anyhow::Result<ErrandResult> {
        let position = self.position(scene)?;
        let identity = TableIdentity::of(&position).map_err(anyhow::Error::msg)?;
        let (game, root) = (position.game(), position.state());
        let build = TablebaseBuild::new(game, root, identity, self.memory << 20, self.unfinished.clone())?;
        let BuildEstimate { moves, step, has_cycles } = estimate(game, root);
        let most = build.most_positions() as u64;
        scene.console.say(ErrandEvent::Solving(SolveEvent::Plan { most, moves, step, has_cycles }))?;
        let (mut saves, mut words) = (Saves::new(), SolveProgressText::new());
        let (scene, control) = (&*scene, scene.control());
        let may_go_on = || {
            scene.go_on();
            !control.must_stop()
        };
        let ended = build.run(&mut SavedFiles(scene), &may_go_on, &mut |progress| {
            words.tell(scene, progress);
            saves.next(control.must_stop())
        })?;
        Ok(match ended {
            BuildEnd::Built(BuiltTable { positions, sweeps, root, .. }) => {
                ErrandResult::Solved(SolvedSummary { positions, sweeps, root: root.into() })
            }
            BuildEnd::Stopped(positions) => ErrandResult::Stopped { positions },
        })
    }

    /// The position, opened from its own text: a table knows no moves before it.
    fn position(&self, scene: &ErrandContext) -> anyhow::Result<Position> {
        let played = scene.open(&self.options, &self.text)?;
        let setup = played.setup()?;
        Position::open(&scene.library, &self.options, &setup)
            .with_context(|| format!("the position `{setup}` does not open"))
    }
}

impl TableCheck {
    pub(crate) fn room(&self) -> SearchRoom {
        room(self.memory)
    }

    /// The files that it reads.
    pub(crate) fn data(&self) -> Vec<PathBuf> {
        vec![self.file.clone()]
    }

    /// Checks it.
    pub(crate) fn check(&self, scene: &ErrandContext) -> anyhow::Result<ErrandResult> {
        let control = scene.control();
        let table = scene.alone(|| TableFile::open(&self.file)?.read(&|| true))?;
        let position = table.identity().open(&scene.library)?;
        let mut words = SolveProgressText::new();
        let verified = verify(&table, position.game(), position.state(), &mut |progress| {
            words.tell(scene, progress);
            !control.must_stop()
        })?;
        if !verified {
            return Ok(ErrandResult::Stopped { positions: 0 });
        }
        let root = table.of_state(position.game(), position.state());
        Ok(ErrandResult::Verified { root: root.map(WorthJson::from) })
    }
}

/// Says how far it is, now and then.
struct SolveProgressText(Instant);

impl SolveProgressText {
    fn new() -> Self {
        Self(Instant::now())
    }

    fn tell(&mut self, scene: &ErrandContext, BuildProgress { positions, done, sweep }: BuildProgress) {
        scene.go_on();
        if self.0.elapsed() >= BETWEEN_WORDS {
            self.0 = Instant::now();
            scene.console.offer(ErrandEvent::Solving(SolveEvent::Progress { positions, done, sweep }));
        }
    }
}

/// Files that are said.
struct SavedFiles<'a>(&'a ErrandContext);

impl BuildFiles for SavedFiles<'_> {
    fn put(&mut self, which: BuildFile, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let Self(scene) = *self;
        wait(scene, SolveEvent::File(which))?;
        scene.alone(|| {
            let mut output = BufWriter::with_capacity(PIECE, FilePieces(scene));
            write(&mut output)?;
            output.flush()
        })?;
        wait(scene, SolveEvent::Put)
    }

    fn remove_unfinished(&mut self) {
        // Whoever does not hear it has other troubles.
        let _ = self.0.console.say(ErrandEvent::Solving(SolveEvent::Remove));
    }
}

/// Says it, and waits for the word that it was done.
fn wait(scene: &ErrandContext, solving: SolveEvent) -> io::Result<()> {
    match scene.console.wait(ErrandEvent::Solving(solving)) {
        Ok(Word::Saved(saved)) => saved.map_err(io::Error::other),
        Ok(Word::Typed(_)) => Err(io::Error::other("nobody has saved it")),
        Err(error) => Err(io::Error::other(error)),
    }
}

/// A writer that sends the bytes of a file as events.
struct FilePieces<'a>(&'a ErrandContext);

impl Write for FilePieces<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let piece = &bytes[..bytes.len().min(PIECE)];
        self.0.console.say(ErrandEvent::Solving(SolveEvent::Bytes(piece.to_vec())))?;
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// When to write what was found.
struct Saves {
    last: Instant,
    /// When the file was begun that is being written.
    begun: Option<Instant>,
    pause: Duration,
}

impl Saves {
    fn new() -> Self {
        Self { last: Instant::now(), begun: None, pause: BETWEEN_FILES }
    }

    fn next(&mut self, must_stop: bool) -> BuildStep {
        let now = Instant::now();
        if let Some(begun) = self.begun.take() {
            self.pause = BETWEEN_FILES.max(now.duration_since(begun) * FILES_SHARE);
            self.last = now;
        }
        if must_stop {
            return BuildStep::Stop;
        }
        if now.duration_since(self.last) < self.pause {
            return BuildStep::GoOn;
        }
        self.begun = Some(now);
        BuildStep::Save
    }
}
