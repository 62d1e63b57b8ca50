// Simple traces and invocations over HTTP. See also annotations.test.ts and simple-traces-query.test.ts.
// Long because creating, editing and removing use the same records.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import {
  int,
  sendJson,
  waitForReceipt,
  span as otlpSpan,
  spanId,
  spansOf,
  text,
  traceId,
} from '../support/otlp.ts'
import { aTime, anId, play, playAll, type Scenario } from '../support/scenarios.ts'
import { createRecordAt, feedback, annotatedSpan } from '../support/simple-traces.ts'

const aTraceId: string = expect.stringMatching(/^[0-9a-f]{32}$/) as string
const aSpanId: string = expect.stringMatching(/^[0-9a-f]{16}$/) as string

const views = [
  { path: '/simple/traces', one: 'trace', many: 'traces', link: 'link', status: 202, label: 'Trace' },
  {
    path: '/annotations',
    one: 'annotation',
    many: 'annotations',
    link: 'annotation_link',
    status: 200,
    label: 'Annotation',
  },
  {
    path: '/invocations',
    one: 'invocation',
    many: 'invocations',
    link: 'invocation_link',
    status: 200,
    label: 'Invocation',
  },
] as const

describe.concurrent.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const createRecord = (path: string, one: string, record: Body): Promise<Body> =>
    createRecordAt(api, { path, one }, record)
  const rootOf = async (record: Body): Promise<Body> =>
    (await spansOf(api, record.trace_id)).get(record.span_id)

  describe.each(views)('$path', ({ path, one, many, link, status, label }) => {
    test.each<{ readonly data: Body; readonly meta?: Body; readonly canonical: Body }>([
      { data: { outputs: { __default__: 'x' } }, canonical: { outputs: 'x' } },
      {
        data: { outputs: { __default__: { __default__: null } } },
        canonical: { outputs: { __default__: null } },
      },
      {
        data: { parameters: '{ "b": 1,  "a": {} }', inputs: '{"q": "Grüße"}', outputs: '{"a": 1}' },
        canonical: { parameters: { b: 1, a: {} }, inputs: { q: 'Grüße' }, outputs: '{"a": 1}' },
      },
      { data: { inputs: ['a'], internals: 'no JSON', constructor: 7 }, canonical: {} },
      {
        data: { inputs: null },
        meta: { configuration: { temperature: 0 } },
        canonical: { inputs: null, parameters: { temperature: 0 } },
      },
      { data: {}, canonical: {} },
    ])('data is returned as sent, whatever its canonical form: $data', async (row) => {
      const { canonical, ...content } = row
      const record = await createRecord(path, one, feedback({ references: {}, ...content }))
      const at = `${path}/${record.trace_id}`
      const dataText = async (): Promise<string> => JSON.stringify((await api.get(at)).body[one].data)
      expect(JSON.stringify(record.data)).toBe(JSON.stringify(content.data))
      expect(await dataText()).toBe(JSON.stringify(content.data))
      expect((await rootOf(record)).attributes.ag.data).toEqual(canonical)
      // A change of another member uses the canonical form again.
      await api.call('PATCH', at, { [one]: { tags: { changed: true } } })
      expect(await dataText()).toBe(JSON.stringify(content.data))
      expect((await rootOf(record)).attributes.ag.data).toEqual(canonical)
      await api.call('PATCH', at, { [one]: { data: { outputs: { score: 1 } } } })
      expect(await dataText()).toBe('{"outputs":{"score":1}}')
    })

    test('redaction also hides matches in texts that are returned as sent', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      const rules = [
        { kind: 'path', path: 'ag.data.inputs.password' },
        { kind: 'pattern', pattern: 'secret-\\d+' },
      ]
      expect((await freshProject.put('/redaction/rules/', { rules })).status).toBe(200)
      const data = { inputs: '{"q": "is it secret-17?", "password": "p4ss"}' }
      const { body } = await freshProject.post(`${path}/`, { [one]: feedback({ references: {}, data }) })
      const redactedInputs = { q: 'is it [redacted]?', password: '[redacted]' }
      expect(JSON.parse(body[one].data.inputs as string)).toEqual(redactedInputs)
      const storedSpans = await spansOf(freshProject, body[one].trace_id as string)
      expect(storedSpans.get(body[one].span_id as string).attributes.ag.data.inputs).toEqual(redactedInputs)
    })

    test('are created, read, changed, listed and deleted', async () => {
      const sentRecord = feedback({ references: {}, tags: { run: `crud-${one}` } })
      const answer = await api.post(`${path}/`, { [one]: sentRecord })
      expect(answer.status).toBe(status)
      const record = answer.body[one]
      expect(answer.body).toEqual({
        count: 1,
        [one]: {
          trace_id: aTraceId,
          span_id: aSpanId,
          ...sentRecord,
          created_at: aTime,
          created_by_id: anId,
        },
      })
      const at = `${path}/${record.trace_id}`
      expect(await api.get(at)).toMatchObject({ status: 200, body: { count: 1, [one]: record } })
      const patchAnswer = await api.call('PATCH', at, {
        [one]: { data: { outputs: { score: 0 } }, tags: { run: `crud-${one}`, by: 'me' } },
      })
      expect(patchAnswer.status).toBe(200)
      expect(patchAnswer.body).toEqual({
        count: 1,
        [one]: {
          ...record,
          data: { outputs: { score: 0 } },
          tags: { run: `crud-${one}`, by: 'me' },
          updated_at: aTime,
          updated_by_id: anId,
        },
      })
      expect((await api.get(at)).body).toEqual(patchAnswer.body)
      const listAnswer = await api.post(`${path}/query`, { [one]: { tags: { run: `crud-${one}` } } })
      expect(listAnswer).toMatchObject({ status: 200, body: { count: 1, [many]: [patchAnswer.body[one]] } })
      const deleteAnswer = await api.call('DELETE', at)
      expect(deleteAnswer.status).toBe(200)
      expect(deleteAnswer.body).toEqual({
        count: 1,
        [link]: { trace_id: record.trace_id, span_id: record.span_id },
        [one]: patchAnswer.body[one],
      })
      expect((await api.call('DELETE', at)).body).toEqual({ count: 0 })
      expect((await api.get(at)).body).toEqual({ count: 0 })
      expect((await api.post(`${path}/query`, { [one]: { tags: { run: `crud-${one}` } } })).body).toEqual({
        count: 0,
        [many]: [],
      })
    })

    test('that are unknown, malformed or of another project are not found, and cannot be changed', async () => {
      const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      const record = await createRecord(path, one, feedback({ references: {} }))
      for (const [who, id] of [
        [api, traceId()],
        [api, 'no-id'],
        [otherProject, record.trace_id],
      ] as const) {
        expect(await who.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { count: 0 } })
        expect(await who.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: { count: 0 } })
        await play(who, {
          name: 'edit',
          method: 'PATCH',
          path: `${path}/${id}`,
          body: { [one]: { tags: {} } },
          status: 404,
          exact: { code: 'not_found', detail: `${label} not found.` },
        })
      }
      expect((await api.get(`${path}/${record.trace_id}`)).body.count).toBe(1)
    })

    test.each([undefined, null])('are accepted without data and references: %s', async (emptyValue) => {
      const record = await createRecord(path, one, feedback({ data: emptyValue, references: emptyValue }))
      expect(record).toMatchObject({ data: {}, references: {}, links: { invocation: annotatedSpan } })
      expect((await api.get(`${path}/${record.trace_id}`)).body[one]).toEqual(record)
    })

    test('are written by editors and read by viewers', async () => {
      const viewer = await api.as('viewer')
      expect((await viewer.post(`${path}/`, { [one]: feedback() })).status).toBe(403)
      expect((await viewer.call('PATCH', `${path}/${traceId()}`, { [one]: {} })).status).toBe(403)
      expect((await viewer.call('DELETE', `${path}/${traceId()}`)).status).toBe(403)
      expect((await viewer.get(`${path}/${traceId()}`)).status).toBe(200)
      expect((await viewer.post(`${path}/query`)).status).toBe(200)
    })

    const invalidMembers: readonly (readonly [string, Body, string, readonly (string | number)[]])[] = [
      ['data that are a list', { data: [] }, 'dict_type', ['data']],
      [
        'a reference that is a text',
        { references: { evaluator: 'x' } },
        'dict_type',
        ['references', 'evaluator'],
      ],
      [
        'a slug with a blank',
        { references: { evaluator: { slug: 'a b' } } },
        'value_error',
        ['references', 'evaluator', 'slug'],
      ],
      ['links that are a text', { links: 'x' }, 'dict_type', ['links']],
      ['a link that is a number', { links: { a: 5 } }, 'dict_type', ['links', 'a']],
      [
        'a link without span',
        { links: [{ trace_id: annotatedSpan.trace_id }] },
        'missing',
        ['links', 0, 'span_id'],
      ],
      [
        'a bad trace id',
        { links: { a: { ...annotatedSpan, trace_id: 'x' } } },
        'value_error',
        ['links', 'a', 'trace_id'],
      ],
      ['another origin', { origin: 'robot' }, 'enum', ['origin']],
      ['another kind', { kind: 'x' }, 'enum', ['kind']],
      ['another channel', { channel: 'x' }, 'enum', ['channel']],
      ['a tag that is a list', { tags: { a: [1] } }, 'value_error', ['tags', 'a']],
      ['meta that is a text', { meta: 'x' }, 'dict_type', ['meta']],
    ]
    playAll(
      [
        ...invalidMembers.map(([name, overrides, type, loc]): Scenario => ({
          name: `refuses ${name}`,
          path: `${path}/`,
          body: { [one]: feedback(overrides) },
          status: 422,
          part: { code: 'validation_failed', detail: [{ type, loc: ['body', one, ...loc] }] },
        })),
        { name: 'refuses a body without the record', path: `${path}/`, body: {}, status: 422 },
        {
          name: 'refuses an invalid window',
          path: `${path}/query`,
          body: { windowing: { order: 'up', limit: 10_001 } },
          status: 422,
        },
        {
          name: 'names the setting when a page is too long',
          path: `${path}/query`,
          body: { windowing: { limit: 10_001 } },
          status: 422,
          part: { code: 'limit_exceeded', detail: [{ ctx: { setting: 'page_size_max' } }] },
        },
        {
          name: 'refuses a cursor without the time of its window',
          path: `${path}/query`,
          body: { windowing: { next: annotatedSpan.trace_id } },
          status: 400,
          code: 'cursor_unknown',
        },
      ],
      () => api,
    )
  })

  describe('the record', () => {
    test.each([undefined, null])('needs no links, and is an invocation then: %s', async (links) => {
      const record = await createRecord('/simple/traces', 'trace', feedback({ references: {}, links }))
      expect(record.links).toEqual({})
      expect((await rootOf(record)).trace_type).toBe('invocation')
    })

    test('is returned in the sent form: links by name or as a list, empty members, nulls', async () => {
      const variations: readonly Body[] = [
        { links: { a: annotatedSpan, b: annotatedSpan } },
        { links: [annotatedSpan] },
        { links: [{ ...annotatedSpan, attributes: { key: 'a' } }] },
        { links: [{ ...annotatedSpan, attributes: { key: 'a', weight: 2 } }, annotatedSpan] },
        { links: {} },
        { links: [] },
        { tags: undefined, meta: undefined },
        { tags: {}, meta: {} },
        { meta: { a: null, b: { c: [1, null] } }, tags: { n: { deep: true }, x: 1.5 } },
        {
          data: {
            inputs: { a: null, z: 1, b: {} },
            outputs: ['x', null, { 'a.b': 1 }],
            parameters: { p: [] },
            internals: { i: 'ß' },
          },
        },
        { data: { inputs: 'no object', extra: [1] } },
        { data: {} },
        { references: { testcase: { id: '5f0c7d0e-51a6-5b0c-9a54-0f2f0a7e9b11' }, selector: { key: 'k' } } },
      ]
      for (const overrides of variations) {
        const sentRecord = JSON.parse(JSON.stringify(feedback({ references: {}, ...overrides })))
        const record = await createRecord('/simple/traces', 'trace', sentRecord)
        const { trace_id: _t, span_id: _s, created_at: _a, created_by_id: _b, ...rest } = record
        expect(rest).toEqual(sentRecord)
        expect((await api.get(`/simple/traces/${record.trace_id}`)).body.trace).toEqual(record)
      }
    })

    test('has origin custom, kind adhoc and channel api by default', async () => {
      const record = await createRecord('/simple/traces', 'trace', { data: {}, references: {}, links: {} })
      expect(record).toMatchObject({ origin: 'custom', kind: 'adhoc', channel: 'api' })
    })

    test('is stored as one span with all its members', async () => {
      const record = await createRecord('/simple/traces', 'trace', feedback({ kind: 'eval', channel: 'sdk' }))
      const root = await rootOf(record)
      expect(root).toMatchObject({
        trace_type: 'annotation',
        span_type: 'task',
        span_name: 'quality',
        links: [{ ...annotatedSpan, attributes: { key: 'invocation' } }],
        attributes: {
          ag: {
            type: { trace: 'annotation', span: 'task' },
            data: { outputs: { score: 1, comment: 'ok' } },
            tags: { k: 'v' },
            flags: {
              is_feedback: true,
              is_custom: false,
              is_evaluation: true,
              is_sdk: true,
              is_web: false,
              origin: 'human',
              kind: 'eval',
              channel: 'sdk',
            },
          },
        },
      })
      expect(root.parent_id).toBe(null)
      expect(root.attributes.ag).not.toHaveProperty('unsupported')
    })

    test('is named after its application or evaluator, else after its kind', async () => {
      const spanNameOf = async (overrides: Body) =>
        (await rootOf(await createRecord('/simple/traces', 'trace', feedback({ links: {}, ...overrides }))))
          .span_name
      expect(await spanNameOf({ references: { application: { slug: 'app' } } })).toBe('app')
      expect(
        await spanNameOf({ references: { application: { slug: 'app' }, evaluator: { slug: 'unheard-of' } } }),
      ).toBe('unheard-of')
      expect(await spanNameOf({ references: {} })).toBe('invocation')
      expect(await spanNameOf({ references: {}, links: [annotatedSpan] })).toBe('annotation')
    })

    test('keeps references under unknown keys beside the known ones', async () => {
      const record = await createRecord(
        '/simple/traces',
        'trace',
        feedback({ references: { judge: { slug: 'x' }, application: { slug: 'app', version: 3 } } }),
      )
      expect(record.references).toEqual({ application: { slug: 'app', version: '3' } })
      const root = await rootOf(record)
      expect(root.attributes.ag.unsupported).toEqual({ references: { judge: { slug: 'x' } } })
    })

    test('represents a trace sent over OTLP by its first root span', async () => {
      const root = otlpSpan({
        attributes: [text('ag.data.inputs', '{"q":1}'), text('ag.tags.team', 'care')],
      })
      const child = otlpSpan({ traceId: root.traceId, parentSpanId: root.spanId })
      await waitForReceipt(api, await sendJson(api, root, child))
      const { body } = await api.get(`/simple/traces/${root.traceId}`)
      expect(body.trace).toMatchObject({
        span_id: root.spanId,
        origin: 'custom',
        kind: 'adhoc',
        channel: 'otlp',
        data: { inputs: { q: 1 } },
        references: {},
        links: {},
        tags: { team: 'care' },
      })
    })

    test('reads origin, kind and channel from flags of other programs', async () => {
      const trace_id = traceId()
      const flags = { is_feedback: true, is_evaluation: true, is_web: true }
      const root = { trace_id, span_id: spanId(), attributes: { ag: { flags } } }
      await api.post('/traces/', { trace: { spans: [root] } })
      expect((await api.get(`/simple/traces/${trace_id}`)).body.trace).toMatchObject({
        origin: 'human',
        kind: 'eval',
        channel: 'web',
      })
    })
  })

  describe('a change', () => {
    test('replaces sent members completely, keeps the others, and null removes a member', async () => {
      const record = await createRecord(
        '/simple/traces',
        'trace',
        feedback({ references: {}, meta: { a: 1 } }),
      )
      const at = `/simple/traces/${record.trace_id}`
      const patch = async (edit: Body) => (await api.call('PATCH', at, { trace: edit })).body.trace
      expect(await patch({ meta: null })).not.toHaveProperty('meta')
      expect(await patch({ meta: {} })).toMatchObject({ meta: {}, tags: { k: 'v' } })
      expect((await patch({ tags: { other: 1 } })).tags).toEqual({ other: 1 })
      expect((await patch({ data: { inputs: { q: 1 } } })).data).toEqual({ inputs: { q: 1 } })
      expect((await patch({ data: null })).data).toEqual({})
      expect((await patch({ references: { application: { slug: 'app' } } })).references).toEqual({
        application: { slug: 'app' },
      })
      expect((await rootOf(record)).span_name).toBe('app')
      expect((await patch({ references: null })).references).toEqual({})
      const end = await patch({})
      expect(end).toMatchObject({ origin: 'human', tags: { other: 1 }, data: {}, links: record.links })
      expect(end.created_at).toBe(record.created_at)
    })

    test('of the links changes the type of the trace', async () => {
      const record = await createRecord('/simple/traces', 'trace', feedback({ references: {} }))
      const at = `/simple/traces/${record.trace_id}`
      const traceTypesOf = async (links: unknown) => {
        await api.call('PATCH', at, { trace: { links } })
        const root = await rootOf(record)
        return [root.trace_type, root.attributes.ag.type.trace, root.span_name]
      }
      expect(await traceTypesOf({})).toEqual(['invocation', 'invocation', 'invocation'])
      expect(await traceTypesOf([annotatedSpan])).toEqual(['annotation', 'annotation', 'annotation'])
      expect(await traceTypesOf(null)).toEqual(['invocation', 'invocation', 'invocation'])
    })

    test('of a span that was sent over OTLP changes nothing else', async () => {
      const root = otlpSpan({
        attributes: [
          text('gen_ai.operation.name', 'chat'),
          text('gen_ai.request.model', 'gpt-4o-mini'),
          int('gen_ai.usage.input_tokens', 1200),
          text('custom.key', 'kept'),
        ],
      })
      const child = otlpSpan({
        traceId: root.traceId,
        parentSpanId: root.spanId,
        attributes: [int('gen_ai.usage.input_tokens', 5)],
      })
      await waitForReceipt(api, await sendJson(api, root, child))
      const before = (await spansOf(api, root.traceId)).get(root.spanId)
      const edit = { trace: { tags: { seen: true } } }
      expect((await api.call('PATCH', `/simple/traces/${root.traceId}`, edit)).status).toBe(200)
      const after = (await spansOf(api, root.traceId)).get(root.spanId)
      const { ag, ...otherAttributes } = before.attributes
      expect(after).toEqual({
        ...before,
        attributes: { ag: { ...ag, tags: { seen: true } }, ...otherAttributes },
        updated_at: aTime,
        updated_by_id: anId,
      })
      expect((await api.get(`/simple/traces/${root.traceId}`)).body.trace.channel).toBe('otlp')
    })
  })
})
