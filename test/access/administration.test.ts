// The routes of administration: projects and their keys.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  admin,
  currentProject,
  backends,
  newProject,
  request,
  serverOf,
  unauthorized,
  type Api,
} from '../support/api.ts'
import { adminKey, firstKey, removeDataDir, startServer, type RunningServer } from '../support/process.ts'
import { aTime, anId, unknownId } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  const url = serverOf(backend)
  let api: Api
  beforeAll(async () => {
    api = await newProject(url)
  })

  describe('administration', () => {
    test('creates, lists, archives and unarchives projects', async () => {
      const answer = await admin(url, 'POST', '/projects/', {
        project: { name: 'Über Projekt', seed_defaults: false },
      })
      const project = {
        id: anId,
        slug: answer.body.project.slug as string,
        name: 'Über Projekt',
        is_default: false,
        created_at: aTime,
      }
      expect(answer.body).toEqual({ count: 1, project })
      expect(project.slug).toMatch(/^ber-projekt(-[0-9a-f]{12})?$/)
      const id = answer.body.project.id as string
      const listProjects = async (query: string): Promise<readonly { readonly id: string }[]> =>
        (await admin(url, 'GET', `/projects/${query}`)).body.projects
      expect((await listProjects('')).some((item) => item.id === id)).toBe(true)
      for (let i = 0; i < 2; i++) {
        const archiveAnswer = await admin(url, 'POST', `/projects/${id}/archive`)
        expect(archiveAnswer.body).toEqual({ count: 1, project: { ...project, archived_at: aTime } })
      }
      expect((await listProjects('')).some((item) => item.id === id)).toBe(false)
      expect((await listProjects('?include_archived=true')).some((item) => item.id === id)).toBe(true)
      const unarchiveAnswer = await admin(url, 'POST', `/projects/${id}/unarchive`)
      expect(unarchiveAnswer.body).toEqual({ count: 1, project })
    })

    test('creates keys; only the answer to the creation has the secret', async () => {
      const keys = `/projects/${api.projectId}/keys/`
      const answer = await admin(url, 'POST', keys, { key: { name: 'ops' } })
      const { secret, ...key } = answer.body.key as { readonly secret: string; readonly prefix: string }
      expect(answer.body).toEqual({
        count: 1,
        key: {
          id: anId,
          prefix: secret.slice(0, 8),
          name: 'ops',
          role: 'admin',
          created_at: aTime,
          secrets: 'read',
          secret,
        },
      })
      const keyList = await admin(url, 'GET', keys)
      expect(keyList.body.keys).toContainEqual(key)
      expect(keyList.body.count).toBe(keyList.body.keys.length)
      const deletion = await admin(url, 'DELETE', `${keys}${key.prefix}`)
      expect(deletion.body).toEqual({ count: 1, key })
      expect((await admin(url, 'DELETE', `${keys}${key.prefix}`)).body.code).toBe('not_found')
    })

    test('creates a project with three environments, each with a variant and an empty first revision', async () => {
      const seededProject = await newProject(url)
      const { body } = await seededProject.post('/environments/revisions/query', {
        windowing: { order: 'ascending' },
      })
      const revisions = (body.environment_revisions as readonly Record<string, unknown>[]).map((revision) => [
        revision['environment_slug'],
        revision['version'],
        'data' in revision,
      ])
      expect(revisions).toEqual([
        ['development', '0', false],
        ['staging', '0', false],
        ['production', '0', false],
      ])
      const emptyProject = await newProject(url, { seedDefaults: false })
      expect((await emptyProject.post('/environments/query')).body).toEqual({ count: 0, environments: [] })
    })

    const invalidRequests: readonly (readonly [string, string, string, unknown, number, string])[] = [
      ['an unknown project', 'POST', `/projects/${unknownId}/archive`, undefined, 404, 'not_found'],
      ['keys of an unknown project', 'POST', `/projects/${unknownId}/keys/`, { key: {} }, 404, 'not_found'],
      ['a project without a name', 'POST', '/projects/', { project: {} }, 422, 'validation_failed'],
      [
        'a slug in use',
        'POST',
        '/projects/',
        { project: { name: 'x', slug: 'default' } },
        409,
        'slug_conflict',
      ],
    ]
    test.each(invalidRequests)('refuses %s', async (_, method, path, body, status, code) => {
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

    test('accepts blanks around the scheme and the key', async () => {
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

  test('has no administration routes', async () => {
    for (const authorization of [firstKey, 'Access ', `Access ${adminKey}`]) {
      const answer = await request(`${server.url}/api/admin/projects/`, { method: 'GET', authorization })
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 404,
        body: { code: 'route_not_found', detail: 'Not Found' },
      })
    }
  })

  test('creates the first project with the key from its settings', async () => {
    expect((await currentProject(server.url, firstKey)).body).toMatchObject({ is_default_project: true })
    expect(
      (await request(`${server.url}/api/keys`, { method: 'GET', authorization: firstKey })).body,
    ).toMatchObject([{ prefix: firstKey.slice(0, 8), role: 'admin' }])
  })
})
