//! Analysis: `lz-analyze` as Leela Zero has it, `kata-analyze` as KataGo has it, and `genmove` with the lines of both.
//!
//! The answer goes on while the session searches: a first line, then at intervals a line about the best moves, at last
//! an empty one. What plyd does not know is left out of the lines.

use super::arguments::{GtpArguments, syntax};
use super::moves::{GtpSearch, Use};
use super::{GtpFrontend, GtpSession};
use crate::commands::Dialect;
use crate::questions::{self, SearchOutcome, SearchReport};
use crate::reply::{opening, visible};
use crate::{GtpFailure, SessionEnded};
use plyd_formats::go::Colour;
use plyd_protocol::{Command, GoLimits, Info, LineWords, TurnOf, parse_ranked};
use std::fmt::Write;
use std::time::{Duration, Instant};

/// The option of the session for the number of lines, and its value where nothing is analysed.
const LINES: &str = "MultiPV";
const ONE_LINE: usize = 1;

/// The number of moves shown unless the controller sets another one, and the maximum.
const USUAL_MOVES: usize = 10;
const MOST_MOVES: usize = 50;

/// The time between two lines unless the controller says another one, and the longest, in centiseconds.
const USUAL_INTERVAL: u32 = 100;
const LONGEST_INTERVAL: u32 = 360_000;

/// The most moves of a line of play.
const LONGEST_LINE: usize = 16;

/// The standard deviations by which the lower bound of a chance is below it.
const DEVIATIONS: f64 = 1.96;

/// How an analysis goes on, for the one who writes its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// The first line of the answer.
    pub opening: String,
    /// The time between two lines.
    pub interval: Duration,
    /// Whether the next line of the controller ends it. Otherwise it ends with a move.
    pub ends_with_input: bool,
}

/// An analysis at work.
#[derive(Debug)]
pub(super) struct RunningAnalysis {
    dialect: Dialect,
    search: GtpSearch,
    /// Whether the move that is found is played.
    plays: bool,
    /// What is known of the best moves, by their rank.
    lines: Vec<Info>,
    /// Whether there is news that has not been sent yet.
    is_new: bool,
    most: usize,
    said: SearchReport,
    /// The outcome of the search, once it has ended.
    found: Option<Result<SearchOutcome, GtpFailure>>,
}

/// What a controller wishes.
struct AnalysisOptions {
    colour: Option<Colour>,
    interval: u32,
    most: usize,
    least: usize,
    /// Moves that are the only ones, or left out, each with its colour.
    allowed: Vec<(Colour, String)>,
    avoided: Vec<(Colour, String)>,
}

impl AnalysisOptions {
    fn read(words: &mut GtpArguments<'_>) -> Result<Self, GtpFailure> {
        let needed = "an analysis takes a colour, an interval in centiseconds, and pairs such as `maxmoves 5`, each of \
                      which may be missing";
        let mut wishes = Self {
            colour: None,
            interval: USUAL_INTERVAL,
            most: MOST_MOVES,
            least: 1,
            allowed: Vec::new(),
            avoided: Vec::new(),
        };
        let mut is_first = true;
        while let Some(word) = words.next() {
            if let Some(colour) = word.parse().ok().filter(|_| is_first) {
                wishes.colour = Some(colour);
            } else if let Ok(interval) = word.parse() {
                wishes.interval = interval;
            } else {
                match word {
                    "interval" => wishes.interval = words.number(needed)?,
                    "minmoves" => wishes.least = words.number(needed)?,
                    "maxmoves" => wishes.most = words.number(needed)?,
                    "allow" => wishes.allowed.extend(vertices(words, needed)?),
                    "avoid" => wishes.avoided.extend(vertices(words, needed)?),
                    // Such as `ownership true`, of which plyd knows nothing.
                    _ => drop(words.word(needed)?),
                }
            }
            is_first = false;
        }
        Ok(wishes)
    }

