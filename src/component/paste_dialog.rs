//! The dialog in which a fleet or a list of keys is pasted, or read from a file. What would be taken and what left out
//! is said while it is typed; nothing changes before it is taken.

pub mod source;

use std::{rc::Rc, time::Duration};

use leptos::{ev, html, prelude::*};
use placement::{
    keys::{KeyList, KeyListError, KeyReader, KeyReport, Keys},
    number::Ratio,
    paste,
    scenario::{Command, Scenario},
};

use self::source::Source;
use super::{configuration_dialog::Opening, focus_first_shown};
use crate::{
    configured::seems::seems,
    react::{flag, on_change, on_click, on_key, remade, shown_while, text},
    store::use_store,
};

/// How long a long text is let come to rest before it is looked at.
const REST: Duration = Duration::from_millis(150);

/// So much of a long list is read before the page can show how far that is.
const PIECE_BYTES: usize = 2 << 20;

/// Most sentences about lines that were left out that stay on the page after the dialog.
const KEPT: usize = 3;

/// What is pasted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Names of nodes.
    Fleet,
    /// Keys.
    Keys,
}

impl Wanted {
    fn title(self) -> &'static str {
        match self {
            Self::Fleet => "Paste a fleet",
            Self::Keys => "Paste keys",
        }
    }

    fn help(self) -> AnyView {
        match self {
            Self::Fleet => view! {
                "One node a line, with its weight after it where that is not 1, as in "
                <code>"cache-03 2"</code>
                ". A name that is in the fleet already stays the same node."
            }
            .into_any(),
            Self::Keys => view! {
                "One key a line, with a tab and its number of requests after it where you know it."
            }
            .into_any(),
        }
    }

    /// The buttons that the focus goes back to.
    fn opener(self) -> &'static str {
        match self {
            Self::Fleet => "[data-paste='fleet']",
            Self::Keys => "[data-paste='keys'], [data-use-pattern]",
        }
    }

    /// What stands in the field at first.
    fn text_of(self, scenario: &Scenario) -> String {
        match (self, &scenario.keys) {
            (Self::Fleet, _) => paste::text_of(&scenario.fleet),
            (Self::Keys, Keys::List(list)) => list.to_lines(),
            (Self::Keys, Keys::Pattern { .. }) => String::new(),
        }
    }
}

/// A file that was dropped where a dialog can open for it.
pub type Dropped = StoredValue<Option<web_sys::File>, LocalStorage>;

/// What was read: the command it makes, and what there is to say about it.
struct Read {
    command: Option<Command>,
    told: Told,
}

/// What there is to say about a text.
#[derive(Clone, PartialEq, Eq, Default)]
struct Told {
    /// What would be taken: `25 nodes, 1 line left out`.
    summary: String,
    /// Sentences about the rest.
    remarks: Vec<String>,
    /// Whose configuration a list of nodes looks like, if it does.
    seems: &'static str,
}

impl Told {
    fn only(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }

    /// For the notes of the page, once it is taken.
    fn note(&self) -> Option<String> {
        let kept = self.remarks.get(..KEPT).unwrap_or(&self.remarks).join(" ");
        let rest = if self.remarks.len() > KEPT { " …" } else { "" };
        (!self.remarks.is_empty()).then(|| format!("Pasted: {}. {kept}{rest}", self.summary))
    }
}

fn read(wanted: Wanted, text: &str, scenario: &Scenario) -> Read {
    match wanted {
        _ if text.is_empty() => Read { command: None, told: Told::only("Nothing there yet.") },
        Wanted::Fleet => {
            let pasted = paste::fleet(text, &scenario.fleet);
            let told = Told { summary: pasted.summary(), remarks: pasted.remarks(), seems: seems(text) };
            let command = (pasted.taken > 0).then_some(Command::SetFleet(pasted.fleet));
            Read { command, told }
        }
        Wanted::Keys => keys_read(KeyList::read(text)),
    }
}

fn keys_read(read: Result<(KeyList, KeyReport), KeyListError>) -> Read {
    match read {
        Ok((list, report)) => Read {
            command: Some(Command::SetKeys(Keys::List(list))),
            told: Told { summary: report.summary(), remarks: report.remarks(), seems: "" },
        },
        Err(error) => Read { command: None, told: Told::only(error.to_string()) },
    }
}

