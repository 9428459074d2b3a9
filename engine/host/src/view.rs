//! Positions as data, for programs that draw them: the view of a library, checked, and what every game has beside it.

use crate::{LibraryFault, LoadedGame, Position, StateSlot};
use plyd_plugin::view::{End, MOST_BYTES, MOST_THINGS, Mark, MarkKind, Reason, Spots, Step, View};
use plyd_rules::{Game as _, Move, Outcome, Player, Turn};
use serde::{Serialize, Serializer};

/// A position with all that a program needs to draw it and to let people move, as `docs/position.schema.json` in the
/// project describes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PositionView {
    /// The id of the game.
    game: String,
    /// The names of the two sides.
    sides: [String; 2],
    turn: &'static str,
    outcome: &'static str,
    /// The way in which the game ended, if it did and somebody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<End>,
    /// The players that cannot win any more, no matter what both play, while the game goes on.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    winless: Vec<&'static str>,
    /// The utility by which the game ended, from MAX's view.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i32>,
    /// The points of advantage that make the odds of winning e times as good, where they are measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    scale: Option<i32>,
    /// With it, the points of advantage that win half of the games; 0 if none is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    draws: Option<i32>,
    /// The number of legal moves.
    count: usize,
    /// The text and the gesture of each legal move; `None` if they are too many or too long.
    moves: Option<TextsInOrder<Vec<Step>>>,
    /// The text of each move that can be made in more ways than one, and its other gestures.
    #[serde(skip_serializing_if = "Option::is_none")]
    ways: Option<TextsInOrder<Vec<Vec<Step>>>>,
    /// The text of each move, and the word with which people write it, in a game with a notation beside its own texts.
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<TextsInOrder<String>>,
    /// The text and the weight of each outcome, if it is the turn of chance and the game is not over.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<TextsInOrder<u32>>,
    #[serde(flatten)]
    view: Option<View>,
    /// The picture as lines of text, for a state without a view.
    #[serde(skip_serializing_if = "Option::is_none")]
    picture: Option<String>,
}

/// The first gesture of each move, unless they are too much, and the other ones of moves that have some.
type Gestures = (Option<TextsInOrder<Vec<Step>>>, TextsInOrder<Vec<Vec<Step>>>);

/// Texts and what belongs to them, in the game's order.
#[derive(Clone, Debug, PartialEq)]
struct TextsInOrder<T>(Vec<(String, T)>);

impl<T: Serialize> Serialize for TextsInOrder<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(text, value)| (text, value)))
    }
}

impl PositionView {
    /// The view as JSON, on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all keys are texts")
    }
}

impl LoadedGame {
    /// The view of a state; `None` for one without. It obeys all rules.
    ///
    /// # Errors
    /// The library failed, or its view breaks a rule.
    pub fn view(&self, state: &StateSlot) -> Result<Option<View>, LibraryFault> {
        let Some(text) = self.view_text(state)? else { return Ok(None) };
        let broken = |error| LibraryFault::new(format!("the view of a state: {error}"));
        let view = View::read(&text).map_err(broken)?;
        view.check().map_err(broken)?;
        Ok(Some(view))
    }

    /// The steps by which a person makes a legal move of a state, whose view has these spots. With [`Step::Or`] between
    /// the ways.
    ///
    /// # Errors
    /// The library failed, or the gesture breaks a rule.
    pub fn gesture(&self, state: &StateSlot, mv: Move, spots: &Spots<'_>) -> Result<Vec<Step>, LibraryFault> {
        let steps = self.steps(state, mv)?;
        if let Err(error) = spots.check(&steps) {
            return Err(LibraryFault::new(format!(
                "the gesture of the move `{}`: {error}",
                self.format_move(state, mv)?
            )));
        }
        Ok(steps)
    }

    /// The steps of a legal move, unchecked.
    fn steps(&self, state: &StateSlot, mv: Move) -> Result<Vec<Step>, LibraryFault> {
        let text = self.gesture_text(state, mv)?.unwrap_or_default();
        Ok(text.split_ascii_whitespace().map(Step::read).collect())
    }
}

