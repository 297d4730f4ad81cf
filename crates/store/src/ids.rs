//! Names of buckets and findings: short, and the same whenever the same thing is
//! found again.

use crate::model::{BucketKey, CampaignId, NewFinding};

/// The id of a bucket, in every store. One that an older version made has the id
/// that it was given then.
pub(crate) fn bucket_id(key: &BucketKey) -> String {
    hash(10, &[&key.signature, key.known_issue.as_deref().unwrap_or_default()])
}

/// The id of a finding: one for each program and target in a bucket.
pub(crate) fn finding_id(campaign: CampaignId, finding: &NewFinding) -> String {
    let parts = [
        &campaign.to_string(),
        &finding.bucket.signature,
        &finding.data.case_id,
        &finding.data.target,
    ];
    hash(12, &parts.map(String::as_str))
}

/// The first digits of the hash of some texts.
fn hash(digits: usize, parts: &[&str]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        // With its length, so that no two lists of texts look the same.
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..digits].to_owned()
}
