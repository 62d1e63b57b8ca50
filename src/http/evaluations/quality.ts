// The route that reports how far an evaluator agrees with people.
import { withExample } from '../examples.ts'
import { evaluatorMetricQualityExample } from './examples.ts'
import { withoutUndefined } from '../../kernel/own.ts'
import { z } from 'zod'
import type { MetricQuality } from '../../evaluations/quality/compare-values.ts'
import { evaluatorQuality, rowsMax, runsMax } from '../../evaluations/quality/quality.ts'
import { referenceCodes } from '../codes.ts'
import { projectRoute, type Route } from '../route.ts'
import { optionalReference } from '../field-schemas.ts'
import { referenceRule, stated } from '../stated-rules.ts'
import { viewerAccess, type EvaluationContext } from './context.ts'
import { annotationValue } from './request-schemas.ts'

const disagreement = z
  .object({
    run_id: z.guid(),
    scenario_id: z.guid(),
    trace_id: z.string().optional(),
    evaluator: annotationValue,
    people: annotationValue,
  })
  .meta({ id: 'EvaluatorDisagreement' })

const metric = withExample(
  z
    .object({
      path: z.string(),
      people_path: z.string(),
      kind: z.enum(['boolean', 'category', 'number']),
      n: z.int(),
      equal: z.number(),
      interval: z.array(z.number()).optional(),
      kappa: z.number().optional(),
      alpha: z.number().optional(),
      correlation: z.number().optional(),
      mean_difference: z.number().optional(),
      values: z.array(annotationValue).optional(),
      matrix: z.array(z.array(z.int())).optional(),
      disagreements: z.array(disagreement),
      disagreement_count: z.int(),
    })
    .meta({
      id: 'EvaluatorMetricQuality',
      description:
        'equal: the share of rows with equal values. interval: the 95 % confidence interval of equal, or of mean_difference (evaluator minus people). matrix: the evaluator has the rows, people have the columns; both in the order of `values`.',
    }),
  evaluatorMetricQualityExample,
)

const wireMetric = ({
  peoplePath,
  meanDifference,
  disagreementCount,
  disagreements,
  ...rest
}: MetricQuality) =>
  withoutUndefined({
    ...rest,
    people_path: peoplePath,
    mean_difference: meanDifference,
    disagreements: disagreements.map(({ runId, scenarioId, traceId, evaluator, people }) =>
      withoutUndefined({ run_id: runId, scenario_id: scenarioId, trace_id: traceId, evaluator, people }),
    ),
    disagreement_count: disagreementCount,
  })

export const qualityRoute = ({ engine }: EvaluationContext): Route =>
  projectRoute({
    method: 'POST',
    path: '/evaluations/evaluators/quality',
    operationId: 'query_evaluator_quality',
    examples: { body: { evaluator_ref: { slug: 'exact' } } },
    sdkName: 'evaluators.quality',
    errors: ['not_found', ...referenceCodes, 'budget_exceeded'],
    summary:
      'The agreement of an evaluator, or of one revision, with people on the rows that both evaluated.',
    description:
      `Reads the newest ${runsMax} runs, up to ${rowsMax} rows. Values of people are results of steps with origin \`human\` and annotations of the evaluated trace. ` +
      'Values with the same path are compared; otherwise the only boolean of each, and the only number (correlation only). `more` is true if older runs exist.',
    ...viewerAccess,
    body: z
      .object({
        evaluator_ref: optionalReference,
        evaluator_variant_ref: optionalReference,
        evaluator_revision_ref: optionalReference,
      })
      .meta({ id: 'EvaluatorQualityRequest', ...stated(referenceRule) }),
    answer: z.object({
      count: z.int(),
      runs: z.int(),
      rows: z.int(),
      more: z.boolean(),
      metrics: z.array(metric),
    }),
    handle: async ({ body }, { scope }) => {
      const { metrics, ...quality } = await evaluatorQuality(
        { engine, scope },
        {
          artifact: body.evaluator_ref,
          variant: body.evaluator_variant_ref,
          revision: body.evaluator_revision_ref,
        },
      )
      return { count: metrics.length, ...quality, metrics: metrics.map(wireMetric) }
    },
  })
