//! One self-contained page for a campaign, or for two.
//!
//! The page loads nothing, and its content security policy forbids it to: only the
//! style and the script that are part of it are allowed, by their digests. Everything
//! from outside is escaped by the templates.

mod charts;
mod finding;

use std::collections::BTreeMap;
use std::time::{Duration, UNIX_EPOCH};

use base64::Engine as _;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

use crate::Recipes;
use crate::highlight::Highlighter;
use crate::view::{CampaignView, FindingView};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("page.js");

/// So many buckets are shown with everything; of others only the row.
const DETAILED: usize = 200;

/// What the parts of a page share.
struct Page<'a> {
    recipes: Recipes<'a>,
    newest: &'a dyn Fn(&str) -> Option<String>,
    highlighter: Highlighter,
}

/// The page for a campaign; with an earlier one, compared with that. `newest` tells the
/// newest version of a compiler that is known.
pub fn page(
    campaign: &CampaignView,
    earlier: Option<&CampaignView>,
    recipes: Recipes<'_>,
    newest: &dyn Fn(&str) -> Option<String>,
) -> String {
    let page = Page { recipes, newest, highlighter: Highlighter::new() };
    let digest = |text: &str| {
        base64::engine::general_purpose::STANDARD.encode(Sha256::digest(text.as_bytes()))
    };
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; \
         form-action 'none'",
        digest(STYLE),
        digest(SCRIPT)
    );
    let name = format!("Campaign {}", campaign.id);
    // What needs a decision comes first.
    let mut findings: Vec<&FindingView> = campaign.findings.iter().collect();
    findings.sort_by_key(|finding| !finding.is_open());
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                title { "wellsmith: " (name) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { "wellsmith: " (name) }
                    p.verdict { (verdict(campaign)) }
                    (facts(campaign))
                }
                main {
                    @if let Some(earlier) = earlier { (compared(campaign, earlier)) }
                    (buckets(&findings))
                    @for finding in findings.iter().take(DETAILED) {
                        (finding::details(&page, finding, &campaign.findings))
                    }
                    @if findings.len() > DETAILED {
                        p.faint {
                            "Of the other " (findings.len() - DETAILED) " buckets only the rows are \
                             shown; " code { "wellsmith findings show ID" } " shows everything."
                        }
                    }
                    @for text in &campaign.unreadable { p.alarm { (text) } }
                    (health(campaign))
                    (blind_spots(campaign))
                    (backtests(campaign))
                    (cost(campaign))
                }
                footer {
                    "Made by wellsmith " (env!("CARGO_PKG_VERSION")) " from its store. This file \
                     loads nothing from the network."
                }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
    .into_string()
}

/// The verdict in one line.
fn verdict(campaign: &CampaignView) -> String {
    let open = campaign.findings.iter().filter(|finding| finding.is_open()).count();
    let known = campaign.findings.iter().filter(|finding| finding.known.is_some()).count();
    let fixed = campaign.findings.iter().filter(|finding| finding.status == "fixed").count();
    let (judged, as_expected) = campaign.judged();
    format!(
        "{open} open, {known} known, {fixed} fixed; {} programs, {} as expected, {} unconfirmed",
        thousands(campaign.programs),
        percent(as_expected, judged),
        thousands(campaign.unconfirmed),
    )
}

fn facts(campaign: &CampaignView) -> Markup {
    let mut command = format!("wellsmith fuzz --seed {}", campaign.seed);
    for engine in &campaign.engines {
        command.push_str(&format!(" --engine {engine}"));
    }
    for target in &campaign.targets {
        command.push_str(&format!(" --target {target}"));
    }
    html! {
        dl.facts {
            dt { "started" } dd { (date(campaign.created_at)) }
            dt { "lasted" } dd { (span(campaign.lasted())) }
            dt { "engines" } dd { (campaign.engines.join(", ")) }
            dt { "targets" } dd { (campaign.targets.join(", ")) }
            dt { "again" } dd { code { (command) } }
        }
    }
}

