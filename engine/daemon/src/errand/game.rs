//! A game against a person, as the process with the library plays it.

mod clocks;
mod ending;
mod part;
mod pgn;
mod prompt;
mod spelling;
mod thinking;
mod typing;

pub(crate) use part::PersonSide;
pub(crate) use spelling::Spelling;
pub(crate) use typing::Typing;

use super::words::{ErrandEvent, ErrandResult};
use super::work::ErrandContext;
use crate::styles::MOVE;
use clap::{Args, ValueEnum};
use clocks::{Clocks, seconds};
use plyd_arena::{Dice, played_move};
use plyd_host::{Library, Position, SideNames};
use plyd_player::{GameSearcher, Quota, SearchOptions, SearchRoom, SearchTable, budget, random_seed};
use plyd_protocol::{LineWords, PositionText};
use plyd_rules::{Move, Player, Turn};
use plyd_search::{Budget, SideClock};
use plyd_session::position;
use plyd_tournament::PlayedMove;
use plyd_tournament::settings::TimeControl;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use thinking::{EngineMove, think, timed};

/// The default thinking time of the engine.
const THINKING: Duration = Duration::from_secs(1);

/// Who rolls, in games with dice or other chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub(crate) enum DiceRoller {
    /// plyd does
    Auto,
    /// You do, with dice of your own, and type each roll
    Ask,
}

/// How a game is played.
#[derive(Clone, Debug, Args, Serialize, Deserialize)]
pub(crate) struct PlayFlags {
    /// Your side: its name on the board (white, x, ...), first, second, both or none
    #[arg(long, value_name = "SIDE", default_value = "first")]
    pub(crate) side: String,
    /// Look ahead at most N plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Think for at most MS milliseconds per move [default: 1000, or as --time allows]
    #[arg(long, value_name = "MS")]
    pub(crate) movetime: Option<u64>,
    /// Give both sides a clock: [MOVES/][MINUTES:]SECONDS[+INCREMENT], such as 5:00+2
    #[arg(long, value_name = "CLOCK")]
    pub(crate) time: Option<TimeControl>,
    /// How plyd writes moves; it reads both spellings
    #[arg(long, value_enum, value_name = "SPELLING", default_value_t = Spelling::Notation)]
    pub(crate) moves: Spelling,
    /// Who rolls, in games with dice
    #[arg(long, value_enum, default_value_t = DiceRoller::Auto)]
    pub(crate) roll: DiceRoller,
    /// The seed of plyd's rolls; the same seed gives the same rolls [default: a new one]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The language of the rules, such as en, it, tr or bn [default: that of the environment]
    #[arg(long, value_name = "CODE")]
    pub(crate) lang: Option<String>,
}

/// A game to be played, for the process that has its library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameToPlay {
    pub(crate) flags: PlayFlags,
    /// The options of the game that were set.
    pub(crate) options: Vec<(String, String)>,
    pub(crate) text: PositionText,
    pub(crate) search: SearchOptions,
    /// Time kept back on the engine's clock.
    pub(crate) overhead: Duration,
    /// Whether a person reads the output; otherwise it is short and without times, for programs.
    pub(crate) is_terminal: bool,
    /// The languages of the person, the most wanted first.
    pub(crate) languages: Vec<String>,
}

impl GameToPlay {
    /// What it takes.
    pub(crate) fn room(&self) -> SearchRoom {
        (&self.search).into()
    }

    /// Plays it to its end.
    pub(crate) fn play(&self, scene: &mut ErrandContext) -> anyhow::Result<ErrandResult> {
        let end = TerminalGame::new(self, scene)?.run();
        // Also if it has failed: what came before is shown.
        scene.console.flush()?;
        Ok(ErrandResult::Played { is_interrupted: end? == PlayEnd::Interrupted })
    }
}

/// A game between the engine and the person who types.
struct TerminalGame<'a> {
    flags: &'a PlayFlags,
    scene: &'a mut ErrandContext,
    library: Arc<Library>,
    /// The sides of the person.
    part: PersonSide,
    is_terminal: bool,
    /// The languages of the person, the most wanted first.
    languages: &'a [String],
    searcher: GameSearcher,
    /// Time kept back on the engine's clock.
    overhead: Duration,
    /// The options of the game that were set.
    game_options: &'a [(String, String)],
    /// The game's initial setup in its own notation; `None` for the start position.
    setup: Option<String>,
    /// The first position, and the one after each move.
    plies: Vec<Ply>,
    /// The number of moves that the game started with.
    given: usize,
    /// The player who ran out of time.
    late: Option<Player>,
    /// The seed of the rolls, and the number of the game since the start, from 0: each game has other rolls.
    seed: u64,
    number: u64,
    begun: SystemTime,
}

/// A position of the game, with the move that led to it.
#[derive(Clone, Debug)]
struct Ply {
    position: Position,
    clocks: Clocks,
    mv: Option<PlayedMove>,
}

