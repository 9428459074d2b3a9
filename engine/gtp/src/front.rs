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

use crate::commands::{self, Command};
use crate::questions::{self, Place};
use crate::{Clock, Failure, Line, Reply, Session};
pub use analysis::Analysis;
use analysis::Running;
use arguments::{Arguments, syntax};
use history::History;
use moves::Use;
use plyd_formats::go::{Colour, GoSetup, MAX_SIZE};
use std::time::Duration;

/// What the engine has to know of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFacts {
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
    /// The time of a move where the controller sets no clock, and nothing else limits the search.
    pub default_time: Duration,
    /// The chance to win, in percent, below which the engine resigns; `None` for never.
    pub resign: Option<u32>,
}

/// The outcome of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// It is empty, or a comment.
    Nothing,
    /// An answer.
    Reply(Reply),
    /// The last answer, to `quit`; or the session has ended.
    Last(Reply),
    /// The beginning of an answer that goes on while a search runs.
    Analysis(Analysis),
}

/// The name and the version that a controller is told.
const NAME: &str = "plyd";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The most signs of an argument that a remark repeats.
const LONGEST_QUOTED: usize = 40;

/// The options of the session for the chances to win, and for the visits of each move.
const SHOWN: [&str; 2] = ["UCI_ShowWDL", "PerPVCounters"];

/// An engine that speaks GTP.
#[derive(Debug)]
pub struct Front<S> {
    session: S,
    facts: GameFacts,
    first: Colour,
    limits: MoveLimits,
    /// The empty board of go; `None` in any other game.
    board: Option<GoSetup>,
    history: History,
    place: Place,
    /// The clocks of Black and White; `None` for no limit.
    clocks: [Option<Clock>; 2],
    /// What the clocks begin with.
    full_clock: Option<Clock>,
    /// The rules in force, of which a record may have changed some.
    rules: Vec<(String, String)>,
    /// Whether `time_left` tells periods instead of stones.
    has_periods: bool,
    /// The analysis at work.
    running: Option<Running>,
    /// Something that a person should know.
    remark: Option<String>,
}

