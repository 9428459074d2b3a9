//! Tables of games that are solved here, against an oracle written from the definition of their values.

mod building;
mod circles;
mod damage;
mod folders;
mod games;
mod refusals;
mod tables;