/// Why there are no more moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayEnd {
    Quit,
    Interrupted,
}

impl<'a> TerminalGame<'a> {
    fn new(game: &'a GameToPlay, scene: &'a mut ErrandContext) -> anyhow::Result<Self> {
        let GameToPlay { flags, options, text, search, overhead, is_terminal, languages } = game;
        let library = Arc::clone(&scene.library);
        let part = PersonSide::read(&flags.side, library.sides())?;
        let plies = given(&library, options, text, Clocks::new(flags.time))?;
        // Whoever reads a saved game need not read all that the game does.
        let setup = text.setup.is_some().then(|| plies[0].position.setup()).transpose()?;
        // The only search of this process has all the threads it asks for.
        let searcher = GameSearcher::new(search.clone(), SearchTable::new(&scene.tables), Quota::unlimited())
            .with_tablebases(Arc::clone(&scene.tablebases));
        Ok(Self {
            flags,
            scene,
            library,
            part,
            is_terminal: *is_terminal,
            languages,
            searcher,
            overhead: *overhead,
            game_options: options,
            setup,
            given: plies.len() - 1,
            plies,
            late: None,
            seed: flags.seed.unwrap_or_else(random_seed),
            number: 0,
            begun: SystemTime::now(),
        })
    }

    /// The moves from the setup to the position.
    fn moves(&self) -> LineWords {
        let moves = self.plies.iter().filter_map(|ply| Some(ply.mv.as_ref()?.text.as_str()));
        LineWords::of(&moves.collect::<Vec<_>>().join(" "))
    }

