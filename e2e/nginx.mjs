// nginx's `hash $key consistent` a second time, in a few plain lines and without the crate: 160 points a server, each the
// CRC-32 of host, a zero byte, port and the four bytes of the point before it; of equal points the first in sorted order
// stays. A key is the CRC-32 of its text, and its server is that of the first point at or after it.
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte >>> 0;
});
function crc32(bytes, after = 0xffffffff) {
  let value = after;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 0xff] ^ (value >>> 8);
  return value >>> 0;
}

/** The owner of each key by its place among servers such as "cache-01:11211", all of weight 1. */
export function nginxConsistent(servers, keys) {
  const points = servers.flatMap((server, owner) => {
    const [host, port] = server.split(':');
    const base = crc32(Buffer.from(`${host}\0${port}`));
    let last = 0;
    return Array.from({ length: 160 }, () => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32LE(last);
      last = (crc32(bytes, base) ^ 0xffffffff) >>> 0;
      return { at: last, owner };
    });
  }).sort((a, b) => a.at - b.at).filter((point, place, all) => place === 0 || point.at !== all[place - 1].at);
  return keys.map(key => {
    const at = (crc32(Buffer.from(key)) ^ 0xffffffff) >>> 0;
    return (points.find(point => point.at >= at) ?? points[0]).owner;
  });
}
