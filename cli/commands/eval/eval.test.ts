import { expect, test } from 'vitest'
import type { RunStep } from '../../../sdk/shared/run-rows.ts'
import { plainStyle } from '../../terminal/style.ts'
import { providerOf } from './config.ts'
import { matrixOf, matrixText, summaryOf } from './matrix.ts'

test.each([
  ['openai:gpt-4o-mini', { name: 'gpt-4o-mini', llmConfig: { model: 'gpt-4o-mini' } }],
  ['openai:chat:gpt-4o-mini', { name: 'gpt-4o-mini', llmConfig: { model: 'gpt-4o-mini' } }],
  ['local/openai/small', { name: 'local-openai-small', llmConfig: { model: 'local/openai/small' } }],
  [
    {
      id: 'openai:gpt-4o',
      label: 'calm model',
      prompts: ['a'],
      config: { temperature: 0, tool_choice: 'none', response_format: 'file://x.json', apiKey: 'sk-1' },
    },
    {
      name: 'calm-model',
      llmConfig: { model: 'gpt-4o', temperature: 0, tool_choice: 'none' },
      unusedMembers: ['prompts', 'config.response_format', 'config.apiKey'],
    },
  ],
])('the provider %j is a model with its settings', (provider, expected) => {
  expect(providerOf(provider)).toEqual({ unusedMembers: [], ...expected })
})

test.each(['file://provider.py', 'https://example.com/answer'])(
  'the provider %s is refused, because it is no model',
  (provider) => expect(() => providerOf(provider)).toThrow(/is an address; name a model/),
)

test('a provider without an id is refused', () => {
  expect(() => providerOf({ label: 'x' })).toThrow(/A provider is an id/)
})

const steps: readonly RunStep[] = [
  { key: 'app', type: 'invocation', name: 'q@1', inputs: [] },
  { key: 'has', type: 'annotation', name: 'q-contains@1', inputs: ['app'] },
  { key: 'json', type: 'annotation', name: 'q-is-json@1', inputs: ['app'] },
]
const cell = (step: string, outputs: unknown) => ({ step, status: 'success', outputs })

test('an assertion counts only for tests that have it, and failures are named in the matrix', () => {
  const missing = { step: 'json', status: 'errors', error: { message: 'This row does not have it.' } }
  const matrix = matrixOf({
    steps,
    columns: new Map([
      ['q-contains', 'expected_contains'],
      ['q-is-json', 'expected_is_json'],
    ]),
    nameOf: () => 'q@1',
    rows: [
      {
        scenario_id: '1',
        status: 'errors',
        inputs: { country: 'Peru', expected_contains: 'Lima' },
        cells: [cell('app', 'Lima'), cell('has', { success: true, score: 1 }), missing],
      },
      {
        scenario_id: '2',
        status: 'errors',
        inputs: { country: 'Italy', expected_contains: 'Rome' },
        cells: [cell('app', 'Milan'), cell('has', { success: false, score: 0 }), missing],
      },
      {
        scenario_id: '3',
        status: 'errors',
        inputs: { country: 'Chile', expected_contains: 'Santiago' },
        cells: [{ step: 'app', status: 'errors', error: { message: 'no such model' } }],
      },
      {
        scenario_id: '4',
        status: 'success',
        inputs: { country: 'Spain', expected_contains: 'Madrid' },
        cells: [cell('app', 'Madrid')],
      },
    ],
  })
  expect(summaryOf(matrix)).toEqual([{ application: 'q@1', passed: 1, total: 4 }])
  expect(matrixText(matrix, { width: 80, style: plainStyle })).toBe(
    [
      'TEST   q@1',
      'Peru   pass  Lima',
      'Italy  FAIL  Milan  [q-contains]',
      'Chile  FAIL  no such model',
      'Spain  FAIL  Madrid  [q-contains]',
      '',
      'q@1: 1 of 4 passed',
    ].join('\n'),
  )
})
