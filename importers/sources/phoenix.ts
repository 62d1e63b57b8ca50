// Imports from Phoenix: spans as Parquet (columns `context.trace_id`, `attributes.…`), and datasets as JSON lines with
// splits. Its attributes follow OpenInference, which the server maps, so they are passed through.
import { filesIn, type Given } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { field, jsonField, recordField, textField } from '../reading/fields.ts'
import { bareName } from '../reading/paths.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'
import { timeField } from '../reading/times.ts'

/** Nested members as dotted keys, as instrumentations send them; lists of objects are numbered. */
function* flatten(value: unknown, key: string): Generator<readonly [string, unknown]> {
  if (isRecord(value)) {
    for (const [name, member] of Object.entries(value)) yield* flatten(member, `${key}.${name}`)
  } else if (Array.isArray(value) && value.some(isRecord)) {
    for (const [i, member] of value.entries()) yield* flatten(member, `${key}.${i}`)
  } else if (value !== undefined && value !== null) {
    yield [key, value]
  }
}

function attributesOf(record: Record): { readonly [name: string]: unknown } {
  const columns = Object.keys(record).filter((name) => name.startsWith('attributes.'))
  const pairs = [
    ...columns.map((name) => [name.slice('attributes.'.length), jsonField(record, name)] as const),
    ...Object.entries(recordField(record, 'attributes')),
  ]
  return Object.fromEntries(pairs.flatMap(([name, value]) => [...flatten(value, name)]))
}

function span(record: Record, at: Place): ImportItem {
  const context = recordField(record, 'context')
  const traceId = textField(record, 'context.trace_id', 'trace_id') ?? textField(context, 'trace_id')
  const spanId = textField(record, 'context.span_id', 'span_id') ?? textField(context, 'span_id')
  const startNs = timeField(record, 'start_time')
  if (traceId === undefined || spanId === undefined)
    return fault('a span needs context.trace_id and context.span_id', at)
  if (startNs === undefined) return fault('its start_time is no time', at)
  return {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId,
      parentId: textField(record, 'parent_id'),
      name: textField(record, 'name') ?? 'span',
      startNs,
      endNs: timeField(record, 'end_time') ?? startNs,
      failed:
        textField(record, 'status_code') === 'ERROR'
          ? (textField(record, 'status_message') ?? '')
          : undefined,
      attributes: {
        'openinference.span.kind': textField(record, 'span_kind'),
        ...attributesOf(record),
      },
    },
  }
}

function example(
  record: Record,
  { testset, at }: { readonly testset: string; readonly at: Place },
): ImportItem {
  const input = jsonField(record, 'input', 'inputs', 'messages')
  const output = jsonField(record, 'output', 'outputs', 'reference')
  if (input === undefined) return fault('an example needs an input', at)
  const splits = jsonField(record, 'splits', 'split')
  const metadata = recordField(record, 'metadata')
  const tags = {
    ...metadata,
    ...(splits === undefined ? {} : { split: Array.isArray(splits) ? splits.join(',') : splits }),
  }
  const [only, ...others] = isRecord(output) ? Object.entries(output) : []
  const answers = isRecord(output)
    ? only !== undefined && others.length === 0
      ? { correct_answer: only[1] }
      : output
    : output === undefined
      ? {}
      : { correct_answer: output }
  return {
    at,
    kind: 'row',
    testset,
    row: {
      data: { ...(isRecord(input) ? input : { input }), ...answers },
      dedupId: textField(record, 'id', 'example_id'),
      tags: Object.keys(tags).length === 0 ? undefined : tags,
    },
  }
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  for (const file of filesIn(given)) {
    const testset = slugOf(bareName(file.path))
    for await (const one of recordsOf(file)) {
      if ('fault' in one) yield fault(one.fault, one.at)
      else if (field(one.record, 'context.trace_id', 'context', 'span_id') !== undefined)
        yield span(one.record, one.at)
      else if (field(one.record, 'input', 'inputs', 'messages') !== undefined)
        yield example(one.record, { testset, at: one.at })
      else yield unmapped('records that are neither spans nor examples', one.at)
    }
  }
}

export const phoenix: Importer = {
  source: 'phoenix',
  read,
}
