// Routes about finished runs: comparisons, gates, manifests.
import { withExample } from '../examples.ts'
import { evaluationManifestExample } from './examples.ts'
import { withoutUndefined } from '../../kernel/own.ts'
import { z } from 'zod'
import { compareRuns } from '../../evaluations/verdicts/compare.ts'
import { requireRuns } from '../../evaluations/verdicts/compared-runs.ts'
import type { SnapshotCache, RunsToRead } from '../../evaluations/verdicts/snapshot-cache.ts'
import { gateRun } from '../../evaluations/verdicts/gate.ts'
import { manifestOf, verifyManifest, type ManifestSource } from '../../evaluations/verdicts/manifests.ts'
import type { GateRule } from '../../evaluations/statistics/gate.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationRun } from '../../storage/contract/contract.ts'
import { bool, float, optional, fieldIssue, uuid } from '../../kernel/validation.ts'
import { freeObject, definedMembers, single } from '../record-fields.ts'
import { stated } from '../stated-rules.ts'
import { projectRoute, type Route, untypedAnswer } from '../route.ts'
import { idParams, listOf, windowing, windowingAnswer } from '../field-schemas.ts'
import { fetchOne, viewerAccess, type EvaluationContext } from './context.ts'
import { stepKey } from './request-schemas.ts'
import { pageCodes } from '../codes.ts'

const numbers = z.array(z.number())

const metricRun = z
  .object({
    run_id: z.guid(),
    count: z.int(),
    mean: z.number().optional(),
    std: z.number().optional(),
    ci95: numbers.optional(),
  })
  .meta({ id: 'ComparedRunMetric' })

const difference = z
  .object({
    run_id: z.guid(),
    mean: z.number().optional(),
    ci95: numbers.optional(),
    p_value: z.number(),
    test: z.enum(['sign_flip_permutation', 'mcnemar_exact']),
    n: z.int(),
    wins: z.int(),
    losses: z.int(),
    ties: z.int(),
    significant: z.boolean(),
  })
  .meta({ id: 'RunDifference' })

const comparedMetric = z
  .object({
    evaluator: z.string(),
    path: z.string(),
    type: z.string(),
    runs: z.array(metricRun),
    differences: z.array(difference),
  })
  .meta({ id: 'ComparedMetric' })

const comparedTotal = comparedMetric.omit({ evaluator: true }).meta({ id: 'ComparedTotal' })

const scenarioOfRun = z
  .object({
    run_id: z.guid(),
    scenario_id: z.guid(),
    trace_id: z.string().optional(),
    status: z.string(),
    values: z.record(z.string(), freeObject),
  })
  .meta({ id: 'ComparedScenario' })

export const comparedRow = withExample(
  z
    .object({
      testcase_id: z.string().optional(),
      source_trace_id: z.string().optional(),
      runs: z.array(scenarioOfRun),
    })
    .meta({ id: 'ComparedRow' }),
  {
    testcase_id: '2cd64c43-b55a-5337-a5ea-b243f3e4ea53',
    runs: [
      {
        run_id: '01a1e3d2-fa62-7a28-9e3c-60f04b353ad5',
        scenario_id: '01a1e3d2-fa67-79b2-9c65-76cb71445108',
        trace_id: '175b1640c8b93713bccf463eb1811e21',
        status: 'success',
        values: {},
      },
    ],
  },
)

const comparisonAnswer = withExample(
  z
    .object({
      baseline: z.guid().nullable(),
      metrics: z.array(comparedMetric),
      totals: z.array(comparedTotal).optional(),
      rows: z.array(comparedRow),
    })
    .meta({ id: 'EvaluationComparison' }),
  { baseline: '01a1e27e-75bf-7d0e-b252-fa1fb3600635', metrics: [], rows: [] },
)

/** The maximum number of runs of one answer. */
const runsMax = 20

