// Parses times as nanoseconds since 1970, with full precision.

const nanosecondDigits = 9

/** The digits of a fraction of a second as nanoseconds; further digits are dropped. */
const fractionNs = (digits = ''): bigint =>
  BigInt(digits.slice(0, nanosecondDigits).padEnd(nanosecondDigits, '0'))

/** The power of ten from a number's unit to nanoseconds, by the number of digits: today has 10, 13, 16 or 19 digits. */
function unitDigits(digits: bigint): number {
  if (digits > 10n ** 17n) return 0
  if (digits > 10n ** 14n) return 3
  return digits > 10n ** 11n ? 6 : nanosecondDigits
}

function parseDigits(integerDigits: string, fraction = ''): bigint {
  const digits = unitDigits(BigInt(integerDigits))
  return BigInt(integerDigits + fraction.slice(0, digits).padEnd(digits, '0'))
}

function parseText(value: string): bigint | undefined {
  const [, date, time, fraction, zone = 'Z'] =
    /^(\S+?)[T ]([\d:]+)(?:[.,](\d+))?\s*([zZ]|[+-]\d\d:?\d\d)?$/.exec(value) ?? []
  const ms = Date.parse(time === undefined ? `${value}Z` : `${date}T${time}${zone}`)
  return Number.isNaN(ms) ? undefined : BigInt(ms) * 1_000_000n + fractionNs(fraction)
}

/** ISO 8601 (a time without a zone is UTC), or seconds, milliseconds, micro- or nanoseconds since 1970. */
export function timeOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined
  const text = String(value).trim()
  const [, digits, fraction] = /^(\d{1,20})(?:\.(\d+))?$/.exec(text) ?? []
  return digits === undefined ? parseText(text) : parseDigits(digits, fraction)
}
