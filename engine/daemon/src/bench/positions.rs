//! The positions, which are compiled in: each game names its own in `plugins/*/game.toml`. Any change there changes the
//! signature in tests/bench.signature.

use anyhow::{Context, ensure};
use plyd_protocol::PositionText;
use serde::Deserialize;
use std::fmt;

/// The files of the games.
const GAMES: &[&str] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// What a file says of the game's benchmark.
#[derive(Deserialize)]
struct BenchGame {
    id: String,
    /// A depth in plies, options of the game if it needs some, and what follows the word `position`. A depth that the
    /// game does not last, or a win before it, ends a search earlier.
    bench: Vec<String>,
}

/// A position and how deep it is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BenchTask {
    /// The id of the game.
    pub(super) game: String,
    /// In plies, at least 1.
    pub(super) depth: u32,
    /// Names and values of options of the game.
    pub(super) options: Vec<(String, String)>,
    /// The position, as written after the word `position`.
    pub(super) position: String,
}

impl BenchTask {
    /// All tasks, by the ids of the games.
    pub(super) fn all() -> anyhow::Result<Vec<Self>> {
        let mut games = GAMES.iter().map(|text| toml::from_str(text)).collect::<Result<Vec<BenchGame>, _>>()?;
        games.sort_by(|one, other| one.id.cmp(&other.id));
        let lines = games.iter().flat_map(|game| game.bench.iter().map(|task| format!("{} {task}", game.id)));
        lines.map(|line| Self::parse(&line)).collect()
    }

    /// Reads `GAME DEPTH POSITION`, with `NAME=VALUE` before the position for each option.
    pub(super) fn parse(line: &str) -> anyhow::Result<Self> {
        let mut parts = line.splitn(3, ' ');
        let mut part = |what| parts.next().with_context(|| format!("`{line}` has no {what}"));
        let (game, depth, position) = (part("game")?, part("depth")?, part("position")?);
        let depth = depth.parse().with_context(|| format!("`{depth}` in `{line}` is not a depth"))?;
        ensure!(depth > 0, "the depth in `{line}` is 0");
        let (mut position, mut options) = (position, Vec::new());
        while let Some((word, rest)) = position.split_once(' ')
            && let Some((name, value)) = word.split_once('=')
        {
            options.push((name.to_owned(), value.to_owned()));
            position = rest;
        }
        Ok(Self { game: game.to_owned(), depth, options, position: position.to_owned() })
    }

    /// The position as the protocol knows it.
    pub(super) fn parsed_position(&self) -> anyhow::Result<PositionText> {
        Ok(PositionText::parse(&self.position)?)
    }
}

impl fmt::Display for BenchTask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.game, self.depth)?;
        self.options.iter().try_for_each(|(name, value)| write!(f, "{name}={value} "))?;
        f.write_str(&self.position)
    }
}

/// The lines of a file that are neither blank nor a comment.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_that_are_compiled_in_can_be_read_and_differ() {
        let tasks = BenchTask::all().unwrap();
        for (index, task) in tasks.iter().enumerate() {
            assert_eq!(BenchTask::parse(&task.to_string()).unwrap(), *task);
            task.parsed_position().unwrap();
            assert!(!tasks[..index].contains(task), "{task} comes twice");
        }
    }

    #[test]
    fn what_is_no_task_is_refused_with_the_reason() {
        for (line, reason) in [
            ("chess", "has no depth"),
            ("chess 3", "has no position"),
            ("chess three startpos", "`three` in"),
            ("chess 0 startpos", "is 0"),
        ] {
            let error = BenchTask::parse(line).unwrap_err().to_string();
            assert!(error.contains(reason), "{line}: {error}");
        }
    }
}
