//! A game against a person in the terminal.

mod arguments;

pub(super) use arguments::Play;

use anyhow::Context;
use arguments::Side;
use plyd_host::Position;
use plyd_player::{Quota, SearchTable, Searcher, random_seed};
use plyd_protocol::{PositionText, Standing};
use plyd_rules::Player;
use plyd_search::{Budget, Control, Limits};
use plyd_session::{Engine, position};
use std::io::{BufRead, Write};
use std::time::Duration;

const HELP: &str = "Type a move, or: moves (what is legal), hint, undo, fen, help, quit.";

/// A game under way, between the engine and whoever types.
struct TerminalGame<'a, I, O> {
    play: &'a Play,
    input: &'a mut I,
    output: &'a mut O,
    /// Who plays against the person.
    searcher: Searcher,
    /// The first position, and the one after each move, so that moves can be taken back.
    positions: Vec<Position>,
}

/// What a person wants.
enum Wish {
    Move(Position),
    Undo,
    Quit,
}

/// Plays until the game is over, the person quits, or the input ends.
pub(super) fn play<I: BufRead, O: Write>(
    engine: &Engine,
    play: &Play,
    input: &mut I,
    output: &mut O,
) -> anyhow::Result<()> {
    let options = engine.games().options.clone();
    let library = options.game.as_ref().context("no game library was found")?;
    let text = PositionText::parse(&play.position.position)?;
    let first = position::open(library, &options.of_game(library), &text, &|| false)?;
    writeln!(output, "{}. {HELP}", library.name())?;
    // The only search of this process has all the threads it asks for.
    let searcher = Searcher::new(options.search, SearchTable::new(&engine.tables), Quota::unlimited());
    TerminalGame { play, input, output, searcher, positions: vec![first] }.run()
}

impl<I: BufRead, O: Write> TerminalGame<'_, I, O> {
    fn run(&mut self) -> anyhow::Result<()> {
        while let Some(position) = self.positions.last().cloned() {
            self.show(&position)?;
            let standing = position::result(&position)?;
            if standing != Standing::Ongoing {
                writeln!(self.output, "The game is over: {standing}.")?;
                return Ok(());
            }
            if self.is_persons(position.turn()?) {
                match self.ask(&position)? {
                    Wish::Move(next) => self.positions.push(next),
                    Wish::Undo => self.undo()?,
                    Wish::Quit => return Ok(()),
                }
            } else {
                let best = self.think(&position)?;
                writeln!(self.output, "plyd plays {best}")?;
                self.positions.push(after(&position, &best)?);
            }
        }
        Ok(())
    }

    fn is_persons(&self, turn: Player) -> bool {
        match self.play.side {
            Side::First => turn == Player::Max,
            Side::Second => turn == Player::Min,
            Side::Both => true,
            Side::None => false,
        }
    }

    fn show(&mut self, position: &Position) -> anyhow::Result<()> {
        writeln!(self.output)?;
        match position.picture()? {
            Some(picture) => writeln!(self.output, "{}", picture.trim_end())?,
            None => writeln!(self.output, "{}", position.setup()?)?,
        }
        Ok(())
    }

    /// Asks until there is an answer to act on.
    fn ask(&mut self, position: &Position) -> anyhow::Result<Wish> {
        loop {
            let player = if position.turn()? == Player::Max { "First" } else { "Second" };
            write!(self.output, "{player} player's move: ")?;
            self.output.flush()?;
            let mut line = String::new();
            if self.input.read_line(&mut line)? == 0 {
                writeln!(self.output)?;
                return Ok(Wish::Quit);
            }
            match line.trim() {
                "" => {}
                "quit" | "exit" => return Ok(Wish::Quit),
                "undo" => return Ok(Wish::Undo),
                "help" => writeln!(self.output, "{HELP}")?,
                "moves" => writeln!(self.output, "{}", position::move_texts(position)?)?,
                "fen" => writeln!(self.output, "{}", position.setup()?)?,
                "hint" => {
                    let best = self.think(position)?;
                    writeln!(self.output, "plyd would play {best}")?;
                }
                text => match after(position, text) {
                    Ok(next) => return Ok(Wish::Move(next)),
                    Err(reason) => writeln!(self.output, "{reason}")?,
                },
            }
        }
    }

    /// Takes back the person's last move, and what the engine answered.
    fn undo(&mut self) -> anyhow::Result<()> {
        let mut earlier = self.positions.len() - 1;
        while earlier > 0 {
            earlier -= 1;
            if self.is_persons(self.positions[earlier].turn()?) {
                self.positions.truncate(earlier + 1);
                return Ok(());
            }
        }
        writeln!(self.output, "There is nothing to take back.")?;
        Ok(())
    }

    fn think(&self, position: &Position) -> anyhow::Result<String> {
        let control = Control::new();
        control.start_clock(Budget::fixed(Duration::from_millis(self.play.movetime)));
        let limits = Limits { depth: self.play.depth, deepen: true, ..Limits::default() };
        let prepared = self.searcher.prepare(position.game());
        let answer = prepared.search(position, &limits, random_seed(), &control, &mut |_| {});
        if let Some(fault) = answer.fault {
            tracing::warn!("the game's library failed: {fault}");
        }
        let best = answer.best.context("the game's library gave no move")?;
        Ok(position.move_text(best)?)
    }
}

fn after(position: &Position, text: &str) -> anyhow::Result<Position> {
    let mut next = position.clone();
    position::play(&mut next, text)?;
    Ok(next)
}
