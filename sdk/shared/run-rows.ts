// Reads a run for the command line and for assistants: its steps, its failures by reason, and its rows with outputs.
import { groupBy } from '../../src/kernel/group-by.ts'
import type { Assay } from '../client.ts'
import type { EvaluationRun, JsonObject } from '../generated/schemas.ts'
import { reasonsOf, type FailedCell, type Reason } from './failure-reasons.ts'
import { NotFoundError } from './names.ts'

type Json = Readonly<Record<string, unknown>>

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface RunStep {
  readonly key: string
  /** input, invocation or annotation. */
  readonly type: string
  /** `slug@version`, or the key if the step names no revision. */
  readonly name: string
  readonly revision_id?: string
  /** The keys of the steps whose outcome it reads. */
  readonly inputs: readonly string[]
}

function stepOf(step: Json): RunStep {
  const references = isRecord(step['references']) ? step['references'] : {}
  const textAt = (name: string, member: string): string | undefined => {
    const reference = references[name]
    const text = isRecord(reference) ? reference[member] : undefined
    return typeof text === 'string' ? text : undefined
  }
  const kind = ['application', 'evaluator', 'testset', 'query', 'workflow'].find(
    (candidate) => candidate in references,
  )
  const key = String(step['key'])
  const version = textAt(`${kind}_revision`, 'version')
  const revisionId = textAt(`${kind}_revision`, 'id')
  const slug = kind === undefined ? undefined : textAt(kind, 'slug')
  const inputs = Array.isArray(step['inputs']) ? step['inputs'].filter(isRecord) : []
  return {
    key,
    type: String(step['type']),
    name: slug === undefined ? key : `${slug}${version === undefined ? '' : `@${version}`}`,
    ...(revisionId === undefined ? {} : { revision_id: revisionId }),
    inputs: inputs.map((input) => String(input['key'])),
  }
}

/** Keys that name all steps of a type. */
const allOfType: ReadonlyMap<string, string> = new Map([
  ['__all_inputs__', 'input'],
  ['__all_invocations__', 'invocation'],
])

export function stepsOfRun({ data }: Pick<EvaluationRun, 'data'>): readonly RunStep[] {
  const rawSteps = data?.['steps']
  const steps = Array.isArray(rawSteps) ? rawSteps.filter(isRecord).map(stepOf) : []
  const keysOf = (type: string): readonly string[] =>
    steps.filter((step) => step.type === type).map(({ key }) => key)
  const keyOrKeys = (key: string): string | readonly string[] => {
    const type = allOfType.get(key)
    return type === undefined ? key : keysOf(type)
  }
  return steps.map((step) => ({ ...step, inputs: step.inputs.flatMap(keyOrKeys) }))
}

export async function requireRun(assay: Assay, runId: string): Promise<EvaluationRun> {
  const { run } = await assay.runs.fetch(runId)
  if (run === undefined) throw new NotFoundError(`There is no run ${runId} in this project.`)
  return run
}

/** Failures above this number are not counted. */
const failuresMax = 1000

const errorOf = (error: JsonObject | undefined): FailedCell['error'] =>
  error === undefined
    ? undefined
    : {
        ...(typeof error['code'] === 'string' ? { code: error['code'] } : {}),
        ...(typeof error['message'] === 'string' ? { message: error['message'] } : {}),
      }

/** The reasons of failed cells of a run, the most frequent first; consequences of other failures are last. */
export async function failuresOfRun(assay: Assay, runId: string): Promise<readonly Reason[]> {
  const { results } = await assay.results.query({
    result: { run_id: runId, statuses: ['failure', 'errors'] },
    windowing: { limit: failuresMax },
  })
  return reasonsOf(results.map(({ step_key, error }) => ({ step_key, ...withError(error) })))
}

const withError = (error: JsonObject | undefined): { readonly error?: NonNullable<FailedCell['error']> } => {
  const cellError = errorOf(error)
  return cellError === undefined ? {} : { error: cellError }
}

