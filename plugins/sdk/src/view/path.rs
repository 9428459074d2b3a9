//! Paths: tokens of a form of the game's own.
//!
//! A path is a small part of the path data of SVG. It is drawn by programs that show pictures of the web, so it is
//! parsed here letter by letter, and all other text is refused.

use super::{LONGEST_PATH, PATH_REACH, Point};

/// One step of a path. Its points are within [`PATH_REACH`] of 0 in both directions, so all of a curve is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathStep {
    /// A part begins here: `M`.
    Move(Point),
    /// A line to a point: `L`, `H` or `V`.
    Line(Point),
    /// A quadratic curve: its control point and its end. `Q`.
    Quadratic([Point; 2]),
    /// A cubic curve: its two control points and its end. `C`.
    Cubic([Point; 3]),
    /// A line back to the start of the part, which is then filled: `Z`. Another part begins, or the path ends.
    Close,
}

/// Reads a path: at most [`LONGEST_PATH`] characters, the commands `M`, `L`, `H`, `V`, `C`, `Q` and `Z` of SVG, all in
/// upper case, and numbers from -0.5 to 0.5. Numbers are decimals without exponents; blanks or a comma can be between
/// them. A command may be followed by the numbers of several.
///
/// Point 0, 0 is the centre of the token, x grows to the right, y downwards, and a cell is 1 wide. Parts that end with
/// `Z` are filled in the colour of the owner, and one inside another is a hole (the rule `evenodd`). Other parts are
/// lines.
///
/// # Errors
/// The text is no path. What is wrong goes behind a sentence that begins with "a path that".
pub fn read_path(text: &str) -> Result<Vec<PathStep>, String> {
    if text.len() > LONGEST_PATH {
        return Err(format!("has {} bytes, more than {LONGEST_PATH}", text.len()));
    }
    let mut reader = Reader { text: text.as_bytes(), at: 0 };
    let mut steps = Vec::new();
    // The point where the last step ended; `None` outside a part.
    let mut here = None;
    while let Some(command) = reader.command() {
        match (command, here) {
            (b'M', _) => {
                let mut at = reader.point(true)?;
                steps.push(PathStep::Move(at));
                while reader.goes_on() {
                    at = reader.point(false)?;
                    steps.push(PathStep::Line(at));
                }
                here = Some(at);
            }
            (b'Z', Some(_)) => {
                steps.push(PathStep::Close);
                here = None;
            }
            (b'L' | b'H' | b'V' | b'C' | b'Q', Some(from)) => here = Some(reader.steps(command, from, &mut steps)?),
            (_, Some(_)) => return Err(reader.refusal("M, L, H, V, C, Q or Z")),
            (_, None) => return Err(reader.refusal("M")),
        }
    }
    if steps.iter().all(|step| matches!(step, PathStep::Move(_) | PathStep::Close)) {
        return Err("draws nothing".into());
    }
    Ok(steps)
}

/// The parts of a path as points joined by lines, each with whether it is closed. A curve becomes eight lines. For
/// programs that draw no curves.
#[must_use]
pub fn polylines(steps: &[PathStep]) -> Vec<(Vec<Point>, bool)> {
    const LINES: u32 = 8;
    let mut parts: Vec<(Vec<Point>, bool)> = Vec::new();
    for step in steps {
        if let PathStep::Move(at) = step {
            parts.push((vec![*at], false));
            continue;
        }
        let Some((points, is_closed)) = parts.last_mut() else { continue };
        let from = points.last().copied().unwrap_or_default();
        let mut curve =
            |bend: &dyn Fn(f64) -> Point| points.extend((1..=LINES).map(|n| bend(f64::from(n) / f64::from(LINES))));
        match step {
            PathStep::Move(_) => {}
            PathStep::Line(to) => points.push(*to),
            PathStep::Quadratic([by, to]) => curve(&|t| mixed(mixed(from, *by, t), mixed(*by, *to, t), t)),
            PathStep::Cubic([one, other, to]) => curve(&|t| {
                let middle = mixed(*one, *other, t);
                mixed(mixed(mixed(from, *one, t), middle, t), mixed(middle, mixed(*other, *to, t), t), t)
            }),
            PathStep::Close => *is_closed = true,
        }
    }
    parts
}

