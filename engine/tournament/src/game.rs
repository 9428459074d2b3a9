//! A game of the schedule, and a played game in the form that the record keeps.

use crate::digest::GameDigest;
use crate::fault::{Reason, at_fault_in_draw};
use jiff::Timestamp;
use plyd_rules::Turn;
use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use std::time::Duration;

/// A game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the game, from 0.
    pub number: u64,
    /// The round, from 0, which determines the opening.
    pub round: u64,
    /// The number of the encounter, from 0, which both games of a pair share.
    pub encounter: u64,
    /// The engines of the first player, MAX, and of the second.
    pub players: [usize; 2],
}

/// A played game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The number of the game in the schedule, from 0.
    pub number: u64,
    /// The round, from 0.
    pub round: u64,
    /// The engines of the first player, MAX, and of the second.
    pub players: [usize; 2],
    /// The initial setup; empty for the start position of the game.
    pub setup: String,
    /// All moves, including the opening.
    #[serde(deserialize_with = "bounded_moves")]
    pub moves: Vec<PlayedMove>,
    /// Half points of the first player: 0, 1 or 2.
    pub half_points: u8,
    /// The reason for the end of the game.
    pub termination: Termination,
    /// Details as text for people, such as the position of an illegal move; usually empty.
    pub detail: String,
    /// The start time, to the millisecond.
    pub started: Timestamp,
    /// The end time, to the millisecond.
    pub ended: Timestamp,
    /// The number of earlier attempts that were abandoned because the runner was paused or lacked resources.
    #[serde(default)]
    pub voided: u32,
    /// The end of the standard error of the engine at fault; empty without a fault.
    #[serde(default)]
    pub standard_error: String,
}

impl PlayedGame {
    /// Whether another game equals this one except for times and circumstances. This is the case if the same engines
    /// play the same game twice with limits by nodes or depth.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        GameCourse::of(self) == GameCourse::of(other)
    }

    /// Returns the digest of the fields that [`is_same`](Self::is_same) compares: the SHA-256 of their JSON, which is
    /// the same on all machines.
    #[must_use]
    pub fn digest(&self) -> GameDigest {
        GameDigest::of(&serde_json::to_vec(&GameCourse::of(self)).unwrap_or_default())
    }

    /// Returns the digest of a result's games: the SHA-256 of their digests in order.
    #[must_use]
    pub fn digest_of_all(games: &[Self]) -> GameDigest {
        let digests: Vec<_> = games.iter().flat_map(|game| game.digest().0).collect();
        GameDigest::of(&digests)
    }

    /// Creates a placeholder for a game that cannot be played, with the reason and the time of its discovery. It has no
    /// effect on the standings, and allows the match to end without it.
    #[must_use]
    pub fn void(pairing: &Pairing, reason: &str, found: Timestamp) -> Self {
        let Pairing { number, round, players, .. } = *pairing;
        Self {
            number,
            round,
            players,
            setup: String::new(),
            moves: Vec::new(),
            half_points: 1,
            termination: Termination::Void,
            detail: reason.to_owned(),
            started: found,
            ended: found,
            voided: 0,
            standard_error: String::new(),
        }
    }

    /// Whether the game is void, and does not count.
    #[must_use]
    pub fn is_void(&self) -> bool {
        self.termination == Termination::Void
    }

    /// Returns the engine whose fault ended the game, and the fault. That engine lost, unless the game is a draw
    /// because its opponent could no longer win; in that case the detail names the player.
    #[must_use]
    pub fn at_fault(&self) -> Option<(usize, Reason)> {
        let Termination::Fault(reason) = self.termination else { return None };
        let player = match self.half_points {
            0 => 0,
            // A game that ended by a fault is a draw only if the opponent could not win.
            1 => at_fault_in_draw(&self.detail).unwrap_or(0),
            _ => 1,
        };
        Some((self.players[player], reason))
    }

    /// Returns the half points of one of the two engines.
    #[must_use]
    pub fn half_points_of(&self, engine: usize) -> u8 {
        match self.termination {
            Termination::Void => 0,
            _ if self.players[0] == engine => self.half_points,
            _ => 2 - self.half_points,
        }
    }
}

