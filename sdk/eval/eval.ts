// sdk/eval: evaluations that run in the client's own process and are recorded on the server.
// run.ts executes cells, writer.ts records them, report.ts prints the outcome.
// Imports sdk/client.ts, sdk/otlp and sdk/core. Start here.
//
// `@assay/sdk/eval` runs a task over the rows of a testset and evaluates the outputs with functions of the program or
// evaluators of the server. The run, its traces and metrics are on the server: it can be viewed, compared, gated and
// resumed.
import { Assay } from '../client.ts'
import type { CallOptions } from '../core/core.ts'
import type { EvaluationGate, EvaluationGateRule } from '../generated/schemas.ts'
import {
  serviceOf,
  ScenarioWork,
  type CellParts,
  type Judge,
  type LocalEvaluator,
  type Task,
} from './cells.ts'
import { progressBar, reportText, type MetricLine, type Output, type Progress } from './report.ts'
import { cellKey, Runs, type PreparedRun } from './run.ts'
import { Subjects, type Subject } from './subjects.ts'
import { Writer } from './writer.ts'

export type { Judged, Judgment, LocalEvaluator, Task, TaskContext } from './cells.ts'
export type { MetricLine, Output, Progress } from './report.ts'
export type { Subject } from './subjects.ts'

/** An evaluator of the server. */
export interface ServerEvaluator {
  readonly evaluator: Subject
}

export interface EvaluateOptions<T> {
  readonly testset: Subject
  readonly task: Task<T>
  /** By name: a function, or an evaluator of the server. A function is registered as an evaluator with that slug. */
  readonly evaluators: Readonly<Record<string, LocalEvaluator<T> | ServerEvaluator>>
  /** The application of the task; created if there is none with that slug. */
  readonly application?: Subject
  readonly name?: string
  /** How often the task runs for each row; 1 by default. */
  readonly repeats?: number
  /** The number of rows in parallel; 10 by default. */
  readonly concurrency?: number
  /** The id of an interrupted run. Finished cells are not computed again, failed ones are. */
  readonly resume?: string
  /** Gate rules; when one fails, the program ends with exit code 1. */
  readonly gate?: readonly EvaluationGateRule[]
  readonly baseline?: string
  readonly assay?: Assay
  readonly signal?: AbortSignal
  /** Called with the id of the run as soon as it is known; pass it to `resume` later. */
  readonly onStart?: (runId: string) => void
  readonly onProgress?: (progress: Progress) => void
  /** The output of the progress bar and the table; the terminal by default, null for none. */
  readonly output?: Output | null
}

export interface Evaluation {
  readonly runId: string
  readonly status: 'success' | 'errors'
  readonly metrics: readonly MetricLine[]
  readonly gate: EvaluationGate | undefined
  /** The number of cells computed now, and of those that failed; earlier cells do not count. */
  readonly computed: number
  readonly failed: number
  /** The table and the verdict of the gate as text. */
  readonly report: string
}

/** The maximum number of finished rows that are still being sent. */
const unstoredMax = 100

interface Runtime {
  readonly stderr?: Output
  exitCode?: number | string | null | undefined
}

const runtime = (): Runtime | undefined => (globalThis as { readonly process?: Runtime }).process

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
  let broken = false
  const worker = async (): Promise<void> => {
    for (const item of remaining) {
      if (broken) return
      try {
        await work(item)
      } catch (error) {
        broken = true
        throw error
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: Math.max(1, size) }, worker))
  for (const end of outcomes) if (end.status === 'rejected') throw end.reason
}

async function judgesOf<T>(subjects: Subjects, options: EvaluateOptions<T>): Promise<readonly Judge<T>[]> {
  const judges: Judge<T>[] = []
  for (const [name, given] of Object.entries(options.evaluators)) {
    if (typeof given === 'function') {
      judges.push({ revision: await subjects.evaluator(slugOf(name), { make: true }), local: given })
    } else {
      const revision = await subjects.evaluator(given.evaluator, { make: false })
      // Fail before anything is computed.
      serviceOf(revision)
      judges.push({ revision })
    }
  }
  return judges
}

