use super::table::Encounter;
use crate::game::Pairing;
use std::ops::Range;

/// The maximum number of tiebreak pairs; after these, the engine listed first advances.
const MOST_TIE_BREAKS: u64 = 8;

/// A tournament in which the loser of a duel is eliminated.
///
/// The bracket follows the seeds, which are the positions in the list of engines: the first meets the last, and the top
/// engines meet as late as possible. If the number of engines is not a power of two, the first ones enter a stage
/// later.
///
/// Every duel of the bracket reserves the numbers of all encounters that it may need: its rounds, then the tiebreaks.
#[derive(Clone, Debug)]
pub struct Knockout {
    rounds: u64,
    games: u64,
    /// The duels by stage, and within a stage from the top of the bracket to the bottom.
    duels: Vec<Duel>,
    /// The number of tiebreak games needed so far.
    tie_breaks: u64,
}

/// All games of two engines in one stage of a knockout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duel {
    /// The stage, from 0; the last one is the final.
    pub stage: u32,
    /// The two engines, the one listed first before the other; `None` until both are known.
    pub engines: Option<[usize; 2]>,
    /// The half points of both engines, including tiebreaks.
    pub half_points: [u64; 2],
    /// The number of played games, including tiebreaks.
    pub played: u64,
    /// The number of tiebreak pairs needed so far.
    pub tie_breaks: u64,
    /// The engine that advances, once known.
    pub winner: Option<usize>,
    /// The engines known so far.
    entrants: Vec<usize>,
    /// The index of the duel that the winner advances to; `None` for the final.
    next: Option<usize>,
}

impl Knockout {
    /// Creates a knockout between this many engines, at least two.
    pub(super) fn new(engines: usize, rounds: u64, games: u64) -> Self {
        let mut knockout = Self { rounds, games, duels: Vec::new(), tie_breaks: 0 };
        // The entrant of each place of a stage: initially a seed, later the winner of a duel.
        let seeds = seeds(engines.next_power_of_two());
        let mut places: Vec<_> =
            seeds.into_iter().map(|seed| (seed < engines).then_some(Entrant::Engine(seed))).collect();
        let mut stage = 0;
        while places.len() > 1 {
            let meet = |two: &[Option<Entrant>]| match *two {
                [Some(first), Some(second)] => Some(knockout.meet(stage, [first, second])),
                [first, second] => first.or(second),
                _ => None,
            };
            places = places.chunks(2).map(meet).collect();
            stage += 1;
        }
        knockout
    }

    /// Adds a duel.
    fn meet(&mut self, stage: u32, two: [Entrant; 2]) -> Entrant {
        let place = self.duels.len();
        let mut duel = Duel {
            stage,
            engines: None,
            half_points: [0; 2],
            played: 0,
            tie_breaks: 0,
            winner: None,
            entrants: Vec::new(),
            next: None,
        };
        for entrant in two {
            match entrant {
                Entrant::Engine(engine) => duel.enter(engine),
                Entrant::WinnerOf(other) => self.duels[other].next = Some(place),
            }
        }
        self.duels.push(duel);
        Entrant::WinnerOf(place)
    }

    /// Returns the number of possible encounters.
    pub(super) fn len(&self) -> u64 {
        self.duels.len() as u64 * self.encounters_of_duel()
    }

    pub(super) fn planned(&self) -> u64 {
        self.duels.len() as u64 * self.rounds * self.games + self.tie_breaks * 2
    }

    pub(super) fn rounds(&self) -> u64 {
        u64::from(self.stages()) * self.encounters_of_duel()
    }

    /// Returns the number of stages.
    #[must_use]
    pub fn stages(&self) -> u32 {
        self.duels.last().map_or(0, |duel| duel.stage + 1)
    }

    /// Returns all duels, by stage, and within a stage from the top of the bracket to the bottom.
    #[must_use]
    pub fn duels(&self) -> &[Duel] {
        &self.duels
    }

