//! Trees in textbook notation: brackets around the children of every node, with names, players and chance. The player
//! of a node is written before its bracket or, in the notations of Lisp and LaTeX, directly behind it.

use crate::bound::{Bound, SIGNS};
use crate::literal::{Builder, Literal, MAX_NODES};
use crate::names::{Names, is_name, is_word};
use crate::tokens::{Placed, Token, Tokens, closing, is_infinite, is_numeric_start, leaf_value, unquoted};
use crate::tree::UNKNOWN;
use crate::turns::Named;
use crate::weights::{Weight, common};
use plyd_plugin::{Player, SetupError, Turn};
use plyd_scripts::plain;

/// The maximum nesting depth of brackets.
const MAX_NESTING: usize = 512;

/// The error about a text that does not begin with a bracket.
const FIRST_BRACKET: &str = "is where the first bracket of the tree should be: write a tree as in ((3 5) (2 9)), or with \
                             names as in A:(B:(3 5) C:(2 9))";

/// The content of a tree in brackets.
#[derive(Debug)]
pub(super) struct Written {
    pub(super) shape: Literal,
    pub(super) names: Names,
    /// The players that the setup names, in the order of their nodes.
    pub(super) players: Vec<Named>,
    /// The chance nodes in ascending order, each with the weights of its children.
    pub(super) chances: Vec<(u32, Vec<u32>)>,
}

/// Whether a setup is a tree in brackets: it begins with a bracket, or with a name or player before a bracket. A setup
/// with no brackets but one pair of braces around bare numbers is a leaf array, and so is a flat list in any brackets
/// if it is the value of a variable.
pub(super) fn is_bracketed(setup: &str, is_declared: bool) -> bool {
    let Some(at) = setup.find(['(', '[', '{']) else { return false };
    let (before, after) = (setup[..at].trim(), &setup[at + 1..]);
    if before.is_empty() && (is_declared || setup[at..].starts_with('{')) {
        return after.contains(['(', '[', '{', ':']);
    }
    before.split(':').map(|word| unquoted(word.trim())).all(is_word) && !is_numeric_start(before)
}

/// Parses `[[3,5,10],[2,2]]`, `A:(B:(3 5) C:(2 x))` or `MAX(CHANCE{9/10: 2, 1/10: 3} 4)`, up to the bracket that closes
/// the first one.
pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<Written, SetupError> {
    let (builder, names) = (Builder::new(), Names::default());
    let has_players_inside = has_players_inside(tokens.clone());
    let (players, chances, open) = (Vec::new(), Vec::new(), Vec::new());
    let mut reader = Reader { tokens, builder, names, players, chances, open, has_players_inside };
    let mut behind = Behind::Bracket;
    loop {
        let placed = reader.tokens.peek();
        behind = match (placed.0, behind) {
            (Token::Sign(',' | ')' | ']' | '}'), _) if reader.open.is_empty() => {
                return Err(reader.tokens.error(placed, FIRST_BRACKET));
            }
            (Token::Sign(sign @ (')' | ']' | '}')), _) => {
                if reader.close(sign, placed, behind)? {
                    break;
                }
                Behind::Child
            }
            (Token::Sign(','), Behind::Child) => {
                reader.tokens.take();
                Behind::Comma
            }
            (Token::Sign(','), _) => return Err(reader.tokens.error(placed, "has no child before it")),
            _ => reader.child()?,
        };
    }
    let Reader { builder, names, players, mut chances, .. } = reader;
    chances.sort_unstable_by_key(|&(place, _)| place);
    Ok(Written { shape: builder.finish(), names, players, chances })
}

