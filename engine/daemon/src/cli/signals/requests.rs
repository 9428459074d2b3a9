//! The effects of requests to end: a value that gets signals and returns the next action.

use signal_hook::consts::SIGINT;
use std::ffi::c_int;
use std::time::{Duration, Instant};
use tokio_util::sync::CancellationToken;

/// The base of the exit code of a process that a signal ends; the signal's number is added.
const SIGNALLED: c_int = 128;
/// GNU timeout sends its signal to the program and then to its group, so the program gets it twice: so soon, it is one.
const ECHO: Duration = Duration::from_millis(50);
/// After a request, how long the orderly end may take in all; the sessions' own time is shorter.
const EXIT_GRACE: Duration = Duration::from_millis(1_500);

/// The effect of the first request to end.
#[derive(Clone, Debug, Default)]
pub(super) enum First {
    /// Nothing yet: it is not known what the process is for.
    #[default]
    Waits,
    /// It ends the process at once, with this code, or as a signal does: no client waits for an answer.
    Ends(Option<u8>),
    /// It cancels this token, and what runs has this much time to end.
    Tells(CancellationToken, Duration),
    /// A first SIGINT cancels the token `drain`: nothing new begins, and what runs may take its time. Any other request
    /// is as with [`Tells`](First::Tells).
    Drains { drain: CancellationToken, end: CancellationToken, time: Duration },
}

/// The next action.
#[derive(Clone, Debug)]
pub(super) enum SignalAction {
    Nothing,
    Exit(c_int),
    Tell(CancellationToken),
}

/// The requests to end that came, and what the first of them does.
#[derive(Debug, Default)]
pub(super) struct Requests {
    first: First,
    /// The SIGINT that asked for nothing new to begin.
    drained: Option<Instant>,
    /// The first request to end.
    came: Option<(c_int, Instant)>,
}

impl Requests {
    /// Another request has come.
    pub(super) fn take(&mut self, signal: c_int, now: Instant) -> SignalAction {
        let is_echo = |before, then| before == signal && now.duration_since(then) < ECHO;
        match (self.came, self.drained) {
            (Some((first, then)), _) if is_echo(first, then) => SignalAction::Nothing,
            (None, Some(then)) if is_echo(SIGINT, then) => SignalAction::Nothing,
            (Some(_), _) => SignalAction::Exit(SIGNALLED + signal),
            (None, drained) => {
                if let (First::Drains { drain, .. }, SIGINT, None) = (&self.first, signal, drained) {
                    self.drained = Some(now);
                    return SignalAction::Tell(drain.clone());
                }
                self.came = Some((signal, now));
                self.obey()
            }
        }
    }

    /// The same of a request that comes in several ways: it counts only if it is the first.
    pub(super) fn take_once(&mut self, signal: c_int, now: Instant) -> SignalAction {
        if self.came.is_some() { SignalAction::Nothing } else { self.take(signal, now) }
    }

    /// From now on the first request does this, also if it came before.
    pub(super) fn set(&mut self, first: First) -> SignalAction {
        self.first = first;
        self.obey()
    }

