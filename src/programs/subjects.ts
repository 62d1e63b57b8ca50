// What programs are given: from a testcase or a trace to the inputs of a subject, and on to what is judged.
import { readPath } from '../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import type { Judged, SpanAddress, Testcase } from './evaluators/evaluator.ts'
import { testcaseInputs } from './evaluators/judged.ts'
import { ownMember } from '../kernel/own.ts'

/** An item as it was read: a testcase, or the root span of a trace. */
export type Item =
  | { readonly kind: 'testcase'; readonly testcase: Testcase }
  | { readonly kind: 'trace'; readonly root: JsonObject; readonly trace?: JsonObject }

const dataOf = (root: JsonObject, name: string): Json | undefined => {
  const found = readPath(root, `attributes.ag.data.${name}`)
  return found.found ? found.value : undefined
}

const asInputs = (value: Json | undefined): JsonObject =>
  value === undefined || value === null ? {} : isJsonObject(value) ? value : { input: value }

/** What the subject gets: the testcase's data without the dedup id, or the inputs of the trace. */
export const inputsOf = (item: Item): JsonObject =>
  item.kind === 'testcase' ? testcaseInputs(item.testcase) : asInputs(dataOf(item.root, 'inputs'))

const textAt = (root: JsonObject, name: string): string => {
  const value = ownMember(root, name)
  return typeof value === 'string' ? value : ''
}

const addressOf = (root: JsonObject): SpanAddress => ({
  traceId: textAt(root, 'trace_id'),
  spanId: textAt(root, 'span_id'),
})

/** What an invocation of the run left: its outputs, and its root span once that is stored. */
export interface InvocationOutcome {
  readonly outputs: Json
  readonly link: SpanAddress
  /** The trace as tracing answers it: `{trace_id, spans}`, or the root span. */
  readonly trace?: JsonObject
}

/** What an evaluator judges: the invocation; without one the trace, or the testcase itself. */
export function judgedOf(item: Item, invocation: InvocationOutcome | undefined): Judged {
  const given = {
    inputs: inputsOf(item),
    ...(item.kind === 'testcase' ? { testcase: item.testcase } : {}),
  }
  if (invocation !== undefined) {
    const { outputs, link, trace } = invocation
    return { ...given, outputs, link, ...(trace === undefined ? {} : { trace }) }
  }
  if (item.kind === 'testcase') return given
  const outputs = dataOf(item.root, 'outputs')
  return {
    ...given,
    ...(outputs === undefined ? {} : { outputs }),
    trace: item.trace ?? item.root,
    link: addressOf(item.root),
  }
}
