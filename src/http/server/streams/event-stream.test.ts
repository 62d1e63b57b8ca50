import { expect, test } from 'vitest'
import { textsWithHeartbeat } from './event-stream.ts'

const neverAborted = new AbortController().signal

test('an idle stream sends heartbeats', async () => {
  const secondText = Promise.withResolvers<string>()
  const received: string[] = []
  async function* texts(): AsyncGenerator<string> {
    yield 'first'
    yield await secondText.promise
  }
  for await (const text of textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 5 })) {
    received.push(text)
    if (received.length === 4) secondText.resolve('second')
  }
  expect(received.slice(0, 4)).toEqual([': events\n\n', 'first', ': still here\n\n', ': still here\n\n'])
  expect(received.at(-1)).toBe('second')
})

test('nothing is sent after the signal, and the source of events is closed', async () => {
  const stop = new AbortController()
  let isClosed = false
  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) yield 'one more'
    } finally {
      isClosed = true
    }
  }
  const received: string[] = []
  for await (const text of textsWithHeartbeat(texts(), { signal: stop.signal })) {
    received.push(text)
    if (received.length === 3) stop.abort()
  }
  expect(received).toHaveLength(3)
  expect(isClosed).toBe(true)
})

test('a failure of events after a disconnect causes no unhandled rejection', async () => {
  const failing = Promise.withResolvers<string>()
  async function* texts(): AsyncGenerator<string> {
    yield await failing.promise
  }
  const stream = textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 1 })
  await stream.next()
  expect((await stream.next()).value).toBe(': still here\n\n')
  const closing = stream.return(undefined)
  failing.reject(new Error('the store is away'))
  expect(await closing).toEqual({ value: undefined, done: true })
})
