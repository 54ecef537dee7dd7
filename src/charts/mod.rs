//! Charts, drawn by plotters when their data, size or theme change and never in between. What a chart shows is plain
//! data; its words are real text that the component puts over the canvas.

pub mod board;
pub mod busiest;
