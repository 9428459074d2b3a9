//! Placement of new pieces on the board.

use crate::grid::{Board, Set};
use crate::keys::Values;
use crate::reader::{Entry, Word};
use plyd_board::parse_square;
use plyd_plugin::TextError;

/// The maximum number of shapes per player, and of cells per shape.
const MOST_IN_SHAPES: usize = 16;

/// The rules of placement.
#[derive(Clone, Debug)]
pub(crate) struct Placing {
    /// The kind of the placed pieces.
    pub(crate) kind: usize,
    /// The number of pieces in hand of each player; `None` if unlimited.
    pub(crate) hands: Option<[u32; 2]>,
    /// Whether a piece drops to the lowest free cell of its file.
    pub(crate) gravity: bool,
    /// All placements of multi-cell pieces for each player; `None` if pieces occupy one cell.
    pub(crate) shapes: Option<[Vec<Placed>; 2]>,
}

/// A placement of a multi-cell piece on the board.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    pub(crate) cells: Set,
}

impl Placing {
    /// Reads the rules of placement. `pocket` lists the pieces in hand given in `start`.
    pub(crate) fn read(
        values: &Values<'_, '_>,
        board: &Board,
        letters: &str,
        pocket: Option<Word<'_>>,
    ) -> Result<Option<Self>, TextError> {
        let keys = ["hand", "hand.first", "hand.second", "gravity", "shapes", "shapes.first", "shapes.second"];
        let Some(entry) = values.get("place") else {
            return match keys.iter().find_map(|key| values.get(key)) {
                Some(entry) => Err(entry.key.error(format!("{} needs `place`", entry.key.quoted()))),
                None => pocket.map_or(Ok(None), |pocket| Err(pocket.error("pieces in hand need `place`"))),
            };
        };
        let word = entry.one_line()?;
        let Some(kind) = letters.find(word.text).filter(|_| word.text.len() == 1) else {
            return Err(word.error(format!("{} should be the letter of a piece: {letters}", word.quoted())));
        };
        let hands = match pocket {
            Some(pocket) => Some(drawn_hands(values, board, pocket, word)?),
            None => hands(values, board)?,
        };
        let gravity = values.choice("gravity", &[("no", false), ("yes", true)])?;
        let of_side = |key: &str| values.get(key).or(values.get("shapes"));
        let shapes = match (of_side("shapes.first"), of_side("shapes.second")) {
            (None, None) => None,
            (Some(first), Some(second)) => Some([shapes(first, board)?, shapes(second, board)?]),
            (Some(entry), None) | (None, Some(entry)) => {
                return Err(entry.key.error("the other player has no shapes: give both, or `shapes`"));
            }
        };
        if let (Some(_), Some(pocket)) = (&shapes, pocket) {
            return Err(pocket.error("pieces of several cells are never in hand"));
        }
        if let (Some(_), Some(entry)) = (&shapes, keys[..4].iter().find_map(|key| values.get(key))) {
            return Err(entry.key.error(format!("{} is for pieces of one cell", entry.key.quoted())));
        }
        Ok(Some(Self { kind, hands, gravity, shapes }))
    }
}

/// Counts the pieces in hand given in `start`, such as `[PPpp]`.
fn drawn_hands(
    values: &Values<'_, '_>,
    board: &Board,
    pocket: Word<'_>,
    placed: Word<'_>,
) -> Result<[u32; 2], TextError> {
    if let Some(entry) = ["hand", "hand.first", "hand.second"].iter().find_map(|key| values.get(key)) {
        return Err(entry.key.error("`start` already says how many pieces are in hand"));
    }
    let letters = [placed.text.to_owned(), placed.text.to_ascii_lowercase()];
    let hands = letters.each_ref().map(|letter| pocket.text.matches(letter.as_str()).count() as u32);
    let count = hands.iter().sum::<u32>() as usize;
    if count != pocket.text.len() || count == 0 {
        let (first, second) = (&letters[0], &letters[1]);
        return Err(pocket.error(format!("{} should be letters `{first}` and `{second}`", pocket.quoted())));
    }
    let most = board.cells.len();
    if hands.iter().any(|hand| *hand > most) {
        return Err(pocket.error(format!("a player has at most {most} pieces in hand")));
    }
    Ok(hands)
}

/// Reads the numbers of pieces in hand at the start: `hand`, or one per player, which may be 0.
fn hands(values: &Values<'_, '_>, board: &Board) -> Result<Option<[u32; 2]>, TextError> {
    let of = |key: &str, least: u32| {
        let word = values.get(key).map(Entry::one_line).transpose()?;
        word.map(|word| word.number("the number of pieces", least, board.cells.len())).transpose()
    };
    let both = of("hand", 1)?;
    let hands = [of("hand.first", 0)?.or(both), of("hand.second", 0)?.or(both)];
    match (hands, values.get("hand.first").or(values.get("hand.second"))) {
        ([Some(0), Some(0)], Some(entry)) => Err(entry.key.error("neither player has a piece to place")),
        ([Some(first), Some(second)], _) => Ok(Some([first, second])),
        ([None, None], _) | (_, None) => Ok(None),
        (_, Some(entry)) => Err(entry.key.error("the number for the other player is missing: give both, or `hand`")),
    }
}

/// Lists all placements of all shapes, in the order of the text.
fn shapes(entry: &Entry<'_>, board: &Board) -> Result<Vec<Placed>, TextError> {
    let (mut placed, mut known) = (Vec::new(), Vec::new());
    for item in entry.lines.iter().flat_map(Word::items) {
        if known.len() == MOST_IN_SHAPES {
            return Err(item.error(format!("there are at most {MOST_IN_SHAPES} shapes")));
        }
        let shape = shape(item)?;
        if known.contains(&shape) {
            return Err(item.error(format!("the shape {} already exists", item.quoted())));
        }
        for corner in 0..board.size() {
            // The corner of a shape may be on a hole.
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

/// Parses a shape such as `a1 a2` into file and rank offsets from its lower left corner.
fn shape(item: Word<'_>) -> Result<Vec<(u32, u32)>, TextError> {
    let mut cells = Vec::new();
    for word in item.words() {
        let place = parse_square(word.text).filter(|(file, rank)| *file < 19 && *rank < 19);
        let place =
            place.ok_or_else(|| word.error(format!("{} in a shape should be a cell such as `a1`", word.quoted())))?;
        if cells.contains(&place) {
            return Err(word.error(format!("{} occurs twice in this shape", word.quoted())));
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
