//! A game with compiled rules, from the viewpoint of a search.

use crate::Source;
use crate::grid::{Set, image};
use crate::moves::{Deed, Take, Wanted};
use crate::rules::{Chain, Pass, Rules};
use crate::state::State;
use plyd_board::Inputs;
use plyd_plugin::{Abilities, Facts, Features, Game, Move, Moves, Outcome, Player, Turn, splitmix64};
use std::fmt;
use std::marker::PhantomData;

/// The score of a win.
const WIN: i32 = 20_000;

/// A game with the rules of a source, opened with a setup.
pub struct BoardGame<S> {
    pub(crate) rules: &'static Rules,
    facts: Facts,
    /// Whether a piece can never return to an earlier cell.
    is_forward: bool,
    /// The symmetries of the network inputs, as indices among those of the board.
    input_symmetries: Vec<usize>,
    source: PhantomData<fn() -> S>,
}

impl<S> fmt::Debug for BoardGame<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardGame").field("id", &self.rules.id).field("facts", &self.facts).finish_non_exhaustive()
    }
}

impl<S> BoardGame<S> {
    /// Creates the game that begins with this position.
    pub(crate) fn new(rules: &'static Rules, root: &State) -> Self {
        let symmetries = &rules.symmetries;
        let commutes = |images: &Vec<u16>| {
            symmetries.exchange.iter().all(|exchange| {
                let mut both = exchange.iter().zip(images);
                both.all(|(other, own)| images[usize::from(*other)] == exchange[usize::from(*own)])
            })
        };
        let all = symmetries.of_board.iter().enumerate();
        let input_symmetries: Vec<usize> =
            all.filter(|(_, images)| commutes(images)).map(|(number, _)| number).collect();
        let inputs = sets(rules) * rules.board.size() + other_inputs(rules);
        let features =
            Features { inputs, symmetries: input_symmetries.len() as u32, sides_differ: symmetries.exchange.is_none() };
        let captures = rules.custody.is_some()
            || rules.kinds.iter().any(|kind| kind.promotion.is_some())
            || (0..2).any(|side| (0..rules.kinds.len()).any(|kind| has_captures(rules, side, kind)));
        let facts = Facts {
            max_moves: rules.max_moves(root),
            max_plies: rules.max_plies(root),
            win: WIN,
            has_key: true,
            repetition: rules.goals.repetition,
            features: if inputs <= Features::MOST_INPUTS { features } else { Features::NONE },
            abilities: Abilities {
                noisy: captures,
                order: captures,
                symmetry: !symmetries.of_board.is_empty(),
                horizon: rules.goals.turns.is_some() || rules.goals.quiet.is_some(),
                ..Abilities::NONE
            },
            ..Facts::DEFAULT
        };
        Self {
            rules,
            facts,
            is_forward: rules.is_forward() && rules.placing.is_none(),
            input_symmetries,
            source: PhantomData,
        }
    }
}

fn has_captures(rules: &Rules, side: usize, kind: usize) -> bool {
    rules.board.cells.into_iter().any(|cell| {
        !rules.tables.rays(side, kind, cell, true).is_empty()
            || !rules.tables.step_set(side, kind, cell, true).is_empty()
    })
}

/// The number of cell sets among the inputs: one for each kind and player, and one for the piece that continues to
/// capture.
fn sets(rules: &Rules) -> u32 {
    2 * rules.kinds.len() as u32 + u32::from(rules.chain != Chain::No)
}

/// The number of other inputs: the pieces in hand of both players, and the passes.
fn other_inputs(rules: &Rules) -> u32 {
    2 * hand(rules) + if rules.pass == Pass::Never { 0 } else { PASSES }
}

/// The number of consecutive passes up to which the inputs are distinct.
const PASSES: u32 = 9;

fn hand(rules: &Rules) -> u32 {
    rules.placing.as_ref().and_then(|placing| placing.hands).map_or(0, |[first, second]| first.max(second))
}

