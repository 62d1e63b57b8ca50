// Pagination over records in order of creation. Filters without an index (text, flags, tags, meta) are
// applied here to the store's pages, so that they behave the same on both backends.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { AssayError, limitExceeded, type FieldError } from '../kernel/errors.ts'
import type { ListBounds } from '../storage/contract/contract.ts'

export interface Windowing {
  readonly limit?: number | undefined
  readonly order?: 'ascending' | 'descending' | undefined
  readonly next?: string | undefined
  readonly newest?: string | undefined
  readonly oldest?: string | undefined
}

export interface PageLimits {
  readonly limitDefault: number
  readonly limitMax: number
  /** The location of the page size, unless it is in the windowing of a body. */
  readonly loc?: FieldError['loc']
}

export interface Page<T> {
  readonly items: readonly T[]
  /** The windowing of the next page; undefined on the last one. */
  readonly windowing: Windowing | undefined
}

type Bound = ListBounds['from']

/**
 * Records have times with six digits. A bound with nine digits is between two of them: times up to its first
 * six digits are before it, later ones after it.
 */
const timeBound = (
  time: string,
  { inclusive, end }: { readonly inclusive: boolean; readonly end: 'from' | 'to' },
): Bound => {
  const microseconds = time.replace(/(\.\d{6})\d+Z$/, '$1Z')
  return microseconds === time ? { time, inclusive } : { time: microseconds, inclusive: end === 'to' }
}

/** The order and the presence of a cursor determine which time bounds are inclusive. */
export function timeBounds(windowing: Windowing): { readonly from: Bound; readonly to: Bound } {
  const { oldest, newest, next } = windowing
  const ascending = windowing.order === 'ascending'
  return {
    from:
      oldest === undefined
        ? undefined
        : timeBound(oldest, { inclusive: next !== undefined || !ascending, end: 'from' }),
    to:
      newest === undefined
        ? undefined
        : timeBound(newest, { inclusive: next !== undefined || ascending, end: 'to' }),
  }
}

/**
 * A limit of 0 counts as absent. A limit above the maximum is refused, and the error names the setting. The maximum
 * also bounds the default.
 */
export function pageSize(limit: number | undefined, limits: PageLimits): number {
  if (limit === undefined || limit === 0) return Math.min(limits.limitDefault, limits.limitMax)
  if (limit > limits.limitMax) {
    throw limitExceeded({
      type: 'less_than_equal',
      loc: limits.loc ?? ['body', 'windowing', 'limit'],
      msg: `windowing.limit is ${limit}; the maximum is ${limits.limitMax} (setting page_size_max).`,
      input: limit,
      limit: limits.limitMax,
      setting: 'page_size_max',
    })
  }
  return limit
}

export const unknownCursor = (next: string): AssayError =>
  new AssayError('cursor_unknown', `windowing.next '${next}' does not exist in this list.`)

/** The start and size of a page. An unknown cursor is refused. */
async function startOf<R>(
  windowing: Windowing,
  {
    limits,
    cursor,
  }: { readonly limits: PageLimits; readonly cursor: (id: string) => Promise<R | undefined> },
): Promise<PageStart<R>> {
  const limit = pageSize(windowing.limit, limits)
  const order = windowing.order ?? 'descending'
  if (windowing.next === undefined) return { limit, order, after: undefined }
  const position = await cursor(windowing.next)
  if (position === undefined) throw unknownCursor(windowing.next)
  return { limit, order, after: position }
}

interface PageStart<R> {
  readonly limit: number
  readonly order: 'ascending' | 'descending'
  readonly after: R | undefined
}

/** One page of a list that only the store filters. */
export async function pageOf<R, T extends { readonly id: string }>(
  windowing: Windowing,
  limits: PageLimits,
  source: {
    /** The record of a cursor; undefined: unknown. */
    readonly cursor: (id: string) => Promise<R | undefined>
    readonly fetch: (start: PageStart<R>) => Promise<readonly T[]>
  },
): Promise<Page<T>> {
  const start = await startOf(windowing, { limits, cursor: source.cursor })
  const { limit, order } = start
  const items = await source.fetch(start)
  const last = items.at(-1)
  const isFull = items.length === limit && last !== undefined
  return { items, windowing: isFull ? { ...windowing, next: last.id, limit, order } : undefined }
}

/** Records per read while filtering. */
const scanBatch = 500

/** Reads pages from `fetch` until `mapRecords` has returned `limit` records, or there are no more. */
export async function scan<R extends { readonly id: string; readonly createdAt: string }, T>(
  windowing: Windowing,
  limits: PageLimits,
  source: {
    /** The record of a cursor; undefined: unknown. */
    readonly cursor: (id: string) => Promise<R | undefined>
    readonly fetch: (bounds: ListBounds) => Promise<readonly R[]>
    /** False when nothing is filtered here: then one fetch of exactly the page suffices. */
    readonly isFiltered: boolean
    /** Maps records; undefined drops a record. */
    readonly mapRecords: (records: readonly R[]) => Promise<readonly (T | undefined)[]>
  },
): Promise<Page<T>> {
  const start = await startOf(windowing, { limits, cursor: source.cursor })
  const { limit, order } = start
  let { after } = start
  const items: T[] = []
  for (;;) {
    const size = source.isFiltered ? Math.max(scanBatch, limit - items.length) : limit
    const batch = await source.fetch({ order, limit: size, after, ...timeBounds(windowing) })
    const results = await source.mapRecords(batch)
    for (const [i, item] of results.entries()) {
      if (item === undefined) continue
      items.push(item)
      const last = batch[i]
      if (items.length === limit && last !== undefined) {
        return { items, windowing: { ...windowing, next: last.id, limit, order } }
      }
    }
    after = batch.at(-1)
    if (batch.length < size || after === undefined) return { items, windowing: undefined }
    // A filter may scan all records: yield to other requests in between.
    await yieldToEventLoop()
  }
}

/** Records per read of a full list. */
const fullPageRecords = 1000

/** All records of a list, oldest first. */
export async function allRecords<T extends { readonly id: string; readonly createdAt: string }>(
  fetch: (bounds: ListBounds) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const records: T[] = []
  for (;;) {
    const page = await fetch({
      order: 'ascending',
      limit: fullPageRecords,
      after: records.at(-1),
      from: undefined,
      to: undefined,
    })
    records.push(...page)
    if (page.length < fullPageRecords) return records
  }
}
