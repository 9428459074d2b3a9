//! Go on the smallest boards, whose rules forbid repetitions, against published counts and values.

#[path = "../../../../tests/fixtures/src/go.rs"]
#[expect(unreachable_pub, reason = "the same file is the game of a library, where it is public")]
mod rules;

use plyd_plugin::Plugin;
use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Repetition, RepetitionKey, Turn, Verdict};
use plyd_search::{
    Algorithm, Control, NoObserver, PerftResult, Root, SearchScore, SearcherLimits, SearcherSettings,
    TranspositionTable, perft,
};
use plyd_trials::observed::search;
use rules::{Go, State};

const START: State = State { stones: [0, 0], turn: Player::Max, passes: 0 };

fn go(size: u32, situational: bool, suicide: bool) -> Go {
    Go { size, suicide, pass: true, situational, verdict: Verdict::Forbidden { stuck: None } }
}

fn check_counts(go: &Go, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts) {
        let found = perft(&Root::new(go, &START), depth, &Control::new(), &mut |_, _| {});
        assert_eq!(found, PerftResult::Total(count), "{go:?}, depth {depth}");
    }
}

/// The counts of positional superko agree with OpenSpiel 2.0.2 and with a separate program in C++, both to the depth at
/// which these agree; the counts of situational superko are from that program.
#[test]
fn the_moves_under_superko_are_as_many_as_others_count() {
    // Suicide of one stone repeats the board, so it makes no difference here.
    for suicide in [false, true] {
        check_counts(&go(2, false, suicide), &[5, 21, 68, 156, 316, 604, 1_088, 2_184, 4_184, 8_024]);
    }
    check_counts(&go(2, true, false), &[5, 21, 68, 156, 316, 604, 1_112, 2_312, 4_544, 8_800]);
    check_counts(&go(2, true, true), &[5, 21, 68, 180, 428, 860, 1_704, 3_936]);
    check_counts(&go(3, false, false), &[10, 91, 738, 5_281, 33_384, 179_712]);
    check_counts(&go(3, false, true), &[10, 91, 738, 5_281, 33_384, 180_768]);
}

/// The number of games of `depth` plies, straight from the rule of superko: a stone may not repeat an earlier position,
/// whether a stone or a pass led to that, and a pass may.
fn games(go: &Go, positions: &mut Vec<State>, depth: u32) -> u64 {
    let last = positions[positions.len() - 1];
    if depth == 0 || go.outcome(&last) != Outcome::Ongoing {
        return u64::from(depth == 0);
    }
    let mut room = [Move(0); 10];
    let mut moves = Moves::new(&mut room);
    go.moves(&last, &mut moves);
    let count = moves.len();
    let mut total = 0;
    for &mv in &room[..count] {
        let mut next = last;
        go.play(&mut next, mv);
        let is_same = |earlier: &State| earlier.stones == next.stones && (!go.situational || earlier.turn == next.turn);
        if next.passes == 0 && positions.iter().any(is_same) {
            continue;
        }
        positions.push(next);
        total += games(go, positions, depth - 1);
        positions.pop();
    }
    total
}

#[test]
fn the_moves_under_superko_are_those_of_the_rule() {
    for (size, depth) in [(1, 6), (2, 12), (3, 5)] {
        for (situational, suicide) in [(false, false), (false, true), (true, false), (true, true)] {
            let go = go(size, situational, suicide);
            let counts: Vec<u64> = (1..=depth).map(|depth| games(&go, &mut vec![START], depth)).collect();
            check_counts(&go, &counts);
        }
    }
    // A setup after a pass: the game before it is unknown.
    let go = go(3, true, true);
    for passes in [0, 1] {
        let state = State { stones: [0b1_0001, 0b100_0010], turn: Player::Min, passes };
        let found = perft(&Root::new(&go, &state), 5, &Control::new(), &mut |_, _| {});
        assert_eq!(found, PerftResult::Total(games(&go, &mut vec![state], 5)), "{passes} passes");
    }
}

