//! The kit for authors: a sound game keeps the laws, and each fault is found, in words that name it and its place.

use plyd_plugin::testing::{
    Line, check_exchange, check_features, check_playthrough, known_perft, laws, open, perft, playthrough,
};
use plyd_plugin::view::{Shape, View};
use plyd_plugin::{
    Abilities, Chance, Facts, Features, Game, KnownPerft, LOSING_RATING, Move, Moves, Options, Outcome, Player, Plugin,
    Repetition, RepetitionKey, SetupError, Step, Turn, Verdict, Want,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The faults, by number.
const NONE: u8 = 0;
const TWICE: u8 = 1;
const LARGE_VALUE: u8 = 2;
const LOST_CLOCK: u8 = 3;
const ONE_TEXT: u8 = 4;
const READ_AS_OTHER: u8 = 5;
const KEY_WITHOUT_TURN: u8 = 6;
const IRREVERSIBLE: u8 = 7;
const NO_SYMMETRY: u8 = 8;
const ZERO_WEIGHT: u8 = 9;
const STEP_DIFFERS: u8 = 10;
const FALSE_PROMISE: u8 = 11;
const ILLEGAL_NOISE: u8 = 12;
const PASS_KEEPS_TURN: u8 = 13;
const TOO_LONG: u8 = 14;
const TOO_MANY_MOVES: u8 = 15;
const NO_MOVES: u8 = 16;
const FORBIDS: u8 = 17;
const OUT_OF_BOUNDS: u8 = 18;
const WRONG_COUNT: u8 = 19;
const KEY_OF_INSTANCE: u8 = 20;
const ONE_GESTURE: u8 = 21;
const WORDY_NOTATION: u8 = 22;
const BOARD_COMES_BACK: u8 = 23;
const NO_HORIZON: u8 = 24;
const EARLY_HORIZON: u8 = 25;
const LATE_HORIZON: u8 = 26;
const FAST_HORIZON: u8 = 27;
const WINS_ALL_THE_SAME: u8 = 28;
const BEYOND_INPUTS: u8 = 29;
const VIEW_OF_OTHER: u8 = 30;
const NO_PERMUTATION: u8 = 31;
const FALSE_SYMMETRY: u8 = 32;
const BLIND: u8 = 33;
const SEES_COLOURS: u8 = 34;
const READ_AT_END: u8 = 35;

/// A place, up to five counters and the coin.
const INPUTS: u32 = PLACES as u32 + 5 + 1;

const PLACES: u8 = 6;
/// Moves of the token in a row that end the game in a draw.
const CLOCK: u8 = 20;
const LEFT: Move = Move(0);
const RIGHT: Move = Move(1);
const TAKE: Move = Move(2);

/// A token walks around a ring, or takes a counter; after that a coin says whether a second one goes too. The player
/// who takes the last counter wins. The fault is the number.
#[derive(Debug)]
struct Ring<const FAULT: u8>(u8);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct State {
    place: u8,
    counters: u8,
    turn: Player,
    /// Whether the coin is in the air.
    coin: bool,
    clock: u8,
}

impl<const FAULT: u8> Game for Ring<FAULT> {
    type State = State;

    fn facts(&self) -> Facts {
        Facts {
            max_moves: if FAULT == TOO_MANY_MOVES { 2 } else { 3 },
            max_plies: if FAULT == TOO_LONG { 4 } else { 200 },
            win: 100,
            has_key: true,
            repetition: matches!(FAULT, FORBIDS | BOARD_COMES_BACK).then_some(Repetition {
                times: 2,
                verdict: Verdict::Forbidden { stuck: None },
                key: RepetitionKey::Board,
                exempt: None,
            }),
            chance: Some(Chance { max_outcomes: 2, low: -100, high: if FAULT == OUT_OF_BOUNDS { 99 } else { 100 } }),
            abilities: Abilities {
                order: true,
                noisy: true,
                null_move: true,
                symmetry: true,
                horizon: FAULT != NO_HORIZON,
                winnable: true,
                ..Abilities::NONE
            },
            features: Features { inputs: INPUTS, symmetries: 1, sides_differ: false },
            ..Facts::DEFAULT
        }
    }

    fn turn(&self, state: &State) -> Turn {
        if state.coin { Turn::Chance } else { state.turn.into() }
    }

    fn play(&self, state: &mut State, mv: Move) {
        if state.coin {
            state.counters -= (mv.0 as u8).min(state.counters - 1);
            state.coin = false;
            return;
        }
        state.turn = state.turn.other();
        match mv {
            TAKE => {
                state.counters -= 1;
                state.coin = state.counters > 1;
                state.clock = 0;
            }
            _ => {
                state.place = (state.place + if mv == LEFT { PLACES - 1 } else { 1 }) % PLACES;
                state.clock += 1;
            }
        }
    }

    fn outcome(&self, state: &State) -> Outcome {
        match state {
            State { counters: 0, .. } => Outcome::Win(state.turn.other()),
            State { clock: CLOCK.., .. } => Outcome::Draw,
            _ => Outcome::Ongoing,
        }
    }

    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        if FAULT == NO_MOVES && state.counters == 1 {
            return;
        }
        let moves = if state.coin { &[LEFT, RIGHT][..] } else { &[LEFT, RIGHT, TAKE] };
        moves.iter().for_each(|mv| out.push(if FAULT == TWICE && *mv == TAKE { RIGHT } else { *mv }));
    }

    fn weights(&self, _: &State, _: &[Move], weights: &mut [u32]) {
        weights.copy_from_slice(&[3, if FAULT == ZERO_WEIGHT { 0 } else { 1 }]);
    }

    fn evaluate(&self, state: &State) -> i32 {
        if FAULT == LARGE_VALUE && state.counters == 2 { 100 } else { i32::from(state.counters % 2) }
    }

    fn key(&self, state: &State) -> u64 {
        let turn = if FAULT == KEY_WITHOUT_TURN { 0 } else { state.turn as u64 };
        let instance = if FAULT == KEY_OF_INSTANCE { u64::from(self.0) << 40 } else { 0 };
        instance | u64::from(state.place) | u64::from(state.counters) << 8 | turn << 16 | u64::from(state.coin) << 17
    }

    fn board_key(&self, state: &State) -> u64 {
        u64::from(state.place) | u64::from(state.counters) << 8
    }

    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        // A coin that takes no counter leaves the board as it was.
        let is_taken = if parent.coin { mv == RIGHT || FAULT == BOARD_COMES_BACK } else { mv == TAKE };
        is_taken || FAULT == IRREVERSIBLE
    }

    fn order(&self, _: &State, _: &[Move], scores: &mut [i32]) {
        scores.fill(if FAULT == FALSE_PROMISE { LOSING_RATING } else { 0 });
    }

    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        if !state.coin {
            out.push(if FAULT == ILLEGAL_NOISE { Move(9) } else { TAKE });
        }
    }

    fn pass(&self, state: &mut State) -> bool {
        if state.coin || state.clock > CLOCK - 2 {
            return false;
        }
        if FAULT != PASS_KEEPS_TURN {
            state.turn = state.turn.other();
        }
        state.clock += 1;
        true
    }

    fn plies_left(&self, state: &State) -> u16 {
        let left = u16::from(CLOCK.saturating_sub(state.clock));
        match FAULT {
            EARLY_HORIZON => left.saturating_sub(1),
            LATE_HORIZON => left + 1,
            FAST_HORIZON => 2 * left,
            _ => left,
        }
    }

    fn can_win(&self, state: &State, player: Player) -> bool {
        FAULT != WINS_ALL_THE_SAME || player == Player::Max || state.counters > 2
    }

    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let counters = (1 << state.counters) - 1;
        let beyond = if FAULT == BEYOND_INPUTS { 1 << INPUTS } else { 0 };
        words[0] = 1 << state.place | counters << PLACES | u64::from(state.coin) << (INPUTS - 1) | beyond;
        if FAULT == SEES_COLOURS && state.place == 1 && state.turn == Player::Min {
            words[0] |= 1 << (INPUTS - 1);
        }
        if FAULT == BLIND {
            words[0] &= !(1 << (INPUTS - 1));
        }
        if FAULT == VIEW_OF_OTHER { state.turn.other() } else { state.turn }
    }

    fn feature_image(&self, _: u32, input: u32) -> u32 {
        let places = u32::from(PLACES);
        match input {
            _ if FAULT == NO_PERMUTATION => 0,
            0 | 1 if FAULT == FALSE_SYMMETRY => input,
            _ if input < places => (places - input) % places,
            _ => input,
        }
    }

    fn image(&self, state: &State, number: u32) -> Option<State> {
        let place = if FAULT == NO_SYMMETRY { state.place ^ 1 } else { (PLACES - state.place) % PLACES };
        (number == 0).then_some(State { place, ..*state })
    }

    fn step(&self, parent: &State, mv: Move, child: &mut State, want: Want, out: &mut Moves<'_>) -> Step {
        let irreversible = self.is_irreversible(parent, mv);
        child.clone_from(parent);
        self.play(child, mv);
        let step = self.examine(child, want, out).with_irreversible(irreversible);
        if FAULT == STEP_DIFFERS && step.is_ongoing() { step.with_value(7) } else { step }
    }
}

