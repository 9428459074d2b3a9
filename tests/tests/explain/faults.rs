//! Faults of a library are reported as faults, and not as unknown leaves.

use crate::subjects::subject;
use plyd_explain::{ExplainError, ExplainRequest, ExplainSubject, Explanation, explain};
use plyd_host::{Cache, Catalog, Position};
use plyd_search::{Algorithm, Control};
use plyd_tests::{fixture, planted_copy};
use std::path::Path;

/// The search of a setup of the library in this folder, explained.
fn explained(folder: &Path, id: &str, setup: &str, request: &ExplainRequest) -> Result<Explanation, ExplainError> {
    let catalog = Catalog::load(&[folder.to_owned()], Cache::new(Some(folder.join("cache"))));
    let library = catalog.get(id).unwrap_or_else(|| panic!("{:?}", catalog.refused()));
    let game = library.open(setup, &[]).unwrap_or_else(|error| panic!("{setup}: {error}"));
    explain(&ExplainSubject::from(Position::new(game)), request, &Control::new())
}

#[test]
fn only_what_the_game_itself_does_not_know_is_an_unknown_leaf() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let library = fixture("tree");
    std::fs::copy(&library, folder.path().join(library.file_name().expect("it is a file"))).expect("it can be copied");
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
        let request = ExplainRequest { algorithm, ..ExplainRequest::default() };
        let told = |fault: &str| explained(folder.path(), "tree", &format!("6 w {fault}"), &request).err();
        let fault = |text: &str| Some(ExplainError::Fault(text.into()));
        // Four counters are left after one and one, and after two. The deepening of `pvs` comes to the second first.
        let leaf = if algorithm == Algorithm::Pvs { "1" } else { "0.0" };
        assert_eq!(told("errs"), Some(ExplainError::UnknownLeaf { leaf: leaf.into() }), "{algorithm:?}");
        assert_eq!(told("panics"), fault("the library panicked: the heap fell over"), "{algorithm:?}");
        assert_eq!(told("blocks"), fault("an unfinished position has no moves"), "{algorithm:?}");
        let large = "a position is worth 1000001, which is not from -1000000 to 1000000";
        assert_eq!(told("exaggerates"), fault(large), "{algorithm:?}");
        let many = "a position has more than the 2 moves that were declared";
        assert_eq!(told("overflows"), fault(many), "{algorithm:?}");
    }
}

#[test]
fn an_unknown_outcome_of_chance_is_named() {
    for algorithm in [Algorithm::Minimax, Algorithm::AlphaBeta, Algorithm::Pvs] {
        let request = ExplainRequest { algorithm, ..ExplainRequest::default() };
        let told = explain(&subject("leaftree", "(3 CHANCE{1: 2, 1: ?})"), &request, &Control::new());
        assert_eq!(told.err(), Some(ExplainError::UnknownLeaf { leaf: "1.1".into() }), "{algorithm:?}");
    }
}

/// The first move wins, so the search never looks at the second. But the drawing shows what it skipped.
#[test]
fn a_weight_that_no_search_asked_for_is_read_as_all_others() {
    let folder = tempfile::tempdir().expect("there is a temporary folder");
    let _ = planted_copy(folder.path(), "dice", "double-of-no-weight");
    let request = ExplainRequest { depth: Some(3), ..ExplainRequest::default() };
    let told = explained(folder.path(), "dice", "1 w -", &request);
    let reason = "the outcome `2` of chance has the weight 0; weights begin at 1";
    assert_eq!(told.err(), Some(ExplainError::Fault(reason.into())));
    let _ = planted_copy(folder.path(), "dice", "none");
    std::fs::remove_file(folder.path().join("libdouble-of-no-weight.so")).expect("it was written");
    let told = explained(folder.path(), "dice", "1 w -", &request).expect("it is sound");
    let skipped = told.nodes.iter().find(|node| node.text == "double").expect("it is drawn");
    assert_eq!(skipped.weights, [3, 2, 1]);
}
