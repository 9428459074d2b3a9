//! One game from its opening to its result.

use crate::MatchError;
use crate::contestant::{Contestant, ContestantMove, MoveChoice, MoveQuestion};
use crate::dice::Dice;
use crate::gallery::{Gallery, ShownGame};
use crate::heartbeat::{Heartbeat, PauseWatch};
use crate::no_answer::NoAnswer;
use crate::openings::Opening;
use crate::played_move::full_moves;
use crate::played_move::played_move;
use plyd_host::{GameEnding, Position};
use plyd_record::now;
use plyd_rules::{Game, Move, Outcome, Player};
use plyd_tournament::settings::{EngineKind, MatchSettings, SearchLimits};
use plyd_tournament::{
    Adjudicator, CHANCE, EngineFault, Evaluation, Pairing, PlayedGame, PlayedMove, PlayerClock, Random, Reason,
    Termination, drawn_by_fault_of,
};
use std::time::Duration;

/// The words that engines write if they have no move.
const NO_MOVE_WORDS: [&str; 5] = ["(none)", "none", "NULL", "null", "0000"];

/// The most rolls in a row: a game in which only chance still moves must end.
const MOST_ROLLS: usize = 1_000;

/// A game under way.
struct GameUnderWay<'a, 'b> {
    contestants: [&'a mut (dyn Contestant + 'b); 2],
    state: GameInPlay<'a>,
    /// The names of the players that have a library of their own.
    with_libraries: [Option<&'a str>; 2],
    /// Whether a pause can decide the game without a fault, because engines see the time.
    is_timed: bool,
    watch: Option<PauseWatch<'a>>,
    adjudicator: Adjudicator<'a>,
    random: Random,
    dice: Dice,
    /// The moves for the record.
    moves: Vec<PlayedMove>,
    showing: Option<ShownGame<'a>>,
}

/// The state of a game: everything that a question to an engine contains.
struct GameInPlay<'a> {
    position: Position,
    setup: &'a str,
    /// The moves in the notation of the protocol.
    texts: Vec<String>,
    limits: [&'a SearchLimits; 2],
    clocks: [PlayerClock; 2],
    max_think: Duration,
}

impl GameInPlay<'_> {
    /// The question to a player.
    fn question(&self, player: usize, seed: u64) -> MoveQuestion<'_> {
        MoveQuestion {
            position: &self.position,
            setup: self.setup,
            moves: &self.texts,
            player,
            limits: self.limits,
            clocks: self.clocks.map(|clock| clock.reading()),
            max_think: self.max_think,
            seed,
        }
    }
}

/// The result of a game, and its details.
struct GameResult {
    half_points: u8,
    termination: Termination,
    detail: String,
    /// The end of the standard error of an engine at fault.
    standard_error: String,
}

/// The half points of MAX for a finished game. Of a number from its view the sign counts.
fn half_points(outcome: Outcome) -> u8 {
    match outcome {
        Outcome::Win(Player::Max) | Outcome::Utility(1..) => 2,
        Outcome::Win(Player::Min) | Outcome::Utility(..0) => 0,
        Outcome::Draw | Outcome::DrawIfClaimed | Outcome::Utility(0) | Outcome::Ongoing | Outcome::Unknown => 1,
    }
}

impl GameResult {
    /// The game ended on the board.
    fn by_rules(GameEnding { outcome, by_repetition }: GameEnding) -> Self {
        let termination = if by_repetition { Termination::Repetition } else { Termination::Normal };
        Self::without_fault(half_points(outcome), termination)
    }

    fn without_fault(half_points: u8, termination: Termination) -> Self {
        Self { half_points, termination, detail: String::new(), standard_error: String::new() }
    }

    /// The player, 0 or 1, loses by its fault.
    fn by_fault(player: usize, fault: EngineFault, standard_error: String) -> Self {
        let half_points = if player == 0 { 0 } else { 2 };
        Self { half_points, termination: Termination::Fault(fault.reason), detail: fault.detail, standard_error }
    }
}

