import { expect, test } from 'vitest'
import { groupTemplates, initialSettings, missingSettings } from './templates.ts'

const exact = {
  key: 'auto_exact_match',
  name: 'Exact match',
  categories: ['text'],
  data: {
    parameters: { correct_answer_key: 'answer' },
    schemas: {
      parameters: {
        properties: { correct_answer_key: { default: 'correct_answer' }, case_sensitive: { default: true } },
      },
    },
  },
}
const judge = { key: 'auto_ai_critique', name: 'LLM judge', description: 'By a rubric.', categories: ['llm'] }

test('a new evaluator starts with the settings of its template over the defaults of the schema', () => {
  expect(initialSettings(exact)).toEqual({ correct_answer_key: 'answer', case_sensitive: true })
  expect(initialSettings(judge)).toEqual({})
})

test('matching templates are listed by category, judges first', () => {
  expect(groupTemplates([exact, judge], '').map(({ name }) => name)).toEqual(['LLM judge', 'Text'])
  expect(groupTemplates([exact, judge], 'RUBRIC').flatMap(({ templates }) => templates)).toEqual([judge])
  expect(groupTemplates([exact, judge], 'constructor')).toEqual([])
})

test('required settings without a default are requested', () => {
  const code = {
    key: 'code',
    name: 'Code',
    data: {
      parameters: {},
      schemas: {
        parameters: {
          properties: { code: { type: 'string' }, timeout_ms: { type: 'integer', default: 5000 }, seed: {} },
          required: ['code', 'timeout_ms'],
        },
      },
    },
  }
  expect(Object.keys(missingSettings(code).properties ?? {})).toEqual(['code'])
  expect(missingSettings(exact).required).toEqual([])
})
