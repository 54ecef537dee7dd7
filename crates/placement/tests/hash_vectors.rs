//! The hash functions against published vectors and against other people's libraries.
#![allow(clippy::unwrap_used)]

use placement::hash::{HashChoice, HashFn, fmix32, fmix64};
use serde_json::Value;

/// A value as the first 8 bytes of a digest, for a table that prints whole digests.
fn first_8_bytes(digest_hex: &str) -> u64 {
    u64::from_str_radix(&digest_hex[..16], 16).unwrap()
}

/// Checks a digest's 64-bit and 32-bit value against the digest as its standard prints it.
fn assert_digest(function: HashFn, bytes: &[u8], digest_hex: &str) {
    let expected = first_8_bytes(digest_hex);
    assert_eq!(function.value64(bytes), Some(expected), "{function:?}, {} bytes", bytes.len());
    assert_eq!(function.value32(bytes), (expected >> 32) as u32, "{function:?}, {} bytes", bytes.len());
}

// Source: fnv1a_32 and fnv1a_64 vectors of test_fnv.c in Noll's reference archive
// (http://www.isthe.com/chongo/tech/comp/fnv/); "", "a" and "foobar" are in RFC 9923 too.
#[test]
fn fnv1a_reference_vectors() {
    for (text, value32, value64) in [
        ("", 0x811c_9dc5_u32, 0xcbf2_9ce4_8422_2325_u64),
        ("a", 0xe40c_292c, 0xaf63_dc4c_8601_ec8c),
        ("b", 0xe70c_2de5, 0xaf63_df4c_8601_f1a5),
        ("foobar", 0xbf9c_f968, 0x8594_4171_f739_67e8),
        ("chongo was here!\n", 0xd499_30d5, 0x4681_0940_eff5_f915),
        ("ch\0", 0x1c85_c7ca, 0xf5fa_dd19_0cf8_edaa),
    ] {
        assert_eq!(HashFn::Fnv1a32.value32(text.as_bytes()), value32, "{text:?}");
        assert_eq!(HashFn::Fnv1a64.value64(text.as_bytes()), Some(value64), "{text:?}");
    }
}

// Source: calls of memcached_generate_hash_value() of libmemcached-awesome 1.1.4, which gives the low 32 bits of
// FNV-1a 64. Its bytes are signed, so only ASCII is comparable.
#[test]
fn fnv1a_as_libmemcached_has_it() {
    for (text, fnv1a32, low_half_of_fnv1a64) in [
        ("user:0", 1_813_662_008_u32, 1_963_465_528_u32),
        ("user:1", 1_830_439_627, 1_963_465_963),
        ("user:19", 2_992_896_758, 3_704_158_422),
        ("a", 3_826_002_220, 2_248_273_036),
        ("foo", 2_851_307_223, 4_275_688_823),
        ("{user1000}.following", 635_925_110, 834_706_038),
        ("The quick brown fox jumps over the lazy dog", 76_545_936, 3_890_508_048),
    ] {
        assert_eq!(HashFn::Fnv1a32.value32(text.as_bytes()), fnv1a32, "{text}");
        assert_eq!(HashFn::Fnv1a64.value32(text.as_bytes()), low_half_of_fnv1a64, "{text}");
    }
}

// Source: a run in Node of the functions fnv1a and fmix32 of a published JavaScript cache ring. Its article prints the
// first row under the labels of the second.
#[test]
fn fnv1a_clusters_and_the_finaliser_breaks_them_up() {
    let values = |name: &str, finaliser: bool| -> Vec<u32> {
        let choice = HashChoice { function: HashFn::Fnv1a32, finaliser };
        (0..5).map(|i| choice.value32(format!("{name}#{i}").as_bytes())).collect()
    };
    assert_eq!(values("a", false), [4_037_809_751, 4_021_032_132, 4_071_364_989, 4_054_587_370, 3_970_699_275]);
    assert_eq!(values("cache-01", false), [3_836_199_032, 3_852_976_651, 3_869_754_270, 3_886_531_889, 3_903_309_508]);
    assert_eq!(values("cache-01", true), [1_461_557_590, 3_222_444_196, 2_291_220_482, 1_817_594_922, 2_298_811_684]);
}

// Source: the number over UTF-8 bytes was computed apart from this code, beside the 856211068 that JavaScript's
// charCodeAt gives for the same text.
#[test]
fn text_is_hashed_as_utf8() {
    assert_eq!(HashFn::Fnv1a32.value32("café".as_bytes()), 2_821_410_889);
}

// Source: PyPI mmh3 5.3.1, mmh3.hash(text, 0, signed=False).
#[test]
fn murmur3_vectors() {
    for (text, value) in [
        ("user:0", 1_082_642_007_u32),
        ("node-0", 182_981_307),
        ("node-0#0", 1_357_394_711),
        ("hello", 613_153_351),
        ("", 0),
    ] {
        assert_eq!(HashFn::Murmur3.value32(text.as_bytes()), value, "{text:?}");
    }
}

