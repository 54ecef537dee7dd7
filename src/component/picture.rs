//! The picture in the middle column: a ring, slots or scores, whichever shape the placement has. The canvas is the
//! picture; its words are real text over it, and the fleet table is its table.

use std::{rc::Rc, sync::Arc};

use leptos::{ev, html, prelude::*};
use placement::fleet::NodeId;
use wasm_bindgen::JsCast;

use super::{
    chip::Chip,
    picture_file::{Over, svg_of, title_of},
    pointing::{Pointing, is_touch},
    save_menu::{Act, save_menu},
    saved_file::{save_png, save_svg},
    tooltip::tooltip,
    travel::WHOLE,
    unbroken::unbroken,
};
use crate::{
    a11y,
    canvas::surface::keep_painted,
    finding, migrate,
    observer::is_in_sight,
    picture::{
        Content,
        ring_motion::Motion,
        ring_pair,
        scene::{Frame, Layer, Scene, Size},
        spot::Tip,
        words::{Core, Corner, Note},
    },
    react::{css_px, flag, on_click, on_focus, on_key, on_pointer, remade, shown_while, text},
    store::{Kind, use_store},
    view::View,
};

/// So long what was dim and what was not cross over.
const FADE_MS: f64 = 120.0;
/// With more shapes than this in both scenes they change at once.
const MOST_FADING: usize = 12_000;

