//! Decoding of bytes into text, by byte order mark, by the name of an encoding, or by a guess.
//!
//! Text has to be decoded before it is parsed. In Shift_JIS, Big5 and GBK the second byte of a character may be a
//! bracket or a backslash.

use crate::{Place, Warnings};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use memchr::{memchr, memchr_iter, memrchr};
use std::ops::Range;

/// Upper limit of the bytes of non-ASCII lines that the guess examines.
const SAMPLE: usize = 64 << 10;

/// Number of leading bytes examined to decide whether a text without a byte order mark is UTF-16.
const HEAD: usize = 4 << 10;

/// Number of valid non-ASCII characters per broken sequence from which a text counts as damaged UTF-8, rather than as
/// text in another encoding.
const SOUND: usize = 4;

/// Alternatives to the guessed or named encoding of a short text if a value seems to swallow the text after it:
/// encodings in which the second byte of a character may be a bracket or a backslash, and one single-byte encoding.
const OTHERS: [&Encoding; 4] = [SHIFT_JIS, BIG5, GBK, WINDOWS_1252];

/// Encoding names that the WHATWG Encoding Standard does not list.
const NAMES: [(&str, &Encoding); 8] = [
    ("cp932", SHIFT_JIS),
    ("cp936", GBK),
    ("ms936", GBK),
    ("gb18030-2000", GBK),
    ("cp950", BIG5),
    ("cp949", EUC_KR),
    ("latin-1", WINDOWS_1252),
    ("iso8859_1", WINDOWS_1252),
];

/// The evidence for the encoding of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Basis {
    /// The bytes are valid UTF-8, which text in another encoding hardly ever is by accident.
    Sound,
    /// The bytes begin with a byte order mark.
    Mark,
    /// The text names its encoding.
    Name,
    /// The encoding was guessed from the bytes.
    Guess,
}

/// A decoded text. It has no byte order mark, and its lines end with `\n` or `\r\n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    content: String,
    encoding: &'static str,
    basis: Basis,
    /// Whether some bytes could not be decoded.
    is_damaged: bool,
    /// The encoding name given in the text, if it is unknown or does not fit.
    wrong_name: Option<String>,
}

impl Text {
    /// Decodes bytes without a declared encoding.
    #[must_use]
    pub fn decode(bytes: Vec<u8>) -> Self {
        Self::decode_named(bytes, None)
    }

    /// Decodes bytes that may declare their encoding. A byte order mark overrides the name. So does valid UTF-8 if the
    /// name is implausible: programs convert a file and leave the name in it unchanged.
    #[must_use]
    pub fn decode_named(bytes: Vec<u8>, name: Option<&str>) -> Self {
        if let Some(text) = utf_32_of(&bytes) {
            return text;
        }
        if let Some((encoding, mark)) = Encoding::for_bom(&bytes) {
            return Self::with(encoding, Basis::Mark, bytes, mark);
        }
        if let Some(encoding) = utf_16_of(&bytes) {
            return Self::with(encoding, Basis::Guess, bytes, 0);
        }
        let (bytes, wrong_name) = match name {
            None => (bytes, None),
            Some(name) => match encoding_of(name) {
                Some(encoding) => {
                    let is_sound =
                        std::str::from_utf8(&bytes).is_ok_and(|text| encoding != UTF_8 && is_utf_8(text, encoding));
                    if !is_sound && (encoding != UTF_8 || std::str::from_utf8(&bytes).is_ok()) {
                        return Self::with(encoding, Basis::Name, bytes, 0);
                    }
                    (bytes, Some(name.to_owned()))
                }
                None => (bytes, Some(name.to_owned())),
            },
        };
        let text = match String::from_utf8(bytes) {
            Ok(text) => Self::new(text, UTF_8, Basis::Sound, false),
            Err(error) => {
                let bytes = error.into_bytes();
                let encoding = guess(&bytes);
                Self::with(encoding, Basis::Guess, bytes, 0)
            }
        };
        Self { wrong_name, ..text }
    }

