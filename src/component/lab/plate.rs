//! A figure with its table, and the buttons that take them away.

use std::sync::Arc;

use leptos::{html, prelude::*};
use placement::number::thousands;
use web_sys::HtmlCanvasElement;

use super::running::Shown;
use crate::{
    charts::{
        board::{Drawing, keep_drawn},
        figure::Figure,
        saved::{png_of, svg_of},
    },
    component::{
        saved_file::{name_of, save_csv, save_file, save_json, save_svg},
        travel::{InSight, TravelControls, WHOLE, Words},
    },
    lab::sheet::{Column, MOST_ROWS, Plate, Table},
    observer::{SizeObserver, is_in_sight},
    react::{css_px, flag, on_click, remade, shown_while, text},
    store::use_store,
};

/// Rows below a figure that all stand on the page.
const FEW_ROWS: usize = 24;

/// Points that travel from the upper picture to the lower.
const TRAVEL: Words = Words {
    group: "Way of the points",
    play: "Watch them move",
    slider: "How far the points of the lower picture are on their way",
    ends: ("above", "below"),
};

/// The plate at a place of the sheet.
#[component]
pub fn PlateView(
    at: u32,
    shown: RwSignal<Arc<Shown>>,
    /// Does its table stay folded, and nothing take it away?
    #[prop(optional)]
    compact: bool,
) -> impl IntoView {
    // Of all that is shown anew a few times a second, only the plates that are others are drawn anew.
    let plate = Memo::new(move |_| shown.with(|shown| shown.sheet.plates.get(at as usize).cloned()));
    let read = move |read: fn(&Plate) -> String| {
        text(move || plate.with(|plate| plate.as_ref().map_or_else(String::new, read)))
    };
    let title = read(|plate| plate.title.clone());
    let caption = read(|plate| plate.caption.clone());
    let has_figure = flag(move || plate.with(|plate| plate.as_ref().is_some_and(|plate| plate.figure.is_some())));
    let canvas = NodeRef::<html::Canvas>::new();
    let (heading, labelled_by) = (format!("plate-{at}"), format!("plate-{at}"));
    let take_csv = move |_| {
        if let Some(plate) = plate.get_untracked() {
            save_csv(&plate.title, &plate.table);
        }
    };
    let take_json = move |_| {
        if let Some(plate) = plate.get_untracked() {
            save_json(&plate.title, &plate.table);
        }
    };
    let figure = move |save_as: fn(&Plate, &Figure, &HtmlCanvasElement)| {
        if let (Some(plate), Some(canvas)) = (plate.get_untracked(), canvas.get_untracked())
            && let Some(figure) = &plate.figure
        {
            save_as(&plate, figure, &canvas);
        }
    };
    let take_svg = move |_| {
        figure(|plate, figure, canvas| {
            if let Some(svg) = svg_of(figure, &plate.title, canvas) {
                save_svg(&plate.title, &svg);
            }
        });
    };
    let take_png = move |_| {
        figure(|plate, figure, canvas| {
            if let Some(url) = png_of(figure, &plate.title, canvas) {
                save_file(&name_of(&plate.title, "png"), &url);
            }
        });
    };
    let pictures = move || {
        view! {
            <button type="button" class="bar-button" on:click=on_click(take_png)>
                "PNG"
            </button>
            <button type="button" class="bar-button" on:click=on_click(take_svg)>
                "SVG"
            </button>
        }
        .into_any()
    };
    let table = remade(move || plate.with(|plate| plate.as_ref().map(|plate| table_of(&plate.table))).into_any());
    let more = text(move || {
        let rows = plate.with(|plate| plate.as_ref().map_or(0, |plate| plate.table.rows.len()));
        if rows > MOST_ROWS {
            format!("The first {MOST_ROWS} of {} rows; all are in the CSV.", thousands(rows as u64))
        } else {
            String::new()
        }
    });
    // Below a figure a long table would push everything else away: it scrolls inside itself.
    let is_long = flag(move || {
        plate.with(|plate| {
            plate.as_ref().is_some_and(|plate| plate.figure.is_some() && plate.table.rows.len() > FEW_ROWS)
        })
    });
    let named = text(move || format!("{}, as a table", title.get()));
    let saving = (!compact).then(|| {
        view! {
            <span class="plate-actions">
                <span class="quiet">"Save"</span>
                {shown_while(has_figure, pictures)}
                <button type="button" class="bar-button" on:click=on_click(take_csv)>
                    "CSV"
                </button>
                <button type="button" class="bar-button" on:click=on_click(take_json)>
                    "JSON"
                </button>
            </span>
        }
    });
    let table = view! {
        <div class="plate-table" class:long=is_long role="region" tabindex="0" aria-label=named>
            {table}
        </div>
        <p class="quiet">{more}</p>
    }
    .into_any();
    let table = if compact {
        let is_folded = has_figure.get_untracked();
        view! {
            <details class="embed-table" open=!is_folded>
                <summary>"As a table"</summary>
                {table}
            </details>
        }
        .into_any()
    } else {
        table
    };
    view! {
        <section class="plate" aria-labelledby=labelled_by>
            <div class="plate-head">
                <h2 id=heading>{title}</h2>
                {saving}
            </div>
            <p class="quiet">{caption}</p>
            {shown_while(has_figure, move || view! { <FigureView plate canvas title /> }.into_any())}
            {table}
        </section>
    }
}

