//! The dialog in which the configuration of a real system is pasted, or read from a file: what it says, line by line, and
//! which of its servers are to be used. What reads it is fetched when the dialog is first opened; nothing of the page
//! changes before it is used.

mod opening;
mod report;

use std::time::Duration;

use leptos::{ev, html, prelude::*, task::spawn_local};

pub use self::opening::{Opening, configure_button};
use self::{
    opening::Text,
    report::{Report, Shown},
};
use super::{
    choice::{ChoiceField, Item},
    paste_dialog::{drag_over, dropped_file, source::Source},
};
use crate::{
    configured::{Reading, Way, answer::Answer, counted, lines, reader},
    react::{flag, on_change, on_click, on_key, remade, shown_while, text},
};

/// How long a text is let come to rest before it is read.
const REST: Duration = Duration::from_millis(150);

/// What can be chosen as the format: the module's id, and the name on screen.
const FORMATS: [(&str, &str); 8] = [
    ("", "as recognised"),
    ("nginx", "nginx"),
    ("haproxy", "HAProxy"),
    ("twemproxy", "twemproxy"),
    ("envoy", "Envoy"),
    ("libmemcached", "libmemcached"),
    ("redis-cluster-nodes", "redis-cli cluster nodes"),
    ("nodetool-ring", "nodetool ring"),
];

/// Whether what reads is there.
#[derive(Clone, PartialEq, Eq)]
enum Reader {
    Coming,
    There,
    /// Why it did not come.
    Missing(String),
}

/// What there is to say about a text.
#[derive(Clone, PartialEq, Eq, Default)]
struct Told {
    /// As what it was read; empty where a format was chosen, or none recognised.
    recognised: String,
    summary: String,
    /// Sentences.
    remarks: Vec<String>,
    can_use: bool,
}

/// The dialog, while it is open.
#[component]
pub fn ConfigurationDialog() -> impl IntoView {
    let opening = expect_context::<Opening>();
    shown_while(opening.is_open.into(), move || view! { <Opened opening /> }.into_any())
}

/// A state of the dialog. Copies are the same.
#[derive(Clone, Copy)]
struct State {
    opening: Opening,
    source: Source,
    reader: RwSignal<Reader>,
    format: RwSignal<usize>,
    shown: Shown,
    /// The place of the reading that would be used.
    chosen: RwSignal<usize>,
    told: RwSignal<Told>,
    busy: RwSignal<bool>,
    /// Goes up with each text that is looked at.
    looked: StoredValue<u32>,
    /// The title that is chosen once a text is read.
    wanted: StoredValue<String>,
}

impl State {
    fn new(opening: Opening) -> Self {
        let shown = Shown { answer: StoredValue::new_local(Answer::default()), number: RwSignal::new(0) };
        let last = opening.last.get_value();
        Self {
            opening,
            source: Source::new(),
            reader: RwSignal::new(Reader::Coming),
            format: RwSignal::new(last.format),
            shown,
            chosen: RwSignal::new(0),
            told: RwSignal::new(Told::default()),
            busy: RwSignal::new(false),
            looked: StoredValue::new(0),
            wanted: StoredValue::new(last.title),
        }
    }

    fn fetch(self) {
        self.reader.set(Reader::Coming);
        spawn_local(async move {
            let now = match reader::fetch().await {
                Ok(()) => Reader::There,
                Err(why) => Reader::Missing(why),
            };
            // The dialog may be closed by now: then there is nothing to set.
            if self.reader.try_set(now).is_none() {
                self.look_soon();
            }
        });
    }

    /// Reads the text when it has come to rest.
    fn look_soon(self) {
        let Some(number) = self.looked.try_update_value(|looked| {
            *looked += 1;
            *looked
        }) else {
            return;
        };
        let is_still = move || self.looked.try_get_value() == Some(number);
        let start = move || {
            if !is_still() {
                return;
            }
            if !self.source.is_long() {
                self.look();
                return;
            }
            // "Reading …" is on the screen before the page is busy.
            self.busy.set(true);
            request_animation_frame(move || {
                let then = move || {
                    if is_still() {
                        self.look();
                    }
                };
                set_timeout(then, Duration::ZERO);
            });
        };
        set_timeout(start, REST);
    }

    /// Reads the text.
    fn look(self) {
        self.busy.set(false);
        if self.reader.get_untracked() != Reader::There {
            return;
        }
        let format = FORMATS.get(self.format.get_untracked()).map_or("", |format| format.0);
        let read = self.source.read(|text| {
            (!text.trim().is_empty()).then(|| reader::read(text, Some(format).filter(|format| !format.is_empty())))
        });
        let (answer, failed) = match read {
            None => (Answer::default(), Some("Nothing there yet.".to_owned())),
            Some(Ok(answer)) => (answer, None),
            Some(Err(why)) => (Answer::default(), Some(why)),
        };
        let wanted = self.wanted.get_value();
        let can = |reading: &Reading| reading.way().is_ok();
        let readings = &answer.readings;
        let place = readings.iter().position(|one| one.title == wanted).or_else(|| readings.iter().position(can));
        let chosen = place.unwrap_or(0);
        self.shown.answer.set_value(answer);
        self.chosen.set(chosen);
        self.shown.number.update(|number| *number += 1);
        match failed {
            None => self.tell(),
            Some(summary) => self.told.set(Told { summary, ..Told::default() }),
        }
    }

