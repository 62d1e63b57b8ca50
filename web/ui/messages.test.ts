import { expect, test } from 'vitest'
import { documentsOf, fieldsIn, messagesOf } from './messages.ts'

const kinds = (value: unknown) =>
  messagesOf(value)?.map(({ role, parts }) => [role, ...parts.map(({ kind }) => kind)])

test('messages are found where the common clients put them', () => {
  const messages = [{ role: 'user', content: 'Where is order 17?' }]
  for (const value of [
    messages,
    { messages },
    { prompt: messages },
    { completion: messages },
    JSON.stringify(messages),
  ]) {
    expect(kinds(value)).toEqual([['user', 'text']])
  }
  expect(kinds({ choices: [{ index: 0, message: { role: 'assistant', content: 'Here.' } }] })).toEqual([
    ['assistant', 'text'],
  ])
})

test('what is no conversation is left alone', () => {
  for (const value of [
    undefined,
    'text',
    5,
    [],
    {},
    { question: 'Why?' },
    [{ role: 'admin' }],
    [1, { role: 'user', content: '' }],
  ]) {
    expect(messagesOf(value)).toBeUndefined()
  }
})

test('tool calls carry their arguments as values, and results name their call', () => {
  const [asked, answered] =
    messagesOf([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'find', arguments: '{"order":17}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"found":false}' },
    ]) ?? []
  expect(asked?.parts).toEqual([{ kind: 'call', id: 'c1', name: 'find', input: { order: 17 } }])
  expect(answered?.parts).toEqual([{ kind: 'result', id: 'c1', output: { found: false } }])
})

test('parts keep their kinds: reasoning, images, audio, tools of other clients', () => {
  const content = [
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'See:' },
    { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
    { type: 'input_audio', audio: { transcript: 'hello' } },
    { type: 'tool_use', id: 't', name: 'look', input: { at: 1 } },
    { type: 'tool_result', tool_use_id: 't', content: 'seen' },
    { type: 'hologram', frames: 3 },
  ]
  expect(kinds([{ role: 'assistant', content }])).toEqual([
    ['assistant', 'reasoning', 'text', 'image', 'image', 'audio', 'call', 'result', 'other'],
  ])
})

test('found documents are shown as documents, conversations are not', () => {
  expect(documentsOf([{ id: 'd1', text: 'A', score: 0.5 }, { document: { content: 'B' } }])).toEqual([
    { kind: 'document', title: 'd1', text: 'A', score: 0.5 },
    { kind: 'document', title: undefined, text: 'B', score: undefined },
  ])
  expect(documentsOf([{ role: 'user', content: 'A' }])).toBeUndefined()
})

test('a flat object reads as fields; a nested or a long one does not', () => {
  expect(fieldsIn({ question: 'Where?', order: 17 })).toEqual([
    ['question', 'Where?'],
    ['order', 17],
  ])
  expect(fieldsIn({ a: { b: 1 } })).toBeUndefined()
  expect(fieldsIn(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`k${at}`, at])))).toBeUndefined()
  expect([fieldsIn([1]), fieldsIn('text'), fieldsIn({})]).toEqual([undefined, undefined, undefined])
})
