//! HTTP requests: each has one answer with a known status; figures and WebSockets require permission.

use crate::Surroundings;
use crate::served::{HOST, METRICS_TOKEN, PAGE_TOKEN, Purpose, Served};

/// The status codes of the pages.
const STATUSES: [u16; 12] = [101, 200, 304, 400, 401, 403, 404, 405, 421, 426, 429, 503];
/// The status codes that the HTTP parser itself produces.
const EARLY_STATUSES: [u16; 4] = [400, 408, 414, 431];
/// The prefix of a figure's name, and the end of the list of figures.
const FIGURES: [&str; 2] = ["plyd_build_info", "# EOF"];
/// The valid hosts of a page on a Unix socket.
const HOSTS: [&str; 5] = ["127.0.0.1", "[::1]", "localhost", "localhost.", HOST];

/// Sends a request; it follows a line with the name of the server: `page`, `figures` or `open`.
pub(crate) fn attack(surroundings: &Surroundings, input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (name, request) = (&input[..end], input.get(end + 1..).unwrap_or_default());
    let (purpose, server) = match name.first() {
        Some(b'f') => (Purpose::Figures, &surroundings.figures),
        Some(b'o') => (Purpose::OpenFigures, &surroundings.open_figures),
        _ => (Purpose::Page, &surroundings.page),
    };
    let server = server.get_or_init(|| Served::start(purpose));
    let Some(answer) = server.answer(request).filter(|answer| !answer.is_empty()) else { return };
    let shown = || format!("b\"{}\" is answered b\"{}\"", request.escape_ascii(), answer.escape_ascii());
    let answer = Answer::read(&answer).unwrap_or_else(|| panic!("{}", shown()));
    let asked = Fields::read(request);
    let is_early = EARLY_STATUSES.contains(&answer.status);
    assert!(is_early || STATUSES.contains(&answer.status), "{}", shown());
    if let Some(length) = answer.fields.one("content-length").and_then(|length| length.parse().ok()) {
        let is_bare = asked.method == "HEAD" || answer.status == 304;
        let length = if is_bare { 0 } else { length };
        // Any further bytes are the answer to another request.
        let is_whole = answer.body.get(length..).is_some_and(|rest| rest.is_empty() || rest.starts_with(b"HTTP/1."));
        assert!(is_whole, "{}", shown());
    }
    let body = String::from_utf8_lossy(answer.body);
    assert!(!body.contains(METRICS_TOKEN) && !body.contains(PAGE_TOKEN), "a token is repeated: {}", shown());
    let has_figures = FIGURES.iter().any(|part| body.contains(part)) && purpose != Purpose::Page;
    if purpose != Purpose::Page {
        let may_have =
            purpose == Purpose::OpenFigures || asked.all("authorization").any(|value| value.contains(METRICS_TOKEN));
        assert!(!has_figures || may_have, "{}", shown());
        assert!(answer.status != 503 || body == "no games\n", "{}", shown());
        assert!(answer.status != 101, "{}", shown());
        return;
    }
    assert!(answer.status != 503, "{}", shown());
    // A rejection by the HTTP parser does not carry the headers of a page.
    assert!(is_early || answer.fields.one("content-security-policy").is_some(), "{}", shown());
    if matches!(answer.status, 101 | 200 | 304) {
        let host = asked.one("host").map(str::to_ascii_lowercase);
        assert!(host.as_deref().is_some_and(|host| HOSTS.contains(&host)), "{}", shown());
        // A browser sends each of these once. If there are several, the first one counts.
        let first = |name: &str| asked.all(name).next();
        let is_own = matches!(first("sec-fetch-site"), None | Some("same-origin" | "none"));
        let is_link = first("sec-fetch-mode") == Some("navigate") && first("sec-fetch-dest") == Some("document");
        assert!(is_own || is_link, "{}", shown());
    }
    if answer.status == 101 {
        let (origin, host) = (asked.one("origin"), asked.one("host"));
        let name = origin.and_then(|origin| origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")));
        assert!(name.zip(host).is_some_and(|(name, host)| name.eq_ignore_ascii_case(host)), "{}", shown());
    }
}

/// An HTTP answer.
struct Answer<'a> {
    status: u16,
    fields: Fields,
    body: &'a [u8],
}

impl<'a> Answer<'a> {
    fn read(bytes: &'a [u8]) -> Option<Self> {
        let end = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
        let fields = Fields::read(&bytes[..end]);
        // The first line is `HTTP/1.1 200 OK`, or HTTP/1.0 for a request of that version.
        if !matches!(&*fields.method, "HTTP/1.1" | "HTTP/1.0") {
            return None;
        }
        Some(Self { status: fields.rest.split(' ').next()?.parse().ok()?, fields, body: &bytes[end + 4..] })
    }
}

/// The first line of a request or an answer, split at its first blank, and the header fields. The parser is as simple
/// as possible, and does not know which requests are invalid.
struct Fields {
    method: String,
    rest: String,
    /// Field names in lower case, and values without surrounding blanks.
    fields: Vec<(String, String)>,
}

impl Fields {
    fn read(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes);
        let mut lines = text.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
        // Empty lines before a request are skipped.
        let first = lines.by_ref().find(|line| !line.is_empty()).unwrap_or_default();
        let (method, rest) = first.split_once(' ').unwrap_or((first, ""));
        let (method, rest) = (method.to_owned(), rest.to_owned());
        let fields = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.split_once(':'));
        let fields = fields.map(|(name, value)| (name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        Self { method, rest, fields: fields.collect() }
    }

    fn all<'a>(&'a self, name: &str) -> impl Iterator<Item = &'a str> {
        self.fields.iter().filter(move |(other, _)| other == name).map(|(_, value)| &**value)
    }

    /// Returns the value of a field that occurs exactly once.
    fn one(&self, name: &str) -> Option<&str> {
        let mut all = self.all(name);
        all.next().filter(|_| all.next().is_none())
    }
}

/// Returns the seeds of the file, and a WebSocket with lines of a session, whose frames are not text.
pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = crate::seeds::http();
    let mut socket = b"page\nGET /session HTTP/1.1\nHost: localhost\nOrigin: http://localhost\nConnection: upgrade\n\
        Upgrade: websocket\nSec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n\n"
        .to_vec();
    seeds.push(socket.clone());
    for line in [&format!("auth {PAGE_TOKEN}"), "uci", "isready", "quit"] {
        let length = u8::try_from(line.len()).expect("the lines are short");
        // A text frame with an all-zero mask.
        socket.extend([0x81, 0x80 | length, 0, 0, 0, 0]);
        socket.extend(line.as_bytes());
    }
    seeds.push(socket);
    seeds
}
