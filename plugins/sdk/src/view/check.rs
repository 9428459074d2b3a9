//! The rules that a view and its gestures obey.

use super::{
    Choice, FARTHEST, Glyph, LONGEST_ID, LONGEST_NAME, LONGEST_TOKEN_TEXT, LONGEST_WORD, MOST_BYTES, MOST_POINTS,
    MOST_STEPS, MOST_THINGS, MOST_WAYS, MarkKind, Owner, Shape, Spot, Step, Token, View, read_path,
};
use std::collections::HashMap;
use std::fmt;

/// A fault of a view: a lower-case fragment that says what is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewError(String);

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ViewError {}

type Checked = Result<(), ViewError>;

/// The spots of a sound view, by id.
#[derive(Clone, Debug)]
pub struct Spots<'a>(HashMap<&'a str, &'a Spot>);

impl<'a> Spots<'a> {
    /// The spot with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&'a Spot> {
        self.0.get(id).copied()
    }

    /// Checks the gesture of a move: one to [`MOST_WAYS`] ways of one to [`MOST_STEPS`] steps, each a spot of the view
    /// that can be clicked, a choice or a button.
    ///
    /// # Errors
    /// The fault of the first step that breaks a rule.
    pub fn check(&self, gesture: &[Step]) -> Result<(), ViewError> {
        let ways = || gesture.split(|step| *step == Step::Or);
        at_most("a gesture", "ways", ways().count(), MOST_WAYS)?;
        for way in ways() {
            at_most("a gesture", "steps", way.len(), MOST_STEPS)?;
            if way.is_empty() {
                return fault("the gesture has no step, but should have at least one");
            }
        }
        gesture.iter().try_for_each(|step| match step {
            Step::Or => Ok(()),
            Step::Spot(id) => match self.get(id) {
                Some(spot) if spot.inert => fault(format!("the spot `{id}` is inert, so no step can be there")),
                Some(_) => Ok(()),
                None => fault(format!("`{id}` is no spot of the view")),
            },
            Step::Choice(word) | Step::Button(word) => check_word(&format!("the step `{step}`"), word, LONGEST_WORD),
        })
    }

    fn expect(&self, id: &str, user: impl fmt::Display) -> Checked {
        if self.0.contains_key(id) {
            Ok(())
        } else {
            fault(format!("{user} is on `{id}`, which is no spot of the view"))
        }
    }
}

impl View {
    /// Checks the view: ids are unique and well formed, every id that is used exists, and all sizes, lengths and counts
    /// are within their limits. Returns the spots, for checking gestures.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<Spots<'_>, ViewError> {
        self.check_numbers()?;
        let mut spots = HashMap::with_capacity(self.spots.len());
        for spot in &self.spots {
            check_spot(spot)?;
            if spots.insert(spot.id.as_str(), spot).is_some() {
                return fault(format!("there are two spots `{}`", spot.id));
            }
        }
        let spots = Spots(spots);
        self.tokens.iter().try_for_each(|token| check_token(token, &spots))?;
        for mark in &self.marks {
            let user = format!("a mark {:?}", mark.kind);
            if mark.on.is_empty() {
                return fault(format!("{user} is on no spot, but should be on at least one"));
            }
            at_most(&user, "spots", mark.on.len(), MOST_THINGS)?;
            mark.on.iter().try_for_each(|id| spots.expect(id, &user))?;
            if (mark.kind == MarkKind::Territory) != (mark.owner != Owner::None) {
                return fault(format!("{user}: territory needs an `owner`, and no other mark has one"));
            }
        }
        self.choices.iter().try_for_each(check_choice)?;
        self.check_board()?;
        Ok(spots)
    }

    /// Reads the JSON of a view of at most [`MOST_BYTES`] bytes. It may still break a rule: see [`View::check`].
    ///
    /// # Errors
    /// It is too long, or no view; the text says where.
    pub fn read(json: &str) -> Result<Self, ViewError> {
        at_most("the view", "bytes", json.len(), MOST_BYTES)?;
        serde_json::from_str(json).map_err(|error| ViewError(format!("the JSON is no view: {error}")))
    }

    fn check_numbers(&self) -> Checked {
        let numbers = [
            ("spots", self.spots.len()),
            ("tokens", self.tokens.len()),
            ("lines", self.lines.len()),
            ("dots", self.dots.len()),
            ("borders", self.borders.len()),
            ("labels", self.labels.len()),
            ("marks", self.marks.len()),
            ("choices", self.choices.len()),
        ];
        numbers.into_iter().try_for_each(|(things, number)| at_most("the view", things, number, MOST_THINGS))
    }

    fn check_board(&self) -> Checked {
        check_points("a line", self.lines.as_flattened())?;
        check_points("a dot", self.dots.as_flattened())?;
        for border in &self.borders {
            if border.points.len() < 2 {
                return fault("a border has fewer than two points");
            }
            at_most("a border", "points", border.points.len(), MOST_THINGS)?;
            check_points("a border", border.points.as_flattened())?;
        }
        for label in &self.labels {
            check_text("a label", &label.text, LONGEST_NAME)?;
            check_points("a label", &label.at)?;
        }
        if let Some([first, second]) = self.colours
            && first == second
        {
            return fault(format!("both players have the colour {first:?}"));
        }
        match self.points.iter().flatten().find(|points| points.is_nan() || points.abs() > MOST_POINTS) {
            Some(far) => fault(format!("a player has {far} points, which should be within {MOST_POINTS} of 0")),
            None => Ok(()),
        }
    }
}