/// The fields of a game without its times and circumstances.
#[derive(PartialEq, Serialize)]
struct GameCourse<'a> {
    number: u64,
    round: u64,
    players: [usize; 2],
    setup: &'a str,
    moves: Vec<CourseMove<'a>>,
    half_points: u8,
    termination: Termination,
    detail: &'a str,
}

/// The fields of a move without its times: the text, the notation, the player, and the engine's score, depth and nodes.
type CourseMove<'a> = (&'a str, Option<&'a str>, u8, Option<(Option<EngineScore>, Option<u32>, Option<u64>)>);

impl<'a> GameCourse<'a> {
    fn of(game: &'a PlayedGame) -> Self {
        // Destructured without `..`, so that a new field must be considered here.
        let PlayedGame {
            number,
            round,
            players,
            setup,
            moves,
            half_points,
            termination,
            detail,
            started: _,
            ended: _,
            voided: _,
            standard_error: _,
        } = game;
        let of_move = |mv: &'a PlayedMove| {
            let PlayedMove { text, notation, player, evaluation, opening: _ } = mv;
            let told = evaluation.map(|Evaluation { score, depth, nodes, micros: _, left: _ }| (score, depth, nodes));
            (text.as_str(), notation.as_deref(), *player, told)
        };
        Self {
            number: *number,
            round: *round,
            players: *players,
            setup,
            moves: moves.iter().map(of_move).collect(),
            half_points: *half_points,
            termination: *termination,
            detail,
        }
    }
}

/// The player number of a chance roll, which the referee makes.
pub const CHANCE: u8 = Turn::Chance as u8;

/// A move of a game, or a roll, which is an outcome of chance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move in the game's own notation.
    #[serde(rename = "m")]
    pub text: String,
    /// The move in human-readable notation, if the game has one.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<String>,
    /// The player: 0 for the first player, 1 for the second, [`CHANCE`] for a roll.
    #[serde(rename = "p")]
    pub player: u8,
    /// The engine's information about the move; `None` for a move of the opening and for a roll.
    #[serde(rename = "e", default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// For the first move of a game: the tags of its opening in the opening file.
    #[serde(rename = "o", default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<(String, String)>,
}

/// The maximum number of moves in a game, including rolls; many times the longest game that is played.
pub const MOST_MOVES: usize = 100_000;

/// Deserializes the moves of a game, up to a limit, because in memory a move takes many times the size of its shortest
/// text.
///
/// # Errors
/// There are more than [`MOST_MOVES`], or the input is malformed.
pub fn bounded_moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PlayedMove>, D::Error> {
    struct MovesVisitor;
    impl<'de> Visitor<'de> for MovesVisitor {
        type Value = Vec<PlayedMove>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "a list of at most {MOST_MOVES} moves")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut all: A) -> Result<Self::Value, A::Error> {
            let mut moves = Vec::new();
            while let Some(mv) = all.next_element()? {
                if moves.len() == MOST_MOVES {
                    return Err(A::Error::invalid_length(MOST_MOVES + 1, &self));
                }
                moves.push(mv);
            }
            Ok(moves)
        }
    }
    deserializer.deserialize_seq(MovesVisitor)
}

/// An engine's information about its move, and the time it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score from the engine's own view.
    #[serde(rename = "s", default, skip_serializing_if = "Option::is_none")]
    pub score: Option<EngineScore>,
    /// The depth reached, in plies.
    #[serde(rename = "d", default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of visited nodes.
    #[serde(rename = "n", default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The time of the move in microseconds, as measured by the referee.
    #[serde(rename = "t")]
    pub micros: u64,
    /// The remaining time on the clock after the move and its increment, in microseconds; `None` without a clock.
    #[serde(rename = "l", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

impl Evaluation {
    /// Returns the time of the move.
    #[must_use]
    pub fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

/// A score as an engine reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EngineScore {
    /// Points of the game; centipawns in chess.
    #[serde(rename = "cp")]
    Points(i32),
    /// A win in this number of moves, or a loss if it is 0 or less.
    #[serde(rename = "mate")]
    Mate(i32),
}

