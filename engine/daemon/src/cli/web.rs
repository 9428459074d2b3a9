//! `plyd web`: the page, opened in a browser.

use super::later_settings::LaterSettings;
use super::program::Program;
use super::serve::{Places, serve};
use super::web_page::Page;
use crate::settings::Settings;
use clap::Args;
use plyd_server::WebSettings;
use std::process::ExitCode;

#[derive(Debug, Args)]
pub(super) struct Web {
    /// Where to serve the page [default: the setting web.listen, or 127.0.0.1:7880]
    #[arg(value_name = "ADDRESS")]
    address: Option<String>,
    /// Open no browser
    #[arg(long)]
    no_browser: bool,
}

impl Web {
    pub(super) fn run(&self, program: &Program) -> anyhow::Result<ExitCode> {
        let hangups = program.signals.take_hangups()?;
        let mut overlay = program.flags.overlay();
        if let Some(address) = &self.address {
            overlay.set("web.listen", address.as_str());
        }
        let sources = program.sources_with(overlay);
        let mut settings = Settings::load(&sources)?;
        let later = LaterSettings::new(sources, &settings);
        if settings.web.listen.is_empty() {
            settings.web.listen = WebSettings::ADDRESS.to_owned();
        }
        let page = if self.no_browser { Page::told() } else { Page::opened() }?;
        // Only the page is served: another server may have the port for lines.
        serve(program, hangups, settings, later, Places { page: Some(page), ..Places::default() })
    }
}
