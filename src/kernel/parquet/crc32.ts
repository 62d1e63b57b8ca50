// CRC-32 with the polynomial of gzip and Parquet pages. Eight tables process eight bytes per step.

const tables = Array.from({ length: 8 }, () => new Uint32Array(256))
const [baseTable = new Uint32Array(256)] = tables
for (let byte = 0; byte < 256; byte++) {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  baseTable[byte] = value
}
for (let t = 1; t < 8; t++) {
  const previous = tables[t - 1] as Uint32Array
  const table = tables[t] as Uint32Array
  for (let byte = 0; byte < 256; byte++) {
    const value = previous[byte] ?? 0
    table[byte] = (value >>> 8) ^ (baseTable[value & 255] ?? 0)
  }
}
const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
  Uint32Array,
]

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  let offset = 0
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (; offset + 8 <= bytes.length; offset += 8) {
    const low = crc ^ view.getUint32(offset, true)
    const high = view.getUint32(offset + 4, true)
    crc =
      (t7[low & 255] ?? 0) ^
      (t6[(low >>> 8) & 255] ?? 0) ^
      (t5[(low >>> 16) & 255] ?? 0) ^
      (t4[low >>> 24] ?? 0) ^
      (t3[high & 255] ?? 0) ^
      (t2[(high >>> 8) & 255] ?? 0) ^
      (t1[(high >>> 16) & 255] ?? 0) ^
      (t0[high >>> 24] ?? 0)
  }
  for (; offset < bytes.length; offset++) crc = (t0[(crc ^ (bytes[offset] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
