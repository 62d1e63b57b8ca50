import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRunningWork } from './running-work.ts'

test('waitForAll waits for all work, including work that other work adds', async () => {
  const work = createRunningWork()
  const events: string[] = []
  const first = Promise.withResolvers<void>()
  const secondWork = Promise.withResolvers<void>()
  const workThatAddsMore = async (): Promise<void> => {
    await first.promise
    events.push('first')
    void work.track(secondWork.promise.then(() => events.push('second')))
  }
  void work.track(workThatAddsMore())
  const end = work.waitForAll().then(() => events.push('ended'))
  await yieldToEventLoop()
  expect(events).toEqual([])
  first.resolve()
  await yieldToEventLoop()
  expect(events).toEqual(['first'])
  secondWork.resolve()
  await end
  expect(events).toEqual(['first', 'second', 'ended'])
})

test('failed work counts as ended, and its error goes to the caller', async () => {
  const work = createRunningWork()
  const failedWork = work.track(Promise.reject(new Error('broken')))
  await expect(failedWork).rejects.toThrow('broken')
  await work.waitForAll()
})
