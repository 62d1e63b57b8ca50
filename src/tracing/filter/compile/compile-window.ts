// SQL of a window: its bounds, order and sampling over the given expressions for T and the id.
import { createBinder, type Sql } from './bind.ts'
import { rateShare, type Window } from '../windowing.ts'

export interface WindowColumns {
  /** DateTime64(9): start_time of a span, the largest start_time of a trace's matching spans. */
  readonly time: string
  readonly id: string
}

/** Agrees with windowAdmits. In a trace query it belongs in HAVING, because T is an aggregate there. */
export function boundsSql(window: Window, columns: WindowColumns, prefix = 'w'): Sql {
  const bind = createBinder(prefix)
  const { oldest, newest, after, order } = window
  const { time, id } = columns
  const comparison = (bound: bigint, sign: '<' | '>'): string => {
    const at = bind.time(bound)
    if (after === undefined) return `${time} ${sign} ${at}`
    return `(${time} ${sign} ${at} OR (${time} = ${at} AND ${id} ${sign} ${bind.text(after)}))`
  }
  const isDescending = order === 'descending'
  const tests = [
    ...(oldest === undefined
      ? []
      : [isDescending ? `${time} >= ${bind.time(oldest)}` : comparison(oldest, '>')]),
    ...(newest === undefined
      ? []
      : [isDescending ? comparison(newest, '<') : `${time} <= ${bind.time(newest)}`]),
  ]
  return { sql: tests.length === 0 ? 'true' : tests.join(' AND '), params: bind.params() }
}

export const orderSql = (window: Window, { time, id }: WindowColumns): string =>
  window.order === 'descending' ? `${time} DESC, ${id} DESC` : `${time} ASC, ${id} ASC`

/** Agrees with rateKeeps. */
export function rateSql(rate: number, prefix = 's'): Sql {
  const bind = createBinder(prefix)
  const number = `reinterpretAsUInt32(reverse(unhex(substring(trace_id, 1, 8))))`
  return { sql: `${number} % 100 < ${bind.number(rateShare(rate))}`, params: bind.params() }
}
