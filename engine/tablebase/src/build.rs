//! A build: the walk, and the files it writes.

use crate::checkpoint::{self, Checkpoint};
use crate::container::NewFile;
use crate::positions::{BYTES, MOST_POSITIONS, Positions};
use crate::scores::Scores;
use crate::walk::{Goal, TableWalk, WalkStage};
use crate::{BuildError, SolvedPosition, TableFileError, TableIdentity, write};
use plyd_rules::{Facts, Game, Moves, RepetitionKey, Verdict, Want};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A table to be built.
#[derive(Debug)]
pub struct TablebaseBuild<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    identity: TableIdentity,
    most: usize,
    unfinished: Option<PathBuf>,
}

/// How far a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The positions found so far.
    pub positions: u64,
    /// The positions that the present sweep has valued.
    pub done: u64,
    /// The number of the present sweep, from 1. A game in which no position comes again needs one, or a few if it is
    /// long.
    pub sweep: u32,
}

/// What a build does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// It goes on.
    GoOn,
    /// It writes what it has, and goes on.
    Save,
    /// It writes what it has, and ends. The next build of the table goes on from there.
    Stop,
}

/// The end of a build.
#[derive(Debug)]
pub enum BuildEnd {
    /// The table is there.
    Built(BuiltTable),
    /// It was stopped after finding this many positions; they are kept beside the table.
    Stopped(u64),
}

/// A table that was built.
#[derive(Debug)]
pub struct BuiltTable {
    /// The unfinished positions, each with its value.
    pub positions: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The sweeps it took.
    pub sweeps: u32,
    /// What is known of the first position.
    pub root: SolvedPosition,
}

/// A file of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildFile {
    /// The table.
    Table,
    /// What a build has found that is not finished.
    Unfinished,
}

/// The files of a build.
pub trait BuildFiles {
    /// Puts a file in its place, once all of it is written.
    ///
    /// # Errors
    /// It cannot be written.
    fn put(&mut self, which: BuildFile, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;

    /// Removes the file of an unfinished build, once the table exists.
    fn remove_unfinished(&mut self);
}

/// The files of a build by itself: the table has this path, and what is unfinished is beside it.
#[derive(Debug)]
pub struct FilesBeside<'a>(pub &'a Path);

impl BuildFiles for FilesBeside<'_> {
    fn put(&mut self, which: BuildFile, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut file = NewFile::new(&which.path(self.0))?;
        write(&mut file)?;
        file.put()
    }

    fn remove_unfinished(&mut self) {
        let _ = fs::remove_file(BuildFile::Unfinished.path(self.0));
    }
}

impl BuildFile {
    /// The place of the file: what is unfinished is beside the table.
    #[must_use]
    pub fn path(self, table: &Path) -> PathBuf {
        match self {
            Self::Table => table.to_path_buf(),
            Self::Unfinished => checkpoint::path(table),
        }
    }
}

impl<'a, G: Game> TablebaseBuild<'a, G> {
    /// A table of all positions that can be reached from `root`, in at most `memory` bytes: at most 16 for each
    /// position. It goes on from the file `unfinished` of an earlier build.
    ///
    /// # Errors
    /// No table can be built of the game.
    pub fn new(
        game: &'a G,
        root: &'a G::State,
        identity: TableIdentity,
        memory: u64,
        unfinished: Option<PathBuf>,
    ) -> Result<Self, BuildError> {
        if let Some(reason) = refusal(&game.facts()) {
            return Err(BuildError::Refused(reason));
        }
        let step = game.examine(root, Want::OUTCOME, &mut Moves::new(&mut []));
        if !step.is_ongoing() && !step.is_error() {
            return Err(BuildError::Refused("the game is over in this position, so there is nothing to build"));
        }
        let most = usize::try_from(memory / BYTES as u64).map_or(MOST_POSITIONS, |most| most.min(MOST_POSITIONS));
        Ok(Self { game, root, identity, most, unfinished })
    }

    /// The most positions that there is room for.
    #[must_use]
    pub fn most_positions(&self) -> usize {
        self.most
    }

    /// Builds the table, from where an earlier build was, and asks `step` again and again what to do. What the earlier
    /// one has left is read as long as it may go on.
    ///
    /// # Errors
    /// It cannot be built or written.
    pub fn run(
        self,
        files: &mut dyn BuildFiles,
        may_go_on: &dyn Fn() -> bool,
        step: &mut dyn FnMut(BuildProgress) -> NextStep,
    ) -> Result<BuildEnd, BuildError> {
        let Self { game, root, identity, most, unfinished } = self;
        let Checkpoint { positions, scores, stage } = match unfinished {
            Some(path) => {
                let unfinished = checkpoint::open(&path, &identity).map_err(BuildError::Unfinished)?;
                let found = unfinished.positions();
                match unfinished.read(most, may_go_on) {
                    Err(TableFileError::Stopped) => return Ok(BuildEnd::Stopped(found)),
                    read => read.map_err(BuildError::Unfinished)?,
                }
            }
            None => Checkpoint {
                positions: Positions::new(most)?,
                scores: Scores::new(),
                stage: WalkStage::first(&game.facts()),
            },
        };
        let mut walk = TableWalk::new(game, Goal::Build, positions, scores, stage);
        let pause = &mut |positions: &mut Positions, scores: &Scores, stage: WalkStage| {
            let wanted = step(progress(positions, stage));
            if wanted != NextStep::GoOn {
                let mut write = |output: &mut dyn Write| checkpoint::write(output, &identity, positions, scores, stage);
                files.put(BuildFile::Unfinished, &mut write).map_err(BuildError::Unwritten)?;
            }
            Ok(if wanted == NextStep::Stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        };
        let is_whole = walk.run::<BuildError>(root, pause)?;
        let positions = walk.positions.len() as u64;
        if !is_whole {
            return Ok(BuildEnd::Stopped(positions));
        }
        let sweeps = walk.stage.sweep + 1;
        let known = walk.root(root).known();
        let mut bytes = 0;
        let mut write = |output: &mut dyn Write| {
            bytes = write::write(output, &identity, &mut walk.positions, &walk.scores)?;
            Ok(())
        };
        files.put(BuildFile::Table, &mut write).map_err(BuildError::Unwritten)?;
        files.remove_unfinished();
        Ok(BuildEnd::Built(BuiltTable { positions, bytes, sweeps, root: known }))
    }
}

pub(crate) fn progress(positions: &Positions, stage: WalkStage) -> BuildProgress {
    BuildProgress { positions: positions.len() as u64, done: stage.done, sweep: stage.sweep + 1 }
}

/// Why no table can be built of a game with these facts.
fn refusal(facts: &Facts) -> Option<&'static str> {
    let rule = facts.repetition;
    if !facts.has_key {
        Some("the game has no keys of positions, so a table cannot know them")
    } else if facts.chance.is_some() {
        Some("the game has chance, and a table holds no expectations")
    } else if rule.is_some_and(|rule| rule.verdict != Verdict::DRAW) {
        Some("a repetition is not a draw in this game, so the value of a position depends on the moves before it")
    } else if rule.is_some_and(|rule| rule.key != RepetitionKey::Position || rule.exempt.is_some()) {
        Some("the rule of repetition compares something else than positions, so a table cannot tell what repeats")
    } else {
        None
    }
}
