// Detects bytes that were built to share their SHA-1 with other bytes. One of the two files is enough. The method is
// counter-cryptanalysis (Stevens 2013), which Git itself uses. Every practical attack follows one of 32 disturbance
// vectors. A vector defines the difference of the two message blocks and a step after which both computations have the
// same state. The other block is computed from there, backwards and forwards. If it ends in the same hash, the block
// is the last one of a collision.

const rotate = (word: number, bits: number): number => (word << bits) | (word >>> (32 - bits))

const stepsCount = 80
/** The words of a vector before step 0 that the first differences depend on. */
const wordsBefore = 5

interface Vector {
  /** The words of the second block are those of the first, xor these. */
  readonly difference: Int32Array
  /** Before this step both computations have the same state. */
  readonly step: number
}

/** A vector of type I has one disturbed bit in 16 words from `from` on, one of type II has three. */
function vectorOf(type: 1 | 2, [from, bit]: readonly [from: number, bit: number]): Vector {
  const words = new Int32Array(wordsBefore + stepsCount)
  const at = (step: number): number => words[step + wordsBefore] ?? 0
  const set = (step: number, word: number): void => {
    words[step + wordsBefore] = word
  }
  set(from + 15, 1 << bit)
  if (type === 2) for (const offset of [1, 3]) set(from + offset, 1 << ((31 + bit) % 32))
  for (let t = from + 16; t < stepsCount; t += 1)
    set(t, rotate(at(t - 3) ^ at(t - 8) ^ at(t - 14) ^ at(t - 16), 1))
  for (let t = from - 1; t >= -wordsBefore; t -= 1) {
    set(t, rotate(at(t + 16), 31) ^ at(t + 13) ^ at(t + 8) ^ at(t + 2))
  }
  const difference = Int32Array.from(
    { length: stepsCount },
    (_, t) =>
      at(t) ^
      rotate(at(t - 1), 5) ^
      at(t - 2) ^
      rotate(at(t - 3), 30) ^
      rotate(at(t - 4), 30) ^
      rotate(at(t - 5), 30),
  )
  return { difference, step: type === 1 ? (from < 51 ? 58 : 65) : from < 50 ? 58 : 65 }
}

const typeOne = [43, 44, 45, 46, 47, 48, 49, 50, 51, 52].map((from) => [from, 0] as const)
const typeTwo = [45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56].map((from) => [from, 0] as const)

/**
 * The vectors of Stevens and Shumow (2017), "Speeding up detection of SHA-1 collision attacks using unavoidable
 * conditions".
 */
const vectors: readonly Vector[] = [
  ...[...typeOne, ...[46, 47, 48, 49, 50, 51].map((from) => [from, 2] as const)].map((at) => vectorOf(1, at)),
  ...[...typeTwo, ...[46, 49, 50, 51].map((from) => [from, 2] as const)].map((at) => vectorOf(2, at)),
]

const roundConstants = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6] as const

/** The five registers of SHA-1. */
class Registers {
  a = 0x67452301
  b = 0xefcdab89 | 0
  c = 0x98badcfe | 0
  d = 0x10325476
  e = 0xc3d2e1f0 | 0

  assign({ a, b, c, d, e }: Registers): this {
    this.a = a
    this.b = b
    this.c = c
    this.d = d
    this.e = e
    return this
  }

  add({ a, b, c, d, e }: Registers): this {
    this.a = (this.a + a) | 0
    this.b = (this.b + b) | 0
    this.c = (this.c + c) | 0
    this.d = (this.d + d) | 0
    this.e = (this.e + e) | 0
    return this
  }

  equals({ a, b, c, d, e }: Registers): boolean {
    return this.a === a && this.b === b && this.c === c && this.d === d && this.e === e
  }

