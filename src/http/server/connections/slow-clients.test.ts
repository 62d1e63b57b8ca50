import { expect, test } from 'vitest'
import { createArrivalMonitor, type Arrival } from './slow-clients.ts'
import { until } from '../../../../test/support/eventually.ts'

test('a finished arrival is not checked again', async () => {
  const monitor = createArrivalMonitor(0.02)
  const checks: string[] = []
  const arrival = (name: string): Arrival => ({
    stage: () => (checks.push(name), 'unread'),
    bytes: () => 0,
    cut: () => undefined,
  })
  const unwatch = monitor.watch(arrival('over'))
  monitor.watch(arrival('waits'))
  unwatch()
  await until(() => checks.length >= 2, 'two checks')
  monitor.stop()
  expect(new Set(checks)).toEqual(new Set(['waits']))
})
