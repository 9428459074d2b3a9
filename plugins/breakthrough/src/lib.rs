//! The rules of breakthrough.
//!
//! MAX is the first player, White, whose pawns go up the board; MIN is Black. A move is the number of the square it
//! begins on, plus 64 times that of the square it ends on, squares being counted as in an 8 by 8 board: a1 is 0, h1 is
//! 7, a2 is 8.

mod board;
mod evaluate;
mod fen;
mod known;
mod state;
mod view;

pub use state::State;

use board::{Board, SIZES, Targets};
use evaluate::Weights;
use fen::LETTERS;
use plyd_board::{BoardSizes, Cells, Inputs, Signs, Symmetry, Tail, to_move_with};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionSpec, Options, Outcome, ParameterSpec, Player, Plugin,
    SetupError, Turn,
};
use state::{origin, pack, target};

/// The sets of the inputs of a network, and the symmetries of the game.
const SETS: u32 = 2;
const SYMMETRIES: [Symmetry; 1] = [Symmetry::Mirror];

/// Breakthrough on a board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakthrough {
    board: Board,
    max_moves: u32,
    max_plies: u32,
    weights: Weights,
}

impl Breakthrough {
    /// The game that begins with this position.
    fn new(board: Board, root: &State, weights: Weights) -> Self {
        let most_pawns = root.own().count_ones().max(root.other().count_ones());
        // Every move takes a pawn a rank ahead, and nothing brings one back.
        let steps_left = |player: Player| {
            let squares = (0..64).filter(|number| root.pawns(player) >> number & 1 == 1);
            squares.map(|number| board.distance(player, number)).sum::<u32>()
        };
        let max_plies = (steps_left(Player::Max) + steps_left(Player::Min)).max(1);
        Self { board, max_moves: (3 * most_pawns).max(1), max_plies, weights }
    }

    /// Writes the moves to some squares, in the order of their first squares; a pawn's moves go from left to right.
    #[inline]
    fn push(&self, state: &State, Targets { ahead, left, right }: Targets, out: &mut Moves<'_>) {
        let turn = state.turn();
        // Seen from the target square, the pawn stands the other way round.
        let back = |squares: u64| self.board.steps(turn.other(), squares);
        let (ahead, left, right) = (back(ahead).ahead, back(left).right, back(right).left);
        let mut pawns = ahead | left | right;
        let up = turn == Player::Max;
        while pawns != 0 {
            let from = pawns.trailing_zeros();
            let pawn = pawns & pawns.wrapping_neg();
            let to = |step: u32| if up { from + 8 + step - 1 } else { from + step - 9 };
            if left & pawn != 0 {
                out.push(pack(from, to(0)));
            }
            if ahead & pawn != 0 {
                out.push(pack(from, to(1)));
            }
            if right & pawn != 0 {
                out.push(pack(from, to(2)));
            }
            pawns ^= pawn;
        }
    }
}

impl Game for Breakthrough {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: self.max_moves,
            max_plies: self.max_plies,
            win: evaluate::WIN,
            points_per_logit: 230,
            has_key: true,
            features: self.board.grid.inputs(SETS, 0, &SYMMETRIES),
            // No null move: who runs out of safe moves first often loses, so giving up a turn may be the best thing to
            // do.
            abilities: Abilities { order: true, noisy: true, symmetry: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = state.moved(mv);
    }

    /// Men go forward only.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome(&self.board)
    }

    /// There is always one: the foremost pawn has no own pawn before it, so that on a board of two files or more it
    /// can move diagonally.
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        self.push(state, state.targets(&self.board), out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        self.weights.evaluate(&self.board, state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(&self.board)
    }

    /// Wins first, then captures, of the pawns nearest to their goal before the others; then what goes farthest ahead,
    /// to squares that are not attacked or at least defended before the others.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        const WINS: i32 = 100_000;
        const CAPTURES: i32 = 1_000;
        const SAFE: i32 = 100;
        let turn = state.turn();
        let attacked = self.board.attacks(turn.other(), state.other());
        for (mv, score) in moves.iter().zip(scores) {
            let to = 1 << target(*mv);
            let defended = self.board.attacks(turn, state.own() & !(1 << origin(*mv)));
            let rate = |applies: bool, worth: i32| if applies { worth } else { 0 };
            let ahead = self.board.ranks() - self.board.distance(turn, target(*mv));
            // Where the mover still has far to go, a captured pawn was near to its goal.
            let danger = self.board.ranks() - ahead;
            *score = rate(to & self.board.goal(turn) != 0, WINS)
                + rate(to & state.other() != 0, CAPTURES + SAFE * danger as i32)
                + rate(to & attacked == 0, SAFE)
                + rate(to & attacked & defended != 0, SAFE / 2)
                + ahead as i32;
        }
    }

    /// Captures, and moves to the last two ranks: wins and threats to win.
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        let turn = state.turn();
        let goal = self.board.goal(turn);
        let near = goal | self.board.steps(turn.other(), goal).ahead;
        let Targets { ahead, left, right } = state.targets(&self.board);
        let noisy = near | state.other();
        self.push(state, Targets { ahead: ahead & noisy, left: left & noisy, right: right & noisy }, out);
    }

    /// The pawns of both, as the player to move sees them.
    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let (turn, grid) = (state.turn(), &self.board.grid);
        let mut inputs = Inputs::of(words);
        for pawns in [state.own(), state.other()] {
            inputs.cells(grid, grid.seen_by(turn, Cells::from(pawns)));
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        self.board.grid.image_of_input(SETS, &SYMMETRIES, symmetry, input)
    }

    #[inline]
    fn symmetric_key(&self, state: &State) -> u64 {
        state.key(&self.board).min(state.mirrored(&self.board).key(&self.board))
    }
}

impl Plugin for Breakthrough {
    const ID: &'static str = "breakthrough";
    const NAME: &'static str = "Breakthrough";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<plyd_plugin::Board> =
        Some(plyd_plugin::Board { files: 8, ranks: 8, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &SIZES.options(8, 8);
    const PARAMETERS: &'static [ParameterSpec] = evaluate::PARAMETERS;
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let weights = Weights::new(options);
        if !setup.trim().is_empty() {
            let (board, state) = fen::parse(setup)?;
            return Ok((Self::new(board, &state, weights), state));
        }
        let board = BoardSizes::open(options, Board::new)?;
        let state = State::new(board.start(), Tail::START);
        Ok((Self::new(board, &state, weights), state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(&self.board, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        self.board.grid.step_text(origin(mv), target(mv))
    }

    fn picture(&self, state: &State) -> String {
        let text = self.board.grid.picture(Signs::LETTERS, 1, LETTERS, state.sets());
        text + &to_move_with(&LETTERS, Self::SIDES, state.turn(), state.outcome(&self.board))
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    fn gesture(&self, _state: &State, mv: Move) -> Vec<Step> {
        Step::spots([origin(mv), target(mv)].map(|square| self.board.grid.name(square)))
    }
}
