// Annotations and invocations: their evaluators and applications, and the checks of their data.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { spanId, spansOf, traceId } from '../support/otlp.ts'
import { anId, play } from '../support/scenarios.ts'
import { createRecordAt, feedback, annotatedSpan } from '../support/simple-traces.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const createRecord = (path: string, one: string, record: Body): Promise<Body> =>
    createRecordAt(api, { path, one }, record)
  const rootOf = async (record: Body): Promise<Body> =>
    (await spansOf(api, record.trace_id)).get(record.span_id)

  describe('annotations', () => {
    const annotation = (over: Body = {}) => createRecord('/annotations', 'annotation', feedback(over))

    test('need a link', async () => {
      for (const links of [{}, [], null, undefined]) {
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

    test('have a declared type, and their list has no invocations', async () => {
      const annotationRecord = await annotation({ references: {} })
      const call = await createRecord(
        '/invocations',
        'invocation',
        feedback({ references: {}, links: [annotatedSpan] }),
      )
      expect((await rootOf(annotationRecord)).trace_type).toBe('annotation')
      expect((await rootOf(call)).trace_type).toBe('invocation')
      for (const [path, id] of [
        ['/annotations', call.trace_id],
        ['/invocations', annotationRecord.trace_id],
      ]) {
        expect((await api.get(`${path}/${id}`)).body).toEqual({ count: 0 })
        expect((await api.call('DELETE', `${path}/${id}`)).body).toEqual({ count: 0 })
        const name = path === '/annotations' ? 'annotation' : 'invocation'
        expect((await api.call('PATCH', `${path}/${id}`, { [name]: {} })).status).toBe(404)
      }
      const at = `/invocations/${call.trace_id}`
      expect((await api.call('PATCH', at, { invocation: { links: { a: annotatedSpan } } })).status).toBe(200)
      expect((await rootOf(call)).trace_type).toBe('invocation')
    })

    test('of a trace can be filtered by their outputs in a search for traces', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      const annotatedTrace = async (evaluator: string, score: number): Promise<string> => {
        const [trace_id, root] = [traceId(), spanId()]
        const span = { trace_id, span_id: spanId(), parent_id: root, span_name: 'call' }
        await freshProject.post('/traces/', {
          trace: { spans: [{ trace_id, span_id: root, span_name: 'run' }, span] },
        })
        await freshProject.post('/annotations/', {
          annotation: feedback({
            references: { evaluator: { slug: evaluator } },
            data: { outputs: { score } },
            // On a span below the root: a list of traces finds the trace.
            links: { invocation: { trace_id, span_id: span.span_id } },
          }),
        })
        return trace_id
      }
      const badTraceId = await annotatedTrace('helpful', 0.2)
      const goodTraceId = await annotatedTrace('helpful', 0.9)
      const other = await annotatedTrace('polite', 0.1)
      const search = async (filter: string): Promise<readonly string[]> =>
        (await freshProject.post('/traces/query', { filter: `span_name = run and ${filter}` })).body.traces
          .map((item: Body) => item.trace_id)
          .toSorted()
      expect(await search('annotation.helpful.score < 0.5')).toEqual([badTraceId])
      expect(await search('annotation.helpful.score exists')).toEqual([badTraceId, goodTraceId].toSorted())
      expect(await search('annotation.helpful.score not_exists')).toEqual([other])
      const { body } = await freshProject.post('/spans/filter', { filter: 'annotation.helpful.score <' })
      expect(body.message ?? body.detail).toMatch(/column/)
    })

    test('create an unknown evaluator from their outputs, once', async () => {
      const slug = `made-${backend}`
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

    test('do not reveal names of redacted outputs, neither in the trace nor in the created evaluator', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      await freshProject.put('/redaction/rules/', { rules: [{ kind: 'built_in', name: 'email' }] })
      const evaluator_ref = { slug: 'private' }
      const data = { outputs: { 'ann@example.org': 1 } }
      for (let i = 0; i < 2; i++) {
        const annotation = feedback({ references: { evaluator: evaluator_ref }, data })
        const { status, body } = await freshProject.post('/annotations/', { annotation })
        expect(status).toBe(200)
        expect(body.annotation.data.outputs).toEqual({ '[redacted]': 1 })
      }
      const { body } = await freshProject.post('/evaluators/revisions/retrieve', { evaluator_ref })
      expect(body.evaluator_revision.data.schemas.outputs).toEqual({ type: 'object' })
    })

    test('without a link are refused with their input', async () => {
      for (const links of [{}, []]) {
        const { status, body } = await api.post('/annotations/', { annotation: feedback({ links }) })
        expect([status, body.detail]).toEqual([
          422,
          [
            {
              type: 'value_error',
              loc: ['body', 'annotation', 'links'],
              msg: 'An annotation needs at least one link.',
              input: links,
            },
          ],
        ])
      }
    })

    test('are checked against the outputs schema of the evaluator, and each error has its path', async () => {
      const slug = `checked-${backend}`
      const references = { evaluator: { slug } }
      await annotation({ references, data: { outputs: { score: 1, comment: 'ok' } } })
      await play(api, {
        name: 'of wrong type',
        path: '/annotations/',
        body: { annotation: feedback({ references, data: { outputs: { score: 'nope', comment: 'ok' } } }) },
        status: 422,
        exact: {
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
        name: 'two errors',
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

    test('are checked when they change, against the referenced revision', async () => {
      const slug = `moving-${backend}`
      const references = { evaluator: { slug } }
      const record = await annotation({ references, data: { outputs: { score: 1 } } })
      const at = `/annotations/${record.trace_id}`
      const patchOutputs = (outputs: Body) => api.call('PATCH', at, { annotation: { data: { outputs } } })
      expect((await patchOutputs({ score: 'x' })).body).toMatchObject({ code: 'output_mismatch' })
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
      expect((await patchOutputs({ score: 2 })).status).toBe(200)
      const newest = await annotation({ references, data: { outputs: { score: 'good' } } })
      expect(newest.references.evaluator_revision.version).toBe('2')
      const old = { references: { ...references, evaluator_revision: { version: 1 } } }
      const body = { annotation: feedback({ ...old, data: { outputs: { score: 'good' } } }) }
      expect((await api.post('/annotations/', body)).body.code).toBe('output_mismatch')
      expect((await annotation({ ...old, data: { outputs: { score: 3 } } })).references).toEqual(
        record.references,
      )
    })

    test('sent as simple traces are not checked, and create no evaluator when they have no links', async () => {
      const references = { evaluator: { slug: `unchecked-${backend}` } }
      const createSimpleTrace = (over: Body) =>
        createRecord('/simple/traces', 'trace', feedback({ references, ...over }))
      expect((await createSimpleTrace({ links: {} })).references).toEqual(references)
      const answer = await createSimpleTrace({ data: { outputs: { score: 1 } } })
      expect(answer.references.evaluator_revision.version).toBe('1')
      expect((await createSimpleTrace({ data: { outputs: { score: 'x' } }, links: [] })).references).toEqual(
        answer.references,
      )
    })

    test('keep references to unknown records, and refuse references that contradict each other', async () => {
      const unknownReferences = {
        evaluator: { id: '01900000-0000-7000-8000-000000000000' },
        testset: { slug: 'none' },
      }
      expect((await annotation({ references: unknownReferences })).references).toEqual(unknownReferences)
      const [a, b] = [`one-${backend}`, `two-${backend}`]
      const first = await annotation({ references: { evaluator: { slug: a } } })
      await annotation({ references: { evaluator: { slug: b } } })
      const { evaluator_revision } = first.references
      const body = { annotation: feedback({ references: { evaluator: { slug: b }, evaluator_revision } }) }
      expect(await api.post('/annotations/', body)).toMatchObject({
        status: 400,
        body: { code: 'reference_mismatch' },
      })
    })

    test('of one span of a larger trace are addressed by that span', async () => {
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
      const remainingSpans = await spansOf(api, trace_id)
      expect([...remainingSpans.keys()]).toEqual([root])
      expect(remainingSpans.get(root).attributes.ag.metrics.tokens).toEqual({})
      expect((await api.get(`${at}?span_id=${child}`)).body).toEqual({ count: 0 })
      expect((await api.get(`${at}?span_id=nonsense`)).body).toEqual({ count: 0 })
    })
  })

  describe('invocations', () => {
    test.each([undefined, null])('may have no links: %s', async (links) => {
      const record = await createRecord('/invocations', 'invocation', feedback({ references: {}, links }))
      expect(record.links).toEqual({})
      expect((await rootOf(record)).trace_type).toBe('invocation')
    })

    test('create an unknown application with an empty first revision', async () => {
      const slug = `called-${backend}`
      const call = { references: { application: { slug } }, links: {} }
      const record = await createRecord('/invocations', 'invocation', feedback(call))
      expect(record.references).toEqual({
        application: { id: anId, slug },
        application_variant: { id: anId, slug: expect.any(String) },
        application_revision: { id: anId, slug: expect.any(String), version: expect.any(String) },
      })
      const { body } = await api.post('/applications/revisions/retrieve', { application_ref: { slug } })
      expect(body.application_revision.id).toBe(record.references.application_revision.id)
      const secondRecord = await createRecord('/invocations', 'invocation', feedback(call))
      expect(secondRecord.references).toEqual(record.references)
    })
  })
})
