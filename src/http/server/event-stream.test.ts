import { expect, test } from 'vitest'
import { textsWithHeartbeat } from './event-stream.ts'

const neverAborted = new AbortController().signal

test('an idle stream sends heartbeats', async () => {
  const secondText = Promise.withResolvers<string>()
  const sent: string[] = []
  async function* texts(): AsyncGenerator<string> {
    yield 'first'
    yield await secondText.promise
  }
  for await (const text of textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 5 })) {
    sent.push(text)
    if (sent.length === 4) secondText.resolve('second')
  }
  expect(sent.slice(0, 4)).toEqual([': events\n\n', 'first', ': still here\n\n', ': still here\n\n'])
  expect(sent.at(-1)).toBe('second')
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
  const sent: string[] = []
  for await (const text of textsWithHeartbeat(texts(), { signal: stop.signal })) {
    sent.push(text)
    if (sent.length === 3) stop.abort()
  }
  expect(sent).toHaveLength(3)
  expect(isClosed).toBe(true)
})

test('a failure of events after a disconnect causes no unhandled rejection', async () => {
  const failing = Promise.withResolvers<string>()
  async function* texts(): AsyncGenerator<string> {
    yield await failing.promise
  }
  const sent = textsWithHeartbeat(texts(), { signal: neverAborted, quietMs: 1 })
  await sent.next()
  expect((await sent.next()).value).toBe(': still here\n\n')
  const closing = sent.return(undefined)
  failing.reject(new Error('the store is away'))
  expect(await closing).toEqual({ value: undefined, done: true })
})
