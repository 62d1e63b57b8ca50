// The promises of a relational store about the ingest inbox, receipts, rejections and project settings. Part of the
// suite in relational.ts.
import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { InboxEntry, Receipt, Rejection, RelationalStore } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const distantFuture = '2999-01-01T00:00:00.000000Z'

const entryOf = (overrides: Partial<InboxEntry> = {}): InboxEntry => ({
  id: clock.id(),
  projectId: clock.id(),
  actorId: clock.id(),
  receivedAt: clock.now(),
  form: 'otlp_protobuf',
  payload: Uint8Array.of(0, 1, 254, 255),
  ...overrides,
})

const receiptOf = (overrides: Partial<Receipt> = {}): Receipt => ({
  id: clock.id(),
  projectId: clock.id(),
  receivedAt: clock.now(),
  finishedAt: undefined,
  kind: 'spans',
  received: 3,
  accepted: 2,
  stored: 0,
  ...overrides,
})

const rejectionOf = (overrides: Partial<Rejection> = {}): Rejection => ({
  id: clock.id(),
  projectId: clock.id(),
  receiptId: clock.id(),
  actorId: clock.id(),
  receivedAt: clock.now(),
  index: 1,
  traceId: 'abcd',
  spanId: undefined,
  reason: 'trace_id has 2 bytes; 16 are needed',
  form: 'records',
  payload: Buffer.from('[{}]'),
  ...overrides,
})

interface LeaseOverrides {
  readonly until?: string
  readonly untilMax?: string
  readonly bytesMax?: number
  readonly entriesMax?: number
  readonly afterProject?: string | undefined
}

const leaseEntries = (store: RelationalStore, overrides: LeaseOverrides = {}) =>
  store.write((tx) =>
    tx.takeInbox({
      now: clock.now(),
      until: distantFuture,
      untilMax: distantFuture,
      bytesMax: 1_000_000,
      entriesMax: 1000,
      ...overrides,
    }),
  )
const take = async (store: RelationalStore, overrides: LeaseOverrides = {}) =>
  (await leaseEntries(store, overrides)).entries

const append = (store: RelationalStore, entry: InboxEntry) => store.write((tx) => tx.appendInbox(entry))

const emptyInbox = async (store: RelationalStore): Promise<void> => {
  await store.write((tx) => tx.releaseInbox('all'))
  for (let takenEntries = await take(store); takenEntries.length > 0; takenEntries = await take(store)) {
    const ids = takenEntries.map(({ id }) => id)
    await store.write((tx) => tx.deleteInbox(ids))
  }
}

const withPlainPayload = ({ payload, ...entry }: InboxEntry) => ({ ...entry, payload: [...payload] })

