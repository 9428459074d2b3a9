//! Descriptions of piece movement: `step n ne nw, slide orthogonal 1-3, leap (1,2)*, hop all over enemy`.

use crate::goals::Context;
use crate::grid::{LONGEST_SIDE, Set, directions, step};
use crate::keys::unknown;
use crate::reader::{Entry, Word};
use crate::region::Region;
use plyd_plugin::TextError;
use std::collections::{HashMap, HashSet};

/// The maximum number of steps in all terms of a piece.
const MOST_STEPS: usize = 64;

/// A way for a piece to move.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) way: Way,
    /// The directions of a single step, in files and ranks.
    pub(crate) steps: Vec<(i32, i32)>,
    /// The minimum and maximum number of steps or hops.
    pub(crate) range: (u32, u32),
    /// The cells of each player from which the move is possible.
    pub(crate) from: [Set; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Over empty cells; includes steps, and leaps, which are slides of one step.
    Slide,
    /// Over empty cells to the last one of them.
    Far,
    /// Over an adjacent piece to the empty cell behind it.
    Hop(Over),
    /// To any empty cell.
    Fly,
}

/// The owner of the pieces that can be hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    Own,
    Enemy,
    Any,
}

/// Reads the ways of a piece to move or to capture.
pub(crate) fn read(entry: &Entry<'_>, captures: bool, context: &Context<'_>) -> Result<Vec<Term>, TextError> {
    let mut terms = Vec::new();
    // The displacements so far, and the first player's cells from which they are possible, keyed also by the condition
    // on the cells between. The cells of the second player are images of these.
    let mut known: HashMap<(bool, (i32, i32)), Set> = HashMap::new();
    let mut count = 0;
    for item in entry.lines.iter().flat_map(Word::items) {
        let term = term(item, captures, context)?;
        count += term.steps.len();
        if count > MOST_STEPS {
            return Err(item.error(format!("a piece has at most {MOST_STEPS} directions and leaps")));
        }
        if term.way == Way::Fly && entry.lines.iter().flat_map(Word::items).count() > 1 {
            return Err(item.error("a piece that flies needs no other way to move"));
        }
        for reached in term.displacements() {
            let from = known.entry(reached).or_insert(Set::EMPTY);
            if from.meets(term.from[0]) {
                let (_, (files, ranks)) = reached;
                return Err(item.error(format!("{} reaches ({files},{ranks}) a second time", item.quoted())));
            }
            *from |= term.from[0];
        }
        terms.push(term);
    }
    // A slide and a hop in one direction differ in their condition on the cells between, but a leap has no such
    // condition.
    let leaps = terms.iter().filter(|term| term.way == Way::Slide && term.range == (1, 1));
    let leaps: HashSet<(i32, i32)> = leaps.flat_map(|term| term.steps.iter().copied()).collect();
    let hops = terms.iter().filter(|term| matches!(term.way, Way::Hop(_))).flat_map(Term::displacements);
    if let Some((_, (files, ranks))) = hops.into_iter().find(|(_, place)| !captures && leaps.contains(place)) {
        return Err(entry.key.error(format!("a leap and a hop both reach ({files},{ranks})")));
    }
    Ok(terms)
}

impl Term {
    /// Lists the reachable displacements, and whether a hop reaches them.
    pub(crate) fn displacements(&self) -> Vec<(bool, (i32, i32))> {
        let is_hop = matches!(self.way, Way::Hop(_));
        let unit = if is_hop { 2 } else { 1 };
        let (least, most) = (self.range.0, self.range.1.min(LONGEST_SIDE));
        let places = |&(files, ranks): &(i32, i32)| {
            (least..=most).map(move |count| (is_hop, (files * unit * count as i32, ranks * unit * count as i32)))
        };
        self.steps.iter().flat_map(places).collect()
    }
}

