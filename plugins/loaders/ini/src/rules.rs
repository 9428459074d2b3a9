//! The rules of a game, compiled from its text.

use crate::about::{self, line};
use crate::goals::{self, Condition, Context, Goals};
use crate::grid::{Board, LONGEST_SIDE, Set, directions};
use crate::keys::{Values, check_key, unknown};
use crate::options::Family;
use crate::placing::Placing;
use crate::reader::{self, Entry, Word};
use crate::region::Region;
use crate::state::{MOST_KINDS, State};
use crate::symmetry::Symmetries;
use crate::tables::{MOST_LISTED_WITH_CHOICES, Tables, TooMany};
use crate::terms::{self, Term, Way};
use plyd_board::{BoardField, Paint, Sizes, Symmetry};
use plyd_plugin::view::{Glyph, Tone};
use plyd_plugin::{LoadedOption, LoadedPerft, Options, TextError};

/// The rules of one game.
#[derive(Debug)]
pub struct Rules {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) sides: Option<[String; 2]>,
    /// The user-facing texts, in TOML.
    pub(crate) about: Option<String>,
    pub(crate) board: Board,
    /// The neighbours of each cell, by direction index; [`NOWHERE`] at an edge or a hole.
    near: Vec<[u16; 8]>,
    pub(crate) paint: Look,
    /// The notation of the board in position texts.
    pub(crate) field: BoardField,
    pub(crate) start: State,
    pub(crate) kinds: Vec<Kind>,
    pub(crate) tables: Tables,
    pub(crate) placing: Option<Placing>,
    pub(crate) pass: Pass,
    pub(crate) forced_capture: bool,
    pub(crate) chain: Chain,
    pub(crate) custody: Option<Custody>,
    pub(crate) goals: Goals,
    pub(crate) perft: Vec<LoadedPerft>,
    pub(crate) options: Vec<LoadedOption>,
    /// The rules for all other combinations of choices, in the order of [`Family::combination`].
    others: Vec<Self>,
    /// Whether a capturing hop and a quiet move can have the same origin and target.
    pub(crate) marks_captures: bool,
    pub(crate) symmetries: Symmetries,
}

