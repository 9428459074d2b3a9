//! The rules of kalah.
//!
//! MAX is the first player, White in the notation; MIN is the second player, Black. A move is the number of the mover's
//! house, counted from 0 at the mover's left, plus 16 for MIN.

mod features;
mod known;
mod notation;
mod row;
mod state;
mod view;

pub use state::State;

use plyd_board::file_name;
use plyd_plugin::view::{Step, View};
use plyd_plugin::{
    Abilities, Facts, Game, KnownPerft, Move, Moves, OptionKind, OptionSpec, Options, Outcome, ParameterSpec, Player,
    Plugin, SetupError, Turn,
};
use row::{MOST_HOUSES, MOST_SEEDS, Row};
use state::Rules;

/// The value of a win, which exceeds every margin. Games of kalah end with a margin instead.
const WIN: i32 = 256;
const _: () = assert!(WIN as u32 > MOST_SEEDS);

/// The offset of MIN's moves. It distinguishes the houses of both players with the same number.
const MIN_MOVE: u32 = 16;
const _: () = assert!(MIN_MOVE >= MOST_HOUSES);

/// Kalah on a board of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kalah {
    rules: Rules,
    /// The number of seeds in each house with which the last seed falls into the store.
    reaching: Row,
    weights: Weights,
}

/// The heuristic values of seeds that are not in a store, in hundredths of a stored seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Weights {
    house_seed: i32,
    second_turn: i32,
}

/// The parameter for the value of a seed in a house. All values of both parameters keep a position below the value of a
/// win: a single seed next to the store is worth at most 1.5, two seeds in the house before it at most 2.25, and
/// elsewhere a seed is not worth more than a stored one.
const HOUSE_SEED: ParameterSpec = ParameterSpec {
    name: "House Seed",
    meaning: "what a seed in a house is worth, in hundredths of one in the store",
    default: 25,
    min: 0,
    max: 75,
};
const SECOND_TURN: ParameterSpec = ParameterSpec {
    name: "Second Turn",
    meaning: "what a house is worth whose last seed reaches the store, in hundredths of a seed",
    default: 50,
    min: 0,
    max: 75,
};

impl Kalah {
    fn new(rules: Rules, options: &Options<'_>) -> Self {
        let [house_seed, second_turn] = [HOUSE_SEED, SECOND_TURN].map(|spec| options.parameter(&spec));
        let weights = Weights { house_seed, second_turn };
        let houses = 0..rules.houses;
        let reaching = houses.fold(Row::EMPTY, |row, house| row.plus(Row::seeds(house, rules.houses - house)));
        Self { rules, reaching, weights }
    }

    fn house(mv: Move) -> u32 {
        mv.0 % MIN_MOVE
    }

    #[inline]
    fn mv(state: &State, house: u32) -> Move {
        Move(house + if state.turn() == Player::Max { 0 } else { MIN_MOVE })
    }

    /// The number of seeds that a move adds to the mover's store, and whether it gives a second turn.
    #[inline]
    fn gain(&self, state: &State, house: u32) -> (u32, bool) {
        let child = state.sown(&self.rules, house);
        let mover = state.turn();
        let gained = child.row(mover).at(self.rules.houses) - state.own().at(self.rules.houses);
        (gained, child.turn() == mover)
    }

    /// The stored and the expected seeds of one player, multiplied by 100.
    #[inline]
    fn prospects(&self, row: Row) -> i32 {
        let houses = self.rules.houses;
        let in_houses = row.lowest(houses).total();
        let second_turns = row.equal_places(self.reaching, houses);
        let Weights { house_seed, second_turn } = self.weights;
        100 * row.at(houses).cast_signed()
            + house_seed * in_houses.cast_signed()
            + second_turn * second_turns.cast_signed()
    }
}

impl Game for Kalah {
    type State = State;

    #[inline]
    fn facts(&self) -> Facts {
        let Rules { houses, seeds, .. } = self.rules;
        Facts {
            max_moves: houses,
            // Let a seed in a house have the weight h(h - 1) plus its distance to its owner's store, 1 to h, and let a
            // seed in a store have the weight 0. Every move decreases the total weight, so the initial weight bounds
            // the number of plies. A capture only decreases the weight, and a move within the own row brings seeds
            // nearer to the store. A longer move puts a seed into the store on each lap, which removes more than h(h -
            // 1). What a lap from house i (counted from 0) adds is at most i - j for each house j of the opponent, and
            // for each own house j up to i, in total at most h(h - 1).
            max_plies: (seeds * houses * houses).max(1),
            win: WIN,
            points_per_logit: 3,
            draw_points: 1,
            has_key: true,
            features: features::of(&self.rules),
            // The null move is off because having to move is a burden when it gives seeds away. There is no symmetry
            // because sowing has a direction.
            abilities: Abilities { order: true, noisy: true, ..Abilities::NONE },
            ..Facts::DEFAULT
        }
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        state.turn().into()
    }

    #[inline]
    fn play(&self, state: &mut State, mv: Move) {
        *state = state.sown(&self.rules, Self::house(mv));
    }

    /// Every move is irreversible: seeds only move forward, and each lap leaves some in a store.
    #[inline]
    fn is_irreversible(&self, _parent: &State, _mv: Move) -> bool {
        true
    }

