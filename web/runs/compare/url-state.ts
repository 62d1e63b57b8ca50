// What stands in the address of a comparison.
import type { EvaluationGateRule } from './model.ts'

export interface CompareView {
  /** Ids of runs; the first is the base. */
  readonly ids: string
  readonly tab?: 'agreement' | 'gate'
  /** Which of the other runs is looked at, from 1 on. */
  readonly run?: number
  /** The metric that rows and plots are about: evaluator and path. */
  readonly metric?: readonly [evaluator: string, path: string]
  /** Rows that are the same in both runs, too. */
  readonly all?: true
  /** Names of metrics of which less is better, and those of which it is not, where a person has said so. */
  readonly less?: readonly string[]
  readonly more?: readonly string[]
  /** The row that is open: a testcase or a trace. */
  readonly row?: string
  readonly match?: 'dedup'
  readonly rules?: readonly EvaluationGateRule[]
  readonly alone?: true
}

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    ? value
    : undefined

const ruleOf = (value: unknown): readonly EvaluationGateRule[] => {
  if (typeof value !== 'object' || value === null) return []
  const { evaluator, path, statistic, min, max, max_drop, significant_only } = value as Record<
    string,
    unknown
  >
  if (typeof evaluator !== 'string' || typeof path !== 'string' || typeof statistic !== 'string') return []
  return [
    {
      evaluator,
      path,
      statistic,
      ...(typeof min === 'number' ? { min } : {}),
      ...(typeof max === 'number' ? { max } : {}),
      ...(typeof max_drop === 'number' ? { max_drop } : {}),
      ...(significant_only === true ? { significant_only } : {}),
    },
  ]
}

export function compareSearch(raw: Record<string, unknown>): CompareView {
  const { tab, run, metric, row, rules } = raw
  const [less, more, chosen] = [texts(raw['less']), texts(raw['more']), texts(metric)]
  return {
    ids: typeof raw['ids'] === 'string' ? raw['ids'] : '',
    ...(tab === 'agreement' || tab === 'gate' ? { tab } : {}),
    ...(typeof run === 'number' && Number.isInteger(run) && run > 0 ? { run } : {}),
    ...(chosen?.[0] !== undefined && chosen[1] !== undefined ? { metric: [chosen[0], chosen[1]] } : {}),
    ...(raw['all'] === true ? { all: true } : {}),
    ...(less === undefined ? {} : { less }),
    ...(more === undefined ? {} : { more }),
    ...(typeof row === 'string' && row !== '' ? { row } : {}),
    ...(raw['match'] === 'dedup' ? { match: 'dedup' } : {}),
    ...(Array.isArray(rules) ? { rules: rules.flatMap(ruleOf) } : {}),
    ...(raw['alone'] === true ? { alone: true } : {}),
  }
}

export const idsOf = ({ ids }: CompareView): readonly string[] =>
  [...new Set(ids.split(',').map((id) => id.trim()))].filter((id) => id !== '')

/** Which runs, and how their rows are matched. */
export const comparedOf = (view: CompareView) => ({ ids: idsOf(view), byDedup: view.match === 'dedup' })
