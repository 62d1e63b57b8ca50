// Caches the start times of the newest spans of a project. With a lower time bound the engine opens only the
// newest parts of the table: the newest 100 of 1,000,000 spans took 4 ms of processor time instead of 10. The
// bound is a hint: a page that is not full is read again without it. This file also caches filters that few of
// the newest spans match, so that the next page does not search there first.

export interface NewestCache {
  /** At least this many rows of the project started at this time or later; undefined when unknown. */
  readonly timeOf: (projectId: string, rows: number) => string | undefined
  /** The same, if it was recorded so recently that few rows can have arrived since. */
  readonly freshTimeOf: (projectId: string, rows: number) => string | undefined
  readonly recordTime: (projectId: string, rows: number, time: string) => void
  /** Whether too few of the newest spans matched this filter a moment ago. */
  readonly isRare: (filter: RareFilter) => boolean
  readonly recordRare: (filter: RareFilter) => void
}

export interface RareFilter {
  readonly projectId: string
  /** The matches that were searched for. */
  readonly rows: number
  readonly sql: string
  readonly params: Readonly<Record<string, unknown>>
}

/** The most cached pairs of project and page size. */
const entriesMax = 2_000
/** At thousands of spans a second some ten thousand rows arrive in this time, which a statement reads easily. */
const freshMs = 3_000
/** A filter that has become common meanwhile is still answered by the index, only slower. */
const rareMs = 60_000
/** Longer filters are not cached. */
const filterCharactersMax = 2_000

interface CachedTime {
  readonly time: string
  readonly at: number
}

export function createNewestCache(): NewestCache {
  const times = new Map<string, CachedTime>()
  const keyOf = (projectId: string, rows: number): string => `${projectId} ${rows}`
  const rareAt = new Map<string, number>()
  const filterKey = ({ projectId, rows, sql, params }: RareFilter): string | undefined => {
    if (sql.length > filterCharactersMax) return undefined
    const key = JSON.stringify([projectId, rows, sql, params])
    return key.length > 2 * filterCharactersMax ? undefined : key
  }
  return {
    timeOf: (projectId, rows) => times.get(keyOf(projectId, rows))?.time,
    freshTimeOf: (projectId, rows) => {
      const recentTime = times.get(keyOf(projectId, rows))
      return recentTime === undefined || performance.now() - recentTime.at > freshMs
        ? undefined
        : recentTime.time
    },
    recordTime: (projectId, rows, time) => {
      if (times.size >= entriesMax) times.clear()
      times.set(keyOf(projectId, rows), { time, at: performance.now() })
    },
    isRare: (filter) => {
      const at = rareAt.get(filterKey(filter) ?? '')
      return at !== undefined && performance.now() - at <= rareMs
    },
    recordRare: (filter) => {
      const key = filterKey(filter)
      if (key === undefined) return
      if (rareAt.size >= entriesMax) rareAt.clear()
      rareAt.set(key, performance.now())
    },
  }
}
