//! Text notation of positions and moves: `pp/2/PP[PPp] w - - 0 1`.

use crate::moves::{Deed, Take, Wanted};
use crate::rules::{Chain, Pass, Rules};
use crate::state::State;
use plyd_board::{
    COUNTER_LIMIT, Fields, Tail, count_in_pocket, drop_text, quoted, turn_letter, write_board, write_pocket,
};
use plyd_plugin::{Move, Player, SetupError};

impl Rules {
    /// Returns the letter of the piece on a cell, or the sign of a hole.
    pub(crate) fn letter(&self, state: &State, file: u32, rank: u32) -> Option<char> {
        let cell = self.board.cell(file, rank);
        if !self.board.cells.contains(cell) {
            return Some('*');
        }
        let side = state.sides.iter().position(|set| set.contains(cell))?;
        let letter = self.kinds[state.kind(cell)].letter;
        Some(if side == 0 { letter } else { letter.to_ascii_lowercase() })
    }

    /// Formats a position.
    pub(crate) fn format(&self, state: &State) -> String {
        let mut text = write_board(self.board.files, self.board.ranks, |file, rank| self.letter(state, file, rank));
        if let Some((letter, _)) = self.hands() {
            let pieces = [letter, letter.to_ascii_lowercase()].into_iter().zip(state.hands.map(usize::from));
            text += &write_pocket(pieces);
        }
        let chain = state.chain.checked_sub(1).map_or("-".into(), |cell| self.board.name(cell.into()));
        let passes = if state.passes == 0 { "-".into() } else { state.passes.to_string() };
        let number = Tail { ply: state.turns, quiet: 0 }.move_number().min(COUNTER_LIMIT.into());
        let quiet = state.quiet.min(COUNTER_LIMIT.into());
        format!("{text} {} {chain} {passes} {quiet} {number}", turn_letter(state.turn()))
    }

    /// Returns the letter of the pieces in hand and the initial numbers, if these are limited.
    fn hands(&self) -> Option<(char, [u32; 2])> {
        let placing = self.placing.as_ref()?;
        Some((self.kinds[placing.kind].letter, placing.hands?))
    }

    /// Parses a position.
    pub(crate) fn parse(&self, setup: &str) -> Result<State, SetupError> {
        let mut fields = Fields::of(setup);
        let (board, pocket) = self.field.split_pocket(fields.board())?;
        let mut state = self.parse_board(board)?;
        self.parse_pocket(pocket, &mut state)?;
        let turn = fields.turn("w or b")?;
        state.turns = turn as u32;
        if let Some(field) = fields.next().filter(|field| *field != "-") {
            state.chain = self.parse_chain(field, &state)?;
        }
        if let Some(field) = fields.peek().filter(|field| *field != "-") {
            if self.pass == Pass::Never {
                return Err(SetupError::new(format!("{} where `-` for passes should be", quoted(field))));
            }
            state.passes = fields.counter("number of passes", 1..=9)? as u8;
        } else {
            fields.next();
        }
        let (quiet, number) = fields.counters(COUNTER_LIMIT)?;
        fields.end("the move number")?;
        state.quiet = quiet.into();
        state.turns = 2 * (u32::from(number) - 1) + turn as u32;
        state.end = self.end(&state, None);
        Ok(state)
    }

    fn parse_board(&self, board: &str) -> Result<State, SetupError> {
        let (mut state, mut holes) = (State::EMPTY, crate::grid::Set::EMPTY);
        for (file, rank, letter) in self.field.read(board)?.pieces() {
            let cell = self.board.cell(file, rank);
            match self.letters().position(|own| own == letter.to_ascii_uppercase()) {
                Some(kind) if self.board.cells.contains(cell) => {
                    state.put(usize::from(letter.is_ascii_lowercase()), kind, cell);
                }
                Some(_) => {
                    let name = self.board.name(cell);
                    return Err(SetupError::new(format!("the piece `{letter}` is on {name}, which is a hole")));
                }
                None => holes = holes.with(cell),
            }
        }
        let differs = (0..self.board.size()).find(|cell| holes.contains(*cell) == self.board.cells.contains(*cell));
        match differs {
            Some(cell) if holes.contains(cell) => {
                Err(SetupError::new(format!("`*` on {}, which is no hole", self.board.name(cell))))
            }
            Some(cell) => Err(SetupError::new(format!("{} is a hole: write `*`", self.board.name(cell)))),
            None => Ok(state),
        }
    }

