//! Files that are damaged, and tables that are wrong.

use crate::tables::{build, open};
use kalah::Kalah;
use plyd_tablebase::{SolvedTable, TableFileError, VerifyError, WalkFault, verify};
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use tictactoe::TicTacToe;

const SUM: usize = 32;

fn small(folder: &Path) -> (Kalah, <Kalah as plyd_plugin::Game>::State, Vec<u8>) {
    let (game, root) = open::<Kalah>("Houses=2\nSeeds=2\n");
    let file = folder.join("table");
    build(&game, &root, &file);
    (game, root, fs::read(file).unwrap())
}

fn read(folder: &Path, bytes: &[u8]) -> Result<SolvedTable, TableFileError> {
    let file = folder.join("damaged");
    fs::write(&file, bytes).unwrap();
    crate::tables::read(&file)
}

#[test]
fn no_byte_can_be_changed_lost_or_added() {
    let folder = tempfile::tempdir().unwrap();
    let (_, _, sound) = small(folder.path());
    read(folder.path(), &sound).unwrap();
    for place in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[place] ^= 1 << (place % 8);
        assert!(read(folder.path(), &damaged).is_err(), "byte {place} of {}", sound.len());
        assert!(read(folder.path(), &sound[..place]).is_err(), "{place} bytes of {}", sound.len());
    }
    let longer = [sound.as_slice(), &[0]].concat();
    let refused = read(folder.path(), &longer).unwrap_err().to_string();
    let (found, expected) = (longer.len(), sound.len());
    assert_eq!(refused, format!("is damaged: it has {found} bytes instead of {expected}"));
    assert_eq!(read(folder.path(), b"").unwrap_err().to_string(), "is no table of plyd");
}

/// The content of a file, changed, with checksums that are right again.
fn forged(sound: &[u8], change: impl FnOnce(&mut [u8])) -> Vec<u8> {
    let header = u32::from_le_bytes(sound[8..12].try_into().unwrap()) as usize;
    let (start, end) = (12 + header + SUM, sound.len() - SUM);
    let mut forged = sound.to_vec();
    change(&mut forged[start..end]);
    let sum = Sha256::digest(&forged[start..end]);
    forged[end..].copy_from_slice(&sum);
    forged
}

#[test]
fn a_wrong_value_is_found_by_walking() {
    let folder = tempfile::tempdir().unwrap();
    let (game, root, sound) = small(folder.path());
    let mut counts = [0; 3];
    let content = forged(&sound, |_| {}).len();
    for back in 0..content {
        let mut is_within = false;
        let bytes = forged(&sound, |content| {
            if let Some(place) = content.len().checked_sub(back + 1) {
                is_within = true;
                content[place] ^= 1;
            }
        });
        if !is_within {
            break;
        }
        match read(folder.path(), &bytes) {
            Err(TableFileError::Nonsense(_)) => counts[0] += 1,
            Err(other) => panic!("{other}"),
            Ok(table) => match verify(&table, &game, &root, &mut |_| true) {
                Err(VerifyError::Contradiction(WalkFault::Value)) => counts[1] += 1,
                Err(VerifyError::Contradiction(WalkFault::Missing)) => counts[2] += 1,
                other => panic!("{other:?}: {back} bytes from the end"),
            },
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn a_table_of_another_position_is_not_confirmed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("table");
    let (game, root) = open::<TicTacToe>("");
    build(&game, &root, &file);
    let table = crate::tables::read(&file).unwrap();
    let mut later = root;
    let mv = plyd_plugin::testing::legal(&game, &root)[0];
    plyd_plugin::Game::play(&game, &mut later, mv);
    let unreachable = verify(&table, &game, &later, &mut |_| true);
    assert!(matches!(unreachable, Err(VerifyError::Contradiction(WalkFault::Unreachable(_)))), "{unreachable:?}");
    build(&game, &later, &file);
    let missing = verify(&crate::tables::read(&file).unwrap(), &game, &root, &mut |_| true);
    assert!(matches!(missing, Err(VerifyError::Contradiction(WalkFault::Missing))), "{missing:?}");
}
