//! The way of one key through numbered buckets as a chain: every bucket that it comes to, one behind the other, those
//! without a node too. The frame of slots shows only where it ends.

use std::ops::Range;

use placement::{
    explain::SlotRule,
    fleet::NodeId,
    walk::{Place, Step, steps},
};

use super::{
    scene::{Align, Ink, Layer, Point, Shape},
    signs::{frame, short},
    slots_data::SlotsData,
};

const HEIGHT_CSS_PX: f64 = 18.0;
/// Of a character, about, and beside the text of a stop.
const CHARACTER_CSS_PX: f64 = 7.0;
const EDGE_CSS_PX: f64 = 10.0;
/// Between two stops, where the arrow is.
const ARROW_CSS_PX: f64 = 18.0;

/// Is a key's bucket found by going from one to the next, so that there is a chain to draw?
pub(super) fn is_chained(data: &SlotsData) -> bool {
    matches!(data.rule, Some(SlotRule::Jumps | SlotRule::JumpsBack | SlotRule::Tries { .. }))
}

/// What stands in a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Link {
    /// A bucket by its number, and the node in it.
    Bucket(u32, Option<NodeId>),
    /// So many stops that are left out.
    More(u32),
}

impl Link {
    fn text(&self) -> String {
        match self {
            Self::Bucket(number, Some(node)) => format!("{number} {}", node.letter()),
            Self::Bucket(number, None) => number.to_string(),
            Self::More(count) => format!("… {count} …"),
        }
    }

    fn width(&self) -> f64 {
        EDGE_CSS_PX + CHARACTER_CSS_PX * self.text().chars().count() as f64
    }
}

/// The chain of a key between two places across.
#[derive(Debug)]
pub(super) struct Chain {
    /// What stands in it, where its middle is, and which stops of the way it stands for.
    links: Vec<(Link, Point, Range<usize>)>,
    /// The key, and where its name begins.
    name: (String, Point),
}

impl Chain {
    /// Lays the chain of a key out at a height; `None` where the key comes to no bucket.
    pub(super) fn new(data: &SlotsData, key: &str, (left, right): (f64, f64), y: f64) -> Option<Self> {
        let stops = stops(data, key);
        let end = stops.last()?;
        let name = short(key, if right - left < 400.0 { 10 } else { 18 });
        let from = left + CHARACTER_CSS_PX * (name.chars().count() + 2) as f64;
        // The last stop is always there, and as many of the first as there is room for.
        let advance = |link: &Link| link.width() + ARROW_CSS_PX;
        let before_end = stops.len() - 1;
        let width_of = |shown: usize| stops[..shown].iter().map(|stop| advance(&stop.0)).sum::<f64>();
        let room = right - from - end.0.width();
        let mut shown = before_end;
        if width_of(shown) > room {
            let left_out = advance(&Link::More(99));
            shown = (0..before_end).rev().find(|&shown| width_of(shown) + left_out <= room).unwrap_or(0);
        }
        let mut links: Vec<(Link, Range<usize>)> = stops[..shown].to_vec();
        if let (Some(first), Some(last)) = (stops.get(shown), stops[shown..before_end].last()) {
            let count = stops[shown..before_end].iter().map(|stop| stop.0.stands_for()).sum();
            links.push((Link::More(count), first.1.start..last.1.end));
        }
        links.push(end.clone());
        let mut x = from;
        let links = links.into_iter().map(|(link, range)| {
            let middle = Point::new(x + link.width() / 2.0, y);
            x += advance(&link);
            (link, middle, range)
        });
        Some(Self { links: links.collect(), name: (name, Point::new(left, y)) })
    }

    /// Draws it.
    pub(super) fn draw(&self, layer: &mut Layer) {
        layer.write(Ink::Ink, true, Align::Start, self.name.1, self.name.0.clone());
        for (at, (link, middle, _)) in self.links.iter().enumerate() {
            let width = link.width();
            if at > 0 {
                let arrow = Point::new(middle.x - (width + ARROW_CSS_PX) / 2.0, middle.y);
                layer.write(Ink::Ink2, false, Align::Middle, arrow, "→");
            }
            let corner = Point::new(middle.x - width / 2.0, middle.y - HEIGHT_CSS_PX / 2.0);
            let shape = Shape::Box { at: corner, width, height: HEIGHT_CSS_PX, corner: 4.0 };
            let ink = match link {
                Link::Bucket(_, Some(node)) => {
                    layer.fill(Ink::Node(*node, 100), shape);
                    Ink::Letter(*node)
                }
                Link::Bucket(_, None) => {
                    layer.stroke(Ink::Ink3, 1.0, shape);
                    Ink::Ink2
                }
                Link::More(_) => Ink::Ink2,
            };
            layer.write(ink, matches!(link, Link::Bucket(_, Some(_))), Align::Middle, *middle, link.text());
        }
    }

    /// A frame around a stop of the way, or around those that are left out with it.
    pub(super) fn frame(&self, layer: &mut Layer, stop: usize) {
        if let Some((link, middle, _)) = self.links.iter().find(|(_, _, stops)| stops.contains(&stop)) {
            frame(layer, *middle, link.width(), HEIGHT_CSS_PX);
        }
    }
}