/// Whether players are written behind their brackets: `(MAX (MIN 3 5) (MIN 2 9))` in Lisp, `[.MAX [.MIN 3 5 ] [.MIN 2 9
/// ] ]` in qtree, `[MAX [MIN [3] [5]] [MIN [2] [9]]]` in forest. In these notations each bracket begins with a player
/// or contains a single leaf, and there are neither commas nor names.
fn has_players_inside(mut tokens: Tokens<'_>) -> bool {
    let mut depth: usize = 0;
    let mut is_first = false;
    loop {
        match tokens.take().0 {
            Token::Sign('(' | '[' | '{') if !is_first => {
                depth += 1;
                is_first = true;
            }
            Token::Word(word) if depth > 0 => {
                let is_player = turn_inside(word).is_some();
                let is_alone = matches!(tokens.peek().0, Token::Sign(')' | ']' | '}'));
                if is_first && !is_player && (depth == 1 || !is_alone) || !is_first && is_player {
                    return false;
                }
                is_first = false;
            }
            Token::Sign(')' | ']' | '}') if !is_first && depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    return true;
                }
            }
            // An unfinished tree is refused in every notation; this result only chooses the error.
            Token::End => return depth > 0 && !is_first,
            _ => return false,
        }
    }
}

/// The turn that a word behind a bracket names; qtree writes a dot before the word.
fn turn_inside(word: &str) -> Option<Turn> {
    turn(word.strip_prefix('.').unwrap_or(word))
}

/// The token before the current one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Behind {
    Bracket,
    Comma,
    Child,
}

struct Reader<'t, 's> {
    tokens: &'t mut Tokens<'s>,
    builder: Builder,
    names: Names,
    players: Vec<Named>,
    chances: Vec<(u32, Vec<u32>)>,
    open: Vec<Open>,
    /// Whether each bracket begins with the player of its node.
    has_players_inside: bool,
}

/// A node whose bracket is still open.
struct Open {
    place: u32,
    /// The byte at which the opening bracket begins.
    at: usize,
    close: char,
    /// The weights of the children read so far, if the node is a chance node.
    weights: Option<Vec<Option<Weight>>>,
}

/// The weight, name and turn written before a node.
#[derive(Default)]
struct Lead<'s> {
    weight: Option<Weight>,
    name: Option<Placed<'s>>,
    turn: Option<(Turn, usize)>,
}

