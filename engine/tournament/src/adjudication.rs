//! Adjudication: ends decided games early, based on the scores that the engines report.
//!
//! The rules use the terms of fastchess, with two differences. In fastchess, a capture or a pawn move resets the count
//! of quiet moves, but not every game has such moves. With `twosided`, fastchess counts decisive scores of both sides
//! together, so it also ends a game that both engines consider won; here one engine must report a loss, and the other a
//! win.

use crate::game::{EngineScore, MOST_MOVES, Termination};
use crate::settings::{MatchSettings, OpeningFormat, OpeningSettings};

/// The number of plies after which any game is a draw, because a record must stay finite even if the rules allow
/// endless games.
const MAX_PLIES: u32 = 10_000;

/// An upper bound on the average number of chance rolls per ply of a player. Most games with chance have one.
const ROLLS_OF_PLY: usize = 9;

/// Returns the number of player plies after the opening after which a game of this match is a draw.
fn most_plies(settings: &MatchSettings) -> u32 {
    settings.max_moves.map_or(MAX_PLIES, |moves| moves.saturating_mul(2).min(MAX_PLIES))
}

/// Returns the maximum number of moves in a game of this match, including its opening and rolls, if the settings limit
/// it.
pub fn most_moves(settings: &MatchSettings) -> usize {
    let OpeningSettings { file, format, plies, random_plies, .. } = &settings.openings;
    let of_file = match (file, format) {
        (None, _) => Some(0),
        (Some(_), OpeningFormat::Polyglot) => Some(plies.unwrap_or(OpeningSettings::BOOK_PLIES)),
        (Some(_), _) => *plies,
    };
    // An opening from a file may be as long as a game.
    let Some(of_file) = of_file else { return MOST_MOVES };
    let plies = of_file.saturating_add(*random_plies).saturating_add(most_plies(settings));
    (plies as usize).saturating_mul(1 + ROLLS_OF_PLY).min(MOST_MOVES)
}

/// The state of adjudication in a game: the scores reported so far.
#[derive(Clone, Debug)]
pub struct Adjudicator<'a> {
    settings: &'a MatchSettings,
    plies: u32,
    /// The number of consecutive moves, of both sides, with a score near 0.
    quiet: u32,
    /// For each side, the number of consecutive moves on which it reported a losing score.
    losing: [u32; 2],
    /// For each side, the number of consecutive moves on which it reported a winning score.
    winning: [u32; 2],
}

/// A decision that ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The half points of the first player.
    pub half_points: u8,
    /// The reason for the end.
    pub termination: Termination,
}

impl<'a> Adjudicator<'a> {
    /// Starts the adjudication of a game with these settings.
    #[must_use]
    pub fn new(settings: &'a MatchSettings) -> Self {
        Self { settings, plies: 0, quiet: 0, losing: [0; 2], winning: [0; 2] }
    }

    /// Counts the score that a player (0 or 1) reported for its move, from its own view. Returns a decision if the
    /// score leads to one. A move without a score resets every count. `full_moves` returns the number of full moves
    /// before the current position, and is called only if a decision depends on it.
    ///
    /// # Errors
    /// The error of `full_moves`.
    pub fn add<Error>(
        &mut self,
        player: usize,
        score: Option<EngineScore>,
        full_moves: impl FnOnce() -> Result<u32, Error>,
    ) -> Result<Option<Decision>, Error> {
        self.plies += 1;
        let drawn = |termination| Ok(Some(Decision { half_points: 1, termination }));
        if let Some(loser) = self.resigned(player, score) {
            let half_points = if loser == 0 { 0 } else { 2 };
            return Ok(Some(Decision { half_points, termination: Termination::ResignAdjudication }));
        }
        if let Some(first) = self.quiet_from(score)
            && (first == 0 || full_moves()? >= first)
        {
            return drawn(Termination::DrawAdjudication);
        }
        if self.plies >= most_plies(self.settings) { drawn(Termination::MaxMoves) } else { Ok(None) }
    }

    fn resigned(&mut self, player: usize, score: Option<EngineScore>) -> Option<usize> {
        let rule = self.settings.resign?;
        let limit = i64::from(rule.score);
        let (loses, wins) = match score {
            Some(EngineScore::Points(points)) => (i64::from(points) <= -limit, i64::from(points) >= limit),
            Some(EngineScore::Mate(moves)) => (moves <= 0, moves > 0),
            None => (false, false),
        };
        let count = |counter: &mut u32, holds| *counter = if holds { *counter + 1 } else { 0 };
        count(&mut self.losing[player], loses);
        count(&mut self.winning[player], wins);
        [0, 1].into_iter().find(|&loser| {
            let agreed = !rule.two_sided || self.winning[1 - loser] >= rule.move_count;
            self.losing[loser] >= rule.move_count && agreed
        })
    }

