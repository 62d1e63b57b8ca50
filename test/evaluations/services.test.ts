// The built-ins as services over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../src/programs/clients/clients.fixture.ts'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'

const completion = (content: string) => ({
  body: {
    model: 'gpt-4o-mini',
    choices: [{ message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 12, completion_tokens: 3, total_tokens: 15 },
  },
})
const prompt = (content: string) => ({
  prompt: { messages: [{ role: 'user', content }], llm_config: { model: 'gpt-4o-mini' } },
})
const invocation = { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) }

describe.each(backends)('services on %s', (backend) => {
  let api: Api
  let model: TestServer
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    model = await startTestServer()
    const answer = await api.post('/secrets/', {
      slug: 'local',
      header: { name: 'local' },
      secret: {
        kind: 'custom_provider',
        data: {
          kind: 'openai',
          provider: { url: `${model.url}/v1`, key: 'sk' },
          models: [{ slug: 'gpt-4o-mini' }],
        },
      },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  })
  afterAll(() => model.close())

  const invoke = (key: string, body: object = {}, version = 'v0') =>
    api.post(`/services/${key}/${version}/invoke`, body)
  const rootOf = async ({ trace_id }: Body) => {
    const { body } = await api.get(`/traces/${trace_id}`)
    return Object.values(body.trace.spans)[0] as Body
  }

  test('a prompt runs with the parameters of the call, and leaves an invocation trace', async () => {
    model.reply(completion('Paris'))
    const { status, body } = await invoke('completion', {
      version: '2025.07.14',
      data: { parameters: prompt('Capital of {{country}}?'), inputs: { country: 'France' } },
      tags: { team: 'a' },
      meta: { why: 'test' },
      session_id: 's1',
      secrets: { openai: 'sk-secret' },
    })
    expect([status, body]).toEqual([
      200,
      {
        version: '2025.07.14',
        status: { code: 200, message: 'OK' },
        data: { outputs: 'Paris' },
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        span_id: expect.stringMatching(/^[0-9a-f]{16}$/),
        session_id: 's1',
      },
    ])
    const root = await rootOf(body)
    expect(root).toMatchObject({
      span_id: body.span_id,
      trace_type: 'invocation',
      session_id: 's1',
      attributes: {
        ag: {
          data: { inputs: { country: 'France' }, outputs: 'Paris' },
          tags: { team: 'a' },
          meta: { why: 'test' },
          flags: { origin: 'custom', kind: 'adhoc' },
          metrics: { tokens: { cumulative: { total: 15 } } },
        },
      },
    })
    expect(JSON.stringify(root)).not.toContain('sk-secret')
  })

  test('parameters come from the referenced revision, and those of the call override them', async () => {
    const { application } = (
      await api.post('/simple/applications/', {
        application: { slug: 'bot', data: { uri: 'completion', parameters: prompt('stored {{x}}') } },
      })
    ).body
    model.reply(completion('1'))
    const references = { application: { slug: 'bot' } }
    const { body } = await invoke('completion', { references, data: { inputs: { x: 'A' } } }, 'latest')
    expect(model.requests[0]?.body).toMatchObject({ messages: [{ content: 'stored A' }] })
    expect((await rootOf(body)).attributes.ag.references).toMatchObject({
      application: { id: application.id, slug: 'bot' },
      application_revision: { id: application.revision_id, version: '1' },
    })
    model.reply(completion('2'))
    await invoke('completion', { references, data: { inputs: { x: 'A' }, parameters: prompt('sent {{x}}') } })
    expect(model.requests[0]?.body).toMatchObject({ messages: [{ content: 'sent A' }] })
  })

  test('a revision is found through an environment', async () => {
    const { application } = (
      await api.post('/simple/applications/', {
        application: { slug: 'deployed', data: { uri: 'completion', parameters: prompt('live') } },
      })
    ).body
    await api.post('/applications/revisions/deploy', {
      application_revision_ref: { id: application.revision_id },
      environment_ref: { slug: 'production' },
    })
    model.reply(completion('3'))
    const { status, body } = await invoke('completion', {
      references: { environment: { slug: 'production' } },
      selector: { key: 'deployed.revision' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect((await rootOf(body)).attributes.ag.references).toMatchObject({
      environment: { slug: 'production' },
      application_revision: { id: application.revision_id },
    })
  })

  test('a chat returns a message', async () => {
    model.reply(completion('Hello Ada.'))
    const messages = [{ role: 'user', content: 'Hello' }]
    const { body } = await invoke('chat', {
      data: {
        revision: { parameters: prompt('You talk to {{customer}}.') },
        inputs: { customer: 'Ada', messages },
      },
    })
    expect(body.data.outputs).toMatchObject({ role: 'assistant', content: 'Hello Ada.' })
    expect(model.requests[0]?.body).toMatchObject({
      messages: [{ content: 'You talk to Ada.' }, messages[0]],
    })
  })

  test('an evaluator with links leaves an annotation, one without an invocation', async () => {
    const data = {
      inputs: { city: 'x' },
      testcase: { id: '01a1e1d4-0000-7000-8000-000000000001', data: { correct_answer: 'Paris' } },
      outputs: 'Paris',
    }
    const annotationAnswer = await invoke('auto_exact_match', { data, links: { invocation } })
    expect(annotationAnswer.body.data.outputs).toEqual({ score: 1, success: true })
    const root = await rootOf(annotationAnswer.body)
    expect(root).toMatchObject({
      trace_type: 'annotation',
      links: [{ ...invocation, attributes: { key: 'invocation' } }],
      attributes: { ag: { references: { testcase: { id: data.testcase.id } } } },
    })
    const invocationAnswer = await invoke('auto_exact_match', { data })
    expect((await rootOf(invocationAnswer.body)).trace_type).toBe('invocation')
  })

  test('inspect shows the uri, the schemas and the parameters', async () => {
    const { status, body } = await api.post('/services/auto_exact_match/v0/inspect', {})
    expect(status).toBe(200)
    expect(body).toMatchObject({
      version: '2025.07.14',
      revision: {
        data: {
          uri: 'agenta:builtin:auto_exact_match:v0',
          schemas: { parameters: { type: 'object' }, outputs: { required: ['score', 'success'] } },
          parameters: { correct_answer_key: 'correct_answer' },
        },
      },
      request: {},
    })
    expect((await api.post('/services/nothing/v0/inspect', {})).status).toBe(404)
  })

  test('a call without a path runs the built-in of its revision uri', async () => {
    const echo = { uri: 'agenta:builtin:echo:v0' }
    const evaluatedData = { outputs: 'x' }
    const inline = await api.post('/services/invoke', {
      data: { revision: { data: echo }, ...evaluatedData },
    })
    expect([inline.status, inline.body.data?.outputs]).toEqual([200, { got: 'x' }])
    await api.post('/simple/evaluators/', { evaluator: { slug: 'dispatched', data: echo } })
    const references = { evaluator: { slug: 'dispatched' } }
    const byReference = await api.post('/services/invoke', { references, data: evaluatedData })
    expect([byReference.status, byReference.body.data?.outputs]).toEqual([200, { got: 'x' }])
    const { attributes } = await rootOf(byReference.body)
    expect(attributes.ag.references.evaluator_revision.version).toBe('1')
    const inspectAnswer = await api.post('/services/inspect', { references })
    expect(inspectAnswer.body.revision.data.uri).toBe('agenta:builtin:echo:v0')
    model.reply(completion('Paris'))
    const promptRequest = { data: { revision: { data: { parameters: prompt('Capital?') } } } }
    expect((await api.post('/services/invoke', promptRequest)).body.data.outputs).toBe('Paris')
  })

  test.each([
    ['nothing at all', {}, 400, 'reference_required'],
    ['a custom program', { data: { revision: { data: { uri: 'user:custom:mine:v1' } } } }, 404, 'not_found'],
    ['no uri', { data: { revision: { data: { parameters: { a: 1 } } } } }, 404, 'not_found'],
    ['an unknown revision', { references: { application: { slug: 'nowhere' } } }, 404, 'not_found'],
    [
      'an unknown environment',
      { references: { environment: { slug: 'nowhere' } }, selector: { key: 'x' } },
      404,
      'not_deployed',
    ],
  ])('a call without a path is refused when it names %s', async (_, body, status, code) => {
    for (const verb of ['invoke', 'inspect']) {
      const answer = await api.post(`/services/${verb}`, body)
      expect([answer.status, answer.body.code], verb).toEqual([status, code])
    }
  })

  test('the same routes work outside /api, and require a key', async () => {
    expect((await api.get('/services/health')).body).toEqual({ status: 'ok' })
    for (const base of ['/services', '/api/services']) {
      const health = await fetch(`${api.url}${base}/health`)
      expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }])
      const headers = { Authorization: api.key, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ data: { outputs: 'y' } })
      const response = await fetch(`${api.url}${base}/echo/v0/invoke`, { method: 'POST', headers, body })
      expect([response.status, await response.json()]).toMatchObject([
        200,
        { data: { outputs: { got: 'y' } } },
      ])
    }
  })

  test('a workflow that was deployed is found by an environment and a key', async () => {
    const data = { uri: 'agenta:builtin:completion:v0', parameters: prompt('Deployed {{x}}') }
    await api.post('/simple/workflows/', { workflow: { slug: 'released', data } })
    const deployAnswer = await api.post('/workflows/revisions/deploy', {
      workflow_ref: { slug: 'released' },
      environment_ref: { slug: 'staging' },
    })
    expect(deployAnswer.status).toBe(200)
    const references = { environment: { slug: 'staging' } }
    const selector = { key: 'released.revision' }
    for (const path of ['/services/completion/v0', '/services']) {
      model.reply(completion('there'))
      const { status, body } = await api.post(`${path}/invoke`, {
        references,
        selector,
        data: { inputs: { x: 1 } },
      })
      expect([status, body.data?.outputs], path).toEqual([200, 'there'])
      const inspectAnswer = await api.post(`${path}/inspect`, { references, selector })
      expect(inspectAnswer.body.revision.data.parameters, path).toEqual(data.parameters)
    }
  })

  test('inspect returns the requested revision', async () => {
    const request = {
      json_schema: {
        schema: { type: 'object', required: ['tone'], properties: { tone: { type: 'string' } } },
      },
    }
    const { body } = await api.post('/services/auto_ai_critique/v0/inspect', {
      data: { parameters: request },
    })
    expect(body.revision.data).toMatchObject({
      parameters: request,
      schemas: { outputs: request.json_schema.schema },
    })
    const unknown = { references: { environment: { slug: 'nowhere' } }, selector: { key: 'x' } }
    const refusal = await api.post('/services/completion/v0/inspect', unknown)
    expect([refusal.status, refusal.body.code]).toEqual([404, 'not_deployed'])
  })

  test('the schema in the settings of a judge overrides the one of the catalog', async () => {
    const { template } = (await api.get('/evaluators/catalog/templates/auto_ai_critique')).body
    const { schemas, uri } = template.data
    const schema = { type: 'object', properties: { tone: { type: 'string' } }, required: ['tone'] }
    const parameters = {
      model: 'gpt-4o-mini',
      prompt_template: [{ role: 'user', content: 'Judge' }],
      json_schema: { name: 'tone', schema },
    }
    const data = { uri, schemas: { outputs: schemas.outputs }, parameters }
    const answer = await api.post('/simple/evaluators/', { evaluator: { slug: 'tone', data } })
    expect(answer.body.evaluator.data.schemas.outputs).toEqual(schema)
    const evaluation = { references: { evaluator: { slug: 'tone' } }, data: { outputs: 'Hello.' } }
    model.reply(completion('{"tone":"calm"}'))
    const toneAnswer = await invoke('auto_ai_critique', evaluation)
    expect([toneAnswer.status, toneAnswer.body.data?.outputs]).toEqual([200, { tone: 'calm' }])
    model.reply(completion('{"score":1,"success":true}'))
    const other = await invoke('auto_ai_critique', evaluation)
    expect([other.status, other.body.status.type]).toEqual([502, 'schema_mismatch'])
    model.reply(completion('{"tone":"calm"}'))
    const inline = await invoke('auto_ai_critique', { data: { revision: { data }, outputs: 'Hello.' } })
    expect(inline.body.data?.outputs).toEqual({ tone: 'calm' })
  })

  test('the url in responses is the address of the built-in', async () => {
    const { body } = await api.post('/simple/applications/', {
      application: { slug: 'shown', data: { uri: 'completion', parameters: prompt('{{x}}') } },
    })
    const url = new URL(body.application.data.url)
    model.reply(completion('there'))
    const answer = await api.post(`${url.pathname.replace('/api', '')}/invoke`, {
      references: { application: { slug: 'shown' } },
      data: { inputs: { x: 1 } },
    })
    expect([answer.status, answer.body.data.outputs]).toEqual([200, 'there'])
  })

  describe('failures follow the protocol, and leave a trace', () => {
    const exact = { data: { outputs: 'x', testcase: { data: {} } } }
    test.each<[string, number, string, string, object, object | undefined]>([
      ['no expected answer', 400, 'missing_expected', 'auto_exact_match', exact, undefined],
      [
        'no such placeholder',
        400,
        'not_runnable',
        'completion',
        { data: { parameters: prompt('{{lost}}') } },
        undefined,
      ],
      ['no prompt', 422, 'not_runnable', 'completion', {}, undefined],
      [
        'bad settings',
        422,
        'not_runnable',
        'auto_levenshtein_distance',
        { data: { ...exact.data, parameters: { threshold: 7 } } },
        undefined,
      ],
      ['feedback', 422, 'not_runnable', 'feedback', {}, undefined],
      [
        'no provider',
        424,
        'not_runnable',
        'completion',
        { data: { parameters: { prompt: { ...prompt('a').prompt, llm_config: { model: 'groq/x' } } } } },
        undefined,
      ],
      [
        'an error of the provider',
        502,
        'http_status',
        'completion',
        { data: { parameters: prompt('a') } },
        { status: 500 },
      ],
      [
        'too many calls',
        502,
        'rate_limited',
        'completion',
        { data: { parameters: prompt('a') } },
        { status: 429 },
      ],
      [
        'an invalid response of the provider',
        502,
        'malformed_answer',
        'completion',
        { data: { parameters: prompt('a') } },
        { body: 'x' },
      ],
      [
        'an unknown revision',
        404,
        'not_runnable',
        'completion',
        { references: { application: { slug: 'nowhere' } } },
        undefined,
      ],
      [
        'a reference that names nothing',
        400,
        'not_runnable',
        'completion',
        { references: { application_revision: { version: '1' } } },
        undefined,
      ],
    ])('%s: %i', async (_, code, type, key, request, reply) => {
      model.reply(reply ?? {})
      const { status, body } = await invoke(key, request)
      expect([status, body.status?.code, body.status?.type], JSON.stringify(body)).toEqual([code, code, type])
      expect(body.status.message).not.toBe('')
      // The pages recognise a rejected provider key by it.
      expect(body.status.upstream_status).toBe(
        reply !== undefined && 'status' in reply ? reply.status : undefined,
      )
      if (key === 'auto_levenshtein_distance') expect(body.status.message).toContain('threshold')
      expect(body).not.toHaveProperty('data')
      expect(await rootOf(body)).toMatchObject({
        status_code: 'STATUS_CODE_ERROR',
        attributes: { ag: { exception: { type } } },
      })
    })

    test('a provider that never responds: 504', async () => {
      model.reply({ isSilent: true })
      const parameters = { webhook_url: `${model.url}/hook`, timeout_ms: 50 }
      const { status, body } = await invoke('auto_webhook_test', { data: { outputs: 'x', parameters } })
      expect([status, body.status]).toEqual([504, expect.objectContaining({ code: 504, type: 'timeout' })])
    })
  })

  test.each<[string, string, object, number]>([
    ['an unknown built-in', 'nothing', {}, 404],
    ['a built-in that is only stored', 'agent', {}, 404],
    ['inputs that are no object', 'completion', { data: { inputs: 'x' } }, 422],
    ['a link that is none', 'echo', { links: { invocation: { trace_id: 'x', span_id: 'y' } } }, 422],
  ])('%s is refused as on other routes', async (_, key, request, code) => {
    const { status, body } = await invoke(key, request)
    expect([status, typeof body.code]).toEqual([code, 'string'])
    expect(body).not.toHaveProperty('status')
  })

  test('an unknown version is refused, and so are viewers', async () => {
    expect((await invoke('echo', {}, 'v9')).status).toBe(404)
    const viewer = await api.as('viewer')
    expect((await viewer.post('/services/echo/v0/invoke', {})).status).toBe(403)
    expect((await viewer.post('/services/echo/v0/inspect', {})).status).toBe(403)
  })
})
