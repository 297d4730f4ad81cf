//! Files that cannot be used as a store: what is said, and that they stay as
//! they are.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use store::{NewCampaign, OpenMode, Store, StoreError};

fn campaign() -> NewCampaign {
    NewCampaign {
        name: String::new(),
        seed: 0,
        settings: String::new(),
        lanes: Vec::new(),
        inputs: Vec::new(),
    }
}

/// Runs SQL in a file, behind the store's back.
fn execute(path: &Path, sql: &'static str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(path);
        let mut connection =
            sqlx::ConnectOptions::connect(&options.create_if_missing(true)).await.unwrap();
        sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
        sqlx::Connection::close(connection).await.unwrap();
    });
}

#[test]
fn a_missing_store_is_not_made_when_it_should_be_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let error = Store::open(&path, OpenMode::Existing).unwrap_err();
    assert!(matches!(error, StoreError::Missing { .. }), "{error:?}");
    assert!(!path.exists());
}

#[test]
fn a_newer_schema_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    Store::open(&path, OpenMode::Create).unwrap().create_campaign(&campaign()).unwrap();
    execute(
        &path,
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
         VALUES (4711, 'from the future', TRUE, x'00', 0)",
    );
    let before = fs::read(&path).unwrap();
    for mode in [OpenMode::Create, OpenMode::Existing] {
        let error = Store::open(&path, mode).unwrap_err();
        assert!(matches!(error, StoreError::Newer { found: 4711, .. }), "{error:?}");
        assert!(error.to_string().contains("4711"));
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn a_database_of_another_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    execute(&path, "CREATE TABLE bookmarks (url TEXT)");
    let before = fs::read(&path).unwrap();
    let error = Store::open(&path, OpenMode::Create).unwrap_err();
    assert!(matches!(error, StoreError::Foreign { .. }), "{error:?}");
    assert_eq!(fs::read(&path).unwrap(), before);
}

#[test]
fn garbage_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let garbage = "This is a letter to my aunt. ".repeat(1000);
    fs::write(&path, &garbage).unwrap();
    let error = Store::open(&path, OpenMode::Create).unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error:?}");
    assert!(error.to_string().contains("Move it aside"));
    assert_eq!(fs::read_to_string(&path).unwrap(), garbage);
}

#[test]
fn a_damaged_store_is_recognised() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    Store::open(&path, OpenMode::Create).unwrap().create_campaign(&campaign()).unwrap();
    let mut bytes = fs::read(&path).unwrap();
    bytes[4096..].fill(0x5a);
    fs::write(&path, bytes).unwrap();
    let damaged = Store::open(&path, OpenMode::Existing)
        .and_then(|store| store.create_campaign(&campaign()))
        .unwrap_err();
    assert!(matches!(damaged, StoreError::Corrupt { .. }), "{damaged:?}");
}

/// Where a folder and a file cannot be written to. Root can write anywhere, so
/// the attempt is made by another user then.
#[test]
fn what_is_not_writable_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("test");
    fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
    let (closed, open) = (folder.path().join("closed"), folder.path().join("open"));
    for folder in [&closed, &open] {
        let path = folder.join("store.db");
        Store::open(&path, OpenMode::Create).unwrap().create_campaign(&campaign()).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).unwrap();
    }
    for (folder, mode) in [(folder.path(), 0o755), (&open, 0o777), (&closed, 0o555)] {
        fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
    }
    for path in [
        closed.join("store.db"),
        closed.join("new.db"),
        closed.join("new").join("store.db"),
        open.join("store.db"),
    ] {
        let mut attempt = Command::new(&program);
        attempt.args(["--ignored", "--exact", "attempt", "--nocapture"]).env("STORE_PATH", &path);
        if fs::metadata(folder.path()).unwrap().uid() == 0 {
            attempt.uid(65534).gid(65534);
        }
        let output = attempt.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = |start| {
            let line = said.lines().find(|line| line.starts_with(start));
            line.unwrap_or_else(|| panic!("{output:?}"))
        };
        let written = line("attempt at");
        assert!(written.contains("cannot write to the store at"), "{written}");
        assert!(written.contains(&*path.to_string_lossy()), "{written}");
        // What is there can be read nevertheless.
        let read = line("reading gives");
        assert_eq!(read.contains("Ok([\"\"])"), path.ends_with("store.db") && path.exists());
    }
    fs::set_permissions(&closed, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
#[ignore = "not a test: the process that another test starts"]
fn attempt() {
    let path = std::env::var_os("STORE_PATH").expect("started by what_is_not_writable_is_named");
    let result = Store::open(&path, OpenMode::Create)
        .and_then(|store| store.create_campaign(&campaign()))
        .map_err(|error| error.to_string());
    println!("\nattempt at {result:?}");
    let names = Store::open(&path, OpenMode::Read).and_then(|store| store.campaigns());
    let names = names.map(|campaigns| campaigns.into_iter().map(|campaign| campaign.name));
    println!("reading gives {:?}", names.map(Vec::from_iter).map_err(|error| error.to_string()));
}