    /// Another reading is chosen.
    fn choose(self, place: usize) {
        self.chosen.set(place);
        let title = self.with_chosen(|reading, _| reading.title.clone());
        self.wanted.set_value(title.unwrap_or_default());
        self.tell();
    }

    fn with_chosen<T>(self, read: impl FnOnce(&Reading, &Answer) -> T) -> Option<T> {
        let chosen = self.chosen.get_untracked();
        self.shown.answer.with_value(|answer| answer.readings.get(chosen).map(|reading| read(reading, answer)))
    }

    /// Says what the chosen reading is.
    fn tell(self) {
        let (recognised, nothing) = self.shown.answer.with_value(|answer| {
            let name = FORMATS.iter().find(|format| Some(format.0) == answer.format.as_deref()).map(|format| format.1);
            let nothing = match &answer.refused {
                Some(why) => why.clone(),
                None => format!("There are no servers in it; {}.", lines(&answer.marks)),
            };
            (name.filter(|_| self.format.get_untracked() == 0).unwrap_or_default().to_owned(), nothing)
        });
        let told = self.with_chosen(|reading, answer| {
            let way = reading.way();
            let summary = reading.summary(&way, &answer.marks);
            let remarks = way.as_ref().map_or_else(|_| reading.notes.clone(), |way| way.notes.clone());
            Told { recognised: String::new(), summary, remarks, can_use: way.is_ok() }
        });
        let told = told.unwrap_or(Told { summary: nothing, ..Told::default() });
        self.told.set(Told { recognised, ..told });
    }

    /// Uses it: one step of the history. What is refused is said.
    fn carry_out(self) -> Result<(), String> {
        let store = self.opening.store.get_value();
        let done = self.with_chosen(|reading, _| {
            let way: Way = reading.way()?;
            let commands = reading.commands(&way, &store.scenario())?;
            let title = format!("Paste {}", reading.title);
            store.dispatch_all(&title, &commands).map_err(|error| error.to_string())?;
            store.notes.update(|notes| notes.extend(way.notes));
            Ok::<String, String>(reading.title.clone())
        });
        let title = done.ok_or("There is nothing to use.")??;
        let text = self.source.read(str::to_owned);
        self.opening.last.set_value(Text { text, format: self.format.get_untracked(), title });
        Ok(())
    }
}

