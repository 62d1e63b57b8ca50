// The audit log has one entry for each write that was attempted with a valid key.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { admin, backends, newProject, request, serverOf, type Api } from '../support/api.ts'
import { runFile, serverProgram } from '../support/children.ts'
import { freshDatabase } from '../support/databases.ts'
import { newProjectScope } from '../support/engine.ts'
import { removeDataDir, startServer } from '../support/process.ts'
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

/** Runs a call and returns the entry that it adds. */
async function entryAfter(api: Api, call: () => Promise<unknown>): Promise<Entry | undefined> {
  const countBefore = (await entriesOf(api)).length
  await call()
  const entries = await entriesOf(api)
  expect(entries.length).toBe(countBefore + 1)
  return entries[0]
}

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let application: { readonly id: string; readonly variant_id: string; readonly revision_id: string }
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    const data = { parameters: { a: 1 } }
    application = (await api.post('/simple/applications/', { application: { slug: 'bot', data } })).body
      .application
  })

  test('an entry has the actor, the operation, the record and the outcome', async () => {
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

  test('the entry of each kind of write names the written record', async () => {
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

  test('the entry of a revocation names the key, and the entry of a deletion has status 204', async () => {
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

  test('a write that the role forbids is recorded with the key of the caller', async () => {
    const viewer = await api.as('viewer')
    const entry = await entryAfter(api, () => viewer.post('/applications/', { application: {} }))
    expect(entry).toMatchObject({
      status_code: 403,
      actor_prefix: viewer.key.slice(0, 8),
      operation: 'create_application',
    })
  })

  test('reads, and writes without a valid key, leave no entry', async () => {
    const countBefore = (await entriesOf(api)).length
    await api.post('/applications/query', {})
    await api.get(`/applications/${application.id}`)
    await api.post('/applications/revisions/retrieve', { application_ref: { slug: 'bot' } })
    await request(`${api.url}/api/applications/`, { method: 'POST', authorization: 'nobody', body: {} })
    expect((await entriesOf(api)).length).toBe(countBefore)
  })

  test('entries can be filtered by actor, method, path and resource', async () => {
    const all = await entriesOf(api)
    const matching = async (entry: object): Promise<readonly Entry[]> => entriesOf(api, { entry })
    expect(await matching({ method: 'put' })).toEqual(
      all.filter(({ operation }) => operation.startsWith('edit_')),
    )
    expect(await matching({ path: `/api/applications/${application.id}` })).toHaveLength(1)
    expect(await matching({ resource_kind: 'environment_revision' })).toHaveLength(1)
    expect(await matching({ resource_id: application.id })).toHaveLength(3)
    expect(await matching({ actor_id: unknownId })).toEqual([])
  })

  test('pages neither skip nor repeat while entries are added', async () => {
    const all = (await entriesOf(api)).map(({ id }) => id)
    const ids: string[] = []
    let windowing: unknown = { limit: 4 }
    while (windowing !== undefined) {
      const { body } = await api.post('/audit/query', { windowing })
      ids.push(...(body.entries as readonly Entry[]).map(({ id }) => id))
      windowing = body.windowing
      await api.post('/applications/', { application: { slug: 'bot' } })
    }
    expect(ids).toEqual(all)
    const unknownCursorAnswer = await api.post('/audit/query', { windowing: { next: unknownId } })
    expect(unknownCursorAnswer.body.code).toBe('cursor_unknown')
  })

  test('reads of secrets, and refused attempts, are recorded', async () => {
    const { body: secret } = await api.post('/secrets/', {
      slug: 'token',
      header: { name: 'Token' },
      secret: { kind: 'custom_secret', data: { secret: { format: 'text', content: 'quiet' } } },
    })
    const viewer = await api.as('viewer')
    const fetchEntry = await entryAfter(api, () => api.get('/secrets/token'))
    expect(fetchEntry).toMatchObject({
      operation: 'fetch_secret',
      method: 'GET',
      resource_kind: 'secret',
      resource_id: secret.id,
      actor_prefix: api.key.slice(0, 8),
      status_code: 200,
    })
    const listEntry = await entryAfter(api, () => api.get('/secrets/'))
    expect(listEntry).toMatchObject({ operation: 'list_secrets', status_code: 200 })
    const refusedEntry = await entryAfter(api, () => viewer.get('/secrets/token'))
    expect(refusedEntry).toMatchObject({ status_code: 403, actor_prefix: viewer.key.slice(0, 8) })
    const unknownEntry = await entryAfter(api, () => api.get('/secrets/none'))
    expect(unknownEntry).toMatchObject({ operation: 'fetch_secret', status_code: 404 })
  })

  test('the log of a project has actions of the operator on the project, refusals included', async () => {
    const project = await newProject(serverOf(backend), { seedDefaults: false })
    const path = `/projects/${project.projectId}`
    const { body } = await admin(project.url, 'POST', `${path}/keys/`, { key: { role: 'viewer' } })
    await admin(project.url, 'DELETE', `${path}/keys/${body.key.prefix}`)
    await admin(project.url, 'DELETE', `${path}/keys/${body.key.prefix}`)
    await admin(project.url, 'POST', `${path}/archive`)
    await admin(project.url, 'POST', `${path}/unarchive`)
    const entries = await entriesOf(project)
    const summaries = entries
      .map((entry) => [entry.operation, entry.resource_kind, entry.status_code])
      .reverse()
    expect(summaries).toEqual([
      ['create_project', 'project', 200],
      ['create_project_key', 'key', 200],
      ['create_project_key', 'key', 200],
      ['delete_project_key', 'key', 200],
      ['delete_project_key', undefined, 404],
      ['archive_project', 'project', 200],
      ['unarchive_project', 'project', 200],
    ])
    expect(entries.at(-1)).toMatchObject({
      actor_id: '00000000-0000-0000-0000-000000000000',
      actor_prefix: 'admin key',
      resource_id: project.projectId,
      path: '/api/admin/projects/',
      remote_address: '127.0.0.1',
    })
  })

  test('the entry of a sign-in names the session', async () => {
    const entry = await entryAfter(api, () => api.post('/session'))
    expect(entry).toMatchObject({ operation: 'create_session', resource_kind: 'session', resource_id: anId })
  })

  test('entries of another project are not visible', async () => {
    const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
    const operations = (await entriesOf(otherProject)).map(({ operation }) => operation)
    expect(operations).toEqual(['create_project_key', 'create_project'])
  })
})

test('a secret is not returned when its read cannot be recorded', async () => {
  const server = await startServer()
  try {
    const api = await newProject(server.url, { seedDefaults: false })
    await api.post('/secrets/', {
      slug: 'token',
      header: { name: 'Token' },
      secret: { kind: 'custom_secret', data: { secret: { format: 'text', content: 'quiet' } } },
    })
    const database = new DatabaseSync(join(server.dataDir, 'assay.sqlite'))
    database.exec(`create trigger full before insert on audit begin select raise(abort, 'no room'); end`)
    database.close()
    const { status, body } = await api.get('/secrets/token')
    expect(status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(body)).not.toContain('quiet')
  } finally {
    await server.stop()
    removeDataDir(server)
  }
})

describe.each(backends)('assay audit export on %s', (backend) => {
  test('prints every entry of the range once, oldest first, as JSON lines', async () => {
    const database = await freshDatabase(backend)
    onTestFinished(() => database.remove())
    const store = await database.open()
    const { projectId } = await newProjectScope(store, 'audited')
    const timeOf = (i: number): string =>
      `2027-01-${String(1 + Math.floor(i / 1000)).padStart(2, '0')}T00:00:00.000000Z`
    // More than two pages; many entries have the same time.
    await store.write(async (tx) => {
      for (let i = 0; i < 2500; i++) {
        await tx.insertAudit(projectId, {
          id: `01a1ee32-0000-7000-8000-${String(i).padStart(12, '0')}`,
          timestamp: timeOf(i),
          actorId: unknownId,
          actorPrefix: 'k7Qd02Lm',
          method: 'POST',
          path: '/api/keys',
          operation: 'create_key',
          resourceKind: undefined,
          resourceId: undefined,
          statusCode: 200,
          remoteAddress: '127.0.0.1',
          requestId: `r${i}`,
        })
      }
    })
    await store.close()
    const exportRequestIds = async (...flags: readonly string[]): Promise<readonly string[]> => {
      const { code, stdout, stderr } = await runFile(
        serverProgram,
        ['audit', 'export', ...flags],
        database.env,
      )
      expect([code, stderr]).toEqual([0, ''])
      return stdout
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line).request_id as string]))
    }
    const all = Array.from({ length: 2500 }, (_, i) => `r${i}`)
    expect(await exportRequestIds('--until', '2028-01-01')).toEqual(all)
    expect(
      await exportRequestIds('--project', projectId, '--from', '2027-01-02', '--until', '2027-01-03'),
    ).toEqual(all.slice(1000, 2000))
    const failedExport = await runFile(
      serverProgram,
      ['audit', 'export', '--from', 'yesterday'],
      database.env,
    )
    expect([failedExport.code, failedExport.stderr]).toEqual([
      2,
      expect.stringContaining('--from must be a date or a time'),
    ])
  })
})
