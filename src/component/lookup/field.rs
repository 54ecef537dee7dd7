//! The list of keys as it is typed, pasted or read from a file. A long one is held beside the field, which would stall the
//! page.

use std::time::Duration;

use leptos::{ev, html, prelude::*, task::spawn_local};
use placement::{
    keys::{KeyList, KeyListError, KeyReader, KeyReport},
    limits,
    number::thousands,
};
use wasm_bindgen_futures::JsFuture;

use crate::react::{flag, on_change, on_click, text};

/// Texts of more bytes are held, not shown.
const SHOWN_BYTES: usize = 64 << 10;
/// Texts of more bytes that are pasted are not left to the browser, which takes a second for five hundred lines.
const TYPED_BYTES: usize = 1 << 10;
/// So much of a long text is read before the page does something else.
const PIECE_BYTES: usize = 1 << 20;

/// What was typed or pasted. Copies are the same.
#[derive(Clone, Copy)]
pub struct Typed {
    text: StoredValue<String>,
    /// Where it is from, if it is held beside the field.
    held: RwSignal<Option<String>>,
    /// What was read of it.
    told: RwSignal<String>,
    /// Which text it is: what is read of an earlier one finds another number.
    run: StoredValue<u32>,
}

impl Typed {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            text: StoredValue::new(String::new()),
            held: RwSignal::new(None),
            told: RwSignal::new(String::new()),
            run: StoredValue::new(0),
        }
    }

    /// Takes a text, from a place if it is not the field, and reads its keys.
    fn take(self, text: String, from: Option<&str>, keys: RwSignal<Option<KeyList>>) {
        let is_long = text.len() > SHOWN_BYTES;
        self.held.set(from.filter(|_| is_long).map(|from| format!("{from}, {} bytes", thousands(text.len() as u64))));
        self.text.set_value(text);
        let run = self.next_run();
        match self.text.with_value(|text| KeyReader::new(text)) {
            Ok(reader) => self.read_on(reader, run, keys),
            Err(error) => self.found(Err(error), keys),
        }
    }

    fn next_run(self) -> u32 {
        self.run.update_value(|run| *run += 1);
        self.run.get_value()
    }

    /// Reads the next piece, and the one after it when the page has had its turn.
    fn read_on(self, mut reader: KeyReader, run: u32, keys: RwSignal<Option<KeyList>>) {
        if self.run.try_get_value() != Some(run) {
            return;
        }
        if self.text.with_value(|text| reader.step(text, PIECE_BYTES)) {
            self.told.set("Reading …".into());
            set_timeout(move || self.read_on(reader, run, keys), Duration::ZERO);
        } else {
            self.found(self.text.with_value(|text| reader.finish(text)), keys);
        }
    }

    fn found(self, read: Result<(KeyList, KeyReport), KeyListError>, keys: RwSignal<Option<KeyList>>) {
        match read {
            Ok((list, report)) => {
                let most = limits::LOOKUP_KEYS;
                let beyond = u64::from(list.len().saturating_sub(most)) + report.beyond as u64;
                let mut told = vec![format!("{}.", report.summary())];
                if beyond > 0 {
                    told.push(format!(
                        "The first {} are looked up; {} more are too many.",
                        thousands(most),
                        thousands(beyond)
                    ));
                }
                told.extend(report.remarks().into_iter().filter(|_| report.beyond == 0));
                self.told.set(told.join(" "));
                keys.set(Some(if list.len() > most { list.part(0, most) } else { list }));
            }
            Err(error) => {
                let is_empty = self.text.with_value(String::is_empty);
                self.told.set(if is_empty { String::new() } else { error.to_string() });
                keys.set(None);
            }
        }
    }

    /// Reads a file. One above the limit is not read at all.
    fn take_file(self, file: &web_sys::File, keys: RwSignal<Option<KeyList>>, field: NodeRef<html::Textarea>) {
        let (name, most) = (file.name(), limits::PASTE_BYTES as u64);
        let run = self.next_run();
        // A file's size is a whole number below 2^53.
        if file.size() as u64 > most {
            self.told.set(format!("{name} is too long: up to {} MB can be read.", most >> 20));
            return;
        }
        self.told.set("Reading …".into());
        let text = JsFuture::from(file.text());
        spawn_local(async move {
            let text = text.await.ok().and_then(|text| text.as_string());
            // Another text may have come meanwhile, or the page gone.
            if self.run.try_get_value() != Some(run) {
                return;
            }
            match text {
                Some(text) => {
                    self.take(text, Some(&name), keys);
                    self.show(field);
                }
                None => self.told.set(format!("The browser cannot read {name}.")),
            }
        });
    }

    /// Puts the text into the field, where it is not held beside it.
    fn show(self, field: NodeRef<html::Textarea>) {
        let Some(field) = field.get_untracked() else { return };
        if self.held.with_untracked(Option::is_none) {
            self.text.with_value(|text| field.set_value(text));
        }
    }
}

/// The field, and what was read of it.
#[component]
pub fn KeyField(
    /// What was typed.
    typed: Typed,
    /// The keys that it has.
    keys: RwSignal<Option<KeyList>>,
) -> impl IntoView {
    let field = NodeRef::<html::Textarea>::new();
    // What was typed before the section was closed.
    Effect::new(move |_| {
        if field.get().is_some() {
            typed.show(field);
        }
    });
    let pasted = move |event: ev::ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
        if text.len() > SHOWN_BYTES {
            event.prevent_default();
            typed.take(text, Some("From the clipboard"), keys);
        } else if text.len() > TYPED_BYTES
            && let Some(field) = field.get_untracked()
            && field.set_range_text(&text).is_ok()
        {
            event.prevent_default();
            let end = field.selection_end().ok().flatten();
            let _ = field.set_selection_start(end);
            typed.take(field.value(), None, keys);
        }
    };
    let chosen = move |event: ev::Event| {
        let input = event_target::<web_sys::HtmlInputElement>(&event);
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            typed.take_file(&file, keys, field);
        }
        // The same file can be chosen again.
        input.set_value("");
    };
    let held = flag(move || typed.held.with(Option::is_some));
    let put_away = on_click(move |_| {
        typed.take(String::new(), None, keys);
        if let Some(field) = field.get_untracked() {
            field.set_value("");
            request_animation_frame(move || {
                let _ = field.focus();
            });
        }
    });
    view! {
        <div class="lookup-field">
            <textarea
                node_ref=field
                class="code"
                rows="12"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label="Keys to look up"
                aria-describedby="lookup-told"
                placeholder="user:42\nsession:9f3e\none a line"
                hidden=held
                on:input=on_change(move |event| typed.take(event_target_value(&event), None, keys))
                on:paste=pasted
            ></textarea>
            <p class="lookup-held" hidden=flag(move || !held.get())>
                <span>{text(move || typed.held.get().unwrap_or_default())}</span>
                " "
                <button type="button" class="link" on:click=put_away>
                    "Put it away"
                </button>
            </p>
            <label class="paste-file">
                <input type="file" aria-label="Read keys from a file" on:change=on_change(chosen) />
            </label>
            <p id="lookup-told" role="status">{text(move || typed.told.get())}</p>
            <p class="quiet">
                "One key a line, up to " {thousands(limits::LOOKUP_KEYS)} ". A tab and a number after it are left out, as in a list of keys with requests."
            </p>
        </div>
    }
}
