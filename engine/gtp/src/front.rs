//! The engine: it keeps a game as GTP sees it, and asks a session for everything that rules decide.

mod analysis;
mod arguments;
mod handicap;
mod history;
mod moves;
mod record;
mod score;
mod stones;
mod time;

use crate::commands::{self, GtpCommand};
use crate::questions::{self, GameStanding};
use crate::{GtpClock, GtpFailure, GtpLine, GtpReply, GtpSession};
pub use analysis::Analysis;
use analysis::RunningAnalysis;
use arguments::{GtpArguments, syntax};
use history::GtpHistory;
use moves::Use;
use plyd_formats::go::{Colour, GoSetup, MAX_SIZE};
use std::time::Duration;

/// What the engine has to know of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpGameFacts {
    /// Its id, as `UCI_Variant` has it.
    pub id: String,
    /// The name of the first player's side.
    pub first_side: String,
    /// Files and ranks, if it declares a board.
    pub board: Option<(u32, u32)>,
    /// Whether it has an option `Size`, for the files and ranks of the board.
    pub has_size: bool,
    /// Options of go that say which moves are legal, `Ko` and `Suicide`, with their values. A record may need others.
    pub rules: Vec<(String, String)>,
    /// Whether the user has chosen the rule of ko, so that no move changes it.
    pub is_ko_chosen: bool,
}

/// The limits of the searches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveLimits {
    /// The time of each move.
    pub move_time: Option<Duration>,
    /// The depth of each search, in plies.
    pub depth: Option<u32>,
    /// The nodes of each search.
    pub nodes: Option<u64>,
    /// The time of a move if the controller sets no clock, and nothing else limits the search.
    pub default_time: Duration,
    /// The chance to win, in percent, below which the engine resigns; `None` for never.
    pub resign: Option<u32>,
}

/// The outcome of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineOutcome {
    /// It is empty, or a comment.
    Nothing,
    /// An answer.
    Reply(GtpReply),
    /// The last answer, to `quit`; or the session has ended.
    Last(GtpReply),
    /// The beginning of an answer that goes on while a search runs.
    Analysis(Analysis),
}

/// The name and version in the answer to a controller.
const NAME: &str = "plyd";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The most signs of an argument that a remark repeats.
const LONGEST_QUOTED: usize = 40;

/// The options of the session for the chances to win, and for the visits of each move.
const SHOWN: [&str; 2] = ["UCI_ShowWDL", "PerPVCounters"];

/// An engine that speaks GTP.
#[derive(Debug)]
pub struct GtpFrontend<S> {
    session: S,
    facts: GtpGameFacts,
    first: Colour,
    limits: MoveLimits,
    /// The empty board of go; `None` in any other game.
    board: Option<GoSetup>,
    history: GtpHistory,
    place: GameStanding,
    /// The clocks of Black and White; `None` for no limit.
    clocks: [Option<GtpClock>; 2],
    /// What the clocks begin with.
    full_clock: Option<GtpClock>,
    /// The rules in force, of which a record may have changed some.
    rules: Vec<(String, String)>,
    /// Whether `time_left` counts periods instead of stones.
    has_periods: bool,
    /// The analysis at work.
    running: Option<RunningAnalysis>,
    /// Something that a person should know.
    remark: Option<String>,
}

impl<S: GtpSession> GtpFrontend<S> {
    /// An engine for this game, whose start position the session has.
    ///
    /// # Errors
    /// The session cannot open it.
    pub async fn new(mut session: S, facts: GtpGameFacts, limits: MoveLimits) -> Result<Self, GtpFailure> {
        let shown = SHOWN.map(|name| (name.to_owned(), true.to_string()));
        let rules = facts.rules.iter().map(|(name, value)| (format!("{}.{name}", facts.id), value.clone()));
        for (name, value) in rules.chain(shown) {
            questions::set_option(&mut session, name, value).await?;
        }
        let history = GtpHistory::new(None);
        let place = questions::set_up(&mut session, history.position(None)).await?;
        let mut board = None;
        if facts.id == "go" {
            let shown = questions::show(&mut session).await?;
            board = GoSetup::read(&shown.setup);
        }
        let first = Colour::of_first(&facts.first_side);
        let history = GtpHistory::new(board.clone());
        let rules = facts.rules.clone();
        Ok(Self {
            session,
            facts,
            first,
            limits,
            board,
            history,
            place,
            clocks: [None; 2],
            full_clock: None,
            rules,
            has_periods: false,
            running: None,
            remark: None,
        })
    }

