// Checks each field that the adapters read from each recorded library. The table "Recorded libraries" in
// docs/traces.md is the expectation, so that documentation and adapters agree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { snapshotFile, recordings } from '../../../test/support/recordings.ts'
import { isObject, valueAt, type Value, type ValueObject } from '../value.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/traces.md'), 'utf8')
const fields = ['messages', 'tools', 'model', 'tokens', 'cost', 'session', 'user', 'documents'] as const
type Field = (typeof fields)[number]

/** The text from a heading to the next one. */
function section(heading: string): string {
  const text = docs.slice(docs.indexOf(heading) + heading.length)
  return text.slice(0, text.indexOf('\n#'))
}

/** The fields that the table promises, by the name of the recording. */
const promisedFields: ReadonlyMap<string, readonly string[]> = new Map(
  section('### Recorded libraries')
    .split('\n')
    .flatMap((line): readonly (readonly [string, readonly string[]])[] => {
      const cells = line.split('|').map((cell) => cell.trim())
      const name = /^`([\da-z-]+)`$/.exec(cells[1] ?? '')?.[1]
      return name === undefined ? [] : [[name, (cells[3] ?? '').split(', ')]]
    }),
)

const listAt = (value: Value, ...path: readonly string[]): readonly Value[] => {
  const list = valueAt(value, path)
  return Array.isArray(list) ? (list as readonly Value[]) : []
}
const textAt = (value: Value, ...path: readonly string[]): string =>
  JSON.stringify(valueAt(value, path) ?? '')

/** Whether a message of the list has this role and this text. */
const hasMessage = (messages: readonly Value[], role: string, text: string): boolean =>
  messages.some(
    (message) => isObject(message) && message['role'] === role && textAt(message, 'content').includes(text),
  )

const callsTool = (messages: readonly Value[]): boolean =>
  messages.some((message) =>
    listAt(message, 'tool_calls').some(
      (call) =>
        valueAt(call, ['function', 'name']) === 'find_order' &&
        textAt(call, 'function', 'arguments').includes('17'),
    ),
  )

const modelCalls: ReadonlySet<Value | undefined> = new Set(['chat', 'completion', 'llm'])
const isModelCall = (ag: ValueObject): boolean => modelCalls.has(valueAt(ag, ['type', 'span']))
const prompt = (ag: ValueObject): readonly Value[] => listAt(ag, 'data', 'inputs', 'prompt')
const completion = (ag: ValueObject): readonly Value[] => listAt(ag, 'data', 'outputs', 'completion')
const isToolSpan = (ag: ValueObject): boolean =>
  valueAt(ag, ['type', 'span']) === 'tool' &&
  textAt(ag, 'data', 'inputs').includes('17') &&
  textAt(ag, 'data', 'outputs').includes('on its way')

/** A field is read if some span of the recording has it. */
const isRead: Readonly<Record<Field, (ag: ValueObject) => boolean>> = {
  messages: (ag) =>
    isModelCall(ag) && hasMessage(prompt(ag), 'user', 'order 17') && textAt(ag, 'data', 'outputs') !== '""',
  tools: (ag) => (isModelCall(ag) && callsTool([...prompt(ag), ...completion(ag)])) || isToolSpan(ag),
  model: (ag) => isModelCall(ag) && /gpt-4o|claude|gemini|command/.test(textAt(ag, 'meta')),
  tokens: (ag) =>
    isModelCall(ag) &&
    valueAt(ag, ['metrics', 'tokens', 'incremental', 'prompt']) !== undefined &&
    valueAt(ag, ['metrics', 'tokens', 'incremental', 'completion']) === 300,
  cost: (ag) => isModelCall(ag) && Number(valueAt(ag, ['metrics', 'costs', 'incremental', 'total'])) > 0,
  session: (ag) => valueAt(ag, ['session', 'id']) === 'session-1',
  user: (ag) => valueAt(ag, ['user', 'id']) === 'user-1',
  documents: (ag) =>
    valueAt(ag, ['type', 'span']) === 'query' &&
    listAt(ag, 'data', 'outputs', 'documents').some((document) =>
      textAt(document, 'content').includes('Order 17 left'),
    ),
}

test('the table has a row for every recording', () => {
  expect([...promisedFields.keys()].toSorted()).toEqual(
    recordings()
      .map(({ name }) => name)
      .toSorted(),
  )
})

test.each(recordings().map(({ name }) => name))('%s: the fields of the table are read', (name) => {
  const spans = JSON.parse(readFileSync(snapshotFile(name), 'utf8')) as readonly {
    readonly ag: ValueObject
  }[]
  const readFields = fields.filter((field) => spans.some(({ ag }) => isRead[field](ag)))
  expect(readFields).toEqual(promisedFields.get(name))
})
