import { noIngestMetrics } from './metrics.fixture.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUsageCaps, noUsage } from '../../access/usage.ts'
import { freshDatabase, type FreshDatabase } from '../../../test/support/databases.ts'
import { AssayError } from '../../kernel/errors.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { InboxEntry, RelationalStore } from '../../storage/contract/contract.ts'
import { createIngest, type Ingest, type Sender } from './accept.ts'
import { startRowBuilders, type RowBuilderPool } from './row-builders/row-builders.ts'

const secret = 'ada@example.org'
const clock = systemClock()
let database: FreshDatabase
let store: RelationalStore
let rowBuilders: RowBuilderPool
let ingest: Ingest

beforeAll(async () => {
  database = await freshDatabase('sqlite')
  store = await database.open()
  rowBuilders = startRowBuilders()
  ingest = createIngest({
    clock,
    rowBuilders,
    reads: () => store.read,
    inboxBytesMax: 1e9,
    partyOf: (projectId) => projectId,
    retryBytesMax: 1e9,
    refuseOtherTraces: async () => undefined,
    metrics: noIngestMetrics,
    usageCaps: createUsageCaps({ reads: () => store.read, limits: noUsage, clock }),
    onAppended: () => undefined,
  })
})
afterAll(async () => {
  await rowBuilders.stop()
  await store.close()
  await database.remove()
})

const emailRule = [{ kind: 'built_in', name: 'email' }]

/** A sender of a new project with these redaction rules. */
async function senderWith(rules: readonly object[]): Promise<Sender> {
  const [projectId, actorId, at] = [clock.id(), clock.id(), clock.now()]
  await store.write(async (tx) => {
    await tx.insertProject({
      id: projectId,
      slug: projectId,
      name: 'p',
      createdAt: at,
      archivedAt: undefined,
    })
    const value = JSON.stringify(rules)
    await tx.setProjectSetting(projectId, 'redaction', { value, updatedAt: at, updatedById: actorId })
  })
  return { projectId, actorId, store }
}

const attributes = [{ key: 'note', value: { stringValue: `from ${secret}` } }]
const good = (): object => ({ traceId: clock.hex(32), spanId: clock.hex(16), name: secret, attributes })
const bad = { traceId: secret, spanId: secret, name: secret, attributes }
const bytesOf = (...spans: readonly object[]): Uint8Array =>
  Buffer.from(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] }))

const waitingEntries = async (sender: Sender): Promise<readonly InboxEntry[]> => {
  const { entries } = await store.write((tx) =>
    tx.takeInbox({ now: clock.now(), until: clock.now(), untilMax: '9999', bytesMax: 1e9, entriesMax: 1000 }),
  )
  return entries.filter(({ projectId }) => projectId === sender.projectId)
}

const send = (sender: Sender, ...spans: readonly object[]) =>
  ingest.accept(sender, { form: 'otlp_json', bytes: bytesOf(...spans), requiresSpans: true })

test('payloads are redacted before they enter the inbox', async () => {
  const sender = await senderWith(emailRule)
  await send(sender, good())
  const [entry] = await waitingEntries(sender)
  const payload = Buffer.from(entry?.payload ?? []).toString()
  expect(payload).toContain('from [redacted]')
  expect(payload).not.toContain(secret)
})

test('a project without rules stores payloads as sent', async () => {
  const sender = await senderWith([])
  const span = good()
  await send(sender, span)
  const [entry] = await waitingEntries(sender)
  expect(Buffer.from(entry?.payload ?? [])).toEqual(bytesOf(span))
})

test('with redaction rules, only the ids of a refused span are stored, and only if they look like ids', async () => {
  const sender = await senderWith(emailRule)
  const { receiptId } = await send(sender, good(), bad, { ...bad, traceId: 'abc' })
  const rejections = await store.read.rejections(sender.projectId, receiptId, {
    limit: 10,
    order: 'ascending',
    after: undefined,
  })
  expect(rejections.map(({ traceId, spanId }) => [traceId, spanId])).toEqual([
    [undefined, undefined],
    ['abc', undefined],
  ])
})

test('a span rejected before the rules existed is redacted on a retry', async () => {
  const sender = await senderWith(emailRule)
  const { projectId, actorId } = sender
  const id = clock.id()
  const rejection = {
    id,
    projectId,
    actorId,
    receiptId: clock.id(),
    receivedAt: clock.now(),
    index: 0,
    reason: 'late',
  }
  await store.write((tx) =>
    tx.insertRejections([
      { ...rejection, traceId: undefined, spanId: undefined, form: 'otlp_json', payload: bytesOf(good()) },
    ]),
  )
  expect((await ingest.retry(sender, [id])).links).toHaveLength(1)
  const [entry] = await waitingEntries(sender)
  expect(Buffer.from(entry?.payload ?? []).toString()).not.toContain(secret)
})

describe('a payload that is decoded in a thread', () => {
  const padding = 'x'.repeat(200_000)

  test('has its spans accepted and refused one by one, like a short one', async () => {
    const sender = await senderWith([])
    const outcome = async (...spans: readonly object[]) => {
      const { links, refusedSpans } = await send(sender, ...spans)
      return [links, refusedSpans.map(({ index, reason }) => [index, reason])]
    }
    const span = good()
    expect(await outcome({ ...span, name: padding }, bad)).toEqual(await outcome(span, bad))
  })

  test('is refused with the same error if it cannot be decoded', async () => {
    const sender = await senderWith([])
    const refusal = (text: string) =>
      ingest
        .accept(sender, { form: 'otlp_json', bytes: Buffer.from(text), requiresSpans: true })
        .catch((error: unknown) => error instanceof AssayError && [error.code, error.detail])
    expect(await refusal(`["${padding}"]`)).toEqual(await refusal('[]'))
    expect(await refusal(`["${padding}"]`)).toContain('payload_undecodable')
  })
})
