// Deletion jobs: everything about a user, a session or a filter, with progress and a receipt.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bothBackends, newProject, serverOf, throughServer, type Api, type Body } from '../support/api.ts'
import { eventually } from '../support/eventually.ts'
import { requestOf, sendJson, span as otlpSpan, spanId, text, traceId } from '../support/otlp.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { play } from '../support/scenarios.ts'
import { inDeep } from '../support/tier.ts'

async function writeTrace(api: Api, ag: object): Promise<string> {
  const trace_id = traceId()
  const spans = [{ trace_id, span_id: spanId(), start_time: '2026-11-15T09:00:00Z', attributes: { ag } }]
  expect((await api.post('/traces/', { trace: { spans } })).status).toBe(202)
  return trace_id
}

const isStored = async (api: Api, id: string): Promise<boolean> =>
  (await api.get(`/traces/${id}`)).body.count === 1

const waitForDeletion = (api: Api, id: string): Promise<Body> =>
  eventually(async () => {
    const { deletion } = (await api.get(`/deletions/${id}`)).body
    return deletion.finished_at === undefined ? undefined : deletion
  }, 'the end of the deletion')

async function erase(api: Api, deletion: object): Promise<Body> {
  const { status, body } = await api.post('/deletions/', { deletion })
  expect({ status, count: body.count }).toEqual({ status: 200, count: 1 })
  expect(body.deletion.erased.spans).toBe(0)
  return waitForDeletion(api, body.deletion.id)
}

