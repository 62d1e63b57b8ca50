// Every operation of versioned records, once per kind, in the order of a client. All of them succeed.
import { describe, expect, test } from 'vitest'
import { kinds, recordKey, type Kind } from '../../src/versioning/kinds.ts'
import { backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import { makeRun, makeSubjects } from '../support/evaluations.ts'
import { requestOf, span } from '../support/otlp.ts'

const payload: Readonly<Record<Kind['family'], object>> = {
  workflow: { parameters: { prompt: 'Answer in one sentence.' } },
  testset: { testcases: [{ data: { question: 'Capital of Peru?', answer: 'Lima' } }] },
  query: { filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] } },
  environment: { references: {} },
}

interface Tour {
  readonly ask: (method: 'POST' | 'PUT' | 'GET', path: string, body?: object) => Promise<Body>
  readonly kind: Kind
}

/** An artifact with a variant and two revisions, made step by step. */
async function history({ ask, kind }: Tour) {
  const { name, plural, family } = kind
  const key = recordKey(kind, 'variant')
  const data = payload[family]
  const artifact = (await ask('POST', `/${plural}/`, { [name]: { slug: 'tour', name: 'Tour' } }))[name]
  const variant = (
    await ask('POST', `/${plural}/variants/`, { [key]: { slug: 'tour.main', [`${name}_id`]: artifact.id } })
  )[key]
  const parents = { [`${name}_id`]: artifact.id, [`${name}_variant_id`]: variant.id }
  const revisionKey = recordKey(kind, 'revision')
  await ask('POST', `/${plural}/revisions/`, { [revisionKey]: { ...parents, message: 'Start' } })
  const committed = await ask('POST', `/${plural}/revisions/commit`, {
    [revisionKey]: { ...parents, data, message: 'First' },
  })
  return { artifact, variant, revision: committed[revisionKey] }
}

async function edits({ ask, kind }: Tour, records: Awaited<ReturnType<typeof history>>): Promise<void> {
  const levels = [
    [`/${kind.plural}`, kind.name, records.artifact],
    [`/${kind.plural}/variants`, recordKey(kind, 'variant'), records.variant],
    [`/${kind.plural}/revisions`, recordKey(kind, 'revision'), records.revision],
  ] as const
  for (const [path, key, record] of levels) {
    await ask('PUT', `${path}/${record.id}`, { [key]: { tags: { team: 'support' } } })
    await ask('POST', `${path}/query`, { [key]: { tags: { team: 'support' } }, windowing: { limit: 10 } })
    await ask('POST', `${path}/${record.id}/archive`)
    await ask('POST', `${path}/${record.id}/unarchive`)
  }
}

async function references({ ask, kind }: Tour, slug: string): Promise<void> {
  const { name, plural } = kind
  const target = { [`${name}_variant_ref`]: { slug } }
  await ask('POST', `/${plural}/revisions/retrieve`, target)
  await ask('POST', `/${plural}/revisions/diff`, target)
  if (kind.hasEmbeds) await ask('POST', `/${plural}/revisions/resolve`, target)
  const environment_ref = { slug: 'production' }
  if (kind.isDeployable)
    await ask('POST', `/${plural}/revisions/deploy`, { ...target, environment_ref, key: 'tour' })
  await ask('POST', `/${plural}/variants/fork`, {
    [recordKey(kind, 'variant')]: { slug: 'tour.fork' },
    ...target,
  })
}

async function simple({ ask, kind }: Tour): Promise<void> {
  const { name, plural, family } = kind
  const data = payload[family]
  const { [name]: record } = await ask('POST', `/simple/${plural}/`, { [name]: { slug: 'simple', data } })
  await ask('PUT', `/simple/${plural}/${record.id}`, { [name]: { id: record.id, name: 'Simple' } })
  await ask('POST', `/simple/${plural}/query`, { [`${name}_refs`]: [{ slug: 'simple' }] })
}

describe.each(backends)('on %s', (backend) => {
  test.each(Object.values(kinds).map((kind) => [kind.plural, kind] as const))('%s', async (_, kind) => {
    const api: Api = await newProject(serverOf(backend))
    const ask: Tour['ask'] = async (method, path, body) => {
      const answer = await api.call(method, path, body)
      expect(answer, `${method} ${path}`).toMatchObject({ status: 200 })
      return answer.body
    }
    const tour = { ask, kind }
    const records = await history(tour)
    await edits(tour, records)
    await references(tour, 'tour.main')
    await simple(tour)
    const log = await ask('POST', `/${kind.plural}/revisions/log`, {
      [kind.name]: { [`${kind.name}_variant_id`]: records.variant.id },
    })
    expect(log.count).toBe(2)
  })

  test('routes outside of projects, and exporters', async () => {
    const api = await newProject(serverOf(backend))
    const ask = (method: string, path: string, body?: object) =>
      request(`${api.url}${path}`, {
        method,
        authorization: `ApiKey ${api.key}`,
        ...(body === undefined ? {} : { body }),
      })
    const answers = [
      await ask('GET', '/api/projects/current/records'),
      await ask('GET', '/api/stores'),
      await ask('GET', '/health'),
      await ask('GET', '/ready'),
      await ask('GET', '/api/workflows/catalog/types/'),
      await ask('GET', '/api/evaluators/catalog/templates/auto_exact_match'),
      await ask('POST', '/api/spans/filter', { filter: 'status_code = STATUS_CODE_ERROR' }),
      await ask('POST', '/v1/traces', requestOf(span())),
      await ask('POST', '/v1/logs', {
        resourceLogs: [{ scopeLogs: [{ logRecords: [{ eventName: 'checkout' }] }] }],
      }),
      await ask('POST', '/v1/metrics', { resourceMetrics: [] }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })

  test('a finished run, its verdicts and its queue', async () => {
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
