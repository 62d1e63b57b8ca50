// The audit log: one entry for each write that was attempted with a valid key.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, request, serverOf, type Api } from '../support/api.ts'
import { aTime, anId, play, unknownId } from '../support/scenarios.ts'

interface Entry {
  readonly id: string
  readonly operation: string
  readonly status_code: number
  readonly resource_kind?: string
  readonly resource_id?: string
}

const entriesOf = async (api: Api, body: unknown = {}): Promise<readonly Entry[]> =>
  (await api.post('/audit/query', body)).body.entries as readonly Entry[]

/** The newest entry, after a call. */
async function entryAfter(api: Api, call: () => Promise<unknown>): Promise<Entry | undefined> {
  const before = (await entriesOf(api)).length
  await call()
  const entries = await entriesOf(api)
  expect(entries.length).toBe(before + 1)
  return entries[0]
}

describe.each(forms)('on %s', (form) => {
  let api: Api
  let application: { readonly id: string; readonly variant_id: string; readonly revision_id: string }
  beforeAll(async () => {
    api = await newProject(serverOf(form))
    const data = { parameters: { a: 1 } }
    application = (await api.post('/simple/applications/', { application: { slug: 'bot', data } })).body
      .application
  })

  test('an entry says who did what, to which record, with which outcome', async () => {
    const headers = { 'X-Request-Id': 'audit-me' }
    const answer = await api.call('POST', '/evaluators/?x=1', { evaluator: { slug: 'judge' } }, headers)
    const [entry] = await entriesOf(api)
    expect(entry).toEqual({
      id: anId,
      timestamp: aTime,
      actor_id: answer.body.evaluator.created_by_id,
      actor_prefix: api.key.slice(0, 8),
      method: 'POST',
      path: '/api/evaluators/',
      operation: 'create_evaluator',
      resource_kind: 'evaluator',
      resource_id: answer.body.evaluator.id,
      status_code: 200,
      remote_address: '127.0.0.1',
      request_id: 'audit-me',
    })
  })

  test('every kind of write names the record it wrote', async () => {
    const writes: readonly (readonly [string, () => Promise<unknown>])[] = [
      ['application', () => api.put(`/applications/${application.id}`, { application: { name: 'Bot' } })],
      [
        'application',
        () => api.put(`/simple/applications/${application.id}`, { application: { name: 'B' } }),
      ],
      ['application_variant', () => api.post(`/applications/variants/${application.variant_id}/unarchive`)],
      [
        'application_variant',
        () =>
          api.post('/applications/variants/', { application_variant: { application_id: application.id } }),
      ],
      [
        'application_revision',
        () =>
          api.post('/applications/revisions/commit', {
            application_revision: { application_id: application.id, data: {} },
          }),
      ],
      [
        'application_variant',
        () =>
          api.post('/variants/fork', {
            application_variant: {},
            application_revision_ref: { id: application.revision_id },
          }),
      ],
      [
        'environment_revision',
        () =>
          api.post('/applications/revisions/deploy', {
            application_ref: { slug: 'bot' },
            environment_ref: { slug: 'production' },
          }),
      ],
      ['key', () => api.post('/keys', { name: 'ci', role: 'viewer' })],
      [
        'secret',
        () =>
          api.post('/secrets/', {
            header: { name: 'Hook' },
            secret: { kind: 'webhook_provider', data: { provider: { key: 'k' } } },
          }),
      ],
    ]
    for (const [kind, call] of writes) {
      expect(await entryAfter(api, call)).toMatchObject({
        resource_kind: kind,
        resource_id: anId,
        status_code: 200,
      })
    }
  })

  test('a revoked key is named, and an answer without a body has its own status', async () => {
    const key = (await api.post('/keys', { name: 'ci', role: 'admin' })).body as string
    expect(await entryAfter(api, () => api.call('DELETE', `/keys/${key.slice(0, 8)}`))).toMatchObject({
      operation: 'delete_key',
      resource_kind: 'key',
      resource_id: anId,
    })
    const [secret] = (await api.get('/secrets/')).body as readonly { readonly id: string }[]
    expect(await entryAfter(api, () => api.call('DELETE', `/secrets/${secret?.id}`))).toMatchObject({
      operation: 'delete_secret',
      resource_id: secret?.id,
      status_code: 204,
    })
  })

  const failures: readonly (readonly [number, string, string, unknown])[] = [
    [404, 'PUT', `/applications/${unknownId}`, { application: { name: 'x' } }],
    [409, 'POST', '/applications/', { application: { slug: 'bot' } }],
    [422, 'POST', '/applications/', { application: { slug: 'b o t' } }],
    [422, 'POST', '/applications/', '{'],
    [400, 'POST', '/applications/revisions/commit', { application_revision: { data: {} } }],
  ]
  test.each(failures)('a write that fails with %i is recorded: %s %s', async (status, method, path, body) => {
    const entry = await entryAfter(api, () => play(api, { name: path, method, path, body, status }))
    expect(entry).toMatchObject({ status_code: status })
  })

  test('a write that the role forbids is recorded under the key that tried', async () => {
    const viewer = await api.as('viewer')
    const entry = await entryAfter(api, () => viewer.post('/applications/', { application: {} }))
    expect(entry).toMatchObject({
      status_code: 403,
      actor_prefix: viewer.key.slice(0, 8),
      operation: 'create_application',
    })
  })

  test('reads, and writes without a valid key, leave no entry', async () => {
    const before = (await entriesOf(api)).length
    await api.post('/applications/query', {})
    await api.get(`/applications/${application.id}`)
    await api.post('/applications/revisions/retrieve', { application_ref: { slug: 'bot' } })
    await request(`${api.url}/api/applications/`, { method: 'POST', authorization: 'nobody', body: {} })
    expect((await entriesOf(api)).length).toBe(before)
  })

  test('entries are found by actor, method, path and resource', async () => {
    const all = await entriesOf(api)
    const of = async (entry: object): Promise<readonly Entry[]> => entriesOf(api, { entry })
    expect(await of({ method: 'put' })).toEqual(all.filter(({ operation }) => operation.startsWith('edit_')))
    expect(await of({ path: `/api/applications/${application.id}` })).toHaveLength(1)
    expect(await of({ resource_kind: 'environment_revision' })).toHaveLength(1)
    expect(await of({ resource_id: application.id })).toHaveLength(3)
    expect(await of({ actor_id: unknownId })).toEqual([])
  })

  test('pages neither skip nor repeat while entries are added', async () => {
    const all = (await entriesOf(api)).map(({ id }) => id)
    const seen: string[] = []
    let windowing: unknown = { limit: 4 }
    while (windowing !== undefined) {
      const { body } = await api.post('/audit/query', { windowing })
      seen.push(...(body.entries as readonly Entry[]).map(({ id }) => id))
      windowing = body.windowing
      await api.post('/applications/', { application: { slug: 'bot' } })
    }
    expect(seen).toEqual(all)
    const unknown = await api.post('/audit/query', { windowing: { next: unknownId } })
    expect(unknown.body.code).toBe('cursor_unknown')
  })

  test('entries of another project are not shown', async () => {
    const other = await newProject(serverOf(form), { seedDefaults: false })
    expect((await other.post('/audit/query')).body).toEqual({ count: 0, entries: [] })
  })
})
