// Results of promptfoo (`promptfoo eval --output results.json`) as traces: each result is a span with variables, output,
// tokens and cost; its assertions and named scores are annotations.
import { annotation, metaField, outputsField } from '../../mapping/annotation.ts'
import { fault, slugOf, type ImportItem, type Place } from '../../importer.ts'
import type { Fields } from '../../reading/fields.ts'
import type { Record } from '../../reading/record.ts'

/** The list is in `results.results`; older versions have it in `results`. */
const listOf = (from: Fields): readonly Fields[] => {
  const nested = from.nested('results').each('results')
  return nested.length > 0 ? nested : from.each('results')
}

export const isResults = (from: Fields): boolean => listOf(from).some((one) => one.has('vars', 'testCase'))

interface Target {
  readonly at: Place
  readonly id: string
  readonly startNs: bigint
}

/** The assertions of a result, and its named scores. */
function* annotationsOf(from: Fields, { at, id, startNs }: Target): Generator<ImportItem> {
  const target = { traceId: id, spanId: id }
  const grading = from.nested('gradingResult')
  for (const [i, one] of grading.each('componentResults').entries()) {
    const assertion = one.nested('assertion')
    const type = assertion.text('span_name', 'type') ?? 'assertion'
    const outputs = {
      score: one.number(outputsField, 'score'),
      success: one.value(`${outputsField}.success`, 'pass'),
      comment: one.text(`${outputsField}.comment`, 'reason'),
    }
    yield annotation({
      at,
      kind: 'assertion',
      id: `${id}/${i}`,
      name: type,
      startNs,
      target,
      origin: 'auto',
      outputs,
      from: one,
    })
  }
  const named = from.nested('namedScores')
  for (const name of Object.keys(named.record)) {
    const outputs = { score: named.number(outputsField, name) }
    yield annotation({
      at,
      kind: 'score',
      id: `${id}/${name}`,
      name,
      startNs,
      target,
      origin: 'auto',
      outputs,
      from: named.nested(name),
    })
  }
}

function attributesOf(from: Fields): Record {
  const prompt = from.nested('prompt')
  const response = from.nested('response')
  const provider = from.peek('provider')
  const model =
    typeof provider === 'string'
      ? from.text('gen_ai.request.model', 'provider')
      : from.nested('provider').text('gen_ai.request.model', 'id')
  return {
    'ag.type.span': 'chat',
    'ag.type.trace': 'invocation',
    'gen_ai.request.model': model,
    'ag.data.inputs': from.json('ag.data.inputs', 'vars'),
    'ag.data.outputs': response.json('ag.data.outputs', 'output'),
    ...prompt.mapped({ 'ag.meta.prompt': ['json', 'raw'] }),
    ...from.mapped({ 'ag.metrics.unit.costs.total': ['number', 'cost'] }),
    ...response.nested('tokenUsage').mapped({
      'ag.metrics.unit.tokens.total': ['number', 'total'],
      'ag.metrics.unit.tokens.prompt': ['number', 'prompt'],
      'ag.metrics.unit.tokens.completion': ['number', 'completion'],
    }),
    [metaField]: from.rest(metaField),
  }
}

const nsPerMs = 1_000_000

function* result(
  from: Fields,
  {
    at,
    run,
    number,
    startNs,
  }: { readonly at: Place; readonly run: string; readonly number: number; readonly startNs: bigint },
): Generator<ImportItem> {
  const id = from.text('span_id', 'id') ?? `${run}/${number}`
  const latency = from.number('end_time', 'latencyMs')
  const error = from.text('status_message', 'error')
  yield* annotationsOf(from, { at, id, startNs })
  yield {
    at,
    kind: 'span',
    span: {
      traceId: id,
      spanId: id,
      name: from.nested('prompt').text('span_name', 'label') ?? 'result',
      startNs,
      endNs: startNs + BigInt(Math.round(Number(latency ?? 0) * nsPerMs)),
      failed: error,
      attributes: { 'ag.tags.run': slugOf(run), ...attributesOf(from) },
    },
  }
}

export function* results(from: Fields, at: Place): Generator<ImportItem> {
  const list = listOf(from)
  const outer = from.nested('results')
  const startNs = outer.time('start_time', 'timestamp') ?? from.time('start_time', 'createdAt', 'timestamp')
  if (startNs === undefined) return yield fault('the results have no timestamp', at)
  const run = from.text('ag.tags.run', 'evalId', 'id') ?? String(startNs)
  for (const [number, one] of list.entries()) yield* result(one, { at, run, number, startNs })
}
