//! Experiments: many placements measured one after another, in steps, for a page that has other things to do meanwhile.

pub mod sources;
