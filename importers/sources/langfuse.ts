// importers/sources: one file per tool. Each maps the tool's records to spans, testsets, prompts and annotations.
// importer.ts has the interface that they implement.
// Imports importers/reading. Start with phoenix.ts or langfuse.ts.
//
// Imports from Langfuse: blob exports of traces, observations and scores (JSON lines, CSV, Parquet), and dataset items and
// prompts as its API returns them. The kind of a record is detected by its fields, so files may have any name.
import { filesIn, type Given } from '../files.ts'
import {
  fault,
  slugOf,
  unmapped,
  type ImportedSpan,
  type Importer,
  type Place,
  type ImportItem,
} from '../importer.ts'
import { field, jsonField, listField, numberField, recordField, textField } from '../reading/fields.ts'
import { isRecord, type Record } from '../reading/record.ts'
import { recordsOf } from '../reading/records.ts'
import { timeField } from '../reading/times.ts'

const spanTypes = new Map([
  ['GENERATION', 'chat'],
  ['SPAN', 'task'],
  ['EVENT', 'task'],
  ['AGENT', 'agent'],
  ['TOOL', 'tool'],
  ['CHAIN', 'chain'],
  ['RETRIEVER', 'query'],
  ['EMBEDDING', 'embedding'],
  ['EVALUATOR', 'task'],
  ['GUARDRAIL', 'task'],
])

const earliest = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const latest = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const rootOf = (traceId: string): string => `${traceId}/root`

/** The start and end of a trace's observations, for its root span. */
interface Bounds {
  /** The first of them. */
  readonly at: Place
  startNs: bigint
  endNs: bigint
  hasRecord: boolean
}

type Kind = 'trace' | 'observation' | 'score' | 'item' | 'prompt' | 'dataset'

function kindOf(record: Record): Kind | undefined {
  const has = (...names: readonly string[]): boolean => field(record, ...names) !== undefined
  if (has('prompt') && has('version') && has('name')) return 'prompt'
  if (has('dataset_name', 'datasetName', 'dataset_id', 'datasetId') && !has('trace_id', 'traceId'))
    return 'item'
  if (Array.isArray(record['items'])) return 'dataset'
  if (has('trace_id', 'traceId') && has('start_time', 'startTime')) return 'observation'
  if (
    has('name') &&
    has('value', 'string_value', 'stringValue') &&
    has('trace_id', 'traceId', 'session_id', 'sessionId')
  )
    return 'score'
  return has('id') && has('timestamp') ? 'trace' : undefined
}

const shared = (record: Record): { readonly [name: string]: unknown } => ({
  'ag.data.inputs': jsonField(record, 'input'),
  'ag.data.outputs': jsonField(record, 'output'),
  'ag.meta.langfuse': jsonField(record, 'metadata'),
  'ag.tags.environment': textField(record, 'environment'),
  'ag.tags.release': textField(record, 'release'),
})

/** Token counts and costs under the names of Assay; others are stored in meta. */
function usage(record: Record): { readonly [name: string]: unknown } {
  const tokens = recordField(record, 'usage_details', 'usageDetails', 'usage')
  const costs = recordField(record, 'cost_details', 'costDetails')
  return {
    'ag.metrics.unit.tokens.prompt': numberField(tokens, 'input', 'prompt_tokens', 'promptTokens'),
    'ag.metrics.unit.tokens.completion': numberField(
      tokens,
      'output',
      'completion_tokens',
      'completionTokens',
    ),
    'ag.metrics.unit.tokens.total': numberField(tokens, 'total', 'total_tokens', 'totalTokens'),
    'ag.metrics.unit.costs.prompt': numberField(costs, 'input'),
    'ag.metrics.unit.costs.completion': numberField(costs, 'output'),
    'ag.metrics.unit.costs.total':
      numberField(costs, 'total') ?? numberField(record, 'total_cost', 'calculatedTotalCost', 'totalCost'),
  }
}

