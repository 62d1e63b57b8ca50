// What waits for a client is kept no longer than the client is waited for.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchArrivals, type Arrival } from './arrivals.ts'

test('an arrival that is over is not looked at again', async () => {
  const arrivals = watchArrivals(0.02)
  const looked: string[] = []
  const arrival = (name: string): Arrival => ({
    stage: () => (looked.push(name), 'unread'),
    bytes: () => 0,
    cut: () => undefined,
  })
  const forget = arrivals.watch(arrival('over'))
  arrivals.watch(arrival('waits'))
  forget()
  while (looked.length < 2) await wait(5)
  arrivals.stop()
  expect(new Set(looked)).toEqual(new Set(['waits']))
})