/// Draws what is on show. Pointing at a node in the picture sets `lit`; a change of `theme` reads the colours again.
#[component]
pub fn Picture(
    view: Signal<Arc<View>>,
    lit: RwSignal<Option<NodeId>>,
    theme: Signal<u32>,
    /// Of several pictures, which one.
    #[prop(optional)]
    place: usize,
    /// The id of the table beside it.
    #[prop(default = "fleet-table")]
    table: &'static str,
) -> impl IntoView {
    let store = use_store();
    let canvas = NodeRef::<html::Canvas>::new();
    let size = RwSignal::new(None::<Size>);
    let content = kept(move || {
        let view = view.get();
        let flow = store.movement.flow.get().then(|| Content::flow(&view)).flatten();
        flow.or_else(|| Content::new(&view))
    });
    let pointing = Pointing::new(store, content, size);
    let (spot, tip) = (pointing.spot(), pointing.tip());
    // One memo for both, so that a pinned node that is also lit is not drawn twice.
    let shown = Memo::new(move |_| lit.get().or(store.pinned.get()));
    let scene = kept(move || Some(content.get()?.scene(size.get()?, shown.get())));
    let reached = flag(move || store.walk.get().is_none_or(|walk| walk.has_reached));
    // Of a migration the picture is of all that it moves.
    let is_target = store.column().is_some_and(|column| column.kind == Kind::Target);
    // A figure has no panel that tells of a key.
    let tells_key = !store.is_figure();
    let way = kept(move || {
        let (content, size) = (content.get()?, size.get()?);
        let way = || content.way(size, shown.get(), &store.key.read(), reached.get());
        Some(if tells_key { way() } else { Layer::new("way") })
    });
    let walked = kept(move || {
        let (at, forgets) = (store.walk.get(), store.forgets_wrap.get());
        if at.is_none() && !forgets {
            return None;
        }
        Some(content.get()?.walked(size.get()?, shown.get(), &store.key.read(), at, forgets))
    });
    let pair = kept(move || content.get()?.pair(size.get()?, store.outstanding_pair()?));
    let chosen = kept(move || content.get()?.chosen_shard(size.get()?, store.shard.get()?));
    let outline = kept(move || content.get()?.outline(size.get()?, spot.get()?));
    // Until its box is measured the picture has its words all the same.
    let words = Memo::new(move |_| {
        let size = size.get().unwrap_or(Size { width_css_px: 692.0, height_css_px: 711.0 });
        let is_pinned = shown.get().is_some() && shown.get() == store.pinned.get();
        content.get().map(|content| content.words(size, shown.get(), is_pinned)).unwrap_or_default()
    });
    // The change on show, as far as it is played again.
    let replays = flag(move || store.replay.get() < WHOLE);
    let earlier = kept(move || {
        let before = view.with(|view| view.before()).filter(|_| replays.get())?;
        Content::new(&Arc::new(before))
    });
    let again = kept(move || content.get()?.motion(&*earlier.get()?, &*scene.get()?, shown.get()));
    // Read, not only tracked: what is first made in the frame is new there, and would ask for another frame.
    let follow = move || {
        let _ = (scene.get(), way.get(), pair.get(), chosen.get(), outline.get(), walked.get());
        let _ = (again.get(), store.replay.get());
    };
    let moving = StoredValue::new_local(None::<Moving>);
    // A change while something moves jumps it to its end: the next motion starts from there.
    Effect::new(move |last: Option<Option<Arc<Content>>>| {
        let now = content.get();
        let is_other = |last: &Arc<Content>| now.as_ref().is_some_and(|now| !Arc::ptr_eq(last, now));
        let last = last.flatten().filter(is_other).filter(|_| !a11y::wants_no_motion());
        moving.set_value(last.map(|before| Moving { before, start_ms: None, made: None }));
        now
    });
    // Another node stands out: what was dim and what was not cross over.
    let fading = StoredValue::new_local(None::<Fading>);
    Effect::new(move |last: Option<Drawn>| {
        let now = Drawn { content: content.get_untracked(), shown: shown.get_untracked(), scene: scene.get() };
        let going = last.filter(|last| last.fades_into(&now)).and_then(|last| last.scene);
        let going = going.filter(|_| !a11y::wants_no_motion());
        fading.set_value(going.map(|scene| Fading { scene, start_ms: None }));
        now
    });
    let make = move |now_ms| {
        let (scene, way) = (scene.get_untracked()?, way.get_untracked()?);
        if let Some(motion) = again.get_untracked() {
            let passed_ms = motion.duration_ms() * f64::from(store.replay.get_untracked()) / f64::from(WHOLE);
            return Some(motion.frame(passed_ms).held().with(&way, motion.arrived(passed_ms)));
        }
        // What moves by itself stops where nobody sees it: what is on show is there at once.
        let moves = moving.with_value(Option::is_some) || fading.with_value(Option::is_some);
        if moves && !canvas.get_untracked().is_some_and(|canvas| is_in_sight(&canvas)) {
            moving.set_value(None);
            fading.set_value(None);
        }
        let mut frame = None;
        moving.update_value(|moving| {
            frame = moving.as_mut().and_then(|moving| {
                let (content, shown) = (content.get_untracked()?, shown.get_untracked());
                moving.frame(&content, &scene, shown, &way, now_ms)
            });
            if frame.is_none() {
                *moving = None;
            }
        });
        let frame = frame.unwrap_or_else(|| {
            let frame = Frame::at_rest(&scene);
            let frame = match pair.get_untracked() {
                Some(pair) => frame.without(&ring_pair::REPLACES).with(&pair, 1.0),
                None => frame,
            };
            frame.with(&way, 1.0)
        });
        let mut left = None;
        fading.update_value(|fading| {
            left = fading.as_mut().and_then(|fading| Some((Arc::clone(&fading.scene), fading.left(now_ms)?)));
            if left.is_none() {
                *fading = None;
            }
        });
        let frame = match left {
            Some((scene, left)) => frame.over(&scene, left),
            None => frame,
        };
        let frame = match chosen.get_untracked() {
            Some(chosen) => frame.with(&chosen, 1.0),
            None => frame,
        };
        let frame = match walked.get_untracked() {
            Some(walked) => frame.with(&walked, 1.0),
            None => frame,
        };
        Some(match outline.get_untracked() {
            Some(outline) => frame.with(&outline, 1.0),
            None => frame,
        })
    };
    keep_painted(canvas, size, theme, Box::new(follow), Rc::new(make));

    let elsewhere = window_event_listener(ev::pointerdown, move |event| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_here = target.is_some_and(|target| target.closest(".picture-stage").ok().flatten().is_some());
        if is_touch(&event) && !is_here {
            pointing.tapped_elsewhere();
        }
    });
    on_cleanup(move || elsewhere.remove());

    let saved = move || {
        let over = Over {
            shown: store.pinned.get_untracked(),
            pair: pair.get_untracked(),
            layers: [way, chosen, walked].into_iter().filter_map(|layer| layer.get_untracked()).collect(),
        };
        let (content, canvas) = (content.get_untracked()?, canvas.get_untracked()?);
        let view = content.view();
        let title = if is_target { finding::plain(&migrate::finding(view)) } else { title_of(view) };
        svg_of(&content, size.get_untracked()?, &over, &title, &canvas)
    };
    let save = move |save: fn(&str, &str)| -> Act {
        Arc::new(move || {
            if let Some(svg) = saved() {
                save("picture", &svg);
            }
        })
    };
    let entries = vec![("PNG", save(save_png)), ("SVG", save(save_svg))];
    let notes = move || words.with(|words| words.notes.iter().cloned().map(note).collect_view());
    let core = move || words.with(|words| words.core.clone().map(core));
    view! {
        <figure class="picture" class:picture-compact=move || words.with(|words| words.is_compact)>
            <div class="picture-stage">
                <canvas
                    node_ref=canvas
                    class="picture-canvas"
                    role="img"
                    aria-label=text(move || words.with(|words| words.summary.clone()))
                    aria-describedby=table
                    on:pointermove=on_pointer(move |event| pointing.moved(&event))
                    on:pointerleave=on_pointer(move |event| pointing.left(&event))
                    on:click=on_click(move |event| pointing.clicked(&event))
                ></canvas>
                {shown_while(flag(move || pointing.can_walk()), move || walk(pointing, place))}
                {core}
                {notes}
                {remade(move || tip.get().map(|tip| tooltip(tip, pointing)).into_any())}
            </div>
            <figcaption class="picture-caption">{remade(move || words.with(|words| unbroken(&words.caption)))}</figcaption>
            <div class="save-line picture-save">{save_menu(("Save", " the picture"), entries, ().into_any())}</div>
        </figure>
    }
}

