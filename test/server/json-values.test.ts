// The rule for numbers, repeated keys and lone surrogates, on every kind of route that stores free-form JSON.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { appStep, makeRun, makeScenarios } from '../support/evaluations.ts'
import { upload } from '../support/files.ts'
import { kindNamed, makeVariant } from '../support/kinds.ts'
import { annotatedSpan } from '../support/simple-traces.ts'

const acceptedTexts = [
  '9007199254740991',
  '-9007199254740991',
  '9007199254740992.0',
  '1e16',
  '18446744073709551616.0',
  '1.8446744073709552e19',
  '1e300',
  '1.7976931348623157e308',
  '5e-324',
  '0.1',
  '0.1234567890123456789',
  '"12345678901234567890"',
  '"\\ud83d\\ude00"',
  '[{"k":1},{"k":1}]',
]

/** Most routes refuse these integers; routes that write spans store them exactly. */
const longIntegers = ['9007199254740992', '-12345678901234567890']

/** Refused texts, with the path of the field error below the value. */
const refusedTexts: readonly (readonly [text: string, below: readonly string[]])[] = [
  ...longIntegers.map((text) => [text, []] as const),
  ['9007199254740993.0', []],
  ['12345678901234567890e5', []],
  ['1e400', []],
  ['1e-400', []],
  ['"\\ud800"', []],
  ['{"\\udc00":1}', ['\ufffd']],
  // These are detected after the others.
  ['{"k":1,"k":2}', ['k']],
  ['{"o":{"k":1,"\\u006b":1}}', ['o', 'k']],
]

/** A request with a free-form value in its body, and the location of the value in the body and in the answer. */
interface Write {
  readonly path: string
  readonly body: (text: string) => string
  readonly loc: readonly (string | number)[]
  readonly storedValue: (answer: Body) => unknown
  /** The value is stored in a span. */
  readonly keepsIntegers?: true
}

const listOf = (texts: readonly string[]): string => `[${texts.join(',')}]`
const acceptedValues = acceptedTexts.map((text) => JSON.parse(text) as unknown)

