//! The input of a person between two moves.

use super::typing::Typing;
use super::{PlayEnd, Ply, Spelling, TerminalGame, of};
use crate::errand::TypedInput;
use plyd_host::{GameTexts, LibraryFault, Position};
use plyd_rules::{Player, Turn};
use plyd_tournament::EngineScore;
use std::io::Write;
use std::time::{Instant, SystemTime};

/// The similarity above which a word counts as a misspelt command, see [`strsim::jaro_winkler`].
const ALIKE: f64 = 0.85;
/// The maximum number of moves that Tab offers.
const MOST_OFFERED: usize = 1_000;
/// Shorter words are moves.
const SHORTEST_SLIP: usize = 3;

/// The effect of a command.
enum CommandEffect {
    /// The board is unchanged, and the prompt appears again.
    Nothing,
    /// The position has changed, or the player who moves.
    Changed,
    Quit,
}

impl TerminalGame<'_> {
    /// Asks until there is another position, or an end. `turn` is whose turn it is; `None` if the game is over.
    pub(super) fn ask(&mut self, ply: &Ply, turn: Option<Turn>) -> anyhow::Result<Option<PlayEnd>> {
        let prompt = match turn {
            Some(turn) => turn
                .player()
                .map_or_else(|| "The roll: ".to_owned(), |player| format!("{} move: ", of(self.sides().name(player)))),
            None => "new, undo, save FILE or quit: ".to_owned(),
        };
        let spelling = self.flags.moves;
        let moves = if self.is_terminal && turn.is_some() { completions(&ply.position, spelling) } else { Vec::new() };
        let asked = Instant::now();
        loop {
            let line = match self.scene.console.ask(&prompt, moves.clone())? {
                TypedInput::Line(line) => line,
                TypedInput::End => return Ok(Some(PlayEnd::Quit)),
                TypedInput::Interrupted => return Ok(Some(PlayEnd::Interrupted)),
            };
            // When the game is over there are no moves.
            let is_move =
                |line: &str| Ok::<_, LibraryFault>(turn.is_some() && spelling.read(&ply.position, line)?.is_some());
            let Some(command) = Typing::read(&line, is_move)? else { continue };
            match self.obey(ply, turn, asked, command)? {
                CommandEffect::Nothing => {}
                CommandEffect::Changed => return Ok(None),
                CommandEffect::Quit => return Ok(Some(PlayEnd::Quit)),
            }
        }
    }

    fn obey(
        &mut self,
        ply: &Ply,
        turn: Option<Turn>,
        asked: Instant,
        command: Typing,
    ) -> anyhow::Result<CommandEffect> {
        let position = &ply.position;
        match (command, turn) {
            (Typing::Quit, _) => return Ok(CommandEffect::Quit),
            (Typing::Undo, _) => return self.undo(),
            (Typing::Switch, _) => return self.switch(),
            (Typing::New, _) => {
                self.begin_again();
                return Ok(CommandEffect::Changed);
            }
            (Typing::Help, _) => write!(self.scene.console, "{}", Typing::help())?,
            (Typing::Rules, _) => {
                write!(self.scene.console, "{}", rules(&self.library.texts(self.languages.iter().map(String::as_str))))?
            }
            (Typing::Board, _) => self.show(ply)?,
            (Typing::Fen, _) => writeln!(self.scene.console, "{}", position.setup()?)?,
            (Typing::Line, _) => writeln!(self.scene.console, "{}", self.line())?,
            (Typing::Save(file), _) => {
                let saved = self.save();
                match saved {
                    Ok(()) => writeln!(self.scene.console, "The game was added to {file}.")?,
                    Err(error) => writeln!(self.scene.console, "{error:#}")?,
                }
            }
            (Typing::Moves | Typing::Hint | Typing::Eval | Typing::Move(_), None) => {
                writeln!(
                    self.scene.console,
                    "The game is over. Type undo to take a move back, or new for a new game."
                )?;
            }
            (Typing::Moves, Some(Turn::Chance)) => {
                writeln!(self.scene.console, "{}", rolls(position, self.flags.moves)?)?
            }
            (Typing::Hint, Some(Turn::Chance)) => {
                writeln!(
                    self.scene.console,
                    "Nobody chooses a roll. Type the one that the dice show; moves lists them all."
                )?;
            }
            (Typing::Moves, Some(_)) => {
                let moves = self.flags.moves.write_all(position, &position.legal_moves()?)?;
                writeln!(self.scene.console, "{}", moves.join(" "))?;
            }
            (Typing::Eval, Some(_)) => {
                let (value, first) =
                    (EngineScore::Points(position.evaluate()?), self.sides().name(Player::Max).to_owned());
                writeln!(self.scene.console, "{first} {value}, without a search")?;
            }
            (Typing::Hint, Some(turn)) => {
                let thought = self.hint(ply)?;
                let text = self.flags.moves.write(position, thought.mv)?;
                write!(self.scene.console, "plyd would play {text}")?;
                if let (true, Some(player)) = (self.is_terminal, turn.player()) {
                    write!(self.scene.console, " ({})", thought.details(player, self.library.sides()))?;
                }
                writeln!(self.scene.console)?;
            }
            (Typing::Move(text), Some(turn)) => {
                if self.play_move(ply, turn, &text, asked.elapsed())? {
                    return Ok(CommandEffect::Changed);
                }
                self.suggest(&text)?;
            }
        }
        Ok(CommandEffect::Nothing)
    }

    /// Tells which command was meant, if the text is nearly one.
    fn suggest(&mut self, text: &str) -> anyhow::Result<()> {
        let typed = text.to_lowercase();
        let likeness = |word: &str| strsim::jaro_winkler(&typed, word);
        let nearest = Typing::words().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        if let Some(word) = nearest
            && typed.len() >= SHORTEST_SLIP
            && likeness(word) >= ALIKE
        {
            writeln!(self.scene.console, "There is a command `{word}`; help lists them all.")?;
        }
        Ok(())
    }

    /// Takes back what the person decided last, and what the engine and plyd's dice did after it; or the lack of time.
    fn undo(&mut self) -> anyhow::Result<CommandEffect> {
        if self.late.take().is_some() {
            return Ok(CommandEffect::Changed);
        }
        let (given, mut earlier) = (self.given, self.plies.len() - 1);
        while earlier > given {
            earlier -= 1;
            if self.decides(self.plies[earlier].position.turn()?) {
                self.plies.truncate(earlier + 1);
                return Ok(CommandEffect::Changed);
            }
        }
        writeln!(self.scene.console, "There is nothing to take back.")?;
        Ok(CommandEffect::Nothing)
    }

    fn switch(&mut self) -> anyhow::Result<CommandEffect> {
        let super::PersonSide::One(own) = self.part else {
            writeln!(self.scene.console, "There are no sides to change: you play both of them, or plyd does.")?;
            return Ok(CommandEffect::Nothing);
        };
        self.part = super::PersonSide::One(own.other());
        writeln!(self.scene.console, "You play {} now.", self.library.sides().name(own.other()))?;
        Ok(CommandEffect::Changed)
    }

    fn begin_again(&mut self) {
        self.plies.truncate(self.given + 1);
        self.late = None;
        self.number += 1;
        self.begun = SystemTime::now();
        self.searcher.forget();
    }

    /// The argument of `--position` that continues from here.
    fn line(&self) -> String {
        let mut line = self.setup.clone().unwrap_or_else(|| "startpos".to_owned());
        let moves: Vec<_> = self.plies.iter().filter_map(|ply| ply.mv.as_ref()).collect();
        if !moves.is_empty() {
            line.push_str(" moves");
        }
        moves.iter().for_each(|mv| line.extend([" ", mv.text.as_str()]));
        line
    }
}