impl<S: Source> Game for BoardGame<S> {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        self.facts
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        self.rules.play(state, mv);
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        state.outcome()
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        self.rules.each_move(state, Wanted::All, |mv| {
            out.push(mv);
            false
        });
    }

    /// Sums the values of the pieces.
    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        let of_kind = |kind: usize| {
            let pieces = state.of_kind(kind);
            let [first, second] = state.sides.map(|side| (pieces & side).len() as i32);
            self.rules.kinds[kind].value * (first - second)
        };
        let hands = self.rules.placing.as_ref().map_or(0, |placing| {
            self.rules.kinds[placing.kind].value * (i32::from(state.hands[0]) - i32::from(state.hands[1]))
        });
        let value = (0..self.rules.kinds.len()).map(of_kind).sum::<i32>() + hands;
        value.clamp(1 - WIN, WIN - 1)
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        let hands = u64::from(state.hands[0]) << 32 | u64::from(state.hands[1]) << 16;
        let others = u64::from(state.chain) << 48 | hands | u64::from(state.passes) << 1 | state.side() as u64;
        let mut key = splitmix64::mixed(others);
        let words = self.rules.board.words();
        let mut add = |set: &Set| {
            for word in &set.words()[..words] {
                key = splitmix64::mixed(key ^ word);
            }
        };
        state.sides.iter().for_each(&mut add);
        if self.rules.kinds.len() > 1 {
            state.kinds.iter().for_each(&mut add);
        }
        key
    }

    #[inline]
    fn is_irreversible(&self, parent: &State, mv: Move) -> bool {
        match Deed::of(mv) {
            Deed::Place(_) => true,
            Deed::Go { take: Take::Nothing, .. } => {
                self.is_forward
                    || self
                        .rules
                        .custody
                        .as_ref()
                        .is_some_and(|custody| !custody.flips && self.rules.is_noisy(parent, mv))
                        && !matches!(Deed::of(mv), Deed::Go { promotion: Some(_), .. })
            }
            Deed::Go { .. } => true,
            Deed::Pass | Deed::Stop => false,
        }
    }

    /// Scores captures of the most valuable pieces highest, then promotions.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        const CAPTURE: i32 = 1_000;
        let value = |kind: usize| self.rules.kinds[kind].value;
        for (mv, score) in moves.iter().zip(scores) {
            *score = 0;
            if let Deed::Go { from, to, take, promotion } = Deed::of(*mv) {
                let gain = promotion.map_or(0, |kind| value(kind) - value(state.kind(from)));
                *score = gain
                    + match take {
                        Take::Nothing => 0,
                        Take::Target => CAPTURE + value(state.kind(to)),
                        Take::Hopped => CAPTURE,
                    };
            }
        }
    }

    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        self.rules.each_move(state, Wanted::Noisy, |mv| {
            out.push(mv);
            false
        });
    }

    fn plies_left(&self, state: &State) -> u16 {
        self.rules.plies_left(state)
    }

    /// Writes the pieces of each kind, from the viewpoint of the player to move.
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        let turn = state.turn();
        let rules = self.rules;
        let size = rules.board.size();
        let mut inputs = Inputs::of(words);
        let exchange = rules.symmetries.exchange.as_ref().filter(|_| turn == Player::Min);
        let mut add = |set: Set| {
            let set = exchange.map_or(set, |images| image(images, set));
            let mut left = size;
            for word in &set.words()[..rules.board.words()] {
                inputs.bits(*word, left.min(u64::BITS));
                left = left.saturating_sub(u64::BITS);
            }
        };
        let sides = [state.side(), 1 - state.side()];
        for side in sides {
            for kind in 0..rules.kinds.len() {
                add(state.of_kind(kind) & state.sides[side]);
            }
        }
        if rules.chain != Chain::No {
            add(state.chain.checked_sub(1).map_or(Set::EMPTY, |cell| Set::of(cell.into())));
        }
        for side in sides.into_iter().filter(|_| hand(rules) > 0) {
            inputs.above(state.hands[side].into(), hand(rules));
        }
        if rules.pass != Pass::Never {
            inputs.above(state.passes.into(), PASSES);
        }
        turn
    }

    fn feature_image(&self, symmetry: u32, input: u32) -> u32 {
        let size = self.rules.board.size();
        let images =
            self.input_symmetries.get(symmetry as usize).map(|number| &self.rules.symmetries.of_board[*number]);
        match images {
            Some(images) if input < sets(self.rules) * size => {
                input / size * size + u32::from(images[(input % size) as usize])
            }
            _ => input,
        }
    }

    fn image(&self, state: &State, number: u32) -> Option<State> {
        let images = self.rules.symmetries.of_board.get(number as usize)?;
        let chain = state.chain.checked_sub(1).map_or(0, |cell| images[usize::from(cell)] + 1);
        Some(State {
            sides: state.sides.map(|set| image(images, set)),
            kinds: state.kinds.map(|set| image(images, set)),
            chain,
            ..*state
        })
    }
}
