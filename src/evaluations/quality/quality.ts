// The quality of an evaluator: its agreement with people on the rows that both have evaluated. Runs and annotations are
// read newest first, up to a bound; values are read only for those rows.
import { traceOutcomes } from '../../programs/execution/stored-traces.ts'
import { kinds } from '../../versioning/kinds.ts'
import type { References } from '../../versioning/references/references.ts'
import type { OperationContext } from '../records/engine.ts'
import { runsOf, subjectOf } from '../uses/where-used.ts'
import { valuesIn } from '../verdicts/metric-columns.ts'
import { compareWithPeople, type MetricQuality, type OutputValues } from './compare-values.ts'
import { annotationsByPeople, EvaluatedRows, evaluatorSteps } from './evaluated-rows.ts'

export interface EvaluatorQuality {
  /** The number of examined runs. */
  readonly runs: number
  /** Rows that both have evaluated. */
  readonly rows: number
  /** Whether older runs were not examined. */
  readonly more: boolean
  readonly metrics: readonly MetricQuality[]
}

/** Limits: runs that reference the evaluator, runs in which it ran, and rows of those. */
const referencingRunsMax = 200
export const runsMax = 50
export const rowsMax = 20_000

/** The quality of an evaluator or of one revision of it. */
export async function evaluatorQuality(
  context: OperationContext,
  references: References,
): Promise<EvaluatorQuality> {
  const { read } = context.scope.store
  const referencingRuns = await runsOf(context.scope, {
    subject: await subjectOf({ scope: context.scope, kind: kinds.evaluator }, references),
    limit: referencingRunsMax,
  })
  const uses = referencingRuns.items.filter((use) => evaluatorSteps(use).length > 0)
  const sharedRows = new EvaluatedRows()
  let runs = 0
  for (const use of uses) {
    if (runs === runsMax || sharedRows.size >= rowsMax) break
    sharedRows.add(use, await read.runCells(context.scope.projectId, use.run.id))
    runs += 1
  }
  const annotations = sharedRows.size === 0 ? new Map<string, never>() : await annotationsByPeople(context)
  const rows = sharedRows.withPeople(annotations).slice(0, rowsMax)
  const traceIds = rows.flatMap(({ evaluator, people }) => [...evaluator, ...people])
  const outcomes = await traceOutcomes(context.engine.spans, {
    projectId: context.scope.projectId,
    traceIds,
    outcomeOptions: {
      withOutputs: true,
    },
  })
  const valuesOf = (ids: ReadonlySet<string>): readonly OutputValues[] =>
    [...ids].flatMap((id) => {
      const outputs = outcomes.get(id)?.outputs
      return outputs === undefined ? [] : [valuesIn(outputs)]
    })
  const comparableRows = rows
    .map((row) => ({ ...row, evaluator: valuesOf(row.evaluator), people: valuesOf(row.people) }))
    .filter(({ evaluator, people }) => evaluator.length > 0 && people.length > 0)
  return {
    runs,
    rows: comparableRows.length,
    more: referencingRuns.hasMore || runs < uses.length,
    metrics: compareWithPeople(comparableRows),
  }
}