    fn parse_pocket(&self, pocket: Option<&str>, state: &mut State) -> Result<(), SetupError> {
        let pocket = pocket.unwrap_or_default();
        let hands = self.hands();
        let letters = hands.map(|(letter, _)| [letter, letter.to_ascii_lowercase()]);
        let is_known = |letter: char| letter == '-' || letters.is_some_and(|letters| letters.contains(&letter));
        if let Some(letter) = pocket.chars().find(|letter| !is_known(*letter)) {
            return Err(SetupError::new(format!("the piece `{letter}` is never in the pocket")));
        }
        for (side, letter) in letters.into_iter().flatten().enumerate() {
            let count = count_in_pocket(pocket, letter);
            let most = hands.map_or(0, |(_, most)| most[side]);
            if count > most as usize {
                return Err(SetupError::new(format!(
                    "{count} pieces `{letter}` in the pocket: there are at most {most}"
                )));
            }
            state.hands[side] = count as u16;
        }
        Ok(())
    }

    fn parse_chain(&self, field: &str, state: &State) -> Result<u16, SetupError> {
        let cell = self.board.named(field).filter(|cell| {
            self.chain != Chain::No && state.sides[state.side()].contains(*cell) && self.can_capture(state, *cell)
        });
        let Some(cell) = cell else {
            let what = "where `-` should be, or the cell of a piece that goes on capturing";
            return Err(SetupError::new(format!("{} {what}", quoted(field))));
        };
        Ok(cell as u16 + 1)
    }

    /// Formats a move.
    pub(crate) fn move_text(&self, state: &State, mv: Move) -> String {
        match Deed::of(mv) {
            Deed::Go { from, to, take, promotion } => {
                let marked = self.marks_captures && take == Take::Hopped;
                let promoted = promotion.map(|kind| self.kinds[kind].letter.to_ascii_lowercase());
                let (from, to) = (self.board.name(from), self.board.name(to));
                format!("{from}{}{to}{}", if marked { "x" } else { "" }, promoted.map(String::from).unwrap_or_default())
            }
            Deed::Place(_) => {
                let cells = self.placed_cells(state.turn(), mv);
                match &self.placing {
                    Some(placing) if placing.shapes.is_none() => {
                        drop_text(self.kinds[placing.kind].letter, &cells.concat())
                    }
                    _ => cells.concat(),
                }
            }
            Deed::Pass => "pass".into(),
            Deed::Stop => "stop".into(),
        }
    }

    /// Formats a move for human readers: a placement is written as its cells alone.
    pub(crate) fn notation(&self, state: &State, mv: Move) -> String {
        match Deed::of(mv) {
            Deed::Place(_) => self.placed_cells(state.turn(), mv).concat(),
            _ => self.move_text(state, mv),
        }
    }

    /// Finds the legal move with this text or notation, ignoring case.
    pub(crate) fn named_move(&self, state: &State, text: &str) -> Option<Move> {
        if state.end != 0 {
            return None;
        }
        let mut found = None;
        self.each_move(state, Wanted::All, |mv| {
            let texts = [self.move_text(state, mv), self.notation(state, mv)];
            found = texts.iter().any(|own| own.eq_ignore_ascii_case(text)).then_some(mv);
            found.is_some()
        });
        found
    }

    /// Returns the names of the cells that a placement covers.
    pub(crate) fn placed_cells(&self, turn: Player, mv: Move) -> Vec<String> {
        let Deed::Place(place) = Deed::of(mv) else { return Vec::new() };
        match self.placing.as_ref().and_then(|placing| placing.shapes.as_ref()) {
            Some(shapes) => {
                shapes[turn as usize][place as usize].cells.into_iter().map(|cell| self.board.name(cell)).collect()
            }
            None => vec![self.board.name(place)],
        }
    }
}
