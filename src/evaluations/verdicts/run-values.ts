// What the evaluators of a run answered, row by row: what comparisons, gates and lists of rows are made of.
import { isJsonObject, type Json } from '../../kernel/json/value.ts'
import type { Scope } from '../../access/scope.ts'
import { traceOutcomes, type StoredOutcome } from '../../programs/execution/stored-traces.ts'
import { measuredTotals, outputsPath } from '../statistics/metrics.ts'
import type { Step } from '../plan/steps.ts'
import type { EvaluationEngine } from '../records/engine.ts'
import { runRows, type ChosenRun, type RunRow, type RunRows } from './run-rows.ts'

/** Verdicts that can be counted; texts are those of categories. */
export type Value = number | boolean | string
/** By evaluator, then by path; a list has one value for each repeat. */
export type EvaluatorValues<V extends Value = number | boolean> = ReadonlyMap<
  string,
  ReadonlyMap<string, readonly V[]>
>

export interface ScenarioValues extends RunRow {
  readonly values: EvaluatorValues
}

/** Longer texts are no categories. */
const categoryCharactersMax = 200

/** Numbers, booleans and short texts of outputs by their full path. */
export function valuesIn(outputs: Json, path = outputsPath): readonly (readonly [string, Value])[] {
  if (typeof outputs === 'number' || typeof outputs === 'boolean') return [[path, outputs]]
  if (typeof outputs === 'string') return outputs.length > categoryCharactersMax ? [] : [[path, outputs]]
  if (!isJsonObject(outputs)) return []
  return Object.entries(outputs).flatMap(([name, below]) => valuesIn(below, `${path}.${name}`))
}

const isCounted = (value: Value): value is number | boolean => typeof value !== 'string'

/** Which steps of which rows are read, by the names that their values get. */
export interface WantedValues {
  readonly rows: readonly RunRow[]
  readonly steps: ReadonlyMap<string, Step>
  /** Whether time, cost, tokens and errors are values, too. */
  readonly withTotals: boolean
}

type Reading = readonly (readonly [string, Value])[]

/** What one cell says: outputs count when it succeeded and it is a judgement. */
function cellValues(outcome: StoredOutcome, countsOutputs: boolean, withTotals: boolean): Reading {
  return [
    ...(countsOutputs && outcome.outputs !== undefined ? valuesIn(outcome.outputs) : []),
    ...(withTotals ? measuredTotals(outcome) : []),
  ]
}

/** The values of rows by the ids of their scenarios, repeats in order. */
export async function rowValues(
  engine: EvaluationEngine,
  scope: Scope,
  { rows, steps, withTotals }: WantedValues,
): Promise<ReadonlyMap<string, EvaluatorValues<Value>>> {
  const found = new Map<string, Map<string, Map<string, Value[]>>>()
  for (const [name, step] of steps) {
    const isJudgement = step.type === 'annotation'
    if (!isJudgement && !withTotals) continue
    const cells = rows.flatMap((row) =>
      row.cells.filter(
        ({ stepKey, status, traceId }) =>
          stepKey === step.key && traceId !== undefined && (status === 'success' || withTotals),
      ),
    )
    const traceIds = cells.flatMap(({ traceId }) => traceId ?? [])
    const outcomes = await traceOutcomes(engine.spans, scope.projectId, traceIds, {
      withOutputs: isJudgement,
    })
    for (const { scenarioId, status, traceId } of cells.toSorted((a, b) => a.repeatIdx - b.repeatIdx)) {
      const outcome = traceId === undefined ? undefined : outcomes.get(traceId)
      if (outcome === undefined) continue
      const read = cellValues(outcome, isJudgement && status === 'success', withTotals)
      if (read.length === 0) continue
      const ofScenario = found.get(scenarioId) ?? new Map<string, Map<string, Value[]>>()
      found.set(scenarioId, ofScenario)
      const paths = ofScenario.get(name) ?? new Map<string, Value[]>()
      ofScenario.set(name, paths)
      for (const [path, value] of read) {
        const values = paths.get(path)
        if (values === undefined) paths.set(path, [value])
        else values.push(value)
      }
    }
  }
  return found
}

type Paths<V extends Value> = ReadonlyMap<string, readonly V[]>

const areCounted = (paths: Paths<Value>): paths is Paths<number | boolean> =>
  paths.values().every((list) => list.every(isCounted))

/** Numbers and booleans alone; what has none is left out. */
export function countedValues(values: EvaluatorValues<Value> | undefined): EvaluatorValues {
  const counted = new Map<string, ReadonlyMap<string, readonly (number | boolean)[]>>()
  for (const [name, paths] of values ?? []) {
    if (areCounted(paths)) {
      counted.set(name, paths)
      continue
    }
    const kept = new Map<string, readonly (number | boolean)[]>()
    for (const [path, list] of paths) {
      const numbers = list.filter(isCounted)
      if (numbers.length > 0) kept.set(path, numbers)
    }
    if (kept.size > 0) counted.set(name, kept)
  }
  return counted
}

/** The values of all judgements of a run. */
export async function judgedValues(
  engine: EvaluationEngine,
  scope: Scope,
  { rows, evaluators }: RunRows,
): Promise<readonly ScenarioValues[]> {
  const found = await rowValues(engine, scope, { rows, steps: evaluators, withTotals: false })
  return rows.map((row) => ({ ...row, values: countedValues(found.get(row.scenario.id)) }))
}

/** What there is of a run, scenarios in the order they were made. Scenarios without a testcase or trace are left out. */
export const runValues = async (
  engine: EvaluationEngine,
  scope: Scope,
  chosen: ChosenRun,
): Promise<readonly ScenarioValues[]> => judgedValues(engine, scope, await runRows(scope, chosen))
