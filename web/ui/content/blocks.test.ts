// Values turn into blocks without loss.
import fc from 'fast-check'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { blockOf, conversationIn } from './blocks.ts'

/** The strings and numbers of a value. */
function leavesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

/** Wire values of `type` that the kind of a block represents; they are not leaves of the block. */
const drawnTypes =
  /^(?:text|input_text|output_text|summary_text|refusal|thinking|reasoning|function|tool_use|tool_call|tool-call|tool_result|tool-result|tool_call_response|function_call|function_call_output|image|image_url|input_image|audio|input_audio|file|blob|uri|document)$/

/** The leaves of a rendered block; only JSON mode renders the stored message. */
const drawnLeaves = (block: unknown): ReadonlySet<string> => {
  const parts: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) {
      const isMessage = 'parts' in value && 'finish' in value && 'rest' in value
      for (const [name, member] of Object.entries(value)) {
        if (name !== 'kind' && !(isMessage && name === 'source')) visit(member)
      }
    } else if (typeof value === 'string' || typeof value === 'number') parts.push(String(value))
  }
  visit(block)
  return new Set(parts)
}

function missingLeaves(value: unknown): readonly string[] {
  const leaves = drawnLeaves(blockOf(value))
  const allText = [...leaves].join('\n')
  return leavesOf(value).filter(
    (leaf) => !leaves.has(leaf) && !drawnTypes.test(leaf) && !allText.includes(leaf),
  )
}

const folder = new URL('../../../test/recorded/instrumentations/ag/', import.meta.url)
const recordings = readdirSync(folder).filter((name) => name.endsWith('.json'))

test.each(recordings)('every string and number that %s records is in a block', (name) => {
  const spans = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as readonly {
    readonly ag: { readonly data?: { readonly inputs?: unknown; readonly outputs?: unknown } }
  }[]
  for (const { ag } of spans) {
    expect(missingLeaves(ag.data?.inputs)).toEqual([])
    expect(missingLeaves(ag.data?.outputs)).toEqual([])
  }
})

const memberNames =
  'role content parts text tool_calls function_call name id type function arguments input thinking reasoning image_url url source data media_type mime_type uri file filename message metadata score document page_content finish_reason call_id'.split(
    ' ',
  )
const words = fc.constantFrom(
  'user',
  'assistant',
  'tool',
  'text',
  'image',
  'tool_call',
  'function_call',
  'blob',
  'uri',
  'file',
  'thinking',
  'document',
  'human',
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.integer({ min: 10_000, max: 99_999 }),
    words,
    fc.stringMatching(/^[a-z]{6,12}$/),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...memberNames), tie('tree'), { maxKeys: 6 }),
    fc.record({ role: words, content: tie('tree') }),
    fc.record({ type: words, content: tie('tree'), id: fc.stringMatching(/^[a-z]{6,12}$/) }),
  ),
}))

test('every string and number of a message is in a block', () => {
  fc.assert(
    fc.property(tree, (value) => {
      expect(missingLeaves(value)).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('members beside the messages are fields with their names', () => {
  const block = blockOf({
    messages: [{ role: 'user', content: 'Hi' }],
    customer_id: 'customer-9',
    cart: [{ sku: 'A-1', quantity: 2 }],
  })
  expect(block.kind === 'fields' && block.fields.map(([name, { kind }]) => [name, kind])).toEqual([
    ['messages', 'messages'],
    ['customer_id', 'text'],
    ['cart', 'fields'],
  ])
})

const partsOf = (message: unknown) => conversationIn([message])?.[0]?.parts.map(({ kind }) => kind)

test('parts keep their kinds, and text beside an image stays', () => {
  expect(
    partsOf({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'See:' },
        { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'blob', modality: 'image', mime_type: 'image/png', content: 'AAAA' },
        { type: 'uri', modality: 'image', uri: 'https://example.com/b.png' },
        { type: 'file', file: { filename: 'a.pdf', file_data: 'JVBERi0=' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        { type: 'tool_use', id: 't', name: 'look', input: { at: 1 } },
        { type: 'tool_result', tool_use_id: 't', content: 'seen' },
        { type: 'hologram', frames: 3 },
      ],
    }),
  ).toEqual('reasoning text media media media media media media call result other'.split(' '))
  const messageWithImage = {
    role: 'user',
    content: 'What is this?',
    parts: [{ type: 'image', image: { url: 'https://e.com/a' } }],
  }
  expect(partsOf(messageWithImage)).toEqual(['text', 'media'])
  expect(partsOf({ role: 'assistant', content: '', thinking: 'Because.' })).toEqual(['reasoning'])
})

test('arguments and results keep the text that the client sent', () => {
  const [callMessage, resultMessage] =
    conversationIn([
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', function: { name: 'find', arguments: '{"order": 17}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"found":false}' },
    ]) ?? []
  expect(callMessage?.parts).toEqual([
    { kind: 'call', id: 'c1', name: 'find', input: '{"order": 17}', rest: undefined },
  ])
  expect(resultMessage?.parts).toEqual([
    { kind: 'result', id: 'c1', name: undefined, output: '{"found":false}', rest: undefined },
  ])
})

test('conversations of the common clients are recognized; other values are not conversations', () => {
  const messages = [{ role: 'user', content: 'Where is order 17?' }]
  for (const value of [
    messages,
    { messages },
    { prompt: messages, model: 'm' },
    JSON.stringify(messages),
    { choices: [{ index: 0, message: { role: 'user', content: 'Here.' } }] },
    {
      messages: [
        [{ lc: 1, type: 'constructor', id: ['HumanMessage'], kwargs: { content: 'Hi', type: 'human' } }],
      ],
    },
    [{ type: 'human', data: { content: 'Hi', type: 'human' } }],
  ]) {
    expect(conversationIn(value)?.map(({ role }) => role)).toEqual([expect.stringMatching(/user|human/)])
  }
  for (const value of [undefined, 'text', 5, [], {}, { question: 'Why?' }, [{ role: 'admin' }]]) {
    expect(conversationIn(value)).toBeUndefined()
  }
})

test('documents have their score, id and metadata; tools their description and parameters', () => {
  expect(
    blockOf({ documents: [{ document: { id: 'd1', content: 'A', score: 0.5, metadata: { page: 3 } } }] }),
  ).toMatchObject({
    kind: 'fields',
    fields: [
      [
        'documents',
        { kind: 'documents', documents: [{ id: 'd1', text: 'A', score: 0.5, metadata: { page: 3 } }] },
      ],
    ],
  })
  expect(
    blockOf([{ type: 'function', function: { name: 'find', description: 'Finds.', parameters: {} } }]),
  ).toMatchObject({
    kind: 'tools',
    tools: [{ name: 'find', description: 'Finds.' }],
  })
})

test('values that are too large to be read as fields are trees', () => {
  expect(blockOf(Array.from({ length: 500 }, (_, at) => ({ at, more: { at } }))).kind).toBe('tree')
  expect(blockOf(Array.from({ length: 500 }, (_, at) => at)).kind).toBe('tree')
})
