import { describe, expect, test } from 'vitest'
import {
  inputsMark,
  outputsMark,
  type NewRow,
  type NewSpan,
  type SpanRow,
  type WaitingLog,
} from '../../../storage/contract/contract.ts'
import type { OtlpEvent } from '../../otlp/span.ts'
import { isObject, valueAt, type ValueObject } from '../../value.ts'
import { remapTrace } from '../remap-trace.ts'
import { noRules, SpanBatch } from '../rows/batch.ts'
import { recordOfRow } from '../rows/span-row.ts'
import { joinedRow } from './joined-row.ts'
import { eventText } from './log-event.ts'

const traceId = '0db4076d6a20174a720af586dc588c6c'
const spanId = '3a0be5f49672f8a7'
const projectId = '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9aa'
const startUnixNano = 1794733200000000000n

/** A row as the store returns it. */
const readBack = (row: NewSpan): SpanRow => ({
  ...row,
  attributes: row.attributes.replace(inputsMark, row.inputs).replace(outputsMark, row.outputs),
})

/** The row of a model call without messages. */
function storedCall(overrides: object = {}): SpanRow {
  const batch = new SpanBatch(1_000_000n)
  const call = {
    traceId,
    spanId,
    name: 'chat',
    startTimeUnixNano: startUnixNano.toString(),
    attributes: [{ key: 'gen_ai.operation.name', value: { stringValue: 'chat' } }],
    ...overrides,
  }
  batch.add(
    {
      id: '01a1dd51-ea3e-7d78-9f4b-dfb3d4f8a9a9',
      projectId,
      actorId: projectId,
      receivedAt: '2026-11-15T09:00:00.000000Z',
      form: 'otlp_json',
      payload: Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [call] }] }] })),
    },
    noRules,
  )
  const rows: NewRow[] = []
  batch.rows(new Map(), (row) => rows.push(row))
  return readBack(rows[0] as NewSpan)
}

interface LogContent {
  readonly content: string
  /** Nanoseconds after the start. */
  readonly at?: number
  readonly receiptId?: string
}

const eventOf = ({ content, at = 0 }: LogContent): OtlpEvent => ({
  name: 'gen_ai.user.message',
  timeUnixNano: startUnixNano + BigInt(at),
  attributes: { 'gen_ai.event.content': { content } },
})

const waitingLogsOf = (...logContents: readonly LogContent[]): readonly WaitingLog[] =>
  logContents.map((content, index) => ({
    id: `${content.receiptId ?? 'r'}/${index}`,
    projectId,
    traceId,
    spanId,
    receiptId: content.receiptId ?? 'r',
    actorId: projectId,
    receivedAt: '2026-11-15T09:00:00.000000Z',
    index,
    event: eventText(eventOf(content)),
  }))

function joinLogs(row: SpanRow, ...logContents: readonly LogContent[]): SpanRow {
  const { row: next } = joinedRow(row, { waitingLogs: waitingLogsOf(...logContents), rules: noRules })
  if (next === undefined) throw new Error('the row already has them')
  return readBack(next)
}

const promptTexts = (row: SpanRow): readonly unknown[] => {
  const prompt = valueAt(recordOfRow(row), ['attributes', 'ag', 'data', 'inputs', 'prompt'])
  return Array.isArray(prompt)
    ? prompt.map((message) => (isObject(message) ? message['content'] : message))
    : []
}

