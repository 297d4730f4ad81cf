//! The launch file for Kubernetes has the fields of a Job, and no others. The types are
//! generated from the schema that Kubernetes publishes.

#![cfg(test)]

use k8s_openapi::api::batch::v1::Job;

const FILE: &str = include_str!("../../deploy/kubernetes/workers.yaml");

/// The names of fields that a Job does not have, or why the file is not one.
fn unknown_fields(file: &str) -> Result<Vec<String>, String> {
    let mut unknown = Vec::new();
    let yaml = serde_yaml_ng::Deserializer::from_str(file);
    let read: Result<Job, _> =
        serde_ignored::deserialize(yaml, |path| unknown.push(path.to_string()));
    read.map(|_| unknown).map_err(|error| error.to_string())
}

#[test]
fn the_launch_file_is_a_job() {
    assert_eq!(unknown_fields(FILE), Ok(Vec::new()));
}

#[test]
fn a_wrong_field_would_be_noticed() {
    for (field, wrong) in [
        ("backoffLimitPerIndex: 3", "backoffLimitPerindex: 3"),
        ("mountPath:", "mountpath:"),
        ("secretKeyRef:", "secretRef:"),
        ("terminationGracePeriodSeconds:", "gracePeriodSeconds:"),
    ] {
        assert!(FILE.contains(field), "{field}");
        assert_ne!(unknown_fields(&FILE.replacen(field, wrong, 1)), Ok(Vec::new()), "{wrong}");
    }
    for (field, wrong) in [("parallelism: 16", "parallelism: many"), ("kind: Job", "kind: Pod")] {
        assert!(unknown_fields(&FILE.replacen(field, wrong, 1)).is_err(), "{wrong}");
    }
}