fn term(item: Word<'_>, captures: bool, context: &Context<'_>) -> Result<Term, TextError> {
    let words = item.words();
    let Some((verb, rest)) = words.split_first() else {
        return Err(item.error("a way to move is missing between the commas"));
    };
    let on = rest.iter().position(|word| word.text == "on");
    let (rest, from) = match on {
        Some(on) => {
            let region = Region::read(&rest[on + 1..], context.board, &rest[on])?;
            (&rest[..on], region.of_players(context.turned, false))
        }
        None => (rest, [context.board.cells; 2]),
    };
    let verbs: &[&str] =
        if captures { &["step", "slide", "leap", "hop"] } else { &["step", "slide", "leap", "hop", "fly"] };
    if !verbs.contains(&verb.text) {
        return Err(unknown(verb, "way to move", verbs.iter().copied()));
    }
    let mut term = Term {
        way: match verb.text {
            "hop" => Way::Hop(if captures { Over::Enemy } else { Over::Any }),
            "fly" => Way::Fly,
            _ => Way::Slide,
        },
        steps: Vec::new(),
        range: if verb.text == "slide" { (1, LONGEST_SIDE) } else { (1, 1) },
        from,
    };
    let mut has_range = false;
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        if verb.text == "fly" {
            return Err(word.error(format!("{} after `fly`, which has no directions", word.quoted())));
        } else if verb.text == "leap" {
            term.steps.extend(leaps(word)?);
        } else if let Some(numbers) = directions(word.text) {
            term.steps.extend(numbers.iter().map(|number| step(*number)));
        } else if word.text == "over" && verb.text == "hop" {
            let Some(whose) = rest.next() else { return Err(word.error("whose pieces? Add `own`, `enemy` or `any`")) };
            term.way = Way::Hop(match whose.text {
                "enemy" => Over::Enemy,
                "own" if !captures => Over::Own,
                "any" if !captures => Over::Any,
                _ if captures => return Err(unknown(whose, "piece to capture", ["enemy"].into_iter())),
                _ => return Err(unknown(whose, "piece to hop over", ["own", "enemy", "any"].into_iter())),
            });
        } else if word.text == "far" && verb.text == "slide" {
            if captures || has_range {
                let reason = if captures { "a capture ends on an enemy" } else { "the range says how far already" };
                return Err(word.error(format!("`far` is for moves to the last free cell: {reason}")));
            }
            term.way = Way::Far;
        } else if word.text.starts_with(|letter: char| letter.is_ascii_digit()) && verb.text != "step" {
            if term.way == Way::Far {
                return Err(word.error(format!("{} after `far`, which has no range", word.quoted())));
            }
            (term.range, has_range) = (range(word)?, true);
        } else if matches!(word.text, "from" | "at") {
            let reason = "a way that only some cells have ends with `on`, as in `step diagonal on cells a1 c1`";
            return Err(word.error(format!("unknown direction {}: {reason}", word.quoted())));
        } else {
            let known = ["n", "ne", "e", "se", "s", "sw", "w", "nw", "orthogonal", "diagonal", "all"];
            return Err(unknown(word, "direction", known.into_iter()));
        }
    }
    if term.steps.is_empty() && verb.text != "fly" {
        return Err(verb.error(format!("{} where? Add directions", verb.quoted())));
    }
    Ok(term)
}

/// Parses a range: `3`, `1-3` or `2-`.
fn range(word: &Word<'_>) -> Result<(u32, u32), TextError> {
    let number = |word: &Word<'_>| word.number("the distance", 1, LONGEST_SIDE);
    let (least, most) = match word.split('-') {
        None => (number(word)?, number(word)?),
        Some((least, most)) if most.text.is_empty() => (number(&least)?, LONGEST_SIDE),
        Some((least, most)) => (number(&least)?, number(&most)?),
    };
    if least > most {
        return Err(word.error(format!("the range {} is empty", word.quoted())));
    }
    Ok((least, most))
}

/// Parses a leap such as `(1,2)`, one file to the right and two ranks ahead; `*` adds all its mirror images.
fn leaps(word: &Word<'_>) -> Result<Vec<(i32, i32)>, TextError> {
    let wrong = || word.error(format!("the leap {} should be like `(1,2)`, or `(1,2)*` for all sides", word.quoted()));
    let (inner, all) = word.text.strip_suffix('*').map_or((word.text, false), |inner| (inner, true));
    let inner = inner.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).ok_or_else(wrong)?;
    let (files, ranks) = inner.split_once(',').ok_or_else(wrong)?;
    let most = LONGEST_SIDE as i32 - 1;
    let number =
        |text: &str| text.parse().ok().filter(|number: &i32| (-most..=most).contains(number)).ok_or_else(wrong);
    let (files, ranks) = (number(files)?, number(ranks)?);
    if (files, ranks) == (0, 0) {
        return Err(wrong());
    }
    if !all {
        return Ok(vec![(files, ranks)]);
    }
    let mut steps: Vec<(i32, i32)> = Vec::new();
    for (files, ranks) in [(files, ranks), (ranks, files)] {
        steps.extend([(files, ranks), (files, -ranks), (-files, ranks), (-files, -ranks)]);
    }
    steps.sort_unstable();
    steps.dedup();
    Ok(steps)
}
