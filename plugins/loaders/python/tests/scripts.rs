//! Invalid and hostile texts, and several texts in one process.

use plyd_plugin::export::FailedText;
use plyd_plugin::{
    Chance, Game, Move, Moves, Outcome, Player, Plugin, Repetition, RepetitionKey, Step, TextError, Turn, Verdict, Want,
};
use python_loader::{PythonGame, Script, State};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// A heap of counters, from which a move takes one or two. Appended code begins at line 9.
const HEAP: &str = "from plyd_game import Game, Score, CHANCE, CLAIM
class Heap(Game):
    ID, STATE, START = 'heap', 'IB', (5, 0)
    MAX_MOVES, WIN = 2, 10
    def outcome(self, s): return None if s[0] else (1 if s[1] else -1)
    def moves(self, s): return [taken for taken in (1, 2) if taken <= s[0]]
    def play(self, s, mv):
        return s[0] - mv, 1 - s[1]
";

fn heap(more: &str) -> String {
    format!("{HEAP}{more}")
}

fn load(text: &str) -> Result<&'static Script, TextError> {
    Script::load(text).map(|loaded| loaded.unwrap().0)
}

fn open(more: &str) -> (PythonGame, State) {
    load(&heap(more)).unwrap().open("", "").unwrap()
}

fn examine(game: &PythonGame, state: &State) -> (Step, Vec<u32>) {
    let mut room = [Move(0); 8];
    let mut moves = Moves::new(&mut room);
    let step = game.examine(state, Want::MOVES.and(Want::VALUE), &mut moves);
    (step, moves.as_slice().iter().map(|mv| mv.0).collect())
}

/// Returns the reason of a failed answer.
fn reason(game: &PythonGame, state: &State) -> String {
    assert!(examine(game, state).0.is_error());
    game.last_error(state)
}

/// Returns the reason why an instance with these additional lines does not open.
fn refusal(more: &str) -> String {
    load(&heap(more)).unwrap().open("", "").err().unwrap()
}

#[test]
fn a_short_class_is_a_whole_game() {
    let (script, loaded) = Script::load(&heap("")).unwrap().unwrap();
    assert_eq!((loaded.id.as_str(), loaded.name.as_str(), loaded.version.as_str()), ("heap", "heap", "1"));
    assert_eq!((loaded.sides, loaded.board, loaded.perft.len()), (None, None, 0));
    let (game, root) = script.open("", "").unwrap();
    assert_eq!((game.facts().max_moves, game.facts().win, game.facts().has_key), (2, 10, true));
    let (step, moves) = examine(&game, &root);
    assert_eq!((step.outcome(), step.turn(), step.value(), moves), (Outcome::Ongoing, Turn::Max, 0, vec![1, 2]));
    assert_eq!((game.format_state(&root), game.format_move(&root, Move(2))), ("5 0".into(), "2".into()));
    let mut child = root;
    game.play(&mut child, Move(2));
    assert_eq!(game.format_state(&child), "3 1");
    let (same, again) = script.open("3 1", "").unwrap();
    assert_eq!((same.key(&again), game.key(&child)), (game.key(&again), game.key(&again)));
    assert_ne!(game.key(&child), game.key(&root));
    let (game, lost) = script.open("0 1", "").unwrap();
    assert_eq!(examine(&game, &lost).0.outcome(), Outcome::Win(Player::Max));
}

#[test]
fn other_texts_are_passed_over_and_never_run() {
    for other in ["", "import plyd\nraise SystemExit", "  from plyd_game import Game\n", "from plyd import Engine\n1/0"]
    {
        assert!(Script::load(other).unwrap().is_none(), "{other}");
    }
}

