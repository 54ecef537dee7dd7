//! Which bits of the hash flip with which bits of a label.

use placement::{
    measure::lens::{self, Avalanche},
    number::{percent, thousands},
    template::Template,
};

use super::{LensStudy, plate};
use crate::{
    charts::{figure::Figure, heat::Heat},
    lab::sheet::{Column, Plate, Table},
};

impl LensStudy {
    /// The end of one of the fleet's labels, a sign for each byte that is looked at.
    fn example(&self, bytes: usize) -> Vec<String> {
        let template = Template::parse(&self.labels[0]);
        let name = self.fleet().nodes().first().map_or("", |node| node.name.as_str());
        let mut label = Vec::new();
        template.write(name, u64::from(lens::virtual_nodes(&self.scenario).saturating_sub(1)), &mut label);
        let sign = |back: usize| {
            let byte = label.len().checked_sub(back).and_then(|at| label.get(at)).copied();
            byte.filter(u8::is_ascii_graphic).map_or_else(|| "·".into(), |byte| char::from(byte).to_string())
        };
        (1..=bytes).rev().map(sign).collect()
    }

    pub(super) fn avalanche(&self) -> Plate {
        let [raw, mixed] = &self.avalanches;
        let bytes = raw.bytes();
        let is_done = mixed.done() == bytes && bytes > 0;
        let found = is_done.then(|| {
            let groups = self.example(bytes);
            let mut table = Table::new(&["bit of the label"], &[]);
            for hash in &self.hashes {
                for head in ["flips on the average", "never flips", "always flips"] {
                    table.columns.push(Column { head: format!("{head}, {hash}"), is_number: true });
                }
            }
            let mut heat = Heat {
                maps: self.hashes.iter().map(|hash| (hash.clone(), Vec::new())).collect(),
                columns: raw.bits(),
                groups,
                ends: [format!("bit {} of the hash", raw.bits() - 1), "bit 0".into()],
            };
            // A hash of 64 bits has 32 with the finaliser: the upper ones are not there.
            let share = |one: &Avalanche, back, bit, out: usize| {
                if out < one.bits() { one.flipped(back, bit, out).value() } else { 0.0 }
            };
            for (group, back) in (0..bytes).rev().enumerate() {
                for bit in (0..8).rev() {
                    let mut cells = vec![format!("{} at {} from the end, bit {bit}", heat.groups[group], back + 1)];
                    for (at, one) in self.avalanches.iter().enumerate() {
                        let row: Vec<f64> = (0..raw.bits()).rev().map(|out| share(one, back, bit, out)).collect();
                        let of = &row[raw.bits() - one.bits()..];
                        let count = |wanted: f64| of.iter().filter(|&&share| share == wanted).count();
                        cells.push(percent(of.iter().sum::<f64>() / of.len().max(1) as f64));
                        cells.extend([0.0, 1.0].map(|wanted| format!("{} of {}", count(wanted), of.len())));
                        heat.maps[at].1.extend(row.iter().map(|&share| share as f32));
                    }
                    table.push(cells, false);
                }
            }
            (Some(Figure::Heat(heat)), table)
        });
        let off = |one: &Avalanche| percent(one.mean_deviation());
        let measured = if is_done {
            format!(
                " {} is {} off on the average, {} is {}; {} tries of a fair coin would be {}.",
                self.hashes[0],
                off(raw),
                self.hashes[1],
                off(mixed),
                thousands(raw.labels() as u64),
                percent(raw.mean_deviation_by_chance())
            )
        } else {
            String::new()
        };
        plate(
            "Avalanche: one bit of a label flips, and which bits of its hash?",
            format!(
                "A row for each bit of the last {bytes} bytes, named by one label's own characters, and a column for each bit of the hash; \
                 measured on the fleet's own labels. A good hash is an even grey.{measured}"
            ),
            found,
        )
    }
}
