//! Real installs with the real clients, each in a cache of its own.
//!
//! What needs a second process, another environment or a small disk runs in
//! [`a_process_of_its_own`], which is this test program again.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;
use toolchains::{Cache, Error, Home, Progress, Spec, State, Toolchain, ToolchainId};

/// Maven's local repository does not like two writers; wellsmith's lock keeps
/// them apart within one cache, and the tests have many.
static MAVEN: Mutex<()> = Mutex::new(());

const GROOVY: &str = "groovy@4.0.28";

fn cache(folder: &Path) -> Cache {
    Cache::open(Some(folder.to_owned())).unwrap()
}

fn spec(text: &str) -> Spec {
    text.parse().unwrap()
}

fn id(name: &str, version: &str) -> ToolchainId {
    ToolchainId { name: name.to_owned(), version: version.to_owned() }
}

fn install(cache: &Cache, text: &str) -> Toolchain {
    cache.install(&spec(text), &mut |_| {}).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn program(toolchain: &Toolchain) -> &Path {
    match &toolchain.home {
        Home::Program(program) => program,
        other => panic!("{other:?} is not a program"),
    }
}

fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// What stands in the folder of installed toolchains, but for the locks.
fn folders(cache: &Path) -> Vec<String> {
    let entries = fs::read_dir(cache.join("toolchains")).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .filter(|name| !name.starts_with(".lock-"))
        .collect();
    names.sort();
    names
}

/// An executable file.
fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

/// This test program again, doing one thing with a cache.
fn process(cache: &Path, words: &str) -> Command {
    in_process(Command::new(env::current_exe().unwrap()), cache, words)
}

fn in_process(mut command: Command, cache: &Path, words: &str) -> Command {
    command
        .args(["--exact", "a_process_of_its_own", "--ignored", "--nocapture", "--test-threads=1"])
        .env("WELLSMITH_CACHE", cache)
        .env("WELLSMITH_TEST", words)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
#[ignore = "the other tests start it as a process of its own"]
fn a_process_of_its_own() {
    let words = env::var("WELLSMITH_TEST").expect("it is started by another test");
    let (what, text) = words.split_once(' ').unwrap_or((&words, ""));
    let cache = Cache::open(None).unwrap();
    let said = |toolchain: Result<Toolchain, Error>| match toolchain {
        Ok(toolchain) => println!("\nhome {} {:?}", toolchain.id, toolchain.home),
        Err(error) => println!("\nerror {error}"),
    };
    match what {
        "find" => said(cache.find(&spec(text))),
        "install" => said(cache.install(&spec(text), &mut |progress| println!("\n{progress:?}"))),
        "available" => cache.available().into_iter().for_each(|toolchain| said(Ok(toolchain))),
        other => panic!("unknown word {other}"),
    }
    let cache = PathBuf::from(env::var_os("WELLSMITH_CACHE").unwrap());
    println!("\nfolders {:?}", folders(&cache));
}

/// Reads a process's output up to a line with these words.
fn wait_for(child: &mut Child, words: &str) {
    let mut lines = BufReader::new(child.stdout.as_mut().unwrap());
    let mut seen = String::new();
    while lines.read_line(&mut seen).unwrap() > 0 {
        if seen.lines().last().is_some_and(|line| line.contains(words)) {
            return;
        }
    }
    panic!("the process ended without saying {words:?}: {seen}");
}

fn rest(mut child: Child) -> String {
    let mut text = String::new();
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    assert!(child.wait().unwrap().success(), "{text}");
    text
}

#[test]
fn the_machines_own_are_the_real_programs() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let rustc = cache.find(&spec("rustc")).unwrap();
    let version = output(Command::new(program(&rustc)).arg("--version"));
    assert!(version.starts_with(&format!("rustc {} ", rustc.id.version)), "{version}");
    let sysroot = output(Command::new(program(&rustc)).args(["--print", "sysroot"]));
    let real = Path::new(sysroot.trim()).join("bin/rustc").canonicalize().unwrap();
    assert_eq!(program(&rustc), real, "a shim was found");
    assert!(real.ends_with("rustc"), "{} is a shim", real.display());

    let go = cache.find(&spec("go")).unwrap();
    let root =
        output(Command::new(program(&go)).args(["env", "GOROOT"]).env("GOTOOLCHAIN", "local"));
    assert!(program(&go).starts_with(Path::new(root.trim()).canonicalize().unwrap()));

    // The first two numbers are enough, and a version that is no prefix is not.
    let short: Vec<&str> = rustc.id.version.split('.').take(2).collect();
    let short = short.join(".");
    assert_eq!(cache.find(&spec(&format!("rustc@{short}"))).unwrap(), rustc);
    assert!(cache.find(&spec(&format!("rustc@{short}7"))).is_err());
    // What is there is not fetched.
    assert_eq!(install(&cache, &format!("rustc@{short}")), rustc);
    assert!(folders(folder.path()).is_empty());
}

#[test]
fn every_jdk_is_found_and_java_home_comes_first() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let jdks: Vec<_> =
        cache.available().into_iter().filter(|found| found.id.name == "javac").collect();
    assert!(!jdks.is_empty());
    for jdk in &jdks {
        let version = output(Command::new(program(jdk)).arg("-version"));
        assert_eq!(version.trim(), format!("javac {}", jdk.id.version));
        // With nothing but this JDK named, it is the one that is meant.
        let home = program(jdk).parent().unwrap().parent().unwrap();
        let found = process(folder.path(), "find javac").env("JAVA_HOME", home).output().unwrap();
        let found = String::from_utf8(found.stdout).unwrap();
        assert!(found.contains(&format!("home {} ", jdk.id)), "{found}");
    }
    let mut sorted = jdks.clone();
    sorted.sort_by_key(|jdk| {
        let major: u64 = jdk.id.version.split('.').next().unwrap().parse().unwrap();
        std::cmp::Reverse(major)
    });
    assert_eq!(jdks, sorted, "not the newest first");
}

