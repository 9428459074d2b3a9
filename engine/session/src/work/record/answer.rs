//! The answer to `read`, as JSON.

use super::ReadRecord;
use super::replay::ReplayedMove;
use plyd_foreign::one_line_of;
use plyd_formats::pgn::{AnnotatedGame, MoveComment, PgnOutcome};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The longest note, in characters.
const LONGEST_NOTE: usize = 300;

/// The answer.
#[derive(Debug, Serialize)]
pub(super) struct RecordJson {
    game: String,
    #[serde(serialize_with = "as_map")]
    options: Vec<(String, String)>,
    setup: String,
    tags: Vec<(String, String)>,
    #[serde(flatten)]
    said: Annotation,
    result: &'static str,
    /// Whose turn it is at the start, of a game that was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<&'static str>,
    /// Left out if the record is of another game than the session's.
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<Vec<RecordMoveJson>>,
    warnings: Vec<WarningJson>,
    /// The warnings that are not there.
    #[serde(skip_serializing_if = "is_zero")]
    more_warnings: usize,
}

/// A move.
#[derive(Debug, Serialize)]
struct RecordMoveJson {
    parent: Option<usize>,
    #[serde(rename = "move")]
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    notation: Option<String>,
    /// Whose turn it is after it.
    turn: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(flatten)]
    said: Annotation,
}

/// What is said about a move, or about the game.
#[derive(Debug, Default, Serialize)]
struct Annotation {
    /// At the beginning of a variation, before its first move.
    #[serde(skip_serializing_if = "String::is_empty")]
    before: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    comment: String,
    /// The time that the player has after the move, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<f64>,
    /// The time that the move took, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    elapsed: Option<f64>,
    /// A program's evaluation of the position after the move, as written.
    #[serde(skip_serializing_if = "Option::is_none")]
    evaluation: Option<String>,
    /// All commands as they are written, those above too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    commands: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct WarningJson {
    line: usize,
    column: usize,
    text: String,
}

impl RecordJson {
    /// About a game that was read.
    pub(super) fn of(read: ReadRecord) -> Self {
        let ReadRecord { id, options, setup, game, replay, notes, .. } = read;
        let mut said = Annotation::default();
        said.add(&game.remark);
        let (mut turn, mut nodes) = (None, None);
        if let Some(replay) = replay {
            for &node in &replay.at_start {
                said.add(&game.nodes[node].before);
                said.add(&game.nodes[node].after);
            }
            turn = Some(replay.turn);
            nodes = Some(replay.moves.into_iter().map(|played| node(played, &game)).collect());
        }
        let notes = notes.sorted();
        let warnings = notes.kept.into_iter().map(|(place, text)| WarningJson {
            line: place.line,
            column: place.column,
            text: one_line_of(&text, LONGEST_NOTE),
        });
        Self {
            result: result(&game).as_str(),
            tags: game.tags.into_iter().map(|tag| (tag.name, tag.value)).collect(),
            game: id,
            options,
            setup,
            said,
            turn,
            nodes,
            warnings: warnings.collect(),
            more_warnings: notes.more,
        }
    }

    /// On one line.
    pub(super) fn to_json(&self) -> String {
        serde_json::to_string(self).expect("all keys are texts")
    }
}

/// How the game ended: the result after the moves, or else the tag's.
fn result(game: &AnnotatedGame) -> PgnOutcome {
    let of_tag = || {
        let value = game.tag("Result")?.value.trim();
        [PgnOutcome::First, PgnOutcome::Second, PgnOutcome::Draw].into_iter().find(|outcome| outcome.as_str() == value)
    };
    game.outcome.or_else(of_tag).unwrap_or(PgnOutcome::Open)
}

fn node(
    ReplayedMove { parent, text, notation, turn, glyphs, nodes }: ReplayedMove,
    game: &AnnotatedGame,
) -> RecordMoveJson {
    let mut said = Annotation::default();
    for (place, &node) in nodes.iter().enumerate() {
        let node = &game.nodes[node];
        if place == 0 {
            said.before.clone_from(&node.before.text);
            said.add_commands(&node.before);
        } else {
            said.add(&node.before);
        }
        said.add(&node.after);
    }
    RecordMoveJson { parent, text, notation, turn, glyphs, said }
}

impl Annotation {
    fn add(&mut self, remark: &MoveComment) {
        if !self.comment.is_empty() && !remark.text.is_empty() {
            self.comment.push(' ');
        }
        self.comment.push_str(&remark.text);
        self.add_commands(remark);
    }

    fn add_commands(&mut self, remark: &MoveComment) {
        self.clock = remark.clock().map(|time| time.as_secs_f64()).or(self.clock);
        self.elapsed = remark.elapsed().map(|time| time.as_secs_f64()).or(self.elapsed);
        if let Some(evaluation) = remark.evaluation() {
            self.evaluation = Some(evaluation.to_owned());
        }
        self.commands.extend(remark.commands.iter().map(|command| (command.name.clone(), command.value.clone())));
    }
}

fn as_map<S: Serializer>(pairs: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(pairs.len()))?;
    for (name, value) in pairs {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}
