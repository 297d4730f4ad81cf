//! Wrong words, and machines on which something is missing or broken: one clear
//! message, the right exit code, and nothing lost.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use store::{NewCampaign, NewLane, OpenMode, Store};

use crate::planted;
use crate::support::{Home, Said, cache, query};

const USAGE: i32 = 2;
const SETUP: i32 = 3;

#[test]
fn wrong_words() {
    let home = Home::new();
    let cases: &[(&str, &[&str])] = &[
        ("generate --engine chanels", &["\"chanels\"", "known are:", "channels"]),
        ("generate --engine channels --lang cobol", &["does not write cobol", "it writes: go"]),
        ("generate --engine channels --lang swift", &["does not write swift", "it writes: go"]),
        ("generate --engine channels --mode loud", &["\"loud\"", "known are:", "terminating"]),
        (
            "generate --engine channels --mode ill-typed",
            &["no mode ill-typed", "it has: terminating"],
        ),
        ("generate --engine channels --dialect slang", &["\"slang\"", "there is: standard"]),
        ("generate --engine channels --feature goto", &["\"goto\"", "known are:", "close"]),
        ("generate --engine channels --feature no-goto", &["\"goto\"", "known are:", "close"]),
        (
            "generate --engine channels --lang kotlin --feature waitgroup",
            &["kotlin (kotlinx-coroutines)", "\"waitgroup\"", "joined by their scope"],
        ),
        (
            "generate --engine channels --lang rust --dialect flume --feature default",
            &["rust (flume)", "\"default\"", "only waits"],
        ),
        ("generate --engine channels --lang flix --feature close", &["flix", "\"close\""]),
        ("generate --engine channels --feature heuristic=g", &["\"heuristic=g\"", "heuristic=a"]),
        (
            "generate --engine channels --feature no-heuristic=f",
            &["one heuristic is always on", "heuristic=f"],
        ),
        ("generate --engine channels --size 11", &["'11'", "1..=10"]),
        ("generate --engine channels --count many", &["'many'", "--count"]),
        ("generate --engine channels --stats --out x", &["--stats", "--out"]),
        ("generate", &["--engine"]),
        ("fuzz --for 3x", &["'3x'", "write it as 90s"]),
        ("fuzz --for ages", &["'ages'", "write it as 90s"]),
        ("fuzz --jobs 0", &["'0'", "1..=1024"]),
        ("fuzz --require-sandbox half", &["'half'", "full"]),
        ("fuzz --engine chanels", &["\"chanels\"", "known are:", "channels"]),
        ("fuzz --mode loud", &["\"loud\"", "known are:"]),
        ("fuzz --target gopher", &["\"gopher\"", "did you mean go?"]),
        ("fuzz --target pascal", &["\"pascal\"", "known are: rustc"]),
        ("fuzz --target go@", &["\"go@\"", "NAME@VERSION"]),
        ("fuzz --target go+fast", &["no target go+fast", "there is: go@"]),
        ("fuzz --target go --feature goto", &["\"goto\"", "known are:"]),
        ("fuzz --target crossbeam-channel --feature close", &["\"close\""]),
        ("fuzz --target go --mode ill-typed", &["nothing in mode ill-typed for go@"]),
        ("fuzz --resume --count 5", &["--resume", "--count"]),
        ("fuzz --resume --seed 5", &["--resume", "--seed"]),
        ("fuzz --resume --target go", &["--resume", "--target"]),
        ("fuzz --known nowhere.toml", &["nowhere.toml", "No such file"]),
        ("findings --kind odd", &["\"odd\"", "known are: precision"]),
        ("findings mark 12345 done", &["\"done\"", "known are: new, confirmed"]),
        ("check x.go --expect applause", &["'applause'", "accept, reject, terminate"]),
        ("check nowhere.go", &["nowhere.go", "No such file"]),
        ("check x.go --time-limit 0s", &["--time-limit 0s", "no time"]),
        ("generate --engine mutate --seeds .", &["holds no program"]),
        ("toolchain install pascal", &["\"pascal\"", "known are: rustc"]),
        ("frobnicate", &["'frobnicate'"]),
    ];
    for (line, pieces) in cases {
        let args: Vec<&str> = line.split_whitespace().collect();
        home.run(&args).fails(USAGE, pieces);
    }
    assert!(!home.store().exists(), "nothing was made of it");
}

