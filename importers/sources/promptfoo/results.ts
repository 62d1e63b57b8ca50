// Results of promptfoo (`promptfoo eval --output results.json`, or YAML) as runs: each result is a span with variables,
// output, tokens and cost; its assertions and named scores are annotations. A prompt with a provider is a run over the tests.
import { annotation, metaField, outputsField } from '../../mapping/annotation.ts'
import {
  faultItem,
  slugOf,
  type ImportedResult,
  type ImportedRun,
  type ImportItem,
  type Position,
} from '../../importer.ts'
import { jsonText } from '../../reading/exact-json.ts'
import { fieldText, type Fields } from '../../reading/fields.ts'
import { isRecord, type DataRecord } from '../../reading/record.ts'

/** The list is in `results.results`; older versions have it in `results`. */
const listOf = (fields: Fields): readonly Fields[] => {
  const nestedResults = fields.nested('results').each('results')
  return nestedResults.length > 0 ? nestedResults : fields.each('results')
}

export const isResults = (fields: Fields): boolean =>
  listOf(fields).some((entry) => entry.has('vars', 'testCase'))

interface Target {
  readonly at: Position
  readonly id: string
  readonly startNs: bigint
}

type Evaluations = ImportedResult['evaluations'][number][]

/** The assertions of a result, and its named scores. A second assertion of a type has a number. */
function* annotationsOf(
  fields: Fields,
  { at, id, startNs }: Target,
): Generator<ImportItem, ImportedResult['evaluations']> {
  const annotationBase = { at, startNs, target: { traceId: id, spanId: id }, origin: 'auto' as const }
  const evaluations: Evaluations = []
  const counts = new Map<string, number>()
  for (const [i, component] of fields.nested('gradingResult').each('componentResults').entries()) {
    const type = component.nested('assertion').text('span_name', 'type') ?? 'assertion'
    const count = (counts.get(type) ?? 0) + 1
    counts.set(type, count)
    const name = count === 1 ? type : `${type}-${count}`
    const outputs = {
      score: component.number(outputsField, 'score'),
      success: component.value(`${outputsField}.success`, 'pass'),
      comment: component.text(`${outputsField}.comment`, 'reason'),
    }
    const key = `${id}/${i}`
    evaluations.push({ evaluator: slugOf(name), traceId: `assertion/${key}` })
    yield annotation({ ...annotationBase, kind: 'assertion', id: key, name, outputs, fields: component })
  }
  const scores = fields.nested('namedScores')
  for (const name of Object.keys(scores.record)) {
    const outputs = { score: scores.number(outputsField, name) }
    const key = `${id}/${name}`
    if (!counts.has(name)) evaluations.push({ evaluator: slugOf(name), traceId: `score/${key}` })
    yield annotation({
      ...annotationBase,
      kind: 'score',
      id: key,
      name,
      outputs,
      fields: scores.nested(name),
    })
  }
  return evaluations
}

function attributesOf(fields: Fields): DataRecord {
  const prompt = fields.nested('prompt')
  const response = fields.nested('response')
  const provider = fields.peek('provider')
  const model =
    typeof provider === 'string'
      ? fields.text('gen_ai.request.model', 'provider')
      : fields.nested('provider').text('gen_ai.request.model', 'id')
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    'gen_ai.request.model': model,
    'ag.data.inputs': fields.json('ag.data.inputs', 'vars'),
    'ag.data.outputs': response.json('ag.data.outputs', 'output'),
    ...prompt.mapped({ 'ag.meta.prompt': ['json', 'raw'] }),
    ...fields.mapped({ 'ag.metrics.unit.costs.total': ['number', 'cost'] }),
    ...response.nested('tokenUsage').mapped({
      'ag.metrics.unit.tokens.total': ['number', 'total'],
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion'],
    }),
    [metaField]: fields.rest(metaField),
  }
}

const nsPerMs = 1_000_000

/** The reason of a failed call. A failed assertion is no error of the call, but has a message in the same field. */
const errorReason = 2

