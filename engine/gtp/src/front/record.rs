//! Game records: `loadsgf`.

use super::arguments::{GtpArguments, syntax};
use super::history::GtpHistory;
use super::{GtpFrontend, GtpSession};
use crate::{GtpFailure, questions, refusal};
use plyd_foreign::UnreadableFile;
use plyd_formats::go::{GameRecord, GoSetup, RecordAction, RecordStep, Vertex, looser_rules};
use plyd_formats::packed;
use std::path::Path;

/// The largest file that is read, in bytes.
const LARGEST: u64 = 1 << 20;

/// So many warnings of a record are said.
const MOST_WARNINGS: usize = 10;

impl<S: GtpSession> GtpFrontend<S> {
    pub(super) async fn load(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed =
            "loadsgf needs the name of a file, and may have the number of the move before which to stop, from 1";
        let path = words.word(needed)?;
        let stop: Option<usize> = words.next().map(|word| word.parse().map_err(|_| syntax(needed))).transpose()?;
        if stop == Some(0) {
            return Err(syntax(needed));
        }
        let record = GameRecord::read(content_of(path)?).map_err(|fault| GtpFailure::CannotLoad(fault.to_string()))?;
        // All or nothing: what was there comes back if the game cannot be played.
        let (history, board, place) = (self.history.clone(), self.board.clone(), self.place);
        let rules = self.rules.clone();
        let most = stop.map_or(usize::MAX, |stop| stop - 1);
        let loaded = self.load_record(&record, most).await;
        if let Err(failure) = loaded {
            (self.history, self.board, self.place) = (history.clone(), board, place);
            self.use_rules(rules).await?;
            self.commit(history).await?;
            return Err(match failure {
                GtpFailure::Refused(text) => GtpFailure::CannotLoad(text),
                failure => failure,
            });
        }
        let said = record.warnings[..record.warnings.len().min(MOST_WARNINGS)].join("; ");
        if !said.is_empty() {
            let more = record.warnings.len().saturating_sub(MOST_WARNINGS);
            let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            self.add_remark(&format!("{path}: {said}{more}"));
        }
        Ok(String::new())
    }

    /// Plays a record by the rules of the command line, or by the first looser ones that allow its moves.
    async fn load_record(&mut self, record: &GameRecord, most: usize) -> Result<(), GtpFailure> {
        let own = self.facts.rules.clone();
        self.use_rules(own.clone()).await?;
        let mut last = self.replay(record, most).await;
        for rules in looser_rules(&own) {
            if !matches!(last, Err(GtpFailure::IllegalMove(_))) {
                break;
            }
            self.use_rules(rules).await?;
            last = self.replay(record, most).await;
        }
        match last {
            Ok(()) if self.rules != own => {
                let text = self.rules_text(&own);
                self.add_remark(&format!("the record has moves that need {text}, and is loaded with that"));
                Ok(())
            }
            Err(GtpFailure::IllegalMove(_)) => Err(GtpFailure::CannotLoad(self.wrong_move(record, most).await?)),
            last => last,
        }
    }

    /// The options of the rules in force that are other than these.
    pub(super) fn rules_text(&self, others: &[(String, String)]) -> String {
        let changed = self.rules.iter().zip(others).filter(|(new, old)| new != old);
        let changed = changed.map(|((name, value), _)| format!("{}.{name}={value}", self.facts.id));
        changed.collect::<Vec<_>>().join(" and ")
    }

    /// Sets the options of the rules that differ from those in force.
    pub(super) async fn use_rules(&mut self, rules: Vec<(String, String)>) -> Result<(), GtpFailure> {
        for (name, value) in &rules {
            if !self.rules.iter().any(|(old, in_force)| old == name && in_force == value) {
                let name = format!("{}.{name}", self.facts.id);
                questions::set_option(&mut self.session, name, value.clone()).await?;
            }
        }
        self.rules = rules;
        Ok(())
    }

    /// What is wrong with the first move of a record that is against the rules, of which one is.
    async fn wrong_move(&mut self, record: &GameRecord, most: usize) -> Result<String, GtpFailure> {
        let count = record.moves().min(most);
        // The number of moves known to be legal, and the lowest known to be illegal.
        let (mut legal, mut illegal) = (0, count);
        while illegal - legal > 1 {
            let middle = legal + (illegal - legal) / 2;
            match self.replay(record, middle).await {
                Ok(()) => legal = middle,
                Err(GtpFailure::IllegalMove(_)) => illegal = middle,
                Err(failure) => return Err(failure),
            }
        }
        self.replay(record, legal).await?;
        let board = self.current().await?;
        let mut moves = record.steps.iter().zip(&record.places).filter_map(|(step, place)| match *step {
            RecordStep::Move(colour, vertex) => Some((colour, vertex, place)),
            RecordStep::Put(_) | RecordStep::Turn(_) => None,
        });
        let (colour, vertex, place) = moves.nth(legal).ok_or_else(|| GtpFailure::IllegalMove(String::new()))?;
        let reason = match vertex {
            Vertex::Pass => "the game is over",
            Vertex::Point(point) => refusal::reason(&board, colour, point),
        };
        Ok(format!("{place}: move {illegal}, {colour} {vertex}, is against the rules: {reason}"))
    }

    /// Plays at most this many moves of a record.
    async fn replay(&mut self, record: &GameRecord, most: usize) -> Result<(), GtpFailure> {
        let komi = record.komi.or(self.board.as_ref().map(GoSetup::komi)).unwrap_or_default();
        let board = GoSetup::empty(record.size, komi);
        self.board = Some(board.clone());
        self.commit(GtpHistory::new(Some(board))).await?;
        // A long game is played at once, not move by move: the session has not seen these moves yet.
        let mut history = self.history.clone();
        let mut count = 0;
        for (action, _) in record.actions() {
            if matches!(action, RecordAction::Play { .. }) {
                if count == most {
                    break;
                }
                count += 1;
            }
            match action {
                // The moves before it cannot be taken back any more.
                RecordAction::SetUp { points, turn } => {
                    self.commit(history).await?;
                    let board = self.current().await?.with_stones(points).with_turn(turn);
                    self.commit(GtpHistory::new(Some(board))).await?;
                    history = self.history.clone();
                }
                RecordAction::Play { vertex, is_in_turn: true, .. } => history.push(vertex.to_string()),
                RecordAction::Play { colour, vertex, is_in_turn: false } => {
                    self.commit(history).await?;
                    history = self.with_move(colour, vertex.to_string()).await?;
                }
            }
        }
        self.commit(history).await
    }
}

/// The bytes of a file.
fn content_of(path: &str) -> Result<Vec<u8>, GtpFailure> {
    let content = plyd_foreign::read(&plyd_foreign::absolute(Path::new(path)), LARGEST).map_err(|reason| {
        GtpFailure::CannotLoad(match reason {
            UnreadableFile::NotRegular => format!("{path} is no regular file"),
            UnreadableFile::TooLong(most) => format!("{path} has more than {most} bytes"),
            other => format!("{path}: {other}"),
        })
    })?;
    match packed(&content) {
        Some(reason) => Err(GtpFailure::CannotLoad(format!("{path}: {reason}"))),
        None => Ok(content),
    }
}
