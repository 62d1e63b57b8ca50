// A seeded random source, so that the demo project is the same everywhere.

export interface RandomSource {
  /** Between 0 and 1. */
  next(): number
  /** An integer from `low` to `high`. */
  between(low: number, high: number): number
  pick<T>(items: readonly T[]): T
  /** True with this probability. */
  chance(probability: number): boolean
  /** A value around `middle`, rarely far above it, such as the duration of a call. */
  skewed(middle: number): number
  hex(digits: number): string
}

/** A 32-bit generator (multiply-xorshift over a Weyl sequence); good enough for charts, not for secrets. */
export function randomSource(seed: number): RandomSource {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    between,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('The list has no items to pick from.')
      return item
    },
    chance: (probability) => next() < probability,
    skewed: (middle) => middle * Math.exp((next() + next() + next() - 1.5) * 0.9),
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(''),
  }
}
