// Keys of the shapes that caches and proxies see, and odd ones; each system gets those that its protocol can carry.
export const COUNT = 2_000;

const WORDS = ['user', 'session', 'cart', 'order', 'image', 'thumb', 'price', 'feed', 'profile', 'token', 'page', 'search'];
const LETTERS = ['ключ', 'café', '鍵', 'größe', 'مفتاح', '🔑', 'ÿ', 'œuvre', 'naïve', '\u{10ffff}'];
const SHAPES = [
  () => '',
  ({ one, whole }) => `${one(WORDS)}:${whole(0, 99_999)}`,
  ({ one, whole }) => `${one(WORDS)}:${whole(0, 999)}:${one(WORDS)}`,
  ({ whole }) => String(whole(0, 999_999_999)),
  ({ whole }) => hexadecimal(whole, 32),
  ({ whole }) => [8, 4, 4, 4, 12].map(digits => hexadecimal(whole, digits)).join('-'),
  ({ one, whole }) => `/${one(WORDS)}/${whole(1, 4_000)}/${one(WORDS)}.png?v=${whole(1, 99)}`,
  ({ one, whole }) => `{${one(WORDS)}:${whole(0, 999)}}:${one(WORDS)}`,
  ({ one, whole }) => `${one(WORDS)}{${whole(0, 99)}}{${one(WORDS)}}${one(['', '}', '{}'])}`,
  ({ one, whole }) => `${one(['{}', '}{', '{', '{{'])}${one(WORDS)}${whole(0, 9_999)}${one(['', '}', '}}'])}`,
  ({ one, whole }) => `${one(LETTERS)}:${whole(0, 9_999)}${one(['', ...LETTERS])}`,
  ({ one, whole }) => `${one(WORDS)}-${one(WORDS)}-${whole(0, 9_999)}_${one(WORDS)}.${one(WORDS)}~`,
  ({ one, whole }) => `${one(WORDS)} ${whole(0, 999)}, ${one(WORDS)},${whole(0, 999)}`,
  ({ one, whole }) => `"${one(WORDS)},${whole(0, 9_999)}"${one(['', ',', ' ,', '\\"'])}${one(WORDS)}`,
  ({ whole }) => String.fromCodePoint(whole(0x21, 0x7e)) + shortText(whole),
  ({ one, whole }) => `${one(WORDS)}:${hexadecimal(whole, whole(150, 240))}`,
  ({ one, whole }) => `${one(LETTERS).repeat(whole(20, 40))}${whole(0, 999)}`,
];
const hexadecimal = (whole, digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join('');
const shortText = whole => whole(0, 36 ** 2).toString(36);

/** An HTTP header's value has no blanks at its ends. */
const isValue = key => !/^[ \t]|[ \t]$|[\0-\x08\n-\x1f\x7f]/.test(key);

/** What can be a key, by the way it travels. */
export const CARRIES = {
  /** The value of an HTTP header, which may be empty. */
  header: isValue,
  /** The same where an empty one is no key. */
  filledHeader: key => key !== '' && isValue(key),
  /** The same where only the text before the first comma is the key, and has to be there. */
  headerElement: key => !/^[ \t]*(,|$)/.test(key) && isValue(key),
  /** A parameter of a URL, as it is written: nothing that would have to be escaped. */
  parameter: key => /^[\w.~:-]*$/.test(key),
  /** memcached's text protocol: up to 250 bytes and no blanks. */
  memcached: key => key !== '' && Buffer.byteLength(key) <= 250 && !/[\0- \x7f]/.test(key),
  /** Redis: any bytes. */
  redis: () => true,
};

/** So many different keys that can travel so, in equal parts of every shape that can. */
export function keysOf(random, carries) {
  const keys = new Set();
  for (let turn = 0; keys.size < COUNT; turn += 1) {
    const key = SHAPES[turn % SHAPES.length](random);
    if (carries(key)) keys.add(key);
  }
  return [...keys];
}
