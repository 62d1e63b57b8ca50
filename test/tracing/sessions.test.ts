// Any span of a trace can name its session and user: lists, filters, counts and deletions use the same rule.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { int, sendJson, waitForReceipt, span, spanId, spansOf, text, traceId } from '../support/otlp.ts'

const names = ['session', 'user'] as const

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const store = async (...spans: Parameters<typeof sendJson>[1][]): Promise<void> => {
    await waitForReceipt(api, await sendJson(api, ...spans))
  }
  const at = (second: number): object => ({
    startTimeUnixNano: `17947332${String(second).padStart(2, '0')}000000000`,
    endTimeUnixNano: `17947332${String(second).padStart(2, '0')}500000000`,
  })
  const idsOf = async (name: (typeof names)[number]): Promise<readonly string[]> =>
    (await api.post(`/spans/${name}s/query`)).body[`${name}_ids`]
  const tracesOf = async (name: string, id: string): Promise<readonly string[]> => {
    const filtering = { field: `${name}_id`, value: id }
    return (await api.post('/traces/query', { filtering })).body.traces.map((item: Body) => item.trace_id)
  }

  /** Spans of a web framework and a model library: the root has no session. */
  const request = (ids: readonly object[], over: object = {}) => {
    const root = span({ ...at(1), name: 'POST /chat' })
    const agent = span({ traceId: root.traceId, parentSpanId: root.spanId, ...at(2), attributes: ids })
    const call = span({
      traceId: root.traceId,
      parentSpanId: agent.spanId,
      ...at(3),
      attributes: [...ids, int('gen_ai.usage.input_tokens', 7)],
      ...over,
    })
    return { root, agent, call }
  }

  test.each(names)(
    'a %s that is only in spans below the root is listed, filtered and deleted',
    async (name) => {
      const id = `below-${name}`
      const { root, agent, call } = request([text(`${name}.id`, id)])
      await store(root, agent, call)
      const spans = await spansOf(api, root.traceId)
      expect(spans.get(root.spanId)[`${name}_id`]).toBe(id)
      expect(spans.get(root.spanId).attributes.ag).not.toHaveProperty(name)
      expect(spans.get(call.spanId)).not.toHaveProperty(`${name}_id`)
      expect(spans.get(call.spanId).attributes.ag[name]).toEqual({ id })
      expect(await idsOf(name)).toContain(id)
      expect(await tracesOf(name, id)).toEqual([root.traceId])
      const { body } = await api.post(`/spans/${name}s/delete`, { [`${name}_id`]: id })
      expect(body).toEqual({ count: 3, traces: 1 })
      expect(await idsOf(name)).not.toContain(id)
      expect(await tracesOf(name, id)).toEqual([])
    },
  )

  test('the id is updated when an earlier span or the root arrives', async () => {
    const { root, agent, call } = request([])
    const lateCall = { ...call, attributes: [text('session.id', 'again-late')] }
    await store(lateCall)
    expect(await tracesOf('session', 'again-late')).toEqual([root.traceId])
    await store(root)
    const idOfRoot = async () => (await spansOf(api, root.traceId)).get(root.spanId).session_id
    expect(await idOfRoot()).toBe('again-late')
    await store({ ...agent, attributes: [text('session.id', 'again-early')] })
    expect(await idOfRoot()).toBe('again-early')
    await store({ ...root, attributes: [text('session.id', 'again-own')] })
    expect(await idOfRoot()).toBe('again-own')
    for (const id of ['again-late', 'again-early', 'again-own']) {
      expect(await idsOf('session')).toContain(id)
      expect(await tracesOf('session', id)).toEqual([root.traceId])
    }
  })

  test('a session sums each trace once, even if many of its spans name it', async () => {
    const id = `sums-${backend}`
    const { root, agent, call } = request([text('session.id', id)])
    await store(root, agent, call)
    // Without its root: the parent is in another service that does not export to this server.
    const rootlessRequest = request([text('session.id', id)])
    await store(rootlessRequest.agent, rootlessRequest.call)
    const { body } = await api.post('/spans/sessions/query', { include_totals: true })
    const session = body.sessions.find((one: Body) => one.id === id)
    expect(session).toMatchObject({ traces: 2, tokens: 14 })
  })

  test('roots with the inherited id match a filter on it', async () => {
    const id = `counted-${backend}`
    const { root, agent, call } = request([text('user.id', id)])
    await store(root, agent, call)
    const { body } = await api.post('/spans/analytics/query', {
      oldest: '2026-11-01T00:00:00Z',
      newest: '2026-12-01T00:00:00Z',
      filter: { conditions: [{ field: 'user_id', value: id }] },
      specs: [{ type: 'numeric/continuous', path: 'attributes.ag.metrics.tokens.cumulative.total' }],
    })
    expect(Object.values(body.buckets[0].metrics)).toMatchObject([{ count: 1, sum: 7 }])
  })

  test('a change of the root does not store the id of another span in it', async () => {
    const { root, agent, call } = request([text('session.id', 'kept-below')])
    await store(root, agent, call)
    await api.call('PATCH', `/simple/traces/${root.traceId}`, { trace: { tags: { seen: true } } })
    const changedSpan = (await spansOf(api, root.traceId)).get(root.spanId)
    expect(changedSpan).toMatchObject({
      session_id: 'kept-below',
      attributes: { ag: { tags: { seen: true } } },
    })
    expect(changedSpan.attributes.ag).not.toHaveProperty('session')
  })

  test('an empty id is ignored', async () => {
    const trace_id = traceId()
    const child = { trace_id, span_id: spanId(), session_id: 'not-empty' }
    const root = { trace_id, span_id: spanId(), session_id: '' }
    await api.post('/traces/', { trace: { spans: [root, { ...child, parent_id: root.span_id }] } })
    expect((await spansOf(api, trace_id)).get(root.span_id).session_id).toBe('not-empty')
    expect(await idsOf('session')).not.toContain('')
  })

  describe('sessions and users of a period', () => {
    const day = { oldest: '2026-11-10T00:00:00Z', newest: '2026-11-11T00:00:00Z' }
    const turn = (minute: number, over: object) => ({
      trace_id: traceId(),
      span_id: spanId(),
      span_name: 'turn',
      start_time: `2026-11-10T10:${String(minute).padStart(2, '0')}:00Z`,
      end_time: `2026-11-10T10:${String(minute).padStart(2, '0')}:30Z`,
      ...over,
    })
    const usage = (cost: number) => ({ costs: { incremental: { total: cost } } })
    const attributesOf = (session: string, user: string, ag: object = {}) => ({
      attributes: { ag: { session: { id: session }, user: { id: user }, ...ag } },
    })
    let periodProject: Api
    beforeAll(async () => {
      periodProject = await newProject(serverOf(backend), { seedDefaults: false })
      const late = { start_time: '2026-11-12T10:00:00Z', end_time: '2026-11-12T10:00:30Z' }
      const messages = [
        { role: 'system', content: 'Be brief. '.repeat(60) },
        { role: 'user', content: 'Where is my order?' },
      ]
      const spans = [
        turn(0, attributesOf('s-1', 'ada', { data: { inputs: { messages } }, metrics: usage(0.5) })),
        turn(5, {
          ...attributesOf('s-1', 'ada', {
            data: { inputs: { question: 'refund please' } },
            metrics: usage(0.25),
          }),
          status_code: 'STATUS_CODE_ERROR',
        }),
        turn(10, attributesOf('s-2', 'ada', { metrics: usage(2) })),
        turn(20, attributesOf('s-3', 'bob', { data: { inputs: { question: 'hello' } } })),
        turn(0, { ...attributesOf('s-1', 'ada', { metrics: usage(8) }), ...late }),
      ]
      for (const one of spans) await periodProject.post('/traces/', { trace: { spans: [one] } })
    })
    const sessions = async (body: object): Promise<readonly Body[]> =>
      (await periodProject.post('/spans/sessions/query', { include_totals: true, within: day, ...body })).body
        .sessions
    const ids = async (body: object): Promise<readonly string[]> => (await sessions(body)).map(({ id }) => id)

    test('count only spans that started in the window, with user, first inputs, duration and failures', async () => {
      const [, , first] = await sessions({ realtime: true })
      expect(first).toMatchObject({
        id: 's-1',
        user_id: 'ada',
        traces: 2,
        failed_traces: 1,
        errors: 1,
        cost: 0.75,
        duration: 330_000,
        last_active: '2026-11-10T10:05:00.000000Z',
      })
      expect(JSON.parse(first?.['preview'].inputs)).toEqual({ role: 'user', content: 'Where is my order?' })
      const { body } = await periodProject.post('/spans/users/query', { include_totals: true, within: day })
      expect(body.users).toMatchObject([
        { id: 'bob', sessions: 1, traces: 1, failed_traces: 0 },
        { id: 'ada', sessions: 2, traces: 3, failed_traces: 1, cost: 2.75 },
      ])
    })

    test('are selected by a filter on their traces, with complete totals', async () => {
      expect(await ids({ filter: 'user_id = ada' })).toEqual(['s-2', 's-1'])
      const [failed, ...others] = await sessions({ filter: 'status_code = STATUS_CODE_ERROR' })
      expect([failed?.['id'], failed?.['traces'], others]).toEqual(['s-1', 2, []])
      expect(await ids({ filtering: { field: 'content', operator: 'contains', value: 'refund' } })).toEqual([
        's-1',
      ])
      // The matching span is outside of the period.
      expect(await ids({ filter: 'attributes.ag.metrics.costs.cumulative.total > 5' })).toEqual([])
      const refusal = await periodProject.post('/spans/sessions/query', { filter: 'nowhere = 1' })
      expect([refusal.status, refusal.body.code]).toEqual([400, 'filter_invalid'])
    })

    test('sorted by a sum are one page; sorted by time they have pages of the same period', async () => {
      expect(await ids({ sort: 'cost' })).toEqual(['s-2', 's-1', 's-3'])
      expect(await ids({ sort: 'duration' })).toEqual(['s-1', 's-3', 's-2'])
      const one = await periodProject.post('/spans/sessions/query', { sort: 'cost', windowing: { limit: 1 } })
      expect(one.body).not.toHaveProperty('windowing')
      const pagedIds: string[] = []
      let windowing: object | undefined = { limit: 1 }
      while (windowing !== undefined) {
        const { body } = await periodProject.post('/spans/sessions/query', {
          realtime: true,
          within: day,
          windowing,
        })
        pagedIds.push(...body.session_ids)
        windowing = body.windowing
      }
      expect(pagedIds).toEqual(['s-3', 's-2', 's-1'])
    })
  })
})
