//! The tables of the page as plain data to take away: what their parts show, without what is only drawn.

use placement::{
    fleet::NodeId,
    number::{Ratio, thousands},
};

use crate::{
    compare::{Cell, Figures},
    key_walk::Told,
    lab::sheet::{NO_FIGURE, Table},
    price::{Offer, Price},
    rows::{self, State},
    store::Steps,
    view::View,
};

/// The fleet, with its load.
#[must_use]
pub fn fleet(view: &View) -> Table {
    let has_requests = view.balance.requests.is_some();
    let mut numbers = vec!["weight", "keys", "keys over fair share", "exact share over fair share", "fair share"];
    if has_requests {
        numbers.extend(["requests", "requests over fair share"]);
    }
    let mut table = Table::new(&["node", "sign", "state"], &numbers);
    for row in rows::rows(view) {
        let load = view.balance.loads.iter().find(|load| load.id == row.id);
        let state = match row.state {
            State::Up => "up",
            State::Down => "down",
            State::Gone => "removed",
        };
        let figure = |text: Option<String>| text.unwrap_or_else(|| NO_FIGURE.into());
        let mut cells = vec![
            row.name,
            row.id.letter(),
            state.into(),
            placement::weight::Weight::from_hundredths(row.weight)
                .map_or_else(String::new, |weight| weight.to_string()),
            thousands(row.keys),
            figure(row.times_fair),
            figure(load.and_then(|load| load.exact_times_fair).map(Ratio::times)),
            figure(load.map(|load| load.fair.percent())),
        ];
        if has_requests {
            let requests = row.requests;
            cells.push(figure(requests.as_ref().map(|requests| requests.exact.clone())));
            cells.push(figure(requests.and_then(|requests| requests.times_fair)));
        }
        table.push(cells, false);
    }
    table
}

/// From whom to whom the change on show moved keys.
#[must_use]
pub fn moved(view: &View) -> Table {
    let mut table = Table::new(&["from", "to"], &["keys", "share of all keys"]);
    let movement = view.change.as_ref().and_then(|change| change.movement.as_ref());
    let name = |owner: Option<NodeId>| view.name_of(owner);
    for pair in movement.map_or(&[][..], |movement| &movement.pairs) {
        let share = Ratio::new(pair.keys, view.balance.keys).percent();
        table.push(vec![name(pair.from), name(pair.to), thousands(pair.keys), share], false);
    }
    table
}

/// What the next steps would move, as far as it is known.
#[must_use]
pub fn prices(offers: &[Offer], prices: &[Option<Price>]) -> Table {
    let numbers = ["keys that would move", "of keys", "share", "necessary keys", "fair share"];
    let mut table = Table::new(&["change"], &numbers);
    for (offer, price) in offers.iter().zip(prices) {
        let figure =
            |read: &dyn Fn(&Price) -> Option<String>| price.as_ref().and_then(read).unwrap_or_else(|| NO_FIGURE.into());
        let cells = vec![
            offer.title.clone(),
            figure(&|price| Some(thousands(price.moved))),
            figure(&|price| Some(thousands(price.keys))),
            figure(&|price| Some(price.share().percent())),
            figure(&|price| price.necessary.map(thousands)),
            figure(&|price| price.fair.map(Ratio::percent)),
        ];
        table.push(cells, false);
    }
    table
}

/// The walk of one key, step by step.
#[must_use]
pub fn walk(steps: &[Told]) -> Table {
    let mut table = Table::new(&["node", "what happens"], &["step"]);
    for (step, number) in steps.iter().zip(1u32..) {
        let node = step.node.as_ref().map_or_else(String::new, |node| node.1.clone());
        table.push(vec![node, step.words.clone(), thousands(number)], step.arrives);
    }
    table
}

/// The history, with the share that each step moved when it was on show.
#[must_use]
pub fn history(steps: &Steps) -> Table {
    let mut table = Table::new(&["step", "on show"], &["number", "keys that it moved"]);
    for (place, step) in steps.steps.iter().enumerate() {
        let title = if step.title.is_empty() { "Start".into() } else { step.title.clone() };
        let is_here = place == steps.at;
        let moved = step.moved.clone().unwrap_or_else(|| NO_FIGURE.into());
        table.push(vec![title, if is_here { "yes" } else { "no" }.into(), place.to_string(), moved], is_here);
    }
    table
}

/// The lookup table of a coordinator: the node of each shard, and the keys in it that no pin sends elsewhere.
#[must_use]
pub fn shards(view: &View) -> Table {
    let mut table = Table::new(&["node"], &["shard", "keys"]);
    let kept = view.fleet().shards();
    let (placed, owners) = (view.snapshot.placed(), view.snapshot.owners());
    let of_number = owners.table(|id| id);
    let mut keys = vec![0u32; kept.owners().len()];
    for (value, &number) in view.snapshot.keys().values().zip(owners.numbers()) {
        let shard = placed.slot(value).map_or(usize::MAX, |shard| shard as usize);
        let owner = of_number[owners.place_of(number)];
        if owner.is_some() && kept.owners().get(shard).is_some_and(|of_shard| *of_shard == owner) {
            keys[shard] += 1;
        }
    }
    for ((owner, keys), shard) in kept.owners().iter().zip(keys).zip(0u32..) {
        table.push(vec![view.name_of(*owner), thousands(shard), thousands(keys)], false);
    }
    table
}