function observation(record: Record): ImportedSpan | string {
  const traceId = textField(record, 'trace_id', 'traceId')
  const id = textField(record, 'id')
  const startNs = timeField(record, 'start_time', 'startTime')
  if (traceId === undefined || id === undefined) return 'an observation needs id and trace_id'
  if (startNs === undefined) return 'its start_time is no time'
  const prompt = textField(record, 'prompt_name', 'promptName')
  const type = textField(record, 'type')?.toUpperCase() ?? 'SPAN'
  return {
    traceId,
    spanId: id,
    parentId: textField(record, 'parent_observation_id', 'parentObservationId') ?? rootOf(traceId),
    name: textField(record, 'name') ?? type.toLowerCase(),
    startNs,
    endNs: timeField(record, 'end_time', 'endTime') ?? startNs,
    failed:
      textField(record, 'level') === 'ERROR'
        ? (textField(record, 'status_message', 'statusMessage') ?? '')
        : undefined,
    attributes: {
      ...shared(record),
      ...usage(record),
      'ag.type.span': spanTypes.get(type) ?? 'task',
      'gen_ai.request.model': textField(record, 'provided_model_name', 'model'),
      'ag.data.parameters': jsonField(record, 'model_parameters', 'modelParameters'),
      ...(prompt === undefined
        ? {}
        : {
            'ag.references.application.slug': slugOf(prompt),
            'ag.meta.prompt_version': textField(record, 'prompt_version', 'promptVersion'),
          }),
    },
  }
}

function traceRoot(record: Record, bounds: Bounds | undefined): ImportedSpan | string {
  const id = textField(record, 'id')
  const startNs = timeField(record, 'timestamp')
  if (id === undefined) return 'a trace needs an id'
  if (startNs === undefined) return 'its timestamp is no time'
  return {
    traceId: id,
    spanId: rootOf(id),
    name: textField(record, 'name') ?? 'trace',
    startNs: earliest(startNs, bounds?.startNs ?? startNs),
    endNs: latest(startNs, bounds?.endNs ?? startNs),
    attributes: {
      ...shared(record),
      'ag.type.span': 'workflow',
      'ag.type.trace': 'invocation',
      'ag.session.id': textField(record, 'session_id', 'sessionId'),
      'ag.user.id': textField(record, 'user_id', 'userId'),
      'ag.tags.langfuse':
        listField(record, 'tags').length === 0 ? undefined : listField(record, 'tags').join(','),
    },
  }
}

function score(record: Record, at: Place): ImportItem {
  const traceId = textField(record, 'trace_id', 'traceId')
  const name = textField(record, 'name') ?? 'score'
  if (traceId === undefined) return unmapped('scores of sessions: judgments are made of traces', at)
  const startNs = timeField(record, 'timestamp', 'created_at', 'createdAt')
  if (startNs === undefined) return fault('its timestamp is no time', at)
  const isText = textField(record, 'data_type', 'dataType') === 'CATEGORICAL'
  const value = isText
    ? textField(record, 'string_value', 'stringValue', 'value')
    : numberField(record, 'value')
  const isTruth = textField(record, 'data_type', 'dataType') === 'BOOLEAN'
  const id = textField(record, 'id') ?? `${traceId}/${name}/${startNs / 1_000_000n}`
  return {
    at,
    kind: 'annotation',
    span: {
      traceId: `score/${id}`,
      spanId: id,
      name,
      startNs,
      endNs: startNs,
      links: [{ traceId, spanId: textField(record, 'observation_id', 'observationId') ?? rootOf(traceId) }],
      attributes: {
        'ag.type.trace': 'annotation',
        'ag.type.span': 'task',
        'ag.flags.is_evaluator': true,
        'ag.references.evaluator.slug': slugOf(name),
        'ag.data.outputs': {
          [isTruth ? 'success' : 'score']: isTruth ? value === 1 : value,
          comment: textField(record, 'comment'),
        },
      },
    },
  }
}

