// Formats numbers, times and ids for people.
import { nowMs } from './time/clock.ts'

/** Shortens an id in the middle: `0db40…8c6c`. */
export const shortId = (id: string): string => (id.length <= 12 ? id : `${id.slice(0, 5)}…${id.slice(-4)}`)

/** Milliseconds as µs, ms, s, m or h with three significant digits. */
export function duration(ms: number | undefined): string {
  if (ms === undefined || !Number.isFinite(ms)) return '–'
  if (ms < 0.001 && ms > -0.001) return '0 ms'
  if (ms < 1) return `${significant(ms * 1000)} µs`
  if (ms < 999.5) return `${significant(ms)} ms`
  if (ms < 59_950) return `${significant(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`
  const minutes = Math.round(seconds / 60)
  return `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

const significant = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)

const integers = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const decimals = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })
const compactNumbers = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

export const count = (value: number | undefined): string =>
  value === undefined ? '–' : integers.format(value)

/** `12.3K`; all digits below ten thousand. */
export const shortCount = (value: number | undefined): string =>
  value === undefined ? '–' : value < 10_000 ? integers.format(value) : compactNumbers.format(value)

/** Any other number, with at most four significant digits. */
export const decimal = (value: number | undefined): string =>
  value === undefined
    ? '–'
    : Math.abs(value) >= 10_000
      ? compactNumbers.format(value)
      : decimals.format(value)

/** Dollars; small amounts keep two significant digits. */
export function money(value: number | undefined): string {
  if (value === undefined) return '–'
  if (value === 0) return '$0'
  if (Math.abs(value) >= 0.1) return `$${value.toFixed(2)}`
  const digits = Math.min(8, 1 - Math.floor(Math.log10(Math.abs(value))))
  return `$${value.toFixed(digits)}`
}

export const percent = (share: number | undefined): string =>
  share === undefined || !Number.isFinite(share) ? '–' : `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** `3m ago`; show `exactTime` in the tooltip. */
export function ago(at: string | number | Date, now: number = nowMs()): string {
  const seconds = Math.round((now - new Date(at).getTime()) / 1000)
  if (Math.abs(seconds) < 5) return 'now'
  const [suffix, prefix] = seconds >= 0 ? [' ago', ''] : ['', 'in ']
  const distance = Math.abs(seconds)
  for (const [unit, size] of units) {
    if (distance >= size)
      return `${prefix}${Math.floor(distance / size)}${unit === 'month' ? 'mo' : unit[0]}${suffix}`
  }
  return `${prefix}${distance}s${suffix}`
}

/** Local time with milliseconds. */
export function exactTime(at: string | number | Date): string {
  const date = new Date(at)
  const twoDigits = (part: number): string => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`
  return `${day} ${time}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

export function bytes(size: number): string {
  if (size < 1000) return `${size} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = size / 1000
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${value.toFixed(value >= 100 ? 0 : 1)} ${units[unit]}`
}
