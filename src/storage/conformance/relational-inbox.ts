import { expect, test } from 'vitest'
import { systemClock } from '../../kernel/clock.ts'
import type { InboxEntry, Receipt, Rejection, RelationalStore } from '../contract/contract.ts'
import type { Subject } from './subject.ts'

const clock = systemClock()
const distantFuture = '2999-01-01T00:00:00.000000Z'

const entryOf = (over: Partial<InboxEntry> = {}): InboxEntry => ({
  id: clock.id(),
  projectId: clock.id(),
  actorId: clock.id(),
  receivedAt: clock.now(),
  form: 'otlp_protobuf',
  payload: Uint8Array.of(0, 1, 254, 255),
  ...over,
})

const receiptOf = (over: Partial<Receipt> = {}): Receipt => ({
  id: clock.id(),
  projectId: clock.id(),
  receivedAt: clock.now(),
  finishedAt: undefined,
  kind: 'spans',
  received: 3,
  accepted: 2,
  stored: 0,
  ...over,
})

const rejectionOf = (over: Partial<Rejection> = {}): Rejection => ({
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
  ...over,
})

const take = (store: RelationalStore, over: { readonly until?: string; readonly bytesMax?: number } = {}) =>
  store.write((tx) =>
    tx.takeInbox({
      now: clock.now(),
      until: over.until ?? distantFuture,
      bytesMax: over.bytesMax ?? 1_000_000,
      entriesMax: 1000,
    }),
  )

const append = (store: RelationalStore, entry: InboxEntry) => store.write((tx) => tx.appendInbox(entry))

const emptied = async (store: RelationalStore): Promise<void> => {
  await store.write((tx) => tx.releaseInbox('all'))
  const all = await take(store)
  await store.write((tx) => tx.deleteInbox(all.map(({ id }) => id)))
}

const readable = ({ payload, ...entry }: InboxEntry) => ({ ...entry, payload: [...payload] })

