//! The rules of connect four.
//!
//! MAX plays X and is White in the notation, MIN plays O and is Black. A move is the number of the cell on which its
//! stone lands, in the numbering of the module `grid`.

mod fen;
mod grid;
mod known;
mod state;
mod view;

pub use state::State;

use grid::{Grid, SIZES};
use plyd_board::{
    BoardSizes, Cells, Inputs, Signs, Tail, drop_text, file_name, push_cells, square_name, square_of_drop, to_move,
};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Board, CERTAIN_RATING, Facts, Features, Game, KnownPerft, LOSING_RATING, Move, Moves, OptionSpec,
    Options, Outcome, Player, Plugin, SetupError, Turn,
};

/// The value of a win. Heuristic values are far smaller: at most 256 lines of at most 16 each.
const WIN: i32 = 10_000;

/// Connect four on a board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    grid: Grid,
}

impl ConnectFour {
    /// The empty cells on which a stone would win at once, whether or not it can be placed there yet: for the player to
    /// move, and for the opponent.
    #[inline]
    fn threats(&self, state: &State) -> (u64, u64) {
        let free = !state.stones();
        let [own, other] = self.grid.completing([state.own(), state.other()]);
        (own & free, other & free)
    }

    /// The rank on which a stone in a file lands, counted from 0; `None` if the file is full.
    fn landing_rank(&self, state: &State, file: u32) -> Option<u32> {
        (0..self.grid.ranks).find(|&rank| state.stones() & self.grid.cell(file, rank) == 0)
    }
}

impl Game for ConnectFour {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.grid.files,
            max_plies: self.grid.files * self.grid.ranks,
            win: WIN,
            points_per_logit: 28,
            draw_points: 11,
            has_key: true,
            features: Features { inputs: 2 * self.grid.span(), symmetries: 1, sides_differ: true },
            // The null move is off because zugzwang decides most games. Selective search is off because the game is
            // soon solved; a selective search scored 143 of 300 points against this one at 10,000 nodes per move.
            abilities: Abilities { order: true, noisy: true, symmetry: true, no_selectivity: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = state.with_stone(&self.grid, 1 << mv.0);
    }

    /// Every move is irreversible, because stones are never removed.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.grid)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        push_cells(Cells::from(self.grid.landings(state.stones())), out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let [own, other] = self.grid.open_lines([state.own(), state.other()]);
        if state.turn() == Player::Max { own - other } else { other - own }
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(&self.grid)
    }

    /// Rates moves: first wins, then moves that stop a win, then moves with the most threats, with the centre before
    /// the edges. A move that allows the opponent to win at once is rated as losing.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        const WINS: i32 = 2 * CERTAIN_RATING;
        const STOPS: i32 = CERTAIN_RATING;
        // These steps are so large that the history of a search hardly outweighs them. In this game, history misleads
        // more than it helps.
        const THREATENS: i32 = 1_500;
        const TOWARDS_CENTRE: i32 = 1_000;
        let (own_threats, other_threats) = self.threats(state);
        // The cells on which the opponent would win at once.
        let must_stop = other_threats & self.grid.landings(state.stones());
        // A move loses if it does not occupy such a cell, or if it enables a win on the cell above.
        let leaves_one = match must_stop {
            0 => 0,
            _ if must_stop & (must_stop - 1) == 0 => !must_stop,
            _ => !0,
        };
        let losing = leaves_one | other_threats >> 1;
        let digits = if must_stop == 0 {
            let wanted = self.grid.board & !(state.stones() | own_threats);
            self.grid.new_threats(state.own(), wanted)
        } else {
            [0; 3]
        };
        let so_far = THREATENS * own_threats.count_ones() as i32;
        let [ones, twos, fours] = digits;
        for (&Move(bit), score) in moves.iter().zip(scores) {
            let landing = 1 << bit;
            *score = if landing & own_threats != 0 {
                WINS
            } else if landing & losing != 0 {
                LOSING_RATING
            } else if must_stop != 0 {
                STOPS
            } else {
                let file = self.grid.file_of_bit(bit);
                let from_edge = file.min(self.grid.files - 1 - file) as i32;
                let new = (ones >> bit & 1) + 2 * (twos >> bit & 1) + 4 * (fours >> bit & 1);
                let rating = so_far + TOWARDS_CENTRE * from_edge + THREATENS * new as i32;
                rating.min(CERTAIN_RATING - 1)
            };
        }
    }

    /// Generates the moves that win or, if there are none, the moves that stop a win of the opponent.
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        let (own_threats, other_threats) = self.threats(state);
        let landings = self.grid.landings(state.stones());
        let wins = landings & own_threats;
        push_cells(Cells::from(if wins == 0 { landings & other_threats } else { wins }), out);
    }

    /// Encodes the stones of both players. The first player benefits from other ranks than the second, so the sides
    /// differ.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let mut inputs = Inputs::of(words);
        for stones in [state.own(), state.other()] {
            inputs.bits(stones, self.grid.span());
        }
        state.turn()
    }

    /// The only symmetry is the mirror image.
    fn feature_image(&self, _symmetry: u32, input: u32) -> u32 {
        let (set, bit) = (input / self.grid.span(), input % self.grid.span());
        set * self.grid.span() + self.grid.mirrored_bit(bit)
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.symmetric_key(&self.grid)
    }
}

impl Plugin for ConnectFour {
    const ID: &'static str = "cfour";
    const NAME: &'static str = "Connect four";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 7, ranks: 6, pocket: true, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["X", "O"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &SIZES.options(7, 6);
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let setup = setup.trim();
        if !setup.is_empty() {
            let (grid, state) = fen::parse(setup)?;
            return Ok((Self { grid }, state));
        }
        let grid = BoardSizes::open(options, Grid::new)?;
        Ok((Self { grid }, State::new(&grid, 0, 0, Tail::START)))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(&self.grid, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        drop_text('P', &self.grid.name_of_bit(mv.0))
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        if state.outcome(&self.grid) != Outcome::Ongoing {
            return None;
        }
        let (name, text) = (square_of_drop('P', text), text.to_ascii_lowercase());
        (0..self.grid.files).find_map(|file| {
            let rank = self.landing_rank(state, file)?;
            let cell = square_name(file, rank);
            let names_file = text == file_name(file).to_string() || text == (file + 1).to_string();
            let is_named = names_file || name == cell;
            is_named.then_some(Move(self.grid.cell(file, rank).trailing_zeros()))
        })
    }

    fn picture(&self, state: &State) -> String {
        let signs = Signs(&[('P', 'X'), ('p', 'O')]);
        let letter = |file, rank| fen::letter(&self.grid, state, file, rank);
        let text = signs.picture(self.grid.files, self.grid.ranks, 2, letter);
        text + &to_move(Self::SIDES, state.turn(), state.outcome(&self.grid))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([self.grid.name_of_bit(mv.0)])
    }
}