/** A prompt from text or messages. */
function promptTold(record: Record, at: Place): readonly ImportItem[] {
  const prompt = jsonField(record, 'prompt')
  const name = textField(record, 'name') ?? ''
  const messages = typeof prompt === 'string' ? [{ role: 'user', content: prompt }] : prompt
  if (!Array.isArray(messages)) return [fault('its prompt is neither text nor messages', at)]
  const items: ImportItem[] = []
  const plain = messages.filter((message) => isRecord(message) && typeof message['role'] === 'string')
  if (plain.length < messages.length) items.push(unmapped('placeholders for messages in a prompt', at))
  const { model, temperature, max_tokens, top_p, ...rest } = recordField(record, 'config')
  if (Object.keys(rest).length > 0) items.push(unmapped('members of a config that no prompt has', at))
  const settings = Object.fromEntries(
    Object.entries({ model, temperature, max_tokens, top_p }).filter(([, value]) => value !== undefined),
  )
  const labels = listField(record, 'labels').map(String)
  items.push({
    at,
    kind: 'prompt',
    prompt: {
      slug: slugOf(name),
      version: textField(record, 'version') ?? '1',
      message: textField(record, 'commitMessage', 'commit_message'),
      // The newest revision needs no name.
      labels: labels.filter((label) => label !== 'latest'),
      data: {
        parameters: { prompt: { messages: plain, template_format: 'curly', llm_config: settings } },
      },
    },
  })
  return items
}

function testcaseItem(
  record: Record,
  { dataset, at }: { readonly dataset: string; readonly at: Place },
): ImportItem {
  const input = jsonField(record, 'input')
  if (input === undefined) return fault('an item needs an input', at)
  const expected = jsonField(record, 'expected_output', 'expectedOutput')
  const metadata = recordField(record, 'metadata')
  return {
    at,
    kind: 'row',
    testset: slugOf(dataset),
    row: {
      data: {
        ...(isRecord(input) ? input : { input }),
        ...(expected === undefined ? {} : { correct_answer: expected }),
      },
      dedupId: textField(record, 'id'),
      tags: Object.keys(metadata).length === 0 ? undefined : metadata,
    },
  }
}

async function* read(given: readonly Given[]): AsyncGenerator<ImportItem> {
  const bounds = new Map<string, Bounds>()
  const files = filesIn(given)
  // A root span ends with its last observation, so observations of all files are read first.
  for (const pass of ['observations', 'others'] as const) {
    for (const file of files) {
      for await (const one of recordsOf(file)) {
        if ('fault' in one) {
          if (pass === 'others') yield fault(one.fault, one.at)
          continue
        }
        const kind = kindOf(one.record)
        if ((kind === 'observation') !== (pass === 'observations')) continue
        yield* itemsOf(kind, { record: one.record, at: one.at, bounds })
      }
    }
  }
  for (const [traceId, { at, startNs, endNs, hasRecord }] of bounds) {
    if (hasRecord) continue
    const attributes = { 'ag.type.span': 'workflow', 'ag.type.trace': 'invocation' }
    yield {
      at,
      kind: 'span',
      span: { traceId, spanId: rootOf(traceId), name: 'trace', startNs, endNs, attributes },
    }
  }
}

function* itemsOf(
  kind: Kind | undefined,
  {
    record,
    at,
    bounds,
  }: { readonly record: Record; readonly at: Place; readonly bounds: Map<string, Bounds> },
): Generator<ImportItem> {
  if (kind === 'observation') {
    const span = observation(record)
    if (typeof span === 'string') return yield fault(span, at)
    const known = bounds.get(span.traceId)
    if (known === undefined)
      bounds.set(span.traceId, { at, startNs: span.startNs, endNs: span.endNs, hasRecord: false })
    else {
      known.startNs = earliest(known.startNs, span.startNs)
      known.endNs = latest(known.endNs, span.endNs)
    }
    return yield { at, kind: 'span', span }
  }
  if (kind === 'trace') {
    const known = bounds.get(textField(record, 'id') ?? '')
    const span = traceRoot(record, known)
    if (typeof span === 'string') return yield fault(span, at)
    if (known !== undefined) known.hasRecord = true
    return yield { at, kind: 'span', span }
  }
  if (kind === 'score') return yield score(record, at)
  if (kind === 'prompt') return yield* promptTold(record, at)
  if (kind === 'item') {
    return yield testcaseItem(record, {
      dataset: textField(record, 'dataset_name', 'datasetName', 'dataset_id', 'datasetId') ?? 'dataset',
      at,
    })
  }
  if (kind === 'dataset') {
    for (const item of listField(record, 'items')) {
      yield isRecord(item)
        ? testcaseItem(item, { dataset: textField(record, 'name') ?? 'dataset', at })
        : fault('an item is no object', at)
    }
    return
  }
  yield unmapped('records that are neither traces, observations, scores, items nor prompts', at)
}

export const langfuse: Importer = {
  source: 'langfuse',
  read,
}
