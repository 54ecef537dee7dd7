//! The capacity plan of the page: what the loss of each node adds to the database, as a table and in words.

use placement::{
    drill::{
        capacity::{CapacityPlan, Loss},
        quantity,
    },
    fleet::{Fleet, NodeId},
    number::{percent, thousands},
    order,
    parameter::Settings,
};

use crate::lab::sheet::Table;

/// Names that stand in the sentence.
const MOST_NAMES: usize = 3;

/// What is known of a fleet so far, in numbers.
struct Known<'a> {
    losses: &'a [Loss],
    /// Reads a second for the database while nothing is lost.
    before: f64,
    /// What it stands.
    stands: f64,
    fleet: &'a Fleet,
}

impl<'a> Known<'a> {
    fn of(plan: &'a CapacityPlan, settings: &Settings, fleet: &'a Fleet) -> Self {
        let reads = f64::from(quantity::READS.of(settings));
        Self {
            losses: plan.losses(),
            before: (1.0 - plan.hit_rate()) * reads,
            stands: f64::from(quantity::DATABASE_RATE.of(settings)),
            fleet,
        }
    }

    /// Reads a second for the database after a loss.
    fn after(&self, loss: &Loss) -> f64 {
        self.before + loss.reads_per_s
    }

    fn is_too_much(&self, loss: &Loss) -> bool {
        self.after(loss) > self.stands
    }

    fn name(&self, node: NodeId) -> &str {
        self.fleet.get(node).map_or("", |node| node.name.as_str())
    }

    /// The losses, the heaviest first; those alike stay in the order of the fleet.
    fn heaviest_first(&self) -> Vec<&'a Loss> {
        let of_reads = |at: usize| self.losses[at].of_reads;
        let places = order::places(self.losses.len(), &|a, b| of_reads(b).total_cmp(&of_reads(a)));
        places.into_iter().map(|at| &self.losses[at]).collect()
    }
}

fn rate(per_s: f64) -> String {
    thousands(per_s.round() as u64)
}

/// A row for each node whose loss is known, the heaviest first or as they stand in the fleet. Rows stand out where the
/// database then is asked for more than it stands.
#[must_use]
pub fn table(plan: &CapacityPlan, settings: &Settings, fleet: &Fleet, is_heaviest_first: bool) -> Table {
    let numbers = [
        "Of all reads",
        "Of the reads that were hits",
        "More for the database, reads/s",
        "Then in all, reads/s",
        "Of what it stands",
    ];
    let mut table = Table::new(&["Node lost"], &numbers);
    let known = Known::of(plan, settings, fleet);
    let losses = if is_heaviest_first { known.heaviest_first() } else { known.losses.iter().collect() };
    for loss in losses {
        let all = known.after(loss);
        table.push(
            vec![
                known.name(loss.node).to_owned(),
                percent(loss.of_reads),
                percent(loss.of_hits),
                rate(loss.reads_per_s),
                rate(all),
                percent(all / known.stands),
            ],
            known.is_too_much(loss),
        );
    }
    table
}

/// Which losses the database does not stand, and what it would have to for the heaviest.
#[must_use]
pub fn sentence(plan: &CapacityPlan, settings: &Settings, fleet: &Fleet) -> String {
    let known = Known::of(plan, settings, fleet);
    let (done, all) = (known.losses.len(), fleet.nodes().iter().filter(|node| node.up).count());
    let sorted = known.heaviest_first();
    let Some(heaviest) = sorted.first().filter(|_| done >= all) else {
        return format!("{} of {} nodes so far.", thousands(done as u64), thousands(all as u64));
    };
    let (name, before, then) = (known.name(heaviest.node), rate(known.before), rate(known.after(heaviest)));
    let stands = rate(known.stands);
    let too_much: Vec<&str> =
        sorted.iter().filter(|loss| known.is_too_much(loss)).map(|loss| known.name(loss.node)).collect();
    if known.before > known.stands {
        return format!("The database stands {stands} reads a second, and {before} miss while nothing is lost.");
    }
    match too_much.len() {
        0 => format!(
            "The database stands the loss of any one node. The heaviest is that of {name}: from {before} to {then} reads a \
             second, of the {stands} that it stands."
        ),
        count => {
            let which = if count == done && done > 1 { "any node".to_owned() } else { listed(&too_much) };
            let that = if count == 1 { "that".to_owned() } else { format!("that of {name}, the heaviest,") };
            format!(
                "The database stands {stands} reads a second, and not the loss of {which}: {that} takes it from {before} to \
                 {then}."
            )
        }
    }
}

