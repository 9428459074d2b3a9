//! What the page of a match can ask for: the match, its results, the games in progress and those that have ended.

#[cfg(not(feature = "postgres"))]
use super::no_database::PostgresStore;
use super::place::RecordLocation;
use plyd_arena::{Gallery, GameInProgress};
use plyd_foreign::one_line_of;
#[cfg(feature = "postgres")]
use plyd_postgres::PostgresStore;
use plyd_record::{MatchRecord, MatchReport, Store, StoreError};
use plyd_server::{ClientChange, Feed};
use plyd_tournament::settings::MatchSettings;
use plyd_tournament::{PlayedGame, PlayedMove, Scoreboard};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};
use tokio::sync::watch;

/// The most games of a list, and the most that are in progress in one.
const MOST_GAMES: usize = 64;
/// The most moves in an answer, and the most bytes of their texts.
const MOST_MOVES: (usize, usize) = (400, 256 << 10);
/// The most characters of a detail, and of the text of a move.
const LONGEST_TEXT: usize = 1_000;
/// The longest setup, in bytes. One that is longer is left out, with the moves.
const LONGEST_SETUP: usize = 64 << 10;
/// The most pairings of the results, and the most workers. Pairings with games come first.
const MOST_PAIRINGS: usize = 2_000;
/// Results are computed again after this time, or after this multiple of the time that they took, if that is longer.
const FRESH: (Duration, u32) = (Duration::from_millis(400), 10);

/// A match, for the page.
#[derive(Debug)]
pub(super) struct MatchFeed {
    settings: MatchSettings,
    place: RecordLocation,
    /// Its record, if that is a file, opened when it is first needed. A database is opened for each question: its
    /// client must not end on a thread that serves others.
    record: Mutex<Option<MatchRecord>>,
    results: Mutex<Option<CachedReport>>,
    /// `None` if this process does not play it.
    live: Option<Live>,
    /// Whether this process has played it to its end.
    is_over: AtomicBool,
    clients: watch::Sender<usize>,
}

/// A match that is being played.
#[derive(Debug)]
pub(super) struct Live {
    pub(super) gallery: Arc<Gallery>,
    pub(super) scoreboard: Arc<Mutex<Scoreboard>>,
}

/// The latest results.
#[derive(Debug)]
struct CachedReport {
    text: Arc<str>,
    since: Instant,
    cost: Duration,
    is_over: bool,
    /// The times of change of the files that they were read from.
    files: Option<[Option<SystemTime>; 2]>,
}

impl MatchFeed {
    /// A match that is kept here, and which this process plays if it is `live`.
    pub(super) fn new(settings: &MatchSettings, place: RecordLocation, live: Option<Live>) -> Self {
        let (record, results) = (Mutex::default(), Mutex::default());
        let (is_over, clients) = (AtomicBool::new(false), watch::Sender::new(0));
        Self { settings: settings.clone(), place, record, results, live, is_over, clients }
    }