/// A kind of pieces.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// The letter: upper case for the first player, lower case for the second.
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) value: i32,
    pub(crate) glyph: Option<Glyph>,
    /// The promotion cells of each player, and the kinds to choose from there.
    pub(crate) promotion: Option<([Set; 2], Vec<usize>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    Never,
    Stuck,
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chain {
    No,
    May,
    Must,
}

/// The rule for enemies enclosed in a row between an arriving piece and another piece of the same player.
#[derive(Clone, Debug)]
pub(crate) struct Custody {
    pub(crate) flips: bool,
    /// The lines of cells from each cell, one for each direction.
    pub(crate) lines: Vec<Vec<Vec<u16>>>,
    pub(crate) longest: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    Grid(Paint),
    Hexes,
}

impl Rules {
    /// Compiles a text, whose last section is the game.
    ///
    /// # Errors
    /// The reason why the text is invalid, with its place.
    pub fn read(text: &str) -> Result<Self, TextError> {
        let sections = reader::read(text)?;
        for entry in sections.iter().flat_map(|section| &section.entries) {
            check_key(&entry.key)?;
        }
        let family = Family::of(&sections)?;
        let values = |number| family.values(&family.combination(number));
        let defaults = values(0);
        let mut rules = compile(&defaults)?;
        rules.about = about::read(&defaults, &family.options)?;
        for option in &family.options {
            let choices = || option.choices.iter().map(|choice| choice.text);
            rules
                .options
                .push(LoadedOption { name: option.name.into(), choices: choices().map(str::to_owned).collect() });
            for choice in choices().skip(1) {
                let counts = family.counts(option.name, choice).map(perft).transpose()?.unwrap_or_default();
                let options = format!("{}={choice}", option.name);
                rules.perft.extend(counts.into_iter().map(|count| LoadedPerft { options: options.clone(), ..count }));
            }
        }
        let mut listed = rules.tables.count_listed();
        for number in 1..family.combinations() {
            let other = compile(&values(number)).map_err(|mut error| {
                let chosen = family.combination(number);
                let chosen: Vec<String> = chosen.iter().map(|(name, choice)| format!("{name} = {choice}")).collect();
                error.reason += &format!(", with {}", chosen.join(" and "));
                error
            })?;
            listed += other.tables.count_listed();
            if listed > MOST_LISTED_WITH_CHOICES {
                let reason = "there are too many ways to move with all choices: fewer choices, or smaller boards";
                return Err(defaults.id().error(reason));
            }
            rules.others.push(other);
        }
        Ok(rules)
    }

    /// Selects the rules for these options. An unknown choice counts as the default.
    pub(crate) fn with(&self, options: &Options<'_>) -> &Self {
        let number = self.options.iter().fold(0, |number, LoadedOption { name, choices }| {
            let set = options.set_text(name);
            let chosen = choices.iter().position(|choice| Some(choice.as_str()) == set).unwrap_or(0);
            number * choices.len() + chosen
        });
        number.checked_sub(1).and_then(|number| self.others.get(number)).unwrap_or(self)
    }

    /// Returns the neighbour of a cell in a direction, given by its index.
    #[inline]
    pub(crate) fn beside(&self, cell: u32, way: usize) -> Option<u32> {
        let next = self.near[cell as usize][way % 8];
        (next != NOWHERE).then_some(next.into())
    }

    /// The letters of the kinds.
    pub(crate) fn letters(&self) -> impl Iterator<Item = char> {
        self.kinds.iter().map(|kind| kind.letter)
    }
}

/// Marks the absence of a cell.
const NOWHERE: u16 = u16::MAX;

fn near(board: &Board) -> Vec<[u16; 8]> {
    let beside = |cell: u32, way: usize| board.beside(cell, crate::grid::step(way)).map_or(NOWHERE, |next| next as u16);
    (0..board.size()).map(|cell| std::array::from_fn(|way| beside(cell, way))).collect()
}

fn compile(values: &Values<'_, '_>) -> Result<Rules, TextError> {
    let id = values.id();
    let letters = letters(values)?;
    let turned_by = values
        .choice("second", &[("flipped", Some(Symmetry::Flip)), ("turned", Some(Symmetry::HalfTurn)), ("same", None)])?;
    let (board, start, pocket) = start(values, &letters)?;
    let turned: Vec<u16> = match turned_by {
        Some(symmetry) => board.images(symmetry),
        None => (0..board.size() as u16).collect(),
    };
    let turned_step = |(files, ranks): (i32, i32)| match turned_by {
        Some(Symmetry::Flip) => (files, -ranks),
        Some(_) => (-files, -ranks),
        None => (files, ranks),
    };
    let context = Context { board: &board, letters: &letters, turned: &turned };
    let mut kinds = Vec::new();
    let mut tables = Tables::new(&board, letters.len());
    let (mut moving, mut capturing, mut marks_captures) = (None, None, false);
    for (number, letter) in letters.chars().enumerate() {
        kinds.push(kind(values, letter, &context)?);
        let [quiet, captures] = ways(values, letter, &context)?;
        let hops = captures.iter().flat_map(Term::displacements).filter(|(is_hop, _)| *is_hop).map(|(_, place)| place);
        let quiet_places: Vec<(i32, i32)> =
            quiet.iter().flat_map(Term::displacements).map(|(_, place)| place).collect();
        let flies = quiet.iter().any(|term| term.way == Way::Fly);
        marks_captures |= hops.into_iter().any(|place| flies || quiet_places.contains(&place));
        moving = moving.or_else(|| values.of_piece("moves", letter).or(values.of_piece("captures", letter)));
        capturing = capturing.or_else(|| values.of_piece("captures", letter));
        for side in 0..2 {
            let turn = |step| if side == 0 { step } else { turned_step(step) };
            tables.add(&board, (side, number), [&quiet, &captures], turn).map_err(|TooMany| {
                let key = values.of_piece("moves", letter).map_or(id, |entry| entry.key);
                key.error("there are too many ways to move on a board of this size")
            })?;
        }
    }
    let placing = Placing::read(values, &board, &letters, pocket)?;
    if let Some(entry) = moving.filter(|_| placing.as_ref().is_some_and(|placing| placing.hands.is_none())) {
        return Err(entry.key.error("pieces are always placed and never move: say how many with `hand`"));
    }
    if placing.is_none() && moving.is_none() {
        return Err(id.error(format!("the game {} has no moves: add `place` or `moves.P`", id.quoted())));
    }
    let pass = values.choice("pass", &[("never", Pass::Never), ("stuck", Pass::Stuck), ("always", Pass::Always)])?;
    let goals = goals::read(values.require("goals", "say how it ends, as in `no move: loss`")?, &context)?;
    check_ends(values, &goals, pass)?;
    let needs_capture = |key: &str| match values.get(key).filter(|_| capturing.is_none()) {
        Some(entry) => Err(entry.key.error(format!("{} needs `captures.P`", entry.key.quoted()))),
        None => Ok(()),
    };
    needs_capture("forced capture")?;
    needs_capture("chain")?;
    if let Some(entry) = values.get("custody").filter(|_| placing.as_ref().is_some_and(|it| it.shapes.is_some())) {
        return Err(entry.key.error("pieces of several cells do not capture by custody"));
    }
    let mut start = start;
    let hands = placing.as_ref().and_then(|placing| placing.hands).unwrap_or_default();
    start.hands = hands.map(|hand| hand as u16);
    let mut rules = Rules {
        id: id.text.into(),
        name: line(values, "name", 200)?.unwrap_or_else(|| id.text.into()),
        version: version(values)?,
        sides: sides(values)?,
        about: None,
        options: Vec::new(),
        others: Vec::new(),
        field: field(&board, &letters),
        start,
        kinds,
        tables,
        placing,
        pass,
        forced_capture: values.choice("forced capture", &[("no", false), ("yes", true)])?,
        chain: values.choice("chain", &[("no", Chain::No), ("may", Chain::May), ("must", Chain::Must)])?,
        custody: values.get("custody").map(|entry| custody(entry, &board)).transpose()?,
        goals,
        perft: values.get("perft").map(perft).transpose()?.unwrap_or_default(),
        marks_captures,
        symmetries: Symmetries::default(),
        near: near(&board),
        paint: values.choice(
            "paint",
            &[
                ("squares", Look::Grid(Paint::Squares(Tone::Plain))),
                ("chequered", Look::Grid(Paint::Chequered)),
                ("points", Look::Grid(Paint::Points)),
                ("hexes", Look::Hexes),
            ],
        )?,
        board,
    };
    rules.symmetries = Symmetries::of(&rules);
    rules.start.end = rules.end(&rules.start, None);
    rules.check_moves(&rules.start).map_err(|reason| id.error(reason))?;
    Ok(rules)
}

/// Collects the letters of all kinds in alphabetical order.
fn letters(values: &Values<'_, '_>) -> Result<String, TextError> {
    let mut letters: Vec<char> =
        values.letters().filter(|(_, key, _)| *key == "piece").map(|(_, _, letter)| letter).collect();
    letters.sort_unstable();
    letters.dedup();
    if letters.is_empty() {
        letters.push('P');
    }
    for (key, _, letter) in values.letters() {
        if !letters.contains(&letter) {
            return Err(key.error(format!("there is no piece {letter}: add `piece.{letter} = NAME`")));
        }
    }
    match values.letters().nth(MOST_KINDS).filter(|_| letters.len() > MOST_KINDS) {
        Some((key, ..)) => Err(key.error(format!("there are at most {MOST_KINDS} kinds of pieces"))),
        None => Ok(letters.into_iter().collect()),
    }
}

/// Reads the board, the start position, and the pieces in hand if `start` contains them.
fn start<'t>(values: &Values<'_, 't>, letters: &str) -> Result<(Board, State, Option<Word<'t>>), TextError> {
    let size = values.get("board").map(Entry::one_line).transpose()?;
    let size = size.map(|word| {
        let Some((files, ranks)) = word.split('x') else {
            return Err(word.error(format!("the board {} should be like `8x8`", word.quoted())));
        };
        Ok((
            files.number("the number of files", 1, LONGEST_SIDE)?,
            ranks.number("the number of ranks", 1, LONGEST_SIDE)?,
            word,
        ))
    });
    let size = size.transpose()?;
    let Some(entry) = values.get("start") else {
        let Some((files, ranks, _)) = size else {
            return Err(values
                .require("start", "draw the board, or give its size as in `board = 8x8`")
                .err()
                .unwrap_or_else(|| TextError::of_all("no board")));
        };
        return Ok((Board::new(files, ranks), State::EMPTY, None));
    };
    let (entry, pocket) = without_pocket(entry)?;
    let (first, text) = (entry.lines[0], fen(&entry)?);
    let placement = reading_field(letters).read(&text).map_err(|error| first.error(error.to_string()))?;
    let (files, ranks) = (placement.files(), placement.ranks());
    if let Some((.., word)) = size.filter(|size| (size.0, size.1) != (files, ranks)) {
        return Err(word.error(format!("the board {} differs from `start`, which has {files}x{ranks}", word.quoted())));
    }
    let (mut board, mut state) = (Board::new(files, ranks), State::EMPTY);
    for (file, rank, letter) in placement.pieces() {
        let cell = board.cell(file, rank);
        match letters.find(letter.to_ascii_uppercase()) {
            Some(kind) => state.put(usize::from(letter.is_ascii_lowercase()), kind, cell),
            None => board.cells = board.cells.without(Set::of(cell)),
        }
    }
    if board.cells.is_empty() {
        return Err(first.error("the board has no cell"));
    }
    Ok((board, state, pocket))
}

