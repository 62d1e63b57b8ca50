// Marks on spans whose own numbers are counted elsewhere in their trace: `ag.meta.usage` holds the numbers with
// `counted: false`, and `ag.meta.duplicate_of` names the span that counts in place of a duplicate. The marks follow from
// the trace, so they are taken off whenever a span is read, and set by its roll-up.
import { isObject, valueAt, type OpenObject, type Value, type ValueObject } from '../value.ts'

export const countedMetrics = ['tokens', 'costs'] as const
export type CountedMetric = (typeof countedMetrics)[number]

/** Own numbers that are counted elsewhere in the trace. */
export interface Uncounted {
  readonly metrics: readonly CountedMetric[]
  /** They are shown under `incremental` all the same. */
  readonly shown?: true
  /** The span that counts instead. */
  readonly duplicateOf?: string
}

const isMarked = (ag: ValueObject): boolean => valueAt(ag['meta'], ['usage', 'counted']) === false

const without = (object: ValueObject, names: readonly string[]): ValueObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

const objectAt = (value: Value | undefined, name: string): ValueObject => {
  const member = valueAt(value, [name])
  return isObject(member) ? member : {}
}

/** `ag` without marks: own numbers are back under `incremental`. Itself where it has none. Members keep their order. */
export function unmarked(ag: ValueObject): ValueObject {
  if (!isMarked(ag)) return ag
  const { tokens, costs } = objectAt(ag['meta'], 'usage')
  const metrics: OpenObject = { ...objectAt(ag, 'metrics') }
  for (const [metric, own] of [
    ['tokens', tokens],
    ['costs', costs],
  ] as const) {
    const side = objectAt(metrics, metric)
    if (isObject(own) && side['incremental'] === undefined) metrics[metric] = { incremental: own, ...side }
  }
  const usage = without(objectAt(ag['meta'], 'usage'), ['counted', 'tokens', 'costs'])
  const meta = without({ ...objectAt(ag, 'meta'), usage }, [
    'duplicate_of',
    ...(Object.keys(usage).length === 0 ? ['usage'] : []),
  ])
  return without({ ...ag, metrics, meta }, Object.keys(meta).length === 0 ? ['meta'] : [])
}

/** An unmarked `ag` with the marks that its trace gives it. */
export function marked(ag: ValueObject, uncounted: Uncounted | undefined): ValueObject {
  if (uncounted === undefined) return ag
  const metrics: OpenObject = { ...objectAt(ag, 'metrics') }
  const own: OpenObject = {}
  for (const metric of uncounted.metrics) {
    const { incremental, ...side } = objectAt(metrics, metric)
    if (incremental === undefined) continue
    own[metric] = incremental
    if (uncounted.shown !== true) metrics[metric] = side
  }
  const meta = objectAt(ag, 'meta')
  return {
    ...ag,
    metrics,
    meta: {
      ...meta,
      usage: { ...objectAt(meta, 'usage'), counted: false, ...own },
      ...(uncounted.duplicateOf === undefined ? {} : { duplicate_of: uncounted.duplicateOf }),
    },
  }
}