    /// The match is over. From now on the results say so.
    pub(super) fn end(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// How many pages are open.
    pub(super) fn clients(&self) -> watch::Receiver<usize> {
        self.clients.subscribe()
    }

    fn of_match(&self) -> Value {
        let MatchSettings { game, game_options, engines, sprt, .. } = &self.settings;
        let names: Vec<_> = engines.iter().map(|engine| &engine.name).collect();
        json!({ "match": {
            "game": game, "options": game_options, "engines": names, "live": self.live.is_some(), "sprt": sprt,
        }})
    }

    /// The results, computed again if they are old and may have changed.
    fn results(&self) -> Result<Arc<str>, StoreError> {
        let mut known = lock(&self.results);
        let (files, is_over) = (self.files(), self.is_over.load(Relaxed));
        if let Some(known) = known.as_ref().filter(|known| known.is_over == is_over) {
            let is_fresh = known.since.elapsed() < FRESH.0.max(known.cost * FRESH.1);
            if is_fresh || self.live.is_none() && files.is_some() && known.files == files {
                return Ok(Arc::clone(&known.text));
            }
        }
        let began = Instant::now();
        let report = match &self.live {
            Some(live) => {
                // The match goes on meanwhile.
                let scoreboard = lock(&live.scoreboard).clone();
                MatchReport::new(&self.settings, &scoreboard)
            }
            None => MatchReport::of_store(&*self.place.read()?)?,
        };
        let text: Arc<str> = json!({ "report": shortened(report), "over": is_over }).to_string().into();
        *known = Some(CachedReport {
            text: Arc::clone(&text),
            since: Instant::now(),
            cost: began.elapsed(),
            is_over,
            files,
        });
        Ok(text)
    }

    /// When the record was last changed: the file, and the log beside it. For a database it is unknown.
    fn files(&self) -> Option<[Option<SystemTime>; 2]> {
        let path = self.place.path()?;
        let mut log = path.clone().into_os_string();
        log.push("-wal");
        Some([path.clone(), log.into()].map(|path| path.metadata().and_then(|data| data.modified()).ok()))
    }

    fn boards(&self) -> Value {
        let shown = |GameInProgress { pairing, moves, .. }: &GameInProgress| {
            let last = moves.iter().rev().find_map(|mv| mv.evaluation.map(|evaluation| (mv.player, evaluation)));
            json!({
                "number": pairing.number, "round": pairing.round, "players": pairing.players, "plies": moves.len(),
                "by": last.map(|(player, _)| player), "said": last.map(|(_, evaluation)| evaluation),
            })
        };
        let mut boards = self.live.as_ref().map_or_else(Vec::new, |live| live.gallery.look(shown));
        boards.truncate(MOST_GAMES);
        json!({ "boards": boards })
    }

    fn games(&self, before: u64) -> Result<Value, StoreError> {
        let games = match &self.place {
            RecordLocation::File(path) => self.with_record(path, |record| record.games_before(before, MOST_GAMES))?,
            RecordLocation::Database(address) => PostgresStore::read(address)?.games_before(before, MOST_GAMES)?,
        };
        let games: Vec<_> = games.iter().map(ended).collect();
        Ok(json!({ "games": games }))
    }

    /// A game from this ply on: one that has ended, or is in progress.
    fn game(&self, number: u64, from: usize) -> Result<Value, StoreError> {
        let under_way = self.live.as_ref().and_then(|live| {
            live.gallery.game(number, |GameInProgress { pairing, setup, moves }| {
                let mut game = json!({ "number": number, "round": pairing.round, "players": pairing.players });
                add_moves(&mut game, setup, moves, from);
                game
            })
        });
        if let Some(game) = under_way {
            return Ok(json!({ "game": game }));
        }
        let found = match &self.place {
            RecordLocation::File(path) => self.with_record(path, |record| record.look_at(number))?,
            RecordLocation::Database(address) => PostgresStore::read(address)?.game(number)?,
        };
        let Some(game) = found else {
            return Ok(unknown("there is no such game yet"));
        };
        let mut told = ended(&game);
        add_moves(&mut told, &game.setup, &game.moves, from);
        Ok(json!({ "game": told }))
    }

    fn with_record<T>(
        &self,
        path: &Path,
        look: impl FnOnce(&MatchRecord) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut record = lock(&self.record);
        if record.is_none() {
            *record = Some(MatchRecord::open_to_look(path)?);
        }
        match &*record {
            Some(record) => look(record),
            None => unreachable!("it was just opened"),
        }
    }

    fn try_answer(&self, question: &str) -> Result<Arc<str>, StoreError> {
        let mut words = question.split_ascii_whitespace();
        let (first, mut numbers) = (words.next(), words.map(str::parse::<u64>));
        let answer = match (first, numbers.next(), numbers.next()) {
            (Some("match"), None, None) => self.of_match(),
            // The same text for all who ask.
            (Some("report"), None, None) => return self.results(),
            (Some("boards"), None, None) => self.boards(),
            (Some("games"), None, None) => self.games(u64::MAX)?,
            (Some("games"), Some(Ok(before)), None) => self.games(before)?,
            (Some("game"), Some(Ok(number)), None) => self.game(number, 0)?,
            (Some("game"), Some(Ok(number)), Some(Ok(from))) => {
                self.game(number, usize::try_from(from).unwrap_or(usize::MAX))?
            }
            _ => unknown("ask for match, report, boards, games [BEFORE] or game NUMBER [PLY]"),
        };
        Ok(answer.to_string().into())
    }
}

impl Feed for MatchFeed {
    fn answer(&self, question: &str) -> Arc<str> {
        self.try_answer(question).unwrap_or_else(|error| unknown(&error.to_string()).to_string().into())
    }

