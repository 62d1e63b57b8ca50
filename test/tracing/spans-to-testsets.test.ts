// Selected spans become rows of a testset, and each row references its span.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { spanId, traceId } from '../support/otlp.ts'
import { play } from '../support/scenarios.ts'

const path = '/testsets/revisions/add-spans'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let testset: Body
  const trace_id = traceId()
  const [root, child, bare] = [spanId(), spanId(), spanId()]
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    const spans = [
      {
        trace_id,
        span_id: root,
        span_name: 'support',
        attributes: { ag: { data: { inputs: { question: 'Where?', lang: 'en' }, outputs: 'There.' } } },
      },
      {
        trace_id,
        span_id: child,
        parent_id: root,
        attributes: { ag: { data: { inputs: { order: 17 }, outputs: { found: [true, null] } } } },
      },
      { trace_id, span_id: bare, parent_id: root },
    ]
    expect((await api.post('/traces/', { trace: { spans } })).status).toBe(202)
    const rows = [{ data: { question: 'Who?', testcase_dedup_id: 'first' } }]
    const { body } = await api.post('/simple/testsets/', { testset: { data: { testcases: rows } } })
    testset = body.testset
  })

  const dataOf = (revision: Body): Body[] =>
    revision.data.testcases.map(({ data }: Body) => {
      const { testcase_dedup_id: _, ...rest } = data
      return rest
    })

  test('inputs and outputs are columns of their own, in one revision after the newest', async () => {
    const { status, body } = await api.post(path, {
      testset_id: testset.id,
      spans: [{ trace_id }, { trace_id, span_id: child }],
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      count: 1,
      status: 'committed',
      testset_revision: { version: '2', message: 'Added 2 spans' },
    })
    expect(dataOf(body.testset_revision)).toEqual([
      { question: 'Who?' },
      { question: 'Where?', lang: 'en', outputs: 'There.' },
      { order: 17, outputs: { found: [true, null] } },
    ])
    const metas = body.testset_revision.data.testcases.map(({ meta }: Body) => meta)
    expect(metas).toEqual([
      undefined,
      { span: { trace_id, span_id: root } },
      { span: { trace_id, span_id: child } },
    ])
  })

  test('a mapping has the columns and the paths of their values in the span', async () => {
    const { body } = await api.post(path, {
      testset_variant_id: testset.variant_id,
      message: 'from production',
      mapping: {
        asked: 'attributes.ag.data.inputs.question',
        correct_answer: 'attributes.ag.data.outputs',
        program: 'span_name',
        nothing: 'attributes.not.there',
      },
      spans: [{ trace_id, span_id: root }],
    })
    expect(body.testset_revision.message).toBe('from production')
    expect(dataOf(body.testset_revision).at(-1)).toEqual({
      asked: 'Where?',
      correct_answer: 'There.',
      program: 'support',
    })
  })

  test('is refused completely: unknown spans, spans without values, a stale base, no target, viewers', async () => {
    const before = await api.get(`/simple/testsets/${testset.id}`)
    const unknownSpan = { trace_id: traceId() }
    await play(api, {
      name: 'unknown',
      path,
      body: { testset_id: testset.id, spans: [{ trace_id }, unknownSpan] },
      status: 404,
      exact: { code: 'not_found', detail: `Span not found: ${unknownSpan.trace_id}.` },
    })
    await play(api, {
      name: 'no values',
      path,
      body: { testset_id: testset.id, spans: [{ trace_id }, { trace_id, span_id: bare }] },
      status: 422,
      part: { detail: [{ type: 'value_error', loc: ['body', 'spans', 1] }] },
    })
    await play(api, {
      name: 'stale base',
      path,
      body: { testset_id: testset.id, base_revision_id: testset.revision_id, spans: [{ trace_id }] },
      status: 409,
      code: 'revision_conflict',
    })
    await play(api, { name: 'no target', path, body: { spans: [{ trace_id }] }, status: 400 })
    await play(api, {
      name: 'invalid ids, no spans',
      path,
      body: { testset_id: testset.id, spans: [{ trace_id: 'x' }] },
      status: 422,
      part: { detail: [{ loc: ['body', 'spans', 0, 'trace_id'] }] },
    })
    await play(api, {
      name: 'no spans',
      path,
      body: { testset_id: testset.id, spans: [] },
      status: 422,
    })
    const viewer = await api.as('viewer')
    await play(viewer, { name: 'viewer', path, body: {}, status: 403 })
    expect((await api.get(`/simple/testsets/${testset.id}`)).body).toEqual(before.body)
  })
})
