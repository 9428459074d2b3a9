//! Who is ended when the machine has no memory left.

use std::fs;

/// By how much the kernel takes this process for larger than it is, in thousandths of all memory.
const HANDICAP: i32 = 500;

const FILE: &str = "/proc/self/oom_score_adj";

/// Has the kernel end this process before others if memory runs out: a library is easier to replace than a server. What
/// makes it go first by more stays.
pub(crate) fn go_first() {
    let known = fs::read_to_string(FILE).ok().and_then(|text| text.trim().parse::<i32>().ok());
    if known.is_some_and(|known| known < HANDICAP) {
        // It is an order of preference. If the kernel does not take it, all limits still apply.
        let _ = fs::write(FILE, HANDICAP.to_string());
    }
}