export function inboxConformance({ store, database }: Subject): void {
  test('returns entries as inserted, oldest first, each to one worker only', async () => {
    await emptyInbox(store())
    const entries = [entryOf(), entryOf({ form: 'records' }), entryOf()]
    for (const entry of entries.toReversed()) await append(store(), entry)
    expect((await take(store())).map(withPlainPayload)).toEqual(entries.map(withPlainPayload))
    expect(await take(store())).toEqual([])
    await emptyInbox(store())
  })

  test('reports the newest waiting receipt of a project, and when it and all earlier ones are done', async () => {
    const projectId = clock.id()
    const [firstEntry, secondEntry, thirdEntry] = [
      entryOf({ projectId }),
      entryOf({ projectId }),
      entryOf({ projectId }),
    ]
    expect(await store().read.inboxNewest(projectId)).toBeUndefined()
    for (const entry of [secondEntry, firstEntry, entryOf()]) await append(store(), entry)
    expect(await store().read.inboxNewest(projectId)).toBe(secondEntry.id)
    await append(store(), thirdEntry)
    const holds = () => store().read.inboxHolds(projectId, secondEntry.id)
    await store().write((tx) => tx.deleteInbox([secondEntry.id]))
    expect(await holds()).toBe(true)
    await store().write((tx) => tx.deleteInbox([firstEntry.id]))
    expect(await holds()).toBe(false)
    expect(await store().read.inboxHolds(projectId, thirdEntry.id)).toBe(true)
    await emptyInbox(store())
  })

  test('leases at most the requested bytes, but at least one entry', async () => {
    await emptyInbox(store())
    for (let i = 0; i < 3; i++) await append(store(), entryOf({ payload: Buffer.alloc(100) }))
    expect(await take(store(), { bytesMax: 10 })).toHaveLength(1)
    expect(await take(store(), { bytesMax: 250 })).toHaveLength(2)
    await emptyInbox(store())
  })

  test('a leased entry can be leased again after a release or expiry', async () => {
    await emptyInbox(store())
    await append(store(), entryOf())
    const [first] = await take(store())
    await store().write((tx) => tx.releaseInbox([first?.id ?? '']))
    expect(await take(store(), { until: clock.now() })).toHaveLength(1)
    expect(await take(store())).toHaveLength(1)
    await store().write((tx) => tx.deleteInbox([first?.id ?? '']))
    await store().write((tx) => tx.releaseInbox('all'))
    expect(await take(store())).toEqual([])
  })

  test('a lease from a wrong clock can be taken over', async () => {
    await emptyInbox(store())
    await append(store(), entryOf())
    await take(store())
    expect(await take(store())).toEqual([])
    expect(await take(store(), { untilMax: clock.now() })).toHaveLength(1)
    await emptyInbox(store())
  })

  test('workers of several processes never get the same entry', async () => {
    await emptyInbox(store())
    const entries = Array.from({ length: 30 }, () => entryOf())
    for (const entry of entries) await append(store(), entry)
    const otherStore = await database().open()
    const batches = await Promise.all(
      Array.from({ length: 10 }, (_, i) => take(i % 2 === 0 ? store() : otherStore, { bytesMax: 12 })),
    )
    const ids = batches.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    await otherStore.close()
    await emptyInbox(store())
  })

  test('reports the waiting bytes', async () => {
    await emptyInbox(store())
    expect(await store().read.inboxSizes()).toEqual(new Map())
    const [projectA, projectB] = [clock.id(), clock.id()]
    await append(store(), entryOf({ projectId: projectA, payload: Buffer.alloc(500) }))
    await append(store(), entryOf({ projectId: projectB, payload: Buffer.alloc(7) }))
    await append(store(), entryOf({ projectId: projectA, payload: Buffer.alloc(20) }))
    expect(await store().read.inboxSizes()).toEqual(
      new Map([
        [projectA, 520],
        [projectB, 7],
      ]),
    )
    expect(await store().read.waitingPayloads(projectA)).toMatchObject({ entries: 2, bytes: 520 })
    expect(await store().read.waitingPayloads(undefined)).toMatchObject({ entries: 3, bytes: 527 })
    await emptyInbox(store())
    expect(await store().read.waitingPayloads(undefined)).toEqual({
      entries: 0,
      bytes: 0,
      oldestAt: undefined,
    })
  })

  /** Entries of a given size, by project, in this order. */
  async function fillInbox(...sizes: readonly (readonly [projectId: string, bytes: number])[]) {
    await emptyInbox(store())
    const entries = sizes.map(([projectId, bytes]) => entryOf({ projectId, payload: Buffer.alloc(bytes) }))
    for (const entry of entries) await append(store(), entry)
  }
  const bytesByProject = (entries: readonly InboxEntry[]) =>
    Object.fromEntries(
      [...Map.groupBy(entries, ({ projectId }) => projectId)].map(([projectId, projectEntries]) => [
        projectId,
        projectEntries.reduce((sum, { payload }) => sum + payload.length, 0),
      ]),
    )

  test('projects share a batch evenly, and the oldest entries of each come first', async () => {
    const [floodProject, lateProject, smallProject] = [clock.id(), clock.id(), clock.id()]
    const entriesOf = (projectId: string, bytes: number, count: number) =>
      Array.from({ length: count }, () => [projectId, bytes] as const)
    await fillInbox(
      ...entriesOf(floodProject, 10, 100),
      ...entriesOf(lateProject, 5, 100),
      ...entriesOf(smallProject, 10, 2),
    )
    const entries = await take(store(), { bytesMax: 120 })
    expect(bytesByProject(entries)).toEqual({ [floodProject]: 50, [lateProject]: 50, [smallProject]: 20 })
    const remainingEntries = await take(store())
    const newestId = (project: string) =>
      entries
        .filter(({ projectId }) => projectId === project)
        .map(({ id }) => id)
        .at(-1)
    const oldestId = (project: string) => remainingEntries.find(({ projectId }) => projectId === project)?.id
    for (const project of [floodProject, lateProject])
      expect(String(newestId(project)) < String(oldestId(project))).toBe(true)
    await emptyInbox(store())
  })

  test('projects of one party get one share together', async () => {
    const [ownProject, otherProject] = [clock.id(), clock.id()]
    const createdProjects = [clock.id(), clock.id(), clock.id()]
    for (const id of createdProjects) {
      const project = { id, slug: clock.hex(12), name: 'p', createdAt: clock.now(), archivedAt: undefined }
      await store().write((tx) => tx.insertProject({ ...project, shareId: ownProject }))
      expect((await store().read.project(id))?.shareId).toBe(ownProject)
    }
    const manyEntries = [ownProject, ...createdProjects, otherProject].flatMap((id) =>
      Array.from({ length: 20 }, () => [id, 10] as const),
    )
    await fillInbox(...manyEntries)
    const leasedBytes = bytesByProject(await take(store(), { bytesMax: 80 }))
    expect(leasedBytes).toEqual({
      [otherProject]: 40,
      [ownProject]: 10,
      ...Object.fromEntries(createdProjects.map((id) => [id, 10])),
    })
    await emptyInbox(store())
  })

  test('a project without competitors gets the full batch', async () => {
    const [floodProject, otherProject] = [clock.id(), clock.id()]
    await fillInbox([otherProject, 1], ...Array.from({ length: 50 }, () => [floodProject, 10] as const))
    expect(await take(store(), { entriesMax: 20 })).toHaveLength(20)
    expect(await take(store(), { entriesMax: 25 })).toHaveLength(25)
    await emptyInbox(store())
  })

  test('a project whose next entry does not fit comes first in the next batch', async () => {
    const [largeProject, smallProject] = [clock.id(), clock.id()]
    await fillInbox(
      [largeProject, 500],
      [largeProject, 500],
      ...Array.from({ length: 20 }, () => [smallProject, 10] as const),
    )
    const batches = []
    let afterProject: string | undefined
    for (let round = 0; round < 4; round++) {
      const { entries, lastProject } = await leaseEntries(store(), { bytesMax: 100, afterProject })
      batches.push(bytesByProject(entries))
      afterProject = lastProject
    }
    expect(batches).toEqual([
      { [largeProject]: 500 },
      { [smallProject]: 100 },
      { [largeProject]: 500 },
      { [smallProject]: 100 },
    ])
    expect(await leaseEntries(store(), { afterProject })).toEqual({ entries: [], lastProject: undefined })
    await emptyInbox(store())
  })

  test('each of more projects than fit into one batch is served', async () => {
    const projects = Array.from({ length: 150 }, () => clock.id())
    await fillInbox(...projects.map((projectId) => [projectId, 1] as const))
    const servedProjects = new Set<string>()
    let afterProject: string | undefined
    for (let round = 0; round < 3; round++) {
      const { entries, lastProject } = await leaseEntries(store(), { afterProject })
      for (const { projectId } of entries) servedProjects.add(projectId)
      afterProject = lastProject
    }
    expect(servedProjects.size).toBe(150)
    await emptyInbox(store())
  })

  test('a receipt is finished once, with all accepted spans except the rejected ones', async () => {
    const receipt = receiptOf()
    await store().write((tx) => tx.insertReceipt(receipt))
    expect(await store().read.receipt(receipt.projectId, receipt.id)).toEqual(receipt)
    expect(await store().read.receipt(clock.id(), receipt.id)).toBeUndefined()
    const at = clock.now()
    const finish = (rejected: number, time: string) =>
      store().write((tx) => tx.finishReceipts([{ id: receipt.id, rejected }], time))
    expect(await finish(1, at)).toEqual(new Map([[receipt.id, 1]]))
    expect(await finish(0, clock.now())).toEqual(new Map())
    expect(await store().read.receipt(receipt.projectId, receipt.id)).toEqual({
      ...receipt,
      finishedAt: at,
      stored: 1,
    })
  })

  test('every write of spans changes the count of its project and of no other', async () => {
    const [projectA, projectB] = [clock.id(), clock.id()]
    expect(await store().read.spanWrites(projectA)).toBe(0)
    await store().write((tx) => tx.countSpanWrites(new Set([projectA, projectB])))
    await store().write((tx) => tx.countSpanWrites(new Set([projectA])))
    expect([await store().read.spanWrites(projectA), await store().read.spanWrites(projectB)]).toEqual([2, 1])
  })

  test('rejections are paginated, read in full, and deleted', async () => {
    const projectId = clock.id()
    const visibleRejections = Array.from({ length: 5 }, (_, index) => rejectionOf({ projectId, index }))
    const redactedRejection = rejectionOf({ projectId, payload: undefined })
    await store().write((tx) => tx.insertRejections([...visibleRejections, redactedRejection]))
    const page = (after: Rejection | undefined) =>
      store().read.rejections(projectId, undefined, { limit: 4, order: 'descending', after })
    const first = await page(undefined)
    const rest = await page(visibleRejections[2])
    expect([...first, ...rest].map(({ id }) => id)).toEqual(
      [...visibleRejections, redactedRejection].toReversed().map(({ id }) => id),
    )
    const rejection = await store().read.rejection(projectId, visibleRejections[0]?.id ?? '')
    expect({ ...rejection, payload: Buffer.from(rejection?.payload ?? []).toString() }).toEqual({
      ...visibleRejections[0],
      payload: '[{}]',
    })
    expect((await store().read.rejection(projectId, redactedRejection.id))?.payload).toBeUndefined()
    expect(await store().read.rejection(clock.id(), redactedRejection.id)).toBeUndefined()
    await store().write((tx) => tx.deleteRejections(projectId, [redactedRejection.id]))
    expect(await store().read.rejection(projectId, redactedRejection.id)).toBeUndefined()
  })

  test('rejections are listed between two inclusive or exclusive times', async () => {
    const projectId = clock.id()
    const days = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `${day}T00:00:00.000000Z`)
    const [first = '', , last = ''] = days
    await store().write((tx) =>
      tx.insertRejections(days.map((receivedAt) => rejectionOf({ projectId, receivedAt }))),
    )
    const between = async (inclusive: boolean): Promise<readonly string[]> => {
      const ends = { from: { time: first, inclusive }, to: { time: last, inclusive } }
      const bounds = { limit: 9, order: 'ascending', after: undefined, ...ends } as const
      return (await store().read.rejections(projectId, undefined, bounds)).map(
        (storedRejection) => storedRejection.receivedAt,
      )
    }
    expect(await between(true)).toEqual(days)
    expect(await between(false)).toEqual(days.slice(1, 2))
  })

  test('thousands of rejections of one request are written in one statement, idempotently', async () => {
    const projectId = clock.id()
    const manyRejections = Array.from({ length: 1_234 }, (_, index) => rejectionOf({ projectId, index }))
    for (const batch of [manyRejections.slice(0, 700), manyRejections]) {
      await store().write((tx) => tx.insertRejections(batch))
    }
    const bounds = { limit: 2_000, order: 'ascending', after: undefined } as const
    const storedRejections = await store().read.rejections(projectId, undefined, bounds)
    expect(new Set(storedRejections.map(({ index }) => index)).size).toBe(1_234)
    expect(storedRejections).toHaveLength(1_234)
    const [first, ...otherIds] = manyRejections.map(({ id }) => id)
    await store().write((tx) => tx.deleteRejections(projectId, otherIds))
    const remaining = await store().read.rejections(projectId, undefined, bounds)
    expect(remaining.map(({ id }) => id)).toEqual([first])
  })

  test('old receipts and rejections are deleted, pending ones are not', async () => {
    const oldTime = '2001-01-01T00:00:00.000000Z'
    const finishedReceipt = receiptOf({ receivedAt: oldTime, finishedAt: oldTime })
    const pendingReceipt = receiptOf({ receivedAt: oldTime })
    const rejection = rejectionOf({ receivedAt: oldTime })
    await store().write(async (tx) => {
      await tx.insertReceipt(finishedReceipt)
      await tx.insertReceipt(pendingReceipt)
      await tx.insertRejections([rejection])
      await tx.expireReceipts('2001-01-02T00:00:00.000000Z')
    })
    expect(await store().read.receipt(finishedReceipt.projectId, finishedReceipt.id)).toBeUndefined()
    expect(await store().read.receipt(pendingReceipt.projectId, pendingReceipt.id)).toEqual(pendingReceipt)
    expect(await store().read.rejection(rejection.projectId, rejection.id)).toBeUndefined()
  })

  test('the last value of a project setting wins', async () => {
    const project = {
      id: clock.id(),
      slug: clock.hex(12),
      name: 'p',
      createdAt: clock.now(),
      archivedAt: undefined,
    }
    await store().write((tx) => tx.insertProject(project))
    expect(await store().read.projectSetting(project.id, 'prices')).toBeUndefined()
    for (const value of ['[1]', '[2]']) {
      await store().write((tx) =>
        tx.setProjectSetting(project.id, 'prices', {
          value,
          updatedAt: clock.now(),
          updatedById: clock.id(),
        }),
      )
    }
    expect((await store().read.projectSetting(project.id, 'prices'))?.value).toBe('[2]')
    expect(await store().read.projectSetting(project.id, 'redaction')).toBeUndefined()
  })
}
