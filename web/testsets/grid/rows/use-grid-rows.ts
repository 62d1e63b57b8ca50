// The rows of the grid: all rows of the revision followed by the new rows of the draft, or only the matches of a search.
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../../app/session.tsx'
import { baseValue, type Changes, type RowKey } from '../../draft/draft.ts'
import { rowsByIdQuery, pageRows, rowPageQuery, type Revision, type Testcase } from '../../queries.ts'
import { memberOf, type RowData } from '../../values.ts'
import type { Match, Search } from '../find/use-search.ts'
import type { GridRow } from '../grid-row.tsx'
import { createRowPages, type RowPages, type RowSource } from './row-pages.ts'

/** A row of the base revision with the changes of the draft. */
function committedRow(
  { id, data }: Testcase,
  input: { readonly position: number; readonly changes: Changes; readonly marks: readonly string[] },
): GridRow {
  const { position, changes, marks } = input
  const cells = changes.cells.get(id)
  return {
    key: id,
    number: position + 1,
    base: data,
    state: changes.removedRows.has(id) ? 'removed' : cells === undefined ? undefined : 'edited',
    valueOf: (column) =>
      cells?.has(column) === true ? cells.get(column) : baseValue(changes, { row: data, column }),
    isChanged: (column) =>
      cells?.has(column) === true ||
      (changes.conversions.length > 0 &&
        baseValue(changes, { row: data, column }) !== memberOf(data, column)),
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

export interface GridRows {
  readonly matches: readonly Match[]
  /** Whether only the matches of a search are listed. */
  readonly isOnlyMatches: boolean
  readonly count: number
  readonly pages: RowPages
  readonly testcaseAt: (index: number) => Testcase | undefined
  readonly rowAt: (index: number) => GridRow | undefined
}

/** Rows that load later render the grid, which subscribes to `pages`, and not the caller of this hook. */
export function useGridRows(input: {
  readonly revision: Revision
  readonly total: number
  readonly changes: Changes
  readonly search: Search
  readonly listsOnlyMatches: boolean
}): GridRows {
  const { revision, total, changes, search, listsOnlyMatches } = input
  const api = useApi()
  const client = useQueryClient()
  const matches = search.result?.matches ?? noMatches
  const isOnlyMatches = listsOnlyMatches && search.result !== undefined
  const marks = useMemo(() => new Map(matches.map(({ position, columns }) => [position, columns])), [matches])
  const source = useMemo(
    (): RowSource => ({
      count: isOnlyMatches ? matches.length : total,
      queryOf: (page) =>
        isOnlyMatches
          ? rowsByIdQuery(
              api,
              matches.slice(page * pageRows, (page + 1) * pageRows).map(({ testcaseId }) => testcaseId),
            )
          : rowPageQuery(api, { revisionId: revision.id, page }),
    }),
    [api, revision.id, isOnlyMatches, matches, total],
  )
  const [pages] = useState(() => createRowPages(client, source))
  useLayoutEffect(() => pages.setSource(source), [pages, source])
  const count = isOnlyMatches ? matches.length : total + changes.addedRows.length
  // A row keeps its object until it changes, so scrolling renders only the rows that come into view.
  const cache = useMemo(
    () => new Map<number, { readonly source: unknown; readonly row: GridRow }>(),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [changes, marks, isOnlyMatches],
  )
  const testcaseAt = (index: number): Testcase | undefined => pages.testcaseAt(source, index)
  const rowAt = (index: number): GridRow | undefined => {
    const cachedRow = cache.get(index)
    const isAdded = !isOnlyMatches && index >= total
    const source = isAdded ? changes.addedRows[index - total] : testcaseAt(index)
    if (source === undefined) return undefined
    if (cachedRow?.source === source) return cachedRow.row
    const position = isOnlyMatches ? (matches[index]?.position ?? index) : index
    const row =
      'data' in source && 'id' in source
        ? committedRow(source, { position, changes, marks: marks.get(position) ?? noMarks })
        : addedRow(source)
    cache.set(index, { source, row })
    return row
  }
  return { matches, isOnlyMatches, count, pages, testcaseAt, rowAt }
}

/** Subscribes to one row, and to the error that keeps rows from loading. */
export function useRowAt({ pages, rowAt }: GridRows, index: number) {
  const row = useSyncExternalStore(pages.subscribe, () => rowAt(index))
  const error = useSyncExternalStore(pages.subscribe, pages.error)
  return { row, error }
}