impl fmt::Display for EngineScore {
    /// Formats the score as in PGN comments: pawns with two decimals, or `+M3` and `-M3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Points(points) => write!(f, "{:+.2}", f64::from(points) / 100.0),
            Self::Mate(moves @ 1..) => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

/// The reason for the end of a game. It is serialized as its word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum Termination {
    /// The rules of the game ended it.
    Normal,
    /// The game's rule about repeated positions ended it.
    Repetition,
    /// Both engines considered it a draw.
    DrawAdjudication,
    /// An engine considered it lost.
    ResignAdjudication,
    /// An engine resigned.
    Resignation,
    /// It reached the maximum length.
    MaxMoves,
    /// It could not be played, and does not count.
    Void,
    /// An engine committed a fault, which lost it the game.
    Fault(Reason),
}

impl Termination {
    /// Returns the word for the termination in records and reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Repetition => "repetition",
            Self::DrawAdjudication => "draw-adjudication",
            Self::ResignAdjudication => "resign-adjudication",
            Self::Resignation => "resignation",
            Self::MaxMoves => "maxmoves",
            Self::Void => "unplayable",
            Self::Fault(reason) => reason.as_str(),
        }
    }

    /// Returns the termination with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        let others = [
            Self::Normal,
            Self::Repetition,
            Self::DrawAdjudication,
            Self::ResignAdjudication,
            Self::Resignation,
            Self::MaxMoves,
            Self::Void,
        ];
        others.into_iter().chain(Reason::ALL.map(Self::Fault)).find(|termination| termination.as_str() == word)
    }

    /// Returns the value of the PGN tag `Termination`.
    #[must_use]
    pub const fn pgn(self) -> &'static str {
        match self {
            Self::Normal | Self::Repetition | Self::Resignation => "normal",
            Self::DrawAdjudication | Self::ResignAdjudication | Self::MaxMoves => "adjudication",
            Self::Fault(Reason::Time) => "time forfeit",
            Self::Fault(Reason::IllegalMove | Reason::NoMove) => "rules infraction",
            Self::Void | Self::Fault(_) => "abandoned",
        }
    }
}

impl From<Termination> for &'static str {
    fn from(termination: Termination) -> Self {
        termination.as_str()
    }
}

impl TryFrom<String> for Termination {
    type Error = String;

