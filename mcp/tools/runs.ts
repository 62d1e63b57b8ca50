// Tools for evaluation runs: start, follow, read, compare and gate them.
import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import type { Assay } from '../../sdk/client.ts'
import type { EvaluationProgress } from '../../sdk/generated/schemas.ts'
import { NotFoundError } from '../../sdk/shared/names.ts'
import { failuresOfRun, requireRun, rowsOfRun, stepsOfRun, type RunStep } from '../../sdk/shared/run-rows.ts'
import { startRun } from '../../sdk/shared/start-run.ts'
import { failuresOutput, json } from '../outputs.ts'
import { cursorArgument, PagedAnswer, positionOf } from '../pages.ts'
import { tool, type Tool } from '../tool.ts'

const names = z.array(z.string()).max(20).describe('slug, slug@version, slug/variant, or ids.')
const runId = z.string().describe('The id of a run.')

const startRunTool = tool({
  name: 'start_run',
  title: 'Start an evaluation',
  description:
    'Runs applications over the rows of a testset and evaluates their outputs. Model calls cost money: state the number of rows before you start a large run. Returns the run; run_progress follows it.',
  role: 'editor',
  effect: 'adds',
  input: z.object({
    testset: z.string(),
    applications: names.optional(),
    evaluators: names.optional(),
    repeats: z.number().int().min(1).max(20).optional(),
    name: z.string().optional(),
  }),
  output: z.object({ run_id: z.string(), name: z.string().optional(), status: z.string().optional() }),
  call: async (assay, { testset, applications, evaluators, repeats, name }) => {
    const evaluation = await startRun(assay, {
      testset,
      applications: applications ?? [],
      evaluators: evaluators ?? [],
      repeats: repeats ?? 1,
      name,
    })
    if (evaluation === undefined) throw new NotFoundError('The server created no run.')
    return { run_id: evaluation.id, name: evaluation.name, status: evaluation.status }
  },
})

const pollIntervalMs = 500

interface RunQuery {
  readonly run_id: string
  /** The maximum wait for the end of the run. */
  readonly wait_seconds?: number | undefined
}

async function progressOf(assay: Assay, { run_id, wait_seconds = 0 }: RunQuery): Promise<EvaluationProgress> {
  for (let waits = (wait_seconds * 1000) / pollIntervalMs; ; waits--) {
    const { progress } = await assay.runs.fetchProgress(run_id)
    if (progress === undefined) throw new NotFoundError(`There is no run ${run_id} in this project.`)
    if (!progress.is_active || waits <= 0) return progress
    await setTimeout(pollIntervalMs)
  }
}

/** Failures of a run, with the names of its steps. */
async function failuresByStepName(
  assay: Assay,
  { runId, steps }: { readonly runId: string; readonly steps: readonly RunStep[] },
) {
  const nameOf = (key: string): string => steps.find((step) => step.key === key)?.name ?? key
  const reasons = await failuresOfRun(assay, runId)
  return reasons.map((reason) => ({ ...reason, steps: [...new Set(reason.steps.map(nameOf))] }))
}

export async function runSummary(assay: Assay, query: RunQuery) {
  const run = await requireRun(assay, query.run_id)
  const progress = await progressOf(assay, query)
  const steps = stepsOfRun(run)
  return {
    ...progress,
    name: run.name,
    steps: steps.map(({ type, name }) => ({ type, name })),
    failures: await failuresByStepName(assay, { runId: query.run_id, steps }),
  }
}

const runProgress = tool({
  name: 'run_progress',
  title: 'Run progress',
  description:
    'Status, scenarios and cells of a run, with its failures by reason. Without run_id: the latest runs. wait_seconds waits for the end of the run.',
  input: z.object({
    run_id: runId.optional(),
    wait_seconds: z.number().int().min(0).max(50).optional().describe('Default 0.'),
    cursor: cursorArgument,
  }),
  output: z.looseObject({
    run_id: z.string().optional(),
    status: z.string().optional(),
    is_active: z.boolean().optional().describe('False: the run has ended.'),
    scenarios: z.record(z.string(), z.number()).optional(),
    cells: z.record(z.string(), z.number()).optional(),
    steps: z.array(z.object({ type: z.string(), name: z.string() })).optional(),
    failures: failuresOutput.optional(),
    runs: z
      .array(
        z.object({
          id: z.string(),
          name: z.string().optional(),
          status: z.string().optional(),
          created_at: z.string(),
        }),
      )
      .optional()
      .describe('Without run_id.'),
  }),
  call: async (assay, { run_id, wait_seconds, cursor }) => {
    if (run_id !== undefined) return runSummary(assay, { run_id, wait_seconds })
    const position = positionOf(cursor, { limit: 20 })
    const { runs, windowing } = await assay.runs.query({ windowing: position.windowing })
    const items = runs.map(({ id, name, status, created_at }) => ({ id, name, status, created_at }))
    return new PagedAnswer('runs', { items, position, next: windowing })
  },
})

