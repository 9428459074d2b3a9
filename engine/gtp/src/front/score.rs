//! How a game has ended, or would end now.

use super::arguments::{GtpArguments, syntax};
use super::{GtpFrontend, GtpSession};
use crate::{GtpFailure, questions};
use plyd_formats::go::{Colour, GoPoint};
use plyd_protocol::GameStatus;

impl<S: GtpSession> GtpFrontend<S> {
    /// The score of go is the score of the current board, which the game gives below its picture. Any other game names
    /// the winner once it is over.
    pub(super) async fn score(&mut self) -> Result<String, GtpFailure> {
        let shown = questions::show(&mut self.session).await?;
        if self.board.is_some() {
            return shown.picture.iter().find_map(|line| lead(line)).ok_or(GtpFailure::CannotScore);
        }
        let [first, second] = [self.first, self.first.other()].map(|colour| colour.letter().to_ascii_uppercase());
        Ok(match shown.standing {
            GameStatus::Ongoing => return Err(GtpFailure::CannotScore),
            GameStatus::P1Win => format!("{first}+"),
            GameStatus::P2Win => format!("{second}+"),
            GameStatus::Draw | GameStatus::Utility(0) => "0".into(),
            GameStatus::Utility(value @ 1..) => format!("{first}+{value}"),
            GameStatus::Utility(value) => format!("{second}+{}", value.unsigned_abs()),
        })
    }

    /// The game removes no stones at its end, so all of them are alive.
    pub(super) async fn list_status(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed = "final_status_list needs `alive`, `seki` or `dead`";
        match words.word(needed)? {
            "alive" => {
                let board = self.current().await?;
                let points = |colour| board.stones().filter(move |&(_, other)| other == colour).map(|(point, _)| point);
                let all = points(Colour::Black).chain(points(Colour::White));
                Ok(all.map(|point: GoPoint| point.to_string()).collect::<Vec<_>>().join(" "))
            }
            "seki" | "dead" => Ok(String::new()),
            _ => Err(syntax(needed)),
        }
    }
}

/// The score that a line below a picture of go gives: `Black is ahead by 2.5`.
fn lead(line: &str) -> Option<String> {
    if line == "Black and White have as many points" {
        return Some("0".into());
    }
    let (colour, points) = line.split_once(" is ahead by ")?;
    let colour: Colour = colour.parse().ok()?;
    Some(format!("{}+{points}", colour.letter().to_ascii_uppercase()))
}
