//! The quantities of the drill: those that matter to it, and the others below, by the part of the fleet that they are of.

use leptos::prelude::*;
use placement::{
    drill::quantity::{self, Part, Quantity},
    parameter::{Kind, Settings, Value},
};

use crate::{
    component::save_menu::{save_menu, table_entries},
    drills::{taken, values},
    lab::sheet::Table,
    react::{flag, on_change, remade, text},
    store::{Store, use_store},
};

/// All of them.
#[component]
pub fn Quantities() -> impl IntoView {
    let store = use_store();
    let id = Memo::new(move |_| store.drill().with(|asked| asked.as_ref().map_or("", |asked| asked.id())));
    let fields = move || {
        let id = id.get();
        store.settled.track();
        let own = std::sync::Arc::new(values::own(id, &store.scenario()));
        let first = values::that_matter(id);
        let field = |quantity: &'static Quantity| field(store, quantity, &own);
        let others = Part::ALL.into_iter().map(|part| {
            let of_part = quantity::ALL.into_iter().filter(|one| one.part == part && !first.contains(one));
            let fields: Vec<AnyView> = of_part.map(field).collect();
            (!fields.is_empty()).then(|| {
                view! {
                    <fieldset class="drill-part">
                        <legend>{part.name()}</legend>
                        {fields}
                    </fieldset>
                }
            })
        });
        let others = others.collect_view();
        view! {
            <div class="drill-fields">{first.iter().copied().map(field).collect_view()}</div>
            <details class="drill-more">
                <summary>"More quantities"</summary>
                {others}
            </details>
        }
        .into_any()
    };
    let entries = table_entries("quantities of the drill", move || {
        store.drill().with_untracked(|asked| match asked {
            Some(asked) => taken::quantities(asked, &values::own(asked.id(), &store.scenario())),
            None => Table::default(),
        })
    });
    view! {
        <section class="drill-quantities" aria-labelledby="drill-quantities-title">
            <div class="save-head">
                <h2 id="drill-quantities-title">"Quantities, at full scale"</h2>
                {save_menu(("Save", " the quantities"), entries, ().into_any())}
            </div>
            {remade(fields)}
        </section>
    }
}

/// One of them: a number, a choice or a switch, with its unit, its range and what the drill has.
fn field(store: Store, quantity: &'static Quantity, own: &std::sync::Arc<Settings>) -> AnyView {
    let parameter = &quantity.parameter;
    let error = RwSignal::new(None::<String>);
    let settings = std::sync::Arc::clone(own);
    let current =
        move || store.drill().with(|asked| asked.as_ref().map(|asked| values::current(asked, &settings, quantity)));
    let (current_text, current_switch) = (current.clone(), current.clone());
    let written = text(move || current_text().map_or_else(String::new, |value| quantity.parameter.write(&value)));
    let is_on = flag(move || current_switch() == Some(Value::Switch(true)));
    let is_set = flag(move || {
        store
            .drill()
            .with(|asked| asked.as_ref().is_some_and(|asked| asked.values().iter().any(|one| one.0 == quantity)))
    });
    let settings = std::sync::Arc::clone(own);
    let set = move |value: Value| {
        let Some(asked) = store.drill().get_untracked() else { return };
        match values::with(&asked, &settings, quantity, value) {
            Ok(asked) => {
                error.set(None);
                store.change_drill(quantity.parameter.name, asked);
            }
            Err(reason) => error.set(Some(reason)),
        }
    };
    let id = format!("drill-{}", parameter.field);
    let help = format!("{id}-help");
    let input = match parameter.kind {
        Kind::Choice(options) => {
            let options = options.iter().enumerate().map(|(at, option)| {
                let chosen = current.clone();
                view! {
                    <option
                        value=at.to_string()
                        title=option.help
                        prop:selected=flag(move || chosen() == Some(Value::Choice(at)))
                    >
                        {option.name}
                    </option>
                }
            });
            let options = options.collect_view();
            let take = move |event| {
                if let Ok(at) = event_target_value(&event).parse() {
                    set(Value::Choice(at));
                }
            };
            view! {
                <select id=id.clone() class="dial dial-choice" aria-describedby=help.clone() on:change=on_change(take)>
                    {options}
                </select>
            }
            .into_any()
        }
        Kind::Switch => {
            let take = move |event| set(Value::Switch(event_target_checked(&event)));
            // An element round it, so that it is not made from the field of a number when another drill comes.
            view! {
                <span>
                    <input
                        id=id.clone()
                        type="checkbox"
                        class="tick"
                        aria-describedby=help.clone()
                        prop:checked=is_on
                        on:change=on_change(take)
                    />
                </span>
            }
            .into_any()
        }
        Kind::Count { least, most, .. } => {
            let take = move |event| match quantity.parameter.read(event_target_value(&event).trim()) {
                Ok(value) => set(value),
                Err(reason) => error.set(Some(reason.to_string())),
            };
            view! {
                <input
                    id=id.clone()
                    type="number"
                    class="drill-number-field"
                    inputmode="numeric"
                    min=least.to_string()
                    max=most.to_string()
                    aria-describedby=help.clone()
                    aria-invalid=text(move || error.with(Option::is_some).to_string())
                    prop:value=written
                    on:change=on_change(take)
                />
            }
            .into_any()
        }
        Kind::Label { .. } | Kind::Assignment(_) => ().into_any(),
    };
    let message = text(move || error.get().unwrap_or_default());
    view! {
        <div class="drill-field" class:drill-field-set=is_set>
            <label for=id title=parameter.help>
                {parameter.name}
            </label>
            <span class="drill-value">{input} <span class="quiet">{quantity.unit}</span></span>
            <span class="quiet drill-range" id=help title=parameter.help>
                {values::range(quantity, own)}
            </span>
            <span class="field-error" role="alert">
                {message}
            </span>
        </div>
    }
    .into_any()
}
