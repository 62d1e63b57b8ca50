// Formats times as ISO 8601 in UTC with 6 fractional digits, or 9 if the time has nanoseconds.
import { memoizeLast } from '../../kernel/memoize.ts'

/** Spans of one batch share a few seconds. */
const secondText = memoizeLast((second: number) => new Date(second * 1000).toISOString().slice(0, 19))

export function isoTime(unixNano: bigint): string {
  const fraction = String(Number(unixNano % 1_000_000_000n)).padStart(9, '0')
  const digits = fraction.endsWith('000') ? fraction.slice(0, 6) : fraction
  return `${secondText(Number(unixNano / 1_000_000_000n))}.${digits}Z`
}

/** Milliseconds with three decimals. */
export const milliseconds = (nanoseconds: bigint): number => Math.round(Number(nanoseconds) / 1000) / 1000