/** The runs of a request, and how their rows are matched. */
export const runsToCompare = {
  runs: z
    .array(z.object({ run_id: uuid, application_step_key: optional(stepKey) }).meta({ id: 'RunToCompare' }))
    .min(1)
    .max(runsMax),
  match: optional(z.enum(['testcase_id', 'testcase_dedup_id'])),
  reading: optional(z.string().min(1).max(100)).meta({
    description:
      'A name for a snapshot of the runs. Requests with the same name within five minutes are answered from the snapshot, even if the runs change.',
  }),
}

interface RunsRequest {
  readonly runs: readonly { readonly run_id: string; readonly application_step_key?: string | undefined }[]
  readonly match?: RunsToRead['match'] | undefined
  readonly reading?: string | undefined
}

export const runsToRead = (
  snapshots: SnapshotCache,
  { scope, request }: { readonly scope: Scope; readonly request: RunsRequest },
): RunsToRead => ({
  runs: request.runs.map(({ run_id, application_step_key }) => ({
    runId: run_id,
    applicationStepKey: application_step_key,
  })),
  match: request.match ?? 'testcase_id',
  snapshot:
    request.reading === undefined ? undefined : snapshots.namedSnapshot(scope.projectId, request.reading),
})

const compareRoute = ({ engine, snapshots, limits }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/compare',
    operationId: 'compare_runs',
    examples: { body: { runs: [{ run_id: '01a1e27e-75bf-7d0e-b252-fa1fb3600635' }] } },
    sdkName: 'runs.compare',
    errors: ['not_found', ...pageCodes],
    summary: 'Compare runs: the differences from the first one, with tests of significance.',
    ...viewerAccess,
    body: z.object({
      ...runsToCompare,
      include: optional(z.array(z.enum(['totals'])).max(1)).meta({
        description: 'totals: duration, cost, tokens and errors of the applications, paired by row.',
      }),
      windowing: optional(windowing),
    }),
    answer: z.object({
      count: z.int(),
      comparison: comparisonAnswer,
      windowing: windowingAnswer.optional(),
    }),
    handle: async ({ body }, { scope }) => {
      const comparisonRequest = {
        ...runsToRead(snapshots, { scope, request: body }),
        windowing: body.windowing ?? {},
        withTotals: body.include?.includes('totals') === true,
      }
      const { comparison, windowing: next } = await compareRuns(
        { engine, scope },
        { request: comparisonRequest, limits },
      )
      return untypedAnswer({
        count: 1,
        comparison,
        ...(next === undefined ? {} : { windowing: definedMembers({ ...next }) }),
      })
    },
  })

const number = float(-Number.MAX_VALUE, Number.MAX_VALUE)

const rule = z
  .object({
    evaluator: stepKey,
    path: z.string().min(1).max(1000),
    statistic: z
      .string()
      .regex(/^(mean|rate|min|max|sum|std|count|median|p\d{1,2}(\.\d{1,3})?)$/, 'Unknown statistic.'),
    min: optional(number),
    max: optional(number),
    max_drop: optional(number),
    significant_only: optional(bool),
  })
  .transform((input): GateRule => withoutUndefined(input))
  .meta({ id: 'EvaluationGateRule' })

const gateBody = z
  .object({ baseline_run_id: optional(uuid), rules: listOf(rule) })
  .superRefine(({ baseline_run_id, rules }, ctx) => {
    if (baseline_run_id !== undefined) return
    for (const [i, { max_drop }] of rules.entries()) {
      if (max_drop === undefined) continue
      const path = ['rules', i, 'max_drop']
      ctx.addIssue(fieldIssue('value_error', 'A drop needs a baseline_run_id.', { path, input: max_drop }))
    }
  })
  .meta(stated('A rule with max_drop needs a baseline_run_id.'))