function failureOf(fields: Fields): string | undefined {
  const reason = fields.peek('failureReason')
  const isFailed =
    reason === undefined ? !fields.has('response') && fields.has('error') : reason === errorReason
  return isFailed ? (fields.text('status_message', 'error') ?? '') : undefined
}

interface Evaluation {
  readonly at: Position
  /** The id of the evaluation, and its name. */
  readonly key: string
  readonly title: string
  readonly startNs: bigint
  /** The number of each prompt, by its id. `promptIdx` counts pairs of a prompt and a provider. */
  readonly prompts: ReadonlyMap<string, number>
  /** The rows so far: a test has a result for each prompt and provider. */
  readonly rows: Set<string>
}

/** The run of a result: each prompt has one with each provider. */
function runOf(fields: Fields, { key, title, prompts }: Evaluation): ImportedRun {
  const prompt =
    prompts.get(fieldText(fields.record, 'promptId') ?? '') ??
    Number(fieldText(fields.record, 'promptIdx') ?? 0) + 1
  const provider = fields.peek('provider')
  const model = isRecord(provider) ? fieldText(provider, 'id') : fieldText(fields.record, 'provider')
  return {
    key: `${key}/${prompt}/${model ?? ''}`,
    name: `${title}: prompt ${prompt}${model === undefined ? '' : `, ${model}`}`,
    application: slugOf(`${title}-prompt-${prompt}`),
    testset: slugOf(`${title}-results`),
  }
}

/** The test of a result as a row, once. */
function* rowOf(
  fields: Fields,
  { at, run, row }: Pick<ImportedResult, 'run' | 'row'> & { readonly at: Position },
) {
  const vars = fields.peek('vars')
  const data = isRecord(vars) && Object.keys(vars).length > 0 ? vars : { input: null }
  const item: ImportItem = { at, kind: 'row', testset: run.testset, row: { data, dedupId: row } }
  yield item
}

function* result(
  fields: Fields,
  { number, ...evaluation }: Evaluation & { readonly number: number },
): Generator<ImportItem> {
  const { at, key, startNs, rows } = evaluation
  const id = fields.text('span_id', 'id') ?? `${key}/${number}`
  const run = runOf(fields, evaluation)
  const row = fieldText(fields.record, 'testIdx') ?? jsonText(fields.peek('vars') ?? null)
  if (!rows.has(row)) yield* rowOf(fields, { at, run, row })
  rows.add(row)
  const latency = fields.number('end_time', 'latencyMs')
  const errorMessage = failureOf(fields)
  const evaluations = yield* annotationsOf(fields, { at, id, startNs })
  yield { at, kind: 'result', result: { run, row, traceId: id, errorMessage, evaluations } }
  yield {
    at,
    kind: 'span',
    span: {
      traceId: id,
      spanId: id,
      name: fields.nested('prompt').text('span_name', 'label') ?? 'result',
      startNs,
      endNs: startNs + BigInt(Math.round(Number(latency ?? 0) * nsPerMs)),
      errorMessage,
      attributes: { 'ag.tags.run': key, ...attributesOf(fields) },
    },
  }
}

export function* results(fields: Fields, at: Position): Generator<ImportItem> {
  const list = listOf(fields)
  const nestedResults = fields.nested('results')
  const startNs =
    nestedResults.time('start_time', 'timestamp') ?? fields.time('start_time', 'createdAt', 'timestamp')
  if (startNs === undefined) return yield faultItem('the results have no timestamp', at)
  const key = fields.text('ag.tags.run', 'evalId', 'id') ?? String(startNs)
  const title = fields.nested('config').text('run', 'description') ?? key
  const ids = new Set(
    [nestedResults.peek('prompts')]
      .flat()
      .flatMap((prompt) => (isRecord(prompt) ? (fieldText(prompt, 'id') ?? []) : [])),
  )
  const prompts = new Map([...ids].map((id, i) => [id, i + 1]))
  const evaluation = { at, key, title, startNs, prompts, rows: new Set<string>() }
  for (const [number, entry] of list.entries()) yield* result(entry, { ...evaluation, number })
}
