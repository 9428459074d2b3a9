//! The spelling of characters for every TeX, including pdfLaTeX.

use std::collections::BTreeSet;

/// A text in TeX. Characters without a spelling stay unchanged, and are added to `foreign`.
pub(super) fn text(text: &str, foreign: &mut BTreeSet<char>) -> String {
    spelt(text, |c| spell(c, foreign))
}

/// Each sign in its spelling, those of Bengali in their own font: few fonts with Bengali have Latin letters.
fn spelt(text: &str, mut spelling: impl FnMut(char) -> String) -> String {
    let mut out = String::new();
    let mut was_bengali = false;
    for c in text.chars() {
        if is_bengali(c) != was_bengali {
            was_bengali = !was_bengali;
            out.push_str(if was_bengali { "{\\plydbengali " } else { "}" });
        }
        out.push_str(&spelling(c));
    }
    if was_bengali {
        out.push('}');
    }
    out
}

/// A letter of Bengali, a sign that ends its sentences, or one that joins or parts its letters.
fn is_bengali(c: char) -> bool {
    matches!(c, '\u{980}'..='\u{9ff}' | '\u{964}' | '\u{965}' | '\u{200c}' | '\u{200d}')
}

/// A line of a board, in a monospaced type, in which every blank matters.
pub(super) fn board(text: &str, foreign: &mut BTreeSet<char>) -> String {
    let one = |c: char| match c {
        ' ' => "~".to_owned(),
        '<' | '>' | '|' | '"' => c.to_string(),
        '-' => "{-}".to_owned(),
        c => spell(c, foreign),
    };
    spelt(text, one)
}

/// Text in a comment: on one line, without what only some TeX can read.
pub(super) fn comment(text: &str) -> String {
    let one = |c: char| match c {
        '\u{2212}' => '-',
        ' '..='~' => c,
        _ => '?',
    };
    text.chars().map(one).collect()
}

/// The declarations for characters without a spelling: pdfLaTeX writes `?` for each, the others use a font that has
/// many.
pub(super) fn declarations(foreign: &BTreeSet<char>) -> String {
    if foreign.is_empty() {
        return String::new();
    }
    let one = |&c: &char| format!("  \\DeclareUnicodeCharacter{{{:04X}}}{{?}}\n", u32::from(c));
    let all: String = foreign.iter().map(one).collect();
    let (bengali, others): (Vec<char>, Vec<char>) = foreign.iter().partition(|&&c| is_bengali(c));
    let (plain, bengali) =
        if bengali.is_empty() { ("", "") } else { ("  \\newcommand{\\plydbengali}{}\n", BENGALI_FONTS) };
    let fonts = if others.is_empty() { "" } else { FONTS };
    format!(
        "\\ifdefined\\DeclareUnicodeCharacter\n{all}{plain}\\else\n  \\usepackage{{fontspec}}\n{fonts}{bengali}\\fi\n"
    )
}

/// A font with many scripts.
const FONTS: &str = "  \\IfFontExistsTF{FreeSerif}{\\setmainfont{FreeSerif}}{}\n";

