// Gauges that are read from the stores and pools on a scrape. Any client may scrape, so values that cost a
// query are cached for some seconds and read once at a time.
import { statfs } from 'node:fs/promises'
import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '../../kernel/clock.ts'
import { microsecondsOf } from '../../kernel/clock.ts'
import type { SlotUsage } from '../../kernel/fair-semaphore.ts'
import type { RelationalStore, SpanStore } from '../../storage/contract/contract.ts'

export interface MetricSources {
  readonly clock: Clock
  readonly store: Pick<RelationalStore, 'read' | 'size' | 'connections'>
  readonly spans: Pick<SpanStore, 'size' | 'slots'>
  /** Process pools, by name. */
  readonly pools: () => Readonly<Record<string, SlotUsage>>
  /** The time of the last backup; undefined: there is none. */
  readonly lastBackupAt: () => Promise<string | undefined>
  /** The directory whose disk usage is measured. */
  readonly dataDir: string
}

/** The maximum age of values from the stores. */
const ageMsMax = 5_000

interface Snapshot {
  readonly setSources: (sources: MetricSources) => void
  /** Resolves when the gauges are set. If a store does not answer, its gauges have no value. */
  readonly refresh: () => Promise<void>
}

function createGauges(registers: Registry[]) {
  const gauge = (name: string, help: string, labelNames: readonly string[] = []): Gauge =>
    new Gauge({ name, help, labelNames, registers, aggregator: 'first' })
  return {
    up: gauge('assay_store_up', 'Whether the store answered the last query for its size.', ['store']),
    storeBytes: gauge('assay_store_bytes', 'Bytes on disk, as the store reports them.', ['store']),
    diskBytes: gauge('assay_disk_bytes', 'Bytes of the disk of the data directory.', ['state']),
    inboxRequests: gauge('assay_inbox_requests', 'Ingest requests in the inbox.'),
    inboxBytes: gauge('assay_inbox_bytes', 'Bytes of the ingest requests in the inbox.'),
    inboxOldest: gauge('assay_inbox_oldest_seconds', 'Age of the oldest ingest request in the inbox.'),
    tasks: gauge('assay_evaluation_tasks', 'Remaining tasks of evaluation runs.', ['state']),
    oldestJob: gauge('assay_evaluation_oldest_seconds', 'Age of the oldest unfinished run.'),
    lastBackup: gauge(
      'assay_backup_last_success_timestamp_seconds',
      'The time of the last backup, scheduled or by hand, in seconds since 1970; 0: none.',
    ),
    connections: gauge('assay_database_connections', 'Connections to the database.', ['state']),
    slots: gauge('assay_slots', 'Slots for expensive work: store queries and process pools.', [
      'pool',
      'state',
    ]),
  }
}

type Gauges = ReturnType<typeof createGauges>

interface MeasuredStore {
  readonly name: 'relational' | 'trace'
  readonly size: () => Promise<{ readonly bytes: number }>
}

async function readSize({ storeBytes, up }: Gauges, { name: store, size }: MeasuredStore): Promise<void> {
  try {
    storeBytes.set({ store }, (await size()).bytes)
    up.set({ store }, 1)
  } catch {
    storeBytes.remove({ store })
    up.set({ store }, 0)
  }
}

async function readBacklogs(gauges: Gauges, { clock, store }: MetricSources): Promise<void> {
  const { inboxRequests, inboxBytes, inboxOldest, tasks, oldestJob } = gauges
  const age = (start: string | undefined): number =>
    start === undefined ? 0 : Math.max(0, (microsecondsOf(clock.now()) - microsecondsOf(start)) / 1e6)
  try {
    const [waitingWork, backlog] = await Promise.all([
      store.read.waitingPayloads(undefined),
      store.read.taskBacklog(),
    ])
    inboxRequests.set(waitingWork.entries)
    inboxBytes.set(waitingWork.bytes)
    inboxOldest.set(age(waitingWork.oldestAt))
    tasks.set({ state: 'ready' }, backlog.ready)
    tasks.set({ state: 'blocked' }, backlog.blocked)
    tasks.set({ state: 'running' }, backlog.leased)
    oldestJob.set(age(backlog.oldestAskedAt))
  } catch {
    for (const gauge of [inboxRequests, inboxBytes, inboxOldest, tasks, oldestJob]) gauge.reset()
  }
}

async function readDisk({ diskBytes }: Gauges, { dataDir }: MetricSources): Promise<void> {
  try {
    const { bsize, blocks, bavail } = await statfs(dataDir)
    diskBytes.set({ state: 'free' }, bavail * bsize)
    diskBytes.set({ state: 'total' }, blocks * bsize)
  } catch {
    diskBytes.reset()
  }
}

async function readLastBackup({ lastBackup }: Gauges, { lastBackupAt }: MetricSources): Promise<void> {
  try {
    const time = await lastBackupAt()
    lastBackup.set(time === undefined ? 0 : Date.parse(time) / 1000)
  } catch {
    // Without a value the alert for late backups stays silent; the alert for the store fires instead.
    lastBackup.remove()
  }
}

/** Values of this process, which cost no query. */
function setUsage({ connections, slots }: Gauges, { store, spans, pools }: MetricSources): void {
  for (const [state, value] of Object.entries(countsOf(store.connections())))
    connections.set({ state }, value)
  for (const [pool, usage] of Object.entries({ trace_queries: spans.slots(), ...pools() })) {
    for (const [state, value] of Object.entries(countsOf(usage))) slots.set({ pool, state }, value)
  }
}

const countsOf = ({ limit, used, waiting }: SlotUsage) => ({ limit, used, waiting })

export function createSnapshot(registers: Registry[]): Snapshot {
  const gauges = createGauges(registers)
  let sources: MetricSources | undefined
  let readAt = -Infinity
  let pendingRead: Promise<void> | undefined

  async function read(from: MetricSources): Promise<void> {
    await Promise.all([
      readSize(gauges, { name: 'relational', size: () => from.store.size() }),
      readSize(gauges, { name: 'trace', size: () => from.spans.size() }),
      readBacklogs(gauges, from),
      readDisk(gauges, from),
      readLastBackup(gauges, from),
    ])
    readAt = performance.now()
  }

  return {
    setSources: (next) => {
      sources = next
    },
    refresh: async () => {
      if (sources === undefined) return
      setUsage(gauges, sources)
      if (performance.now() - readAt < ageMsMax) return
      pendingRead ??= read(sources).finally(() => {
        pendingRead = undefined
      })
      await pendingRead
    },
  }
}
