// sdk/eval: evaluations that run in the client's own process and are recorded on the server.
// run.ts executes cells, writer.ts records them, report.ts prints the outcome.
// Imports sdk/client.ts, sdk/otlp and sdk/core. Start here.
//
// `@assay/sdk/eval` runs a task over the rows of a testset and evaluates the outputs with functions of the program or
// evaluators of the server. The run, its traces and metrics are on the server: it can be viewed, compared, gated and
// resumed.
import { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import { runtime } from '../core/runtime.ts'
import type { EvaluationGate, EvaluationGateRule } from '../generated/schemas.ts'
import {
  serviceOf,
  ScenarioWork,
  taskStep,
  UpstreamError,
  type CellParts,
  type FinishedCell,
  type RunEvaluator,
  type Task,
} from './cells.ts'
import { changesSince, outputsPath, type RowChange } from './changes.ts'
import { listenForInterrupts } from './interrupts.ts'
import type { Data, LocalEvaluator, Scorer } from './judgments.ts'
import {
  progressBar,
  reportText,
  type ErrorLine,
  type MetricLine,
  type Output,
  type Progress,
} from './report.ts'
import { cellKey, Runs, type PreparedRun } from './run.ts'
import { Subjects, type Subject } from './subjects.ts'
import { Writer } from './writer.ts'

export type { Task, TaskContext } from './cells.ts'
export type { RowChange } from './changes.ts'
export type { Judged, Judgment, LocalEvaluator, Scorer } from './judgments.ts'
export type { ErrorLine, MetricLine, Output, Progress } from './report.ts'
export type { Subject } from './subjects.ts'

/** An evaluator of the server. */
export interface ServerEvaluator {
  /** The slug, the id or the revision. */
  readonly evaluator: Subject
}

/** A statistic of a metric; `p95` is the 95th percentile. */
export type Statistic = 'mean' | 'rate' | 'min' | 'max' | 'sum' | 'std' | 'count' | 'median' | `p${number}`

/** A rule of a gate: the bound of one statistic of one metric. */
export type GateRule = EvaluationGateRule & {
  /** The statistic that the rule bounds. */
  readonly statistic: Statistic
}

/**
 * The options of `evaluate`. One of `testset` and `data` is required. The type of a row follows from `data`, or from the
 * parameter of the task.
 */
export interface EvaluateOptions<T, Row extends object = Data> {
  /** The testset; with `data` the slug under which the rows are stored. */
  readonly testset?: Subject
  /** The rows. They are stored as a testset (default slug: the name of the evaluation); equal rows make no new version. */
  readonly data?: readonly Row[]
  /** Computes the output of a row. */
  readonly task: Task<T, Row>
  /**
   * By name: a function, or an evaluator of the server. A function is registered as an evaluator with that slug. A list
   * has functions with names, such as the scorers of autoevals.
   */
  readonly evaluators: Readonly<Record<string, LocalEvaluator<T, Row> | ServerEvaluator>> | readonly Scorer[]
  /** The application of the task; created if there is none with that slug. */
  readonly application?: Subject
  /** The name of the run; default: the name of the task function. */
  readonly name?: string
  /** How often the task runs for each row; 1 by default. */
  readonly repeats?: number
  /** The number of rows in parallel; 10 by default. */
  readonly concurrency?: number
  /** The id of an interrupted run. Finished cells are not computed again, failed ones are. */
  readonly resume?: string
  /** Gate rules; when one fails, the program ends with exit code 1. */
  readonly gate?: readonly GateRule[]
  /** The id of the run to compare with, row by row and in gate rules. */
  readonly baseline?: string
  /** The client; default: one from the environment variables. */
  readonly assay?: Assay
  /** Interrupts the run when it is aborted. */
  readonly signal?: AbortSignal
  /** Called with the id of the run as soon as it is known; pass it to `resume` later. */
  readonly onStart?: (runId: string) => void
  /** Called after each cell. */
  readonly onProgress?: (progress: Progress) => void
  /** The output of the progress bar and the table; the terminal by default, null for none. */
  readonly output?: Output | null
}

/** The outcome of a run. */
export interface Evaluation {
  /** The id of the run. */
  readonly runId: string
  /** `errors`: some cells failed. */
  readonly status: 'success' | 'errors'
  /** The metrics of the evaluators. */
  readonly metrics: readonly MetricLine[]
  /** The verdict, if there are gate rules. */
  readonly gate: EvaluationGate | undefined
  /** The number of cells computed now; earlier cells do not count. */
  readonly computed: number
  /** The number of cells that failed now. */
  readonly failed: number
  /** The reasons of failures, the most frequent first. Evaluators that were skipped after a failed task do not count. */
  readonly errors: readonly ErrorLine[]
  /** The values that differ from those of the baseline. */
  readonly changes: readonly RowChange[] | undefined
  /** The table, the errors, the changes and the verdict of the gate as text. */
  readonly report: string
}

/** The maximum number of finished rows that are still being sent. */
const unstoredMax = 100

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '') || 'task'

