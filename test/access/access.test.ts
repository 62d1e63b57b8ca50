// Access with keys, and the rights of each role.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  admin,
  currentProject,
  backends,
  newProject,
  serverOf,
  unauthorized,
  type Api,
} from '../support/api.ts'
import { adminKey, firstKey } from '../support/process.ts'
import { aTime, anId, playAll, unknownId } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  const url = serverOf(backend)
  let api: Api
  beforeAll(async () => {
    api = await newProject(url)
  })

  describe('a key', () => {
    const formats: readonly ((key: string) => string)[] = [
      (key) => `ApiKey ${key}`,
      (key) => `apikey ${key}`,
      (key) => `APIKEY   ${key}`,
      (key) => `Bearer ${key}`,
      (key) => `bearer ${key}`,
      (key) => key,
      (key) => `  ${key}  `,
    ]
    test.each(formats.map((format) => [format('<key>'), format] as const))(
      'is accepted as %j',
      async (_, format) => {
        expect((await currentProject(url, format(api.key))).status).toBe(200)
      },
    )

    const invalidHeaders: readonly (readonly [string, (key: string) => string | undefined])[] = [
      ['is missing', () => undefined],
      ['is empty', () => ''],
      ['is only a scheme', () => 'ApiKey'],
      ['has another scheme', (key) => `Basic ${key}`],
      ['has the scheme of the operator', (key) => `Access ${key}`],
      ['has too many words', (key) => `ApiKey ${key} more`],
      ['is truncated', (key) => `ApiKey ${key.slice(0, -1)}`],
      ['is only a prefix', (key) => `ApiKey ${key.slice(0, 8)}`],
      ['is unknown', () => `ApiKey AAAAAAAA.${'0'.repeat(64)}`],
      ['has another case', (key) => `ApiKey ${key.toUpperCase()}`],
      ["is the operator's", () => `ApiKey ${adminKey}`],
    ]
    test.each(invalidHeaders)('that %s is refused without a reason', async (_, format) => {
      const { status, body, headers } = await currentProject(url, format(api.key))
      expect({ status, body }).toEqual({ status: 401, body: unauthorized })
      expect(headers.get('WWW-Authenticate')).toBe('ApiKey')
    })

    test('that was revoked, has expired or belongs to an archived project is refused with the same answer', async () => {
      const otherProject = await newProject(url, { seedDefaults: false })
      const keys = `/projects/${otherProject.projectId}/keys/`
      const createKey = async (key: object): Promise<string> =>
        (await admin(url, 'POST', keys, { key })).body.key.secret as string
      const revokedKey = await createKey({ name: 'gone' })
      expect((await currentProject(url, revokedKey)).status).toBe(200)
      await admin(url, 'DELETE', `${keys}${revokedKey.slice(0, 8)}`)
      const expiredKey = await createKey({ expiration_date: '2020-01-01T00:00:00Z' })
      const validKey = await createKey({ expiration_date: '2999-01-01T00:00:00+02:00' })
      expect((await currentProject(url, validKey)).status).toBe(200)
      await admin(url, 'POST', `/projects/${otherProject.projectId}/archive`)
      for (const key of [revokedKey, expiredKey, validKey]) {
        const { status, body } = await currentProject(url, key)
        expect({ status, body }).toEqual({ status: 401, body: unauthorized })
      }
      await admin(url, 'POST', `/projects/${otherProject.projectId}/unarchive`)
      expect((await currentProject(url, validKey)).status).toBe(200)
      expect((await currentProject(url, expiredKey)).status).toBe(401)
    })
  })

  describe('the current project', () => {
    test('is also returned as organisation and workspace', async () => {
      const { body } = await api.get('/projects/current')
      const profile = await api.get('/profile')
      expect(profile.body).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        uid: profile.body.id,
        username: expect.any(String),
        email: expect.stringMatching(/^\w+@key\.invalid$/),
        role: body.user_role,
        project_id: body.project_id,
        project_name: body.project_name,
        created_at: expect.any(String),
      })
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

    test('of the first key is the default project', async () => {
      const { body } = await currentProject(url, firstKey)
      expect([body.is_default_project, body.user_role]).toEqual([true, 'admin'])
    })

    test('is the project of the key, regardless of the query string', async () => {
      const path = `/projects/current?project_id=${unknownId}&workspace_id=x&organization_id=y`
      expect((await api.get(path)).body.project_id).toBe(api.projectId)
    })
  })

  describe('keys of a project', () => {
    test('are created, listed without their secret, used and revoked', async () => {
      const answer = await api.post('/keys', { name: 'ci', role: 'editor', expiration_date: '2999-01-01' })
      expect([answer.status, answer.body]).toEqual([
        200,
        expect.stringMatching(/^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/),
      ])
      const secret = answer.body as string
      const prefix = secret.slice(0, 8)
      const keyList = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(keyList.find((key) => key.prefix === prefix)).toEqual({
        id: anId,
        prefix,
        name: 'ci',
        role: 'editor',
        created_at: aTime,
        last_used_at: null,
        expiration_date: '2999-01-01T00:00:00.000000Z',
        secrets: 'read',
      })
      expect(JSON.stringify(keyList)).not.toContain(secret.slice(9))
      expect((await currentProject(url, secret)).body.user_role).toBe('editor')
      const keysAfterUse = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(keysAfterUse.find((key) => key.prefix === prefix)).toMatchObject({ last_used_at: aTime })
      const deletion = await api.call('DELETE', `/keys/${prefix}`)
      expect([deletion.status, deletion.body]).toEqual([200, { message: 'API key deleted successfully' }])
      expect((await currentProject(url, secret)).status).toBe(401)
      expect((await api.call('DELETE', `/keys/${prefix}`)).body.code).toBe('not_found')
      const remainingKeys = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(remainingKeys.map((key) => key.prefix)).not.toContain(prefix)
    })

    test('are created without a body, with the role of the caller and no name', async () => {
      for (const body of [undefined, {}, { name: null, role: null }]) {
        const { status, body: secret } = await api.post('/keys', body)
        expect([status, secret]).toEqual([200, expect.stringMatching(/^[A-Za-z0-9]{8}\.[0-9a-f]{64}$/)])
        const keyList = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
        expect(keyList.find((key) => key.prefix === (secret as string).slice(0, 8))).toMatchObject({
          name: null,
          role: 'admin',
          expiration_date: null,
        })
      }
    })

    test('have null for members without a value', async () => {
      const secret = (await api.post('/keys', { name: 'ci', role: 'viewer' })).body as string
      const keyList = (await api.get('/keys')).body as readonly { readonly prefix: string }[]
      expect(keyList.find((key) => key.prefix === secret.slice(0, 8))).toMatchObject({
        last_used_at: null,
        expiration_date: null,
        secrets: 'read',
      })
    })

    test('of another project cannot be revoked', async () => {
      const otherProject = await newProject(url, { seedDefaults: false })
      const { status, body } = await api.call('DELETE', `/keys/${otherProject.key.slice(0, 8)}`)
      expect({ status, code: body.code }).toEqual({ status: 404, code: 'not_found' })
      expect((await currentProject(url, otherProject.key)).status).toBe(200)
    })

    test('have one of three roles', async () => {
      const { status, body } = await api.post('/keys', { name: 'ci', role: 'owner' })
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'enum', loc: ['body', 'role'] }] },
      })
      expect(body.detail[0]).not.toHaveProperty('input')
    })
  })

  describe('roles', () => {
    const roleRefusal = (role: string, callerRole: string) => ({
      code: 'forbidden',
      detail: `This request needs a key with role ${role}; this key has role ${callerRole}.`,
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
        name: `a viewer can call ${method} ${path}`,
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
        name: `a viewer cannot call ${method} ${path}`,
        method,
        path,
        status: 403,
        whole: roleRefusal(role, 'viewer'),
      })),
      () => viewer,
    )

    playAll(
      [
        { name: 'an editor can write', path: '/applications/', body: { application: {} }, status: 200 },
        { name: 'an editor can list secrets', method: 'GET', path: '/secrets/', status: 200 },
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
        name: `an editor cannot call ${method} ${path}`,
        method,
        path,
        status: 403,
        whole: roleRefusal('admin', 'editor'),
      })),
      () => editor,
    )
  })

  describe('the permission check', () => {
    const allowedActions: readonly (readonly [string, readonly string[]])[] = [
      ['viewer', ['run_service', 'view_secret', 'view_traces']],
      ['editor', ['run_service', 'run_evaluations', 'edit_secret', 'view_secret']],
      ['admin', ['run_service', 'edit_x', 'delete_project', 'anything']],
    ]
    const deniedActions: readonly (readonly [string, readonly string[]])[] = [
      ['viewer', ['run_evaluations', 'edit_secret', 'delete_project']],
      ['editor', ['delete_project', 'anything']],
    ]
    const check = (action: string): string =>
      `/access/permissions/check?action=${action}&resource_type=service`

    test.each(allowedActions)('allows a %s %j', async (role, actions) => {
      const key = await api.as(role as 'viewer')
      for (const action of actions) {
        const { status, body } = await key.get(check(action))
        expect({ status, body }, action).toEqual({ status: 200, body: { effect: 'allow' } })
      }
    })

    test.each(deniedActions)('denies a %s %j', async (role, actions) => {
      const key = await api.as(role as 'viewer')
      for (const action of actions) {
        const { status, body } = await key.get(check(action))
        expect({ status, body }, action).toEqual({
          status: 403,
          body: { code: 'forbidden', detail: 'Forbidden' },
        })
      }
    })

    test('denies requests for another project', async () => {
      const ownProject = `${check('run_service')}&scope_type=project&scope_id=${api.projectId}`
      expect((await api.get(ownProject)).status).toBe(200)
      const unknownProject = `${check('run_service')}&scope_type=project&scope_id=${unknownId}`
      expect((await api.get(unknownProject)).body).toEqual({ code: 'forbidden', detail: 'Forbidden' })
    })

    test('accepts services and local secrets only', async () => {
      const { status, body } = await api.get('/access/permissions/check?action=run_service&resource_type=x')
      expect({ status, body }).toMatchObject({
        status: 422,
        body: { detail: [{ type: 'enum', loc: ['query', 'resource_type'] }] },
      })
      const answerWithoutQuery = await api.get('/access/permissions/check')
      expect(
        answerWithoutQuery.body.detail.map((fieldError: { readonly type: string }) => fieldError.type),
      ).toEqual(['missing', 'missing'])
    })
  })
})
