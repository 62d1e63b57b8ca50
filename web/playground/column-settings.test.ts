import { expect, test } from 'vitest'
import { settingsOf } from './column-settings.ts'

const data = (llm_config: object) => ({ parameters: { prompt: { messages: [], llm_config } } }) as never

test('the head of a column has the model and the parameters that are set', () => {
  const settings = { model: 'gpt-4o', temperature: 0.2, top_p: null, stop: ['END'], connection: 'mine' }
  expect(settingsOf(data(settings))).toEqual({
    model: 'gpt-4o',
    parameters: 'temperature 0.2 · stop ["END"]',
  })
})

test('tools are counted, and a response format is named', () => {
  const settings = { tools: [{}, {}], response_format: { type: 'json_object' } }
  expect(settingsOf(data(settings))).toEqual({ model: undefined, parameters: '2 tools · json_object' })
  expect(settingsOf(data({ tools: [], response_format: { type: 'text' } })).parameters).toBe('')
})

test('a program without a prompt has no settings in its head', () => {
  expect(settingsOf({ script: 'x' })).toEqual({ model: undefined, parameters: '' })
})
