//! The flags of games on many machines in a program that was built without them.

use super::feature::BROKER;
use super::program::FarmConduct;
use anyhow::ensure;
use clap::Args;
use clap::builder::Resettable;
use std::ffi::OsString;

const HEADING: &str = "Broker";
const ADDRESS: &str = "The broker: nats://HOST:PORT or tls://HOST:PORT; separate several with commas";

/// The arguments of games on many machines, which are refused. All of them are here, so that the refusal is the
/// answer, whichever comes first.
#[derive(Debug, Args)]
pub(super) struct Farm {
    #[arg(long, value_name = "URL", help_heading = HEADING)]
    #[arg(help = BROKER.help(ADDRESS), long_help = Resettable::from(BROKER.long_help(ADDRESS)))]
    broker: Option<OsString>,
    #[arg(long, hide = true)]
    creds: Option<OsString>,
    #[arg(long, hide = true)]
    nkey: Option<OsString>,
    #[arg(long, hide = true)]
    password_file: Option<OsString>,
    #[arg(long, hide = true)]
    broker_ca: Option<OsString>,
    #[arg(long, hide = true)]
    audit: Option<OsString>,
    #[arg(long, hide = true)]
    allow_clocks: bool,
    #[arg(long, hide = true)]
    lease: Option<OsString>,
}

impl Farm {
    /// Refuses what asks for other machines.
    pub(super) fn ready(&mut self, _: &FarmConduct) -> anyhow::Result<()> {
        let Self { broker, creds, nkey, password_file, broker_ca, audit, allow_clocks, lease } = &*self;
        let given = [broker, creds, nkey, password_file, broker_ca, audit, lease];
        ensure!(!allow_clocks && given.iter().all(|value| value.is_none()), BROKER.refusal());
        Ok(())
    }
}
