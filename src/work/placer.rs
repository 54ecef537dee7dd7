//! The worker's end: `public/worker.js` has a scenario placed here, step by step.

use js_sys::{Array, BigUint64Array, Uint16Array, Uint32Array};
use placement::{keys::Numbers, link, placing::Placing};
use wasm_bindgen::prelude::wasm_bindgen;

/// A scenario being placed. For this page's own worker, and no part of the interface to other pages.
#[wasm_bindgen(skip_typescript)]
pub struct Placer {
    placing: Option<Placing>,
}

#[wasm_bindgen]
impl Placer {
    /// Begins with the scenario of a link.
    #[wasm_bindgen(constructor)]
    pub fn new(link: &str) -> Self {
        Self { placing: Some(Placing::new(link::decode(link).scenario, &[], None)) }
    }

    /// Goes on for a few milliseconds; true when all keys are placed.
    pub fn step(&mut self) -> bool {
        self.placing.as_mut().is_none_or(Placing::step)
    }

    /// How many keys are placed.
    pub fn placed(&self) -> u32 {
        self.placing.as_ref().map_or(0, |placing| placing.progress().0)
    }

    /// The numbers of the keys and the seats of their owners, once.
    pub fn take(&mut self) -> Option<Array> {
        let (numbers, owners) = self.placing.take()?.into_parts()?;
        let numbers = match numbers {
            Numbers::Bits32(numbers) => Uint32Array::from(&numbers[..]).into(),
            Numbers::Bits64(numbers) => BigUint64Array::from(&numbers[..]).into(),
        };
        Some(Array::of2(&numbers, &Uint16Array::from(&owners[..]).into()))
    }
}
