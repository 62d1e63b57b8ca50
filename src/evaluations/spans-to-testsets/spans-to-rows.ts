// Adds spans as rows of a testset in one revision: the inputs and outputs of a program. The metadata of each row names
// its span, so that a testcase leads back to the trace.
// Joins tracing/ and versioning/; imports both.
import { setOwn } from '../../kernel/own.ts'
import { AssayError, invalid, type FieldError } from '../../kernel/errors.ts'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import type { SpanRow, SpanStore } from '../../storage/contract/contract.ts'
import { parsePath, valueAt } from '../../tracing/filter/path.ts'
import { recordOfRow } from '../../tracing/ingest/rows/span-row.ts'
import { addressedSpan } from '../../tracing/simple/edit.ts'
import {
  isList,
  isObject,
  plainNumber,
  valueText,
  type Value,
  type ValueObject,
} from '../../tracing/value.ts'
import { commit, type CommitResult } from '../../versioning/commit.ts'
import type { Engine } from '../../versioning/engine.ts'
import { kinds } from '../../versioning/kinds.ts'

export interface SpanAddress {
  readonly traceId: string
  /** Absent: the first root of the trace. */
  readonly spanId?: string | undefined
}

export interface SpansToRows {
  readonly spans: readonly SpanAddress[]
  /** Columns and the paths of their values in the span record. Undefined: one column per input, and `outputs`. */
  readonly mapping: Readonly<Record<string, string>> | undefined
  readonly target: {
    readonly testsetId?: string | undefined
    readonly variantId?: string | undefined
    readonly baseRevisionId?: string | undefined
  }
  readonly message: string | undefined
}

interface Parts {
  readonly engine: Engine
  readonly spans: SpanStore
  readonly scope: Scope
}

/** Rows have doubles; a longer integer becomes a text, so that it is not rounded. */
function asJson(spanValue: Value): Json {
  const value = plainNumber(spanValue)
  if (typeof value === 'bigint') return String(value)
  if (isList(value)) return value.map(asJson)
  if (!isObject(value)) return value
  const object: Record<string, Json> = {}
  for (const [key, member] of Object.entries(value)) setOwn(object, key, asJson(member))
  return object
}

/** Inputs by name, then the outputs, which replace an input called `outputs`. */
function defaultRow(record: ValueObject): JsonObject {
  const data = asJson(record) as JsonObject
  const valueOf = (path: string): Json | undefined => valueAt(data, parsePath(path))
  const inputs = valueOf('attributes.ag.data.inputs') ?? {}
  const outputs = valueOf('attributes.ag.data.outputs')
  return { ...(inputs as JsonObject), ...(outputs === undefined ? {} : { outputs }) }
}

/** A column whose value the span lacks is omitted. */
function mappedRow(record: ValueObject, mapping: Readonly<Record<string, string>>): JsonObject {
  const data = asJson(record) as JsonObject
  const row: Record<string, Json> = {}
  for (const [column, path] of Object.entries(mapping)) {
    const value = valueAt(data, parsePath(path))
    if (value !== undefined) setOwn(row, column, value)
  }
  return row
}

function rowOf(row: SpanRow, mapping: SpansToRows['mapping']): JsonObject {
  const record = recordOfRow(row)
  return {
    data: mapping === undefined ? defaultRow(record) : mappedRow(record, mapping),
    meta: { span: { trace_id: row.trace_id, span_id: row.span_id } },
  }
}

/** The spans in the order of the request; the error lists all missing ones. */
async function requireSpans(
  { spans, scope }: Parts,
  addresses: readonly SpanAddress[],
): Promise<readonly SpanRow[]> {
  const traces = new Map<string, readonly SpanRow[]>()
  for (const { traceId } of addresses) {
    if (!traces.has(traceId)) traces.set(traceId, await spans.trace(scope.projectId, traceId))
  }
  const rows = addresses.map(({ traceId, spanId }) => addressedSpan(traces.get(traceId) ?? [], spanId))
  const missingAddresses = addresses.filter((_, i) => rows[i] === undefined)
  if (missingAddresses.length > 0) {
    const names = missingAddresses.map(({ traceId, spanId }) =>
      spanId === undefined ? traceId : `${traceId}/${spanId}`,
    )
    throw new AssayError('not_found', `Span not found: ${names.join(', ')}.`)
  }
  return rows as readonly SpanRow[]
}

/** Adds the spans as testcases: one revision, all or nothing. */
export async function addSpansAsRows(parts: Parts, input: SpansToRows): Promise<CommitResult> {
  const { engine, scope } = parts
  const rows = (await requireSpans(parts, input.spans)).map((row) => rowOf(row, input.mapping))
  const emptyRowErrors = rows.flatMap(({ data }, i): readonly FieldError[] =>
    valueText(data as Value) === '{}'
      ? [{ type: 'value_error', loc: ['body', 'spans', i], msg: 'The span has no value for any column.' }]
      : [],
  )
  if (emptyRowErrors.length > 0) throw invalid(emptyRowErrors)
  const { testsetId, variantId, baseRevisionId } = input.target
  return commit(
    { engine, scope, kind: kinds.testset },
    {
      artifactId: testsetId,
      variantId,
      baseRevisionId,
      header: {},
      message: input.message ?? `Added ${rows.length} ${rows.length === 1 ? 'span' : 'spans'}`,
      delta: { rows: { add: rows } },
      loc: ['body'],
    },
  )
}
