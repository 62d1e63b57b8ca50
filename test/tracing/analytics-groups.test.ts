// Analytics split by groups: names, values that spans inherit from their root, two groups at once, and the remaining
// groups.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { playAll } from '../support/scenarios.ts'
import { storeSpans } from '../support/stored-spans.ts'

const window = { oldest: '2026-11-14T00:00:00Z', newest: '2026-11-16T00:00:00Z' }
const cost = 'attributes.ag.metrics.costs.incremental.total'
const path = '/spans/analytics/query'

interface ModelCall {
  readonly day: '14' | '15'
  readonly application: string | undefined
  readonly user: string
  readonly model: string
  readonly cost: number
}

const calls: readonly ModelCall[] = [
  { day: '14', application: 'chat', user: 'ana', model: 'large', cost: 4 },
  { day: '14', application: 'chat', user: 'bo', model: 'small', cost: 1 },
  { day: '15', application: 'chat', user: 'ana', model: 'large', cost: 2 },
  { day: '15', application: 'search', user: 'ana', model: 'large', cost: 8 },
  { day: '15', application: undefined, user: 'cy', model: 'tiny', cost: 0.5 },
]

/** The root has the application and the user, its child has the model: the query needs both spans. */
const spans = calls.flatMap(({ day, application, user, model, cost: spent }, n) => {
  const record = (i: number, ag: object, over: object = {}) => ({
    trace_id: (n + 1).toString(16).padStart(32, 'b'),
    span_id: (n * 2 + i + 1).toString(16).padStart(16, '0'),
    ...(i === 0 ? {} : { parent_id: (n * 2 + 1).toString(16).padStart(16, '0') }),
    span_name: i === 0 ? 'answer' : 'call',
    start_time: `2026-11-${day}T12:00:0${i}Z`,
    end_time: `2026-11-${day}T12:00:09Z`,
    attributes: { ag, ...over },
  })
  return [
    record(
      0,
      {
        type: { span: 'workflow' },
        user: { id: user },
        tags: { team: user === 'cy' ? 'b' : 'a' },
        ...(application === undefined ? {} : { references: { application: { slug: application } } }),
      },
      { deployment: { environment: 'production' } },
    ),
    {
      ...record(1, {
        type: { span: 'chat' },
        meta: { request: { model } },
        metrics: { costs: { incremental: { total: spent } } },
      }),
      status_code: spent === 8 ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_OK',
    },
  ]
})

describe.each(backends)('groups on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    await storeSpans(api, spans)
  })
  /** Each group with the costs of its spans, in the order of the answer. */
  const costs = async (body: object): Promise<readonly unknown[]> => {
    const answer = await api.post(path, {
      ...window,
      focus: 'span',
      specs: [{ type: 'numeric/continuous', path: cost, bins: 1 }],
      ...body,
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body.buckets.map(({ timestamp, group, rest, metrics }: Body) => [
      ...('interval' in body ? [timestamp.slice(8, 10)] : []),
      rest === true ? 'rest' : group,
      metrics[cost]?.sum ?? 0,
    ])
  }

  test('a model call counts for the application, user, environment and tag of its root', async () => {
    expect(await costs({ group_by: 'application' })).toEqual([
      ['chat', 7],
      ['search', 8],
      [null, 0.5],
    ])
    expect(await costs({ group_by: 'user' })).toEqual([
      ['ana', 14],
      ['bo', 1],
      ['cy', 0.5],
    ])
    expect(await costs({ group_by: 'environment' })).toEqual([['production', 15.5]])
    expect(await costs({ group_by: 'attributes.ag.tags.team' })).toEqual([
      ['a', 15],
      ['b', 0.5],
    ])
  })

  test('groups costs of models per day and application', async () => {
    expect(
      await costs({ group_by: ['model', 'application'], interval: 1440, filter: 'span_type = chat' }),
    ).toEqual([
      ['14', ['large', 'chat'], 4],
      ['14', ['small', 'chat'], 1],
      ['15', ['large', 'chat'], 2],
      ['15', ['large', 'search'], 8],
      ['15', ['tiny', null], 0.5],
    ])
  })

  test('the groups with the greatest sums are listed in all buckets; the others form the rest', async () => {
    const request = { group_by: 'user', interval: 1440, group_limit: 1, group_order: cost }
    expect(await costs(request)).toEqual([
      ['14', 'rest', 1],
      ['14', 'ana', 4],
      ['15', 'rest', 0.5],
      ['15', 'ana', 10],
    ])
    expect((await api.post(path, { ...window, ...request })).body).toMatchObject({
      group_by: 'user',
      group_limit: 1,
      group_order: cost,
    })
  })

  test('without an order the groups with the most spans are listed', async () => {
    expect(await costs({ group_by: 'model', group_limit: 2 })).toEqual([
      ['rest', 1.5],
      ['large', 14],
      [null, 0],
    ])
  })

  test('traces and spans are grouped by failure', async () => {
    const counts = async (focus: string): Promise<Body> =>
      (await api.post(path, { ...window, focus, specs: [], group_by: 'status' })).body.buckets.map(
        ({ group, spans: count }: Body) => [group, count],
      )
    expect(await counts('trace')).toEqual([
      ['error', 1],
      ['ok', 4],
    ])
    expect(await counts('span')).toEqual([
      ['error', 1],
      ['ok', 9],
    ])
  })

  test('the query string accepts one group as text and two as a list', async () => {
    const one = await api.post(`${path}?group_by=user&oldest=${window.oldest}&newest=${window.newest}`)
    expect(one.body.buckets.map(({ group }: Body) => group)).toEqual(['ana', 'bo', 'cy'])
    const list = encodeURIComponent('["user","span_name"]')
    const groupsAnswer = await api.post(
      `${path}?group_by=${list}&oldest=${window.oldest}&newest=${window.newest}`,
    )
    expect(groupsAnswer.body.buckets[0].group).toEqual(['ana', 'answer'])
  })

  playAll(
    [
      {
        name: 'three groups are refused',
        path,
        body: { group_by: ['model', 'user', 'status'] },
        status: 422,
        part: { detail: [{ loc: ['body', 'group_by'] }] },
      },
      {
        name: 'a group that is neither a name nor an attribute is refused',
        path,
        body: { group_by: 'colour' },
        status: 422,
        part: { detail: [{ loc: ['body', 'group_by'] }] },
      },
      {
        name: 'more than 1,000 groups are refused',
        path,
        body: { group_by: 'user', group_limit: 1001 },
        status: 422,
        part: { detail: [{ loc: ['body', 'group_limit'] }] },
      },
    ],
    () => api,
  )
})
