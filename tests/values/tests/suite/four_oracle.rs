//! Connect four on seven files and six ranks, solved by a program that shares nothing with the engine, to judge it by.

use plyd_plugin::testing::Random as SplitMix;
use std::collections::HashMap;

const FILES: usize = 7;
const RANKS: usize = 6;
const CELLS: usize = FILES * RANKS;

/// A win at once; each ply until then takes one away.
const WIN: i32 = 1_000;

/// How a game ends when both play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The player to move wins in this many plies.
    Win(u32),
    /// The player to move loses in this many plies.
    Loss(u32),
    /// Neither player wins.
    Draw,
}

impl Verdict {
    fn of(value: i32) -> Self {
        match value {
            0 => Self::Draw,
            1.. => Self::Win((WIN - value) as u32),
            _ => Self::Loss((WIN + value) as u32),
        }
    }
}

/// A position in which nobody has four in a row: the stones of the players, rank by rank from the bottom, and how high
/// the files are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Four {
    players: [u64; 2],
    heights: [u8; FILES],
}

impl Four {
    fn stones(&self) -> usize {
        self.heights.iter().map(|&height| usize::from(height)).sum()
    }

    /// The files that are not full, those in the middle first.
    fn files(&self) -> impl Iterator<Item = usize> + use<> {
        let heights = self.heights;
        [3, 2, 4, 1, 5, 0, 6].into_iter().filter(move |&file| usize::from(heights[file]) < RANKS)
    }

    /// The position after a stone in this file; `None` if that wins.
    pub(crate) fn drop_into(mut self, file: usize) -> Option<Self> {
        let (player, rank) = (self.stones() % 2, usize::from(self.heights[file]));
        self.players[player] |= cell(file, rank);
        self.heights[file] += 1;
        let is_own = |file: isize, rank: isize| {
            let is_on_board = (0..FILES as isize).contains(&file) && (0..RANKS as isize).contains(&rank);
            is_on_board && self.players[player] & cell(file as usize, rank as usize) != 0
        };
        let run = |across: isize, up: isize| {
            (1..4).take_while(|&far| is_own(file as isize + far * across, rank as isize + far * up)).count()
        };
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        let wins = directions.into_iter().any(|(across, up)| run(across, up) + run(-across, -up) >= 3);
        (!wins).then_some(self)
    }

    /// So many stones dropped at random; `None` if that ends the game.
    fn at_random(stones: usize, random: &mut SplitMix) -> Option<Self> {
        let mut four = Self::default();
        for _ in 0..stones {
            let files: Vec<_> = four.files().collect();
            four = four.drop_into(files[random.below(files.len() as u64) as usize])?;
        }
        Some(four)
    }

    /// So many stones dropped at random, after which the player to move does not win at once.
    pub(crate) fn without_win(stones: usize, random: &mut SplitMix) -> Self {
        loop {
            if let Some(four) = Self::at_random(stones, random)
                && four.files().all(|file| four.drop_into(file).is_some())
            {
                return four;
            }
        }
    }

    /// As the engine reads it.
    pub(crate) fn setup(&self) -> String {
        let letter = |file, rank| match self.players.map(|stones| stones & cell(file, rank) != 0) {
            [true, _] => 'P',
            [_, true] => 'p',
            _ => '.',
        };
        let rank = |rank| {
            let letters: String = (0..FILES).map(|file| letter(file, rank)).collect();
            // Free cells side by side are a number; the longest rows first.
            (1..=FILES).rev().fold(letters, |row, count| row.replace(&".".repeat(count), &count.to_string()))
        };
        let ranks: Vec<_> = (0..RANKS).rev().map(rank).collect();
        format!("{} {}", ranks.join("/"), if self.stones().is_multiple_of(2) { 'w' } else { 'b' })
    }
}

fn cell(file: usize, rank: usize) -> u64 {
    1 << (rank * FILES + file)
}

/// Alpha-beta to the end of the game, with a memory.
#[derive(Debug, Default)]
pub(crate) struct Solver {
    /// The least and the greatest value that is still possible.
    known: HashMap<Four, (i32, i32)>,
}

impl Solver {
    /// How the game ends.
    pub(crate) fn solve(&mut self, four: Four) -> Verdict {
        Verdict::of(self.value(four, -WIN, WIN))
    }

    /// How it ends after a stone in this file, for who drops it.
    pub(crate) fn solve_after(&mut self, four: Four, file: usize) -> Verdict {
        Verdict::of(self.after(four, file, -WIN, WIN))
    }

    fn after(&mut self, four: Four, file: usize, alpha: i32, beta: i32) -> i32 {
        let Some(next) = four.drop_into(file) else { return WIN - 1 };
        // A ply later every win and loss is worth one less.
        let later = |value: i32| value - value.signum();
        let sooner = |value: i32| value + value.signum();
        later(-self.value(next, sooner(-beta), sooner(-alpha)))
    }

    fn value(&mut self, four: Four, mut alpha: i32, mut beta: i32) -> i32 {
        if four.stones() == CELLS {
            return 0;
        }
        let (least, greatest) = self.known.get(&four).copied().unwrap_or((-WIN, WIN));
        (alpha, beta) = (alpha.max(least), beta.min(greatest));
        if alpha >= beta {
            return if least >= beta { least } else { greatest };
        }
        let (mut best, mut from) = (-WIN, alpha);
        for file in four.files() {
            best = best.max(self.after(four, file, from, beta));
            from = from.max(best);
            if from >= beta {
                break;
            }
        }
        let (least, greatest) = self.known.entry(four).or_insert((-WIN, WIN));
        if best > alpha {
            *least = best.max(*least);
        }
        if best < beta {
            *greatest = best.min(*greatest);
        }
        best
    }
}