impl<S: Session> Front<S> {
    /// An engine for this game, whose start position the session has.
    ///
    /// # Errors
    /// The session cannot open it.
    pub async fn new(mut session: S, facts: GameFacts, limits: MoveLimits) -> Result<Self, Failure> {
        let shown = SHOWN.map(|name| (name.to_owned(), true.to_string()));
        let rules = facts.rules.iter().map(|(name, value)| (format!("{}.{name}", facts.id), value.clone()));
        for (name, value) in rules.chain(shown) {
            questions::set_option(&mut session, name, value).await?;
        }
        let history = History::new(None);
        let place = questions::set_up(&mut session, history.position(None)).await?;
        let mut board = None;
        if facts.id == "go" {
            let shown = questions::show(&mut session).await?;
            board = GoSetup::read(&shown.setup);
        }
        let first = Colour::of_first(&facts.first_side);
        let history = History::new(board.clone());
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
    pub async fn execute(&mut self, text: &str) -> Step {
        let Some(line) = Line::read(text) else { return Step::Nothing };
        if self.running.is_some() {
            // Whoever writes its lines ends it before, but two searches must never run.
            self.end_analysis().await;
        }
        let (mut is_last, id) = (false, line.id);
        let outcome = match line.words.split_first() {
            _ if line.has_bad_id => Err(syntax("an id is a number from 0 to 2147483647")),
            None => Err(syntax("a command follows an id")),
            Some((name, words)) => match commands::find(name, self.board.is_some()) {
                None => Err(Failure::UnknownCommand),
                Some(Command::Analyse(dialect, plays)) => {
                    match self.analyse(id, Arguments::new(words), dialect, plays).await {
                        Ok(analysis) => return Step::Analysis(analysis),
                        Err(failure) => Err(failure),
                    }
                }
                Some(command) => {
                    is_last = command == Command::Quit;
                    self.run(command, Arguments::new(words)).await
                }
            },
        };
        is_last |= outcome == Err(Failure::Gone);
        let reply = Reply { id, outcome };
        if is_last { Step::Last(reply) } else { Step::Reply(reply) }
    }

    async fn run(&mut self, command: Command, mut words: Arguments<'_>) -> Result<String, Failure> {
        match command {
            Command::ProtocolVersion => Ok("2".into()),
            Command::Name => Ok(NAME.into()),
            Command::Version => Ok(VERSION.into()),
            Command::Quit => Ok(String::new()),
            Command::IsKnown => {
                let name = words.word("known_command needs the name of a command")?;
                Ok(commands::find(name, self.board.is_some()).is_some().to_string())
            }
            Command::ListCommands => Ok(commands::names(self.board.is_some()).collect::<Vec<_>>().join("\n")),
            Command::BoardSize => self.set_size(words).await,
            Command::ClearBoard => self.clear().await,
            Command::Komi => self.set_komi(words).await,
            Command::Play => self.play(words).await,
            Command::GenMove => self.generate(words, Use::Game).await,
            Command::CleanUp => self.generate(words, Use::CleanUp).await,
            Command::RegGenMove => self.generate(words, Use::None).await,
            Command::Undo => self.undo().await,
            Command::TimeSettings => self.set_time(words),
            Command::TimeLeft => self.set_time_left(words),
            Command::FinalScore => self.score().await,
            Command::FinalStatusList => self.list_status(words).await,
            Command::ShowBoard => self.show().await,
            Command::FixedHandicap => self.place_fixed_handicap(words).await,
            Command::PlaceFreeHandicap => self.place_free_handicap(words).await,
            Command::SetFreeHandicap => self.set_free_handicap(words).await,
            Command::LoadSgf => self.load(words).await,
            Command::GetKomi => self.komi(),
            Command::ListStones => self.list_stones(words).await,
            Command::Captures => self.captures(words).await,
            Command::IsLegal => self.is_legal(words).await,
            Command::AllLegal => self.all_legal(words).await,
            Command::KgsTimeSettings => self.set_kgs_time(words),
            // Its answer has more lines to come, so it is no part of this.
            Command::Analyse(..) => Err(Failure::UnknownCommand),
        }
    }

    /// Makes this the game, if the session takes it; otherwise nothing changes.
    async fn commit(&mut self, history: History) -> Result<(), Failure> {
        match questions::set_up(&mut self.session, history.position(self.board.as_ref())).await {
            Ok(place) => {
                (self.place, self.history) = (place, history);
                Ok(())
            }
            Err(failure) => match self.restore().await {
                Err(Failure::Gone) => Err(Failure::Gone),
                _ => Err(failure),
            },
        }
    }

    /// Gives the session the position of the game again: it may have another one, or have refused one.
    async fn restore(&mut self) -> Result<(), Failure> {
        questions::set_up(&mut self.session, self.history.position(self.board.as_ref())).await.map(drop)
    }

    /// An empty board of this size. In go that is a setup; in another game it is an option, or all that there is.
    async fn set_size(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let size: u32 = words.number("boardsize needs the number of files")?;
        // Programs for hex name files and rows.
        if words.next().and_then(|rows| rows.parse::<u32>().ok()).is_some_and(|rows| rows != size) {
            return Err(Failure::UnacceptableSize);
        }
        if let Some(board) = &self.board {
            let size = u8::try_from(size).ok().filter(|size| (1..=MAX_SIZE).contains(size));
            let board = GoSetup::empty(size.ok_or(Failure::UnacceptableSize)?, board.komi());
            self.use_rules(self.facts.rules.clone()).await?;
            self.commit(History::new(Some(board.clone()))).await?;
            self.board = Some(board);
            return Ok(String::new());
        }
        if self.facts.has_size {
            let name = format!("{}.Size", self.facts.id);
            let set = questions::set_option(&mut self.session, name, size.to_string()).await;
            set.map_err(|failure| if failure == Failure::Gone { failure } else { Failure::UnacceptableSize })?;
        } else if self.facts.board != Some((size, size)) {
            return Err(Failure::UnacceptableSize);
        }
        self.commit(History::new(None)).await?;
        Ok(String::new())
    }

    async fn clear(&mut self) -> Result<String, Failure> {
        questions::new_game(&mut self.session).await?;
        self.use_rules(self.facts.rules.clone()).await?;
        self.commit(History::new(self.board.clone())).await?;
        self.clocks = [self.full_clock; 2];
        Ok(String::new())
    }

    /// Any number is accepted, as the specification demands, and the nearest komi of the game is used.
    async fn set_komi(&mut self, mut words: Arguments<'_>) -> Result<String, Failure> {
        let needed = "komi needs a number, such as `komi 7.5`";
        let word = words.word(needed)?;
        let (komi, is_exact) = GoSetup::nearest_komi(word).ok_or_else(|| syntax(needed))?;
        let Some(board) = self.board.clone() else { return Err(Failure::UnknownCommand) };
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

    async fn show(&mut self) -> Result<String, Failure> {
        let shown = questions::show(&mut self.session).await?;
        Ok(format!("\n{}", shown.picture.join("\n")))
    }
}
