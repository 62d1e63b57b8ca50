// Imports from LangSmith: bulk exports of runs (Parquet, or JSON lines with the same fields) with feedback, and examples.
import { filesIn, type Given } from '../files.ts'
import { fault, slugOf, unmapped, type Importer, type Place, type ImportItem } from '../importer.ts'
import { field, jsonField, listField, numberField, recordField, textField } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'
import { timeField } from '../reading/times.ts'

const spanTypes = new Map([
  ['llm', 'chat'],
  ['chain', 'chain'],
  ['tool', 'tool'],
  ['retriever', 'query'],
  ['embedding', 'embedding'],
  ['prompt', 'task'],
  ['parser', 'task'],
])

/** `20240429T004912090000Z<run>.20240429T004912100000Z<run>`: the last but one is the parent, the first is the trace. */
const dotted = (order: string | undefined): readonly string[] =>
  (order ?? '').split('.').flatMap((part) => /Z([0-9a-f-]{36})$/i.exec(part)?.[1] ?? [])

function* run(record: Record, at: Place): Generator<ImportItem> {
  const id = textField(record, 'id')
  const path = dotted(textField(record, 'dotted_order'))
  const traceId = textField(record, 'trace_id') ?? path[0]
  const startNs = timeField(record, 'start_time')
  if (id === undefined || traceId === undefined)
    return yield fault('a run needs an id, and a trace_id or dotted_order', at)
  if (startNs === undefined) return yield fault('its start_time is no time', at)
  const extra = recordField(record, 'extra')
  const metadata = recordField(extra, 'metadata')
  const failed = textField(record, 'error')
  yield {
    at,
    kind: 'span',
    span: {
      traceId,
      spanId: id,
      parentId: textField(record, 'parent_run_id') ?? path.at(-2),
      name: textField(record, 'name') ?? 'run',
      startNs,
      endNs: timeField(record, 'end_time') ?? startNs,
      failed: failed ?? (textField(record, 'status') === 'error' ? '' : undefined),
      attributes: {
        'ag.type.span': spanTypes.get(textField(record, 'run_type') ?? '') ?? 'task',
        'ag.data.inputs': jsonField(record, 'inputs'),
        'ag.data.outputs': jsonField(record, 'outputs'),
        'ag.session.id': textField(metadata, 'session_id', 'thread_id', 'conversation_id'),
        'ag.user.id': textField(metadata, 'user_id'),
        'ag.tags.langsmith':
          listField(record, 'tags').length === 0 ? undefined : listField(record, 'tags').join(','),
        'ag.meta.langsmith': Object.keys(metadata).length === 0 ? undefined : metadata,
        'gen_ai.request.model': textField(metadata, 'ls_model_name'),
        'ag.metrics.unit.tokens.prompt': numberField(record, 'prompt_tokens'),
        'ag.metrics.unit.tokens.completion': numberField(record, 'completion_tokens'),
        'ag.metrics.unit.tokens.total': numberField(record, 'total_tokens'),
        'ag.metrics.unit.costs.total': numberField(record, 'total_cost'),
      },
    },
  }
  yield* feedback(record, { judged: { id, traceId, startNs }, at })
}

/** An export has feedback as statistics by key; each becomes an annotation with the mean. */
function* feedback(
  record: Record,
  {
    judged,
    at,
  }: {
    readonly judged: { readonly id: string; readonly traceId: string; readonly startNs: bigint }
    readonly at: Place
  },
): Generator<ImportItem> {
  for (const [key, statistics] of Object.entries(recordField(record, 'feedback_stats'))) {
    const mean = isRecord(statistics) ? numberField(statistics, 'avg', 'mean') : undefined
    if (mean === undefined) {
      yield unmapped('feedback without a number', at)
      continue
    }
    yield {
      at,
      kind: 'annotation',
      span: {
        traceId: `feedback/${judged.id}/${key}`,
        spanId: `feedback/${judged.id}/${key}`,
        name: key,
        startNs: judged.startNs,
        endNs: judged.startNs,
        links: [{ traceId: judged.traceId, spanId: judged.id }],
        attributes: {
          'ag.type.trace': 'annotation',
          'ag.type.span': 'task',
          'ag.flags.is_evaluator': true,
          'ag.references.evaluator.slug': slugOf(key),
          'ag.data.outputs': {
            score: mean,
            count: isRecord(statistics) ? numberField(statistics, 'n') : undefined,
          },
        },
      },
    }
  }
}

function example(record: Record, at: Place): ImportItem {
  const inputs = recordField(record, 'inputs')
  const outputs = recordField(record, 'outputs')
  const metadata = recordField(record, 'metadata')
  const split = field(record, 'split') ?? listField(metadata, 'dataset_split')[0]
  if (Object.keys(inputs).length === 0) return fault('an example needs inputs', at)
  const [only, ...others] = Object.entries(outputs)
  const answers = only !== undefined && others.length === 0 ? { correct_answer: only[1] } : outputs
  return {
    at,
    kind: 'row',
    testset: slugOf(textField(record, 'dataset_name', 'dataset_id') ?? 'examples'),
    row: {
      data: { ...inputs, ...answers },
      dedupId: textField(record, 'id'),
      tags: split === undefined ? undefined : { split },
    },
  }
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  for (const file of filesIn(given)) {
    for await (const one of recordsOf(file)) {
      if ('fault' in one) yield fault(one.fault, one.at)
      else if (field(one.record, 'run_type', 'dotted_order') !== undefined) yield* run(one.record, one.at)
      else if (field(one.record, 'inputs') !== undefined) yield example(one.record, one.at)
      else yield unmapped('records that are neither runs nor examples', one.at)
    }
  }
}

export const langsmith: Importer = {
  source: 'langsmith',
  read,
}
