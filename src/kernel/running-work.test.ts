import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRunningWork } from './running-work.ts'

test('ended waits for all work, including work that other work adds', async () => {
  const work = createRunningWork()
  const events: string[] = []
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const addsMore = async (): Promise<void> => {
    await first.promise
    events.push('first')
    void work.track(second.promise.then(() => events.push('second')))
  }
  void work.track(addsMore())
  const ended = work.ended().then(() => events.push('ended'))
  await nextTurn()
  expect(events).toEqual([])
  first.resolve()
  await nextTurn()
  expect(events).toEqual(['first'])
  second.resolve()
  await ended
  expect(events).toEqual(['first', 'second', 'ended'])
})

test('failed work counts as ended, and its error goes to the caller', async () => {
  const work = createRunningWork()
  const failed = work.track(Promise.reject(new Error('broken')))
  await expect(failed).rejects.toThrow('broken')
  await work.ended()
})
