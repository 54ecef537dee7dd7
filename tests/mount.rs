//! The page mounts where it is asked to, and only there.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a test that finds no document has nothing to report but that

use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn mounts_inside_the_element_that_it_is_given() {
    let document = web_sys::window().and_then(|window| window.document()).expect("a document");
    let element: HtmlElement =
        document.create_element("main").expect("an element").dyn_into().expect("an HTML element");
    assert!(!element.has_child_nodes(), "loading the module mounts nothing");
    document.body().expect("a body").append_child(&element).expect("a place on the page");
    let unmount = ringscope::mount(element.clone(), None, None);
    let unmount: js_sys::Function = unmount.dyn_into().expect("a function that unmounts");
    assert!(element.has_child_nodes());
    unmount.call0(&wasm_bindgen::JsValue::NULL).expect("what it returns takes the page out again");
    assert!(element.text_content().is_none_or(|text| text.is_empty()), "nothing to see is left");
}
