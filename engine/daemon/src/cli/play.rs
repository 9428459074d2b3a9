//! A game against a person in the terminal.

use super::arguments::{Play, Side};
use crate::engine::Engine;
use crate::options::SessionOptions;
use crate::session::Board;
use crate::tables::SessionTable;
use anyhow::Context;
use plyd_protocol::{Position, Standing};
use plyd_rules::Player;
use plyd_search::{Budget, Control, Limits, NoObserver, Root, Settings, search};
use std::io::{BufRead, Write};
use std::sync::Arc;
use std::time::Duration;

const HELP: &str = "Type a move, or: moves (what is legal), hint, undo, fen, help, quit.";

/// A game under way, between the engine and whoever types.
struct Table<'a, I, O> {
    options: &'a SessionOptions,
    play: &'a Play,
    input: &'a mut I,
    output: &'a mut O,
    /// What its searches have learnt.
    learnt: Arc<SessionTable>,
    /// The first position, and the one after each move, so that moves can be taken back.
    positions: Vec<Board>,
}

/// What a person wants.
enum Wish {
    Move(Board),
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
    let position = Position::parse(&play.position.position)?;
    let first = Board::open(library, &options.of_game(library), &position)?;
    writeln!(output, "{}. {HELP}", library.name())?;
    let learnt = SessionTable::new(&engine.tables);
    Table { options: &options, play, input, output, learnt, positions: vec![first] }.run()
}

impl<I: BufRead, O: Write> Table<'_, I, O> {
    fn run(&mut self) -> anyhow::Result<()> {
        while let Some(board) = self.positions.last().cloned() {
            self.show(&board)?;
            let standing = board.result()?;
            if standing != Standing::Ongoing {
                writeln!(self.output, "The game is over: {standing}.")?;
                return Ok(());
            }
            if self.is_persons(board.turn()?) {
                match self.ask(&board)? {
                    Wish::Move(next) => self.positions.push(next),
                    Wish::Undo => self.undo()?,
                    Wish::Quit => return Ok(()),
                }
            } else {
                let best = self.think(&board)?;
                writeln!(self.output, "plyd plays {best}")?;
                self.positions.push(after(&board, &best)?);
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

    fn show(&mut self, board: &Board) -> anyhow::Result<()> {
        writeln!(self.output)?;
        match board.picture()? {
            Some(picture) => writeln!(self.output, "{}", picture.trim_end())?,
            None => writeln!(self.output, "{}", board.fen()?)?,
        }
        Ok(())
    }

    /// Asks until there is an answer to act on.
    fn ask(&mut self, board: &Board) -> anyhow::Result<Wish> {
        loop {
            let player = if board.turn()? == Player::Max { "First" } else { "Second" };
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
                "moves" => writeln!(self.output, "{}", board.move_texts()?.join(" "))?,
                "fen" => writeln!(self.output, "{}", board.fen()?)?,
                "hint" => {
                    let best = self.think(board)?;
                    writeln!(self.output, "plyd would play {best}")?;
                }
                text => match after(board, text) {
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

    fn think(&self, board: &Board) -> anyhow::Result<String> {
        let control = Control::new();
        control.start_clock(Budget::fixed(Duration::from_millis(self.play.movetime)));
        let limits = Limits { depth: self.play.depth, deepen: true, ..Limits::default() };
        let options = &self.options.search;
        let (table, _) = self.learnt.get(options.hash);
        // The only search of this process has all the threads it asks for.
        let settings = Settings { threads: options.threads, ..options.settings(table.as_deref()) };
        let root = Root::new(&board.game, &board.state).with_history(&board.history);
        let answer = search(&root, settings, &limits, &control, &mut NoObserver, &mut |_| {});
        if let Some(fault) = answer.fault {
            tracing::warn!("the game's library failed: {fault}");
        }
        let best = answer.best.context("the game's library gave no move")?;
        Ok(board.game.format_move(&board.state, best)?)
    }
}

fn after(board: &Board, text: &str) -> anyhow::Result<Board> {
    let mut next = board.clone();
    next.play(text)?;
    Ok(next)
}