    /// Wraps a string that is already decoded, and removes a byte order mark.
    #[must_use]
    pub fn of_str(text: &str) -> Self {
        Self::new(text.trim_start_matches('\u{feff}').to_owned(), UTF_8, Basis::Sound, false)
    }

    /// Decodes the same bytes in other encodings, for a caller that suspects this decoding to be wrong. Yields none if
    /// the encoding is certain.
    pub(crate) fn others<'a>(&'a self, bytes: &'a [u8], name: Option<&'a str>) -> impl Iterator<Item = Self> + 'a {
        let others = OTHERS.into_iter().filter(move |other| !self.is_certain() && other.name() != self.encoding);
        others.map(move |other| {
            let text = Self::with(other, Basis::Guess, bytes.to_vec(), 0);
            Self { wrong_name: name.map(str::to_owned), ..text }
        })
    }

    fn with(encoding: &'static Encoding, basis: Basis, mut bytes: Vec<u8>, mark: usize) -> Self {
        if encoding == UTF_8 {
            bytes.drain(..mark);
            // Most texts are valid, and then no copy is made.
            return match String::from_utf8(bytes) {
                Ok(text) => Self::new(text, encoding, basis, false),
                Err(error) => Self::new(String::from_utf8_lossy(error.as_bytes()).into_owned(), encoding, basis, true),
            };
        }
        let (text, is_damaged) = encoding.decode_without_bom_handling(&bytes[mark..]);
        Self::new(text.into_owned(), encoding, basis, is_damaged)
    }

    fn new(content: String, encoding: &'static Encoding, basis: Basis, is_damaged: bool) -> Self {
        Self::named(content, encoding.name(), basis, is_damaged)
    }

    fn named(content: String, encoding: &'static str, basis: Basis, is_damaged: bool) -> Self {
        Self { content: with_line_ends(content), encoding, basis, is_damaged, wrong_name: None }
    }

    /// Replaces the `>` with which an e-mail quotes another one by blanks, so that all offsets stay the same.
    #[must_use]
    pub fn without_quotes(mut self, warnings: &mut Warnings) -> Self {
        // In a tree, `>=` is the bound of a leaf.
        let is_quoted = |line: &str| line.starts_with('>') && !line.starts_with(">=");
        let Some(first) = self.content.split('\n').position(is_quoted) else { return self };
        let text = || "the `>` at the beginning of lines are those of a quoted letter, and are left out".to_owned();
        warnings.add(|| Place { line: first + 1, column: 1 }, text);
        let mut content = String::with_capacity(self.content.len());
        for line in self.content.split_inclusive('\n') {
            let rest = line.trim_start_matches(['>', ' ']);
            let marks = if is_quoted(line) { line.len() - rest.len() } else { 0 };
            content.extend(std::iter::repeat_n(' ', marks));
            content.push_str(&line[marks..]);
        }
        self.content = content;
        self
    }

    /// Replaces everything outside the given parts by blanks, so that all offsets stay the same. The parts must be in
    /// ascending order.
    pub(crate) fn only(&self, parts: impl Iterator<Item = Range<usize>>) -> Self {
        let mut content = String::with_capacity(self.content.len());
        let mut end = 0;
        let blanks = |text: &str, content: &mut String| {
            content.extend(text.chars().map(|letter| if matches!(letter, '\n' | '\r') { letter } else { ' ' }));
        };
        for part in parts {
            blanks(&self.content[end..part.start], &mut content);
            content.push_str(&self.content[part.clone()]);
            end = part.end;
        }
        blanks(&self.content[end..], &mut content);
        let (encoding, basis, is_damaged) = (self.encoding, self.basis, self.is_damaged);
        Self { content, encoding, basis, is_damaged, wrong_name: self.wrong_name.clone() }
    }

    /// Returns the decoded text as a string slice.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// Whether the encoding follows from the bytes, rather than from a guess or a name, both of which may be wrong.
    pub(crate) fn is_certain(&self) -> bool {
        matches!(self.basis, Basis::Sound | Basis::Mark)
    }

    /// Whether some bytes could not be decoded.
    pub(crate) fn is_damaged(&self) -> bool {
        self.is_damaged
    }

    /// Returns the name of the encoding in the WHATWG Encoding Standard.
    #[must_use]
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// Returns the evidence for the encoding.
    #[must_use]
    pub fn basis(&self) -> Basis {
        self.basis
    }

    /// Describes how the text was decoded, for a program to print; `None` if no byte was guessed or lost.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let encoding = self.encoding;
        let mut parts = Vec::new();
        if let Some(name) = &self.wrong_name {
            let name = plyd_foreign::one_line_of(name, 20);
            parts.push(format!("the text names the encoding `{name}`, which is unknown or does not fit"));
        }
        match self.basis {
            Basis::Guess => parts.push(format!("the encoding is read as {encoding}, which is a guess")),
            Basis::Sound if self.wrong_name.is_some() => parts.push(format!("the encoding is read as {encoding}")),
            _ => {}
        }
        if self.is_damaged {
            parts.push(format!("some bytes are no characters of {encoding}, and are read as \u{fffd}"));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

/// Converts line ends of a lone `\r`, used by old Macintosh files.
fn with_line_ends(text: String) -> String {
    let bytes = text.as_bytes();
    let is_alone = |place: usize| bytes.get(place + 1) != Some(&b'\n');
    if !memchr_iter(b'\r', bytes).any(is_alone) {
        return text;
    }
    let mut ended = String::with_capacity(text.len());
    let mut start = 0;
    for place in memchr_iter(b'\r', bytes).filter(|&place| is_alone(place)) {
        ended.push_str(&text[start..place]);
        ended.push('\n');
        start = place + 1;
    }
    ended.push_str(&text[start..]);
    ended
}

/// Looks up an encoding by name.
fn encoding_of(name: &str) -> Option<&'static Encoding> {
    let name = name.trim();
    let known = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, encoding)| encoding);
    // Its brackets could be read as ASCII to get here, so the text is not in UTF-16.
    known.or_else(|| Encoding::for_label_no_replacement(name.as_bytes()).map(Encoding::output_encoding))
}

