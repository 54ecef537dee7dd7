//! The page's end of the worker that places keys. It is started when it is first needed. Where there can be none, as in a
//! sandboxed frame, or where it fails, nobody is asked again.

use std::cell::RefCell;

use js_sys::{Array, BigUint64Array, Function, Uint16Array, Uint32Array};
use placement::{
    algorithm::Seat,
    keys::{Keys, Numbers},
    link,
    scenario::Scenario,
};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{MessageEvent, Worker};

thread_local! {
    static MAKER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// From now on workers are made by this function; without one everything is done on the page itself.
pub fn use_workers(make: Option<Function>) {
    MAKER.set(make);
}

/// What the worker says of a job.
pub enum Answer {
    /// So many keys are placed.
    Placed(u32),
    /// All of them.
    Done(Numbers, Vec<Seat>),
    /// It cannot.
    Failed,
}

/// The worker, if there is one.
#[derive(Default)]
pub enum Outside {
    /// Nobody has needed one yet.
    #[default]
    Untried,
    /// It waits, or works at one job.
    There(There),
    /// There can be none.
    Missing,
}

/// A worker and what hears it.
pub struct There {
    worker: Worker,
    hear: Option<Closure<dyn FnMut(MessageEvent)>>,
    fail: Option<Closure<dyn FnMut(JsValue)>>,
}

impl Outside {
    /// Asks for a scenario to be placed, in place of what was asked before. False where it cannot be asked: there is no
    /// worker, or the keys do not travel.
    pub fn place(&mut self, number: u32, scenario: &Scenario, answer: impl Fn(Answer) + Clone + 'static) -> bool {
        // A pasted list would have to be copied there: that takes longer than hashing it in slices.
        if !matches!(scenario.keys, Keys::Pattern { .. }) {
            return false;
        }
        if matches!(self, Self::Untried) {
            *self = Self::start().map_or(Self::Missing, Self::There);
        }
        let Self::There(there) = self else { return false };
        there.listen(number, answer);
        there.ask(number, &link::encode(scenario).query)
    }

    /// Nobody waits for what was asked last.
    pub fn drop_job(&mut self) {
        if let Self::There(there) = self
            && there.hear.is_some()
        {
            there.deafen();
            there.ask(0, "");
        }
    }

    fn start() -> Option<There> {
        let make = MAKER.with_borrow(Clone::clone)?;
        let worker = make.call0(&JsValue::NULL).ok()?.dyn_into().ok()?;
        Some(There { worker, hear: None, fail: None })
    }
}

impl There {
    fn ask(&self, number: u32, link: &str) -> bool {
        self.worker.post_message(&Array::of2(&number.into(), &link.into())).is_ok()
    }

    fn listen(&mut self, number: u32, answer: impl Fn(Answer) + Clone + 'static) {
        let failed = answer.clone();
        let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let message = Array::from(&event.data());
            // What an earlier job left behind says nothing of this one.
            if message.get(0).as_f64() == Some(f64::from(number)) {
                answer(read(&message));
            }
        });
        let fail = Closure::<dyn FnMut(JsValue)>::new(move |_| failed(Answer::Failed));
        self.worker.set_onmessage(Some(hear.as_ref().unchecked_ref()));
        self.worker.set_onerror(Some(fail.as_ref().unchecked_ref()));
        (self.hear, self.fail) = (Some(hear), Some(fail));
    }

    fn deafen(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        (self.hear, self.fail) = (None, None);
    }
}

impl Drop for There {
    fn drop(&mut self) {
        self.deafen();
        self.worker.terminate();
    }
}

/// `[job, keys placed]`, `[job, numbers, owners]`, or `[job]` where it failed.
fn read(message: &Array) -> Answer {
    if let Some(placed) = message.get(1).as_f64() {
        return Answer::Placed(placed as u32);
    }
    let (numbers, owners) = (message.get(1), message.get(2));
    let numbers = match numbers.dyn_into::<Uint32Array>() {
        Ok(numbers) => Some(Numbers::Bits32(numbers.to_vec())),
        Err(numbers) => numbers.dyn_into::<BigUint64Array>().ok().map(|numbers| Numbers::Bits64(numbers.to_vec())),
    };
    match (numbers, owners.dyn_into::<Uint16Array>()) {
        (Some(numbers), Ok(owners)) => Answer::Done(numbers, owners.to_vec()),
        _ => Answer::Failed,
    }
}
