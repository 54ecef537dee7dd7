//! What lies between the page and the browser: the address, announcements, fields, the canvas, and that a page which
//! goes takes all of its listeners along.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a test that cannot go on has nothing to report but that

use js_sys::{Function, Promise};
use leptos::{mount::mount_to, prelude::*};
use placement::{
    fleet::FleetError,
    scenario::{Command, ScenarioError},
};
use ringscope::{
    a11y,
    app::App,
    component::{
        number::{Form, NumberField, Range},
        text_field::TextField,
    },
    store::Store,
    url,
};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{Event, HtmlCanvasElement, HtmlElement, HtmlInputElement, KeyboardEvent, PointerEvent};

wasm_bindgen_test_configure!(run_in_browser);

/// Runs a script, for what only a script can do: looking at the browser from outside.
fn js(body: &str) -> JsValue {
    Function::new_no_args(body).call0(&JsValue::NULL).expect("a script that holds")
}

/// Waits for the next frame; everything that was asked for before has been done then.
async fn frame() {
    let promise: Promise = js("return new Promise(requestAnimationFrame)").dyn_into().expect("a promise");
    JsFuture::from(promise).await.expect("a frame");
}

/// Waits, frame by frame, until something holds.
async fn until<T: PartialEq + std::fmt::Debug>(read: impl Fn() -> T, expected: T) {
    for _ in 0..300 {
        if read() == expected {
            return;
        }
        frame().await;
    }
    assert_eq!(read(), expected);
}

fn place() -> HtmlElement {
    let element: HtmlElement = document().create_element("div").expect("an element").dyn_into().expect("of HTML");
    document().body().expect("a body").append_child(&element).expect("a place on the page");
    element
}

fn find<T: JsCast>(root: &HtmlElement, selector: &str) -> T {
    let found = root.query_selector(selector).expect("a selector").expect(selector);
    found.dyn_into().map_err(|_| ()).expect("an element of that kind")
}

fn press(element: &HtmlElement, kind: &str, key: &str) {
    let event = js(&format!("return new KeyboardEvent('{kind}', {{ key: '{key}', bubbles: true, cancelable: true }})"));
    element.dispatch_event(event.unchecked_ref::<KeyboardEvent>()).expect("a key");
}

fn point(element: &HtmlElement, kind: &str, x_css_px: i32) {
    let options = format!("{{ clientX: {x_css_px}, pointerId: 1, button: 0, bubbles: true, cancelable: true }}");
    let event = js(&format!("return new PointerEvent('{kind}', {options})"));
    element.dispatch_event(event.unchecked_ref::<PointerEvent>()).expect("a pointer");
}

fn change(input: &HtmlInputElement, text: &str) {
    input.set_value(text);
    input.dispatch_event(&Event::new("change").expect("an event")).expect("a change");
}

#[wasm_bindgen_test]
fn the_address_is_read_and_replaced() {
    let (before, steps) = (url::query(), js("return history.length"));
    url::replace_query("v=1&nodes=a,%C3%A4&n=5");
    assert_eq!(url::query(), "v=1&nodes=a,%C3%A4&n=5");
    assert!(url::address(None).ends_with("?v=1&nodes=a,%C3%A4&n=5"));
    assert_eq!(js("return history.length"), steps, "the browser's own history is left alone");
    url::replace_query(&before);
    assert_eq!(url::query(), before);
}

#[wasm_bindgen_test]
async fn of_announcements_in_a_row_only_the_last_is_made() {
    let root = place();
    let region = RwSignal::new(String::new());
    let handle = mount_to(root.clone(), move || view! { <p>{region}</p> });
    for text in ["one", "two", "three"] {
        a11y::announce(region, text.into());
        frame().await;
        assert_eq!(region.get_untracked(), "", "not while more may come");
    }
    until(|| root.inner_text(), "three".into()).await;
    drop(handle);
    root.remove();
}

#[wasm_bindgen_test]
async fn a_text_field_takes_refuses_and_restores() {
    let root = place();
    let value = RwSignal::new("old".to_owned());
    let take = move |text: String| {
        if text.is_empty() {
            return Err(ScenarioError::Fleet(FleetError::EmptyName));
        }
        value.set(text);
        Ok(())
    };
    let handle = mount_to(root.clone(), move || {
        view! { <TextField label=Signal::stored("Name".to_owned()) value=value.into() take=take /> }
    });
    let input: HtmlInputElement = find(&root, "input");
    let message = || root.text_content().unwrap_or_default();
    frame().await;
    assert_eq!((input.value(), message()), ("old".into(), String::new()));

    change(&input, "new");
    frame().await;
    assert_eq!((value.get_untracked(), input.value()), ("new".into(), "new".into()));

    change(&input, "");
    frame().await;
    assert_eq!((value.get_untracked(), input.value()), ("new".into(), String::new()), "what was typed stays");
    assert_eq!(message(), FleetError::EmptyName.to_string());
    assert_eq!(input.get_attribute("aria-invalid").as_deref(), Some("true"));

    press(&input, "keydown", "Escape");
    frame().await;
    assert_eq!((input.value(), message()), ("new".into(), String::new()));
    assert_eq!(input.get_attribute("aria-invalid").as_deref(), Some("false"));

    input.set_value("newer");
    press(&input, "keydown", "Enter");
    frame().await;
    assert_eq!(value.get_untracked(), "newer");
    drop(handle);
    root.remove();
}

