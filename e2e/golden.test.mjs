// The golden tests that a team drops into its clients, each run with a client that is right, with one that is wrong, and
// as it is downloaded. The clients here are a ring by FNV-1a in a few plain lines of each language; a language that is not
// on this machine is left out with words.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { loadInterface } from './interface.mjs';
import { dist } from './support.mjs';

const VECTORS = 'ringscope-vectors.txt';
const KEYS = 2_000;
const NODES = ['plain', 'two\nlines', 'tab\there', 'a plus+and a space', '100 %', '#hash', 'Zürich 🧭', 'nel\u{85}ls\u{2028}', '"\'\\`${x}</script>'];
const HOSTILE = ['=1+1', 'a b', '%41', 'ключ', '# no comment', '\u{85}', 'a\u{2028}b', '\\n', '";DROP', 'z\u{feff}w'];

/** The points of a ring, and where a key finds its own; `wrap` is what a wrong client forgets. */
const CLIENTS = {
  node: wrong => `function makeClient(settings, nodes) {
  const fnv = text => Buffer.from(text).reduce((hash, byte) => Math.imul(hash ^ byte, 0x01000193), 0x811c9dc5) >>> 0;
  const points = nodes.flatMap(({ name }) => Array.from({ length: Number(settings.vn) }, (_, i) => [fnv(name + '#' + i), name]));
  points.sort((a, b) => a[0] - b[0]);
  return key => (points.find(point => point[0] >= fnv(key)) ?? ${wrong ? "[0, '']" : 'points[0]'})[1];
}
`,
  python: wrong => `def make_client(settings, nodes):
    import bisect

    def fnv(text):
        value = 0x811C9DC5
        for byte in text.encode():
            value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
        return value

    points = sorted((fnv(f"{name}#{i}"), name) for name, _, _ in nodes for i in range(int(settings["vn"])))
    places = [point[0] for point in points]

    def owner_of(key):
        at = bisect.bisect_left(places, fnv(key))
        return points[at][1] if at < len(points) else ${wrong ? '""' : 'points[0][1]'}

    return owner_of
`,
  rust: wrong => `fn make_client(settings: HashMap<String, String>, nodes: Vec<Node>) -> Box<dyn FnMut(&str) -> String> {
    let fnv = |text: &str| text.bytes().fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let count: u32 = settings["vn"].parse().unwrap();
    let mut points: Vec<(u32, String)> =
        nodes.iter().flat_map(|node| (0..count).map(move |i| (fnv(&format!("{}#{i}", node.name)), node.name.clone()))).collect();
    points.sort();
    Box::new(move |key| {
        let at = points.partition_point(|point| point.0 < fnv(key));
        ${wrong ? 'points.get(at)' : 'points.get(at).or(points.first())'}.map_or_else(String::new, |point| point.1.clone())
    })
}
`,
  java: wrong => `    static int fnv(String text) {
        int hash = 0x811c9dc5;
        for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (one & 0xff)) * 0x01000193;
        }
        return hash;
    }

    static Function<String, String> makeClient(Map<String, String> settings, List<Node> nodes) {
        java.util.TreeMap<Long, String> points = new java.util.TreeMap<>();
        for (Node node : nodes) {
            for (int i = 0; i < Integer.parseInt(settings.get("vn")); i += 1) {
                points.put(Integer.toUnsignedLong(fnv(node.name + "#" + i)), node.name);
            }
        }
        return key -> {
            Map.Entry<Long, String> point = points.ceilingEntry(Integer.toUnsignedLong(fnv(key)));
            return point != null ? point.getValue() : ${wrong ? '""' : 'points.firstEntry().getValue()'};
        };
    }
`,
  go: wrong => `func makeGoldenClient(settings map[string]string, nodes []goldenNode) func(key string) string {
	fnv := func(text string) uint32 {
		hash := uint32(0x811c9dc5)
		for at := 0; at < len(text); at++ {
			hash = (hash ^ uint32(text[at])) * 0x01000193
		}
		return hash
	}
	type point struct {
		at   uint32
		name string
	}
	count, _ := strconv.Atoi(settings["vn"])
	points := []point{}
	for _, node := range nodes {
		for i := 0; i < count; i++ {
			points = append(points, point{fnv(node.name + "#" + strconv.Itoa(i)), node.name})
		}
	}
	sort.Slice(points, func(a, b int) bool { return points[a].at < points[b].at })
	return func(key string) string {
		at := sort.Search(len(points), func(at int) bool { return points[at].at >= fnv(key) })
		if at == len(points) {
			${wrong ? 'return ""' : 'at = 0'}
		}
		return points[at].name
	}
}
`,
};