/** Works on `size` items at a time; the first failure, or an abort, stops the rest. */
async function forEachConcurrently<I>(
  items: readonly I[],
  { size, work }: { readonly size: number; readonly work: (item: I) => Promise<void> },
): Promise<void> {
  const remaining = items[Symbol.iterator]()
  let isBroken = false
  const worker = async (): Promise<void> => {
    for (const item of remaining) {
      if (isBroken) return
      try {
        await work(item)
      } catch (error) {
        isBroken = true
        throw error
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: Math.max(1, size) }, worker))
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

function evaluatorsOf<T>(
  evaluators: EvaluateOptions<T>['evaluators'],
): readonly (readonly [string, LocalEvaluator<T> | ServerEvaluator])[] {
  if (!Array.isArray(evaluators)) return Object.entries(evaluators)
  return (evaluators as readonly LocalEvaluator<T>[]).map((scorer, at) => [
    scorer.name || `scorer-${at + 1}`,
    scorer,
  ])
}

async function resolveEvaluators<T>(
  subjects: Subjects,
  options: EvaluateOptions<T>,
): Promise<readonly RunEvaluator<T>[]> {
  const runEvaluators: RunEvaluator<T>[] = []
  for (const [name, evaluator] of evaluatorsOf(options.evaluators)) {
    if (typeof evaluator === 'function') {
      runEvaluators.push({
        revision: await subjects.evaluator(slugOf(name), { create: true }),
        local: evaluator,
      })
    } else {
      const revision = await subjects.evaluator(evaluator.evaluator, { create: false })
      // Fail before anything is computed.
      serviceOf(revision)
      runEvaluators.push({ revision })
    }
  }
  return runEvaluators
}

/** The number of cells to compute. */
function countOpenCells<T>(run: PreparedRun, runEvaluators: readonly RunEvaluator<T>[]): number {
  const keys = [
    run.invocation.key,
    ...runEvaluators.flatMap(({ revision }) => run.annotations.get(revision.id)?.key ?? []),
  ]
  let count = 0
  for (const id of run.scenarioIds.slice(0, run.rows.length)) {
    for (let repeat = 0; repeat < run.repeats; repeat++) {
      count += keys.filter(
        (key) => !run.traceIds.has(cellKey({ scenarioId: id, stepKey: key, repeat })),
      ).length
    }
  }
  return count
}

interface Statistics {
  readonly count?: number
  readonly mean?: number
  readonly rate?: number
  readonly min?: number
  readonly max?: number
}

async function metricsOf<T>(
  assay: Assay,
  { run, runEvaluators }: { readonly run: PreparedRun; readonly runEvaluators: readonly RunEvaluator<T>[] },
): Promise<readonly MetricLine[]> {
  const { metrics } = await assay.metrics.query({ metrics: { run_id: run.id, scenario_ids: false } })
  const data = (metrics?.[0]?.data ?? {}) as Readonly<Record<string, Readonly<Record<string, Statistics>>>>
  return runEvaluators.flatMap(({ revision }) => {
    const step = run.annotations.get(revision.id)
    const paths = step !== undefined && Object.hasOwn(data, step.key) ? data[step.key] : undefined
    return Object.entries(paths ?? {})
      .filter(([path]) => path.startsWith(outputsPath))
      .map(([path, { count = 0, mean, rate, min, max }]) => ({
        evaluator: revision.evaluator_slug,
        path: path.slice(outputsPath.length),
        count,
        value: mean ?? rate,
        min,
        max,
      }))
  })
}

/** The revision of the testset; inline rows are pushed first. */
async function testsetOf<T>(
  subjects: Subjects,
  { options: { testset, data }, name }: { readonly options: EvaluateOptions<T>; readonly name: string },
): Promise<string> {
  if (data !== undefined) return subjects.pushTestset(testset ?? slugOf(name), data)
  if (testset === undefined) throw new TypeError('Pass the rows: testset, or data.')
  return subjects.testset(testset)
}

async function startRun<T>(
  runs: Runs,
  {
    subjects,
    runEvaluators,
    options,
    onStart,
  }: {
    readonly subjects: Subjects
    readonly runEvaluators: readonly RunEvaluator<T>[]
    readonly options: EvaluateOptions<T>
    readonly onStart: (runId: string) => void
  },
): Promise<PreparedRun> {
  const name = options.name ?? (options.task.name || 'evaluation')
  const id =
    options.resume ??
    (await runs.create({
      name,
      testsetRevisionId: await testsetOf(subjects, { options, name }),
      applicationRevisionId: await subjects.application(options.application ?? slugOf(name)),
      evaluatorRevisionIds: runEvaluators.map(({ revision }) => revision.id),
      repeats: options.repeats ?? 1,
    }))
  onStart(id)
  options.onStart?.(id)
  return runs.prepare(id)
}

/** Counts the finished cells and the reasons of failures. */
class Tally {
  done = 0
  failed = 0
  #tasks = 0
  readonly #errors = new Map<string, { readonly step: string; readonly message: string; count: number }>()

  add({ step, error }: FinishedCell): void {
    this.done += 1
    if (step === taskStep) this.#tasks += 1
    if (error === undefined) return
    this.failed += 1
    if (error instanceof UpstreamError) return
    const { message } = error
    const key = JSON.stringify([step, message])
    const line = this.#errors.get(key) ?? { step, message, count: 0 }
    line.count += 1
    this.#errors.set(key, line)
  }

  errors(): readonly ErrorLine[] {
    return [...this.#errors.values()].toSorted((a, b) => b.count - a.count)
  }

  /** Nothing was evaluated: the program is broken, not the quality of its outputs. */
  hasOnlyFailedTasks(): boolean {
    const failedTasks = this.errors().filter(({ step }) => step === taskStep)
    return this.#tasks > 0 && failedTasks.reduce((sum, { count }) => sum + count, 0) === this.#tasks
  }
}

/** Computes all open cells and stores them. */
async function computeCells<T>(
  parts: CellParts<T>,
  { concurrency, interruption }: { readonly concurrency: number; readonly interruption: Promise<never> },
): Promise<void> {
  const { run, signal, writer } = parts
  const items = run.rows.map((testcase, at) => ({ testcase, scenarioId: run.scenarioIds[at] ?? '' }))
  const pendingWrites = new Set<Promise<void>>()
  const work = forEachConcurrently(items, {
    size: concurrency,
    work: async (place) => {
      signal.throwIfAborted()
      const scenario = new ScenarioWork(parts, place)
      for (let repeat = 0; repeat < run.repeats; repeat++) await scenario.computeRepeat(repeat)
      // The next row does not wait for the storing of this one. Unstored rows would be lost in a crash, so they are few.
      const pendingWrite = scenario.finish().finally(() => pendingWrites.delete(pendingWrite))
      pendingWrites.add(pendingWrite)
      pendingWrite.catch(() => undefined)
      if (pendingWrites.size >= unstoredMax) await Promise.race(pendingWrites)
    },
  })
  try {
    // A task that ignores the signal is not waited for.
    await Promise.race([work, interruption])
  } finally {
    work.catch(() => undefined)
    await writer.drain()
  }
  await Promise.all(pendingWrites)
  await writer.settle()
}

/** The address of the page of a run. */
async function pageUrlOf(
  assay: Assay,
  { runId, call }: { readonly runId: string; readonly call: CallOptions },
) {
  const { project_id } = await assay.projects.current(call)
  return `${assay.url}/p/${project_id}/runs/${runId}`
}

/** Runs the task over every row, evaluates the outputs, waits for the metrics, applies the gate, and prints a table. */
export function evaluate<T, Row extends object = Data>(options: EvaluateOptions<T, Row>): Promise<Evaluation>
export async function evaluate<T>(options: EvaluateOptions<T>): Promise<Evaluation> {
  const { assay = new Assay(), concurrency = 10, task } = options
  const { signal, interruption, release } = listenForInterrupts(options.signal)
  const call: CallOptions = { signal }
  const subjects = new Subjects(assay, call)
  const runs = new Runs(assay, call)
  const output = options.output === undefined ? runtime()?.stderr : (options.output ?? undefined)
  let openRunId: string | undefined
  try {
    const runEvaluators = await resolveEvaluators(subjects, options)
    const run = await startRun(runs, { subjects, runEvaluators, options, onStart: (id) => (openRunId = id) })
    output?.write(`run ${run.id}: ${await pageUrlOf(assay, { runId: run.id, call })}\n`)
    const draw = progressBar(output)
    const total = countOpenCells(run, runEvaluators)
    const tally = new Tally()
    const onCellFinished = (cell: FinishedCell): void => {
      tally.add(cell)
      const progress = { done: tally.done, total, failed: tally.failed }
      draw(progress)
      options.onProgress?.(progress)
    }
    // Computed cells are stored, also after an abort.
    const writer = new Writer(assay, {}, options.name ?? 'evaluate')
    await computeCells(
      { assay, call, run, writer, runEvaluators, signal, task, onCellFinished },
      { concurrency, interruption },
    )
    await runs.close(run, tally.failed > 0 ? 'errors' : 'success')
    openRunId = undefined
    return await outcomeOf({ assay, run, runEvaluators, options, tally, output })
  } catch (error) {
    if (openRunId !== undefined) await reportInterruption(runs, { runId: openRunId, output, error })
    throw error
  } finally {
    release()
  }
}

/** Marks the run as cancelled. A run of an unreachable server stays as it is. */
async function reportInterruption(
  runs: Runs,
  {
    runId,
    output,
    error,
  }: { readonly runId: string; readonly output: Output | undefined; readonly error: unknown },
): Promise<void> {
  await runs.cancel(runId).catch(() => undefined)
  const message = error instanceof Error ? error.message : String(error)
  output?.write(`\n${message} Continue with resume: '${runId}'.\n`)
}

/** Reads the metrics and compares, applies the gate, prints the report and sets the exit code. */
async function outcomeOf<T>({
  assay,
  run,
  runEvaluators,
  options,
  tally,
  output,
}: {
  readonly assay: Assay
  readonly run: PreparedRun
  readonly runEvaluators: readonly RunEvaluator<T>[]
  readonly options: EvaluateOptions<T>
  readonly tally: Tally
  readonly output: Output | undefined
}): Promise<Evaluation> {
  const { baseline } = options
  const errors = tally.errors()
  const metrics = await metricsOf(assay, { run, runEvaluators })
  const changes = baseline === undefined ? undefined : await changesSince(assay, { baseline, runId: run.id })
  const gate = await applyGate(assay, { runId: run.id, options })
  const report = reportText({ metrics, gate, errors, changes })
  output?.write(`\n${report}`)
  if (gate?.verdict === 'fail' || tally.hasOnlyFailedTasks()) failProgram()
  const { done: computedCount, failed } = tally
  const status = failed > 0 ? 'errors' : 'success'
  return { runId: run.id, status, metrics, gate, computed: computedCount, failed, errors, changes, report }
}

/** The program ends with exit code 1. */
function failProgram(): void {
  const process = runtime()
  if (process !== undefined) process.exitCode = 1
}

async function applyGate<T>(
  assay: Assay,
  {
    runId,
    options: { gate: rules, baseline },
  }: { readonly runId: string; readonly options: EvaluateOptions<T> },
): Promise<EvaluationGate | undefined> {
  if (rules === undefined) return undefined
  const request = { rules, ...(baseline === undefined ? {} : { baseline_run_id: baseline }) }
  const { gate } = await assay.runs.gate(runId, request)
  return gate
}
