// The only source of time, ids and randomness. It is passed as an argument, so that tests can fix them.
import { randomBytes } from 'node:crypto'

export interface Clock {
  /** UTC with six fractional digits. Strictly increasing within one process. */
  now(): string
  /** A UUIDv7. Ids sort by their creation time. */
  id(): string
  /** Random lower-case hex digits. */
  hex(digits: number): string
}

/** Formats microseconds since 1970 as UTC text with six fractional digits. */
export const microsecondText = (us: number): string => {
  const ms = Math.floor(us / 1000)
  return `${new Date(ms).toISOString().slice(0, 23)}${String(us - ms * 1000).padStart(3, '0')}Z`
}

/** Formats milliseconds since 1970 like `microsecondText`. */
export const millisecondText = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

/** The inverse of `microsecondText`. */
export const microsecondsOf = (text: string): number =>
  Date.parse(`${text.slice(0, 23)}Z`) * 1000 + Number(text.slice(23, 26))

/** Draws random bytes from the system in bulk: a system call per id would cost more than the id. */
function randomPool(poolBytes: number): (count: number) => Buffer {
  let pool = Buffer.alloc(0)
  let usedCount = 0
  return (count) => {
    if (usedCount + count > pool.length) {
      pool = randomBytes(poolBytes)
      usedCount = 0
    }
    usedCount += count
    return pool.subarray(usedCount - count, usedCount)
  }
}

export function systemClock(): Clock {
  let lastUs = 0
  let lastIdUs = 0
  const random = randomPool(8192)
  const currentUs = (): number => Math.floor((performance.timeOrigin + performance.now()) * 1000)
  return {
    now() {
      lastUs = Math.max(currentUs(), lastUs + 1)
      return microsecondText(lastUs)
    },
    id() {
      // 48 bits of milliseconds, then 12 bits of the millisecond's fraction, then 62 random bits.
      lastIdUs = Math.max(currentUs(), lastIdUs + 1)
      const ms = Math.floor(lastIdUs / 1000)
      const fraction = Math.floor(((lastIdUs - ms * 1000) * 4096) / 1000)
      const time = ms.toString(16).padStart(12, '0')
      const bytes = random(8)
      bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x80
      const tail = bytes.toString('hex')
      return `${time.slice(0, 8)}-${time.slice(8)}-7${fraction.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
    },
    hex: (digits) =>
      random(Math.ceil(digits / 2))
        .toString('hex')
        .slice(0, digits),
  }
}
