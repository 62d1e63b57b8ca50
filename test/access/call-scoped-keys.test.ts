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
import { logsRequestOf, requestOf, messageLog, sendJson, waitForReceipt, span } from '../support/otlp.ts'
import { auto, waitForEnd, makeApplication, makeTestset, startEvaluation } from '../support/runs.ts'
import { startSubject, type Call, type Subject } from '../support/subject.ts'

type Send = (method: string, path: string, body?: unknown) => Promise<Answer>

describe.each(backends)('a call-scoped key on %s', (backend) => {
  let api: Api
  let subject: Subject
  let testset: string
  let application: string
  /** The work of the program during its call. */
  let programWork: (sendAsProgram: Send, call: Call) => Promise<void> = async () => undefined
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    subject = await startSubject(async (call) => {
      const sendAsProgram: Send = (method, path, body) =>
        request(`${api.url}/api${path}`, { method, authorization: call.authorization, body })
      await programWork(sendAsProgram, call)
      return { outputs: 'done' }
    })
    testset = await makeTestset(api, [{ q: '1' }])
    application = await makeApplication(api, { url: subject.url })
  })
  afterAll(() => subject.stop())

  /** Runs `work` as the program, during a call of a run. */
  async function whileCalled<T>(work: (sendAsProgram: Send, call: Call) => Promise<T>): Promise<T> {
    const outcome = Promise.withResolvers<T>()
    programWork = async (sendAsProgram, call) => {
      programWork = async () => undefined
      await work(sendAsProgram, call).then(outcome.resolve, outcome.reject)
    }
    const { id } = await startEvaluation(api, {
      data: { testset_steps: [testset], application_steps: auto(application) },
    })
    const result = await outcome.promise
    await waitForEnd(api, id)
    return result
  }

  const statusOf = async (answer: Promise<Answer>): Promise<number> => (await answer).status

  test('can read revisions and testsets', async () => {
    const answers = await whileCalled(async (sendAsProgram) => ({
      application: await sendAsProgram('POST', '/applications/revisions/retrieve', {
        application_revision_ref: { id: application },
      }),
      testset: await sendAsProgram('POST', '/testsets/revisions/retrieve', {
        testset_revision_ref: { id: testset },
      }),
      project: await sendAsProgram('GET', '/projects/current'),
    }))
    expect(answers.application.body.application_revision.id).toBe(application)
    expect(answers.testset.body.testset_revision.data.testcases).toHaveLength(1)
    expect(answers.project.body).toMatchObject({ project_id: api.projectId, user_role: 'program' })
  })

  test('can run a program, but cannot read secrets', async () => {
    const check = (action: string, type: string): string =>
      `/access/permissions/check?action=${action}&resource_type=${type}`
    const statuses = await whileCalled((sendAsProgram) =>
      Promise.all([
        statusOf(sendAsProgram('GET', check('run_service', 'service'))),
        statusOf(sendAsProgram('GET', check('view_secret', 'local_secrets'))),
        statusOf(sendAsProgram('GET', '/secrets/')),
        statusOf(sendAsProgram('GET', '/secrets/openai')),
      ]),
    )
    expect(statuses).toEqual([200, 403, 403, 403])
  })

  test('is accepted only by routes that admit programs', async () => {
    const { served } = allRoutes(routeParts({}))
    const closedRoutes = served.filter(
      ({ access, programs, outside }) =>
        access !== 'public' && access !== 'operator' && !programs && !outside,
    )
    const path = (text: string): string => text.replaceAll(/\{\w+\}/g, '01900000-0000-7000-8000-000000000001')
    const refusals = await whileCalled((sendAsProgram) =>
      Promise.all(
        closedRoutes.map(async (route) => {
          const { status, body } = await sendAsProgram(route.method, path(route.path))
          return [route.operationId, status, body.detail] as const
        }),
      ),
    )
    expect(closedRoutes.length).toBeGreaterThan(200)
    expect(refusals.filter(([, status]) => status !== 403)).toEqual([])
    expect(refusals[0]?.[2]).toMatch(/^This request needs a key with role \w+; this key has role program\.$/)
  })

  test('can write spans of the trace of its call and of one trace that it begins, but of no other', async () => {
    const storedSpan = span()
    await waitForReceipt(api, await sendJson(api, storedSpan))
    const send = (sendAsProgram: Send, traceId: string): Promise<number> =>
      statusOf(sendAsProgram('POST', '/otlp/v1/traces', requestOf(span({ traceId }))))
    const [ownTraceId, otherTraceId] = [span().traceId, span().traceId]
    const statuses = await whileCalled(async (sendAsProgram, call) => {
      const statuses = []
      for (const id of [call.traceId, storedSpan.traceId, ownTraceId, ownTraceId, otherTraceId])
        statuses.push(await send(sendAsProgram, id))
      return statuses
    })
    expect(statuses).toEqual([202, 403, 202, 202, 403])
  })

  test('can write logs of its own trace only', async () => {
    const storedSpan = span()
    await waitForReceipt(api, await sendJson(api, storedSpan))
    const statuses = await whileCalled(async (sendAsProgram, call) => {
      const statuses = []
      for (const { traceId } of [call, storedSpan]) {
        const log = messageLog('user', 'Hi', { ...storedSpan, traceId })
        statuses.push(await statusOf(sendAsProgram('POST', '/v1/logs', logsRequestOf(log))))
      }
      return statuses
    })
    expect(statuses).toEqual([200, 403])
  })

  test('is refused after the call, and never listed', async () => {
    const callKey = await whileCalled(async (sendAsProgram, call) => {
      expect((await sendAsProgram('GET', '/projects/current')).status).toBe(200)
      return call.authorization
    })
    const { status, body } = await currentProject(api.url, callKey)
    expect([status, body]).toEqual([401, unauthorized])
    expect((await api.get('/keys')).body.map(({ prefix }: { prefix: string }) => prefix)).not.toContain(
      'program',
    )
  })
})
