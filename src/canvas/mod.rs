//! The way from a picture as data to pixels: a canvas that follows its box, a painter, and the colours of the page.

pub mod painter;
pub mod palette;
pub mod pixel_ring;
pub mod surface;
pub mod svg;
