//! The strip of loads below a picture. A node that is pointed at stands out in every column.

use std::{rc::Rc, sync::Arc};

use leptos::{html, prelude::*};

use crate::{
    canvas::surface::keep_painted,
    component::{
        picture_file::svg_of_scene,
        save_menu::{Act, save_menu, table_entries},
        saved_file::{save_png, save_svg},
    },
    picture::{
        scene::{Frame, Point, Size},
        share_strip,
    },
    react::{on_pointer, text},
    saved_tables,
    store::Store,
};

/// The name of what is taken away.
const NAME: &str = "keys on each node";

/// The strip of a column.
#[component]
pub fn Strip(store: Store) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let size = RwSignal::new(None::<Size>);
    let view = store.view();
    let follow = move || {
        let _ = (view.get(), size.get(), store.outstanding());
    };
    let make = move |_| {
        let scene = share_strip::scene(&view.get_untracked(), size.get_untracked()?, store.outstanding_now());
        Some(Frame::at_rest(&scene))
    };
    keep_painted(canvas, size, store.theme.into(), Box::new(follow), Rc::new(make));
    let point = move |event: leptos::ev::PointerEvent| {
        let at = Point::new(f64::from(event.offset_x()), f64::from(event.offset_y()));
        let node = size.get_untracked().and_then(|size| share_strip::node_at(&view.get_untracked(), size, at));
        store.lit.set(node);
    };
    let caption = store.text(|view| {
        let counted = || view.balance.loads.iter().filter(|load| load.fair.part > 0).map(|load| load.fair.percent());
        let fair = counted().next();
        let is_one = counted().all(|one| Some(&one) == fair.as_ref());
        match fair.filter(|_| is_one) {
            Some(fair) => format!("Keys on each node; dotted: fair, {fair}"),
            None => "Keys on each node; dotted: fair".into(),
        }
    });
    let label = store.text(|view| match (view.balance.busiest_times(), view.balance.lightest()) {
        (Some(busiest), Some(lightest)) => format!(
            "Bars of the keys on each node, from {} to {} times fair",
            lightest.times_fair.map_or_else(String::new, |times| times.times()),
            busiest.times()
        ),
        _ => "No node holds keys".into(),
    });
    let saved = move || {
        let (canvas, size) = (canvas.get_untracked()?, size.get_untracked()?);
        let scene = share_strip::scene(&view.get_untracked(), size, store.pinned.get_untracked());
        svg_of_scene(&scene, &caption.get_untracked(), &canvas)
    };
    let save = move |save: fn(&str, &str)| -> Act {
        Arc::new(move || {
            if let Some(svg) = saved() {
                save(NAME, &svg);
            }
        })
    };
    let mut entries = vec![("PNG", save(save_png)), ("SVG", save(save_svg))];
    entries.extend(table_entries(NAME, move || view.with_untracked(|view| saved_tables::fleet(view))));
    view! {
        <figure class="strip">
            <figcaption class="quiet save-head">
                {caption}
                {save_menu(("Save", " the keys on each node"), entries, ().into_any())}
            </figcaption>
            <div class="strip-stage">
                <canvas
                    node_ref=canvas
                    class="strip-canvas"
                    role="img"
                    aria-label=text(move || label.get())
                    on:pointermove=on_pointer(point)
                    on:pointerleave=on_pointer(move |_| store.lit.set(None))
                ></canvas>
            </div>
        </figure>
    }
}
