// web/ui/time: ranges of time and the menu that selects one.
//
// A range as text in the URL: `24h` is relative to now, `<from>~<to>` is fixed.
import { nowMs } from './clock.ts'

export interface Bounds {
  readonly oldest: number
  readonly newest: number
}

const minute = 60_000
const units: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 24 * 60 * minute }

export const presetRanges = ['15m', '1h', '6h', '24h', '7d', '30d'] as const

export const rangeNames: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** Returns undefined for a text that is not a range. */
export function boundsOf(range: string, now: number): Bounds | undefined {
  const match = /^(\d{1,4})([mhd])$/.exec(range)
  if (match?.[1] !== undefined && match[2] !== undefined) {
    return { oldest: now - Number(match[1]) * (units[match[2]] ?? 0), newest: now + 5 * minute }
  }
  const [from = '', to = ''] = range.split('~')
  const [oldest, newest] = [Date.parse(from), Date.parse(to)]
  return Number.isNaN(oldest) || Number.isNaN(newest) || newest <= oldest ? undefined : { oldest, newest }
}

export const fixedRange = ({ oldest, newest }: Bounds): string =>
  `${new Date(oldest).toISOString()}~${new Date(newest).toISOString()}`

/** The bucket widths of the server, in minutes. */
const widths = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 4320, 10_080]

/** The width that gives about this number of buckets. */
export function bucketMinutes({ oldest, newest }: Bounds, target = 60): number {
  // Allow a few more buckets: the minutes after now must not double the width.
  const exactMinutes = ((newest - oldest) / minute / target) * 0.98
  return widths.find((width) => width >= exactMinutes) ?? 43_200
}

export const bucketSizes = ['hour', 'day', 'week'] as const
export type BucketSize = (typeof bucketSizes)[number]

/** The start of the hour, day or week (from Monday) in the time zone of the browser. */
function startOf(size: BucketSize, at: number): number {
  const date = new Date(at)
  if (size === 'hour') return date.setMinutes(0, 0, 0)
  if (size === 'week') date.setDate(date.getDate() - ((date.getDay() + 6) % 7))
  return date.setHours(0, 0, 0, 0)
}

const sizeMinutes: Readonly<Record<BucketSize, number>> = { hour: 60, day: 1440, week: 10_080 }

/** Buckets of this size, or about 48 buckets. The first one starts at or before the window. */
export function bucketsOf(
  window: Bounds,
  size: BucketSize | undefined,
): { readonly bounds: Bounds; readonly minutes: number } {
  if (size !== undefined) {
    return { bounds: { ...window, oldest: startOf(size, window.oldest) }, minutes: sizeMinutes[size] }
  }
  const minutes = bucketMinutes(window, 48)
  const width = minutes * minute
  return { bounds: { ...window, oldest: Math.floor(window.oldest / width) * width }, minutes }
}

export function rangeName(range: string): string {
  const presetName = Object.hasOwn(rangeNames, range) ? rangeNames[range] : undefined
  if (presetName !== undefined) return presetName
  const bounds = boundsOf(range, nowMs())
  if (bounds === undefined) return range
  const day = (at: number): string =>
    new Date(at).toLocaleDateString('en', { month: 'short', day: 'numeric' })
  const time = (at: number): string =>
    new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
  const isSameDay = day(bounds.oldest) === day(bounds.newest)
  return isSameDay
    ? `${day(bounds.oldest)} ${time(bounds.oldest)} – ${time(bounds.newest)}`
    : `${day(bounds.oldest)} ${time(bounds.oldest)} – ${day(bounds.newest)} ${time(bounds.newest)}`
}
