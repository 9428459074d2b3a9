//! The table in quiescence: it saves nodes, and what is found there is worth a search of depth 0, and no more.

use crate::maze::Maze;
use plyd_search::{
    Algorithm, Control, LeafKind, NoObserver, Observer, Root, SearchEvent, SearchResult, SearchScore, SearcherLimits,
    SearcherSettings, Techniques, TranspositionTable,
};
use plyd_trials::observed::search;

/// Searches a maze to this depth with values that entries of other depths cannot change. Returns the score of each
/// iteration too.
fn answer(
    maze: &Maze,
    table: Option<&TranspositionTable>,
    quiescence_table: bool,
    depth: u32,
    observer: &mut impl Observer,
) -> (SearchResult, Vec<SearchScore>) {
    let techniques = Techniques { equal_depth: true, quiescence_table, ..Techniques::default() };
    let settings = SearcherSettings { table, techniques, ..Algorithm::Pvs.into() };
    let limits = SearcherLimits { depth: Some(depth), ..SearcherLimits::default() };
    let mut scores = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            scores.push(iteration.score);
        }
    };
    let answer = search(&Root::new(maze, &Maze::ROOT), settings, &limits, &Control::new(), observer, &mut report);
    (answer, scores)
}

/// Counts what the table has answered.
struct TableAnswers(u64);

impl Observer for TableAnswers {
    fn leaf(&mut self, _: usize, _: f64, kind: LeafKind) {
        self.0 += u64::from(kind == LeafKind::Table);
    }
}

/// To depth 1 all positions but the root are in quiescence, so there is no other use of the table.
#[test]
fn a_position_that_comes_again_in_quiescence_is_answered_by_the_table() {
    let (mut saved, mut answered) = (0, 0);
    for seed in 0..2_000 {
        let maze = Maze::layers(seed);
        let [(without, none), (with, some)] = [false, true].map(|is_on| {
            let (table, mut observer) = (TranspositionTable::new(1).unwrap(), TableAnswers(0));
            (answer(&maze, Some(&table), is_on, 1, &mut observer).0, observer.0)
        });
        assert_eq!((with.score, none), (without.score, 0), "seed {seed}");
        saved += without.nodes.cast_signed() - with.nodes.cast_signed();
        answered += some;
    }
    assert!(answered > 30 && saved > 30, "{answered} answers, {saved} nodes saved prove little");
}

#[test]
fn what_quiescence_finds_answers_no_search_of_another_depth() {
    let mut differing = 0;
    for seed in 0..1_000 {
        let (maze, table) = (Maze::layers(seed), TranspositionTable::new(1).unwrap());
        let (found, scores) = answer(&maze, None, false, 9, &mut NoObserver);
        // The second search meets the entries of the deepest iterations of the first one.
        for _ in 0..2 {
            let (known, others) = answer(&maze, Some(&table), true, 9, &mut NoObserver);
            assert_eq!(known.score, found.score, "seed {seed}");
            // Either may need more iterations for the proof of its score.
            assert!(others.iter().zip(&scores).all(|(one, other)| one == other), "seed {seed}: {others:?}, {scores:?}");
        }
        let (plain, _) = answer(&maze, Some(&TranspositionTable::new(1).unwrap()), false, 9, &mut NoObserver);
        let (known, _) = answer(&maze, Some(&TranspositionTable::new(1).unwrap()), true, 9, &mut NoObserver);
        differing += u32::from(plain.nodes != known.nodes);
    }
    assert!(differing > 100, "the table in quiescence changed {differing} searches only");
}