const gateAnswer = withExample(
  z
    .object({
      verdict: z.enum(['pass', 'fail']),
      reason: z.string().optional(),
      rules: z.array(
        z
          .looseObject({
            evaluator: z.string(),
            path: z.string(),
            statistic: z.string(),
            value: z.number().optional(),
            baseline: z.number().optional(),
            passed: z.boolean(),
            reason: z.string().optional(),
          })
          .meta({ id: 'GateRuleVerdict' }),
      ),
    })
    .meta({ id: 'EvaluationGate' }),
  {
    verdict: 'fail',
    rules: [
      {
        evaluator: 'exact',
        path: 'score',
        statistic: 'mean',
        min: 0.8,
        passed: false,
        reason: 'The run has no such statistic.',
      },
    ],
  },
)

const gateRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/gate',
    operationId: 'gate_run',
    examples: { body: { rules: [{ evaluator: 'exact', path: 'score', statistic: 'mean', min: 0.8 }] } },
    sdkName: 'runs.gate',
    errors: ['not_found', 'run_not_finished'],
    summary: 'Check a finished run against rules, alone or compared with a baseline.',
    ...viewerAccess,
    params: idParams,
    body: gateBody,
    answer: single('gate', gateAnswer),
    handle: async ({ params, body }, { scope }) => {
      const { rules, baseline_run_id: baselineRunId } = body
      return { count: 1, gate: await gateRun({ engine, scope }, { runId: params.id, baselineRunId, rules }) }
    },
  })

const manifestAnswer = withExample(
  z
    .object({
      run_id: z.guid(),
      revisions: z.array(
        z
          .object({ name: z.string(), id: z.guid(), version: z.string(), content_hash: z.string() })
          .meta({ id: 'ManifestRevision' }),
      ),
      testcases_hash: z.string(),
      prices_hash: z.string(),
      program_version: z.string(),
      created_at: z.string(),
      hash_version: z
        .literal(2)
        .optional()
        .meta({ description: 'Coverage of `hash`. 2: all other members; absent: all but `created_at`.' }),
      hash: z.string(),
    })
    .meta({ id: 'EvaluationManifest' }),
  evaluationManifestExample,
)

const verificationAnswer = withExample(
  z
    .object({
      ok: z.boolean(),
      mismatches: z.array(
        z
          .object({ name: z.string(), expected: z.string().nullable(), actual: z.string().nullable() })
          .meta({ id: 'ManifestMismatch' }),
      ),
    })
    .meta({ id: 'EvaluationVerification' }),
  { ok: true, mismatches: [] },
)

const manifestParts = (
  context: EvaluationContext,
  { scope, run }: { readonly scope: Scope; readonly run: EvaluationRun },
): ManifestSource => ({
  reads: scope.store.read,
  projectId: scope.projectId,
  run,
  programVersion: context.version,
  now: context.engine.clock.now(),
})

const manifestRoutes = (context: EvaluationContext): readonly Route[] => [
  projectRoute({
    method: 'GET',
    path: '/evaluations/runs/{id}/manifest',
    operationId: 'fetch_run_manifest',
    sdkName: 'runs.fetchManifest',
    summary: 'The parts of a run, with ids and content hashes.',
    ...viewerAccess,
    params: idParams,
    answer: single('manifest', manifestAnswer),
    handle: async ({ params }, { scope }) => {
      const run = await fetchOne(scope, { kind: 'run', id: params.id })
      if (run === undefined) return { count: 0 }
      return { count: 1, manifest: await manifestOf(manifestParts(context, { scope, run })) }
    },
  }),
  projectRoute({
    method: 'POST',
    path: '/evaluations/runs/{id}/manifest/verify',
    operationId: 'verify_run_manifest',
    sdkName: 'runs.verifyManifest',
    errors: ['not_found'],
    summary: 'Verify that the parts of a run are unchanged.',
    ...viewerAccess,
    params: idParams,
    answer: single('verification', verificationAnswer),
    handle: async ({ params }, { scope }) => {
      const [run] = await requireRuns(scope, [params.id])
      if (run === undefined) return { count: 0 }
      return { count: 1, verification: await verifyManifest(manifestParts(context, { scope, run })) }
    },
  }),
]

export const verdictRoutes = (context: EvaluationContext): readonly Route[] => [
  compareRoute(context),
  gateRoute(context),
  ...manifestRoutes(context),
]