#[wasm_bindgen_test]
async fn a_held_arrow_key_is_one_step_and_so_is_a_drag() {
    let root = place();
    let held = StoredValue::new_local(None::<Store>);
    let handle = mount_to(root.clone(), move || {
        let store = Store::from_address();
        held.set_value(Some(store));
        provide_context(store);
        let count = store.number(|view| view.scenario().fleet.nodes().len() as u32);
        let range = Range { least: 0, most: 20, logarithmic: false, form: Form::Whole };
        view! {
            <NumberField
                label="Nodes"
                value=count
                range=range
                command=|count| Some(Command::SetNodeCount(count))
            />
        }
    });
    let store = held.get_value().expect("a store");
    let nodes = || store.scenario().fleet.nodes().len();
    let can_undo = store.can_undo();
    let spin: HtmlElement = find(&root, "[role='spinbutton']");

    for _ in 0..4 {
        press(&spin, "keydown", "ArrowUp");
    }
    press(&spin, "keyup", "ArrowUp");
    frame().await;
    assert_eq!((nodes(), spin.inner_text().as_str()), (12, "12"));
    assert_eq!(spin.get_attribute("aria-valuenow").as_deref(), Some("12"));
    store.undo();
    assert_eq!((nodes(), can_undo.get_untracked()), (8, false));

    // 4 px a step; the newest move of a frame counts.
    point(&spin, "pointerdown", 100);
    for x_css_px in [104, 108, 120] {
        point(&spin, "pointermove", x_css_px);
    }
    frame().await;
    assert_eq!(nodes(), 13);
    point(&spin, "pointerup", 120);
    store.undo();
    assert_eq!((nodes(), can_undo.get_untracked()), (8, false));

    point(&spin, "pointerdown", 100);
    point(&spin, "pointermove", 60);
    frame().await;
    assert_eq!(nodes(), 0);
    press(&spin, "keydown", "Escape");
    frame().await;
    assert_eq!((nodes(), can_undo.get_untracked()), (8, false));
    drop(handle);
    root.remove();
}

#[wasm_bindgen_test]
async fn the_canvas_has_the_pixels_of_the_screen_and_follows_its_box() {
    let before = url::query();
    url::replace_query("v=1&n=1000");
    js("Object.defineProperty(window, 'devicePixelRatio', { value: 2.5, configurable: true })");
    let root = place();
    root.set_inner_html(
        "<style>.picture-stage { position: relative; width: 301px; height: 200px }
        canvas { position: absolute; inset: 0; width: 100%; height: 100% }</style><div></div>",
    );
    let handle = mount_to(find(&root, "div"), App);
    let canvas: HtmlCanvasElement = find(&root, ".picture-canvas");
    let pixels = || (canvas.width(), canvas.height());
    until(pixels, (753, 500)).await;
    let stage: HtmlElement = find(&root, ".picture-stage");
    HtmlElement::style(&stage).set_property("width", "400px").expect("a width");
    until(pixels, (1_000, 500)).await;
    drop(handle);
    root.remove();
    js("delete window.devicePixelRatio");
    url::replace_query(&before);
}

#[wasm_bindgen_test]
async fn a_page_that_goes_takes_its_listeners_along() {
    // Counts what is listened to outside of the page's own element, and what is observed.
    js("window.heard = new Map(); window.observers = new Set();
        const { addEventListener, removeEventListener } = EventTarget.prototype;
        const isOutside = target => !(target instanceof Node) || target === document || target === document.body;
        const key = (type, listener) => { listener.number ??= Math.random(); return type + listener.number; };
        EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
            if (isOutside(this ?? window)) heard.set(key(type, listener), type);
            return addEventListener.call(this ?? window, type, listener, ...rest);
        };
        EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
            if (listener) heard.delete(key(type, listener));
            return removeEventListener.call(this ?? window, type, listener, ...rest);
        };
        const { observe, disconnect } = ResizeObserver.prototype;
        ResizeObserver.prototype.observe = function (...all) { observers.add(this); return observe.apply(this, all); };
        ResizeObserver.prototype.disconnect = function () { observers.delete(this); return disconnect.call(this); };");
    let heard = || js("return [...heard.values(), ...Array(observers.size).fill('size')].sort().join(' ')").as_string();
    let before = url::query();
    url::replace_query("v=1&n=1000");
    assert_eq!(heard().as_deref(), Some(""));
    for _ in 0..3 {
        let root = place();
        let handle = mount_to(root.clone(), App);
        frame().await;
        let now = heard().unwrap_or_default();
        assert!(now.contains("keydown") && now.contains("change") && now.contains("size"), "{now}");
        drop(handle);
        frame().await;
        assert_eq!(heard().as_deref(), Some(""));
        root.remove();
    }
    // Nobody answers any more, and nothing falls over.
    js("dispatchEvent(new KeyboardEvent('keydown', { key: 'z', ctrlKey: true }));
        dispatchEvent(new Event('focus')); dispatchEvent(new PointerEvent('pointerdown', { pointerType: 'touch' }))");
    frame().await;
    url::replace_query(&before);
}
