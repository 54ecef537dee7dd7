//! Label order: where the counter stands in a label decides how a hash that works byte by byte, from front to back, spreads
//! it. What differs early is mixed by all the bytes that follow, what differs at the end by none.

/// The label with node and counter changing places: `{node}#{i}` becomes `{i}#{node}`. A label without a counter gives
/// `{i}-{node}`.
#[must_use]
pub fn turned(label: &str) -> String {
    if !label.contains("{i}") {
        return "{i}-{node}".into();
    }
    // No label has this character of the private use area: it would have to be typed on purpose, and then the label is
    // turned a little oddly, no more.
    label.replace("{node}", "\u{f8ff}").replace("{i}", "{node}").replace('\u{f8ff}', "{i}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_and_counter_change_places() {
        for (label, other) in [
            ("{node}#{i}", "{i}#{node}"),
            ("{i}-{node}", "{node}-{i}"),
            ("a{i}{node}{i}", "a{node}{i}{node}"),
            ("{node}", "{i}-{node}"),
        ] {
            assert_eq!(turned(label), other);
        }
    }
}
