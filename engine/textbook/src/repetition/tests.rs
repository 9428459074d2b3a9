//! The rule on paths, and the filter beside the look back.

use super::*;
use plyd_rules::splitmix64::next as random;
use plyd_rules::{Facts, Outcome, Player};

fn step(key: u64, irreversible: bool) -> Step {
    Step::new(Outcome::Ongoing, Player::Max).with_key(key).with_irreversible(irreversible)
}

fn repeated(worth: i32, since: usize) -> Option<RepeatedPosition> {
    Some(RepeatedPosition { verdict: Verdict::Worth(worth), since, is_early: false })
}

#[test]
fn history_root_and_path_count_together() {
    let rule = Repetition { verdict: Verdict::Worth(7), ..Repetition::draw(3) };
    let mut path = Path::new(rule, &[1, 2], 1, 4);
    assert_eq!(path.note(1, step(2, false)), None);
    assert_eq!(path.note(2, step(1, false)), repeated(7, 0));
    assert_eq!(path.note(2, step(3, false)), None);
}

#[test]
fn a_position_ends_the_game_if_it_stood_before_the_root_as_often_as_it_is_missing_on_the_path() {
    let rule = Repetition { verdict: Verdict::Worth(7), ..Repetition::draw(4) };
    // 1 occurred three times, 2 and 3 twice, the root's 9 once before.
    let mut path = Path::new(rule, &[3, 1, 2, 9, 1, 2, 3, 1], 9, 4);
    assert_eq!(path.note(1, step(1, false)), repeated(7, 0));
    assert_eq!(path.note(1, step(2, false)), None);
    assert_eq!(path.note(2, step(3, false)), None);
    assert_eq!(path.note(3, step(2, false)), repeated(7, 0));
    assert_eq!(path.note(3, step(9, false)), None);
    assert_eq!(path.note(4, step(9, false)), repeated(7, 0));
    let mut last: Vec<u64> = path.last_chances().collect();
    last.sort_unstable();
    assert_eq!(last, [1]);
}

#[test]
fn the_last_chances_count_the_root() {
    let last = |times: u32, history: &[u64]| {
        let path = Path::new(Repetition::draw(times), history, 5, 0);
        let mut last: Vec<u64> = path.last_chances().collect();
        last.sort_unstable();
        last
    };
    assert_eq!(last(2, &[]), [5]);
    assert_eq!(last(2, &[8, 6, 8]), [5, 6, 8]);
    assert_eq!(last(3, &[8, 6, 8]), [8]);
    assert_eq!(last(3, &[8, 5, 8]), [5, 8]);
    assert_eq!(last(4, &[8, 5, 8]), [0; 0]);
}

#[test]
fn nothing_comes_again_across_an_irreversible_move() {
    let rule = Repetition::draw(2);
    let mut path = Path::new(rule, &[1], 2, 4);
    assert_eq!(path.note(1, step(1, true)), None);
    assert_eq!(path.note(2, step(2, false)), None);
    assert_eq!(path.note(3, step(1, false)), repeated(0, 1));
}

#[test]
fn the_second_occurrence_below_the_root_is_enough_where_that_is_wanted() {
    let early = |since: usize| Some(RepeatedPosition { is_early: true, ..repeated(0, since).expect("it is one") });
    let mut path = Path::new(Repetition::draw(3), &[1], 2, 5);
    assert!(path.set_twofold(true));
    assert_eq!(path.note(1, step(1, false)), None, "before the root counts once");
    assert_eq!(path.note(2, step(3, false)), None);
    assert_eq!(path.note(3, step(2, false)), None, "the root counts once");
    assert!(path.may_repeat(4, Player::Max));
    assert_eq!(path.note(4, step(3, false)), early(2));
    assert_eq!(path.note(4, step(1, false)), repeated(0, 0), "by the rule itself");
    assert!(!path.set_twofold(false));
    assert_eq!(path.note(4, step(3, false)), None);
    let won = Repetition { verdict: Verdict::Worth(7), ..Repetition::draw(3) };
    let forbidden = Repetition { verdict: Verdict::Forbidden { stuck: None }, ..Repetition::draw(3) };
    let of_board = Repetition { key: RepetitionKey::Board, ..Repetition::draw(3) };
    for rule in [Repetition::draw(2), won, forbidden, of_board] {
        assert!(!Path::new(rule, &[], 2, 5).set_twofold(true), "{rule:?}");
    }
}

