//! The two schemas in docs/.

use jsonschema::{Registry, Validator};
use serde_json::Value;
use std::sync::LazyLock;

pub(super) const VIEW_SCHEMA: &str = include_str!("../../../../../docs/view.schema.json");
pub(super) const POSITION_SCHEMA: &str = include_str!("../../../../../docs/position.schema.json");

/// What a library says.
pub(super) static VIEW: LazyLock<Validator> =
    LazyLock::new(|| jsonschema::validator_for(&read(VIEW_SCHEMA)).expect("it is a schema"));

/// What a session says.
pub(super) static POSITION: LazyLock<Validator> = LazyLock::new(|| {
    let registry = Registry::new().add("urn:plyd:view:1", read(VIEW_SCHEMA)).expect("it is a schema");
    let registry = registry.prepare().expect("all references can be resolved");
    let schema = read(POSITION_SCHEMA);
    jsonschema::options().with_registry(&registry).build(&schema).expect("it is a schema")
});

fn read(schema: &str) -> Value {
    serde_json::from_str(schema).expect("the schema is JSON")
}

/// Checks a value against a schema.
///
/// # Panics
/// It does not fit.
pub(super) fn validate(schema: &Validator, value: &Value) {
    if let Some(error) = schema.iter_errors(value).next() {
        panic!("{error}, at {}: {value}", error.instance_path());
    }
}