// Source: PyPI mmh3 5.3.1. MurmurHash3 x86_32 of no bytes under the seed s is fmix32(s): mmh3.hash(b"", s).
#[test]
fn fmix32_vectors() {
    for (value, mixed) in
        [(0, 0), (1, 0x514e_28b7), (2, 0x30f4_c306), (0xdead_beef, 0x0de5_c6a9), (0xffff_ffff, 0x81f1_6f39)]
    {
        assert_eq!(fmix32(value), mixed, "{value:#x}");
    }
}

// Source: PyPI mmh3 5.3.1. Of MurmurHash3 x64_128 of no bytes under the seed s, (h1, h2) = mmh3.hash64(b"", s), follow
// fmix64(2 s) = 2 h1 - h2 and fmix64(3 s) = h2 - h1.
#[test]
fn fmix64_vectors() {
    for (value, mixed) in [
        (0, 0),
        (2, 0x3abf_2a20_6506_83e7),
        (3, 0x0b51_81c5_09f8_d8ce),
        (24_690, 0xf474_11f6_7a71_eaa0),
        (0x1_bd5b_7dde, 0x6966_653d_cc16_e987),
        (0x2_9c09_3ccd, 0x9f62_3db3_4153_291a),
    ] {
        assert_eq!(fmix64(value), mixed, "{value:#x}");
    }
}