/** The number of cells to compute. */
function countOpen<T>(run: PreparedRun, judges: readonly Judge<T>[]): number {
  const keys = [
    run.invocation.key,
    ...judges.flatMap(({ revision }) => run.annotations.get(revision.id)?.key ?? []),
  ]
  let open = 0
  for (const id of run.scenarioIds.slice(0, run.rows.length)) {
    for (let repeat = 0; repeat < run.repeats; repeat++) {
      open += keys.filter(
        (key) => !run.traceIds.has(cellKey({ scenarioId: id, stepKey: key, repeat })),
      ).length
    }
  }
  return open
}

interface Statistics {
  readonly count?: number
  readonly mean?: number
  readonly rate?: number
  readonly min?: number
  readonly max?: number
}

const outputsPath = 'attributes.ag.data.outputs.'

async function metricsOf<T>(
  assay: Assay,
  { run, judges }: { readonly run: PreparedRun; readonly judges: readonly Judge<T>[] },
): Promise<readonly MetricLine[]> {
  const { metrics } = await assay.metrics.query({ metrics: { run_id: run.id, scenario_ids: false } })
  const data = (metrics?.[0]?.data ?? {}) as Readonly<Record<string, Readonly<Record<string, Statistics>>>>
  return judges.flatMap(({ revision }) => {
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

async function startRun<T>(
  runs: Runs,
  {
    subjects,
    judges,
    options,
  }: {
    readonly subjects: Subjects
    readonly judges: readonly Judge<T>[]
    readonly options: EvaluateOptions<T>
  },
): Promise<PreparedRun> {
  const name = options.name ?? (options.task.name || 'evaluation')
  const id =
    options.resume ??
    (await runs.make({
      name,
      testsetRevisionId: await subjects.testset(options.testset),
      applicationRevisionId: await subjects.application(options.application ?? slugOf(name)),
      evaluatorRevisionIds: judges.map(({ revision }) => revision.id),
      repeats: options.repeats ?? 1,
    }))
  options.onStart?.(id)
  return runs.prepare(id)
}

/** Runs the task over every row, evaluates the outputs, waits for the metrics, applies the gate, and prints a table. */
export async function evaluate<T>(options: EvaluateOptions<T>): Promise<Evaluation> {
  const { assay = new Assay(), concurrency = 10, signal = new AbortController().signal } = options
  const call: CallOptions = { signal }
  const subjects = new Subjects(assay, call)
  const runs = new Runs(assay, call)
  const judges = await judgesOf(subjects, options)
  const run = await startRun(runs, { subjects, judges, options })
  const output = options.output === undefined ? runtime()?.stderr : (options.output ?? undefined)
  const draw = progressBar(output)
  const total = countOpen(run, judges)
  let [done, failed] = [0, 0]
  const reportProgress = (): void => {
    draw({ done, total, failed })
    options.onProgress?.({ done, total, failed })
  }
  // Computed cells are stored, also after an abort.
  const writer = new Writer(assay, {}, options.name ?? 'evaluate')
  const parts: CellParts<T> = {
    assay,
    call,
    run,
    writer,
    judges,
    signal,
    task: options.task,
    finished: (cell) => {
      done += 1
      failed += cell.failed ? 1 : 0
      reportProgress()
    },
  }
  const places = run.rows.map((testcase, at) => ({ testcase, scenarioId: run.scenarioIds[at] ?? '' }))
  const storing = new Set<Promise<void>>()
  const work = forEachConcurrently(places, {
    size: concurrency,
    work: async (place) => {
      signal.throwIfAborted()
      const scenario = new ScenarioWork(parts, place)
      for (let repeat = 0; repeat < run.repeats; repeat++) await scenario.repeat(repeat)
      // The next row does not wait for the storing of this one. Unstored rows would be lost in a crash, so they are few.
      const stored = scenario.finish().finally(() => storing.delete(stored))
      storing.add(stored)
      stored.catch(() => undefined)
      if (storing.size >= unstoredMax) await Promise.race(storing)
    },
  })
  try {
    await work
  } finally {
    await writer.drained()
  }
  await Promise.all(storing)
  await writer.settle()
  const status = failed > 0 ? 'errors' : 'success'
  await runs.close(run, status)
  const metrics = await metricsOf(assay, { run, judges })
  const gate = await applyGate(assay, { runId: run.id, options })
  const report = reportText(metrics, gate)
  output?.write(`\n${report}`)
  return { runId: run.id, status, metrics, gate, computed: done, failed, report }
}

/** Sets the exit code to 1 when the gate fails, unless the program has set one. */
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
  const process = runtime()
  if (gate?.verdict === 'fail' && process !== undefined) process.exitCode = 1
  return gate
}