  /** The function and the constant of a step. */
  #mix(step: number): number {
    const { b, c, d } = this
    if (step < 20) return ((b & c) | (~b & d)) + roundConstants[0]
    if (step < 40) return (b ^ c ^ d) + roundConstants[1]
    if (step < 60) return ((b & c) | (b & d) | (c & d)) + roundConstants[2]
    return (b ^ c ^ d) + roundConstants[3]
  }

  forward(words: Int32Array, { from, to }: { readonly from: number; readonly to: number }): this {
    for (let t = from; t < to; t += 1) {
      const next = (rotate(this.a, 5) + this.#mix(t) + this.e + (words[t] ?? 0)) | 0
      this.e = this.d
      this.d = this.c
      this.c = rotate(this.b, 30)
      this.b = this.a
      this.a = next
    }
    return this
  }

  /** Computes backwards: from the state before step `from` to the state before step 0. */
  backward(words: Int32Array, from: number): this {
    for (let t = from - 1; t >= 0; t -= 1) {
      const last = this.a
      this.a = this.b
      this.b = rotate(this.c, 2)
      this.c = this.d
      this.d = this.e
      this.e = (last - rotate(this.a, 5) - this.#mix(t) - (words[t] ?? 0)) | 0
    }
    return this
  }
}

const blockBytes = 64

/** The bytes with the padding of SHA-1. */
function pad(bytes: Uint8Array): Buffer {
  const blocks = Math.ceil((bytes.length + 9) / blockBytes)
  const paddedBytes = Buffer.alloc(blocks * blockBytes)
  paddedBytes.set(bytes)
  paddedBytes[bytes.length] = 0x80
  paddedBytes.writeBigUInt64BE(BigInt(bytes.length) * 8n, paddedBytes.length - 8)
  return paddedBytes
}

class AttackSearch {
  readonly #bytes: Buffer
  readonly #words = new Int32Array(stepsCount)
  readonly #otherWords = new Int32Array(stepsCount)
  readonly #hash = new Registers()
  readonly #state = new Registers()
  /** The states before the steps that vectors start from. */
  readonly #states: ReadonlyMap<number, Registers> = new Map([58, 65].map((step) => [step, new Registers()]))
  readonly #otherRegisters = new Registers()
  readonly #otherHash = new Registers()

  constructor(bytes: Uint8Array) {
    this.#bytes = pad(bytes)
  }

  run(): boolean {
    for (let at = 0; at < this.#bytes.length; at += blockBytes) {
      this.#hashBlock(at)
      if (vectors.some((vector) => this.#follows(vector))) return true
    }
    return false
  }

  #hashBlock(at: number): void {
    const words = this.#words
    for (let t = 0; t < 16; t += 1) words[t] = this.#bytes.readInt32BE(at + 4 * t)
    for (let t = 16; t < stepsCount; t += 1) {
      const word = (words[t - 3] ?? 0) ^ (words[t - 8] ?? 0) ^ (words[t - 14] ?? 0) ^ (words[t - 16] ?? 0)
      words[t] = rotate(word, 1)
    }
    let from = 0
    this.#state.assign(this.#hash)
    for (const [step, state] of this.#states) {
      state.assign(this.#state.forward(words, { from, to: step }))
      from = step
    }
    this.#hash.add(this.#state.forward(words, { from, to: stepsCount }))
  }

  /** Whether the other block of this vector ends in the same hash. */
  #follows({ difference, step }: Vector): boolean {
    const state = this.#states.get(step)
    if (state === undefined) return false
    const words = this.#otherWords
    for (let t = 0; t < stepsCount; t += 1) words[t] = (this.#words[t] ?? 0) ^ (difference[t] ?? 0)
    this.#otherHash.assign(state).backward(words, step)
    this.#otherRegisters.assign(state).forward(words, { from: step, to: stepsCount })
    return this.#otherHash.add(this.#otherRegisters).equals(this.#hash)
  }
}

/** Whether other bytes with the same SHA-1 were built together with these. */
export const isCollisionAttack = (bytes: Uint8Array): boolean => new AttackSearch(bytes).run()
