import { describe, expect, test } from 'vitest'
import { continuedCall, messageOf, mockedReply, toolCallsOf, toolResults, turnsWith } from './conversation.ts'

const totals = { durationMs: 1, tokens: undefined, cost: undefined }
const toolCallMessage = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: '{}' } }],
}
const failure = { title: 'No', message: 'No.', needsKey: false }
const user = { role: 'user', content: 'And then?' }

test.each([
  ['a text', 'Hi', { role: 'assistant', content: 'Hi' }],
  ['JSON', { a: 1 }, { role: 'assistant', content: '{"a":1}' }],
  ['a message', toolCallMessage, toolCallMessage],
])('%s becomes a message of the conversation', (_, outputs, message) => {
  expect(messageOf(outputs)).toEqual(message)
})

test('the result of a tool names the call that it answers', () => {
  const calls = toolCallsOf(toolCallMessage)
  expect(calls).toEqual([{ id: 'c1', name: 'weather' }])
  expect(toolResults(calls, { c1: '21 °C' })).toEqual([
    { role: 'tool', tool_call_id: 'c1', name: 'weather', content: '21 °C' },
  ])
  expect(toolCallsOf('text')).toEqual([])
})

test('mocks reply to a call when every called tool has a mock', () => {
  const outcome = { outputs: toolCallMessage, totals }
  expect(mockedReply(outcome, { weather: '21 °C' })).toEqual([
    { role: 'tool', tool_call_id: 'c1', name: 'weather', content: '21 °C' },
  ])
  const twoCalls = {
    ...toolCallMessage,
    tool_calls: [...toolCallMessage.tool_calls, { id: 'c2', function: { name: 'time' } }],
  }
  expect(mockedReply({ outputs: twoCalls, totals }, { weather: '21 °C' })).toBeUndefined()
  expect(mockedReply({ outputs: 'text', totals }, { weather: '21 °C' })).toBeUndefined()
  expect(mockedReply({ failure, totals }, { weather: '21 °C' })).toBeUndefined()
})

describe('a continued conversation', () => {
  const turns = turnsWith({ outcome: { outputs: 'Hi', totals } }, [user])

  test('of a completion is a chat with its output and the reply', () => {
    const data = { uri: 'agenta:builtin:completion:v0', parameters: {} }
    expect(continuedCall({ data, inputs: { name: 'Ada' } }, turns)).toEqual({
      data: { uri: 'agenta:builtin:chat:v0', parameters: {} },
      inputs: { name: 'Ada', messages: [{ role: 'assistant', content: 'Hi' }, user] },
    })
  })

  test('of a chat follows the messages of its inputs', () => {
    const first = { role: 'user', content: 'Hello' }
    const data = { uri: 'agenta:builtin:chat:v0' }
    expect(continuedCall({ data, inputs: { messages: [first] } }, turns).inputs).toEqual({
      messages: [first, { role: 'assistant', content: 'Hi' }, user],
    })
  })

  test('repeats a failed call with the same messages', () => {
    expect(turnsWith({ turns, outcome: { failure, totals } }, [user])).toBe(turns)
  })
})