    /// What a person should know of the last command.
    pub fn take_remark(&mut self) -> Option<String> {
        self.remark.take()
    }

    fn add_remark(&mut self, text: &str) {
        self.remark = Some(self.remark.take().map_or_else(|| text.to_owned(), |before| format!("{before}; {text}")));
    }

    /// Executes a line of the controller.
    pub async fn execute(&mut self, text: &str) -> LineOutcome {
        let Some(line) = GtpLine::read(text) else { return LineOutcome::Nothing };
        if self.running.is_some() {
            // Whoever writes its lines ends it before, but two searches must never run.
            self.end_analysis().await;
        }
        let (mut is_last, id) = (false, line.id);
        let outcome = match line.words.split_first() {
            _ if line.has_bad_id => Err(syntax("an id is a number from 0 to 2147483647")),
            None => Err(syntax("a command follows an id")),
            Some((name, words)) => match commands::find(name, self.board.is_some()) {
                None => Err(GtpFailure::UnknownCommand),
                Some(GtpCommand::Analyse(dialect, plays)) => {
                    match self.analyse(id, GtpArguments::new(words), dialect, plays).await {
                        Ok(analysis) => return LineOutcome::Analysis(analysis),
                        Err(failure) => Err(failure),
                    }
                }
                Some(command) => {
                    is_last = command == GtpCommand::Quit;
                    self.run(command, GtpArguments::new(words)).await
                }
            },
        };
        is_last |= outcome == Err(GtpFailure::Gone);
        let reply = GtpReply { id, outcome };
        if is_last { LineOutcome::Last(reply) } else { LineOutcome::Reply(reply) }
    }

    async fn run(&mut self, command: GtpCommand, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        match command {
            GtpCommand::ProtocolVersion => Ok("2".into()),
            GtpCommand::Name => Ok(NAME.into()),
            GtpCommand::Version => Ok(VERSION.into()),
            GtpCommand::Quit => Ok(String::new()),
            GtpCommand::IsKnown => {
                let name = words.word("known_command needs the name of a command")?;
                Ok(commands::find(name, self.board.is_some()).is_some().to_string())
            }
            GtpCommand::ListCommands => Ok(commands::names(self.board.is_some()).collect::<Vec<_>>().join("\n")),
            GtpCommand::BoardSize => self.set_size(words).await,
            GtpCommand::ClearBoard => self.clear().await,
            GtpCommand::Komi => self.set_komi(words).await,
            GtpCommand::Play => self.play(words).await,
            GtpCommand::GenMove => self.generate(words, Use::Game).await,
            GtpCommand::CleanUp => self.generate(words, Use::CleanUp).await,
            GtpCommand::RegGenMove => self.generate(words, Use::None).await,
            GtpCommand::Undo => self.undo().await,
            GtpCommand::TimeSettings => self.set_time(words),
            GtpCommand::TimeLeft => self.set_time_left(words),
            GtpCommand::FinalScore => self.score().await,
            GtpCommand::FinalStatusList => self.list_status(words).await,
            GtpCommand::ShowBoard => self.show().await,
            GtpCommand::FixedHandicap => self.place_fixed_handicap(words).await,
            GtpCommand::PlaceFreeHandicap => self.place_free_handicap(words).await,
            GtpCommand::SetFreeHandicap => self.set_free_handicap(words).await,
            GtpCommand::LoadSgf => self.load(words).await,
            GtpCommand::GetKomi => self.komi(),
            GtpCommand::ListStones => self.list_stones(words).await,
            GtpCommand::Captures => self.captures(words).await,
            GtpCommand::IsLegal => self.is_legal(words).await,
            GtpCommand::AllLegal => self.all_legal(words).await,
            GtpCommand::KgsTimeSettings => self.set_kgs_time(words),
            // Its answer has more lines to come, so it is no part of this.
            GtpCommand::Analyse(..) => Err(GtpFailure::UnknownCommand),
        }
    }

