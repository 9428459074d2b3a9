//! What a session lets a child say, by what it asked of it. That JSON is JSON was found out when it was read.

use crate::event::{CheckedReplies, WorkerEvent};
use crate::work::{JobKind, PositionQuestion, SessionWork, WorkerRequest};
use plyd_protocol::{ErrorCode, Query, Reply, Response};
use plyd_search::Algorithm;
use plyd_worker::{SHORT_MESSAGE, Terms, UnaskedEvent};

/// The most characters of a remark.
const LONGEST_REMARK: usize = 200;

/// The longest line with a part of a tree, in bytes.
const LONGEST_TREE_LINE: usize = 1 << 20;

/// The longest text of a move, in bytes.
const LONGEST_MOVE: usize = 1 << 20;

/// The most entries of all lists of a message: the moves of a position.
const MOST_ENTRIES: usize = 256 << 10;

fn shorten(remark: &mut String) {
    if let Some((end, _)) = remark.char_indices().nth(LONGEST_REMARK) {
        remark.truncate(end);
        remark.shrink_to_fit();
    }
}

/// The algorithm of this name.
pub(crate) fn algorithm(name: &str) -> Option<Algorithm> {
    Algorithm::ALL.into_iter().find(|known| known.name() == name)
}

/// The terms of a session: it has asked one question at most, and one task.
#[derive(Debug, Default)]
pub(crate) struct OpenQuestions {
    question: Option<OwedAnswerKind>,
    task: Option<OpenTask>,
}

/// What the answer to a question is.
#[derive(Debug)]
enum OwedAnswerKind {
    About,
    Answer(PositionQuestion),
    Move,
    Ready,
}

#[derive(Debug)]
struct OpenTask {
    kind: JobKind,
    longest: usize,
    has_begun: bool,
}

impl Terms<SessionWork> for OpenQuestions {
    fn note(&mut self, request: &WorkerRequest) {
        let question = match request {
            WorkerRequest::Open(_) => OwedAnswerKind::About,
            WorkerRequest::Ask(question) => OwedAnswerKind::Answer(question.clone()),
            WorkerRequest::FindLegal(_) => OwedAnswerKind::Move,
            WorkerRequest::GetReady(..) => OwedAnswerKind::Ready,
            WorkerRequest::Start(job, _) => {
                self.task = Some(OpenTask { kind: job.kind(), longest: job.longest_message(), has_begun: false });
                return;
            }
            WorkerRequest::Forget | WorkerRequest::FreeTable => return,
        };
        debug_assert!(self.question.is_none(), "there is one question at a time");
        self.question = Some(question);
    }

    fn is_owed(&self) -> bool {
        self.question.is_some() || self.task.is_some()
    }

    fn longest(&self) -> usize {
        let answer = match &self.question {
            Some(OwedAnswerKind::Answer(question)) => question.longest_answer(),
            _ => SHORT_MESSAGE,
        };
        self.task.as_ref().map_or(answer, |task| answer.max(task.longest))
    }

    fn most_entries(&self) -> usize {
        MOST_ENTRIES
    }