fn check_spot(spot: &Spot) -> Checked {
    if spot.id.starts_with(['!', '=']) {
        return fault(format!("the spot `{}` begins with `!` or `=`, as only buttons and choices do", spot.id));
    }
    if spot.id == "|" {
        return fault("a spot is called `|`, which parts the ways to make a move");
    }
    let who = format!("the spot `{}`", spot.id);
    check_word(&who, &spot.id, LONGEST_ID)?;
    check_points(&who, &spot.at)?;
    [spot.from, spot.to].iter().flatten().try_for_each(|point| check_points(&who, point))?;
    check_points(&who, spot.pile.unwrap_or_default().as_flattened())?;
    at_most(&who, "corners", spot.outline.len(), MOST_THINGS)?;
    check_points(&who, spot.outline.as_flattened())?;
    if let Some(size) = spot.size {
        check_points(&who, &size)?;
        if size.iter().any(|&side| side <= 0.0) {
            return fault(format!("{who} has a size of {} times {}, which should be above 0", size[0], size[1]));
        }
    }
    if spot.shape == Shape::Edge && (spot.from.is_none() || spot.to.is_none()) {
        return fault(format!("{who} is an edge, and needs `from` and `to`"));
    }
    if spot.shape == Shape::Area && spot.outline.len() < 3 {
        return fault(format!("{who} is an area, and needs an `outline` of at least three points"));
    }
    spot.name.iter().try_for_each(|name| check_text(&who, name, LONGEST_NAME))
}

fn check_token(token: &Token, spots: &Spots<'_>) -> Checked {
    let who = format!("a token {:?}", token.glyph);
    spots.expect(&token.on, &who)?;
    if token.glyph == Glyph::Text && token.text.is_none() {
        return fault(format!("{who} on `{}` has no `text`", token.on));
    }
    if token.glyph == Glyph::Die && !token.count.is_some_and(|face| (1..=6).contains(&face)) {
        return fault(format!("{who} on `{}` needs a `count` from 1 to 6", token.on));
    }
    if (token.glyph == Glyph::Path) != token.path.is_some() {
        return fault(format!("{who} on `{}`: the glyph `path` needs a `path`, and no other glyph has one", token.on));
    }
    if let Some(path) = &token.path
        && let Err(error) = read_path(path)
    {
        return fault(format!("{who} on `{}` has a path that {error}", token.on));
    }
    token.text.iter().try_for_each(|text| check_text(&who, text, LONGEST_TOKEN_TEXT))?;
    token.name.iter().try_for_each(|name| check_text(&who, name, LONGEST_NAME))
}

fn check_choice(choice: &Choice) -> Checked {
    let who = format!("the choice `{}`", choice.id);
    check_text(&who, &choice.text, LONGEST_NAME)?;
    match &choice.id {
        Step::Spot(_) => fault(format!("{who} begins with neither `=` nor `!`")),
        Step::Choice(word) | Step::Button(word) => check_word(&who, word, LONGEST_WORD),
        Step::Or => fault(format!("{who} is no word")),
    }
}

/// A word: 1 to `most` characters, none of them a blank.
fn check_word(who: &str, word: &str, most: usize) -> Checked {
    check_text(who, word, most)?;
    if word.contains(char::is_whitespace) { fault(format!("{who} contains a blank")) } else { Ok(()) }
}

/// A text: 1 to `most` characters on one line.
fn check_text(who: &str, text: &str, most: usize) -> Checked {
    let (length, control) = (text.chars().count(), text.chars().find(|c| c.is_control()));
    match control {
        Some(found) => fault(format!("{who} has a text with the control character {found:?}")),
        None if length == 0 => fault(format!("{who} has an empty text")),
        None if length > most => fault(format!("{who} has a text of {length} characters, more than {most}")),
        None => Ok(()),
    }
}

fn check_points(who: &str, numbers: &[f64]) -> Checked {
    match numbers.iter().find(|number| number.is_nan() || number.abs() > FARTHEST) {
        Some(far) => fault(format!("{who} has the number {far}, which should be within {FARTHEST} of 0")),
        None => Ok(()),
    }
}

fn at_most(who: &str, things: &str, number: usize, most: usize) -> Checked {
    if number <= most { Ok(()) } else { fault(format!("{who} has {number} {things}, more than {most}")) }
}

fn fault<T>(text: impl Into<String>) -> Result<T, ViewError> {
    Err(ViewError(text.into()))
}
