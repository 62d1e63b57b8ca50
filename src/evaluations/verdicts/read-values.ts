// What was read of runs, and how a metric of a row is found in it.
import { meanOf } from '../statistics/descriptive.ts'
import { metricPath } from '../statistics/metrics.ts'
import type { Step } from '../plan/steps.ts'
import type { ComparedRow } from './compare.ts'
import { isNamed, type RunRow, type RunRows } from './run-rows.ts'
import type { EvaluatorValues, Value } from './run-values.ts'

/** An evaluator or another step by any of its names, and a path, short or in full: the words of gates. */
export interface RowMetric {
  readonly evaluator: string
  readonly path: string
}

export type Row = ComparedRow<RunRow>

/** The step that a name means in a run, and the name that its values have. */
export function namedStep(
  { evaluators, application }: RunRows,
  name: string,
): readonly [string, Step] | undefined {
  const exact = evaluators.get(name)
  if (exact !== undefined) return [name, exact]
  const found = [...evaluators].find(([, step]) => isNamed(step, name))
  if (found !== undefined) return found
  return application !== undefined && isNamed(application, name) ? [application.key, application] : undefined
}

/** Repeats count as their mean; of texts the first one counts. */
export function oneValue(values: readonly Value[]): number | string | undefined {
  const [first] = values
  if (first === undefined || typeof first === 'string') return first
  return meanOf(values.filter((value) => typeof value !== 'string').map(Number))
}

export type ScenarioMap = ReadonlyMap<string, EvaluatorValues<Value>>

export class ReadValues {
  readonly #runs: readonly RunRows[]
  readonly #values: readonly ScenarioMap[]

  constructor(runs: readonly RunRows[], values: readonly ScenarioMap[]) {
    this.#runs = runs
    this.#values = values
  }

  ofScenario(side: number, scenarioId: string): EvaluatorValues<Value> | undefined {
    return this.#values[side]?.get(scenarioId)
  }

  /** All values of a metric that a row has in one run. */
  all({ cells }: Row, side: number, { evaluator, path }: RowMetric): readonly Value[] {
    const runRowsOfSide = this.#runs[side]
    const name = runRowsOfSide && namedStep(runRowsOfSide, evaluator)?.[0]
    if (name === undefined) return []
    const full = metricPath(path)
    return cells.flatMap((cell) =>
      cell.side === side
        ? (this.ofScenario(side, cell.scenario.scenario.id)?.get(name)?.get(full) ?? [])
        : [],
    )
  }

  one(row: Row, side: number, metric: RowMetric): number | string | undefined {
    return oneValue(this.all(row, side, metric))
  }

  /** How much more a run has than the first; undefined unless both have a number. */
  difference(row: Row, side: number, metric: RowMetric): number | undefined {
    const before = this.one(row, 0, metric)
    const after = this.one(row, side, metric)
    return typeof before === 'number' && typeof after === 'number' ? after - before : undefined
  }

  /** Metrics that a row has in any run. */
  metricsOf({ cells }: Row): readonly RowMetric[] {
    const met = new Map<string, RowMetric>()
    for (const { side, scenario } of cells) {
      for (const [evaluator, paths] of this.ofScenario(side, scenario.scenario.id) ?? []) {
        for (const path of paths.keys()) met.set(`${evaluator} ${path}`, { evaluator, path })
      }
    }
    return [...met.values()]
  }
}