    fn admit(&mut self, event: &mut WorkerEvent) -> Result<(), UnaskedEvent> {
        let is_fit = match (&mut *event, &mut self.task) {
            // Answers are of the kind that was asked for, and come once.
            (WorkerEvent::Opened(_), _) => matches!(self.question.take(), Some(OwedAnswerKind::About)),
            (WorkerEvent::Legal(found), _) => {
                let is_asked = matches!(self.question.take(), Some(OwedAnswerKind::Move));
                is_asked && found.iter().flatten().all(|mv| is_move(mv))
            }
            (WorkerEvent::Answered(answer), _) => match (self.question.take(), answer) {
                (Some(OwedAnswerKind::Answer(question)), Ok(CheckedReplies(lines))) => may_answer(&question, lines),
                (Some(OwedAnswerKind::Ready), Ok(CheckedReplies(lines))) => lines.is_empty(),
                (Some(OwedAnswerKind::Answer(_) | OwedAnswerKind::Ready), Err(_)) => true,
                _ => false,
            },
            (WorkerEvent::Began { first_move, algorithm: name, .. }, Some(task)) => {
                let is_first = !std::mem::replace(&mut task.has_begun, true);
                let is_known = name.iter().all(|name| algorithm(name).is_some());
                is_first && is_known && task.kind == JobKind::Search && first_move.iter().all(|mv| is_move(mv))
            }
            (WorkerEvent::Line(line), Some(task)) => may_say(task.kind, line),
            (WorkerEvent::Remarks(remarks), Some(_)) => {
                remarks.iter_mut().for_each(shorten);
                true
            }
            (WorkerEvent::Ended { lines: CheckedReplies(lines), last }, Some(task)) => {
                let kind = task.kind;
                self.task = None;
                may_end(kind, lines, last.as_ref())
            }
            _ => false,
        };
        if is_fit { Ok(()) } else { Err(UnaskedEvent::default()) }
    }
}

/// Whether these lines can be the answer to a question.
fn may_answer(question: &PositionQuestion, lines: &[Reply]) -> bool {
    match (question, lines) {
        (PositionQuestion::Query(query), [Reply::Response(response)]) => is_response(*query, response),
        (PositionQuestion::View(_), [Reply::View(_)])
        | (PositionQuestion::Known { .. }, [Reply::Known(_)])
        | (PositionQuestion::Read(_), [Reply::Read(_)]) => true,
        (PositionQuestion::Evaluate(_), [Reply::Evaluation(_)]) => true,
        (
            PositionQuestion::Evaluate(options),
            [Reply::Heuristic(_), Reply::Network { name, .. }, Reply::Evaluation(_)],
        ) => options.network().is_some_and(|network| network.name() == name),
        (PositionQuestion::Show, [picture @ .., Reply::Fen(_), Reply::Turn(_), Reply::Outcome(_)]) => {
            picture.iter().all(|line| matches!(line, Reply::Text(_)))
        }
        _ => false,
    }
}

/// Whether this is a response to such a query.
fn is_response(query: Query, response: &Response) -> bool {
    matches!(
        (query, response),
        (Query::Turn, Response::Turn(_))
            | (Query::P1Turn | Query::P2Turn | Query::GameOver, Response::Truth(_))
            | (Query::Result, Response::Result(_))
            | (Query::Moves, Response::Moves(_))
            | (Query::Chances, Response::Chances(_))
            | (Query::Fen, Response::Fen(_))
    )
}

/// Whether a job of this kind can say this line on its way.
fn may_say(kind: JobKind, line: &Reply) -> bool {
    match (kind, line) {
        (JobKind::Search, Reply::Info(info)) => {
            let moves = || info.pv.iter().chain(&info.currmove);
            moves().all(|mv| is_move(mv)) && moves().map(|mv| mv.len() + 1).sum::<usize>() <= SHORT_MESSAGE
        }
        (JobKind::Search, Reply::Tree(json)) => json.len() <= LONGEST_TREE_LINE,
        (JobKind::Search, Reply::InfoString(text)) => text.len() <= SHORT_MESSAGE,
        (JobKind::Explain, Reply::Text(_) | Reply::Svg(_)) => true,
        (JobKind::Explain, Reply::InfoString(text)) => text.len() <= SHORT_MESSAGE,
        // A line of it would be too long.
        (JobKind::Explain, Reply::Error { code: ErrorCode::OutOfResources, .. }) => true,
        (JobKind::Perft, Reply::PerftMove { mv, .. }) => is_move(mv),
        (JobKind::Perft, Reply::Error { code: ErrorCode::Plugin, .. }) => true,
        _ => false,
    }
}

