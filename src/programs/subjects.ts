// Builds the input of programs from a testcase or a trace, with the outputs to evaluate for evaluators.
import { readPath } from '../kernel/json/path.ts'
import { isJsonObject, type Json, type JsonObject } from '../kernel/json/value.ts'
import type { ProgramInput, SpanAddress, Testcase } from './evaluators/evaluator.ts'
import { testcaseInputs } from './evaluators/evaluator-input.ts'
import { ownMember } from '../kernel/own.ts'

/** An item as it was read: a testcase, or the root span of a trace. */
export type Item =
  | { readonly kind: 'testcase'; readonly testcase: Testcase }
  | { readonly kind: 'trace'; readonly root: JsonObject; readonly trace?: JsonObject }

const dataOf = (root: JsonObject, name: string): Json | undefined => {
  const result = readPath(root, `attributes.ag.data.${name}`)
  return result.exists ? result.value : undefined
}

const asInputs = (value: Json | undefined): JsonObject =>
  value === undefined || value === null ? {} : isJsonObject(value) ? value : { input: value }

/** The inputs of a program: the testcase's data without the dedup id, or the inputs of the trace. */
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

/** The outcome of an invocation in the run: its outputs and its root span. */
export interface InvocationOutcome {
  readonly outputs: Json
  readonly link: SpanAddress
  /** The trace in wire form: `{trace_id, spans}`, or the root span. */
  readonly trace?: JsonObject
}

/** The input of an evaluator: the invocation; without one the trace, or the testcase itself. */
export function evaluatorInput(item: Item, invocation: InvocationOutcome | undefined): ProgramInput {
  const base = {
    inputs: inputsOf(item),
    ...(item.kind === 'testcase' ? { testcase: item.testcase } : {}),
  }
  if (invocation !== undefined) {
    const { outputs, link, trace } = invocation
    return { ...base, outputs, link, ...(trace === undefined ? {} : { trace }) }
  }
  if (item.kind === 'testcase') return base
  const outputs = dataOf(item.root, 'outputs')
  return {
    ...base,
    ...(outputs === undefined ? {} : { outputs }),
    trace: item.trace ?? item.root,
    link: addressOf(item.root),
  }
}
