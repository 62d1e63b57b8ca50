import { z } from 'zod'
import { NotThere } from '../../sdk/asking/names.ts'
import { startRun } from '../../sdk/asking/start-run.ts'
import { tool, type Tool } from '../tool.ts'

const names = z.array(z.string()).max(20).describe('slug, slug@version, slug/variant, or ids.')
const runId = z.string().describe('The id of a run.')

const startRunTool = tool({
  name: 'start_run',
  title: 'Start an evaluation',
  description:
    'Runs applications over the rows of a testset and has evaluators judge the outcome. Calls of models cost money: say how many rows there are before you start a large one. Answers the run; run_progress follows it.',
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
  title: 'How far a run is',
  description: 'Status, scenarios and cells of a run; without run_id, the newest runs.',
  input: z.object({ run_id: runId.optional() }),
  call: async (assay, { run_id }) => {
    if (run_id === undefined) {
      const { runs } = await assay.runs.query({ windowing: { limit: 20 } })
      return runs.map(({ id, name, status, created_at }) => ({ id, name, status, created_at }))
    }
    const { progress } = await assay.runs.fetchProgress(run_id)
    if (progress === undefined) throw new NotThere(`There is no run ${run_id} in this project.`)
    return progress
  },
})

const compareRuns = tool({
  name: 'compare_runs',
  title: 'Compare runs',
  description:
    'Metrics of runs side by side: the difference of each from the first, with its interval and p-value. rows: also row by row.',
  input: z.object({ run_ids: z.array(runId).min(2).max(10), rows: z.boolean().optional() }),
  call: async (assay, { run_ids, rows }) => {
    const { comparison } = await assay.runs.compare({ runs: run_ids.map((run_id) => ({ run_id })) })
    const { rows: compared, ...metrics } = comparison
    return rows === true ? { ...metrics, rows: compared } : metrics
  },
})

const gate = tool({
  name: 'gate',
  title: 'Hold a run to rules',
  description:
    'Whether a finished run holds rules on its statistics, alone and against a baseline. Nothing is changed by the verdict.',
  input: z.object({
    run_id: runId,
    baseline_run_id: runId.optional(),
    rules: z
      .array(
        z.object({
          evaluator: z.string().describe('Slug, id or step key.'),
          path: z.string().describe('Such as success or score.'),
          statistic: z.string().describe('mean, rate, p95, …'),
          min: z.number().optional(),
          max: z.number().optional(),
          max_drop: z.number().optional().describe('From the baseline.'),
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
    if (verdict === undefined) throw new NotThere(`There is no run ${run_id} in this project.`)
    return verdict
  },
})

export const runTools: readonly Tool[] = [startRunTool, runProgress, compareRuns, gate]