impl<'s> Reader<'_, 's> {
    /// Reads a child and the words before it. If the child is an inner node, its children are still to be read.
    fn child(&mut self) -> Result<Behind, SetupError> {
        let mut lead = Lead::default();
        loop {
            let placed = self.tokens.take();
            match placed.0 {
                Token::Sign(sign @ ('(' | '[' | '{')) if self.has_players_inside => return self.inside(sign, placed),
                Token::Sign(sign @ ('(' | '[' | '{')) => return self.open_node(sign, placed, &lead),
                Token::End | Token::Sign(_) if lead.turn.is_some() || lead.name.is_some() || lead.weight.is_some() => {
                    return Err(self.tokens.error(placed, "is where a child should be"));
                }
                Token::End | Token::Sign(_) => return Err(self.unexpected(placed)),
                Token::Word(word) => {
                    let next = self.tokens.peek().0;
                    let named = turn(word).filter(|_| lead.turn.is_none());
                    let turn = named.filter(|_| matches!(next, Token::Sign('(' | '[' | '{')));
                    if next == Token::Sign(':') {
                        self.tokens.take();
                        // In a dictionary the name of a node may be its player.
                        let is_of_node = matches!(self.tokens.peek().0, Token::Sign('(' | '[' | '{'));
                        match named.filter(|_| is_of_node) {
                            Some(turn) => lead.turn = Some((turn, placed.1)),
                            None => self.label(&mut lead, word, placed)?,
                        }
                    } else if let Some(turn) = turn {
                        lead.turn = Some((turn, placed.1));
                    } else if self.is_name_of_node(word, placed) {
                        self.label(&mut lead, word, placed)?;
                    } else {
                        return self.leaf(word, placed, &lead);
                    }
                }
            }
        }
    }

    /// Whether a word is the name of a node because the bracket of the node follows without a blank: `A(B(3 5) C(2
    /// 9))`. A call around a list, `f([3, 5])`, does not name a node: it is ambiguous whether the call is a node or
    /// only its list.
    fn is_name_of_node(&self, word: &str, (_, at): Placed<'_>) -> bool {
        let mut ahead = self.tokens.clone();
        let (open, bracket) = ahead.take();
        let wraps = open == Token::Sign('(') && matches!(ahead.peek().0, Token::Sign('[' | '{'));
        let opens = matches!(open, Token::Sign('(' | '[' | '{')) && bracket == at + word.len();
        opens && !wraps && is_name(word) && leaf_value(word).is_err()
    }

    /// Reads the content behind a bracket: the player of a node whose children follow, or a single leaf and the closing
    /// bracket.
    fn inside(&mut self, sign: char, placed: Placed<'s>) -> Result<Behind, SetupError> {
        let first = self.tokens.take();
        let Token::Word(word) = first.0 else { return Err(self.unexpected(first)) };
        if let Some(turn) = turn_inside(word) {
            return self.open_node(sign, placed, &Lead { turn: Some((turn, first.1)), ..Lead::default() });
        }
        self.leaf(word, first, &Lead::default())?;
        match self.tokens.take() {
            (Token::Sign(close), _) if close == closing(sign) => Ok(Behind::Child),
            wrong => {
                let (close, at) = (closing(sign), self.tokens.character(placed.1));
                Err(self
                    .tokens
                    .error(wrong, &format!("is where `{close}` should close the `{sign}` at character {at}")))
            }
        }
    }

    /// Records the word before a colon: a weight or a name.
    fn label(&mut self, lead: &mut Lead<'s>, word: &'s str, placed: Placed<'s>) -> Result<(), SetupError> {
        let is_below_chance = self.open.last().is_some_and(|open| open.weights.is_some());
        let is_weight = is_numeric_start(word) || word.starts_with('.');
        if is_weight && is_below_chance && lead.weight.is_none() && lead.name.is_none() {
            lead.weight = Some(Weight::read(&plain(word)).map_err(|problem| self.tokens.error(placed, problem))?);
        } else if is_weight && !is_below_chance && !is_word(word) {
            return Err(self.tokens.error(placed, "is a weight, but only children of CHANCE have weights"));
        } else if lead.name.is_some() || lead.turn.is_some() {
            return Err(self.tokens.error(placed, "is one name too many"));
        } else {
            lead.name = Some(placed);
        }
        Ok(())
    }

    fn open_node(&mut self, sign: char, placed: Placed<'s>, lead: &Lead<'s>) -> Result<Behind, SetupError> {
        if self.open.len() == MAX_NESTING {
            return Err(self.tokens.error(placed, &format!("nests deeper than {MAX_NESTING}")));
        }
        self.check_room(placed)?;
        let place = self.builder.open();
        self.begin(place, placed, lead)?;
        let mut weights = None;
        match lead.turn {
            Some((Turn::Chance, _)) => weights = Some(Vec::new()),
            Some((turn, at)) => self.players.extend(turn.player().map(|player| Named { place, player, at })),
            None => {}
        }
        self.open.push(Open { place, at: placed.1, close: closing(sign), weights });
        Ok(Behind::Bracket)
    }

    fn leaf(&mut self, word: &'s str, placed: Placed<'s>, lead: &Lead<'s>) -> Result<Behind, SetupError> {
        if self.open.is_empty() {
            return Err(self.tokens.error(placed, FIRST_BRACKET));
        }
        self.check_room(placed)?;
        let (word, bound) = self.bounded(word, placed)?;
        // A bare name is a leaf with an unknown value.
        let is_named = lead.name.is_none() && is_name(word) && !is_infinite(word) && leaf_value(word).is_err();
        let is_unknown = is_named || bound.is_some() && matches!(word, "" | "?");
        let value = if is_unknown { Ok(UNKNOWN) } else { leaf_value(word) };
        let value = value.map_err(|problem| self.tokens.error((Token::Word(word), placed.1), &problem))?;
        if bound.is_some() && value != UNKNOWN {
            return Err(self.tokens.error(placed, "has a value, so it needs no bound"));
        }
        let place = self.builder.leaf(value);
        if let Some(bound) = bound {
            self.builder.bound(place, bound);
        }
        let name = if is_named { Some((Token::Word(word), placed.1)) } else { lead.name };
        self.begin(place, placed, &Lead { weight: lead.weight, name, turn: None })?;
        Ok(Behind::Child)
    }

    /// Splits a leaf such as `c<=2` into the text before the bound and the bound; there may be blanks around the sign.
    /// Without a bound, the text is the whole word.
    fn bounded(&mut self, word: &'s str, placed: Placed<'s>) -> Result<(&'s str, Option<Bound>), SetupError> {
        let (name, mut text) = word.split_at(word.find(SIGNS).unwrap_or(word.len()));
        let mut at = placed;
        if text.is_empty() {
            match self.tokens.peek().0 {
                Token::Word(sign) if sign.starts_with(SIGNS) => (at, text) = (self.tokens.take(), sign),
                _ => return Ok((word, None)),
            }
        }
        let Some((kind, mut number)) = Bound::split(text) else {
            return Err(self.tokens.error(at, "is no bound of a leaf: write <= or >=, as in c<=2"));
        };
        if number.is_empty() {
            at = self.tokens.peek();
            let (Token::Word(next), _) = at else {
                return Err(self.tokens.error(at, "is where the number of a bound should be"));
            };
            self.tokens.take();
            number = next;
        }
        match leaf_value(number) {
            Ok(UNKNOWN) => Err(self.tokens.error(at, "is no bound of a leaf: write a number, as in c<=2")),
            Ok(value) => Ok((name, Some(kind(value)))),
            Err(problem) => {
                // The number is the end of the token.
                let start = if let Token::Word(whole) = at.0 { at.1 + whole.len() - number.len() } else { at.1 };
                Err(self.tokens.error((Token::Word(number), start), &problem))
            }
        }
    }

    /// Records the name and the weight of a child.
    fn begin(&mut self, place: u32, placed: Placed<'s>, lead: &Lead<'s>) -> Result<(), SetupError> {
        if let Some(weights) = self.open.last_mut().and_then(|open| open.weights.as_mut()) {
            if weights.first().is_some_and(|first| first.is_some() != lead.weight.is_some()) {
                let problem = match lead.weight {
                    Some(_) => "has a weight, but a child of chance before it has none",
                    None => "has no weight, but a child of chance before it has one",
                };
                return Err(self.tokens.error(placed, problem));
            }
            weights.push(lead.weight);
        }
        if let Some(named @ (Token::Word(name), _)) = lead.name {
            self.names.add(place, name).map_err(|problem| self.tokens.error(named, &problem))?;
        }
        Ok(())
    }

    /// Closes the innermost open node and returns whether it was the root.
    fn close(&mut self, sign: char, placed: Placed<'s>, behind: Behind) -> Result<bool, SetupError> {
        let Some(open) = self.open.last() else { return Ok(true) };
        if sign != open.close {
            return Err(self.unexpected(placed));
        }
        match behind {
            Behind::Bracket => return Err(self.tokens.empty_list(open.at)),
            // A comma after the last child is allowed, because programs may write one.
            Behind::Comma | Behind::Child => {}
        }
        self.tokens.take();
        if let Some(Open { place, at, weights: Some(weights), .. }) = self.open.pop() {
            let equal = vec![1; weights.len()];
            let written: Option<Vec<Weight>> = weights.into_iter().collect();
            let weights = written.map_or(Ok(equal), |written| common(&written)).map_err(|problem| {
                SetupError::new(format!("the chance node at character {} {problem}", self.tokens.character(at)))
            })?;
            self.chances.push((place, weights));
        }
        Ok(self.builder.close())
    }

    fn check_room(&self, placed: Placed<'s>) -> Result<(), SetupError> {
        if self.builder.len() < MAX_NODES {
            return Ok(());
        }
        Err(self.tokens.error(placed, &format!("is one node too many: {MAX_NODES} are allowed")))
    }

    /// The error about a token at which a child or the closing bracket was expected.
    fn unexpected(&self, placed: Placed<'s>) -> SetupError {
        match self.open.last() {
            Some(&Open { at, close, .. }) => {
                let open = match close {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                let at = self.tokens.character(at);
                self.tokens.error(placed, &format!("is where `{close}` should close the `{open}` at character {at}"))
            }
            None => self.tokens.error(placed, FIRST_BRACKET),
        }
    }
}

/// The turn that a word names.
fn turn(word: &str) -> Option<Turn> {
    match word.to_ascii_lowercase().as_str() {
        "max" => Some(Player::Max.into()),
        "min" => Some(Player::Min.into()),
        "chance" => Some(Turn::Chance),
        _ => None,
    }
}