/// Whether valid UTF-8 that declares another encoding is UTF-8 by more than accident. A two-byte sequence can be an
/// accident. A three-byte sequence hardly ever is, and neither is any non-ASCII sequence in a text that declares a
/// single-byte encoding.
fn is_utf_8(text: &str, named: &'static Encoding) -> bool {
    !text.is_ascii() && (named.is_single_byte() || text.chars().any(|letter| letter >= '\u{800}'))
}

/// Whether an encoding has this name.
pub(crate) fn is_known(name: &str) -> bool {
    encoding_of(name).is_some()
}

/// Decodes UTF-32 with a byte order mark, which the WHATWG standard does not cover. The little-endian mark begins with
/// the mark of little-endian UTF-16.
fn utf_32_of(bytes: &[u8]) -> Option<Text> {
    let (name, is_little) = match bytes.first_chunk::<4>()? {
        [0xff, 0xfe, 0, 0] => ("UTF-32LE", true),
        [0, 0, 0xfe, 0xff] => ("UTF-32BE", false),
        _ => return None,
    };
    let number = |unit| if is_little { u32::from_le_bytes(unit) } else { u32::from_be_bytes(unit) };
    let (units, rest) = bytes[4..].as_chunks::<4>();
    // UTF-16 text that begins with a zero has the same mark.
    let first = units.first().and_then(|&unit| char::from_u32(number(unit)));
    if first.is_none_or(|letter| letter == '\0') {
        return None;
    }
    let letters = units.iter().map(|&unit| char::from_u32(number(unit)));
    let is_damaged = !rest.is_empty() || letters.clone().any(|letter| letter.is_none());
    let content = letters.map(|letter| letter.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
    Some(Text::named(content, name, Basis::Mark, is_damaged))
}

/// Detects UTF-16 without a byte order mark: one byte of each pair is often zero, and the other hardly ever.
fn utf_16_of(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = &bytes[..bytes.len().min(HEAD)];
    memchr(0, head)?;
    let pairs = head.len() / 2;
    let zeros = |odd: usize| head.chunks_exact(2).filter(|pair| pair[odd] == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let is_text = |many: usize, few: usize| many >= 4 && many * 4 >= pairs && few * 10 <= many;
    if is_text(odd, even) {
        Some(UTF_16LE)
    } else if is_text(even, odd) {
        Some(UTF_16BE)
    } else {
        None
    }
}

/// The most likely encoding of bytes that are not UTF-8.
fn guess(bytes: &[u8]) -> &'static Encoding {
    if is_damaged_utf_8(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    let mut rest = SAMPLE;
    for line in foreign_lines(bytes) {
        let line = &bytes[line];
        let line = &line[..line.len().min(rest)];
        detector.feed(line, false);
        rest -= line.len();
        if rest == 0 {
            break;
        }
    }
    detector.feed(b"\n", true);
    let encoding = detector.guess(None, Utf8Detection::Deny);
    let has_errors = encoding.decode_without_bom_handling(&bytes[..bytes.len().min(SAMPLE)]).1;
    // A two-byte encoding would swallow a bracket. The usual case is a text of names in Latin letters.
    if has_errors && !encoding.is_single_byte() { WINDOWS_1252 } else { encoding }
}

/// Yields the ranges of lines that contain a byte beyond ASCII.
fn foreign_lines(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut place = 0;
    std::iter::from_fn(move || {
        let rest = &bytes[place..];
        let foreign = place + rest.iter().position(|byte| !byte.is_ascii())?;
        let start = memrchr(b'\n', &bytes[place..foreign]).map_or(place, |before| place + before + 1);
        let end = memchr(b'\n', &bytes[foreign..]).map_or(bytes.len(), |behind| foreign + behind + 1);
        place = end;
        Some(start..end)
    })
}

/// Whether most of the non-ASCII content is UTF-8. Invalid parts come from joined files and from names truncated within
/// a character.
fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    let (mut sound, mut broken) = (0_usize, 0_usize);
    for chunk in bytes.utf8_chunks() {
        sound += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    sound >= SOUND * broken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, &'static str, Basis) {
        let text = Text::decode(bytes.to_vec());
        (text.as_str().to_owned(), text.encoding(), text.basis())
    }

    fn utf_16(text: &str, is_little: bool) -> Vec<u8> {
        text.encode_utf16().flat_map(|unit| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect()
    }

    #[test]
    fn a_mark_names_the_encoding() {
        let text = "[Event \"Réti\"]";
        assert_eq!(read(&[b"\xef\xbb\xbf", text.as_bytes()].concat()), (text.into(), "UTF-8", Basis::Mark));
        assert_eq!(read(&[&b"\xff\xfe"[..], &utf_16(text, true)].concat()), (text.into(), "UTF-16LE", Basis::Mark));
        assert_eq!(read(&[&b"\xfe\xff"[..], &utf_16(text, false)].concat()), (text.into(), "UTF-16BE", Basis::Mark));
    }

    #[test]
    fn utf_32_has_a_mark() {
        let units = |text: &str| text.chars().map(u32::from).collect::<Vec<_>>();
        let little = |text: &str| units(text).into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>();
        let big = |text: &str| units(text).into_iter().flat_map(u32::to_be_bytes).collect::<Vec<_>>();
        let text = "\u{feff}[Event \"Réti \u{1f600}\"]";
        let plain = text.trim_start_matches('\u{feff}');
        assert_eq!(read(&little(text)), (plain.into(), "UTF-32LE", Basis::Mark));
        assert_eq!(read(&big(text)), (plain.into(), "UTF-32BE", Basis::Mark));
        let note = Text::decode([&little(text)[..], &[0, 0, 0xff, 0, b'x']].concat()).note();
        assert_eq!(note.as_deref(), Some("some bytes are no characters of UTF-32LE, and are read as \u{fffd}"));
    }

    #[test]
    fn utf_16_needs_no_mark() {
        let text = "[Event \"Réti\"]\n1. e4 *\n";
        assert_eq!(read(&utf_16(text, true)), (text.into(), "UTF-16LE", Basis::Guess));
        assert_eq!(read(&utf_16(text, false)), (text.into(), "UTF-16BE", Basis::Guess));
        assert_eq!(read(b"e4\0e5").1, "UTF-8", "one zero is none");
    }

    #[test]
    fn names_of_old_files_are_guessed() {
        let (text, encoding, basis) = read(b"[White \"R\xe9ti, Richard\"]\n[Black \"Gr\xfcnfeld\"]\n");
        assert_eq!(
            (text.as_str(), encoding, basis),
            ("[White \"Réti, Richard\"]\n[Black \"Grünfeld\"]\n", "windows-1252", Basis::Guess)
        );
        let note = Text::decode(b"R\xe9ti".to_vec()).note();
        assert_eq!(note.as_deref(), Some("the encoding is read as windows-1252, which is a guess"));
        assert_eq!(Text::decode(b"Reti".to_vec()).note(), None);
    }

    #[test]
    fn encodings_of_the_east_are_guessed() {
        let texts = [
            (SHIFT_JIS, "対局者の名前は、白番が先に打つことになります。黒の勝ちです。"),
            (GBK, "这盘棋的黑方是中国棋手，白方是日本棋手，黑方中盘胜。"),
            (BIG5, "這盤棋的黑方是台灣棋手，白方是日本棋手，黑方中盤勝。"),
            (EUC_KR, "이 대국의 흑은 한국 기사이고 백은 일본 기사입니다."),
        ];
        for (encoding, text) in texts {
            let (bytes, _, _) = encoding.encode(text);
            assert_eq!(read(&bytes), (text.into(), encoding.name(), Basis::Guess));
        }
    }

    #[test]
    fn a_name_decides_between_encodings() {
        let named = |bytes: &[u8], name| Text::decode_named(bytes.to_vec(), Some(name));
        let text = named(b"C[\x95\x5c]", "Shift_JIS");
        assert_eq!((text.as_str(), text.basis(), text.note()), ("C[表]", Basis::Name, None));
        assert_eq!(named(b"C[\xa5\x5c]", "big5").as_str(), "C[\u{529f}]");
        assert_eq!(named(b"C[\x95\x5c]", "CP932").as_str(), "C[表]");
        assert_eq!(named(b"caf\xe9", "ISO-8859-1").as_str(), "café");
        // The declared name is wrong.
        let text = named("C[對局]".as_bytes(), "Shift_JIS");
        assert_eq!(text.as_str(), "C[對局]");
        assert!(text.note().unwrap().contains("names the encoding `Shift_JIS`, which is unknown or does not fit"));
        let text = named("C[對局]".as_bytes(), "klingon");
        assert_eq!((text.as_str(), text.encoding()), ("C[對局]", "UTF-8"));
        assert!(text.note().unwrap().contains("`klingon`"));
        assert_eq!(named(b"R\xe9ti, Richard", "UTF-8").encoding(), "windows-1252");
    }

    #[test]
    fn a_broken_letter_does_not_cost_the_others() {
        let (text, encoding, _) = read("Réti Grünfeld Petrosjan Kérès Ågård \u{0}".replace('\u{0}', "").as_bytes());
        assert_eq!((text.as_str(), encoding), ("Réti Grünfeld Petrosjan Kérès Ågård ", "UTF-8"));
        let mut bytes = text.into_bytes();
        bytes.push(0xe9);
        let text = Text::decode(bytes);
        assert_eq!((text.as_str(), text.encoding()), ("Réti Grünfeld Petrosjan Kérès Ågård \u{fffd}", "UTF-8"));
        assert!(text.note().unwrap().contains("some bytes are no characters of UTF-8"));
    }

    #[test]
    fn every_line_has_an_end_that_is_known() {
        assert_eq!(read(b"a\rb\r\nc\r").0, "a\nb\r\nc\n");
        assert_eq!(Text::of_str("\u{feff}a\rb").as_str(), "a\nb");
    }

    #[test]
    fn a_guess_looks_at_foreign_lines_only() {
        let bytes = b"abc\nd\xe9f\n\xe9\nghi\nx\xe9";
        let lines: Vec<&[u8]> = foreign_lines(bytes).map(|line| &bytes[line]).collect();
        assert_eq!(lines, [&b"d\xe9f\n"[..], b"\xe9\n", b"x\xe9"]);
    }
}
