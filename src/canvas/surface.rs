//! A canvas that follows its box and the density of the screen. It paints once in a frame, and only when something
//! changed: a picture at rest costs nothing, and a hidden page gets no frames.
//!
//! Everything that it listens to ends with the component that made it.

use std::rc::Rc;

use leptos::{html, prelude::*};
use wasm_bindgen::{JsCast, JsValue, closure::Closure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, HtmlElement, MediaQueryList};

use super::{
    painter,
    palette::{FORCED_COLORS, Palette},
    pixel_ring::PixelRings,
};
use crate::{
    observer::SizeObserver,
    picture::scene::{Frame, Size},
};

/// Makes what to paint at a moment, in milliseconds of the page's clock.
pub type MakeFrame = Rc<dyn Fn(f64) -> Option<Frame>>;

/// Keeps a canvas painted, and `size` at the size of the box around it. It paints when something changes that `follow`
/// reads, when `theme` changes, then with colours that are read again, and for as long as frames move.
pub fn keep_painted(
    canvas: NodeRef<html::Canvas>,
    size: RwSignal<Option<Size>>,
    theme: Signal<u32>,
    follow: Box<dyn Fn()>,
    make: MakeFrame,
) {
    // Counts changes of what the page does not tell: screen density, system theme, forced colours.
    let outside = RwSignal::new(0u32);
    let surface = StoredValue::new_local(None::<Surface>);
    Effect::new(move |_| {
        let made = canvas.get().and_then(|canvas| Surface::new(canvas, size, outside, Rc::clone(&make), surface));
        surface.set_value(made);
    });
    Effect::new(move |_| {
        theme.track();
        outside.track();
        surface.update_value(|surface| {
            if let Some(surface) = surface {
                surface.palette = None;
                surface.follow_density(outside);
            }
        });
    });
    Effect::new(move |_| {
        follow();
        theme.track();
        outside.track();
        canvas.track();
        surface.update_value(|surface| {
            if let Some(surface) = surface {
                surface.ask_for_frame();
            }
        });
    });
}

struct Surface {
    canvas: HtmlCanvasElement,
    context: CanvasRenderingContext2d,
    palette: Option<Palette>,
    rings: PixelRings,
    asked: Option<i32>,
    on_frame: Closure<dyn FnMut(f64)>,
    density: Option<Listener>,
    _media: Vec<Listener>,
    _box: SizeObserver,
}

impl Surface {
    fn new(
        canvas: HtmlCanvasElement,
        size: RwSignal<Option<Size>>,
        outside: RwSignal<u32>,
        make: MakeFrame,
        itself: StoredValue<Option<Surface>, LocalStorage>,
    ) -> Option<Self> {
        let context = canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        let on_frame = Closure::new(move |now: f64| {
            // Made before the surface is taken: what is made may ask for a frame.
            let frame = if itself.is_disposed() { None } else { make(now) };
            itself.try_update_value(|surface| {
                if let Some(surface) = surface {
                    surface.asked = None;
                    if let Some(frame) = &frame {
                        surface.paint(frame);
                        if frame.moves {
                            surface.ask_for_frame();
                        }
                    }
                }
            });
        });
        let observed: HtmlElement = canvas.parent_element()?.dyn_into().ok()?;
        let measured = observed.clone();
        let observer = SizeObserver::new(&[&observed], move || {
            let (width_css_px, height_css_px) =
                (f64::from(measured.client_width()), f64::from(measured.client_height()));
            let now = (width_css_px > 0.0 && height_css_px > 0.0).then_some(Size { width_css_px, height_css_px });
            if size.try_get_untracked().is_some_and(|before| before != now) {
                size.set(now);
            }
        })?;
        let bump = move || {
            outside.try_update(|count| *count += 1);
        };
        let media = ["(prefers-color-scheme: dark)", FORCED_COLORS]
            .into_iter()
            .filter_map(|query| Listener::new(query, bump))
            .collect();
        Some(Self {
            canvas,
            context,
            palette: None,
            rings: PixelRings::default(),
            asked: None,
            on_frame,
            density: None,
            _media: media,
            _box: observer,
        })
    }

    /// Hears when the density of the screen is no longer what it is now: a zoom, or a move to another screen.
    fn follow_density(&mut self, outside: RwSignal<u32>) {
        let query = format!("(resolution: {}dppx)", density());
        self.density = Listener::new(&query, move || {
            outside.try_update(|count| *count += 1);
        });
    }

    fn ask_for_frame(&mut self) {
        if self.asked.is_none() {
            self.asked = web_sys::window()
                .and_then(|window| window.request_animation_frame(self.on_frame.as_ref().unchecked_ref()).ok());
        }
    }

    fn paint(&mut self, frame: &Frame) {
        let density = density();
        let device = |css_px: f64| (css_px * density).round() as u32;
        let (width, height) = (device(frame.size.width_css_px), device(frame.size.height_css_px));
        // Setting a size clears the canvas even where it is the same.
        if (self.canvas.width(), self.canvas.height()) != (width, height) {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
        }
        if self.palette.is_none() {
            self.palette = Palette::of(&self.canvas);
        }
        let Some(palette) = &self.palette else { return };
        let _ = self.context.set_transform(density, 0.0, 0.0, density, 0.0, 0.0);
        painter::paint(&self.context, frame, palette, &mut self.rings, density);
    }
}

impl Drop for Surface {
    fn drop(&mut self) {
        if let (Some(asked), Some(window)) = (self.asked, web_sys::window()) {
            let _ = window.cancel_animation_frame(asked);
        }
    }
}

fn density() -> f64 {
    web_sys::window().map_or(1.0, |window| window.device_pixel_ratio()).clamp(0.5, 8.0)
}

/// Listens to a media query for as long as it lives.
struct Listener {
    list: MediaQueryList,
    heard: Closure<dyn FnMut(JsValue)>,
}

impl Listener {
    fn new(query: &str, mut heard: impl FnMut() + 'static) -> Option<Self> {
        let list = web_sys::window()?.match_media(query).ok()??;
        let heard = Closure::new(move |_: JsValue| heard());
        list.add_event_listener_with_callback("change", heard.as_ref().unchecked_ref()).ok()?;
        Some(Self { list, heard })
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.list.remove_event_listener_with_callback("change", self.heard.as_ref().unchecked_ref());
    }
}
