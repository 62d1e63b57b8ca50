// A finished arrival is released at once.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createArrivalMonitor, type Arrival } from './slow-clients.ts'

test('a finished arrival is not checked again', async () => {
  const monitor = createArrivalMonitor(0.02)
  const checks: string[] = []
  const arrival = (name: string): Arrival => ({
    stage: () => (checks.push(name), 'unread'),
    bytes: () => 0,
    cut: () => undefined,
  })
  const forget = monitor.watch(arrival('over'))
  monitor.watch(arrival('waits'))
  forget()
  while (checks.length < 2) await wait(5)
  monitor.stop()
  expect(new Set(checks)).toEqual(new Set(['waits']))
})
