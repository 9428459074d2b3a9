//! Type-erased games and observers, so that the search is compiled only once for all test programs.

use plyd_rules::{Facts, Game, Move, Moves, Outcome, Player, Step, Turn, Want};
use plyd_search::{
    Control, EnteredNode, LeafKind, NoObserver, Observer, Root, SearchEvent, SearchResult, SearcherLimits,
    SearcherSettings, StarCut,
};
use std::any::Any;
use std::hash::{Hash, Hasher};

/// Calls [`plyd_search::search`] without an observer on a type-erased game. The result is the same. Leaves are always
/// read one by one (see [`Game::leaves`]), and the game never searches by itself.
pub fn search<'a, G: Game<State: 'static>>(
    root: &Root<'a, G>,
    settings: impl Into<SearcherSettings<'a>>,
    limits: &SearcherLimits,
    control: &'a Control,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    let settings: SearcherSettings<'a> = settings.into();
    observed::search(root, settings, limits, control, &mut NoObserver, report)
}

/// The search with an observer.
pub mod observed {
    use super::{Erased, ErasedObserver, Slot, looked_at, unobserved};
    use plyd_rules::Game;
    use plyd_search::{Control, Observer, Root, SearchEvent, SearchResult, SearcherLimits, SearcherSettings};

    /// Calls [`plyd_search::search`] on a type-erased game and observer, like [`search`](super::search).
    pub fn search<'a, G: Game<State: 'static>, O: Observer>(
        root: &Root<'a, G>,
        settings: impl Into<SearcherSettings<'a>>,
        limits: &SearcherLimits,
        control: &'a Control,
        observer: &'a mut O,
        report: &'a mut dyn FnMut(SearchEvent<'_>),
    ) -> SearchResult {
        let (game, state) = (Erased(root.game), Slot(Box::new(root.state.clone())));
        let root = Root { game: &game, state: &state, history: root.history };
        if O::LOOKS {
            looked_at(&root, settings.into(), limits, control, &mut ErasedObserver(observer), report)
        } else {
            unobserved(&root, settings.into(), limits, control, report)
        }
    }
}

fn unobserved<'a>(
    root: &Root<'a, Erased<'a>>,
    settings: SearcherSettings<'a>,
    limits: &SearcherLimits,
    control: &'a Control,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    plyd_search::search(root, settings, limits, control, &mut NoObserver, report)
}

fn looked_at<'a>(
    root: &Root<'a, Erased<'a>>,
    settings: SearcherSettings<'a>,
    limits: &SearcherLimits,
    control: &'a Control,
    observer: &'a mut ErasedObserver<'a>,
    report: &'a mut dyn FnMut(SearchEvent<'_>),
) -> SearchResult {
    plyd_search::search(root, settings, limits, control, observer, report)
}

/// A type-erased game.
struct Erased<'a>(&'a dyn AnyGame);

/// A state whose type only its game knows.
struct Slot(Box<dyn AnyState>);

impl Slot {
    fn get<S: 'static>(&self) -> &S {
        self.0.as_any().downcast_ref().expect("states stay with their game")
    }

    fn get_mut<S: 'static>(&mut self) -> &mut S {
        self.0.as_any_mut().downcast_mut().expect("states stay with their game")
    }
}

impl Clone for Slot {
    fn clone(&self) -> Self {
        Self(self.0.boxed())
    }

    // Copies in place like the search, because a box per node would cost more than the search.
    fn clone_from(&mut self, source: &Self) {
        self.0.copy_from(&*source.0);
    }
}

impl Hash for Slot {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

/// The operations of a [`Slot`] on its state.
trait AnyState: Any + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn boxed(&self) -> Box<dyn AnyState>;
    fn copy_from(&mut self, source: &dyn AnyState);
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<S: Any + Clone + Hash + Send + Sync> AnyState for S {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn boxed(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn copy_from(&mut self, source: &dyn AnyState) {
        self.clone_from(source.as_any().downcast_ref().expect("states stay with their game"));
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}

/// Generates an object-safe trait from functions of [`Game`], its implementation for every game, and the implementation
/// of [`Game`] for [`Erased`]. Functions have the signatures of [`Game`], with [`Slot`] for a state.
macro_rules! erase {
    ($(fn $name:ident($($argument:ident: $type:ty as $passed:expr),*) $(-> $result:ty)?;)*) => {
        trait AnyGame: Send + Sync {
            $(fn $name(&self, $($argument: $type),*) $(-> $result)?;)*
            fn image(&self, state: &Slot, number: u32) -> Option<Slot>;
        }

        impl<G: Game<State: 'static>> AnyGame for G {
            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                Game::$name(self, $($passed),*)
            })*

            fn image(&self, state: &Slot, number: u32) -> Option<Slot> {
                Game::image(self, state.get(), number).map(|image| Slot(Box::new(image)))
            }
        }

        impl Game for Erased<'_> {
            type State = Slot;

            $(fn $name(&self, $($argument: $type),*) $(-> $result)? {
                self.0.$name($($argument),*)
            })*

            fn image(&self, state: &Slot, number: u32) -> Option<Slot> {
                self.0.image(state, number)
            }
        }
    };
}

