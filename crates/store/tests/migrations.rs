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
