//! The picture in the middle column: a ring, slots or scores, whichever shape the placement has. The canvas is the
//! picture; its words are real text over it, and the fleet table is its table.

use std::{rc::Rc, sync::Arc};

use leptos::{ev, html, prelude::*};
use placement::fleet::NodeId;
use wasm_bindgen::JsCast;

use super::chip::Chip;
use crate::{
    canvas::surface::keep_painted,
    picture::{
        Content,
        scene::{Frame, Point, Size},
        words::{Core, Corner, Note},
    },
    react::css_px,
    store::use_store,
    view::View,
};

/// Draws what is on show. Pointing at a node in the picture sets `lit`; a change of `theme` reads the colours again.
#[component]
pub fn Picture(view: Signal<Arc<View>>, lit: RwSignal<Option<NodeId>>, theme: Signal<u32>) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = RwSignal::new(None::<Size>);
    let content = kept(move || Content::new(&view.get()));
    let scene = kept(move || Some(content.get()?.scene(size.get()?, lit.get())));
    let way = kept(move || Some(content.get()?.way(size.get()?, lit.get(), &store.key.read())));
    // Until its box is measured the picture has its words all the same.
    let words = Memo::new(move |_| {
        let size = size.get().unwrap_or(Size { width_css_px: 692.0, height_css_px: 711.0 });
        content.get().map(|content| content.words(size, lit.get())).unwrap_or_default()
    });
    let follow = move || {
        scene.track();
        way.track();
    };
    let make = move |_| {
        let (scene, way) = (scene.get_untracked()?, way.get_untracked()?);
        Some(Frame::at_rest(&scene).with(&way))
    };
    keep_painted(canvas, size, theme, Box::new(follow), Rc::new(make));

    let node_at = move |event: &ev::PointerEvent| {
        let point = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        content.get_untracked()?.node_at(size.get_untracked()?, point)
    };
    // The node that the pointer lit: leaving the picture lets go of that one, not of one that a row has lit.
    let pointed = StoredValue::new(None::<NodeId>);
    let point_at = move |node: Option<NodeId>| {
        let (ours, now) = (pointed.get_value(), lit.get_untracked());
        let may_let_go = ours.is_some() && now == ours;
        if now != node && (node.is_some() || may_let_go) {
            lit.set(node);
        }
        pointed.set_value(node);
    };
    let is_touch = |event: &ev::PointerEvent| event.pointer_type() == "touch";
    let on_move = move |event: ev::PointerEvent| {
        if !is_touch(&event) {
            point_at(node_at(&event));
        }
    };
    let on_leave = move |event: ev::PointerEvent| {
        if !is_touch(&event) {
            point_at(None);
        }
    };
    let on_up = move |event: ev::PointerEvent| {
        if is_touch(&event) {
            point_at(node_at(&event));
        }
    };
    let elsewhere = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_here = canvas.get_untracked().zip(target).is_some_and(|(canvas, target)| **canvas == target);
        if event.pointer_type() == "touch" && !is_here {
            point_at(None);
        }
    });
    on_cleanup(move || elsewhere.remove());

    let notes = move || words.with(|words| words.notes.iter().cloned().map(note).collect_view());
    let core = move || words.with(|words| words.core.clone().map(core));
    view! {
        <figure class="picture" class:picture-compact=move || words.with(|words| words.is_compact)>
            <div class="picture-stage">
                <canvas
                    node_ref=canvas
                    class="picture-canvas"
                    role="img"
                    aria-label=move || words.with(|words| words.summary.clone())
                    aria-describedby="fleet-table"
                    on:pointermove=on_move
                    on:pointerleave=on_leave
                    on:pointerup=on_up
                ></canvas>
                {core}
                {notes}
            </div>
            <figcaption class="picture-caption">{move || words.with(|words| words.caption.clone())}</figcaption>
        </figure>
    }
}

/// A memo that is new whenever it is made: its value is compared by what it is, not by what it holds.
fn kept<T: Send + Sync + 'static>(make: impl Fn() -> Option<T> + Send + Sync + 'static) -> Memo<Option<Arc<T>>> {
    Memo::new_with_compare(
        move |_| make().map(Arc::new),
        |before, now| match (before, now) {
            (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
            _ => true,
        },
    )
}

fn core(core: Core) -> impl IntoView {
    let lines = core.lines.into_iter().map(|line| {
        let strong = (!line.strong.is_empty()).then(|| view! { <strong>{line.strong}</strong> });
        view! { <p class="core-line">{strong}{line.rest}</p> }
    });
    let lines = lines.collect_view();
    view! {
        <div
            class="core"
            class:core-accent=core.is_accent
            class:core-tight=core.is_tight
            style:left=css_px(core.at.x)
            style:top=css_px(core.at.y)
            style:width=css_px(core.width_css_px)
        >
            {core.node.map(|(id, name)| view! { <p class="core-node"><Chip id=id /><span>{name}</span></p> })}
            {(!core.figure.is_empty()).then(|| view! { <p class="core-figure">{core.figure}</p> })}
            {lines}
        </div>
    }
}

fn note(note: Note) -> impl IntoView {
    let corner = match note.corner {
        Corner::TopLeft => "corner corner-tl",
        Corner::TopRight => "corner corner-tr",
        Corner::BottomLeft => "corner corner-bl",
        Corner::BottomRight => "corner corner-br",
    };
    let heading = (!note.heading.is_empty()).then(|| view! { <strong class="corner-heading">{note.heading}</strong> });
    view! { <p class=corner class:corner-accent=note.is_accent>{heading}<span>{note.text}</span></p> }
}