/// Splits a board text from the letters in brackets at its end.
fn without_pocket<'t>(entry: &Entry<'t>) -> Result<(Entry<'t>, Option<Word<'t>>), TextError> {
    let mut entry = entry.clone();
    let Some((before, after)) = entry.lines.last().and_then(|line| line.split('[')) else { return Ok((entry, None)) };
    let Some((pocket, _)) = after.split(']').filter(|(_, rest)| rest.text.is_empty()) else {
        return Err(after.error("the pieces in hand should end with `]`, the last sign of the board"));
    };
    entry.lines.pop();
    if !before.text.is_empty() {
        entry.lines.push(before);
    }
    if entry.lines.is_empty() {
        return Err(pocket.error("the board is missing before the pieces in hand"));
    }
    Ok((entry, Some(pocket)))
}

/// Converts a board to one line: joins ranks given on separate lines with slashes, and replaces empty cells by numbers.
fn fen(entry: &Entry<'_>) -> Result<String, TextError> {
    if let [line] = entry.lines[..]
        && line.text.contains('/')
    {
        return Ok(line.text.into());
    }
    let mut ranks: Vec<String> = Vec::new();
    let mut width = None;
    for line in &entry.lines {
        let cells: String = line.text.split_whitespace().collect();
        if let Some(digit) = cells.chars().find(|letter| !letter.is_ascii_alphabetic() && !matches!(letter, '.' | '*'))
        {
            return Err(line.error(format!(
                "`{}` in a drawn board: use letters of pieces, `.` for a free cell, `*` for a hole",
                digit.escape_debug()
            )));
        }
        let count = cells.len();
        if *width.get_or_insert(count) != count {
            return Err(
                line.error(format!("{} doesn't have the same number of cells as the first rank", line.quoted()))
            );
        }
        ranks.push(with_gaps(&cells));
    }
    Ok(ranks.join("/"))
}

