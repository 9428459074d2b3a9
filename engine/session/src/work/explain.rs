//! `explain`: a search of the position as a tree.

use super::exercises;
use super::{JobResources, TaskReporter};
use crate::position::PositionRefused;
use plyd_explain::{
    CUTS, DEFAULT_MAX_NODES, ExplainError, ExplainRequest, ExplainSubject, FAILS, Format, ORDERS, Panel, Speech, Style,
    explain, named, write,
};
use plyd_host::Position;
use plyd_player::SearchOptions;
use plyd_protocol::{ErrorCode, ExplainFormat, ExplainLimits, Reply, excerpt, quote};
use plyd_search::{Algorithm, Control, Conventions};

/// The language of the protocol, independent of the server's language.
const LANGUAGE: &str = "en";

/// The most nodes of a tree that are drawn on a page or in a picture, and its most bytes: a browser has to read it.
const MOST_DRAWN: usize = 2_000;
const MOST_BYTES: usize = 4 << 20;

/// The request, with the session's options for the strong search.
///
/// # Errors
/// There is no such algorithm, order or convention.
pub(crate) fn request(explain: &ExplainLimits, options: &SearchOptions) -> Result<ExplainRequest, PositionRefused> {
    let algorithm = match explain.algorithm.as_deref() {
        None => Algorithm::AlphaBeta,
        Some(name) => {
            let is_meant = |algorithm: &Algorithm| algorithm.name().eq_ignore_ascii_case(name);
            Algorithm::BY_DEPTH.into_iter().find(is_meant).ok_or_else(|| {
                let names = Algorithm::BY_DEPTH.map(Algorithm::name).join("`, `");
                let is_other = Algorithm::ALL.iter().any(is_meant);
                let lack = if is_other { "no tree to explain for the algorithm" } else { "no algorithm" };
                bad(format!("there is {lack} {}; there are `{names}`", quote(name)))
            })?
        }
    };
    let most_nodes = explain.nodes.map_or(DEFAULT_MAX_NODES, u64::from).min(DEFAULT_MAX_NODES);
    Ok(ExplainRequest {
        algorithm,
        depth: explain.depth,
        conventions: Conventions {
            cut: chosen("cut", &CUTS, explain.cut.as_deref())?,
            fail: chosen("fail", &FAILS, explain.fail.as_deref())?,
        },
        order: chosen("order", &ORDERS, explain.order.as_deref())?,
        most_nodes,
        techniques: options.techniques,
        numbers: options.numbers,
        hash: options.hash,
        boards: matches!(explain.format, ExplainFormat::Page | ExplainFormat::Svg),
    })
}

/// What the list has by this name; the default without one.
fn chosen<T: Copy + Default>(keyword: &str, list: &[(T, &str)], name: Option<&str>) -> Result<T, PositionRefused> {
    let Some(name) = name else { return Ok(T::default()) };
    named(list, name).ok_or_else(|| {
        let names: Vec<&str> = list.iter().map(|&(_, name)| name).collect();
        bad(format!("`{keyword}` has no {}; there are `{}`", quote(name), names.join("`, `")))
    })
}

/// Does what an `explain` asks for, line by line.
///
/// # Errors
/// It cannot be done; the error says why.
pub(super) fn tell(
    position: &Position,
    asked: &ExplainLimits,
    (request, options): (&ExplainRequest, &SearchOptions),
    shared: &JobResources,
    report: &TaskReporter,
) -> Result<(), ExplainRefusal> {
    let control = &*shared.control;
    let speech =
        Speech::new(Some(asked.lang.as_deref().unwrap_or(LANGUAGE))).map_err(|error| bad(error.to_string()))?;
    let found = match (&asked.grade, asked.worksheet) {
        (Some(grade), _) => exercises::grade(position, grade, request, &speech, control),
        (None, Some(wanted)) => exercises::make(position, wanted, request, speech.clone(), control),
        (None, None) => {
            let (subject, remark) = subject(position, options);
            if let Some(remark) = remark.and_then(|remark| shared.table.once(remark)) {
                report.say_line(Reply::InfoString(remark));
            }
            tree(&subject, asked.format, request, speech.clone(), control)
        }
    };
    let text = found.map_err(|refusal| refusal.retold(&speech))?;
    let is_picture = asked.format == ExplainFormat::Svg && asked.grade.is_none() && asked.worksheet.is_none();
    let lines = if is_picture { vec![Reply::Svg(text)] } else { Reply::text_lines(&text).collect() };
    for line in lines {
        // A session that is gone or was stopped takes no more lines.
        if control.must_stop() || !report.say_line(line) {
            return Err(ExplainError::Stopped.into());
        }
    }
    Ok(())
}

