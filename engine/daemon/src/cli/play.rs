//! A game against a person in the terminal.

mod arguments;
mod clocks;
mod command;
mod ending;
mod lines;
mod part;
mod pgn;
mod prompt;
mod thinking;

pub(super) use arguments::Play;
use arguments::Roll;

use super::errand::{Answer, Errand, Event, Helpers, Scene, Typed, Word};
use super::match_command::INTERRUPTED;
use super::position_file::Taken;
use super::program::Program;
use super::signals::Signals;
use super::standard_output::{self, StandardOutput};
use super::styles::{MOVE, PROMPT};
use anstream::{AutoStream, ColorChoice};
use anstyle::Style;
use anyhow::{Context, anyhow, ensure};
use clocks::{Clocks, seconds};
use command::Command;
use lines::Lines;
use part::Part;
use plyd_arena::{Dice, played_move};
use plyd_host::{Library, Position, Sides};
use plyd_player::{Quota, Room, SearchOptions, SearchTable, Searcher, budget, random_seed};
use plyd_protocol::PositionText;
use plyd_rules::{Move, Player, Turn};
use plyd_search::{Budget, Clock};
use plyd_session::{Engine, NO_GAME, position};
use plyd_tournament::PlayedMove;
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::io::{self, BufRead, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use thinking::{Thought, think, timed};

/// The exit code for invalid arguments.
const WRONG_ARGUMENT: u8 = 2;
/// The default thinking time of the engine.
const THINKING: Duration = Duration::from_secs(1);

/// A game that is to be played, as data for whoever has its library.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Game {
    play: Play,
    /// The options of the game that were set.
    options: Vec<(String, String)>,
    text: PositionText,
    search: SearchOptions,
    /// Time kept back on the engine's clock.
    overhead: Duration,
    /// Whether a person reads the output; otherwise it is short and without times, for programs.
    is_terminal: bool,
}

impl Game {
    /// What it takes.
    pub(super) fn room(&self) -> Room {
        (&self.search).into()
    }

    /// Plays it to its end.
    pub(super) fn play(&self, scene: &mut Scene) -> anyhow::Result<Answer> {
        let end = TerminalGame::new(self, scene)?.run();
        // Also if it has failed: what came before is shown.
        scene.console.flush()?;
        Ok(Answer::Played { is_interrupted: end? == End::Interrupted })
    }
}

/// A game between the engine and the person who types.
struct TerminalGame<'a> {
    play: &'a Play,
    scene: &'a mut Scene,
    library: Arc<Library>,
    /// The sides of the person.
    part: Part,
    is_terminal: bool,
    searcher: Searcher,
    /// Time kept back on the engine's clock.
    overhead: Duration,
    /// The options of the game that were set.
    game_options: &'a [(String, String)],
    /// The setup that the game began with, as the game writes it; `None` for the start position.
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

/// Why there are no further moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Quit,
    Interrupted,
}

impl Play {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let file = &self.position.file;
        ensure!(!file.is_input(), "`plyd play` reads your moves from standard input; --from needs the name of a file");
        let (engine, mut helpers, taken) = program.start_with(file)?;
        play(&engine, &mut helpers, self, taken, &program.signals)
    }

    /// The game in which they are played.
    fn game(
        &self,
        engine: &Engine,
        library: &Library,
        taken: Option<Taken>,
        is_terminal: bool,
    ) -> anyhow::Result<Game> {
        let all = &engine.games().options;
        let (text, options) = match taken {
            Some(taken) => (taken.text, taken.options),
            None => (PositionText::parse(&self.position.position)?, all.of_game(library)),
        };
        let (search, overhead) = (all.search.clone(), all.move_overhead());
        Ok(Game { play: self.clone(), options, text, search, overhead, is_terminal })
    }
}