#[test]
fn a_list_of_known_issues_with_a_mistake() {
    let home = Home::new();
    let bad = home.write("bad.toml", "[[issue]]\nname = 'a'\nabout = 'b'\nknid = 'crash'\n");
    home.run(&["fuzz", "--known", &bad]).fails(USAGE, &["bad.toml", "knid", "expected one of"]);
}

#[test]
fn files_that_are_no_programs() {
    let home = Home::new();
    let binary = home.write("binary.go", [0xff, 0xfe, 0x00]);
    home.run(&["check", &binary]).fails(USAGE, &["binary.go", "UTF-8"]);
    let letter = home.write("letter.txt", "Dear aunt,\n");
    home.run(&["check", &letter]).fails(USAGE, &["letter.txt", "--lang"]);
    let plain = home.write("plain", "package main\n");
    home.run(&["check", &plain]).fails(USAGE, &["cannot tell the language", "--lang"]);
    home.run(&["check", &home.text("tmp")]).fails(USAGE, &["tmp", "directory"]);
    // An empty file is a program like any other: a wrong one.
    let empty = home.write("empty.go", "");
    let said = home.run(&["check", &empty, "--target", "go"]).ends(0);
    assert!(said.stdout.contains(": rejected"), "{}", said.stdout);
}

#[test]
fn compilers_that_are_not_there() {
    let home = Home::new();
    for (target, pieces) in [
        ("go@1.2.3", ["go@1.2.3 is not installed", "wellsmith toolchain install go@1.2.3"]),
        (
            "flume@0.0.1",
            ["flume@0.0.1 is not installed", "wellsmith toolchain install flume@0.0.1"],
        ),
        ("flix", ["flix is not installed", "flix@/path/to/flix.jar"]),
        ("go@/nowhere/go", ["/nowhere/go is not a usable go", "No such file"]),
    ] {
        home.run(&["fuzz", "--target", target]).fails(SETUP, &pieces);
        let file = home.write("x.go", "package main\n");
        home.run(&["check", &file, "--target", target]).fails(SETUP, &pieces);
    }
    home.run(&["toolchain", "remove", "go@1.2.3"]).fails(SETUP, &["go@1.2.3", "toolchain list"]);
}

#[test]
fn compilers_that_are_none() {
    let home = Home::new();
    let go = |text: &str, mode: u32| {
        let path = home.write("go", text);
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
        home.run(&["fuzz", "--target", &format!("go@{path}")])
    };
    go("#!/bin/sh\n", 0o644).fails(SETUP, &["is not a usable go", "not an executable file"]);
    go("#!/bin/sh\necho nonsense\n", 0o755).fails(SETUP, &["is not a usable go", "nonsense"]);
    go("#!/bin/sh\nexit 7\n", 0o755).fails(SETUP, &["is not a usable go", "exit status: 7"]);
    go("no program\n", 0o755).fails(SETUP, &["is not a usable go", "it cannot be run"]);
    assert!(!home.store().exists(), "no campaign was begun");
}

/// Where nothing can be run, a program is neither right nor wrong.
#[test]
fn a_sandbox_that_cannot_be_set_up() {
    let home = Home::new();
    let bwrap = home.write("bwrap", "#!/bin/sh\necho bwrap: No permissions >&2\nexit 1\n");
    fs::set_permissions(&bwrap, fs::Permissions::from_mode(0o755)).unwrap();
    let program = home.write("a.rs", "fn main() {}\n");
    let path = std::env::var("PATH").unwrap();
    let mut check = home.command(&["check", &program, "--target", "rustc"]);
    check.env("PATH", format!("{}:{path}", home.text("")));
    let said = Said::of(check.output().unwrap()).ends(SETUP);
    assert!(said.stdout.contains("no verdict: bubblewrap could not set up"), "{said:?}");
}

