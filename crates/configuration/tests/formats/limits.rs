//! Every limit is met with a sentence, soon, and without a panic.

use std::time::{Duration, Instant};

use configuration::{Configuration, Format, Told, guess, limits, read, read_as};

use crate::laws;

/// Reads a text, which must not take long, and holds it against the laws.
fn soon(format: Format, text: &str) -> Configuration {
    let start = Instant::now();
    let read = read_as(format, text);
    let _guess = guess(text);
    let took = start.elapsed();
    assert!(took < Duration::from_secs(10), "{} took {took:?}", format.name());
    laws::hold(text, &read);
    read
}

#[test]
fn sentences_name_the_limits_as_they_are() {
    assert_eq!((limits::TEXT_BYTES, limits::LINES, limits::SERVERS), (1 << 20, 50_000, 10_000));
    assert_eq!((limits::READINGS, limits::NAME_BYTES, limits::VALUES), (1_000, 1_000, 500_000));
}

#[test]
fn texts_too_long_are_refused() {
    let much = "a".repeat(limits::TEXT_BYTES + 1);
    assert_eq!(read(&much).refused.as_deref(), Some("That is more than 1 MB of text."));
    for end in ["\n", "\r", "\r\n"] {
        let lines = end.repeat(limits::LINES);
        assert_eq!(read_as(Format::Nginx, &lines).refused.as_deref(), Some("That is more than 50,000 lines."));
        assert_eq!(read_as(Format::Nginx, &lines[end.len()..]).lines.len(), limits::LINES - 1);
    }
    assert!(read("nothing that is known").refused.is_some_and(|words| words.contains("none of the configurations")));
}

#[test]
fn servers_too_many_are_left_out_with_a_sentence() {
    let lines: String = (0..10_001).map(|at| format!("server h{at}:1;\n")).collect();
    let read = soon(Format::Nginx, &format!("upstream a {{\n{lines}}}\n"));
    assert_eq!(read.readings[0].servers.len(), 10_000);
    assert_eq!(
        read.lines[10_001].told,
        Told::Unreadable("A text can have up to 10,000 servers; this one is left out.".into())
    );
    let read = soon(
        Format::Haproxy,
        "backend a\nserver-template x 9999 h:1\nserver-template y 2 h:1\nserver-template z 0-18446744073709551615 h:1\n",
    );
    assert_eq!(read.readings[0].servers.len(), 9_999);
    for line in [2, 3] {
        assert!(read.lines[line].told.words().contains("10,000 servers"), "{:?}", read.lines[line]);
    }
}

#[test]
fn readings_too_many_are_left_out_with_a_sentence() {
    let text: String = (0..1_002).map(|at| format!("upstream u{at} {{\nserver a:1;\n}}\n")).collect();
    let read = soon(Format::Nginx, &text);
    assert_eq!(read.readings.len(), 1_000);
    assert!(matches!(&read.lines[3_000].told, Told::Unreadable(words) if words.contains("1,000")));
}

#[test]
fn names_too_long_are_left_out_with_a_sentence() {
    for (bytes, servers) in [(1_000, 1), (1_001, 0)] {
        let read = soon(Format::Nginx, &format!("upstream a {{ server {}; }}", "n".repeat(bytes)));
        assert_eq!(read.readings[0].servers.len(), servers);
    }
}

#[test]
fn much_of_anything_is_read_soon() {
    for piece in [
        "[",
        "{",
        "{\"a\":",
        "- ",
        "a: ",
        "? ",
        "&a ",
        "*a ",
        "!a ",
        "\"",
        "'",
        "\\",
        ";",
        "}",
        "#",
        "\n",
        "a\n",
        " ",
        "{ ",
        "a {",
        "[{\"a\":1},",
        "- - - - a\n",
        "a: b\n",
        "- a\n",
        "--server=a ",
        ",",
        "a:1,",
        "x:1,x:2 2,",
        "${",
        "a: &a [*a, *a]\n",
        "|\n",
        "%a\n",
        "---\n",
        "1-2 ",
        "0 1 master - 0 0 0 connected 0-1\n",
        "a r Up Normal 1 2 3 4\n",
        "backend a\n",
        "defaults d\n",
        "upstream u {",
    ] {
        // A quarter of the limit: work that grows with the square of the text would take minutes.
        let text: String = piece.repeat(limits::TEXT_BYTES / 4 / piece.len());
        for format in Format::ALL {
            // Where there are too many lines, as many as may be.
            let read = soon(format, &text);
            if read.refused.is_some() {
                let count = limits::LINES / piece.matches('\n').count() - 1;
                soon(format, &piece.repeat(count));
            }
        }
    }
}

/// Short texts that stand for much: each would take minutes or gigabytes if what it stands for were written out.
#[test]
fn what_stands_for_much_is_bounded() {
    let backups: String = (0..900).map(|at| format!("backend b{at}\nserver-template x 9999 h:1 backup\n")).collect();
    soon(Format::Haproxy, &backups);
    let long = "n".repeat(500_000);
    let sections = "backend b\n".repeat(40_000);
    for first in [
        format!("defaults\nbalance uri {long}\n"),
        format!("defaults {long}\n"),
        format!("defaults\ndefault-server hash-key {long}\n"),
    ] {
        soon(Format::Haproxy, &format!("{first}{sections}"));
    }
    soon(Format::Haproxy, &format!("backend b\nserver-template {long} 9999 h:1\n"));
    let aliases = "*a, ".repeat(100_000);
    let read = soon(Format::Twemproxy, &format!("x: &a {long}\npool:\n  servers: [{aliases}]\n"));
    assert!(read.lines[2].told.words().contains("500,000 values"), "{}", read.lines[2].told.words());
    // Each of these ranges meets the last slot, which has an owner.
    let node = |slots: &str| format!("{:040} h:1 master - 0 0 0 connected {slots}\n", 0);
    soon(Format::RedisClusterNodes, &(node("16383") + &node(&"0-16383 ".repeat(100)).repeat(1_000)));
}
