// Simple traces, annotations and invocations over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'
import { int, sendJson, settled, span as otlpSpan, spanId, spansOf, text, traceId } from './support/otlp.ts'
import { aTime, anId, play, playAll, type Scenario } from './support/scenarios.ts'

const aTraceId: string = expect.stringMatching(/^[0-9a-f]{32}$/) as string
const aSpanId: string = expect.stringMatching(/^[0-9a-f]{16}$/) as string
const judged = { trace_id: '0db4076d6a20174a720af586dc588c6c', span_id: '3a0be5f49672f8a7' }

/** The record of the documentation. */
const feedback = (over: Body = {}): Body => ({
  origin: 'human',
  kind: 'adhoc',
  channel: 'api',
  data: { outputs: { score: 1, comment: 'ok' } },
  references: { evaluator: { slug: 'quality' } },
  links: { invocation: judged },
  tags: { k: 'v' },
  meta: {},
  ...over,
})

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

describe.each(forms)('on %s', (form) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
  })

  const created = async (path: string, one: string, record: Body): Promise<Body> => {
    const { status, body } = await api.post(`${path}/`, { [one]: record })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
    return body[one]
  }
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
    ])('data comes back as it was given, whatever its canonical form: $data', async (sent) => {
      const { canonical, ...content } = sent
      const record = await created(path, one, feedback({ references: {}, ...content }))
      const at = `${path}/${record.trace_id}`
      const shown = async (): Promise<string> => JSON.stringify((await api.get(at)).body[one].data)
      expect(JSON.stringify(record.data)).toBe(JSON.stringify(content.data))
      expect(await shown()).toBe(JSON.stringify(content.data))
      expect((await rootOf(record)).attributes.ag.data).toEqual(canonical)
      // A change of something else goes through the canonical form again.
      await api.call('PATCH', at, { [one]: { tags: { changed: true } } })
      expect(await shown()).toBe(JSON.stringify(content.data))
      expect((await rootOf(record)).attributes.ag.data).toEqual(canonical)
      await api.call('PATCH', at, { [one]: { data: { outputs: { score: 1 } } } })
      expect(await shown()).toBe('{"outputs":{"score":1}}')
    })

    test('what redaction hides is hidden in texts that come back as they were given', async () => {
      const own = await newProject(serverOf(form), { seedDefaults: false })
      const rules = [
        { kind: 'path', path: 'ag.data.inputs.password' },
        { kind: 'pattern', pattern: 'secret-\\d+' },
      ]
      expect((await own.put('/redaction/rules/', { rules })).status).toBe(200)
      const data = { inputs: '{"q": "is it secret-17?", "password": "p4ss"}' }
      const { body } = await own.post(`${path}/`, { [one]: feedback({ references: {}, data }) })
      const hidden = { q: 'is it [redacted]?', password: '[redacted]' }
      expect(JSON.parse(body[one].data.inputs as string)).toEqual(hidden)
      const stored = await spansOf(own, body[one].trace_id as string)
      expect(stored.get(body[one].span_id as string).attributes.ag.data.inputs).toEqual(hidden)
    })

    test('are written, read back, changed, listed and removed', async () => {
      const sent = feedback({ references: {}, tags: { run: `crud-${one}` } })
      const answer = await api.post(`${path}/`, { [one]: sent })
      expect(answer.status).toBe(status)
      const record = answer.body[one]
      expect(answer.body).toEqual({
        count: 1,
        [one]: {
          trace_id: aTraceId,
          span_id: aSpanId,
          ...sent,
          created_at: aTime,
          created_by_id: anId,
        },
      })
      const at = `${path}/${record.trace_id}`
      expect(await api.get(at)).toMatchObject({ status: 200, body: { count: 1, [one]: record } })
      const changed = await api.call('PATCH', at, {
        [one]: { data: { outputs: { score: 0 } }, tags: { run: `crud-${one}`, by: 'me' } },
      })
      expect(changed.status).toBe(200)
      expect(changed.body).toEqual({
        count: 1,
        [one]: {
          ...record,
          data: { outputs: { score: 0 } },
          tags: { run: `crud-${one}`, by: 'me' },
          updated_at: aTime,
          updated_by_id: anId,
        },
      })
      expect((await api.get(at)).body).toEqual(changed.body)
      const listed = await api.post(`${path}/query`, { [one]: { tags: { run: `crud-${one}` } } })
      expect(listed).toMatchObject({ status: 200, body: { count: 1, [many]: [changed.body[one]] } })
      const removed = await api.call('DELETE', at)
      expect(removed.status).toBe(200)
      expect(removed.body).toEqual({
        count: 1,
        [link]: { trace_id: record.trace_id, span_id: record.span_id },
        [one]: changed.body[one],
      })
      expect((await api.call('DELETE', at)).body).toEqual({ count: 0 })
      expect((await api.get(at)).body).toEqual({ count: 0 })
      expect((await api.post(`${path}/query`, { [one]: { tags: { run: `crud-${one}` } } })).body).toEqual({
        count: 0,
        [many]: [],
      })
    })

    test('that are unknown, malformed or of another project are nothing, and cannot be changed', async () => {
      const stranger = await newProject(serverOf(form), { seedDefaults: false })
      const record = await created(path, one, feedback({ references: {} }))
      for (const [who, id] of [
        [api, traceId()],
        [api, 'no-id'],
        [stranger, record.trace_id],
      ] as const) {
        expect(await who.get(`${path}/${id}`)).toMatchObject({ status: 200, body: { count: 0 } })
        expect(await who.call('DELETE', `${path}/${id}`)).toMatchObject({ status: 200, body: { count: 0 } })
        await play(who, {
          name: 'edit',
          method: 'PATCH',
          path: `${path}/${id}`,
          body: { [one]: { tags: {} } },
          status: 404,
          whole: { code: 'not_found', detail: `${label} not found.` },
        })
      }
      expect((await api.get(`${path}/${record.trace_id}`)).body.count).toBe(1)
    })

    test('are written by editors and read by viewers', async () => {
      const viewer = await api.as('viewer')
      expect((await viewer.post(`${path}/`, { [one]: feedback() })).status).toBe(403)
      expect((await viewer.call('PATCH', `${path}/${traceId()}`, { [one]: {} })).status).toBe(403)
      expect((await viewer.call('DELETE', `${path}/${traceId()}`)).status).toBe(403)
      expect((await viewer.get(`${path}/${traceId()}`)).status).toBe(200)
      expect((await viewer.post(`${path}/query`)).status).toBe(200)
    })

    const faults: readonly (readonly [string, Body, string, readonly (string | number)[]])[] = [
      ['no data', { data: undefined }, 'missing', ['data']],
      ['data null', { data: null }, 'dict_type', ['data']],
      ['data a list', { data: [] }, 'dict_type', ['data']],
      ['no references', { references: undefined }, 'missing', ['references']],
      ['references null', { references: null }, 'dict_type', ['references']],
      [
        'a reference that is none',
        { references: { evaluator: 'x' } },
        'dict_type',
        ['references', 'evaluator'],
      ],
      [
        'a slug that is none',
        { references: { evaluator: { slug: 'a b' } } },
        'value_error',
        ['references', 'evaluator', 'slug'],
      ],
      ['no links', { links: undefined }, 'missing', ['links']],
      ['links null', { links: null }, 'dict_type', ['links']],
      ['links a text', { links: 'x' }, 'dict_type', ['links']],
      ['a link that is none', { links: { a: 5 } }, 'dict_type', ['links', 'a']],
      ['a link without span', { links: [{ trace_id: judged.trace_id }] }, 'missing', ['links', 0, 'span_id']],
      [
        'a bad trace id',
        { links: { a: { ...judged, trace_id: 'x' } } },
        'value_error',
        ['links', 'a', 'trace_id'],
      ],
      ['another origin', { origin: 'robot' }, 'enum', ['origin']],
      ['another kind', { kind: 'x' }, 'enum', ['kind']],
      ['another channel', { channel: 'x' }, 'enum', ['channel']],
      ['a tag that is a list', { tags: { a: [1] } }, 'value_error', ['tags', 'a']],
      ['meta a text', { meta: 'x' }, 'dict_type', ['meta']],
    ]
    playAll(
      [
        ...faults.map(([name, over, type, loc]): Scenario => ({
          name: `refuses ${name}`,
          path: `${path}/`,
          body: { [one]: feedback(over) },
          status: 422,
          part: { code: 'validation_failed', detail: [{ type, loc: ['body', one, ...loc] }] },
        })),
        { name: 'refuses a body without the record', path: `${path}/`, body: {}, status: 422 },
        {
          name: 'refuses a window that is none',
          path: `${path}/query`,
          body: { windowing: { order: 'up', limit: 10_001 } },
          status: 422,
        },
        {
          name: 'refuses a cursor without its bound',
          path: `${path}/query`,
          body: { windowing: { next: judged.trace_id } },
          status: 400,
          code: 'cursor_unknown',
        },
      ],
      () => api,
    )
  })

  describe('the record', () => {
    test('comes back in the form given: links by name or as a list, empty members, nulls', async () => {
      const forms: readonly Body[] = [
        { links: { a: judged, b: judged } },
        { links: [judged] },
        { links: [{ ...judged, attributes: { key: 'a' } }] },
        { links: [{ ...judged, attributes: { key: 'a', weight: 2 } }, judged] },
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
      for (const over of forms) {
        const sent = JSON.parse(JSON.stringify(feedback({ references: {}, ...over })))
        const record = await created('/simple/traces', 'trace', sent)
        const { trace_id: _t, span_id: _s, created_at: _a, created_by_id: _b, ...rest } = record
        expect(rest).toEqual(sent)
        expect((await api.get(`/simple/traces/${record.trace_id}`)).body.trace).toEqual(record)
      }
    })

    test('has custom, adhoc and api where nothing is said', async () => {
      const record = await created('/simple/traces', 'trace', { data: {}, references: {}, links: {} })
      expect(record).toMatchObject({ origin: 'custom', kind: 'adhoc', channel: 'api' })
    })

    test('stands in the store as one span that says all of it', async () => {
      const record = await created('/simple/traces', 'trace', feedback({ kind: 'eval', channel: 'sdk' }))
      const root = await rootOf(record)
      expect(root).toMatchObject({
        trace_type: 'annotation',
        span_type: 'task',
        span_name: 'quality',
        links: [{ ...judged, attributes: { key: 'invocation' } }],
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
      expect(root).not.toHaveProperty('parent_id')
      expect(root.attributes.ag).not.toHaveProperty('unsupported')
    })

    test('is named by what produced it, else by what it is', async () => {
      const named = async (over: Body) =>
        (await rootOf(await created('/simple/traces', 'trace', feedback({ links: {}, ...over })))).span_name
      expect(await named({ references: { application: { slug: 'app' } } })).toBe('app')
      expect(
        await named({ references: { application: { slug: 'app' }, evaluator: { slug: 'unheard-of' } } }),
      ).toBe('unheard-of')
      expect(await named({ references: {} })).toBe('invocation')
      expect(await named({ references: {}, links: [judged] })).toBe('annotation')
    })

    test('keeps references under unknown keys beside the known ones', async () => {
      const record = await created(
        '/simple/traces',
        'trace',
        feedback({ references: { judge: { slug: 'x' }, application: { slug: 'app', version: 3 } } }),
      )
      expect(record.references).toEqual({ application: { slug: 'app', version: '3' } })
      const root = await rootOf(record)
      expect(root.attributes.ag.unsupported).toEqual({ references: { judge: { slug: 'x' } } })
    })

    test('shows a trace that came over OTLP by its first root span', async () => {
      const root = otlpSpan({
        attributes: [text('ag.data.inputs', '{"q":1}'), text('ag.tags.team', 'care')],
      })
      const child = otlpSpan({ traceId: root.traceId, parentSpanId: root.spanId })
      await settled(api, await sendJson(api, root, child))
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

    test('reads the words from flags of other programs', async () => {
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
    test('replaces what is sent whole, keeps the rest, and null clears', async () => {
      const record = await created('/simple/traces', 'trace', feedback({ references: {}, meta: { a: 1 } }))
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
      const record = await created('/simple/traces', 'trace', feedback({ references: {} }))
      const at = `/simple/traces/${record.trace_id}`
      const typed = async (links: unknown) => {
        await api.call('PATCH', at, { trace: { links } })
        const root = await rootOf(record)
        return [root.trace_type, root.attributes.ag.type.trace, root.span_name]
      }
      expect(await typed({})).toEqual(['invocation', 'invocation', 'invocation'])
      expect(await typed([judged])).toEqual(['annotation', 'annotation', 'annotation'])
      expect(await typed(null)).toEqual(['invocation', 'invocation', 'invocation'])
    })

    test('of a span that came over OTLP leaves everything else as it was', async () => {
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
      await settled(api, await sendJson(api, root, child))
      const before = (await spansOf(api, root.traceId)).get(root.spanId)
      const edit = { trace: { tags: { seen: true } } }
      expect((await api.call('PATCH', `/simple/traces/${root.traceId}`, edit)).status).toBe(200)
      const after = (await spansOf(api, root.traceId)).get(root.spanId)
      const { ag, ...beside } = before.attributes
      expect(after).toEqual({
        ...before,
        attributes: { ag: { ...ag, tags: { seen: true } }, ...beside },
        updated_at: aTime,
        updated_by_id: anId,
      })
      expect((await api.get(`/simple/traces/${root.traceId}`)).body.trace.channel).toBe('otlp')
    })
  })

  describe('annotations', () => {
    const annotation = (over: Body = {}) => created('/annotations', 'annotation', feedback(over))

    test('need a link', async () => {
      for (const links of [{}, []]) {
        const { status, body } = await api.post('/annotations/', { annotation: feedback({ links }) })
        expect(status).toBe(422)
        expect(body.detail).toMatchObject([{ type: 'value_error', loc: ['body', 'annotation', 'links'] }])
      }
      const record = await annotation({ references: {} })
      for (const links of [{}, [], null]) {
        const at = `/annotations/${record.trace_id}`
        expect((await api.call('PATCH', at, { annotation: { links } })).status).toBe(422)
      }
    })

    test('are of a declared type, and invocations are not seen among them', async () => {
      const judgement = await annotation({ references: {} })
      const call = await created('/invocations', 'invocation', feedback({ references: {}, links: [judged] }))
      expect((await rootOf(judgement)).trace_type).toBe('annotation')
      expect((await rootOf(call)).trace_type).toBe('invocation')
      for (const [path, id] of [
        ['/annotations', call.trace_id],
        ['/invocations', judgement.trace_id],
      ]) {
        expect((await api.get(`${path}/${id}`)).body).toEqual({ count: 0 })
        expect((await api.call('DELETE', `${path}/${id}`)).body).toEqual({ count: 0 })
        const name = path === '/annotations' ? 'annotation' : 'invocation'
        expect((await api.call('PATCH', `${path}/${id}`, { [name]: {} })).status).toBe(404)
      }
      const at = `/invocations/${call.trace_id}`
      expect((await api.call('PATCH', at, { invocation: { links: { a: judged } } })).status).toBe(200)
      expect((await rootOf(call)).trace_type).toBe('invocation')
    })

    test('make an unknown evaluator from their outputs, once', async () => {
      const slug = `made-${form}`
      const outputs = { score: 1, note: 'x', ratio: 0.5, ok: true, list: ['a'], deep: { n: null } }
      const evaluator = { references: { evaluator: { slug } }, data: { outputs } }
      const records = await Promise.all(Array.from({ length: 5 }, () => annotation(evaluator)))
      const [first] = records
      expect(first.references).toEqual({
        evaluator: { id: anId, slug },
        evaluator_variant: { id: anId, slug: expect.any(String) },
        evaluator_revision: { id: anId, slug: expect.any(String), version: '1' },
      })
      for (const record of records) expect(record.references).toEqual(first.references)
      const { body } = await api.post('/evaluators/revisions/retrieve', { evaluator_ref: { slug } })
      expect(body.evaluator_revision).toMatchObject({
        id: first.references.evaluator_revision.id,
        flags: { is_evaluator: true, is_feedback: true },
      })
      expect(body.evaluator_revision.data.schemas.outputs).toEqual({
        type: 'object',
        properties: {
          score: { type: 'integer' },
          note: { type: 'string' },
          ratio: { type: 'number' },
          ok: { type: 'boolean' },
          list: { type: 'array', items: { type: 'string' } },
          deep: { type: 'object', properties: { n: { type: 'null' } }, required: ['n'] },
        },
        required: Object.keys(outputs),
      })
    })

    test('are checked against the outputs schema of the evaluator, every fault at its place', async () => {
      const slug = `checked-${form}`
      const references = { evaluator: { slug } }
      await annotation({ references, data: { outputs: { score: 1, comment: 'ok' } } })
      await play(api, {
        name: 'of wrong type',
        path: '/annotations/',
        body: { annotation: feedback({ references, data: { outputs: { score: 'nope', comment: 'ok' } } }) },
        status: 422,
        whole: {
          code: 'output_mismatch',
          detail: [
            {
              type: 'value_error.json_schema',
              loc: ['body', 'annotation', 'data', 'outputs', 'score'],
              msg: "'nope' is not of type 'integer'",
            },
          ],
        },
      })
      await play(api, {
        name: 'two faults',
        path: '/annotations/',
        body: { annotation: feedback({ references, data: { outputs: { comment: 7 } } }) },
        status: 422,
        part: {
          detail: [
            { loc: ['body', 'annotation', 'data', 'outputs'], msg: "'score' is a required property" },
            { loc: ['body', 'annotation', 'data', 'outputs', 'comment'], msg: "7 is not of type 'string'" },
          ],
        },
      })
    })

    test('are checked when they change, and against the revision that they name', async () => {
      const slug = `moving-${form}`
      const references = { evaluator: { slug } }
      const record = await annotation({ references, data: { outputs: { score: 1 } } })
      const at = `/annotations/${record.trace_id}`
      const patched = (outputs: Body) => api.call('PATCH', at, { annotation: { data: { outputs } } })
      expect((await patched({ score: 'x' })).body).toMatchObject({ code: 'output_mismatch' })
      expect((await api.get(at)).body.annotation.data).toEqual({ outputs: { score: 1 } })
      const { evaluator, evaluator_variant: variant } = record.references
      const commit = await api.post('/evaluators/revisions/commit', {
        evaluator_revision: {
          evaluator_id: evaluator.id,
          evaluator_variant_id: variant.id,
          data: {
            uri: 'agenta:custom:feedback:v0',
            schemas: { outputs: { type: 'object', properties: { score: { type: 'string' } } } },
          },
        },
      })
      expect(commit.status).toBe(200)
      expect((await patched({ score: 2 })).status).toBe(200)
      const newest = await annotation({ references, data: { outputs: { score: 'good' } } })
      expect(newest.references.evaluator_revision.version).toBe('2')
      const old = { references: { ...references, evaluator_revision: { version: 1 } } }
      const body = { annotation: feedback({ ...old, data: { outputs: { score: 'good' } } }) }
      expect((await api.post('/annotations/', body)).body.code).toBe('output_mismatch')
      expect((await annotation({ ...old, data: { outputs: { score: 3 } } })).references).toEqual(
        record.references,
      )
    })

    test('that are simple traces are not checked, and without links make no evaluator', async () => {
      const references = { evaluator: { slug: `unchecked-${form}` } }
      const free = (over: Body) => created('/simple/traces', 'trace', feedback({ references, ...over }))
      expect((await free({ links: {} })).references).toEqual(references)
      const made = await free({ data: { outputs: { score: 1 } } })
      expect(made.references.evaluator_revision.version).toBe('1')
      expect((await free({ data: { outputs: { score: 'x' } }, links: [] })).references).toEqual(
        made.references,
      )
    })

    test('keep references that name nothing, and refuse those that contradict each other', async () => {
      const unknown = { evaluator: { id: '01900000-0000-7000-8000-000000000000' }, testset: { slug: 'none' } }
      expect((await annotation({ references: unknown })).references).toEqual(unknown)
      const [a, b] = [`one-${form}`, `two-${form}`]
      const first = await annotation({ references: { evaluator: { slug: a } } })
      await annotation({ references: { evaluator: { slug: b } } })
      const { evaluator_revision } = first.references
      const body = { annotation: feedback({ references: { evaluator: { slug: b }, evaluator_revision } }) }
      expect(await api.post('/annotations/', body)).toMatchObject({
        status: 400,
        body: { code: 'reference_mismatch' },
      })
    })

    test('of one span of a larger trace are addressed by it', async () => {
      const trace_id = traceId()
      const [root, child] = [spanId(), spanId()]
      const tokens = { ag: { metrics: { tokens: { incremental: { total: 7 } } } } }
      await api.post('/traces/', {
        trace: {
          spans: [
            { trace_id, span_id: root, attributes: { ag: { type: { trace: 'annotation' } } } },
            { trace_id, span_id: child, parent_id: root, attributes: tokens },
          ],
        },
      })
      const at = `/annotations/${trace_id}`
      const edit = { annotation: { tags: { inner: true } } }
      expect((await api.call('PATCH', `${at}?span_id=${child}`, edit)).body.annotation).toMatchObject({
        span_id: child,
        tags: { inner: true },
      })
      expect((await api.get(`${at}?span_id=${child}`)).body.annotation.tags).toEqual({ inner: true })
      expect((await api.get(at)).body.annotation).not.toHaveProperty('tags')
      expect((await spansOf(api, trace_id)).get(root).attributes.ag.metrics.tokens.cumulative.total).toBe(7)
      expect((await api.call('DELETE', `${at}?span_id=${child}`)).body).toMatchObject({
        count: 1,
        annotation_link: { trace_id, span_id: child },
      })
      const left = await spansOf(api, trace_id)
      expect([...left.keys()]).toEqual([root])
      expect(left.get(root).attributes.ag.metrics.tokens).toEqual({})
      expect((await api.get(`${at}?span_id=${child}`)).body).toEqual({ count: 0 })
      expect((await api.get(`${at}?span_id=nonsense`)).body).toEqual({ count: 0 })
    })
  })

  describe('invocations', () => {
    test('make an unknown application with an empty first revision', async () => {
      const slug = `called-${form}`
      const call = { references: { application: { slug } }, links: {} }
      const record = await created('/invocations', 'invocation', feedback(call))
      expect(record.references).toEqual({
        application: { id: anId, slug },
        application_variant: { id: anId, slug: expect.any(String) },
        application_revision: { id: anId, slug: expect.any(String), version: expect.any(String) },
      })
      const { body } = await api.post('/applications/revisions/retrieve', { application_ref: { slug } })
      expect(body.application_revision.id).toBe(record.references.application_revision.id)
      const again = await created('/invocations', 'invocation', feedback(call))
      expect(again.references).toEqual(record.references)
    })
  })

  describe('a query', () => {
    let project: Api
    const records: Record<string, Body> = {}
    const ids = (list: readonly Body[]) => list.map(({ trace_id }) => trace_id as string)
    const idsOf = (...names: readonly string[]) => names.map((name) => records[name].trace_id as string)
    beforeAll(async () => {
      project = await newProject(serverOf(form), { seedDefaults: false })
      const make = async (name: string, over: Body) => {
        const { body } = await project.post('/simple/traces/', {
          trace: feedback({ references: {}, ...over }),
        })
        records[name] = body.trace
      }
      await make('human', { tags: { n: 1, deep: { a: 'x', b: 2 } }, meta: { run: 'r1' } })
      await make('auto', { origin: 'auto', kind: 'eval', channel: 'sdk', tags: { n: 2 } })
      await make('custom', {
        origin: 'custom',
        channel: 'web',
        links: {},
        references: { application: { slug: 'app', version: '2' }, testset: { slug: 'rows' } },
      })
      const root = otlpSpan({ attributes: [text('ag.tags.way', 'otlp')] })
      await settled(project, await sendJson(project, root))
      records['otlp'] = { trace_id: root.traceId, span_id: root.spanId }
    })

    const cases: readonly (readonly [string, Body, readonly string[]])[] = [
      ['everything', {}, ['otlp', 'custom', 'auto', 'human']],
      ['origin', { trace: { origin: 'human' } }, ['human']],
      ['the origin of nothing said', { trace: { origin: 'custom' } }, ['otlp', 'custom']],
      ['kind', { trace: { kind: 'eval' } }, ['auto']],
      ['the kind of nothing said', { trace: { kind: 'adhoc' } }, ['otlp', 'custom', 'human']],
      ['channel', { trace: { channel: 'web' } }, ['custom']],
      ['the channel by which it came', { trace: { channel: 'otlp' } }, ['otlp']],
      ['channel and origin', { trace: { channel: 'sdk', origin: 'auto' } }, ['auto']],
      ['tags it holds', { trace: { tags: { deep: { a: 'x' } } } }, ['human']],
      ['no tags', { trace: { tags: {} } }, ['otlp', 'custom', 'auto', 'human']],
      ['meta', { trace: { meta: { run: 'r1' } } }, ['human']],
      ['a reference', { trace: { references: { application: { slug: 'app' } } } }, ['custom']],
      ['all members', { trace: { references: { application: { slug: 'app', version: '3' } } } }, []],
      ['under the key', { trace: { references: { evaluator: { slug: 'app' } } } }, []],
      [
        'all references',
        { trace: { references: { application: { slug: 'app' }, testset: { slug: 'rows' } } } },
        ['custom'],
      ],
      ['the span it links to', { trace: { links: [judged] } }, ['auto', 'human']],
      ['the span by name', { trace: { links: { any: judged } } }, ['auto', 'human']],
      ['the trace it links to', { trace: { links: [{ trace_id: judged.trace_id }] } }, ['auto', 'human']],
      ['another span', { trace: { links: [{ ...judged, span_id: '00000000000000aa' }] } }, []],
      ['no links', { trace: { links: [] }, links: [] }, ['otlp', 'custom', 'auto', 'human']],
    ]
    test.each(cases)('by %s', async (_, body, expected) => {
      const answer = await project.post('/simple/traces/query', body)
      expect(answer.status).toBe(200)
      expect([...ids(answer.body.traces)].sort()).toEqual([...idsOf(...expected)].sort())
      expect(answer.body.count).toBe(expected.length)
    })

    test('by their own ids, with and without a span', async () => {
      const { trace_id, span_id } = records['human']
      const own = async (links: readonly Body[]) =>
        ids((await project.post('/simple/traces/query', { links })).body.traces)
      expect(await own([{ trace_id }])).toEqual([trace_id])
      expect(await own([{ trace_id, span_id }, { trace_id: records['auto'].trace_id }])).toHaveLength(2)
      expect(await own([{ trace_id, span_id: '00000000000000aa' }])).toEqual([])
    })

    test('of annotations sees these alone', async () => {
      const seen = await project.post('/annotations/query', {})
      expect([...ids(seen.body.annotations)].sort()).toEqual([...idsOf('auto', 'human')].sort())
      const calls = await project.post('/invocations/query')
      expect([...ids(calls.body.invocations)].sort()).toEqual([...idsOf('custom', 'otlp')].sort())
    })

    test('goes page by page, newest first or oldest first, each record once', async () => {
      for (const order of ['descending', 'ascending']) {
        const found: string[] = []
        let windowing: Body = { limit: 3, order }
        for (let page = 0; page < 5 && windowing !== undefined; page++) {
          const { body } = await project.post('/simple/traces/query', { windowing })
          expect(body.count).toBe(body.traces.length)
          found.push(...ids(body.traces))
          windowing = body.windowing
          if (windowing !== undefined) expect(windowing).toMatchObject({ limit: 3, order })
        }
        expect(found).toHaveLength(4)
        expect(new Set(found).size).toBe(4)
        const times = (await Promise.all(found.map((id) => project.get(`/traces/${id}`)))).map(
          ({ body }) => (Object.values(body.trace.spans)[0] as Body).start_time as string,
        )
        expect(times).toEqual(order === 'ascending' ? times.toSorted() : times.toSorted().toReversed())
      }
    })

    test('does not take values for SQL', async () => {
      const nasty = `'); DROP TABLE spans; -- {f0:String}`
      const body = { trace: { tags: { a: nasty }, references: { application: { version: nasty } } } }
      expect((await project.post('/simple/traces/query', body)).body).toEqual({ count: 0, traces: [] })
      expect((await project.post('/simple/traces/query')).body.count).toBe(4)
    })
  })
})
