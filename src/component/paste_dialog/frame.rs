//! What all dialogs share in which a text is pasted: the field, or what is held in its place, a file, what there is to say
//! about the text, and the buttons. Not generic, so that it is compiled once.

use std::rc::Rc;

use leptos::{ev, html, prelude::*};

use super::source::{Held, Source};
use crate::react::{flag, on_change, on_click, on_drag, on_key, on_paste, remade, text};

/// A dialog.
pub struct Frame {
    /// The element, which is shown as soon as it is there.
    pub dialog: NodeRef<html::Dialog>,
    /// Its classes.
    pub class: &'static str,
    /// The heading, and its id; what there is to say has the same with `-told`.
    pub title: (&'static str, &'static str),
    /// What stands below the heading.
    pub help: AnyView,
    /// Where the text is.
    pub source: Source,
    /// The field's name, what stands in it while it is empty, and its rows.
    pub field: (&'static str, &'static str, &'static str),
    /// Is something being read?
    pub busy: RwSignal<bool>,
    /// The text is another one; or why a file could not be read.
    pub arrived: Callback<Result<(), String>>,
    /// What stands beside the choice of a file, and below it.
    pub more: (AnyView, AnyView),
    /// What would be taken.
    pub summary: Signal<String>,
    /// Sentences about the rest.
    pub remarks: RwSignal<Vec<String>>,
    /// What stands below them, and below all that is said.
    pub below: (AnyView, AnyView),
    /// The words on the button that takes it, whether there is something to take, and what it does.
    pub take: (&'static str, RwSignal<bool>, Rc<dyn Fn()>),
    /// The dialog is on show.
    pub opened: Box<dyn Fn()>,
    /// It is closed.
    pub closed: Box<dyn Fn()>,
}

impl Frame {
    /// The dialog as a part of the page.
    #[must_use]
    pub fn view(self) -> AnyView {
        let Self { dialog, source, busy, arrived, opened, closed, remarks, .. } = self;
        let (take_words, can_take, take) = self.take;
        let (title, title_id) = self.title;
        let (label, placeholder, rows) = self.field;
        let told_id = format!("{title_id}-told");
        let over = RwSignal::new(false);
        let file = NodeRef::<html::Input>::new();
        Effect::new(move |_| {
            let Some(dialog) = dialog.get() else { return };
            if !dialog.open() && dialog.show_modal().is_ok() {
                opened();
            }
        });
        let take = move || {
            if can_take.get_untracked() && !busy.get_untracked() {
                take();
            }
        };
        let take_by_key = take.clone();
        let key_down = move |event: ev::KeyboardEvent| {
            // The page's own keys are not meant here.
            event.stop_propagation();
            if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
                event.prevent_default();
                take_by_key();
            }
        };
        let pasted = move |event: ev::ClipboardEvent| {
            let text = event.clipboard_data().and_then(|data| data.get_data("text/plain").ok()).unwrap_or_default();
            if source.paste(text) {
                event.prevent_default();
                arrived.run(Ok(()));
            }
        };
        let chosen = move |event: ev::Event| {
            let input = event_target::<web_sys::HtmlInputElement>(&event);
            if let Some(file) = input.files().and_then(|files| files.get(0)) {
                load(&file, source, busy, arrived);
            }
        };
        let dropped = move |event: ev::DragEvent| {
            over.set(false);
            if let Some(file) = dropped_file(&event) {
                load(&file, source, busy, arrived);
            }
        };
        // The same file can be chosen again.
        let forget_file = move || {
            if let Some(input) = file.get_untracked() {
                input.set_value("");
            }
        };
        let put_away = move |_| {
            forget_file();
            source.clear();
            arrived.run(Ok(()));
            if let Some(field) = source.field.get_untracked() {
                request_animation_frame(move || {
                    let _ = field.focus();
                });
            }
        };
        let held = flag(move || source.held.with(Option::is_some));
        let held_text = move |read: fn(&Held) -> &String| {
            text(move || source.held.with(|held| held.as_ref().map_or_else(String::new, |held| read(held).clone())))
        };
        let items = move || {
            let items = remarks.get().into_iter().map(|remark| view! { <li>{remark}</li> }).collect_view();
            view! { <ul>{items}</ul> }.into_any()
        };
        let described_by = told_id.clone();
        view! {
            <dialog
                node_ref=dialog
                class=self.class
                class:paste-over=over
                aria-labelledby=title_id
                on:close=on_change(move |_| closed())
                on:keydown=on_key(key_down)
                on:dragover=drag_over(Some(over))
                on:dragleave=on_drag(move |_| over.set(false))
                on:drop=on_drag(dropped)
            >
                <h2 id=title_id>{title}</h2>
                <p>{self.help}</p>
                <textarea
                    node_ref=source.field
                    class="code"
                    rows=rows
                    wrap="off"
                    spellcheck="false"
                    autocomplete="off"
                    autocapitalize="off"
                    aria-label=label
                    aria-describedby=described_by
                    placeholder=placeholder
                    hidden=held
                    on:input=on_change(move |_| arrived.run(Ok(())))
                    on:paste=on_paste(pasted)
                ></textarea>
                <div class="paste-held" hidden=flag(move || !held.get())>
                    <p>
                        <span class="paste-name">{held_text(|held| &held.title)}</span>
                        <button type="button" class="link" on:click=on_click(put_away)>
                            "Put it away"
                        </button>
                    </p>
                    <pre class="code">{held_text(|held| &held.head)}"\n…"</pre>
                </div>
                <div class="paste-from">
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
                    {self.more.0}
                </div>
                {self.more.1}
                <div class="paste-told" id=told_id role="status">
                    <p class="strong">{self.summary}</p>
                    {remade(items)}
                    {self.below.0}
                </div>
                {self.below.1}
                <div class="dialog-buttons">
                    <button type="button" class="button button-main" on:click=on_click(move |_| close(dialog))>
                        "Cancel"
                    </button>
                    <button
                        type="button"
                        class="button button-main button-filled"
                        aria-disabled=text(move || (!can_take.get() || busy.get()).to_string())
                        on:click=on_click(move |_| take())
                    >
                        {take_words}
                    </button>
                </div>
            </dialog>
        }
        .into_any()
    }
}

/// Closes a dialog.
pub fn close(dialog: NodeRef<html::Dialog>) {
    if let Some(dialog) = dialog.get_untracked() {
        dialog.close();
    }
}

/// Reads a file, in place of the text that is there.
pub fn load(file: &web_sys::File, source: Source, busy: RwSignal<bool>, arrived: Callback<Result<(), String>>) {
    busy.set(true);
    source.set_file(file, arrived);
}

/// Lets a file be dropped.
pub fn drag_over(over: Option<RwSignal<bool>>) -> Box<dyn FnMut(ev::DragEvent)> {
    on_drag(move |event| {
        let types = event.data_transfer().map(|data| data.types());
        if types.is_some_and(|types| types.iter().any(|one| one == "Files")) {
            event.prevent_default();
            if let Some(over) = over {
                over.set(true);
            }
        }
    })
}

/// The file that was dropped, if it was one; then it is not for the browser to show, nor for what lies behind.
pub fn dropped_file(event: &ev::DragEvent) -> Option<web_sys::File> {
    if event.default_prevented() {
        return None;
    }
    let file = event.data_transfer()?.files()?.get(0)?;
    event.prevent_default();
    Some(file)
}

/// Opens a dialog with the file that is dropped.
pub fn on_drop_open(dropped: super::Dropped, open: RwSignal<bool>) -> Box<dyn FnMut(ev::DragEvent)> {
    on_drag(move |event| {
        if let Some(file) = dropped_file(&event) {
            dropped.set_value(Some(file));
            open.set(true);
        }
    })
}
