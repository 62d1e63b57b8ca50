// Splits the window of a search into time slices. The first slice is narrow, so that the first rows are found soon;
// the following ones grow or shrink with the time that a slice takes.

/** The exclusive end of the slice that starts at this time (absent: at the first row). Undefined: the last slice. */
export type TimeSlices = (start: string | undefined) => string | undefined

export interface SlicedWindow {
  /** The times of the newest and the oldest row. */
  readonly newest: string
  readonly oldest: string
  readonly order: 'ascending' | 'descending'
}

/** The first slice is the window divided by this. */
const firstDivisor = 64n
/** No slice is narrower than the window divided by this: a statement has a fixed cost. */
const divisorMax = 1024n
/** A slice that takes less is followed by one four times as wide, one that takes more by one half as wide. */
const shortMs = 200
const longMs = 800

const second = 1_000_000_000n

/** Nanoseconds of a time like `2026-11-15 09:00:00.600000000`. */
const nanosecondsOf = (time: string): bigint =>
  BigInt(Date.parse(`${time.slice(0, 10)}T${time.slice(11, 19)}Z`)) * 1_000_000n +
  BigInt(time.slice(20).padEnd(9, '0'))

function timeOf(nanoseconds: bigint): string {
  const fraction = ((nanoseconds % second) + second) % second
  const seconds = new Date(Number((nanoseconds - fraction) / 1_000_000n)).toISOString()
  return `${seconds.slice(0, 10)} ${seconds.slice(11, 19)}.${String(fraction).padStart(9, '0')}`
}

export function createTimeSlices(
  { newest, oldest, order }: SlicedWindow,
  now = () => performance.now(),
): TimeSlices {
  const isDescending = order === 'descending'
  const [first, last] = (isDescending ? [newest, oldest] : [oldest, newest]).map(nanosecondsOf) as [
    bigint,
    bigint,
  ]
  const distance = first > last ? first - last : last - first
  const widthMin = distance / divisorMax + 1n
  let width = distance / firstDivisor
  let startedAt: number | undefined
  return (start) => {
    const ms = startedAt === undefined ? undefined : now() - startedAt
    startedAt = now()
    if (ms !== undefined && ms < shortMs) width *= 4n
    if (ms !== undefined && ms > longMs) width /= 2n
    if (width < widthMin) width = widthMin
    const from = start === undefined ? first : nanosecondsOf(start)
    const end = isDescending ? from - width : from + width
    return (isDescending ? end < last : end > last) ? undefined : timeOf(end)
  }
}
