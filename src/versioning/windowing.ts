// Pages over records in order of creation. Filters that no index serves (text, flags, tags, meta) are applied here
// while the store's pages go by, so that they mean the same on both forms of the store.
import { setImmediate as nextTurn } from 'node:timers/promises'
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
  /** Where the size of the page stands, unless in the windowing of a body. */
  readonly loc?: FieldError['loc']
}

export interface Page<T> {
  readonly items: readonly T[]
  /** What to send for the next page; undefined on the last one. */
  readonly windowing: Windowing | undefined
}

type Bound = ListBounds['from']

/**
 * Records have times of six digits. A bound with nine lies between two of them: what is at or before its first six
 * digits is before it, and everything later is after it.
 */
const bound = (time: string, inclusive: boolean, end: 'from' | 'to'): Bound => {
  const microseconds = time.replace(/(\.\d{6})\d+Z$/, '$1Z')
  return microseconds === time ? { time, inclusive } : { time: microseconds, inclusive: end === 'to' }
}

/** Which ends of the time bounds are inclusive follows the order, and whether a cursor is given. */
export function timeBounds(windowing: Windowing): { readonly from: Bound; readonly to: Bound } {
  const { oldest, newest, next } = windowing
  const ascending = windowing.order === 'ascending'
  return {
    from: oldest === undefined ? undefined : bound(oldest, next !== undefined || !ascending, 'from'),
    to: newest === undefined ? undefined : bound(newest, next !== undefined || ascending, 'to'),
  }
}

/** 0 reads as not given; above the maximum is refused naming the setting. The default gives way to the maximum. */
export function pageSize(limit: number | undefined, limits: PageLimits): number {
  if (limit === undefined || limit === 0) return Math.min(limits.limitDefault, limits.limitMax)
  if (limit > limits.limitMax) {
    throw limitExceeded({
      type: 'less_than_equal',
      loc: limits.loc ?? ['body', 'windowing', 'limit'],
      msg: `windowing.limit is ${limit}; the most is ${limits.limitMax} (setting page_size_max).`,
      input: limit,
      limit: limits.limitMax,
      setting: 'page_size_max',
    })
  }
  return limit
}

export const unknownCursor = (next: string): AssayError =>
  new AssayError('cursor_unknown', `windowing.next '${next}' names nothing in this list.`)

/** Where a page starts and how long it is. A cursor that names nothing is refused. */
async function startOf<R>(
  windowing: Windowing,
  limits: PageLimits,
  cursor: (id: string) => Promise<R | undefined>,
): Promise<PageStart<R>> {
  const limit = pageSize(windowing.limit, limits)
  const order = windowing.order ?? 'descending'
  if (windowing.next === undefined) return { limit, order, after: undefined }
  const after = await cursor(windowing.next)
  if (after === undefined) throw unknownCursor(windowing.next)
  return { limit, order, after }
}

interface PageStart<R> {
  readonly limit: number
  readonly order: 'ascending' | 'descending'
  readonly after: R | undefined
}

/** One page of a list that is filtered by the store alone. */
export async function pageOf<R, T extends { readonly id: string }>(
  windowing: Windowing,
  limits: PageLimits,
  source: {
    /** The record that a cursor names; undefined: unknown. */
    readonly cursor: (id: string) => Promise<R | undefined>
    readonly fetch: (start: PageStart<R>) => Promise<readonly T[]>
  },
): Promise<Page<T>> {
  const start = await startOf(windowing, limits, source.cursor)
  const { limit, order } = start
  const items = await source.fetch(start)
  const last = items.at(-1)
  const isFull = items.length === limit && last !== undefined
  return { items, windowing: isFull ? { ...windowing, next: last.id, limit, order } : undefined }
}

/** How many records are read at a time while a filter passes over them. */
const scanBatch = 500

/** Reads pages from `fetch` until `limit` records pass `keep`, or there are no more. */
export async function scan<R extends { readonly id: string; readonly createdAt: string }, T>(
  windowing: Windowing,
  limits: PageLimits,
  source: {
    /** The record that a cursor names; undefined: unknown. */
    readonly cursor: (id: string) => Promise<R | undefined>
    readonly fetch: (bounds: ListBounds) => Promise<readonly R[]>
    /** Undefined when nothing is filtered here: then one fetch of exactly the page suffices. */
    readonly filtered: boolean
    /** What a record becomes; undefined leaves it out. */
    readonly keep: (records: readonly R[]) => Promise<readonly (T | undefined)[]>
  },
): Promise<Page<T>> {
  const start = await startOf(windowing, limits, source.cursor)
  const { limit, order } = start
  let { after } = start
  const items: T[] = []
  for (;;) {
    const size = source.filtered ? Math.max(scanBatch, limit - items.length) : limit
    const batch = await source.fetch({ order, limit: size, after, ...timeBounds(windowing) })
    const kept = await source.keep(batch)
    for (const [i, item] of kept.entries()) {
      if (item === undefined) continue
      items.push(item)
      const last = batch[i]
      if (items.length === limit && last !== undefined) {
        return { items, windowing: { ...windowing, next: last.id, limit, order } }
      }
    }
    after = batch.at(-1)
    if (batch.length < size || after === undefined) return { items, windowing: undefined }
    // A filter may pass over everything there is: others get their turn in between.
    await nextTurn()
  }
}
