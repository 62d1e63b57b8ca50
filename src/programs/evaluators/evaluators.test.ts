import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { builtins } from '../../workflows/builtins/table.ts'
import type { CodeRun } from './evaluator.ts'
import { failureOf, evaluate, type Case } from './evaluators.fixture.ts'
import { evaluatorKeys } from './table.ts'

test('every built-in evaluator except feedback runs', () => {
  const keys = builtins.filter((builtin) => builtin.isEvaluator && builtin.key !== 'feedback')
  expect([...evaluatorKeys].sort()).toEqual(keys.map((builtin) => builtin.key).sort())
})

const pass = { score: 1, success: true }
const fail = { score: 0, success: false }

type Row = readonly [name: string, key: string, parameters: JsonObject, testCase: Case, outputs: JsonObject]

const textRows: readonly Row[] = [
  ['equal texts', 'auto_exact_match', {}, { outputs: 'Paris', expected: 'Paris' }, pass],
  ['another case', 'auto_exact_match', {}, { outputs: 'paris', expected: 'Paris' }, fail],
  [
    'case ignored',
    'auto_exact_match',
    { case_sensitive: false },
    { outputs: 'PARIS', expected: 'paris' },
    pass,
  ],
  ['values as compact JSON', 'auto_exact_match', {}, { outputs: { a: 1 }, expected: '{"a":1}' }, pass],
  ['a path', 'auto_exact_match', { output_path: 'a.0' }, { outputs: { a: ['x'] }, expected: 'x' }, pass],
  [
    'a path into JSON text',
    'auto_exact_match',
    { output_path: 'a' },
    { outputs: '{"a":"x"}', expected: 'x' },
    pass,
  ],
  ['an expected false', 'auto_exact_match', {}, { outputs: 'false', expected: false }, pass],
  [
    'another key',
    'auto_exact_match',
    { correct_answer_key: 'capital' },
    { outputs: 'x', row: { capital: 'x' } },
    pass,
  ],
  ['a part', 'auto_contains', { substring: 'ari' }, { outputs: 'Paris' }, pass],
  [
    'the expected answer without a text',
    'auto_contains',
    {},
    { outputs: 'In Paris.', expected: 'Paris' },
    pass,
  ],
  ['one of two', 'auto_contains_any', { substrings: ['x', 'Par'] }, { outputs: 'Paris' }, pass],
  ['none of two', 'auto_contains_any', { substrings: 'x, y' }, { outputs: 'Paris' }, fail],
  [
    'half of all',
    'auto_contains_all',
    { substrings: ['x', 'Par'] },
    { outputs: 'Paris' },
    { score: 0.5, success: false },
  ],
  ['all', 'auto_contains_all', { substrings: 'Pa,ris' }, { outputs: 'Paris' }, pass],
  ['a beginning', 'auto_starts_with', { prefix: 'pa', case_sensitive: false }, { outputs: 'Paris' }, pass],
  ['an end', 'auto_ends_with', { suffix: 'ris' }, { outputs: 'Paris' }, pass],
  ['a pattern', 'auto_regex_test', { regex_pattern: '^P.+s$' }, { outputs: 'Paris' }, pass],
  [
    'a pattern that must not match',
    'auto_regex_test',
    { regex_pattern: 'x', regex_should_match: false },
    { outputs: 'Paris' },
    pass,
  ],
]

