// The evaluator with a tree of matchers, and an echo for tests.
import type { JsonObject } from '../../kernel/json/value.ts'
import { builtin, evaluator, type Builtin } from './builtin.ts'
import { choice, flag, objectSchema, scoreOutputs, text } from './schema-parts.ts'

const verdict: JsonObject = {
  score: choice(['weighted', 'min', 'max'], 'weighted'),
  success: choice(['threshold', 'all', 'any'], 'threshold'),
  threshold: { type: 'number', default: 1 },
}

const matchers: JsonObject = { type: 'array', items: { $ref: '#/$defs/matcher' } }

const matcher = objectSchema(
  {
    key: text,
    target: text,
    mode: choice(['text', 'json'], 'text'),
    match: choice(
      ['valid', 'exact', 'starts_with', 'ends_with', 'contains', 'regex', 'similarity', 'diff'],
      'valid',
    ),
    reference: {},
    references: { type: 'array' },
    contains: choice(['all', 'any'], 'all'),
    case_sensitive: flag(true),
    similarity: choice(['jaccard', 'levenshtein', 'cosine'], 'jaccard'),
    diff: choice(['full', 'schema', 'strict'], 'full'),
    weight: { type: 'number', default: 1 },
    ...verdict,
    matchers,
  },
  ['target'],
)

const match = evaluator({
  key: 'match',
  name: 'Match',
  description: 'A tree of matchers over inputs, outputs, testcase and trace.',
  categories: ['text', 'json'],
  isRecommended: true,
  parameters: { ...objectSchema({ matchers, ...verdict }, ['matchers']), $defs: { matcher } },
  outputs: scoreOutputs(),
  presets: [
    {
      key: 'exact_answer',
      name: 'Exact answer',
      description: 'The output equals the expected answer of the testcase.',
      parameters: {
        matchers: [
          {
            key: 'answer',
            target: '$.outputs',
            mode: 'text',
            match: 'exact',
            reference: '$.testcase.data.correct_answer',
          },
        ],
        score: 'weighted',
        success: 'threshold',
        threshold: 1,
      },
    },
    {
      key: 'answer_and_form',
      name: 'Right answer in the right form',
      description:
        'The answer field of a JSON output holds the expected answer; half a point for valid JSON alone.',
      parameters: {
        matchers: [
          { key: 'form', target: '$.outputs', mode: 'json', match: 'valid' },
          {
            key: 'answer',
            target: '$.outputs.answer',
            mode: 'text',
            match: 'contains',
            reference: '$.testcase.data.correct_answer',
            case_sensitive: false,
          },
        ],
        score: 'weighted',
        success: 'all',
        threshold: 1,
      },
    },
  ],
})

const echo = builtin({
  key: 'echo',
  name: 'Echo',
  description: 'Returns the evaluated text.',
  categories: ['custom'],
  isEvaluator: true,
  outputs: objectSchema({ got: text }, ['got']),
})

export const matches: readonly Builtin[] = [match, echo]
