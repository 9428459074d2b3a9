//! Small changes of the text of a position, many of which a game opens: a piece added, removed or moved, the other
//! player to move, and any sign.

use crate::random::CheckRandom;

/// The most changes of a text at a time: a number of empty cells has to be split before a piece comes between them.
const CHANGES: usize = 3;
/// The maximum number of texts in which another word is looked for.
const LOOKS: usize = 4;
/// The widest row of a board.
const WIDEST: usize = 64;
/// An empty cell.
const EMPTY: char = '\0';

/// One of the texts with small changes, rather one with few letters: the fewer pieces, the more often are two positions
/// images of each other.
pub(super) fn sparsely_changed(random: &mut CheckRandom, texts: &[String]) -> String {
    let letters = |text: &String| text.chars().filter(|c| c.is_alphabetic()).count();
    let [one, other] = [0; 2].map(|_| &texts[random.below(texts.len())]);
    let text = if letters(one) <= letters(other) { one } else { other };
    several_times(random, text, texts)
}

/// One of the texts with small changes.
pub(super) fn changed(random: &mut CheckRandom, texts: &[String]) -> String {
    let text = &texts[random.below(texts.len())];
    several_times(random, text, texts)
}

fn several_times(random: &mut CheckRandom, text: &str, texts: &[String]) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(CHANGES) {
        text = changed_once(random, &text, texts);
    }
    text
}

fn changed_once(random: &mut CheckRandom, text: &str, texts: &[String]) -> String {
    let mut signs: Vec<char> = text.chars().collect();
    if signs.is_empty() {
        return "-".into();
    }
    let (place, other) = (random.below(signs.len()), random.below(signs.len()));
    match random.below(8) {
        0 => {
            let next = (place + 1).min(signs.len() - 1);
            signs.swap(place, next);
        }
        1 => signs.swap(place, other),
        2 if text.contains('/') => return rows_swapped(random, text),
        3 if matches!(signs[place], '2'..='9') => {
            let number = signs[place] as u8 - b'0';
            let first = 1 + random.below(usize::from(number) - 1) as u8;
            signs.splice(place..=place, [first, number - first].map(|part| (b'0' + part).into()));
        }
        4 => return word_changed(random, text, texts),
        5 | 6 if text.contains('/') => return piece_changed(random, text, texts),
        _ => {
            let another = &texts[random.below(texts.len())];
            let sign = another.chars().nth(random.below(another.chars().count().max(1)));
            signs[place] = sign.unwrap_or('-');
        }
    }
    signs.into_iter().collect()
}

/// The text with two of its rows exchanged.
fn rows_swapped(random: &mut CheckRandom, text: &str) -> String {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut rows: Vec<&str> = board.split('/').collect();
    let (one, other) = (random.below(rows.len()), random.below(rows.len()));
    rows.swap(one, other);
    format!("{} {rest}", rows.join("/"))
}

/// The text with a word that another text has in its place: that is how the other player comes to move.
fn word_changed(random: &mut CheckRandom, text: &str, texts: &[String]) -> String {
    let mut words: Vec<&str> = text.split(' ').collect();
    let place = random.below(words.len());
    for _ in 0..LOOKS {
        let other = texts[random.below(texts.len())].split(' ').nth(place);
        if let Some(word) = other.filter(|word| *word != words[place]) {
            words[place] = word;
            break;
        }
    }
    words.join(" ")
}

/// The text with a piece of its board removed, moved or added.
fn piece_changed(random: &mut CheckRandom, text: &str, texts: &[String]) -> String {
    let Some((mut board, rest)) = FenBoard::read(text) else { return text.to_owned() };
    let taken: Vec<usize> = (0..board.cells.len()).filter(|&cell| board.cells[cell] != EMPTY).collect();
    let any = random.below(board.cells.len());
    match (random.choose(&taken), random.below(3)) {
        (Some(&piece), 0) => board.cells[piece] = EMPTY,
        (Some(&piece), 1) => board.cells.swap(piece, any),
        _ => {
            let letters = letters(&texts[random.below(texts.len())..][..1]);
            board.cells[any] = random.choose(&letters).copied().unwrap_or(EMPTY);
        }
    }
    board.write() + rest
}

/// Every text that differs from this one in a cell of its board, or in a word for which one of the texts has another
/// one.
pub(super) fn single_changes(text: &str, texts: &[String]) -> Vec<String> {
    let mut changes = Vec::new();
    let board = FenBoard::read(text);
    let words: Vec<&str> = text.split(' ').collect();
    for place in usize::from(board.is_some())..words.len() {
        for other in texts.iter().filter_map(|text| text.split(' ').nth(place)) {
            let mut words = words.clone();
            words[place] = other;
            changes.push(words.join(" "));
        }
    }
    if let Some((mut board, rest)) = board {
        let letters = letters(texts);
        for cell in 0..board.cells.len() {
            let own = board.cells[cell];
            for &letter in [EMPTY].iter().chain(&letters) {
                board.cells[cell] = letter;
                changes.push(board.write() + rest);
            }
            board.cells[cell] = own;
        }
    }
    changes.sort_unstable();
    changes.dedup();
    changes.retain(|other| other != text);
    changes
}

