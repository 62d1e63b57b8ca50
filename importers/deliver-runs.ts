// Writes imported results as evaluation runs: a scenario for each row of the testset, whose results refer to imported traces.
// A run is found again by its source and key, so a second import writes nothing.
import { Runs, type PreparedRun } from '../sdk/eval/run.ts'
import { Subjects } from '../sdk/eval/subjects.ts'
import type { Assay } from '../sdk/client.ts'
import type { NewResult } from '../sdk/generated/schemas.ts'
import type { ImportedResult, ImportedRun } from './importer.ts'
import { traceIdOf } from './otlp.ts'

export interface DeliveredRun {
  readonly id: string
  readonly name: string
  readonly status: 'made' | 'unchanged'
}

interface PendingRun {
  readonly run: ImportedRun
  readonly results: ImportedResult[]
}

const resultsMax = 200
const withoutTimeout = { timeoutMs: 0 }

export class RunDelivery {
  readonly #assay: Assay
  readonly #source: string
  /** Results are small: ids and names. */
  readonly #pendingRuns = new Map<string, PendingRun>()

  constructor(assay: Assay, source: string) {
    this.#assay = assay
    this.#source = source
  }

  add(result: ImportedResult): void {
    const pendingRun = this.#pendingRuns.get(result.run.key)
    if (pendingRun === undefined)
      this.#pendingRuns.set(result.run.key, { run: result.run, results: [result] })
    else pendingRun.results.push(result)
  }

  /** Call it when testsets and spans are stored. */
  async finish(): Promise<readonly DeliveredRun[]> {
    const deliveredRuns: DeliveredRun[] = []
    for (const run of this.#pendingRuns.values()) deliveredRuns.push(await this.#deliver(run))
    return deliveredRuns
  }

  async #deliver({ run, results }: PendingRun): Promise<DeliveredRun> {
    const meta = { import: { source: this.#source, key: run.key } }
    const { runs: sameRuns } = await this.#assay.runs.query({ run: { meta }, windowing: { limit: 1 } })
    const existing = sameRuns?.[0]
    if (existing?.flags?.['is_closed'] === true)
      return { id: existing.id, name: run.name, status: 'unchanged' }
    const runs = new Runs(this.#assay, withoutTimeout)
    const subjects = new Subjects(this.#assay, withoutTimeout)
    const evaluators = new Map<string, string>()
    for (const slug of new Set(
      results.flatMap((result) => result.evaluations.map(({ evaluator }) => evaluator)),
    )) {
      evaluators.set(slug, (await subjects.evaluator(slug, { create: true })).id)
    }
    const id =
      existing?.id ??
      (await runs.create({
        name: run.name,
        testsetRevisionId: await subjects.testset(run.testset),
        applicationRevisionId: await subjects.application(run.application),
        evaluatorRevisionIds: [...evaluators.values()],
        repeats: 1,
        meta,
      }))
    const preparedRun = await runs.prepare(id)
    const records = cellsOf(preparedRun, { results, evaluators, source: this.#source })
    for (let at = 0; at < records.cells.length; at += resultsMax)
      await this.#assay.results.set({ results: records.cells.slice(at, at + resultsMax) })
    for (let at = 0; at < records.scenarios.length; at += resultsMax)
      await this.#assay.scenarios.editMany({ scenarios: records.scenarios.slice(at, at + resultsMax) })
    await runs.close(
      preparedRun,
      results.some(({ errorMessage }) => errorMessage !== undefined) ? 'errors' : 'success',
    )
    return { id, name: run.name, status: 'made' }
  }
}

/** The results of a run's cells, and the statuses of its scenarios. */
function cellsOf(
  run: PreparedRun,
  {
    results,
    evaluators,
    source,
  }: {
    readonly results: readonly ImportedResult[]
    readonly evaluators: ReadonlyMap<string, string>
    readonly source: string
  },
) {
  const rows = new Map(run.rows.map(({ id, data }, i) => [String(data['testcase_dedup_id']), { id, i }]))
  const cells: NewResult[] = []
  const scenarios: { readonly id: string; readonly status: 'success' | 'errors' }[] = []
  for (const { row, traceId, errorMessage, evaluations } of results) {
    const testcase = rows.get(row)
    const scenarioId = testcase === undefined ? undefined : run.scenarioIds[testcase.i]
    if (testcase === undefined || scenarioId === undefined)
      throw new Error(`The testset of the run has no row '${row}'.`)
    const cell = { run_id: run.id, scenario_id: scenarioId, repeat_idx: 0 }
    const error = { code: 'not_runnable', message: errorMessage ?? '' }
    cells.push(
      { ...cell, step_key: run.input.key, status: 'success', testcase_id: testcase.id },
      {
        ...cell,
        step_key: run.invocation.key,
        trace_id: traceIdOf(source, traceId),
        ...(errorMessage === undefined
          ? { status: 'success' as const }
          : { status: 'failure' as const, error }),
      },
    )
    for (const { evaluator, traceId: annotationId } of evaluations) {
      const step = run.annotations.get(evaluators.get(evaluator) ?? '')
      if (step !== undefined)
        cells.push({
          ...cell,
          step_key: step.key,
          status: 'success',
          trace_id: traceIdOf(source, annotationId),
        })
    }
    scenarios.push({ id: scenarioId, status: errorMessage === undefined ? 'success' : 'errors' })
  }
  return { cells, scenarios }
}
