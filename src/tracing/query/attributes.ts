// Completes keys and values of attributes.
import type {
  AttributeKey,
  AttributeValue,
  AttributeValuesQuery,
  QueryScope,
  SpanQueries,
} from '../../storage/contract/contract.ts'
import { boundsSql } from '../filter/compile/compile-window.ts'
import { windowOf, type Windowing } from '../filter/windowing.ts'

/** The number of spans that are read: the newest of possibly millions. */
const keySpansMax = 20_000
const valueSpansMax = 50_000
/** Columns are narrow, so more of them are read in the same time. */
const columnSpansMax = 500_000

/** Members of the record whose values can be completed. */
const columns = [
  'span_name',
  'span_type',
  'span_kind',
  'trace_type',
  'status_code',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
] as const

export interface AttributesRequest {
  /** A member of the record, or the path of an attribute. A request without it is for keys. */
  readonly key: string | undefined
  readonly prefix: string
  readonly limit: number
  readonly windowing: Windowing
}

function targetOf(key: string): AttributeValuesQuery['of'] {
  const column = columns.find((name) => name === key)
  return column === undefined ? { key: key.replace(/^attributes\./, '') } : { column }
}

const boundsOf = (windowing: Windowing) =>
  boundsSql(windowOf('span', { ...windowing, order: 'descending' }), { time: 'start_time', id: 'span_id' })

export const attributeKeys = (
  queries: SpanQueries,
  scope: QueryScope,
  { prefix, limit, windowing }: Omit<AttributesRequest, 'key'>,
): Promise<readonly AttributeKey[]> =>
  queries.attributeKeys(scope, { prefix, limit, spansMax: keySpansMax, bounds: boundsOf(windowing) })

export function attributeValues(
  queries: SpanQueries,
  scope: QueryScope,
  { key, prefix, limit, windowing }: Omit<AttributesRequest, 'key'> & { readonly key: string },
): Promise<readonly AttributeValue[]> {
  const target = targetOf(key)
  const spansMax = target.column === undefined ? valueSpansMax : columnSpansMax
  return queries.attributeValues(scope, {
    of: target,
    prefix,
    limit,
    spansMax,
    bounds: boundsOf(windowing),
  })
}
