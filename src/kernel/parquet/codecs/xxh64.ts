// XXH64 with seed 0. Zstandard uses its low 32 bits as the checksum of a frame.

const mask = 0xffff_ffff_ffff_ffffn
const prime1 = 0x9e3779b185ebca87n
const prime2 = 0xc2b2ae3d27d4eb4fn
const prime3 = 0x165667b19e3779f9n
const prime4 = 0x85ebca77c2b2ae63n
const prime5 = 0x27d4eb2f165667c5n

const rotateLeft = (value: bigint, bits: bigint): bigint => ((value << bits) | (value >> (64n - bits))) & mask
const round = (lane: bigint, word: bigint): bigint =>
  (rotateLeft((lane + word * prime2) & mask, 31n) * prime1) & mask
const merge = (hash: bigint, lane: bigint): bigint => ((hash ^ round(0n, lane)) * prime1 + prime4) & mask

const stripeBytes = 32

/** The state after all complete stripes. */
function stripes(view: DataView): bigint {
  let [a, b, c, d] = [(prime1 + prime2) & mask, prime2, 0n, -prime1 & mask]
  for (let offset = 0; offset + stripeBytes <= view.byteLength; offset += stripeBytes) {
    a = round(a, view.getBigUint64(offset, true))
    b = round(b, view.getBigUint64(offset + 8, true))
    c = round(c, view.getBigUint64(offset + 16, true))
    d = round(d, view.getBigUint64(offset + 24, true))
  }
  const hash = (rotateLeft(a, 1n) + rotateLeft(b, 7n) + rotateLeft(c, 12n) + rotateLeft(d, 18n)) & mask
  return [a, b, c, d].reduce(merge, hash)
}

/** The low 32 bits of the hash. */
export function xxh64Low(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let hash = bytes.length < stripeBytes ? prime5 : stripes(view)
  hash = (hash + BigInt(bytes.length)) & mask
  let offset = bytes.length - (bytes.length % stripeBytes)
  for (; offset + 8 <= bytes.length; offset += 8) {
    hash = (rotateLeft(hash ^ round(0n, view.getBigUint64(offset, true)), 27n) * prime1 + prime4) & mask
  }
  for (; offset + 4 <= bytes.length; offset += 4) {
    hash =
      (rotateLeft(hash ^ ((BigInt(view.getUint32(offset, true)) * prime1) & mask), 23n) * prime2 + prime3) &
      mask
  }
  for (; offset < bytes.length; offset++) {
    hash = (rotateLeft(hash ^ ((BigInt(bytes[offset] ?? 0) * prime5) & mask), 11n) * prime1) & mask
  }
  hash = ((hash ^ (hash >> 33n)) * prime2) & mask
  hash = ((hash ^ (hash >> 29n)) * prime3) & mask
  return Number((hash ^ (hash >> 32n)) & 0xffff_ffffn)
}