impl Position {
    /// The position with all that a program needs to draw it and to let people move.
    ///
    /// A state without a view has its picture, and its moves are buttons. More than [`MOST_THINGS`] moves, or moves of
    /// more than [`MOST_BYTES`] bytes, are only counted; a picture of more bytes is left out.
    ///
    /// # Errors
    /// The library failed, or what it says breaks a rule.
    pub fn view(&self) -> Result<PositionView, LibraryFault> {
        let (game, state) = (self.game(), self.state());
        let ending = self.ending()?;
        let outcome = ending.map_or(Outcome::Ongoing, |ending| ending.outcome);
        let turn = self.turn()?;
        let legal = self.legal_moves()?;
        let mut view = game.view(state)?;
        let spots =
            view.as_ref().map(|view| view.check().map_err(|error| LibraryFault::new(error.to_string()))).transpose()?;
        let (moves, ways) = self.gestures(&legal, spots.as_ref())?;
        let notation = self.notation_of(&legal, moves.as_ref())?;
        let last = self.last_mark(spots.as_ref())?;
        let rolls = turn == Turn::Chance && !legal.is_empty();
        let weights = if rolls { self.weights_of(&legal, moves.as_ref())? } else { None };
        let mut result = view.as_mut().and_then(|view| view.result.take());
        match ending {
            // The game knows nothing of the positions before.
            Some(ending) if ending.by_repetition => result = Some(End { reason: Reason::Repetition }),
            None if result.is_some() => {
                return Err(LibraryFault::new("the view of a state has a `result`, but the game goes on"));
            }
            _ => {}
        }
        if let Some(view) = &mut view {
            let says_itself = view.marks.iter().any(|mark| mark.kind == MarkKind::Last);
            let has_room = view.marks.len() < MOST_THINGS;
            view.marks.extend(last.filter(|_| !says_itself && has_room));
        }
        let picture = if view.is_none() { self.picture()? } else { None };
        let sides = game.library().sides();
        let cannot_win = |player: &Player| outcome == Outcome::Ongoing && !game.can_win(state, *player);
        let facts = game.measured_facts();
        let is_measured = facts.points_per_logit > 0;
        Ok(PositionView {
            game: game.library().id().into(),
            sides: [Player::Max, Player::Min].map(|player| sides.name(player).into()),
            turn: turn_name(turn),
            outcome: outcome_name(outcome),
            result,
            winless: [Player::Max, Player::Min]
                .into_iter()
                .filter(cannot_win)
                .map(|player| turn_name(player.into()))
                .collect(),
            value: if let Outcome::Utility(value) = outcome { Some(value) } else { None },
            scale: is_measured.then_some(facts.points_per_logit),
            draws: is_measured.then_some(facts.draw_points),
            count: legal.len(),
            moves,
            ways: Some(ways).filter(|ways| !ways.0.is_empty()),
            notation,
            weights,
            view,
            picture: picture.filter(|picture| picture.len() <= MOST_BYTES),
        })
    }

    /// The text and the gesture of each move, and of some their further ways; without spots a button each. `None` if
    /// they are too much.
    fn gestures(&self, legal: &[Move], spots: Option<&Spots<'_>>) -> Result<Gestures, LibraryFault> {
        let mut ways = TextsInOrder(Vec::new());
        if legal.len() > MOST_THINGS {
            return Ok((None, ways));
        }
        let (mut moves, mut bytes) = (Vec::with_capacity(legal.len()), 0);
        for &mv in legal {
            let text = self.move_text(mv)?;
            let steps = match spots {
                Some(spots) => self.game().gesture(self.state(), mv, spots)?,
                None => vec![Step::button(&text)],
            };
            bytes += text.len() + steps.iter().map(|step| step.to_string().len()).sum::<usize>();
            if bytes > MOST_BYTES {
                return Ok((None, TextsInOrder(Vec::new())));
            }
            let mut all = steps.split(|step| *step == Step::Or).map(<[Step]>::to_vec);
            let first = all.next().unwrap_or_default();
            let others: Vec<_> = all.collect();
            if !others.is_empty() {
                ways.0.push((text.clone(), others));
            }
            moves.push((text, first));
        }
        // They are the keys of an object.
        let mut texts: Vec<&str> = moves.iter().map(|(text, _)| text.as_str()).collect();
        texts.sort_unstable();
        match texts.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(LibraryFault::new(format!("two moves of a position have the text `{}`", pair[0]))),
            None => Ok((Some(TextsInOrder(moves)), ways)),
        }
    }

    /// The notation of each move, if the game has one and the moves are listed.
    fn notation_of(
        &self,
        legal: &[Move],
        moves: Option<&TextsInOrder<Vec<Step>>>,
    ) -> Result<Option<TextsInOrder<String>>, LibraryFault> {
        let Some(moves) = moves else { return Ok(None) };
        let mut words = Vec::with_capacity(legal.len());
        for (&mv, (text, _)) in legal.iter().zip(&moves.0) {
            let Some(word) = self.notate(mv)? else { return Ok(None) };
            words.push((text.clone(), word));
        }
        Ok(Some(TextsInOrder(words)).filter(|words| !words.0.is_empty()))
    }

    /// The weight of each outcome of chance, if the outcomes are listed.
    fn weights_of(
        &self,
        legal: &[Move],
        moves: Option<&TextsInOrder<Vec<Step>>>,
    ) -> Result<Option<TextsInOrder<u32>>, LibraryFault> {
        let Some(moves) = moves else { return Ok(None) };
        let texts = moves.0.iter().map(|(text, _)| text.clone());
        Ok(Some(TextsInOrder(texts.zip(self.weights(legal)?).collect())))
    }

    /// The mark of the move that was played last: the spots of its gesture that are still there.
    fn last_mark(&self, spots: Option<&Spots<'_>>) -> Result<Option<Mark>, LibraryFault> {
        let Some((spots, (before, mv))) = spots.zip(self.last()) else { return Ok(None) };
        let mut on: Vec<String> = Vec::new();
        for step in self.game().steps(before, mv)?.into_iter().take_while(|step| *step != Step::Or) {
            if let Step::Spot(id) = step
                && spots.get(&id).is_some()
                && !on.contains(&id)
            {
                on.push(id);
            }
        }
        Ok(Some(Mark::new(MarkKind::Last, on)).filter(|mark| !mark.on.is_empty()))
    }
}

fn turn_name(turn: Turn) -> &'static str {
    match turn {
        Turn::Max => "max",
        Turn::Min => "min",
        Turn::Chance => "chance",
    }
}

/// A utility counts by its sign.
fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Ongoing | Outcome::Unknown => "ongoing",
        Outcome::Win(Player::Max) | Outcome::Utility(1..) => "max",
        Outcome::Win(Player::Min) | Outcome::Utility(..=-1) => "min",
        Outcome::Draw | Outcome::DrawIfClaimed | Outcome::Utility(0) => "draw",
    }
}

#[cfg(test)]
mod tests;