/** How each is run in a folder: commands, one after the other. */
const LANGUAGES = [
  { name: 'JavaScript', file: 'golden.test.mjs', client: CLIENTS.node, has: ['node', '--version'], run: [['node', '--test', 'golden.test.mjs']] },
  { name: 'Python', file: 'test_golden.py', client: CLIENTS.python, has: ['python3', '--version'], run: [['python3', '-m', 'unittest', 'test_golden.py']] },
  { name: 'Rust', file: 'golden.rs', client: CLIENTS.rust, has: ['rustc', '--version'], run: [['rustc', '--edition=2021', '--test', '-O', 'golden.rs', '-o', 'golden'], ['./golden']] },
  { name: 'Java', file: 'GoldenTest.java', client: CLIENTS.java, has: ['javac', '--version'], run: [['java', 'GoldenTest.java']] },
  {
    name: 'Go', file: 'golden_test.go', client: CLIENTS.go, has: ['go', 'version'],
    run: [['go', 'test', '-run', 'Golden', './...']],
    more: source => source.replace('"os"\n', '"os"\n\t"sort"\n'),
  },
];

const run = (folder, [command, ...given]) => new Promise(done => {
  // Not the runner's own: a test below it would tell the runner and not us.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  execFile(command, given, { cwd: folder, env: { ...env, GOFLAGS: '-mod=mod', GO111MODULE: 'on' } }, (error, out, err) => done({ isFine: !error, said: `${out}${err}`, isMissing: error?.code === 'ENOENT' }));
});

describe('golden vectors', () => {
  let folder;
  let vectors;
  before(async () => {
    const { golden } = await loadInterface();
    vectors = golden({ nodes: NODES, keys: [...Array.from({ length: KEYS }, (_, at) => `user:${at}`), ...HOSTILE] });
    folder = await mkdtemp(join(tmpdir(), 'ringscope-golden-'));
    await writeFile(join(folder, VECTORS), vectors);
    await writeFile(join(folder, 'go.mod'), 'module golden\n\ngo 1.18\n');
  });
  after(() => rm(folder, { recursive: true }));

  for (const { name, file, client, has, run: commands, more = source => source } of LANGUAGES) {
    test(`${name}: passes with a right client, fails with a wrong one and with none`, async t => {
      if ((await run(folder, has)).isMissing) {
        t.skip(`${has[0]} is not on this machine`);
        return;
      }
      const given = await readFile(join(dist, 'golden', file), 'utf8');
      const outcome = async source => {
        await writeFile(join(folder, file), source);
        let last;
        for (const command of commands) {
          last = await run(folder, command);
          if (!last.isFine) break;
        }
        return last;
      };
      const place = /(--- your client ---\n)[^]*?(\n[^\n]*--- end of your client ---)/;
      assert.match(given, place);
      const withClient = code => more(given.replace(place, (_, head, foot) => `${head}${code}${foot}`));
      const right = await outcome(withClient(client(false)));
      assert.ok(right.isFine, right.said);
      const wrong = await outcome(withClient(client(true)));
      assert.ok(!wrong.isFine, 'a wrong client passed');
      assert.match(wrong.said, /\d+ of 20\d\d keys have another owner/);
      const none = await outcome(given);
      assert.ok(!none.isFine);
      assert.match(none.said, /Put your client here/);
    });
  }

  test('a file that was cut off is no proof', async () => {
    const source = await readFile(join(dist, 'golden', 'golden.test.mjs'), 'utf8');
    const place = /throw new Error\('Put your client here\.'\);/;
    await copyFile(join(folder, VECTORS), join(folder, 'whole.txt'));
    await writeFile(join(folder, VECTORS), vectors.slice(0, vectors.length / 2).replace(/[^\n]*$/, ''));
    await writeFile(join(folder, 'golden.test.mjs'), source.replace(place, "return () => '';"));
    const cut = await run(folder, ['node', '--test', 'golden.test.mjs']);
    await copyFile(join(folder, 'whole.txt'), join(folder, VECTORS));
    assert.ok(!cut.isFine);
    assert.match(cut.said, /the file is not whole/);
  });
});
