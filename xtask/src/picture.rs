//! `cargo xtask picture`: the picture of the README, from a real run of the demo.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::ensure;

use crate::common;

/// The size of a character, and the space around the text.
const WIDTH: f64 = 7.8;
const HEIGHT: f64 = 18.0;
const MARGIN: f64 = 16.0;

/// Runs the demo and draws what it prints.
pub(crate) fn run(program: Option<&Path>) -> anyhow::Result<()> {
    let mut command = match program {
        Some(program) => Command::new(program),
        None => {
            let mut cargo = common::cargo();
            cargo.args(["run", "--release", "--package", "wellsmith", "--"]);
            cargo
        }
    };
    let output = command.args(["demo", "--color", "always"]).stderr(Stdio::inherit()).output()?;
    ensure!(output.status.success(), "the demo failed");
    let text = String::from_utf8(output.stdout)?;
    ensure!(text.contains("SOUNDNESS"), "the demo found nothing:\n{text}");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    std::fs::write(folder.join("demo.svg"), draw(&format!("$ wellsmith demo\n{text}")))?;
    println!("docs/demo.svg is written");
    Ok(())
}

/// A terminal with this text, colours included.
fn draw(text: &str) -> String {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let plain = |line: &&str| spans(line).iter().map(|span| span.text.chars().count()).sum();
    let columns: usize = lines.iter().map(plain).max().unwrap_or(0);
    let width = columns as f64 * WIDTH + 2.0 * MARGIN;
    let height = lines.len() as f64 * HEIGHT + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#16181d\"/>\n\
         <g font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"13\" \
         fill=\"#d7dae0\">\n"
    );
    for (row, line) in lines.iter().enumerate() {
        let y = MARGIN + (row as f64 + 0.75) * HEIGHT;
        let mut column = 0;
        for span in spans(line) {
            let x = MARGIN + column as f64 * WIDTH;
            let length = span.text.chars().count();
            if !span.text.trim().is_empty() {
                let _ = writeln!(
                    svg,
                    "<text x=\"{x:.1}\" y=\"{y:.1}\" textLength=\"{:.1}\"{}>{}</text>",
                    length as f64 * WIDTH,
                    span.style(),
                    escaped(&span.text)
                );
            }
            column += length;
        }
    }
    svg + "</g>\n</svg>\n"
}

/// A piece of text in one style.
#[derive(Clone, Default)]
struct Span {
    text: String,
    colour: Option<&'static str>,
    bold: bool,
    dim: bool,
}

impl Span {
    fn style(&self) -> String {
        let colour = self.colour.or(self.dim.then_some("#7f848e"));
        let fill = colour.map_or(String::new(), |colour| format!(" fill=\"{colour}\""));
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        fill + weight
    }
}

/// The pieces of a line with the codes of a terminal in it.
fn spans(line: &str) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    let mut now = Span::default();
    for (position, part) in line.split("\x1b[").enumerate() {
        let text = match part.split_once('m') {
            Some((codes, text)) if position > 0 => {
                for code in codes.split(';') {
                    match code {
                        "0" | "" => now = Span::default(),
                        "1" => now.bold = true,
                        "2" => now.dim = true,
                        "31" => now.colour = Some("#ff6b68"),
                        "32" => now.colour = Some("#8cc570"),
                        "33" => now.colour = Some("#e5c07b"),
                        _ => {}
                    }
                }
                text
            }
            _ => part,
        };
        spans.push(Span { text: text.to_owned(), ..now.clone() });
    }
    spans
}

/// Browsers drop spaces at the ends of a text, unless they are of the kind that does
/// not break.
fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace(' ', "\u{a0}")
}