const schema = { type: 'object', required: ['a'] }
const jsonRows: readonly Row[] = [
  ['JSON between words', 'auto_contains_json', {}, { outputs: 'Here: {"a": [1]} ok' }, pass],
  ['no JSON', 'auto_contains_json', {}, { outputs: 'Here: {a} [' }, fail],
  ['JSON as a whole', 'auto_contains_json', { mode: 'whole' }, { outputs: 'x {"a":1}' }, fail],
  ['JSON by a schema', 'auto_contains_json', { schema }, { outputs: '{"b":1} {"a":1}' }, pass],
  ['JSON against a schema', 'auto_contains_json', { schema }, { outputs: { b: 1 } }, fail],
  ['equal JSON', 'auto_json_diff', {}, { outputs: '{"b":2,"a":1}', expected: { a: 1, b: 2 } }, pass],
  [
    'half of the leaves',
    'auto_json_diff',
    { threshold: 0.5 },
    { outputs: { a: 1, b: 3 }, expected: { a: 1, b: 2 } },
    { score: 0.5, success: true },
  ],
  ['more leaves', 'auto_json_diff', {}, { outputs: { a: 1, c: 1 }, expected: { a: 1 } }, pass],
  [
    'additional leaves',
    'auto_json_diff',
    { predict_keys: true },
    { outputs: { a: 1, c: 1 }, expected: { a: 1 } },
    { score: 0.5, success: false },
  ],
  [
    'types only',
    'auto_json_diff',
    { compare_schema_only: true },
    { outputs: { a: 9 }, expected: { a: 1 } },
    pass,
  ],
  [
    'keys with other case',
    'auto_json_diff',
    { case_insensitive_keys: true },
    { outputs: { A: 1 }, expected: { a: 1 } },
    pass,
  ],
  ['an output that is no JSON', 'auto_json_diff', {}, { outputs: 'x', expected: { a: 1 } }, fail],
  [
    'fields one by one',
    'json_multi_field_match',
    { fields: ['a.b', 'c'] },
    { outputs: { a: { b: 1 }, c: 2 }, expected: { a: { b: 1 }, c: 3 } },
    { score: 0.5, success: false, fields: { a_b: true, c: false } },
  ],
  ['a field', 'field_match_test', { json_field: 'a' }, { outputs: '{"a":"x"}', expected: 'x' }, pass],
  ['a missing field', 'field_match_test', { json_field: 'b' }, { outputs: { a: 1 }, expected: 'x' }, fail],
]

const metrics = (values: JsonObject): JsonObject => ({
  trace_id: 't',
  spans: { root: { attributes: { ag: { metrics: values } } } },
})
const numberRows: readonly Row[] = [
  [
    'a number as text',
    'auto_numeric_tolerance',
    {},
    { outputs: '42', expected: 42 },
    { ...pass, difference: 0 },
  ],
  [
    'within the tolerance',
    'auto_numeric_tolerance',
    { tolerance: 1 },
    { outputs: 43, expected: 42 },
    { ...pass, difference: 1 },
  ],
  [
    'within the relative tolerance',
    'auto_numeric_tolerance',
    { relative_tolerance: 0.5 },
    { outputs: '1,500', expected: 1000 },
    { ...pass, difference: 500 },
  ],
  ['no number', 'auto_numeric_tolerance', {}, { outputs: 'many', expected: 1 }, fail],
  ['characters, not units', 'auto_length_bounds', { max: 1 }, { outputs: '😀' }, { ...pass, length: 1 }],
  ['words', 'auto_length_bounds', { min: 3, unit: 'words' }, { outputs: ' a  b ' }, { ...fail, length: 2 }],
  ['lines', 'auto_length_bounds', { unit: 'lines', max: 2 }, { outputs: 'a\nb\n' }, { ...pass, length: 2 }],
  ['bytes', 'auto_length_bounds', { unit: 'bytes' }, { outputs: 'é' }, { ...pass, length: 2 }],
  [
    'a duration',
    'auto_latency_threshold',
    { max_ms: 5 },
    { outputs: 'x', trace: metrics({ duration: { cumulative: 6 } }) },
    { ...fail, duration_ms: 6 },
  ],
  [
    'a cost',
    'auto_cost_threshold',
    { max_cost: 0.1 },
    { outputs: 'x', trace: metrics({ costs: { cumulative: { total: 0.1 } } }) },
    { ...pass, cost: 0.1 },
  ],
]

const similarityRows: readonly Row[] = [
  [
    'one letter of four',
    'auto_levenshtein_distance',
    {},
    { outputs: 'abcd', expected: 'abcx' },
    { score: 0.75, success: true },
  ],
  ['two empty texts', 'auto_levenshtein_distance', {}, { outputs: '', expected: '' }, pass],
  [
    'shared words',
    'auto_similarity_match',
    { similarity_threshold: 0.5 },
    { outputs: 'a b c', expected: 'b c d' },
    { score: 0.5, success: true },
  ],
  [
    'shared words with the older threshold setting',
    'auto_similarity_match',
    { similarity_threshold: 0.5, threshold: 0.6 },
    { outputs: 'a b c', expected: 'b c d' },
    { score: 0.5, success: false },
  ],
]

describe.each([
  ['texts', textRows],
  ['JSON', jsonRows],
  ['numbers', numberRows],
  ['similarity', similarityRows],
])('%s', (_, rows) => {
  test.each(rows)('%s (%s)', async (_name, key, parameters, input, outputs) => {
    expect(await evaluate(key, parameters, input)).toEqual(outputs)
  })
})

