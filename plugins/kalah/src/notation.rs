//! Text form of positions: `4,4,4,4,4,4/4,4,4,4,4,4 w 0 0`.

use crate::row::{MOST_HOUSES, MOST_SEEDS, Row};
use crate::state::{Rules, State};
use plyd_board::{Fields, counted, quoted, turn_letter};
use plyd_plugin::{Player, SetupError};

/// The text of a position: MIN's houses from MAX's point of view, MAX's houses, the player to move, MAX's store and
/// MIN's store.
pub(crate) fn format(rules: &Rules, state: &State) -> String {
    let (max, min) = (state.row(Player::Max), state.row(Player::Min));
    let list = |row: Row, order: &mut dyn Iterator<Item = u32>| {
        let counts: Vec<String> = order.map(|house| row.at(house).to_string()).collect();
        counts.join(",")
    };
    let (above, below) = (list(min, &mut (0..rules.houses).rev()), list(max, &mut (0..rules.houses)));
    let turn = turn_letter(state.turn());
    format!("{above}/{below} {turn} {} {}", max.at(rules.houses), min.at(rules.houses))
}

/// Parses a position, whose number of houses determines the size of the game. The stores may be omitted.
pub(crate) fn parse(setup: &str, empty_capture: bool) -> Result<(Rules, State), SetupError> {
    let mut fields = Fields::of(setup);
    let board = fields.board();
    let Some((above, below)) = board.split_once('/') else {
        return Err(SetupError::new(format!(
            "the board {} has one row but should have two with a `/` between: Black's houses, then White's",
            quoted(board)
        )));
    };
    let mut black = parse_houses(above, "Black")?;
    let white = parse_houses(below, "White")?;
    if black.len() != white.len() {
        return Err(SetupError::new(format!(
            "Black has {} and White {}; both should have the same number",
            counted(black.len(), "house"),
            white.len()
        )));
    }
    // Black's row is written from White's point of view, with house a at the right end.
    black.reverse();
    let turn = fields.turn("w or b")?;
    let white_store = parse_store(fields.next(), "White")?;
    let black_store = parse_store(fields.next(), "Black")?;
    fields.end("Black's store")?;
    let seeds = white.iter().chain(&black).sum::<u32>() + white_store + black_store;
    if seeds > MOST_SEEDS {
        return Err(SetupError::new(format!(
            "there are {seeds} seeds in houses and stores; at most {MOST_SEEDS} are allowed"
        )));
    }
    let row = |houses: &[u32], store: u32| {
        let places = (0..).zip(houses.iter().chain([&store]));
        places.fold(Row::EMPTY, |row, (place, count)| row.plus(Row::seeds(place, *count)))
    };
    let rules = Rules { houses: white.len() as u32, seeds, empty_capture };
    Ok((rules, State::new(row(&white, white_store), row(&black, black_store), turn)))
}

fn parse_houses(row: &str, owner: &str) -> Result<Vec<u32>, SetupError> {
    let mut houses = Vec::new();
    for (number, count) in (1..).zip(row.split(',')) {
        if number > MOST_HOUSES {
            let most = format!("more than {MOST_HOUSES} houses");
            return Err(SetupError::new(format!("the row of {owner}, {}, has {most}", quoted(row))));
        }
        houses.push(parse_count(count).ok_or_else(|| {
            let place = format!("house {number} from the left in the row of {owner}");
            SetupError::new(format!("{} in {place} should be a number of seeds from 0 to {MOST_SEEDS}", quoted(count)))
        })?);
    }
    Ok(houses)
}

/// Parses the seeds in a store; an omitted store is empty.
fn parse_store(field: Option<&str>, owner: &str) -> Result<u32, SetupError> {
    let Some(field) = field else { return Ok(0) };
    parse_count(field).ok_or_else(|| {
        SetupError::new(format!(
            "the store of {owner}, {}, should be a number of seeds from 0 to {MOST_SEEDS}",
            quoted(field)
        ))
    })
}

fn parse_count(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|count| is_number && *count <= MOST_SEEDS)
}