describe.each(backends)('values of JSON bodies on %s', (backend) => {
  let api: Api
  const ids = { variant: '', testset: '', run: '', scenario: '' }
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    const { variant } = await makeVariant(api, kindNamed('application'), 'bot')
    const testset = await api.post('/simple/testsets/', { testset: { data: { testcases: [] } } })
    const run = await makeRun(api)
    const [scenario] = await makeScenarios(api, run.id, 1)
    Object.assign(ids, {
      variant: variant.id,
      testset: testset.body.testset.id,
      run: run.id,
      scenario: scenario.id,
    })
  })

  const writes: readonly (readonly [string, Write])[] = [
    [
      'a commit of an application',
      {
        path: '/applications/revisions/commit',
        body: (text) =>
          `{"application_revision":{"application_variant_id":"${ids.variant}","data":{"parameters":{"v":${text}}}}}`,
        loc: ['application_revision', 'data', 'parameters', 'v'],
        storedValue: (answer) => answer.application_revision.data.parameters.v,
      },
    ],
    [
      'a commit of a testset',
      {
        path: '/testsets/revisions/commit',
        body: (text) =>
          `{"testset_revision":{"testset_id":"${ids.testset}","data":{"testcases":[{"data":{"v":${text}}}]}},"include_testcases":true}`,
        loc: ['testset_revision', 'data', 'testcases', 0, 'data', 'v'],
        storedValue: (answer) => answer.testset_revision.data.testcases[0].data.v,
      },
    ],
    [
      'a simple trace',
      {
        path: '/simple/traces/',
        body: (text) => `{"trace":{"data":{"v":${text}}}}`,
        loc: ['trace', 'data', 'v'],
        storedValue: (answer) => answer.trace.data.v,
        keepsIntegers: true,
      },
    ],
    [
      'an annotation',
      {
        path: '/annotations/',
        body: (text) =>
          `{"annotation":{"data":{"outputs":{"ok":true}},"meta":{"v":${text}},"links":{"invocation":${JSON.stringify(annotatedSpan)}},"references":{"evaluator":{"slug":"quality"}}}}`,
        loc: ['annotation', 'meta', 'v'],
        storedValue: (answer) => answer.annotation.meta.v,
        keepsIntegers: true,
      },
    ],
    [
      'a result of an evaluation',
      {
        path: '/evaluations/results/',
        body: (text) =>
          `{"results":[{"run_id":"${ids.run}","scenario_id":"${ids.scenario}","step_key":"${appStep.key}","meta":{"v":${text}}}]}`,
        loc: ['results', 0, 'meta', 'v'],
        storedValue: (answer) => answer.results[0].meta.v,
      },
    ],
  ]

  test.each(writes)('%s stores exact values as sent', async (_, { path, body, storedValue }) => {
    const answer = await api.post(path, body(listOf(acceptedTexts)))
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    expect(storedValue(answer.body)).toEqual(acceptedValues)
  })

  test.each(writes)(
    '%s with other values is refused with all their paths',
    async (_, { path, body, loc, keepsIntegers }) => {
      const answer = await api.post(path, body(listOf(refusedTexts.map(([text]) => text))))
      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
      const locations = refusedTexts.map(([, below], i) => ['body', ...loc, i, ...below])
      expect(answer.body.detail.map((fieldError: Body) => fieldError.loc)).toEqual(
        keepsIntegers ? locations.slice(longIntegers.length) : locations,
      )
    },
  )

  const textOf = async (path: string, init: RequestInit = {}): Promise<string> => {
    const headers = { Authorization: `ApiKey ${api.key}`, 'Content-Type': 'application/json' }
    return (await fetch(`${api.url}/api${path}`, { ...init, headers })).text()
  }

  test.each(writes.filter(([, { keepsIntegers }]) => keepsIntegers))(
    '%s stores integers beyond doubles exactly, also after an edit',
    async (_, { path, body, loc: [name = ''] }) => {
      const text = `"v":[${longIntegers.join(',')}]`
      const createAnswer = await textOf(path, { method: 'POST', body: body(listOf(longIntegers)) })
      expect(createAnswer).toContain(text)
      const { trace_id } = JSON.parse(createAnswer)[name]
      const edit = `{"${name}":{"tags":{"long":${longIntegers[0]}}}}`
      expect(await textOf(`${path}${trace_id}`, { method: 'PATCH', body: edit })).toContain(text)
      const fetchAnswer = await textOf(`${path}${trace_id}`)
      expect(fetchAnswer).toContain(text)
      expect(fetchAnswer).toContain(`"long":${longIntegers[0]}`)
    },
  )

  test('outputs of an annotation can be such integers, and are checked by the schema of its evaluator', async () => {
    const bodyWith = (outputs: string): string =>
      `{"annotation":{"data":{"outputs":${outputs}},"links":{"invocation":${JSON.stringify(annotatedSpan)}},"references":{"evaluator":{"slug":"long"}}}}`
    const post = (outputs: string) => textOf('/annotations/', { method: 'POST', body: bodyWith(outputs) })
    expect(await post('{"count":12345678901234567890}')).toContain('"count":12345678901234567890')
    expect(await post('{"count":12345678901234567891}')).toContain('"count":12345678901234567891')
    expect(await post('{"count":[12345678901234567890]}')).toContain('is not of type')
    const invalidBody = '{"annotation":{"data":12345678901234567890}}'
    expect(await textOf('/annotations/', { method: 'POST', body: invalidBody })).toContain(
      '"input":"12345678901234567890"',
    )
  })

  test('spans accept the values that other routes refuse', async () => {
    const [traceId, spanId] = ['c'.repeat(32), 'd'.repeat(16)]
    const textValue = '{"big":9007199254740993,"half":"a\\ud800","twice":1,"twice":2}'
    const span = `{"trace_id":"${traceId}","span_id":"${spanId}","span_name":"s\\udc00","start_time":"2026-03-02T09:15:00Z","attributes":${textValue}}`
    const { status } = await api.post('/traces/', `{"trace_id":"${traceId}","spans":[${span}]}`)
    expect(status).toBe(202)
    const response = await fetch(`${api.url}/api/traces/${traceId}`, {
      headers: { Authorization: `ApiKey ${api.key}` },
    })
    const text = await response.text()
    expect(text).toContain('"big":9007199254740993,"half":"a\\ud800","twice":2')
    expect(text).toContain('"span_name":"s\ufffd"')
  })

  test.each(['json', 'jsonl'])('an upload as %s follows the same rule', async (fileType) => {
    const send = (texts: readonly string[]) => {
      const rows = texts.map((text) => `{"v":${text}}`)
      const content = fileType === 'json' ? listOf(rows) : rows.join('\n')
      return upload(api, '/simple/testsets/upload', { content, name: `values.${fileType}` })
    }
    const { body } = await send(acceptedTexts)
    const { testcases } = (await api.get(`/simple/testsets/${body.testset.id}`)).body.testset.data
    expect(testcases.map((testcase: Body) => testcase.data.v)).toEqual(acceptedValues)

    const answer = await send(refusedTexts.map(([text]) => text))
    expect(answer.status).toBe(400)
    const errors = answer.body.errors as readonly Body[]
    expect(errors.map(({ row, column }) => [row, column])).toEqual(
      refusedTexts.map(([, below], i) => [i + 1, ['v', ...below].join('.')]),
    )
  })
})