/// The moves that Tab completes.
fn completions(position: &Position, spelling: Spelling) -> Vec<String> {
    // A library that fails here fails again when a move is played, and is reported then.
    let legal = position.legal_moves().unwrap_or_default();
    spelling.write_all(position, &legal[..legal.len().min(MOST_OFFERED)]).unwrap_or_default()
}

/// What a person has to know of the game before the first move.
fn rules(texts: &GameTexts) -> String {
    if texts.rules.is_none() && texts.moves.is_none() {
        return format!("{} has no text about its rules; moves lists the legal moves.\n", texts.name);
    }
    let paragraphs = [Some(&texts.name), texts.rules.as_ref(), texts.moves.as_ref()];
    paragraphs.into_iter().flatten().map(|paragraph| format!("{paragraph}\n")).collect()
}

/// The rolls with their chances: `d1 (3 of 6), d2 (2 of 6), d3 (1 of 6)`.
fn rolls(position: &Position, spelling: Spelling) -> anyhow::Result<String> {
    let outcomes = position.legal_moves()?;
    let weights = position.weights(&outcomes)?;
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    let texts = spelling.write_all(position, &outcomes)?;
    let told = texts.iter().zip(weights).map(|(text, weight)| format!("{text} ({weight} of {total})"));
    Ok(told.collect::<Vec<_>>().join(", "))
}