/// What was drawn, and for whom.
struct Drawn {
    content: Option<Arc<Content>>,
    shown: Option<NodeId>,
    scene: Option<Arc<Scene>>,
}

impl Drawn {
    /// The same content in the same size, but another node stands out; and little enough to be drawn twice in a frame.
    fn fades_into(&self, now: &Self) -> bool {
        let (Some(before), Some(content)) = (&self.content, &now.content) else { return false };
        let (Some(old), Some(new)) = (&self.scene, &now.scene) else { return false };
        let is_same = Arc::ptr_eq(before, content) && old.size == new.size;
        is_same && self.shown != now.shown && old.shapes() + new.shapes() <= MOST_FADING
    }
}

/// A scene that is going.
struct Fading {
    scene: Arc<Scene>,
    start_ms: Option<f64>,
}

impl Fading {
    /// How much of it is left; `None` when it is gone.
    fn left(&mut self, now_ms: f64) -> Option<f64> {
        let passed = (now_ms - *self.start_ms.get_or_insert(now_ms)) / FADE_MS;
        // Ease out: quick at first.
        (passed < 1.0).then(|| (1.0 - passed).powi(2))
    }
}

/// A motion under way.
struct Moving {
    before: Arc<Content>,
    /// When its first frame was painted.
    start_ms: Option<f64>,
    /// What it was made for, which is made anew when another node stands out or the box changes; and the motion, if
    /// there is one.
    made: Option<(Size, Option<NodeId>, Option<Motion>)>,
}

impl Moving {
    /// The frame at a moment; `None` when nothing moves, or no longer.
    fn frame(
        &mut self,
        content: &Content,
        scene: &Scene,
        shown: Option<NodeId>,
        way: &Arc<Layer>,
        now_ms: f64,
    ) -> Option<Frame> {
        let is_made = self.made.as_ref().is_some_and(|made| (made.0, made.1) == (scene.size, shown));
        if !is_made {
            self.made = Some((scene.size, shown, content.motion(&self.before, scene, shown)));
        }
        let motion = self.made.as_ref().and_then(|made| made.2.as_ref())?;
        let passed_ms = now_ms - *self.start_ms.get_or_insert(now_ms);
        let is_over = passed_ms >= motion.duration_ms();
        (!is_over).then(|| motion.frame(passed_ms).with(way, motion.arrived(passed_ms)))
    }
}

/// The picture's stop for the keyboard: a list box over all arcs that holds the one at hand. The canvas draws its focus.
fn walk(pointing: Pointing, place_of_picture: usize) -> AnyView {
    let here = format!("picture-here-{place_of_picture}");
    let descendant = here.clone();
    let (spot, tip) = (pointing.spot(), pointing.tip());
    let name = text(move || match (tip.get(), spot.get()) {
        (Some(tip), _) => tip.title,
        (None, Some(spot)) => pointing.name_of(spot),
        (None, None) if pointing.is_in_flow() => "Arrow keys: from pair to pair".to_owned(),
        (None, None) => "Arrow keys: left and right along a node, up and down between nodes".to_owned(),
    });
    let place = move |read: fn(&Tip) -> usize| text(move || tip.get().map_or(1, |tip| read(&tip)).to_string());
    view! {
        <div
            class="picture-walk"
            class:picture-walk-drawn=flag(move || tip.get().is_some() || pointing.is_in_flow() && spot.get().is_some())
            role="listbox"
            tabindex="0"
            aria-label=text(move || if pointing.is_in_flow() { "Moved, pair by pair" } else { "Virtual nodes" }.to_owned())
            aria-activedescendant=descendant
            on:keydown=on_key(move |event| pointing.key(&event))
            on:focus=on_focus(move |_| pointing.focused())
            on:blur=on_focus(move |_| pointing.blurred())
        >
            <div
                id=here
                class="visually-hidden"
                role="option"
                aria-selected=text(move || pointing.is_pinned().to_string())
                aria-posinset=place(|tip| tip.place.0)
                aria-setsize=place(|tip| tip.place.1)
            >
                {name}
            </div>
        </div>
    }
    .into_any()
}

/// A memo that is new whenever it is made, unless there was nothing and still is: its value is compared by what it is, not
/// by what it holds.
fn kept<T: Send + Sync + 'static>(make: impl Fn() -> Option<T> + Send + Sync + 'static) -> Memo<Option<Arc<T>>> {
    Memo::new_with_compare(
        move |_| make().map(Arc::new),
        |before, now| match (before, now) {
            (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
            (Some(None), Some(None)) => false,
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