/// Whether a job of this kind can end with these lines.
fn may_end(kind: JobKind, lines: &[Reply], last: Option<&Reply>) -> bool {
    let is_known = |line: &Reply| match (kind, line) {
        (JobKind::Perft, Reply::Text(text)) => text.is_empty(),
        (_, Reply::Error { text, .. } | Reply::InfoString(text)) => text.len() <= SHORT_MESSAGE,
        _ => may_say(kind, line),
    };
    let is_last = match (kind, last) {
        (JobKind::Search, Some(Reply::BestMove { best, ponder })) => best.iter().chain(ponder).all(|mv| is_move(mv)),
        (JobKind::Perft, Some(Reply::PerftTotal(_)) | None) | (JobKind::Explain, Some(Reply::ExplainDone)) => true,
        _ => false,
    };
    is_last && lines.iter().all(is_known)
}

/// Whether this can be the text of a move: one word.
fn is_move(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_MOVE && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{MOST_LINES, PositionFacts};
    use crate::work::{ClientSetup, Grant, RecordToRead, TaskJob};
    use plyd_player::{SearchOptions, SearchSettings};
    use plyd_protocol::{GameStatus, Info, TurnOf};
    use plyd_worker::entries;

    fn read(line: &str) -> serde_json::Result<WorkerEvent> {
        serde_json::from_str(line)
    }

    #[test]
    fn a_short_message_takes_little_memory() {
        let ended = |lines: usize| {
            let lines = vec![r#""ExplainDone""#; lines].join(",");
            read(&format!(r#"{{"Ended":{{"lines":[{lines}],"last":null}}}}"#))
        };
        assert!(ended(MOST_LINES).is_ok());
        assert!(ended(MOST_LINES + 1).unwrap_err().to_string().contains("at most 10000 entries"));
        let pv = |moves: usize| {
            let pv = vec!["\"\""; moves].join(",");
            let rest = r#""depth":null,"seldepth":null,"multipv":null,"score":null,"bound":null,"wdl":null,"nodes":null,
                          "nps":null,"hashfull":null,"time":null,"currmove":null,"currmovenum":null"#;
            format!(r#"{{"Line":{{"Info":{{{rest},"pv":[{pv}]}}}}}}"#)
        };
        assert!(read(&pv(1_000)).is_ok());
        assert!(entries(pv(MOST_ENTRIES + 2).as_bytes()) > OpenQuestions::default().most_entries());
    }

    #[test]
    fn a_remark_is_short() {
        let mut asked = OpenQuestions::default();
        asked.note(&WorkerRequest::Start(Box::new(TaskJob::Perft(1)), Grant::default()));
        let mut event = WorkerEvent::Remarks(vec!["é".repeat(999)]);
        asked.admit(&mut event).unwrap();
        let WorkerEvent::Remarks(remarks) = event else { panic!("{event:?}") };
        assert_eq!(remarks, ["é".repeat(LONGEST_REMARK)]);
    }

    #[test]
    fn each_answer_comes_once_and_a_task_ends_once() {
        let (mut asked, about) = (OpenQuestions::default(), PositionFacts { turn: None, has_key: false });
        let opened = || WorkerEvent::Opened(Ok(about));
        assert!(asked.admit(&mut opened()).is_err(), "nobody has asked");
        asked.note(&WorkerRequest::Open(ClientSetup::default()));
        assert!(asked.is_owed() && asked.admit(&mut opened()).is_ok());
        assert!(!asked.is_owed() && asked.admit(&mut opened()).is_err());
        let made = |lines: &[Reply]| WorkerEvent::Answered(Ok(CheckedReplies(lines.to_vec())));
        for (lines, is_fit) in [(&[][..], true), (&[Reply::ReadyOk], false)] {
            asked.note(&WorkerRequest::GetReady(Box::new(SearchOptions::new(&SearchSettings::default())), 1));
            assert!(asked.is_owed() && asked.admit(&mut made(lines)).is_ok() == is_fit, "{lines:?}");
        }
        let ended = || WorkerEvent::Ended { lines: CheckedReplies::default(), last: Some(Reply::PerftTotal(1)) };
        asked.note(&WorkerRequest::Start(Box::new(TaskJob::Perft(1)), Grant::default()));
        assert!(asked.admit(&mut WorkerEvent::Line(Reply::ReadyOk)).is_err());
        assert!(asked.is_owed() && asked.admit(&mut ended()).is_ok());
        assert!(!asked.is_owed() && asked.admit(&mut ended()).is_err());
    }

    fn best(best: &str) -> Reply {
        Reply::BestMove { best: Some(best.into()), ponder: None }
    }

    #[test]
    fn an_answer_is_of_the_kind_that_was_asked_for() {
        let fen = || Reply::Fen("3 w".into());
        let shown = [Reply::Text("xo".into()), fen(), Reply::Turn(TurnOf::First), Reply::Outcome(GameStatus::Ongoing)];
        assert!(may_answer(&PositionQuestion::Show, &shown));
        assert!(!may_answer(&PositionQuestion::Show, &shown[..3]));
        assert!(!may_answer(&PositionQuestion::Show, &[&[best("a1")], &shown[..]].concat()));
        let options = || Box::new(SearchOptions::new(&SearchSettings::default()));
        let evaluate = PositionQuestion::Evaluate(options());
        assert!(may_answer(&evaluate, &[Reply::Evaluation(3)]));
        assert!(!may_answer(&evaluate, &[Reply::Evaluation(3), Reply::Evaluation(3)]));
        // It was given no network.
        let network = Reply::Network { value: 3, name: "a.plydnet".into() };
        assert!(!may_answer(&evaluate, &[Reply::Heuristic(2), network, Reply::Evaluation(3)]));
        assert!(!may_answer(&PositionQuestion::Query(Query::Fen), &[fen()]));
        let view = PositionQuestion::View(options());
        assert!(!may_answer(&view, &[best("a1")]));
        assert!(may_answer(&view, &[Reply::View("{}".into())]));
        let read = PositionQuestion::Read(RecordToRead::default());
        assert!(may_answer(&read, &[Reply::Read("{}".into())]) && !may_answer(&read, &[Reply::View("{}".into())]));
    }

    #[test]
    fn a_search_says_info_lines_and_ends_with_one_move() {
        let info = |mv: &str| Reply::Info(Info { pv: vec![mv.into()], ..Info::default() });
        assert!(may_say(JobKind::Search, &info("a1")));
        assert!(!may_say(JobKind::Search, &info("a1\nbestmove b1")) && !may_say(JobKind::Search, &info("")));
        assert!(!may_say(JobKind::Search, &best("a1")), "it comes at the end, once");
        assert!(!may_say(JobKind::Perft, &info("a1")));
        assert!(may_end(JobKind::Search, &[info("a1")], Some(&best("a1"))));
        let long = "x".repeat(SHORT_MESSAGE + 1);
        for line in
            [Reply::InfoString(long.clone()), Reply::Error { code: ErrorCode::Plugin, text: long.clone() }, info(&long)]
        {
            assert!(
                !may_end(JobKind::Search, &[line], Some(&best("a1"))),
                "a watched tree may be long, and nothing else"
            );
        }
        assert!(!may_end(JobKind::Search, &[best("a1")], Some(&best("a1"))));
        assert!(!may_end(JobKind::Search, &[], Some(&best("a1 ponder b1"))));
        assert!(!may_end(JobKind::Search, &[], None) && !may_end(JobKind::Search, &[], Some(&Reply::ExplainDone)));
        assert!(may_end(JobKind::Explain, &[], Some(&Reply::ExplainDone)));
        assert!(may_end(JobKind::Perft, &[Reply::blank()], Some(&Reply::PerftTotal(9))));
    }
}
