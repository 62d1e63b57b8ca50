import { expect, test } from 'vitest'
import { AssayError } from '../../kernel/errors.ts'
import type { ValueObject } from '../../tracing/value.ts'
import type { Author, SpanChange } from '../../tracing/writes/trace-writes.ts'
import { createTraceGroup } from './trace-group.ts'

const author = (projectId: string): Author => ({ projectId, actorId: 'a' })
const record = (id: string): ValueObject => ({ trace_id: id })

/** Writes that end on demand; records named `bad` are refused. */
function slowWrites() {
  const ends: (() => void)[] = []
  const writtenGroups: string[][] = []
  return {
    writtenGroups,
    endOne: async () => {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
    write: async (_: Author, change: () => Promise<SpanChange>) => {
      const { records } = await change()
      const ids = 'payload' in records ? [] : records.map(({ trace_id }) => trace_id as string)
      await new Promise<void>((resolve) => ends.push(resolve))
      if (ids.includes('bad')) throw new AssayError('trace_invalid', 'bad')
      if (ids.includes('lost')) throw new AssayError('unavailable', 'lost')
      writtenGroups.push(ids)
    },
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('traces that arrive during a write go into the next one', async () => {
  const writes = slowWrites()
  const group = createTraceGroup(writes, { gatherMs: 0 })
  const firstWrites = ['1', '2', '3'].map((id) => group.write(author('p'), [record(id)]))
  const otherWrite = group.write(author('q'), [record('4')])
  for (let i = 0; i < 3; i += 1) {
    await nextTurn()
    await writes.endOne()
  }
  await Promise.all([...firstWrites, otherWrite])
  expect(writes.writtenGroups).toEqual([['1'], ['2', '3'], ['4']])
})

test('the first of a group waits for others', async () => {
  const writes = slowWrites()
  const group = createTraceGroup(writes, { gatherMs: 1 })
  const writePromises = ['1', '2', '3'].map((id) => group.write(author('p'), [record(id)]))
  const end = setInterval(() => void writes.endOne(), 1)
  await Promise.all(writePromises)
  clearInterval(end)
  expect(writes.writtenGroups).toEqual([['1', '2', '3']])
})

test('a refused trace fails alone', async () => {
  const writes = slowWrites()
  const group = createTraceGroup(writes, { gatherMs: 0 })
  const outcomes = Promise.allSettled(
    ['1', '2', 'bad', '3'].map((id) => group.write(author('p'), [record(id)])),
  )
  for (let i = 0; i < 5; i += 1) {
    await nextTurn()
    await writes.endOne()
  }
  expect((await outcomes).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(writes.writtenGroups).toEqual([['1'], ['2'], ['3']])
})

test('an unavailable store fails all traces of the write', async () => {
  const writes = slowWrites()
  const group = createTraceGroup(writes, { gatherMs: 0 })
  const outcomes = Promise.allSettled(['1', '2', 'lost'].map((id) => group.write(author('p'), [record(id)])))
  for (let i = 0; i < 2; i += 1) {
    await nextTurn()
    await writes.endOne()
  }
  expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
})
