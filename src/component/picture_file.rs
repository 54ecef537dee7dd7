//! The picture on show as SVG: at rest, with what stands over it, as it is on the page.

use std::sync::Arc;

use leptos::prelude::*;
use placement::fleet::NodeId;

use crate::{
    canvas::{palette::Palette, svg},
    finding,
    picture::{
        Content, ring_pair,
        scene::{Frame, Layer, Scene, Size},
        words::Words,
    },
    view::View,
};

/// What stands over a scene.
#[derive(Default)]
pub struct Over {
    /// The node that stands out.
    pub shown: Option<NodeId>,
    /// The pair that stands for all that moved.
    pub pair: Option<Arc<Layer>>,
    /// Other layers, in their order.
    pub layers: Vec<Arc<Layer>>,
}

/// A picture of a size with a title, in the colours of an element.
#[must_use]
pub fn svg_of(content: &Content, size: Size, over: &Over, title: &str, element: &web_sys::Element) -> Option<String> {
    let palette = Palette::of(element)?;
    let mut frame = Frame::at_rest(&content.scene(size, over.shown));
    if let Some(pair) = &over.pair {
        frame = frame.without(&ring_pair::REPLACES).with(pair, 1.0);
    }
    frame = over.layers.iter().fold(frame, |frame, layer| frame.with(layer, 1.0));
    let mut words = content.words(size, over.shown, over.shown.is_some());
    // What has no heading is a hint for the pointer, of which a saved picture knows nothing.
    words.notes.retain(|note| !note.heading.is_empty());
    Some(svg::write(&frame, &words, title, &palette))
}

/// A scene that has no words of its own, with a title, in the colours of an element.
#[must_use]
pub fn svg_of_scene(scene: &Scene, title: &str, element: &web_sys::Element) -> Option<String> {
    Some(svg::write(&Frame::at_rest(scene), &Words::default(), title, &Palette::of(element)?))
}

/// What a picture is called: the finding.
#[must_use]
pub fn title_of(view: &View) -> String {
    finding::plain(&finding::finding(view).words)
}

/// The picture of a view as paper shows it, with its finding: a size that is always the same, and nothing that only the
/// pointer brings.
#[must_use]
pub fn on_paper(view: &Arc<View>, is_flow: bool, css_px: f64) -> Option<String> {
    titled_on_paper(view, is_flow, css_px, &title_of(view))
}

/// The same with another title.
#[must_use]
pub fn titled_on_paper(view: &Arc<View>, is_flow: bool, css_px: f64, title: &str) -> Option<String> {
    let content = if is_flow { Content::flow(view) } else { None };
    let content = content.or_else(|| Content::new(view))?;
    let size = Size { width_css_px: css_px, height_css_px: css_px };
    svg_of(&content, size, &Over::default(), title, &document().document_element()?)
}