#[test]
fn errors_of_a_text_have_their_place() {
    let error = |text: &str| load(text).err().unwrap();
    let syntax = error("from plyd_game import Game\nx = (1,\ny = 2 3\n");
    assert!(syntax.line >= 2 && syntax.column >= 1 && syntax.reason.starts_with("SyntaxError: "), "{syntax:?}");
    let tabs = error("from plyd_game import Game\nif 1:\n        x = 1\n\ty = 2\n");
    assert!(tabs.line == 4 && tabs.reason.starts_with("TabError: "), "{tabs:?}");
    assert_eq!(error("import plyd_game\n\0"), TextError::at(2, 0, "a zero byte"));
    let zero = error("from plyd_game import Game\n\nprint(1 / 0)\n");
    assert_eq!(zero, TextError::at(3, 0, "ZeroDivisionError: division by zero"));
    // The error refers to the last line within the text, not within a module that it calls.
    let inside = error("from plyd_game import Game\nimport json\njson.loads('{')\n");
    assert!(inside.line == 3 && inside.reason.starts_with("JSONDecodeError: "), "{inside:?}");
    assert_eq!(error("from plyd_game import Game\nimport sys\nsys.exit(3)\n"), TextError::at(3, 0, "SystemExit: 3"));
    let none = error("from plyd_game import Game\n");
    assert_eq!(none.reason, "the text imports plyd_game, but has no class that derives from it");
    let two = error(&heap("class Other(Game):\n    ID = 'other'\n"));
    assert_eq!(two, TextError::at(9, 0, "Heap and Other are games, and a file is one game"));
    let bare = error("from plyd_game import Game\n\nclass Bare(Game):\n    ID = 'bare'\n");
    assert_eq!(bare, TextError::at(3, 0, "the class Bare needs the function `outcome`"));
    for (more, reason) in [
        ("    STATE = 'Ik'\n", "STATE is 'Ik': bad char in struct format"),
        ("    STATE = '1025B'\n", "STATE is '1025B', of 1025 bytes, but a state has 1 to 1024"),
        ("    NAME = 7\n", "NAME is 7, but should be a text"),
        ("    SIDES = 'White'\n", "SIDES is 'White', but should be a pair"),
        ("    PERFT = {0: 1}\n", "PERFT is 0, but should be a whole number from 1 to 1000"),
        ("    PERFT = [1]\n", "PERFT is [1], but should be {depth: leaves}, or have that for each setup"),
        ("    PERFT = {'': {1: 1}, 'x': 3}\n", "PERFT has 3 for 'x', but should have {depth: leaves}"),
        ("    PERFT = {('Size=7', ''): {1: 1}}\n", "PERFT has the choice 'Size=7', but there are: no options"),
        ("    OPTIONS = ['Size']\n", "OPTIONS is ['Size'], but should be names with their choices: {'Size': (8, 6)}"),
        (
            "    OPTIONS = {'Size': '86'}\n",
            "OPTIONS has '86' for 'Size', but should have texts or whole numbers: (8, 6)",
        ),
        ("    OPTIONS = {'Size': (8, '8')}\n", "OPTIONS has a choice of 'Size' twice: (8, '8')"),
    ] {
        assert_eq!(error(&heap(more)), TextError::at(2, 0, reason));
    }
}

#[test]
fn a_name_that_is_nearly_one_of_plyd_is_an_error() {
    for (more, name, known) in [
        ("    def evaluat(self, s): return 1\n", "evaluat", "evaluate"),
        ("    def Picture(self, s): return ''\n", "Picture", "picture"),
        ("    REPETITON = 3\n", "REPETITON", "REPETITION"),
        ("    preft = 3\n", "preft", "PERFT"),
        ("    options = {'Size': (8, 6)}\n", "options", "OPTIONS"),
        ("    def irreversable(self, s, mv): return True\n", "irreversable", "irreversible"),
    ] {
        let reason = format!("`{name}` means nothing to plyd: did you mean `{known}`? If not, begin it with `_`");
        assert_eq!(load(&heap(more)).err().unwrap(), TextError::at(9, 0, reason));
    }
    let later = "\n    size = 3\n    turns: int = 1\n\n    @staticmethod\n    def evaluat(s):\n        return 1\n";
    assert_eq!(load(&heap(later)).err().unwrap().line, 14);
    // The game's own names are allowed, even one similar to a known name that the game also defines.
    for own in [
        "def move(self, s): pass",
        "SIZE = 3",
        "SIDE = 3",
        "def board(self, s): pass",
        "def win(self): pass",
        "_evaluat = 1",
        "def keys(self): pass",
        "def picked(self): pass",
    ] {
        load(&heap(&format!("    {own}\n"))).unwrap();
    }
}

