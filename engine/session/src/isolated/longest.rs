//! How long a message of a child may be, by what was asked. The child keeps to it, and its session reads no more.

use super::messages::FromChild;
use crate::work::position::PositionRefused;
use crate::work::{Job, Question};
use plyd_protocol::{ErrorCode, Query, Reply, excerpt};
use plyd_worker::{LONG_ANSWER, LONG_TEXT, LONG_TREE, SHORT_MESSAGE};
use serde::Serialize;
use std::io::{self, Write};

/// The longest message with the answer to a question.
pub(super) fn of_answer(question: &Question) -> usize {
    match question {
        // The position as text, or a text for each of its moves.
        Question::View | Question::Known { .. } | Question::Show => LONG_ANSWER,
        Question::Query(Query::Moves | Query::Chances | Query::Fen) => LONG_ANSWER,
        Question::Read(_) => LONG_TEXT,
        Question::Query(_) | Question::Evaluate => SHORT_MESSAGE,
    }
}

/// The longest message of a job.
pub(super) fn of_job(job: &Job) -> usize {
    match job {
        Job::Search(order) if order.watching.is_some() => LONG_TREE,
        Job::Explain(..) => LONG_TEXT,
        Job::Search(_) | Job::Perft(_) => SHORT_MESSAGE,
    }
}

/// The message, or what is said instead of it because it would be too long. `None` if it is not worth a word.
pub(super) fn within(longest: usize, message: FromChild) -> Option<FromChild> {
    let bytes = length(&message);
    if bytes <= longest {
        return Some(message);
    }
    let text = format!("the answer has {bytes} bytes, and may have {longest} in a process of its own");
    let refused = || Reply::Error { code: ErrorCode::OutOfResources, text: text.clone() };
    match message {
        FromChild::Answered { call, .. } | FromChild::Legal { call, .. } => {
            Some(FromChild::Refused { call, refused: PositionRefused { code: ErrorCode::OutOfResources, text } })
        }
        // A line of an explanation. Others on the way need not arrive.
        FromChild::Line { task, line: Reply::Text(_) } => Some(FromChild::Line { task, line: refused() }),
        FromChild::Ended { task, last, .. } => {
            let last = last.map(|last| match last {
                Reply::BestMove { best, .. } if length(&best) > longest / 2 => {
                    Reply::BestMove { best: None, ponder: None }
                }
                Reply::BestMove { best, .. } => Reply::BestMove { best, ponder: None },
                last => last,
            });
            Some(FromChild::Ended { task, lines: vec![refused()], last })
        }
        FromChild::Began { task, algorithm, .. } => {
            Some(FromChild::Began { task, first_move: None, algorithm, order: None })
        }
        FromChild::Refused { call, refused } => {
            Some(FromChild::Refused { call, refused: PositionRefused { text: excerpt(&refused.text), ..refused } })
        }
        _ => None,
    }
}

/// The length of this in a message.
fn length(message: &impl Serialize) -> usize {
    struct Count(usize);

    impl Write for Count {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    let mut count = Count(0);
    // The messages are made to be written.
    serde_json::to_writer(&mut count, message).map_or(usize::MAX, |()| count.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_too_long_is_refused_by_the_child_itself() {
        let line = |bytes: usize| Reply::Text("x".repeat(bytes));
        let said = within(1_000, FromChild::Line { task: 1, line: line(900) });
        assert!(matches!(said, Some(FromChild::Line { line: Reply::Text(text), .. }) if text.len() == 900));
        let said = within(1_000, FromChild::Line { task: 1, line: line(1_000) });
        assert!(
            matches!(said, Some(FromChild::Line { line: Reply::Error { text, .. }, .. }) if text.contains("may have 1000"))
        );
        let said = within(1_000, FromChild::Line { task: 1, line: Reply::InfoString("x".repeat(1_000)) });
        assert!(said.is_none());
        let said = within(1_000, FromChild::Answered { call: 1, lines: vec![Reply::Fen("x".repeat(1_000))] });
        assert!(matches!(said, Some(FromChild::Refused { call: 1, .. })));
        let last = Some(Reply::BestMove { best: Some("a1".into()), ponder: None });
        let said = within(1_000, FromChild::Ended { task: 1, lines: vec![line(2_000)], last });
        let Some(FromChild::Ended { lines, last: Some(Reply::BestMove { .. }), .. }) = said else { panic!("{said:?}") };
        assert!(matches!(&lines[..], [Reply::Error { code: ErrorCode::OutOfResources, .. }]));
    }
}
