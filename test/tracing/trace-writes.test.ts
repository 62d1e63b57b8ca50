// Complete traces over HTTP: created in one request, replaced span by span, deleted in one request.
// Long because writing, replacing and removing share a few helpers for one trace.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { sendJson, span as otlpSpan, spanId, spansOf, traceId } from '../support/otlp.ts'
import { aTime, anId, play, playAll, type Scenario } from '../support/scenarios.ts'

const spanOf = (trace_id: string, over: Body = {}): Body => ({
  trace_id,
  span_id: spanId(),
  start_time: '2026-11-15T09:00:00Z',
  end_time: '2026-11-15T09:00:02.5Z',
  ...over,
})

/** A root with three children; two of them have the same name. */
function threeLevels(trace_id: string) {
  const [root, first, second, answer, lookup] = [spanId(), spanId(), spanId(), spanId(), spanId()]
  const at = (seconds: number) => `2026-11-15T09:00:0${seconds}.000000Z`
  const tree = {
    support: {
      ...spanOf(trace_id, { span_id: root }),
      attributes: { ag: { data: { inputs: { question: 'Where?' } }, tags: { team: 'care' } } },
      spans: {
        retrieve: [
          spanOf(trace_id, { span_id: second, start_time: at(1), end_time: at(2) }),
          spanOf(trace_id, { span_id: first, start_time: at(0), end_time: at(1) }),
        ],
        answer: {
          ...spanOf(trace_id, { span_id: answer, start_time: at(1), end_time: at(2), span_type: 'chat' }),
          attributes: { 'ag.metrics.tokens.incremental.prompt': 12 },
          spans: { lookup: spanOf(trace_id, { span_id: lookup, start_time: at(1), end_time: at(2) }) },
        },
      },
    },
  }
  return { tree, root, first, second, answer, lookup }
}

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })

  const createTrace = async (): Promise<{ trace_id: string; root: string }> => {
    const trace_id = traceId()
    const root = spanOf(trace_id, { span_name: 'root' })
    const { status } = await api.post('/traces/', { trace: { trace_id, spans: [root] } })
    expect(status).toBe(202)
    return { trace_id, root: root.span_id as string }
  }

  describe('a complete trace', () => {
    test('is accepted without the wrapper `trace`, by POST and PUT', async () => {
      const trace_id = traceId()
      const root = spanOf(trace_id, { span_name: 'root' })
      const createAnswer = await api.post('/traces/', { trace_id, spans: [root] })
      expect(createAnswer).toMatchObject({ status: 202, body: { count: 1, trace_id } })
      const renamedTrace = { trace_id, spans: { renamed: { ...root, span_name: undefined } } }
      const putAnswer = await api.put(`/traces/${trace_id}`, renamedTrace)
      expect(putAnswer).toMatchObject({
        status: 202,
        body: { trace: { spans: { renamed: { parent_id: null } } } },
      })
      const invalidAnswer = await api.post('/traces/', {
        trace_id: 'x',
        spans: [{ ...root, span_kind: 'x' }],
      })
      expect(invalidAnswer.status).toBe(422)
      expect(invalidAnswer.body.detail.map(({ loc }: Body) => loc)).toEqual([
        ['body', 'trace_id'],
        ['body', 'spans', 0, 'span_kind'],
      ])
    })

    test('has the durations and errors that the server computes, even if the client sends others', async () => {
      const trace_id = traceId()
      const sentMetrics = { incremental: 7, cumulative: 7 }
      const metrics = { duration: sentMetrics, errors: sentMetrics }
      const at = '2026-11-15T09:00:00Z'
      const root = spanOf(trace_id, { start_time: at, end_time: at, attributes: { ag: { metrics } } })
      const child = spanOf(trace_id, {
        parent_id: root.span_id,
        start_time: at,
        end_time: '2026-11-15T09:00:01Z',
        attributes: { ag: { metrics } },
      })
      await api.post('/traces/', { trace: { spans: [root, child] } })
      const spans = await spansOf(api, trace_id)
      const emptyMetrics = { tokens: {}, costs: {} }
      expect(spans.get(root.span_id).attributes.ag.metrics).toEqual({
        duration: {},
        errors: {},
        ...emptyMetrics,
      })
      expect(spans.get(child.span_id).attributes.ag.metrics).toEqual({
        duration: { incremental: 1000, cumulative: 1000 },
        errors: {},
        ...emptyMetrics,
      })
    })

    test('is answered as it is stored', async () => {
      const trace_id = traceId()
      const { tree, root, first, second, answer, lookup } = threeLevels(trace_id)
      const { status, body } = await api.post('/traces/', { trace: { trace_id, spans: tree } })
      expect(status).toBe(202)
      expect(body).toMatchObject({ count: 5, trace_id, trace: { trace_id } })
      const support = body.trace.spans.support
      expect(support).toMatchObject({
        span_id: root,
        span_name: 'support',
        trace_type: 'invocation',
        created_at: aTime,
        created_by_id: anId,
      })
      expect(support.spans.retrieve.map((one: Body) => one.span_id)).toEqual([first, second])
      expect(support.spans.answer).toMatchObject({ span_id: answer, parent_id: root })
      expect(support.spans.answer.spans.lookup).toMatchObject({ span_id: lookup, parent_id: answer })
      expect(support.attributes.ag.metrics).toEqual({
        duration: { incremental: 500, cumulative: 2500 },
        errors: {},
        tokens: { cumulative: { prompt: 12, completion: 0, total: 12 } },
        costs: {},
      })
      expect((await api.get(`/traces/${trace_id}`)).body).toEqual({ count: 1, trace: body.trace })
    })

    test('may be a list of spans, with ids and times of any format, without a trace id of its own', async () => {
      const trace_id = traceId()
      const dashedId = `${trace_id.slice(0, 8)}-${trace_id.slice(8, 12)}-${trace_id.slice(12, 16)}-${trace_id.slice(16, 20)}-${trace_id.slice(20)}`
      const root = spanId()
      const { status, body } = await api.post('/traces/', {
        trace: {
          spans: [
            { trace_id: `0x${trace_id.toUpperCase()}`, span_id: root, start_time: 1795046400, parent_id: '' },
            { trace_id: dashedId, span_id: `0x${spanId()}`, parent_id: root, start_time: '1795046400000' },
          ],
        },
      })
      expect(status).toBe(202)
      expect(body).toMatchObject({ count: 2, trace_id })
      expect((await spansOf(api, trace_id)).get(root)).toMatchObject({
        start_time: '2026-11-19T00:00:00.000000Z',
        end_time: '2026-11-19T00:00:00.000000Z',
        span_name: root.slice(0, 12),
      })
    })

    test('keeps integers beyond 2^53, and an explicit parent overrides the nesting', async () => {
      const trace_id = traceId()
      const [root, child, grandchild] = [spanId(), spanId(), spanId()]
      const text = JSON.stringify({
        trace: {
          trace_id,
          spans: {
            root: {
              trace_id,
              span_id: root,
              attributes: { big: 'BIG' },
              spans: {
                child: {
                  trace_id,
                  span_id: child,
                  spans: { g: { trace_id, span_id: grandchild, parent_id: root } },
                },
              },
            },
          },
        },
      }).replace('"BIG"', '9007199254740993')
      const { status } = await api.post('/traces/', text)
      expect(status).toBe(202)
      const answer = await fetch(`${api.url}/api/traces/${trace_id}`, { headers: { Authorization: api.key } })
      expect(await answer.text()).toContain('"big":9007199254740993')
      expect((await spansOf(api, trace_id)).get(grandchild).parent_id).toBe(root)
    })

    test('may be deep and large', async () => {
      const trace_id = traceId()
      const ids = Array.from({ length: 2000 }, spanId)
      const deep = ids.reduceRight<Body>(
        (spans, span_id) => ({ step: { ...spanOf(trace_id), span_id, ...(spans && { spans }) } }),
        undefined,
      )
      const { status, body } = await api.post('/traces/', { trace: { trace_id, spans: deep } })
      expect(status).toBe(202)
      expect(body.count).toBe(2000)
      expect((await api.call('DELETE', `/traces/${trace_id}`)).body).toEqual({ count: 2000, trace_id })
    })

    test('sent again replaces the sent spans, keeps the others, and updates the sums', async () => {
      const trace_id = traceId()
      const { tree, root, answer, first } = threeLevels(trace_id)
      await api.post('/traces/', { trace: { trace_id, spans: tree } })
      const before = await spansOf(api, trace_id)
      const { status, body } = await api.put(`/traces/${trace_id}`, {
        trace: {
          trace_id,
          spans: [
            spanOf(trace_id, { span_id: root, span_name: 'renamed' }),
            spanOf(trace_id, {
              span_id: first,
              parent_id: answer,
              attributes: { ag: { metrics: { tokens: { incremental: { prompt: 30 } } } } },
            }),
          ],
        },
      })
      expect(status).toBe(202)
      expect(body.count).toBe(2)
      const after = await spansOf(api, trace_id)
      expect(after.size).toBe(5)
      expect(after.get(root)).toMatchObject({
        span_name: 'renamed',
        created_at: before.get(root).created_at,
        updated_at: aTime,
        updated_by_id: anId,
      })
      expect(after.get(root).attributes.ag.metrics.tokens.cumulative.prompt).toBe(42)
      expect(after.get(answer).attributes.ag.metrics.tokens.cumulative.prompt).toBe(42)
      expect(after.get(answer)).not.toHaveProperty('updated_at')
    })

    test('is merged with spans sent over OTLP', async () => {
      const sentSpan = otlpSpan()
      await sendJson(api, sentSpan)
      await expect.poll(async () => (await api.get(`/traces/${sentSpan.traceId}`)).body.count).toBe(1)
      const child = spanOf(sentSpan.traceId, { parent_id: sentSpan.spanId, status_code: 'STATUS_CODE_ERROR' })
      const root = spanOf(sentSpan.traceId, { span_id: sentSpan.spanId })
      await api.put(`/traces/${sentSpan.traceId}`, { trace: { spans: [root, child] } })
      const spans = await spansOf(api, sentSpan.traceId)
      expect(spans.get(sentSpan.spanId).attributes.ag.metrics.errors).toEqual({ cumulative: 1 })
    })

    test('written concurrently is complete at the end', async () => {
      const { trace_id, root } = await createTrace()
      const parts = Array.from({ length: 12 }, () => [
        spanOf(trace_id, { span_id: root }),
        spanOf(trace_id, {
          parent_id: root,
          attributes: { 'ag.metrics.tokens.incremental.total': 1 },
        }),
      ])
      const answers = await Promise.all(
        parts.map((spans) => api.put(`/traces/${trace_id}`, { trace: { trace_id, spans } })),
      )
      expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 202))
      const spans = await spansOf(api, trace_id)
      expect(spans.size).toBe(13)
      expect(spans.get(root).attributes.ag.metrics.tokens.cumulative.total).toBe(12)
    })
  })

  describe('refusals', () => {
    const trace_id = traceId()
    const traceBody = (spans: unknown, over: Body = {}) => ({ trace: { trace_id, spans, ...over } })
    const bodyOfSpan = (over: Body) => traceBody([spanOf(trace_id, { span_id: '00000000000000aa', ...over })])
    const other = '0db4076d6a20174a720af586dc588c6c'
    const refusedTraces: readonly (Omit<Scenario, 'path'> & { readonly path?: string })[] = [
      ...[
        {},
        { trace: null },
        { trace_id },
        { trace: { trace_id } },
        traceBody({}),
        traceBody([]),
        traceBody(null),
      ].map((body) => ({
        name: `a body without spans: ${JSON.stringify(body).slice(0, 40)}`,
        body,
        status: 400,
        whole: { code: 'trace_invalid', detail: 'Missing trace' },
      })),
      {
        name: 'no root',
        body: bodyOfSpan({ parent_id: '00000000000000bb' }),
        status: 400,
        exact: { code: 'trace_invalid', detail: 'Missing root span' },
      },
      {
        name: 'two roots',
        body: traceBody([spanOf(trace_id), spanOf(trace_id)]),
        status: 400,
        exact: { code: 'trace_invalid', detail: 'Too many root spans' },
      },
      {
        name: 'more than 5,000 spans',
        body: traceBody(Array.from({ length: 5001 }, () => spanOf(trace_id))),
        status: 422,
        code: 'limit_exceeded',
        part: {
          detail: [{ loc: ['body', 'trace', 'spans'], ctx: { limit: 5000, setting: 'trace_spans_max' } }],
        },
      },
      {
        name: 'a span of another trace',
        body: traceBody([spanOf(other, { span_id: '00000000000000aa' })]),
        status: 400,
        exact: {
          code: 'trace_invalid',
          detail: `Span '00000000000000aa' has trace_id '${other}', which does not match payload trace_id.`,
        },
      },
      { name: 'a body that is no object', body: '[]', status: 422, code: 'validation_failed' },
      { name: 'a body that is no JSON', body: '{"trace": ', status: 422, code: 'json_invalid' },
      { name: 'no body', status: 422, code: 'validation_failed' },
      ...(
        [
          [{ span_id: undefined }, 'missing', ['span_id']],
          [{ trace_id: undefined }, 'missing', ['trace_id']],
          [{ span_id: 7 }, 'string_type', ['span_id']],
          [{ span_id: 'xyz' }, 'value_error', ['span_id']],
          [{ trace_id: 'xyz' }, 'value_error', ['trace_id']],
          [{ span_id: '0000000000000000' }, 'value_error', ['span_id']],
          [{ parent_id: 'xyz' }, 'value_error', ['parent_id']],
          [{ parent_id: 5 }, 'string_type', ['parent_id']],
          [{ start_time: 'yesterday' }, 'datetime_parsing', ['start_time']],
          [{ end_time: true }, 'datetime_parsing', ['end_time']],
          [{ end_time: '2300-01-01' }, 'value_error', ['end_time']],
          [{ span_kind: 'SERVER' }, 'enum', ['span_kind']],
          [{ status_code: 2 }, 'enum', ['status_code']],
          [{ trace_type: 'judgement' }, 'enum', ['trace_type']],
          [{ span_type: 'thing' }, 'enum', ['span_type']],
          [{ span_name: 5 }, 'string_type', ['span_name']],
          [{ session_id: 5 }, 'string_type', ['session_id']],
          [{ attributes: [] }, 'dict_type', ['attributes']],
          [{ exception: 'x' }, 'dict_type', ['exception']],
          [{ links: {} }, 'list_type', ['links']],
          [{ links: [{ trace_id: other }] }, 'missing', ['links', 0, 'span_id']],
          [{ links: ['x'] }, 'dict_type', ['links', 0]],
          [{ events: [{ name: 'a', timestamp: 'x' }] }, 'datetime_parsing', ['events', 0, 'timestamp']],
          [{ events: [{}] }, 'missing', ['events', 0, 'name']],
          [{ references: [{ slug: 5 }] }, 'string_type', ['references', 0, 'slug']],
          [{ hashes: [{ id: 5 }] }, 'string_type', ['hashes', 0, 'id']],
        ] as const
      ).map(([over, type, loc]) => ({
        name: `a span with ${JSON.stringify(over)}`,
        body: bodyOfSpan(over),
        status: 422,
        part: { code: 'validation_failed', detail: [{ type, loc: ['body', 'trace', 'spans', 0, ...loc] }] },
      })),
      {
        name: 'an unreadable trace id',
        body: traceBody([spanOf(trace_id)], { trace_id: 'xyz' }),
        status: 422,
        part: { detail: [{ type: 'value_error', loc: ['body', 'trace', 'trace_id'] }] },
      },
    ]
    playAll(
      refusedTraces.map((row) => ({ ...row, path: '/traces/' })),
      () => api,
    )

    test('a field error shows the sent value, integers beyond 2^53 as text', async () => {
      const id = traceId()
      const { status, body } = await api.post(
        '/traces/',
        `{"trace":{"spans":[{"trace_id":"${id}","span_id":"${'b'.repeat(16)}","span_name":[9007199254740993]}]}}`,
      )
      expect([status, body.detail[0].loc.at(-1)]).toEqual([422, 'span_name'])
      expect(body.detail[0].input).toEqual(['9007199254740993'])
    })

    test('every error is listed at once with its path in the tree, and nothing is stored', async () => {
      const root = spanOf(trace_id, {
        spans: { child: [spanOf(trace_id), spanOf(trace_id, { span_kind: 'X', start_time: 'Y' })] },
      })
      const { status, body } = await api.post('/traces/', traceBody({ root }))
      expect(status).toBe(422)
      const at = ['body', 'trace', 'spans', 'root', 'spans', 'child', 1]
      expect(body.detail).toMatchObject([
        { type: 'enum', loc: [...at, 'span_kind'], input: 'X' },
        { type: 'datetime_parsing', loc: [...at, 'start_time'], input: 'Y' },
      ])
      expect((await api.get(`/traces/${trace_id}`)).body).toEqual({ count: 0 })
    })

    test('a PUT of an unknown trace, of another trace, or with an invalid id is refused', async () => {
      const storedTrace = await createTrace()
      const body = { trace: { trace_id, spans: [spanOf(trace_id)] } }
      await play(api, {
        name: 'unknown',
        method: 'PUT',
        path: `/traces/${trace_id}`,
        body,
        status: 404,
        exact: { code: 'not_found', detail: 'Trace not found.' },
      })
      expect((await api.get(`/traces/${trace_id}`)).body).toEqual({ count: 0 })
      await play(api, {
        name: 'another',
        method: 'PUT',
        path: `/traces/${storedTrace.trace_id}`,
        body,
        status: 400,
        exact: {
          code: 'id_mismatch',
          detail: `Path trace_id '${storedTrace.trace_id}' does not match payload trace_id.`,
        },
      })
      for (const method of ['PUT', 'DELETE', 'GET']) {
        await play(api, {
          name: 'no id',
          method,
          path: '/traces/nothing',
          ...(method === 'PUT' ? { body } : {}),
          status: 400,
          exact: { code: 'trace_invalid', detail: 'Invalid trace_id.' },
        })
      }
    })

    test('viewers cannot write, and other projects cannot read', async () => {
      const { trace_id: id } = await createTrace()
      const viewer = await api.as('viewer')
      const body = { trace: { trace_id: id, spans: [spanOf(id)] } }
      for (const [method, path] of [
        ['POST', '/traces/'],
        ['PUT', `/traces/${id}`],
        ['DELETE', `/traces/${id}`],
      ] as const) {
        expect((await viewer.call(method, path, method === 'DELETE' ? undefined : body)).status).toBe(403)
      }
      const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      expect((await otherProject.put(`/traces/${id}`, body)).status).toBe(404)
      expect((await otherProject.call('DELETE', `/traces/${id}`)).body).toEqual({ count: 0 })
      expect((await api.get(`/traces/${id}`)).body.count).toBe(1)
    })
  })

  describe('a deletion', () => {
    test('returns the deleted spans, is safe to repeat, and the trace may be created again', async () => {
      const { trace_id, root } = await createTrace()
      expect(await api.call('DELETE', `/traces/${trace_id}`)).toMatchObject({
        status: 202,
        body: { count: 1, trace_id },
      })
      expect((await api.get(`/traces/${trace_id}`)).body).toEqual({ count: 0 })
      expect(await api.call('DELETE', `/traces/${trace_id}`)).toMatchObject({
        status: 202,
        body: { count: 0 },
      })
      const secondSpan = spanOf(trace_id, { span_id: root, span_name: 'anew' })
      const { body } = await api.post('/traces/', { trace: { trace_id, spans: [secondSpan] } })
      expect(body.trace.spans.anew).not.toHaveProperty('updated_at')
      expect((await api.get(`/traces/${trace_id}`)).body.trace.spans.anew.span_id).toBe(root)
    })

    test('also deletes spans that are accepted and not yet stored', async () => {
      const trace = traceId()
      const acceptedAnswers = await Promise.all(
        Array.from({ length: 20 }, () => sendJson(api, otlpSpan({ traceId: trace }))),
      )
      expect(acceptedAnswers.map(({ status }) => status)).toEqual(acceptedAnswers.map(() => 202))
      expect((await api.call('DELETE', `/traces/${trace}`)).body).toEqual({ count: 20, trace_id: trace })
      expect((await api.get(`/traces/${trace}`)).body).toEqual({ count: 0 })
    })

    test('is in the audit log', async () => {
      const { trace_id } = await createTrace()
      await api.call('DELETE', `/traces/${trace_id}`)
      const { body } = await api.post('/audit/query', { entry: { resource_id: trace_id } })
      expect(body.entries.map((entry: Body) => entry.operation)).toEqual(['delete_trace', 'create_trace'])
    })
  })

  describe('the deprecated paths', () => {
    const deprecationHeaders = { Deprecation: 'true', Link: '</api/traces/>; rel="successor-version"' }

    test('accept one trace with its id, or as spans, and return links', async () => {
      const trace_id = traceId()
      const root = spanOf(trace_id, { span_name: 'root' })
      const link = { trace_id, span_id: root.span_id }
      const postAnswer = await api.post('/tracing/traces/', { traces: { [trace_id]: { spans: { root } } } })
      expect(postAnswer).toMatchObject({ status: 202, body: { count: 1, links: [link] } })
      for (const [name, value] of Object.entries(deprecationHeaders))
        expect(postAnswer.headers.get(name)).toBe(value)
      const { body } = await api.get(`/tracing/traces/${trace_id}`)
      expect(body).toMatchObject({ count: 1, traces: { [trace_id]: { spans: { root: link } } } })
      const put = await api.put(`/tracing/traces/${trace_id}`, { spans: [{ ...root, span_name: 'new' }] })
      expect(put).toMatchObject({ status: 202, body: { count: 1, links: [link] } })
      expect(put.headers.get('Link')).toBe(`</api/traces/${trace_id}>; rel="successor-version"`)
      expect((await spansOf(api, trace_id)).get(root.span_id).span_name).toBe('new')
      const deleteAnswer = await api.call('DELETE', `/tracing/traces/${trace_id}`)
      expect(deleteAnswer).toMatchObject({ status: 202, body: { count: 1, links: [link] } })
      expect((await api.call('DELETE', `/tracing/traces/${trace_id}`)).body).toEqual({ count: 0, links: [] })
      expect((await api.get(`/tracing/traces/${trace_id}`)).body).toEqual({ count: 0, traces: {} })
    })

    test('check the trace in the same way', async () => {
      const [a, b] = [traceId(), traceId()]
      const [one, two] = [spanOf(a), spanOf(b)]
      const refusals: readonly (readonly [unknown, string])[] = [
        [{}, 'Missing trace'],
        [{ spans: [spanOf(a), spanOf(a)] }, 'Too many root spans'],
        [{ traces: { [a]: { spans: [one] }, [b]: { spans: [two] } } }, 'Too many traces'],
        [
          { spans: [one, { ...two, parent_id: one.span_id }] },
          `Span '${two.span_id}' has trace_id '${b}', which does not match payload trace_id.`,
        ],
      ]
      for (const [body, detail] of refusals) {
        await play(api, {
          name: detail,
          path: '/tracing/traces/',
          body,
          status: 400,
          exact: { code: 'trace_invalid', detail },
        })
      }
      expect((await api.put(`/tracing/traces/${a}`, { spans: [one] })).status).toBe(404)
    })
  })
})
