//! Pieces that come onto the board.

use crate::grid::{Board, Set};
use crate::keys::Values;
use crate::reader::{Entry, Word};
use plyd_board::parse_square;
use plyd_plugin::TextError;

/// The most shapes of a player, and the most cells of a shape.
const MOST_IN_SHAPES: usize = 16;

/// The rules of placing.
#[derive(Clone, Debug)]
pub(crate) struct Placing {
    /// The kind of the pieces.
    pub(crate) kind: usize,
    /// How many each player has; without a number they never end.
    pub(crate) hand: Option<u32>,
    /// Whether a piece falls to the lowest free cell.
    pub(crate) gravity: bool,
    /// For each player all places of pieces of several cells; `None` if pieces have one cell.
    pub(crate) shapes: Option<[Vec<Placed>; 2]>,
}

/// A piece of several cells, on the board.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) cells: Set,
}

impl Placing {
    pub(crate) fn read(values: &Values<'_, '_>, board: &Board, letters: &str) -> Result<Option<Self>, TextError> {
        let keys = ["hand", "gravity", "shapes", "shapes.first", "shapes.second"];
        let Some(entry) = values.get("place") else {
            return match keys.iter().find_map(|key| values.get(key)) {
                Some(entry) => Err(entry.key.error(format!("{} needs `place`", entry.key.quoted()))),
                None => Ok(None),
            };
        };
        let word = entry.one_line()?;
        let Some(kind) = letters.find(word.text).filter(|_| word.text.len() == 1) else {
            return Err(word.error(format!("{} should be the letter of a piece: {letters}", word.quoted())));
        };
        let hand = values.get("hand").map(Entry::one_line).transpose()?;
        let hand = hand.map(|word| word.number("the number of pieces", 1, board.cells.len())).transpose()?;
        let gravity = values.choice("gravity", &[("no", false), ("yes", true)])?;
        let of_side = |key: &str| values.get(key).or(values.get("shapes"));
        let shapes = match (of_side("shapes.first"), of_side("shapes.second")) {
            (None, None) => None,
            (Some(first), Some(second)) => Some([shapes(first, board)?, shapes(second, board)?]),
            (Some(entry), None) | (None, Some(entry)) => {
                return Err(entry.key.error("the other player has no shapes: give both, or `shapes`"));
            }
        };
        if let (Some(_), Some(entry)) = (&shapes, values.get("gravity").or(values.get("hand"))) {
            return Err(entry.key.error(format!("{} is for pieces of one cell", entry.key.quoted())));
        }
        Ok(Some(Self { kind, hand, gravity, shapes }))
    }
}

/// All places of all shapes, in the order of the text.
fn shapes(entry: &Entry<'_>, board: &Board) -> Result<Vec<Placed>, TextError> {
    let (mut placed, mut known) = (Vec::new(), Vec::new());
    for item in entry.lines.iter().flat_map(Word::items) {
        if known.len() == MOST_IN_SHAPES {
            return Err(item.error(format!("there are at most {MOST_IN_SHAPES} shapes")));
        }
        let shape = shape(item)?;
        if known.contains(&shape) {
            return Err(item.error(format!("the shape {} is there already", item.quoted())));
        }
        for corner in 0..board.size() {
            // The corner itself may be a hole.
            let (file, rank) = board.place(corner);
            let cell = |&(files, ranks): &(u32, u32)| {
                let (file, rank) = (file + files, rank + ranks);
                let is_inside = file < board.files && rank < board.ranks;
                is_inside.then(|| board.cell(file, rank)).filter(|cell| board.cells.contains(*cell))
            };
            placed.extend(shape.iter().map(cell).collect::<Option<Set>>().map(|cells| Placed { cells }));
        }
        known.push(shape);
    }
    Ok(placed)
}

/// `a1 a2` as files and ranks from the corner at the lower left of the shape.
fn shape(item: Word<'_>) -> Result<Vec<(u32, u32)>, TextError> {
    let mut cells = Vec::new();
    for word in item.words() {
        let place = parse_square(word.text).filter(|(file, rank)| *file < 19 && *rank < 19);
        let place =
            place.ok_or_else(|| word.error(format!("{} in a shape should be a cell such as `a1`", word.quoted())))?;
        if cells.contains(&place) {
            return Err(word.error(format!("{} is in this shape twice", word.quoted())));
        }
        if cells.len() == MOST_IN_SHAPES {
            return Err(word.error(format!("a shape has at most {MOST_IN_SHAPES} cells")));
        }
        cells.push(place);
    }
    let least = |of: fn(&(u32, u32)) -> u32| cells.iter().map(of).min();
    let (Some(file), Some(rank)) = (least(|place| place.0), least(|place| place.1)) else {
        return Err(item.error("a shape is missing between the commas"));
    };
    let mut cells: Vec<(u32, u32)> = cells.iter().map(|place| (place.0 - file, place.1 - rank)).collect();
    cells.sort_unstable_by_key(|(file, rank)| (*rank, *file));
    Ok(cells)
}
