//! Two rings of the same fleet cut open, one above the other: raw above finalised, or one label above another.

use std::sync::Arc;

use placement::{
    algorithm::{
        Placed as _,
        ring::{Point, Ring},
    },
    fleet::NodeId,
    measure::clump,
    number::{Ratio, decimal, thousands},
};

use super::{LensStudy, Seen, name_of, plate};
use crate::{
    charts::{
        figure::Figure,
        lanes::{Lane, Lanes},
    },
    lab::sheet::{Plate, Table},
};

/// Nodes whose lanes are drawn.
const MOST_LANES: usize = 12;

/// What a node has on a ring.
struct Own {
    /// By the number of their labels, in turns.
    points: Vec<f32>,
    arcs: Vec<(f32, f32)>,
    share: Ratio,
    times: f64,
    /// The longest stretch without a point of its own, as a share of the circle.
    emptiest: f64,
}

fn own(seen: &Seen, seat: usize, share: Ratio) -> Own {
    let ring = &seen.ring;
    let all = ring.points();
    let turns = |position: u64| ring.turns(position) as f32;
    let (mut points, mut arcs, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    let mut over_end = None;
    for (at, point) in all.iter().enumerate().filter(|(_, point)| point.seat as usize == seat) {
        points.resize(points.len().max(point.label as usize + 1), 0.0);
        points[point.label as usize] = turns(point.position);
        positions.push(point.position);
        let other = if ring.is_clockwise() { (at + all.len() - 1) % all.len() } else { (at + 1) % all.len() };
        let (here, there) = (turns(point.position), turns(all[other].position));
        let (from, to) = if ring.is_clockwise() { (there, here) } else { (here, there) };
        if from < to {
            arcs.push((from, to));
        } else {
            // Over the end of the scale: at both ends, so that all stay in order without a sort.
            arcs.insert(0, (0.0, to));
            over_end = Some((from, 1.0));
        }
    }
    arcs.extend(over_end);
    let around = |at: usize| {
        let (here, next) = (ring.turns(positions[at]), ring.turns(positions[(at + 1) % positions.len()]));
        if next > here { next - here } else { next + 1.0 - here }
    };
    let emptiest = (0..positions.len()).map(around).fold(0.0, f64::max);
    let times = share.value() * all.len() as f64 / points.len().max(1) as f64;
    Own { points, arcs, share, times, emptiest }
}

/// The clump that stands best apart from the other points of its node, of the first nodes: whose, and its first and last
/// number.
fn named_run(ring: &Ring) -> Option<(NodeId, u32, u32)> {
    let mut best = None;
    for (seat, &id) in ring.seats().iter().enumerate().take(MOST_LANES) {
        let clumps = clump::clumps(ring, id);
        if clumps.is_empty() {
            continue;
        }
        let own: Vec<u64> =
            ring.points().iter().filter(|point| point.seat as usize == seat).map(|point| point.position).collect();
        for run in clumps {
            let at = own.partition_point(|&position| position < run.start);
            let last = at + run.positions.len() - 1;
            // A run that wraps, or that other labels stand in, is no picture of ten in a row.
            if at == 0 || last + 1 >= own.len() || u128::from(own[last] - own[at]) != run.span {
                continue;
            }
            let apart = (own[at] - own[at - 1]).min(own[last + 1] - own[last]);
            if best.as_ref().is_none_or(|(_, most)| apart > *most) {
                best = Some(((id, run.first, run.last()), apart));
            }
        }
    }
    best.map(|(run, _)| run)
}

impl LensStudy {
    pub(super) fn lanes(&self) -> Plate {
        let found = self.rings.get(..2).map(|rings| {
            let titles = self.hashes.clone();
            self.before_above_after([&rings[0], &rings[1]], titles)
        });
        let nodes = self.fleet().nodes().len();
        let first = if nodes > MOST_LANES {
            format!(" The first {MOST_LANES} of {} nodes; all are in the table.", thousands(nodes as u64))
        } else {
            String::new()
        };
        plate(
            "Lanes: the same labels, raw and finalised",
            format!(
                "The circle cut open, one lane a node. Tall: virtual nodes. Low: the arcs they own. The finaliser moves every \
                 point to another place.{first}"
            ),
            found,
        )
    }

    /// Two rings of the same points, one above the other.
    pub(super) fn before_above_after(&self, rings: [&Seen; 2], titles: [String; 2]) -> (Option<Figure>, Table) {
        let mut table = Table::new(&["node"], &["virtual nodes"]);
        for title in &titles {
            for head in ["share", "times fair", "longest empty stretch"] {
                table.columns.push(crate::lab::sheet::Column { head: format!("{head}, {title}"), is_number: true });
            }
        }
        let shares = rings.map(|seen| seen.ring.exact_shares().unwrap_or_default());
        let run = named_run(&rings[0].ring);
        let mut lanes = Vec::new();
        for (seat, &id) in rings[0].ring.seats().iter().enumerate() {
            let both = [0, 1]
                .map(|at: usize| own(rings[at], seat, shares[at].get(seat).copied().unwrap_or(Ratio::new(0u32, 1u32))));
            let mut cells = vec![name_of(self.fleet(), id), thousands(both[0].points.len() as u64)];
            for one in &both {
                cells.extend([one.share.percent(), decimal(one.times, 2), placement::number::percent(one.emptiest)]);
            }
            table.push(cells, false);
            if lanes.len() < MOST_LANES {
                let is_marked = |label: usize| {
                    run.is_some_and(|(whose, first, last)| whose == id && (first..=last).contains(&(label as u32)))
                };
                let [before, after] = &both;
                let pair = |(label, (&from, &to)): (usize, (&f32, &f32))| (from, to, is_marked(label));
                lanes.push(Lane {
                    id,
                    name: name_of(self.fleet(), id),
                    points: before.points.iter().zip(&after.points).enumerate().map(pair).collect(),
                    arcs: [Arc::from(&*before.arcs), Arc::from(&*after.arcs)],
                    figures: both.each_ref().map(|one| (one.share.percent(), decimal(one.times, 2))),
                });
            }
        }
        let marked = run.map_or_else(String::new, |(id, first, last)| {
            let of_first = |point: &&Point| point.label == first && rings[0].ring.seats()[point.seat as usize] == id;
            let label = rings[0].ring.points().iter().find(of_first).map(|point| rings[0].ring.label_text(point));
            format!("{} … {last}", label.unwrap_or_default())
        });
        let bits = rings[0].ring.bits();
        let has_lanes = !lanes.is_empty();
        let figure = Figure::Lanes(Lanes { titles, lanes, bits, marked, travelled: 1.0 });
        (has_lanes.then_some(figure), table)
    }
}
