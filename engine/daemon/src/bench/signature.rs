//! The node count of each position, kept in a file: it shows whether the search has changed.

use super::positions::{BenchTask, lines};
use anyhow::{Context, bail};
use plyd_foreign::{HAND_WRITTEN, read_text};
use std::path::Path;

const HEAD: &str = "\
# The nodes that `plyd bench` counts with one thread: the count, then the game, the depth and the position.
# Written by `plyd bench --write FILE`; a test compares it with `--expect FILE`.
";

/// The counts, one for each position that there is, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BenchSignature(Vec<u64>);

impl BenchSignature {
    /// Of a run over all positions.
    pub(super) fn new(counts: Vec<u64>) -> Self {
        Self(counts)
    }

    /// All nodes.
    pub(super) fn total(&self) -> u64 {
        self.0.iter().fold(0, |total, &nodes| total.saturating_add(nodes))
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, or is not one of these positions.
    pub(super) fn read(path: &Path, tasks: &[BenchTask]) -> anyhow::Result<Self> {
        let file = || format!("the signature {}", path.display());
        let text = read_text(path, HAND_WRITTEN).with_context(file)?;
        Self::parse(&text, tasks).with_context(file)
    }

    fn parse(text: &str, tasks: &[BenchTask]) -> anyhow::Result<Self> {
        let mut counts = Vec::with_capacity(tasks.len());
        let mut lines = lines(text);
        for task in tasks {
            let line = lines.next().with_context(|| format!("it ends before `{task}`"))?;
            let (count, of) = line.split_once(' ').unwrap_or((line, ""));
            if of != task.to_string() {
                bail!("it was made with other positions: it has `{of}` in the place of `{task}`");
            }
            counts.push(count.parse().with_context(|| format!("`{count}` in `{line}` is not a number of nodes"))?);
        }
        match lines.next() {
            Some(line) => bail!("it was made with more positions: after the last one it has `{line}`"),
            None => Ok(Self(counts)),
        }
    }

    /// A file that [`read`](Self::read) takes.
    pub(super) fn text(&self, tasks: &[BenchTask]) -> String {
        let lines = self.0.iter().zip(tasks).map(|(count, task)| format!("{count} {task}\n"));
        format!("{HEAD}# {} nodes in all.\n{}", self.total(), lines.collect::<String>())
    }

    /// Compares what was counted with what was expected.
    ///
    /// # Errors
    /// They differ: how, and where first.
    pub(super) fn compare(&self, expected: &Self, tasks: &[BenchTask]) -> anyhow::Result<()> {
        let counts = self.0.iter().zip(&expected.0).zip(tasks);
        let mut differing = counts.filter(|((count, expected), _)| count != expected);
        let Some(((count, wanted), task)) = differing.next() else { return Ok(()) };
        bail!(
            "the signature is {} nodes, but {} were expected; {} positions differ, the first is `{task}`: {count} \
             nodes, but {wanted} were expected",
            self.total(),
            expected.total(),
            1 + differing.count()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tasks() -> Vec<BenchTask> {
        ["chess 3 startpos", "cfour 2 fen 4/4/4/4 w", "kalah 5 startpos"]
            .map(|line| BenchTask::parse(line).unwrap())
            .into()
    }

    fn signature() -> BenchSignature {
        BenchSignature::new(vec![20, 7, 300])
    }

    #[test]
    fn what_is_written_can_be_read() {
        let text = signature().text(&tasks());
        assert_eq!(BenchSignature::parse(&text, &tasks()).unwrap(), signature());
        assert!(text.contains("327 nodes in all") && text.contains("\n7 cfour 2 fen 4/4/4/4 w\n"), "{text}");
    }

    #[test]
    fn the_first_position_that_differs_is_named() {
        assert!(signature().compare(&signature(), &tasks()).is_ok());
        let error = BenchSignature::new(vec![20, 8, 299]).compare(&signature(), &tasks()).unwrap_err().to_string();
        for part in
            ["327 nodes", "; 2 positions differ", "first is `cfour 2 fen 4/4/4/4 w`: 8 nodes, but 7 were expected"]
        {
            assert!(error.contains(part), "no {part} in: {error}");
        }
    }

    #[test]
    fn a_file_of_other_positions_is_refused() {
        let text = signature().text(&tasks());
        for (text, reason) in [
            (
                text.replace("cfour 2", "cfour 3"),
                "it has `cfour 3 fen 4/4/4/4 w` in the place of `cfour 2 fen 4/4/4/4 w`",
            ),
            (text.replace("300 kalah 5 startpos\n", ""), "it ends before `kalah 5 startpos`"),
            (format!("{text}1 chess 1 startpos\n"), "after the last one it has `1 chess 1 startpos`"),
            (text.replace("300", "many"), "`many` in"),
        ] {
            let error = BenchSignature::parse(&text, &tasks()).unwrap_err().to_string();
            assert!(error.contains(reason), "{error}");
        }
    }
}
