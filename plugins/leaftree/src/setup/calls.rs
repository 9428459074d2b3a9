//! Lists that programs make with a call or a type: `np.array([3, 5])`, `listOf(3, 5)`, `new int[] {3, 5}`. Only the
//! list is used.

use std::borrow::Cow;

/// Calls whose arguments are the elements of the list.
const LISTING: [&str; 19] = [
    "listOf",
    "mutableListOf",
    "arrayListOf",
    "arrayOf",
    "intArrayOf",
    "longArrayOf",
    "setOf",
    "Arrays.asList",
    "List.of",
    "Set.of",
    "Stream.of",
    "IntStream.of",
    "Array.of",
    "Array",
    "List",
    "Vector",
    "Seq",
    "ArrayBuffer",
    "array",
];

/// Calls and types that take one list as their argument, or whose arguments are the elements if they contain no list.
const WRAPPING: [&str; 24] = [
    "np.array",
    "numpy.array",
    "np.asarray",
    "numpy.asarray",
    "np.matrix",
    "numpy.matrix",
    "jnp.array",
    "torch.tensor",
    "tf.constant",
    "array",
    "list",
    "tuple",
    "deque",
    "frozenset",
    "ArrayList",
    "LinkedList",
    "Vec::from",
    "vec!",
    "Array.from",
    "vector",
    "std::vector",
    "std::array",
    "initializer_list",
    "std::initializer_list",
];

/// The element types of lists in Go, which are written `[]int{3, 5}`.
const TYPES: [&str; 12] =
    ["int", "int8", "int16", "int32", "int64", "uint", "uint32", "uint64", "float32", "float64", "any", "byte"];

/// Replaces calls and types with blanks, so that all bytes keep their positions.
pub(super) fn blanked(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    // Most texts contain none of these names and are returned unchanged.
    let names = LISTING.iter().chain(&WRAPPING);
    let has_type = || text.contains("new ") || TYPES.iter().any(|name| text.contains(&format!("]{name}")));
    if !has_type() && !names.into_iter().any(|name| text.contains(name)) {
        return Cow::Borrowed(text);
    }
    let closing = closing(bytes);
    let mut blanked = bytes.to_vec();
    // The loop runs from the end, so that a call within another call is already blank.
    for at in (0..bytes.len()).rev().filter(|&at| is_opening(bytes[at])) {
        if let Some(start) = type_before(text, at) {
            blanked[start..at].fill(b' ');
        }
        let start = call_before(bytes, at);
        let name = plain(&text[start..at]);
        let wraps = WRAPPING.contains(&name);
        if !wraps && !LISTING.contains(&name) {
            continue;
        }
        blanked[without_new(text, start)..at].fill(b' ');
        // Braces and square brackets belong to the list itself, so only round brackets are removed.
        let end = closing[at].filter(|_| wraps && bytes[at] == b'(');
        if let Some((first, last)) = end.and_then(|end| wrapped(&blanked, at, end, &closing)) {
            blanked[at] = b' ';
            blanked[first..=last].fill(b' ');
        }
    }
    // Only whole ASCII characters were replaced, each by one byte.
    String::from_utf8(blanked).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// The position of the closing bracket for each opening bracket.
fn closing(bytes: &[u8]) -> Vec<Option<usize>> {
    let mut closing = vec![None; bytes.len()];
    let mut open = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        if is_opening(*byte) {
            open.push(at);
        } else if matches!(byte, b')' | b']' | b'}')
            && let Some(begun) = open.pop()
        {
            closing[begun] = Some(at);
        }
    }
    closing
}

fn is_opening(byte: u8) -> bool {
    matches!(byte, b'(' | b'[' | b'{')
}

/// The position at which the name of a call begins, if it ends directly before the bracket at `at`.
fn call_before(bytes: &[u8], at: usize) -> usize {
    let is_of_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_.:<>!".contains(byte);
    at - bytes[..at].iter().rev().take_while(is_of_name).count()
}

/// The name of a call without the element types of its list.
fn plain(name: &str) -> &str {
    name.split('<').next().unwrap_or_default()
}

/// The position of a `new` before the name at `start`; `start` itself if there is no `new`.
fn without_new(text: &str, start: usize) -> usize {
    let before = text[..start].trim_end();
    match before.strip_suffix("new") {
        Some(rest) if before.len() < start && !rest.ends_with(|sign: char| sign.is_alphanumeric()) => rest.len(),
        _ => start,
    }
}

/// The position at which the type of a list in braces begins: `new int[] {`, `new int[2][2] {` or `[]int{`.
fn type_before(text: &str, at: usize) -> Option<usize> {
    if text.as_bytes()[at] != b'{' {
        return None;
    }
    let before = text[..at].trim_end();
    if let Some(element) = without_sizes(before) {
        let start = call_before(element.as_bytes(), element.len());
        let new = without_new(text, start);
        return Some(new).filter(|&new| new < start && start < element.len());
    }
    let start = call_before(before.as_bytes(), before.len());
    let sizes = without_sizes(&before[..start]).filter(|_| TYPES.contains(&&before[start..]))?;
    Some(sizes.len())
}

/// Removes the sizes of a list, such as `[]` or `[2][2]`, from the end of a text; `None` if there are none.
fn without_sizes(text: &str) -> Option<&str> {
    let mut rest = text;
    while let Some(inner) = rest.strip_suffix(']') {
        let open = inner.trim_end_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        rest = open.strip_suffix('[')?;
    }
    (rest.len() < text.len()).then_some(rest)
}

/// The range behind the only list in the brackets of a call, up to and including the closing bracket. It may contain
/// keyword arguments such as `, dtype=int`. `None` if the arguments themselves are the list.
fn wrapped(bytes: &[u8], at: usize, end: usize, closing: &[Option<usize>]) -> Option<(usize, usize)> {
    let first = at + 1 + bytes[at + 1..].iter().position(|byte| !byte.is_ascii_whitespace())?;
    let last = closing[first].filter(|_| is_opening(bytes[first]))?;
    let rest = bytes.get(last + 1..end)?;
    let is_blank = |argument: &[u8]| argument.iter().all(u8::is_ascii_whitespace);
    let mut arguments = rest.split(|&byte| byte == b',');
    let is_rest = arguments.next().is_some_and(is_blank)
        && arguments.all(|argument| is_blank(argument) || argument.contains(&b'='))
        && !rest.iter().any(|&byte| is_opening(byte));
    is_rest.then_some((last + 1, end))
}