    #[inline]
    fn outcome(&self, state: &State) -> Outcome {
        if !state.is_finished(&self.rules) {
            return Outcome::Ongoing;
        }
        // The remaining seeds in houses belong to the owner of the house.
        Outcome::Utility(2 * state.row(Player::Max).total().cast_signed() - self.rules.seeds.cast_signed())
    }

    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<'_>) {
        state.own().lowest(self.rules.houses).each_occupied(|house| out.push(Self::mv(state, house)));
    }

    #[inline]
    fn evaluate(&self, state: &State) -> i32 {
        (self.prospects(state.row(Player::Max)) - self.prospects(state.row(Player::Min))) / 100
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.key(&self.rules)
    }

    #[inline]
    fn features(&self, state: &State, words: &mut [u64]) -> Player {
        features::write(&self.rules, state, words);
        state.turn()
    }

    /// Scores second turns first, with the houses nearest to the store before the others, because they disturb the
    /// other houses least. Other moves are scored by the number of stored seeds.
    fn order(&self, state: &State, moves: &[Move], scores: &mut [i32]) {
        const SECOND_TURN: u32 = 10_000;
        const SEED: u32 = 20;
        for (mv, score) in moves.iter().zip(scores) {
            let house = Self::house(*mv);
            let (gained, again) = self.gain(state, house);
            *score = (house + if again { SECOND_TURN } else { SEED * gained }).cast_signed();
        }
    }

    /// Generates the moves that give a second turn or store at least two seeds. Each of them stores a seed, so
    /// sequences of such moves are short.
    fn noisy(&self, state: &State, out: &mut Moves<'_>) {
        state.own().lowest(self.rules.houses).each_occupied(|house| {
            let (gained, again) = self.gain(state, house);
            if again || gained >= 2 {
                out.push(Self::mv(state, house));
            }
        });
    }
}

impl Plugin for Kalah {
    const ID: &'static str = "kalah";
    const NAME: &'static str = "Kalah";
    const VERSION: &'static str = env!("CARGO_PKG_VERSION");
    const SIDES: Option<[&'static str; 2]> = Some(["White", "Black"]);
    const ABOUT: Option<&'static str> = Some(include_str!("../about.toml"));
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec { name: "Houses", kind: OptionKind::Spin { default: 6, min: 1, max: MOST_HOUSES as i64 } },
        OptionSpec { name: "Seeds", kind: OptionKind::Spin { default: 4, min: 1, max: MOST_SEEDS as i64 / 2 } },
        OptionSpec { name: "EmptyCapture", kind: OptionKind::Check { default: false } },
    ];
    const PARAMETERS: &'static [ParameterSpec] = &[HOUSE_SEED, SECOND_TURN];
    const PERFT: &'static [KnownPerft] = known::PERFT;

    fn open(setup: &str, options: &Options<'_>) -> Result<(Self, State), SetupError> {
        let empty_capture = options.flag("EmptyCapture").unwrap_or_default();
        if !setup.trim().is_empty() {
            let (rules, state) = notation::parse(setup, empty_capture)?;
            return Ok((Self::new(rules, options), state));
        }
        let number = |name| options.integer(name).and_then(|number| u32::try_from(number).ok()).unwrap_or_default();
        let (houses, each) = (number("Houses"), number("Seeds"));
        if !(1..=MOST_HOUSES).contains(&houses) || each == 0 {
            return Err(SetupError::new(format!(
                "a game of {houses} houses with {each} seeds each is not possible: use 1 to {MOST_HOUSES} houses, and at \
                 least one seed (options Houses and Seeds)"
            )));
        }
        let seeds = each.saturating_mul(2 * houses);
        if seeds > MOST_SEEDS {
            return Err(SetupError::new(format!(
                "a game of two times {houses} houses with {each} seeds each has {seeds} seeds, but should have at most \
                 {MOST_SEEDS} (options Houses and Seeds)"
            )));
        }
        let row = Row::ones(houses).times(each);
        Ok((Self::new(Rules { houses, seeds, empty_capture }, options), State::new(row, row, Player::Max)))
    }

    fn format_state(&self, state: &State) -> String {
        notation::format(&self.rules, state)
    }

    fn format_move(&self, _state: &State, mv: Move) -> String {
        file_name(Self::house(mv)).to_string()
    }

    fn parse_move(&self, state: &State, text: &str) -> Option<Move> {
        if state.is_finished(&self.rules) {
            return None;
        }
        let text = text.to_ascii_lowercase();
        let named = |house: &u32| text == file_name(*house).to_string() || text == (house + 1).to_string();
        let house = (0..self.rules.houses).find(named)?;
        (state.own().at(house) > 0).then(|| Self::mv(state, house))
    }

    /// Draws Black's houses above White's from White's point of view, with the stores at the sides and the names of the
    /// houses.
    fn picture(&self, state: &State) -> String {
        let (max, min) = (state.row(Player::Max), state.row(Player::Min));
        let houses = self.rules.houses;
        let line =
            |cell: &dyn Fn(u32) -> String| (0..houses).map(|file| format!("{:>4}", cell(file))).collect::<String>();
        let turn = match state.turn() {
            _ if state.is_finished(&self.rules) => "",
            Player::Max => "\nWhite to move",
            Player::Min => "\nBlack to move",
        };
        let between = " ".repeat(4 * houses as usize);
        [
            format!("    {}\n", line(&|file| file_name(houses - 1 - file).to_string())),
            format!("    {}\n", line(&|file| min.at(houses - 1 - file).to_string())),
            format!("{:>4}{between}{:>4}\n", min.at(houses), max.at(houses)),
            format!("    {}\n", line(&|file| max.at(file).to_string())),
            format!("    {}", line(&|file| file_name(file).to_string())),
            turn.to_string(),
        ]
        .concat()
    }

    fn view(&self, state: &State) -> Option<View> {
        Some(view::view(self, state))
    }

    fn gesture(&self, state: &State, mv: Move) -> Vec<Step> {
        Step::spots([view::house_id(state.turn(), Self::house(mv))])
    }
}