/// A compiler that says it is one, and that all is well, but compiles nothing.
#[test]
fn a_compiler_that_fails_its_self_test() {
    let home = Home::new();
    let tools = home.path("go/pkg/tool");
    fs::create_dir_all(&tools).unwrap();
    fs::create_dir_all(home.path("go/bin")).unwrap();
    let go = home.path("go/bin/go");
    let script = format!(
        "#!/bin/sh\ncase \"$*\" in\n\"env GOROOT\") echo {};;\n\"env GOTOOLDIR\") echo {};;\n\
         version) echo go version go9.9.9 linux/amd64;;\nesac\n",
        home.text("go"),
        tools.display()
    );
    for (file, text) in [(&go, &script[..]), (&tools.join("compile"), "#!/bin/sh\n")] {
        fs::write(file, text).unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let target = format!("go@{}", go.display());
    let cache = home.text("cache");
    let said = home.run(&["fuzz", "--target", &target, "--cache", &cache, "--json"]);
    said.fails(SETUP, &["no target passed its self-test", &target, "must be accepted"]);
    for configuration in ["", "+noopt"] {
        let warning = format!("warning: {target}{configuration} is not used");
        assert_eq!(said.stderr.matches(&warning).count(), 1, "{}", said.stderr);
    }
}

#[test]
fn two_compilers_of_one_version_are_told_apart_by_the_path() {
    let home = Home::new();
    let args = ["fuzz", "--target", "go", "--target", planted::target(), "--count", "200"];
    let summary = home.run(&[&args[..], &["--seed", "7", "--json"]].concat()).ends(1).json();
    for lane in summary["health"].as_array().unwrap() {
        let planted = lane["target"].as_str().unwrap().starts_with(planted::target());
        assert_eq!(lane["rejected"].as_u64().unwrap() > 0, planted, "{summary}");
    }
}

#[test]
fn nothing_to_go_on_with() {
    let home = Home::new();
    for args in [&["findings"][..], &["campaigns"], &["findings", "--json"]] {
        let said = home.run(args).ends(0);
        assert!(said.stdout.contains("`wellsmith fuzz`") || said.stdout == "[]\n", "{said:?}");
    }
    for args in [&["fuzz", "--resume"][..], &["findings", "show", "x"], &["replay", "x"]] {
        home.run(args).fails(SETUP, &["no store at", &home.text("store.db"), "campaign"]);
    }
    assert!(!home.store().exists());
    Store::open(home.store(), OpenMode::Create).unwrap();
    home.run(&["fuzz", "--resume"]).fails(USAGE, &["no campaign", "`wellsmith fuzz`"]);
}

#[test]
fn ids_that_are_not_in_the_store() {
    let home = &planted::campaign().home;
    let list = "`wellsmith findings --all` lists them";
    home.run(&["fuzz", "--resume", "77"]).fails(USAGE, &["no campaign 77", "there is: 1 (seed 7)"]);
    home.run(&["findings", "--campaign", "77"]).fails(USAGE, &["no campaign 77", "there is: 1"]);
    home.run(&["findings", "show", "77"]).fails(USAGE, &["no bucket or finding 77", list]);
    home.run(&["findings", "mark", "77", "fixed"]).fails(USAGE, &["no bucket or finding 77", list]);
    home.run(&["replay", "77"]).fails(USAGE, &["no bucket or finding 77", list]);
}

#[test]
fn a_campaign_whose_compiler_is_gone() {
    let there = Store::open(planted::campaign().home.store(), OpenMode::Existing).unwrap();
    let settings = there.latest_campaign().unwrap().unwrap().settings;
    let home = Home::new();
    let store = Store::open(home.store(), OpenMode::Create).unwrap();
    for (version, to) in [("gone", "go@1.2.3"), ("moved", "go@/nowhere/go")] {
        let settings = settings.replace(planted::target(), to);
        assert!(settings.contains(to), "{settings}");
        let lanes = vec![NewLane { name: format!("channels terminating {to}"), shard_limit: None }];
        store
            .create_campaign(&NewCampaign {
                name: version.to_owned(),
                seed: 7,
                settings,
                lanes,
                inputs: Vec::new(),
            })
            .unwrap();
    }
    drop(store);
    home.run(&["fuzz", "--resume", "1"])
        .fails(SETUP, &["go@1.2.3 is not installed", "wellsmith toolchain install go@1.2.3"]);
    home.run(&["fuzz", "--resume", "2"]).fails(SETUP, &["/nowhere/go is not a usable go"]);
}

/// Another version has other settings, too.
#[test]
fn a_campaign_of_another_version() {
    let home = Home::new();
    let store = Store::open(home.store(), OpenMode::Create).unwrap();
    let settings = "{\"version\":\"99.0.0\",\"colour\":\"green\"}".to_owned();
    let campaign = NewCampaign {
        name: String::new(),
        seed: 1,
        settings,
        lanes: Vec::new(),
        inputs: Vec::new(),
    };
    store.create_campaign(&campaign).unwrap();
    drop(store);
    home.run(&["fuzz", "--resume"])
        .fails(SETUP, &["another version of wellsmith", "start a new one"]);
}

/// Every command that uses a store says the same of one that it cannot use.
fn assert_unusable(home: &Home, pieces: &[&str]) {
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "10", "--json"];
    for args in [
        &fuzz[..],
        &["fuzz", "--resume"],
        &["findings"],
        &["findings", "show", "x"],
        &["findings", "mark", "x", "fixed"],
        &["replay", "x"],
    ] {
        home.run(args).fails(SETUP, pieces);
    }
}

