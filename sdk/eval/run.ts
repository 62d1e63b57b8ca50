// Creates the run on the server, or loads an interrupted run with its finished cells.
import type { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import type {
  EvaluationResult,
  EvaluationRunData,
  EvaluationStep,
  JsonObject,
  Testcase,
} from '../generated/schemas.ts'

/** A run before its cells are computed. */
export interface PreparedRun {
  readonly id: string
  readonly input: EvaluationStep
  readonly invocation: EvaluationStep
  /** By the revision id of the evaluator. */
  readonly annotations: ReadonlyMap<string, EvaluationStep>
  readonly repeats: number
  /** In the order of the rows. */
  readonly scenarioIds: readonly string[]
  readonly rows: readonly Testcase[]
  /** The trace ids of finished cells, by scenario, step and repeat. */
  readonly traceIds: ReadonlyMap<string, string | undefined>
}

export const cellKey = ({
  scenarioId,
  stepKey,
  repeat,
}: {
  readonly scenarioId: string
  readonly stepKey: string
  readonly repeat: number
}): string => `${scenarioId}/${stepKey}/${repeat}`

export interface RunParts {
  readonly name: string
  readonly testsetRevisionId: string
  readonly applicationRevisionId: string
  readonly evaluatorRevisionIds: readonly string[]
  readonly repeats: number
  readonly meta?: JsonObject
}

const finalStatuses: ReadonlySet<string> = new Set(['success', 'failure', 'errors', 'cancelled'])

const scenariosPerRequest = 1_000

export class Runs {
  readonly #assay: Assay
  readonly #call: CallOptions

  constructor(assay: Assay, call: CallOptions) {
    this.#assay = assay
    this.#call = call
  }

  async create(parts: RunParts): Promise<string> {
    const { evaluation } = await this.#assay.simpleEvaluations.create(
      {
        evaluation: {
          name: parts.name,
          ...(parts.meta === undefined ? {} : { meta: parts.meta }),
          // Each repeat calls the task and is evaluated separately.
          flags: { is_split: parts.repeats > 1 },
          data: {
            status: 'running',
            testset_steps: [parts.testsetRevisionId],
            application_steps: { [parts.applicationRevisionId]: 'custom' },
            evaluator_steps: Object.fromEntries(parts.evaluatorRevisionIds.map((id) => [id, 'custom'])),
            repeats: parts.repeats,
          },
        },
      },
      this.#call,
    )
    if (evaluation === undefined) throw new TypeError('The server created no evaluation.')
    return evaluation.id
  }

  /** Loads the run and adds missing scenarios, one for each row. */
  async prepare(id: string): Promise<PreparedRun> {
    const { run } = await this.#assay.runs.fetch(id, this.#call)
    if (run === undefined) throw new TypeError(`There is no run ${id}.`)
    if (run.flags?.['is_closed'] === true) await this.#assay.runs.open(id, this.#call)
    // A resumed run is shown as running again.
    if (finalStatuses.has(run.status ?? ''))
      await this.#assay.runs.edit(id, { run: { id, status: 'running' } }, this.#call)
    const data: EvaluationRunData = run.data ?? {}
    const steps = data.steps ?? []
    const input = steps.find(({ type }) => type === 'input')
    const invocation = steps.find(({ type }) => type === 'invocation')
    const revision = input?.references?.['testset_revision']?.id
    if (input === undefined || invocation === undefined || typeof revision !== 'string') {
      throw new TypeError(`The run ${id} has no testset or no application.`)
    }
    const rows: Testcase[] = []
    for await (const row of this.#assay.testsets.readRows(
      { testset_revision_ref: { id: revision } },
      this.#call,
    )) {
      rows.push(row)
    }
    return {
      id,
      input,
      invocation,
      annotations: annotationsOf(steps),
      repeats: data.repeats ?? 1,
      scenarioIds: await this.#ensureScenarios(id, rows.length),
      rows,
      traceIds: await this.#finishedCells(id),
    }
  }

  /** Counts the scenarios before each addition, so that an addition with a lost answer is not repeated. */
  async #ensureScenarios(runId: string, count: number): Promise<readonly string[]> {
    for (;;) {
      const ids: string[] = []
      const query = { scenario: { run_id: runId }, windowing: { limit: scenariosPerRequest } }
      for await (const { id } of this.#assay.scenarios.query(query, this.#call)) ids.push(id)
      if (ids.length >= count) return ids
      const missingCount = Math.min(count - ids.length, scenariosPerRequest)
      await this.#assay.simpleEvaluations.addScenarios(runId, { count: missingCount }, this.#call)
    }
  }

  async #finishedCells(runId: string): Promise<ReadonlyMap<string, string | undefined>> {
    const traceIds = new Map<string, string | undefined>()
    const query = {
      result: { run_id: runId, status: 'success' as const },
      windowing: { limit: scenariosPerRequest },
    }
    for await (const result of this.#assay.results.query(query, this.#call))
      traceIds.set(keyOf(result), result.trace_id)
    return traceIds
  }

  /** Computes the metrics of each scenario and of the run, then sets the final status. */
  async close(run: PreparedRun, status: 'success' | 'errors'): Promise<void> {
    const repeatable = { ...this.#call, repeatable: true, timeoutMs: 0 }
    for (let at = 0; at < run.scenarioIds.length; at += scenariosPerRequest) {
      const scenario_ids = run.scenarioIds.slice(at, at + scenariosPerRequest)
      await this.#assay.metrics.refresh({ metrics: { run_id: run.id, scenario_ids } }, repeatable)
    }
    await this.#assay.metrics.refresh({ metrics: { run_id: run.id } }, repeatable)
    await this.#assay.runs.close(run.id, { status }, repeatable)
  }

  /** Closes a run that was interrupted. It can be resumed. */
  async cancel(id: string): Promise<void> {
    await this.#assay.runs.close(id, { status: 'cancelled' }, { repeatable: true, timeoutMs: 10_000 })
  }
}

const keyOf = (result: EvaluationResult): string =>
  cellKey({ scenarioId: result.scenario_id, stepKey: result.step_key, repeat: result.repeat_idx })

const annotationsOf = (steps: readonly EvaluationStep[]): ReadonlyMap<string, EvaluationStep> =>
  new Map(
    steps
      .filter(({ type }) => type === 'annotation')
      .map((step) => [String(step.references?.['evaluator_revision']?.id), step]),
  )