#[component]
fn Opened(opening: Opening) -> impl IntoView {
    let state = State::new(opening);
    let State { source, reader, format, shown, chosen, told, busy, .. } = state;
    let dialog = NodeRef::<html::Dialog>::new();
    let file = NodeRef::<html::Input>::new();
    let over = RwSignal::new(false);

    let arrived = Callback::new(move |result: Result<(), String>| match result {
        Ok(()) => state.look_soon(),
        Err(summary) => {
            busy.set(false);
            told.set(Told { summary, ..Told::default() });
        }
    });
    let load = move |file: &web_sys::File| {
        busy.set(true);
        source.set_file(file, arrived);
    };

    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if dialog.open() || dialog.show_modal().is_err() {
            return;
        }
        let given = opening.given.try_update_value(Option::take).flatten();
        source.set(
            "The text that was used last",
            given.unwrap_or_else(|| opening.last.with_value(|last| last.text.clone())),
        );
        if let Some(field) = source.field.get_untracked() {
            let _ = field.focus();
        }
        state.fetch();
    });

    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let use_it = move || {
        if !told.with_untracked(|told| told.can_use) || busy.get_untracked() {
            return;
        }
        match state.carry_out() {
            Ok(()) => close(),
            Err(why) => told.update(|told| {
                told.summary = why;
                told.can_use = false;
            }),
        }
    };
    let key_down = move |event: ev::KeyboardEvent| {
        // The page's own keys are not meant here.
        event.stop_propagation();
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            use_it();
        }
    };
    let pasted = move |event: ev::ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
        if source.paste(text) {
            event.prevent_default();
            state.look_soon();
        }
    };
    let chosen_file = move |event: ev::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            load(&file);
        }
    };
    // The same file can be chosen again.
    let forget_file = move || {
        if let Some(input) = file.get_untracked() {
            input.set_value("");
        }
    };
    let put_away = on_click(move |_| {
        forget_file();
        source.clear();
        state.look_soon();
        if let Some(field) = source.field.get_untracked() {
            request_animation_frame(move || {
                let _ = field.focus();
            });
        }
    });
    let held = flag(move || source.held.with(Option::is_some));
    let held_text = move |title: bool| {
        text(move || {
            let part =
                |held: &super::paste_dialog::source::Held| (if title { &held.title } else { &held.head }).clone();
            source.held.with(|held| held.as_ref().map_or_else(String::new, part))
        })
    };
    let take_format = move |at: usize| {
        format.set(at);
        state.look_soon();
    };
    let recognised = text(move || match told.with(|told| told.recognised.clone()) {
        name if name.is_empty() => name,
        name => format!("recognised as {name}"),
    });
    let missing = flag(move || reader.with(|reader| matches!(reader, Reader::Missing(_))));
    let why_missing = text(move || match reader.get() {
        Reader::Missing(why) => format!("What reads configurations did not come. {why}"),
        _ => String::new(),
    });
    let summary = text(move || match (reader.get(), busy.get()) {
        (Reader::Coming, _) => "What reads configurations is being fetched …".into(),
        (Reader::Missing(_), _) => "Nothing can be read without it.".into(),
        (_, true) => "Reading …".into(),
        _ => told.with(|told| told.summary.clone()),
    });
    let choices = move || {
        shown.number.track();
        let items: Vec<Item> = shown.answer.with_value(|answer| answer.readings.iter().map(item).collect());
        if items.len() < 2 {
            return ().into_any();
        }
        view! {
            <p class="configuration-choice">
                "Use "
                <ChoiceField label="Which servers".into() items value=chosen take=move |at| state.choose(at) />
            </p>
        }
        .into_any()
    };
    let formats = FORMATS.iter().map(|format| Item { name: format.1.into(), help: String::new() }).collect();
    view! {
        <dialog
            node_ref=dialog
            class="dialog paste configuration"
            class:paste-over=over
            aria-labelledby="configuration-title"
            on:close=on_change(move |_| opening.closed())
            on:keydown=on_key(key_down)
            on:dragover=drag_over(Some(over))
            on:dragleave=move |_| over.set(false)
            on:drop=move |event| {
                over.set(false);
                if let Some(file) = dropped_file(&event) {
                    load(&file);
                }
            }
        >
            <h2 id="configuration-title">"Paste a configuration"</h2>
            <p>
                "Of nginx, HAProxy, twemproxy, Envoy or libmemcached, or what redis-cli cluster nodes or nodetool ring says. Nothing leaves this browser, and nothing changes before you use it."
            </p>
            <textarea
                node_ref=source.field
                class="code"
                rows="8"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Configuration"
                aria-describedby="configuration-told"
                placeholder="backend cache\n    balance hash path\n    hash-type consistent\n    server cache-01 10.0.0.1:80 weight 2"
                hidden=held
                on:input=on_change(move |_| state.look_soon())
                on:paste=pasted
            ></textarea>
            <div class="paste-held" hidden=flag(move || !held.get())>
                <p>
                    <span class="paste-name">{held_text(true)}</span>
                    <button type="button" class="link" on:click=put_away>
                        "Put it away"
                    </button>
                </p>
                <pre class="code">{held_text(false)}"\n…"</pre>
            </div>
            <div class="configuration-from">
                <label class="paste-file">
                    <input
                        node_ref=file
                        type="file"
                        aria-label="Read a file"
                        on:click=on_click(move |_| forget_file())
                        on:change=on_change(chosen_file)
                    />
                    <span class="quiet">"or drop one here"</span>
                </label>
                <p>
                    "Format "
                    <ChoiceField label="Format".into() items=formats value=format take=take_format />
                    " "
                    <span class="quiet">{recognised}</span>
                </p>
            </div>
            {remade(choices)}
            {shown_while(missing, move || {
                view! {
                    <p class="configuration-missing" role="alert">
                        <span>{why_missing}</span>
                        <button type="button" class="button button-outline" on:click=on_click(move |_| state.fetch())>
                            "Try again"
                        </button>
                    </p>
                }
                .into_any()
            })}
            <div class="paste-told" id="configuration-told" role="status">
                <p class="strong">{summary}</p>
                {remade(move || {
                    let remarks = told.with(|told| told.remarks.clone());
                    let items = remarks.into_iter().map(|remark| view! { <li>{remark}</li> }).collect_view();
                    view! { <ul>{items}</ul> }.into_any()
                })}
            </div>
            <Report shown />
            <div class="dialog-buttons">
                <button type="button" class="button button-main" on:click=on_click(move |_| close())>
                    "Cancel"
                </button>
                <button
                    type="button"
                    class="button button-main button-filled"
                    aria-disabled=text(move || (!told.with(|told| told.can_use) || busy.get()).to_string())
                    on:click=on_click(move |_| use_it())
                >
                    "Use it"
                </button>
            </div>
        </dialog>
    }
}

/// A reading as an option: how many servers, or why not.
fn item(reading: &Reading) -> Item {
    match reading.way() {
        Ok(_) => Item {
            name: format!("{}: {}", reading.title, counted(reading.servers.len(), "server")),
            help: String::new(),
        },
        Err(why) => Item { name: format!("{}: cannot be placed", reading.title), help: why },
    }
}