// Source: the "check" value of CRC-32/ISO-HDLC in the catalogue of parametrised CRC algorithms, and the values of
// Python's zlib.crc32 for the other two.
#[test]
fn crc32_check_value() {
    assert_eq!(HashFn::Crc32.value32(b"123456789"), 0xcbf4_3926);
    assert_eq!(HashFn::Crc32.value32(b""), 0);
    assert_eq!(HashFn::Crc32.value32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
}

// Source: XSUM_XXH64_testdata (seed 0) of xsum_sanity_check.c in the xxHash repository; the buffer is filled as there.
#[test]
fn xxhash64_reference_vectors() {
    let mut generator = 2_654_435_761_u64;
    let buffer: Vec<u8> = (0..222)
        .map(|_| {
            let byte = (generator >> 56) as u8;
            generator = generator.wrapping_mul(11_400_714_785_074_694_797);
            byte
        })
        .collect();
    for (length, value) in [
        (0, 0xef46_db37_51d8_e999_u64),
        (1, 0xe934_a84a_db05_2768),
        (4, 0x9136_a0dc_a574_57ee),
        (14, 0x8282_dcc4_994e_35c8),
        (222, 0xb641_ae8c_b691_c174),
    ] {
        assert_eq!(HashFn::XxHash64.value64(&buffer[..length]), Some(value), "{length} bytes");
        assert_eq!(HashFn::XxHash64.value32(&buffer[..length]), (value & 0xffff_ffff) as u32, "{length} bytes");
    }
}

// Source: RFC 1321, appendix A.5, the whole test suite.
#[test]
fn md5_test_suite_of_rfc_1321() {
    for (text, digest) in [
        ("", "d41d8cd98f00b204e9800998ecf8427e"),
        ("a", "0cc175b9c0f1b6a831c399e269772661"),
        ("abc", "900150983cd24fb0d6963f7d28e17f72"),
        ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
        ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
        ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
        (
            "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
            "57edf4a22be3c955ac49da2e2107b67a",
        ),
    ] {
        assert_digest(HashFn::Md5, text.as_bytes(), digest);
    }
}

// Source: Node's crypto, createHash('md5').update(name).digest().readUInt32BE(0).
#[test]
fn md5_is_read_big_endian() {
    let values = ["cache-01", "cache-02", "cache-03", "cache-04"].map(|name| HashFn::Md5.value32(name.as_bytes()));
    assert_eq!(values, [2_986_835_876, 3_559_219_909, 2_085_450_027, 1_192_884_933]);
}

// Source: FIPS 180-1, appendices A, B and C (the same vectors as in NIST's examples for FIPS 180-4).
#[test]
fn sha1_examples_of_fips_180() {
    assert_digest(HashFn::Sha1, b"abc", "a9993e364706816aba3e25717850c26c9cd0d89d");
    assert_digest(
        HashFn::Sha1,
        b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
    );
    assert_digest(HashFn::Sha1, &vec![b'a'; 1_000_000], "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

// Source: tests/data/hash_standard.json, whose README says which library gave each column.
#[test]
fn values_of_established_libraries() {
    let data: Value = serde_json::from_str(include_str!("data/hash_standard.json")).unwrap();
    let inputs: Vec<Vec<u8>> =
        data["inputs_hex"].as_array().unwrap().iter().map(|hex| bytes_from_hex(hex.as_str().unwrap())).collect();
    assert_eq!(inputs.len(), 40);
    for (column, function) in [
        ("crc32_ieee", HashFn::Crc32),
        ("murmur3_x86_32_seed0", HashFn::Murmur3),
        ("xxh64", HashFn::XxHash64),
        ("md5", HashFn::Md5),
        ("sha1", HashFn::Sha1),
    ] {
        let expected = data["hashes"][column].as_array().unwrap();
        assert_eq!(expected.len(), inputs.len(), "{column}");
        for (input, expected) in inputs.iter().zip(expected) {
            let expected = expected.as_str().unwrap();
            match function {
                HashFn::Md5 | HashFn::Sha1 => assert_digest(function, input, expected),
                HashFn::XxHash64 => {
                    assert_eq!(function.value64(input), Some(first_8_bytes(expected)), "{column}, {input:?}");
                }
                _ => {
                    let expected = u32::from_str_radix(expected, 16).unwrap();
                    assert_eq!(function.value32(input), expected, "{column}, {input:?}");
                }
            }
        }
    }
}

fn bytes_from_hex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
}

// Links in the world carry these words: this list may grow, and no word of it may change. Source: the link's contract.
#[test]
fn ids_never_change_and_lead_back() {
    let ids = HashFn::ALL.map(HashFn::id);
    assert_eq!(ids, ["fnv1a32", "murmur3", "xxhash64", "md5", "sha1", "crc32", "fnv1a64"]);
    for function in HashFn::ALL {
        assert_eq!(HashFn::from_id(function.id()), Some(function));
        for (finaliser, suffix) in [(false, ""), (true, ".fmix32")] {
            let choice = HashChoice { function, finaliser };
            assert_eq!(choice.id(), format!("{}{suffix}", function.id()));
            assert_eq!(HashChoice::from_id(&choice.id()), Some(choice));
        }
    }
    for unknown in ["", "FNV1A32", "fnv1a", " md5", "md5.", ".fmix32", "md5.fmix64", "md5.fmix32.fmix32", "MD5"] {
        assert_eq!(HashFn::from_id(unknown), None, "{unknown:?}");
        assert_eq!(HashChoice::from_id(unknown), None, "{unknown:?}");
    }
    assert_eq!(HashFn::from_id("md5.fmix32"), None);
}

#[test]
fn names_on_screen() {
    let names = HashFn::ALL.map(HashFn::name);
    assert_eq!(names, ["FNV-1a 32", "MurmurHash3", "xxHash64", "MD5", "SHA-1", "CRC-32", "FNV-1a 64"]);
    let choice = |finaliser| HashChoice { function: HashFn::Fnv1a32, finaliser };
    assert_eq!(choice(false).name(), "FNV-1a 32");
    assert_eq!(choice(true).name(), "FNV-1a 32 + fmix32");
}

// Source: the table in the head of the module.
#[test]
fn which_functions_have_64_bits() {
    let with_64_bits = [HashFn::XxHash64, HashFn::Md5, HashFn::Sha1, HashFn::Fnv1a64];
    for function in HashFn::ALL {
        let expected = with_64_bits.contains(&function);
        assert_eq!(function.has_64_bits(), expected, "{function:?}");
        assert_eq!(function.value64(b"user:0").is_some(), expected, "{function:?}");
        let finalised = HashChoice { function, finaliser: true };
        assert_eq!(finalised.value64(b"user:0"), None, "the finaliser goes with 32 bits: {function:?}");
        let plain = HashChoice { function, finaliser: false };
        assert_eq!(plain.value64(b"user:0"), function.value64(b"user:0"), "{function:?}");
    }
}

// Sources: the values of "a" in Noll's test_fnv.c, and of "cache-01#0" in the clustering test above.
#[test]
fn the_key_for_jump_hashing() {
    let choice = |function, finaliser| HashChoice { function, finaliser };
    assert_eq!(choice(HashFn::Fnv1a64, false).jump_key(b"a"), 0xaf63_dc4c_8601_ec8c);
    assert_eq!(choice(HashFn::Fnv1a32, false).jump_key(b"a"), 0xe40c_292c_e40c_292c);
    let finalised = 1_461_557_590_u64;
    assert_eq!(choice(HashFn::Fnv1a32, true).jump_key(b"cache-01#0"), finalised * 0x1_0000_0001);
    // A 64-bit function whose finaliser is on has only its 32-bit value left.
    let low_half = u64::from(fmix32(0x8601_ec8c));
    assert_eq!(choice(HashFn::Fnv1a64, true).jump_key(b"a"), low_half * 0x1_0000_0001);
}