impl<const FAULT: u8> Plugin for Ring<FAULT> {
    const ID: &'static str = "ring";
    const NAME: &'static str = "Ring";
    const VERSION: &'static str = "1";
    const PERFT: &'static [KnownPerft] = &[
        KnownPerft { setup: "", options: "", depth: 2, leaves: 3 + 3 + 2 },
        KnownPerft { setup: "0 1 w - 0", options: "", depth: 2, leaves: if FAULT == WRONG_COUNT { 7 } else { 6 } },
        KnownPerft { setup: "", options: "", depth: 30, leaves: u64::MAX },
    ];

    fn open(setup: &str, _: &Options<'_>) -> Result<(Self, State), SetupError> {
        let setup = if setup.is_empty() { "0 5 w - 0" } else { setup };
        let words: Vec<&str> = setup.split(' ').collect();
        let [place, counters, turn, coin, clock] = words[..] else { return Err(SetupError::new("not five words")) };
        let number = |word: &str| word.parse().map_err(|_| SetupError::new(format!("`{word}` is no number")));
        let turn = if turn == "w" { Player::Max } else { Player::Min };
        let state = State {
            place: number(place)?,
            counters: number(counters)?,
            turn,
            coin: coin == "c",
            clock: number(clock)?,
        };
        Ok((Self(state.counters), state))
    }

    fn format_state(&self, state: &State) -> String {
        let State { place, counters, turn, coin, clock } = *state;
        let clock = if FAULT == LOST_CLOCK { 0 } else { clock };
        let turn = if turn == Player::Max { 'w' } else { 'b' };
        format!("{place} {counters} {turn} {} {clock}", if coin { 'c' } else { '-' })
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        match mv {
            _ if state.coin => ["none", "one"][mv.0 as usize].into(),
            RIGHT if FAULT == ONE_TEXT => "left".into(),
            _ => ["left", "right", "take"][mv.0 as usize].into(),
        }
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        if self.outcome(state) != Outcome::Ongoing && FAULT != READ_AT_END {
            return None;
        }
        let text = if FAULT == READ_AS_OTHER && text == "left" { "right" } else { text };
        (0..if state.coin { 2 } else { 3 }).map(Move).find(|&mv| self.format_move(state, mv) == text)
    }

    const HAS_NOTATION: bool = true;

    fn notate(&self, state: &State, mv: Move) -> String {
        self.format_move(state, mv).to_uppercase() + if FAULT == WORDY_NOTATION { " !" } else { "" }
    }

    fn read_notation(&self, state: &State, word: &str) -> Option<Move> {
        self.parse_move(state, &word.to_lowercase())
    }

    fn view(&self, _: &State) -> Option<View> {
        Some(View::grid(Shape::Square, u32::from(PLACES), 1, |file, _| format!("p{file}")))
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<plyd_plugin::view::Step> {
        let word = if FAULT == ONE_GESTURE { "go".into() } else { self.format_move(state, mv) };
        vec![plyd_plugin::view::Step::button(word)]
    }

    fn picture(&self, state: &State) -> String {
        format!("place {}\ncounters {}", state.place, state.counters)
    }
}

