//! `explain`: a search of the position as a tree.

use super::TaskEvent;
use super::info_lines::plugin_error;
use super::position::PositionRefused;
use plyd_explain::{ExplainError, Format, Panel, Request, Speech, Style, Subject, explain, write};
use plyd_host::Position;
use plyd_player::SearchOptions;
use plyd_protocol::{ErrorCode, Explain, ExplainFormat, Reply, quote};
use plyd_search::{Algorithm, Control};
use tokio::sync::mpsc;

/// The language of the protocol, independent of the server's language.
const LANGUAGE: &str = "en";

/// The request, with the session's options for the strong search.
///
/// # Errors
/// There is no such algorithm.
pub(crate) fn request(explain: &Explain, options: &SearchOptions) -> Result<Request, PositionRefused> {
    let algorithm = match explain.algorithm.as_deref() {
        None => Algorithm::AlphaBeta,
        Some(name) => {
            let is_meant = |algorithm: &Algorithm| algorithm.name().eq_ignore_ascii_case(name);
            Algorithm::BY_DEPTH.into_iter().find(is_meant).ok_or_else(|| {
                let names = Algorithm::BY_DEPTH.map(Algorithm::name).join("`, `");
                let is_other = Algorithm::ALL.iter().any(is_meant);
                let lack = if is_other { "no tree to explain for the algorithm" } else { "no algorithm" };
                let text = format!("there is {lack} {}; there are `{names}`", quote(name));
                PositionRefused { code: ErrorCode::BadExplain, text }
            })?
        }
    };
    let (techniques, hash) = (options.techniques, options.hash);
    Ok(Request { algorithm, depth: explain.depth, techniques, hash, ..Request::default() })
}

/// Explains the search of a position, line by line to the sender; the last lines are returned.
pub(super) fn tell(
    position: Position,
    request: &Request,
    format: ExplainFormat,
    control: &Control,
    sender: &mpsc::Sender<TaskEvent>,
) -> Vec<Reply> {
    let subject = Subject { position };
    let explanation = match explain(&subject, request, control) {
        Ok(explanation) => explanation,
        Err(error) => return vec![refusal(&error)],
    };
    let speech = match Speech::new(Some(LANGUAGE)) {
        Ok(speech) => speech,
        Err(error) => return vec![plugin_error(&error.to_string())],
    };
    let style = Style::new(speech);
    let format = match format {
        ExplainFormat::Text => Format::Text,
        ExplainFormat::Json => Format::Json,
        ExplainFormat::Walk => Format::Walk,
    };
    let text = write(format, &[Panel { title: "", explanation: &explanation }], &style);
    for line in Reply::text_lines(&text) {
        // A session that has gone away, or was told to stop, takes no more lines.
        if control.must_stop() || sender.blocking_send(TaskEvent::Line(line)).is_err() {
            return vec![refusal(&ExplainError::Stopped)];
        }
    }
    Vec::new()
}

fn refusal(error: &ExplainError) -> Reply {
    let text = error.to_string();
    match error {
        ExplainError::TooLarge { .. } | ExplainError::TooLargeToOrder { .. } | ExplainError::TooWide { .. } => {
            Reply::Error { code: ErrorCode::TooLarge, text }
        }
        ExplainError::NoTree { .. } | ExplainError::OrderOfPvs | ExplainError::ConventionsOfAlphaBeta => {
            Reply::Error { code: ErrorCode::BadExplain, text }
        }
        ExplainError::Stopped => Reply::InfoString(text),
        ExplainError::UnknownLeaf { .. } | ExplainError::UnknownToOrder { .. } | ExplainError::Fault(_) => {
            plugin_error(&text)
        }
    }
}
