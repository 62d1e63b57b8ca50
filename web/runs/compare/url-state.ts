// The URL state of a comparison.
import { isRecord } from '../../ui/records.ts'
import type { EvaluationGateRule } from './model.ts'

export interface CompareView {
  /** Ids of runs; the first is the baseline. */
  readonly ids: string
  readonly tab?: 'agreement' | 'gate'
  /** The selected run, counted from 1. */
  readonly run?: number
  /** The selected metric: evaluator and path. */
  readonly metric?: readonly [evaluator: string, path: string]
  /** Whether rows without a difference are listed, too. */
  readonly all?: true
  /** Metrics that the user marked as better when lower (`less`) or higher (`more`). */
  readonly less?: readonly string[]
  readonly more?: readonly string[]
  /** The open row: id of a testcase or a trace. */
  readonly row?: string
  /** Rows are matched by their dedup ids; absent: by their testcases. */
  readonly match?: 'dedup'
  /** The rules of the gate. */
  readonly rules?: readonly EvaluationGateRule[]
  /** Whether the gate checks the run without the baseline. */
  readonly alone?: true
}

const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
    ? value
    : undefined

const ruleOf = (value: unknown): readonly EvaluationGateRule[] => {
  if (!isRecord(value)) return []
  const { evaluator, path, statistic, min, max, max_drop, significant_only } = value
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
  const [less, more, selected] = [texts(raw['less']), texts(raw['more']), texts(metric)]
  return {
    ids: typeof raw['ids'] === 'string' ? raw['ids'] : '',
    ...(tab === 'agreement' || tab === 'gate' ? { tab } : {}),
    ...(typeof run === 'number' && Number.isInteger(run) && run > 0 ? { run } : {}),
    ...(selected?.[0] !== undefined && selected[1] !== undefined
      ? { metric: [selected[0], selected[1]] }
      : {}),
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

/** The compared runs, and how their rows are matched. */
export const comparisonOf = (view: CompareView) => ({
  ids: idsOf(view),
  isDedupMatch: view.match === 'dedup',
})
