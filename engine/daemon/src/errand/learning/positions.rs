//! The positions of games that a network learns from.

use anyhow::{Context, anyhow};
use plyd_host::{Library, LoadedGame, Position, StateSlot};
use plyd_learn::TrainingSample;
use plyd_player::NetworkFile;
use plyd_rules::{Game, Move, Moves, Player, Want};
use plyd_search::Odds;
use plyd_tournament::{EngineScore, PlayedGame};
use std::sync::Arc;

/// A position of a game that was played.
#[derive(Debug)]
pub(crate) struct PlayedPosition {
    words: Vec<u64>,
    second: bool,
    /// In logits.
    value: f32,
    half_points: u8,
}

impl PlayedPosition {
    pub(crate) fn sample(&self) -> TrainingSample<'_> {
        let Self { words, second, value, half_points } = self;
        TrainingSample { words, second: *second, value: *value, half_points: *half_points }
    }
}

/// Reads the positions of games of one library.
pub(crate) struct TrainingPositionReader<'a> {
    library: &'a Arc<Library>,
    /// The options of the game.
    options: &'a [(String, String)],
    /// What the scores of the games are worth.
    odds: Odds,
}

impl<'a> TrainingPositionReader<'a> {
    /// For games of a library with these options, whose scores are those of this network, or of the game's heuristic.
    ///
    /// # Errors
    /// The network is not for the game, or the library fails.
    pub(crate) fn new(
        library: &'a Arc<Library>,
        options: &'a [(String, String)],
        network: Option<&NetworkFile>,
    ) -> anyhow::Result<Self> {
        let mut game = library.open("", options)?;
        if let Some(file) = network {
            file.fits(&game).map_err(anyhow::Error::msg)?;
            game = game.valued_by(Arc::clone(file.network()));
        }
        Ok(Self { library, options, odds: Odds::of(&game.facts()) })
    }

    /// The positions of a game that an engine searched, and in which it found a quiet move: a search looks further where
    /// the next move changes the balance at once. Behind such a move the position before a roll is one too.
    ///
    /// # Errors
    /// The library fails, or the game is none of it.
    pub(crate) fn positions(&self, game: &PlayedGame) -> anyhow::Result<Vec<PlayedPosition>> {
        let number = game.number + 1;
        let failed = || format!("cannot read game {number} again");
        let mut position = Position::open(self.library, self.options, &game.setup).with_context(failed)?;
        let mut samples = Vec::new();
        for played in &game.moves {
            let found = position.find_move(&played.text).with_context(failed)?;
            let mv = found.ok_or_else(|| anyhow!("`{}` is no move", played.text)).with_context(failed)?;
            let score = played.evaluation.and_then(|evaluation| evaluation.score);
            let quiet = score.filter(|_| is_quiet(position.game(), position.state(), mv));
            let mover = if played.player == 0 { Player::Max } else { Player::Min };
            let value = quiet.map(|score| self.logits(score));
            if let Some(value) = value {
                samples.push(seen(&position, game, (mover, value)));
            }
            position.play(mv).with_context(failed)?;
            let awaits_roll = value.is_some() && position.turn().with_context(failed)?.player().is_none();
            if awaits_roll && position.outcome().with_context(failed)?.has_moves() {
                samples.extend(value.map(|value| seen(&position, game, (mover, value))));
            }
        }
        Ok(samples)
    }

    /// A score in logits.
    fn logits(&self, score: EngineScore) -> f32 {
        match score {
            EngineScore::Points(points) => {
                let expected = self.odds.expected_result(points.into());
                (expected / (1.0 - expected)).ln() as f32
            }
            EngineScore::Mate(moves) if moves > 0 => f32::INFINITY,
            EngineScore::Mate(_) => f32::NEG_INFINITY,
        }
    }
}

/// The inputs of a position, with the value that it has for this player, and the result.
fn seen(position: &Position, game: &PlayedGame, (mover, value): (Player, f32)) -> PlayedPosition {
    let mut words = vec![0; position.game().facts().features.words()];
    let viewer = position.game().features(position.state(), &mut words);
    let half_points = if viewer == Player::Max { game.half_points } else { 2 - game.half_points };
    let value = if viewer == mover { value } else { -value };
    PlayedPosition { words, second: viewer == Player::Min, value, half_points }
}

/// Whether the move does not change the balance at once, and the player to move is not in check.
fn is_quiet(game: &LoadedGame, state: &StateSlot, mv: Move) -> bool {
    let facts = game.facts();
    let mut room = vec![Move(0); facts.max_moves as usize];
    let mut moves = Moves::new(&mut room);
    let want = if facts.abilities.noisy { Want::NOISY } else { Want::OUTCOME };
    let check = if facts.abilities.check { Want::CHECK } else { Want::OUTCOME };
    let step = game.examine(state, want.and(check), &mut moves);
    let count = moves.len();
    !step.is_in_check() && !room[..count].contains(&mv)
}
