// The queries of `npm run bench:growth`: every list, search and sum that a page of the browser or a client requests.

export interface GrowthCase {
  readonly name: string
  readonly path: string
  /** `i` is the number of the request; it selects other values for searches. */
  readonly body: (i: number) => object
}

export interface GrowthData {
  /** The window of the spans, in milliseconds since 1970. */
  readonly base: number
  readonly end: number
  readonly copies: number
}

const hourMs = 3_600_000
const limit = { limit: 50 }
const iso = (ms: number): string => new Date(ms).toISOString()

const lists = ({ end }: GrowthData): readonly GrowthCase[] => [
  { name: 'newest 50 spans', path: '/spans/query', body: () => ({ windowing: limit }) },
  { name: 'newest 20 traces', path: '/traces/query', body: () => ({ windowing: { limit: 20 } }) },
  {
    name: '50 heads with an error',
    path: '/spans/query',
    body: () => ({ windowing: limit, heads: true, filter: 'attributes.ag.metrics.errors.cumulative > 0' }),
  },
  ...(['sessions', 'users'] as const).flatMap((list) => [
    {
      name: `${list}, all time`,
      path: `/spans/${list}/query`,
      body: () => ({ windowing: limit, include_totals: true }),
    },
    {
      name: `${list}, last hour`,
      path: `/spans/${list}/query`,
      body: () => ({
        windowing: limit,
        include_totals: true,
        within: { oldest: iso(end - hourMs), newest: iso(end) },
      }),
    },
  ]),
]

/** The statistics of the plots on the pages Home and Analytics: without histograms. */
const plotSpecs = [
  { type: 'categorical/single', path: 'attributes.ag.type.trace' },
  { type: 'numeric/discrete', path: 'attributes.ag.metrics.errors.cumulative' },
  ...['duration.cumulative', 'costs.cumulative.total', 'tokens.cumulative.total'].map((metric) => ({
    type: 'numeric/continuous',
    path: `attributes.ag.metrics.${metric}`,
    bins: 1,
  })),
]

const sumCases = ({ base, end }: GrowthData): readonly GrowthCase[] => [
  {
    name: 'analytics of traces by hour, all time',
    path: '/spans/analytics/query',
    body: () => ({ oldest: iso(base), newest: iso(end), interval: 60 }),
  },
  {
    name: 'plots of traces by hour, all time',
    path: '/spans/analytics/query',
    body: () => ({ oldest: iso(base), newest: iso(end), interval: 60, specs: plotSpecs }),
  },
  {
    name: 'totals of the plots, all time',
    path: '/spans/analytics/query',
    body: () => ({ oldest: iso(base), newest: iso(end), specs: plotSpecs }),
  },
  {
    name: 'analytics of traces, last hour',
    path: '/spans/analytics/query',
    body: () => ({ oldest: iso(end - hourMs), newest: iso(end), interval: 5 }),
  },
  {
    name: 'analytics of spans by hour and model, all time',
    path: '/spans/analytics/query',
    body: () => ({
      oldest: iso(base),
      newest: iso(end),
      interval: 60,
      focus: 'span',
      group_by: 'model',
      group_limit: 8,
    }),
  },
]

const searches = ({ copies }: GrowthData): readonly GrowthCase[] => {
  const customer = (i: number): string => `c${(i * 137) % 2500}x${1 + ((i * 7) % (copies - 1))}`
  const filters: readonly (readonly [name: string, filter: (i: number) => string])[] = [
    ['name prefix without a match', (i) => `span_name startswith "nothing ${i}"`],
    ['number attribute without a match', (i) => `attributes.ag.meta.temperature > ${1000 + i}`],
    ['rare attribute', (i) => `attributes.ag.tags.customer = ${customer(i)}`],
    ['common words', () => 'content contains "refund laptop"'],
    ['rare word', (i) => `content contains "${customer(i)}"`],
    ['absent word', (i) => `content contains "zzabsent${i}"`],
    ['text inside words, without a match', (i) => `attributes.ag.data.outputs contains "zz absent ${i}"`],
  ]
  return filters.map(([name, filter]) => ({
    name,
    path: '/spans/query',
    body: (i) => ({ windowing: limit, filter: filter(i) }),
  }))
}

const completions: readonly GrowthCase[] = [
  { name: 'completion of attribute keys', path: '/spans/attributes/query', body: () => ({ prefix: 'ag.' }) },
  {
    name: 'completion of attribute values',
    path: '/spans/attributes/query',
    body: () => ({ key: 'ag.tags.customer', prefix: 'c1' }),
  },
  {
    name: 'completion of span names',
    path: '/spans/attributes/query',
    body: () => ({ key: 'span_name', prefix: 'l' }),
  },
]

export const growthCases = (data: GrowthData): readonly GrowthCase[] => [
  ...lists(data),
  ...sumCases(data),
  ...searches(data),
  ...completions,
]
