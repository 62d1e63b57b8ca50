// Which rows an evaluator and people have both judged, found without reading what they said: cells of runs, and the annotations
// of people. There are few of the latter and many of the former, so that people decide what is read of the rest.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import { ownMember } from '../../kernel/own.ts'
import type { Scope } from '../../access/scope.ts'
import type { EvaluationCell, EvaluationRun } from '../../storage/contract/contract.ts'
import { simpleWhere } from '../../tracing/simple/query.ts'
import { evaluatedStep, stepsOf, type Step } from '../plan/steps.ts'
import { judgedTrace } from '../queues/turns.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runData } from '../records/run-data.ts'
import type { RunUse } from '../uses/where-used.ts'

/** So many of the newest annotations by people are looked at. */
const annotationsMax = 5000

/** A row with the traces of its judgements. */
export interface JudgedRow {
  readonly runId: string
  readonly scenarioId: string
  readonly traceId: string | undefined
  readonly evaluatorStep: string
  readonly evaluator: Set<string>
  readonly people: Set<string>
}

/** Annotations by people: their traces by the traces that they are about. */
export async function annotationsByPeople(
  { spans }: EvaluationEngine,
  { projectId }: Scope,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await spans.queries.page(
    { projectId },
    {
      where: simpleWhere({ traceType: 'annotation', origin: 'human' }),
      bounds: { sql: 'true', params: {} },
      order: 'descending',
      limit: annotationsMax,
    },
  )
  const found = new Map<string, string[]>()
  for (const { trace_id: own, links } of rows) {
    for (const text of links) {
      const link = JSON.parse(text) as Json
      const about = isJsonObject(link) ? ownMember(link, 'trace_id') : undefined
      if (typeof about !== 'string') continue
      const known = found.get(about)
      if (known === undefined) found.set(about, [own])
      else known.push(own)
    }
  }
  return found
}

interface Met {
  readonly run: EvaluationRun
  readonly step: Step
  readonly cell: EvaluationCell
  /** The trace that is judged, else the scenario and what is judged of it. */
  readonly row: string
  readonly traceId: string | undefined
}

/** The judgements of these steps that there are in a run. */
function judgementsOf(
  run: EvaluationRun,
  steps: readonly Step[],
  cells: readonly EvaluationCell[],
): readonly Met[] {
  const data = runData(run)
  const stepOf = new Map(steps.map((step) => [step.key, step]))
  const ofScenario = Map.groupBy(cells, ({ scenarioId }) => scenarioId)
  return cells.flatMap((cell): readonly Met[] => {
    const step = stepOf.get(cell.stepKey)
    if (step === undefined || cell.status !== 'success' || cell.traceId === undefined) return []
    const results = ofScenario.get(cell.scenarioId) ?? []
    const traceId = judgedTrace(run, { results }, { step, repeatIdx: cell.repeatIdx })
    const row = traceId ?? `${cell.scenarioId} ${evaluatedStep(data, step)?.key ?? ''}`
    return [{ run, step, cell, row, traceId }]
  })
}

const isHuman = ({ origin }: Step): boolean => origin === 'human'

/** The steps of a run by which the evaluator itself judged: what people say in its form is theirs. */
export const ownSteps = ({ run, steps }: RunUse): readonly Step[] =>
  stepsOf(runData(run), 'annotation').filter((step) => steps.includes(step.key) && !isHuman(step))

/** Rows by what is judged. A trace that was judged in several runs is one row, as the first of these judged it. */
export class JudgedRows {
  readonly #rows = new Map<string, JudgedRow>()

  get size(): number {
    return this.#rows.size
  }

  add(use: RunUse, cells: readonly EvaluationCell[]): void {
    const { run } = use
    for (const { step, cell, row, traceId } of judgementsOf(run, ownSteps(use), cells)) {
      const { scenarioId, traceId: judgement = '' } = cell
      const known = this.#rows.get(row)
      if (known === undefined) {
        const [evaluator, people] = [new Set([judgement]), new Set<string>()]
        this.#rows.set(row, {
          runId: run.id,
          scenarioId,
          traceId,
          evaluatorStep: step.key,
          evaluator,
          people,
        })
      } else if (known.runId === run.id && known.evaluatorStep === step.key) known.evaluator.add(judgement)
    }
    const human = stepsOf(runData(run), 'annotation').filter(isHuman)
    for (const { row, cell } of judgementsOf(run, human, cells)) {
      this.#rows.get(row)?.people.add(cell.traceId ?? '')
    }
  }

  /** Those that people have judged, too. */
  withPeople(annotations: ReadonlyMap<string, readonly string[]>): readonly JudgedRow[] {
    for (const row of this.#rows.values()) {
      for (const own of annotations.get(row.traceId ?? '') ?? []) {
        if (!row.evaluator.has(own)) row.people.add(own)
      }
    }
    return [...this.#rows.values()].filter(({ people }) => people.size > 0)
  }
}
