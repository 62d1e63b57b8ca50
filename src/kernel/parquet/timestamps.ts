// Formats timestamps of Parquet files as ISO 8601 with all digits of their unit; a Date would keep
// milliseconds only.

const isoTime = (units: bigint, perSecond: bigint, digits: number): string => {
  const fraction = ((units % perSecond) + perSecond) % perSecond
  const seconds = (units - fraction) / perSecond
  const iso = new Date(Number(seconds) * 1000).toISOString()
  return `${iso.slice(0, -5)}.${fraction.toString().padStart(digits, '0')}Z`
}

export const timestampParsers = {
  timestampFromMilliseconds: (millis: bigint | null) => (millis == null ? millis : isoTime(millis, 1000n, 3)),
  timestampFromMicroseconds: (micros: bigint | null) =>
    micros == null ? micros : isoTime(micros, 1_000_000n, 6),
  timestampFromNanoseconds: (nanos: bigint | null) =>
    nanos == null ? nanos : isoTime(nanos, 1_000_000_000n, 9),
}
