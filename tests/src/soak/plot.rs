//! Plots of the samples, one below the other, as one SVG picture.

use super::samples::Sample;
use plotters::prelude::*;
use std::fmt::Display;
use std::path::Path;
use std::{fs, io};

/// The size of a plot.
const WIDTH: u32 = 1_000;
const HEIGHT: u32 = 260;

/// So much of a plot is kept free for the names of its lines.
const LEGEND_PART: f64 = 0.2;

/// Points of a line; more cannot be seen. Of several samples that share a point the largest values count.
const MOST_POINTS: usize = 1_000;

/// A line of a plot: its name, and its value in a sample.
type Line = (&'static str, fn(&Sample) -> f64);

/// Each plot: its caption, its unit, its lines.
const PLOTS: &[(&str, &str, &[Line])] = &[
    (
        "memory of the server, and of its child processes",
        "MiB",
        &[
            ("resident", |sample| mebibytes(sample.resident_kib)),
            ("proportional", |sample| mebibytes(sample.proportional_kib)),
            ("children, resident", |sample| mebibytes(sample.children_resident_kib)),
            ("children, proportional", |sample| mebibytes(sample.children_proportional_kib)),
        ],
    ),
    (
        "threads, descriptors, child processes, sessions",
        "number",
        &[
            ("threads", |sample| sample.threads as f64),
            ("descriptors", |sample| sample.descriptors as f64),
            ("child processes", |sample| sample.children as f64),
            ("zombies", |sample| sample.zombies as f64),
            ("sessions", |sample| sample.sessions as f64),
        ],
    ),
    ("the slowest readyok of each second", "ms", &[("readyok", |sample| sample.slowest_ready_micros as f64 / 1_000.0)]),
];

/// Draws the samples into a file.
///
/// # Errors
/// The file cannot be written.
pub(super) fn write(samples: &[Sample], file: &Path) -> io::Result<()> {
    let mut svg = String::new();
    draw(&mut svg, &thinned(samples)).map_err(io::Error::other)?;
    fs::write(file, svg)
}

fn mebibytes(kibibytes: u64) -> f64 {
    kibibytes as f64 / 1_024.0
}

fn thinned(samples: &[Sample]) -> Vec<Sample> {
    let each = samples.len().div_ceil(MOST_POINTS).max(1);
    samples.chunks(each).map(Sample::most).collect()
}

fn draw(svg: &mut String, samples: &[Sample]) -> Result<(), String> {
    fn text(error: impl Display) -> String {
        error.to_string()
    }
    let area = SVGBackend::with_string(svg, (WIDTH, HEIGHT * PLOTS.len() as u32)).into_drawing_area();
    area.fill(&WHITE).map_err(text)?;
    let last = samples.last().map_or(1.0, |sample| sample.seconds.max(1.0));
    for ((caption, unit, lines), area) in PLOTS.iter().zip(area.split_evenly((PLOTS.len(), 1))) {
        let values = || samples.iter().flat_map(|sample| lines.iter().map(|(_, value)| value(sample)));
        let top = values().fold(1.0, f64::max) * 1.05;
        let mut chart = ChartBuilder::on(&area)
            .margin(10)
            .caption(caption, ("sans-serif", 16))
            .x_label_area_size(36)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..last * (1.0 + LEGEND_PART), 0.0..top)
            .map_err(text)?;
        chart.configure_mesh().x_desc("seconds").y_desc(*unit).draw().map_err(text)?;
        for (number, (name, value)) in lines.iter().enumerate() {
            let colour = Palette99::pick(number).to_rgba();
            let points = samples.iter().map(|sample| (sample.seconds, value(sample)));
            let series = chart.draw_series(LineSeries::new(points, colour.stroke_width(2))).map_err(text)?;
            let mark = move |(x, y)| PathElement::new([(x, y), (x + 16, y)], colour.stroke_width(2));
            series.label(*name).legend(mark);
        }
        let mut labels = chart.configure_series_labels();
        labels.background_style(WHITE.mix(0.8)).border_style(BLACK).draw().map_err(text)?;
    }
    area.present().map_err(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_name_and_a_peak_is_kept() {
        let sample = |second: u32| Sample {
            seconds: f64::from(second),
            threads: if second == 2_345 { 77 } else { 4 },
            ..Sample::default()
        };
        let samples: Vec<_> = (0..5_000).map(sample).collect();
        let thinned = thinned(&samples);
        assert!(thinned.len() <= MOST_POINTS && thinned.iter().any(|sample| sample.threads == 77));
        let mut svg = String::new();
        draw(&mut svg, &thinned).unwrap();
        let names = PLOTS.iter().flat_map(|(_, _, lines)| lines.iter().map(|(name, _)| name));
        for name in names {
            assert!(svg.contains(*name), "{name}");
        }
        assert!(draw(&mut String::new(), &[]).is_ok());
    }
}