    /// Returns the full move number from which the game is a draw, if enough consecutive moves were quiet.
    fn quiet_from(&mut self, score: Option<EngineScore>) -> Option<u32> {
        let rule = self.settings.draw?;
        let quiet = matches!(score, Some(EngineScore::Points(points)) if points.unsigned_abs() <= rule.score);
        self.quiet = if quiet { self.quiet + 1 } else { 0 };
        (self.quiet >= rule.move_count.saturating_mul(2)).then_some(rule.move_number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::MatchPlan;
    use std::convert::Infallible;

    fn settings(more: &str) -> MatchSettings {
        let text = format!("engine = ['name=A builtin depth=1', 'name=B builtin depth=1']\n{more}");
        MatchPlan::from_toml(&text).unwrap().settle("x", Vec::new(), 0).unwrap()
    }

    /// Returns the number of plies after which the game ends, and how, if the players report these scores alternately.
    fn ended(more: &str, scores: impl IntoIterator<Item = Option<EngineScore>>) -> Option<(usize, u8, Termination)> {
        let settings = settings(more);
        let mut adjudicator = Adjudicator::new(&settings);
        scores.into_iter().enumerate().find_map(|(ply, score)| {
            let plies = ply + 1;
            let full_moves = || Ok::<_, Infallible>(plies as u32 / 2);
            let decision = adjudicator.add(ply % 2, score, full_moves).unwrap()?;
            Some((plies, decision.half_points, decision.termination))
        })
    }

    fn points(scores: &[i32]) -> Vec<Option<EngineScore>> {
        scores.iter().map(|&score| Some(EngineScore::Points(score))).collect()
    }

    #[test]
    fn quiet_games_are_drawn() {
        let rule = "draw = 'movenumber=3 movecount=2 score=10'";
        assert_eq!(ended(rule, points(&[0; 20])), Some((6, 1, Termination::DrawAdjudication)));
        let scores = points(&[0, 0, 0, 11, -10, 10, 0, 0, 0]);
        assert_eq!(ended(rule, scores), Some((8, 1, Termination::DrawAdjudication)));
        assert_eq!(ended(rule, vec![Some(EngineScore::Mate(3)); 20]), None);
        assert_eq!(ended(rule, vec![None; 20]), None);
    }

    #[test]
    fn lost_games_are_resigned() {
        let rule = "resign = 'movecount=2 score=500'";
        let scores = points(&[100, -500, -700, -600, 0]);
        assert_eq!(ended(rule, scores), Some((4, 2, Termination::ResignAdjudication)));
        let mate = [Some(EngineScore::Mate(-3)), None, Some(EngineScore::Points(-500))];
        assert_eq!(ended(rule, mate), Some((3, 0, Termination::ResignAdjudication)));
        assert_eq!(ended(rule, points(&[-500, 0, -499, 0, -500, 0])), None);
    }

    #[test]
    fn both_sides_have_to_agree_if_wanted() {
        let rule = "resign = 'movecount=2 score=500 twosided=true'";
        assert_eq!(ended(rule, points(&[-500, 100, -500, 100, -500])), None);
        let scores = points(&[-500, 500, -500, 500]);
        assert_eq!(ended(rule, scores), Some((4, 0, Termination::ResignAdjudication)));
    }

    #[test]
    fn long_games_are_drawn() {
        assert_eq!(ended("maxmoves = 3", vec![None; 20]), Some((6, 1, Termination::MaxMoves)));
        assert_eq!(ended("maxmoves = 6000", vec![None; 20_000]), Some((10_000, 1, Termination::MaxMoves)));
        assert_eq!(ended("", vec![None; 20_000]), Some((10_000, 1, Termination::MaxMoves)));
    }
    /// A game longer than that may come from another machine.
    #[test]
    fn a_game_has_no_more_moves_than_its_settings_allow() {
        let most = |more: &str| most_moves(&settings(more));
        assert_eq!(most(""), 100_000);
        assert_eq!(most("maxmoves = 40"), 800);
        assert_eq!(most("maxmoves = 40\nrandom-plies = 8"), 880);
        assert_eq!(most("maxmoves = 40\nopenings = 'file=a.pgn format=pgn plies=12'"), 920);
        assert_eq!(most("maxmoves = 40\nopenings = 'file=a.pgn format=pgn'"), MOST_MOVES);
        assert_eq!(most("maxmoves = 4000000000"), MOST_MOVES);
    }
}
