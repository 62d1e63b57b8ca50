// Requests at their limits do not keep the main thread busy. Measured is processor time of that thread, so that a busy machine
// fails nothing, and the best of several attempts, so that a collection of garbage does not either.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filters, worstCases } from '../../bench/loop/cases.ts'
import { startMeasuredServer, type MeasuredServer } from '../../bench/loop/measured-server.ts'
import { newProject, type Api } from '../support/api.ts'
import { removeDataDir } from '../support/process.ts'

const blockMsMax = 100
const attempts = 5

let server: MeasuredServer
let api: Api
beforeAll(async () => {
  // The engine works beside the main thread, and has nothing to look through here.
  server = await startMeasuredServer({ ASSAY_CHECK_ANSWERS: 'false' })
  api = await newProject(server.url, { seedDefaults: false })
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

async function bestBlockMs(ask: (attempt: number) => Promise<unknown>): Promise<number> {
  const blocks: number[] = []
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    blocks.push(await server.longestBlockMs(() => ask(attempt)))
    if (Math.min(...blocks) < blockMsMax) break
  }
  return Math.min(...blocks)
}

describe('the main thread is free again within 100 ms', () => {
  test.each(Object.entries(filters))('when a query is saved with a filter of %s', async (_, filtering) => {
    const blockMs = await bestBlockMs((attempt) =>
      api.post('/simple/queries/', {
        query: { slug: `q-${crypto.randomUUID()}-${attempt}`, data: { filtering } },
      }),
    )
    expect(blockMs).toBeLessThan(blockMsMax)
  })

  test.each(worstCases.filter(({ operationId }) => operationId === 'invoke_service'))(
    'when it runs $name',
    async ({ params, body }) => {
      const path = `/services/${params?.['key']}/v0/invoke`
      expect(await bestBlockMs(() => api.post(path, body))).toBeLessThan(blockMsMax)
    },
  )

  test('when a body of a query has too many values, which is refused by name of the setting', async () => {
    const body = JSON.stringify({ testcase_ids: Array.from({ length: 2_000_000 }, () => 1) })
    const viewer = await api.as('viewer')
    const answers: unknown[] = []
    const blockMs = await bestBlockMs(async () => answers.push(await viewer.post('/testcases/query', body)))
    expect(answers[0]).toMatchObject({
      status: 413,
      body: { detail: expect.stringMatching(/body_values_max/) },
    })
    expect(blockMs).toBeLessThan(blockMsMax)
  })

  test('and very many wrong values are a 422', async () => {
    const flags = Object.fromEntries(Array.from({ length: 200_000 }, (_, i) => [`f${i}`, 1]))
    const answer = await api.post('/queries/', { query: { slug: 'q', flags } })
    expect(answer.status).toBe(422)
  })
})
