// Formats times as ISO 8601 in UTC with 6 fractional digits, or 9 if the time has nanoseconds.

/** The last formatted second. Spans of one batch share a few. */
let lastSecond = 0
let lastSecondText = '1970-01-01T00:00:00'

export function isoTime(unixNano: bigint): string {
  const seconds = Number(unixNano / 1_000_000_000n)
  if (seconds !== lastSecond) {
    lastSecondText = new Date(seconds * 1000).toISOString().slice(0, 19)
    lastSecond = seconds
  }
  const fraction = String(Number(unixNano % 1_000_000_000n)).padStart(9, '0')
  return `${lastSecondText}.${fraction.endsWith('000') ? fraction.slice(0, 6) : fraction}Z`
}

/** Milliseconds with three decimals. */
export const milliseconds = (nanoseconds: bigint): number => Math.round(Number(nanoseconds) / 1000) / 1000