    /// The time at which the process must have ended, after a request to end.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match (self.came, &self.first) {
            (Some((_, then)), First::Tells(_, time) | First::Drains { time, .. }) => Some(then + *time + EXIT_GRACE),
            _ => None,
        }
    }

    fn obey(&self) -> SignalAction {
        match (self.came, &self.first) {
            (None, _) | (_, First::Waits) => SignalAction::Nothing,
            (Some((signal, _)), First::Ends(code)) => SignalAction::Exit(code.map_or(SIGNALLED + signal, c_int::from)),
            (Some(_), First::Tells(end, _) | First::Drains { end, .. }) => SignalAction::Tell(end.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use signal_hook::consts::SIGTERM;

    /// The actions on requests this many milliseconds after the first.
    fn steps(first: First, signals: &[(c_int, u64)]) -> Vec<String> {
        let (mut requests, start) = (Requests { first, ..Requests::default() }, Instant::now());
        let take = |&(signal, after): &(c_int, u64)| match requests.take(signal, start + Duration::from_millis(after)) {
            SignalAction::Nothing => "nothing".to_owned(),
            SignalAction::Exit(code) => format!("exit {code}"),
            SignalAction::Tell(_) => "tell".to_owned(),
        };
        signals.iter().map(take).collect()
    }

    fn tells() -> First {
        First::Tells(CancellationToken::new(), Duration::ZERO)
    }

    #[test]
    fn the_second_request_exits_with_its_own_number() {
        assert_eq!(steps(tells(), &[(SIGINT, 0), (SIGINT, 100)]), ["tell", "exit 130"]);
        assert_eq!(steps(tells(), &[(SIGTERM, 0), (SIGTERM, 100)]), ["tell", "exit 143"]);
        // A request of another kind is never an echo.
        assert_eq!(steps(tells(), &[(SIGINT, 0), (SIGTERM, 1)]), ["tell", "exit 143"]);
    }

    #[test]
    fn a_first_sigint_lets_what_runs_come_to_its_end_where_that_is_wanted() {
        let took = |signals: &[(c_int, u64)]| {
            let (drain, end) = (CancellationToken::new(), CancellationToken::new());
            let first = First::Drains { drain: drain.clone(), end: end.clone(), time: Duration::ZERO };
            let (mut requests, start) = (Requests { first, ..Requests::default() }, Instant::now());
            let steps: Vec<_> = signals
                .iter()
                .map(|&(signal, after)| match requests.take(signal, start + Duration::from_millis(after)) {
                    SignalAction::Nothing => "nothing".to_owned(),
                    SignalAction::Exit(code) => format!("exit {code}"),
                    SignalAction::Tell(token) => {
                        token.cancel();
                        format!("drain {}, end {}", drain.is_cancelled(), end.is_cancelled())
                    }
                })
                .collect();
            (steps.join("; "), requests.deadline().is_some())
        };
        assert_eq!(took(&[(SIGINT, 0)]), ("drain true, end false".into(), false));
        let all = "drain true, end false; nothing; drain true, end true; nothing; exit 130";
        assert_eq!(took(&[(SIGINT, 0), (SIGINT, 1), (SIGINT, 90), (SIGINT, 91), (SIGINT, 200)]), (all.into(), true));
        let ended = "drain false, end true; exit 143";
        assert_eq!(took(&[(SIGTERM, 0), (SIGTERM, 100)]), (ended.into(), true));
        assert_eq!(took(&[(SIGTERM, 0), (SIGINT, 1)]), ("drain false, end true; exit 130".into(), true));
        assert_eq!(took(&[(SIGINT, 0), (SIGTERM, 1)]), ("drain true, end false; drain true, end true".into(), true));
    }

    #[test]
    fn the_same_signal_at_once_is_the_same_request() {
        assert_eq!(steps(tells(), &[(SIGTERM, 0), (SIGTERM, 1), (SIGTERM, 60)]), ["tell", "nothing", "exit 143"]);
    }

    #[test]
    fn a_terminal_is_lost_once() {
        let (mut requests, now) = (Requests { first: tells(), came: None, drained: None }, Instant::now());
        assert!(matches!(requests.take_once(SIGINT, now), SignalAction::Tell(_)));
        assert!(matches!(requests.take_once(SIGINT, now + Duration::from_secs(1)), SignalAction::Nothing));
        assert!(matches!(requests.take(SIGTERM, now + Duration::from_secs(2)), SignalAction::Exit(143)));
    }

    #[test]
    fn where_nobody_is_to_be_answered_the_first_request_exits() {
        assert_eq!(steps(First::Ends(None), &[(SIGINT, 0)]), ["exit 130"]);
        assert_eq!(steps(First::Ends(Some(0)), &[(SIGTERM, 0)]), ["exit 0"]);
    }

    #[test]
    fn a_request_that_came_too_early_is_obeyed_later() {
        let mut requests = Requests::default();
        assert!(matches!(requests.take(SIGTERM, Instant::now()), SignalAction::Nothing));
        assert!(matches!(requests.set(First::Ends(Some(0))), SignalAction::Exit(0)));
        assert!(matches!(requests.set(tells()), SignalAction::Tell(..)));
    }
}
