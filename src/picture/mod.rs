//! Pictures as plain data in CSS pixels: what to draw, where, and what is under the pointer. Nothing here knows a
//! browser or a colour; `crate::canvas` paints.
