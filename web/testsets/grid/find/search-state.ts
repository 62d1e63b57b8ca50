// web/testsets/grid/find: the search over the rows of a revision, its bar and its filters.
// This file is pure: the state of one search, and how events of the server change it.
// Imports web/testsets, view-changes.ts of the grid, web/app and web/ui. Start at find-bar.tsx.

export interface Match {
  readonly position: number
  readonly testcaseId: string
  readonly columns: readonly string[]
}

export interface SearchResult {
  readonly state: 'searching' | 'done' | 'cancelled' | 'failed'
  readonly matches: readonly Match[]
  readonly searchedRows: number
  readonly total: number
  /** The offset of the next search, if there are more matches than one search lists. */
  readonly nextOffset: number | undefined
  readonly error: unknown
}

export const noResult: SearchResult = {
  state: 'searching',
  matches: [],
  searchedRows: 0,
  total: 0,
  nextOffset: undefined,
  error: undefined,
}

interface WireMatch {
  readonly position: number
  readonly testcase_id: string
  readonly columns?: readonly string[]
}

export interface SearchEvent {
  readonly event: string
  readonly data: {
    readonly searched?: number
    readonly total?: number
    readonly matches?: readonly WireMatch[]
    readonly next_offset?: number
  }
}

export function withEvent(result: SearchResult, { event, data }: SearchEvent): SearchResult {
  if (event === 'end') return { ...result, state: 'done', nextOffset: data.next_offset }
  const { searched: searchedRows = 0, total = 0, matches = [] } = data
  return {
    ...result,
    searchedRows,
    total,
    matches: [
      ...result.matches,
      ...matches.map(({ position, testcase_id: testcaseId, columns = [] }) => ({
        position,
        testcaseId,
        columns,
      })),
    ],
  }
}

/** The result of a continued search after the matches of the search before it. */
export function appendTo(previous: readonly Match[], result: SearchResult): SearchResult {
  if (previous.length === 0) return result
  const positions = new Set(result.matches.map(({ position }) => position))
  const otherMatches = previous.filter(({ position }) => !positions.has(position))
  return { ...result, matches: [...otherMatches, ...result.matches] }
}

/** The first match after a row, then from the start. */
export const nextMatch = (result: SearchResult | undefined, row: number): Match | undefined =>
  result?.matches.find(({ position }) => position > row) ?? result?.matches[0]