#[test]
fn errors_of_a_function_have_their_line() {
    let (game, mut root) =
        load(&heap("    def evaluate(self, s):\n        return 7 // (s[0] - 4)\n")).unwrap().open("", "").unwrap();
    let step = game.advance(&mut root, Move(1), Want::VALUE, &mut Moves::new(&mut []));
    assert!(step.is_error());
    let said = game.last_error(&root);
    assert!(said.starts_with("line 10: ZeroDivisionError: "), "{said}");
    assert_eq!(
        refusal("    def outcome(self, s): return 'won'\n"),
        "outcome returned 'won'; it is None, 1, 0, -1, a plyd_game.Score or plyd_game.CLAIM"
    );
    assert!(refusal("    def turn(self, s): return 3\n").starts_with("turn returned 3; "));
    assert_eq!(
        refusal("    def moves(self, s): return [-1]\n"),
        "-1 is no move; moves are numbers from 0 to 4294967295"
    );
    assert!(refusal("    def moves(self, s): return ['a']\n").contains("TypeError"));
    assert!(refusal("    def evaluate(self, s): return 1 << 40\n").contains("too large"));
    assert!(refusal("    def evaluate(self, s): return 1 << 400\n").contains("OverflowError"));
    assert!(refusal("    START = (-1, 0)\n").starts_with("the state (-1, 0) does not fit STATE, 'IB'"));
    assert_eq!(refusal("    MAX_MOVES = 0\n"), "MAX_MOVES is 0, but should be a whole number from 1 to 16777215");
    assert!(refusal("    def text(self, s): return 5\n").starts_with("the text of a state is 5"));
}

#[test]
fn a_play_that_fails_leaves_the_reason() {
    let (game, root) = open("    def play(self, s, mv): return None\n");
    let mut child = root;
    let step = game.advance(&mut child, Move(1), Want::MOVES, &mut Moves::new(&mut [Move(0); 2]));
    assert!(step.is_error());
    let said = game.last_error(&child);
    assert!(said.contains("TypeError"), "{said}");
    let (game, root) = open("    def play(self, s, mv): return -1, 0\n");
    let mut child = root;
    let payload = catch_unwind(AssertUnwindSafe(|| game.play(&mut child, Move(1)))).unwrap_err();
    let FailedText(said) = payload.downcast_ref().unwrap();
    assert!(said.starts_with("the game failed: a state does not fit STATE"), "{said}");
    let (game, root) = open("    def picture(self, s): return s[9]\n");
    let payload = catch_unwind(AssertUnwindSafe(|| game.picture(&root))).unwrap_err();
    let FailedText(said) = payload.downcast_ref().unwrap();
    assert!(said.starts_with("the game failed in line 9: IndexError: "), "{said}");
}

#[test]
fn a_value_error_refuses_a_setup() {
    let (script, _) = Script::load(&heap(
        "    def open(self, setup):\n        if not setup: return 5, 0\n        if setup == 'x': \
        raise ValueError('write\\na number')\n        return 1 // 0, 0\n",
    ))
    .unwrap()
    .unwrap();
    assert_eq!(script.open("x", "").err().unwrap(), "write a number");
    assert!(script.open("y", "").err().unwrap().starts_with("line 12: ZeroDivisionError"));
    assert_eq!(
        load(&heap("")).unwrap().open("4 x", "").err().unwrap(),
        "a position is the numbers of its state, with blanks between them"
    );
    let valid = load(&heap("    def valid(self, s): return s[0] < 100\n")).unwrap();
    assert_eq!(valid.open("100 0", "").err().unwrap(), "the game has no such position");
}

