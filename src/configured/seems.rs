//! Whether a text that was pasted as a list of nodes looks like the configuration of a real system: by its first words,
//! so that nothing has to be fetched to find out.

/// Most lines that are looked at.
const LINES: usize = 300;

/// How lines of a configuration begin, and whose they are.
const BEGINNINGS: [(&str, &str); 16] = [
    ("upstream ", "an nginx"),
    ("backend ", "an HAProxy"),
    ("listen ", "an HAProxy"),
    ("hash-type ", "an HAProxy"),
    ("balance ", "an HAProxy"),
    ("servers:", "a twemproxy"),
    ("distribution:", "a twemproxy"),
    ("static_resources:", "an Envoy"),
    ("clusters:", "an Envoy"),
    ("lb_policy:", "an Envoy"),
    ("lb_endpoints:", "an Envoy"),
    ("\"clusters\"", "an Envoy"),
    ("\"static_resources\"", "an Envoy"),
    ("--SERVER=", "a libmemcached"),
    ("--server=", "a libmemcached"),
    ("Datacenter:", "a Cassandra"),
];

/// Whose configuration a text looks like, with its article; empty where it looks like none.
#[must_use]
pub fn seems(text: &str) -> &'static str {
    for line in text.lines().take(LINES) {
        let line = line.trim_start().trim_start_matches("- ");
        if let Some((_, whose)) = BEGINNINGS.iter().find(|(beginning, _)| line.starts_with(beginning)) {
            return whose;
        }
        let mut words = line.split_ascii_whitespace();
        let (first, second, third) = (words.next(), words.next(), words.next());
        match (first, second, third) {
            (Some("server"), Some(_), _) if line.trim_end().ends_with(';') => return "an nginx",
            (Some("server"), Some(_), Some(_)) => return "an HAProxy",
            (Some(id), Some(_), Some(_)) if id.len() == 40 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                return "a Redis Cluster";
            }
            _ => {}
        }
    }
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configurations_of_each_kind_and_lists_of_none() {
        let redis = format!("{} 10.0.0.1:6379@16379 master - 0 0 1 connected 0-5460", "0".repeat(40));
        for (text, whose) in [
            ("# a\nupstream cache {\n", "an nginx"),
            ("  server 10.0.0.1:80 weight=2;\n", "an nginx"),
            ("defaults\n  balance uri\n", "an HAProxy"),
            ("server web1 10.0.0.1:80\n", "an HAProxy"),
            ("alpha:\n  hash: md5\n  servers:\n", "a twemproxy"),
            ("- name: c\n  lb_policy: MAGLEV\n", "an Envoy"),
            ("{\n  \"static_resources\": {\n", "an Envoy"),
            ("--SERVER=a:1", "a libmemcached"),
            (&redis, "a Redis Cluster"),
            ("\nDatacenter: dc1\n", "a Cassandra"),
            ("cache-01\ncache-02 0.5\nserver-2\nbackend-1\n", ""),
            ("", ""),
        ] {
            assert_eq!(seems(text), whose, "{text}");
            // What the page tells apart by a glance the reader of configurations does by all lines; they do not differ.
            assert_eq!(configuration::guess(text).is_some(), !whose.is_empty(), "{text}");
        }
        // A node of weight 2, which the reader of configurations, once asked, takes for a server.
        assert_eq!(seems("server 2\n"), "");
    }
}
