// Projects that admins create and rename with their own keys, and the built-in prices of every project.
import { describe, expect, test } from 'vitest'
import { currentProject, backends, newProject, request, serverOf, type Answer } from '../support/api.ts'
import { firstKey } from '../support/process.ts'

describe.each(backends)('own projects on %s', (backend) => {
  const requestWithFirstKey = (method: string, path: string, body?: unknown): Promise<Answer> =>
    request(`${serverOf(backend)}/api${path}`, { method, authorization: `ApiKey ${firstKey}`, body })

  test('an admin of the first project creates a project with environments and a key', async () => {
    const { status, headers, body } = await requestWithFirstKey('POST', '/projects', {
      project: { name: 'Harbour books' },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    const current = await currentProject(serverOf(backend), `ApiKey ${body.key}`)
    expect(current.body).toMatchObject({
      project_id: body.project.id,
      project_name: 'Harbour books',
      user_role: 'admin',
      is_default_project: false,
    })
    const environments = await request(`${serverOf(backend)}/api/environments/query`, {
      method: 'POST',
      authorization: `ApiKey ${body.key}`,
      body: {},
    })
    expect(environments.body.count).toBe(3)
  })

  test('a slug in use is refused, and nothing is created', async () => {
    const project = { name: 'Twice', slug: `twice-${backend}` }
    expect((await requestWithFirstKey('POST', '/projects', { project })).status).toBe(200)
    expect((await requestWithFirstKey('POST', '/projects', { project })).body.code).toBe('slug_conflict')
  })

  test('admins of other projects, and editors, cannot create projects', async () => {
    const otherProject = await newProject(serverOf(backend))
    const project = { name: 'Mine' }
    expect(await otherProject.post('/projects', { project })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    })
    expect((await (await otherProject.as('editor')).post('/projects', { project })).status).toBe(403)
  })

  test('an admin can rename the project of the key; its slug stays, and an editor is refused', async () => {
    const api = await newProject(serverOf(backend))
    const projectBefore = (await api.get('/projects/current')).body
    const { status, body } = await api.call('PATCH', '/projects/current', { project: { name: 'New name' } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.project).toMatchObject({ id: api.projectId, name: 'New name' })
    expect((await api.get('/projects/current')).body).toMatchObject({
      project_id: projectBefore.project_id,
      project_name: 'New name',
    })
    const editor = await api.as('editor')
    expect((await editor.call('PATCH', '/projects/current', { project: { name: 'No' } })).status).toBe(403)
  })

  test('the built-in prices are listed with their day, cached and reasoning tokens included', async () => {
    const api = await newProject(serverOf(backend))
    const { body } = await api.get('/prices/built-in')
    expect(body.version).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(body.count).toBe(body.prices.length)
    expect(body.prices).toContainEqual({
      provider: 'openai',
      model: 'gpt-4o-mini',
      input: 0.15,
      cache_read: 0.075,
      output: 0.6,
    })
  })
})
