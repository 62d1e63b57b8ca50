// Gauges that are read from the stores and pools when somebody asks for metrics. Anybody may ask, so that what costs a query
// is asked again only after some seconds, and once at a time.
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/clock.ts'
import { microsecondsOf } from '../../kernel/clock.ts'
import type { SlotUsage } from '../../kernel/places.ts'
import type { RelationalStore, SpanStore } from '../../storage/contract/contract.ts'

export interface MetricSources {
  readonly clock: Clock
  readonly store: Pick<RelationalStore, 'read' | 'size' | 'connections'>
  readonly spans: Pick<SpanStore, 'size' | 'slots'>
  /** Pools of processes, by name. */
  readonly pools: () => Readonly<Record<string, SlotUsage>>
  /** The directory whose disk is watched. */
  readonly dataDir: string
}

/** How old the values of the stores may be. */
const ageMsMax = 5_000

interface Snapshot {
  readonly watch: (sources: MetricSources) => void
  /** Resolves when the gauges have values, also where a store does not answer: then its gauges have none. */
  readonly refresh: () => Promise<void>
}

export function createSnapshot(registers: Registry[]): Snapshot {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers, aggregator: 'first' })
  const up = gauge('assay_store_up', 'Whether the store answered when it was last asked for its size.', [
    'store',
  ])
  const storeBytes = gauge('assay_store_bytes', 'What the store takes on its disks, by its own account.', [
    'store',
  ])
  const diskBytes = gauge('assay_disk_bytes', 'The disk of the data directory.', ['state'])
  const inboxRequests = gauge('assay_inbox_requests', 'Ingest requests that wait to be stored.')
  const inboxBytes = gauge('assay_inbox_bytes', 'Bytes of the ingest requests that wait to be stored.')
  const inboxOldest = gauge('assay_inbox_oldest_seconds', 'Age of the oldest ingest request that waits.')
  const tasks = gauge('assay_evaluation_tasks', 'Tasks of evaluation runs that are left to compute.', [
    'state',
  ])
  const oldestJob = gauge('assay_evaluation_oldest_seconds', 'Age of the oldest run that is not finished.')
  const connections = gauge('assay_database_connections', 'Connections to the database.', ['state'])
  const slots = gauge('assay_slots', 'Slots of costly work: those of statements and of pools of processes.', [
    'pool',
    'state',
  ])
  let sources: MetricSources | undefined
  let readAt = -Infinity
  let reading: Promise<void> | undefined

  async function sized(store: 'relational' | 'trace', size: () => Promise<{ readonly bytes: number }>) {
    try {
      storeBytes.set({ store }, (await size()).bytes)
      up.set({ store }, 1)
    } catch {
      storeBytes.remove({ store })
      up.set({ store }, 0)
    }
  }

  async function readBacklogs({ clock, store }: MetricSources): Promise<void> {
    const age = (since: string | undefined): number =>
      since === undefined ? 0 : Math.max(0, (microsecondsOf(clock.now()) - microsecondsOf(since)) / 1e6)
    try {
      const [waiting, backlog] = await Promise.all([store.read.waiting(undefined), store.read.taskBacklog()])
      inboxRequests.set(waiting.entries)
      inboxBytes.set(waiting.bytes)
      inboxOldest.set(age(waiting.oldestAt))
      tasks.set({ state: 'ready' }, backlog.ready)
      tasks.set({ state: 'blocked' }, backlog.blocked)
      tasks.set({ state: 'running' }, backlog.held)
      oldestJob.set(age(backlog.oldestAskedAt))
    } catch {
      for (const one of [inboxRequests, inboxBytes, inboxOldest, tasks, oldestJob]) one.reset()
    }
  }

  async function readDisk({ dataDir }: MetricSources): Promise<void> {
    try {
      const { bsize, blocks, bavail } = await statfs(dataDir)
      diskBytes.set({ state: 'free' }, bavail * bsize)
      diskBytes.set({ state: 'total' }, blocks * bsize)
    } catch {
      diskBytes.reset()
    }
  }

  function setSlots(pool: string, { limit, used, waiting }: SlotUsage): void {
    slots.set({ pool, state: 'limit' }, limit)
    slots.set({ pool, state: 'used' }, used)
    slots.set({ pool, state: 'waiting' }, waiting)
  }

  async function read(from: MetricSources): Promise<void> {
    await Promise.all([
      sized('relational', () => from.store.size()),
      sized('trace', () => from.spans.size()),
      readBacklogs(from),
      readDisk(from),
    ])
    readAt = performance.now()
  }

  return {
    watch: (given) => {
      sources = given
    },
    refresh: async () => {
      if (sources === undefined) return
      const { limit, used, waiting } = sources.store.connections()
      connections.set({ state: 'limit' }, limit)
      connections.set({ state: 'used' }, used)
      connections.set({ state: 'waiting' }, waiting)
      setSlots('trace_queries', sources.spans.slots())
      for (const [pool, usage] of Object.entries(sources.pools())) setSlots(pool, usage)
      if (performance.now() - readAt < ageMsMax) return
      reading ??= read(sources).finally(() => {
        reading = undefined
      })
      await reading
    },
  }
}
