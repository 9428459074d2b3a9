//! Positions and moves as Fairy-Stockfish writes them, pictures, and the board as data.

use crate::{Ataxx, BOARD, PASS, State, ends};
use plyd_board::{BoardField, Cells, Dashes, Fields, Grid, Legend, Paint, Signs, Sizes, to_move};
use plyd_plugin::view::{Colour, Glyph, Owner, Reason, Step, Tone, View};
use plyd_plugin::{Board, Game, KnownPerft, Move, Options, Outcome, Plugin, SetupError};

const FIELD: BoardField = BoardField { neutral: "*", ..BoardField::new(Sizes::Only(7), Sizes::Only(7), ["P", "p"]) };
const LETTERS: [char; 3] = ['P', 'p', '*'];
const SIGNS: Signs = Signs(&[('P', 'X'), ('p', 'O'), ('*', '#')]);
const LEGEND: Legend<'_> = &[('P', Glyph::Disc, Owner::Max), ('p', Glyph::Disc, Owner::Min)];

impl Plugin for Ataxx {
    const ID: &'static str = "ataxx";
    const NAME: &'static str = "Ataxx";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 7, ranks: 7, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["X", "O"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    /// `perft.txt` has the sources, and more.
    const PERFT: &'static [KnownPerft] = &[
        KnownPerft { setup: "", options: "", depth: 4, leaves: 155_888 },
        KnownPerft { setup: "P5p/7/2*1*2/7/2*1*2/7/p5P w", options: "", depth: 4, leaves: 86_528 },
    ];

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let mut fields = Fields::of(if setup.trim().is_empty() { "P5p/7/7/7/7/7/p5P w" } else { setup });
        let board = FIELD.read(fields.board())?;
        let tail = fields.tail("w for X or b for O", Dashes::Optional)?;
        Ok((Self, State { cells: BOARD.read(&board, LETTERS), tail }))
    }

    fn format_state(&self, state: &State) -> String {
        format!("{} {}", BOARD.write(LETTERS, state.cells), state.tail)
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        match ends(mv) {
            _ if mv == PASS => BOARD.pass_text(state.of(state.tail.turn())),
            (from, to) if from == to => BOARD.drop_text('P', to),
            (from, to) => BOARD.step_text(from, to),
        }
    }

    fn picture(&self, state: &State) -> String {
        let board = BOARD.picture(SIGNS, 1, LETTERS, state.cells);
        let [max, min, _] = state.cells.map(Cells::len);
        format!("{board}\nX has {max}, O has {min}") + &to_move(Self::SIDES, state.tail.turn(), self.outcome(state))
    }

    /// Walls are cells of the frame.
    fn view(&self, state: &State) -> Option<View> {
        let letter = BOARD.letters(LETTERS, state.cells);
        let mut view = Grid::new(7, 7, Paint::Squares(Tone::Plain)).drawn(LEGEND, |f, r| letter(f, r).unwrap_or('.'));
        let is_wall = |name: &str| BOARD.named(name).is_some_and(|cell| state.cells[2].contains(cell));
        for spot in view.spots.iter_mut().filter(|spot| is_wall(&spot.id)) {
            (spot.tone, spot.inert) = (Tone::Frame, true);
        }
        let [max, min, _] = state.cells;
        view.colours = Some([Colour::Red, Colour::Blue]);
        view.points = Some([max, min].map(|stones| f64::from(stones.len())));
        view.ended(match self.outcome(state) {
            Outcome::Ongoing => None,
            _ if max.is_empty() || min.is_empty() => Some(Reason::NoPieces),
            _ if state.can_move(max) || state.can_move(min) => Some(Reason::MoveLimit),
            _ => Some(Reason::Count),
        });
        Some(view)
    }

    /// A clone is a click on the cell that it fills, a jump one on the stone and one on the cell.
    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        let spot = |cell| Step::spot(BOARD.name(cell));
        match ends(mv) {
            _ if mv == PASS => vec![Step::button("pass")],
            (from, to) if from == to => vec![spot(to)],
            (from, to) => vec![spot(from), spot(to)],
        }
    }
}
