//! A store of an older version is brought up to date, and keeps what it has.

use sqlx::Connection;
use store::{BucketStatus, CampaignId, OpenMode, Store};

#[test]
fn a_store_of_the_first_version_keeps_its_campaigns_and_findings() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path);
        let mut file =
            sqlx::SqliteConnection::connect_with(&options.create_if_missing(true)).await.unwrap();
        // The first migration alone, as the first version ran it.
        let mut first = sqlx::migrate!();
        first.migrations.to_mut().retain(|migration| migration.version == 1);
        first.run(&mut file).await.unwrap();
        for row in [
            "INSERT INTO campaigns VALUES (1, 'seed 7', 1000, 7, '{}', 'drained')",
            "INSERT INTO lanes VALUES (1, 0, 'lane', NULL, 1)",
            "INSERT INTO shards VALUES (1, 0, 0, 'done', 1, 'w', 'h', 1, 1, 0, 100)",
            "INSERT INTO buckets VALUES ('b', 1, 'crash rustc: x', 'crash', 'rustc@1.63.0', 'title',
                 NULL, 'reported', 'a note', 1, 2, 3)",
            "INSERT INTO findings VALUES ('f', 'b', 5, 'c', 'rules', 'well-typed', 'rust', 'rust',
                 'rustc@1.63.0', '{}', 7, 12, x'00ff', 'fn main() {}', 'accept', 'it is well-typed',
                 'crashed', 'panicked', 'frames', TRUE, '')",
        ] {
            sqlx::query(row).execute(&mut file).await.unwrap();
        }
        file.close().await.unwrap();
    });

    let store = Store::open(&path, OpenMode::Existing).unwrap();
    let campaign = store.campaign(CampaignId(1)).unwrap();
    assert_eq!((campaign.name.as_str(), campaign.stopped), ("seed 7", false));
    assert!(!store.is_finished(CampaignId(1)).unwrap());
    let done = store.done_shards(CampaignId(1)).unwrap();
    assert_eq!((done[0].programs, done[0].done_at), (100, None));
    let bucket = store.bucket("b").unwrap();
    assert_eq!((bucket.status, bucket.note.as_str()), (BucketStatus::Reported, "a note"));
    let finding = store.finding("f").unwrap();
    assert_eq!((finding.data.program, &finding.data.tape[..]), (12, &[0, 255][..]));
    assert_eq!(finding.data.outcome, "failed", "the word of today");
    for (json, pieces) in [
        (&finding.data.sighting, ["\"kind\":\"crash\"", "fn main() {}", "it is well-typed"]),
        (&finding.data.evidence, ["\"outcome\":\"failed\"", "panicked", "frames"]),
    ] {
        assert!(pieces.iter().all(|piece| json.contains(piece)), "{json}");
    }
}

/// Buckets of two campaigns with one signature become one.
#[test]
fn a_store_of_the_second_version_has_one_bucket_for_each_signature() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    runtime.block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new().filename(&path).foreign_keys(true);
        let mut file =
            sqlx::SqliteConnection::connect_with(&options.create_if_missing(true)).await.unwrap();
        let mut second = sqlx::migrate!();
        second.migrations.to_mut().retain(|migration| migration.version <= 2);
        second.run(&mut file).await.unwrap();
        for row in [
            "INSERT INTO campaigns VALUES (1, 'seed 7', 1000, 7, '{}', FALSE)",
            "INSERT INTO campaigns VALUES (2, 'seed 8', 2000, 8, '{}', FALSE)",
            "INSERT INTO buckets VALUES ('b1', 1, 'crash x', 'crash', 'rustc@1', NULL, 'ignored',
                 'not a bug', 1, 2, 3)",
            "INSERT INTO buckets VALUES ('b2', 2, 'crash x', 'crash', 'rustc@1', NULL, 'new', '',
                 5, 6, 4)",
            "INSERT INTO buckets VALUES ('b3', 2, 'hang y', 'termination', 'go@1', 'issue', 'known',
                 '', 5, 6, 1)",
            "INSERT INTO findings VALUES ('f1', 'b1', 2, 'c', 'e', 'm', 'rust', 'standard', 'rustc@1',
                 '{}', 7, 1, x'00', 'p', 'accept', 'rejected', '{}', '{}')",
            "INSERT INTO findings VALUES ('f2', 'b2', 6, 'd', 'e', 'm', 'rust', 'standard', 'rustc@1',
                 '{}', 8, 1, x'00', 'q', 'accept', 'rejected', '{}', '{}')",
        ] {
            sqlx::query(row).execute(&mut file).await.unwrap();
        }
        file.close().await.unwrap();
    });
    let store = Store::open(&path, OpenMode::Existing).unwrap();
    let all = store.all_buckets().unwrap();
    let seen: Vec<_> =
        all.iter().map(|b| (&b.id[..], b.number, b.status, &b.note[..], b.count)).collect();
    assert_eq!(
        seen,
        [("b1", 1, BucketStatus::Ignored, "not a bug", 7), ("b3", 2, BucketStatus::Known, "", 1)]
    );
    assert_eq!((all[0].first_seen, all[0].last_seen), (1, 6));
    let findings = store.findings("b1").unwrap();
    let findings: Vec<_> = findings.iter().map(|f| (&f.id[..], f.campaign)).collect();
    assert_eq!(findings, [("f1", CampaignId(1)), ("f2", CampaignId(2))]);
    assert_eq!(store.buckets(CampaignId(1)).unwrap()[0].count, 3);
}
