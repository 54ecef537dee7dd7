//! Where the module is parted: all that is reached only through one of these functions is in its part. Their code is
//! called once the part is there, so it answers at once.

use std::sync::Arc;

use leptos::{prelude::*, wasm_split::SplitLoaderError};
use web_sys::HtmlCanvasElement;

use super::{Part, is_there, now};
use crate::{
    charts::{
        board::{self, Drawing},
        figure::Figure,
        saved,
    },
    component::{
        compare::Compare,
        configuration_dialog::{self, Opening},
        drills::{DrillFigure, DrillPage},
        key_walk::KeyWalk,
        lab::{Lab, LabFigures},
        lookup::{self, LookupShow},
        migrate::{Migrate, MigrationFigure},
        moved_section,
        paste_dialog::{self, Dropped, Wanted},
        shard_table, share_dialog,
    },
};

/// A function whose code is in a part, and one that loads the part. The attribute puts a function across the border that
/// waits for the part; without the feature the same is said without it.
macro_rules! border {
    ($part:ident, $load:ident, $name:ident($($given:ident: $kind:ty),*) -> $made:ty => $body:expr) => {
        #[cfg(split)]
        #[::leptos::wasm_split::wasm_split($part, wasm_split_path = ::leptos::wasm_split, fallible, preload($load))]
        pub(super) fn $name($($given: $kind),*) -> Result<$made, SplitLoaderError> {
            Ok($body)
        }

        #[cfg(not(split))]
        pub(super) async fn $name($($given: $kind),*) -> Result<$made, SplitLoaderError> {
            Ok($body)
        }

        #[cfg(not(split))]
        pub(super) async fn $load() -> Result<(), SplitLoaderError> {
            Ok(())
        }
    };
}

/// What the explorer opens when it is asked to.
pub enum Panel {
    /// Matrix and list of what moved.
    Moved,
    /// The dialog for a pasted list.
    Paste(Wanted, RwSignal<bool>, Dropped),
    /// The walk of one key.
    Walk,
    /// The lookup table by hand.
    Shards,
    /// Where the keys of a list go.
    Lookup(LookupShow),
    /// The dialog for a pasted configuration.
    Configuration(Opening),
    /// The dialog that gives a link or a figure away.
    Share(RwSignal<bool>),
}

/// What is shown of the lab.
#[derive(Clone, Copy)]
pub enum Studies {
    /// All of it.
    All,
    /// The figures of the study alone: all, or the one of a number from 1.
    Figures(Option<u32>),
}

/// How much is shown of a migration or of a drill.
#[derive(Clone, Copy)]
pub enum Extent {
    /// Its page.
    Page,
    /// What a figure in another page has of it.
    Figure,
}

/// What is done with a chart.
pub enum Charted {
    /// It is drawn.
    On(HtmlCanvasElement, Arc<Drawing>),
    /// It is the address of a PNG, as on its canvas, with a title.
    Png(Box<Figure>, &'static str, HtmlCanvasElement),
    /// It is an SVG, likewise.
    Svg(Box<Figure>, &'static str, HtmlCanvasElement),
}

border!(charts, load_charts, charts_made(what: Charted) -> Option<String> => match what {
    Charted::On(canvas, drawing) => {
        board::paint(&canvas, &drawing);
        None
    }
    Charted::Png(figure, title, canvas) => saved::png_of(&figure, title, &canvas),
    Charted::Svg(figure, title, canvas) => saved::svg_of(&figure, title, &canvas),
});

border!(panels, load_panels, panels_view(which: Panel) -> AnyView => match which {
    Panel::Moved => view! { <moved_section::Section /> }.into_any(),
    Panel::Paste(wanted, open, dropped) => view! { <paste_dialog::Opened wanted open dropped /> }.into_any(),
    Panel::Walk => view! { <KeyWalk /> }.into_any(),
    Panel::Shards => view! { <shard_table::Panel /> }.into_any(),
    Panel::Lookup(show) => view! { <lookup::Section show /> }.into_any(),
    Panel::Configuration(opening) => view! { <configuration_dialog::Opened opening /> }.into_any(),
    Panel::Share(open) => view! { <share_dialog::Dialog open /> }.into_any(),
});

border!(compare, load_compare, compare_view() -> AnyView => view! { <Compare /> }.into_any());

border!(migrate, load_migrate, migrate_view(extent: Extent) -> AnyView => match extent {
    Extent::Page => view! { <Migrate /> }.into_any(),
    Extent::Figure => view! { <MigrationFigure /> }.into_any(),
});

border!(lab, load_lab, lab_view(which: Studies) -> AnyView => match which {
    Studies::All => view! { <Lab /> }.into_any(),
    Studies::Figures(number) => view! { <LabFigures number /> }.into_any(),
});

border!(drills, load_drills, drills_view(extent: Extent) -> AnyView => match extent {
    Extent::Page => view! { <DrillPage /> }.into_any(),
    Extent::Figure => view! { <DrillFigure /> }.into_any(),
});

/// Draws a chart or gives it to be taken away; nothing where charts are not there.
pub fn chart(what: Charted) -> Option<String> {
    if untrack(|| is_there(Part::Charts)) { now(charts_made(what)).flatten() } else { None }
}

/// A panel; `None` where panels are not there.
#[must_use]
pub fn panel(which: Panel) -> Option<AnyView> {
    now(panels_view(which))
}

/// The comparison; `None` where it is not there.
#[must_use]
pub fn compare() -> Option<AnyView> {
    now(compare_view())
}

/// The migration; `None` where it is not there.
#[must_use]
pub fn migrate(extent: Extent) -> Option<AnyView> {
    now(migrate_view(extent))
}

/// The lab or figures of it; `None` where it is not there.
#[must_use]
pub fn lab(which: Studies) -> Option<AnyView> {
    now(lab_view(which))
}

/// The drills; `None` where they are not there.
#[must_use]
pub fn drills(extent: Extent) -> Option<AnyView> {
    now(drills_view(extent))
}