/// The canvas, as high as the figure needs at the width that there is.
#[component]
fn FigureView(plate: Memo<Option<Plate>>, canvas: NodeRef<html::Canvas>, title: Signal<String>) -> impl IntoView {
    let store = use_store();
    let frame = NodeRef::<html::Div>::new();
    let width = RwSignal::new(640u32);
    let observed = StoredValue::new_local(None::<SizeObserver>);
    Effect::new(move |_| {
        let Some(frame) = frame.get() else { return };
        let element = frame.clone();
        let read = move || {
            // Set only when it is another: what follows it changes the height, which is heard here again.
            if width.try_get_untracked().is_some_and(|known| known != element.client_width() as u32) {
                width.set(element.client_width() as u32);
            }
        };
        read();
        observed.set_value(SizeObserver::new(&[&frame], read));
    });
    // The lower of two pictures of lanes shows its points on their way.
    let travelled = RwSignal::new(WHOLE);
    let in_sight: InSight = Arc::new(move || frame.get_untracked().is_some_and(|frame| is_in_sight(&frame)));
    let travels = flag(move || {
        plate.with(|plate| matches!(plate.as_ref().and_then(|plate| plate.figure.as_ref()), Some(Figure::Lanes(_))))
    });
    let drawing = move || {
        let mut figure = plate.with(|plate| plate.as_ref().and_then(|plate| plate.figure.clone()));
        if let Some(Figure::Lanes(lanes)) = &mut figure {
            lanes.travelled = f64::from(travelled.get()) / f64::from(WHOLE);
        }
        Arc::new(figure.map_or(Drawing::Empty, Drawing::Figure))
    };
    keep_drawn(canvas, Signal::derive(drawing), store.theme.into());
    let height = text(move || {
        let width = f64::from(width.get());
        let height = |plate: &Plate| plate.figure.as_ref().map(|figure| figure.height_css_px(width));
        css_px(plate.with(|plate| plate.as_ref().and_then(height)).unwrap_or_default())
    });
    view! {
        <div class="plate-figure" node_ref=frame>
            <canvas node_ref=canvas role="img" aria-label=title style:height=height></canvas>
        </div>
        {shown_while(
            travels,
            move || view! { <TravelControls at=travelled words=TRAVEL in_sight=Arc::clone(&in_sight) /> }.into_any(),
        )}
    }
}

/// A table as it stands on the page: its first rows, where it is long.
#[must_use]
pub fn table_of(table: &Table) -> AnyView {
    let numbers: Vec<bool> = table.columns.iter().map(|column| column.is_number).collect();
    let head = |(at, column): (usize, &Column)| {
        view! { <th scope="col" class:number=numbers[at]>{column.head.clone()}</th> }
    };
    let heads = table.columns.iter().enumerate().map(head).collect_view();
    let cell = |(at, text): (usize, &String), link: &Option<String>| {
        let number = numbers.get(at).copied().unwrap_or_default();
        if at == 0 {
            let name = match link {
                Some(query) => view! { <a href=format!("?{query}")>{text.clone()}</a> }.into_any(),
                None => text.clone().into_any(),
            };
            view! { <th scope="row" class:number=number>{name}</th> }.into_any()
        } else {
            // Where there is no room for columns, each text stands below its head.
            let head = table.columns.get(at).map(|column| column.head.clone());
            view! { <td class:number=number data-head=head>{text.clone()}</td> }.into_any()
        }
    };
    let rows = table.rows.iter().take(MOST_ROWS).map(|row| {
        let cells = row.cells.iter().enumerate().map(|one| cell(one, &row.link)).collect_view();
        view! { <tr class:current=row.is_current>{cells}</tr> }
    });
    let is_text = !numbers.contains(&true);
    view! {
        <table class:texts=is_text>
            <thead>
                <tr>{heads}</tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}
