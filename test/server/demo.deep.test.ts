// The content of the demo project, and the rules for its creation.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  admin,
  currentProject,
  backends,
  newProject,
  request,
  serverOf,
  type Answer,
  type Api,
  type Body,
} from '../support/api.ts'
import { firstKey } from '../support/process.ts'

describe.each(backends)('a demo project on %s', (backend) => {
  let creation: Answer
  let call: (method: string, path: string, body?: unknown) => Promise<Answer>
  let creatorApi: Api
  beforeAll(async () => {
    creatorApi = await newProject(serverOf(backend))
    creation = await request(`${creatorApi.url}/api/projects/demo`, {
      method: 'POST',
      authorization: `ApiKey ${firstKey}`,
    })
    call = (method, path, body) =>
      request(`${creatorApi.url}/api${path}`, { method, authorization: `ApiKey ${creation.body.key}`, body })
  })

  test('is a new project with its own key', async () => {
    expect(creation.status, JSON.stringify(creation.body)).toBe(200)
    expect(creation.headers.get('cache-control')).toBe('no-store')
    const { body } = await call('GET', '/projects/current')
    expect(body).toMatchObject({ project_id: creation.body.project.id, user_role: 'admin' })
    expect(creation.body.project.id).not.toBe(creatorApi.projectId)
  })

  test('has applications with branches and deployments', async () => {
    const variants = await call('POST', '/applications/variants/query', {})
    expect(variants.body.count).toBe(4)
    const retrieval = await call('POST', '/applications/revisions/retrieve', {
      application_ref: { slug: 'support-chat' },
      environment_ref: { slug: 'production' },
    })
    expect(String(retrieval.body.application_revision.version)).toBe('3')
  })

  test('has traces of two days with sessions, users, costs and failures', async () => {
    const errors = { conditions: [{ field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }] }
    const failedSpans = await call('POST', '/spans/query', { filtering: errors, windowing: { limit: 1000 } })
    expect(failedSpans.body.count).toBe(69)
    const sessions = await call('POST', '/spans/sessions/query', { windowing: { limit: 200 } })
    expect(sessions.body.count).toBe(90)
    const users = await call('POST', '/spans/users/query', {})
    expect(users.body.count).toBe(10)
    const agents = await call('POST', '/spans/query', {
      filtering: { conditions: [{ field: 'span_name', operator: 'is', value: 'order-agent' }] },
      windowing: { limit: 200 },
    })
    const costs = agents.body.spans.map(
      (span: Body) => span.attributes.ag.metrics.costs.cumulative?.total ?? 0,
    )
    expect(agents.body.count).toBe(110)
    expect(Math.min(...costs)).toBeGreaterThan(0)
  })

  test('has two runs of which the newer one is better, and a queue with remaining work', async () => {
    const { body } = await call('POST', '/evaluations/runs/query', { run: { status: 'success' } })
    const ids = body.runs.map(({ id }: Body) => id).toReversed()
    const comparison = await call('POST', '/evaluations/runs/compare', {
      runs: ids.map((run_id: string) => ({ run_id })),
    })
    const score = comparison.body.comparison.metrics.find(
      (metric: Body) => metric.evaluator === 'similar-to-expected' && metric.path.endsWith('score'),
    )
    expect(score.differences[0]).toMatchObject({ significant: true, n: 24 })
    expect(score.differences[0].mean).toBeGreaterThan(0.05)
    expect(score.differences[0].losses).toBeGreaterThan(2)
    const queues = await call('POST', '/simple/queues/query', {})
    expect(queues.body.count).toBe(1)
  })

  test('cannot be created by editors, or by admins of other projects than the first', async () => {
    expect((await (await creatorApi.as('editor')).post('/projects/demo')).status).toBe(403)
    const refusal = await creatorApi.post('/projects/demo')
    expect(refusal).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await call('POST', '/projects/demo')).status).toBe(403)
  })

  test('is recorded in the log of the project whose key created it', async () => {
    const { body } = await request(`${creatorApi.url}/api/audit/query`, {
      method: 'POST',
      authorization: `ApiKey ${firstKey}`,
      body: { entry: { resource_id: creation.body.project.id } },
    })
    expect(body.entries).toMatchObject([{ operation: 'create_demo_project', status_code: 200 }])
  })

  test('can be created by the operator', async () => {
    const { status, body } = await admin(creatorApi.url, 'POST', '/projects/demo')
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await currentProject(creatorApi.url, `ApiKey ${body.key}`)).body.project_id).toBe(body.project.id)
  })
})