/// What placements side by side come to.
#[must_use]
pub fn compared(figures: &Figures) -> Table {
    let moves = figures.rows.iter().any(|row| row.moved.is_some());
    let mut numbers = vec!["busiest, × fair", "lightest, × fair", "spread", "usual spread"];
    let of_all = format!("keys moved of {}", figures.keys);
    if moves {
        numbers.extend([of_all.as_str(), "to what grew", "from what shrank", "between the others"]);
    }
    let has_elsewhere = figures.rows.iter().any(|row| !row.elsewhere.is_empty());
    if has_elsewhere {
        numbers.push("elsewhere than in the first");
    }
    let mut table = Table::new(&["placement", "busiest node", "lightest node"], &numbers);
    for row in &figures.rows {
        let node = |cell: &Cell| cell.node.as_ref().map_or_else(|| NO_FIGURE.into(), |node| node.1.clone());
        let mut cells = vec![
            row.heading.clone(),
            node(&row.busiest.0),
            node(&row.lightest.0),
            row.busiest.0.text.clone(),
            row.lightest.0.text.clone(),
            row.spread.text.clone(),
            row.usual.clone(),
        ];
        if moves {
            let moved = row.moved.as_ref();
            // The cell has the share behind the number, which is a column of its own to a machine.
            let keys = moved.and_then(|moved| moved.keys.text.split(", ").next().map(str::to_owned));
            cells.push(keys.unwrap_or_else(|| NO_FIGURE.into()));
            cells.extend(moved.map_or_else(
                || [const { String::new() }; 3].map(|_| NO_FIGURE.to_owned()),
                |moved| [moved.to_grown.clone(), moved.from_shrunk.clone(), moved.between.clone()],
            ));
        }
        if has_elsewhere {
            cells.push(if row.elsewhere.is_empty() { NO_FIGURE.into() } else { row.elsewhere.clone() });
        }
        table.push(cells, false);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use placement::{
        scenario::{Command, Scenario},
        weight::Weight,
    };

    fn added() -> View {
        let before = Scenario::default();
        let mut scenario = before.clone();
        scenario.apply(Command::AddNode { name: "cache-09".into(), weight: Weight::ONE }).expect("a node");
        View::new(&scenario, "Add cache-09", Some(&before), None)
    }

    // The loads that were published with the page's design.
    #[test]
    fn the_fleet_of_the_first_paint() {
        let table = fleet(&View::new(&Scenario::default(), "", None, None));
        assert_eq!(table.rows.len(), 8);
        let third = &table.rows[2].cells;
        assert_eq!(third[..6], ["cache-03", "C", "up", "1", "16,891", "1.35"].map(String::from));
        assert_eq!(third[7], "12.5 %");
        assert!(
            table.json().contains("{\"node\":\"cache-08\",\"sign\":\"H\",\"state\":\"up\",\"weight\":1,\"keys\":6788,")
        );
    }

    #[test]
    fn a_lookup_table_has_every_shard_and_every_key() {
        let read = placement::link::decode("alg=coordinator");
        let view = View::new(&read.scenario, "", None, None);
        let table = shards(&view);
        let number =
            |row: &crate::lab::sheet::Row, at: usize| row.cells[at].replace(',', "").parse::<u32>().expect("a number");
        assert_eq!(table.rows.iter().map(|row| number(row, 1)).collect::<Vec<_>>(), (0..256).collect::<Vec<_>>());
        // Nothing is pinned: all 100,000 keys are in their shards, and each shard has what its own line says.
        assert_eq!(table.rows.iter().map(|row| number(row, 2)).sum::<u32>(), 100_000);
        for shard in [0, 77, 255] {
            let one = crate::shards::shard(&view, shard);
            let row = &table.rows[shard as usize];
            assert_eq!((one.keys, one.owner.map(|owner| owner.1)), (number(row, 2), Some(row.cells[0].clone())));
        }
    }

    // What the published design of the page says that these changes move; a ninth is fair for a ninth node.
    #[test]
    fn what_would_move_is_told_with_what_is_known_of_it() {
        let view = View::new(&Scenario::default(), "", None, None);
        let offers = crate::price::offers(view.scenario(), &view.balance);
        let known = crate::price::price(&view.snapshot, &offers[0].commands);
        let table = prices(&offers[..2], &[known, None]);
        assert_eq!(
            table.rows[0].cells,
            ["Add cache-09", "4,944", "100,000", "4.9 %", "4,944", "11.1 %"].map(String::from)
        );
        assert_eq!(table.rows[1].cells[1..], [NO_FIGURE; 5].map(String::from));
        assert!(table.json().contains("\"keys that would move\":4944,\"of keys\":100000,"));
    }

    #[test]
    fn a_walk_has_its_steps_in_order_and_ends_at_the_owner() {
        let view = View::new(&placement::link::decode("alg=modulo&nodes=x,y&list=a").scenario, "", None, None);
        let table = walk(&crate::key_walk::told(&view, "a", false));
        // FNV-1a 32 of "a" is published: 0xe40c292c, which is even.
        assert!(table.rows.iter().any(|row| row.cells[1].contains("0xe40c292c")), "{table:?}");
        let arrives = table.rows.iter().find(|row| row.is_current).expect("an owner");
        assert_eq!(arrives.cells[0], "x");
        let numbers: Vec<&str> = table.rows.iter().map(|row| row.cells[2].as_str()).collect();
        assert_eq!(numbers[..2], ["1", "2"]);
    }

    // 4,944 keys move when cache-09 joins the first paint's fleet, all of them to it.
    #[test]
    fn what_moved_is_told_pair_by_pair() {
        let table = moved(&added());
        assert!(table.rows.iter().all(|row| row.cells[1] == "cache-09"));
        let keys = |row: &crate::lab::sheet::Row| row.cells[2].replace(',', "").parse::<u32>().expect("a number");
        assert_eq!(table.rows.iter().map(keys).sum::<u32>(), 4_944);
        assert!(moved(&View::new(&Scenario::default(), "", None, None)).rows.is_empty());
    }
}
