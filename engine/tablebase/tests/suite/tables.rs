//! How the tests build tables.

use plyd_plugin::{Game, Options, Plugin};
use plyd_tablebase::{
    BuildEnd, BuildError, BuildFile, BuildStep, BuiltTable, FilesBeside, RulesSignature, SolvedTable, TableFile,
    TableFileError, TableIdentity, TablebaseBuild,
};
use std::path::Path;

/// Enough for every table of these tests.
pub(crate) const MEMORY: u64 = 64 << 20;

/// The start position of a game with these options.
pub(crate) fn open<P: Plugin>(options: &str) -> (P, P::State) {
    P::open("", &Options::new(P::OPTIONS, options)).unwrap_or_else(|error| panic!("{options}: {error:?}"))
}

/// An identity as good as any.
pub(crate) fn identity<G: Game>(game: &G, root: &G::State) -> TableIdentity {
    let signature = RulesSignature::of(game, root).unwrap();
    TableIdentity { game: "test".into(), options: Vec::new(), setup: "startpos".into(), interface: 2, signature }
}

pub(crate) fn build_with<G: Game>(
    game: &G,
    root: &G::State,
    memory: u64,
    file: &Path,
    step: &mut dyn FnMut() -> BuildStep,
) -> Result<BuildEnd, BuildError> {
    let unfinished = Some(BuildFile::Unfinished.path(file)).filter(|path| path.exists());
    let build = TablebaseBuild::new(game, root, identity(game, root), memory, unfinished)?;
    build.run(&mut FilesBeside(file), &|| true, &mut |_| step())
}

/// Reads a table.
pub(crate) fn read(file: &Path) -> Result<SolvedTable, TableFileError> {
    TableFile::open(file)?.read(&|| true)
}

/// Builds a table without a break.
pub(crate) fn build<G: Game>(game: &G, root: &G::State, file: &Path) -> BuiltTable {
    match build_with(game, root, MEMORY, file, &mut || BuildStep::GoOn) {
        Ok(BuildEnd::Built(built)) => built,
        other => panic!("{other:?}"),
    }
}