describe('the row of a span with logs', () => {
  test('includes their content, ordered by time, and their number', () => {
    const row = joinLogs(storedCall(), { content: 'second', at: 2000 }, { content: 'first', at: 1000 })
    expect(promptTexts(row)).toEqual(['first', 'second'])
    expect(row.events).toHaveLength(2)
    expect(JSON.parse(row.facts)).toMatchObject({ logs: 2 })
    expect(promptTexts(joinLogs(row, { content: 'between', at: 1500 }))).toEqual([
      'first',
      'between',
      'second',
    ])
  })

  test('has a version above every roll-up of the row that was read', () => {
    const row = storedCall()
    expect(BigInt(joinLogs(row, { content: 'Hi' }).version) - BigInt(row.version)).toBe(64n)
  })

  test('is not changed by logs that it already has, from any request', () => {
    const row = joinLogs(storedCall(), { content: 'Hi' }, { content: 'Hi' }, { content: 'you', at: 5 })
    expect(promptTexts(row)).toEqual(['Hi', 'Hi', 'you'])
    const repeatedLogs = waitingLogsOf(
      { content: 'Hi', receiptId: 'a' },
      { content: 'you', at: 5, receiptId: 'b' },
    )
    expect(joinedRow(row, { waitingLogs: repeatedLogs, rules: noRules })).toEqual({
      row: undefined,
      refusedLogs: [],
    })
  })

  test('equals the result of a remap', () => {
    expect(
      remapTrace([joinLogs(storedCall(), { content: 'Hi' })], { mode: 'remap', rules: noRules }),
    ).toEqual([])
  })

  test('has the user and the instructions, in its facts too', () => {
    const details: OtlpEvent = {
      name: 'gen_ai.client.inference.operation.details',
      timeUnixNano: startUnixNano,
      attributes: { 'gen_ai.system_instructions': 'Be brief.', 'user.id': 'ann' },
    }
    const [log] = waitingLogsOf({ content: '' })
    const { row: next } = joinedRow(storedCall(), {
      waitingLogs: [{ ...(log as WaitingLog), event: eventText(details) }],
      rules: noRules,
    })
    const row = readBack(next as NewSpan)
    expect(recordOfRow(row)).toMatchObject({
      user_id: 'ann',
      attributes: { ag: { user: { id: 'ann' }, meta: { system_instructions: 'Be brief.' } } },
    })
    expect(promptTexts(row)).toEqual(['Be brief.'])
    expect(JSON.parse(row.facts)).toMatchObject({ identities: { user: 'ann' }, call: { content: 15 } })
    // The writer rolls up the trace, which then determines the leading span.
    expect(remapTrace([{ ...row, roll_up: '' }], { mode: 'remap', rules: noRules })).toHaveLength(1)
  })

  test('keeps its own events before those from logs', () => {
    const ownEvent = { name: 'retry', timeUnixNano: (startUnixNano + 9n).toString() }
    const row = joinLogs(storedCall({ events: [ownEvent] }), { content: 'Hi', at: 1 })
    expect(row.events.map((text) => (JSON.parse(text) as ValueObject)['name'])).toEqual([
      'retry',
      'gen_ai.user.message',
    ])
  })

  test('keeps edited data; the logs are added to its events', () => {
    const row = storedCall()
    const editedRow = { ...row, attributes: row.attributes.replace('"data":{}', '"data":{"outputs":"mine"}') }
    expect(editedRow.attributes).not.toBe(row.attributes)
    const next = joinLogs(editedRow, { content: 'Hi' })
    expect(valueAt(recordOfRow(next), ['attributes', 'ag', 'data'])).toEqual({ outputs: 'mine' })
    expect(next.events).toHaveLength(1)
  })

  test('accepts a thousand of them, or four mebibytes, and refuses the rest', () => {
    const manyLogs = Array.from({ length: 1001 }, (_, at) => ({ content: 'Hi', at }))
    const { row, refusedLogs } = joinedRow(storedCall(), {
      waitingLogs: waitingLogsOf(...manyLogs),
      rules: noRules,
    })
    expect(row?.events).toHaveLength(1000)
    expect(refusedLogs.map(({ index }) => index)).toEqual([1000])
    const longLogs = [3, 2, 0.5].map((mebibytes) => ({ content: 'x'.repeat(mebibytes * 1024 * 1024) }))
    const some = joinedRow(storedCall(), { waitingLogs: waitingLogsOf(...longLogs), rules: noRules })
    expect(some.refusedLogs.map(({ index }) => index)).toEqual([1])
  })
})