    fn count(&self, change: ClientChange) {
        self.clients.send_modify(|clients| match change {
            ClientChange::Came => *clients += 1,
            ClientChange::Left => *clients -= 1,
        });
    }
}

/// The results, with as many pairings and workers as an answer has.
fn shortened(mut report: MatchReport) -> MatchReport {
    if report.pairings.len() > MOST_PAIRINGS {
        report.pairings.sort_by_key(|pairing| pairing.results.games == 0);
        report.pairings.truncate(MOST_PAIRINGS);
    }
    report.workers.truncate(MOST_PAIRINGS);
    report
}

/// A game that has ended, without its moves.
fn ended(game: &PlayedGame) -> Value {
    json!({
        "number": game.number, "round": game.round, "players": game.players, "half_points": game.half_points,
        "termination": game.termination, "detail": one_line_of(&game.detail, LONGEST_TEXT),
    })
}

/// Adds the moves of a game from this ply on, as many as an answer has.
fn add_moves(game: &mut Value, setup: &str, moves: &[PlayedMove], from: usize) {
    let (setup, moves) = if setup.len() > LONGEST_SETUP { ("", &[][..]) } else { (setup, moves) };
    let from = from.min(moves.len());
    let mut some = Vec::new();
    let mut bytes = 0;
    for mv in moves[from..].iter().take(MOST_MOVES.0) {
        let cut = |text: &String| one_line_of(text, LONGEST_TEXT);
        let mv =
            PlayedMove { text: cut(&mv.text), notation: mv.notation.as_ref().map(cut), opening: Vec::new(), ..*mv };
        bytes += mv.text.len() + mv.notation.as_ref().map_or(0, String::len);
        // One at least, so that a client that asks for the rest gets on.
        if bytes > MOST_MOVES.1 && !some.is_empty() {
            break;
        }
        some.push(mv);
    }
    (game["setup"], game["plies"], game["from"], game["moves"]) =
        (json!(setup), json!(moves.len()), json!(from), json!(some));
}

fn unknown(text: &str) -> Value {
    json!({ "error": text })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_tournament::settings::MatchPlan;

    #[test]
    fn the_results_of_many_engines_have_a_bound() {
        let engines: Vec<_> = (0..1_000).map(|number| format!("'name={number} builtin depth=1'")).collect();
        let plan = MatchPlan::from_toml(&format!("engine = [{}]", engines.join(", "))).unwrap();
        let settings = plan.settle("tictactoe", Vec::new(), 0).unwrap();
        let mut report = MatchReport::new(&settings, &Scoreboard::new(&settings));
        assert_eq!(report.pairings.len(), 499_500);
        report.pairings[400_000].results.games = 1;
        let report = shortened(report);
        assert_eq!((report.pairings.len(), report.pairings[0].results.games), (MOST_PAIRINGS, 1));
        let text = json!({ "report": report }).to_string();
        assert!(text.len() < 2 << 20, "{} bytes", text.len());
    }

    #[test]
    fn all_who_ask_for_the_results_get_one_text() {
        let engines: Vec<_> = (0..100).map(|number| format!("'name={number} builtin depth=1'")).collect();
        let plan = MatchPlan::from_toml(&format!("engine = [{}]", engines.join(", "))).unwrap();
        let settings = plan.settle("tictactoe", Vec::new(), 0).unwrap();
        let scoreboard = Arc::new(Mutex::new(Scoreboard::new(&settings)));
        let live = Live { gallery: Arc::default(), scoreboard };
        let feed = MatchFeed::new(&settings, RecordLocation::File("match.db".into()), Some(live));
        let first = feed.answer("report");
        assert!(first.contains("\"report\":"), "{first}");
        // On a slow machine it may be old by then.
        assert!((0..20).any(|_| Arc::ptr_eq(&feed.answer("report"), &feed.answer("report"))));
    }

    #[test]
    fn the_results_say_when_the_match_is_over() {
        let plan = MatchPlan::from_toml("engine = ['name=A builtin depth=1', 'name=B builtin depth=1']").unwrap();
        let settings = plan.settle("tictactoe", Vec::new(), 0).unwrap();
        let scoreboard = Arc::new(Mutex::new(Scoreboard::new(&settings)));
        let live = Live { gallery: Arc::default(), scoreboard };
        let feed = MatchFeed::new(&settings, RecordLocation::File("match.db".into()), Some(live));
        let is_over = |feed: &MatchFeed| {
            let answer: Value = serde_json::from_str(&feed.answer("report")).unwrap();
            answer["over"].as_bool().unwrap()
        };
        assert!(!is_over(&feed));
        // The results of a moment ago do not say it, so they do not count.
        feed.end();
        assert!(is_over(&feed));
    }

    #[test]
    fn the_moves_of_an_answer_have_a_bound() {
        let long = PlayedMove {
            text: "x".repeat(1 << 20),
            notation: Some("é".repeat(1 << 20)),
            player: 0,
            evaluation: None,
            opening: Vec::new(),
        };
        let answer = |setup: &str, count: usize, from: usize| {
            let mut game = json!({});
            add_moves(&mut game, setup, &vec![long.clone(); count], from);
            (game.to_string().len(), game["moves"].as_array().unwrap().len(), game["plies"].as_u64().unwrap())
        };
        let (bytes, moves, plies) = answer("", 200, 0);
        assert!(bytes < 1 << 20 && moves > 50 && plies == 200, "{bytes} {moves} {plies}");
        assert_eq!(answer("", 200, 199).1, 1);
        assert_eq!(answer(&"x".repeat(1 << 20), 200, 0).2, 0);
    }
}