    fn try_from(word: String) -> Result<Self, String> {
        Self::from_word(&word).ok_or_else(|| format!("`{word}` is not the end of a game"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_termination_has_a_word_of_its_own() {
        let all = Reason::ALL.map(Termination::Fault).into_iter().chain([
            Termination::Normal,
            Termination::Repetition,
            Termination::DrawAdjudication,
            Termination::ResignAdjudication,
            Termination::Resignation,
            Termination::MaxMoves,
            Termination::Void,
        ]);
        for termination in all {
            assert_eq!(Termination::from_word(termination.as_str()), Some(termination));
        }
        assert_eq!(Termination::from_word("boredom"), None);
    }

    #[test]
    fn the_engine_at_fault_lost_or_is_named_by_the_detail_of_a_draw() {
        let of = |half_points, end: &str| {
            let termination = Termination::Fault(Reason::Time);
            let detail = format!("`P@a1` came 5 ms late{end}");
            let game = PlayedGame { players: [7, 9], half_points, termination, detail, moves: Vec::new(), ..sample() };
            game.at_fault()
        };
        assert_eq!([of(0, ""), of(2, "")], [7, 9].map(|engine| Some((engine, Reason::Time))));
        let drawn = [0, 1].map(|player| of(1, crate::fault::drawn_by_fault_of(player)));
        assert_eq!(drawn, [7, 9].map(|engine| Some((engine, Reason::Time))));
        assert_eq!(PlayedGame { termination: Termination::MaxMoves, half_points: 1, ..sample() }.at_fault(), None);
    }

    fn sample() -> PlayedGame {
        crate::testing::game(0)
    }

    #[test]
    fn a_move_is_kept_in_few_letters() {
        let evaluation =
            Evaluation { score: Some(EngineScore::Mate(-3)), depth: Some(4), nodes: None, micros: 12, left: Some(9) };
        let mv = PlayedMove {
            text: "a1".into(),
            notation: None,
            player: 1,
            evaluation: Some(evaluation),
            opening: Vec::new(),
        };
        let kept = serde_json::to_string(&mv).unwrap();
        assert_eq!(kept, r#"{"m":"a1","p":1,"e":{"s":{"mate":-3},"d":4,"t":12,"l":9}}"#);
        assert_eq!(serde_json::from_str::<PlayedMove>(&kept).unwrap(), mv);
        let told = PlayedMove { notation: Some("Na1".into()), evaluation: None, ..mv };
        let kept = serde_json::to_string(&told).unwrap();
        assert_eq!(kept, r#"{"m":"a1","n":"Na1","p":1}"#);
        assert_eq!(serde_json::from_str::<PlayedMove>(&kept).unwrap(), told);
        let first = PlayedMove { opening: vec![("ECO".into(), "C20".into())], ..told };
        let kept = serde_json::to_string(&first).unwrap();
        assert_eq!(kept, r#"{"m":"a1","n":"Na1","p":1,"o":[["ECO","C20"]]}"#);
        assert_eq!(serde_json::from_str::<PlayedMove>(&kept).unwrap(), first);
        assert_eq!(evaluation.score.unwrap().to_string(), "-M3");
        assert_eq!(EngineScore::Points(-31).to_string(), "-0.31");
        // Unknown fields are omitted.
        let bare: Evaluation = serde_json::from_str(r#"{"t":5}"#).unwrap();
        assert_eq!((bare.micros, bare.left), (5, None));
    }

    #[test]
    fn games_have_the_same_digest_exactly_if_they_are_the_same() {
        let game = crate::testing::game(3);
        let other_times = || {
            let mut game = game.clone();
            (game.started, game.ended, game.voided) = (game.ended, game.started, 4);
            game.standard_error = "other words".into();
            let evaluation = game.moves[1].evaluation.as_mut().unwrap();
            (evaluation.micros, evaluation.left) = (9, Some(8));
            game
        };
        assert!(other_times().is_same(&game));
        assert_eq!(other_times().digest(), game.digest());
        // The digest is stored, and compared between machines, so it must be stable across versions.
        assert_eq!(game.digest().to_string(), "e1535b6253a5cb97ff22532733256c03cb968e5221109b7da723ae3f18f59f4c");
        let changes: [fn(&mut PlayedGame); 12] = [
            |game| game.number = 4,
            |game| game.round = 9,
            |game| game.players = [0, 1],
            |game| game.setup = "x".into(),
            |game| game.half_points = 1,
            |game| game.termination = Termination::Normal,
            |game| game.detail = String::new(),
            |game| _ = game.moves.pop(),
            |game| game.moves[0].text = "b3".into(),
            |game| game.moves[0].notation = Some("b2".into()),
            |game| game.moves[1].evaluation.as_mut().unwrap().score = Some(EngineScore::Mate(31)),
            |game| game.moves[1].evaluation.as_mut().unwrap().nodes = None,
        ];
        for change in changes {
            let mut other = game.clone();
            change(&mut other);
            assert!(!other.is_same(&game) && other.digest() != game.digest(), "{other:?}");
        }
        let both = [game.clone(), other_times()];
        assert_ne!(PlayedGame::digest_of_all(&both), PlayedGame::digest_of_all(&both[..1]));
    }

    #[test]
    fn a_game_has_a_form_for_other_programs() {
        let game = crate::testing::game(3);
        let text = serde_json::to_string(&game).unwrap();
        for part in [r#""number":3"#, r#""termination":"illegal-move""#, r#""started":"1970-01-01T00:00:03Z""#] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(serde_json::from_str::<PlayedGame>(&text).unwrap(), game);
        assert!(serde_json::from_str::<Termination>("\"boredom\"").is_err());
    }
}