/// The first font there is that has Bengali. Its letters join and change places, which LuaTeX leaves to HarfBuzz.
const BENGALI_FONTS: &str = r"  \ifdefined\directlua\def\plydshaping{Renderer=HarfBuzz,Script=Bengali}\else\def\plydshaping{Script=Bengali}\fi
  \newcommand{\plydfont}[1]{\ifdefined\plydfound\else
    \IfFontExistsTF{#1}{\let\plydfound\relax\expandafter\newfontfamily\expandafter\plydbengali\expandafter[\plydshaping]{#1}}{}\fi}
  \plydfont{Noto Serif Bengali}\plydfont{Noto Sans Bengali}\plydfont{Lohit Bengali}\plydfont{FreeSerif}
  \ifdefined\plydfound\else\errmessage{No font with Bengali: install Noto Serif Bengali, Lohit Bengali or FreeSerif}\fi
";

fn spell(c: char, foreign: &mut BTreeSet<char>) -> String {
    let known = match c {
        '#' | '$' | '%' | '&' | '_' | '{' | '}' => return format!("\\{c}"),
        '\\' => "\\textbackslash{}",
        '~' => "\\textasciitilde{}",
        '^' => "\\textasciicircum{}",
        '"' => "''",
        '<' => "$<$",
        '>' => "$>$",
        '|' => "$|$",
        '\u{a0}' => "~",
        '\u{b7}' => "$\\cdot$",
        '\u{2026}' => "\\ldots{}",
        '\u{2013}' => "--",
        '\u{2018}' => "`",
        '\u{2019}' => "'",
        '\u{201c}' => "``",
        '\u{201d}' => "''",
        '\u{3b1}' => "$\\alpha$",
        '\u{3b2}' => "$\\beta$",
        '\u{2212}' => "$-$",
        '\u{2248}' => "$\\approx$",
        '\u{2009}' => "\\,",
        '\u{221e}' => "$\\infty$",
        '\u{2264}' => "$\\leq$",
        '\u{2265}' => "$\\geq$",
        '\u{131}' => "\\i{}",
        ' '..='~' => return c.to_string(),
        // The men of chess by their English letters, small ones for the second player.
        '\u{2654}'..='\u{265f}' => return chess_man(c).to_string(),
        c if c.is_control() => return " ".into(),
        c => {
            return accented(c).unwrap_or_else(|| {
                foreign.insert(c);
                c.to_string()
            });
        }
    };
    known.to_owned()
}

fn chess_man(c: char) -> char {
    const LETTERS: [char; 12] = ['K', 'Q', 'R', 'B', 'N', 'P', 'k', 'q', 'r', 'b', 'n', 'p'];
    LETTERS[(u32::from(c) - 0x2654) as usize]
}

/// A letter with an accent of the languages that plyd speaks.
fn accented(c: char) -> Option<String> {
    const ACCENTS: [(char, &str, &str); 7] = [
        ('`', "\u{e0}\u{e8}\u{ec}\u{f2}\u{f9}\u{c0}\u{c8}\u{cc}\u{d2}\u{d9}", "aeiouAEIOU"),
        ('\'', "\u{e1}\u{e9}\u{ed}\u{f3}\u{fa}\u{c1}\u{c9}\u{cd}\u{d3}\u{da}", "aeiouAEIOU"),
        ('^', "\u{e2}\u{ea}\u{ee}\u{f4}\u{fb}\u{c2}\u{ca}\u{ce}\u{d4}\u{db}", "aeiouAEIOU"),
        ('"', "\u{e4}\u{eb}\u{ef}\u{f6}\u{fc}\u{c4}\u{cb}\u{cf}\u{d6}\u{dc}", "aeiouAEIOU"),
        ('c', "\u{e7}\u{c7}\u{15f}\u{15e}", "cCsS"),
        ('u', "\u{11f}\u{11e}", "gG"),
        ('.', "\u{130}", "I"),
    ];
    ACCENTS.iter().find_map(|(accent, letters, plain)| {
        let place = letters.chars().position(|letter| letter == c)?;
        Some(format!("\\{accent}{{{}}}", plain.chars().nth(place)?))
    })
}

#[cfg(test)]
mod tests {
    use super::{board, comment, declarations, text};
    use std::collections::BTreeSet;

    #[test]
    fn text_becomes_tex() {
        let mut foreign = BTreeSet::new();
        assert_eq!(text("50\u{a0}% \u{2264}\u{2212}3 {a_b}", &mut foreign), "50~\\% $\\leq$$-$3 \\{a\\_b\\}");
        assert_eq!(text("da\u{11f} \u{e8} \u{131}\u{15f}", &mut foreign), "da\\u{g} \\`{e} \\i{}\\c{s}");
        assert_eq!(board("3  X|.", &mut foreign), "3~~X|.");
        assert!(foreign.is_empty() && declarations(&foreign).is_empty());
        assert_eq!(
            text("MAX \u{995}\u{9cd} \u{996}", &mut foreign),
            "MAX {\\plydbengali \u{995}\u{9cd}} {\\plydbengali \u{996}}"
        );
        assert!(declarations(&foreign).contains("{0995}{?}"));
        assert_eq!(comment("a\u{2212}1\n\u{995}"), "a-1??");
    }
}
