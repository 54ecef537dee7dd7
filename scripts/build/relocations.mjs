// What the linker adds to a module so that it can be parted (--emit-relocs): sections of its own, which have no place in a
// module that is not.

/** The bytes of a module without them. */
export function withoutRelocations(bytes) {
  const kept = [bytes.subarray(0, 8)];
  let at = 8;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('split: the module ends in the middle of a section');
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const id = bytes[at++];
    const end = number() + at;
    const length = id === 0 ? number() : 0;
    const name = new TextDecoder().decode(bytes.subarray(at, at + length));
    if (!(id === 0 && /^(linking$|reloc\.)/.test(name))) kept.push(bytes.subarray(start, end));
    at = end;
  }
  return Buffer.concat(kept);
}