#[test]
fn programs_are_asked_again_only_when_they_change() {
    let folder = TempDir::new().unwrap();
    let log = folder.path().join("log");
    let write = |version: &str| {
        let text = format!("echo asked >> {}; echo 'Crystal {version} [x]'", log.display());
        script(folder.path(), "crystal", &text)
    };
    let asked = || fs::read_to_string(&log).unwrap().lines().count();
    let path = write("1.2.3");
    let find = || {
        // A new cache each time: the answers are kept on disk.
        cache(folder.path()).find(&spec(&format!("crystal@{}", path.display()))).unwrap().id
    };
    assert_eq!((find(), asked()), (id("crystal", "1.2.3"), 1));
    assert_eq!((find(), asked()), (id("crystal", "1.2.3"), 1));
    write("1.10");
    assert_eq!((find(), asked()), (id("crystal", "1.10"), 2));
}

#[test]
fn a_shim_may_be_named_by_its_path() {
    // As rustup's: one program under many names, which acts by its name.
    let folder = TempDir::new().unwrap();
    let real = folder.path().join("real");
    fs::create_dir_all(real.join("bin")).unwrap();
    script(&real.join("bin"), "rustc", "echo rustc 1.2.3");
    let text = format!(
        "case $0 in */rustc) echo {} ;; *) echo what am I >&2; exit 1 ;; esac",
        real.display()
    );
    let shim = script(folder.path(), "rustup", &text);
    let link = folder.path().join("rustc");
    std::os::unix::fs::symlink(shim, &link).unwrap();
    let found = cache(folder.path()).find(&spec(&format!("rustc@{}", link.display()))).unwrap();
    assert_eq!(found.id, id("rustc", "1.2.3"));
    assert_eq!(program(&found), real.join("bin/rustc").canonicalize().unwrap());
}

