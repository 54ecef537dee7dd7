//! A text whose figures stay with their signs: "82.5 %" is never parted at the end of a line. The text itself keeps its
//! plain spaces, so that it can be searched, copied and read as it is written elsewhere.

use leptos::prelude::*;

/// The text.
pub fn unbroken(text: &str) -> AnyView {
    parts(text)
        .into_iter()
        .map(|part| match part {
            (true, figure) => view! { <span class="unbroken">{figure.to_owned()}</span> }.into_any(),
            (false, words) => words.to_owned().into_any(),
        })
        .collect_view()
        .into_any()
}

/// Words, and figures with their per cent sign.
fn parts(text: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(sign) = rest.find(" %") {
        let figure = rest[..sign].rfind(' ').map_or(0, |space| space + 1);
        let end = sign + " %".len();
        parts.push((false, &rest[..figure]));
        parts.push((true, &rest[figure..end]));
        rest = &rest[end..];
    }
    parts.push((false, rest));
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_figure_keeps_its_sign_and_the_text_its_letters() {
        let text = "82,475 keys moved, 82.5 %; fair 11.1 %.";
        let all = parts(text);
        let figures: Vec<&str> = all.iter().filter(|(is_figure, _)| *is_figure).map(|(_, part)| *part).collect();
        assert_eq!(figures, ["82.5 %", "11.1 %"]);
        assert_eq!(all.iter().map(|(_, part)| *part).collect::<String>(), text);
        assert_eq!(parts("43 %"), [(true, "43 %")]);
        assert_eq!(parts("no figure"), [(false, "no figure")]);
        assert!(parts("").is_empty());
    }
}
