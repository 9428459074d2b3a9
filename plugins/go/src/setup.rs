//! Text forms of positions and moves: rows of `X` and `O`, the player to move, ko, passes and komi; `D4` and `pass`.

use crate::groups::Board;
use crate::layout::{Layout, MOST, Points, narrowed, on_layout, widened};
use crate::{Go, KOMI_LIMIT, Ko, PASS, State};
use plyd_board::{BoardField, Fields, Placement, Sizes, quoted, write_board};
use plyd_plugin::{Move, Options, Player, SetupError};

/// The letters of black and white stones in the drawings of other programs.
pub(crate) const LETTERS: [char; 2] = ['X', 'O'];

const FIELD: BoardField = BoardField::new(Sizes::Range(1, MOST), Sizes::Range(1, MOST), ["X", "O"]);

/// The letter of a file: `A` for 0. The letter `I` is skipped because it resembles the digit 1.
pub(crate) fn file_letter(file: u32) -> char {
    let letter = b'A' + file as u8;
    char::from(if letter < b'I' { letter } else { letter + 1 })
}

/// The name of a point: `A1` for file 0 and rank 0.
pub(crate) fn point_name(file: u32, rank: u32) -> String {
    format!("{}{}", file_letter(file), rank + 1)
}

/// The point with this name, in upper or lower case.
fn named(layout: &Layout, name: &str) -> Option<u32> {
    let mut letters = name.chars();
    let letter = letters.next()?.to_ascii_uppercase();
    let (files, ranks) = layout.size();
    let file = (0..files).find(|&file| file_letter(file) == letter)?;
    let number = letters.as_str();
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
    let rank = number.parse::<u32>().ok().filter(|rank| is_number && *rank <= ranks)?;
    Some(layout.point(file, rank - 1))
}

pub(crate) fn move_text(layout: &Layout, mv: Move) -> String {
    if mv == PASS {
        return "pass".into();
    }
    let (file, rank) = layout.place(mv.0);
    point_name(file, rank)
}

/// Parses a move. A point must be on the board.
pub(crate) fn parse_move(layout: &Layout, text: &str) -> Option<Move> {
    if text.eq_ignore_ascii_case("pass") { Some(PASS) } else { named(layout, text).map(Move) }
}

/// The letter of the stone on a point.
pub(crate) fn letters<'a>(layout: &'a Layout, state: &'a State) -> impl Fn(u32, u32) -> Option<char> + 'a {
    |file, rank| {
        let point = layout.point(file, rank);
        let kind = state.stones.iter().position(|stones| stones.contains(point))?;
        Some(LETTERS[kind])
    }
}

pub(crate) fn format(game: &Go, state: &State) -> String {
    let (files, ranks) = game.layout.size();
    let board = write_board(files, ranks, letters(&game.layout, state));
    let turn = if state.turn == Player::Max { 'b' } else { 'w' };
    let ko = state.ko().map_or_else(|| "-".into(), |ko| move_text(&game.layout, Move(ko)));
    format!("{board} {turn} {ko} {} {}", state.passes, points(game.komi))
}

/// Formats half points as points: `7.5`.
pub(crate) fn points(halves: i32) -> String {
    let sign = if halves < 0 { "-" } else { "" };
    let half = if halves % 2 == 0 { "" } else { ".5" };
    format!("{sign}{}{half}", halves.abs() / 2)
}

/// Parses points into half points, up to the limit of the komi.
fn half_points(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, half) = match digits.split_once('.') {
        Some((whole, "5")) => (whole, 1),
        Some((whole, "0")) => (whole, 0),
        Some(_) => return None,
        None => (digits, 0),
    };
    let is_number = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    let halves = whole.parse::<i32>().ok().filter(|_| is_number)?.checked_mul(2)? + half;
    (halves <= KOMI_LIMIT).then_some(if digits == text { halves } else { -halves })
}

/// Opens a setup, whose board determines the size of the game. All fields after the player to move may be omitted.
pub(crate) fn open(setup: &str, options: &Options<'_>) -> Result<(Go, State), SetupError> {
    let number = |name| options.integer(name).and_then(|number| i32::try_from(number).ok());
    let komi = number("KomiHalfPoints").filter(|komi| komi.abs() <= KOMI_LIMIT);
    let komi = komi.ok_or_else(|| SetupError::new("the option KomiHalfPoints should be from -1000 to 1000"))?;
    let ko = match options.text("Ko").as_deref() {
        Some("positional") => Ko::Positional,
        Some("situational") => Ko::Situational,
        Some("simple") => Ko::Simple,
        _ => return Err(SetupError::new("the option Ko should be positional, situational or simple")),
    };
    let suicide = options.flag("Suicide").unwrap_or(true);
    let counts_points = options.text("Scoring").as_deref() == Some("points");
    if setup.trim().is_empty() {
        let size = number("Size").and_then(|size| u32::try_from(size).ok()).filter(|size| (1..=MOST).contains(size));
        let size = size.ok_or_else(|| SetupError::new("the option Size should be from 1 to 19"))?;
        let game = Go::new(Layout::new(size, size), komi, ko, suicide, counts_points);
        return Ok((game, State::new([Points::EMPTY; 2], Player::Max, 0, None)));
    }
    let mut fields = Fields::of(setup);
    let placement = FIELD.read(fields.board())?;
    let layout = Layout::new(placement.files(), placement.ranks());
    let stones = read_stones(&layout, &placement)?;
    let turn = fields.player(["b", "w"], "b or w")?;
    let ko_field = fields.next().filter(|field| *field != "-");
    let passes = fields.counter("number of passes in a row", 0..=2)? as u8;
    let komi = match fields.next() {
        Some(field) => half_points(field).ok_or_else(|| {
            SetupError::new(format!("the komi {} should be a number from -500 to 500 such as 7 or 7.5", quoted(field)))
        })?,
        None => komi,
    };
    fields.end("the komi")?;
    let ko_point = ko_field.map(|name| read_ko(&layout, stones, turn, passes, name)).transpose()?;
    let game = Go::new(layout, komi, ko, suicide, counts_points);
    Ok((game, State::new(stones, turn, passes, ko_point)))
}

/// Reads the stones of a board and refuses stones without a liberty.
fn read_stones(layout: &Layout, placement: &Placement) -> Result<[Points; 2], SetupError> {
    on_layout!(layout, geometry => {
        let [own, other] = geometry.read(placement, LETTERS);
        match (Board { geometry, own, other }).without_liberty().first() {
            None => Ok([own, other].map(widened)),
            Some(stone) => {
                let name = move_text(layout, Move(stone));
                Err(SetupError::new(format!("the stone on {name} has no liberty, nor has its group: take it away")))
            }
        }
    })
}

/// Reads the point on which the ko forbids a stone: an empty point on which a stone would capture a single stone and
/// could then be recaptured itself.
fn read_ko(layout: &Layout, stones: [Points; 2], turn: Player, passes: u8, name: &str) -> Result<u32, SetupError> {
    let wrong = |why: &str| SetupError::new(format!("{} is no ko: {why}; use - if there is none", quoted(name)));
    let point = named(layout, name).ok_or_else(|| wrong("the board has no such point"))?;
    if passes > 0 {
        return Err(wrong("the last move was a pass"));
    }
    let is_ko = on_layout!(layout, geometry => {
        let [own, other] = [turn, turn.other()].map(|player| narrowed(stones[player as usize]));
        let board = Board { geometry, own, other };
        board.empty().contains(point) && board.placed(point).ko.is_some()
    });
    if is_ko { Ok(point) } else { Err(wrong("a stone there takes no single stone back")) }
}
