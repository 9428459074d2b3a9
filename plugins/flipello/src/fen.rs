//! Text form of positions in the notation of Fairy-Stockfish: `8/8/8/3pP3/3PPP2/8/8/8[...] b - - 0 1`.

use crate::State;
use crate::grid::{Grid, SIZES};
use plyd_board::{BoardField, Cells, Dashes, Fields, Sizes, count_in_pocket, write_pocket};
use plyd_plugin::{Player, SetupError};

/// The notation of a board with this number of files.
const fn board_field(size: u32) -> BoardField {
    BoardField::new(Sizes::Only(size), Sizes::OneOf(&SIZES), ["P", "p"])
}

/// The letters of MAX's and of MIN's discs.
pub(crate) const LETTERS: [char; 2] = ['P', 'p'];

pub(crate) fn format(grid: &Grid, state: &State) -> String {
    let pocket = write_pocket([('P', state.pocket(Player::Max)), ('p', state.pocket(Player::Min))]);
    format!("{}{pocket} {}", grid.cells.write(LETTERS, state.sets()), state.tail())
}

/// Parses a position, whose board determines the size of the game. All fields after the player to move may be omitted.
/// The two fields that this game does not use may also be missing, which Fairy-Stockfish's start position does.
pub(crate) fn parse(setup: &str) -> Result<(Grid, State), SetupError> {
    let mut fields = Fields::of(setup);
    let board = fields.board();
    // Boards are square, so the number of ranks is the number of files.
    let field = board_field(board.split('[').next().unwrap_or_default().split('/').count() as u32);
    let (ranks, pocket) = field.split_pocket(board)?;
    let (grid, discs) = parse_board(&field, ranks)?;
    let tail = fields.tail("w for X or b for O", Dashes::Optional)?;
    let pockets = match pocket {
        Some(pocket) => counted_pockets(pocket),
        None => full_pockets(&grid, discs[0] | discs[1], tail.turn()),
    };
    Ok((grid, State::new(&grid, discs, pockets, tail)))
}

/// The numbers of MAX's and MIN's discs in a pocket. The rules do not use them.
fn counted_pockets(pocket: &str) -> [u8; 2] {
    LETTERS.map(|disc| u8::try_from(count_in_pocket(pocket, disc)).unwrap_or(State::POCKET_LIMIT))
}

/// The pockets of a setup that omits them. They assume that the players placed the discs beyond the first four in turn.
fn full_pockets(grid: &Grid, discs: u64, turn: Player) -> [u8; 2] {
    let placed = discs.count_ones() - 4;
    let left = |placed: u32| (grid.count() - 4 - placed) as u8;
    let mut pockets = [left(placed / 2); 2];
    pockets[turn.other() as usize] = left(placed.div_ceil(2));
    pockets
}

/// Parses the board into its geometry and the discs of MAX and of MIN.
fn parse_board(field: &BoardField, ranks: &str) -> Result<(Grid, [u64; 2]), SetupError> {
    let board = field.read(ranks)?;
    let grid = Grid::new(board.ranks());
    let discs = grid.cells.read(&board, LETTERS).map(Cells::word);
    let missing = grid.centre & !(discs[0] | discs[1]);
    if missing != 0 {
        return Err(SetupError::new(format!(
            "{} is empty: the four squares in the middle, {}, hold discs from the start",
            grid.cells.name(missing.trailing_zeros()),
            grid.cells.names(grid.centre.into()).join(" ")
        )));
    }
    Ok((grid, discs))
}
