// The client renders prompts as the server does: both pass the examples in test/vectors.
import { describe, expect, test } from 'vitest'
import vectors from '../../test/vectors/prompts.json' with { type: 'json' }
import { Prompt, PromptError, type PromptContent } from './prompt.ts'

const promptOf = (parameters: unknown, isChat = false): Prompt =>
  new Prompt({ parameters: parameters as PromptContent['parameters'], isChat }, 'server')

const promptWith = (format: string | undefined, content: string | undefined): Prompt =>
  promptOf({
    prompt: { template_format: format, messages: [{ role: 'user', content }], llm_config: { model: 'm' } },
  })

describe('a prompt', () => {
  test.each(vectors.prompts)('$name', ({ parameters, inputs, is_chat: isChat, request }) => {
    expect(promptOf(parameters, isChat).format(inputs)).toEqual(request)
  })

  test.each(vectors.failures)('$name', ({ parameters, inputs, message }) => {
    expect(() => promptOf(parameters).format(inputs)).toThrow(new PromptError(message))
  })

  test.each(vectors.templates)('%s: %j is rendered', (format, template, expected) => {
    expect(promptWith(format, template).format(vectors.values).messages).toEqual([
      { role: 'user', content: expected },
    ])
  })

  test.each([...vectors.missing, ...vectors.malformed])('%s: %j is an error', (format, template) => {
    expect(() => promptWith(format, template).format(vectors.values)).toThrow(PromptError)
  })

  test('equal parameters have equal hashes, whatever the order of their members', () => {
    const a = promptOf({ prompt: { messages: [], llm_config: {} } })
    const b = promptOf({ prompt: { llm_config: {}, messages: [] } })
    expect([a.hash, a.hash.length]).toEqual([b.hash, 64])
    expect(promptOf({}).hash).not.toBe(a.hash)
  })
})
