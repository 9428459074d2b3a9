//! Replays the events of an explanation as anyone could who has only the JSON and the tree, and finds every bound, cut
//! and value in order, whatever algorithm made them.

use crate::oracle::{at, below, minimax, never_entered, numbers, ply};
use serde_json::Value;

/// A node that was entered and not left yet.
struct OpenNode {
    path: String,
    entered: (i64, i64),
    window: (i64, i64),
    best: Option<i64>,
    best_child: Option<String>,
    seen: Vec<String>,
    was_cut: bool,
}

/// What is known of windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Windows {
    /// There are none.
    Absent,
    /// They are handed down as they are.
    HandedDown,
    /// The search narrows them as it likes, and enters nodes again.
    Narrowed,
}

/// Checks the explanation of a search of the whole tree.
pub(crate) fn replay(tree: &Value, max_first: bool, explained: &Value, windows: Windows) {
    let (open, closed, entered) = (Vec::new(), None, Vec::new());
    let mut replay = ExplanationReplay { tree, max_first, windows, open, closed, entered, met_horizon: false };
    let mut leaves = 0;
    let mut cuts = 0;
    let mut last_value = None;
    for event in list(explained, "events") {
        match text(event, "event") {
            "enter" => replay.enter(event),
            "leaf" => {
                leaves += 1;
                replay.leaf(event);
            }
            "update" => replay.update(event),
            "cut" => {
                cuts += 1;
                replay.cut(event);
            }
            "leave" => {
                replay.leave(event);
                if replay.open.is_empty() {
                    last_value = event["value"].as_i64();
                }
            }
            other => panic!("{other} is no event of a tree of leaves"),
        }
    }
    assert!(replay.open.is_empty(), "a node was not left");
    assert_eq!(explained["nodes"], replay.entered.len(), "nodes");
    assert_eq!(explained["leaves"], leaves, "leaves");
    assert_eq!(explained["cuts"], cuts, "cuts");
    assert_eq!(explained["value"].as_i64(), last_value, "the value is that of the root");
    if let Some(value) = minimax(tree, max_first) {
        assert_eq!(explained["value"], value, "the value");
    }
    let pruned: Vec<&str> = list(explained, "pruned").iter().map(|path| path.as_str().expect("a path")).collect();
    assert_eq!(pruned, never_entered(tree, &replay.entered), "pruned is what was never entered");
}

struct ExplanationReplay<'a> {
    tree: &'a Value,
    max_first: bool,
    windows: Windows,
    open: Vec<OpenNode>,
    /// The node left last, and its value.
    closed: Option<(String, i64)>,
    entered: Vec<String>,
    /// Whether this iteration valued an unfinished game: then its values are not those of the tree.
    met_horizon: bool,
}

