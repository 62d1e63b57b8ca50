// Formats numbers and times for people.

/** UTC, to the second. */
export const formatTime = (iso: string | undefined): string =>
  iso === undefined ? '' : `${iso.slice(0, 10)} ${iso.slice(11, 19)}Z`

export function formatDuration(ms: number | undefined): string {
  if (ms === undefined) return ''
  if (ms < 1) return `${Math.round(ms * 1000)} µs`
  if (ms < 1000) return `${Math.round(ms * 10) / 10} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(2)} s`
  const minutes = Math.floor(ms / 60_000)
  return `${minutes} min ${Math.round((ms - minutes * 60_000) / 1000)} s`
}

export function formatCost(cost: number | undefined): string {
  if (cost === undefined || cost === 0) return ''
  if (cost < 0.000001) return '<$0.000001'
  return `$${cost < 0.01 ? cost.toPrecision(2) : cost.toFixed(2)}`
}

export const formatCount = (count: number | undefined): string =>
  count === undefined ? '' : count.toLocaleString('en-US')

const bytesUnits = ['B', 'kB', 'MB', 'GB', 'TB']

/** Decimal units: 1 kB is 1,000 bytes. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(bytesUnits.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${bytesUnits[power]}`
}

/** `1 row`, `2 rows`. */
export const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : pluralForm}`

/** At most four significant digits. */
export const formatNumber = (value: number | undefined): string =>
  value === undefined ? '' : String(Number(value.toPrecision(4)))
