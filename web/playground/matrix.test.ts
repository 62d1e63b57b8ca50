import { describe, expect, test } from 'vitest'
import type { Revision } from '../app/versions/client.ts'
import {
  callsOf,
  isChat,
  planCalls,
  stampOf,
  typedInputs,
  variablesIn,
  type Column,
  type InputRow,
} from './matrix.ts'
import { idsIn, playgroundSearch } from './url-state.ts'

const column = (key: string, parameters: object, data: object = {}): Column => ({
  key,
  name: key,
  variant: 'main',
  revision: { id: `revision ${key}` } as unknown as Revision,
  data: { ...data, parameters } as Column['data'],
  draftName: 'draft',
  isVariantDraft: true,
  draft: undefined,
  isDraft: false,
})
const prompt = (content: string) => ({ prompt: { messages: [{ role: 'user', content }] } })
const row = (key: string): InputRow => ({ key, from: 'typed', texts: {}, inputs: { n: key } })

describe('the inputs of all columns', () => {
  test('are their variables, each once', () => {
    const columns = [column('0', prompt('{{name}} {{city}}')), column('1', prompt('{{city}} {{day}}'))]
    expect(variablesIn(columns)).toEqual(['name', 'city', 'day'])
  })

  test('include the messages of a chat program', () => {
    const data = { uri: 'agenta:builtin:chat:v0' }
    expect(variablesIn([column('0', prompt('Be {{tone}}.'), data)])).toEqual(['tone', 'messages'])
    expect(isChat({ uri: 'user:builtin:chat:v0' })).toBe(false)
  })

  test('are one input for a program without declared inputs', () => {
    expect(variablesIn([column('0', {})])).toEqual(['input'])
  })
})

test('typed texts become JSON, text and messages', () => {
  const inputs = typedInputs({ a: '[1]', b: 'two', messages: 'Hello' }, ['a', 'b', 'c', 'messages'])
  expect(inputs).toEqual({ a: [1], b: 'two', c: '', messages: [{ role: 'user', content: 'Hello' }] })
})

test('each row is called with each column, once per repeat', () => {
  const calls = planCalls({
    rows: [row('x'), row('y')],
    columns: [column('0', {}), column('1', {})],
    repeats: 2,
  })
  expect(calls.map(({ key }) => key).join()).toBe('x 0 0,x 0 1,x 1 0,x 1 1,y 0 0,y 0 1,y 1 0,y 1 1')
})

test('one row or one column can be run alone', () => {
  const calls = planCalls({
    rows: [row('x'), row('y')],
    columns: [column('0', {}), column('1', {})],
    repeats: 1,
  })
  expect(callsOf(calls, { row: 'y' }).map(({ key }) => key)).toEqual(['y 0 0', 'y 1 0'])
  expect(callsOf(calls, { column: '1' }).map(({ key }) => key)).toEqual(['x 1 0', 'y 1 0'])
})

test('a cell is outdated when its prompt or input has changed', () => {
  const stamp = stampOf(column('0', prompt('a')), row('x'))
  expect(stampOf(column('0', prompt('a')), row('x'))).toBe(stamp)
  expect(stampOf(column('0', prompt('b')), row('x'))).not.toBe(stamp)
  expect(stampOf(column('0', prompt('a')), row('y'))).not.toBe(stamp)
})

test('the URL state omits invalid members', () => {
  expect(playgroundSearch({ with: 'a,b', repeat: 3, rows: '' })).toEqual({ with: 'a,b', repeat: 3 })
  expect(playgroundSearch({ repeat: 1000, trace: 7 })).toEqual({})
  expect(idsIn('a,,b')).toEqual(['a', 'b'])
})
