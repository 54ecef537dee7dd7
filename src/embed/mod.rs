//! The page as a figure in somebody else's page: what is shown of it, and what it says to the page around and hears from
//! it. Pure but for `channel`, which listens and speaks.

pub mod channel;
pub mod message;
pub mod presentation;
pub mod said;
