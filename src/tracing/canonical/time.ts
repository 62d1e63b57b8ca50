// Times as ISO 8601 in UTC with 6 fractional digits, 9 where the time has nanoseconds.

export function isoTime(unixNano: bigint): string {
  const fraction = (unixNano % 1_000_000_000n).toString().padStart(9, '0')
  const seconds = new Date(Number(unixNano / 1_000_000_000n) * 1000).toISOString().slice(0, 19)
  return `${seconds}.${fraction.endsWith('000') ? fraction.slice(0, 6) : fraction}Z`
}

/** Milliseconds with three decimals. */
export const milliseconds = (nanoseconds: bigint): number => Math.round(Number(nanoseconds) / 1000) / 1000