/// The position as a search with these options values it, and why it is the heuristic that does if they ask for a
/// network.
fn subject(position: &Position, options: &SearchOptions) -> (ExplainSubject, Option<String>) {
    match options.valued(position.clone()) {
        Ok((position, network)) => {
            (ExplainSubject { position, network: network.map(|network| network.name().to_owned()) }, None)
        }
        Err(remark) => (position.clone().into(), Some(remark)),
    }
}

/// The search of the position.
fn tree(
    subject: &ExplainSubject,
    format: ExplainFormat,
    request: &ExplainRequest,
    speech: Speech,
    control: &Control,
) -> Result<String, ExplainRefusal> {
    let explanation = explain(subject, request, control)?;
    let style = Style::new(speech);
    let for_browsers = |style| Style { most_nodes: MOST_DRAWN, most_bytes: MOST_BYTES, ..style };
    let (format, style) = match format {
        ExplainFormat::Text => (Format::Text, style),
        ExplainFormat::Json => (Format::Json, style),
        ExplainFormat::Walk => (Format::Walk, style),
        ExplainFormat::Page => (Format::Page, for_browsers(style)),
        ExplainFormat::Svg => (Format::Svg, for_browsers(style)),
    };
    Ok(write(format, &[Panel { title: "", explanation: &explanation }], &style))
}

/// Why an `explain` has no answer.
#[derive(Debug)]
pub(super) enum ExplainRefusal {
    /// An error.
    Error(PositionRefused),
    /// It was stopped.
    Stopped(String),
}

impl ExplainRefusal {
    /// The same in the language of the explanation.
    fn retold(self, speech: &Speech) -> Self {
        match self {
            Self::Error(refused) => Self::Error(PositionRefused { text: speech.retold(&refused.text), ..refused }),
            stopped => stopped,
        }
    }
}

impl From<ExplainRefusal> for Reply {
    fn from(refusal: ExplainRefusal) -> Self {
        match refusal {
            ExplainRefusal::Error(refused) => refused.into(),
            ExplainRefusal::Stopped(text) => Self::InfoString(text),
        }
    }
}

impl From<PositionRefused> for ExplainRefusal {
    fn from(refused: PositionRefused) -> Self {
        Self::Error(refused)
    }
}

impl From<ExplainError> for ExplainRefusal {
    fn from(error: ExplainError) -> Self {
        let text = error.to_string();
        let code = match error {
            ExplainError::TooLarge { .. } | ExplainError::TooLargeToOrder { .. } | ExplainError::TooWide { .. } => {
                ErrorCode::TooLarge
            }
            ExplainError::NoTree { .. } | ExplainError::OrderOfPvs | ExplainError::ConventionsOfAlphaBeta => {
                ErrorCode::BadExplain
            }
            ExplainError::Stopped => return Self::Stopped(text),
            ExplainError::UnknownLeaf { .. } | ExplainError::UnknownToOrder { .. } | ExplainError::Fault(_) => {
                return Self::Error(PositionRefused { code: ErrorCode::Plugin, text: excerpt(&text) });
            }
        };
        Self::Error(PositionRefused { code, text })
    }
}

/// The request is wrong.
pub(super) fn bad(text: String) -> PositionRefused {
    PositionRefused { code: ErrorCode::BadExplain, text }
}