const runResults = tool({
  name: 'run_results',
  title: 'Read results of a run',
  description:
    'Rows of a run in order: inputs, and for each application and evaluator its outputs, or its error. only "failed" lists rows with an error.',
  input: z.object({
    run_id: runId,
    only: z.enum(['all', 'failed']).optional().describe('Default all.'),
    limit: z.number().int().min(1).max(100).optional().describe('Default 20.'),
    cursor: cursorArgument,
  }),
  output: z.object({
    failures: failuresOutput,
    rows: z.array(
      z.object({
        scenario_id: z.string(),
        status: z.string(),
        testcase_id: z.string().optional(),
        inputs: json.optional(),
        cells: z.array(
          z.object({
            step: z.string(),
            status: z.string(),
            trace_id: z.string().optional(),
            error: json.optional(),
            outputs: z.unknown().optional(),
          }),
        ),
      }),
    ),
  }),
  call: async (assay, { run_id, only, limit, cursor }) => {
    const steps = stepsOfRun(await requireRun(assay, run_id))
    const position = positionOf(cursor, { limit: limit ?? 20 })
    const { rows, next } = await rowsOfRun(assay, {
      runId: run_id,
      failedOnly: only === 'failed',
      windowing: position.windowing,
    })
    const items = rows.map(({ cells, ...row }) => ({
      ...row,
      cells: cells.flatMap(({ step: key, ...cell }) => {
        const step = steps.find((candidate) => candidate.key === key)
        // The cell of the input repeats the testcase.
        return step?.type === 'input' ? [] : [{ step: step?.name ?? key, ...cell }]
      }),
    }))
    return new PagedAnswer('rows', {
      items,
      position,
      next,
      rest: { failures: await failuresByStepName(assay, { runId: run_id, steps }) },
    })
  },
})

const runMetric = z.looseObject({ run_id: z.string(), count: z.number(), mean: z.number().optional() })

const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Metrics of runs side by side: the difference of each run from the first, with confidence interval and p-value. With rows: also each row.',
  input: z.object({
    run_ids: z.array(runId).min(2).max(10),
    rows: z.boolean().optional(),
    cursor: cursorArgument,
  }),
  output: z.object({
    baseline: z.string().nullable(),
    metrics: z.array(
      z.object({
        evaluator: z.string(),
        path: z.string(),
        type: z.string(),
        runs: z.array(runMetric),
        differences: z.array(
          z.looseObject({ run_id: z.string(), p_value: z.number(), significant: z.boolean() }),
        ),
      }),
    ),
    totals: z.array(json).optional(),
    rows: z.array(z.looseObject({ runs: z.array(json) })).optional(),
  }),
  call: async (assay, { run_ids, rows: withRows, cursor }) => {
    const position = positionOf(cursor, { limit: 100 })
    const { comparison, windowing } = await assay.runs.compare({
      runs: run_ids.map((run_id) => ({ run_id })),
      windowing: position.windowing,
    })
    const { rows, ...metrics } = comparison
    return withRows === true
      ? new PagedAnswer('rows', { items: rows, position, next: windowing, rest: metrics })
      : metrics
  },
})

const gate = tool({
  name: 'gate',
  title: 'Check a run against rules',
  description:
    'Checks the statistics of a finished run against rules, alone or relative to a baseline. Changes nothing.',
  input: z.object({
    run_id: runId,
    baseline_run_id: runId.optional(),
    rules: z
      .array(
        z.strictObject({
          evaluator: z.string().describe('Slug, id or step key.'),
          path: z.string().describe('For example success or score.'),
          statistic: z.string().describe('mean, rate, p95, …'),
          min: z.number().optional(),
          max: z.number().optional(),
          max_drop: z.number().optional().describe('Largest allowed drop from the baseline.'),
        }),
      )
      .min(1)
      .max(50),
  }),
  output: z.object({
    verdict: z.enum(['pass', 'fail']),
    reason: z.string().optional(),
    rules: z.array(
      z.looseObject({ evaluator: z.string(), passed: z.boolean(), reason: z.string().optional() }),
    ),
  }),
  call: async (assay, { run_id, baseline_run_id, rules }) => {
    const { gate: verdict } = await assay.runs.gate(run_id, {
      rules: rules.map(({ evaluator, path, statistic, ...bounds }) => ({
        evaluator,
        path,
        statistic,
        min: bounds.min ?? null,
        max: bounds.max ?? null,
        max_drop: bounds.max_drop ?? null,
      })),
      ...(baseline_run_id === undefined ? {} : { baseline_run_id }),
    })
    if (verdict === undefined) throw new NotFoundError(`There is no run ${run_id} in this project.`)
    return verdict
  },
})

export const runTools: readonly Tool[] = [startRunTool, runProgress, runResults, compareRuns, gate]
