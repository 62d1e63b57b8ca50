import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { pause } from './pause.ts'

test('a pause leaves no listener on its signal', async () => {
  const { signal } = new AbortController()
  await pause(0, signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

test('an abort ends a pause', async () => {
  const controller = new AbortController()
  const pausePromise = pause(600_000, controller.signal)
  controller.abort()
  await expect(pausePromise).resolves.toBeUndefined()
})

test('a pause ends at once if its signal is aborted already', async () => {
  await expect(pause(600_000, AbortSignal.abort())).resolves.toBeUndefined()
})
