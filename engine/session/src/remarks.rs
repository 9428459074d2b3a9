//! The remarks of searches that were logged, each once. A library has a say in them, so that there is a bound for each
//! library, and none is kept as text.

use plyd_protocol::excerpt;
use std::collections::hash_map::RandomState;
use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

/// The most remarks that are logged of one library.
const MOST_OF_ONE: usize = 100;

/// The most libraries whose remarks are logged. Remarks of any others are not.
const MOST_LIBRARIES: usize = 1_000;

/// What was logged.
#[derive(Debug, Default)]
pub(crate) struct Remarks {
    hashes: RandomState,
    /// What is known already, from any library.
    known: HashSet<u64>,
    of_libraries: HashMap<String, HashSet<u64>>,
}

impl Remarks {
    /// This was logged already.
    pub(crate) fn know(&mut self, text: &str) {
        self.known.insert(self.hashes.hash_one(excerpt(text)));
    }

    /// What is to be logged for this remark about a library; `None` if it was logged already, or there were too many.
    pub(crate) fn take(&mut self, library: &str, text: &str) -> Option<String> {
        let shown = excerpt(text);
        let hash = self.hashes.hash_one(&shown);
        if self.known.contains(&hash) {
            return None;
        }
        if !self.of_libraries.contains_key(library) && self.of_libraries.len() < MOST_LIBRARIES {
            self.of_libraries.insert(library.to_owned(), HashSet::new());
        }
        let told = self.of_libraries.get_mut(library)?;
        (told.len() < MOST_OF_ONE && told.insert(hash)).then_some(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_remark_is_logged_once_and_short() {
        let mut remarks = Remarks::default();
        remarks.know("the tablebase x is not used");
        assert_eq!(remarks.take("nim", "the tablebase x is not used"), None);
        assert_eq!(remarks.take("nim", "slow").as_deref(), Some("slow"));
        assert_eq!(remarks.take("nim", "slow"), None);
        let long = remarks.take("nim", &"x".repeat(1 << 20)).expect("it is new");
        assert!(long.chars().count() < 210, "{long}");
        assert_eq!(remarks.take("nim", &"x".repeat(2 << 20)), None, "it would look the same");
    }

    #[test]
    fn a_library_does_not_use_up_the_remarks_of_others() {
        let mut remarks = Remarks::default();
        let logged = (0..10_000).filter(|number| remarks.take("evil", &number.to_string()).is_some()).count();
        assert_eq!(logged, MOST_OF_ONE);
        assert!(remarks.take("nim", "slow").is_some());
        let libraries = (0..10_000).filter(|number| remarks.take(&number.to_string(), "slow").is_some()).count();
        assert_eq!(libraries, MOST_LIBRARIES - 2);
    }
}
