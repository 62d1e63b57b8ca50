// Order, colours and plots of groups, and their table. The group "All others" is always last.
import type { Group, GroupedTimeline, Sums } from '../app/analytics/analytics.ts'
import type { Series } from '../ui/chart.tsx'
import { valueName } from './fields.ts'
import type { Metric } from './url-state.ts'

/** The number of groups with their own colour in the plots. */
export const plottedGroupsMax = 8
/** The number of groups in the table. */
export const listedGroupsMax = 100

const keyOf = (values: Group['values']): string => JSON.stringify(values ?? 'rest')

const numberOf = (sums: Sums | undefined, metric: Metric): number | undefined => sums?.[metric]

/** Sorts by the metric, largest first; "All others" is last. */
export const sortedGroups = (groups: readonly Group[], metric: Metric): readonly Group[] =>
  groups.toSorted((a, b) => {
    if (a.values === undefined || b.values === undefined) return a.values === undefined ? 1 : -1
    return (b[metric] ?? -1) - (a[metric] ?? -1) || b.total - a.total
  })

export const groupName = (values: Group['values']): string =>
  values === undefined ? 'All others' : values.map(valueName).join(' · ')

/** The colours of the groups in the plots, in the order of the table. */
export function coloursOf(
  groups: readonly Group[],
  timeline: Pick<GroupedTimeline, 'groups'> | undefined,
): ReadonlyMap<string, string> {
  const plottedKeys = new Set(timeline?.groups.map(({ values }) => keyOf(values)))
  const plottedGroups = groups.filter(({ values }) => values !== undefined && plottedKeys.has(keyOf(values)))
  return new Map([
    ...plottedGroups
      .slice(0, plottedGroupsMax)
      .map(({ values }, i) => [keyOf(values), `--group-${i + 1}`] as const),
    ['"rest"', '--group-rest'],
  ])
}

export const colourOfGroup = (colours: ReadonlyMap<string, string>, values: Group['values']): string =>
  colours.get(keyOf(values)) ?? '--group-rest'

/** Sums are stacked, the largest group at the bottom; percentiles are lines. */
export function seriesOf(
  timeline: GroupedTimeline,
  metric: Metric,
  colours: ReadonlyMap<string, string>,
  isStacked = addsUp(metric),
): readonly Series[] {
  const order = [...colours.keys()]
  const groups = timeline.groups.toSorted(
    (a, b) => order.indexOf(keyOf(a.values)) - order.indexOf(keyOf(b.values)),
  )
  const series = groups.map(({ values, sums }) => ({
    name: groupName(values),
    colour: colourOfGroup(colours, values),
    numbers: sums.map((sum) => numberOf(sum, metric) ?? null),
  }))
  if (!isStacked) {
    return series.map(({ numbers, ...one }) => ({ ...one, values: numbers, shape: 'line' as const }))
  }
  const heights = timeline.times.map(() => 0)
  const layers = series.map(({ numbers, ...one }) => ({
    ...one,
    readOut: numbers,
    values: numbers.map((number, i) => (heights[i] = (heights[i] ?? 0) + (number ?? 0))),
  }))
  // Higher layers are drawn first, so that lower ones cover them.
  return layers.toReversed()
}

type AddedMetric = 'total' | 'errors' | 'tokens' | 'cost'

/** Whether the values of groups add up to a total. Percentiles and the statistic of a measure do not. */
export const addsUp = (metric: Metric): metric is AddedMetric =>
  metric !== 'p50' && metric !== 'p95' && metric !== 'measured'

/** Sums of all groups. */
export const totalsOf = (groups: readonly Group[]): Pick<Sums, AddedMetric> => ({
  total: groups.reduce((sum, { total }) => sum + total, 0),
  errors: groups.reduce((sum, { errors }) => sum + errors, 0),
  tokens: groups.reduce((sum, { tokens }) => sum + tokens, 0),
  cost: groups.reduce((sum, { cost }) => sum + cost, 0),
})

/** The metric of the share column: the sort metric if it adds up, else the count. */
export const shareMetric = (sort: Metric): AddedMetric => (addsUp(sort) ? sort : 'total')

export const shareOf = (group: Group, totals: ReturnType<typeof totalsOf>, sort: Metric): number => {
  const metric = shareMetric(sort)
  return totals[metric] === 0 ? 0 : group[metric] / totals[metric]
}

/** The CSV rows: one per group, with unformatted numbers for spreadsheets. */
export const tableRows = (
  fieldNames: readonly string[],
  groups: readonly Group[],
  sort: Metric,
  measureName?: string,
): readonly (readonly (string | number | undefined)[])[] => {
  const totals = totalsOf(groups)
  return [
    [
      ...fieldNames,
      'count',
      'share',
      'errors',
      'p50_ms',
      'p95_ms',
      'tokens',
      'cost_usd',
      ...(measureName === undefined ? [] : [measureName]),
    ],
    ...groups.map((group) => [
      ...fieldNames.map((_, i) =>
        group.values === undefined ? (i === 0 ? 'All others' : '') : csvValue(group.values[i]),
      ),
      group.total,
      shareOf(group, totals, sort),
      group.errors,
      group.p50,
      group.p95,
      group.tokens,
      group.cost,
      ...(measureName === undefined ? [] : [group.measured]),
    ]),
  ]
}

const csvValue = (value: unknown): string | number =>
  typeof value === 'number' ? value : value === null || value === undefined ? '' : valueName(value)
