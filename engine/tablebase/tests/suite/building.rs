//! Builds that are interrupted, and builds without room.

use crate::circles::Circles;
use crate::tables::{MEMORY, build, build_with, identity, open};
use cfour::ConnectFour;
use plyd_plugin::{Game, Plugin};
use plyd_tablebase::{BuildEnd, BuildError, BuildStep, FilesBeside, TableFileError, TablebaseBuild, WalkFault};
use std::fs;
use std::path::{Path, PathBuf};

fn part(file: &Path) -> PathBuf {
    file.with_extension("part")
}

/// Builds in pieces, each of so many pauses, and returns how many there were. A piece ends as if the process was killed:
/// what comes after its last file is lost.
fn build_in_pieces<G: Game>(game: &G, root: &G::State, file: &Path, pauses: u32) -> u32 {
    for piece in 1.. {
        let (mut left, mut saved) = (pauses, None);
        let ended = build_with(game, root, MEMORY, file, &mut || {
            left = left.saturating_sub(1);
            match left {
                // After this file the build goes on for two pauses, for nothing.
                2 => BuildStep::Save,
                1 => {
                    saved = fs::read(part(file)).ok();
                    BuildStep::GoOn
                }
                0 => BuildStep::Stop,
                _ => BuildStep::GoOn,
            }
        });
        match ended.unwrap() {
            BuildEnd::Built(_) => return piece,
            BuildEnd::Stopped(_) => fs::write(part(file), saved.unwrap()).unwrap(),
        }
    }
    unreachable!("every piece finds more")
}

fn check<G: Game>(game: &G, root: &G::State) {
    let folder = tempfile::tempdir().unwrap();
    let (whole, pieces) = (folder.path().join("whole"), folder.path().join("pieces"));
    build(game, root, &whole);
    let count = build_in_pieces(game, root, &pieces, 9 << 7);
    assert!(count > 4, "{count} pieces");
    assert!(fs::read(&whole).unwrap() == fs::read(&pieces).unwrap(), "the files differ");
    assert!(!part(&pieces).exists(), "nothing stays behind");
}

#[test]
fn a_build_in_pieces_makes_the_same_file() {
    let (game, root) = open::<ConnectFour>("Files=4\nRanks=4\n");
    check(&game, &root);
    check(&Circles::random(5, 30_000, 40), &0);
}

#[test]
fn an_unfinished_table_of_another_position_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (game, root) = open::<ConnectFour>("Files=4\nRanks=4\n");
    let stopped = build_with(&game, &root, MEMORY, &file, &mut || BuildStep::Stop).unwrap();
    assert!(matches!(stopped, BuildEnd::Stopped(_)));
    let (game, root) = open::<ConnectFour>("Files=4\nRanks=5\n");
    let refused = build_with(&game, &root, MEMORY, &file, &mut || BuildStep::GoOn);
    assert!(matches!(refused, Err(BuildError::Unfinished(TableFileError::Rules(_)))), "{refused:?}");
}

#[test]
fn an_unfinished_table_is_read_as_long_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (game, root) = open::<ConnectFour>("Files=4\nRanks=4\n");
    let Ok(BuildEnd::Stopped(found)) = build_with(&game, &root, MEMORY, &file, &mut || BuildStep::Stop) else {
        panic!("it was stopped")
    };
    let before = fs::read(part(&file)).unwrap();
    let build = TablebaseBuild::new(&game, &root, identity(&game, &root), MEMORY, Some(part(&file))).unwrap();
    let ended = build.run(&mut FilesBeside(&file), &|| false, &mut |_| panic!("it has not begun")).unwrap();
    assert!(matches!(ended, BuildEnd::Stopped(count) if count == found && count > 0), "{ended:?}");
    assert!(fs::read(part(&file)).unwrap() == before);
}

#[test]
fn a_damaged_unfinished_table_is_refused_at_every_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (game, root) = open::<ConnectFour>("Files=4\nRanks=4\n");
    build_with(&game, &root, MEMORY, &file, &mut || BuildStep::Stop).unwrap();
    let sound = fs::read(part(&file)).unwrap();
    for place in (0..sound.len()).step_by(sound.len() / 300) {
        let mut damaged = sound.clone();
        damaged[place] ^= 0x10;
        fs::write(part(&file), damaged).unwrap();
        let refused = build_with(&game, &root, MEMORY, &file, &mut || BuildStep::GoOn);
        assert!(matches!(refused, Err(BuildError::Unfinished(_))), "byte {place}: {refused:?}");
    }
}

#[test]
fn no_more_memory_is_used_than_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (game, root) = ConnectFour::open("", &plyd_plugin::Options::new(ConnectFour::OPTIONS, "")).unwrap();
    let build = TablebaseBuild::new(&game, &root, identity(&game, &root), 16_000, None).unwrap();
    assert_eq!(build.most_positions(), 1_000);
    let refused = build.run(&mut FilesBeside(&file), &|| true, &mut |_| BuildStep::GoOn);
    assert!(matches!(refused, Err(BuildError::Contradiction(WalkFault::Positions(1_000)))), "{refused:?}");
    assert!(!file.exists());
}
