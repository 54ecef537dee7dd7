//! Charts, drawn by plotters when their data, size or theme change and never in between. What a chart shows is plain
//! data. The explorer's curve has its words as real text over the canvas; the lab's figures are taken away as pictures,
//! so they carry their words.

pub mod bars;
pub mod board;
pub mod busiest;
pub mod figure;
pub mod heat;
pub mod histogram;
pub mod lanes;
pub mod lines;
pub mod saved;
pub mod timeline;
