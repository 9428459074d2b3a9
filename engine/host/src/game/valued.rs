//! A game whose positions a network values, in place of its own heuristic.
//!
//! The library is asked for all but the value, and for its inputs instead. So the search, its limits and whoever
//! observes it are the same, and a game in C has a network as one in Rust has.

use super::LoadedGame;
use crate::StateSlot;
use plyd_network::Network;
use plyd_rules::{Facts, Features, Move, Moves, Player, Step, Want};
use std::sync::Arc;

/// What replaces the heuristic of a game.
#[derive(Debug)]
pub(crate) struct NetworkGame {
    network: Arc<Network>,
    /// The facts of the game with the scale of the network.
    pub(crate) facts: Facts,
    /// The facts with the scale that results have.
    measured: Facts,
    /// The bounds of values.
    low: i32,
    high: i32,
    /// The points of a logit by the game's own heuristic.
    own_points_per_logit: i32,
}

impl LoadedGame {
    /// The same game, whose positions a network values that [fits](Network::fits) it. States of either belong to both.
    ///
    /// A value is at most three quarters of a win. The game's margins for futility are in points of its heuristic, so
    /// they are converted; if the game's scale was not measured, there is no futility.
    #[must_use]
    pub fn valued_by(&self, network: Arc<Network>) -> Self {
        let own = self.instance.facts;
        let points = |points: u32| i32::try_from(points).unwrap_or(own.win).min(own.win);
        let points_per_logit = points(network.about().points_per_logit);
        let mut facts = Facts { points_per_logit, ..own };
        facts.abilities.futility &= own.points_per_logit > 0;
        // Draws are as frequent as before.
        let scaled = i64::from(own.draw_points) * i64::from(points_per_logit) / i64::from(own.points_per_logit.max(1));
        facts.draw_points = scaled.clamp(0, own.win.into()) as i32;
        let scale = network.about().scale;
        let measured = scale.map(|scale| (points(scale.points_per_logit), points(scale.draw_points)));
        let (of_results, draw_points) = measured.unwrap_or((points_per_logit, facts.draw_points));
        let measured = Facts { points_per_logit: of_results, draw_points, ..facts };
        let limit = (own.win - 1).min(own.win / 4 * 3).max(0);
        let (low, high) = own.chance.map_or((-limit, limit), |chance| (chance.low.max(-limit), chance.high.min(limit)));
        let own_points_per_logit = own.points_per_logit;
        let valued = NetworkGame { network, facts, measured, low, high, own_points_per_logit };
        Self { instance: Arc::clone(&self.instance), valued: Some(Arc::new(valued)) }
    }

    /// The facts with the scale by which results of games follow from points of searches. A network's file may have it.
    /// The search itself goes by the scale of values, which is that of [`Game::facts`](plyd_rules::Game::facts).
    #[must_use]
    pub fn measured_facts(&self) -> Facts {
        self.valued.as_ref().map_or(self.instance.facts, |valued| valued.measured)
    }

    /// The network that values positions.
    #[must_use]
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.valued.as_ref().map(|valued| &valued.network)
    }

    /// Answers as [`Game::step`](plyd_rules::Game::step), with the value of the network.
    #[inline(never)]
    pub(crate) fn step_valued(
        &self,
        valued: &NetworkGame,
        (parent, mv): (&StateSlot, Move),
        child: &mut StateSlot,
        want: Want,
        out: &mut Moves<'_>,
    ) -> Step {
        let step = self.step_by_library(parent, mv, child, want.without(Want::VALUE), out);
        self.with_value_of(valued, child, step)
    }

    /// Answers as [`Game::examine`](plyd_rules::Game::examine), with the value of the network.
    #[inline(never)]
    pub(crate) fn examine_valued(
        &self,
        valued: &NetworkGame,
        state: &StateSlot,
        want: Want,
        out: &mut Moves<'_>,
    ) -> Step {
        let step = self.examine_by_library(state, want.without(Want::VALUE), out);
        self.with_value_of(valued, state, step)
    }

    #[inline(always)]
    fn with_value_of(&self, valued: &NetworkGame, state: &StateSlot, step: Step) -> Step {
        if !step.is_ongoing() {
            return step;
        }
        // As few words are cleared as there are.
        let value = match valued.facts.features.words() {
            ..=4 => self.network_value::<4>(valued, state),
            5..=16 => self.network_value::<16>(valued, state),
            _ => self.network_value::<{ Features::MOST_INPUTS as usize / 64 }>(valued, state),
        };
        value.map_or(Step::FAILED, |value| step.without_value().with_value(value))
    }

    /// The value of an unfinished position from MAX's view; `None` if the library has failed.
    #[inline(always)]
    fn network_value<const WORDS: usize>(&self, valued: &NetworkGame, state: &StateSlot) -> Option<i32> {
        let mut words = [0; WORDS];
        let words = &mut words[..valued.facts.features.words()];
        let player = self.read_features(state, words)?;
        let is_second = player == Player::Min;
        let value = valued.network.value(words, is_second);
        let value = if is_second { value.saturating_neg() } else { value };
        Some(value.clamp(valued.low, valued.high))
    }
}

