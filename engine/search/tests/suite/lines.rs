//! Several lines at once, and weaker play, on random trees.

use crate::random::SeededRandom;
use crate::random_tree::{RandomTree, WIN};
use plyd_rules::{Move, Outcome, Player};
use plyd_search::{
    Algorithm, Control, Iteration, NoObserver, PlayingStrength, Root, SearchEvent, SearchResult, SearcherLimits,
    SearcherSettings,
};
use plyd_trials::observed::search;

impl RandomTree {
    /// The value for MAX straight from the definition, a win by its distance.
    fn value(&self, ply: i32) -> i32 {
        match self {
            Self::Leaf(Outcome::Win(Player::Max)) => 1_000 - ply,
            Self::Leaf(Outcome::Win(Player::Min)) => ply - 1_000,
            Self::Leaf(Outcome::Utility(value)) => *value,
            Self::Leaf(_) => 0,
            Self::Inner { turn, children, .. } => {
                let values = children.iter().map(|child| child.value(ply + 1));
                if *turn == Player::Max { values.max().unwrap() } else { values.min().unwrap() }
            }
        }
    }

    /// The values of the root's moves for the player to move, best first, and how to see values from there.
    fn values(&self) -> (Vec<i32>, i32) {
        let Self::Inner { turn, children, .. } = self else { panic!("a leaf has no moves") };
        let sign = if *turn == Player::Max { 1 } else { -1 };
        let mut values: Vec<i32> = children.iter().map(|child| sign * child.value(1)).collect();
        values.sort_by(|a, b| b.cmp(a));
        (values, sign)
    }
}

/// The score as the oracle writes it; wins of the textbook algorithms have no distance.
fn value_of(score: plyd_search::SearchScore) -> i32 {
    match score {
        plyd_search::SearchScore::Value(value) => value,
        plyd_search::SearchScore::Win(plies) => 1_000 - plies as i32,
        plyd_search::SearchScore::Loss(plies) => plies as i32 - 1_000,
    }
}

fn without_distance(value: i32) -> i32 {
    if value.abs() > 900 { value.signum() * WIN } else { value }
}

/// The answer and what was reported last: every line once.
fn lines(tree: &RandomTree, settings: SearcherSettings<'_>, limits: &SearcherLimits) -> (SearchResult, Vec<Iteration>) {
    let mut reported: Vec<Iteration> = Vec::new();
    let mut report = |event: SearchEvent<'_>| {
        if let SearchEvent::Iteration(iteration) = event {
            if iteration.line == 1 {
                reported.clear();
            }
            assert_eq!(iteration.line as usize, reported.len() + 1, "lines come in order");
            reported.push(iteration.clone());
        }
    };
    let root = Root::new(tree, &RandomTree::ROOT);
    let answer = search(&root, settings, limits, &Control::new(), &mut NoObserver, &mut report);
    (answer, reported)
}

fn trees() -> impl Iterator<Item = (u64, RandomTree)> {
    let trees = (0..3_000).map(|seed| (seed, SeededRandom(seed).tree(5)));
    trees.filter(|(_, tree)| matches!(tree, RandomTree::Inner { .. }))
}

#[test]
fn the_lines_are_the_best_moves_with_their_values() {
    for (seed, tree) in trees() {
        let (values, _) = tree.values();
        for algorithm in Algorithm::BY_DEPTH {
            for wanted in [1, 2, 3, 9] {
                let settings = SearcherSettings { lines: wanted, ..algorithm.into() };
                let (answer, lines) = lines(&tree, settings, &SearcherLimits::default());
                let context = format!("seed {seed}, {}, {wanted} lines", algorithm.name());
                assert!(answer.solved, "{context}");
                let found: Vec<i32> = lines.iter().map(|line| value_of(line.score)).collect();
                let count = wanted.min(values.len());
                let is_textbook = algorithm != Algorithm::Pvs;
                let expected: Vec<i32> = values[..count]
                    .iter()
                    .map(|&value| if is_textbook { without_distance(value) } else { value })
                    .collect();
                assert_eq!(found, expected, "{context}");
                assert_eq!(answer.best, lines[0].pv.first().copied(), "{context}");
                let mut firsts: Vec<Move> = lines.iter().map(|line| line.pv[0]).collect();
                firsts.sort_by_key(|mv| mv.0);
                firsts.dedup();
                assert_eq!(firsts.len(), count, "{context}: two lines begin alike");
            }
        }
    }
}

#[test]
fn interrupted_at_any_node_there_are_as_many_lines_as_there_were() {
    for (seed, tree) in trees().take(200) {
        let mut before = 1;
        for nodes in 0..60 {
            let settings = SearcherSettings { lines: 3, ..Algorithm::Pvs.into() };
            let (answer, lines) =
                lines(&tree, settings, &SearcherLimits { nodes: Some(nodes), ..SearcherLimits::default() });
            assert!(answer.best.is_some() && lines.len() >= before, "seed {seed}, {nodes} nodes: {lines:?}");
            assert!(lines.iter().all(|line| line.nodes == answer.nodes));
            before = lines.len();
        }
    }
}

#[test]
fn a_weak_player_plays_what_it_reports_and_errs_as_often_as_it_should() {
    let (mut mistakes, mut games) = (0, 0);
    for (seed, tree) in trees() {
        let (values, _) = tree.values();
        if values.len() != 4 || values[0] == values[1] {
            continue;
        }
        let strength = Some(PlayingStrength::new(PlayingStrength::MIN_ELO, seed));
        let (answer, lines) =
            lines(&tree, SearcherSettings { strength, ..SearcherSettings::default() }, &SearcherLimits::default());
        assert_eq!(lines.len(), 1);
        assert_eq!(answer.best, lines[0].pv.first().copied());
        assert!(answer.nodes <= 200);
        let strongest = Some(PlayingStrength::new(PlayingStrength::MAX_ELO, seed));
        let settings = SearcherSettings { strength: strongest, ..SearcherSettings::default() };
        let (best, _) = self::lines(&tree, settings, &SearcherLimits::default());
        assert_eq!(best.score.map(value_of), Some(values[0]), "seed {seed}");
        mistakes += usize::from(answer.best != best.best);
        games += 1;
    }
    // Six in ten on purpose.
    assert!(games > 100 && mistakes * 10 > games * 4 && mistakes * 10 < games * 8, "{mistakes} in {games}");
}
