//! A game with compiled rules, from the viewpoint of a client.

use crate::Source;
use crate::game::BoardGame;
use crate::moves::{Deed, Take};
use crate::rules::Look;
use crate::state::State;
use plyd_board::{Grid, Signs, square_name, to_move};
use plyd_plugin::view::{Glyph, Shape, Step, Token, Tone, View};
use plyd_plugin::{Move, Options, Player, Plugin, SetupError};

impl<S: Source> BoardGame<S> {
    fn sides(&self) -> Option<[&str; 2]> {
        self.rules.sides.as_ref().map(|sides| sides.each_ref().map(String::as_str))
    }

    fn token(&self, state: &State, cell: u32) -> Option<Token> {
        let side = state.sides.iter().position(|set| set.contains(cell))?;
        let owner = [Player::Max, Player::Min][side];
        let kind = &self.rules.kinds[state.kind(cell)];
        let mut token = Token::new(kind.glyph.unwrap_or(Glyph::Disc), owner);
        if kind.glyph.is_none() && self.rules.kinds.len() > 1 {
            token.text = Some(kind.letter.into());
        }
        let whose = self.sides().unwrap_or(["first", "second"])[side].to_lowercase();
        Some(token.named(format!("{whose} {}", kind.name)))
    }
}

impl<S: Source> Plugin for BoardGame<S> {
    const ID: &'static str = "ini";
    const NAME: &'static str = "Board games from .ini texts";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let rules = S::rules().ok_or_else(|| SetupError::new("no text was loaded"))?.with(options);
        let state = if setup.trim().is_empty() { rules.start } else { rules.parse(setup)? };
        rules.check_moves(&state).map_err(SetupError::new)?;
        Ok((Self::new(rules, &state), state))
    }

    fn format_state(&self, state: &State) -> String {
        self.rules.format(state)
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        self.rules.move_text(state, mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        self.rules.named_move(state, text)
    }

    const HAS_NOTATION: bool = true;

    fn notate(&self, state: &State, mv: Move) -> String {
        self.rules.notation(state, mv)
    }

    fn picture(&self, state: &State) -> String {
        let board = &self.rules.board;
        let width = if board.ranks > 9 { 2 } else { 1 };
        let letter = |file, rank| self.rules.letter(state, file, rank);
        let text = Signs::LETTERS.picture(board.files, board.ranks, width, letter);
        text + &to_move(self.sides(), state.turn(), state.outcome())
    }

    fn view(&self, state: &State) -> Option<View> {
        let board = &self.rules.board;
        let token = |file, rank| self.token(state, board.cell(file, rank));
        let mut view = match self.rules.paint {
            Look::Grid(paint) => Grid::new(board.files, board.ranks, paint).with_tokens(token),
            Look::Hexes => {
                let mut view = View::grid(Shape::Hex, board.files, board.ranks, square_name);
                for cell in board.cells {
                    if let Some(token) = self.token(state, cell) {
                        view.put(board.name(cell), token);
                    }
                }
                view
            }
        };
        for spot in &mut view.spots {
            if board.named(&spot.id).is_some_and(|cell| !board.cells.contains(cell)) {
                (spot.tone, spot.inert) = (Tone::None, true);
            }
        }
        Some(view)
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<Step> {
        let board = &self.rules.board;
        match Deed::of(mv) {
            Deed::Go { from, to, take, promotion } => {
                let mut steps = Step::spots([board.name(from), board.name(to)]);
                if self.rules.marks_captures && take == Take::Hopped {
                    steps.push(Step::choice("capture"));
                }
                steps.extend(promotion.map(|kind| Step::choice(self.rules.kinds[kind].letter)));
                steps
            }
            Deed::Place(_) => Step::spots(self.rules.placed_cells(state.turn(), mv)),
            Deed::Pass => vec![Step::button("pass")],
            Deed::Stop => vec![Step::button("stop")],
        }
    }
}