/// The words of the panic.
fn panic_of(run: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("nothing was found");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned())).expect("a panic has a text")
}

const SETUPS: &[(&str, &str)] = &[("", ""), ("3 3 b - 4", "")];

fn broken<const FAULT: u8>(words: &str) {
    let text = panic_of(|| laws::<Ring<FAULT>>(SETUPS));
    assert!(text.contains(words), "fault {FAULT}: {text}");
}

#[test]
fn a_sound_game_keeps_the_laws() {
    laws::<Ring<NONE>>(SETUPS);
    laws::<Ring<FORBIDS>>(SETUPS);
}

#[test]
fn inputs_are_symmetric_where_the_game_is_and_tell_positions_apart() {
    check_features::<Ring<NONE>>(SETUPS, 0);
    let mirrored = &[("1 5 w - 0", ""), ("5 5 w - 0", "")];
    check_features::<Ring<NONE>>(mirrored, 0);
    let text = panic_of(|| check_features::<Ring<NONE>>(&mirrored[..1], 0));
    assert_eq!(text, "ring: no setup with the options `` has its image under symmetry 0 among the setups");
    let text = panic_of(|| check_features::<Ring<FALSE_SYMMETRY>>(SETUPS, 0));
    assert!(text.contains("ring: symmetry 0 of ``, after") && text.contains("no move in the image leads to"), "{text}");
    let text = panic_of(|| check_features::<Ring<BLIND>>(SETUPS, 0));
    assert!(text.contains("positions have the inputs of another one, more than 0:\n`"), "{text}");
}

