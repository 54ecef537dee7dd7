//! The servers of a configuration as a fleet. Names that are known keep their nodes, so that the movement is that of the
//! edit; where servers go by numbers that are written, these are the nodes'.

use std::collections::HashMap;

use crate::{
    fleet::{Fleet, FleetError, Node, NodeId},
    paste::{Fresh, keep_order_of_downs},
    weight::Weight,
};

/// A server of a configuration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Server {
    /// What is hashed, or what it is known by.
    pub name: String,
    /// Its weight.
    pub weight: Weight,
    /// Whether it can serve.
    pub up: bool,
    /// The number that it goes by, from 1; `None` where it goes by its name or its place.
    pub id: Option<u32>,
}

/// The fleet of these servers, in their order.
///
/// # Errors
/// A name that is empty, too long or taken, a number that stands twice, or too many servers.
pub fn fleet(servers: &[Server], current: &Fleet) -> Result<Fleet, FleetError> {
    let known: HashMap<&str, &Node> = current.nodes().iter().map(|node| (node.name.as_str(), node)).collect();
    let all_have_ids = servers.iter().all(|server| server.id.is_some_and(|id| id > 0));
    let mut next = Fresh::new(current);
    let mut nodes = Vec::with_capacity(servers.len());
    for (server, place) in servers.iter().zip(0..) {
        let (id, bucket) = match (server.id, known.get(server.name.as_str())) {
            (Some(id), _) if all_have_ids => (NodeId(id - 1), place),
            (_, Some(node)) => (node.id, node.bucket),
            (_, None) => next.take(),
        };
        nodes.push(Node { id, name: server.name.clone(), weight: server.weight, up: server.up, bucket });
    }
    let mut fleet = Fleet::from_nodes(nodes)?;
    keep_order_of_downs(&mut fleet, current);
    Ok(fleet)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn server(name: &str, id: Option<u32>) -> Server {
        Server { name: name.into(), weight: Weight::ONE, up: true, id }
    }

    fn short(fleet: &Fleet) -> Vec<String> {
        let one = |node: &Node| {
            format!("{} #{} ^{}{}", node.name, node.id.0, node.bucket, if node.up { "" } else { " down" })
        };
        fleet.nodes().iter().map(one).collect()
    }

    #[test]
    fn known_names_keep_their_nodes_and_new_ones_come_after_all() {
        let current = Fleet::from_names(["a", "b", "c"]).expect("names");
        let servers = [server("new", None), server("c", None), Server { up: false, ..server("a", None) }];
        let now = fleet(&servers, &current).expect("a fleet");
        assert_eq!(short(&now), ["new #3 ^2", "c #2 ^1", "a #0 ^0 down"]);
        assert_eq!(now.downs(), [NodeId(0)]);
    }

    #[test]
    fn numbers_that_are_written_are_the_nodes() {
        let current = Fleet::from_names(["a", "b", "c"]).expect("names");
        let now = fleet(&[server("c", Some(1)), server("x", Some(1007))], &current).expect("a fleet");
        assert_eq!(short(&now), ["c #0 ^0", "x #1006 ^1"]);
        // Where one has none, numbers say nothing.
        let now = fleet(&[server("c", Some(1)), server("x", None)], &current).expect("a fleet");
        assert_eq!(short(&now), ["c #2 ^0", "x #3 ^1"]);
        assert!(fleet(&[server("a", Some(1)), server("b", Some(1))], &current).is_err());
        assert!(fleet(&[server("a", None), server("a", None)], &current).is_err());
    }
}
