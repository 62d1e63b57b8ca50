import { expect, test } from 'vitest'
import { livelyTexts } from './event-stream.ts'

const going = new AbortController().signal

test('a stream on which nothing happens says that it is there', async () => {
  const come = Promise.withResolvers<string>()
  const sent: string[] = []
  async function* texts(): AsyncGenerator<string> {
    yield 'first'
    yield await come.promise
  }
  for await (const text of livelyTexts(texts(), { signal: going, quietMs: 5 })) {
    sent.push(text)
    if (sent.length === 4) come.resolve('second')
  }
  expect(sent.slice(0, 4)).toEqual([': events\n\n', 'first', ': still here\n\n', ': still here\n\n'])
  expect(sent.at(-1)).toBe('second')
})

test('nothing is sent after the signal, and the events are told that nobody wants more', async () => {
  const stop = new AbortController()
  let isLeft = false
  async function* texts(): AsyncGenerator<string> {
    try {
      for (;;) yield 'one more'
    } finally {
      isLeft = true
    }
  }
  const sent: string[] = []
  for await (const text of livelyTexts(texts(), { signal: stop.signal })) {
    sent.push(text)
    if (sent.length === 3) stop.abort()
  }
  expect(sent).toHaveLength(3)
  expect(isLeft).toBe(true)
})

test('events that fail after their client left fail nobody', async () => {
  const failing = Promise.withResolvers<string>()
  async function* texts(): AsyncGenerator<string> {
    yield await failing.promise
  }
  const sent = livelyTexts(texts(), { signal: going, quietMs: 1 })
  await sent.next()
  expect((await sent.next()).value).toBe(': still here\n\n')
  const left = sent.return(undefined)
  failing.reject(new Error('the store is away'))
  expect(await left).toEqual({ value: undefined, done: true })
})
