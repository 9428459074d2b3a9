//! Plots of a match: how the score, and the likelihood ratio of the test, went with the games.

use anyhow::anyhow;
use plotters::prelude::*;
use plyd_record::{SeriesPoint, Store, StoreError, series};
use plyd_tournament::settings::MatchSettings;
use std::fmt::Display;

/// The size of a plot.
const WIDTH: u32 = 900;
const HEIGHT: u32 = 480;

/// Points of a line; more cannot be seen.
const MAX_POINTS: u64 = 1_000;

/// The maximum number of lines: with more, engines cannot be distinguished.
const MAX_LINES: usize = 8;

/// The plots of a record as one SVG picture.
///
/// # Errors
/// The record cannot be read, or has no games.
pub(super) fn plot(record: &dyn Store) -> anyhow::Result<String> {
    let points = series(record, MAX_POINTS)?;
    if points.is_empty() {
        return Err(StoreError::unusable(record.name(), "there is nothing to plot before a game is played").into());
    }
    let mut svg = String::new();
    draw(&mut svg, record.settings(), &points).map_err(|reason| anyhow!("the plot: {reason}"))?;
    Ok(svg)
}

fn draw(svg: &mut String, settings: &MatchSettings, points: &[SeriesPoint]) -> Result<(), String> {
    fn text(error: impl Display) -> String {
        error.to_string()
    }
    let panels = if settings.sprt.is_some() { 2 } else { 1 };
    let area = SVGBackend::with_string(svg, (WIDTH, HEIGHT * panels)).into_drawing_area();
    area.fill(&WHITE).map_err(text)?;
    let areas = area.split_evenly((panels as usize, 1));
    let last = points.last().map_or(1, |point| point.games).max(1);

    let caption = format!("{}: score", settings.game);
    let mut chart = ChartBuilder::on(&areas[0])
        .margin(12)
        .caption(caption, ("sans-serif", 20))
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0..last, 0.0..100.0)
        .map_err(text)?;
    chart.configure_mesh().x_desc("games").y_desc("score in %").draw().map_err(text)?;
    for (engine, settings) in settings.engines.iter().enumerate().take(MAX_LINES) {
        let colour = Palette99::pick(engine).to_rgba();
        let line = points.iter().filter_map(|point| Some((point.games, point.scores[engine]?)));
        let series = chart.draw_series(LineSeries::new(line, colour.stroke_width(2))).map_err(text)?;
        series
            .label(settings.name.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2)));
    }
    chart.configure_series_labels().background_style(WHITE.mix(0.8)).border_style(BLACK).draw().map_err(text)?;

    let (Some(sprt), Some(area)) = (settings.sprt, areas.get(1)) else {
        return area.present().map_err(text);
    };
    let (lower, upper) = sprt.bounds();
    let ratios = || points.iter().filter_map(|point| point.llr);
    let (low, high) = (ratios().fold(lower, f64::min) - 0.5, ratios().fold(upper, f64::max) + 0.5);
    let caption = format!("log-likelihood ratio of Elo {} and {}", sprt.elo0, sprt.elo1);
    let mut chart = ChartBuilder::on(area)
        .margin(12)
        .caption(caption, ("sans-serif", 20))
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(0..last, low..high)
        .map_err(text)?;
    chart.configure_mesh().x_desc("games").y_desc("LLR").draw().map_err(text)?;
    for bound in [lower, upper] {
        chart.draw_series(LineSeries::new([(0, bound), (last, bound)], RED.stroke_width(1))).map_err(text)?;
    }
    let line = points.iter().filter_map(|point| Some((point.games, point.llr?)));
    chart.draw_series(LineSeries::new(line, BLUE.stroke_width(2))).map_err(text)?;
    areas.iter().try_for_each(|area| area.present()).map_err(text)
}
