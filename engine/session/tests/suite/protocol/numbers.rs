//! Numbers of a heuristic and of the search, which are options too.

use super::only;
use super::options::options;
use plyd_linked::Engine;

/// The last line of a search of breakthrough, without its time.
fn searched(engine: &mut Engine) -> String {
    engine.ask("position startpos moves a2a3 a7a6");
    let lines = {
        engine.send("go depth 5");
        engine.until("bestmove")
    };
    let last = lines.iter().rev().find(|line| line.starts_with("info depth 5 ")).expect("it has searched");
    let words: Vec<_> = last.split(' ').collect();
    let after = |word: &str| words.iter().skip_while(|it| **it != word).nth(1).copied().unwrap_or_default();
    format!("{} nodes, score {:?}", after("nodes"), words.iter().skip_while(|it| **it != "score").nth(2))
}

#[test]
fn a_number_of_the_heuristic_applies_from_the_next_position_on_and_nothing_of_before_is_used() {
    let set = "setoption name breakthrough.defended value 50";
    let (mut fresh, mut used) = (Engine::start("breakthrough"), Engine::start("breakthrough"));
    fresh.ask(set);
    let before = searched(&mut used);
    assert!(used.ask(set).is_empty());
    let after = searched(&mut used);
    assert_eq!(after, searched(&mut fresh));
    assert_ne!(after, before);
    let refused = only(used.ask("setoption name breakthrough.Defended value 51"));
    assert!(refused.contains("bad-value") && refused.contains("a whole number from 0 to 50"), "{refused}");
}

#[test]
fn the_numbers_for_tuning_are_set_by_name_and_in_no_list() {
    let mut engine = Engine::start("breakthrough");
    let listed = options(&mut engine);
    assert!(listed.iter().all(|(name, _)| name != "Late Move Count"), "{listed:?}");
    let usual = searched(&mut engine);
    assert!(engine.ask("setoption name late move count value 1").is_empty());
    let changed = searched(&mut engine);
    assert_ne!(usual, changed);
    engine.ask("setoption name Late Move Count value 6");
    assert_eq!(searched(&mut engine), usual, "nothing is left of the search before");
    let refused = only(engine.ask("setoption name Late Move Count value 31"));
    assert!(refused.ends_with("option Late Move Count takes a whole number from 1 to 30, not `31`"), "{refused}");
    let unknown = only(engine.ask("setoption name Late Moves Count value 3"));
    assert!(unknown.ends_with("did you mean `Late Move Count`?"), "{unknown}");
}
