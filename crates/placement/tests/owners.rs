//! Every owner of 100,000 keys, as one digest for each of three placements. `e2e/interface.test.mjs` computes the same
//! digests of what the module gives in Node.

use placement::{link, snapshot::Snapshot};
use sha2::{Digest, Sha256};

#[test]
fn digests_of_all_owners() {
    let file: serde_json::Value = serde_json::from_str(include_str!("data/owners.json")).expect("the pinned digests");
    let cases = file["cases"].as_array().expect("a list");
    assert_eq!(cases.len(), 3);
    for case in cases {
        let link = case["link"].as_str().expect("a link");
        let read = link::decode(link);
        assert!(read.notes.is_empty(), "{link}: {:?}", read.notes);
        let snapshot = Snapshot::place(&read.scenario, None);
        let mut digest = Sha256::new();
        for at in 0..snapshot.keys().len() as u32 {
            let owner = snapshot.owner(at).and_then(|id| read.scenario.fleet.get(id)).expect("an owner");
            digest.update(owner.name.as_bytes());
            digest.update(b"\n");
        }
        let written: String = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(case["sha256"].as_str(), Some(written.as_str()), "{link}");
    }
}
