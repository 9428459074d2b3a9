/// The greatest id of a command.
pub const MAX_ID: u32 = i32::MAX as u32;

/// A command of a controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GtpLine {
    /// The number before it, which its answer repeats.
    pub id: Option<u32>,
    /// The command and its arguments; at least one unless the line is malformed.
    pub words: Vec<String>,
    /// Whether the number before it is greater than [`MAX_ID`].
    pub has_bad_id: bool,
}

impl GtpLine {
    /// Reads a line as the specification has it: control characters do not count, a tab is a blank, and a comment
    /// begins with `#`. `None` if nothing else is there: such a line has no answer.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.split('#').next().unwrap_or_default();
        let visible: String =
            text.chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control()).collect();
        let mut words = visible.split_whitespace().map(str::to_owned).peekable();
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
        let id = number.as_ref().and_then(|number| number.parse().ok()).filter(|&id| id <= MAX_ID);
        let words: Vec<String> = words.collect();
        let has_bad_id = number.is_some() && id.is_none();
        (number.is_some() || !words.is_empty()).then_some(Self { id, words, has_bad_id })
    }
}