/// The letters on the boards of texts, each once.
pub(super) fn letters(texts: &[String]) -> Vec<char> {
    let boards = texts.iter().filter_map(|text| FenBoard::read(text));
    let mut letters: Vec<char> = boards.flat_map(|(board, _)| board.cells).filter(|&letter| letter != EMPTY).collect();
    letters.sort_unstable();
    letters.dedup();
    letters
}

/// A board as FEN writes it: rows separated by `/`, and numbers for runs of empty cells.
pub(super) struct FenBoard {
    /// The cells of all rows, one row after the other; [`EMPTY`] for a free one.
    pub(super) cells: Vec<char>,
    /// Where each row ends.
    ends: Vec<usize>,
}

impl FenBoard {
    /// The board that a text begins with, and the rest of the text; `None` if it begins with none.
    pub(super) fn read(text: &str) -> Option<(Self, &str)> {
        let length = text.find(' ').unwrap_or(text.len());
        let (rows, rest) = text.split_at(length);
        let (mut cells, mut ends) = (Vec::new(), Vec::new());
        for row in rows.split('/') {
            let begin = cells.len();
            let is_digit = |sign: &char| sign.is_ascii_digit();
            let signs: Vec<char> = row.chars().collect();
            for part in signs.chunk_by(|one, other| is_digit(one) && is_digit(other)) {
                if is_digit(&part[0]) {
                    let number: usize = part.iter().collect::<String>().parse().ok()?;
                    cells.extend(std::iter::repeat_n(EMPTY, number.min(WIDEST + 1)));
                } else {
                    cells.push(part[0]);
                }
            }
            if cells.len() - begin > WIDEST {
                return None;
            }
            ends.push(cells.len());
        }
        (ends.len() > 1 && !cells.is_empty()).then_some((Self { cells, ends }, rest))
    }

    pub(super) fn write(&self) -> String {
        let mut text = String::new();
        let mut begin = 0;
        for (row, &end) in self.ends.iter().enumerate() {
            if row > 0 {
                text.push('/');
            }
            for cells in self.cells[begin..end].chunk_by(|one, other| *one == EMPTY && *other == EMPTY) {
                if cells[0] == EMPTY { text.push_str(&cells.len().to_string()) } else { text.push(cells[0]) }
            }
            begin = end;
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// The text that a game with a board of three by three has for a setup; `None` if it is none.
    fn opened(setup: &str) -> Option<String> {
        let (board, rest) = setup.split_once(' ')?;
        let rows = board.split('/').map(|row| {
            let cells = row.chars().map(|c| match c {
                '1'..='3' => Some(".".repeat(c as usize - '0' as usize)),
                'o' => Some("o".into()),
                _ => None,
            });
            cells.collect::<Option<String>>().filter(|row| row.len() == 3)
        });
        let rows = rows.collect::<Option<Vec<String>>>().filter(|rows| rows.len() == 3)?;
        let short = |row: &String| row.replace("...", "3").replace("..", "2").replace('.', "1");
        (rest == "w 1").then(|| format!("{} w 1", rows.iter().map(short).collect::<Vec<_>>().join("/")))
    }

    #[test]
    fn a_single_stone_comes_to_every_cell() {
        let mut random = CheckRandom::new(7, "arranged");
        let mut texts = vec!["o2/3/2o w 1".to_owned()];
        for _ in 0..20_000 {
            if let Some(text) = opened(&sparsely_changed(&mut random, &texts)).filter(|text| !texts.contains(text)) {
                texts.push(text);
            }
        }
        let singles = texts.iter().filter(|text| text.matches('o').count() == 1).count();
        assert_eq!(singles, 9, "{texts:?}");
    }

    #[test]
    fn the_other_player_comes_to_move_and_pieces_come_move_and_go() {
        let texts = ["x2/3/2o w 1", "x2/1o1/3 b 2"].map(str::to_owned);
        let mut random = CheckRandom::new(7, "");
        let found: HashSet<String> = (0..5_000).map(|_| changed(&mut random, &texts)).collect();
        for text in ["x2/3/2o b 1", "3/3/2o w 1", "x2/3/x1o w 1", "x2/1o1/2x b 2", "2x/3/2o w 1"] {
            assert!(found.contains(text), "{text}");
        }
    }

    #[test]
    fn each_cell_and_each_word_is_changed_once() {
        let texts = ["x1/2 w 1", "2/1o b 1"].map(str::to_owned);
        let found = single_changes(&texts[0], &texts);
        // Four cells with two others each, and the player to move.
        assert_eq!(found.len(), 9, "{found:?}");
        for text in ["2/2 w 1", "o1/2 w 1", "xx/2 w 1", "x1/1o w 1", "x1/2 b 1"] {
            assert!(found.contains(&text.to_owned()), "{text}: {found:?}");
        }
        let words = ["9 0 w".to_owned(), "8 0 b".to_owned()];
        assert_eq!(single_changes("9 0 w", &words), ["8 0 w", "9 0 b"]);
    }

    #[test]
    fn a_wide_row_is_read_and_written() {
        let (board, rest) = FenBoard::read("10/3a12/a w").unwrap();
        assert_eq!((board.cells.len(), rest, board.write().as_str()), (27, " w", "10/3a12/a"));
        assert!(FenBoard::read("no board").is_none() && FenBoard::read("1/99999999999").is_none());
        let (board, _) = FenBoard::read("/a w").unwrap();
        assert_eq!(board.write(), "/a");
    }
}
