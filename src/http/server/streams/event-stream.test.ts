import { expect, test } from 'vitest'
import { textsWithHeartbeat } from './event-stream.ts'

const neverAborted = new AbortController().signal

test('an idle stream sends heartbeats', async () => {
  const secondText = Promise.withResolvers<string>()
  const receivedEvents: string[] = []
  async function* texts(): AsyncGenerator<string> {
    yield 'first'
    yield await secondText.promise
  }
  for await (const text of textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 5 })) {
    receivedEvents.push(text)
    if (receivedEvents.length === 4) secondText.resolve('second')
  }
  expect(receivedEvents.slice(0, 4)).toEqual([
    ': events\n\n',
    'first',
    ': still here\n\n',
    ': still here\n\n',
  ])
  expect(receivedEvents.at(-1)).toBe('second')
})

test('after the signal nothing is sent, and the source of events is closed', async () => {
  const stop = new AbortController()
  let isClosed = false
  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) yield 'one more'
    } finally {
      isClosed = true
    }
  }
  const receivedEvents: string[] = []
  for await (const text of textsWithHeartbeat(texts(), { signal: stop.signal })) {
    receivedEvents.push(text)
    if (receivedEvents.length === 3) stop.abort()
  }
  expect(receivedEvents).toHaveLength(3)
  expect(isClosed).toBe(true)
})

test('an event source that fails after a disconnect causes no unhandled rejection', async () => {
  const failure = Promise.withResolvers<string>()
  async function* texts(): AsyncGenerator<string> {
    yield await failure.promise
  }
  const stream = textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 1 })
  await stream.next()
  expect((await stream.next()).value).toBe(': still here\n\n')
  const closing = stream.return(undefined)
  failure.reject(new Error('the store is unavailable'))
  expect(await closing).toEqual({ value: undefined, done: true })
})
