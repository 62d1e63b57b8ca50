// The costliest requests at the documented limits, by operation. `npm run bench:loop` measures
// each; test/server/main-thread.deep.test.ts limits the costliest to 100 ms.

export interface WorstCase {
  readonly name: string
  readonly operationId: string
  /** Parameters of the path; all others are unknown ids. */
  readonly params?: Readonly<Record<string, string>>
  readonly body: unknown
}

const times = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i))

const path = (parts: number): string => times(parts, () => 'a').join('.')
const hex = (i: number, digits: number): string => (i + 1).toString(16).padStart(digits, '0')
const uuid = (i: number): string => `00000000-0000-4000-8000-${hex(i, 12)}`

const conditions = (count: number, condition: (i: number) => object): object => ({
  conditions: times(count, condition),
})

/** Filters at each of their limits. */
export const filters: Readonly<Record<string, object>> = {
  '1,000 conditions': conditions(1000, () => ({
    field: 'attributes',
    key: 'a.b.c',
    operator: 'contains',
    value: 'x',
  })),
  '10,000 key parts': conditions(101, () => ({
    field: 'attributes',
    key: path(99),
    operator: 'contains',
    value: 'x',
  })),
  '300 conditions of 99 parts (refused)': conditions(300, () => ({
    field: 'attributes',
    key: path(99),
    operator: 'contains',
    value: 'x',
  })),
  '10,000 trace ids': conditions(1, () => ({
    field: 'trace_id',
    operator: 'in',
    value: times(10_000, (i) => hex(i, 32)),
  })),
  '10,000 times': conditions(1, () => ({
    field: 'start_time',
    operator: 'in',
    value: times(10_000, (i) => `2026-01-01T00:00:00.${String(i).padStart(6, '0')}Z`),
  })),
  '10,000 texts with quotes': conditions(1, () => ({
    field: 'attributes',
    key: 'a',
    operator: 'in',
    value: times(10_000, (i) => `'${i}'`.padStart(40, "'")),
  })),
  '1,000,000 characters': conditions(1, () => ({
    field: 'span_name',
    operator: 'contains',
    value: "'".repeat(1_000_000),
  })),
  '900 members of an object': conditions(1, () => ({
    field: 'attributes',
    key: 'a',
    value: Object.fromEntries(times(900, (i) => [`m${i}`, i])),
  })),
  '25 searches of 4,000 characters': conditions(25, () => ({
    field: 'content',
    operator: 'contains',
    value: 'ab '.repeat(1300),
  })),
}

const queries: readonly WorstCase[] = ['query_spans_rpc', 'query_traces', 'query_analytics'].flatMap(
  (operationId) =>
    Object.entries(filters).map(([name, filtering]) => ({ name, operationId, body: { filtering } })),
)

const savedQueries: readonly WorstCase[] = Object.entries(filters).map(([name, filtering]) => ({
  name: `saved: ${name}`,
  operationId: 'create_simple_query',
  body: { query: { slug: `q${name.replaceAll(/\W/g, '')}`, data: { filtering } } },
}))

const text = `function evaluate() { return Array(2e6).fill(1) }`
const service = (key: string, name: string, data: object): WorstCase => ({
  name,
  operationId: 'invoke_service',
  params: { key, version: 'v0' },
  body: { data: { inputs: {}, outputs: 'x', ...data } },
})

export const worstCases: readonly WorstCase[] = [
  ...queries,
  ...savedQueries,
  service('code', 'code that answers 2,000,000 values (refused)', { parameters: { code: text } }),
  service('code', 'code that answers 100,000 values', {
    parameters: { code: 'function evaluate() { return { score: 1, list: Array(99990).fill(1) } }' },
  }),
  service('code', 'code that answers 4 MB of text', {
    parameters: { code: 'function evaluate() { return { score: 1, text: "x".repeat(3900000) } }' },
  }),
  {
    name: '10,000 testcase ids',
    operationId: 'query_testcases',
    body: { testcase_ids: times(10_000, uuid) },
  },
]
