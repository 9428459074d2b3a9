//! What is said of every kind of search, in every language.

use crate::oracle::{random_tree, setup};
use crate::searches::{explained, subject};
use plyd_explain::{ExplainRequest, Explanation, MoveOrder, Speech, TraceEvent};
use plyd_search::{Algorithm, Conventions, Cut, Fail, Techniques};
use plyd_trials::Random;
use serde_json::json;
use std::sync::LazyLock;

const LANGUAGES: [&str; 4] = ["bn", "en", "it", "tr"];

/// Of larger trees not every node is asked why.
const MAX_ASKED: usize = 500;

/// A mate in two moves.
const MATE: &str = "k7/8/2K5/8/8/8/8/7R w - - 0 1";

/// A chess position in which much hangs.
const HANGING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn speech(language: &str) -> Speech {
    Speech::new(Some(language)).expect("there is a catalogue")
}

/// Every way in which the textbook algorithms can be asked.
fn textbook_requests() -> Vec<ExplainRequest> {
    let minimax = ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() };
    let mut requests = vec![minimax];
    for cut in [Cut::Equal, Cut::Beyond] {
        for fail in [Fail::Soft, Fail::Hard] {
            for order in [MoveOrder::Left, MoveOrder::Right, MoveOrder::Best] {
                requests.push(ExplainRequest {
                    conventions: Conventions { cut, fail },
                    order,
                    ..ExplainRequest::default()
                });
            }
        }
    }
    requests
}

fn pvs(depth: Option<u32>, hash: usize) -> ExplainRequest {
    ExplainRequest { algorithm: Algorithm::Pvs, depth, hash, most_nodes: 20_000, ..ExplainRequest::default() }
}

static CHANCE_TREES: LazyLock<Vec<Explanation>> = LazyLock::new(crate::chance::searches);

static RANDOM_TREES: LazyLock<Vec<Explanation>> = LazyLock::new(random_trees);

static BOARD_GAMES: LazyLock<Vec<Explanation>> = LazyLock::new(board_games);

fn random_trees() -> Vec<Explanation> {
    let mut explanations = Vec::new();
    for seed in 0..8 {
        let tree = subject("leaftree", &setup(&json!([random_tree(&mut Random(seed), 4), [1, 2], 0]), true), "");
        explanations.extend(textbook_requests().into_iter().map(|request| explained(&tree, request)));
        explanations.extend([0, 1].map(|hash| explained(&tree, pvs(None, hash))));
    }
    explanations
}

fn board_games() -> Vec<Explanation> {
    let depth = |depth, request| ExplainRequest { depth: Some(depth), ..request };
    // Three in a row is one move away for both.
    let three = subject("tictactoe", "", "P@a3 P@b3 P@c3 P@b2 P@a1");
    let empty = subject("tictactoe", "", "");
    let four = subject("cfour", "", "P@d1 P@d2 P@c1 P@d3 P@e1 P@f1");
    let three_moves = subject("tictactoe", "", "P@a3 P@b3 P@a2");
    let mate = subject("chess", MATE, "");
    let threat = subject("cfour", "", "P@d1 P@a1 P@c1 P@a2");
    let start = subject("chess", "", "");
    let hanging = subject("chess", HANGING, "");
    let mut explanations: Vec<_> =
        textbook_requests().into_iter().map(|request| explained(&empty, depth(2, request))).collect();
    explanations.extend([
        explained(&three, ExplainRequest::default()),
        explained(&three, pvs(None, 1)),
        explained(&three_moves, pvs(None, 1)),
        explained(&four, pvs(Some(4), 0)),
        explained(&threat, pvs(Some(5), 1)),
        explained(&start, pvs(Some(3), 0)),
        explained(&start, pvs(Some(3), 1)),
        explained(&hanging, ExplainRequest { techniques: Techniques::EXACT, ..pvs(Some(2), 1) }),
        explained(&hanging, pvs(Some(3), 1)),
        explained(&mate, pvs(Some(5), 1)),
        explained(&start, pvs(Some(5), 1)),
    ]);
    explanations
}