describe('failures have a code', () => {
  test.each<[string, string, JsonObject, Case, string]>([
    ['nothing expected', 'auto_exact_match', {}, { outputs: 'x' }, 'missing_expected'],
    [
      'nothing at the path',
      'auto_exact_match',
      { output_path: 'z' },
      { outputs: 'x', expected: 'x' },
      'schema_mismatch',
    ],
    [
      'an expected text instead of a number',
      'auto_numeric_tolerance',
      {},
      { outputs: 1, expected: 'x' },
      'schema_mismatch',
    ],
    ['no trace', 'auto_latency_threshold', { max_ms: 1 }, { outputs: 'x' }, 'missing_metric'],
    [
      'a trace without cost',
      'auto_cost_threshold',
      { max_cost: 1 },
      { trace: metrics({}) },
      'missing_metric',
    ],
    [
      'texts that are too long',
      'auto_levenshtein_distance',
      {},
      { outputs: 'a'.repeat(20_001), expected: 'a' },
      'not_runnable',
    ],
    [
      'a schema with an invalid pattern',
      'auto_contains_json',
      { schema: { pattern: '(' } },
      { outputs: '"a"' },
      'not_runnable',
    ],
    ['people', 'feedback', {}, {}, 'not_runnable'],
  ])('%s', async (_, key, parameters, input, code) => {
    expect((await failureOf(evaluate(key, parameters, input))).code).toBe(code)
  })
})

describe('hostile outputs cost little', () => {
  // A parser with quadratic time takes minutes, and one that recurses overflows the stack.
  const size = 300_000
  test.each<[string, string, JsonObject, string]>([
    ['brackets that never close', 'auto_contains_json', {}, '['.repeat(size)],
    ['objects that never close', 'auto_contains_json', {}, '{"a":'.repeat(size)],
    ['brackets that close', 'auto_json_diff', {}, `${'['.repeat(size)}${']'.repeat(size)}`],
    ['a number that is none', 'auto_numeric_tolerance', {}, `${'1'.repeat(size)}x`],
  ])('%s', async (_, key, parameters, outputs) => {
    expect(await evaluate(key, parameters, { outputs, expected: 1 })).toMatchObject({ success: false })
  })
})

test('time and memory of a script stay within their limits', async () => {
  const runs: unknown[] = []
  const ports = { runCode: async (run: unknown) => (runs.push(run), 1) }
  const limits = async (parameters: JsonObject) =>
    evaluate('code', parameters, { data: { script: 'S' }, ports })
  await limits({ timeout_ms: 1e9, memory_mb: 1e9 })
  await limits({ timeout_ms: -1, memory_mb: 0 })
  expect(runs).toMatchObject([
    { timeoutMs: 60_000, memoryMb: 512 },
    { timeoutMs: 1, memoryMb: 16 },
  ])
})

test('an output of null is evaluated as null', async () => {
  expect(await evaluate('echo', {}, { outputs: null, row: { a: 1 } })).toEqual({ got: 'null' })
})

test('without an invocation the testcase is evaluated, without its dedup id', async () => {
  const outputs = await evaluate('echo', {}, { row: { a: 1 } })
  expect(outputs).toEqual({ got: '{"a":1}' })
})

