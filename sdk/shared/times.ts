// Parses times as people and assistants write them.
import { InvalidNameError } from './names.ts'

const unitsMs = new Map([
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
  ['w', 604_800_000],
])

/** Parses `90s`, `15m`, `6h`, `7d`, `2w` (before now), or a time. */
export function sinceTime(text: string, nowMs: number): string {
  const match = /^(\d{1,6})([smhdw])$/.exec(text)
  const time =
    match === null ? Date.parse(text) : nowMs - Number(match[1]) * (unitsMs.get(match[2] ?? '') ?? 0)
  if (Number.isNaN(time))
    throw new InvalidNameError(
      `'${text}' is not a time: write 15m, 6h, 7d, or one like 2026-11-16T08:00:00Z.`,
    )
  return new Date(time).toISOString()
}
