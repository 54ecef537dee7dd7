//! Texts that were cut, and texts that nobody wrote for reading.

use configuration::{Format, read, read_as};
use proptest::prelude::*;

use crate::{cassandra, envoy, haproxy, laws, libmemcached, nginx, redis, sample, twemproxy};

/// Every sample, as a text.
fn samples() -> Vec<String> {
    [
        nginx::SAMPLE,
        haproxy::SAMPLE,
        twemproxy::SAMPLE,
        envoy::SAMPLE,
        libmemcached::SAMPLE,
        redis::SAMPLE,
        cassandra::SAMPLE,
    ]
    .map(sample::text_of)
    .to_vec()
}

#[test]
fn samples_cut_at_every_byte() {
    for (text, format) in samples().iter().zip(Format::ALL) {
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            laws::hold(&text[..end], &read_as(format, &text[..end]));
        }
    }
}

#[test]
fn samples_in_every_other_format_and_with_other_line_ends() {
    for text in samples() {
        let whole = read(&text);
        for ends in ["\r\n", "\r"] {
            // Positions and words are the same; only the bytes differ.
            assert_eq!(read(&text.replace('\n', ends)), whole);
        }
        assert_eq!(read(&format!("\u{feff}{text}")), whole);
        for format in Format::ALL {
            laws::hold(&text, &read_as(format, &text));
        }
    }
}

/// Pieces of the grammar of each format, and of what breaks it.
const PIECES: &[&str] = &[
    "upstream",
    "server",
    "hash",
    "consistent",
    "weight=2",
    "weight=",
    "down",
    "backup",
    "{",
    "}",
    ";",
    "\n",
    "\n  ",
    "\n    ",
    " ",
    "\t",
    "\"",
    "'",
    "\\",
    "#",
    "$a",
    "${",
    "include",
    "backend",
    "listen",
    "defaults",
    "from",
    "balance",
    "hdr(x)",
    "uri",
    "hash-type",
    "map-based",
    "sdbm",
    "avalanche",
    "hash-balance-factor",
    "150",
    "weight",
    "256",
    "id",
    "disabled",
    "server-template",
    "1-3",
    "default-server",
    "a:",
    "servers:",
    "hash:",
    "distribution:",
    "modula",
    "hash_tag:",
    "- ",
    "127.0.0.1:6379:1",
    " name",
    "[",
    "]",
    ",",
    "clusters:",
    "lb_policy:",
    "RING_HASH",
    "MAGLEV",
    "load_assignment:",
    "endpoints:",
    "lb_endpoints:",
    "endpoint:",
    "address:",
    "socket_address:",
    "port_value:",
    "1",
    "0",
    "18446744073709551616",
    "-1",
    "hostname:",
    "metadata:",
    "filter_metadata:",
    "envoy.lb:",
    "hash_key:",
    "load_balancing_weight:",
    "health_status:",
    "UNHEALTHY",
    "&x",
    "*x",
    "<<:",
    "!t",
    "|",
    ">",
    "?",
    "---",
    "...",
    "\"a\":",
    "null",
    "--SERVER=a:1",
    "--SOCKET=",
    "/?2",
    "--DISTRIBUTION=",
    "consistent,MD5",
    "--HASH=",
    "END",
    "RESET",
    "07c37dfeb235213a872192d90877d0cd55635b91",
    "10.0.0.1:1@2",
    "master",
    "slave",
    "-",
    "connected",
    "0-5460",
    "[93-<-a]",
    "16384",
    "Datacenter:",
    "Up",
    "Normal",
    "Joining",
    "-9223372036854775808",
    "9223372036854775808",
    "r1",
    "\u{feff}",
    "\r",
    "\0",
    "\u{2028}",
    "ж",
    "🦀",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn any_text_is_read_in_any_format(text in any::<String>(), at in 0..Format::ALL.len()) {
        laws::hold(&text, &read(&text));
        laws::hold(&text, &read_as(Format::ALL[at], &text));
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..400), at in 0..Format::ALL.len()) {
        let text = String::from_utf8_lossy(&bytes);
        laws::hold(&text, &read_as(Format::ALL[at], &text));
    }

    #[test]
    fn a_soup_of_pieces_is_read(
        pieces in prop::collection::vec((prop::sample::select(PIECES), any::<bool>()), 0..60),
        at in 0..Format::ALL.len(),
    ) {
        let text: String = pieces.iter().flat_map(|(piece, apart)| [*piece, if *apart { " " } else { "" }]).collect();
        laws::hold(&text, &read(&text));
        laws::hold(&text, &read_as(Format::ALL[at], &text));
    }

    #[test]
    fn a_sample_with_lines_changed_is_read(
        which in 0..Format::ALL.len(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(PIECES)), 1..6),
    ) {
        let mut text = samples().swap_remove(which);
        for (place, piece) in changes {
            let mut at = place.index(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            text.insert_str(at, piece);
        }
        laws::hold(&text, &read_as(Format::ALL[which], &text));
    }
}
