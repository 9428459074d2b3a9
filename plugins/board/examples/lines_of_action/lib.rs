//! Lines of Action (Claude Soucie, 1969): a stone moves along a line, by as many cells as there are stones on that
//! line. It may pass over own stones, and captures a stone on its target. A player who joins all own stones wins; if
//! both players' stones are joined, the mover wins.

#[cfg(test)]
mod tests;

use plyd_board::{
    Cells, Direction, Geometry, Inputs, Look, Paint, Rays, Symmetry, TwoSets, ends, is_joined, push_goals,
};
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Board, Facts, Game, Move, Moves, Options, Outcome, Player, Plugin, Repetition, SetupError, Turn,
};

plyd_plugin::export!(LinesOfAction);

const BOARD: Geometry<8> = Geometry::new(8, 8);
static RAYS: Rays<64> = BOARD.rays();
static NEAR: [Cells; 64] = BOARD.rings(1);
/// Black is MAX.
const LOOK: Look<8> = Look::new(BOARD, ["B", "w"], Paint::Chequered, "1BBBBBB1/w6w/w6w/w6w/w6w/w6w/w6w/1BBBBBB1 w");

/// The game. All that changes is in the state: the stones of both, whose turn it is, and the plies since a capture.
#[derive(Debug)]
pub struct LinesOfAction;

/// The cells that a stone of the player to move can go to.
fn goals(state: &TwoSets, from: u32) -> Cells {
    let goal = |way: &Direction| {
        let to = BOARD.ahead(from, *way, RAYS.on_line(from, *way, state.all()))?;
        let is_open = !state.own().contains(to) && !RAYS.between(from, to, *way).meets(state.other());
        is_open.then_some(to)
    };
    Direction::ALL.iter().filter_map(goal).collect()
}

fn are_joined(stones: Cells) -> bool {
    is_joined(stones, |set| BOARD.around(set))
}

/// How far stones are from the middle of them all, in steps of a king.
fn spread(stones: Cells) -> i32 {
    let places = || stones.into_iter().map(|cell| BOARD.place(cell));
    let middle = |sum: u32| (sum + stones.len() / 2) / stones.len().max(1);
    let (file, rank) = (middle(places().map(|place| place.0).sum()), middle(places().map(|place| place.1).sum()));
    places().map(|place| place.0.abs_diff(file).max(place.1.abs_diff(rank)) as i32).sum()
}

impl Game for LinesOfAction {
    type State = TwoSets;

    fn facts(&self) -> Facts {
        Facts {
            // Eight directions of each stone; a setup has at most 63 that can move.
            max_moves: 8 * 63,
            win: 10_000,
            has_key: true,
            repetition: Some(Repetition::draw(3)),
            features: BOARD.inputs(2, 0, &Symmetry::SQUARE),
            abilities: Abilities { order: true, symmetry: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    fn turn(&self, state: &TwoSets) -> Turn {
        state.turn().into()
    }

    fn play(&self, state: &mut TwoSets, mv: Move) {
        let [from, to] = ends(mv);
        state.capture(from, to);
    }

    /// A captured stone stays away.
    fn is_irreversible(&self, parent: &TwoSets, mv: Move) -> bool {
        parent.other().contains(ends(mv)[1])
    }

    /// Who cannot move loses.
    fn outcome(&self, state: &TwoSets) -> Outcome {
        let can_move = || state.own().into_iter().any(|from| !goals(state, from).is_empty());
        match are_joined(state.other()) {
            false if are_joined(state.own()) => Outcome::Win(state.turn()),
            false if can_move() => Outcome::Ongoing,
            _ => Outcome::Win(state.turn().other()),
        }
    }

    fn moves(&self, state: &TwoSets, out: &mut Moves<'_>) {
        state.own().into_iter().for_each(|from| push_goals(from, goals(state, from), out));
    }

    fn evaluate(&self, state: &TwoSets) -> i32 {
        10 * (spread(state.sets[1]) - spread(state.sets[0]))
    }

    /// The stones of both.
    fn features(&self, state: &TwoSets, words: &mut [u64]) -> Player {
        let mut inputs = Inputs::of(words);
        inputs.cells(&BOARD, state.own());
        inputs.cells(&BOARD, state.other());
        state.turn()
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        BOARD.image_of_input(2, &Symmetry::SQUARE, symmetry, input)
    }

    fn key(&self, state: &TwoSets) -> u64 {
        state.key()
    }

    fn symmetric_key(&self, state: &TwoSets) -> u64 {
        state.symmetric_key(&BOARD)
    }

    /// Moves that come to more own stones than they leave are first.
    fn order(&self, state: &TwoSets, moves: &[Move], scores: &mut [i32]) {
        for (mv, score) in moves.iter().zip(scores) {
            let [left, joined] = ends(*mv).map(|cell| (NEAR[cell as usize] & state.own()).len() as i32);
            *score = 100 * (joined - left);
        }
    }
}

impl Plugin for LinesOfAction {
    const ID: &'static str = "lines-of-action";
    const NAME: &'static str = "Lines of Action";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const BOARD: Option<Board> = Some(Board { files: 8, ranks: 8, pocket: false, template: "fairy" });
    const SIDES: Option<[&'static str; 2]> = Some(["Black", "White"]);

    fn open(setup: &str, _options: &Options<'_>) -> Result<(Self, TwoSets), SetupError> {
        Ok((Self, LOOK.open(setup)?))
    }

    fn format_state(&self, state: &TwoSets) -> String {
        LOOK.text(state)
    }

    fn format_move(&self, _state: &TwoSets, mv: Move) -> String {
        BOARD.move_text(mv)
    }

    fn picture(&self, state: &TwoSets) -> String {
        LOOK.picture(state, Self::SIDES, self.outcome(state))
    }

    fn view(&self, state: &TwoSets) -> Option<View> {
        Some(LOOK.view(state))
    }

    fn gesture(&self, _state: &TwoSets, mv: Move) -> Vec<Step> {
        BOARD.gesture(mv)
    }
}
