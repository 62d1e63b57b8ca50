import fc from 'fast-check'
import { expect, test } from 'vitest'
import { controlsFor, withOtherSettings } from './model-families.ts'

const namesFor = (model: string): readonly string[] =>
  Object.keys(controlsFor({ model }).schema.properties ?? {})

test('a reasoning model has an effort and no temperature', () => {
  expect(namesFor('openai/o4-mini')).toContain('reasoning_effort')
  expect(namesFor('openai/o4-mini')).not.toContain('temperature')
  expect(namesFor('gpt-4o-mini')).toContain('temperature')
})

test.each([
  ['gpt-4o-mini', 2],
  ['anthropic/claude-sonnet-4', 1],
  ['bedrock/anthropic.claude-3-haiku', 1],
  ['mistral-small-latest', 1.5],
  ['local/custom/llama3.2:3b', 2],
])('the temperature of %s ends at %d', (model, maximum) => {
  expect(controlsFor({ model }).schema.properties?.['temperature']?.maximum).toBe(maximum)
})

test('a value that a control cannot display is edited as JSON', () => {
  const tool_choice = { type: 'function', function: { name: 'find' } }
  const { schema, otherSettings } = controlsFor({ model: 'gpt-4o', tool_choice, thinking: { budget: 1 } })
  expect(Object.keys(schema.properties ?? {})).not.toContain('tool_choice')
  expect(otherSettings).toEqual({ tool_choice, thinking: { budget: 1 } })
})

test('every setting has a control, a JSON member or an editor of its own, and none is lost', () => {
  const settings = fc.dictionary(
    fc.oneof(fc.constantFrom('model', 'temperature', 'stop', 'tools', 'seed', '__proto__'), fc.string()),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(settings, (input) => {
      const { schema, otherSettings } = controlsFor(input)
      for (const name of Object.keys(input)) {
        const hasControl = Object.hasOwn(schema.properties ?? {}, name)
        expect(
          hasControl || Object.hasOwn(otherSettings, name) || /^(tools|response_format)$/.test(name),
        ).toBe(true)
      }
      expect(withOtherSettings(input, otherSettings)).toEqual(input)
    }),
  )
})