/// The point at a share of the way between two.
fn mixed(from: Point, to: Point, share: f64) -> Point {
    [0, 1].map(|axis| from[axis] + (to[axis] - from[axis]) * share)
}

/// What is left of a path.
struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, skipped: impl Fn(u8) -> bool) -> usize {
        let from = self.at;
        while self.peek().is_some_and(&skipped) {
            self.at += 1;
        }
        self.at - from
    }

    /// The next letter, even if it is unknown.
    fn command(&mut self) -> Option<u8> {
        self.skip(|byte| byte == b' ');
        let letter = self.peek()?;
        self.at += 1;
        Some(letter)
    }

    /// Whether a number follows, before the next command.
    fn goes_on(&mut self) -> bool {
        self.skip(|byte| byte == b' ');
        self.peek().is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b','))
    }

    /// The steps of a command from a point, at least one, and where they end.
    fn steps(&mut self, command: u8, from: Point, steps: &mut Vec<PathStep>) -> Result<Point, String> {
        let mut here = from;
        let mut is_first = true;
        while is_first || self.goes_on() {
            let step = match command {
                b'H' => PathStep::Line([self.number(is_first)?, here[1]]),
                b'V' => PathStep::Line([here[0], self.number(is_first)?]),
                b'L' => PathStep::Line(self.point(is_first)?),
                b'Q' => PathStep::Quadratic([self.point(is_first)?, self.point(false)?]),
                _ => PathStep::Cubic([self.point(is_first)?, self.point(false)?, self.point(false)?]),
            };
            if let PathStep::Line(to) | PathStep::Quadratic([_, to]) | PathStep::Cubic([_, _, to]) = step {
                here = to;
            }
            steps.push(step);
            is_first = false;
        }
        Ok(here)
    }

    fn point(&mut self, is_first: bool) -> Result<Point, String> {
        Ok([self.number(is_first)?, self.number(false)?])
    }

    /// The next number; no comma is before the first one of a command.
    fn number(&mut self, is_first: bool) -> Result<f64, String> {
        self.skip(|byte| byte == b' ');
        if !is_first && self.peek() == Some(b',') {
            self.at += 1;
            self.skip(|byte| byte == b' ');
        }
        let from = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        let mut digits = self.skip(|byte| byte.is_ascii_digit());
        if self.peek() == Some(b'.') {
            self.at += 1;
            digits = self.skip(|byte| byte.is_ascii_digit());
        }
        let text = std::str::from_utf8(&self.text[from..self.at]).unwrap_or_default();
        match text.parse::<f64>() {
            Ok(number) if digits > 0 && number.abs() <= PATH_REACH => Ok(number),
            Ok(number) if digits > 0 => {
                Err(format!("has the number {number}, which should be within {PATH_REACH} of 0"))
            }
            _ => {
                self.at = from + 1;
                Err(self.refusal("a number"))
            }
        }
    }

    /// What is wrong with the byte that was read last.
    fn refusal(&self, right: &str) -> String {
        let place = self.at.saturating_sub(1);
        match self.text.get(place) {
            Some(byte) => format!("has `{}` at byte {}, where {right} should be", byte.escape_ascii(), place + 1),
            None => format!("ends where {right} should be"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PathStep::{Close, Cubic, Line, Move, Quadratic};
    use super::*;

    #[test]
    fn paths_are_read_with_all_their_commands() {
        assert_eq!(
            read_path("M-.4.1 L 0.25,-.5H.5V-0Z M0 0 .1 , .2 Q.1.1.2.2C0 0 .1.1.2.2 0 0 .3.3.4.4"),
            Ok(vec![
                Move([-0.4, 0.1]),
                Line([0.25, -0.5]),
                Line([0.5, -0.5]),
                Line([0.5, 0.0]),
                Close,
                Move([0.0, 0.0]),
                Line([0.1, 0.2]),
                Quadratic([[0.1, 0.1], [0.2, 0.2]]),
                Cubic([[0.0, 0.0], [0.1, 0.1], [0.2, 0.2]]),
                Cubic([[0.0, 0.0], [0.3, 0.3], [0.4, 0.4]]),
            ])
        );
    }

    #[test]
    fn whatever_is_no_path_is_refused() {
        for (text, reason) in [
            ("", "draws nothing"),
            ("M0 0", "draws nothing"),
            ("L0 0", "has `L` at byte 1, where M should be"),
            ("M0 0L.1.1Z L0 0", "has `L` at byte 12, where M should be"),
            ("m0 0", "has `m` at byte 1, where M should be"),
            ("M0 0A.1.1 0 0 1 .2.2", "has `A` at byte 5, where M, L, H, V, C, Q or Z should be"),
            ("M0 0l.1.1", "has `l` at byte 5, where M, L, H, V, C, Q or Z should be"),
            ("M0 0L.1", "ends where a number should be"),
            ("M0 0L.1 .", "has `.` at byte 9, where a number should be"),
            ("M0 0L.1 1.", "has `1` at byte 9, where a number should be"),
            ("M0 0L+.1 .1", "has `+` at byte 6, where a number should be"),
            ("M0 0L,.1 .1", "has `,` at byte 6, where a number should be"),
            ("M0 0L.1,,.1", "has `,` at byte 9, where a number should be"),
            ("M0 0L.1 .1,,.2 .2", "has `,` at byte 12, where a number should be"),
            ("M0 0L.1 .1,", "ends where a number should be"),
            ("M0 0L.1 .51", "has the number 0.51, which should be within 0.5 of 0"),
            ("M0 0L.1 1e1", "has the number 1, which should be within 0.5 of 0"),
            ("M0 0L.1 .1e1", "has `e` at byte 11, where M, L, H, V, C, Q or Z should be"),
            ("M0 0L.1 .1\"/><script>", "has `\\\"` at byte 11, where M, L, H, V, C, Q or Z should be"),
            ("M0 0L.1\n.1", "has `\\n` at byte 8, where a number should be"),
            ("M0 0L.1 \u{e9}", "has `\\xc3` at byte 9, where a number should be"),
            ("url(#a)", "has `u` at byte 1, where M should be"),
        ] {
            assert_eq!(read_path(text), Err(reason.into()), "{text}");
        }
        let long = format!("M0 0L{}", " ".repeat(LONGEST_PATH));
        assert_eq!(read_path(&long), Err("has 517 bytes, more than 512".into()));
        // As many digits as there is room for are one number, and no trouble.
        assert!(read_path(&format!("M0 0L0 .{}", "1".repeat(LONGEST_PATH - 8))).is_ok());
        assert!(read_path(&format!("M0 0L0 {}", "9".repeat(LONGEST_PATH - 7))).is_err());
    }

    #[test]
    fn curves_become_lines() {
        let steps = read_path("M-.4 0Q0 .4.4 0ZM0 0C0 .2.4.2.4 0").expect("it is a path");
        let parts = polylines(&steps);
        assert_eq!(
            parts.iter().map(|(points, is_closed)| (points.len(), *is_closed)).collect::<Vec<_>>(),
            [(9, true), (9, false)]
        );
        let near = |point: Point, [x, y]: Point| (point[0] - x).abs() < 1e-9 && (point[1] - y).abs() < 1e-9;
        // The middle of a curve is known: a half of the control point and a quarter of each end, or so.
        assert!(near(parts[0].0[4], [0.0, 0.2]) && near(parts[0].0[8], [0.4, 0.0]));
        assert!(near(parts[1].0[4], [0.2, 0.15]) && near(parts[1].0[8], [0.4, 0.0]));
    }
}
