//! Positions and moves as text: rows of lines and boxes from the top, whose turn it is; `h11` and `v11`.

use crate::board::{Board, Lines, MOST};
use crate::state::State;
use plyd_board::{Cells, Fields, counted, quoted};
use plyd_plugin::{Player, SetupError};
use std::ops::RangeInclusive;

/// The letters of Red's boxes, and of Blue's.
pub(crate) const LETTERS: [char; 2] = ['R', 'B'];
/// A box that is not closed.
const OPEN: char = '.';
/// A line to be drawn, and one that is.
const DIGITS: [char; 2] = ['0', '1'];

/// The numbers of the vertical lines begin here.
pub(crate) const VERTICAL: u32 = 64;

/// Horizontal lines, vertical lines, boxes, the player to move. Lines without slashes are OpenSpiel's `dbn_string`.
pub(crate) fn format(board: &Board, state: &State) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let digit = |line: u32| DIGITS[usize::from(state.lines.contains(line))];
    let across = written(rows + 1, columns, |row, column| digit(Board::number(row, column)));
    let down = written(rows, columns + 1, |row, column| digit(VERTICAL + Board::number(row, column)));
    let boxes = written(rows, columns, |row, column| owner(board, state, row, column).map_or(OPEN, letter));
    let turn = letter(state.turn).to_ascii_lowercase();
    format!("{across} {down} {boxes} {turn}")
}