    /// Returns the winner of the final, once known.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.duels.last()?.winner
    }

    /// Returns all engines, sorted by the stage reached, then by their order in the list.
    #[must_use]
    pub fn ranking(&self) -> Vec<usize> {
        let mut reached: Vec<_> = (0..=self.duels.len()).map(|engine| (0, engine)).collect();
        for duel in &self.duels {
            duel.entrants.iter().for_each(|&engine| reached[engine].0 = duel.stage);
        }
        if let Some(winner) = self.winner() {
            reached[winner].0 += 1;
        }
        reached.sort_by_key(|&(stage, engine)| (std::cmp::Reverse(stage), engine));
        reached.into_iter().map(|(_, engine)| engine).collect()
    }

    pub(super) fn encounter(&self, encounter: u64) -> Option<Encounter> {
        let (place, within) = (encounter / self.encounters_of_duel(), encounter % self.encounters_of_duel());
        let duel = self.duels.get(usize::try_from(place).ok()?)?;
        let is_called_for = within < self.rounds + duel.tie_breaks * self.encounters_of_tie_break();
        let round = u64::from(duel.stage) * self.encounters_of_duel() + within;
        Some((round, duel.engines.filter(|_| is_called_for)?, within % 2 == 1))
    }

    /// Adds a game of the plan; `half_points` returns the result of an engine.
    pub(super) fn played(&mut self, game: Pairing, half_points: impl Fn(usize) -> u8) -> Option<Range<u64>> {
        let place = usize::try_from(game.encounter / self.encounters_of_duel()).ok()?;
        let regular = self.rounds * self.games;
        let duel = &mut self.duels[place];
        let engines = duel.engines?;
        duel.played += 1;
        duel.half_points.iter_mut().zip(engines).for_each(|(sum, engine)| *sum += u64::from(half_points(engine)));
        if duel.played < regular + duel.tie_breaks * 2 {
            return None;
        }
        let [first, second] = duel.half_points;
        if first == second && duel.tie_breaks < MOST_TIE_BREAKS {
            duel.tie_breaks += 1;
            self.tie_breaks += 1;
            let end = place as u64 * self.encounters_of_duel()
                + self.rounds
                + self.duels[place].tie_breaks * self.encounters_of_tie_break();
            return Some(end - self.encounters_of_tie_break()..end);
        }
        let winner = engines[usize::from(second > first)];
        duel.winner = Some(winner);
        let next = duel.next?;
        self.duels[next].enter(winner);
        self.duels[next].engines.map(|_| self.known_of(next))
    }

    pub(super) fn known(&self) -> Vec<Range<u64>> {
        let is_known = |&place: &usize| self.duels[place].engines.is_some();
        (0..self.duels.len()).filter(is_known).map(|place| self.known_of(place)).collect()
    }

    /// Returns the encounters of a duel that are needed so far.
    fn known_of(&self, place: usize) -> Range<u64> {
        let start = place as u64 * self.encounters_of_duel();
        start..start + self.rounds + self.duels[place].tie_breaks * self.encounters_of_tie_break()
    }

    fn encounters_of_duel(&self) -> u64 {
        self.rounds + MOST_TIE_BREAKS * self.encounters_of_tie_break()
    }

    /// Returns the number of encounters in a tiebreak, in which each side begins once.
    fn encounters_of_tie_break(&self) -> u64 {
        2 / self.games
    }
}

impl Duel {
    /// Adds an engine that has reached this duel.
    fn enter(&mut self, engine: usize) {
        self.entrants.push(engine);
        self.entrants.sort_unstable();
        self.engines = self.entrants.as_slice().try_into().ok();
    }
}

/// A participant of a duel.
#[derive(Clone, Copy, Debug)]
enum Entrant {
    Engine(usize),
    WinnerOf(usize),
}

/// Returns the seeds from the top of a bracket to the bottom, for a power of two: if every better engine wins, the best
/// remaining one meets the worst remaining one in each stage.
fn seeds(count: usize) -> Vec<usize> {
    let mut seeds = vec![0];
    while seeds.len() < count {
        let worst = 2 * seeds.len() - 1;
        seeds = seeds.into_iter().flat_map(|seed| [seed, worst - seed]).collect();
    }
    seeds
}

#[cfg(test)]
mod tests;
