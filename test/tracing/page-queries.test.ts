// Queries of the web pages: parts of records, outlines, completion, new spans as they arrive.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { openStream } from '../support/event-stream.ts'
import { int, sendJson, waitForReceipt, span, spanId, text, traceId } from '../support/otlp.ts'
import { feedback } from '../support/simple-traces.ts'

const trace = traceId()
const [rootId, childId] = [spanId(), spanId()]
const root = span({
  traceId: trace,
  spanId: rootId,
  name: 'answer',
  attributes: [text('ag.data.outputs', 'Hello Ada'), text('team', 'care'), int('order', 7)],
})
const child = span({
  traceId: trace,
  spanId: childId,
  parentSpanId: rootId,
  name: 'chat',
  startTimeUnixNano: '1794733200500000000',
  attributes: [text('gen_ai.request.model', 'gpt-4o-mini'), int('gen_ai.usage.input_tokens', 1000)],
})

async function storeSpansOf(api: Api, ...spans: readonly ReturnType<typeof span>[]): Promise<void> {
  await waitForReceipt(api, await sendJson(api, ...spans))
}

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    await storeSpansOf(api, root, child)
  })

  test('a trace without its root has the user and session of its first span that names them', async () => {
    const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
    const rootlessTraceId = traceId()
    const orphan = (second: number, user?: string) =>
      span({
        traceId: rootlessTraceId,
        spanId: spanId(),
        parentSpanId: 'f'.repeat(16),
        name: user ?? 'first',
        startTimeUnixNano: `179473320${second}500000000`,
        attributes: user === undefined ? [] : [text('ag.user.id', user), text('ag.session.id', `of ${user}`)],
      })
    await storeSpansOf(freshProject, orphan(0), orphan(2, 'bo'), orphan(1, 'ana'))
    const fields = ['span_name', 'user_id', 'session_id', 'trace']
    const { body } = await freshProject.post('/spans/query', { heads: true, fields })
    expect(body.spans).toMatchObject([
      { span_name: 'first', user_id: 'ana', session_id: 'of ana', trace: { state: 'running' } },
    ])
    const outline = await freshProject.get(`/traces/${rootlessTraceId}/outline`)
    expect(Math.abs(Date.parse(outline.body.received_at) - Date.now())).toBeLessThan(600_000)
  })

  describe('find in a trace', () => {
    const search = async (text: string): Promise<readonly string[]> =>
      (await api.post(`/traces/${trace}/find`, { text })).body.span_ids

    test('a part of a word is found in values and keys, ignoring case', async () => {
      expect(await search('llo ADA')).toEqual([rootId])
      expect(await search('request')).toEqual([childId])
      expect(await search('nowhere at all')).toEqual([])
    })

    test('quotes, backslashes and pattern characters are searched literally', async () => {
      const traceOfTexts = traceId()
      const content = 'he said "50%_off\\now"\n{"a": 1}'
      const failedSpan = span({ traceId: traceOfTexts, status: { code: 2, message: 'No "such" order' } })
      const spokenSpan = span({ traceId: traceOfTexts, attributes: [text('said', content)] })
      await storeSpansOf(api, spokenSpan, failedSpan)
      const idsWithText = async (needle: string): Promise<readonly string[]> =>
        (await api.post(`/traces/${traceOfTexts}/find`, { text: needle })).body.span_ids
      for (const needle of ['"50%_off\\', 'now"\n{"a": 1', '%_']) {
        expect(await idsWithText(needle)).toEqual([spokenSpan.spanId])
      }
      expect(await idsWithText('no "SUCH"')).toEqual([failedSpan.spanId])
      expect(await idsWithText('50.off')).toEqual([])
    })

    test('an unknown trace has no spans, and an empty text is refused', async () => {
      expect((await api.post(`/traces/${traceId()}/find`, { text: 'a' })).body).toEqual({
        count: 0,
        span_ids: [],
      })
      expect((await api.post(`/traces/${trace}/find`, { text: '' })).status).toBe(422)
    })
  })

  describe('fields and exclude', () => {
    const rootOnly = { conditions: [{ field: 'span_id', operator: 'is', value: rootId }] }
    const first = async (body: object): Promise<Body> =>
      (await api.post('/spans/query', { filtering: rootOnly, ...body })).body.spans[0]

    test('an answer has the selected members and the ids', async () => {
      expect(await first({ fields: ['span_name', 'status_code'] })).toEqual({
        trace_id: trace,
        span_id: rootId,
        span_name: 'answer',
        status_code: 'STATUS_CODE_UNSET',
      })
    })

    test('totals of the subtree and a preview of the content can be combined with other fields', async () => {
      const totalsAndPreview = await first({ fields: ['totals', 'preview'] })
      expect(totalsAndPreview.totals).toMatchObject({ duration: 2000, tokens: 1000 })
      expect(totalsAndPreview.preview).toEqual({ outputs: '"Hello Ada"' })
      const firstTrace = await first({ fields: ['totals', 'attributes'] })
      expect(firstTrace.totals).toEqual(totalsAndPreview.totals)
      expect(firstTrace.attributes.team).toBe('care')
    })

    test('fields select single attributes by their paths', async () => {
      const fields = [
        'attributes.team',
        'attributes.order',
        'attributes.ag.data.outputs',
        'attributes.nowhere',
      ]
      expect((await first({ fields })).attributes).toEqual({
        team: 'care',
        order: 7,
        ag: { data: { outputs: 'Hello Ada' } },
      })
      expect(await first({ fields: ['attributes.nowhere'] })).not.toHaveProperty('attributes')
      expect((await first({ fields: ['attributes.team', 'attributes'] })).attributes).toHaveProperty('ag')
      const { body } = await api.get(`/traces/${trace}?fields=attributes.team`)
      expect(body.trace.spans.answer.attributes).toEqual({ team: 'care' })
      expect((await api.post('/spans/query', { exclude: ['attributes.team'] })).status).toBe(422)
    })

    test('a preview shows the last user message after a long system prompt', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      const messages = [
        { role: 'system', content: 'Be brief. '.repeat(60) },
        { role: 'user', content: 'Where is order 17?' },
        { role: 'assistant', content: 'Let me look.' },
      ]
      const previewOf = async (inputs: object): Promise<string> => {
        const spanWithInputs = span({
          attributes: [text('ag.data.inputs', `@ag.type=json:${JSON.stringify(inputs)}`)],
        })
        await storeSpansOf(freshProject, spanWithInputs)
        const filtering = { conditions: [{ field: 'span_id', operator: 'is', value: spanWithInputs.spanId }] }
        const { body } = await freshProject.post('/spans/query', { filtering, fields: ['preview'] })
        return body.spans[0].preview.inputs
      }
      expect(JSON.parse(await previewOf({ messages }))).toEqual(messages[1])
      expect(await previewOf({ messages: messages.slice(0, 1) })).toMatch(/^{"messages":\[{"role":"system"/)
      expect(await previewOf({ question: 'Why? '.repeat(100) })).toMatch(/^{"question":"Why\? Why\?/)
    })

    test('excluded members are omitted, and all others are unchanged', async () => {
      const completeAnswer = await first({})
      const { attributes: _, created_at: __, ...rest } = completeAnswer
      expect(await first({ exclude: ['attributes', 'created_at'] })).toEqual(rest)
      expect(completeAnswer).not.toHaveProperty('totals')
    })

    test('a filter on content finds the same spans when the answer omits the content', async () => {
      const filter = 'attributes.team = care'
      const { body } = await api.post('/spans/query', { filter, fields: ['span_name'] })
      expect(body.spans.map((each: Body) => each.span_id)).toEqual([rootId])
    })

    test('traces accept both options, as trees and by id', async () => {
      const names = { [root.name ?? '']: { span_name: 'answer', spans: { chat: { span_name: 'chat' } } } }
      const { body } = await api.post('/traces/query', { fields: ['span_name'] })
      expect(body.traces[0].spans).toMatchObject(names)
      expect(body.traces[0].spans.answer).not.toHaveProperty('attributes')
      const one = await api.get(`/traces/${trace}?fields=span_name`)
      expect(one.body.trace.spans).toEqual(body.traces[0].spans)
    })

    test('an unknown name is refused with its path', async () => {
      const { status, body } = await api.post('/spans/query', { fields: ['span_name', 'constructor'] })
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'fields', 1]])
    })
  })

  describe('the outline of a trace', () => {
    test('lists all spans flat, oldest first, with totals and without content', async () => {
      const { body } = await api.get(`/traces/${trace}/outline`)
      expect(body.count).toBe(2)
      expect(body.spans[0]).toMatchObject({ span_id: rootId, parent_id: null, totals: { tokens: 1000 } })
      expect(body.spans[1]).toMatchObject({ span_id: childId, parent_id: rootId, span_name: 'chat' })
      expect(body.spans[0]).not.toHaveProperty('attributes')
    })

    test('of an unknown trace is empty', async () => {
      expect((await api.get(`/traces/${traceId()}/outline`)).body).toEqual({ count: 0, spans: [] })
    })
  })

  describe('attributes', () => {
    test('keys with a prefix have their types, the most frequent first', async () => {
      const { body } = await api.post('/spans/attributes/query', { prefix: 'gen_ai.' })
      expect(body.attributes).toContainEqual({ key: 'gen_ai.request.model', types: ['string'], count: 1 })
      expect(body.attributes).toContainEqual({
        key: 'gen_ai.usage.input_tokens',
        types: ['number'],
        count: 1,
      })
      expect(body.attributes.every(({ key }: Body) => key.startsWith('gen_ai.'))).toBe(true)
    })

    test('values of a key or a member of the record are found by prefix, ignoring case', async () => {
      const values = async (body: object) => (await api.post('/spans/attributes/query', body)).body.values
      expect(await values({ key: 'team' })).toEqual([{ value: 'care', count: 1 }])
      expect(await values({ key: 'attributes.order' })).toEqual([{ value: '7', count: 1 }])
      expect(await values({ key: 'span_name', prefix: 'CH' })).toEqual([{ value: 'chat', count: 1 }])
      expect(await values({ key: 'constructor' })).toEqual([])
    })

    test('only spans of the window and of the same project count', async () => {
      const before = { windowing: { newest: '2020-01-01T00:00:00Z' } }
      expect((await api.post('/spans/attributes/query', before)).body).toEqual({ count: 0, attributes: [] })
      const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      expect((await otherProject.post('/spans/attributes/query', { key: 'team' })).body.values).toEqual([])
    })
  })

  describe('new spans as they arrive', () => {
    const now = () => {
      const nanoseconds = BigInt(Date.now()) * 1_000_000n
      return { startTimeUnixNano: String(nanoseconds), endTimeUnixNano: String(nanoseconds + 1_000_000n) }
    }
    const follow = (followingApi: Api, body: object) =>
      openStream(followingApi, '/spans/tail', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      })

    test('spans that match the filter are streamed once, with the requested fields', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      await storeSpansOf(freshProject, span({ ...now(), name: 'earlier' }))
      const stream = await follow(freshProject, { filter: 'span_name != noise', fields: ['span_name'] })
      expect((await stream.next())?.data).toEqual({ count: 0, spans: [] })
      await storeSpansOf(freshProject, span({ ...now(), name: 'first' }), span({ ...now(), name: 'noise' }))
      const event = await stream.next()
      expect(event?.event).toBe('spans')
      expect(event?.data.spans.map(({ span_name }: Body) => span_name)).toEqual(['first'])
      expect(Object.keys(event?.data.spans[0])).toEqual(['trace_id', 'span_id', 'span_name'])
      await storeSpansOf(freshProject, span({ ...now(), name: 'second' }))
      expect((await stream.next())?.data.spans.map(({ span_name }: Body) => span_name)).toEqual(['second'])
      await stream.cancel()
    })

    test('traces written by a request are also streamed', async () => {
      const freshProject = await newProject(serverOf(backend), { seedDefaults: false })
      const stream = await follow(freshProject, { fields: ['span_name'] })
      await stream.next()
      const answer = await freshProject.post('/simple/traces/', {
        trace: feedback({ references: {}, links: {} }),
      })
      expect((await stream.next())?.data.spans).toMatchObject([{ trace_id: answer.body.trace.trace_id }])
      await stream.cancel()
    })

    test('a filter that cannot be parsed is refused before the stream begins', async () => {
      const { status } = await api.post('/spans/tail', { filter: 'span_name =' })
      expect(status).toBe(400)
    })
  })
})
