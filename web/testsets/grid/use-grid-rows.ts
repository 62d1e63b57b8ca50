// The rows that the grid shows: all of the revision and the new ones of the draft behind them, or those that were found.
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../app/session.tsx'
import { baseValue, type Changes, type RowKey } from '../draft/draft.ts'
import { foundPageQuery, pageRows, rowPageQuery, type Revision, type Testcase } from '../queries.ts'
import { memberOf, type RowData } from '../values.ts'
import type { GridRow } from './grid-row.tsx'
import type { Finding, Match } from './use-find.ts'
import { createRowPages, type Listed, type RowPages } from './row-pages.ts'

/** A row of the base as the draft has it. */
function committedRow(
  testcase: Testcase,
  position: number,
  changes: Changes,
  marks: readonly string[],
): GridRow {
  const { id, data } = testcase
  const cells = changes.cells.get(id)
  return {
    key: id,
    number: position + 1,
    base: data,
    state: changes.removed.has(id) ? 'removed' : cells === undefined ? undefined : 'edited',
    valueOf: (column) => (cells?.has(column) === true ? cells.get(column) : baseValue(changes, data, column)),
    isChanged: (column) =>
      cells?.has(column) === true ||
      (changes.converts.length > 0 && baseValue(changes, data, column) !== memberOf(data, column)),
    isMarked: (column) => marks.includes(column),
  }
}

const addedRow = ({ key, data }: { readonly key: RowKey; readonly data: RowData }): GridRow => ({
  key,
  number: undefined,
  base: undefined,
  state: 'added',
  valueOf: (column) => memberOf(data, column),
  isChanged: () => false,
  isMarked: () => false,
})

const noMarks: readonly string[] = []
const noMatches: readonly Match[] = []

export interface ShownRows {
  readonly matches: readonly Match[]
  /** Only those that were found. */
  readonly only: boolean
  readonly count: number
  readonly pages: RowPages
  readonly testcaseAt: (index: number) => Testcase | undefined
  readonly rowAt: (index: number) => GridRow | undefined
}

/** What the grid shows. Rows that come later draw the grid anew, which follows `pages`, and not who asks here. */
export function useShownRows(input: {
  readonly revision: Revision
  readonly total: number
  readonly changes: Changes
  readonly finding: Finding
  readonly isOnly: boolean
}): ShownRows {
  const { revision, total, changes, finding, isOnly } = input
  const api = useApi()
  const client = useQueryClient()
  const matches = finding.found?.matches ?? noMatches
  const only = isOnly && finding.found !== undefined
  const marks = useMemo(() => new Map(matches.map(({ position, columns }) => [position, columns])), [matches])
  const listed = useMemo(
    (): Listed => ({
      count: only ? matches.length : total,
      queryOf: (page) =>
        only
          ? foundPageQuery(
              api,
              matches.slice(page * pageRows, (page + 1) * pageRows).map(({ testcaseId }) => testcaseId),
            )
          : rowPageQuery(api, revision.id, page),
    }),
    [api, revision.id, only, matches, total],
  )
  const [pages] = useState(() => createRowPages(client, listed))
  useLayoutEffect(() => pages.list(listed), [pages, listed])
  const count = only ? matches.length : total + changes.added.length
  // The same rows as long as nothing about them changes: so scrolling draws those only that come into view.
  const drawn = useMemo(
    () => new Map<number, { readonly of: unknown; readonly row: GridRow }>(),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [changes, marks, only],
  )
  const testcaseAt = (index: number): Testcase | undefined => pages.at(listed, index)
  const rowAt = (index: number): GridRow | undefined => {
    const held = drawn.get(index)
    const isAdded = !only && index >= total
    const of = isAdded ? changes.added[index - total] : testcaseAt(index)
    if (of === undefined) return undefined
    if (held?.of === of) return held.row
    const position = only ? (matches[index]?.position ?? index) : index
    const row =
      'data' in of && 'id' in of
        ? committedRow(of, position, changes, marks.get(position) ?? noMarks)
        : addedRow(of)
    drawn.set(index, { of, row })
    return row
  }
  return { matches, only, count, pages, testcaseAt, rowAt }
}

/** One row, told anew when it comes; and what keeps rows from coming. */
export function useOneRow({ pages, rowAt }: ShownRows, index: number) {
  const row = useSyncExternalStore(pages.subscribe, () => rowAt(index))
  const error = useSyncExternalStore(pages.subscribe, pages.error)
  return { row, error }
}
