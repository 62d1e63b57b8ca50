// Marks spans whose own numbers are counted elsewhere in their trace. `ag.meta.usage` has the numbers with
// `counted: false`, and `ag.meta.duplicate_of` names the span that counts instead of a duplicate. The marks follow from
// the trace: they are removed when a span is read and set again by its roll-up.
import { isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'

export const countedMetrics = ['tokens', 'costs'] as const
export type CountedMetric = (typeof countedMetrics)[number]

/** Own numbers that are counted elsewhere in the trace. */
export interface Uncounted {
  readonly metrics: readonly CountedMetric[]
  /** The numbers stay visible under `incremental`. */
  readonly shown?: true
  /** The span that counts instead. */
  readonly duplicateOf?: string
}

const isMarked = (ag: ValueObject): boolean => valueAt(ag['meta'], ['usage', 'counted']) === false

const withoutMembers = (object: ValueObject, names: readonly string[]): ValueObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const objectAt = (value: Value | undefined, name: string): ValueObject => {
  const member = valueAt(value, [name])
  return isObject(member) ? member : {}
}

/** Removes the marks and restores own numbers under `incremental`. Preserves the order of members. */
export function withoutMarks(ag: ValueObject): ValueObject {
  if (!isMarked(ag)) return ag
  const { tokens, costs } = objectAt(ag['meta'], 'usage')
  const metrics: OpenObject = { ...objectAt(ag, 'metrics') }
  for (const [metric, mark] of [
    ['tokens', tokens],
    ['costs', costs],
  ] as const) {
    const side = objectAt(metrics, metric)
    if (isObject(mark) && side['incremental'] === undefined) metrics[metric] = { incremental: mark, ...side }
  }
  const usage = withoutMembers(objectAt(ag['meta'], 'usage'), ['counted', 'tokens', 'costs'])
  const meta = withoutMembers({ ...objectAt(ag, 'meta'), usage }, [
    'duplicate_of',
    ...(Object.keys(usage).length === 0 ? ['usage'] : []),
  ])
  return withoutMembers({ ...ag, metrics, meta }, Object.keys(meta).length === 0 ? ['meta'] : [])
}

/** Adds the marks that follow from the trace to an unmarked `ag`. */
export function withMarks(ag: ValueObject, uncounted: Uncounted | undefined): ValueObject {
  if (uncounted === undefined) return ag
  const metrics: OpenObject = { ...objectAt(ag, 'metrics') }
  const ownUsage: OpenObject = {}
  for (const metric of uncounted.metrics) {
    const { incremental, ...side } = objectAt(metrics, metric)
    if (incremental === undefined) continue
    ownUsage[metric] = incremental
    if (uncounted.shown !== true) metrics[metric] = side
  }
  const meta = objectAt(ag, 'meta')
  return {
    ...ag,
    metrics,
    meta: {
      ...meta,
      usage: { ...objectAt(meta, 'usage'), counted: false, ...ownUsage },
      ...(uncounted.duplicateOf === undefined ? {} : { duplicate_of: uncounted.duplicateOf }),
    },
  }
}
