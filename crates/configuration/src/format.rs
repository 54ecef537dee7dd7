//! The formats that can be read, and a guess which one a text has.

/// A format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// nginx `upstream` blocks.
    Nginx,
    /// HAProxy sections.
    Haproxy,
    /// twemproxy pools, YAML.
    Twemproxy,
    /// Envoy clusters, YAML or JSON.
    Envoy,
    /// A configuration string of libmemcached, or a list of its servers.
    Libmemcached,
    /// `redis-cli cluster nodes`.
    RedisClusterNodes,
    /// `nodetool ring`.
    NodetoolRing,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Nginx,
        Self::Haproxy,
        Self::Twemproxy,
        Self::Envoy,
        Self::Libmemcached,
        Self::RedisClusterNodes,
        Self::NodetoolRing,
    ];

    /// As a program names it.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Haproxy => "haproxy",
            Self::Twemproxy => "twemproxy",
            Self::Envoy => "envoy",
            Self::Libmemcached => "libmemcached",
            Self::RedisClusterNodes => "redis-cluster-nodes",
            Self::NodetoolRing => "nodetool-ring",
        }
    }

    /// What it calls what servers stand in; nothing where the whole text is one.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Self::Nginx => "upstream",
            Self::Haproxy => "backend",
            Self::Twemproxy => "pool",
            Self::Envoy => "cluster",
            Self::Libmemcached | Self::RedisClusterNodes => "",
            Self::NodetoolRing => "datacenter",
        }
    }

    /// As it is written on screen.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Nginx => "nginx",
            Self::Haproxy => "HAProxy",
            Self::Twemproxy => "twemproxy",
            Self::Envoy => "Envoy",
            Self::Libmemcached => "libmemcached",
            Self::RedisClusterNodes => "redis-cli cluster nodes",
            Self::NodetoolRing => "nodetool ring",
        }
    }
}

/// Which format a text has: that of which the most lines have a mark, of two the first of [`Format::ALL`]; nothing where
/// no line has any.
#[must_use]
pub fn guess(text: &str) -> Option<Format> {
    let mut marks = [0_usize; Format::ALL.len()];
    let (mut lines, mut listed) = (0_usize, false);
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if lines == 0 && opens_json(line) {
            return Some(Format::Envoy);
        }
        lines += 1;
        listed = is_server_list(line);
        if let Some(format) = mark(line) {
            marks[format as usize] += 1;
        }
    }
    let most = marks.into_iter().max().unwrap_or(0);
    let found = Format::ALL.into_iter().find(|&format| most > 0 && marks[format as usize] == most);
    found.or((lines == 1 && listed).then_some(Format::Libmemcached))
}

/// Whether a text whose first line this is can be JSON.
fn opens_json(line: &str) -> bool {
    let inner = line.strip_prefix(['{', '[']).map(str::trim_start);
    inner.is_some_and(|inner| inner.is_empty() || inner.starts_with(['{', '}', '[', ']', '"']))
}

/// The format that a line can only belong to.
fn mark(line: &str) -> Option<Format> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    let second = words.next().unwrap_or_default();
    let key = line.trim_start_matches("- ").split(':').next().unwrap_or_default().trim_matches(['"', '\'']);
    if line.split_whitespace().any(is_option) {
        Some(Format::Libmemcached)
    } else if first == "Datacenter:"
        || matches!(words.clone().next(), Some("Up" | "Down")) && line.split_whitespace().last().is_some_and(is_token)
    {
        Some(Format::NodetoolRing)
    } else if first.len() == 40 && first.bytes().all(|byte| byte.is_ascii_hexdigit()) && second.contains(':') {
        Some(Format::RedisClusterNodes)
    } else if first == "upstream" && !second.is_empty()
        || first == "server" && line.contains(';')
        || matches!(first, "upstream" | "hash" | "location" | "http{" | "stream{") && line.ends_with([';', '{'])
    {
        Some(Format::Nginx)
    } else if matches!(
        first,
        "backend" | "listen" | "frontend" | "defaults" | "balance" | "hash-type" | "default-server"
    ) && !line.ends_with([';', '{'])
        || matches!(first, "server" | "server-template") && !second.is_empty() && second != "{"
    {
        Some(Format::Haproxy)
    } else if matches!(key, "auto_eject_hosts" | "distribution" | "hash_tag" | "server_failure_limit" | "servers") {
        Some(Format::Twemproxy)
    } else if matches!(
        key,
        "static_resources"
            | "clusters"
            | "lb_policy"
            | "lbPolicy"
            | "load_assignment"
            | "loadAssignment"
            | "lb_endpoints"
            | "lbEndpoints"
            | "ring_hash_lb_config"
            | "maglev_lb_config"
            | "socket_address"
            | "load_balancing_policy"
    ) {
        Some(Format::Envoy)
    } else {
        None
    }
}

/// An option of libmemcached that says what servers there are.
fn is_option(word: &str) -> bool {
    let option = word.trim_start_matches('"');
    ["--SERVER=", "--SOCKET="]
        .iter()
        .any(|known| option.split_at_checked(known.len()).is_some_and(|(head, _)| head.eq_ignore_ascii_case(known)))
}

fn is_token(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// `host:port,host:port`, with weights or without: at least two, each with a port.
fn is_server_list(line: &str) -> bool {
    let is_server = |item: &str| {
        // An address of IPv6 stands in brackets.
        let rest = item.rfind(']').map_or(item, |end| &item[end..]);
        let rest = rest.split_once(':').map(|(_, rest)| rest);
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    line.contains(',') && line.split(',').all(is_server)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_format_is_its_number() {
        for (at, format) in Format::ALL.into_iter().enumerate() {
            assert_eq!(format as usize, at);
        }
    }

    #[test]
    fn marks_and_no_marks() {
        for (text, expected) in [
            ("", None),
            ("cache-01\ncache-02 2\n", None),
            ("10.0.0.1:11211, 10.0.0.2:11211:3", Some(Format::Libmemcached)),
            ("a, b, c", None),
            ("[::1]:11211,[::2]:11211", Some(Format::Libmemcached)),
            ("cache-01:11211\ncache-02:11211\n", None),
            ("server a weight=2;\n", Some(Format::Nginx)),
            ("  server a 10.0.0.1:80 weight 2\n", Some(Format::Haproxy)),
            (
                "# twemproxy\nalpha:\n  listen: 127.0.0.1:22121\n  servers:\n   - 127.0.0.1:6379:1\n",
                Some(Format::Twemproxy),
            ),
            ("{\"clusters\": []}", Some(Format::Envoy)),
            ("[ { } ]", Some(Format::Envoy)),
            ("- name: web\n  lb_policy: MAGLEV\n", Some(Format::Envoy)),
            ("--server=a:1 --hash=md5", Some(Format::Libmemcached)),
        ] {
            assert_eq!(guess(text), expected, "{text}");
        }
    }
}
