//! The rules of go by John Tromp and Bill Taylor: area scoring, and no stone may recreate an earlier board.
//!
//! Black moves first and is MAX. A move is the number of its point, or [`PASS`].

mod evaluate;
mod groups;
mod known;
mod layout;
mod order;
mod playout;
mod setup;
mod state;
mod view;

pub use state::State;

use groups::Board;
use layout::{Layout, MOST, POINTS, Points, narrowed, on_layout, widened};
use playout::{Colour, Field};
use plyd_board::{Inputs, key, push_cells};
use plyd_plugin::view::{Step as Touch, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    Repetition, RepetitionKey, SetupError, Step, Turn, Verdict,
};
use state::STONES;

/// The move of a player who places no stone.
pub const PASS: Move = Move(POINTS as u32);

/// The utility of a win. Heuristic values are far smaller: at most 361 points of 100 each, plus [`KOMI_LIMIT`] half
/// points.
const WIN: i32 = 100_000;

/// The maximum absolute value of the komi, in half points.
const KOMI_LIMIT: i32 = 1_000;

/// The rule against repeated positions. Under each of them, a ko may not be recaptured at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ko {
    /// Positional superko: a stone may not recreate any earlier board.
    Positional,
    /// Situational superko: a stone may not recreate an earlier board with the same player to move.
    Situational,
    /// The simple ko rule, which forbids only immediate recapture. A repeated position ends the game as a draw.
    Simple,
}

/// The number of point sets in the inputs of a network.
const SETS: u32 = 3;

/// Go with one board size, komi and set of rules.
#[derive(Clone, Debug)]
pub struct Go {
    layout: Layout,
    /// The komi, which White receives, in half points.
    komi: i32,
    ko: Ko,
    /// Whether suicide is legal: a move that leaves its own group without a liberty, whereupon the group is removed.
    suicide: bool,
    /// Whether the utility of a game is the margin in half points rather than just a win, loss or draw.
    counts_points: bool,
    /// The images of all points under each symmetry of the board except the identity.
    images: Vec<[u16; POINTS]>,
    /// The board in the form that random playouts use.
    field: Field,
    /// A salt that makes keys differ between board sizes, komi and rules.
    salt: u64,
}

impl Go {
    fn new(layout: Layout, komi: i32, ko: Ko, suicide: bool, counts_points: bool) -> Self {
        let (files, ranks) = layout.size();
        let rules = u32::from(suicide) | u32::from(counts_points) << 1 | (ko as u32) << 2;
        let salt = key::salt(((komi + KOMI_LIMIT) as u32 | files << 11 | ranks << 16 | rules << 21).into());
        let (images, field) = (layout.images(), Field::new(&layout));
        Self { layout, komi, ko, suicide, counts_points, images, field, salt }
    }

    /// The legal points for the player to move, without regard to superko.
    #[inline]
    fn placements(&self, state: &State) -> Points {
        let [own, other] = state.sides();
        let points = on_layout!(&self.layout, geometry => {
            let board = Board { geometry, own: narrowed(own), other: narrowed(other) };
            widened(if !self.suicide {
                board.placements()
            } else if self.ko == Ko::Situational {
                board.empty()
            } else {
                // The suicide of a single stone recreates the current board, which only situational superko permits.
                board.placements() | board.empty() & geometry.beside(board.own)
            })
        });
        match state.ko() {
            Some(ko) => points.without(Points::of(ko)),
            None => points,
        }
    }

    /// The areas of Black and White.
    fn areas(&self, state: &State) -> [Points; 2] {
        let [black, white] = state.stones;
        on_layout!(&self.layout, geometry => {
            Board { geometry, own: narrowed(black), other: narrowed(white) }.areas().map(widened)
        })
    }

    /// The area of Black minus the area of White and the komi, in half points.
    fn margin(&self, state: &State) -> i32 {
        let [black, white] = self.areas(state).map(|area| area.len() as i32);
        2 * (black - white) - self.komi
    }

