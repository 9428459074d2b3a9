//! The end of a game, in the words of the game.

use super::{TerminalGame, of};
use plyd_host::{GameEnding, Position, SideNames};
use plyd_rules::{Outcome, Player};

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GameOver {
    /// For people: it continues "The game is over: ".
    text: String,
    /// For PGN.
    pub(super) result: &'static str,
}

impl std::fmt::Display for GameOver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

impl TerminalGame<'_> {
    /// The end of the game by this position or by the clock, if it has ended.
    pub(super) fn ending(&self, position: &Position) -> anyhow::Result<Option<GameOver>> {
        let sides = self.library.sides();
        if let Some(late) = self.late {
            let winner = late.other();
            let text = format!("{} has no time left, {} wins", sides.name(late), sides.name(winner));
            return Ok(Some(GameOver { text, result: result(Outcome::Win(winner)) }));
        }
        let told = |ending| GameOver { text: told(ending, sides), result: result(ending.outcome) };
        Ok(position.ending()?.map(told))
    }
}

fn told(ending: GameEnding, sides: &SideNames) -> String {
    let text = match ending.outcome {
        Outcome::Win(player) => format!("{} wins", sides.name(player)),
        Outcome::Utility(value) => format!("utility {value} ({} view)", of(sides.name(Player::Max))),
        Outcome::Draw | Outcome::DrawIfClaimed | Outcome::Ongoing | Outcome::Unknown => "draw".to_owned(),
    };
    if ending.by_repetition { text + " by repetition" } else { text }
}

fn result(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Player::Max) | Outcome::Utility(1..) => "1-0",
        Outcome::Win(Player::Min) | Outcome::Utility(..=-1) => "0-1",
        Outcome::Draw | Outcome::DrawIfClaimed | Outcome::Utility(0) => "1/2-1/2",
        Outcome::Ongoing | Outcome::Unknown => "*",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_have_the_words_of_the_game() {
        let sides = SideNames::default();
        for (outcome, by_repetition, text, pgn) in [
            (Outcome::Win(Player::Min), false, "Second wins", "0-1"),
            (Outcome::Draw, true, "draw by repetition", "1/2-1/2"),
            (Outcome::Utility(3), false, "utility 3 (First's view)", "1-0"),
        ] {
            assert_eq!(told(GameEnding { outcome, by_repetition }, &sides), text);
            assert_eq!(result(outcome), pgn);
        }
    }

    #[test]
    fn a_name_with_an_s_at_its_end_gets_no_other_one() {
        assert_eq!(["White", "Attackers", "X"].map(of), ["White's", "Attackers'", "X's"]);
    }
}
