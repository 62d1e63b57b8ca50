import { describe, expect, test } from 'vitest'
import type { Value } from '../value.ts'
import { canonicalMessages, normalisedMessages } from './gen-ai-messages.ts'

const call = (id: string, name: string, input: Value) => ({
  id,
  type: 'function',
  function: { name, arguments: input },
})
const image = (url: string) => ({ type: 'image_url', image_url: { url } })

describe('parts of the gen_ai conventions', () => {
  test.each<[string, readonly Value[], Value]>([
    [
      'text',
      [
        { type: 'text', content: 'a' },
        { type: 'text', content: 'b' },
      ],
      { content: 'a b' },
    ],
    [
      'text beside an image',
      [
        { type: 'text', content: 'What is this?' },
        { type: 'uri', modality: 'image', uri: 'https://example.com/a.png' },
        { type: 'text', content: 'Say it.' },
      ],
      {
        content: [
          { type: 'text', text: 'What is this?' },
          image('https://example.com/a.png'),
          { type: 'text', text: 'Say it.' },
        ],
      },
    ],
    [
      'an image as bytes',
      [{ type: 'blob', modality: 'image', mime_type: 'image/jpeg', content: 'AAAA' }],
      { content: [image('data:image/jpeg;base64,AAAA')] },
    ],
    [
      'a document as bytes, and one by its id',
      [
        { type: 'blob', mime_type: 'application/pdf', content: 'AAAA' },
        { type: 'file', modality: 'document', file_id: 'f-1' },
        { type: 'uri', mime_type: 'audio/wav', uri: 'https://example.com/a.wav' },
      ],
      {
        content: [
          {
            type: 'file',
            file: { file_data: 'data:application/pdf;base64,AAAA', mime_type: 'application/pdf' },
          },
          { type: 'file', file: { file_id: 'f-1' } },
          { type: 'file', file: { url: 'https://example.com/a.wav', mime_type: 'audio/wav' } },
        ],
      },
    ],
    [
      'reasoning, a call, and an unknown part',
      [
        { type: 'reasoning', content: 'Hm.' },
        { type: 'tool_call', id: 'c1', name: 'find', arguments: { n: 17 } },
        { type: 'server_tool', what: 1 },
        { type: 'blob', mime: 'x' },
      ],
      {
        content: '',
        thinking: 'Hm.',
        tool_calls: [call('c1', 'find', { n: 17 })],
        parts: [
          { type: 'server_tool', what: 1 },
          { type: 'blob', mime: 'x' },
        ],
      },
    ],
  ])('%s', (_, parts, expected) => {
    const messages = normalisedMessages([{ role: 'user', parts }])
    expect(messages).toEqual([{ role: 'user', ...(expected as object) }])
    expect(normalisedMessages(messages)).toEqual(messages)
    expect(canonicalMessages(messages)).toEqual(messages)
  })

  test('tool results come before or after the message, as in its parts', () => {
    const result = (id: string) => ({ type: 'tool_call_response', id, response: id })
    const text = { type: 'text', content: 'Thanks' }
    const toolMessage = (id: string) => ({ role: 'tool', content: id, tool_call_id: id })
    expect(normalisedMessages([{ role: 'user', parts: [result('a'), text, result('b')] }])).toEqual([
      toolMessage('a'),
      { role: 'user', content: 'Thanks' },
      toolMessage('b'),
    ])
  })
})

describe('content that is a list of parts, or the JSON text of one', () => {
  const toolCalls = [call('t1', 'find', { n: 17 })]
  test.each<[string, Value, readonly Value[]]>([
    [
      'Anthropic',
      [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'text', text: 'Wait.' },
        { type: 'tool_use', id: 't1', name: 'find', input: { n: 17 } },
      ],
      [{ role: 'assistant', content: 'Wait.', tool_calls: toolCalls, thinking: 'Hm.' }],
    ],
    [
      'Bedrock',
      [{ text: 'Wait.' }, { toolUse: { toolUseId: 't1', name: 'find', input: { n: 17 } } }],
      [{ role: 'assistant', content: 'Wait.', tool_calls: toolCalls }],
    ],
    [
      'a result of Bedrock',
      [{ toolResult: { toolUseId: 't1', status: 'success', content: [{ text: 'on its way' }] } }],
      [{ role: 'tool', content: 'on its way', tool_call_id: 't1' }],
    ],
    [
      'a result of the AI SDK',
      [
        {
          type: 'tool-result',
          toolCallId: 't1',
          toolName: 'find',
          output: { type: 'json', value: { n: 1 } },
        },
      ],
      [{ role: 'tool', content: { n: 1 }, tool_call_id: 't1', name: 'find' }],
    ],
    [
      'an image of Anthropic',
      [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
      [{ role: 'assistant', content: [image('data:image/png;base64,AAAA')] }],
    ],
    [
      'images of the OpenAI APIs',
      [
        { type: 'input_text', text: 'What is this?' },
        { type: 'input_image', image_url: 'https://example.com/a.png' },
      ],
      [
        {
          role: 'assistant',
          content: [{ type: 'text', text: 'What is this?' }, image('https://example.com/a.png')],
        },
      ],
    ],
    [
      'Gemini',
      [
        { inline_data: { mime_type: 'image/png', data: 'AAAA' } },
        { function_call: { name: 'find', args: {} } },
      ],
      [
        {
          role: 'assistant',
          content: [image('data:image/png;base64,AAAA')],
          tool_calls: [{ type: 'function', function: { name: 'find', arguments: {} } }],
        },
      ],
    ],
  ])('%s', (_, content, expected) => {
    const messages = canonicalMessages([{ role: 'model', content }])
    expect(messages).toEqual(expected)
    expect(canonicalMessages([{ role: 'model', content: JSON.stringify(content) }])).toEqual(expected)
    expect(canonicalMessages(messages)).toEqual(messages)
  })

  test.each<[string, Value]>([
    ['plain text', 'Hi'],
    ['canonical parts', [{ type: 'text', text: 'Hi' }, image('https://example.com/a.png')]],
    ['parts of no known shape', [{ type: 'odd', value: 1 }]],
    ['JSON that is not a list of parts', '[{"id": 1}]'],
    ['nothing', null],
  ])('%s stays unchanged, with every member of the message', (_, content) => {
    const message = { role: 'user', content, name: 'Ann', id: 7 }
    expect(canonicalMessages([message])).toEqual([message])
  })

  test('members beside the content stay with the message', () => {
    const message = { role: 'assistant', content: [{ text: 'Hi' }], stop: 'end' }
    expect(canonicalMessages([message])).toEqual([{ role: 'assistant', content: 'Hi', stop: 'end' }])
  })
})

test('calls of OpenLLMetry get the common form', () => {
  const message = {
    role: 'assistant',
    content: '',
    tool_calls: [{ id: 'c1', name: 'find', arguments: '{}' }],
  }
  expect(canonicalMessages([message])).toEqual([{ ...message, tool_calls: [call('c1', 'find', '{}')] }])
})