describe.each(bothBackends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  test.each(['session', 'user'])(
    'all spans of a %s are erased, also those that are not stored yet',
    async (selector) => {
      const id = `it's "${selector}" {x:String}`
      const otherTrace = await writeTrace(api, { [selector]: { id: 'other' } })
      const oldTrace = await writeTrace(api, { [selector]: { id } })
      const root = otlpSpan()
      const child = otlpSpan({
        traceId: root.traceId,
        parentSpanId: root.spanId,
        attributes: [text(`ag.${selector}.id`, id)],
      })
      await sendJson(api, root, child)
      const finishedDeletion = await erase(api, { [`${selector}_id`]: id })
      expect(finishedDeletion).toMatchObject({
        status: 'done',
        request: { [`${selector}_id`]: id },
        erased: { traces: 2, spans: 3, facts: 3, log_events: 0, rejections: 0 },
      })
      expect(finishedDeletion.receipt.backups).toContain(finishedDeletion.finished_at)
      expect([await isStored(api, oldTrace), await isStored(api, root.traceId)]).toEqual([false, false])
      expect(await isStored(api, otherTrace)).toBe(true)
      expect((await erase(api, { [`${selector}_id`]: id })).erased).toMatchObject({ traces: 0, spans: 0 })
    },
  )

  test('the traces that a filter matches are erased, with their rejected spans', async () => {
    const trace = traceId()
    const farFuture = String(9_300_000_000n * 1_000_000_000n)
    const validSpan = otlpSpan({ traceId: trace, name: 'goes away' })
    const invalidSpan = otlpSpan({ traceId: trace, startTimeUnixNano: farFuture, endTimeUnixNano: farFuture })
    expect((await api.post('/otlp/v1/traces', requestOf(validSpan, invalidSpan))).status).toBeLessThan(300)
    const remainingSpan = otlpSpan({ name: 'stays' })
    await sendJson(api, remainingSpan)
    await eventually(
      async () => ((await isStored(api, remainingSpan.traceId)) ? true : undefined),
      'a stored trace',
    )
    const finishedDeletion = await erase(api, { filter: 'span_name = "goes away"' })
    expect(finishedDeletion).toMatchObject({ status: 'done', erased: { traces: 1, spans: 1, rejections: 1 } })
    expect(await isStored(api, trace)).toBe(false)
    expect(await isStored(api, remainingSpan.traceId)).toBe(true)
    const rejections = (await api.post('/otlp/rejections/query', {})).body.rejections as Body[]
    expect(rejections.filter(({ trace_id }) => trace_id === trace)).toEqual([])
  })

  /** A testset with one row from each trace, and one row that was not copied from a trace. */
  async function testsetOf(traces: readonly string[]): Promise<Body> {
    const { body } = await api.post('/simple/testsets/', {
      testset: { slug: `copies-${traceId()}`, data: { testcases: [{ data: { by: 'hand' } }] } },
    })
    const spans = traces.map((trace_id) => ({ trace_id }))
    const addAnswer = await api.post('/testsets/revisions/add-spans', { testset_id: body.testset.id, spans })
    expect(addAnswer.status).toBe(200)
    return { id: body.testset.id, revisionId: addAnswer.body.testset_revision.id }
  }
  const rowsOf = async (testset: Body): Promise<number> => {
    const testset_ref = { id: testset.id }
    const { body } = await api.post('/testsets/revisions/retrieve', { testset_ref })
    return body.testset_revision.data.testcases.length
  }
  const ofUser = (id: string) => ({ user: { id }, data: { inputs: { question: id, at: traceId() } } })

  test('rows of testsets that were copied from erased traces are counted and remain', async () => {
    const [erasedTrace, other] = [
      await writeTrace(api, ofUser('copied')),
      await writeTrace(api, ofUser('stays')),
    ]
    const testset = await testsetOf([erasedTrace, other])
    const { receipt } = await erase(api, { user_id: 'copied' })
    expect(receipt.testset_rows).toEqual([
      { testset_id: testset.id, rows: 1, revision_ids: [testset.revisionId], clean_revision_ids: [] },
    ])
    expect(receipt.testsets).toContain('stay')
    expect(await rowsOf(testset)).toBe(3)
  })

  test('on request a new revision omits them, and the receipt lists the earlier revisions', async () => {
    const [erasedTrace, other] = [
      await writeTrace(api, ofUser('gone')),
      await writeTrace(api, ofUser('stays')),
    ]
    const testset = await testsetOf([erasedTrace, other])
    const { receipt } = await erase(api, { user_id: 'gone', include_testset_rows: true })
    const [rows] = receipt.testset_rows
    expect(rows).toEqual({
      testset_id: testset.id,
      rows: 1,
      revision_ids: [testset.revisionId],
      clean_revision_ids: [expect.any(String)],
    })
    const head = await api.post('/testsets/revisions/retrieve', { testset_ref: { id: testset.id } })
    expect(head.body.testset_revision.id).toBe(rows.clean_revision_ids[0])
    expect(await rowsOf(testset)).toBe(2)
  })

  test('the id of a user or session has at most 10,000 characters', async () => {
    const statusOf = async (deletion: Body): Promise<number> =>
      (await api.post('/deletions/', { deletion })).status
    expect(await statusOf({ user_id: 'u'.repeat(10_001) })).toBe(422)
    expect(await statusOf({ session_id: 's'.repeat(10_001) })).toBe(422)
    expect(await statusOf({ user_id: '😀'.repeat(10_000) })).toBe(200)
  })

  test('a request has one selector of what to erase; jobs are listed in their project', async () => {
    const path = '/deletions/'
    for (const deletion of [{}, { user_id: 'a', session_id: 'b' }, { user_id: '' }, { filtering: {} }]) {
      await play(api, { name: JSON.stringify(deletion), path, body: { deletion }, status: 422 })
    }
    await play(await api.as('viewer'), {
      name: 'viewer',
      path,
      body: { deletion: { user_id: 'a' } },
      status: 403,
    })
    const { deletions } = (await api.get(path)).body
    expect(deletions.length).toBeGreaterThan(0)
    const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
    expect((await otherProject.get(path)).body).toEqual({ count: 0, deletions: [] })
    expect((await otherProject.get(`${path}${deletions[0].id}`)).status).toBe(404)
  })
})

inDeep(() => {
  describe('a server that is killed', () => {
    let server: RunningServer
    beforeAll(async () => {
      server = await startServer()
    })
    afterAll(async () => {
      await server.stop()
      removeDataDir(server)
    })

    test('continues its deletions after the next start', async () => {
      const api = await newProject(server.url, { seedDefaults: false })
      const traces = await Promise.all(
        Array.from({ length: 5 }, () => writeTrace(api, { user: { id: 'u' } })),
      )
      const { body } = await api.post('/deletions/', { deletion: { user_id: 'u' } })
      await server.kill()
      server = await startServer({ dataDir: server.dataDir })
      const restartedApi = throughServer(api, server.url)
      const finishedDeletion = await waitForDeletion(restartedApi, body.deletion.id)
      expect(finishedDeletion.status).toBe('done')
      for (const id of traces) expect(await isStored(restartedApi, id)).toBe(false)
    })
  })
})
