// Keys, roles and projects: who is let in, and what each may see.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin, forms, newProject, request, serverOf, type Answer, type Api } from './support/api.ts'
import { adminKey, firstKey, removeDataDir, startServer, type RunningServer } from './support/process.ts'
import { aTime, anId, playAll, unknownId } from './support/scenarios.ts'

const unauthorized = { code: 'unauthorized', detail: { message: 'Unauthorized' } }

const current = (url: string, authorization?: string): Promise<Answer> =>
  request(`${url}/api/projects/current`, {
    method: 'GET',
    ...(authorization === undefined ? {} : { authorization }),
  })

describe.each(forms)('on %s', (form) => {
  const url = serverOf(form)
  let api: Api
  beforeAll(async () => {
    api = await newProject(url)
  })

  describe('a key', () => {
    const spellings: readonly ((key: string) => string)[] = [
      (key) => `ApiKey ${key}`,
      (key) => `apikey ${key}`,
      (key) => `APIKEY   ${key}`,
      (key) => `Bearer ${key}`,
      (key) => `bearer ${key}`,
      (key) => key,
      (key) => `  ${key}  `,
    ]
    test.each(spellings.map((spell) => [spell('<key>'), spell] as const))(
      'is accepted as %j',
      async (_, spell) => {
        expect((await current(url, spell(api.key))).status).toBe(200)
      },
    )

    const refused: readonly (readonly [string, (key: string) => string | undefined])[] = [
      ['is missing', () => undefined],
      ['is empty', () => ''],
      ['is only a scheme', () => 'ApiKey'],
      ['has another scheme', (key) => `Basic ${key}`],
      ['has the scheme of the operator', (key) => `Access ${key}`],
      ['has too many words', (key) => `ApiKey ${key} more`],
      ['is cut off', (key) => `ApiKey ${key.slice(0, -1)}`],
      ['is only a prefix', (key) => `ApiKey ${key.slice(0, 8)}`],
      ['is another', () => `ApiKey AAAAAAAA.${'0'.repeat(64)}`],
      ['has another case', (key) => `ApiKey ${key.toUpperCase()}`],
      ["is the operator's", () => `ApiKey ${adminKey}`],
    ]
    test.each(refused)('that %s is refused without saying why', async (_, spell) => {
      const { status, body, headers } = await current(url, spell(api.key))
      expect({ status, body }).toEqual({ status: 401, body: unauthorized })
      expect(headers.get('WWW-Authenticate')).toBe('ApiKey')
    })

    test('that was revoked, has expired or belongs to an archived project is refused in the same words', async () => {
      const other = await newProject(url, { seedDefaults: false })
      const keys = `/projects/${other.projectId}/keys/`
      const make = async (key: object): Promise<string> =>
        (await admin(url, 'POST', keys, { key })).body.key.secret as string
      const revoked = await make({ name: 'gone' })
      expect((await current(url, revoked)).status).toBe(200)
      await admin(url, 'DELETE', `${keys}${revoked.slice(0, 8)}`)
      const expired = await make({ expiration_date: '2020-01-01T00:00:00Z' })
      const lasting = await make({ expiration_date: '2999-01-01T00:00:00+02:00' })
      expect((await current(url, lasting)).status).toBe(200)
      await admin(url, 'POST', `/projects/${other.projectId}/archive`)
      for (const key of [revoked, expired, lasting]) {
        const { status, body } = await current(url, key)
        expect({ status, body }).toEqual({ status: 401, body: unauthorized })
      }
      await admin(url, 'POST', `/projects/${other.projectId}/unarchive`)
      expect((await current(url, lasting)).status).toBe(200)
      expect((await current(url, expired)).status).toBe(401)
    })
  })

  describe('the current project', () => {
    test('repeats itself as organisation and workspace', async () => {
      const { body } = await api.get('/projects/current')
      expect(body).toEqual({
        organization_id: api.projectId,
        organization_name: expect.any(String),
        workspace_id: api.projectId,
        workspace_name: body.project_name,
        project_id: api.projectId,
        project_name: body.project_name,
        is_default_project: false,
        user_role: 'admin',
        is_demo: false,
      })
    })

    test('is the default one for the first key', async () => {
      const { body } = await current(url, firstKey)
      expect([body.is_default_project, body.user_role]).toEqual([true, 'admin'])
    })

    test('is the one of the key, whatever the query string says', async () => {
      const path = `/projects/current?project_id=${unknownId}&workspace_id=x&organization_id=y`
      expect((await api.get(path)).body.project_id).toBe(api.projectId)
    })
  })

  describe('keys of a project', () => {
    test('are made, listed without their secret, used and revoked', async () => {
      const made = await api.post('/keys', { name: 'ci', role: 'editor', expiration_date: '2999-01-01' })
      expect([made.status, made.body]).toEqual([200, expect.stringMatching(/^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/)])
      const secret = made.body as string
      const prefix = secret.slice(0, 8)
      const listed = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(listed.find((key) => key.prefix === prefix)).toEqual({
        id: anId,
        prefix,
        name: 'ci',
        role: 'editor',
        created_at: aTime,
        last_used_at: null,
        expiration_date: '2999-01-01T00:00:00.000000Z',
      })
      expect(JSON.stringify(listed)).not.toContain(secret.slice(9))
      expect((await current(url, secret)).body.user_role).toBe('editor')
      const used = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(used.find((key) => key.prefix === prefix)).toMatchObject({ last_used_at: aTime })
      const deleted = await api.call('DELETE', `/keys/${prefix}`)
      expect([deleted.status, deleted.body]).toEqual([200, { message: 'API key deleted successfully' }])
      expect((await current(url, secret)).status).toBe(401)
      expect((await api.call('DELETE', `/keys/${prefix}`)).body.code).toBe('not_found')
      const left = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(left.map((key) => key.prefix)).not.toContain(prefix)
    })

    test('may be made without a body: the role is that of the caller, nulls are shown', async () => {
      const secret = (await api.post('/keys')).body as string
      const listed = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(listed.find((key) => key.prefix === secret.slice(0, 8))).toMatchObject({
        name: null,
        role: 'admin',
        expiration_date: null,
      })
    })

    test('of another project cannot be revoked', async () => {
      const other = await newProject(url, { seedDefaults: false })
      const { status, body } = await api.call('DELETE', `/keys/${other.key.slice(0, 8)}`)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
      expect((await current(url, other.key)).status).toBe(200)
    })

    test('have one of three roles', async () => {
      const { status, body } = await api.post('/keys', { role: 'owner' })
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'enum', loc: ['body', 'role'] }] },
      })
      expect(body.detail[0]).not.toHaveProperty('input')
    })
  })

  describe('roles', () => {
    const needs = (role: string, has: string) => ({
      code: 'forbidden',
      detail: `This needs a key with role ${role}; this one has role ${has}.`,
    })
    let viewer: Api
    let editor: Api
    beforeAll(async () => {
      viewer = await api.as('viewer')
      editor = await api.as('editor')
    })

    const reads: readonly (readonly [string, string, unknown?])[] = [
      ['GET', `/applications/${unknownId}`],
      ['POST', '/applications/query', {}],
      ['POST', '/applications/revisions/retrieve', { application_ref: { slug: 'none' } }],
      ['POST', '/applications/revisions/log', { application: { application_variant_id: unknownId } }],
      ['POST', '/workflows/revisions/resolve', { workflow_revision: { data: {} } }],
      ['GET', '/workflows/catalog/templates/'],
      ['GET', '/projects/current'],
      ['GET', '/access/permissions/check?action=view_secret&resource_type=local_secrets'],
      ['POST', '/simple/environments/query', {}],
    ]
    playAll(
      reads.map(([method, path, body]) => ({
        name: `a viewer may ${method} ${path}`,
        method,
        path,
        body,
        status: 200,
      })),
      () => viewer,
    )

    const closedToViewers: readonly (readonly [string, string, string])[] = [
      ['GET', '/secrets/', 'editor'],
      ['GET', '/keys', 'admin'],
      ['POST', '/audit/query', 'admin'],
      ['POST', '/applications/', 'editor'],
    ]
    playAll(
      closedToViewers.map(([method, path, role]) => ({
        name: `a viewer may not ${method} ${path}`,
        method,
        path,
        status: 403,
        whole: needs(role, 'viewer'),
      })),
      () => viewer,
    )

    playAll(
      [
        { name: 'an editor may write', path: '/applications/', body: { application: {} }, status: 200 },
        { name: 'an editor may list secrets', method: 'GET', path: '/secrets/', status: 200 },
      ],
      () => editor,
    )
    const closedToEditors: readonly (readonly [string, string])[] = [
      ['GET', '/keys'],
      ['POST', '/keys'],
      ['DELETE', '/keys/abcdefgh'],
      ['POST', '/audit/query'],
      ['POST', `/simple/environments/${unknownId}/guard`],
      ['POST', `/simple/environments/${unknownId}/unguard`],
    ]
    playAll(
      closedToEditors.map(([method, path]) => ({
        name: `an editor may not ${method} ${path}`,
        method,
        path,
        status: 403,
        whole: needs('admin', 'editor'),
      })),
      () => editor,
    )
  })

  describe('the permission check', () => {
    const allowed: readonly (readonly [string, readonly string[]])[] = [
      ['viewer', ['run_service', 'view_secret', 'view_traces']],
      ['editor', ['run_service', 'run_evaluations', 'edit_secret', 'view_secret']],
      ['admin', ['run_service', 'edit_x', 'delete_project', 'anything']],
    ]
    const denied: readonly (readonly [string, readonly string[]])[] = [
      ['viewer', ['run_evaluations', 'edit_secret', 'delete_project']],
      ['editor', ['delete_project', 'anything']],
    ]
    const check = (action: string): string =>
      `/access/permissions/check?action=${action}&resource_type=service`

    test.each(allowed)('allows a %s %j', async (role, actions) => {
      const key = await api.as(role as 'viewer')
      for (const action of actions) {
        const { status, body } = await key.get(check(action))
        expect({ status, body }, action).toEqual({ status: 200, body: { effect: 'allow' } })
      }
    })

    test.each(denied)('denies a %s %j', async (role, actions) => {
      const key = await api.as(role as 'viewer')
      for (const action of actions) {
        const { status, body } = await key.get(check(action))
        expect({ status, body }, action).toEqual({
          status: 403,
          body: { code: 'forbidden', detail: 'Forbidden' },
        })
      }
    })

    test('denies what is asked for another project', async () => {
      const own = `${check('run_service')}&scope_type=project&scope_id=${api.projectId}`
      expect((await api.get(own)).status).toBe(200)
      const other = `${check('run_service')}&scope_type=project&scope_id=${unknownId}`
      expect((await api.get(other)).body).toEqual({ code: 'forbidden', detail: 'Forbidden' })
    })

    test('speaks of services and local secrets only', async () => {
      const { status, body } = await api.get('/access/permissions/check?action=run_service&resource_type=x')
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'enum', loc: ['query', 'resource_type'] }] },
      })
      const missing = await api.get('/access/permissions/check')
      expect(missing.body.detail.map((fault: { readonly type: string }) => fault.type)).toEqual([
        'missing',
        'missing',
      ])
    })
  })

  describe('records of another project', () => {
    let mine: { readonly id: string; readonly variant_id: string; readonly revision_id: string }
    let secretId: string
    let other: Api
    beforeAll(async () => {
      other = await newProject(url, { seedDefaults: false })
      mine = (await api.post('/simple/applications/', { application: { slug: 'mine', data: {} } })).body
        .application
      secretId = (
        await api.post('/secrets/', {
          slug: 'mine',
          header: { name: 'Mine' },
          secret: { kind: 'webhook_provider', data: { provider: { key: 'k' } } },
        })
      ).body.id as string
    })

    test('read as nothing', async () => {
      for (const path of [
        `/applications/${mine.id}`,
        `/applications/variants/${mine.variant_id}`,
        `/applications/revisions/${mine.revision_id}`,
        `/simple/applications/${mine.id}`,
      ]) {
        const { status, body } = await other.get(path)
        expect({ status, body }, path).toEqual({ status: 200, body: { count: 0 } })
      }
      const refs = [
        { application_ref: { slug: 'mine' } },
        { application_variant_ref: { id: mine.variant_id } },
        { application_revision_ref: { id: mine.revision_id } },
      ]
      for (const ref of refs) {
        expect((await other.post('/applications/revisions/retrieve', ref)).body).toEqual({ count: 0 })
      }
      expect((await other.post('/applications/query', {})).body).toEqual({ count: 0, applications: [] })
      const log = { application: { application_variant_id: mine.variant_id } }
      expect((await other.post('/applications/revisions/log', log)).body).toEqual({
        count: 0,
        application_revisions: [],
      })
    })

    test('cannot be written', async () => {
      const writes: readonly (readonly [string, string, unknown?])[] = [
        ['PUT', `/applications/${mine.id}`, { application: { name: 'theirs' } }],
        ['PUT', `/simple/applications/${mine.id}`, { application: { name: 'theirs' } }],
        ['POST', `/applications/${mine.id}/archive`],
        ['POST', `/applications/variants/${mine.variant_id}/archive`],
        ['POST', `/applications/revisions/${mine.revision_id}/archive`],
        ['POST', '/applications/variants/', { application_variant: { application_id: mine.id } }],
        [
          'POST',
          '/applications/revisions/commit',
          { application_revision: { application_variant_id: mine.variant_id, data: {} } },
        ],
        ['POST', '/variants/fork', { application_revision_ref: { id: mine.revision_id } }],
        ['DELETE', `/secrets/${secretId}`],
        ['GET', `/secrets/${secretId}`],
        ['GET', '/secrets/mine'],
      ]
      for (const [method, path, body] of writes) {
        const answer = await other.call(method, path, body)
        expect({ status: answer.status, code: answer.body.code }, path).toEqual({
          status: 404,
          code: 'not_found',
        })
      }
      expect((await api.get(`/applications/${mine.id}`)).body.application).not.toHaveProperty('name')
    })

    test('leave their slugs free', async () => {
      const { status } = await other.post('/applications/', { application: { slug: 'mine' } })
      expect(status).toBe(200)
    })
  })

  describe('administration', () => {
    test('makes, lists, archives and unarchives projects', async () => {
      const made = await admin(url, 'POST', '/projects/', {
        project: { name: 'Über Projekt', seed_defaults: false },
      })
      const project = {
        id: anId,
        slug: made.body.project.slug as string,
        name: 'Über Projekt',
        is_default: false,
        created_at: aTime,
      }
      expect(made.body).toEqual({ count: 1, project })
      expect(project.slug).toMatch(/^ber-projekt(-[0-9a-f]{12})?$/)
      const id = made.body.project.id as string
      const listed = async (query: string): Promise<readonly { readonly id: string }[]> =>
        (await admin(url, 'GET', `/projects/${query}`)).body.projects
      expect((await listed('')).some((one) => one.id === id)).toBe(true)
      for (let i = 0; i < 2; i++) {
        const archived = await admin(url, 'POST', `/projects/${id}/archive`)
        expect(archived.body).toEqual({ count: 1, project: { ...project, archived_at: aTime } })
      }
      expect((await listed('')).some((one) => one.id === id)).toBe(false)
      expect((await listed('?include_archived=true')).some((one) => one.id === id)).toBe(true)
      const back = await admin(url, 'POST', `/projects/${id}/unarchive`)
      expect(back.body).toEqual({ count: 1, project })
    })

    test('makes keys whose secret is shown once', async () => {
      const keys = `/projects/${api.projectId}/keys/`
      const made = await admin(url, 'POST', keys, { key: { name: 'ops' } })
      const { secret, ...key } = made.body.key as { readonly secret: string; readonly prefix: string }
      expect(made.body).toEqual({
        count: 1,
        key: { id: anId, prefix: secret.slice(0, 8), name: 'ops', role: 'admin', created_at: aTime, secret },
      })
      const listed = await admin(url, 'GET', keys)
      expect(listed.body.keys).toContainEqual(key)
      expect(listed.body.count).toBe(listed.body.keys.length)
      const deleted = await admin(url, 'DELETE', `${keys}${key.prefix}`)
      expect(deleted.body).toEqual({ count: 1, key })
      expect((await admin(url, 'DELETE', `${keys}${key.prefix}`)).body.code).toBe('not_found')
    })

    test('gives a project three environments, each with a variant and an empty first revision', async () => {
      const fresh = await newProject(url)
      const { body } = await fresh.post('/environments/revisions/query', {
        windowing: { order: 'ascending' },
      })
      const seeded = (body.environment_revisions as readonly Record<string, unknown>[]).map((revision) => [
        revision['environment_slug'],
        revision['version'],
        'data' in revision,
      ])
      expect(seeded).toEqual([
        ['development', '0', false],
        ['staging', '0', false],
        ['production', '0', false],
      ])
      const bare = await newProject(url, { seedDefaults: false })
      expect((await bare.post('/environments/query')).body).toEqual({ count: 0, environments: [] })
    })

    const faults: readonly (readonly [string, string, string, unknown, number, string])[] = [
      ['an unknown project', 'POST', `/projects/${unknownId}/archive`, undefined, 404, 'not_found'],
      ['keys of an unknown project', 'POST', `/projects/${unknownId}/keys/`, { key: {} }, 404, 'not_found'],
      ['a project without a name', 'POST', '/projects/', { project: {} }, 422, 'validation_failed'],
      [
        'a slug that is taken',
        'POST',
        '/projects/',
        { project: { name: 'x', slug: 'default' } },
        409,
        'slug_conflict',
      ],
    ]
    test.each(faults)('refuses %s', async (_, method, path, body, status, code) => {
      const answer = await admin(url, method, path, body)
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code })
    })

    test.each([
      ['a project key', () => `ApiKey ${api.key}`],
      ['the admin key under another scheme', () => `ApiKey ${adminKey}`],
      ['the bare admin key', () => adminKey],
      ['another admin key', () => 'Access nobody-has-this-key'],
    ])('refuses %s', async (_, authorization) => {
      const answer = await request(`${url}/api/admin/projects/`, {
        method: 'GET',
        authorization: authorization(),
      })
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: unauthorized })
    })

    test('accepts the scheme word in any case', async () => {
      const authorization = ` access  ${adminKey} `
      expect((await request(`${url}/api/admin/projects/`, { method: 'GET', authorization })).status).toBe(200)
    })
  })
})

describe('a server without an admin key', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ env: { ASSAY_ADMIN_KEY: '' } })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(server)
  })

  test('has no administration', async () => {
    for (const authorization of [firstKey, 'Access ', `Access ${adminKey}`]) {
      const answer = await request(`${server.url}/api/admin/projects/`, { method: 'GET', authorization })
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { code: 'route_not_found', detail: 'Not Found' },
      })
    }
  })

  test('gives the first project the key from its settings', async () => {
    expect((await current(server.url, firstKey)).body).toMatchObject({ is_default_project: true })
    expect(
      (await request(`${server.url}/api/keys`, { method: 'GET', authorization: firstKey })).body,
    ).toMatchObject([{ prefix: firstKey.slice(0, 8), role: 'admin' }])
  })
})