    fn run(&mut self) -> anyhow::Result<PlayEnd> {
        self.welcome()?;
        while let Some(ply) = self.plies.last().cloned() {
            self.scene.console.say(ErrandEvent::At(self.moves()))?;
            let turn = ply.position.turn()?;
            // The board is the same after a roll, with the roll.
            if !self.rolls(turn) || ply.position.ending()?.is_some() {
                self.show(&ply)?;
            }
            let ending = self.ending(&ply.position)?;
            let end = if let Some(ending) = &ending {
                writeln!(self.scene.console, "The game is over: {ending}.")?;
                // Only a person has more to say now.
                let has_person = self.is_terminal && self.part != PersonSide::Neither;
                if has_person { self.ask(&ply, None)? } else { Some(PlayEnd::Quit) }
            } else {
                match turn.player() {
                    _ if self.decides(turn) => self.ask(&ply, Some(turn))?,
                    None => {
                        self.roll(&ply)?;
                        None
                    }
                    Some(player) => {
                        self.answer(&ply, player)?;
                        None
                    }
                }
            };
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(PlayEnd::Quit)
    }

    /// Whether the person decides at this turn.
    fn decides(&self, turn: Turn) -> bool {
        turn.player().map_or(self.flags.roll == DiceRoller::Ask, |player| self.part.has(player))
    }

    /// Whether plyd rolls at this turn.
    fn rolls(&self, turn: Turn) -> bool {
        turn == Turn::Chance && !self.decides(turn)
    }

    /// Lets chance decide. A roll depends on the game's number and on the ply alone, so that to take moves back does
    /// not bring better ones.
    fn roll(&mut self, ply: &Ply) -> anyhow::Result<()> {
        let outcome = Dice::new(self.seed, self.number).roll(&ply.position, self.plies.len() - 1)?;
        let next = moved(&ply.position, outcome, ply.clocks, None)?;
        let text = self.flags.moves.write(&ply.position, outcome)?;
        writeln!(self.scene.console, "The roll is {MOVE}{text}{MOVE:#}.")?;
        self.plies.push(next);
        Ok(())
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let sides = self.library.sides();
        let help = "Type a move, or: help, moves, hint, undo, quit.";
        let part = match self.part {
            PersonSide::One(own) => {
                format!("You play {}, and plyd plays {}. {help}", sides.name(own), sides.name(own.other()))
            }
            PersonSide::Both => format!("You play both sides. {help}"),
            PersonSide::Neither if self.flags.roll == DiceRoller::Ask => {
                format!("plyd plays both sides, and you roll. {help}")
            }
            // No one is asked.
            PersonSide::Neither => "plyd plays both sides.".to_owned(),
        };
        writeln!(self.scene.console, "{}. {part}", self.library.name())?;
        Ok(())
    }

    fn show(&mut self, ply: &Ply) -> anyhow::Result<()> {
        writeln!(self.scene.console)?;
        match ply.position.picture()? {
            Some(picture) => writeln!(self.scene.console, "{}", picture.trim_end())?,
            None => writeln!(self.scene.console, "{}", ply.position.setup()?)?,
        }
        if let Some(clocks) = ply.clocks.line(self.library.sides()) {
            writeln!(self.scene.console, "{clocks}")?;
        }
        Ok(())
    }

    /// Lets the engine move.
    fn answer(&mut self, ply: &Ply, turn: Player) -> anyhow::Result<()> {
        let begun = Instant::now();
        let thought = think(self.scene, &self.searcher, &ply.position, self.budget(ply, turn), self.flags.depth)?;
        let time = begun.elapsed();
        let Some(clocks) = ply.clocks.after(turn, time) else {
            self.late = Some(turn);
            return Ok(());
        };
        let text = self.flags.moves.write(&ply.position, thought.mv)?;
        write!(self.scene.console, "plyd plays {MOVE}{text}{MOVE:#}")?;
        if self.is_terminal {
            write!(self.scene.console, " ({})", thought.details(turn, self.library.sides()))?;
        }
        writeln!(self.scene.console)?;
        let evaluation = thought.evaluation(time, clocks.reading(turn).map(|reading| reading.left));
        self.plies.push(moved(&ply.position, thought.mv, clocks, Some(evaluation))?);
        Ok(())
    }

    /// Plays the person's move or roll, if it is one and comes in time; whether anything has changed.
    fn play_move(&mut self, ply: &Ply, turn: Turn, text: &str, time: Duration) -> anyhow::Result<bool> {
        let spelling = self.flags.moves;
        let played =
            named(&ply.position, text, spelling).and_then(|mv| Ok((mv, moved(&ply.position, mv, ply.clocks, None)?)));
        let (mv, mut next) = match played {
            Ok(played) => played,
            Err(reason) => {
                writeln!(self.scene.console, "{reason}")?;
                return Ok(false);
            }
        };
        // No clock runs while somebody rolls.
        let Some(turn) = turn.player() else {
            self.plies.push(next);
            return Ok(true);
        };
        let Some(clocks) = ply.clocks.after(turn, time) else {
            self.late = Some(turn);
            return Ok(true);
        };
        next.clocks = clocks;
        if let Some(played) = &mut next.mv {
            played.evaluation = Some(timed(time, clocks.reading(turn).map(|reading| reading.left)));
        }
        if self.is_terminal {
            let (side, text, time) =
                (self.library.sides().name(turn), spelling.write(&ply.position, mv)?, seconds(time));
            writeln!(self.scene.console, "{side} plays {MOVE}{text}{MOVE:#} ({time})")?;
        }
        self.plies.push(next);
        Ok(true)
    }

    /// The move that the engine would play.
    fn hint(&self, ply: &Ply) -> anyhow::Result<EngineMove> {
        let fixed = Budget::fixed(self.flags.movetime.map_or(THINKING, Duration::from_millis));
        think(self.scene, &self.searcher, &ply.position, fixed, self.flags.depth)
    }

    /// The time for a move of the engine.
    fn budget(&self, ply: &Ply, turn: Player) -> Budget {
        let clock = ply.clocks.reading(turn).map(|reading| SideClock {
            remaining: reading.left,
            increment: reading.increment,
            moves_to_go: reading.moves_to_go,
        });
        let fixed = self.flags.movetime.map(Duration::from_millis);
        budget(clock, fixed, self.overhead, Duration::ZERO).unwrap_or_else(|| Budget::fixed(THINKING))
    }

    fn sides(&self) -> &SideNames {
        self.library.sides()
    }
}

/// The positions of the setup and the moves that the game begins with.
fn given(
    library: &Arc<Library>,
    options: &[(String, String)],
    text: &PositionText,
    clocks: Clocks,
) -> anyhow::Result<Vec<Ply>> {
    // The error names the wrong move, if there is one.
    position::open(library, options, text, &|| false)?;
    let first = Position::open(library, options, text.setup.as_deref().unwrap_or_default())?;
    let mut plies = vec![Ply { position: first, clocks, mv: None }];
    for mv in text.moves.iter() {
        let before = &plies[plies.len() - 1].position;
        let mv = named(before, mv, Spelling::Engine)?;
        plies.push(moved(before, mv, clocks, None)?);
    }
    Ok(plies)
}

/// Whose something is: `White's`, and `Attackers'` of more than one.
fn of(name: &str) -> String {
    format!("{name}{}", if name.ends_with(['s', 'S']) { "'" } else { "'s" })
}

/// The legal move that a text means, in any spelling that the game knows.
fn named(before: &Position, text: &str, spelling: Spelling) -> anyhow::Result<Move> {
    match spelling.read(before, text)? {
        Some(mv) => Ok(mv),
        None => {
            let write = |moves: &[Move]| Ok(spelling.write_all(before, moves)?.join(" "));
            Err(position::not_legal_among(before, text, &write)?.into())
        }
    }
}

/// The position after a legal move or roll.
fn moved(
    before: &Position,
    mv: Move,
    clocks: Clocks,
    evaluation: Option<plyd_tournament::Evaluation>,
) -> anyhow::Result<Ply> {
    let mut position = before.clone();
    position.play(mv)?;
    Ok(Ply { position, clocks, mv: Some(played_move(before, mv, evaluation)?) })
}
