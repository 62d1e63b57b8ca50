// Limits on the usage of a project in a day (UTC). Above a limit: 429 with the name of its setting, until midnight.
import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/errors.ts'
import type { UsageCounts, UsageReads } from '../storage/contract/contract.ts'

/** 0: no limit. */
export type UsageLimits = UsageCounts

export type UsageSubject = keyof UsageCounts

/** The settings that limit each subject, and the words for it in messages. */
export const usageSubjects: Readonly<
  Record<UsageSubject, { readonly setting: string; readonly words: string }>
> = {
  spans: { setting: 'usage.spans_per_day_max', words: 'spans' },
  bytes: { setting: 'usage.bytes_per_day_max', words: 'bytes of spans' },
  testcases: { setting: 'usage.testcases_per_day_max', words: 'new testcases' },
  calls: { setting: 'usage.calls_per_day_max', words: 'calls of models' },
  cost: { setting: 'usage.dollars_per_day_max', words: 'US dollars for calls of models' },
}

export const noUsage: UsageCounts = { spans: 0, bytes: 0, testcases: 0, calls: 0, cost: 0 }

export const utcDay = (clock: Pick<Clock, 'now'>): string => clock.now().slice(0, 10)

interface Usage {
  readonly counts: UsageCounts
  readonly limits: UsageLimits
}

const secondsUntilMidnight = (now: string): number =>
  Math.max(1, Math.ceil((Date.parse(`${now.slice(0, 10)}T24:00:00Z`) - Date.parse(now)) / 1000))

/** Throws too_many_requests if one of these subjects has reached its limit. */
export function refuseAboveLimits(
  { counts, limits, now }: Usage & { readonly now: string },
  subjects: readonly UsageSubject[],
): void {
  const subject = subjects.find((name) => limits[name] > 0 && counts[name] >= limits[name])
  if (subject === undefined) return
  const { words, setting } = usageSubjects[subject]
  throw new AssayError(
    'too_many_requests',
    `This project has used ${counts[subject]} ${words} today (UTC); the limit is ${limits[subject]} (setting ${setting}).`,
    { headers: { 'Retry-After': String(secondsUntilMidnight(now)) } },
  )
}

export interface UsageCaps {
  readonly limits: UsageLimits
  /** Throws too_many_requests if one of these subjects has reached its limit. Without limits it reads nothing. */
  refuse(projectId: string, subjects: readonly UsageSubject[]): Promise<void>
  /** Adds usage that the store counts later. */
  add(projectId: string, counts: Partial<UsageCounts>): void
}

/** Usage is cached for this long. Limits may be exceeded by the usage of that time. */
const usageTtlMs = 1_000

interface CachedUsage {
  readonly readAtMs: number
  readonly day: string
  readonly counts: UsageCounts
}

export function createUsageCaps({
  reads,
  limits,
  clock,
}: {
  readonly reads: () => UsageReads
  readonly limits: UsageLimits
  readonly clock: Pick<Clock, 'now'>
}): UsageCaps {
  const cache = new Map<string, CachedUsage>()

  async function usageOf(projectId: string): Promise<UsageCounts> {
    const day = utcDay(clock)
    const cachedUsage = cache.get(projectId)
    const nowMs = performance.now()
    if (cachedUsage !== undefined && cachedUsage.day === day && nowMs - cachedUsage.readAtMs < usageTtlMs) {
      return cachedUsage.counts
    }
    const [counts = noUsage] = await reads().usageDays({ projectId, from: day, to: day })
    cache.set(projectId, { readAtMs: nowMs, day, counts })
    return counts
  }

  return {
    limits,
    async refuse(projectId, subjects) {
      if (subjects.every((subject) => limits[subject] === 0)) return
      refuseAboveLimits({ counts: await usageOf(projectId), limits, now: clock.now() }, subjects)
    },
    add(projectId, { spans = 0, bytes = 0 }) {
      const cachedUsage = cache.get(projectId)
      if (cachedUsage === undefined) return
      const counts = {
        ...cachedUsage.counts,
        spans: cachedUsage.counts.spans + spans,
        bytes: cachedUsage.counts.bytes + bytes,
      }
      cache.set(projectId, { ...cachedUsage, counts })
    },
  }
}