#[test]
fn optional_functions_are_asked() {
    let (game, root) = open(
        "    CHANCE, REPETITION = (2, -10, 10), 3
    def turn(self, s): return CHANCE
    def weights(self, s, outcomes): return [3 * mv for mv in outcomes]
    def key(self, s): return -1
    def irreversible(self, s, mv): return mv == 2
    def picture(self, s): return 'o\\n' * s[0]
    def gesture(self, s, mv): return ['a1', '!take']
    def view(self, s): return {'spots': [], 'tokens': []}
",
    );
    assert_eq!(game.facts().chance, Some(Chance { max_outcomes: 2, low: -10, high: 10 }));
    assert_eq!(game.facts().repetition.map(|rule| rule.times), Some(3));
    let mut weights = [0; 2];
    game.weights(&root, &[Move(1), Move(2)], &mut weights);
    assert_eq!((weights, game.turn(&root), game.key(&root)), ([3, 6], Turn::Chance, u64::MAX));
    assert!(game.is_irreversible(&root, Move(2)) && !game.is_irreversible(&root, Move(1)));
    assert_eq!((game.picture(&root).lines().count(), game.gesture(&root, Move(1)).len()), (5, 2));
    assert!(game.view(&root).unwrap().spots.is_empty());
    let (game, root) = open("    def outcome(self, s): return Score(-7)\n");
    assert_eq!(game.outcome(&root), Outcome::Utility(-7));
    let (game, root) = open("    def outcome(self, s): return CLAIM\n");
    let (step, moves) = examine(&game, &root);
    assert_eq!((step.outcome(), moves), (Outcome::DrawIfClaimed, vec![1, 2]));
}

#[test]
fn open_finds_the_choices_of_a_client() {
    let (script, loaded) = Script::load(&heap(
        "    OPTIONS = {'Counters': (5, 9), 'Most': ('two', 'one')}
    PERFT = {'': {1: 2}, ('Counters=9\\nMost=one', '3 0'): {2: 1}}
    def open(self, setup): return (self.options['Counters'], len(self.options['Most']) - 3)
",
    ))
    .unwrap()
    .unwrap();
    let options: Vec<_> = loaded.options.iter().map(|it| (it.name.as_str(), it.choices.join(" "))).collect();
    assert_eq!(options, [("Counters", "5 9".into()), ("Most", "two one".into())]);
    let perft: Vec<_> = loaded.perft.iter().map(|it| (it.options.as_str(), it.setup.as_str(), it.depth)).collect();
    assert_eq!(perft, [("", "", 1), ("Counters=9\nMost=one", "3 0", 2)]);
    let text = |chosen| {
        let (game, root) = script.open("", chosen).unwrap();
        game.format_state(&root)
    };
    assert_eq!([text(""), text("Counters=9\n"), text("Most=one\nCounters=7\n")], ["5 0", "9 0", "5 0"]);
}

#[test]
fn a_repetition_has_what_follows_and_a_free_move() {
    let rule = |more: &str| open(more).0.facts().repetition;
    assert_eq!(rule("    REPETITION = 3\n"), Some(Repetition::draw(3)));
    let loses = Repetition { times: 2, verdict: Verdict::Loses, ..Repetition::draw(2) };
    assert_eq!(rule("    REPETITION = (2, 'loss')\n"), Some(loses));
    let (game, root) = open("    REPETITION = (2, 'forbidden', 99)\n    def board_key(self, s): return s[0]\n");
    let superko = Repetition {
        times: 2,
        verdict: Verdict::Forbidden { stuck: None },
        key: RepetitionKey::Board,
        exempt: Some(Move(99)),
    };
    assert_eq!(game.facts().repetition, Some(superko));
    assert_eq!(game.board_key(&root), 5);
    let step = game.examine(&root, Want::BOARD_KEY, &mut Moves::new(&mut []));
    assert_eq!(step.key, 5);
    assert_ne!(game.examine(&root, Want::KEY, &mut Moves::new(&mut [])).key, 5);
    assert_eq!(
        refusal("    REPETITION = (2, 'forbid')\n"),
        "REPETITION has 'forbid', but should have one of: draw, loss, forbidden"
    );
}

#[test]
fn games_in_one_process_do_not_reach_each_other() {
    let (one, root) = open("    def evaluate(self, s): return len(str(s[0]))\n");
    // The functions that it breaks are those of its own game only.
    let hostile = "import builtins\nbuiltins.len = builtins.str = builtins.isinstance = builtins.tuple = None\n";
    assert!(load(&heap(hostile)).unwrap().open("", "").is_err());
    assert_eq!(examine(&one, &root).0.value(), 1);
    let (third, root) = open("    def evaluate(self, s): return len('abc')\n");
    assert_eq!(examine(&third, &root).0.value(), 3);
}

