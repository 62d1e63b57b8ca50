import { z } from 'zod'
import { NotFoundError } from '../../sdk/shared/names.ts'
import { startRun } from '../../sdk/shared/start-run.ts'
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
  call: async (assay, { testset, applications, evaluators, repeats, name }) => {
    const evaluation = await startRun(assay, {
      testset,
      applications: applications ?? [],
      evaluators: evaluators ?? [],
      repeats: repeats ?? 1,
      name,
    })
    return evaluation === undefined
      ? undefined
      : { run_id: evaluation.id, name: evaluation.name, status: evaluation.status }
  },
})

const runProgress = tool({
  name: 'run_progress',
  title: 'Run progress',
  description: 'Status, scenarios and cells of a run. Without run_id: the latest runs.',
  input: z.object({ run_id: runId.optional() }),
  call: async (assay, { run_id }) => {
    if (run_id === undefined) {
      const { runs } = await assay.runs.query({ windowing: { limit: 20 } })
      return runs.map(({ id, name, status, created_at }) => ({ id, name, status, created_at }))
    }
    const { progress } = await assay.runs.fetchProgress(run_id)
    if (progress === undefined) throw new NotFoundError(`There is no run ${run_id} in this project.`)
    return progress
  },
})

const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Metrics of runs side by side: the difference of each run from the first, with confidence interval and p-value. With rows: also each row.',
  input: z.object({ run_ids: z.array(runId).min(2).max(10), rows: z.boolean().optional() }),
  call: async (assay, { run_ids, rows }) => {
    const { comparison } = await assay.runs.compare({ runs: run_ids.map((run_id) => ({ run_id })) })
    const { rows: compared, ...metrics } = comparison
    return rows === true ? { ...metrics, rows: compared } : metrics
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
        z.object({
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

export const runTools: readonly Tool[] = [startRunTool, runProgress, compareRuns, gate]