impl NetworkGame {
    /// Converts points of the game's heuristic to points of the network.
    pub(crate) fn converted(&self, points: i32) -> i32 {
        let points = i64::from(points) * i64::from(self.facts.points_per_logit);
        (points / i64::from(self.own_points_per_logit.max(1))).min(self.facts.win.into()) as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_game::changed;
    use plyd_network::{FirstLayer, NetworkFacts, NetworkPurpose, ResultScale, TrainingOrigin, Weights};
    use plyd_rules::Game;

    /// A network for the inputs of the test game, which gives the second player so many 255ths of a hidden unit for
    /// input 4.
    fn network(part: i16) -> Arc<Network> {
        let subject = NetworkPurpose {
            game: String::new(),
            rules: String::new(),
            features: String::new(),
            inputs: 70,
            sides_differ: true,
        };
        let about = NetworkFacts {
            subject,
            hidden: 32,
            most_on: 2,
            points_per_logit: 40,
            scale: None,
            origin: TrainingOrigin::default(),
        };
        let layer = FirstLayer { biases: vec![0; 32], weights: vec![0; 70 * 32] };
        let mut second = layer.clone();
        second.weights[4 * 32] = part;
        let mut output = vec![0; 32];
        output[0] = 64;
        let weights = Weights { first: vec![layer, second], output, output_bias: 0 };
        Arc::new(Network::new(about, &weights).unwrap())
    }

    fn open(setup: &str) -> LoadedGame {
        changed(|_| {}).unwrap().open(setup, &[]).unwrap()
    }

    #[test]
    fn the_value_is_that_of_the_network_for_the_player_who_sees_the_inputs() {
        let game = open("4 b inputs");
        let own = game.evaluate(&game.root());
        // Half of a logit, seen by the second player: the square root of a half is 180 of 255.
        let valued = game.valued_by(network(180));
        assert_eq!((valued.evaluate(&game.root()), game.evaluate(&game.root())), (-19, own));
        assert_ne!(own, -19);
        assert_eq!((valued.facts().points_per_logit, game.facts().points_per_logit), (40, 0));
        assert!(valued.network().is_some() && game.network().is_none());
        let best = game.valued_by(network(255)).evaluate(&game.root());
        assert_eq!(best, -40);
    }

    #[test]
    fn results_have_the_scale_that_was_measured_and_the_search_that_of_the_network() {
        let game = open("4 b inputs");
        let plain = network(180);
        let scale = Some(ResultScale { points_per_logit: 30, draw_points: 7 });
        let measured = Network::new(NetworkFacts { scale, ..plain.about().clone() }, &plain.weights()).unwrap();
        let scales = |network| {
            let valued = game.valued_by(network);
            [valued.facts(), valued.measured_facts()].map(|facts| (facts.points_per_logit, facts.draw_points))
        };
        assert_eq!(scales(plain), [(40, 0), (40, 0)]);
        assert_eq!(scales(Arc::new(measured)), [(40, 0), (30, 7)]);
    }

    #[test]
    fn the_moves_and_keys_are_those_of_the_game() {
        let game = open("4 b inputs");
        let valued = game.valued_by(network(180));
        let want = Want::MOVES.and(Want::VALUE).and(Want::KEY);
        let answer = |game: &LoadedGame| {
            let mut room = [Move(0); 8];
            let mut moves = Moves::new(&mut room);
            let step = game.examine(&game.root(), want, &mut moves);
            (step.without_value(), moves.len())
        };
        assert_eq!(answer(&valued), answer(&game));
        let moves = game.legal_moves(&game.root()).unwrap();
        let mut child = game.root();
        let step = valued.step(&game.root(), moves[0], &mut child, want, &mut Moves::new(&mut [Move(0); 8]));
        assert!(step.is_ongoing() && step.value() == valued.evaluate(&child), "{step:?}");
    }

    #[test]
    fn a_library_that_fails_to_say_its_inputs_fails_the_step() {
        let game = open("3 b inputs-panic").valued_by(network(180));
        let step = game.examine(&game.root(), Want::VALUE, &mut Moves::new(&mut []));
        assert!(step.is_error());
        assert_eq!(game.last_error(&game.root()), "the library panicked: blind");
    }
}
