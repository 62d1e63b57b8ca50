// The health of ingest: as one answer, as a stream, and by the receipts of requests.
import { describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { openStream } from '../support/event-stream.ts'
import { sendJson, waitForReceipt, span } from '../support/otlp.ts'

/** Refused at once: an id of zeros is invalid. */
const spanWithoutId = () => span({ spanId: '0000000000000000' })

async function storeSpansOf(api: Api, ...spans: readonly ReturnType<typeof span>[]): Promise<string> {
  const answer = await sendJson(api, ...spans)
  await waitForReceipt(api, answer)
  return answer.headers.get('X-Assay-Receipt') ?? ''
}

const totals = (health: Body) =>
  health.minutes.reduce(
    (sum: Record<string, number>, minute: Record<string, number>) =>
      Object.fromEntries(
        ['requests', 'received', 'accepted', 'stored'].map((name) => [
          name,
          (sum[name] ?? 0) + (minute[name] ?? 0),
        ]),
      ),
    {},
  )

describe.each(backends)('ingest health on %s', (backend) => {
  test('counts spans by the minute for the last hour, and rejections by reason', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    await storeSpansOf(api, span(), span(), spanWithoutId())
    await storeSpansOf(api, span())
    const { body } = await (await api.as('viewer')).get('/otlp/health')
    expect(body.waiting).toEqual({ requests: 0, bytes: 0 })
    expect(body.minutes).toHaveLength(60)
    expect(body.minutes[0].minute).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/)
    expect(totals(body)).toEqual({ requests: 2, received: 4, accepted: 3, stored: 3 })
    expect(body.rejections).toEqual([
      { reason: expect.stringContaining('span'), count: 1, last_received_at: expect.any(String) },
    ])
  })

  test('does not include other projects', async () => {
    const [own, other] = [await newProject(serverOf(backend)), await newProject(serverOf(backend))]
    await storeSpansOf(other, span(), spanWithoutId())
    const { body } = await own.get('/otlp/health')
    expect(totals(body)).toEqual({ requests: 0, received: 0, accepted: 0, stored: 0 })
    expect(body.rejections).toEqual([])
    expect((await own.post('/otlp/receipts/query', {})).body).toEqual({ count: 0, receipts: [] })
  })

  test('lists receipts newest first, page by page and by status', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const storedReceipt = await storeSpansOf(api, span())
    const rejectedReceipt = await storeSpansOf(api, span(), spanWithoutId())
    const idsOf = async (body: object) =>
      (await api.post('/otlp/receipts/query', body)).body.receipts.map(({ id }: { id: string }) => id)
    expect(await idsOf({})).toEqual([rejectedReceipt, storedReceipt])
    expect(await idsOf({ receipt: { status: 'stored' } })).toEqual([storedReceipt])
    expect(await idsOf({ receipt: { status: 'rejected' } })).toEqual([rejectedReceipt])
    expect(await idsOf({ receipt: { status: 'pending' } })).toEqual([])
    const first = (await api.post('/otlp/receipts/query', { windowing: { limit: 1 } })).body
    expect(first.receipts[0]).toMatchObject({
      id: rejectedReceipt,
      status: 'rejected',
      received: 2,
      stored: 1,
    })
    const nextPage = await api.post('/otlp/receipts/query', {
      windowing: { limit: 1, next: first.windowing.next },
    })
    expect(nextPage.body.receipts[0].id).toBe(storedReceipt)
  })

  test('a stream sends the state repeatedly', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const stream = await openStream(api, '/otlp/health/events')
    expect(totals((await stream.next())?.data).received).toBe(0)
    await storeSpansOf(api, span())
    await expect.poll(async () => totals((await stream.next())?.data).received, { interval: 0 }).toBe(1)
    await stream.cancel()
  })
})
