// A seeded random source, so that the demo project is the same everywhere.

export interface RandomSource {
  /** Between 0 and 1. */
  next(): number
  /** An integer from `low` to `high`. */
  between(low: number, high: number): number
  of<T>(items: readonly T[]): T
  chance(share: number): boolean
  /** Around `middle`, rarely far above it: the duration of calls. */
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
    of: (items) => {
      const item = items[Math.floor(next() * items.length)]
      if (item === undefined) throw new Error('There is nothing to choose from.')
      return item
    },
    chance: (share) => next() < share,
    skewed: (middle) => middle * Math.exp((next() + next() + next() - 1.5) * 0.9),
    hex: (digits) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join(''),
  }
}
