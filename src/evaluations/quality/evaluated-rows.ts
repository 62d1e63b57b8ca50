// Finds the rows that an evaluator and people have both evaluated, from cells of runs and annotations of people,
// without reading values. There are few annotations and many cells, so annotations decide which rows are read.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { EvaluationCell, EvaluationRun } from '../../storage/contract/contract.ts'
import { simpleWhere } from '../../tracing/simple/query.ts'
import { evaluatedStep, stepsOf, type Step } from '../plan/steps.ts'
import { evaluatedTrace } from '../queues/assignments.ts'
import type { OperationContext } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import type { RunUse } from '../uses/where-used.ts'

/** The most annotations by people that are examined, newest first. */
const annotationsMax = 5000

/** A row with the traces of its evaluations. */
export interface EvaluatedRow {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly evaluatorStep: string
  readonly evaluator: Set<string>
  readonly people: Set<string>
}

/** Annotations by people: annotation trace ids by the annotated trace. */
export async function annotationsByPeople({
  engine: { spans },
  scope: { projectId },
}: OperationContext): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await spans.queries.page(
    { projectId },
    {
      where: simpleWhere({ traceType: 'annotation', origin: 'human' }),
      bounds: { sql: 'true', params: {} },
      order: 'descending',
      limit: annotationsMax,
    },
  )
  const annotations = new Map<string, string[]>()
  for (const { trace_id: annotationId, links } of rows) {
    for (const text of links) {
      const link: Json = JSON.parse(text)
      const annotatedId = isJsonObject(link) ? ownMember(link, 'trace_id') : undefined
      if (typeof annotatedId !== 'string') continue
      const ids = annotations.get(annotatedId)
      if (ids === undefined) annotations.set(annotatedId, [annotationId])
      else ids.push(annotationId)
    }
  }
  return annotations
}

interface StepAnnotation {
  readonly run: EvaluationRun
  readonly step: Step
  readonly cell: EvaluationCell
  /** The evaluated trace, or else the scenario and its evaluated step. */
  readonly rowKey: string
  readonly traceId: string | undefined
}

/** The annotations of these steps in a run. */
function stepAnnotations(
  run: EvaluationRun,
  { steps, cells }: { readonly steps: readonly Step[]; readonly cells: readonly EvaluationCell[] },
): readonly StepAnnotation[] {
  const data = runData(run)
  const stepsByKey = new Map(steps.map((step) => [step.key, step]))
  const cellsByScenario = Map.groupBy(cells, ({ scenarioId }) => scenarioId)
  return cells.flatMap((cell): readonly StepAnnotation[] => {
    const step = stepsByKey.get(cell.stepKey)
    if (step === undefined || cell.status !== 'success' || cell.traceId === undefined) return []
    const results = cellsByScenario.get(cell.scenarioId) ?? []
    const traceId = evaluatedTrace(run, { scenarioPlan: { results }, step, repeatIdx: cell.repeatIdx })
    const rowKey = traceId ?? `${cell.scenarioId} ${evaluatedStep(data, step)?.key ?? ''}`
    return [{ run, step, cell, rowKey, traceId }]
  })
}

const isHuman = ({ origin }: Step): boolean => origin === 'human'

/** The steps in which the evaluator itself ran; steps in which people fill in its form are excluded. */
export const evaluatorSteps = ({ run, steps }: RunUse): readonly Step[] =>
  stepsOf(runData(run), 'annotation').filter((step) => steps.includes(step.key) && !isHuman(step))

/** Rows by evaluated trace. A trace evaluated in several runs is one row, with the evaluation of the first run. */
export class EvaluatedRows {
  readonly #rows = new Map<string, EvaluatedRow>()

  get size(): number {
    return this.#rows.size
  }

  add(use: RunUse, cells: readonly EvaluationCell[]): void {
    const { run } = use
    for (const { step, cell, rowKey, traceId } of stepAnnotations(run, {
      steps: evaluatorSteps(use),
      cells,
    })) {
      const { scenarioId, traceId: annotationId = '' } = cell
      const existingRow = this.#rows.get(rowKey)
      if (existingRow === undefined) {
        const [evaluator, people] = [new Set([annotationId]), new Set<string>()]
        this.#rows.set(rowKey, {
          runId: run.id,
          scenarioId,
          traceId,
          evaluatorStep: step.key,
          evaluator,
          people,
        })
      } else if (existingRow.runId === run.id && existingRow.evaluatorStep === step.key)
        existingRow.evaluator.add(annotationId)
    }
    const humanSteps = stepsOf(runData(run), 'annotation').filter(isHuman)
    for (const { rowKey, cell } of stepAnnotations(run, { steps: humanSteps, cells })) {
      this.#rows.get(rowKey)?.people.add(cell.traceId ?? '')
    }
  }

  /** The rows that both the evaluator and people have annotated. Also adds annotations from outside of the runs. */
  withPeople(annotations: ReadonlyMap<string, readonly string[]>): readonly EvaluatedRow[] {
    for (const row of this.#rows.values()) {
      for (const annotationId of annotations.get(row.traceId ?? '') ?? []) {
        if (!row.evaluator.has(annotationId)) row.people.add(annotationId)
      }
    }
    return [...this.#rows.values()].filter(({ people }) => people.size > 0)
  }
}
