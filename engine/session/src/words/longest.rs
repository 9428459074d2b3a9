//! How long a message of a child may be, by what was asked. The child keeps to it, and its session reads no more.

use super::{Event, Sound};
use crate::work::position::PositionRefused;
use crate::work::{Job, Question};
use plyd_protocol::{ErrorCode, Query, Reply, excerpt};
use plyd_worker::{LONG_ANSWER, LONG_TEXT, LONG_TREE, SHORT_MESSAGE};
use serde::Serialize;
use std::io::{self, Write};

/// The longest message with the answer to a question.
pub(crate) fn of_answer(question: &Question) -> usize {
    match question {
        // The position as text, or a text for each of its moves.
        Question::View | Question::Known { .. } | Question::Show => LONG_ANSWER,
        Question::Query(Query::Moves | Query::Chances | Query::Fen) => LONG_ANSWER,
        Question::Read(_) => LONG_TEXT,
        Question::Query(_) | Question::Evaluate => SHORT_MESSAGE,
    }
}

/// The longest message of a job.
pub(crate) fn of_job(job: &Job) -> usize {
    match job {
        Job::Search(order) if order.watching.is_some() => LONG_TREE,
        Job::Explain(..) => LONG_TEXT,
        Job::Search(_) | Job::Perft(_) => SHORT_MESSAGE,
    }
}

/// The event, or what is said instead of it because its message would be too long. `None` if it is not worth a word.
pub(crate) fn within(longest: usize, event: Event) -> Option<Event> {
    let bytes = length(&event);
    if bytes <= longest {
        return Some(event);
    }
    let text = format!("the answer has {bytes} bytes, and may have {longest} in a process of its own");
    let refused = PositionRefused { code: ErrorCode::OutOfResources, text };
    let shortened = |refused: PositionRefused| PositionRefused { text: excerpt(&refused.text), ..refused };
    match event {
        Event::Answered(answer) => Some(Event::Answered(Err(answer.map_or_else(shortened, |_| refused)))),
        Event::Legal(found) => Some(Event::Legal(Err(found.map_or_else(shortened, |_| refused)))),
        Event::Opened(opened) => Some(Event::Opened(opened.map_err(shortened))),
        // A line of an explanation. Others on the way need not arrive.
        Event::Line(Reply::Text(_)) => Some(Event::Line(refused.into())),
        Event::Ended { last, .. } => {
            let last = last.map(|last| match last {
                Reply::BestMove { best, .. } if length(&best) > longest / 2 => {
                    Reply::BestMove { best: None, ponder: None }
                }
                Reply::BestMove { best, .. } => Reply::BestMove { best, ponder: None },
                last => last,
            });
            Some(Event::Ended { lines: Sound(vec![refused.into()]), last })
        }
        Event::Began { algorithm, .. } => Some(Event::Began { first_move: None, algorithm, order: None }),
        Event::Line(_) | Event::Remarks(_) => None,
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
        let said = within(1_000, Event::Line(line(900)));
        assert!(matches!(said, Some(Event::Line(Reply::Text(text))) if text.len() == 900));
        let said = within(1_000, Event::Line(line(1_000)));
        assert!(matches!(said, Some(Event::Line(Reply::Error { text, .. })) if text.contains("may have 1000")));
        assert!(within(1_000, Event::Line(Reply::InfoString("x".repeat(1_000)))).is_none());
        let said = within(1_000, Event::Answered(Ok(Sound(vec![Reply::Fen("x".repeat(1_000))]))));
        assert!(matches!(said, Some(Event::Answered(Err(_)))));
        let last = Some(Reply::BestMove { best: Some("a1".into()), ponder: None });
        let said = within(1_000, Event::Ended { lines: Sound(vec![line(2_000)]), last });
        let Some(Event::Ended { lines: Sound(lines), last: Some(Reply::BestMove { .. }) }) = said else {
            panic!("{said:?}")
        };
        assert!(matches!(&lines[..], [Reply::Error { code: ErrorCode::OutOfResources, .. }]));
    }
}