export function inboxConformance({ store, database }: Subject): void {
  test('gives entries back as they were put in, oldest first, and each to one worker only', async () => {
    await emptied(store())
    const entries = [entryOf(), entryOf({ form: 'records' }), entryOf()]
    for (const entry of entries.toReversed()) await append(store(), entry)
    expect((await take(store())).map(readable)).toEqual(entries.map(readable))
    expect(await take(store())).toEqual([])
    await emptied(store())
  })

  test('knows the newest receipt of a project that waits, and when it and those before it are gone', async () => {
    const projectId = clock.id()
    const [first, second, third] = [entryOf({ projectId }), entryOf({ projectId }), entryOf({ projectId })]
    expect(await store().read.inboxNewest(projectId)).toBeUndefined()
    for (const entry of [second, first, entryOf()]) await append(store(), entry)
    expect(await store().read.inboxNewest(projectId)).toBe(second.id)
    await append(store(), third)
    const holds = () => store().read.inboxHolds(projectId, second.id)
    await store().write((tx) => tx.deleteInbox([second.id]))
    expect(await holds()).toBe(true)
    await store().write((tx) => tx.deleteInbox([first.id]))
    expect(await holds()).toBe(false)
    expect(await store().read.inboxHolds(projectId, third.id)).toBe(true)
    await emptied(store())
  })

  test('takes no more bytes than asked for, but always one entry', async () => {
    await emptied(store())
    for (let i = 0; i < 3; i++) await append(store(), entryOf({ payload: Buffer.alloc(100) }))
    expect(await take(store(), { bytesMax: 10 })).toHaveLength(1)
    expect(await take(store(), { bytesMax: 250 })).toHaveLength(2)
    await emptied(store())
  })

  test('what is held can be taken again when it is given back or its time is over', async () => {
    await emptied(store())
    await append(store(), entryOf())
    const [first] = await take(store())
    await store().write((tx) => tx.releaseInbox([first?.id ?? '']))
    expect(await take(store(), { until: clock.now() })).toHaveLength(1)
    expect(await take(store())).toHaveLength(1)
    await store().write((tx) => tx.deleteInbox([first?.id ?? '']))
    await store().write((tx) => tx.releaseInbox('all'))
    expect(await take(store())).toEqual([])
  })

  test('workers of several processes never get the same entry', async () => {
    await emptied(store())
    const entries = Array.from({ length: 30 }, () => entryOf())
    for (const entry of entries) await append(store(), entry)
    const other = await database().open()
    const taken = await Promise.all(
      Array.from({ length: 10 }, (_, i) => take(i % 2 === 0 ? store() : other, { bytesMax: 12 })),
    )
    const ids = taken.flat().map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    await other.close()
    await emptied(store())
  })

  test('knows how much waits', async () => {
    await emptied(store())
    expect(await store().read.inboxSize()).toEqual({ entries: 0, bytes: 0 })
    await append(store(), entryOf({ payload: Buffer.alloc(500) }))
    await append(store(), entryOf({ payload: Buffer.alloc(7) }))
    expect(await store().read.inboxSize()).toEqual({ entries: 2, bytes: 507 })
    await emptied(store())
  })

  test('a receipt is finished once, with all accepted spans but the rejected ones', async () => {
    const receipt = receiptOf()
    await store().write((tx) => tx.insertReceipt(receipt))
    expect(await store().read.receipt(receipt.projectId, receipt.id)).toEqual(receipt)
    expect(await store().read.receipt(clock.id(), receipt.id)).toBeUndefined()
    const at = clock.now()
    const finish = (rejected: number, time: string) =>
      store().write((tx) => tx.finishReceipts([{ id: receipt.id, rejected }], time))
    await finish(1, at)
    await finish(0, clock.now())
    expect(await store().read.receipt(receipt.projectId, receipt.id)).toEqual({
      ...receipt,
      finishedAt: at,
      stored: 1,
    })
  })

  test('rejections are listed in pages, read whole, and removed', async () => {
    const projectId = clock.id()
    const all = Array.from({ length: 5 }, (_, index) => rejectionOf({ projectId, index }))
    const silent = rejectionOf({ projectId, payload: undefined })
    await store().write((tx) => tx.insertRejections([...all, silent]))
    const page = (after: Rejection | undefined) =>
      store().read.rejections(projectId, undefined, { limit: 4, order: 'descending', after })
    const first = await page(undefined)
    const rest = await page(all[2])
    expect([...first, ...rest].map(({ id }) => id)).toEqual([...all, silent].toReversed().map(({ id }) => id))
    const found = await store().read.rejection(projectId, all[0]?.id ?? '')
    expect({ ...found, payload: Buffer.from(found?.payload ?? []).toString() }).toEqual({
      ...all[0],
      payload: '[{}]',
    })
    expect((await store().read.rejection(projectId, silent.id))?.payload).toBeUndefined()
    expect(await store().read.rejection(clock.id(), silent.id)).toBeUndefined()
    await store().write((tx) => tx.deleteRejections(projectId, [silent.id]))
    expect(await store().read.rejection(projectId, silent.id)).toBeUndefined()
  })

  test('rejections are listed between two times, each counted in or not', async () => {
    const projectId = clock.id()
    const days = ['2026-11-01', '2026-11-02', '2026-11-03'].map((day) => `${day}T00:00:00.000000Z`)
    const [first = '', , last = ''] = days
    await store().write((tx) =>
      tx.insertRejections(days.map((receivedAt) => rejectionOf({ projectId, receivedAt }))),
    )
    const between = async (inclusive: boolean): Promise<readonly string[]> => {
      const ends = { from: { time: first, inclusive }, to: { time: last, inclusive } }
      const bounds = { limit: 9, order: 'ascending', after: undefined, ...ends } as const
      return (await store().read.rejections(projectId, undefined, bounds)).map((one) => one.receivedAt)
    }
    expect(await between(true)).toEqual(days)
    expect(await between(false)).toEqual(days.slice(1, 2))
  })

  test('thousands of rejections of one request are written at once, also twice', async () => {
    const projectId = clock.id()
    const many = Array.from({ length: 1_234 }, (_, index) => rejectionOf({ projectId, index }))
    for (const some of [many.slice(0, 700), many]) {
      await store().write((tx) => tx.insertRejections(some))
    }
    const bounds = { limit: 2_000, order: 'ascending', after: undefined } as const
    const found = await store().read.rejections(projectId, undefined, bounds)
    expect(new Set(found.map(({ index }) => index)).size).toBe(1_234)
    expect(found).toHaveLength(1_234)
    const [first, ...others] = many.map(({ id }) => id)
    await store().write((tx) => tx.deleteRejections(projectId, others))
    const left = await store().read.rejections(projectId, undefined, bounds)
    expect(left.map(({ id }) => id)).toEqual([first])
  })

  test('old receipts and rejections are forgotten, pending ones are not', async () => {
    const old = '2001-01-01T00:00:00.000000Z'
    const finished = receiptOf({ receivedAt: old, finishedAt: old })
    const pending = receiptOf({ receivedAt: old })
    const rejection = rejectionOf({ receivedAt: old })
    await store().write(async (tx) => {
      await tx.insertReceipt(finished)
      await tx.insertReceipt(pending)
      await tx.insertRejections([rejection])
      await tx.expireReceipts('2001-01-02T00:00:00.000000Z')
    })
    expect(await store().read.receipt(finished.projectId, finished.id)).toBeUndefined()
    expect(await store().read.receipt(pending.projectId, pending.id)).toEqual(pending)
    expect(await store().read.rejection(rejection.projectId, rejection.id)).toBeUndefined()
  })

  test('a setting of a project is the one that was set last', async () => {
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
