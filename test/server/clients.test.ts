// The calls of existing clients of this API, and the parts of the answers that they need.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, request, serverOf, type Api, type Body } from '../support/api.ts'
import { aTime, anId } from '../support/scenarios.ts'

const noReference = { id: null, slug: null, version: null }

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
  })

  test('the current project can be read with both formats of the header and has three ids', async () => {
    for (const authorization of [`ApiKey ${api.key}`, api.key]) {
      const { body } = await request(`${api.url}/api/projects/current`, { method: 'GET', authorization })
      for (const field of ['organization_id', 'workspace_id', 'project_id'])
        expect(body[field]).toBe(api.projectId)
    }
  })

  test('lists of organisations, workspaces and projects have the project of the key', async () => {
    const bodyOf = async (path: string): Promise<Body> => (await api.get(path)).body
    const current = await bodyOf('/projects/current')
    const { project_id: id, project_name: name } = current
    expect(await bodyOf('/projects')).toEqual([current])
    expect(await bodyOf('/workspaces')).toEqual([{ id, name, type: 'default' }])
    expect(await bodyOf('/organizations')).toEqual([
      { id, name, slug: expect.any(String), owner_id: anId, workspaces: [id] },
    ])
  })

  test('a prompt can be created, committed, deployed and fetched, and its history read', async () => {
    const emptyAnswer = await api.post('/simple/applications/query', { application: { slug: 'writer' } })
    expect(emptyAnswer.body).toEqual({ count: 0, applications: [] })
    const app = (await api.post('/simple/applications/', { application: { slug: 'writer', name: 'Writer' } }))
      .body.application
    const answer = await api.post('/applications/variants/', {
      application_variant: { application_id: app.id, slug: 'writer.prod' },
    })
    const variant = answer.body.application_variant
    const response = await api.post('/applications/variants/query', {
      application_refs: [{ slug: 'writer' }],
      application_variant: { slug: 'writer.prod' },
    })
    expect(response.body.application_variants[0]).toEqual(variant)
    const commitAnswer = await api.post('/applications/revisions/commit', {
      application_revision: {
        application_id: app.id,
        application_variant_id: variant.id,
        slug: 'a1b2c3d4e5f6',
        data: { parameters: { prompt: { messages: [] } } },
      },
    })
    const revision = commitAnswer.body.application_revision
    expect(revision).toMatchObject({ slug: 'a1b2c3d4e5f6', version: '0' })
    const byVariant = await api.post('/applications/revisions/retrieve', {
      application_ref: { id: app.id, slug: null, version: null },
      application_variant_ref: { slug: 'writer.prod', id: null, version: null },
      application_revision_ref: { version: '0', id: null, slug: null },
      environment_ref: null,
      environment_variant_ref: noReference,
      environment_revision_ref: null,
      key: null,
      resolve: true,
    })
    expect(byVariant.body.application_revision).toEqual(revision)
    const deployAnswer = await api.post('/applications/revisions/deploy', {
      application_ref: { id: app.id, slug: 'writer' },
      application_variant_ref: { id: variant.id, slug: 'writer.prod' },
      application_revision_ref: { version: '0' },
      environment_ref: { slug: 'production' },
    })
    expect(deployAnswer.body.application_revision.id).toBe(revision.id)
    const { deployed_at, environment_id, environment_version } = deployAnswer.body
    const environments = await api.post('/simple/environments/query', {
      environment: { slug: 'production' },
      environment_refs: [{ slug: 'production' }],
    })
    expect(environments.body.environments).toHaveLength(1)
    // Clients read the name, version, time and author of a deployment from the environment.
    expect(environments.body.environments[0]).toMatchObject({
      slug: 'production',
      revision_id: anId,
      environment_id,
      version: environment_version,
      updated_at: deployed_at,
      updated_by_id: anId,
    })
    expect([deployed_at, environment_id, environment_version]).toEqual([aTime, anId, '1'])
    const byEnvironment = await api.post('/applications/revisions/retrieve', {
      application_ref: noReference,
      environment_ref: { slug: 'production', version: '1' },
      key: 'writer.revision',
      resolve: true,
    })
    expect(byEnvironment.body.application_revision).toMatchObject({
      application_id: app.id,
      application_slug: 'writer',
      application_variant_id: variant.id,
      application_variant_slug: 'writer.prod',
      version: '0',
      data: { parameters: { prompt: { messages: [] } } },
      created_at: aTime,
    })
    const history = await api.post('/applications/revisions/log', {
      application_revisions: { application_id: app.id, application_variant_id: variant.id },
    })
    expect(history.body.application_revisions.map((record: Body) => record.id)).toEqual([revision.id])
  })

  test('an application without parameters has the same answer as a workflow', async () => {
    await api.post('/simple/workflows/', { workflow: { slug: 'plain', data: { parameters: { a: 1 } } } })
    const asApplication = await api.post('/applications/revisions/retrieve', {
      application_ref: { slug: 'plain' },
      resolve: true,
    })
    const asWorkflow = await api.post('/workflows/revisions/retrieve', {
      workflow_ref: { slug: 'plain' },
      workflow_variant_ref: null,
      workflow_revision_ref: noReference,
      resolve: true,
    })
    expect(asWorkflow.body.workflow_revision.data).toEqual({ parameters: { a: 1 } })
    expect(asApplication.body.application_revision.id).toBe(asWorkflow.body.workflow_revision.id)
  })

  test('an evaluator can be created, found by id and edited; omitted members stay unchanged', async () => {
    const slug = '0123456789ab'
    const answer = await api.post('/simple/evaluators/', {
      evaluator: {
        slug,
        name: 'Judge',
        flags: { is_evaluator: true, is_custom: true, has_url: false },
        data: { uri: 'user:custom:judge:v0', schemas: { outputs: { type: 'object' } } },
      },
    })
    const { id, revision_id } = answer.body.evaluator
    const retrieve = async (): Promise<Body> =>
      (
        await api.post('/evaluators/revisions/retrieve', {
          evaluator_ref: { id, slug: null },
          evaluator_revision_ref: null,
          resolve: false,
        })
      ).body.evaluator_revision
    expect(await retrieve()).toMatchObject({ id: revision_id, version: '1', flags: { is_custom: true } })
    const editAnswer = await api.put(`/simple/evaluators/${id}`, { evaluator: { id, name: 'Judge 2' } })
    expect(editAnswer.body.evaluator).toMatchObject({ name: 'Judge 2', slug, revision_id })
    await api.put(`/simple/evaluators/${id}`, {
      evaluator: { id, data: { uri: 'user:custom:judge:v1', schemas: { outputs: { type: 'object' } } } },
    })
    expect(await retrieve()).toMatchObject({ version: '2', data: { uri: 'user:custom:judge:v1' } })
  })

  test('the data of a revision has only documented members', async () => {
    const { body } = await api.post('/simple/applications/', {
      application: {
        data: { uri: 'completion', parameters: {}, runtime: 'python', script: 'x', headers: { a: 'b' } },
      },
    })
    const members = ['uri', 'url', 'headers', 'runtime', 'script', 'schemas', 'parameters']
    expect(Object.keys(body.application.data).filter((key) => !members.includes(key))).toEqual([])
  })

  test('unknown fields and null fields are ignored', async () => {
    const { status, body } = await api.post('/simple/applications/', {
      application: {
        slug: 'lenient',
        name: null,
        description: null,
        flags: null,
        tags: null,
        meta: null,
        folder_id: null,
        lifecycle: {},
        data: {
          uri: null,
          url: null,
          headers: null,
          schemas: { inputs: null },
          script: null,
          parameters: { a: null },
        },
      },
    })
    expect(status).toBe(200)
    expect(body.application.data).toEqual({ schemas: {}, parameters: { a: null } })
    for (const field of ['name', 'description', 'tags', 'meta'])
      expect(body.application).not.toHaveProperty(field)
  })

  test('a serving program can check access and read secrets', async () => {
    const check = '/access/permissions/check?action=run_service&resource_type=service&project_id=x'
    expect((await api.get(check)).body).toEqual({ effect: 'allow' })
    const viewer = await api.as('viewer')
    expect((await viewer.get(check)).body).toEqual({ effect: 'allow' })
    expect((await viewer.get('/secrets/')).status).toBe(403)
    expect((await api.get('/secrets/')).body).toEqual([])
  })
})
