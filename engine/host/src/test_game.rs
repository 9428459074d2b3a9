//! A small game for the tests of this crate, which misbehaves in the way its setup names.

use crate::{ContentHash, Library, LoadError};
use plyd_plugin::abi::{PluginTable, STEP_DRAW, STEP_DRAW_IF_CLAIMED, STEP_WON_BY_MAX, Str};
use plyd_plugin::view::{self, Glyph, Mark, MarkKind, Shape, Spot, Token, View};
use plyd_plugin::{
    Board, Chance, Facts, Features, Game, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Step, Turn, Want, export,
};
use std::path::Path;
use std::sync::Arc;

/// Take one or two counters from a heap; who takes the last one wins. A setup is the number of counters, the player to
/// move, and a word for how the game misbehaves once three counters are left.
pub(crate) struct Heap {
    trick: String,
}

/// Counters and player to move; aligned as no ordinary type is.
#[derive(Clone, Copy, Hash)]
#[repr(align(64))]
pub(crate) struct HeapState {
    counters: u32,
    turn: Player,
}

impl Heap {
    fn trick(&self, state: &HeapState) -> &str {
        if state.counters == 3 { &self.trick } else { "" }
    }
}

impl Game for Heap {
    type State = HeapState;

    fn facts(&self) -> Facts {
        let max_outcomes = if self.trick == "dice-crowded" { 1 } else { 2 };
        let chance = Chance { max_outcomes, low: -100, high: 100 };
        let chance = self.trick.starts_with("dice").then_some(chance);
        let points_per_logit = if self.trick == "view-scale" { 25 } else { 0 };
        let symmetries = u32::from(self.trick != "inputs-plain");
        let features = Features { inputs: 70, symmetries, sides_differ: true };
        let features = if self.trick.starts_with("inputs") { features } else { Features::NONE };
        Facts {
            max_moves: 2,
            max_plies: 30,
            win: 100,
            points_per_logit,
            has_key: true,
            chance,
            features,
            ..Facts::DEFAULT
        }
    }

    fn turn(&self, state: &HeapState) -> Turn {
        if self.trick(state).starts_with("dice") { Turn::Chance } else { state.turn.into() }
    }

    fn weights(&self, state: &HeapState, _outcomes: &[Move], weights: &mut [u32]) {
        weights.fill(u32::MAX);
        match self.trick(state) {
            "dice-weightless" => weights[1] = 0,
            "dice-panic" => panic!("the die rolls off the table"),
            _ => {}
        }
    }

    fn play(&self, state: &mut HeapState, mv: Move) {
        state.turn = state.turn.other();
        state.counters -= mv.0;
        assert!(self.trick(state) != "panic-in-play", "no hand to take it");
    }

    fn outcome(&self, state: &HeapState) -> Outcome {
        match self.trick(state) {
            "unknown" => Outcome::Unknown,
            "rich" => Outcome::Utility(1_000_001),
            "poor" => Outcome::Utility(i32::MIN),
            "claim" | "claim-stuck" | "claim-overcount" | "dice-crowded" => Outcome::DrawIfClaimed,
            _ if state.counters == 0 => Outcome::Win(state.turn.other()),
            _ => Outcome::Ongoing,
        }
    }

    fn moves(&self, state: &HeapState, out: &mut Moves<'_>) {
        let most = match self.trick(state) {
            "panic" => panic!("counters all over the floor"),
            "crowded" => 3,
            "stuck" | "claim-stuck" => 0,
            _ => 2,
        };
        (1..=state.counters.min(most)).for_each(|taken| out.push(Move(taken)));
        if self.trick(state) == "twice" {
            *out.spare().last_mut().unwrap() = Move(1);
        }
    }

    fn evaluate(&self, state: &HeapState) -> i32 {
        match self.trick(state) {
            "loud" => -100,
            _ => 99 - state.counters as i32,
        }
    }

    fn key(&self, state: &HeapState) -> u64 {
        u64::from(state.counters) << 1 | state.turn as u64
    }

    fn is_irreversible(&self, _parent: &HeapState, mv: Move) -> bool {
        mv == Move(2)
    }

    fn features(&self, state: &HeapState, words: &mut [u64]) -> Player {
        assert!(self.trick(state) != "inputs-panic", "blind");
        words[0] = 1 << state.counters;
        // Input 69, which is the last one, and one that does not exist.
        words[1] = 1 << 5 | 1 << 6;
        state.turn
    }

    fn feature_image(&self, _symmetry: u32, input: u32) -> u32 {
        if self.trick == "inputs-lost" { 70 } else { 69 - input }
    }

    fn last_error(&self, state: &HeapState) -> String {
        format!("nobody knows what {} counters are worth", state.counters)
    }

    fn examine(&self, state: &HeapState, want: Want, out: &mut Moves<'_>) -> Step {
        let step = Step::new(self.outcome(state), self.turn(state)).with_value(match self.outcome(state) {
            Outcome::Ongoing => self.evaluate(state),
            _ => 0,
        });
        match self.trick(state) {
            "overcount" | "claim-overcount" => return step.with_count(out.capacity() + 1),
            "strange" => return Step { bits: 5 << 56, key: 0 },
            "claimed-win" => return Step { bits: STEP_DRAW_IF_CLAIMED & !STEP_DRAW | STEP_WON_BY_MAX, key: 0 },
            _ => {}
        }
        if !step.outcome().has_moves() || !want.contains(Want::MOVES) {
            return step.with_key(self.key(state));
        }
        self.moves(state, out);
        if out.overflowed() { Step::FAILED } else { step.with_count(out.len()).with_key(self.key(state)) }
    }
}