/// Replaces runs of empty cells in a rank by numbers.
fn with_gaps(cells: &str) -> String {
    let (mut rank, mut free) = (String::new(), 0);
    for letter in cells.chars().chain(['/']) {
        if letter == '.' {
            free += 1;
            continue;
        }
        if free > 0 {
            rank.push_str(&free.to_string());
            free = 0;
        }
        rank.push(letter);
    }
    rank.pop();
    rank
}

/// The notation for boards of any size.
fn reading_field(letters: &str) -> BoardField {
    // This leaks once per combination of choices of a text, and a process reads one text.
    let pieces = [letters.to_owned(), letters.to_ascii_lowercase()].map(|letters| &*letters.leak());
    BoardField { neutral: "*", ..BoardField::new(Sizes::Range(1, LONGEST_SIDE), Sizes::Range(1, LONGEST_SIDE), pieces) }
}

fn field(board: &Board, letters: &str) -> BoardField {
    BoardField { files: Sizes::Only(board.files), ranks: Sizes::Only(board.ranks), ..reading_field(letters) }
}

fn kind(values: &Values<'_, '_>, letter: char, context: &Context<'_>) -> Result<Kind, TextError> {
    let name = match values.of_piece("piece", letter).map(Entry::one_line).transpose()? {
        Some(word) if word.text.chars().count() > 40 => return Err(word.error("a name has at most 40 characters")),
        Some(word) => word.text.into(),
        None => "piece".into(),
    };
    let value = values.of_piece("value", letter).map(Entry::one_line).transpose()?;
    let value = value.map(|word| word.number("the value", 0, 1_000)).transpose()?.unwrap_or(100);
    let glyph = values.of_piece("glyph", letter).map(Entry::one_line).transpose()?.map(glyph).transpose()?;
    let promotion = values.of_piece("promotion", letter).map(Entry::one_line).transpose()?;
    let promotion = promotion.map(|line| {
        let words = line.words();
        let Some(at) = words.iter().position(|word| word.text == "on").filter(|at| *at > 0) else {
            return Err(line.error(format!("{} should be like `Q R on last`", line.quoted())));
        };
        let mut choices = Vec::new();
        for word in &words[..at] {
            let Some(kind) = context.letters.find(word.text).filter(|_| word.text.len() == 1) else {
                return Err(word.error(format!(
                    "{} should be a letter of a piece: {}",
                    word.quoted(),
                    context.letters
                )));
            };
            if choices.contains(&kind) {
                return Err(word.error(format!("{} occurs twice", word.quoted())));
            }
            choices.push(kind);
        }
        let region = Region::read(&words[at + 1..], context.board, &words[at])?;
        Ok((region.of_players(context.turned, false), choices))
    });
    Ok(Kind { letter, name, value: value as i32, glyph, promotion: promotion.transpose()? })
}

