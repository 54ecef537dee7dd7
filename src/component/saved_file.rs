//! Lets the browser save something.

use std::time::Duration;

use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlImageElement};

use crate::{lab::sheet::Table, moved_file::Form};

/// So long a file is kept for the browser to save it.
const KEPT: Duration = Duration::from_secs(60);
/// Pixels of a PNG in a CSS pixel: for paper and for screens of any density.
pub const PNG_SCALE: f64 = 2.0;

/// Saves what is at an address, such as `data:` or `blob:`, under a name.
pub fn save_file(name: &str, url: &str) {
    let Ok(link) = document().create_element("a") else { return };
    let _ = link.set_attribute("href", url);
    let _ = link.set_attribute("download", name);
    if let Ok(link) = link.dyn_into::<web_sys::HtmlElement>() {
        link.click();
    }
}

/// Saves texts, one after the other, as a file of a media type.
pub fn save_pieces(name: &str, kind: &str, pieces: &js_sys::Array) {
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(pieces, &options) else { return };
    let Ok(url) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    save_file(name, &url);
    set_timeout(
        move || {
            let _ = web_sys::Url::revoke_object_url(&url);
        },
        KEPT,
    );
}

/// Saves a text.
pub fn save_text(name: &str, kind: &str, text: &str) {
    save_pieces(name, kind, &js_sys::Array::of1(&JsValue::from_str(text)));
}

/// The name of a file, made from a title.
#[must_use]
pub fn name_of(title: &str, ending: &str) -> String {
    let name: String =
        title.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let parts: Vec<&str> = name.split('-').filter(|part| !part.is_empty()).collect();
    format!("ringscope-{}.{ending}", parts.join("-"))
}

fn save_form(title: &str, form: Form, text: &str) {
    save_text(&name_of(title, form.ending()), form.media_type(), text);
}

/// Saves a table as comma-separated values.
pub fn save_csv(title: &str, table: &Table) {
    save_form(title, Form::Csv, &table.csv());
}

/// Saves a table as JSON.
pub fn save_json(title: &str, table: &Table) {
    save_form(title, Form::Json, &table.json());
}

/// Saves an SVG.
pub fn save_svg(title: &str, svg: &str) {
    save_text(&name_of(title, "svg"), "image/svg+xml", svg);
}

/// Saves an SVG as a PNG. The browser paints it, a moment later.
pub fn save_png(title: &str, svg: &str) {
    let (name, svg) = (name_of(title, "png"), String::from(js_sys::encode_uri_component(svg)));
    spawn_local(async move {
        if let Some(url) = png_of(&svg).await {
            save_file(&name, &url);
        }
    });
}

async fn png_of(escaped_svg: &str) -> Option<String> {
    let image = HtmlImageElement::new().ok()?;
    // Not a blob: drawn from one, a canvas in a frame without an origin could not be read again.
    image.set_src(&format!("data:image/svg+xml;charset=utf-8,{escaped_svg}"));
    JsFuture::from(image.decode()).await.ok()?;
    let (width, height) = (f64::from(image.width()) * PNG_SCALE, f64::from(image.height()) * PNG_SCALE);
    let sheet: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    sheet.set_width(width as u32);
    sheet.set_height(height as u32);
    let context: CanvasRenderingContext2d = sheet.get_context("2d").ok()??.dyn_into().ok()?;
    context.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    sheet.to_data_url().ok()
}
