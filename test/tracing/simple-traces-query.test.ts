// Queries of simple traces by their content.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { sendJson, waitForReceipt, span as otlpSpan, text } from '../support/otlp.ts'
import { feedback, annotatedSpan } from '../support/simple-traces.ts'

describe.each(backends)('on %s', (backend) => {
  describe('a query', () => {
    let project: Api
    const records: Record<string, Body> = {}
    const ids = (list: readonly Body[]) => list.map(({ trace_id }) => trace_id as string)
    const idsOf = (...names: readonly string[]) => names.map((name) => records[name].trace_id as string)
    beforeAll(async () => {
      project = await newProject(serverOf(backend), { seedDefaults: false })
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
      await waitForReceipt(project, await sendJson(project, root))
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
      ['the span it links to', { trace: { links: [annotatedSpan] } }, ['auto', 'human']],
      ['the span by name', { trace: { links: { any: annotatedSpan } } }, ['auto', 'human']],
      [
        'the trace it links to',
        { trace: { links: [{ trace_id: annotatedSpan.trace_id }] } },
        ['auto', 'human'],
      ],
      ['another span', { trace: { links: [{ ...annotatedSpan, span_id: '00000000000000aa' }] } }, []],
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
      const idsByLinks = async (links: readonly Body[]) =>
        ids((await project.post('/simple/traces/query', { links })).body.traces)
      expect(await idsByLinks([{ trace_id }])).toEqual([trace_id])
      expect(await idsByLinks([{ trace_id, span_id }, { trace_id: records['auto'].trace_id }])).toHaveLength(
        2,
      )
      expect(await idsByLinks([{ trace_id, span_id: '00000000000000aa' }])).toEqual([])
    })

    test('of annotations return annotations only', async () => {
      const answer = await project.post('/annotations/query', {})
      expect([...ids(answer.body.annotations)].sort()).toEqual([...idsOf('auto', 'human')].sort())
      const calls = await project.post('/invocations/query')
      expect([...ids(calls.body.invocations)].sort()).toEqual([...idsOf('custom', 'otlp')].sort())
    })

    test('returns each record once in pages, newest first or oldest first', async () => {
      for (const order of ['descending', 'ascending']) {
        const idList: string[] = []
        let windowing: Body = { limit: 3, order }
        for (let page = 0; page < 5 && windowing !== undefined; page++) {
          const { body } = await project.post('/simple/traces/query', { windowing })
          expect(body.count).toBe(body.traces.length)
          idList.push(...ids(body.traces))
          windowing = body.windowing
          if (windowing !== undefined) expect(windowing).toMatchObject({ limit: 3, order })
        }
        expect(idList).toHaveLength(4)
        expect(new Set(idList).size).toBe(4)
        const times = (await Promise.all(idList.map((id) => project.get(`/traces/${id}`)))).map(
          ({ body }) => (Object.values(body.trace.spans)[0] as Body).start_time as string,
        )
        expect(times).toEqual(order === 'ascending' ? times.toSorted() : times.toSorted().toReversed())
      }
    })

    test('treats values as data, not as SQL', async () => {
      const injectedText = `'); DROP TABLE spans; -- {f0:String}`
      const body = {
        trace: { tags: { a: injectedText }, references: { application: { version: injectedText } } },
      }
      expect((await project.post('/simple/traces/query', body)).body).toEqual({ count: 0, traces: [] })
      expect((await project.post('/simple/traces/query')).body.count).toBe(4)
    })
  })
})
