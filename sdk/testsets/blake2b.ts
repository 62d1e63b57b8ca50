// BLAKE2b (RFC 7693) over text, without a key, for testcase ids and content hashes. No runtime includes it. It works on
// 32-bit halves: 64-bit numbers would be bigints, which are many times slower.

const initial = new Uint32Array([
  0xf3bcc908, 0x6a09e667, 0x84caa73b, 0xbb67ae85, 0xfe94f82b, 0x3c6ef372, 0x5f1d36f1, 0xa54ff53a, 0xade682d1,
  0x510e527f, 0x2b3e6c1f, 0x9b05688c, 0xfb41bd6b, 0x1f83d9ab, 0x137e2179, 0x5be0cd19,
])

/** The order in which each round takes the words of a block. */
const permutations: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
]
const rounds = 12
const blockBytes = 128

/** The columns and diagonals that one round mixes, by the index of their words in halves. */
const mixedWords: readonly (readonly [number, number, number, number])[] = [
  [0, 8, 16, 24],
  [2, 10, 18, 26],
  [4, 12, 20, 28],
  [6, 14, 22, 30],
  [0, 10, 20, 30],
  [2, 12, 22, 24],
  [4, 14, 16, 26],
  [6, 8, 18, 28],
]

const at = (words: Uint32Array, i: number): number => words[i] ?? 0

/** words[a] += a number of 64 bits. */
function add(words: Uint32Array, a: number, low: number, high: number): void {
  const sum = at(words, a) + low
  words[a] = sum
  words[a + 1] = at(words, a + 1) + high + (sum > 0xffffffff ? 1 : 0)
}

/** words[a] = (words[a] ^ words[b]), rotated right by `bits`. */
function xorRotate(words: Uint32Array, a: number, b: number, bits: number): void {
  const low = at(words, a) ^ at(words, b)
  const high = at(words, a + 1) ^ at(words, b + 1)
  if (bits === 32) {
    words[a] = high
    words[a + 1] = low
  } else if (bits === 63) {
    words[a] = (low << 1) | (high >>> 31)
    words[a + 1] = (high << 1) | (low >>> 31)
  } else {
    words[a] = (low >>> bits) | (high << (32 - bits))
    words[a + 1] = (high >>> bits) | (low << (32 - bits))
  }
}

type WordIndices = (typeof mixedWords)[number]

function mix(words: Uint32Array, block: Uint32Array, [a, b, c, d]: WordIndices, x: number, y: number): void {
  add(words, a, at(words, b), at(words, b + 1))
  add(words, a, at(block, x * 2), at(block, x * 2 + 1))
  xorRotate(words, d, a, 32)
  add(words, c, at(words, d), at(words, d + 1))
  xorRotate(words, b, c, 24)
  add(words, a, at(words, b), at(words, b + 1))
  add(words, a, at(block, y * 2), at(block, y * 2 + 1))
  xorRotate(words, d, a, 16)
  add(words, c, at(words, d), at(words, d + 1))
  xorRotate(words, b, c, 63)
}

function compress(state: Uint32Array, block: Uint32Array, countBytes: number, isLast: boolean): void {
  const words = new Uint32Array(32)
  words.set(state)
  words.set(initial, 16)
  words[24] = at(words, 24) ^ countBytes
  words[25] = at(words, 25) ^ Math.floor(countBytes / 2 ** 32)
  if (isLast) {
    words[28] = ~at(words, 28)
    words[29] = ~at(words, 29)
  }
  for (let round = 0; round < rounds; round++) {
    const order = permutations[round % permutations.length] as readonly number[]
    for (let i = 0; i < mixedWords.length; i++) {
      mix(words, block, mixedWords[i] as WordIndices, order[2 * i] ?? 0, order[2 * i + 1] ?? 0)
    }
  }
  for (let i = 0; i < 16; i++) state[i] = at(state, i) ^ at(words, i) ^ at(words, i + 16)
}

const utf8 = new TextEncoder()

/** The hash of the text as UTF-8, as hex digits, two for each byte of its size. */
export function blake2bHex(text: string, sizeBytes: number): string {
  const bytes = utf8.encode(text)
  const state = initial.slice()
  state[0] = at(state, 0) ^ 0x01010000 ^ sizeBytes
  const block = new Uint8Array(blockBytes)
  const words = new Uint32Array(32)
  const view = new DataView(block.buffer)
  for (let start = 0; start === 0 || start < bytes.length; start += blockBytes) {
    const end = Math.min(start + blockBytes, bytes.length)
    block.fill(0)
    block.set(bytes.subarray(start, end))
    for (let i = 0; i < 32; i++) words[i] = view.getUint32(i * 4, true)
    compress(state, words, end, end === bytes.length)
  }
  let hex = ''
  for (let i = 0; i < sizeBytes; i++) {
    hex += ((at(state, i >> 2) >>> ((i & 3) * 8)) & 0xff).toString(16).padStart(2, '0')
  }
  return hex
}