/// "a", "a or b", "a, b or c", "a, b, c or 5 others".
fn listed(names: &[&str]) -> String {
    let (shown, rest) = names.split_at(names.len().min(MOST_NAMES));
    let mut parts: Vec<String> = shown.iter().map(|name| (*name).to_owned()).collect();
    match rest.len() {
        0 => {}
        1 => parts.push("one other".into()),
        others => parts.push(format!("{} others", thousands(others as u64))),
    }
    match parts.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        _ => parts.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        drill::{Plan, quantity as q},
        keys::{KeyList, Keys},
        scenario::{Command, Scenario},
    };

    /// Four keys with known counts of requests, all of them held, on a ring: a loss is what the node's own keys are read.
    fn plan(settings: &Settings) -> (CapacityPlan, Fleet) {
        let list = KeyList::parse("a\t4\nb\t3\nc\t2\nd\t1").expect("keys");
        let scenario = Scenario { keys: Keys::List(list), ..Scenario::default() };
        let fleet = scenario.fleet.clone();
        let mut plan = CapacityPlan::new(Plan::new("", scenario, settings.clone(), 0)).expect("a plan");
        plan.finish();
        (plan, fleet)
    }

    fn settings(stands: u32) -> Settings {
        let listed = q::POPULARITY.chosen(&Settings::default(), 3);
        q::DATABASE_RATE.with(&q::READS.with(&q::SCALE.with(&listed, 1), 10_000), stands)
    }

    #[test]
    fn the_heaviest_stands_first_and_its_words_say_what_the_database_must_stand() {
        let (plan, fleet) = plan(&settings(50_000));
        let table = table(&plan, &settings(50_000), &fleet, true);
        // Whoever owns them: all four are held, so the losses are what is read, and none is below the next.
        let more: Vec<u32> =
            table.rows.iter().map(|row| row.cells[3].replace(',', "").parse().expect("a number")).collect();
        assert_eq!(more.iter().sum::<u32>(), 10_000);
        assert!(more.is_sorted_by(|a, b| a >= b), "{more:?}");
        let first = &table.rows[0].cells;
        let words = sentence(&plan, &settings(50_000), &fleet);
        assert_eq!(
            words,
            format!(
                "The database stands the loss of any one node. The heaviest is that of {}: from 0 to {} reads a second, of \
                 the 50,000 that it stands.",
                first[0], first[3]
            )
        );
        let as_they_stand = super::table(&plan, &settings(50_000), &fleet, false);
        let names: Vec<&str> = as_they_stand.rows.iter().map(|row| row.cells[0].as_str()).collect();
        assert_eq!(names, fleet.nodes().iter().map(|node| node.name.as_str()).collect::<Vec<_>>());
        assert!(!as_they_stand.rows.iter().any(|row| row.is_current));
    }

    #[test]
    fn losses_that_are_too_much_are_named_and_stand_out() {
        let (plan, fleet) = plan(&settings(999));
        let table = table(&plan, &settings(999), &fleet, true);
        let owners = table.rows.iter().filter(|row| row.cells[3] != "0").count();
        // Each key is a tenth of 10,000 reads at least: whoever holds one is too much for 999.
        assert_eq!(table.rows.iter().filter(|row| row.is_current).count(), owners);
        let words = sentence(&plan, &settings(999), &fleet);
        assert!(words.starts_with("The database stands 999 reads a second, and not the loss of "), "{words}");
        assert!(words.contains(&table.rows[0].cells[0]) && words.contains(&table.rows[0].cells[3]), "{words}");
    }

    #[test]
    fn before_all_are_known_it_says_how_many_are() {
        let mut scenario = Scenario::default();
        let id = scenario.fleet.nodes()[2].id;
        scenario.apply(Command::SetUp { id, up: false }).expect("a node");
        let usual = Settings::default();
        let mut plan = CapacityPlan::new(Plan::new("", scenario.clone(), usual.clone(), 0)).expect("a plan");
        assert_eq!(sentence(&plan, &usual, &scenario.fleet), "0 of 7 nodes so far.");
        plan.finish();
        assert_eq!(table(&plan, &usual, &scenario.fleet, true).rows.len(), 7);
    }

    #[test]
    fn many_names_are_cut_short() {
        assert_eq!(listed(&["a"]), "a");
        assert_eq!(listed(&["a", "b"]), "a or b");
        assert_eq!(listed(&["a", "b", "c"]), "a, b or c");
        assert_eq!(listed(&["a", "b", "c", "d"]), "a, b, c or one other");
        assert_eq!(listed(&["a", "b", "c", "d", "e"]), "a, b, c or 2 others");
    }
}
