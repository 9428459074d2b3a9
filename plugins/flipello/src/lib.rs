//! The rules of othello.
//!
//! MAX moves first. MAX's discs are `P`, or White, in the notation and X in pictures; MIN's discs are `p`, or Black,
//! and O. A move is the number of its square (a1 is 0, b1 is 1, h8 is 63) or [`PASS`].

mod evaluate;
mod fen;
mod grid;
mod known;
mod lines;
mod order;
mod picture;
mod stability;
mod state;
mod view;

pub use state::State;

use evaluate::DISC_WORTH;
use grid::{Grid, SIZES};
use plyd_board::{Inputs, Symmetry, Tail, key, push_cells};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Board, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    SetupError, Turn,
};

/// The move of a player who cannot place a disc although the opponent can.
pub const PASS: Move = Move(64);

/// The value of a win. Heuristic values are smaller: at most 64 discs of 100.
const WIN: i32 = 10_000;

/// The number of square sets in the inputs of a network.
const SETS: u32 = 2;

/// Othello on a board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flipello {
    grid: Grid,
    /// Whether the utility of a game is the disc difference rather than just a win or loss.
    counts_discs: bool,
}

impl Flipello {
    /// The result of a game in which neither player can place a disc.
    #[inline]
    fn result(&self, state: &State) -> Outcome {
        let (max, min) =
            (state.held_by(Player::Max).count_ones() as i32, state.held_by(Player::Min).count_ones() as i32);
        let difference = max - min;
        if self.counts_discs {
            let empty = self.grid.count() as i32 - max - min;
            return Outcome::Utility(difference + difference.signum() * empty);
        }
        match difference {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Player::Max),
            _ => Outcome::Win(Player::Min),
        }
    }

    /// Whether the opponent could place a disc if it were the opponent's turn.
    #[inline]
    fn opponent_can_place(&self, state: &State) -> bool {
        // Most finished games have a full board, which avoids the test of the lines.
        state.own() | state.other() != self.grid.board && self.grid.placements(state.other(), state.own()) != 0
    }

    /// A salt that makes keys differ between board sizes and ways of scoring.
    #[inline]
    fn salt(&self) -> u64 {
        key::salt(u64::from(self.grid.size() << 1 | u32::from(self.counts_discs)))
    }
}

impl Game for Flipello {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        // Setups with an empty square in the centre are refused, so at most all squares but four are empty. A move
        // fills one of them or is a pass, which is then the only move. After a pass, the opponent can place a disc, so
        // there are at most as many passes as placements.
        let most_empty = self.grid.count() - 4;
        // With disc counting, the scale is not simply a hundredth: at the end of a game, which searches reach, a few
        // discs decide it.
        let (points_per_logit, draw_points) = if self.counts_discs { (8, 1) } else { (1_100, 130) };
        Facts {
            max_moves: most_empty,
            max_plies: 2 * most_empty,
            win: WIN,
            points_per_logit,
            draw_points,
            has_key: true,
            features: self.grid.cells.inputs(SETS, 0, &Symmetry::SQUARE),
            // The null move is off because zugzwang is common in the endgame, and often before it.
            abilities: Abilities { order: true, noisy: true, symmetry: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = if mv == PASS { state.passed(&self.grid) } else { state.placed(&self.grid, mv.0) };
    }

    /// Every move is irreversible: discs stay on their squares, and two passes in a row end the game.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        if state.placements() != 0 || self.opponent_can_place(state) {
            return Outcome::Ongoing;
        }
        self.result(state)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        if state.placements() == 0 {
            out.push(PASS);
        }
        push_cells(state.placements().into(), out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let value = evaluate::evaluate(&self.grid, state);
        let value = if self.counts_discs { value / DISC_WORTH } else { value };
        if state.turn() == Player::Max { value } else { -value }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(self.salt())
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::order(&self.grid, state, moves, scores);
    }

    /// Generates the moves that take a corner.
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        push_cells((state.placements() & self.grid.corners).into(), out);
    }

    /// Encodes the discs of both players.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let mut inputs = Inputs::of(words);
        for discs in [state.own(), state.other()] {
            inputs.cells(&self.grid.cells, discs.into());
        }
        state.turn()
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.grid.cells.image_of_input(SETS, &Symmetry::SQUARE, symmetry, input)
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.symmetric_key(&self.grid, self.salt())
    }
}

impl Plugin for Flipello {
    const ID: &'static str = "flipello";
    const NAME: &'static str = "Othello";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 8, ranks: 8, pocket: true, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["X", "O"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "Size", kind: OptionKind::Combo { default: "8", choices: &["4", "6", "8"] } },
        OptionSpec { name: "DiscDifference", kind: OptionKind::Check { default: false } },
    ];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let setup = setup.trim();
        let counts_discs = options.flag("DiscDifference").unwrap_or_default();
        let (grid, state) = if setup.is_empty() {
            let size = options.text("Size").unwrap_or_default();
            let size = SIZES.into_iter().find(|known| known.to_string() == size);
            let grid = Grid::new(size.ok_or_else(|| SetupError::new("the option Size should be 4, 6 or 8"))?);
            let (max, min) = grid.start();
            let pocket = (grid.count() - 4) as u8;
            (grid, State::new(&grid, [max, min], [pocket; 2], Tail::START))
        } else {
            fen::parse(setup)?
        };
        Ok((Self { grid, counts_discs }, state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(&self.grid, state)
    }

    /// Writes a placement in the form `P@e3`. A pass is a null move of the player's own disc on the first such square,
    /// for example `d4d4`.
    fn format_move(&self, state: &State, mv: Move) -> String {
        if mv == PASS { self.grid.cells.pass_text(state.own().into()) } else { self.grid.cells.drop_text('P', mv.0) }
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        if state.placements() == 0 {
            let names_own_disc = self.grid.cells.passed(text).is_some_and(|disc| state.own() >> disc & 1 == 1);
            return (self.opponent_can_place(state) && (text == "0000" || names_own_disc)).then_some(PASS);
        }
        let square = self.grid.cells.dropped('P', text)?;
        (state.placements() >> square & 1 == 1).then_some(Move(square))
    }

    fn picture(&self, state: &State) -> String {
        picture::picture(self, state)
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        view::gesture(self, mv)
    }
}