/// Plays on standard input and output until the game is over, the person quits, or the input ends.
fn play(
    engine: &Engine,
    helpers: &mut Helpers,
    play: &Play,
    taken: Option<Taken>,
    signals: &Signals,
) -> anyhow::Result<ExitCode> {
    let is_terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    // For a program that reads or writes there are none, whatever somebody wants elsewhere.
    let colours = if is_terminal { AutoStream::choice(&io::stdout()) } else { ColorChoice::Never };
    let has_colours = colours != ColorChoice::Never;
    let lines = if is_terminal {
        signals.restore_terminal()?;
        Lines::edited(has_colours)?
    } else {
        Lines::Plain(io::stdin().lock())
    };
    let output = StandardOutput::new(AutoStream::new(io::stdout(), colours));
    let library = engine.games().options.game.clone().context(NO_GAME)?;
    if let Err(error) = Part::read(&play.side, library.sides()) {
        // Nobody is left to tell if standard error is closed.
        let _ = writeln!(io::stderr(), "plyd: --side: {error}");
        return Ok(ExitCode::from(WRONG_ARGUMENT));
    }
    let game = Box::new(play.game(engine, &library, taken, is_terminal)?);
    let style = if has_colours { PROMPT } else { Style::new() };
    let mut person = Person { lines, output, style, file: None };
    match helpers.run_with(&library, Errand::Play(game), &mut |event| person.hear(event)) {
        Ok(Answer::Played { is_interrupted: true }) => Ok(ExitCode::from(INTERRUPTED)),
        Err(error) if !standard_output::is_closed(&error) => Err(error),
        _ => Ok(ExitCode::SUCCESS),
    }
}

/// The person who types, and reads.
struct Person<I, O> {
    lines: Lines<I>,
    output: O,
    /// What the prompt is wrapped in.
    style: Style,
    /// The file that the last line names, if it asks to save the game.
    file: Option<String>,
}

impl<I: BufRead, O: Write> Person<I, O> {
    /// Shows what the game says, and answers what it asks.
    fn hear(&mut self, event: Event) -> anyhow::Result<Option<Word>> {
        match event {
            Event::Text(spans) => {
                for span in spans {
                    write!(self.output, "{span}")?;
                }
                Ok(None)
            }
            Event::Ask { prompt, moves } => {
                let typed = self.lines.ask(&prompt, self.style, moves, &mut self.output)?;
                self.file = match &typed {
                    Typed::Line(line) => file_of(line),
                    Typed::End | Typed::Interrupted => None,
                };
                Ok(Some(Word::Typed(typed)))
            }
            Event::Save(game) => {
                // The game may come from another process, which chooses no file.
                let saved = match self.file.take() {
                    Some(file) => pgn::append_to(&file, &game),
                    None => Err(anyhow!("no file was named")),
                };
                Ok(Some(Word::Saved(saved.map_err(|error| format!("{error:#}")))))
            }
            Event::Solving(_) | Event::Remark(_) | Event::Done(_) => Ok(None),
        }
    }
}

/// The file that a line names, if it asks to save the game.
fn file_of(line: &str) -> Option<String> {
    match Command::read(line, |_| Ok::<_, Infallible>(false)) {
        Ok(Some(Command::Save(file))) => Some(file),
        _ => None,
    }
}

impl<'a> TerminalGame<'a> {
    fn new(game: &'a Game, scene: &'a mut Scene) -> anyhow::Result<Self> {
        let Game { play, options, text, search, overhead, is_terminal } = game;
        let library = Arc::clone(&scene.library);
        let part = Part::read(&play.side, library.sides())?;
        let plies = given(&library, options, text, Clocks::new(play.time))?;
        // Whoever reads a saved game need not read all that the game does.
        let setup = text.setup.is_some().then(|| plies[0].position.setup()).transpose()?;
        // The only search of this process has all the threads it asks for.
        let searcher = Searcher::new(search.clone(), SearchTable::new(&scene.tables), Quota::unlimited())
            .with_tablebases(Arc::clone(&scene.tablebases));
        Ok(Self {
            play,
            scene,
            library,
            part,
            is_terminal: *is_terminal,
            searcher,
            overhead: *overhead,
            game_options: options,
            setup,
            given: plies.len() - 1,
            plies,
            late: None,
            seed: play.seed.unwrap_or_else(random_seed),
            number: 0,
            begun: SystemTime::now(),
        })
    }

