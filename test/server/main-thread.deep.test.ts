// Requests at their limits do not block the main thread. The tests measure processor time of that thread, so that other
// processes do not count, and the best of several attempts, so that a garbage collection does not count. Equal work took
// 71 ms of processor time on one day and 121 on another: if the machine needs more than 100 ms to parse and write 4 MB of
// JSON text, that time is the limit.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filters, worstCases } from '../../bench/loop/cases.ts'
import { largeCases } from '../../bench/loop/large-cases.ts'
import { startMeasuredServer, type MeasuredServer } from '../../bench/loop/measured-server.ts'
import { fieldErrorsMax } from '../../src/kernel/bounded-field-errors.ts'
import { newProject, type Answer, type Api } from '../support/api.ts'
import { removeDataDir } from '../support/process.ts'

const blockMsMax = 100
/** On an idle machine with shared cores, equal work took between 150 and 286 ms of processor time. */
const attempts = 12

const invalidList = Array.from({ length: 40_000 }, () => [])
const invalidMembers = Object.fromEntries(invalidList.map((value, i) => [`m${i}`, value]))
/** These bodies have 1 MiB each. */
const manyMembers = Object.fromEntries(
  Array.from({ length: 70_000 }, (_, i) => [`m${String(i).padStart(7, '0')}`, 1]),
)
const manyObjects = Array.from({ length: 250_000 }, () => ({}))

let server: MeasuredServer
let api: Api
beforeAll(async () => {
  // The engine works in other threads and has no rows to read here.
  server = await startMeasuredServer({ ASSAY_CHECK_ANSWERS: 'false' })
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

/** The longest block of an attempt as a share of the limit; the smallest of all attempts. */
async function shareOfLimit(sendRequest: (attempt: number) => Promise<unknown>): Promise<number> {
  const shares: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const blockMs = await server.longestBlockMs(() => sendRequest(attempt))
    const limitMs = blockMs < blockMsMax ? blockMsMax : Math.max(blockMsMax, await server.referenceMs())
    shares.push(blockMs / limitMs)
    if (Math.min(...shares) < 1) break
  }
  return Math.min(...shares)
}

describe('the main thread is blocked for at most 100 ms', () => {
  test.each(Object.entries(filters))('when a query is saved with a filter of %s', async (_, filtering) => {
    const share = await shareOfLimit((attempt) =>
      api.post('/simple/queries/', {
        query: { slug: `q-${crypto.randomUUID()}-${attempt}`, data: { filtering } },
      }),
    )
    expect(share).toBeLessThan(1)
  })

  test.each(worstCases.filter(({ operationId }) => operationId === 'invoke_service'))(
    'when it runs $name',
    async ({ params, body }) => {
      const path = `/services/${params?.['key']}/v0/invoke`
      expect(await shareOfLimit(() => api.post(path, body))).toBeLessThan(1)
    },
  )

  test('when a query body with too many values is refused with the name of the setting', async () => {
    const body = JSON.stringify({ testcase_ids: Array.from({ length: 2_000_000 }, () => 1) })
    const viewer = await api.as('viewer')
    const answers: unknown[] = []
    const share = await shareOfLimit(async () => answers.push(await viewer.post('/testcases/query', body)))
    expect(answers[0]).toMatchObject({
      status: 413,
      body: { detail: expect.stringMatching(/body_values_max/) },
    })
    expect(share).toBeLessThan(1)
  })

  test.each([
    // The input of each field error is the full list.
    ['ids', '/simple/queues/', { queue: { data: { queries: invalidList } } }],
    ['tags', '/queries/', { query: { slug: 'q', tags: invalidMembers } }],
    [
      'entries',
      '/environments/revisions/resolve',
      { environment_revision: { data: { references: invalidMembers } } },
    ],
    ['links', '/simple/traces/', { trace: { data: {}, links: invalidList } }],
    ['headers', '/simple/applications/', { application: { slug: 'a', data: { headers: invalidMembers } } }],
    ['rows', '/simple/testsets/', { testset: { slug: 't', data: { testcases: invalidList } } }],
  ])('when many invalid %s are refused with 422', async (_, path, body) => {
    const text = JSON.stringify(body)
    const answers: Answer[] = []
    const share = await shareOfLimit(async () => answers.push(await api.post(path, text)))
    expect(answers[0]).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect(answers[0]?.body.detail).toHaveLength(fieldErrorsMax)
    expect(share).toBeLessThan(1)
  })

  test.each([
    ['a flat invocation of 70,000 members', '/invocations/', { invocation: { data: manyMembers } }, 200],
    ['a simple trace of 70,000 members', '/simple/traces/', { trace: { data: manyMembers } }, 202],
    ['a list of 250,000 runs', '/evaluations/runs/', { runs: manyObjects }, 422],
    ['250,000 empty resources in OTLP', '/otlp/v1/traces', { resourceSpans: manyObjects }, 202],
    ['a trace of 70,000 invalid spans', '/traces/', { trace: { spans: manyMembers } }, 422],
    ['70,000 flags', '/testsets/', { testset: { slug: 't', flags: manyMembers } }, 422],
  ])('when it receives %s, 1 MiB of the smallest values', async (_, path, body, status) => {
    const text = JSON.stringify(body)
    const answers: Answer[] = []
    const share = await shareOfLimit(async () => answers.push(await api.post(path, text)))
    expect(answers[0]?.status).toBe(status)
    expect(share).toBeLessThan(1)
  })

  test.each(
    largeCases
      .filter(({ isEnforced }) => isEnforced)
      .map((largeCase) => [largeCase.name, largeCase] as const),
  )('when it receives 4 MB: %s', async (_, { prepare }) => {
    const sendRequest = await prepare(api, 4_000_000)
    expect(await shareOfLimit(sendRequest)).toBeLessThan(1)
  })

  test('when a write body with too many values is refused with the name of the setting', async () => {
    const body = JSON.stringify({
      testset: { data: { testcases: Array.from({ length: 6_000_000 }, () => 1) } },
    })
    expect(await api.post('/simple/testsets/', body)).toMatchObject({
      status: 413,
      body: { detail: expect.stringMatching(/5000000 values/) },
    })
  })
})
