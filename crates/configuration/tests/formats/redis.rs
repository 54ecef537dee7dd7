//! redis-cli cluster nodes.

use configuration::{Format, read};

use crate::sample::{Sample, check, servers, settings};

pub const SAMPLE: &Sample = &[
    (
        "07c37dfeb235213a872192d90877d0cd55635b91 127.0.0.1:30004@31004,host-4 slave e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca 0 1426238317239 4 connected",
        'i',
        "A replica of “e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca”",
    ),
    (
        "67ed2db8d677e59ec4a4cefb06858cf2a1a89fa1 127.0.0.1:30002@31002 master - 0 1426238316232 2 connected 5461-10922",
        'r',
        "It owns 5462 of 16384 slots.",
    ),
    (
        "292f8b365bb7edb5e285caf0b7e6ddc7265d2f4f 127.0.0.1:30003@31003 master,fail - 1426238310000 1426238318243 3 disconnected 10923-16000 16383 [93-<-67ed2db8d677e59ec4a4cefb06858cf2a1a89fa1]",
        'r',
        "A master, “127.0.0.1:30003”, failed. A slot on its way",
    ),
    (
        "e7d1eecce10fd6bb5eb35b9f99a514335d9ba9ca 127.0.0.1:30001@31001 myself,master - 0 0 1 connected 0-92 94-5460 [94->-292f8b365bb7edb5e285caf0b7e6ddc7265d2f4f]",
        'r',
        "It owns 5460 of 16384 slots.",
    ),
    (
        "6ec23923021cf3ffec47632106199cb7f496ce01 :0@0 master,noaddr,fail? - 0 0 6 disconnected 93",
        'r',
        "thought to have failed",
    ),
    (
        "824fe116063bc5fcf9f4ffd895bc17aee7731ac3 127.0.0.1:30006@31006 master - 0 0 7 connected 5000-5001 16384 x-1",
        'u',
        "has slots of line 4",
    ),
    ("824fe116063bc5fcf9f4ffd895bc17aee7731ac4 127.0.0.1:30007@31007 handshake - 0 0 0 connected", 'i', "No master"),
    ("824fe116063bc5fcf9f4ffd895bc17aee7731ac5 127.0.0.1 master - 0 0 0 connected", 'u', "no port"),
    ("824fe116063bc5fcf9f4ffd895bc17aee7731ac6 127.0.0.1:30009 master - 0 0 now connected", 'u', "three numbers"),
    ("824fe116063bc5fcf9f4ffd895bc17aee7731ac6 127.0.0.1:30009 master", 'u', "A node has"),
    ("vars currentEpoch 7 lastVoteEpoch 0", 'i', "nodes.conf"),
];

#[test]
fn every_line_and_every_field() {
    let read = check(Format::RedisClusterNodes, SAMPLE);
    let [reading] = &read.readings[..] else { panic!("one reading") };
    assert_eq!(reading.system, Ok("redis-cluster"));
    assert_eq!(settings(reading), ["slots=16384", "hash_tag=\"{}\""]);
    assert_eq!(
        servers(reading),
        [
            "127.0.0.1:30002 1",
            "127.0.0.1:30003 1 down",
            "127.0.0.1:30001 1",
            "6ec23923021cf3ffec47632106199cb7f496ce01 1",
            "127.0.0.1:30006 1",
        ]
    );
    let slots: Vec<&[(u16, u16)]> = reading.servers.iter().map(|server| server.slots.as_slice()).collect();
    assert_eq!(
        slots,
        [&[(5461, 10922)][..], &[(10923, 16000), (16383, 16383)], &[(0, 92), (94, 5460)], &[(93, 93)], &[]]
    );
    // 16001 to 16382.
    assert_eq!(reading.remarks, ["382 of 16384 slots belong to no master that was read: keys there find no server."]);
}

#[test]
fn a_whole_cluster_has_no_remark() {
    let node =
        |at: usize, slots: &str| format!("{at:040x} 10.0.0.{at}:6379@16379 master - 0 0 {at} connected {slots}\n");
    let text = [node(1, "0-5460"), node(2, "5461-10922"), node(3, "10923-16383")].concat();
    let read = read(&text);
    assert_eq!((read.readings[0].servers.len(), read.readings[0].remarks.len()), (3, 0));
}