#[test]
fn a_store_of_a_newer_version() {
    let home = Home::new();
    Store::open(home.store(), OpenMode::Create).unwrap();
    query::<(i64,)>(
        &home.store(),
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (4711, 'from the future', TRUE, x'00', 0) RETURNING version",
    );
    let before = fs::read(home.store()).unwrap();
    assert_unusable(&home, &["newer wellsmith", "Update wellsmith, or use another store"]);
    assert_eq!(fs::read(home.store()).unwrap(), before, "nothing was changed");
}

#[test]
fn a_store_that_is_none() {
    let home = Home::new();
    let letter = "This is a letter to my aunt. ".repeat(1000);
    fs::write(home.store(), &letter).unwrap();
    assert_unusable(&home, &["damaged, or no store at all", "Move it aside"]);
    assert_eq!(fs::read_to_string(home.store()).unwrap(), letter, "nothing was changed");
}

#[test]
fn a_damaged_store() {
    let home = Home::new();
    Store::open(home.store(), OpenMode::Create).unwrap();
    let mut bytes = fs::read(home.store()).unwrap();
    bytes[4096..].fill(0x5a);
    fs::write(home.store(), &bytes).unwrap();
    assert_unusable(&home, &["damaged", "Move it aside"]);
}

#[test]
fn a_folder_instead_of_a_store() {
    let home = Home::new();
    fs::create_dir(home.store()).unwrap();
    assert_unusable(&home, &["store.db", "use another store"]);
}