#[test]
fn a_wrapper_is_run_as_it_is() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let real = program(&cache.find(&spec("rustc")).unwrap()).to_owned();
    // Whatever it is called, and through a link, too.
    let wrapper = script(folder.path(), "my-rustc", &format!("exec {} \"$@\"", real.display()));
    let link = folder.path().join("rustc");
    std::os::unix::fs::symlink(&wrapper, &link).unwrap();
    let wrapper = wrapper.canonicalize().unwrap();
    for path in [&wrapper, &link] {
        let found = cache.find(&spec(&format!("rustc@{}", path.display()))).unwrap();
        let installation = real.ancestors().nth(2).unwrap().to_owned();
        assert_eq!(found.home, Home::Wrapper { program: wrapper.clone(), installation });
        assert_eq!(found.path.as_ref(), Some(path), "its results go under the name it was given");
    }
    // The real program is no wrapper of itself, nor is a copy of it, whatever libraries cargo
    // puts before its own.
    let copy = folder.path().join("copy");
    let sysroot = real.ancestors().nth(2).unwrap();
    let mut links = Command::new("cp");
    if links.arg("-al").arg(sysroot).arg(&copy).status().unwrap().success() {
        let copy = copy.canonicalize().unwrap().join("bin/rustc");
        let found = cache.find(&spec(&format!("rustc@{}", copy.display()))).unwrap();
        assert_eq!(found.home, Home::Program(copy));
    }
    let found = cache.find(&spec(&format!("rustc@{}", real.display()))).unwrap();
    assert_eq!(found.home, Home::Program(real));

    // Of Go, the parts are called, which a wrapper would not notice.
    let go = program(&cache.find(&spec("go")).unwrap()).to_owned();
    let wrapper = script(folder.path(), "go", &format!("exec {} \"$@\"", go.display()));
    let error = cache.find(&spec(&format!("go@{}", wrapper.display()))).unwrap_err().to_string();
    assert!(error.contains("it is a wrapper"), "{error}");
}

#[test]
fn what_a_version_manager_has_is_found_by_its_name() {
    // As rustup keeps them; the real compiler, so that it tells its version.
    let folder = TempDir::new().unwrap();
    let real = program(&cache(folder.path()).find(&spec("rustc")).unwrap()).to_owned();
    let sysroot = real.ancestors().nth(2).unwrap();
    let home = folder.path().join("rustup");
    fs::create_dir_all(home.join("toolchains")).unwrap();
    let managed = home.join("toolchains/my-build-x86_64-unknown-linux-gnu");
    std::os::unix::fs::symlink(sysroot, managed).unwrap();
    let find = |name: &str| {
        let found = process(folder.path(), &format!("find rustc@{name}"))
            .env("RUSTUP_HOME", &home)
            .output()
            .unwrap();
        String::from_utf8(found.stdout).unwrap() + &String::from_utf8(found.stderr).unwrap()
    };
    for name in ["my-build", "my-build-x86_64-unknown-linux-gnu"] {
        let found = find(name);
        assert!(found.contains("home rustc@"), "{name}: {found}");
    }
    for name in ["my-buil", "build"] {
        let found = find(name);
        assert!(!found.contains("home rustc@"), "{name}: {found}");
    }
}

#[test]
fn what_the_user_names_must_be_what_it_is_named() {
    let folder = TempDir::new().unwrap();
    let plain = folder.path().join("plain");
    fs::write(&plain, "not a program").unwrap();
    let cases = [
        (plain, "it is not an executable file"),
        (folder.path().to_owned(), "it is not an executable file"),
        (folder.path().join("missing"), "No such file"),
        (script(folder.path(), "hello", "echo hello"), "it said: hello"),
        (script(folder.path(), "silent", ""), "it said: nothing"),
        (script(folder.path(), "failing", "echo no >&2; exit 3"), "exit status: 3 and said: no"),
        (script(folder.path(), "endless", "while :; do echo y; done"), "it ended with signal"),
    ];
    for (path, expected) in cases {
        let error = cache(folder.path())
            .find(&spec(&format!("crystal@{}", path.display())))
            .expect_err(&path.display().to_string())
            .to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.starts_with(&format!("{} is not a usable crystal: ", path.display())));
    }
}

#[test]
fn a_jar_is_named_by_its_path() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    // Something that answers as the Flix compiler does.
    let source = folder.path().join("Main.java");
    let says = "The Flix Programming Language v0.5.0";
    let text = format!(
        "class Main {{ public static void main(String[] a) {{ System.out.println(\"{says}\"); }} }}"
    );
    fs::write(&source, text).unwrap();
    let jdk = cache.find(&spec("javac")).unwrap();
    output(Command::new(program(&jdk)).args(["--release", "17"]).arg(&source));
    let jar = folder.path().join("flix.jar");
    let mut archiver = Command::new(program(&jdk).with_file_name("jar"));
    archiver.current_dir(folder.path()).args(["--create", "--main-class=Main", "--file"]);
    output(archiver.arg(&jar).arg("Main.class"));

    let flix = cache.find(&spec(&format!("flix@{}", jar.display()))).unwrap();
    assert_eq!(flix.id, id("flix", "0.5.0"));
    assert!(matches!(flix.home, Home::Jars { jars, .. } if jars == [jar]));
    let error = cache.find(&spec("flix")).unwrap_err().to_string();
    assert!(error.contains("flix@/path/to/flix.jar"), "{error}");
}

