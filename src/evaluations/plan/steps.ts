// The stored steps of a run, and the rules that make them an executable graph.
import { isJsonObject, type Json, type JsonObject } from '../../kernel/json/value.ts'
import type { References } from '../../programs/references.ts'

export type Origin = 'custom' | 'human' | 'auto'

export interface Step {
  readonly key: string
  readonly type: 'input' | 'invocation' | 'annotation'
  readonly origin: Origin
  readonly references: References
  readonly inputs?: readonly { readonly key: string }[]
  readonly schemas?: {
    readonly parameters?: JsonObject
    readonly inputs?: JsonObject
    readonly outputs?: JsonObject
  }
}

export interface Mapping {
  readonly column: { readonly kind: string; readonly name: string }
  readonly step: { readonly key: string; readonly path: string }
}

export interface RunData {
  readonly steps: readonly Step[]
  readonly repeats: number
  readonly mappings?: readonly Mapping[]
}

export const allInputs = '__all_inputs__'
export const allInvocations = '__all_invocations__'

export const stepsOf = (data: RunData, type: Step['type']): readonly Step[] =>
  data.steps.filter((step) => step.type === type)

/** Inputs without a reference: clients add their items one by one. */
const directTraces: ReadonlySet<string> = new Set(['traces', 'query-direct'])
const directTestcases: ReadonlySet<string> = new Set(['testcases', 'testset-direct'])

export type SourceKind = 'query' | 'testset' | 'traces' | 'testcases' | 'unknown'

/** The source of an input step's items. */
export function sourceKind({ key, references }: Step): SourceKind {
  if (references['query_revision'] !== undefined) return 'query'
  if (references['testset_revision'] !== undefined) return 'testset'
  if (Object.keys(references).length > 0) return 'unknown'
  if (directTraces.has(key)) return 'traces'
  return directTestcases.has(key) ? 'testcases' : 'unknown'
}

/** The server executes an evaluator only with origin `auto`; inputs and invocations with any origin. */
export const isManual = (step: Step): boolean => step.type === 'annotation' && step.origin !== 'auto'

/** The invocation that an annotation evaluates; undefined: the input itself. */
export function evaluatedStep(data: RunData, annotation: Step): Step | undefined {
  const invocations = stepsOf(data, 'invocation')
  const inputKeys = new Set((annotation.inputs ?? []).map((input) => input.key))
  const namedInvocation = invocations.find((step) => inputKeys.has(step.key))
  if (namedInvocation !== undefined) return namedInvocation
  // A step without inputs evaluates the first invocation.
  return annotation.inputs === undefined || inputKeys.has(allInvocations) ? invocations[0] : undefined
}

function firstRepeated(keys: readonly string[]): string | undefined {
  const unique = new Set<string>()
  return keys.find((key) => unique.size === unique.add(key).size)
}

/** The reason why the server cannot execute these steps; undefined when it can. */
export function graphProblem(data: RunData, isLive: boolean): string | undefined {
  const inputs = stepsOf(data, 'input')
  const kinds = new Set(inputs.map(sourceKind))
  const duplicateKey = firstRepeated(data.steps.map((step) => step.key))
  if (duplicateKey !== undefined) return `Two steps have the key '${duplicateKey}'.`
  if (inputs.length === 0) return 'There is no input step.'
  if (inputs.length === data.steps.length) return 'There is neither an application nor an evaluator.'
  const unknownStep = inputs.find((step) => sourceKind(step) === 'unknown')
  if (unknownStep !== undefined) {
    return `The input step '${unknownStep.key}' names neither a testset, a query, traces nor testcases.`
  }
  if (kinds.size > 1) return 'Inputs of several kinds cannot be combined in one run.'
  if (isLive && !kinds.has('query')) return 'Only queries can be evaluated live.'
  const hasInvocations = stepsOf(data, 'invocation').length > 0
  if (isLive && hasInvocations) return 'A live evaluation evaluates traces; it cannot invoke an application.'
  const isDirect = kinds.has('traces') || kinds.has('testcases')
  return isDirect && hasInvocations
    ? 'Traces and testcases that are added directly can only be evaluated, not passed to an application.'
    : undefined
}

/**
 * Whether a condition at the top of a filter selects invocations only. A live evaluation needs that: it would otherwise
 * evaluate its own annotations, endlessly.
 */
export function isLimitedToInvocations(filter: Json | undefined): boolean {
  if (!isJsonObject(filter)) return false
  const { conditions, operator } = filter
  if (!Array.isArray(conditions) || (operator ?? 'and') !== 'and') return false
  return conditions.some(
    (condition: Json) =>
      isJsonObject(condition) &&
      condition['field'] === 'trace_type' &&
      (condition['operator'] ?? 'is') === 'is' &&
      condition['value'] === 'invocation',
  )
}