impl ExplanationReplay<'_> {
    fn is_max(&self, path: &str) -> bool {
        ply(path).is_multiple_of(2) == self.max_first
    }

    fn top(&mut self, event: &Value) -> &mut OpenNode {
        let path = text(event, "path").to_owned();
        let top = self.open.last_mut().expect("a node is open");
        assert_eq!(top.path, path, "the event is about the open node");
        top
    }

    fn enter(&mut self, event: &Value) {
        let path = text(event, "path").to_owned();
        let window = window(event);
        assert!(window.0 <= window.1, "{event}");
        assert_eq!(text(event, "turn") == "max", self.is_max(&path), "{event}");
        match self.open.last_mut() {
            None => {
                assert_eq!(path, "", "the root comes first");
                self.met_horizon = false;
            }
            Some(above) => {
                let number = numbers(&path).pop().expect("a child");
                assert_eq!(path, below(&above.path, number), "a child of the open node");
                assert!(number < at(self.tree, &above.path).as_array().map_or(0, Vec::len), "{event}");
                assert!(!above.was_cut, "nothing is entered after a cut");
                if self.windows == Windows::Narrowed {
                    assert!(is_within(window, above.window), "{event}");
                } else {
                    assert_eq!(window, above.window, "{event}");
                    assert!(!above.seen.contains(&path), "no child twice");
                }
                if above.seen.last() != Some(&path) {
                    above.seen.push(path.clone());
                }
            }
        }
        self.entered.push(path.clone());
        let (best, best_child, seen) = (None, None, Vec::new());
        self.open.push(OpenNode { path, entered: window, window, best, best_child, seen, was_cut: false });
    }

    fn leaf(&mut self, event: &Value) {
        let path = self.top(event).path.clone();
        let value = number(event, "value");
        if text(event, "kind") == "finished" {
            assert_eq!(at(self.tree, &path).as_i64(), Some(value), "{event}");
        } else {
            assert_eq!(self.windows, Windows::Narrowed, "{event}");
            self.met_horizon |= text(event, "kind") == "horizon";
        }
        self.judge(event, &path);
        self.closed = Some((path, value));
        self.open.pop();
    }

    fn update(&mut self, event: &Value) {
        let (closed, windows) = (self.closed.clone(), self.windows);
        let is_max = self.is_max(text(event, "path"));
        let top = self.top(event);
        let best = number(event, "best");
        assert_eq!(closed, Some((text(event, "child").to_owned(), best)), "the child left last brings the value");
        assert!(top.best.is_none_or(|before| if is_max { best > before } else { best < before }), "{event}");
        let before = &event["before"];
        assert_eq!(before["best"].as_i64(), top.best, "{event}");
        assert_eq!(before["child"].as_str(), top.best_child.as_deref(), "{event}");
        assert_eq!(self::window(before), top.window, "{event}");
        let (alpha, beta) = top.window;
        let narrowed = if is_max { (alpha.max(best), beta) } else { (alpha, beta.min(best)) };
        match windows {
            Windows::Absent => assert_eq!(window(event), (i64::MIN, i64::MAX), "{event}"),
            Windows::HandedDown => assert_eq!(window(event), narrowed, "{event}"),
            Windows::Narrowed => assert!(is_within(window(event), narrowed), "{event}"),
        }
        top.window = window(event);
        (top.best, top.best_child) = (Some(best), closed.map(|(path, _)| path));
    }

    fn cut(&mut self, event: &Value) {
        let is_max = self.is_max(text(event, "path"));
        let children = at(self.tree, text(event, "path")).as_array().map_or(0, Vec::len);
        let window = window(event);
        let top = self.top(event);
        assert_eq!(window, top.window, "{event}");
        assert!(window.1 <= window.0, "the window is empty: {event}");
        let all = (0..children).map(|number| below(&top.path, number));
        let skipped: Vec<String> = all.filter(|child| !top.seen.contains(child)).collect();
        assert_eq!(serde_json::json!(skipped), event["skipped"], "{event}");
        assert!(!skipped.is_empty(), "{event}");
        assert_eq!(event["child"].as_str(), top.best_child.as_deref(), "{event}");
        assert_eq!(text(event, "met"), if is_max { "beta" } else { "alpha" });
        top.was_cut = true;
        let met = if is_max { window.1 } else { window.0 };
        if let Some(node) = event["because"]["node"].as_str() {
            // The bound is the best value, so far, of a node above that the other player moves at.
            let above = self.open.iter().find(|open| open.path == node).expect("it is on the path");
            assert_eq!(above.best, Some(met), "{event}");
            assert_eq!(above.best_child.as_deref(), event["because"]["child"].as_str(), "{event}");
            assert_ne!(self.is_max(node), is_max, "{event}");
        } else {
            assert_eq!(self.windows, Windows::Narrowed, "{event}");
            assert_eq!(event["because"], "search", "{event}");
        }
    }

    fn leave(&mut self, event: &Value) {
        let path = text(event, "path").to_owned();
        let children = at(self.tree, &path).as_array().map_or(0, Vec::len);
        let value = number(event, "value");
        let top = self.top(event);
        let best = top.best.expect("a child was looked at");
        let (low, high) = top.entered;
        assert!(value == best || value == best.clamp(low, high), "{event}");
        assert!(top.was_cut || top.seen.len() == children, "all children, or a cut");
        self.judge(event, &path);
        self.closed = Some((path, value));
        self.open.pop();
    }

    /// What the value says of the node is true of the node.
    fn judge(&self, event: &Value, path: &str) {
        let Some(truth) = minimax(at(self.tree, path), self.is_max(path)).filter(|_| !self.met_horizon) else { return };
        let value = number(event, "value");
        let is_true = match text(event, "bound") {
            "exact" => truth == value,
            "lower" => truth >= value,
            "upper" => truth <= value,
            "nothing" => self.open.last().is_some_and(|open| open.entered.0 == open.entered.1),
            other => panic!("{other} is no bound"),
        };
        assert!(is_true, "it is worth {truth}: {event}");
    }
}

fn is_within(inner: (i64, i64), outer: (i64, i64)) -> bool {
    outer.0 <= inner.0 && inner.1 <= outer.1
}

fn window(event: &Value) -> (i64, i64) {
    (event["alpha"].as_i64().unwrap_or(i64::MIN), event["beta"].as_i64().unwrap_or(i64::MAX))
}

fn text<'a>(event: &'a Value, key: &str) -> &'a str {
    event[key].as_str().unwrap_or_else(|| panic!("no {key}: {event}"))
}

fn number(event: &Value, key: &str) -> i64 {
    event[key].as_i64().unwrap_or_else(|| panic!("no {key}: {event}"))
}

pub(crate) fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().unwrap_or_else(|| panic!("no {key}"))
}