#[test]
fn what_would_be_forbidden_is_not_recorded() {
    let exempt = Some(Move(9));
    let rule = Repetition { verdict: Verdict::Forbidden { stuck: None }, exempt, ..Repetition::draw(2) };
    let mut path = Path::new(rule, &[1], 2, 1);
    assert_eq!(path.note(1, step(3, false)), None);
    let finished = Step::new(Outcome::Draw, Player::Max).with_key(1);
    for (mover, step, since) in [
        (Turn::Max, step(1, false), Some(0)),
        (Turn::Min, step(3, false), Some(1)),
        (Turn::Min, step(4, false), None),
        (Turn::Max, step(1, true), None),
        (Turn::Chance, step(1, false), None),
        (Turn::Max, finished, None),
    ] {
        // The last ply of the path has no place for one more.
        assert_eq!(path.forbidden(2, mover, Move(0), step), since, "{mover:?} {step:?}");
        assert_eq!(path.forbidden(2, mover, Move(9), step), None, "{mover:?} {step:?}");
    }
    assert_eq!(path.note(1, step(4, false)), None);
}

#[test]
fn only_directly_after_an_irreversible_move_nothing_before_can_come_again() {
    let mut path = Path::new(Repetition::draw(2), &[], 1, 3);
    assert!(!path.is_fresh(0));
    path.note(1, step(2, false));
    path.note(2, step(3, true));
    path.note(3, step(4, false));
    assert_eq!([1, 2, 3].map(|ply| path.is_fresh(ply)), [false, true, false]);
}

#[test]
fn only_a_worth_over_positions_is_the_common_rule() {
    let forbidden = Verdict::Forbidden { stuck: Some(0) };
    for (verdict, key, exempt, kind) in [
        (Verdict::DRAW, RepetitionKey::Position, None, WORTH),
        (Verdict::Worth(5), RepetitionKey::Position, None, WORTH),
        (Verdict::DRAW, RepetitionKey::Position, Some(Move(0)), JUDGED),
        (Verdict::DRAW, RepetitionKey::Board, None, JUDGED),
        (Verdict::Loses, RepetitionKey::Position, None, JUDGED),
        (forbidden, RepetitionKey::Board, None, JUDGED),
    ] {
        assert_eq!(Path::new(Repetition { times: 2, verdict, key, exempt }, &[], 1, 0).kind(), kind);
    }
}

/// Whether and since when a position is repeated, and whether a step from it is forbidden, at each step of a walk.
type RepetitionAnswers = Vec<(Option<RepeatedPosition>, Option<usize>)>;

/// The answers of a walk through a random tree, in which positions have few keys, so that they come again: of a path
/// with the filter, or of one that looks back at every position. The last number is how often the filter was in use.
fn answers(seed: u64, rule: Repetition, with_filter: bool) -> (RepetitionAnswers, u32) {
    const PLIES: u64 = 40;
    let state = &mut seed.clone();
    let keys = 1 + random(state) % 60;
    let salt = random(state);
    let rule = Repetition { times: 2 + (random(state) % 3) as u32, ..rule };
    let history: Vec<u64> = (0..random(state) % 30).map(|_| (random(state) % keys) ^ salt).collect();
    let mut path = Path::new(rule, &history, (random(state) % keys) ^ salt, PLIES as usize);
    let (mut ply, mut answers, mut filtered) = (0, Vec::new(), 0);
    for _ in 0..400 {
        // One ply deeper, or back to any ply before.
        ply =
            if ply == PLIES || ply > 0 && random(state).is_multiple_of(4) { 1 + random(state) % ply } else { ply + 1 };
        let step = step((random(state) % keys) ^ salt, random(state).is_multiple_of(16));
        path.is_filtered &= with_filter;
        filtered += u32::from(path.is_filtered);
        let noted = path.note(ply as usize, step);
        path.is_filtered &= with_filter;
        let beyond = self::step((random(state) % keys) ^ salt, random(state).is_multiple_of(16));
        answers.push((noted, path.forbidden(ply as usize + 1, Turn::Max, Move(0), beyond)));
    }
    (answers, filtered)
}