fn buckets(findings: &[&FindingView]) -> Markup {
    let mut kinds: Vec<&str> = findings.iter().map(|finding| finding.kind.name()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let mut states: Vec<&str> = findings.iter().map(|finding| state(finding)).collect();
    states.sort_unstable();
    states.dedup();
    html! {
        h2 { "Suspected bugs" }
        @if findings.is_empty() { p { "Nothing was found." } }
        @else {
            div.bar {
                input type="search" id="search" placeholder="Filter by any words" aria-label="Filter";
                select id="kind" aria-label="Kind" {
                    option value="" { "any kind" }
                    @for kind in &kinds { option { (kind) } }
                }
                select id="state" aria-label="State" {
                    option value="" { "any state" }
                    @for state in &states { option { (state) } }
                }
                span id="shown" class="faint" {}
            }
            table id="buckets" {
                thead { tr {
                    th.state { button { "state" } }
                    th.kind { button { "kind" } }
                    th.target { button { "target" } }
                    th { button { "what" } }
                    th.since { button { "versions" } }
                    th.num.n { button { "seen" } }
                    th.num { button { "again" } }
                    th.size.n { button { "tokens" } }
                } }
                tbody { @for (position, finding) in findings.iter().enumerate() {
                    (row(finding, position < DETAILED))
                } }
            }
        }
    }
}

fn state(finding: &FindingView) -> &str {
    if finding.known.is_some() { "known" } else { finding.status }
}

fn row(finding: &FindingView, detailed: bool) -> Markup {
    let again = finding.verdicts.iter().find(|verdict| verdict.target == finding.target);
    let again = again.map_or((2, 2), |verdict| (verdict.again + 2, verdict.tried + 2));
    let (before, after) = match &finding.reduced {
        Some(reduced) => reduced.tokens,
        None => (tokens(&finding.source), tokens(&finding.source)),
    };
    let what = finding.gist();
    html! {
        tr data-id=(finding.bucket) data-kind=(finding.kind) data-state=(state(finding)) {
            td {
                span.tag.new[finding.is_open()].closed[!finding.is_open()] { (state(finding)) }
            }
            td { (finding.kind) }
            td { (finding.target) }
            td {
                div {
                    @if detailed { a href={ "#b-" (finding.bucket) } { (what) } } @else { (what) }
                    @if let Some(known) = &finding.known { " " span.faint { "(" (known.name) ")" } }
                    " " span.faint { (finding.bucket) }
                }
            }
            td { (finding.history().short()) }
            td.n data-v=(finding.count) { (thousands(finding.count)) }
            td { (again.0) " of " (again.1) }
            td.n data-v=(after) {
                @if finding.reduced.is_some() { (before) " → " (after) } @else { (before) }
            }
        }
    }
}

fn health(campaign: &CampaignView) -> Markup {
    html! {
        h2 { "Health" }
        (charts::over_time(campaign))
        div.scroll { table {
            thead { tr {
                th { "target" } th { "engine, mode" } th.n { "judged" } th.n { "as expected" } th {}
            } }
            tbody { @for lane in &campaign.lanes { tr {
                td { (lane.target) }
                td { (lane.engine) " " (lane.mode) }
                td.n { (thousands(lane.judged)) }
                td.n { (percent(lane.as_expected, lane.judged)) }
                td { @if lane.suspicious {
                    span.alarm {
                        "more than 3% rejected: the fault is most likely in the generator"
                    }
                } }
            } } }
        } }
        p {
            (thousands(campaign.unknown)) " outcomes without a verdict, "
            (thousands(campaign.unconfirmed)) " suspicions that were not confirmed, "
            (thousands(campaign.gave_up)) " programs that the generator gave up on, "
            (thousands(campaign.duplicates)) " duplicates left out."
        }
    }
}

fn blind_spots(campaign: &CampaignView) -> Markup {
    let mut decisive: BTreeMap<&str, u64> = BTreeMap::new();
    for feature in campaign.findings.iter().flat_map(|finding| &finding.features) {
        *decisive.entry(feature).or_default() += 1;
    }
    let mut decisive: Vec<(&str, u64)> = decisive.into_iter().collect();
    decisive.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    let found = campaign.findings.iter().map(|finding| finding.count).sum();
    html! {
        h2 { "Blind spots" }
        @if let Some(risk) = campaign.residual_risk() {
            p {
                "Residual risk (Good–Turing): the next finding is of a new bucket with a chance of \
                 about " strong { (format!("{:.1}%", 100.0 * risk)) } ", the share of buckets that \
                 were seen once among all " (thousands(found)) " findings."
            }
        } @else {
            p {
                "Nothing was found, so that nothing can be said about how much there is still to \
                 find from findings alone."
            }
        }
        @if campaign.used.is_empty() {
            p.faint { "How much of what the engines have was used is not recorded for this campaign." }
        } @else {
            div.scroll { table {
                thead { tr { th { "what" } th.n { "used" } th.n { "of" } th { "" } th { "never used, or rarest" } } }
                tbody { @for one in &campaign.used { tr {
                    td { (one.what) }
                    td.n { (thousands(one.used)) }
                    td.n { (thousands(one.of)) }
                    td { meter min="0" max=(one.of) value=(one.used) { (percent(one.used, one.of)) } }
                    td {
                        @for (position, (name, count)) in one.rarest.iter().enumerate() {
                            @if position > 0 { ", " }
                            code { (name) } " " span.faint { "×" (count) }
                        }
                    }
                } } }
            } }
        }
        @if !decisive.is_empty() {
            details.more {
                summary { "Rules and features of the programs that showed something" }
                p {
                    @for (position, (name, count)) in decisive.iter().take(60).enumerate() {
                        @if position > 0 { ", " }
                        code { (name) } " " span.faint { "×" (count) }
                    }
                }
            }
        }
    }
}

/// Whether programs of these engines would have shown something.
fn backtests(campaign: &CampaignView) -> Markup {
    let met = campaign.backtests.iter().filter(|backtest| backtest.program.is_some()).count();
    html! {
        h2 { "Known bugs met again" }
        @if campaign.backtests.is_empty() {
            p.faint {
                "Whether these engines would meet known bugs was not tried; "
                code { "wellsmith backtest" } " does that."
            }
        } @else {
            p {
                strong { (met) " of " (campaign.backtests.len()) }
                " known bugs of other versions were met again by programs of these engines."
            }
            div.scroll { table {
                thead { tr {
                    th { "engine" } th { "bug" } th { "target" } th.n { "met with program" }
                    th { "what" } th { "tried" }
                } }
                tbody { @for one in &campaign.backtests { tr {
                    td { (one.engine) }
                    td { (one.bug) }
                    td { (one.target) }
                    td.n {
                        @match one.program {
                            Some(program) => {
                                (thousands(program.unsigned_abs())) " of " (thousands(one.budget))
                            }
                            None => strong { "missed" },
                        }
                    }
                    td { (one.about) }
                    td { (date(one.tried_at)) }
                } } }
            } }
        }
    }
}

fn cost(campaign: &CampaignView) -> Markup {
    let buckets = campaign.findings.len() as u64;
    html! {
        h2 { "Cost" }
        @if buckets == 0 { p { "There is no bucket to share it." } }
        @else {
            p {
                (thousands(campaign.programs / buckets)) " programs and "
                (span(campaign.lasted() / buckets as i64)) " for each of " (buckets) " buckets. \
                 The last new one came after "
                (span(campaign.findings.iter().map(|f| f.first_seen).max().unwrap_or(0)
                    - campaign.created_at))
                "."
            }
        }
    }
}

/// What is new, what is gone and what stayed, by signature.
fn compared(campaign: &CampaignView, earlier: &CampaignView) -> Markup {
    let has = |campaign: &CampaignView, signature: &str| {
        campaign.findings.iter().any(|finding| finding.signature == signature)
    };
    let only = |here: &CampaignView, there: &CampaignView| -> Vec<String> {
        let only = here.findings.iter().filter(|finding| !has(there, &finding.signature));
        only.map(|finding| finding.signature.clone()).collect()
    };
    let (new, gone) = (only(campaign, earlier), only(earlier, campaign));
    let both = campaign.findings.len() - new.len();
    let rate = |campaign: &CampaignView| {
        1000.0 * campaign.programs as f64 / campaign.lasted().max(1) as f64
    };
    let numbers = [
        ("programs", thousands(earlier.programs), thousands(campaign.programs)),
        ("lasted", span(earlier.lasted()), span(campaign.lasted())),
        ("programs a second", format!("{:.1}", rate(earlier)), format!("{:.1}", rate(campaign))),
        ("as expected", share(earlier), share(campaign)),
        ("unconfirmed", thousands(earlier.unconfirmed), thousands(campaign.unconfirmed)),
        ("buckets", earlier.findings.len().to_string(), campaign.findings.len().to_string()),
    ];
    html! {
        h2 { "Compared with campaign " (earlier.id) }
        p.verdict { (new.len()) " only here, " (gone.len()) " only there, " (both) " in both" }
        div.scroll { table.matrix {
            thead { tr { th {} th { "campaign " (earlier.id) } th { "campaign " (campaign.id) } } }
            tbody { @for (name, before, now) in &numbers {
                tr { th { (name) } td.n { (before) } td.n { (now) } }
            } }
        } }
        @for (title, list) in [("Only here", &new), ("Only there", &gone)] {
            @if !list.is_empty() {
                details.more open[list.len() <= 10] {
                    summary { (title) ": " (list.len()) }
                    ul { @for signature in list.iter().take(DETAILED) { li { (signature) } } }
                }
            }
        }
    }
}

fn share(campaign: &CampaignView) -> String {
    let (judged, as_expected) = campaign.judged();
    percent(as_expected, judged)
}

/// A share in per cent; of nothing, nothing is said.
fn percent(part: u64, of: u64) -> String {
    match of {
        0 => "–".to_owned(),
        of => format!("{:.2}%", 100.0 * part as f64 / of as f64),
    }
}

/// A number with separators between thousands.
fn thousands(n: u64) -> String {
    let digits = n.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A time in milliseconds since 1970, in UTC.
fn date(millis: i64) -> String {
    let time = UNIX_EPOCH + Duration::from_millis(u64::try_from(millis).unwrap_or(0));
    let text = humantime::format_rfc3339_seconds(time).to_string();
    text.replace('T', " ").replace('Z', " UTC")
}

/// A length of time in milliseconds.
fn span(millis: i64) -> String {
    let millis = u64::try_from(millis).unwrap_or(0);
    match millis / 1000 {
        0 => format!("{millis} ms"),
        seconds @ 1..60 => format!("{seconds} s"),
        seconds @ 60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        seconds => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// How many tokens a program has, by a rule for all languages: words, and single
/// other characters.
fn tokens(program: &str) -> u64 {
    let mut count = 0;
    let mut in_word = false;
    for c in program.chars() {
        let word = c.is_alphanumeric() || c == '_';
        if (word && !in_word) || (!word && !c.is_whitespace()) {
            count += 1;
        }
        in_word = word;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(date(0), "1970-01-01 00:00:00 UTC");
        assert_eq!(
            [5, 59_000, 61_000, 3_660_000].map(span),
            ["5 ms", "59 s", "1 min 1 s", "1 h 1 min"]
        );
        assert_eq!(percent(1, 3), "33.33%");
        assert_eq!(tokens("fn main() { let x_1 = y; }"), 11);
    }
}
