//! What a placement can be compared with by one click: another algorithm, another hash, other virtual nodes, another label.

use placement::{
    algorithm::{ALL, Algorithm, can_fill_64_bits, ring},
    beside::{MOST_VARIANTS, Variant},
    fleet::Fleet,
    hash::HashFn,
    keys::Keys,
    number::thousands,
    parameter::{self, Kind, Parameter, Value},
    scenario::{Command, Scenario},
    snapshot::modulo,
    system::Family,
};

use crate::lab::capitalised;

/// Choices of one kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Group {
    /// What differs.
    pub name: &'static str,
    /// The choices.
    pub choices: Vec<Choice>,
}

/// One way to place the same.
#[derive(Clone, PartialEq, Debug)]
pub struct Choice {
    /// How it differs: "by rendezvous".
    pub name: String,
    /// The way.
    pub variant: Variant,
}

/// Virtual nodes that are offered, where they are not those of now.
const VIRTUAL_NODES: [u32; 6] = [1, 10, 40, 160, 500, 1_000];

/// All that a placement can be compared with, those first that say the most of it.
#[must_use]
pub fn choices(now: &Variant) -> Vec<Group> {
    // Of no nodes: a fleet would only have to be copied for each.
    let scenario = &Scenario {
        algorithm: now.algorithm,
        settings: now.settings.clone(),
        fleet: Fleet::default(),
        keys: Keys::default(),
    };
    let by = |commands: &[Command]| {
        let mut other = scenario.clone();
        commands.iter().try_for_each(|command| other.apply(command.clone()).map(|_| ())).ok()?;
        let variant = Variant::of(&other);
        (!variant.is_like(now)).then_some(variant)
    };
    let choice = |name: String, commands: &[Command]| Some(Choice { name, variant: by(commands)? });
    let mut groups = Vec::new();
    let mut group = |name: &'static str, choices: Vec<Option<Choice>>| {
        let choices: Vec<Choice> = choices.into_iter().flatten().collect();
        if !choices.is_empty() {
            groups.push(Group { name, choices });
        }
    };
    let takes = |parameter: &Parameter| scenario.algorithm.takes(parameter);
    let set = |parameter: &'static Parameter, value: Value| [Command::Set(parameter, value)];
    let is_wide = scenario.settings.choice(&parameter::SPACE) == 1 && can_fill_64_bits(scenario.hash());
    if takes(&parameter::FINALISER) && !is_wide {
        let on = scenario.settings.switch(&parameter::FINALISER);
        let name = if on { "without the finaliser" } else { "with the finaliser" };
        group("Finaliser", vec![choice(name.into(), &set(&parameter::FINALISER, Value::Switch(!on)))]);
    }
    let place_by = |all: &[Algorithm]| {
        let way = |&one: &Algorithm| choice(format!("{} {}", one.preposition, one.name), &[Command::SetAlgorithm(one)]);
        all.iter().map(way).collect()
    };
    group("Algorithm", place_by(&ALL));
    for family in Family::ALL {
        group(family.name(), place_by(&family.systems().collect::<Vec<_>>()));
    }
    if takes(&parameter::HASH) {
        let hashes = HashFn::ALL.into_iter().enumerate();
        group(
            "Hash",
            hashes.map(|(at, hash)| choice(hash.name().into(), &set(&parameter::HASH, Value::Choice(at)))).collect(),
        );
    }
    if takes(&ring::VIRTUAL_NODES) {
        let counts = VIRTUAL_NODES
            .into_iter()
            .map(|count| choice(format!("{} each", thousands(count)), &set(&ring::VIRTUAL_NODES, Value::Count(count))));
        group("Virtual nodes", counts.collect());
    }
    if let (true, Kind::Label { common, .. }) = (takes(&ring::LABEL), &ring::LABEL.kind) {
        let labels =
            common.iter().map(|label| choice((*label).into(), &set(&ring::LABEL, Value::Label((*label).into()))));
        group("Label", labels.collect());
    }
    groups.iter_mut().flat_map(|group| &mut group.choices).for_each(|choice| choice.name = capitalised(&choice.name));
    groups
}

/// What one compares with who has chosen nothing: the finaliser on and off, and rendezvous with it; else the ring.
#[must_use]
pub fn usual(scenario: &Scenario) -> Vec<Variant> {
    let now = Variant::of(scenario);
    let of = |id: &str| {
        let algorithm = ALL.into_iter().find(|one| one.id == id)?;
        let mut finalised = Scenario { algorithm, ..scenario.clone() };
        // A hash of 64 bits has no finaliser; then it is compared as it is.
        let _ = finalised.apply(Command::Set(&parameter::FINALISER, Value::Switch(true)));
        Some(Variant::of(&finalised))
    };
    let finaliser = choices(&now).into_iter().find(|group| group.name == "Finaliser");
    let other = finaliser.and_then(|group| group.choices.into_iter().next()).map(|choice| choice.variant);
    let wished = [other, of("rendezvous"), of("ring"), of(modulo().id)].into_iter().flatten();
    let mut variants: Vec<Variant> = Vec::new();
    for variant in wished {
        if !variant.is_like(&now) && !variants.iter().any(|one| one.is_like(&variant)) {
            variants.push(variant);
        }
    }
    variants.truncate(MOST_VARIANTS - 1);
    variants
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_choice_differs_from_what_is_there() {
        for algorithm in Algorithm::every() {
            let scenario = Scenario { algorithm, ..Scenario::default() };
            let groups = choices(&Variant::of(&scenario));
            let all: Vec<&Choice> = groups.iter().flat_map(|group| &group.choices).collect();
            assert!(all.len() >= ALL.len() + placement::system::ALL.len() - 1, "{algorithm:?}");
            assert!(all.iter().all(|choice| !choice.variant.is_like(&Variant::of(&scenario))), "{algorithm:?}");
            assert!(all.iter().all(|choice| choice.variant.on(&scenario).is_ok()), "{algorithm:?}");
        }
        let names: Vec<String> = choices(&Variant::of(&Scenario::default()))
            .into_iter()
            .map(|group| group.choices[0].name.clone())
            .collect();
        assert_eq!(
            names,
            [
                "With the finaliser",
                "By rendezvous",
                "By nginx, hash consistent",
                "By libmemcached, ketama weighted",
                "By Redis Cluster",
                "By npm hashring",
                "MurmurHash3",
                "1 each",
                "{node}-{i}"
            ]
        );
    }

    #[test]
    fn the_usual_comparison_is_with_the_finaliser_and_with_rendezvous() {
        let names = |scenario: &Scenario| {
            usual(scenario)
                .into_iter()
                .map(|one| (one.algorithm.id, one.settings.switch(&parameter::FINALISER)))
                .collect::<Vec<_>>()
        };
        assert_eq!(names(&Scenario::default()), [("ring", true), ("rendezvous", true)]);
        let modulo = Scenario { algorithm: Algorithm::from_id("modulo").expect("modulo"), ..Scenario::default() };
        assert_eq!(names(&modulo), [("modulo", true), ("rendezvous", true)]);
    }
}
