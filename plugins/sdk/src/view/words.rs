//! The closed lists of words that a view is made of.

use plyd_rules::{Player, Turn};
use serde::{Deserialize, Serialize};

/// The player to whom something belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Owner {
    /// The first player.
    Max,
    /// The second player.
    Min,
    /// No player.
    #[default]
    None,
}

impl From<Player> for Owner {
    fn from(player: Player) -> Self {
        match player {
            Player::Max => Self::Max,
            Player::Min => Self::Min,
        }
    }
}

/// Chance has no player, so it becomes [`Owner::None`].
impl From<Turn> for Owner {
    fn from(turn: Turn) -> Self {
        turn.player().map_or(Self::None, Self::from)
    }
}

/// The form of a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A square cell.
    Square,
    /// A hexagonal cell with a corner at the top; the neighbours in its row are 1 away.
    Hex,
    /// A crossing of lines.
    Point,
    /// A hollow with rounded ends.
    Pit,
    /// An inner node of a tree.
    Node,
    /// A leaf of a tree.
    Leaf,
    /// A place that is not drawn itself; only the token on it is.
    Token,
    /// A line between two points.
    Edge,
    /// A polygon.
    Area,
}

/// The colour of a spot. The program that draws chooses the shade.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// As the background of a board.
    #[default]
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// Cloth.
    Green,
    /// A frame with a round hole, through which its tokens are seen; an inert spot has no hole.
    Frame,
    /// The place itself is not drawn.
    None,
}

/// The form of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Glyph {
    /// A disc.
    Disc,
    /// A disc with a crown.
    Crowned,
    /// A ring.
    Ring,
    /// A cross.
    Cross,
    /// A stroke along an edge.
    Stroke,
    /// Seeds, in the number given by the token's count.
    Seed,
    /// A burnt place.
    Fire,
    /// A text.
    Text,
    /// A die that shows the count of the token, 1 to 6.
    Die,
    /// The path of the token: a form of the game's own.
    Path,
    /// The king of chess.
    King,
    /// The queen of chess.
    Queen,
    /// The rook of chess.
    Rook,
    /// The bishop of chess.
    Bishop,
    /// The knight of chess.
    Knight,
    /// The pawn of chess.
    Pawn,
}

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MarkKind {
    /// The last move.
    Last,
    /// An arrow over these spots.
    Arrow,
    /// A line over these spots, such as the four that won.
    Line,
    /// Something was captured here.
    Captured,
    /// A king in check.
    Check,
    /// A place worth a look, for example a legal target for a disc.
    Hint,
    /// The current node of a tree.
    Here,
    /// An empty place that belongs to the owner of the mark.
    Territory,
}

/// The colour of a player's things. The program that draws chooses the shade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Orange.
    Orange,
    /// Yellow.
    Yellow,
    /// Green.
    Green,
    /// Blue.
    Blue,
    /// Purple.
    Purple,
}

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The king of the player to move is attacked, and no move saves it.
    Checkmate,
    /// The player to move has no move, and is not attacked.
    Stalemate,
    /// The position came up too often, or all moves would repeat one that may not come again.
    Repetition,
    /// Too many moves without progress.
    MoveLimit,
    /// No player has enough left to win.
    Material,
    /// A player has reached the goal with a piece, or with all.
    Goal,
    /// A player has a line of pieces.
    Line,
    /// A player has joined the edges.
    Connection,
    /// Pieces, seeds or boxes were counted.
    Count,
    /// No player can move any more: the board is full, or all is taken.
    NoMoves,
    /// A player has no piece left.
    NoPieces,
    /// The player to move has pieces, but no move.
    Blocked,
    /// Both players have passed.
    Passes,
    /// The areas of both were counted.
    Territory,
    /// The piece that must not be lost, or too many, were captured.
    Captured,
    /// A player has as many points as it takes, or the points were compared.
    Points,
    /// A player has only a king left.
    BareKing,
}

/// The part of the board that a click on a spot may hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Targets {
    /// The spot itself.
    #[default]
    Spots,
    /// All spots with the same x, as in connect four.
    Columns,
}
