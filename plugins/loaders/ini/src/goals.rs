//! Goals, which end a game: `reach P last: win`.

use crate::grid::{Board, Set, directions};
use crate::keys::unknown;
use crate::reader::{Entry, Word};
use crate::region::Region;
use plyd_board::quoted_within;
use plyd_plugin::{Repetition, TextError, Verdict};

/// The most goals of a game.
const MOST_GOALS: usize = 32;
/// The most characters of a goal in a message.
const LONGEST_GOAL: usize = 60;
/// The highest limit of a ply counter, because position texts contain numbers up to this one.
const MOST_PLIES: u32 = 9_999;

/// All goals of a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    /// The goals checked in a position, in the order of the text.
    pub(crate) goals: Vec<Goal>,
    pub(crate) repetition: Option<Repetition>,
    /// The number of turns after which the game is drawn.
    pub(crate) turns: Option<u32>,
    /// The number of plies without a capture, a promotion or a placed piece after which the game is drawn.
    pub(crate) quiet: Option<u32>,
}

/// A condition for some players, and the ending that it causes.
#[derive(Clone, Debug)]
pub(crate) struct Goal {
    /// The players to whom the goal applies.
    pub(crate) players: [bool; 2],
    pub(crate) condition: Condition,
    pub(crate) result: Ending,
}

#[derive(Clone, Debug)]
pub(crate) enum Condition {
    /// A piece of these kinds (a bit set) is in the player's region; or all such pieces are.
    Reach { kinds: u8, all: bool, region: [Set; 2] },
    /// The player has at most this many pieces of these kinds.
    Left { kinds: u8, most: u32 },
    /// The player has a row of this many pieces.
    Line { length: u32, exactly: bool, directions: Vec<usize> },
    /// The player has four pieces in a square.
    Square,
    /// The player's pieces connect two regions; `steps` lists the directions in which cells are adjacent.
    Connect { ends: [[Set; 2]; 2], steps: Vec<usize> },
    /// The player to move has no move.
    NoMove,
    /// A number of consecutive passes.
    Passes(u8),
}

/// The result for the player who fulfils the condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Win,
    Loss,
    Draw,
    /// The player with more pieces on the board wins.
    Most,
    /// The player with fewer pieces on the board wins.
    Fewest,
}

/// The definitions that goals refer to.
pub(crate) struct Context<'a> {
    pub(crate) board: &'a Board,
    /// The letters of the piece kinds.
    pub(crate) letters: &'a str,
    /// The images of the cells under which the second player sees the board.
    pub(crate) turned: &'a [u16],
}

/// Reads the goals of a game.
pub(crate) fn read(entry: &Entry<'_>, context: &Context<'_>) -> Result<Goals, TextError> {
    let mut goals = Goals::default();
    let mut items: Vec<Word<'_>> = Vec::new();
    for item in entry.lines.iter().flat_map(Word::items) {
        if goals.goals.len() == MOST_GOALS {
            return Err(item.error(format!("a game has at most {MOST_GOALS} goals")));
        }
        goals.add(item, context)?;
        if goals.goals.len() == items.len() {
            // A counter is not an item of this list.
            continue;
        }
        items.push(item);
        if let Some((goal, earlier)) = goals.goals.split_last() {
            let kinds = context.letters.len();
            if let Some(first) = earlier.iter().position(|earlier| goal.is_hidden_by(earlier, kinds)) {
                let quoted = |item: &Word<'_>| quoted_within(item.text, LONGEST_GOAL);
                let (own, first) = (quoted(&item), quoted(&items[first]));
                return Err(
                    item.error(format!("{own} never takes effect, because {first} above is true whenever it is"))
                );
            }
        }
    }
    Ok(goals)
}

impl Goals {
    fn add(&mut self, item: Word<'_>, context: &Context<'_>) -> Result<(), TextError> {
        let Some((condition, result)) = item.split(':') else {
            return Err(item.error(format!("{} should look like `no move: loss`", item.quoted())));
        };
        let words = condition.words();
        let (players, words) = match words.first().map(|word| word.text) {
            Some("first") => ([true, false], &words[1..]),
            Some("second") => ([false, true], &words[1..]),
            _ => ([true, true], &words[..]),
        };
        let Some((verb, rest)) = words.split_first() else { return Err(item.error("a condition is missing")) };
        let counter = |what: &str, least: u32| match rest {
            [number] => number.number(what, least, MOST_PLIES),
            [] => Err(verb.error(format!("a number is missing after {}", verb.quoted()))),
            [_, other, ..] => Err(other.error(format!("expected `:` instead of {}", other.quoted()))),
        };
        match verb.text {
            "repetition" | "turns" | "quiet" if players != [true, true] => {
                return Err(verb.error(format!("{} always applies to both players", verb.quoted())));
            }
            "repetition" => {
                let times = counter("the number of times", 2)?;
                let verdict = match result.text {
                    "draw" => Verdict::DRAW,
                    "loss" => Verdict::Loses,
                    "forbidden" => Verdict::Forbidden { stuck: None },
                    _ => return Err(unknown(&result, "result", ["draw", "loss", "forbidden"].into_iter())),
                };
                self.repetition = Some(Repetition { times, verdict, ..Repetition::draw(2) });
                return Ok(());
            }
            "turns" | "quiet" => {
                let count = counter("the number of plies", 1)?;
                if result.text != "draw" {
                    return Err(unknown(&result, "result", ["draw"].into_iter()));
                }
                if verb.text == "turns" {
                    self.turns = Some(count)
                } else {
                    self.quiet = Some(count)
                }
                return Ok(());
            }
            _ => {}
        }
        let results = [
            ("win", Ending::Win),
            ("loss", Ending::Loss),
            ("draw", Ending::Draw),
            ("most", Ending::Most),
            ("fewest", Ending::Fewest),
        ];
        let ending = results.iter().find(|(word, _)| *word == result.text).map(|(_, ending)| *ending);
        let ending = ending.ok_or_else(|| unknown(&result, "result", results.iter().map(|(word, _)| *word)))?;
        let condition = self::condition(verb, rest, context, players != [true, true])?;
        self.goals.push(Goal { players, condition, result: ending });
        Ok(())
    }
}

