//! A second, slow and simple implementation of the rules, seed by seed.

use plyd_plugin::{Outcome, Player};
use plyd_trials::PlainRules;

/// A position: the pits of the board in the direction of sowing, which are MAX's houses, MAX's store, MIN's houses and
/// MIN's store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Plain {
    pub(crate) pits: Vec<u32>,
    pub(crate) turn: Player,
    pub(crate) empty_capture: bool,
}

impl Plain {
    /// Parses the text of a position.
    pub(crate) fn read(text: &str, empty_capture: bool) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let numbers = |text: &str| text.split(',').map(|count| count.parse().unwrap()).collect::<Vec<u32>>();
        let (above, below) = fields[0].split_once('/').unwrap();
        let mut pits = numbers(below);
        pits.extend(numbers(fields[2]));
        pits.extend(numbers(above).into_iter().rev());
        pits.extend(numbers(fields[3]));
        Self { pits, turn: if fields[1] == "w" { Player::Max } else { Player::Min }, empty_capture }
    }

    pub(crate) fn houses(&self) -> usize {
        self.pits.len() / 2 - 1
    }

    fn store_of(&self, player: Player) -> usize {
        if player == Player::Max { self.houses() } else { 2 * self.houses() + 1 }
    }

    fn houses_of(&self, player: Player) -> std::ops::Range<usize> {
        self.store_of(player) - self.houses()..self.store_of(player)
    }
}

impl PlainRules for Plain {
    type Move = usize;

    fn outcome(&self) -> Outcome {
        let left = [Player::Max, Player::Min].map(|player| self.pits[self.houses_of(player)].iter().sum::<u32>());
        if left[0] > 0 && left[1] > 0 {
            return Outcome::Ongoing;
        }
        let total = |player: Player| (left[player as usize] + self.pits[self.store_of(player)]).cast_signed();
        Outcome::Utility(total(Player::Max) - total(Player::Min))
    }

    /// The non-empty houses of the player to move, from the player's left.
    fn moves(&self) -> Vec<usize> {
        let own = self.houses_of(self.turn);
        (0..self.houses()).filter(|house| self.pits[own.start + house] > 0).collect()
    }

    fn play(&mut self, house: usize) {
        let own = self.houses_of(self.turn);
        let mut place = own.start + house;
        let mut hand = std::mem::take(&mut self.pits[place]);
        while hand > 0 {
            place = (place + 1) % self.pits.len();
            if place != self.store_of(self.turn.other()) {
                self.pits[place] += 1;
                hand -= 1;
            }
        }
        if place == self.store_of(self.turn) {
            return;
        }
        if own.contains(&place) && self.pits[place] == 1 {
            // Opposite pits have the same distance from MAX's store.
            let opposite = 2 * self.houses() - place;
            if self.pits[opposite] > 0 || self.empty_capture {
                let store = self.store_of(self.turn);
                self.pits[store] += self.pits[opposite] + 1;
                self.pits[opposite] = 0;
                self.pits[place] = 0;
            }
        }
        self.turn = self.turn.other();
    }
}
