//! The lines that a child may send in answer to what it was asked. That JSON is JSON was found out when it was read.

use crate::work::{Kind, Question};
use plyd_protocol::{ErrorCode, Query, Reply, Response};
use plyd_worker::SHORT_MESSAGE;

/// The longest line with a part of a tree, in bytes.
pub(super) const LONGEST_TREE_LINE: usize = 1 << 20;

/// The longest text of a move, in bytes.
const LONGEST_MOVE: usize = 1 << 20;

/// Whether these lines can be the answer to a question.
pub(super) fn may_answer(question: &Question, lines: &[Reply]) -> bool {
    match (question, lines) {
        (Question::Query(query), [Reply::Response(response)]) => is_response(*query, response),
        (Question::View, [Reply::View(_)])
        | (Question::Known { .. }, [Reply::Known(_)])
        | (Question::Read(_), [Reply::Read(_)]) => true,
        (Question::Evaluate, [Reply::Evaluation(_)]) => true,
        (Question::Show, [picture @ .., Reply::Fen(_), Reply::Turn(_), Reply::Outcome(_)]) => {
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
pub(super) fn may_say(kind: Kind, line: &Reply) -> bool {
    match (kind, line) {
        (Kind::Search, Reply::Info(info)) => {
            let moves = || info.pv.iter().chain(&info.currmove);
            moves().all(|mv| is_move(mv)) && moves().map(|mv| mv.len() + 1).sum::<usize>() <= SHORT_MESSAGE
        }
        (Kind::Search, Reply::Tree(json)) => json.len() <= LONGEST_TREE_LINE,
        (Kind::Search, Reply::InfoString(text)) => text.len() <= SHORT_MESSAGE,
        (Kind::Explain, Reply::Text(_)) => true,
        // A line of it would be too long.
        (Kind::Explain, Reply::Error { code: ErrorCode::OutOfResources, .. }) => true,
        (Kind::Perft, Reply::PerftMove { mv, .. }) => is_move(mv),
        (Kind::Perft, Reply::Error { code: ErrorCode::Plugin, .. }) => true,
        _ => false,
    }
}

/// Whether a job of this kind can end with these lines.
pub(super) fn may_end(kind: Kind, lines: &[Reply], last: Option<&Reply>) -> bool {
    let is_known = |line: &Reply| match (kind, line) {
        (Kind::Perft, Reply::Text(text)) => text.is_empty(),
        (_, Reply::Error { text, .. } | Reply::InfoString(text)) => text.len() <= SHORT_MESSAGE,
        _ => may_say(kind, line),
    };
    let is_last = match (kind, last) {
        (Kind::Search, Some(Reply::BestMove { best, ponder })) => best.iter().chain(ponder).all(|mv| is_move(mv)),
        (Kind::Perft, Some(Reply::PerftTotal(_)) | None) | (Kind::Explain, Some(Reply::ExplainDone)) => true,
        _ => false,
    };
    is_last && lines.iter().all(is_known)
}

/// Whether this can be the text of a move: one word.
pub(super) fn is_move(text: &str) -> bool {
    !text.is_empty() && text.len() <= LONGEST_MOVE && !text.contains(|c: char| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyd_protocol::{Info, Standing, TurnOf};

    fn best(best: &str) -> Reply {
        Reply::BestMove { best: Some(best.into()), ponder: None }
    }

    #[test]
    fn an_answer_is_of_the_kind_that_was_asked_for() {
        let fen = || Reply::Fen("3 w".into());
        let shown = [Reply::Text("xo".into()), fen(), Reply::Turn(TurnOf::First), Reply::Outcome(Standing::Ongoing)];
        assert!(may_answer(&Question::Show, &shown));
        assert!(!may_answer(&Question::Show, &shown[..3]));
        assert!(!may_answer(&Question::Show, &[&[best("a1")], &shown[..]].concat()));
        assert!(may_answer(&Question::Evaluate, &[Reply::Evaluation(3)]));
        assert!(!may_answer(&Question::Evaluate, &[Reply::Evaluation(3), Reply::Evaluation(3)]));
        assert!(!may_answer(&Question::Query(Query::Fen), &[fen()]));
        assert!(!may_answer(&Question::View, &[best("a1")]));
        assert!(may_answer(&Question::View, &[Reply::View("{}".into())]));
        let read = Question::Read(crate::work::Record::default());
        assert!(may_answer(&read, &[Reply::Read("{}".into())]) && !may_answer(&read, &[Reply::View("{}".into())]));
    }

    #[test]
    fn a_search_says_info_lines_and_ends_with_one_move() {
        let info = |mv: &str| Reply::Info(Info { pv: vec![mv.into()], ..Info::default() });
        assert!(may_say(Kind::Search, &info("a1")));
        assert!(!may_say(Kind::Search, &info("a1\nbestmove b1")) && !may_say(Kind::Search, &info("")));
        assert!(!may_say(Kind::Search, &best("a1")), "it comes at the end, once");
        assert!(!may_say(Kind::Perft, &info("a1")));
        assert!(may_end(Kind::Search, &[info("a1")], Some(&best("a1"))));
        let long = "x".repeat(SHORT_MESSAGE + 1);
        for line in
            [Reply::InfoString(long.clone()), Reply::Error { code: ErrorCode::Plugin, text: long.clone() }, info(&long)]
        {
            assert!(!may_end(Kind::Search, &[line], Some(&best("a1"))), "a watched tree may be long, and nothing else");
        }
        assert!(!may_end(Kind::Search, &[best("a1")], Some(&best("a1"))));
        assert!(!may_end(Kind::Search, &[], Some(&best("a1 ponder b1"))));
        assert!(!may_end(Kind::Search, &[], None) && !may_end(Kind::Search, &[], Some(&Reply::ExplainDone)));
        assert!(may_end(Kind::Explain, &[], Some(&Reply::ExplainDone)));
        assert!(may_end(Kind::Perft, &[Reply::blank()], Some(&Reply::PerftTotal(9))));
    }
}
