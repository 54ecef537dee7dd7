// Links that are wrong, made from a seed: each has at least one part that no reader can take as it stands.

/** SplitMix32: a number below `below`. */
export function random(seed) {
  let state = seed >>> 0;
  return below => {
    state = (state + 0x9e3779b9) >>> 0;
    let value = state;
    value = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return ((value ^ (value >>> 15)) >>> 0) % below;
  };
}

export const MARK = 'hostileMark';
const JUNK = [
  `<img src=x onerror=globalThis.${MARK}=1>`, `"><script>globalThis.${MARK}=1</script>`, `<svg onload=globalThis.${MARK}=1>`,
  `javascript:globalThis.${MARK}=1`, `'-globalThis.${MARK}=1-'`, `{{constructor.constructor('globalThis.${MARK}=1')()}}`,
  '\0', '\u0007bell', '\u202eright to left', '\ufeff', '\u2028\u2029', '🧨'.repeat(40), 'ё'.repeat(300), 'a'.repeat(2_000),
  '../../etc/passwd', '__proto__', 'constructor', 'NaN', '-0', '1e309', '0x10', '٣', '%00', '%s%n', '\\', '',
];
const NOT_NUMBERS = ['-1', 'abc', '1e3', '0x10', 'NaN', '٣', '99999999999999999999999', '4294967296', '3.5', '', '--5', '<b>5</b>'];

/** One wrong part: fields and values before percent-encoding, or a raw piece of a query. */
const FAULTS = [
  (pick, junk) => ({ alg: `x${junk}` }),
  (pick, junk) => ({ sys: `x${junk}` }),
  (pick, junk) => ({ hash: `x${junk}` }),
  (pick, junk) => ({ khash: `x${junk}` }),
  pick => ({ vn: NOT_NUMBERS[pick(NOT_NUMBERS.length)] }),
  pick => ({ vn: ['0', '10001', '4000000000'][pick(3)] }),
  pick => ({ n: ['-1', 'abc', '1000001', '1e3', '99999999999999999999', ''][pick(6)] }),
  pick => ({ from: ['-1', 'x', '4294967296', ''][pick(4)] }),
  (pick, junk) => ({ fin: `yes${junk}` }),
  (pick, junk) => ({ keys: `no counter ${junk}`.replace('{i}', '') }),
  pick => ({ label: ['{i}', '{node}', 'x', ''][pick(4)] === '{node}' ? '{i}' : ['{i}', 'x', ''][pick(3)] }),
  (pick, junk) => ({ nodes: `good,${'b'.repeat(1_200)}${junk.replace(/[,*!@^~]/g, '')},good two` }),
  pick => ({ nodes: `a,b*${['-1', 'x', '1e9', '1000000', ''][pick(5)]},c` }),
  () => ({ nodes: 'a,b,a,c,b' }),
  pick => ({ nodes: `a,b@${['x', '-1', '99999999999'][pick(3)]}` }),
  pick => ({ nodes: `a,b^${['x', '-1', '99999999999'][pick(3)]}` }),
  (pick, junk) => ({ then: `@77,@x${junk}` }),
  (pick, junk) => ({ cmp: `x${junk}*vn:nonsense` }),
  () => ({ alg: 'coordinator', drained: '99' }),
  (pick, junk) => ({ alg: 'coordinator', pins: `x${junk}@99` }),
  (pick, junk) => ({ alg: 'coordinator', shards: `0.${junk}` }),
  (pick, junk) => ({ vacant: `x${junk}` }),
  pick => ({ v: ['0', '-1', 'x', '99', ''][pick(5)] }),
  (pick, junk) => ({ [`field-${pick(1_000)}`]: junk }),
  () => '&nodes=%ZZ,b',
  () => '&nodes=%E0%A4,b',
  () => '&keys=%',
  () => '&vn=5&vn=6',
  () => `&nodes=${'n,'.repeat(4_500)}`,
  () => '&list=~0.zz',
];

/** `count` wrong queries; what is right in them is small, so that each is quickly placed. */
export function hostileLinks(seed, count) {
  const pick = random(seed);
  return Array.from({ length: count }, (_, at) => {
    const fields = { v: '1', n: '200' };
    let raw = '';
    const faults = 1 + pick(3);
    for (let fault = 0; fault < faults; fault += 1) {
      // Every fault comes up, and not only by chance.
      const made = FAULTS[fault === 0 ? at % FAULTS.length : pick(FAULTS.length)](pick, JUNK[pick(JUNK.length)]);
      if (typeof made === 'string') raw += made;
      else Object.assign(fields, made);
    }
    const encoded = Object.entries(fields).map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
    return `?${encoded.join('&')}${raw}`;
  });
}