    /// The number of moves to look for.
    fn count(&self) -> usize {
        let most = self.most.clamp(1, MOST_MOVES);
        USUAL_MOVES.max(self.least).min(most)
    }
}

/// A colour, vertices with commas between them, and the depth up to which they count: plyd minds them at the root.
fn vertices(words: &mut GtpArguments<'_>, needed: &str) -> Result<Vec<(Colour, String)>, GtpFailure> {
    let (colour, list) = (words.colour(needed)?, words.word(needed)?);
    let _depth: u32 = words.number(needed)?;
    Ok(list.split(',').map(|vertex| (colour, vertex.to_owned())).collect())
}

impl<S: GtpSession> GtpFrontend<S> {
    /// Begins an analysis, which finds a move and plays it if it `plays`.
    pub(super) async fn analyse(
        &mut self,
        id: Option<u32>,
        mut words: GtpArguments<'_>,
        dialect: Dialect,
        plays: bool,
    ) -> Result<Analysis, GtpFailure> {
        let wishes = AnalysisOptions::read(&mut words)?;
        let next = if self.place.turn == TurnOf::Second { self.first.other() } else { self.first };
        let colour = wishes.colour.unwrap_or(next);
        let turn = self.prepare(colour).await?;
        let wanted = if plays { Use::Game } else { Use::None };
        let search = GtpSearch { colour, turn, wanted, asked: Instant::now() };
        let go = if plays { self.go(colour) } else { GoLimits { infinite: true, ..GoLimits::default() } };
        if let Err(failure) = self.begin(go, colour, &wishes).await {
            self.restore().await?;
            return Err(failure);
        }
        let interval = Duration::from_millis(10 * u64::from(wishes.interval.clamp(1, LONGEST_INTERVAL)));
        self.running = Some(RunningAnalysis {
            dialect,
            search,
            plays,
            lines: Vec::new(),
            is_new: false,
            most: wishes.count(),
            said: SearchReport::default(),
            found: None,
        });
        Ok(Analysis { opening: opening(id), interval, ends_with_input: !plays })
    }

    async fn begin(&mut self, go: GoLimits, colour: Colour, wishes: &AnalysisOptions) -> Result<(), GtpFailure> {
        let searchmoves = self.chosen(colour, wishes).await?;
        questions::set_option(&mut self.session, LINES.into(), wishes.count().to_string()).await?;
        self.session.send(&Command::Go(GoLimits { searchmoves, ..go })).await.map_err(GtpFailure::from)
    }

    /// The moves to consider; `None` for all.
    async fn chosen(&mut self, colour: Colour, wishes: &AnalysisOptions) -> Result<Option<LineWords>, GtpFailure> {
        let of = |list: &[(Colour, String)]| -> Vec<String> {
            let own = list.iter().filter(|(other, _)| *other == colour);
            own.map(|(_, text)| text.to_ascii_lowercase()).collect()
        };
        let (allowed, avoided) = (of(&wishes.allowed), of(&wishes.avoided));
        if allowed.is_empty() && avoided.is_empty() {
            return Ok(None);
        }
        let mut moves = questions::legal_moves(&mut self.session).await?;
        moves.retain(|text| {
            let text = text.to_ascii_lowercase();
            (allowed.is_empty() || allowed.contains(&text)) && !avoided.contains(&text)
        });
        if moves.is_empty() {
            return Err(syntax("`avoid` and `allow` leave no legal move"));
        }
        Ok(Some(moves.iter().collect()))
    }

    /// Waits for the next line of the search, and says whether it was the last. Cancelling the future loses nothing.
    ///
    /// # Errors
    /// The session has ended.
    pub async fn listen(&mut self) -> Result<bool, SessionEnded> {
        let line = self.session.line().await?;
        Ok(self.running.as_mut().is_none_or(|running| running.hear(&line)))
    }

