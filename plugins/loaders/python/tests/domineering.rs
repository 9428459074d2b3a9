//! The bundled game of domineering. It has its own test file because a process loads only one game.

use plyd_plugin::testing::{laws, perft};
use plyd_plugin::{Loader, Options, Plugin};
use python_loader::{PythonGame, Script};

const TEXT: &str = include_str!("../games/domineering.py");

/// Counts the leaves below a board directly from the definition, by trying every pair of neighbours.
fn count(taken: &mut [Vec<bool>], is_flat: bool, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let (right, up) = if is_flat { (1, 0) } else { (0, 1) };
    let mut leaves = 0;
    let side = taken.len();
    for rank in 0..side - up {
        for file in 0..side - right {
            let cells = [(rank, file), (rank + up, file + right)];
            if cells.iter().any(|&(rank, file)| taken[rank][file]) {
                continue;
            }
            cells.iter().for_each(|&(rank, file)| taken[rank][file] = true);
            leaves += count(taken, !is_flat, depth - 1);
            cells.iter().for_each(|&(rank, file)| taken[rank][file] = false);
        }
    }
    leaves
}

#[test]
fn domineering_keeps_the_laws_and_counts_as_a_naive_program_does() {
    let loaded = PythonGame::load(TEXT).unwrap().unwrap();
    assert_eq!((loaded.id.as_str(), loaded.sides), ("domineering-py", Some(["Vertical".into(), "Horizontal".into()])));
    assert!(PythonGame::load(TEXT).unwrap_err().reason.contains("has a game already"));
    let near_the_end = "####../######/..####/##..##/######/####.. h";
    laws::<PythonGame>(&[("", ""), (near_the_end, ""), ("", "Size=4"), ("", "Size=8")]);
    assert_eq!(loaded.options[0].choices, ["6", "4", "8"]);
    assert_eq!(loaded.perft.len(), 11);
    for known in loaded.perft {
        let side = known.options.strip_prefix("Size=").map_or(6, |side| side.parse().unwrap());
        let (depth, counted) = (known.depth, count(&mut vec![vec![false; side]; side], false, known.depth));
        assert_eq!(known.leaves, counted, "the count of the file for depth {depth} on {side} files");
        if depth < 4 {
            let (game, root) = PythonGame::open("", &Options::new(&[], &known.options)).unwrap();
            assert_eq!(perft(&game, &root, depth), counted, "depth {depth} on {side} files");
        }
    }
}

#[test]
fn a_setup_that_is_none_is_refused_with_what_would_be_right() {
    let (script, _) = Script::load(TEXT).unwrap().unwrap();
    let refusal = script.open("nonsense", "").err().unwrap();
    assert!(refusal.starts_with("write 6 ranks of 6"), "{refusal}");
}