impl Plugin for Heap {
    const ID: &'static str = "heap";
    const NAME: &'static str = "Heap";
    const VERSION: &'static str = "1.2.3";
    const BOARD: Option<Board> = Some(Board { files: 1, ranks: 30, pocket: true, template: "fairy" });
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "Counters", kind: OptionKind::Spin { default: 7, min: 1, max: 30 } },
        OptionSpec { name: "Black First", kind: OptionKind::Check { default: false } },
        OptionSpec { name: "Text", kind: OptionKind::Combo { default: "plain", choices: &["plain", "fancy"] } },
    ];

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, HeapState), SetupError> {
        let mut words = setup.split_whitespace();
        let counters = match words.next() {
            Some("panic") => panic!("the table broke"),
            Some(word) => word.parse().map_err(|_| SetupError::new(format!("`{word}` is not a number of counters")))?,
            None => options.integer("Counters").unwrap() as u32,
        };
        let black_first = options.flag("Black First").unwrap();
        let turn = words.next().map_or(black_first, |word| word == "b");
        let trick = words.next().unwrap_or("good").to_string();
        Ok((Self { trick }, HeapState { counters, turn: if turn { Player::Min } else { Player::Max } }))
    }

    fn format_state(&self, state: &HeapState) -> String {
        let trick = match self.trick(state) {
            "panic" => panic!("out of ink"),
            "moves" => "moves",
            _ => &self.trick,
        };
        format!("{} {} {trick}", state.counters, if state.turn == Player::Max { 'w' } else { 'b' })
    }

    fn format_move(&self, state: &HeapState, mv: Move) -> String {
        match self.trick(state) {
            "blank" => format!("take {}", mv.0),
            "mute" => String::new(),
            "one-text" => "1".into(),
            _ => mv.0.to_string(),
        }
    }

    fn parse_move(&self, state: &HeapState, text: &str) -> Option<Move> {
        assert!(self.trick(state) != "panic", "cannot read");
        // Careless on purpose: it takes any number for a legal move.
        text.parse().ok().map(Move)
    }

    fn picture(&self, state: &HeapState) -> String {
        match self.trick(state) {
            "bell" => "\x07".into(),
            _ => "o\n".repeat(state.counters as usize),
        }
    }

    /// A column of counters, if the trick begins with `view`.
    fn view(&self, state: &HeapState) -> Option<View> {
        let trick = self.trick.strip_prefix("view")?;
        assert!(trick != "-panic", "no paper");
        let mut view = View::default();
        let spot = |number: u32| Spot::new(format!("c{number}"), [0.0, f64::from(number)], Shape::Token);
        let most = if trick == "-crowded" { view::MOST_THINGS as u32 + 1 } else { state.counters };
        view.spots.extend((1..=most).map(spot));
        (1..=state.counters)
            .for_each(|number| view.put(format!("c{number}"), Token::new(Glyph::Disc, view::Owner::None)));
        match trick {
            "-twice" => view.spots.push(spot(1)),
            "-long" => view.spots[0].name = Some("x".repeat(view::MOST_BYTES)),
            "-ended" => view.ended(view::Reason::NoMoves),
            "-last" => view.marks.push(Mark::new(MarkKind::Last, ["c2"])),
            "-marked" => view.marks = vec![Mark::new(MarkKind::Hint, ["c1"]); view::MOST_THINGS],
            _ => {}
        }
        Some(view)
    }

    fn gesture(&self, state: &HeapState, mv: Move) -> Vec<view::Step> {
        match (self.trick.as_str(), mv.0) {
            ("view-lost", _) => view::Step::spots(["elsewhere"]),
            ("view-still", _) => Vec::new(),
            ("view-same", _) => view::Step::spots(["c1"]),
            ("view", 2) if state.counters == 2 => vec![view::Step::spot("c1"), view::Step::choice("both")],
            (_, 2) if state.counters == 4 => view::Step::spots(["c1", "c4"]),
            (_, taken) => view::Step::spots([format!("c{}", state.counters - taken + 1)]),
        }
    }
}

/// The table of [`Heap`] after a change, kept forever.
pub(crate) fn leaked(change: impl FnOnce(&mut PluginTable)) -> &'static PluginTable {
    let mut table = export::table::<Heap>();
    change(&mut table);
    Box::leak(Box::new(table))
}

/// [`Heap`] as a library, by its table after a change.
pub(crate) fn changed(change: impl FnOnce(&mut PluginTable)) -> Result<Arc<Library>, LoadError> {
    // SAFETY: a table of the SDK, or with functions of the tests that keep its contract but for what they try out; kept
    // for ever.
    unsafe { Library::from_table(Path::new(Heap::ID), ContentHash::of(b""), leaked(change)) }
}

/// The table of [`Heap`] under other names.
pub(crate) fn declared(id: &'static str, name: &'static str, version: &'static str) -> &'static PluginTable {
    leaked(|table| (table.id, table.name, table.version) = (Str::new(id), Str::new(name), Str::new(version)))
}
