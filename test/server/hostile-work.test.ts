// Requests whose work would never end or would exhaust memory. The server continues to serve other requests and reports
// the limit. A run with such work ends, also after a restart.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newProject, throughServer, type Api, type Body } from '../support/api.ts'
import { removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { auto, waitForEnd, makeEvaluator, makeTestset, resultsOf, startEvaluation } from '../support/runs.ts'
import { inDeep, isDeep } from '../support/tier.ts'

/** With this much memory the time limit is reached first on any machine. */
const timeLimitFirst = { ASSAY_WORK_SECONDS_MAX: '2', ASSAY_WORK_MEMORY_MB_MAX: '1024' }

let server: RunningServer
let api: Api
beforeAll(async () => {
  server = await startServer({ env: { ASSAY_WORK_SECONDS_MAX: '2', ASSAY_WORK_MEMORY_MB_MAX: '128' } })
  api = await newProject(server.url)
})
afterAll(async () => {
  await server.stop()
  removeDataDir(server)
})

/** Nested sections that double: 542 bytes, some 10^13 iterations. */
const nestedSections = `${'{{#a}}'.repeat(45)}${'{{/a}}'.repeat(45)}xx`
const nestedLoops = `${'{% for a in l %}'.repeat(25)}${'{% endfor %}'.repeat(25)}`

/** Each level references the next one twice, and the last one matches nothing. */
const doublingSchema = (levels: number): Body => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    Array.from({ length: levels }, (_, i) => [
      `d${i}`,
      i === levels - 1
        ? { type: 'null' }
        : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
    ]),
  ),
})

const prompt = (content: string, format: string): Body => ({
  prompt: { messages: [{ role: 'user', content }], template_format: format, llm_config: { model: 'm' } },
})
const outputs = 'a'.repeat(60)

const hostileRequests: readonly (readonly [string, string, Body])[] = [
  [
    'nested sections',
    'completion',
    { parameters: prompt(nestedSections, 'mustache'), inputs: { a: [1, 1] } },
  ],
  [
    'a template that writes forever',
    'completion',
    {
      parameters: prompt(`${'{{#a}}'.repeat(45)}{{b}}${'{{/a}}'.repeat(45)}`, 'mustache'),
      inputs: { a: [1, 1], b: 'x'.repeat(1000) },
    },
  ],
  ['nested loops', 'completion', { parameters: prompt(nestedLoops, 'jinja2'), inputs: { l: [1, 1, 1, 1] } }],
  [
    'a schema whose alternatives double',
    'auto_contains_json',
    { parameters: { schema: doublingSchema(45), mode: 'whole' }, inputs: {}, outputs: '{"a":1}' },
  ],
  [
    'a matcher with a schema whose alternatives double',
    'match',
    {
      parameters: {
        matchers: [{ target: '$.outputs', mode: 'json', match: 'valid', reference: doublingSchema(45) }],
      },
      inputs: {},
      outputs: { a: 1 },
    },
  ],
  [
    'an outputs schema whose alternatives double',
    'mock',
    {
      revision: { data: { schemas: { outputs: doublingSchema(45) } } },
      parameters: { key: 'pass' },
      inputs: {},
      outputs: 'x',
    },
  ],
  [
    'a backtracking pattern of a matcher',
    'match',
    {
      parameters: { matchers: [{ target: '$.outputs', match: 'regex', reference: '^(a+)+$' }] },
      inputs: {},
      outputs: `${outputs}b`,
    },
  ],
  [
    'a backtracking pattern',
    'auto_regex_test',
    { parameters: { regex_pattern: '^(a+)+$' }, inputs: {}, outputs: `${outputs}b` },
  ],
  [
    'a list of texts searched in a long one',
    'auto_contains_all',
    {
      parameters: { substrings: Array.from({ length: 50_000 }, (_, i) => `${'ab'.repeat(30)}${i}`) },
      inputs: {},
      outputs: 'ab'.repeat(500_000),
    },
  ],
]

/** A limit of the time, of the text that a template writes, and of the memory. */
const ofEachLimit = hostileRequests.filter(([name]) =>
  ['a schema whose alternatives double', 'a template that writes forever', 'a backtracking pattern'].includes(
    name,
  ),
)

describe('a server', () => {
  test.each(isDeep ? hostileRequests : ofEachLimit)(
    'answers other requests while it refuses %s',
    async (_, key, data) => {
      const refusal = api.post(`/services/${key}/v0/invoke`, { data })
      const otherAnswer = await api.get('/projects/current')
      expect(otherAnswer.status).toBe(200)
      const { status, body } = await refusal
      expect([422, 504]).toContain(status)
      expect(body.status.message).toMatch(
        /work\.seconds_max|work\.memory_mb_max|within 1000 ms|run too long|writes more/,
      )
    },
  )

  inDeep(() => {
    test('refuses annotations whose schema cannot be evaluated in time, and continues', async () => {
      const ownServer = await startServer({ env: timeLimitFirst })
      const ownApi = await newProject(ownServer.url)
      const answer = await ownApi.post('/simple/evaluators/', {
        evaluator: {
          slug: 'hostile',
          data: { uri: 'assay:custom:feedback:v0', schemas: { outputs: doublingSchema(45) } },
        },
      })
      const evaluator = answer.body.evaluator.revision_id
      const annotation = {
        data: { outputs: { a: 1 } },
        references: { evaluator_revision: { id: evaluator } },
        links: { invocation: { trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) } },
      }
      const refusal = ownApi.post('/annotations/', { annotation })
      expect((await ownApi.get('/projects/current')).status).toBe(200)
      const { status, body } = await refusal
      expect([status, body.code]).toEqual([504, 'budget_exceeded'])
      expect(body.detail).toMatch(/work\.seconds_max/)
      await ownServer.stop()
      removeDataDir(ownServer)
    })

    test('stops in time while work is active', async () => {
      const ownServer = await startServer({ env: { ASSAY_STOP_SECONDS_MAX: '10' } })
      const ownApi = await newProject(ownServer.url)
      const parameters = { code: 'function evaluate() { for (;;); }', timeout_ms: 60_000 }
      const invoke = (key: string, data: Body): Promise<unknown> =>
        ownApi.post(`/services/${key}/v0/invoke`, { data }).catch(() => undefined)
      const activeWork = [
        invoke('auto_custom_code_run', { parameters, inputs: {}, outputs: 'x' }),
        invoke('auto_contains_json', {
          parameters: { schema: doublingSchema(45) },
          inputs: {},
          outputs: '{"a":1}',
        }),
      ]
      expect((await ownApi.get('/projects/current')).status).toBe(200)
      expect([0, 1]).toContain(await ownServer.stop())
      await Promise.all(activeWork)
      removeDataDir(ownServer)
    })

    test('fails a run with a hostile schema, with the reason, also after a restart', async () => {
      const evaluator = await makeEvaluator(api, 'auto_contains_json', {
        schema: doublingSchema(45),
        mode: 'whole',
      })
      const { id } = await startEvaluation(api, {
        data: { testset_steps: [await makeTestset(api, [{ a: 1 }])], evaluator_steps: auto(evaluator) },
      })
      // The process is killed during the work.
      await server.kill()
      server = await startServer({ dataDir: server.dataDir, env: timeLimitFirst })
      api = throughServer(api, server.url)
      expect((await waitForEnd(api, id)).status).toBe('errors')
      const failedResult = (await resultsOf(api, id)).find(({ status }) => status === 'failure')
      expect(failedResult.error).toMatchObject({
        code: 'timeout',
        message: expect.stringMatching(/work\.seconds_max/),
      })
    })
  })
})
