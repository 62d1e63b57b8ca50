// Calls every operation of versioned records once per kind, in the order of a client. All calls must succeed.
import { describe, expect, test } from 'vitest'
import { kinds, recordKey, type Kind } from '../../src/versioning/kinds.ts'
import { bothBackends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import { makeRun, makeSubjects } from '../support/evaluations.ts'
import { requestOf, span } from '../support/otlp.ts'

const payload: Readonly<Record<Kind['family'], object>> = {
  workflow: { parameters: { prompt: 'Answer in one sentence.' } },
  testset: { testcases: [{ data: { question: 'Capital of Peru?', answer: 'Lima' } }] },
  query: { filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] } },
  environment: { references: {} },
}

interface Tour {
  readonly call: (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) => Promise<Body>
  readonly kind: Kind
}

/** Creates an artifact with a variant and two revisions, step by step. */
async function createHistory({ call, kind }: Tour) {
  const { name, plural, family } = kind
  const key = recordKey(kind, 'variant')
  const data = payload[family]
  const artifact = (await call('POST', `/${plural}/`, { [name]: { slug: 'tour', name: 'Tour' } }))[name]
  const variant = (
    await call('POST', `/${plural}/variants/`, { [key]: { slug: 'tour.main', [`${name}_id`]: artifact.id } })
  )[key]
  const parents = { [`${name}_id`]: artifact.id, [`${name}_variant_id`]: variant.id }
  const revisionKey = recordKey(kind, 'revision')
  await call('POST', `/${plural}/revisions/`, { [revisionKey]: { ...parents, message: 'Start' } })
  const commitAnswer = await call('POST', `/${plural}/revisions/commit`, {
    [revisionKey]: { ...parents, data, message: 'First' },
  })
  return { artifact, variant, revision: commitAnswer[revisionKey] }
}

async function editRecords(
  { call, kind }: Tour,
  records: Awaited<ReturnType<typeof createHistory>>,
): Promise<void> {
  const levels = [
    [`/${kind.plural}`, kind.name, records.artifact],
    [`/${kind.plural}/variants`, recordKey(kind, 'variant'), records.variant],
    [`/${kind.plural}/revisions`, recordKey(kind, 'revision'), records.revision],
  ] as const
  for (const [path, key, record] of levels) {
    await call('PUT', `${path}/${record.id}`, { [key]: { tags: { team: 'support' } } })
    await call('POST', `${path}/query`, { [key]: { tags: { team: 'support' } }, windowing: { limit: 10 } })
    await call('POST', `${path}/${record.id}/archive`)
    await call('POST', `${path}/${record.id}/unarchive`)
  }
}

async function useReferences({ call, kind }: Tour, slug: string): Promise<void> {
  const { name, plural } = kind
  const target = { [`${name}_variant_ref`]: { slug } }
  await call('POST', `/${plural}/revisions/retrieve`, target)
  await call('POST', `/${plural}/revisions/diff`, target)
  if (kind.hasEmbeds) await call('POST', `/${plural}/revisions/resolve`, target)
  const environment_ref = { slug: 'production' }
  if (kind.isDeployable)
    await call('POST', `/${plural}/revisions/deploy`, { ...target, environment_ref, key: 'tour' })
  await call('POST', `/${plural}/variants/fork`, {
    [recordKey(kind, 'variant')]: { slug: 'tour.fork' },
    ...target,
  })
}

async function editSimpleRecord({ call, kind }: Tour): Promise<void> {
  const { name, plural, family } = kind
  const data = payload[family]
  const { [name]: record } = await call('POST', `/simple/${plural}/`, { [name]: { slug: 'simple', data } })
  await call('PUT', `/simple/${plural}/${record.id}`, { [name]: { id: record.id, name: 'Simple' } })
  await call('POST', `/simple/${plural}/query`, { [`${name}_refs`]: [{ slug: 'simple' }] })
}

describe.each(bothBackends)('on %s', (backend) => {
  test.each(Object.values(kinds).map((kind) => [kind.plural, kind] as const))('%s', async (_, kind) => {
    const api: Api = await newProject(serverOf(backend))
    const call: Tour['call'] = async (method, path, body) => {
      const answer = await api.call(method, path, body)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 200 })
      return answer.body
    }
    const tour = { call, kind }
    const records = await createHistory(tour)
    await editRecords(tour, records)
    await useReferences(tour, 'tour.main')
    await editSimpleRecord(tour)
    const log = await call('POST', `/${kind.plural}/revisions/log`, {
      [kind.name]: { [`${kind.name}_variant_id`]: records.variant.id },
    })
    expect(log.count).toBe(2)
  })

  test('routes of the server and of exporters succeed', async () => {
    const api = await newProject(serverOf(backend))
    const call = (method: string, path: string, body?: object) =>
      request(`${api.url}${path}`, {
        method,
        authorization: `ApiKey ${api.key}`,
        ...(body === undefined ? {} : { body }),
      })
    const answers = [
      await call('GET', '/api/projects/current/records'),
      await call('GET', '/api/stores'),
      await call('GET', '/health'),
      await call('GET', '/ready'),
      await call('GET', '/api/workflows/catalog/types/'),
      await call('GET', '/api/evaluators/catalog/templates/auto_exact_match'),
      await call('POST', '/api/spans/filter', { filter: 'status_code = STATUS_CODE_ERROR' }),
      await call('POST', '/v1/traces', requestOf(span())),
      await call('POST', '/v1/logs', {
        resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'checkout' }] }] }],
      }),
      await call('POST', '/v1/metrics', { resourceMetrics: [] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('routes for a finished run, its verdicts and its queue succeed', async () => {
    const api = await newProject(serverOf(backend))
    const { testset, application } = await makeSubjects(api, 'tour')
    const step = (name: string, type: string, { revision_id: id }: Body) => ({
      key: name,
      type,
      origin: 'custom',
      references: { [`${name}_revision`]: { id } },
    })
    const steps = [step('testset', 'input', testset), step('application', 'invocation', application)]
    const run = await makeRun(api, { data: { steps } })
    const queue = (await api.post('/evaluations/queues/', { queues: [{ run_id: run.id }] })).body.queues[0]
    const path = `/evaluations/runs/${run.id}`
    const answers = [
      await api.call('PATCH', '/evaluations/queues/', { queues: [{ id: queue.id, name: 'Reviews' }] }),
      await api.call('PATCH', path, { run: { status: 'success' } }),
      await api.post('/evaluations/runs/compare', { runs: [{ run_id: run.id }] }),
      await api.post(`${path}/gate`, {
        rules: [{ evaluator: 'exact', path: 'score', statistic: 'mean', min: 0.8 }],
      }),
      await api.get(`${path}/manifest`),
      await api.post(`${path}/manifest/verify`),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