/// What a sentence must name, whatever the language.
fn facts(speech: &Speech, explanation: &Explanation, event: &TraceEvent) -> Vec<String> {
    let name = |node: usize| match explanation.nodes[node].parent {
        Some(_) => speech.name(explanation, node),
        None => String::new(),
    };
    let value = |value: f64| speech.value(value);
    let has_window = explanation.request.algorithm != Algorithm::Minimax;
    match event {
        TraceEvent::Enter { node, bounds, .. } if has_window => {
            vec![name(*node), value(bounds.alpha), value(bounds.beta)]
        }
        TraceEvent::Enter { node, .. } => vec![name(*node)],
        TraceEvent::Leaf { node, value: worth, .. } | TraceEvent::Leave { node, value: worth, .. } => {
            vec![name(*node), value(*worth)]
        }
        TraceEvent::Update { node, best, .. } => vec![name(*node), value(*best)],
        TraceEvent::Cut { node, bounds, skipped, .. } => {
            let first = &explanation.nodes[skipped[0]];
            let first = first.label().unwrap_or(first.text.trim_start_matches("P@"));
            vec![name(*node), value(bounds.alpha), value(bounds.beta), first.to_owned()]
        }
        TraceEvent::Promise { node, child, value: worth } => vec![name(*node), name(*child), value(*worth)],
        TraceEvent::Probe { node, child } | TraceEvent::Narrow { node, child, .. } => {
            let probability = explanation.probability(*child).expect("chance decides");
            vec![name(*node), name(*child), probability.to_string()]
        }
        TraceEvent::StarCut { node, bound, .. } => vec![name(*node), value(*bound)],
    }
}

/// A sentence whose message or variable is missing shows a brace.
fn assert_is_whole(sentence: &str, what: &str) {
    assert!(!sentence.is_empty() && !sentence.contains(['{', '}', '\u{2068}', '\u{2069}', '\n']), "{what}: {sentence}");
    assert!(!sentence.contains("  "), "{what}: {sentence}");
}

fn assert_is_said(explanation: &Explanation) {
    for language in LANGUAGES {
        let speech = speech(language);
        assert_eq!(speech.language(), language);
        for (number, event) in explanation.events.iter().enumerate() {
            let sentence = speech.sentence(explanation, number);
            assert_is_whole(&sentence, language);
            for fact in facts(&speech, explanation, event) {
                assert!(sentence.contains(&fact), "{language}: {fact:?} is missing in {sentence:?} of {event:?}");
            }
        }
        for node in (0..explanation.nodes.len()).step_by(1 + explanation.nodes.len() / MAX_ASKED) {
            assert_is_whole(&speech.why(explanation, node), language);
        }
    }
}

#[test]
fn every_event_of_leaf_trees_is_told_whole() {
    RANDOM_TREES.iter().for_each(assert_is_said);
}

#[test]
fn every_event_of_trees_with_chance_is_told_whole() {
    CHANCE_TREES.iter().for_each(assert_is_said);
}

#[test]
fn every_event_of_board_games_is_told_whole() {
    BOARD_GAMES.iter().for_each(assert_is_said);
}

#[test]
fn minimax_speaks_of_no_window() {
    let tree = subject("leaftree", "[[3,5,10],[2,2]]", "");
    let explanation = explained(&tree, ExplainRequest { algorithm: Algorithm::Minimax, ..ExplainRequest::default() });
    for (language, words) in [("en", ["alpha", "beta"]), ("it", ["alfa", "beta"]), ("tr", ["alfa", "beta"])] {
        for number in 0..explanation.events.len() {
            let sentence = speech(language).sentence(&explanation, number).to_lowercase();
            assert!(!words.iter().any(|word| sentence.contains(word)), "{sentence}");
        }
    }
}

/// A part of each English sentence that only some searches lead to.
const SPECIAL: [&str; 44] = [
    "We begin at the root",
    "We return to the root, a MAX node, to look further ahead",
    "The value lies outside the window",
    "to confirm what was found",
    "We look one ply ahead",
    "The value is expected inside this window",
    "passes, to see whether",
    "proved better for MAX",
    "proved better for MIN",
    "Searched less deeply",
    "MAX already has",
    "MIN already has",
    "We only ask whether",
    "the soonest win",
    "only moves that cannot wait",
    "The game is over at",
    "the heuristic values it at",
    "it is worth exactly",
    "Even after passing,",
    "A sooner win or a later loss",
    "That is not more than",
    "than no move at all",
    "MAX can get",
    "MIN can hold",
    "We only wanted to know whether",
    "No win of MAX can come sooner",
    "The game promises that",
    "No child brings",
    "(fail hard)",
    "wins in 3 plies)",
    "more than alpha, which stays",
    "less than beta, which stays",
    "a CHANCE node",
    "would lie outside its own window",
    "No value is lower than",
    "We only probe node",
    "was probed",
    "so far.",
    "Whatever the rest brings",
    "are known: ",
    "the lowest value there is",
    "the highest value there is",
    "Cut: the probes show that",
    "No value is better for",
];

#[test]
fn the_searches_of_these_tests_lead_to_every_special_sentence() {
    let english = speech("en");
    let explanations = RANDOM_TREES.iter().chain(BOARD_GAMES.iter()).chain(CHANCE_TREES.iter());
    let said: String = explanations
        .flat_map(|explanation| {
            (0..explanation.events.len()).map(|number| english.sentence(explanation, number) + "\n")
        })
        .collect();
    let missing: Vec<&str> = SPECIAL.into_iter().filter(|part| !said.contains(part)).collect();
    assert!(missing.is_empty(), "never said: {missing:#?}");
}
