// Numbers that look random and are the same each time: a demo project is the same project wherever it is made.

export interface Dice {
  /** Between 0 and 1. */
  next(): number
  /** A whole number from `low` to `high`. */
  between(low: number, high: number): number
  of<T>(items: readonly T[]): T
  chance(share: number): boolean
  /** Around `middle`, seldom far above it: how long calls take. */
  skewed(middle: number): number
  hex(digits: number): string
}

/** A generator of 32 bits (a multiply-xorshift walk over a Weyl sequence); quality for pictures, not for secrets. */
export function dice(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
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
