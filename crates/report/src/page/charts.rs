//! Charts as SVG.

use maud::{Markup, html};

use super::{span, thousands};
use crate::view::CampaignView;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 220.0;
/// Room for the labels, left and below.
const LEFT: f64 = 60.0;
const BELOW: f64 = 24.0;
/// Into so many parts the time is cut.
const PARTS: usize = 60;

/// Programs in each part of a campaign's time as bars, and the number of buckets so far
/// as a line.
pub(super) fn over_time(campaign: &CampaignView) -> Markup {
    let lasted = campaign.lasted();
    if lasted == 0 || campaign.shards.is_empty() {
        return html! { p.faint { "When programs were judged is not recorded." } };
    }
    let part = |time: i64| {
        let share = (time - campaign.created_at).max(0) as f64 / lasted as f64;
        ((share * PARTS as f64) as usize).min(PARTS - 1)
    };
    let (mut programs, mut buckets) = ([0_u64; PARTS], [0_u64; PARTS]);
    for (time, count) in &campaign.shards {
        programs[part(*time)] += count;
    }
    for finding in &campaign.findings {
        buckets[part(finding.first_seen)] += 1;
    }
    let most = programs.iter().copied().max().unwrap_or(1).max(1);
    let total = campaign.findings.len().max(1) as f64;
    let (room, high) = (WIDTH - LEFT, HEIGHT - BELOW);
    let width = room / PARTS as f64;
    let at = |value: f64| format!("{value:.1}");
    let mut so_far = 0;
    let mut steps = format!("M{LEFT} {high}");
    for (position, new) in buckets.iter().enumerate() {
        so_far += new;
        let y = high - (high - 10.0) * so_far as f64 / total;
        steps.push_str(&format!("V{y:.1}H{:.1}", LEFT + width * (position + 1) as f64));
    }
    let label = format!(
        "Over {}: {} programs, at most {} in {}; {} buckets",
        span(lasted),
        thousands(campaign.programs),
        thousands(most),
        span(lasted / PARTS as i64),
        campaign.findings.len()
    );
    html! {
        figure {
            svg viewBox={ "0 0 " (WIDTH) " " (HEIGHT) } role="img" aria-label=(label) {
                g.bars { @for (position, count) in programs.iter().enumerate() {
                    @if *count > 0 {
                        @let tall = (high - 10.0) * *count as f64 / most as f64;
                        rect x=(at(LEFT + width * position as f64)) y=(at(high - tall))
                            width=(at(width - 1.0)) height=(at(tall)) {
                            title { (thousands(*count)) " programs" }
                        }
                    }
                } }
                path.steps d=(steps) {}
                line.axis x1=(LEFT) y1=(high) x2=(WIDTH) y2=(high) {}
                text x=(LEFT - 6.0) y="18" text-anchor="end" { (thousands(most)) }
                text x=(LEFT - 6.0) y=(high) text-anchor="end" { "0" }
                text x=(LEFT) y=(HEIGHT - 6.0) { "start" }
                text x=(WIDTH) y=(HEIGHT - 6.0) text-anchor="end" { (span(lasted)) }
            }
            figcaption.faint { (label) ". Bars: programs; line: buckets so far." }
        }
    }
}
