//! The searches of games with chance against oracles, on random games and on backgammon.

mod backgammon;
mod faults;
mod limits;
mod observed;
mod oracle;
