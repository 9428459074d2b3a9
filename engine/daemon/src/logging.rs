//! The log: records on standard error, as text or as JSON, or in the journal of systemd.
//!
//! Standard output belongs to the protocol, so nothing of the log ever goes there.

use std::io;

use plyd_foreign::one_line;
use tracing::{Level, Metadata, Subscriber};
use tracing_subscriber::{EnvFilter, filter::FilterFn, fmt::MakeWriter, layer::SubscriberExt, util::SubscriberInitExt};

use crate::settings::{LogFormat, LogSettings};

/// Why logging could not begin.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The level is not one.
    #[error("the log level is {level:?}, but must be {}", LogSettings::LEVELS)]
    Level {
        /// The identity.
        level: String,
    },
    /// The process logs already.
    #[error("the process has a log already")]
    Begun(#[from] tracing_subscriber::util::TryInitError),
}

/// Begins to log, once in a process. Text that would go to the journal goes there as records with fields.
///
/// # Errors
/// The level is wrong, which that of loaded settings never is, or something has begun to log before.
pub fn init(log: &LogSettings) -> Result<(), LogError> {
    let filter = log.filter().ok_or_else(|| LogError::Level { level: log.level.clone() })?;
    if let Some(journal) = journal::layer().filter(|_| log.format == LogFormat::Text) {
        tracing_subscriber::registry().with(filter).with(discreet()).with(journal).try_init()?;
        return Ok(());
    }
    let colours = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
    subscriber(log.format, filter, colours, io::stderr).try_init()?;
    Ok(())
}

/// The journal of systemd, which `JOURNAL_STREAM` names.
#[cfg(target_os = "linux")]
mod journal {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;

    /// What the names of our fields begin with: the journal has fields of its own.
    const PREFIX: &str = "PLYD";

    /// The journal, if standard error goes there.
    pub(super) fn layer() -> Option<tracing_journald::Layer> {
        let stream = std::env::var("JOURNAL_STREAM").ok()?;
        let errors = File::from(io::stderr().as_fd().try_clone_to_owned().ok()?).metadata().ok()?;
        let layer = names(&stream, errors.dev(), errors.ino()).then(tracing_journald::layer)?.ok()?;
        Some(layer.with_field_prefix(Some(PREFIX.into())).with_syslog_identifier("plyd".into()))
    }

    /// Whether the text names this device and this file of it: a program that was started from a unit inherits the
    /// variable, but may write elsewhere.
    pub(super) fn names(stream: &str, device: u64, file: u64) -> bool {
        let number = |text: &str| text.parse::<u64>().ok();
        stream.split_once(':').is_some_and(|(left, right)| (number(left), number(right)) == (Some(device), Some(file)))
    }
}

/// Other systems have no such journal.
#[cfg(not(target_os = "linux"))]
mod journal {
    pub(super) fn layer() -> Option<tracing_subscriber::layer::Identity> {
        None
    }
}

/// Writes each record as one line, whatever texts of others it has.
#[derive(Clone, Debug)]
struct OneLineEach<W> {
    writer: W,
    /// Whether the subscriber colours its records.
    colours: bool,
}

impl<'a, W: MakeWriter<'a>> MakeWriter<'a> for OneLineEach<W> {
    type Writer = OneLineEach<W::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        OneLineEach { writer: self.writer.make_writer(), colours: self.colours }
    }

    fn make_writer_for(&'a self, record: &Metadata<'_>) -> Self::Writer {
        OneLineEach { writer: self.writer.make_writer_for(record), colours: self.colours }
    }
}