fn written(rows: u32, columns: u32, sign: impl Fn(u32, u32) -> char) -> String {
    let row = |row| (0..columns).map(|column| sign(row, column)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

/// The player who has closed a box, if it is closed.
pub(crate) fn owner(board: &Board, state: &State, row: u32, column: u32) -> Option<Player> {
    let of = |set: u64| set >> Board::number(row, column) & 1 == 1;
    let owner = if of(state.max) { Player::Max } else { Player::Min };
    of(board.closed(state.lines)).then_some(owner)
}

pub(crate) fn letter(player: Player) -> char {
    LETTERS[player as usize]
}

/// Reads a position; the size of its board is the size of the game.
pub(crate) fn parse(setup: &str) -> Result<(Board, State), SetupError> {
    let mut fields = Fields::of(setup);
    let horizontal = Table {
        name: "horizontal lines",
        cells: ["line", "lines"],
        signs: &DIGITS,
        rows: 2..=MOST + 1,
        columns: 1..=MOST,
    };
    let across = horizontal.read(fields.board())?;
    let (rows, columns) = (across.len() as u32 - 1, across[0].len() as u32);
    let vertical =
        Table { name: "vertical lines", rows: rows..=rows, columns: columns + 1..=columns + 1, ..horizontal.clone() };
    let down = vertical.read(following(&mut fields, &vertical, horizontal.name)?)?;
    let signs = [LETTERS[0], LETTERS[1], OPEN];
    let boxes =
        Table { name: "boxes", cells: ["box", "boxes"], signs: &signs, rows: rows..=rows, columns: columns..=columns };
    let owners = boxes.read(following(&mut fields, &boxes, vertical.name)?)?;
    let turn = fields.player(["r", "b"], "r or b")?;
    fields.end("the player to move")?;

    let board = Board::new(rows, columns);
    let lines: Lines = Cells::of_words([set(&across, DIGITS[1]), set(&down, DIGITS[1])]);
    let state = State { lines, max: set(&owners, LETTERS[0]), turn };
    for (row, signs) in (0..).zip(&owners) {
        for (column, sign) in (0..).zip(signs) {
            let is_closed = owner(&board, &state, row, column).is_some();
            let place = || format!("box {} in row {} of the boxes", column + 1, row + 1);
            if is_closed && *sign == OPEN {
                let right = "has all four lines, so it should be R or B instead of `.`";
                return Err(SetupError::new(format!("{} {right}", place())));
            }
            if !is_closed && *sign != OPEN {
                let right = format!("lacks a line, so it should be `.` instead of {sign}");
                return Err(SetupError::new(format!("{} {right}", place())));
            }
        }
    }
    Ok((board, state))
}

/// The field of a table, which stands after another one.
fn following<'a>(fields: &mut Fields<'a>, table: &Table<'_>, before: &str) -> Result<&'a str, SetupError> {
    fields.next().ok_or_else(|| SetupError::new(format!("the {} are missing after the {before}", table.name)))
}

/// The cells with a sign.
fn set(rows: &[Vec<char>], sign: char) -> u64 {
    let mut set = 0;
    for (row, signs) in (0..).zip(rows) {
        for (column, found) in (0..).zip(signs) {
            set |= u64::from(*found == sign) << Board::number(row, column);
        }
    }
    set
}

/// Rows of signs with slashes between.
#[derive(Clone)]
struct Table<'a> {
    name: &'a str,
    /// One of its cells, and several.
    cells: [&'a str; 2],
    signs: &'a [char],
    rows: RangeInclusive<u32>,
    columns: RangeInclusive<u32>,
}

impl Table<'_> {
    /// Reads the rows, which have all the same length.
    fn read(&self, text: &str) -> Result<Vec<Vec<char>>, SetupError> {
        let name = self.name;
        let count = text.split('/').count();
        if !self.rows.contains(&(count as u32)) {
            let found = counted(count, "row");
            let right = wanted(&self.rows);
            return Err(SetupError::new(format!("the {name}, {}, have {found} but should have {right}", quoted(text))));
        }
        let mut columns = self.columns.clone();
        let mut rows = Vec::with_capacity(count);
        for (number, row) in (1..).zip(text.split('/')) {
            let signs: Vec<char> = row.chars().collect();
            if !columns.contains(&(signs.len() as u32)) {
                let found = format!("{} {}", signs.len(), self.cells[usize::from(signs.len() != 1)]);
                let (row, right) = (quoted(row), wanted(&columns));
                return Err(SetupError::new(format!(
                    "row {number} of the {name}, {row}, has {found} but should have {right}"
                )));
            }
            if let Some((place, sign)) = (1..).zip(&signs).find(|(_, sign)| !self.signs.contains(sign)) {
                let sign = quoted(&sign.to_string());
                let [others @ .., last] = self.signs else { unreachable!("a table has signs") };
                let others: Vec<String> = others.iter().map(char::to_string).collect();
                let right = format!("{} or {last}", others.join(", "));
                return Err(SetupError::new(format!(
                    "{sign} in row {number} of the {name}, place {place}: use {right}"
                )));
            }
            columns = signs.len() as u32..=signs.len() as u32;
            rows.push(signs);
        }
        Ok(rows)
    }
}

/// A number, or the least and the greatest of some.
fn wanted(range: &RangeInclusive<u32>) -> String {
    let (least, most) = (range.start(), range.end());
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}

/// The name of a line: `h` or `v`, its row and its column, counted from 1.
pub(crate) fn line_name(line: u32) -> String {
    let (letter, number) = if line < VERTICAL { ('h', line) } else { ('v', line - VERTICAL) };
    let stride = Board::number(1, 0);
    format!("{letter}{}{}", number / stride + 1, number % stride + 1)
}

/// The line with this name on the largest board.
pub(crate) fn line_named(text: &str) -> Option<u32> {
    let [letter, row, column] = text.as_bytes() else { return None };
    let digit = |byte: &u8| (b'1'..=b'8').contains(byte).then(|| u32::from(byte - b'1'));
    let number = Board::number(digit(row)?, digit(column)?);
    match letter.to_ascii_lowercase() {
        b'h' => Some(number),
        b'v' => Some(VERTICAL + number),
        _ => None,
    }
}

/// Dots, lines, and the letters of owners. To the left are the beginnings of the names of the lines in each row, and
/// above the numbers of the columns of dots: a line has that of its left or upper dot.
pub(crate) fn picture(board: &Board, state: &State) -> String {
    let (rows, columns) = (board.rows(), board.columns());
    let mut text = String::from("  ");
    for column in 0..=columns {
        let gap = if column == 0 { 2 } else { 4 };
        text.push_str(&format!("{:>gap$}", column + 1));
    }
    for row in 0..=rows {
        text.push_str(&format!("\nh{} +", row + 1));
        for column in 0..columns {
            let is_drawn = state.lines.contains(Board::number(row, column));
            text.push_str(if is_drawn { "---+" } else { "   +" });
        }
        if row == rows {
            break;
        }
        let mut line = format!("\nv{} ", row + 1);
        for column in 0..=columns {
            line.push(if state.lines.contains(VERTICAL + Board::number(row, column)) { '|' } else { ' ' });
            let owner = (column < columns).then(|| owner(board, state, row, column)).flatten();
            line.push_str(&format!(" {} ", owner.map_or(' ', letter)));
        }
        text.push_str(line.trim_end());
    }
    text
}