/// Reads the next piece of a long list, lets the page show how far it is, and goes on.
fn read_on(
    mut reader: KeyReader,
    source: Source,
    is_still: Rc<dyn Fn() -> bool>,
    done: RwSignal<Option<Ratio>>,
    found: Rc<dyn Fn(Read)>,
) {
    if !is_still() {
        return;
    }
    let (has_more, all) = source.read(|text| (reader.step(text, PIECE_BYTES), text.len()));
    if has_more {
        done.set(Some(Ratio::new(reader.bytes() as u64, all as u64)));
        set_timeout(move || read_on(reader, source, is_still, done, found), Duration::ZERO);
    } else {
        found(keys_read(source.read(|text| reader.finish(text))));
    }
}

/// The dialog, while it is open.
#[component]
pub fn PasteDialog(
    /// For what.
    wanted: Wanted,
    /// Is it open?
    open: RwSignal<bool>,
    /// A file that it opens with.
    dropped: Dropped,
) -> impl IntoView {
    shown_while(open.into(), move || view! { <Opened wanted open dropped /> }.into_any())
}

#[component]
fn Opened(wanted: Wanted, open: RwSignal<bool>, dropped: Dropped) -> impl IntoView {
    let store = use_store();
    let dialog = NodeRef::<html::Dialog>::new();
    let file = NodeRef::<html::Input>::new();
    let source = Source::new();
    let told = RwSignal::new(Told::default());
    let can_take = RwSignal::new(false);
    let busy = RwSignal::new(false);
    let over = RwSignal::new(false);
    let looked = StoredValue::new(0u32);

    // What was read last, to be taken.
    let ready = StoredValue::new_local(None::<Command>);
    let done = RwSignal::new(None::<Ratio>);
    let found = move |Read { command, told: now }: Read| {
        can_take.set(command.is_some());
        ready.set_value(command);
        told.set(now);
        busy.set(false);
        done.set(None);
    };
    let read_at_once = move || found(source.read(|text| read(wanted, text, &store.scenario())));
    let is_still = move |number: u32| looked.try_get_value() == Some(number);
    let look_soon = move || {
        let number = looked.get_value() + 1;
        looked.set_value(number);
        if !source.is_long() {
            read_at_once();
            return;
        }
        busy.set(true);
        done.set(None);
        let start = move || {
            if !is_still(number) {
                return;
            }
            if wanted == Wanted::Fleet {
                read_at_once();
                return;
            }
            match source.read(KeyReader::new) {
                Ok(reader) => read_on(reader, source, Rc::new(move || is_still(number)), done, Rc::new(found)),
                Err(error) => found(keys_read(Err(error))),
            }
        };
        set_timeout(start, REST);
    };
    let arrived = Callback::new(move |result: Result<(), String>| match result {
        Ok(()) => look_soon(),
        Err(message) => {
            can_take.set(false);
            busy.set(false);
            told.set(Told::only(message));
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
        if let Some(file) = dropped.try_update_value(Option::take).flatten() {
            load(&file);
            return;
        }
        source.set("The list on show", wanted.text_of(&store.scenario()));
        if let Some(field) = source.field.get_untracked() {
            // What is pasted takes the place of what is there.
            let _ = field.focus();
            field.select();
        }
        look_soon();
    });

    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let carry_out = move || {
        let Some(command) = ready.try_update_value(Option::take).flatten() else { return };
        match store.dispatch(command) {
            Ok(()) => {
                store.notes.update(|notes| notes.extend(told.get_untracked().note()));
                close();
            }
            Err(error) => {
                busy.set(false);
                can_take.set(false);
                told.set(Told::only(error.to_string()));
            }
        }
    };
    let take = move || {
        if !can_take.get_untracked() || busy.get_untracked() {
            return;
        }
        if !source.is_long() {
            carry_out();
            return;
        }
        // "Reading …" is on the screen before the page is busy.
        busy.set(true);
        request_animation_frame(move || set_timeout(carry_out, Duration::ZERO));
    };
    let opening = expect_context::<Opening>();
    let seems_one = flag(move || told.with(|told| !told.seems.is_empty()));
    let configure = move || {
        let read_it = on_click(move |_| {
            opening.open(store, Some(source.read(str::to_owned)), "fleet");
            close();
        });
        view! {
            <p class="paste-seems">
                {text(move || format!("This looks like {} configuration. ", told.with(|told| told.seems)))}
                <button type="button" class="link" on:click=read_it>
                    "Read it as one"
                </button>
            </p>
        }
        .into_any()
    };
    let closed = move |_: ev::Event| {
        open.set(false);
        request_animation_frame(move || focus_first_shown(wanted.opener()));
    };
    let key_down = move |event: ev::KeyboardEvent| {
        // The page's own keys are not meant here.
        event.stop_propagation();
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            take();
        }
    };
    let pasted = move |event: ev::ClipboardEvent| {
        let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
        if source.paste(text) {
            event.prevent_default();
            look_soon();
        }
    };
    let chosen = move |event: ev::Event| {
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
        look_soon();
        if let Some(field) = source.field.get_untracked() {
            request_animation_frame(move || {
                let _ = field.focus();
            });
        }
    });
    let summary = text(move || match (busy.get(), told.with(|told| told.summary.clone())) {
        (true, _) => match done.get() {
            Some(done) => format!("Reading, {} so far …", done.percent()),
            None => "Reading …".into(),
        },
        (false, summary) => summary,
    });
    let held = flag(move || source.held.with(Option::is_some));
    let held_text = move |read: fn(&source::Held) -> &String| {
        text(move || source.held.with(|held| held.as_ref().map_or_else(String::new, |held| read(held).clone())))
    };
    let title_id = format!("{}-title", wanted.title().replace(' ', "-").to_ascii_lowercase());
    let told_id = format!("{title_id}-told");
    let (labelled_by, described_by) = (title_id.clone(), told_id.clone());
    view! {
        <dialog
            node_ref=dialog
            class="dialog paste"
            class:paste-over=over
            aria-labelledby=labelled_by
            on:close=closed
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
            <h2 id=title_id>{wanted.title()}</h2>
            <p>{wanted.help()} " Nothing leaves this browser."</p>
            <textarea
                node_ref=source.field
                class="code"
                rows="12"
                wrap="off"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                aria-label=if wanted == Wanted::Fleet { "Nodes" } else { "Keys" }
                aria-describedby=described_by
                placeholder=if wanted == Wanted::Fleet { "cache-01\ncache-02 0.5" } else { "user:1\nuser:2" }
                hidden=held
                on:input=on_change(move |_| look_soon())
                on:paste=pasted
            ></textarea>
            <div class="paste-held" hidden=flag(move || !held.get())>
                <p>
                    <span class="paste-name">{held_text(|held| &held.title)}</span>
                    <button type="button" class="link" on:click=put_away>
                        "Put it away"
                    </button>
                </p>
                <pre class="code">{held_text(|held| &held.head)}"\n…"</pre>
            </div>
            <label class="paste-file">
                <input
                    node_ref=file
                    type="file"
                    aria-label="Read a file"
                    on:click=on_click(move |_| forget_file())
                    on:change=on_change(chosen)
                />
                <span class="quiet">"or drop one here"</span>
            </label>
            <div class="paste-told" id=told_id role="status">
                <p class="strong">{summary}</p>
                {remade(move || {
                    let remarks = told.with(|told| told.remarks.clone());
                    let items = remarks.into_iter().map(|remark| view! { <li>{remark}</li> }).collect_view();
                    view! { <ul>{items}</ul> }.into_any()
                })}
                {shown_while(seems_one, configure)}
            </div>
            <div class="dialog-buttons">
                <button type="button" class="button button-main" on:click=on_click(move |_| close())>
                    "Cancel"
                </button>
                <button
                    type="button"
                    class="button button-main button-filled"
                    aria-disabled=text(move || (!can_take.get() || busy.get()).to_string())
                    on:click=on_click(move |_| take())
                >
                    "Take"
                </button>
            </div>
        </dialog>
    }
}

/// Lets a file be dropped.
pub fn drag_over(over: Option<RwSignal<bool>>) -> Box<dyn FnMut(ev::DragEvent)> {
    Box::new(move |event| {
        let types = event.data_transfer().map(|data| data.types());
        if types.is_some_and(|types| types.iter().any(|one| one == "Files")) {
            event.prevent_default();
            if let Some(over) = over {
                over.set(true);
            }
        }
    })
}

/// The file that was dropped, if it was one; then it is not for the browser to show.
pub fn dropped_file(event: &ev::DragEvent) -> Option<web_sys::File> {
    let file = event.data_transfer()?.files()?.get(0)?;
    event.prevent_default();
    Some(file)
}