impl<W: io::Write> io::Write for OneLineEach<W> {
    /// Of a whole record, with the line feed at its end.
    fn write(&mut self, record: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(record);
        let (text, end) = text.strip_suffix('\n').map_or((&*text, ""), |text| (text, "\n"));
        let mut parts = text.split('\u{1b}');
        let mut shown = one_line(parts.next().unwrap_or_default());
        for part in parts {
            shown.push(if self.colours && is_colour(part) { '\u{1b}' } else { ' ' });
            shown.push_str(&one_line(part));
        }
        self.writer.write_all((shown + end).as_bytes())?;
        Ok(record.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

/// Whether this is the rest of an escape sequence that changes colours, and does nothing else.
fn is_colour(part: &str) -> bool {
    let rest = part.strip_prefix('[').map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ';'));
    rest.is_some_and(|rest| rest.starts_with('m'))
}

/// Leaves out what other crates say at the level of traces: they show all that comes and goes, with the tokens in it.
fn discreet() -> FilterFn<fn(&Metadata<'_>) -> bool> {
    FilterFn::new(|record| *record.level() != Level::TRACE || record.target().starts_with(OWN))
}

/// What the names of the crates of this program begin with.
const OWN: &str = "plyd";

fn subscriber<W>(format: LogFormat, filter: EnvFilter, colours: bool, writer: W) -> Box<dyn Subscriber + Send + Sync>
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    // Without the last call a closed standard error makes a record a panic.
    let records = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(OneLineEach { writer, colours })
        .with_ansi(colours)
        .log_internal_errors(false);
    match format {
        LogFormat::Text => Box::new(records.finish().with(discreet())),
        LogFormat::Json => Box::new(records.json().finish().with(discreet())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// What is logged inside a session at the given level, by a line that passes and one that does not.
    fn logged(format: LogFormat, level: &str) -> String {
        logged_of(format, level, "opened")
    }

    /// The same, with this text in the first line.
    fn logged_of(format: LogFormat, level: &str, text: &str) -> String {
        let log = LogSettings { level: level.to_owned(), format };
        let buffer = Arc::new(Mutex::new(Vec::new()));
        let writer = Buffer(Arc::clone(&buffer));
        let filter = log.filter().expect("the level is right");
        tracing::subscriber::with_default(subscriber(format, filter, false, writer), || {
            let _client = tracing::info_span!("client", session = 7, peer = "standard input").entered();
            tracing::info!(game = "tictactoe", "{text}");
            tracing::debug!("hidden");
        });
        let bytes = buffer.lock().expect("nothing panicked").clone();
        String::from_utf8(bytes).expect("records are text")
    }

    #[derive(Clone)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("nothing panicked").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl MakeWriter<'_> for Buffer {
        type Writer = Self;

        fn make_writer(&self) -> Self {
            self.clone()
        }
    }

    #[test]
    fn text_is_a_plain_line_with_the_session() {
        let text = logged(LogFormat::Text, "info");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains(r#"client{session=7 peer="standard input"}"#), "{text}");
        assert!(text.contains(r#"opened game="tictactoe""#), "{text}");
        assert!(!text.contains('\u{1b}'), "{text}");
    }

    #[test]
    fn a_text_of_others_begins_no_record() {
        let forged = "1970-01-01T00:00:00Z ERROR forged\u{202e}\u{1b}[31m";
        for format in [LogFormat::Text, LogFormat::Json] {
            let text = logged_of(format, "info", &format!("first\n{forged}\r\n{forged}"));
            assert_eq!(text.lines().count(), 1, "{text}");
            assert!(!text.contains('\u{202e}') && !text.contains('\u{1b}') && text.contains("first"), "{text}");
        }
        assert!(logged_of(LogFormat::Text, "info", "১২ لعبة می\u{200c}خواهم").contains("১২ لعبة می\u{200c}خواهم"));
    }

    #[test]
    fn json_is_an_object_with_the_session() {
        let text = logged(LogFormat::Json, "info");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.starts_with('{') && text.ends_with("}\n"), "{text}");
        assert!(text.contains(r#""level":"INFO""#), "{text}");
        assert!(text.contains(r#""game":"tictactoe""#), "{text}");
        assert!(text.contains(r#""peer":"standard input""#), "{text}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_journal_is_known_by_its_file() {
        assert!(journal::names("9:4711", 9, 4711));
        for stream in ["", "9", "9:", "9:4712", "8:4711", "4711:9", "9:4711:1", "9: 4711", "a:b"] {
            assert!(!journal::names(stream, 9, 4711), "{stream}");
        }
    }

    #[test]
    fn the_level_decides_what_is_logged() {
        assert_eq!(logged(LogFormat::Text, "off"), "");
        assert_eq!(logged(LogFormat::Text, "warn, other=debug"), "");
        assert_eq!(logged(LogFormat::Text, "warn , plyd=debug").lines().count(), 2);
        assert_eq!(logged(LogFormat::Text, "WARN,[client{session=7}]=info").lines().count(), 1);
    }

    /// Every crate's name begins with `plyd`, and a target matches all names that begin with it.
    #[test]
    fn the_target_plyd_stands_for_all_crates() {
        let log = LogSettings { level: "off,plyd=debug".to_owned(), format: LogFormat::Text };
        let buffer = Arc::new(Mutex::new(Vec::new()));
        let filter = log.filter().expect("the level is right");
        let writer = Buffer(Arc::clone(&buffer));
        tracing::subscriber::with_default(subscriber(log.format, filter, false, writer), || {
            tracing::debug!(target: "plyd::cli", "program");
            tracing::debug!(target: "plyd_session::session", "session");
            tracing::debug!(target: "plyd_server::tcp", "server");
            tracing::error!(target: "other", "hidden");
        });
        let text = String::from_utf8(buffer.lock().expect("nothing panicked").clone()).expect("records are text");
        let last_words: Vec<_> = text.lines().filter_map(|line| line.split(' ').next_back()).collect();
        assert_eq!(last_words, ["program", "session", "server"]);
    }

    /// Other crates trace each message that they get, with its token.
    #[test]
    fn traces_of_other_crates_are_left_out() {
        for level in ["trace", "trace,tungstenite=trace,tungstenite::protocol=trace"] {
            for format in [LogFormat::Text, LogFormat::Json] {
                let log = LogSettings { level: level.to_owned(), format };
                let buffer = Arc::new(Mutex::new(Vec::new()));
                let filter = log.filter().expect("the level is right");
                let writer = Buffer(Arc::clone(&buffer));
                tracing::subscriber::with_default(subscriber(log.format, filter, false, writer), || {
                    tracing::trace!(target: "tungstenite::protocol", "secret");
                    tracing::debug!(target: "tungstenite::protocol", "greeting");
                    tracing::trace!(target: "plyd_session::session", "own");
                });
                let text = String::from_utf8(buffer.lock().expect("nothing panicked").clone()).expect("it is text");
                assert!(!text.contains("secret") && text.contains("greeting") && text.contains("own"), "{text}");
            }
        }
    }

    #[test]
    fn a_wrong_level_is_told_from_a_target() {
        for level in ["", "warm", "warn,plyd", "plyd=loud", "plyd=", "warn,", "3", "=warn"] {
            let error = init(&LogSettings { level: level.to_owned(), format: LogFormat::Text });
            let error = error.expect_err("no level").to_string();
            assert!(error.contains(&format!("{level:?}")) && error.contains("off, error, warn"), "{error}");
        }
    }
}
