//! What would move: the next steps, each with its price before it is taken. Hollow grey is "would", filled accent is
//! "did".

use std::sync::Arc;

use leptos::prelude::*;
use placement::number::{Ratio, thousands};

use super::{
    focus_first_shown,
    lab_link::LabLink,
    save_menu::{save_menu, table_entries},
    term,
};
use crate::{
    help::Word,
    idle::when_idle,
    lab::Section,
    price::{self, Offer, Price},
    react::{css_percent, flag, on_click, remade, shown_while, text},
    saved_tables,
    store::use_store,
    view::View,
};

/// The list gives way to what moved: the focus goes there, so that a keyboard is not thrown back to the top.
const WHAT_MOVED: &str = "#movement-title";

/// A price, as far as it is known.
#[derive(Clone, Copy, PartialEq)]
enum Found {
    /// Not yet.
    Waiting,
    /// It would take too long.
    TooLarge,
    /// Here.
    Is(Price),
}

impl Found {
    fn price(self) -> Option<Price> {
        if let Self::Is(price) = self { Some(price) } else { None }
    }
}

/// One round of prices, for one scenario.
#[derive(Clone)]
struct Round {
    number: u32,
    view: Arc<View>,
    offers: Arc<Vec<Offer>>,
}

/// The list of prices.
#[component]
pub fn Prices() -> impl IntoView {
    let store = use_store();
    let view = store.view();
    let offers = store.derive(|view| Arc::new(price::offers(view.scenario(), &view.balance)));
    let found = RwSignal::new(Vec::<Found>::new());
    let current = StoredValue::new(0u32);
    Effect::new(move |_| {
        let (view, offers) = (view.get(), offers.get());
        let number = current.get_value() + 1;
        // Whatever is still being worked out is for a scenario that is no more.
        current.set_value(number);
        found.set(vec![Found::Waiting; offers.len()]);
        next_price(Round { number, view, offers }, 0, current, found);
    });
    let of_keys = store.text(|view| format!("of {} keys", thousands(view.balance.keys)));
    let has_marks =
        move || found.with(|found| found.iter().any(|found| found.price().is_some_and(|p| p.fair.is_some())));
    let too_large = move || found.with(|found| found.contains(&Found::TooLarge));
    let entries = table_entries("what would move", move || {
        let prices = found.with_untracked(|found| found.iter().map(|found| found.price()).collect::<Vec<_>>());
        saved_tables::prices(&offers.get_untracked(), &prices)
    });
    view! {
        <section class="prices" aria-labelledby="prices-title">
            <div class="panel-head">
                <h2 id="prices-title" tabindex="-1">"What would move"</h2>
                <span class="quiet">{of_keys}</span>
            </div>
            {remade(move || {
                let offers = offers.get();
                let rows = offers.iter().cloned().enumerate().map(|(at, offer)| price_row(offer, at, found)).collect_view();
                view! { <ul class="price-list">{rows}</ul> }.into_any()
            })}
            {shown_while(
                flag(has_marks),
                move || {
                    view! {
                        <p class="price-legend quiet">
                            <span><i class="price-fair"></i>{term::word(store, "fair", Word::FairMovement)}</span>
                            <span>
                                <i class="price-necessary"></i>
                                {term::word(store, "necessary", Word::Necessary)}
                            </span>
                        </p>
                    }
                        .into_any()
                },
            )}
            {shown_while(
                flag(too_large),
                || view! { <p class="quiet">"– would take long to work out ahead."</p> }.into_any(),
            )}
            <div class="save-head">
                <LabLink section=Section::Movement words="By every algorithm" />
                {save_menu(("Save", " what would move"), entries, ().into_any())}
            </div>
            {shown_while(
                store.flag(|view| view.change.is_some()),
                move || {
                    let back = on_click(move |_| {
                        store.looks_ahead.set(false);
                        request_animation_frame(|| focus_first_shown(WHAT_MOVED));
                    });
                    view! { <button type="button" class="link look-ahead" on:click=back>"What moved"</button> }.into_any()
                },
            )}
        </section>
    }
}

/// Works out one price while the page is idle, then asks for the next.
fn next_price(round: Round, at: usize, current: StoredValue<u32>, found: RwSignal<Vec<Found>>) {
    when_idle(Box::new(move || {
        // The list may be gone, too: then its signals are.
        if current.try_get_value() != Some(round.number) {
            return;
        }
        let Some(offer) = round.offers.get(at) else { return };
        let price = price::price(&round.view.snapshot, &offer.commands).map_or(Found::TooLarge, Found::Is);
        let _ = found.try_update(|found| {
            if let Some(place) = found.get_mut(at) {
                *place = price;
            }
        });
        next_price(round, at + 1, current, found);
    }));
}

fn price_row(offer: Offer, at: usize, found: RwSignal<Vec<Found>>) -> AnyView {
    let store = use_store();
    let here = Memo::new(move |_| found.with(|found| found.get(at).copied().unwrap_or(Found::Waiting)));
    let keys = text(move || match here.get() {
        Found::Waiting => "…".into(),
        Found::TooLarge => "–".into(),
        Found::Is(price) => thousands(price.moved),
    });
    let share = text(move || here.get().price().map_or_else(String::new, |price| price.share().percent()));
    // What the marks say, for those who do not see them.
    let told = text(move || match here.get().price() {
        Some(Price { keys, necessary: Some(necessary), fair: Some(fair), .. }) => {
            format!(" of the keys; necessary {}, fair {}", Ratio::new(necessary, keys).percent(), fair.percent())
        }
        Some(_) => " of the keys".into(),
        None => String::new(),
    });
    let (before, name, after) = offer.words();
    let (before, name, after) = (before.to_owned(), name.to_owned(), after.to_owned());
    let title = offer.title.clone();
    let bar = move || {
        let Some(price) = here.get().price() else { return ().into_any() };
        let fair =
            price.fair.map(|fair| view! { <i class="price-fair" style:left=css_percent(fair.value().min(1.0))></i> });
        let necessary = price.necessary.map(|necessary| {
            let at = Ratio::new(necessary, price.keys).value();
            view! { <i class="price-necessary" style:left=css_percent(at)></i> }
        });
        let would = (price.moved > 0)
            .then(|| view! { <i class="price-would" style:width=css_percent(price.share().value())></i> });
        view! {
            {would}
            {necessary}
            {fair}
        }
        .into_any()
    };
    let take = move || {
        store.try_dispatch_all(&offer.title, &offer.commands);
        request_animation_frame(|| focus_first_shown(WHAT_MOVED));
    };
    view! {
        <li>
            <button type="button" class="price" title=title on:click=on_click(move |_| take())>
                <span class="price-words">
                    <span>{before}</span>
                    <span class="price-name">{name}</span>
                    <span>{after}</span>
                </span>
                <span class="price-keys" data-figure="would-move">{keys}</span>
                <span class="price-share quiet">
                    <span>{share}</span>
                    <span class="visually-hidden">{told}</span>
                </span>
                <span class="price-bar" aria-hidden="true">
                    {remade(bar)}
                </span>
            </button>
        </li>
    }
    .into_any()
}