fn condition(
    verb: &Word<'_>,
    rest: &[Word<'_>],
    context: &Context<'_>,
    is_of_one: bool,
) -> Result<Condition, TextError> {
    let end = |rest: &[Word<'_>]| match rest.first() {
        Some(word) => Err(word.error(format!("expected `:` instead of {}", word.quoted()))),
        None => Ok(()),
    };
    let (first, others) = rest.split_first().map_or((None, rest), |(first, others)| (Some(first), others));
    let missing = |what: &str| verb.error(format!("{what} after {}", verb.quoted()));
    match verb.text {
        "reach" => {
            let all = first.is_some_and(|word| word.text == "all");
            let rest = if all { others } else { rest };
            let Some((kinds, places)) = rest.split_first() else {
                return Err(missing("add letters of pieces or `any`"));
            };
            let region = Region::read(places, context.board, kinds)?.of_players(context.turned, is_of_one);
            Ok(Condition::Reach { kinds: self::kinds(kinds, context.letters)?, all, region })
        }
        "left" => {
            let Some((kinds, most)) = rest.split_first() else {
                return Err(missing("add letters of pieces or `any`"));
            };
            let (most, rest) = most.split_first().ok_or_else(|| kinds.error("a number is missing after the pieces"))?;
            end(rest)?;
            let most = most.number("the number of pieces", 0, 400)?;
            Ok(Condition::Left { kinds: self::kinds(kinds, context.letters)?, most })
        }
        "line" => {
            let exactly = first.is_some_and(|word| word.text == "exactly");
            let rest = if exactly { others } else { rest };
            let Some((length, ways)) = rest.split_first() else { return Err(missing("a length is missing")) };
            let longest = context.board.files.max(context.board.ranks);
            let length = length.number("the length", 2, longest.max(2))?;
            let mut found = Vec::new();
            for way in ways {
                let known = ["n", "ne", "e", "se", "orthogonal", "diagonal", "all"];
                let numbers = directions(way.text).filter(|_| known.contains(&way.text));
                found.extend(numbers.ok_or_else(|| unknown(way, "direction", known.into_iter()))?);
            }
            // Opposite directions describe the same line.
            let mut directions: Vec<usize> = if ways.is_empty() { (0..4).collect() } else { found };
            directions.iter_mut().for_each(|direction| *direction %= 4);
            directions.sort_unstable();
            directions.dedup();
            Ok(Condition::Line { length, exactly, directions })
        }
        "square" => end(rest).map(|()| Condition::Square),
        "connect" => connect(verb, rest, context, is_of_one),
        "no" if first.is_some_and(|word| word.text == "move") => end(others).map(|()| Condition::NoMove),
        "passes" => {
            let number = first.ok_or_else(|| missing("a number is missing"))?;
            end(others)?;
            Ok(Condition::Passes(number.number("the number of passes", 1, 9)? as u8))
        }
        _ => {
            let known =
                ["reach", "left", "line", "square", "connect", "no move", "passes", "repetition", "turns", "quiet"];
            Err(unknown(verb, "condition", known.into_iter()))
        }
    }
}

/// Parses `connect rank 1 to rank 9 by 6`.
fn connect(verb: &Word<'_>, rest: &[Word<'_>], context: &Context<'_>, is_of_one: bool) -> Result<Condition, TextError> {
    let place = |text: &str| rest.iter().position(|word| word.text == text);
    let (Some(to), Some(by)) = (place("to"), place("by")) else {
        return Err(verb.error("write `connect PART to PART by N`, where N is 4, 6 or 8"));
    };
    let [number] = rest[by + 1..] else { return Err(rest[by].error("the number of neighbours is missing: 4, 6 or 8")) };
    // The six neighbours on a hexagonal board, each row of which is shifted left by half a cell relative to the row
    // below.
    let steps: &[usize] = match number.text {
        "4" => &[0, 2, 4, 6],
        "6" => &[0, 1, 2, 4, 5, 6],
        "8" => &[0, 1, 2, 3, 4, 5, 6, 7],
        _ => return Err(unknown(&number, "number of neighbours", ["4", "6", "8"].into_iter())),
    };
    if to > by {
        return Err(rest[to].error("`to` must come before `by`"));
    }
    let region = |words: &[Word<'_>], before: &Word<'_>| {
        Region::read(words, context.board, before).map(|region| region.of_players(context.turned, is_of_one))
    };
    let ends = [region(&rest[..to], verb)?, region(&rest[to + 1..by], &rest[to])?];
    Ok(Condition::Connect { ends, steps: steps.to_vec() })
}

/// Returns the bits of the kinds with these letters.
pub(crate) fn kinds(word: &Word<'_>, letters: &str) -> Result<u8, TextError> {
    if word.text == "any" {
        return Ok(u8::MAX);
    }
    let mut kinds = 0;
    for letter in word.text.chars() {
        let Some(kind) = letters.find(letter) else {
            return Err(word.error(format!("{} should be `any`, or letters of pieces: {letters}", word.quoted())));
        };
        kinds |= 1 << kind;
    }
    Ok(kinds)
}