/// Black has the board of two by two by one point (B. Drange, "Go on small boards").
#[cfg(feature = "long-tests")]
#[test]
fn two_by_two_is_won_by_a_point() {
    let (go, table) = (go(2, false, false), TranspositionTable::new(1).unwrap());
    for (algorithm, table) in [(Algorithm::AlphaBeta, None), (Algorithm::Pvs, Some(&table))] {
        let settings = SearcherSettings { table, ..algorithm.into() };
        let root = Root::new(&go, &START);
        let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
        assert_eq!((answer.score, answer.solved), (Some(SearchScore::Value(1)), true), "{algorithm:?}");
    }
}

/// Go as a question: Black wins with the whole board, and loses with less.
struct WholeBoardGo(Go);

impl Game for WholeBoardGo {
    type State = State;

    fn facts(&self) -> Facts {
        self.0.facts()
    }
    fn turn(&self, state: &State) -> Turn {
        self.0.turn(state)
    }
    fn play(&self, state: &mut State, mv: Move) {
        self.0.play(state, mv);
    }
    fn outcome(&self, state: &State) -> Outcome {
        let all = (self.0.size * self.0.size).cast_signed();
        match self.0.outcome(state) {
            Outcome::Utility(area) => Outcome::Win(if area == all { Player::Max } else { Player::Min }),
            outcome => outcome,
        }
    }
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        self.0.moves(state, out);
    }
    fn evaluate(&self, state: &State) -> i32 {
        self.0.evaluate(state)
    }
    fn key(&self, state: &State) -> u64 {
        self.0.key(state)
    }
    fn board_key(&self, state: &State) -> u64 {
        self.0.board_key(state)
    }
    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        self.0.is_irreversible(parent, mv)
    }
}

/// Black has the board of three by three by all nine points, the most possible (B. Drange, "Go on small boards").
#[test]
fn three_by_three_is_won_by_all_of_it() {
    let table = TranspositionTable::new(4).unwrap();
    for (situational, suicide) in [(false, false), (false, true), (true, false), (true, true)] {
        let whole = WholeBoardGo(go(3, situational, suicide));
        let settings = SearcherSettings { table: Some(&table), ..Algorithm::Pvs.into() };
        let root = Root::new(&whole, &START);
        let answer = search(&root, settings, &SearcherLimits::default(), &Control::new(), &mut NoObserver, &mut |_| {});
        assert!(matches!(answer.score, Some(SearchScore::Win(_))) && answer.solved, "{:?}: {answer:?}", whole.0);
        assert_eq!(answer.best, Some(Move(4)), "{:?}: in the middle", whole.0);
    }
}

#[test]
fn a_pass_leaves_the_board_and_texts_come_back() {
    let (positional, situational) = (go(3, false, false), go(3, true, false));
    let mut state = START;
    positional.play(&mut state, Move(4));
    let stone = state;
    positional.play(&mut state, Move(9));
    assert_eq!(positional.board_key(&stone), positional.board_key(&state));
    assert_ne!(situational.board_key(&stone), situational.board_key(&state));
    let twice = State { turn: stone.turn, passes: 2, ..stone };
    assert_eq!(situational.board_key(&stone), situational.board_key(&twice));
    assert_ne!(situational.key(&stone), situational.key(&twice));
    let texts = (positional.format_state(&state), positional.format_move(&state, Move(4)));
    assert_eq!((texts.0.as_str(), texts.1.as_str()), ("3/1X1/3 x 1", "b2"));
    let rule = Repetition { verdict: positional.verdict, key: RepetitionKey::Board, exempt: Some(Move(9)), times: 2 };
    assert_eq!(
        positional.facts(),
        Facts { max_moves: 10, win: 10, has_key: true, repetition: Some(rule), ..Facts::DEFAULT }
    );
}