    /// Makes this the game, if the session takes it; otherwise nothing changes.
    async fn commit(&mut self, history: GtpHistory) -> Result<(), GtpFailure> {
        match questions::set_up(&mut self.session, history.position(self.board.as_ref())).await {
            Ok(place) => {
                (self.place, self.history) = (place, history);
                Ok(())
            }
            Err(failure) => match self.restore().await {
                Err(GtpFailure::Gone) => Err(GtpFailure::Gone),
                _ => Err(failure),
            },
        }
    }

    /// Gives the session the position of the game again: it may have another one, or have refused one.
    async fn restore(&mut self) -> Result<(), GtpFailure> {
        questions::set_up(&mut self.session, self.history.position(self.board.as_ref())).await.map(drop)
    }

    /// An empty board of this size. In go that is a setup; in another game it is an option, or all that there is.
    async fn set_size(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let size: u32 = words.number("boardsize needs the number of files")?;
        // Programs for hex name files and rows.
        if words.next().and_then(|rows| rows.parse::<u32>().ok()).is_some_and(|rows| rows != size) {
            return Err(GtpFailure::UnacceptableSize);
        }
        if let Some(board) = &self.board {
            let size = u8::try_from(size).ok().filter(|size| (1..=MAX_SIZE).contains(size));
            let board = GoSetup::empty(size.ok_or(GtpFailure::UnacceptableSize)?, board.komi());
            self.use_rules(self.facts.rules.clone()).await?;
            self.commit(GtpHistory::new(Some(board.clone()))).await?;
            self.board = Some(board);
            return Ok(String::new());
        }
        if self.facts.has_size {
            let name = format!("{}.Size", self.facts.id);
            let set = questions::set_option(&mut self.session, name, size.to_string()).await;
            set.map_err(|failure| if failure == GtpFailure::Gone { failure } else { GtpFailure::UnacceptableSize })?;
        } else if self.facts.board != Some((size, size)) {
            return Err(GtpFailure::UnacceptableSize);
        }
        self.commit(GtpHistory::new(None)).await?;
        Ok(String::new())
    }

    async fn clear(&mut self) -> Result<String, GtpFailure> {
        questions::new_game(&mut self.session).await?;
        self.use_rules(self.facts.rules.clone()).await?;
        self.commit(GtpHistory::new(self.board.clone())).await?;
        self.clocks = [self.full_clock; 2];
        Ok(String::new())
    }

    /// Any number is accepted, as the specification demands, and the nearest komi of the game is used.
    async fn set_komi(&mut self, mut words: GtpArguments<'_>) -> Result<String, GtpFailure> {
        let needed = "komi needs a number, such as `komi 7.5`";
        let word = words.word(needed)?;
        let (komi, is_exact) = GoSetup::nearest_komi(word).ok_or_else(|| syntax(needed))?;
        let Some(board) = self.board.clone() else { return Err(GtpFailure::UnknownCommand) };
        let board = board.with_komi(komi);
        if !is_exact {
            let used = board.komi_text();
            let asked: String = word.chars().take(LONGEST_QUOTED).collect();
            self.remark = Some(format!(
                "the komi is {used}, the nearest to {asked}: it goes from -500 to 500 in steps of a half"
            ));
        }
        // Of the game under way too.
        let old = self.board.replace(board);
        let result = self.commit(self.history.clone()).await;
        if result.is_err() {
            self.board = old;
            self.restore().await?;
        }
        result.map(|()| String::new())
    }

    async fn show(&mut self) -> Result<String, GtpFailure> {
        let shown = questions::show(&mut self.session).await?;
        Ok(format!("\n{}", shown.picture.join("\n")))
    }
}
