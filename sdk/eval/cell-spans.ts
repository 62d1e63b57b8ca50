// The trace of a cell. Its ids are derived from the cell, so a cell that is computed again replaces its own trace.
import type { EvaluationStep } from '../generated/schemas.ts'
import { attributeList, type OtlpSpan } from '../otlp/otlp-json.ts'
import { limitsDefault, recordedObject, recordedValue } from '../otlp/recorded-value.ts'
import { blake2bHex } from '../testsets/blake2b.ts'

/** A step of a scenario in one repeat. */
export interface Cell {
  readonly runId: string
  readonly scenarioId: string
  readonly step: EvaluationStep
  readonly repeat: number
}

export interface SpanAddress {
  readonly traceId: string
  readonly spanId: string
}

const nameOf = ({ runId, scenarioId, step, repeat }: Cell): string =>
  `${runId}/${scenarioId}/${step.key}/${repeat}`

export const cellAddress = (cell: Cell): SpanAddress => ({
  traceId: blake2bHex(nameOf(cell), 16),
  spanId: blake2bHex(nameOf(cell), 8),
})

export interface CellOutcome {
  readonly inputs: unknown
  readonly outputs?: unknown
  readonly error?: Error
  /** Milliseconds. */
  readonly startedAt: number
  readonly endedAt: number
  /** The evaluated span; absent for invocations. */
  readonly evaluatedSpan?: SpanAddress
  readonly testcaseId: string
}

const nanos = (ms: number): string => String(BigInt(Math.round(ms * 1000)) * 1000n)

/** References of a step, and of the input it works on, as attributes. */
function referenceAttributes(steps: readonly EvaluationStep[]): Readonly<Record<string, unknown>> {
  const entries = steps.flatMap(({ references }) => Object.entries(references ?? {}))
  return Object.fromEntries(
    entries.flatMap(([key, reference]) =>
      (['id', 'slug', 'version'] as const).map((member) => [
        `ag.references.${key}.${member}`,
        reference?.[member] ?? undefined,
      ]),
    ),
  )
}

const exceptionEvent = (error: Error, at: number): object => ({
  name: 'exception',
  timeUnixNano: nanos(at),
  attributes: attributeList({
    'exception.type': error.name,
    'exception.message': error.message,
    'exception.stacktrace': error.stack,
  }),
})

export function cellSpan(
  cell: Cell,
  { input, outcome }: { readonly input: EvaluationStep; readonly outcome: CellOutcome },
): OtlpSpan {
  const { step, runId, scenarioId, repeat } = cell
  const { evaluatedSpan, error } = outcome
  const meta = { run_id: runId, scenario_id: scenarioId, step_key: step.key, repeat_idx: repeat }
  const attributes = {
    'ag.type.trace': evaluatedSpan === undefined ? 'invocation' : 'annotation',
    'ag.type.span': evaluatedSpan === undefined ? 'workflow' : 'task',
    'ag.data.inputs': recordedObject(outcome.inputs, limitsDefault),
    'ag.data.outputs': error === undefined ? recordedValue(outcome.outputs, limitsDefault) : undefined,
    ...referenceAttributes([input, step]),
    'ag.references.testcase.id': outcome.testcaseId,
    'ag.meta.evaluation': recordedObject(meta, limitsDefault),
    'ag.flags.origin': 'custom',
    'ag.flags.kind': 'eval',
    'ag.flags.channel': 'sdk',
    'ag.flags.is_evaluation': true,
  }
  return {
    ...cellAddress(cell),
    name: step.key,
    kind: 1,
    startTimeUnixNano: nanos(outcome.startedAt),
    endTimeUnixNano: nanos(outcome.endedAt),
    attributes: attributeList(attributes),
    events: error === undefined ? [] : [exceptionEvent(error, outcome.endedAt)],
    links:
      evaluatedSpan === undefined
        ? []
        : [{ ...evaluatedSpan, attributes: attributeList({ key: 'invocation' }) }],
    status: error === undefined ? { code: 1 } : { code: 2, message: error.message },
  }
}