#[test]
fn both_players_see_the_same_if_they_are_exchanged() {
    check_exchange::<Ring<NONE>>("0 5 w - 0", "0 5 b - 0", "");
    let text = panic_of(|| check_exchange::<Ring<NONE>>("0 5 w - 0", "1 5 b - 0", ""));
    assert_eq!(text, "ring: the inputs of `0 5 w - 0` and `1 5 b - 0` are not the same, seen by the other player");
    let text = panic_of(|| check_exchange::<Ring<SEES_COLOURS>>("0 5 w - 0", "0 5 b - 0", ""));
    assert!(text.contains("ring: the exchange of players in `0 5 w - 0`, after"), "{text}");
}

#[test]
fn each_fault_is_found_and_named() {
    broken::<TWICE>("the move `right` is listed twice\n  in the start position");
    broken::<LARGE_VALUE>("the heuristic value 100 should be smaller in size than a win, 100");
    broken::<LOST_CLOCK>("` opens another position: ");
    broken::<ONE_TEXT>("two moves have the text `left`");
    broken::<READ_AS_OTHER>("`left`, the text of the move 0, is read as the move 1");
    broken::<KEY_WITHOUT_TURN>("have one key, but differ: turn");
    broken::<IRREVERSIBLE>("an earlier position is reached again after a move that was declared irreversible");
    broken::<BOARD_COMES_BACK>("an earlier board is reached again after a move that was declared irreversible");
    broken::<NO_SYMMETRY>("its image 0, `1 5 w - 0`, is none: their moves");
    broken::<ZERO_WEIGHT>("the outcome `one` has the weight 0");
    broken::<STEP_DIFFERS>("`step` answers otherwise than the functions after `play`: value");
    broken::<FALSE_PROMISE>("is rated as one that loses, but no reply to it wins");
    broken::<ILLEGAL_NOISE>("the noisy move 9 is not legal");
    broken::<PASS_KEEPS_TURN>("after `pass` it should be the other player's turn");
    broken::<TOO_LONG>("the game lasts longer than the 4 plies declared");
    broken::<TOO_MANY_MOVES>("there are more moves than the 2 that were declared");
    broken::<NO_MOVES>("the game goes on, but there is no legal move");
    broken::<OUT_OF_BOUNDS>("the value 100 should be within the declared bounds, -100 to 99");
    broken::<ONE_GESTURE>("the moves `left` and `right` have the same gesture, `!go`");
    broken::<WORDY_NOTATION>("the notation of a move should be one word, but is \"LEFT !\"");
    broken::<NO_HORIZON>("a counter ended one of them, so `Abilities::horizon` and `Game::plies_left` are needed");
    broken::<EARLY_HORIZON>("`plies_left` is 0, but the game goes on");
    broken::<LATE_HORIZON>("a counter ended one of them, but `plies_left` is 1 there, not 0");
    broken::<FAST_HORIZON>("`plies_left` is 40, and 38 after the move `left`");
    broken::<WINS_ALL_THE_SAME>("Min cannot win any more, says `can_win`, but wins or can win after the move `take`");
    broken::<BEYOND_INPUTS>("an input from 12 on is on, but there are only 12 inputs");
    broken::<VIEW_OF_OTHER>("the inputs are those that Min sees, but it is the turn of Max");
    broken::<NO_PERMUTATION>("the images of the 12 inputs under symmetry 0 should be all inputs, each once");
    broken::<READ_AT_END>("the game is over, but `left` is read as a move");
    broken::<KEY_OF_INSTANCE>("opens another position: key");
}