fn glyph(word: Word<'_>) -> Result<Glyph, TextError> {
    let known = [
        ("disc", Glyph::Disc),
        ("crowned", Glyph::Crowned),
        ("ring", Glyph::Ring),
        ("cross", Glyph::Cross),
        ("king", Glyph::King),
        ("queen", Glyph::Queen),
        ("rook", Glyph::Rook),
        ("bishop", Glyph::Bishop),
        ("knight", Glyph::Knight),
        ("pawn", Glyph::Pawn),
    ];
    let found = known.iter().find(|(name, _)| *name == word.text).map(|(_, glyph)| *glyph);
    found.ok_or_else(|| unknown(&word, "glyph", known.iter().map(|(name, _)| *name)))
}

/// Reads the quiet moves and the captures of a kind.
fn ways(values: &Values<'_, '_>, letter: char, context: &Context<'_>) -> Result<[Vec<Term>; 2], TextError> {
    let quiet = values.of_piece("moves", letter).map(|entry| terms::read(entry, false, context)).transpose()?;
    let captures = match values.of_piece("captures", letter) {
        Some(entry) if entry.lines.len() == 1 && entry.lines[0].text == "as moves" => {
            let Some(moves) = values.of_piece("moves", letter) else {
                return Err(entry.key.error(format!("there is no `moves.{letter}` to capture as")));
            };
            Some(terms::read(moves, true, context)?)
        }
        Some(entry) => Some(terms::read(entry, true, context)?),
        None => None,
    };
    Ok([quiet.unwrap_or_default(), captures.unwrap_or_default()])
}

