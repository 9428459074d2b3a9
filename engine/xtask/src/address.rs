//! The address of the project: one line of the manifest of the workspace, from which documents and packages take it.

use crate::sources_folder::manifest;
use anyhow::Result;

/// The address, or `None` until the project has one.
///
/// # Errors
/// The manifest cannot be read.
pub(crate) fn address() -> Result<Option<String>> {
    let manifest = manifest("")?;
    Ok(manifest["workspace"]["package"].get("repository").and_then(|address| address.as_str()).map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources_folder::workspace;
    use std::fs;

    /// The documents that send their readers to the project.
    const DOCUMENTS: [&str; 3] = ["README.md", "docs/installing.md", "SECURITY.md"];
    /// Where they send them until the project has an address.
    const WITHOUT: &str = "the files beside this one";

    /// Whether a document contains the address of the project, or the words for a project without one.
    fn agrees(document: &str, address: Option<&str>) -> bool {
        let text = document.split_whitespace().collect::<Vec<_>>().join(" ");
        match address {
            Some(address) => text.contains(address) && !text.contains(WITHOUT),
            None => text.contains(WITHOUT),
        }
    }

    #[test]
    fn the_documents_name_the_address_of_the_manifest() {
        let address = address().unwrap();
        for document in DOCUMENTS {
            let text = fs::read_to_string(workspace().join(document)).unwrap();
            let expected = address.as_deref().unwrap_or(WITHOUT);
            assert!(agrees(&text, address.as_deref()), "{document} should name `{expected}`, see Cargo.toml");
        }
    }

    #[test]
    fn the_debian_package_takes_the_address_too() {
        // Cargo refuses to inherit what is not there.
        let package = &manifest("engine/daemon").unwrap()["package"];
        let is_inherited = package.get("repository").is_some_and(|one| one["workspace"].as_bool() == Some(true));
        assert_eq!(
            is_inherited,
            address().unwrap().is_some(),
            "write `repository.workspace = true` there, see Cargo.toml"
        );
    }

    #[test]
    fn a_document_agrees_with_one_of_both_states() {
        let (old, new) = ("These are the files\nbeside this one.", "They are at <https://plyd.invalid/releases>.");
        let address = Some("https://plyd.invalid");
        assert!(agrees(old, None) && !agrees(new, None));
        assert!(agrees(new, address) && !agrees(old, address) && !agrees(&format!("{new} {old}"), address));
    }
}