    /// A line about the best moves, if there is something new.
    pub fn news(&mut self) -> Option<String> {
        let mut running = self.running.take()?;
        let line = if std::mem::take(&mut running.is_new) { self.line_of(&running) } else { None };
        self.running = Some(running);
        line
    }

    fn line_of(&self, running: &RunningAnalysis) -> Option<String> {
        let mut text = String::new();
        let mut told: Vec<&str> = Vec::new();
        for line in &running.lines {
            let (Some(first), Some(visits), Some([win, draw, _])) = (line.pv.first(), line.nodes, line.wdl) else {
                continue;
            };
            // Lines of one search may come apart: this one is older than the better one with the same move.
            if told.contains(&first.as_str()) || told.len() == running.most {
                continue;
            }
            let order = told.len();
            told.push(first);
            let chance = (f64::from(win) + f64::from(draw) / 2.0) / 1_000.0;
            let deviation = (chance * (1.0 - chance) / visits.max(1) as f64).sqrt();
            let least = (chance - DEVIATIONS * deviation).max(0.0);
            let moves: Vec<String> = line.pv.iter().take(LONGEST_LINE).map(|text| self.told(text.clone())).collect();
            let (mv, line) = (&moves[0], moves.join(" "));
            let blank = if text.is_empty() { "" } else { " " };
            // Writing to a text cannot fail.
            let _ = match running.dialect {
                Dialect::LeelaZero => write!(
                    text,
                    "{blank}info move {mv} visits {visits} winrate {:.0} lcb {:.0} order {order} pv {line}",
                    10_000.0 * chance,
                    10_000.0 * least
                ),
                Dialect::KataGo => write!(
                    text,
                    "{blank}info move {mv} visits {visits} winrate {chance:.6} lcb {least:.6} order {order} pv {line}"
                ),
            };
        }
        (!text.is_empty()).then(|| visible(&text) + "\n")
    }

    /// Ends the analysis, and returns the rest of its answer.
    pub async fn end_analysis(&mut self) -> String {
        let Some(mut running) = self.running.take() else { return "\n".into() };
        let outcome = self.outcome(&mut running).await;
        let plays = running.plays;
        let line = match running.is_new {
            true if plays => self.line_of(&running).unwrap_or_default(),
            _ => String::new(),
        };
        let concluded = if plays {
            self.conclude(running.search, outcome).await
        } else {
            // The session may have the setup of a colour out of turn.
            self.restore().await.map(|()| String::new())
        };
        match concluded {
            Ok(text) if plays => format!("{line}play {}\n\n", visible(&text)),
            Ok(_) => "\n".into(),
            // The answer has begun as one that succeeds, so this is all that is left to say.
            Err(failure) if plays => format!("{line}{}\n\n", visible(&failure.to_string())),
            Err(_) => "\n".into(),
        }
    }

    async fn outcome(&mut self, running: &mut RunningAnalysis) -> Result<SearchOutcome, GtpFailure> {
        if running.found.is_none() {
            self.session.send(&Command::Stop).await?;
        }
        while running.found.is_none() {
            let line = self.session.line().await?;
            running.hear(&line);
        }
        // A session that was asked to end has found a move all the same.
        drop(questions::set_option(&mut self.session, LINES.into(), ONE_LINE.to_string()).await);
        running.found.take().unwrap_or(Err(GtpFailure::Gone))
    }
}

impl RunningAnalysis {
    /// Takes a line of the search; whether it was the last.
    fn hear(&mut self, line: &str) -> bool {
        if let Some(info) = parse_ranked(line) {
            // A rank that is not the next one belongs to lines that were lost.
            let index = info.multipv.unwrap_or(1).saturating_sub(1) as usize;
            if index < self.lines.len() {
                self.lines[index] = info;
            } else if index == self.lines.len() && index < MOST_MOVES {
                self.lines.push(info);
            }
            self.is_new = true;
        }
        if self.found.is_none() {
            self.found = self.said.take(line);
        }
        self.found.is_some()
    }
}