#[test]
fn the_filter_changes_no_answer() {
    let superko =
        Repetition { verdict: Verdict::Forbidden { stuck: None }, key: RepetitionKey::Board, ..Repetition::draw(2) };
    for rule in [superko, Repetition::draw(2)] {
        let (mut repeated, mut new, mut filtered) = (0, 0, 0);
        for seed in 1..=2_000 {
            let (with_filter, count) = answers(seed, rule, true);
            assert_eq!((with_filter.clone(), 0), answers(seed, rule, false), "seed {seed}");
            repeated += with_filter.iter().filter(|(noted, _)| noted.is_some()).count();
            new += with_filter.iter().filter(|(noted, _)| noted.is_none()).count();
            filtered += count;
        }
        assert!(repeated > 100_000 && new > 100_000, "{repeated} repeated, {new} new");
        assert!(filtered > 300_000, "in use {filtered} times");
    }
}

/// Positions that are only keys, even ones with MAX to move, under a rule of repetition.
struct KeyGame(Repetition);

impl Game for KeyGame {
    type State = u64;

    fn facts(&self) -> Facts {
        Facts { has_key: true, repetition: Some(self.0), ..Facts::DEFAULT }
    }

    fn turn(&self, state: &u64) -> Turn {
        if state.is_multiple_of(2) { Turn::Max } else { Turn::Min }
    }

    fn play(&self, state: &mut u64, mv: Move) {
        *state = mv.0.into();
    }

    fn outcome(&self, _state: &u64) -> Outcome {
        Outcome::Ongoing
    }

    fn moves(&self, _state: &u64, _out: &mut Moves<'_>) {}

    fn key(&self, state: &u64) -> u64 {
        *state
    }
}

#[test]
fn at_the_horizon_no_repetition_is_missed_for_lack_of_a_key() {
    let (mut repeated, mut without, mut afterwards) = (0, 0, 0);
    for seed in 1..=2_000 {
        let state = &mut seed.clone();
        let keys = 1 + random(state) % 12;
        let random_step = |state: &mut u64| {
            let key = random(state) % keys;
            let turn = if key.is_multiple_of(2) { Player::Max } else { Player::Min };
            Step::new(Outcome::Ongoing, turn).with_key(key).with_irreversible(random(state).is_multiple_of(12))
        };
        let rule = Repetition::draw(2 + (random(state) % 3) as u32);
        let history: Vec<u64> = (0..random(state) % 3).map(|_| random(state) % keys).collect();
        let root = random(state) % keys;
        let game = KeyGame(rule);
        let mut path = Path::from_root(&Root { history: &history, ..Root::new(&game, &root) }, 30).unwrap();
        for ply in 1..=30 {
            let mover = random(state) % 2;
            let (last, expected) = (random_step(state), if mover == 0 { Player::Min } else { Player::Max });
            let mut other = Path::new(rule, &history, root, 30);
            other.keys.clone_from(&path.keys);
            other.stretches.iter_mut().zip(&path.stretches).for_each(|(other, own)| {
                *other = Stretch { turns: [UNKNOWN; 2], ..*own };
            });
            let looked = other.note_common(ply, last);
            let has_key = path.may_repeat(ply, expected);
            let asked = if has_key { last } else { last.with_key(99) };
            assert_eq!(path.note_last(&game, &last.key, ply, asked, has_key), looked, "seed {seed}, ply {ply}");
            repeated += usize::from(looked.is_some());
            without += usize::from(!has_key);
            afterwards += usize::from(!has_key && looked.is_some());
            path.note_common(ply, random_step(state));
        }
    }
    assert!(repeated > 10_000 && without > 10_000 && afterwards > 100, "{repeated} {without} {afterwards}");
}