impl Link {
    fn stands_for(&self) -> u32 {
        if let Self::More(count) = self { *count } else { 1 }
    }
}

/// The buckets on the way of a key to its owner, each with its place among those that a walk tells of.
fn stops(data: &SlotsData, key: &str) -> Vec<(Link, Range<usize>)> {
    let mut told = 0;
    let until_met = steps(data.view().snapshot.placed(), key.as_bytes(), 1)
        .into_iter()
        .take_while(|step| !matches!(step, Step::Meet { .. }));
    let link = |step: Step| match step {
        Step::Bucket { bucket, at, .. } => {
            let slot = if let Place::Slot(slot) = at { data.slots.get(slot as usize) } else { None };
            told += 1;
            Some((Link::Bucket(bucket, slot.map(|slot| slot.id)), told - 1..told))
        }
        Step::More(count) => Some((Link::More(count), told..told)),
        _ => None,
    };
    until_met.filter_map(link).collect()
}

#[cfg(test)]
mod tests {
    use super::super::slots_data::tests::data;
    use super::*;
    use placement::{parameter::Value, scenario::Command};

    const ACROSS: (f64, f64) = (82.0, 658.0);

    fn texts(data: &SlotsData, key: &str, across: (f64, f64)) -> Vec<String> {
        let chain = Chain::new(data, key, across, 300.0).expect("a chain");
        assert!(chain.links.iter().all(|(link, at, _)| at.x + link.width() / 2.0 <= across.1));
        chain.links.iter().map(|(link, ..)| link.text()).collect()
    }

    // The published loop by hand: 3,416,960,541,362,191,234 jumps to 0, 3, 5 and 6 of eight buckets.
    fn jumps(mut key: u64, buckets: f64) -> Vec<String> {
        let (mut next, mut all) = (0.0, Vec::new());
        while next < buckets {
            let bucket: f64 = next;
            all.push(format!("{bucket} {}", NodeId(bucket as u32).letter()));
            key = key.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
            next = ((bucket + 1.0) * (2f64.powi(31) / ((key >> 33) + 1) as f64)).floor();
        }
        all
    }

    #[test]
    fn the_jumps_of_user_42() {
        let data = data("jump", []);
        assert_eq!(texts(&data, "user:42", ACROSS), jumps(3_416_960_541_362_191_234, 8.0));
        assert_eq!(texts(&data, "user:42", ACROSS), ["0 A", "3 D", "5 F", "6 G"]);
    }

    // 3,416,960,541,362,191,234 mod 32 is 2: with the third node removed AnchorHash hashes once more, among seven. The number
    // of bucket 2 is the finalised one three golden ratios on.
    #[test]
    fn a_bucket_without_a_node_is_a_stop_too() {
        let data = data("anchor", [Command::RemoveNode(NodeId(2))]);
        let value = 3_416_960_541_362_191_234u64;
        let mut hash = value.wrapping_add(3u64.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        for factor in [0xff51_afd7_ed55_8ccdu64, 0xc4ce_b9fe_1a85_ec53] {
            hash = (hash ^ (hash >> 33)).wrapping_mul(factor);
        }
        let mut second = (hash ^ (hash >> 33)) % 7;
        let mut expected = vec!["2".to_owned()];
        if second == 2 {
            // Its successor is the last bucket.
            expected.push("2".into());
            second = 7;
        }
        expected.push(format!("{second} {}", NodeId(second as u32).letter()));
        assert_eq!(texts(&data, "user:42", ACROSS), expected);
        // The numbers of the slots are those of the buckets.
        let numbers: Vec<u32> = data.slots.iter().map(|slot| slot.number).collect();
        assert_eq!(numbers, [0, 1, 3, 4, 5, 6, 7]);
    }

    #[test]
    fn a_long_chain_leaves_its_middle_out_and_the_frame_finds_it() {
        let capacity = Command::Set(&placement::algorithm::dx::CAPACITY, Value::Count(1_024));
        let data = data("dx", [capacity]);
        let key =
            (0..200).map(|key| format!("user:{key}")).find(|key| stops(&data, key).len() > 13).expect("a long way");
        for across in [ACROSS, (58.0, 354.0)] {
            let all = texts(&data, &key, across);
            assert_eq!(all.iter().filter(|text| text.starts_with('…')).count(), 1, "{all:?}");
            let chain = Chain::new(&data, &key, across, 300.0).expect("a chain");
            for stop in 0..stops(&data, &key).iter().filter(|stop| !stop.1.is_empty()).count() {
                let mut layer = Layer::new("stop");
                chain.frame(&mut layer, stop);
                assert_eq!(layer.count(Ink::Ink), 1, "{stop}");
            }
            let shown: u32 = chain.links.iter().map(|(link, ..)| link.stands_for()).sum();
            assert_eq!(shown, stops(&data, &key).iter().map(|stop| stop.0.stands_for()).sum::<u32>());
        }
    }

    #[test]
    fn remainders_and_tables_have_no_chain() {
        for id in ["modulo", "maglev", "coordinator"] {
            assert!(!is_chained(&data(id, [])), "{id}");
        }
    }
}