    fn run(&mut self) -> anyhow::Result<End> {
        self.welcome()?;
        while let Some(ply) = self.plies.last().cloned() {
            let turn = ply.position.turn()?;
            // The board is the same after a roll, with the roll.
            if !self.rolls(turn) || ply.position.ending()?.is_some() {
                self.show(&ply)?;
            }
            let ending = self.ending(&ply.position)?;
            let end = if let Some(ending) = &ending {
                writeln!(self.scene.console, "The game is over: {ending}.")?;
                // Only a person has more to say now.
                let has_person = self.is_terminal && self.part != Part::Neither;
                if has_person { self.ask(&ply, None)? } else { Some(End::Quit) }
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
        Ok(End::Quit)
    }

    /// Whether the person decides at this turn.
    fn decides(&self, turn: Turn) -> bool {
        turn.player().map_or(self.play.roll == Roll::Ask, |player| self.part.has(player))
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
        let text = next.mv.as_ref().map_or("", |mv| &mv.text);
        writeln!(self.scene.console, "The roll is {MOVE}{text}{MOVE:#}.")?;
        self.plies.push(next);
        Ok(())
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let sides = self.library.sides();
        let help = "Type a move, or: help, moves, hint, undo, quit.";
        let part = match self.part {
            Part::One(own) => {
                format!("You play {}, and plyd plays {}. {help}", sides.name(own), sides.name(own.other()))
            }
            Part::Both => format!("You play both sides. {help}"),
            Part::Neither if self.play.roll == Roll::Ask => format!("plyd plays both sides, and you roll. {help}"),
            // Nobody is asked.
            Part::Neither => "plyd plays both sides.".to_owned(),
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
        let thought = think(self.scene, &self.searcher, &ply.position, self.budget(ply, turn), self.play.depth)?;
        let time = begun.elapsed();
        let Some(clocks) = ply.clocks.after(turn, time) else {
            self.late = Some(turn);
            return Ok(());
        };
        write!(self.scene.console, "plyd plays {MOVE}{}{MOVE:#}", thought.text)?;
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
        let mut next = match after(&ply.position, text, ply.clocks) {
            Ok(next) => next,
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
        if let Some(mv) = &mut next.mv {
            mv.evaluation = Some(timed(time, clocks.reading(turn).map(|reading| reading.left)));
            if self.is_terminal {
                let (side, time) = (self.library.sides().name(turn), seconds(time));
                writeln!(self.scene.console, "{side} plays {MOVE}{}{MOVE:#} ({time})", mv.text)?;
            }
        }
        self.plies.push(next);
        Ok(true)
    }

    /// The move that the engine would play.
    fn hint(&self, ply: &Ply) -> anyhow::Result<Thought> {
        let fixed = Budget::fixed(self.play.movetime.map_or(THINKING, Duration::from_millis));
        think(self.scene, &self.searcher, &ply.position, fixed, self.play.depth)
    }

    /// The time for a move of the engine.
    fn budget(&self, ply: &Ply, turn: Player) -> Budget {
        let clock = ply.clocks.reading(turn).map(|reading| Clock {
            remaining: reading.left,
            increment: reading.increment,
            moves_to_go: reading.moves_to_go,
        });
        let fixed = self.play.movetime.map(Duration::from_millis);
        budget(clock, fixed, self.overhead, Duration::ZERO).unwrap_or_else(|| Budget::fixed(THINKING))
    }

    fn sides(&self) -> &Sides {
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
    // It tells which move is wrong, if one is.
    position::open(library, options, text, &|| false)?;
    let first = Position::open(library, options, text.setup.as_deref().unwrap_or_default())?;
    let mut plies = vec![Ply { position: first, clocks, mv: None }];
    for mv in text.moves.iter() {
        let before = &plies[plies.len() - 1].position;
        plies.push(after(before, mv, clocks)?);
    }
    Ok(plies)
}

/// The position after a move, in any spelling that the game knows.
fn after(before: &Position, text: &str, clocks: Clocks) -> anyhow::Result<Ply> {
    // It tells what is wrong with the text, if something is.
    position::play(&mut before.clone(), text)?;
    let mv = before.find_move(text)?.context("the library knows a move and then does not")?;
    moved(before, mv, clocks, None)
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
