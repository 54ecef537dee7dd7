//! How large a fleet a drill can have: the most nodes of the reader's own that it can be run on.

use placement::{
    drill::{Asked, MOST_NODES, PlanError},
    scenario::{Command, Scenario},
};

/// Can a drill have the first so many nodes of a fleet, with those that join?
fn fits(asked: &Asked, scenario: &Scenario, nodes: usize) -> bool {
    let mut smaller = scenario.clone();
    if nodes < scenario.fleet.nodes().len() && smaller.apply(Command::SetNodeCount(nodes as u32)).is_err() {
        return false;
    }
    asked.runs(&smaller).iter().all(|plan| plan.check() != Err(PlanError::TooManyNodes))
}

/// Where a fleet is too large for a drill, the most of its nodes, from the first on, that it can have; 0 where not even one
/// can be taken. `None` where all of them fit.
#[must_use]
pub fn most_nodes(asked: &Asked, scenario: &Scenario) -> Option<usize> {
    let all = scenario.fleet.nodes().len();
    if all < MOST_NODES / 2 || fits(asked, scenario, all) {
        return None;
    }
    let (mut fitting, mut too_many) = (0, all.min(MOST_NODES + 1));
    while too_many - fitting > 1 {
        let between = fitting.midpoint(too_many);
        if fits(asked, scenario, between) {
            fitting = between;
        } else {
            too_many = between;
        }
    }
    Some(fitting)
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::fleet::Fleet;

    fn fleet(nodes: usize) -> Scenario {
        let names = (0..nodes).map(|at| format!("cache-{at}"));
        Scenario { fleet: Fleet::from_names(names).expect("a fleet"), ..Scenario::default() }
    }

    #[test]
    fn those_that_join_need_room_too() {
        let most = |id: &str, nodes| most_nodes(&Asked::new(id).expect("a drill"), &fleet(nodes));
        // Nobody joins, one does, half as many do: 682 and 341 are 1,023, 683 and 342 would be 1,025.
        assert_eq!(["dies", "add", "grow"].map(|id| most(id, 3_000)), [Some(1_024), Some(1_023), Some(682)]);
        assert_eq!(["dies", "add", "grow"].map(|id| most(id, 1_024)), [None, Some(1_023), Some(682)]);
        assert_eq!(["dies", "add", "grow"].map(|id| most(id, 682)), [None; 3]);
        // The reference failure has four nodes of its own.
        assert_eq!(most("reference", 3_000), None);
    }
}