/// Parses `remove orthogonal` or `flip all 1`.
fn custody(entry: &Entry<'_>, board: &Board) -> Result<Custody, TextError> {
    let line = entry.one_line()?;
    let words = line.words();
    let (verb, rest) = words.split_first().ok_or_else(|| line.error("a word is missing"))?;
    let flips = match verb.text {
        "remove" => false,
        "flip" => true,
        _ => return Err(unknown(verb, "custody", ["remove", "flip"].into_iter())),
    };
    let (mut numbers, mut longest) = (Vec::new(), LONGEST_SIDE);
    for word in rest {
        match directions(word.text) {
            Some(found) => numbers.extend(found),
            None => longest = word.number("the number of pieces in between", 1, LONGEST_SIDE)?,
        }
    }
    if numbers.is_empty() {
        numbers.extend(directions("all").unwrap_or_default());
    }
    numbers.sort_unstable();
    numbers.dedup();
    let line = |cell: u32, number: usize| board.line(cell, crate::grid::step(number)).map(|cell| cell as u16).collect();
    let lines = (0..board.size()).map(|cell| numbers.iter().map(|number| line(cell, *number)).collect());
    Ok(Custody { flips, lines: lines.collect(), longest })
}

/// Checks that each position has moves or an end.
fn check_ends(values: &Values<'_, '_>, goals: &Goals, pass: Pass) -> Result<(), TextError> {
    let entry = values.require("goals", "say how it ends")?;
    let no_move = |player: usize| {
        goals.goals.iter().any(|goal| goal.players[player] && matches!(goal.condition, Condition::NoMove))
    };
    let passes =
        goals.goals.iter().any(|goal| goal.players == [true; 2] && matches!(goal.condition, Condition::Passes(_)));
    match pass {
        Pass::Never if !(no_move(0) && no_move(1)) => {
            Err(entry.key.error("what if a player cannot move? Add a goal such as `no move: loss`, or `pass = stuck`"))
        }
        Pass::Stuck | Pass::Always if no_move(0) || no_move(1) => {
            Err(entry.key.error("with `pass` there is always a move, so `no move` is never true"))
        }
        Pass::Stuck | Pass::Always if !passes => {
            Err(entry.key.error("what if both players pass? Add a goal such as `passes 2: draw`"))
        }
        _ => Ok(()),
    }
}

fn version(values: &Values<'_, '_>) -> Result<String, TextError> {
    let version = line(values, "version", 200)?;
    match values.get("version").filter(|entry| entry.lines[0].text.contains(char::is_whitespace)) {
        Some(entry) => Err(entry.lines[0].error("the version must be a single word")),
        None => Ok(version.unwrap_or_else(|| "1".into())),
    }
}

fn sides(values: &Values<'_, '_>) -> Result<Option<[String; 2]>, TextError> {
    let Some(line) = values.get("sides").map(Entry::one_line).transpose()? else { return Ok(None) };
    let [first, second] = line.words()[..] else {
        return Err(line.error(format!("the sides {} should be two words", line.quoted())));
    };
    if [first, second].iter().any(|word| word.text.len() > 40 || word.text.contains(char::is_control)) {
        return Err(line.error("the name of a side has at most 40 bytes"));
    }
    if first.text.to_lowercase() == second.text.to_lowercase() {
        return Err(second.error("the sides have the same name"));
    }
    Ok(Some([first.text.into(), second.text.into()]))
}

/// Parses perft counts such as `1 9, 2 72`.
fn perft(entry: &Entry<'_>) -> Result<Vec<LoadedPerft>, TextError> {
    let items = entry.lines.iter().flat_map(Word::items);
    let counts = items.map(|item| {
        let [depth, leaves] = item.words()[..] else {
            return Err(item.error(format!("{} should be a depth and a count", item.quoted())));
        };
        let count = leaves.text.parse().ok().filter(|_| leaves.text.bytes().all(|byte| byte.is_ascii_digit()));
        let count = count.ok_or_else(|| leaves.error(format!("the count {} should be a number", leaves.quoted())))?;
        Ok(LoadedPerft { depth: depth.number("the depth", 1, 100)?, leaves: count, ..LoadedPerft::default() })
    });
    counts.collect()
}
