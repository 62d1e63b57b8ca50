import { describe, expect, test } from 'vitest'
import type { Json, JsonObject } from '../../kernel/json/value.ts'
import { builtinByKey } from '../../workflows/builtins/table.ts'
import { settingErrors } from '../../workflows/settings.ts'
import { readJsonPath } from '../json-path.ts'
import { failureOf, evaluate } from './evaluators.fixture.ts'

const outputs: Json = {
  answer: 'Paris is big',
  n: 3,
  list: ['a', 'b'],
  deep: { x: 1, y: 2 },
  path: '/help',
  'a/b': 'slash',
}

const matchOne = async (matcher: JsonObject): Promise<Json | undefined> => {
  const result = await evaluate(
    'match',
    { matchers: [{ key: 'm', ...matcher }] },
    { outputs, expected: 'Paris' },
  )
  return result['m']
}

describe('one matcher', () => {
  test.each<[string, JsonObject, number]>([
    ['a target that exists', { target: '$.outputs.answer' }, 1],
    ['a target that does not exist', { target: '$.outputs.none' }, 0],
    ['exact', { target: '$.outputs.n', match: 'exact', reference: 3 }, 1],
    [
      'exact, by a path',
      { target: '$.testcase.data.correct_answer', match: 'exact', reference: '$.inputs.correct_answer' },
      1,
    ],
    ['a reference without a value', { target: '$.outputs.n', match: 'exact', reference: '$.inputs.none' }, 0],
    [
      'starts with, case ignored',
      { target: '$.outputs.answer', match: 'starts_with', reference: 'paris', case_sensitive: false },
      1,
    ],
    ['ends with', { target: '$.outputs.answer', match: 'ends_with', reference: 'big' }, 1],
    ['contains all', { target: '$.outputs.answer', match: 'contains', references: ['Paris', 'small'] }, 0.5],
    [
      'contains any',
      { target: '$.outputs.answer', match: 'contains', references: ['Paris', 'small'], contains: 'any' },
      1,
    ],
    ['a JSON Pointer', { target: '/outputs/list/0', match: 'exact', reference: '/outputs/list/0' }, 1],
    ['a pointer with escapes', { target: '/outputs/a~1b', match: 'exact', reference: 'slash' }, 1],
    ['a dot path', { target: 'outputs.n', match: 'exact', reference: 3 }, 1],
    ['a text that begins with a slash', { target: '$.outputs.path', match: 'exact', reference: '/help' }, 1],
    ['a pointer that leads nowhere', { target: '/outputs/none' }, 0],
    ['regex', { target: '$.outputs.answer', match: 'regex', reference: '^P\\w+' }, 1],
    [
      'similarity by words',
      { target: '$.outputs.answer', match: 'similarity', reference: 'Paris is' },
      2 / 3,
    ],
    [
      'similarity by letters',
      { target: '$.outputs.list[0]', match: 'similarity', similarity: 'levenshtein', reference: 'ab' },
      0.5,
    ],
    ['valid JSON by a schema', { target: '$.outputs.deep', mode: 'json', reference: { type: 'array' } }, 0],
    ['equal JSON', { target: '$.outputs.deep', mode: 'json', match: 'exact', reference: { y: 2, x: 1 } }, 1],
    [
      'JSON contains',
      { target: '$.outputs.list', mode: 'json', match: 'contains', references: ['a', 'c'] },
      0.5,
    ],
    ['difference', { target: '$.outputs.deep', mode: 'json', match: 'diff', reference: { x: 1 } }, 1],
    [
      'strict difference',
      { target: '$.outputs.deep', mode: 'json', match: 'diff', diff: 'strict', reference: { x: 1 } },
      0.5,
    ],
    [
      'difference of types',
      { target: '$.outputs.deep', mode: 'json', match: 'diff', diff: 'schema', reference: { x: 5, y: 'a' } },
      0.5,
    ],
  ])('%s', async (_, matcher, score) => {
    expect(await matchOne(matcher)).toEqual({ score: expect.closeTo(score, 10), success: score === 1 })
  })

  test('succeeds from its threshold on', async () => {
    const matcher = {
      target: '$.outputs.answer',
      match: 'contains',
      references: ['Paris', 'small'],
      threshold: 0.5,
    }
    expect(await matchOne(matcher)).toEqual({ score: 0.5, success: true })
  })

  test.each<[JsonObject, RegExp]>([
    [{ target: 'the answer' }, /neither a JSONPath .* nor a JSON Pointer/],
    [{ target: '$.outputs[*]' }, /not a path to a single value/],
    [{ target: '/output/answer' }, /does not start with one of inputs, outputs, testcase, trace/],
    [{ target: '$.output.answer' }, /does not start with one of/],
    [{ target: '$.outputs', match: 'exact', references: ['a', '$.expected'] }, /does not start with one of/],
    [{ target: '$.outputs', match: 'exact', reference: '$.outputs..x' }, /not a path to a single value/],
  ])('%j is an error, not a score of 0 alone, and refused in the settings', async (matcher, error) => {
    expect(await matchOne(matcher)).toEqual({ score: 0, success: false, error: expect.stringMatching(error) })
    const builtin = builtinByKey('match')
    if (builtin === undefined) throw new Error('the built-in evaluator match is missing')
    const nestedMatchers = { parameters: { matchers: [{ target: '$', matchers: [matcher] }] } }
    const [fieldError] = settingErrors(builtin, nestedMatchers)
    expect(fieldError?.path.slice(0, 4)).toEqual(['matchers', 0, 'matchers', 0])
    expect(fieldError?.msg).toMatch(error)
  })

  test('has an error when it cannot be applied, and the others still count', async () => {
    const result = await evaluate(
      'match',
      {
        matchers: [
          { key: 'bad', target: '$.outputs', match: 'exact' },
          { key: 'good', target: '$.outputs' },
        ],
      },
      { outputs },
    )
    expect(result).toEqual({
      score: 0.5,
      success: false,
      good: { score: 1, success: true },
      bad: { score: 0, success: false, error: "A matcher of 'exact' needs a reference." },
    })
  })
})

