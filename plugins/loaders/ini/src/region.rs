//! Regions of the board: `last 2`, `rank 1`, `file a`, `cells a1 b2`.

use crate::grid::{Board, Set, image};
use crate::keys::unknown;
use crate::reader::Word;
use plyd_plugin::TextError;

/// The first word of each form of a region.
const WORDS: [&str; 7] = ["last", "first", "rank", "file", "cells", "corners", "everywhere"];

/// A region from the first player's viewpoint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Region {
    /// Cells given by absolute names.
    named: Set,
    /// Cells given relative to a player's side.
    seen: Set,
}

impl Region {
    /// Parses a region as the union of its parts.
    pub(crate) fn read(words: &[Word<'_>], board: &Board, before: &Word<'_>) -> Result<Self, TextError> {
        let mut region = Self { named: Set::EMPTY, seen: Set::EMPTY };
        let mut words = words.iter().peekable();
        if words.peek().is_none() {
            return Err(before.error(format!("a part of the board is missing after {}", before.quoted())));
        }
        while let Some(word) = words.next() {
            let rank_of = |rank: u32| (0..board.files).map(move |file| board.cell(file, rank));
            match word.text {
                "last" | "first" => {
                    let is_number = |word: &&Word<'_>| word.text.starts_with(|letter: char| letter.is_ascii_digit());
                    let count = match words.next_if(|word| is_number(word)) {
                        Some(number) => number.number("the number of ranks", 1, board.ranks)?,
                        None => 1,
                    };
                    for rank in 0..count {
                        let rank = if word.text == "last" { board.ranks - 1 - rank } else { rank };
                        region.seen = rank_of(rank).fold(region.seen, Set::with);
                    }
                }
                "rank" => {
                    let Some(number) = words.next() else {
                        return Err(word.error("the number of the rank is missing"));
                    };
                    let rank = number.number("the rank", 1, board.ranks)? - 1;
                    region.named = rank_of(rank).fold(region.named, Set::with);
                }
                "file" => {
                    let Some(letter) = words.next() else {
                        return Err(word.error("the letter of the file is missing"));
                    };
                    let file = board.named(&format!("{}1", letter.text)).filter(|_| letter.text.len() == 1);
                    let Some(file) = file else {
                        return Err(letter.error(format!("the board has no file {}", letter.quoted())));
                    };
                    region.named = (0..board.ranks).map(|rank| board.cell(file, rank)).fold(region.named, Set::with);
                }
                "cells" => {
                    let mut found = false;
                    while let Some(next) = words.next_if(|next| !WORDS.contains(&next.text)) {
                        let cell = board.named(next.text).filter(|cell| board.cells.contains(*cell));
                        let Some(cell) = cell else {
                            return Err(next.error(format!("the board has no cell {}", next.quoted())));
                        };
                        (region.named, found) = (region.named.with(cell), true);
                    }
                    if !found {
                        return Err(word.error("which cells? Add their names"));
                    }
                }
                "corners" => {
                    let (file, rank) = (board.files - 1, board.ranks - 1);
                    let corners = [(0, 0), (file, 0), (0, rank), (file, rank)];
                    region.named =
                        corners.iter().map(|(file, rank)| board.cell(*file, *rank)).fold(region.named, Set::with);
                }
                "everywhere" => region.named = board.cells,
                name if board.named(name).is_some() => {
                    return Err(word.error(format!("{} should follow the word `cells`", word.quoted())));
                }
                _ => return Err(unknown(word, "part of the board", WORDS.into_iter())),
            }
        }
        region.named &= board.cells;
        region.seen &= board.cells;
        Ok(region)
    }

    /// Returns the cells of the region for each player. `turned` maps each cell to its image for the second player.
    /// Named cells are mapped for the second player too, unless the text refers to one player only.
    pub(crate) fn of_players(&self, turned: &[u16], is_of_one: bool) -> [Set; 2] {
        let named = if is_of_one { self.named } else { image(turned, self.named) };
        [self.named | self.seen, named | image(turned, self.seen)]
    }
}
