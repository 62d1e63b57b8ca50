// The rights of a program with its call-scoped key.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routeParts } from '../../scripts/route-parts.ts'
import { allRoutes } from '../../src/http/app.ts'
import {
  currentProject,
  backends,
  newProject,
  request,
  serverOf,
  unauthorized,
  type Answer,
  type Api,
} from '../support/api.ts'
import { logsRequestOf, requestOf, saidBy, sendJson, settled, span } from '../support/otlp.ts'
import { auto, ended, makeApplication, makeTestset, startEvaluation } from '../support/runs.ts'
import { startSubject, type Call, type Subject } from '../support/subject.ts'

type Ask = (method: string, path: string, body?: unknown) => Promise<Answer>

describe.each(backends)('a call-scoped key on %s', (backend) => {
  let api: Api
  let subject: Subject
  let testset: string
  let application: string
  /** Requests of the program during its call. */
  let doing: (ask: Ask, call: Call) => Promise<void> = async () => undefined
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    subject = await startSubject(async (call) => {
      const ask: Ask = (method, path, body) =>
        request(`${api.url}/api${path}`, { method, authorization: call.authorization, body })
      await doing(ask, call)
      return { outputs: 'done' }
    })
    testset = await makeTestset(api, [{ q: '1' }])
    application = await makeApplication(api, { url: subject.url })
  })
  afterAll(() => subject.stop())

  /** Runs `work` as the program, during a call of a run. */
  async function whileCalled<T>(work: (ask: Ask, call: Call) => Promise<T>): Promise<T> {
    const done = Promise.withResolvers<T>()
    doing = async (ask, call) => {
      doing = async () => undefined
      await work(ask, call).then(done.resolve, done.reject)
    }
    const { id } = await startEvaluation(api, {
      data: { testset_steps: [testset], application_steps: auto(application) },
    })
    const result = await done.promise
    await ended(api, id)
    return result
  }

  const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status

  test('reads revisions and testsets', async () => {
    const read = await whileCalled(async (ask) => ({
      application: await ask('POST', '/applications/revisions/retrieve', {
        application_revision_ref: { id: application },
      }),
      testset: await ask('POST', '/testsets/revisions/retrieve', { testset_revision_ref: { id: testset } }),
      project: await ask('GET', '/projects/current'),
    }))
    expect(read.application.body.application_revision.id).toBe(application)
    expect(read.testset.body.testset_revision.data.testcases).toHaveLength(1)
    expect(read.project.body).toMatchObject({ project_id: api.projectId, user_role: 'program' })
  })

  test('may run a program, and sees no secrets', async () => {
    const check = (action: string, type: string): string =>
      `/access/permissions/check?action=${action}&resource_type=${type}`
    const statuses = await whileCalled((ask) =>
      Promise.all([
        statusOf(ask('GET', check('run_service', 'service'))),
        statusOf(ask('GET', check('view_secret', 'local_secrets'))),
        statusOf(ask('GET', '/secrets/')),
        statusOf(ask('GET', '/secrets/openai')),
      ]),
    )
    expect(statuses).toEqual([200, 403, 403, 403])
  })

  test('opens only routes that admit programs', async () => {
    const { served } = allRoutes(routeParts({}))
    const closed = served.filter(
      ({ access, programs, outside }) =>
        access !== 'public' && access !== 'operator' && !programs && !outside,
    )
    const path = (text: string): string => text.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000001')
    const refused = await whileCalled((ask) =>
      Promise.all(
        closed.map(async (route) => {
          const { status, body } = await ask(route.method, path(route.path))
          return [route.operationId, status, body.detail] as const
        }),
      ),
    )
    expect(closed.length).toBeGreaterThan(200)
    expect(refused.filter(([, status]) => status !== 403)).toEqual([])
    expect(refused[0]?.[2]).toMatch(/^This request needs a key with role \w+; this key has role program\.$/)
  })

  test('writes spans of the trace of its call, or of one that it begins, and of no other', async () => {
    const existing = span()
    await settled(api, await sendJson(api, existing))
    const send = (ask: Ask, traceId: string): Promise<number> =>
      statusOf(ask('POST', '/otlp/v1/traces', requestOf(span({ traceId }))))
    const [ownTraceId, otherTraceId] = [span().traceId, span().traceId]
    const statuses = await whileCalled(async (ask, call) => {
      const statuses = []
      for (const id of [call.traceId, existing.traceId, ownTraceId, ownTraceId, otherTraceId])
        statuses.push(await send(ask, id))
      return statuses
    })
    expect(statuses).toEqual([202, 403, 202, 202, 403])
  })

  test('accepts logs of its own trace only', async () => {
    const existing = span()
    await settled(api, await sendJson(api, existing))
    const statuses = await whileCalled(async (ask, call) => {
      const statuses = []
      for (const { traceId } of [call, existing]) {
        const log = saidBy('user', 'Hi', { ...existing, traceId })
        statuses.push(await statusOf(ask('POST', '/v1/logs', logsRequestOf(log))))
      }
      return statuses
    })
    expect(statuses).toEqual([200, 403])
  })

  test('is refused when the call is over, and never listed', async () => {
    const callKey = await whileCalled(async (ask, call) => {
      expect((await ask('GET', '/projects/current')).status).toBe(200)
      return call.authorization
    })
    const { status, body } = await currentProject(api.url, callKey)
    expect([status, body]).toEqual([401, unauthorized])
    expect((await api.get('/keys')).body.map(({ prefix }: { prefix: string }) => prefix)).not.toContain(
      'program',
    )
  })
})
