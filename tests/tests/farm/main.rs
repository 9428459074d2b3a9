//! Matches over many machines: the built program as coordinator and as workers, and real brokers.
#![cfg(target_os = "linux")]

#[cfg(feature = "long-tests")]
mod clocks;
mod database;
mod equality;
mod farm;
mod faults;
mod figures;
mod full_disk;
mod hostile;
mod learning;
mod one_worker;
#[cfg(feature = "long-tests")]
mod random_faults;
mod raw;
mod refusals;
mod security;
mod trust;
mod tuning;
