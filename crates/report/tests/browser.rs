//! The page in a real browser: it works without complaints, sorts and filters. The
//! screenshots are kept in the build folder, for people to look at.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use case::FindingKind;
use common::{campaign, finding, reduced, rejected, unsound, verdict};
use report::FindingView;
use serde_json::Value;
use store::Again;

const PROGRAM: &str = "\
// The <b>first</b> & last.
pub trait Shape { fn area(&self) -> u32; }
pub struct Square(pub u32);
impl Shape for Square {
    fn area(&self) -> u32 { \"4\" }
}
pub fn total(shapes: &[Box<dyn Shape>]) -> u32 { shapes.iter().map(|s| s.area()).sum() }
";

fn findings(count: u64) -> Vec<FindingView> {
    let made = |n: u64| {
        let mut found = match n % 3 {
            0 => unsound("rustc@1.95.0+next-solver", "rust", PROGRAM, 7),
            _ => finding(FindingKind::Precision, "rustc@1.63.0", "rust", PROGRAM),
        };
        found.bucket = format!("bucket{n:05}");
        found.count = (n * 7919) % 1000 + 1;
        found.signature = format!("{} rustc: gist number {n}", found.kind);
        if found.kind == FindingKind::Precision {
            found.seen = rejected(Some("E0308"), "mismatched types: <expected> `u32`", 5);
            let versions = ["1.48.0", "1.63.0", "1.85.0"];
            let seen = [Again::Nothing, Again::Same, Again::Other];
            let verdicts = versions.iter().zip(seen);
            found.verdicts = verdicts
                .map(|(version, seen)| verdict(&format!("rustc@{version}"), seen))
                .collect();
        }
        found.reduced = (n % 3 == 2).then(|| reduced("pub fn f() -> u32 { \"4\" }\n")).flatten();
        if n % 5 == 4 {
            found.status = "reported";
        }
        found
    };
    (0..count).map(made).collect()
}

fn page(count: u64) -> String {
    let campaign = campaign(2, findings(count));
    let earlier = common::campaign(1, findings(3));
    let newest = |_: &str| Some("1.95.0".to_owned());
    report::page(&campaign, Some(&earlier), &targets::recipe, &newest)
}

/// Chromium's answer: the page after its scripts have run, and what it logged.
fn browse(file: &Path, options: &[&str]) -> (String, String) {
    let profile = tempfile::tempdir().unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
        .args(["--enable-logging=stderr", "--log-level=0", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .args(options)
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("`cargo xtask test` installs chromium");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

fn built(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn the_page_runs_its_script_and_nothing_complains() {
    let file = built("report.html");
    fs::write(&file, page(100)).unwrap();
    let (dom, log) = browse(&file, &["--dump-dom"]);
    assert!(dom.contains("100 of 100"), "the script fills this in");
    let complaints: Vec<&str> = log.lines().filter(|line| line.contains("CONSOLE")).collect();
    assert_eq!(complaints, Vec::<&str>::new());
    for (name, size) in [("desktop", "1280,2600"), ("phone", "500,2600")] {
        let shot = built(&format!("report-{name}.png"));
        let _ = fs::remove_file(&shot);
        browse(
            &file,
            &[&format!("--screenshot={}", shot.display()), &format!("--window-size={size}")],
        );
        assert!(shot.metadata().unwrap().len() > 10_000, "{name}");
    }
}

/// What a user does, as a script behind the page's own. The policy of the page forbids
/// such a script, so that it is taken off first.
const USER: &str = r##"
addEventListener("load", () => {
  const opened = Math.round(performance.now());
  const rows = () => Array.from(document.querySelectorAll("#buckets tbody tr")).filter((r) => !r.hidden);
  const column = (n) => rows().map((r) => r.cells[n].dataset.v ?? r.cells[n].textContent);
  const click = (n) => document.querySelectorAll("#buckets th button")[n].click();
  const type = (id, value) => {
    const input = document.getElementById(id);
    input.value = value;
    input.dispatchEvent(new Event("input"));
  };
  const result = { opened };
  click(5); result.up = column(5).map(Number);
  click(5); result.down = column(5).map(Number);
  click(1); result.kinds = column(1);
  type("search", "GIST bucket0007"); result.searched = rows().length;
  type("search", ""); type("kind", "soundness"); result.sound = rows().length;
  type("state", "reported"); result.both = rows().length;
  result.shown = document.getElementById("shown").textContent;
  type("kind", ""); type("state", "");
  location.hash = "#b-bucket00000";
  dispatchEvent(new Event("hashchange"));
  result.open = document.getElementById("b-bucket00000").open;
  result.width = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  result.used = Math.round(performance.now()) - opened;
  const pre = document.createElement("pre");
  pre.textContent = "RESULT" + JSON.stringify(result) + "END";
  document.body.appendChild(pre);
});
"##;

fn used(count: u64, window: &str) -> Value {
    let text = page(count);
    let (before, rest) = text.split_once("<meta http-equiv").expect("the policy");
    let (_, rest) = rest.split_once('>').expect("its end");
    let text =
        format!("{before}{rest}").replace("</body>", &format!("<script>{USER}</script></body>"));
    let file = built(&format!("used-{count}.html"));
    fs::write(&file, text).unwrap();
    let size = format!("--window-size={window}");
    let (dom, log) = browse(&file, &["--dump-dom", &size]);
    assert!(!log.contains("CONSOLE"), "{log}");
    let (_, result) = dom.rsplit_once("RESULT").expect("a result");
    let (result, _) = result.split_once("END").expect("its end");
    serde_json::from_str(&result.replace("&lt;", "<").replace("&amp;", "&")).unwrap()
}

#[test]
fn buckets_are_sorted_and_filtered() {
    let result = used(100, "1280,1000");
    let numbers = |key: &str| -> Vec<u64> {
        result[key].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect()
    };
    assert!(numbers("up").is_sorted() && numbers("up").len() == 100, "{result}");
    assert!(numbers("down").iter().rev().is_sorted(), "{result}");
    let kinds: Vec<&str> =
        result["kinds"].as_array().unwrap().iter().map(|kind| kind.as_str().unwrap()).collect();
    assert!(kinds.is_sorted() && kinds.len() == 100, "{result}");
    assert_eq!(result["searched"], 10, "70 to 79");
    assert_eq!(result["sound"], 34);
    assert_eq!(result["both"], 7, "of 0, 3, 6 … 99 those that leave 4 by 5");
    assert_eq!(result["shown"], "7 of 100");
    assert_eq!(result["open"], true, "a link opens what it leads to");
    assert_eq!(result["width"], 0, "nothing is wider than the window");
    assert_eq!(used(3, "500,900")["width"], 0, "nothing is wider than a phone");
}

/// How long it takes depends on the machine; it is shown by `--nocapture`.
#[test]
#[allow(clippy::print_stderr)]
fn ten_thousand_buckets_can_be_used() {
    let result = used(10_000, "1280,1000");
    assert_eq!(result["up"].as_array().map(Vec::len), Some(10_000));
    eprintln!("opened after {} ms, used for {} ms", result["opened"], result["used"]);
}
