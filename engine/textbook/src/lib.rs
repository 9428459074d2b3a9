//! The textbook search: minimax and alpha-beta as textbooks teach them, and the count of leaves, using only the rules
//! of a game.
//!
//! A [`TreeWalk`] is the memory of one walk. All recursions use it, including those outside the textbook. It has no
//! clock, no threads and no limits: a [`WalkSupervisor`] grants it nodes. All values are from MAX's view. The side to
//! move is a const parameter of the recursion, so a second turn in a row is not a special case and no sign ever flips.
//!
//! ```
//! use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Want, Turn};
//! use plyd_textbook::{Minimax, NoObserver, Root, WalkSupervisor, TreeWalk};
//!
//! /// Take one or two counters from a heap; who takes the last one wins.
//! struct Heap;
//!
//! impl Game for Heap {
//!     type State = (u32, Player);
//!
//!     fn facts(&self) -> Facts {
//!         Facts { max_moves: 2, max_plies: 20, ..Facts::DEFAULT }
//!     }
//!     fn turn(&self, state: &Self::State) -> Turn {
//!         state.1.into()
//!     }
//!     fn play(&self, state: &mut Self::State, mv: Move) {
//!         *state = (state.0 - mv.0, state.1.other());
//!     }
//!     fn outcome(&self, state: &Self::State) -> Outcome {
//!         if state.0 == 0 { Outcome::Win(state.1.other()) } else { Outcome::Ongoing }
//!     }
//!     fn moves(&self, state: &Self::State, out: &mut Moves<'_>) {
//!         (1..=state.0.min(2)).for_each(|taken| out.push(Move(taken)));
//!     }
//! }
//!
//! /// Sets no limit.
//! struct Unlimited;
//!
//! impl WalkSupervisor for Unlimited {
//!     fn grant(&mut self, _visited: u64) -> u64 {
//!         u64::MAX
//!     }
//! }
//!
//! let (start, mut observer) = ((4, Player::Max), NoObserver);
//! let mut tree = TreeWalk::new(&Root::new(&Heap, &start), 20, &mut observer, Unlimited);
//! let root = tree.examine_root(Want::MOVES);
//! assert!(tree.search_root::<Minimax>(root.player(), 20, root.count()).is_ok());
//! // The player who leaves three wins.
//! assert_eq!((tree.root_value, tree.whole_line(1)[0]), (Some(1), Move(1)));
//! ```
//!
//! The README.md of this crate, which `plyd new-plugin` does not copy, has its design and the reasons for it.
#![forbid(unsafe_code)]

mod expectation;
mod inside;
mod judgement;
mod leaves;
mod method;
mod observer;
mod perft;
mod principal_variation;
mod recursion;
mod repetition;
mod room;
mod root;
mod star;
mod supervisor;
mod tail;
mod tree;
mod window;

pub use judgement::Judgement;
pub use method::{AlphaBeta, AlphaBetaByConventions, Method, Minimax};
pub use observer::{EnteredNode, LeafKind, NoObserver, Observer, StarCut, StarSide, seen};
pub use perft::{PerftResult, perft};
pub use principal_variation::{PrincipalVariation, VariationRow};
pub use repetition::{JUDGED, NEVER, Path, RepeatedPosition, WORTH};
pub use root::Root;
pub use star::{Expectations, Star, UnsearchedOutcomes};
pub use supervisor::WalkSupervisor;
pub use tree::{TreeWalk, WalkInterrupted};
pub use window::Window;
pub use window::{Conventions, Cut, Fail};