erase! {
    fn facts() -> Facts;
    fn turn(state: &Slot as state.get()) -> Turn;
    fn play(state: &mut Slot as state.get_mut(), mv: Move as mv);
    fn outcome(state: &Slot as state.get()) -> Outcome;
    fn moves(state: &Slot as state.get(), out: &mut Moves<'_> as out);
    fn evaluate(state: &Slot as state.get()) -> i32;
    fn weights(state: &Slot as state.get(), outcomes: &[Move] as outcomes, weights: &mut [u32] as weights);
    fn key(state: &Slot as state.get()) -> u64;
    fn board_key(state: &Slot as state.get()) -> u64;
    fn is_irreversible(parent: &Slot as parent.get(), mv: Move as mv) -> bool;
    fn order(state: &Slot as state.get(), moves: &[Move] as moves, scores: &mut [i32] as scores);
    fn noisy(state: &Slot as state.get(), out: &mut Moves<'_> as out);
    fn in_check(state: &Slot as state.get()) -> bool;
    fn pass(state: &mut Slot as state.get_mut()) -> bool;
    fn pass_into(parent: &Slot as parent.get(), child: &mut Slot as child.get_mut()) -> bool;
    fn futility_margin(state: &Slot as state.get()) -> i32;
    fn plies_left(state: &Slot as state.get()) -> u16;
    fn can_win(state: &Slot as state.get(), player: Player as player) -> bool;
    fn playout(state: &Slot as state.get(), seed: u64 as seed, out: &mut Moves<'_> as out) -> Step;
    fn features(state: &Slot as state.get(), words: &mut [u64] as words) -> Player;
    fn feature_image(symmetry: u32 as symmetry, input: u32 as input) -> u32;
    fn symmetric_key(state: &Slot as state.get()) -> u64;
    fn last_error(state: &Slot as state.get()) -> String;
    fn examine(state: &Slot as state.get(), want: Want as want, out: &mut Moves<'_> as out) -> Step;
    fn step(
        parent: &Slot as parent.get(),
        mv: Move as mv,
        child: &mut Slot as child.get_mut(),
        want: Want as want,
        out: &mut Moves<'_> as out
    ) -> Step;
}

/// A type-erased observer.
struct ErasedObserver<'a>(&'a mut dyn AnyObserver);

/// Generates an object-safe trait from functions of [`Observer`], its implementation for every observer, and the
/// implementation of [`Observer`] for [`ErasedObserver`].
macro_rules! erase_observer {
    ($(fn $name:ident($($argument:ident: $type:ty),*);)*) => {
        trait AnyObserver {
            $(fn $name(&mut self, $($argument: $type),*);)*
        }

        impl<O: Observer> AnyObserver for O {
            $(fn $name(&mut self, $($argument: $type),*) {
                Observer::$name(self, $($argument),*);
            })*
        }

        impl Observer for ErasedObserver<'_> {
            $(fn $name(&mut self, $($argument: $type),*) {
                self.0.$name($($argument),*);
            })*
        }
    };
}

erase_observer! {
    fn enter(node: EnteredNode);
    fn leaf(ply: usize, value: f64, kind: LeafKind);
    fn update(ply: usize, child: usize, best: f64, alpha: f64, beta: f64);
    fn cut(ply: usize, first_skipped: usize, alpha: f64, beta: f64);
    fn promise(ply: usize, child: usize, mv: Move, value: f64);
    fn weights(ply: usize, weights: &[u32]);
    fn probe(ply: usize, child: usize);
    fn narrow(ply: usize, child: usize, low: f64, high: f64);
    fn star_cut(ply: usize, cut: StarCut);
    fn leave(ply: usize, value: f64);
}