#[test]
fn counts_are_those_of_the_rules() {
    let (game, start) = open::<Ring<NONE>>("", "");
    // After `take` the coin is tossed: 3 moves, 3 moves and 2 outcomes, with three moves each.
    assert_eq!([0, 1, 2, 3].map(|depth| perft(&game, &start, depth)), [1, 3, 8, 8 + 8 + 6]);
    let (game, end) = open::<Ring<NONE>>("0 0 w - 0", "");
    assert_eq!((perft(&game, &end, 0), perft(&game, &end, 1)), (1, 0));
    assert_eq!(known_perft::<Ring<NONE>>(1_000), 2);
    let text = panic_of(|| {
        known_perft::<Ring<WRONG_COUNT>>(1_000);
    });
    assert!(text.contains("perft 2 of the setup `0 1 w - 0` should be 7, but is 6"), "{text}");
}

#[test]
fn forbidden_moves_are_not_counted() {
    let (game, start) = open::<Ring<FORBIDS>>("", "");
    // A move of the token back to its previous place is forbidden for both players.
    assert_eq!([1, 2].map(|depth| perft(&game, &start, depth)), [3, 2 + 2 + 2]);
    // The tossed coin leads to boards that may have been there before; no player chose them, so they are allowed.
    let (game, coin) = open::<Ring<FORBIDS>>("0 3 w c 0", "");
    assert_eq!(perft(&game, &coin, 1), 2);
}

#[test]
fn a_playthrough_shows_the_game_and_what_a_change_of_rules_did() {
    let text = playthrough::<Ring<NONE>>("", "", Line::Moves("take none left"));
    let expected = "game: ring\nsetup:\noptions:\nmoves: take none left\n\n\
        ply 0: 0 5 w - 0\nturn: first\nmoves (3): left right take\n  place 0\n  counters 5\nplayed: take\n\n\
        ply 1: 0 4 b c 0\nturn: chance\nchances: none 3, one 1\n  place 0\n  counters 4\nplayed: none\n\n\
        ply 2: 0 4 b - 0\nturn: second\nmoves (3): left right take\n  place 0\n  counters 4\nplayed: left\n\n\
        ply 3: 5 4 w - 1\nturn: first\nmoves (3): left right take\n  place 5\n  counters 4\n";
    assert_eq!(text, expected);
    assert!(playthrough::<Ring<NONE>>("", "", Line::Moves("fly")).ends_with("\nillegal: fly\n"));
    assert!(playthrough::<Ring<NONE>>("x", "", Line::Seed(1)).ends_with("\nrefused: not five words\n"));
    let random = playthrough::<Ring<NONE>>("0 2 w - 0", "", Line::Seed(1));
    assert!(random.contains("\noutcome: the ") || random.contains("\noutcome: a draw"), "{random}");
    assert_eq!(random, playthrough::<Ring<NONE>>("0 2 w - 0", "", Line::Seed(1)));

    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("playthrough.txt");
    std::fs::write(&file, text).expect("the folder can be written");
    check_playthrough::<Ring<NONE>>(&file);
    let text = panic_of(|| check_playthrough::<Ring<TWICE>>(&file));
    assert!(text.contains("is listed twice") || text.contains("but now is"), "{text}");
    let text = panic_of(|| check_playthrough::<Ring<ONE_TEXT>>(&file));
    assert!(text.contains("line 8 was `moves (3): left right take`, but now is `moves (3): left left take`"), "{text}");
    assert!(text.contains("PLYD_WRITE_PLAYTHROUGHS=1"), "{text}");
    let text = panic_of(|| check_playthrough::<Ring<NONE>>(folder.join("missing.txt")));
    assert!(text.contains("write a file with the line `seed: 1`"), "{text}");
}