export interface RunCell {
  readonly step: string
  readonly status: string
  readonly trace_id?: string
  readonly error?: { readonly code?: string; readonly message?: string }
  /** The outputs of the trace's root. */
  readonly outputs?: unknown
}

export interface RunRow {
  readonly scenario_id: string
  readonly status: string
  readonly testcase_id?: string
  /** The values of the testcase. */
  readonly inputs?: JsonObject
  /** One per step that ran; of several repeats the first. */
  readonly cells: readonly RunCell[]
}

/** A page of rows may have more traces than one request can return. */
const tracesMax = 500

/** The outputs at the roots of traces. */
async function outputsOf(assay: Assay, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  if (ids.length === 0) return new Map()
  const traceIds = ids.slice(0, tracesMax)
  const laterOutputs = await outputsOf(assay, ids.slice(tracesMax))
  const { spans } = await assay.spans.query({
    filter: {
      operator: 'and',
      conditions: [
        { field: 'parent_id', operator: 'is', value: null },
        { field: 'trace_id', operator: 'in', value: traceIds },
      ],
    },
    fields: ['attributes'],
    windowing: { limit: traceIds.length },
  })
  const outputs = spans.map(({ trace_id, attributes }): readonly [string, unknown] => {
    const ag = isRecord(attributes) ? attributes['ag'] : undefined
    const data = isRecord(ag) ? ag['data'] : undefined
    return [trace_id, isRecord(data) ? data['outputs'] : undefined]
  })
  return new Map([...laterOutputs, ...outputs])
}

export interface RunRowsPage {
  readonly rows: readonly RunRow[]
  /** The windowing of the next page; undefined after the last one. */
  readonly next: object | undefined
}

/** A page of rows in order, with the outputs and errors of their cells. At most 100 rows. */
export async function rowsOfRun(
  assay: Assay,
  {
    runId,
    failedOnly = false,
    windowing,
  }: { readonly runId: string; readonly failedOnly?: boolean; readonly windowing: object },
): Promise<RunRowsPage> {
  const page = await assay.scenarios.query({
    scenario: { run_id: runId, ...(failedOnly ? { statuses: ['failure', 'errors'] as const } : {}) },
    windowing,
  })
  const scenario_ids = page.scenarios.map(({ id }) => id)
  if (scenario_ids.length === 0) return { rows: [], next: undefined }
  const { results } = await assay.results.query({
    result: { run_id: runId, scenario_ids, repeat_idx: 0 },
    windowing: { limit: 10_000 },
  })
  const idsOf = (name: 'trace_id' | 'testcase_id') => [
    ...new Set(results.flatMap((result) => result[name] ?? [])),
  ]
  const testcaseIds = idsOf('testcase_id')
  const [outputs, { testcases }] = await Promise.all([
    outputsOf(assay, idsOf('trace_id')),
    testcaseIds.length === 0 ? { testcases: [] } : assay.testcases.query({ testcase_ids: testcaseIds }),
  ])
  const inputsByTestcase = new Map(testcases.map(({ id, data }) => [id, data]))
  const resultsByScenario = groupBy(results, ({ scenario_id }) => scenario_id)
  const rows = page.scenarios.map(({ id, status = 'pending' }): RunRow => {
    const scenarioResults = resultsByScenario.get(id) ?? []
    const testcase_id = scenarioResults.find((result) => result.testcase_id !== undefined)?.testcase_id
    const inputs = inputsByTestcase.get(testcase_id ?? '')
    return {
      scenario_id: id,
      status,
      ...(testcase_id === undefined ? {} : { testcase_id }),
      ...(inputs === undefined ? {} : { inputs }),
      cells: scenarioResults.map(({ step_key, status: outcome = 'pending', trace_id, error }) => ({
        step: step_key,
        status: outcome,
        ...(trace_id === undefined ? {} : { trace_id, outputs: outputs.get(trace_id) }),
        ...withError(error),
      })),
    }
  })
  return { rows, next: page.windowing ?? undefined }
}
