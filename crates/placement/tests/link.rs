//! The link: a scenario as a query string, and back.

use placement::{
    link::{decode, encode},
    scenario::Scenario,
};

#[test]
fn the_default_scenario_is_the_shortest_link() {
    assert_eq!(encode(&Scenario::default()).query, "v=1");
    assert_eq!(decode("").scenario, Scenario::default());
}
