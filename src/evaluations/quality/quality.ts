// The quality of an evaluator: how far it agrees with people on the rows that both have judged. Runs and annotations are looked
// at from the newest on, up to a bound; what was said is read of those rows alone.
import type { Scope } from '../../access/scope.ts'
import { traceOutcomes } from '../../programs/execution/stored-traces.ts'
import { kinds } from '../../versioning/kinds.ts'
import type { References } from '../../versioning/references/references.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runsOf, subjectOf } from '../uses/where-used.ts'
import { valuesIn } from '../verdicts/metric-columns.ts'
import { comparedWithPeople, type MetricQuality, type Said } from './compared.ts'
import { annotationsByPeople, JudgedRows, ownSteps } from './judgements.ts'

export interface EvaluatorQuality {
  /** Runs that were looked at. */
  readonly runs: number
  /** Rows that both have judged. */
  readonly rows: number
  /** There are older runs that were not looked at. */
  readonly more: boolean
  readonly metrics: readonly MetricQuality[]
}

/** Runs that name the evaluator, those among them in which it judged, and rows of these. */
const namingMax = 200
export const runsMax = 50
export const rowsMax = 20_000

/** An evaluator, or one revision of it. */
export async function evaluatorQuality(
  engine: EvaluationEngine,
  scope: Scope,
  references: References,
): Promise<EvaluatorQuality> {
  const { read } = scope.store
  const naming = await runsOf(scope, await subjectOf(scope, kinds.evaluator, references), namingMax)
  const uses = naming.items.filter((use) => ownSteps(use).length > 0)
  const judged = new JudgedRows()
  let runs = 0
  for (const use of uses) {
    if (runs === runsMax || judged.size >= rowsMax) break
    judged.add(use, await read.runCells(scope.projectId, use.run.id))
    runs += 1
  }
  const annotations = judged.size === 0 ? new Map<string, never>() : await annotationsByPeople(engine, scope)
  const rows = judged.withPeople(annotations).slice(0, rowsMax)
  const traceIds = rows.flatMap(({ evaluator, people }) => [...evaluator, ...people])
  const outcomes = await traceOutcomes(engine.spans, scope.projectId, traceIds, { withOutputs: true })
  const saidIn = (ids: ReadonlySet<string>): readonly Said[] =>
    [...ids].flatMap((id) => {
      const outputs = outcomes.get(id)?.outputs
      return outputs === undefined ? [] : [valuesIn(outputs)]
    })
  const both = rows
    .map((row) => ({ ...row, evaluator: saidIn(row.evaluator), people: saidIn(row.people) }))
    .filter(({ evaluator, people }) => evaluator.length > 0 && people.length > 0)
  return {
    runs,
    rows: both.length,
    more: naming.more || runs < uses.length,
    metrics: comparedWithPeople(both),
  }
}
