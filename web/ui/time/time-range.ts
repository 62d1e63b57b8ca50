// web/ui/time: ranges of time and the menu that selects one.
//
// A range as text in the URL: `24h` is relative to now, `<from>~<to>` is fixed.

export interface Bounds {
  readonly oldest: number
  readonly newest: number
}

const minute = 60_000
const units: Readonly<Record<string, number>> = { m: minute, h: 60 * minute, d: 24 * 60 * minute }

export const usualRanges = ['15m', '1h', '6h', '24h', '7d', '30d'] as const

export const rangeNames: Readonly<Record<string, string>> = {
  '15m': 'Last 15 minutes',
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
}

/** Undefined: the text is no range. */
export function boundsOf(range: string, now: number): Bounds | undefined {
  const relative = /^(\d{1,4})([mhd])$/.exec(range)
  if (relative?.[1] !== undefined && relative[2] !== undefined) {
    return { oldest: now - Number(relative[1]) * (units[relative[2]] ?? 0), newest: now + 5 * minute }
  }
  const [from = '', to = ''] = range.split('~')
  const [oldest, newest] = [Date.parse(from), Date.parse(to)]
  return Number.isNaN(oldest) || Number.isNaN(newest) || newest <= oldest ? undefined : { oldest, newest }
}

export const fixedRange = ({ oldest, newest }: Bounds): string =>
  `${new Date(oldest).toISOString()}~${new Date(newest).toISOString()}`

/** Widths of buckets that the server knows, in minutes. */
const widths = [1, 5, 15, 30, 60, 180, 360, 720, 1440, 4320, 10_080]

/** The width that gives about so many buckets. */
export function bucketMinutes({ oldest, newest }: Bounds, wanted = 60): number {
  // A few buckets more are as good: the minutes ahead of now must not double their width.
  const exact = ((newest - oldest) / minute / wanted) * 0.98
  return widths.find((width) => width >= exact) ?? 43_200
}

export const bucketSizes = ['hour', 'day', 'week'] as const
export type BucketSize = (typeof bucketSizes)[number]

/** The beginning of the hour, day or week (from Monday) in the time zone of the browser. */
function startOf(size: BucketSize, at: number): number {
  const date = new Date(at)
  if (size === 'hour') return date.setMinutes(0, 0, 0)
  if (size === 'week') date.setDate(date.getDate() - ((date.getDay() + 6) % 7))
  return date.setHours(0, 0, 0, 0)
}

const sizeMinutes: Readonly<Record<BucketSize, number>> = { hour: 60, day: 1440, week: 10_080 }

/** Buckets of this size, or of one that gives about 48 of them; the first begins at or before the window. */
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
  const named = Object.hasOwn(rangeNames, range) ? rangeNames[range] : undefined
  if (named !== undefined) return named
  const bounds = boundsOf(range, Date.now())
  if (bounds === undefined) return range
  const day = (at: number): string =>
    new Date(at).toLocaleDateString('en', { month: 'short', day: 'numeric' })
  const time = (at: number): string =>
    new Date(at).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hour12: false })
  const sameDay = day(bounds.oldest) === day(bounds.newest)
  return sameDay
    ? `${day(bounds.oldest)} ${time(bounds.oldest)} – ${time(bounds.newest)}`
    : `${day(bounds.oldest)} ${time(bounds.oldest)} – ${day(bounds.newest)} ${time(bounds.newest)}`
}