#[test]
fn what_is_missing_comes_with_the_command_that_gets_it() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let error = cache.find(&spec(GROOVY)).unwrap_err().to_string();
    assert!(error.contains("`wellsmith toolchain install groovy@4.0.28`"), "{error}");
    let error = cache.find(&spec("crystal@99")).unwrap_err().to_string();
    assert!(error.contains("crystal@1.14 (trixie)"), "{error}");
    assert!(matches!(cache.remove(&id("groovy", "4.0.28")), Err(Error::NotInstalled { .. })));

    let listings = cache.list();
    // What a suite has that is not released is fetched by the suite's name.
    for (name, version, wanted) in
        [("groovy", "4.0.28", "4.0.28"), ("ghc", "9.10.3", "forky"), ("flume", "0.12.0", "0.12.0")]
    {
        let listing = listings.iter().find(|it| it.name == name && it.version == version).unwrap();
        let expected = format!("wellsmith toolchain install {name}@{wanted}");
        assert!(
            matches!(&listing.state, State::Missing { command, .. } if *command == expected),
            "{listing:?}"
        );
    }
    // Looking never fetches.
    assert!(folders(folder.path()).is_empty());
}

#[test]
fn what_was_not_used_for_long_is_known() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let chan = install(&cache, "chan@0.1.23");
    let ago = |days: u64| SystemTime::now() - Duration::from_secs(days * 86400);
    let age = |days: u64| {
        let installed = folder.path().join("toolchains/chan@0.1.23");
        File::open(installed).unwrap().set_modified(ago(days)).unwrap();
    };
    age(40);
    assert_eq!(cache.unused(ago(30)), std::slice::from_ref(&chan.id));
    assert_eq!(cache.unused(ago(50)), []);
    // Looking at it is no use, finding it is.
    let listed = cache.list().into_iter().find(|it| it.name == "chan").unwrap();
    let State::There { bytes, .. } = listed.state else { panic!("{listed:?}") };
    assert!(bytes.is_some_and(|bytes| bytes > 100_000), "{bytes:?}");
    assert_eq!(cache.unused(ago(30)), std::slice::from_ref(&chan.id));
    cache.find(&spec("chan@0.1.23")).unwrap();
    assert_eq!(cache.unused(ago(30)), []);
    age(40);
    cache.available();
    assert_eq!(cache.unused(ago(30)), []);
}

#[test]
fn a_toolchain_is_installed_moved_damaged_repaired_and_removed() {
    let _maven = MAVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let outer = TempDir::new().unwrap();
    let before = outer.path().join("before");
    let groovy = install(&cache(&before), GROOVY);
    assert_eq!(groovy.id, id("groovy", "4.0.28"));
    assert_eq!(folders(&before), [GROOVY]);

    let folder = outer.path().join("after");
    fs::rename(&before, &folder).unwrap();
    let cache = cache(&folder);
    let groovy = cache.find(&spec("groovy@4.0")).unwrap();
    let Home::Jars { java, jars } = &groovy.home else { panic!("{groovy:?}") };
    let class_path = env::join_paths(jars).unwrap();
    let version = output(
        Command::new(java).arg("-cp").arg(class_path).args(["groovy.ui.GroovyMain", "--version"]),
    );
    assert!(version.contains("4.0.28"), "{version}");
    let listed = cache.list();
    let listed = listed.iter().find(|it| it.name == "groovy" && it.version == "4.0.28").unwrap();
    assert!(matches!(&listed.state, State::There { from, .. } if from == "Maven"), "{listed:?}");

    // Another time with the same bytes is no damage.
    let jar = &jars[0];
    let bytes = fs::read(jar).unwrap();
    fs::write(jar, &bytes).unwrap();
    assert_eq!(cache.find(&spec(GROOVY)).unwrap(), groovy);

    let mut other = bytes.clone();
    other[1000] ^= 1;
    let manifest = folder.join("toolchains").join(GROOVY).join("manifest.json");
    let time = fs::metadata(jar).unwrap().modified().unwrap();
    let damages: [(&str, &dyn Fn()); 5] = [
        ("has another checksum", &|| fs::write(jar, &other).unwrap()),
        ("has another checksum", &|| {
            // With the size and time of the true one.
            fs::write(jar, &other).unwrap();
            fs::File::options().write(true).open(jar).unwrap().set_modified(time).unwrap();
        }),
        ("bytes, not", &|| fs::write(jar, &bytes[1..]).unwrap()),
        ("cannot be found", &|| fs::remove_file(jar).unwrap()),
        ("is not a manifest", &|| fs::write(&manifest, "{").unwrap()),
    ];
    for (expected, damage) in damages {
        damage();
        for error in [cache.find(&spec(GROOVY)).map(drop), cache.verify(&groovy.id)] {
            let error = error.unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert!(error.contains("`wellsmith toolchain install groovy@4.0.28`"), "{error}");
        }
        let listings = cache.list();
        let listed = listings.iter().find(|it| it.name == "groovy" && it.version == "4.0.28");
        assert!(matches!(listed.unwrap().state, State::Unusable { .. }), "{listed:?}");
        assert_eq!(cache.installed(&spec("groovy")), std::slice::from_ref(&groovy.id));
    }
    assert_eq!(install(&cache, GROOVY), groovy);
    cache.verify(&groovy.id).unwrap();

    cache.remove(&groovy.id).unwrap();
    assert!(matches!(cache.find(&spec(GROOVY)), Err(Error::Missing { .. })));
    assert!(folders(&folder).is_empty());
}