#[test]
fn a_game_has_neither_the_streams_of_plyd_nor_its_folder() {
    let (game, root) = open(
        "
import sys
print('to standard error')
assert sys.stdout is sys.stderr and sys.__stdout__ is sys.stderr
assert '' not in sys.path and '.' not in sys.path and not [p for p in sys.path if 'packages' in p]
assert sys.flags.isolated and sys.flags.ignore_environment and sys.dont_write_bytecode
try:
    input()
    raise AssertionError
except EOFError:
    pass
",
    );
    assert!(!examine(&game, &root).0.is_error());
}

#[test]
fn deep_recursion_is_an_error() {
    let (game, root) = load(&heap("    def evaluate(self, s):\n        return self.evaluate(s) if s[0] == 4 else 0\n"))
        .unwrap()
        .open("", "")
        .unwrap();
    let mut child = root;
    assert!(game.advance(&mut child, Move(1), Want::VALUE, &mut Moves::new(&mut [])).is_error());
    assert!(game.last_error(&child).starts_with("line 10: RecursionError: "));
    assert!(!examine(&game, &root).0.is_error());
    let nested = format!("from plyd_game import Game\nx = {}1{}\n", "(".repeat(5000), ")".repeat(5000));
    assert!(load(&nested).is_err());
    let minus = format!("from plyd_game import Game\nx = {}1\n", "-".repeat(100_000));
    assert!(load(&minus).is_err());
}

#[test]
fn too_much_memory_is_an_error() {
    let (game, root) =
        load(&heap("    def evaluate(self, s):\n        return len(bytes(1 << 60)) if s[0] == 4 else 0\n"))
            .unwrap()
            .open("", "")
            .unwrap();
    let mut child = root;
    assert!(game.advance(&mut child, Move(1), Want::VALUE, &mut Moves::new(&mut [])).is_error());
    assert!(game.last_error(&child).contains("MemoryError"));
}

#[test]
fn half_of_a_pair_of_surrogates_is_replaced() {
    let (script, loaded) = Script::load(&heap(
        "    NAME = 'Heap\\ud800'
    def view(self, s): return {'spots': [{'id': 'a\\udfff', 'at': [0.5, 0.5], 'shape': 'square'}], 'tokens': []}
    def picture(self, s): return '\\udc80'
",
    ))
    .unwrap()
    .unwrap();
    assert_eq!(loaded.name, "Heap?");
    let (game, root) = script.open("", "").unwrap();
    assert_eq!((game.view(&root).unwrap().spots[0].id.as_str(), game.picture(&root).as_str()), ("a?", "?"));
}

#[test]
fn an_exception_that_cannot_be_described_is_an_error() {
    let (game, root) = open(
        "
seen = []

class Odd(Exception):
    def __str__(self): raise self

def odd(self, s):
    if seen: raise Odd
    seen.append(1)
    return 0

Heap.evaluate = odd
",
    );
    assert_eq!(reason(&game, &root), "an exception that Python does not explain");
}

#[test]
fn many_threads_ask_at_once_and_end() {
    let (game, root) = open("import threading\n");
    let (other, other_root) = open("");
    for _ in 0..3 {
        thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let mut child = root;
                        let step = game.advance(&mut child, Move(2), Want::VALUE, &mut Moves::new(&mut []));
                        assert!(!step.is_error());
                        assert_eq!(examine(&other, &other_root).1, [1, 2]);
                    }
                });
            }
        });
    }
    let (late, root) = thread::spawn(|| open("")).join().unwrap();
    assert_eq!(examine(&late, &root).1, [1, 2]);
}

#[test]
fn a_thread_of_a_game_does_not_hold_up_the_others() {
    let (game, root) = open(
        "
import threading

def forever():
    while True: pass

threading.Thread(target=forever, daemon=True).start()
",
    );
    assert_eq!(examine(&game, &root).1, [1, 2]);
}