/// The progress of a game.
pub(crate) enum PlayProgress<T> {
    /// To its end.
    Ended(T),
    /// The match was asked to end.
    Interrupted,
    /// This process lacked something to start the engine of this player, 0 or 1: what, for people.
    Lacking(usize, String),
    /// How long the match was paused, which may have decided the game.
    Paused(Duration),
}

impl<T> PlayProgress<T> {
    fn map<U>(self, ended: impl FnOnce(T) -> U) -> PlayProgress<U> {
        match self {
            Self::Ended(end) => PlayProgress::Ended(ended(end)),
            Self::Interrupted => PlayProgress::Interrupted,
            Self::Lacking(player, what) => PlayProgress::Lacking(player, what),
            Self::Paused(time) => PlayProgress::Paused(time),
        }
    }
}

/// Plays a game, in sight of a gallery if there is one. An engine that failed is ended. Without a heartbeat no pause is
/// looked for.
///
/// # Errors
/// The library of the game failed, or has other rules than that of an engine, or the program of an engine is another
/// one than before.
pub(crate) fn play<'b>(
    pairing: Pairing,
    opening: &Opening,
    contestants: [&mut (dyn Contestant + 'b); 2],
    settings: &MatchSettings,
    heartbeat: Option<&Heartbeat>,
    gallery: Option<&Gallery>,
) -> Result<PlayProgress<PlayedGame>, MatchError> {
    let started = now();
    let limits = pairing.players.map(|engine| &settings.engines[engine].limits);
    let mut play = GameUnderWay {
        contestants,
        state: GameInPlay {
            position: opening.position.clone(),
            setup: &opening.setup,
            texts: opening.moves.iter().map(|mv| mv.text.clone()).collect(),
            limits,
            clocks: limits.map(PlayerClock::new),
            max_think: settings.max_think,
        },
        with_libraries: pairing.players.map(|engine| {
            let engine = &settings.engines[engine];
            matches!(engine.kind, EngineKind::Plugin { .. }).then_some(&*engine.name)
        }),
        is_timed: limits.iter().any(|limits| limits.are_timed()),
        watch: heartbeat.map(Heartbeat::watch),
        adjudicator: Adjudicator::new(settings),
        random: Random::for_part(!settings.seed, pairing.number),
        dice: Dice::new(settings.seed, pairing.encounter),
        moves: opening.moves.clone(),
        showing: gallery.map(|gallery| gallery.begin(pairing, &opening.setup)),
    };
    play.show();
    let course = match play.prepare(pairing, opening)? {
        Some(course) => course,
        None => {
            // No clock ran before.
            play.watch = heartbeat.map(Heartbeat::watch);
            play.finish()?
        }
    };
    play.contestants.iter_mut().for_each(|contestant| contestant.rest());
    let course = match (course, play.pause()) {
        (PlayProgress::Ended(GameResult { termination: Termination::Fault(_), .. }), Some(time)) => {
            PlayProgress::Paused(time)
        }
        (course, _) => course,
    };
    let moves = play.moves;
    Ok(course.map(|end| PlayedGame {
        number: pairing.number,
        round: pairing.round,
        players: pairing.players,
        setup: opening.setup.clone(),
        moves,
        half_points: end.half_points,
        termination: end.termination,
        detail: end.detail,
        started,
        ended: now(),
        voided: 0,
        standard_error: end.standard_error,
    }))
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl GameUnderWay<'_, '_> {
    /// Gets both players ready; how far the game came if one is not.
    fn prepare(&mut self, pairing: Pairing, opening: &Opening) -> Result<Option<PlayProgress<GameResult>>, MatchError> {
        for player in 0..2 {
            if let Err(reason) = self.contestants[player].prepare(pairing.number, opening) {
                return self.course_without_answer(player, reason).map(Some);
            }
        }
        Ok(None)
    }

    /// The progress of the game, if a player cannot continue it.
    fn course_without_answer(
        &mut self,
        player: usize,
        reason: NoAnswer,
    ) -> Result<PlayProgress<GameResult>, MatchError> {
        match reason {
            NoAnswer::Interrupted => Ok(PlayProgress::Interrupted),
            NoAnswer::Fault(fault) => Ok(self.failed(player, fault)),
            NoAnswer::Lack(what) => {
                self.contestants[player].end();
                Ok(PlayProgress::Lacking(player, what))
            }
            NoAnswer::Stopped(error) => Err(error),
        }
    }

    /// The length of the pause of the match during the game, if there was one.
    fn pause(&self) -> Option<Duration> {
        self.watch.and_then(|watch| watch.pause())
    }

    fn failed(&mut self, player: usize, fault: EngineFault) -> PlayProgress<GameResult> {
        let standard_error = self.contestants[player].fail(&fault);
        let mut end = GameResult::by_fault(player, fault, standard_error);
        if self.is_drawn_by(player, end.termination) {
            end.half_points = 1;
            end.detail += drawn_by_fault_of(player);
        }
        PlayProgress::Ended(end)
    }

    /// Whether this end by a fault of a player, 0 or 1, is a draw: the player made no legal move in its time, and the
    /// opponent cannot win any more (FIDE Laws of Chess 6.9 and 7.5.5).
    fn is_drawn_by(&self, player: usize, termination: Termination) -> bool {
        let opponent = [Player::Min, Player::Max][player];
        let position = &self.state.position;
        matches!(termination, Termination::Fault(reason) if reason.is_of_move())
            && !position.game().can_win(position.state(), opponent)
    }

    fn finish(&mut self) -> Result<PlayProgress<GameResult>, MatchError> {
        loop {
            if let Some(ending) = self.state.position.ending()? {
                return Ok(PlayProgress::Ended(GameResult::by_rules(ending)));
            }
            let Some(player) = self.state.position.turn()?.player() else {
                self.roll()?;
                continue;
            };
            let player = player as usize;
            let answer = match self.ask(player) {
                Ok(answer) => answer,
                Err(reason) => return self.course_without_answer(player, reason),
            };
            // After the time was taken: it is too long if the pause began before the answer was read.
            if self.is_timed
                && let Some(time) = self.pause()
            {
                return Ok(PlayProgress::Paused(time));
            }
            if answer.choice == MoveChoice::Resign {
                let half_points = if player == 0 { 0 } else { 2 };
                return Ok(PlayProgress::Ended(GameResult::without_fault(half_points, Termination::Resignation)));
            }
            let mv = match self.legal(&answer)? {
                Ok(mv) => mv,
                Err(fault) => match self.with_libraries[player] {
                    None => return Ok(self.failed(player, fault)),
                    // Its library says what is legal, so it is no fault of the search.
                    Some(name) => {
                        let detail = fault.detail;
                        return Err(MatchError::Rules(format!("engine {name}: {detail} by the library of the match")));
                    }
                },
            };
            if let Err(late) = self.state.clocks[player].moved(answer.time) {
                let text = self.state.position.move_text(mv)?;
                let detail = format!("`{text}` came {} ms late", late.as_millis().max(1));
                return Ok(self.failed(player, EngineFault::new(Reason::Time, detail)));
            }
            let evaluation = self.evaluation(player, &answer);
            self.play(mv, Some(evaluation))?;
            if self.state.position.ending()?.is_none() {
                let numbered = || full_moves(&self.state.position, &self.moves);
                if let Some(decision) = self.adjudicator.add(player, answer.score, numbered)? {
                    return Ok(PlayProgress::Ended(GameResult::without_fault(
                        decision.half_points,
                        decision.termination,
                    )));
                }
                self.let_ponder(player, answer.expected.as_deref())?;
            }
        }
    }

    /// Lets the player that has moved think about the move it expects, if that move is legal, does not end the game,
    /// and it is the player's turn after it. A roll cannot be expected.
    fn let_ponder(&mut self, player: usize, expected: Option<&str>) -> Result<(), MatchError> {
        let Some(expected) = expected.filter(|text| !text.is_empty() && self.contestants[player].ponders()) else {
            return Ok(());
        };
        // It is asked at once if it moves again.
        let own = [Player::Max, Player::Min][player];
        if self.state.position.turn()? != own.other() {
            return Ok(());
        }
        let Some(mv) = self.state.position.find_move(expected)? else { return Ok(()) };
        let mut position = self.state.position.clone();
        position.play(mv)?;
        if position.ending()?.is_some() || position.turn()? != own {
            return Ok(());
        }
        self.state.texts.push(self.state.position.move_text(mv)?);
        // The real question brings the random number.
        let question = self.state.question(player, 0);
        self.contestants[player].ponder(&MoveQuestion { position: &position, ..question });
        self.state.texts.pop();
        Ok(())
    }

    fn ask(&mut self, player: usize) -> Result<ContestantMove, NoAnswer> {
        let seed = self.random.next_u64();
        let question = self.state.question(player, seed);
        let answer = self.contestants[player].answer(&question)?;
        if question.time().is_none() && answer.time > self.state.max_think {
            let seconds = self.state.max_think.as_secs_f64();
            return Err(EngineFault::new(Reason::Hang, format!("it thought for longer than {seconds} seconds")).into());
        }
        Ok(answer)
    }

    /// The legal move that was answered, or what is wrong with it.
    fn legal(&self, answer: &ContestantMove) -> Result<Result<Move, EngineFault>, MatchError> {
        let text = match &answer.choice {
            &MoveChoice::Move(mv) => return Ok(Ok(mv)),
            MoveChoice::None | MoveChoice::Resign => "",
            MoveChoice::Text(text) => text,
        };
        if let Some(mv) = self.state.position.find_move(text)?.filter(|_| !text.is_empty()) {
            return Ok(Ok(mv));
        }
        let setup = self.state.position.setup()?;
        Ok(Err(if text.is_empty() || NO_MOVE_WORDS.contains(&text) {
            EngineFault::new(Reason::NoMove, format!("no move in `{setup}`, which has legal moves"))
        } else {
            let start: String = text.chars().take(80).collect();
            EngineFault::new(Reason::IllegalMove, format!("`{start}` is not legal in `{setup}`"))
        }))
    }

    /// The information of an answer, after whose move the clock has stopped.
    fn evaluation(&self, player: usize, answer: &ContestantMove) -> Evaluation {
        let left = self.state.clocks[player].reading().map(|reading| micros(reading.left));
        let (score, depth, nodes) = (answer.score, answer.depth, answer.nodes);
        Evaluation { score, depth, nodes, micros: micros(answer.time), left }
    }

    /// Lets chance decide: no engine is asked, and no clock runs.
    fn roll(&mut self) -> Result<(), MatchError> {
        let in_a_row = self.moves.iter().rev().take_while(|mv| mv.player == CHANCE).count();
        if in_a_row == MOST_ROLLS {
            return Err(MatchError::Game(format!("{MOST_ROLLS} rolls follow each other, and no player moves")));
        }
        let outcome = self.dice.roll(&self.state.position, self.moves.len())?;
        self.play(outcome, None)
    }

    /// Plays a legal move of a player, or a roll.
    fn play(&mut self, mv: Move, evaluation: Option<Evaluation>) -> Result<(), MatchError> {
        let played = played_move(&self.state.position, mv, evaluation)?;
        self.state.position.play(mv)?;
        self.state.texts.push(played.text.clone());
        self.moves.push(played);
        self.show();
        Ok(())
    }

    /// Shows the game to those who look on.
    fn show(&self) {
        if let Some(showing) = &self.showing {
            showing.show(&self.moves);
        }
    }
}