#[test]
fn the_second_of_two_processes_waits_and_says_so() {
    let _maven = MAVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = TempDir::new().unwrap();
    fs::create_dir_all(folder.path().join("toolchains")).unwrap();
    let lock = File::create(folder.path().join("toolchains/.lock-groovy")).unwrap();
    lock.lock().unwrap();
    let words = format!("install {GROOVY}");
    let mut first = process(folder.path(), &words).spawn().unwrap();
    let mut second = process(folder.path(), &words).spawn().unwrap();
    wait_for(&mut first, "another process is installing or removing groovy");
    wait_for(&mut second, "another process is installing or removing groovy");
    drop(lock);
    let (first, second) = (rest(first), rest(second));
    for said in [&first, &second] {
        assert!(said.contains(&format!("home {GROOVY} ")), "{said}");
    }
    let fetched = [&first, &second].iter().filter(|said| said.contains("fetching")).count();
    assert_eq!(fetched, 1, "fetched by both, or by none:\n{first}\n{second}");
    assert_eq!(folders(folder.path()), [GROOVY]);
}

#[test]
fn a_full_disk_is_one_clear_message_and_leaves_nothing() {
    let _maven = MAVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = TempDir::new().unwrap();
    // A disk of three million bytes; Groovy has seven.
    let mut small_disk = Command::new("bwrap");
    small_disk.args(["--dev-bind", "/", "/", "--size", "3000000", "--tmpfs"]).arg(folder.path());
    small_disk.arg(env::current_exe().unwrap());
    let said =
        in_process(small_disk, folder.path(), &format!("install {GROOVY}")).output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("error the disk that holds "), "{said}");
    assert!(said.contains("folders []"), "{said}");
}

#[test]
fn a_cache_that_cannot_be_written_is_one_clear_message() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    let mut read_only = Command::new("bwrap");
    read_only.args(["--dev-bind", "/", "/", "--ro-bind"]).args([folder.path(); 2]);
    read_only.arg(env::current_exe().unwrap());
    let mut processes =
        [process(&file, "install flume"), in_process(read_only, folder.path(), "install flume")];
    for process in &mut processes {
        let said = String::from_utf8(process.output().unwrap().stdout).unwrap();
        assert!(said.contains("error cannot write to the toolchain cache at "), "{said}");
        assert!(said.contains("WELLSMITH_CACHE"), "{said}");
        assert!(said.contains("folders []"), "{said}");
    }
    // What is on the machine is found nevertheless.
    let said = process(&file, "find rustc").output().unwrap();
    assert!(String::from_utf8(said.stdout).unwrap().contains("home rustc@"));
}

