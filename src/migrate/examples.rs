//! Migrations that can be loaded by one click, and the one that a reader who has chosen none begins with.

use placement::{
    algorithm::Algorithm,
    beside::Variant,
    migration::{Target, servers_of},
    scenario::Scenario,
    system,
};

/// One of them: it keeps the servers and the keys of the page.
#[derive(Clone, Copy)]
pub struct Example {
    /// From what to what.
    pub name: &'static str,
    /// How keys are placed where they come from.
    pub from: Algorithm,
    /// Where they go.
    pub to: fn(&Scenario) -> Target,
}

/// All of them.
#[must_use]
pub fn examples() -> Vec<Example> {
    type To = fn(&Scenario) -> Target;
    let all: [(&'static str, &str, To); 4] = [
        ("twemproxy ketama → Envoy ring hash", "twemproxy-ketama", |from| by("envoy-ring-hash", from)),
        ("nginx hash → nginx consistent", "nginx-hash", |from| by("nginx-consistent", from)),
        ("modulo → ring", "modulo", |from| by("ring", from)),
        ("nginx → nginx, one line less", "nginx-consistent", without_last),
    ];
    let known =
        all.into_iter().filter_map(|(name, from, to)| Some(Example { name, from: Algorithm::from_id(from)?, to }));
    known.collect()
}

/// The keys and the settings of a scenario, placed by another algorithm.
fn by(id: &str, from: &Scenario) -> Target {
    let algorithm = Algorithm::from_id(id).unwrap_or_default();
    Target::by(Variant { algorithm, settings: from.settings.clone() })
}

/// The same on a list of its own without the last server that is up; one that is alone stays.
fn without_last(from: &Scenario) -> Target {
    let mut servers = servers_of(&from.fleet);
    if let Some(last) = servers.iter().rposition(|server| server.up)
        && servers.iter().filter(|server| server.up).count() > 1
    {
        servers.remove(last);
    }
    Target { servers: Some(servers), ..Target::by(Variant::of(from)) }
}

/// Where one goes who has chosen nothing: another proxy from a real system, another algorithm from one of the books. What
/// cannot place the fleet is passed over.
#[must_use]
pub fn usual(from: &Scenario) -> Target {
    let ids = if from.algorithm.is_system() { ["envoy-ring-hash", "nginx-consistent"] } else { ["rendezvous", "ring"] };
    let others = ids.iter().map(|id| by(id, from)).chain(system::ALL.iter().map(|one| by(one.id, from)));
    let mut fit = others.filter(|to| to.variant.algorithm != from.algorithm && to.on(from).is_ok());
    fit.next().unwrap_or_else(|| Target::by(Variant::of(from)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::scenario::Command;

    #[test]
    fn every_example_can_be_loaded_on_the_first_paint() {
        let all = examples();
        assert_eq!(all.len(), 4);
        for example in all {
            let mut from = Scenario::default();
            from.apply(Command::SetAlgorithm(example.from)).expect(example.name);
            let to = (example.to)(&from).on(&from).expect(example.name);
            assert_ne!((to.algorithm, to.fleet.nodes().len()), (from.algorithm, from.fleet.nodes().len()));
        }
    }

    #[test]
    fn one_begins_with_something_else() {
        for algorithm in Algorithm::every() {
            let mut from = Scenario::default();
            from.apply(Command::SetAlgorithm(algorithm)).expect("the first paint's fleet");
            let to = usual(&from);
            assert_ne!(to.variant.algorithm, algorithm);
            assert!(to.on(&from).is_ok() && to.servers.is_none(), "{algorithm:?}");
        }
    }
}