    /// The outcome of a finished game with this margin.
    fn result(&self, margin: i32) -> Outcome {
        match margin {
            margin if self.counts_points => Outcome::Utility(margin),
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    /// A hash of the stones, the ko, the passes and the player to move.
    #[inline]
    fn hash(&self, state: &State, stones: u64, ko: u16) -> u64 {
        let rest = u64::from(ko) << 8 | u64::from(state.passes) << 1 | state.turn as u64;
        key::paired(self.salt, stones, rest)
    }

    /// The hash of the image of the position under a symmetry.
    fn hash_of_image(&self, state: &State, images: &[u16; POINTS]) -> u64 {
        let mut stones = 0;
        for (kind, set) in state.stones.into_iter().enumerate() {
            stones = set.into_iter().fold(stones, |key, point| key ^ STONES.of(kind, images[point as usize].into()));
        }
        self.hash(state, stones, state.ko().map_or(State::NO_KO, |ko| images[ko as usize]))
    }
}

impl Game for Go {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        let repetition = match self.ko {
            Ko::Simple => Repetition::draw(2),
            Ko::Positional | Ko::Situational => Repetition {
                times: 2,
                verdict: Verdict::Forbidden { stuck: None },
                key: RepetitionKey::Board,
                exempt: Some(PASS),
            },
        };
        Facts {
            // One move per point, and the pass.
            max_moves: self.layout.count() + 1,
            // Captures make points empty again, so the length of a game is bounded only by the number of boards.
            max_plies: Facts::UNBOUNDED,
            win: WIN,
            points_per_logit: if self.counts_points { 17 } else { 730 },
            draw_points: i32::from(self.ko == Ko::Simple || self.komi % 2 == 0),
            has_key: true,
            repetition: Some(repetition),
            features: on_layout!(&self.layout, geometry => geometry.inputs(SETS, 2, geometry.symmetries())),
            // Under superko, the transposition table stores only move ordering and no values. The ordering does not
            // apply to a mirrored or rotated position, so symmetry is not used.
            abilities: Abilities {
                order: true,
                symmetry: self.ko == Ko::Simple,
                playout: true,
                monte_carlo: true,
                ..Abilities::NONE
            },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn.into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        if mv == PASS {
            state.pass();
            return;
        }
        let [own, other] = state.sides();
        on_layout!(&self.layout, geometry => {
            let placed = Board { geometry, own: narrowed(own), other: narrowed(other) }.placed(mv.0);
            state.place(mv.0, widened(placed.captured), widened(placed.suicide), placed.ko);
        });
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        if state.passes < 2 {
            return Outcome::Ongoing;
        }
        self.result(self.margin(state))
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(self.placements(state), out);
        out.push(PASS);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [own, other] = state.sides();
        let value = on_layout!(&self.layout, geometry => {
            evaluate::evaluate(&Board { geometry, own: narrowed(own), other: narrowed(other) })
        });
        let value = if state.turn == Player::Max { value } else { -value };
        let value = value - self.komi * evaluate::POINT / 2;
        let value = if self.counts_points { value * 2 / evaluate::POINT } else { value };
        value.clamp(1 - WIN, WIN - 1)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        self.hash(state, state.key, state.ko)
    }

    fn symmetric_key(&self, state: &State) -> u64 {
        self.images.iter().fold(self.key(state), |least, images| least.min(self.hash_of_image(state, images)))
    }

    /// Encodes the stones of both players, the point that the ko forbids, whether the opponent has passed, and whether
    /// the player to move is White, who receives the komi.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let [own, other] = state.sides();
        let mut inputs = Inputs::of(words);
        on_layout!(&self.layout, geometry => {
            for set in [own, other, state.ko().map_or(Points::EMPTY, Points::of)] {
                inputs.cells(geometry, narrowed(set));
            }
        });
        inputs.flag(state.passes > 0);
        inputs.flag(state.turn == Player::Min);
        state.turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        on_layout!(&self.layout, geometry => geometry.image_of_input(SETS, geometry.symmetries(), symmetry, input))
    }

    #[inline]
    fn board_key(&self, state: &State) -> u64 {
        let turn = if self.ko == Ko::Situational && state.turn == Player::Min { key::MIN_TO_MOVE } else { 0 };
        key::mixed(state.key) ^ turn
    }

    /// No move is irreversible, because captured points can be filled again.
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        false
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        let [own, other] = state.sides();
        on_layout!(&self.layout, geometry => {
            order::order(&Board { geometry, own: narrowed(own), other: narrowed(other) }, moves, scores);
        });
    }

    fn playout(&self, state: &State, seed: u64, out: &mut Moves<'_>) -> Step {
        let colour = if state.turn == Player::Max { Colour::BLACK } else { Colour::WHITE };
        let stones = state.stones.map(Points::into_iter);
        let margin = playout::play(&self.field, stones, (colour, state.ko(), state.passes), seed, out);
        Step::new(self.result(2 * margin - self.komi), state.turn).with_moves(out)
    }
}

impl Plugin for Go {
    const ID: &'static str = "go";
    const NAME: &'static str = "Go";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["Black", "White"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "Size", kind: OptionKind::Spin { default: 9, min: 1, max: MOST as i64 } },
        OptionSpec {
            name: "KomiHalfPoints",
            kind: OptionKind::Spin { default: 15, min: -KOMI_LIMIT as i64, max: KOMI_LIMIT as i64 },
        },
        OptionSpec {
            name: "Ko",
            kind: OptionKind::Combo { default: "positional", choices: &["positional", "situational", "simple"] },
        },
        OptionSpec { name: "Suicide", kind: OptionKind::Check { default: true } },
        OptionSpec { name: "Scoring", kind: OptionKind::Combo { default: "win", choices: &["win", "points"] } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        setup::open(setup, options)
    }

    fn format_state(&self, state: &State) -> String {
        setup::format(self, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        setup::move_text(&self.layout, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        let mv = setup::parse_move(&self.layout, text)?;
        let is_legal = state.passes < 2 && (mv == PASS || self.placements(state).contains(mv.0));
        is_legal.then_some(mv)
    }

    fn picture(&self, state: &State) -> String {
        view::picture(self, state)
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Touch> {
        vec![if mv == PASS { Touch::button("pass") } else { Touch::spot(setup::move_text(&self.layout, mv)) }]
    }
}