/// Root can write anywhere, but not where the file system is read-only.
#[test]
fn folders_that_cannot_be_written() {
    let home = Home::new();
    let folder = home.text("closed");
    fs::create_dir(&folder).unwrap();
    let closed = ["--ro-bind", &folder, &folder];
    let store = format!("{folder}/store.db");
    let fuzz = ["fuzz", "--target", planted::target(), "--count", "10", "--json", "--store"];
    for store in [store.as_str(), &format!("{folder}/new/store.db")] {
        home.run_with(&closed, &[&fuzz[..], &[store]].concat())
            .fails(SETUP, &["cannot write to the store at", store, "or use another store"]);
    }
    let out = format!("{folder}/programs");
    home.run_with(&closed, &["generate", "--engine", "channels", "--out", &out])
        .fails(SETUP, &["cannot write to", &out, "Read-only"]);

    let cache = cache();
    let cache = cache.to_str().unwrap();
    let store = home.text("store.db");
    // What the cache has can be used without writing to it. The planted bug may or
    // may not be met.
    let said = home.run_with(&["--ro-bind", cache, cache], &[&fuzz[..], &[&store]].concat());
    assert!(matches!(said.code, Some(0 | 1)), "{said:?}");
}

#[test]
fn programs_are_not_written_over_others() {
    let home = Home::new();
    let generate = |out: &str| home.run(&["generate", "--engine", "channels", "--out", out]);
    let letter = home.write("letter", "Dear aunt,\n");
    generate(&letter).fails(SETUP, &["cannot write to", "letter", "exists"]);
    generate(&format!("{letter}/x")).fails(SETUP, &["cannot write to", "Not a directory"]);
    assert_eq!(fs::read_to_string(&letter).unwrap(), "Dear aunt,\n");
    let programs = home.text("programs");
    generate(&programs).ends(0);
    generate(&programs).fails(SETUP, &["manifest.jsonl", "name another folder"]);
}

#[test]
fn a_full_disk() {
    let home = Home::new();
    let disk = home.text("disk");
    fs::create_dir(&disk).unwrap();
    let store = format!("{disk}/store.db");
    let fuzz =
        ["fuzz", "--target", planted::target(), "--count", "100000", "--json", "--store", &store];
    // Full at once, and full after some work: the empty store is about 150 kB,
    // and the log of its changes is not written back before 4 MB.
    for size in ["50000", "300000"] {
        home.run_with(&["--size", size, "--tmpfs", &disk], &fuzz)
            .fails(SETUP, &["the disk is full", &store, "make room and try again"]);
    }
    let out = format!("{disk}/programs");
    home.run_with(
        &["--size", "50000", "--tmpfs", &disk],
        &["generate", "--engine", "channels", "--count", "1000", "--out", &out],
    )
    .fails(SETUP, &["cannot write to", "No space left"]);
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let said = home.command(&["generate", "--engine", "channels"]).stdout(full).output().unwrap();
    assert_eq!(said.status.code(), Some(SETUP));
    assert!(String::from_utf8_lossy(&said.stderr).contains("cannot write to standard output"));
}

/// `wellsmith ... | head -1`: whoever reads has gone.
#[test]
fn a_closed_pipe_is_silent() {
    let home = &planted::campaign().home;
    let findings = home.run(&["findings", "--json"]).ends(0).json();
    let bucket = findings[0]["id"].as_str().unwrap();
    for args in [
        &["generate", "--engine", "channels", "--count", "1000"][..],
        &["generate", "--engine", "channels", "--stats"],
        &["findings"],
        &["findings", "--json"],
        &["findings", "show", bucket],
        &["toolchain", "list"],
        &["completions", "bash"],
        &["man"],
        &["--help"],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = home.command(args).stdout(writer).stderr(Stdio::piped()).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
    // What is told on standard error is not worth stopping for.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let status = home.command(&["fuzz", "--resume", "--for", "0s"]).stderr(writer).status();
    assert_eq!(status.unwrap().code(), Some(0));
}

#[test]
fn an_empty_variable_means_the_same_as_none() {
    let home = Home::new();
    let mut command = home.command(&["findings"]);
    command.env("WELLSMITH_CACHE", "").env("WELLSMITH_STORE", "");
    command.env("HOME", home.path("")).env_remove("XDG_DATA_HOME");
    let said = crate::support::Said::of(command.output().unwrap());
    assert!(said.ends(0).stdout.contains(".local/share/wellsmith/findings.db"));
}