describe('a tree of matchers', () => {
  const passingMatcher = { target: '$.outputs.answer' }
  const failingMatcher = { target: '$.outputs.none' }
  const tree = (settings: JsonObject): JsonObject => ({
    matchers: [
      { key: 'a', weight: 3, ...passingMatcher },
      { key: 'b', ...failingMatcher },
    ],
    ...settings,
  })

  test.each<[JsonObject, number, boolean]>([
    [{}, 0.75, false],
    [{ threshold: 0.7 }, 0.75, true],
    [{ score: 'min' }, 0, false],
    [{ score: 'max' }, 1, true],
    [{ success: 'any' }, 0.75, true],
    [{ success: 'all', score: 'max' }, 1, false],
  ])('results are combined as the settings %j require', async (settings, score, success) => {
    expect(await evaluate('match', tree(settings), { outputs })).toMatchObject({ score, success })
  })

  test('combines the results of children', async () => {
    const result = await evaluate(
      'match',
      { matchers: [{ key: 'top', target: '$', ...tree({ success: 'any' }) }] },
      { outputs },
    )
    expect(result['top']).toEqual({
      score: 0.75,
      success: true,
      children: { a: { score: 1, success: true }, b: { score: 0, success: false } },
    })
  })

  test('is not runnable without matchers', async () => {
    expect((await failureOf(evaluate('match', { matchers: [] }, { outputs }))).code).toBe('not_runnable')
  })
})

describe('paths', () => {
  const root = { a: { 'b c': [{ d: 1 }, { d: 2 }] }, constructor: 3 }
  test.each<[string, Json | undefined]>([
    ['$', root],
    ["$.a['b c'][0].d", 1],
    ['$.a["b c"][-1].d', 2],
    ['$.a.x', undefined],
    ['$.constructor', 3],
    ['$.toString', undefined],
  ])('%s', (path, value) => {
    expect(readJsonPath(root, path)).toEqual(value)
  })

  test.each(['$..d', '$.a[*]', '$.a[0:1]', '$.a[?(@.d)]'])(
    '%s has several targets and is refused',
    (path) => {
      expect(() => readJsonPath(root, path)).toThrow(/not a path to a single value/)
    },
  )
})