#[test]
fn a_killed_install_leaves_no_half_toolchain_and_the_next_one_works() {
    let folder = TempDir::new().unwrap();
    let mut child = process(folder.path(), "install go@1.21.13").spawn().unwrap();
    wait_for(&mut child, "fetching Go 1.21.13");
    // Killed once it has begun to write.
    let writing = || {
        folders(folder.path())
            .iter()
            .any(|name| folder.path().join("toolchains").join(name).join("modules/cache").is_dir())
    };
    while !writing() {
        assert!(child.try_wait().unwrap().is_none(), "it ended too early");
        thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = folders(folder.path());
    assert!(left.iter().all(|name| name.starts_with(".unfinished-go@")), "{left:?}");
    let cache = cache(folder.path());
    assert!(matches!(cache.find(&spec("go@1.21.13")), Err(Error::Missing { .. })));
    assert!(cache.available().iter().all(|found| found.id.version != "1.21.13"));

    let mut steps = Vec::new();
    let go = cache
        .install(&spec("go@1.21.13"), &mut |progress| {
            if let Progress::Step(step) = progress {
                steps.push(step);
            }
        })
        .unwrap();
    assert_eq!(steps.first().map(String::as_str), Some("fetching Go 1.21.13"));
    assert_eq!(folders(folder.path()), ["go@1.21.13"]);
    let version = output(Command::new(program(&go)).arg("version").env("GOTOOLCHAIN", "local"));
    assert!(version.starts_with("go version go1.21.13 "), "{version}");
    let root = output(Command::new(program(&go)).args(["env", "GOROOT"]).env_remove("GOROOT"));
    assert!(program(&go).starts_with(root.trim()), "{root}");
    cache.remove(&go.id).unwrap();
}

#[test]
fn a_crate_is_built_once_and_used_by_its_compiler() {
    let folder = TempDir::new().unwrap();
    let cache = cache(folder.path());
    let flume = install(&cache, "flume@0.11");
    assert_eq!(flume.id, id("flume", "0.11.1"));
    let Home::Crate { rustc, library, dependencies } = &flume.home else { panic!("{flume:?}") };

    let source = folder.path().join("main.rs");
    let text = "fn main() { let (s, r) = flume::bounded(1); s.send(7).unwrap(); \
                println!(\"{}\", r.recv().unwrap()); }";
    fs::write(&source, text).unwrap();
    let compiled = folder.path().join("main");
    let with = |prefix: &str, path: &Path| {
        let mut argument = OsStr::new(prefix).to_owned();
        argument.push(path);
        argument
    };
    output(
        Command::new(rustc)
            .arg("--extern")
            .arg(with("flume=", library))
            .arg("-L")
            .arg(with("dependency=", dependencies))
            .arg("-o")
            .args([&compiled, &source]),
    );
    assert_eq!(output(&mut Command::new(compiled)).trim(), "7");

    // Another compiler cannot read it.
    let version = cache.find(&spec("rustc")).unwrap().id.version;
    let manifest = folder.path().join("toolchains/flume@0.11.1/manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace(&format!("\"{version}\""), "\"1.0.0\"")).unwrap();
    let error = cache.find(&spec("flume")).unwrap_err();
    assert!(matches!(error, Error::Outdated { .. }), "{error}");
    assert_eq!(install(&cache, "flume@0.11.1"), flume, "built again");
}

#[test]
fn a_client_that_is_missing_comes_with_the_way_to_get_it() {
    let folder = TempDir::new().unwrap();
    let jdk = cache(folder.path()).find(&spec("javac")).unwrap();
    let home = program(&jdk).parent().unwrap().parent().unwrap();
    for (text, expected) in [
        (GROOVY, "this needs the program `mvn`, which is missing; install it with"),
        ("crystal@1.14", "this needs the program `mmdebstrap`, which is missing; install it"),
        ("flume", "this needs the program `rustc`, which is missing; install Rust"),
        ("go@1.21.13", "this needs the program `go`, which is missing; install Go"),
    ] {
        let said = process(folder.path(), &format!("install {text}"))
            .env("PATH", "/nowhere")
            .env("HOME", folder.path())
            .env("JAVA_HOME", home)
            .env_remove("RUSTUP_HOME")
            .output()
            .unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        assert!(said.contains(&format!("error {expected}")), "{said}");
        assert!(said.contains("folders []"), "{said}");
    }
}

#[test]
fn a_client_that_fails_is_quoted() {
    let folder = TempDir::new().unwrap();
    let error = cache(folder.path()).install(&spec("flume@77.0.0"), &mut |_| {}).unwrap_err();
    let Error::Client { output, .. } = &error else { panic!("{error}") };
    assert!(output.contains("flume"), "{output}");
    assert!(folders(folder.path()).is_empty());
}
