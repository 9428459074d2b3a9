//! The rules of chess and Chess960.
//!
//! MAX plays White, MIN plays Black. The crate `cozy-chess` generates and makes the moves; this crate adds the end of
//! the game, text formats, views and a heuristic evaluation.

mod book;
mod evaluate;
mod features;
mod fen;
mod men;
mod moves;
mod notation;
mod order;
mod outcome;
mod perft;
mod picture;
mod san;
mod tables;
mod view;

use cozy_chess::Color;
use plyd_board::to_move;
use plyd_plugin::view::View;
use plyd_plugin::{
    Abilities, Board, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, Player, Plugin,
    Repetition, SetupError, Step, Turn, Want,
};

/// A position with all fields of FEN: pieces, side to move, castling rights, en passant square and both counters.
pub type State = cozy_chess::Board;

// The size matters because a search copies a state at every node.
const _: () = assert!(size_of::<State>() == 104 && !std::mem::needs_drop::<State>());

/// The game of chess. The rules need no data; only the notation of castling has an option.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess {
    /// Whether positions and moves use the castling notation of Chess960. The rules are the same.
    pub chess960: bool,
}

impl Chess {
    /// The value of a win, which is a thousand pawns and exceeds every heuristic value.
    pub const WIN: i32 = 100_000;

    /// An upper bound on the number of legal moves. A setup has at most 16 men per side. A king has at most 8 steps and
    /// 2 castling moves, and none of the other 15 men has more moves than a queen in the middle of an empty board, 27.
    /// A pawn has at most 12: three ways to promote to four pieces. Positions of real games have at most 218 moves.
    const MAX_MOVES: u32 = 8 + 2 + 15 * 27;

    /// An upper bound on the length of a game. Under the fifty-move rule, if it is claimed, at most 100 plies pass
    /// without a pawn move or a capture. There are at most 16 pawns with 6 moves each, and 30 men to capture.
    const MAX_PLIES: u32 = (16 * 6 + 30 + 1) * 100;
}

impl Game for Chess {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        Facts {
            max_moves: Self::MAX_MOVES,
            max_plies: Self::MAX_PLIES,
            win: Self::WIN,
            points_per_logit: 220,
            draw_points: 120,
            has_key: true,
            moves_are_actions: true,
            repetition: Some(Repetition::draw(3)),
            chance: None,
            features: features::FEATURES,
            abilities: Abilities {
                order: true,
                noisy: true,
                check: true,
                null_move: true,
                futility: true,
                horizon: true,
                winnable: true,
                ..Abilities::NONE
            },
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        player(state.side_to_move()).into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        state.play_unchecked(moves::unpack(mv));
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        let can_move = state.generate_moves(|_| true);
        outcome::of(state, can_move)
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        moves::all(state, out);
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        evaluate::evaluate(state)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        // Two positions are equal if they allow the same moves, so an en passant square counts only if a capture on it
        // is legal.
        match moves::en_passant(state) {
            Some(_) => state.hash(),
            None => state.hash_without_ep(),
        }
    }

    #[inline]
    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        moves::is_irreversible(parent, moves::unpack(mv))
    }

    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        features::write(state, words);
        player(state.side_to_move())
    }

    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        order::rate(state, moves, scores);
    }

    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        moves::noisy(state, out);
    }

    #[inline]
    fn in_check(&self, state: &State) -> bool {
        !state.checkers().is_empty()
    }

    fn pass(&self, state: &mut State) -> bool {
        // A side with only king and pawns is often in zugzwang, so the null move is not safe.
        if !men::has_pieces(state, state.side_to_move()) {
            return false;
        }
        let Some(passed) = state.null_move() else { return false };
        *state = passed;
        true
    }

    /// No move is quiet in check.
    fn futility_margin(&self, state: &State) -> i32 {
        if self.in_check(state) { 0 } else { evaluate::QUIET_GAIN }
    }

    /// The half-move clock is not part of the key, so searches need this number.
    fn plies_left(&self, state: &State) -> u16 {
        outcome::plies_left(state)
    }

    fn can_win(&self, state: &State, player: Player) -> bool {
        outcome::can_mate(state, if player == Player::Max { Color::White } else { Color::Black })
    }

    /// Does the work of the default implementation, but does not generate moves a second time to detect the end of the
    /// game.
    #[inline]
    fn examine(&self, state: &State, want: Want, out: &mut Moves<'_>) -> Step {
        let turn = self.turn(state);
        let lists = want.contains(Want::MOVES);
        let outcome = if lists {
            moves::all(state, out);
            outcome::of(state, !out.is_empty())
        } else {
            self.outcome(state)
        };
        if outcome == Outcome::Ongoing && want.contains(Want::NOISY) {
            self.noisy(state, out);
        }
        if out.overflowed() {
            return Step::FAILED;
        }
        let mut step = Step::new(outcome, turn);
        if want.fills_buffer() {
            step = step.with_count(out.len());
        }
        if step.is_ongoing() {
            if want.contains(Want::VALUE) {
                step = step.with_value(self.evaluate(state));
            }
            if want.contains(Want::CHECK) {
                step = step.with_check(self.in_check(state));
            }
        }
        if want.contains(Want::KEY) {
            step = step.with_key(self.key(state));
        }
        step
    }
}

impl Plugin for Chess {
    const ID: &'static str = "chess";
    const NAME: &'static str = "Chess";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 8, ranks: 8, pocket: false, template: "chess" });
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] =
        &[OptionSpec { name: "UCI_Chess960", kind: OptionKind::Check { default: false } }];
    const PERFT: &'static [KnownPerft] = perft::KNOWN;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let game = Self { chess960: options.flag("UCI_Chess960").unwrap_or(false) };
        let setup = setup.trim();
        let state = if setup.is_empty() { State::startpos() } else { fen::parse(setup, game.chess960)? };
        Ok((game, state))
    }

    fn format_state(&self, state: &State) -> String {
        fen::format(state, self.chess960)
    }

    fn format_move(&self, state: &State, mv: Move) -> String {
        notation::format(state, moves::unpack(mv), self.chess960)
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        self.outcome(state).has_moves().then(|| notation::parse(state, text, self.chess960)).flatten().map(moves::pack)
    }

    const HAS_NOTATION: bool = true;

    /// Writes a move in standard algebraic notation.
    fn notate(&self, state: &State, mv: Move) -> String {
        san::write(state, moves::unpack(mv))
    }

    fn read_notation(&self, state: &State, word: &str) -> Option<Move> {
        if !self.outcome(state).has_moves() {
            return None;
        }
        let mv = san::read(state, word).or_else(|| notation::parse(state, word, self.chess960));
        mv.map(moves::pack)
    }

    /// Returns the key of the position in Polyglot opening books.
    fn book_key(&self, state: &State) -> Option<u64> {
        Some(book::key(state))
    }

    fn picture(&self, state: &State) -> String {
        let picture = picture::draw(state);
        if self.outcome(state) != Outcome::Ongoing {
            return picture;
        }
        let check = if self.in_check(state) { ", in check" } else { "" };
        picture + &to_move(Self::SIDES, player(state.side_to_move()), Outcome::Ongoing) + check
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(state))
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<plyd_plugin::view::Step> {
        view::gesture(state, mv, self.chess960)
    }
}

#[inline]
fn player(color: Color) -> Player {
    match color {
        Color::White => Player::Max,
        Color::Black => Player::Min,
    }
}