describe('programs of the user', () => {
  const code = (answer: Json | undefined) => ({ outputs: 'x', ports: { runCode: async () => answer } })
  test.each<[string, Json, JsonObject]>([
    ['a number', 0.4, { score: 0.4, success: false }],
    ['a boolean', true, pass],
    ['an object without success', { score: 0.7, why: 'so' }, { score: 0.7, success: true, why: 'so' }],
    ['an object without score', { success: false }, fail],
  ])('%s is an answer', async (_, answer, outputs) => {
    expect(await evaluate('auto_custom_code_run', { code: '' }, code(answer))).toEqual(outputs)
  })

  test.each<[string, Json | undefined, string]>([
    ['nothing', undefined, 'malformed_answer'],
    ['a text', 'good', 'malformed_answer'],
    ['a list', [1], 'malformed_answer'],
    ['an object of something else', { verdict: 1 }, 'schema_mismatch'],
  ])('%s is not an answer', async (name, answer, expected) => {
    const failure = await failureOf(evaluate('auto_custom_code_run', { code: '' }, code(answer)))
    expect(failure.code).toBe(expected)
    if (expected === 'malformed_answer') expect(failure.message).toContain(`, not ${name}.`)
  })

  test('outputs are validated by the schema of the revision if it has one', async () => {
    const data = { schemas: { outputs: { type: 'object', required: ['tone'] } } }
    expect(await evaluate('code', { code: '' }, { data, ...code({ tone: 1 }) })).toEqual({ tone: 1 })
    const failure = await failureOf(evaluate('code', { code: '' }, { data, ...code(1) }))
    expect(failure.message).toMatch(/must have required property 'tone'/)
  })

  test('a script of the revision takes precedence, with its runtime', async () => {
    const runs: unknown[] = []
    const ports = { runCode: async (run: unknown) => (runs.push(run), 1) }
    await evaluate(
      'code',
      {},
      { data: { script: 'S', runtime: 'typescript' }, ports, outputs: 'x', expected: 'y' },
    )
    expect(runs).toMatchObject([
      {
        code: 'S',
        language: 'typescript',
        timeoutMs: 5000,
        memoryMb: 64,
        argument: { outputs: 'x', correct_answer: 'y', trace: null },
      },
    ])
  })

  test('settings choose the language of code, and the runtime of the revision takes precedence', async () => {
    const languages: unknown[] = []
    const ports = { runCode: async ({ language }: CodeRun) => (languages.push(language), 1) }
    await evaluate('auto_custom_code_run', { code: 'C', runtime: 'python' }, { ports })
    await evaluate('auto_custom_code_run', { code: 'C' }, { ports, data: { runtime: 'python' } })
    await evaluate('auto_custom_code_run', { code: 'C' }, { ports })
    await evaluate('code', { runtime: 'typescript' }, { ports, data: { script: 'S', runtime: 'python' } })
    expect(languages).toEqual(['python', 'python', 'javascript', 'python'])
  })

  test('an unknown runtime is refused', async () => {
    const failure = await failureOf(evaluate('code', { code: 'C', runtime: 'ruby' }))
    expect(failure.code).toBe('not_runnable')
  })

  test('a webhook receives the evaluated values', async () => {
    const posts: unknown[] = []
    const ports = { post: async (post: unknown) => (posts.push(post), 0.6) }
    const link = { traceId: 't', spanId: 's' }
    const testCase = { outputs: 'x', expected: 'y', ports, input: { link } }
    const settings = { webhook_url: 'http://h', threshold: 0.7 }
    expect(await evaluate('auto_webhook_test', settings, testCase)).toEqual({ score: 0.6, success: false })
    expect(posts).toEqual([
      {
        url: 'http://h',
        timeoutMs: 10_000,
        body: {
          inputs: { correct_answer: 'y' },
          outputs: 'x',
          correct_answer: 'y',
          testcase: { id: '1', data: { correct_answer: 'y', testcase_dedup_id: 'd' } },
          trace_id: 't',
          span_id: 's',
        },
      },
    ])
  })

  test.each<[JsonObject, Case, JsonObject]>([
    [{ key: 'pass' }, {}, pass],
    [{ key: 'fail' }, {}, fail],
    [{ key: 'score' }, {}, pass],
    [{ key: 'score', kwargs: { score: 0.3 } }, {}, { score: 0.3, success: false }],
    [{ key: 'reflect' }, { outputs: 'x' }, pass],
    [{ key: 'reflect' }, { outputs: 'x', input: { hasEvaluatorOutputs: true } }, fail],
    [{ key: 'echo' }, { row: { a: 1 } }, { a: 1 }],
  ])('mock %j', async (parameters, input, outputs) => {
    expect(await evaluate('mock', parameters, input)).toEqual(outputs)
  })
})

describe('semantic similarity', () => {
  test('is the clamped cosine', async () => {
    const embed = async () => [
      [1, 0],
      [1, 1],
    ]
    const outputs = await evaluate(
      'auto_semantic_similarity',
      {},
      { outputs: 'a', expected: 'b', ports: { embed } },
    )
    expect(outputs).toEqual({ score: expect.closeTo(Math.SQRT1_2, 10), success: false })
    const opposite = async () => [
      [1, 0],
      [-1, 0],
    ]
    const testCase = { outputs: 'a', expected: 'b', ports: { embed: opposite } }
    expect(await evaluate('auto_semantic_similarity', {}, testCase)).toEqual(fail)
  })

  test('vectors of different lengths are malformed', async () => {
    const testCase = { outputs: 'a', expected: 'b', ports: { embed: async () => [[1], [1, 1]] } }
    expect((await failureOf(evaluate('auto_semantic_similarity', {}, testCase))).code).toBe(
      'malformed_answer',
    )
  })
})

test('the share of substrings is the mean of the single tests', () => {
  return fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.string(),
      async (texts, outputs) => {
        const { score } = await evaluate('auto_contains_all', { substrings: texts }, { outputs })
        expect(score).toBeCloseTo(texts.filter((text) => outputs.includes(text)).length / texts.length)
      },
    ),
  )
})
