//! Games of which no table can be built.

use crate::circles::Circles;
use crate::tables::{MEMORY, build_with, identity, open};
use kalah::Kalah;
use plyd_plugin::{Chance, Facts, Game, Move, Moves, Outcome, Repetition, RepetitionKey, Turn, Verdict};
use plyd_tablebase::{BuildError, BuildStep, RulesSignature};

/// A game with other facts than its own, in which a place may have the key of another one.
struct ChangedCircles {
    game: Circles,
    facts: fn(&mut Facts),
    key: fn(u64) -> u64,
}

impl Game for ChangedCircles {
    type State = u32;

    fn facts(&self) -> Facts {
        let mut facts = self.game.facts();
        (self.facts)(&mut facts);
        facts
    }

    fn turn(&self, state: &u32) -> Turn {
        self.game.turn(state)
    }

    fn play(&self, state: &mut u32, mv: Move) {
        self.game.play(state, mv);
    }

    fn outcome(&self, state: &u32) -> Outcome {
        self.game.outcome(state)
    }

    fn moves(&self, state: &u32, out: &mut Moves<'_>) {
        self.game.moves(state, out);
    }

    fn key(&self, state: &u32) -> u64 {
        (self.key)(self.game.key(state))
    }
}

fn refusal(seed: u64, facts: fn(&mut Facts), key: fn(u64) -> u64) -> String {
    let game = ChangedCircles { game: Circles::random(seed, 60, 6), facts, key };
    let folder = tempfile::tempdir().unwrap();
    let ended = build_with(&game, &0, MEMORY, &folder.path().join("table"), &mut || BuildStep::GoOn);
    ended.map_or_else(|error: BuildError| error.to_string(), |_| "it was built".into())
}

fn of_facts(facts: fn(&mut Facts)) -> String {
    refusal(7, facts, |key| key)
}

#[test]
fn what_a_table_cannot_tell_is_refused() {
    assert_eq!(of_facts(|_| {}), "it was built");
    for (facts, text) in [
        ((|facts| facts.has_key = false) as fn(&mut Facts), "no keys of positions"),
        (|facts| facts.chance = Some(Chance { max_outcomes: 2, low: -1, high: 1 }), "has chance"),
        (|facts| facts.repetition = None, "the game can go round in circles, and has no rule of repetition"),
        (|facts| facts.repetition.as_mut().unwrap().verdict = Verdict::Worth(1), "a repetition is not a draw"),
        (|facts| facts.repetition.as_mut().unwrap().verdict = Verdict::Loses, "a repetition is not a draw"),
        (
            |facts| facts.repetition.as_mut().unwrap().verdict = Verdict::Forbidden { stuck: None },
            "a repetition is not a draw",
        ),
        (
            |facts| facts.repetition.as_mut().unwrap().key = RepetitionKey::Board,
            "compares something else than positions",
        ),
        (
            |facts| facts.repetition = Some(Repetition { exempt: Some(Move(0)), ..Repetition::draw(2) }),
            "compares something else than positions",
        ),
    ] {
        let found = of_facts(facts);
        assert!(found.contains(text), "{found}");
    }
}

#[test]
fn keys_that_do_not_tell_all_are_found_out() {
    let refusals: Vec<_> = (1..40).map(|seed| refusal(seed, |_| {}, |key| key / 2)).collect();
    for text in ["two positions have the same key, but different players to move", "with the same key end differently"]
    {
        assert!(refusals.iter().any(|refusal| refusal.contains(text)), "{text}: {refusals:?}");
    }
}

#[test]
fn a_finished_game_has_nothing_to_build() {
    let (game, mut state) = open::<Kalah>("Houses=2\nSeeds=1\n");
    let folder = tempfile::tempdir().unwrap();
    while game.outcome(&state) == Outcome::Ongoing {
        let mv = plyd_plugin::testing::legal(&game, &state)[0];
        game.play(&mut state, mv);
    }
    let refused = build_with(&game, &state, MEMORY, &folder.path().join("table"), &mut || BuildStep::GoOn);
    assert!(matches!(refused, Err(BuildError::Refused(text)) if text.starts_with("the game is over")));
}

#[test]
fn a_signature_tells_rules_and_keys_apart() {
    let (game, root) = open::<Kalah>("Houses=3\nSeeds=3\nEmptyCapture=false\n");
    let (other, other_root) = open::<Kalah>("Houses=3\nSeeds=3\nEmptyCapture=true\n");
    let signature = identity(&game, &root).signature;
    assert_eq!(signature, RulesSignature::of(&game, &root).unwrap());
    assert_ne!(signature, RulesSignature::of(&other, &other_root).unwrap());
    let circles = |key| ChangedCircles { game: Circles::random(9, 60, 6), facts: |_| {}, key };
    let (plain, others) = (circles(|key| key), circles(|key| key + 1));
    let (plain, others) = (RulesSignature::of(&plain, &0).unwrap(), RulesSignature::of(&others, &0).unwrap());
    assert_eq!(plain.perft, others.perft);
    assert_ne!(plain.keys, others.keys);
}
