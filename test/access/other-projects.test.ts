// Records of a project are invisible to other projects.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

describe.each(backends)('on %s', (backend) => {
  const url = serverOf(backend)
  let api: Api
  beforeAll(async () => {
    api = await newProject(url)
  })

  describe('records of another project', () => {
    let application: { readonly id: string; readonly variant_id: string; readonly revision_id: string }
    let secretId: string
    let otherProject: Api
    beforeAll(async () => {
      otherProject = await newProject(url, { seedDefaults: false })
      application = (await api.post('/simple/applications/', { application: { slug: 'mine', data: {} } }))
        .body.application
      secretId = (
        await api.post('/secrets/', {
          slug: 'mine',
          header: { name: 'Mine' },
          secret: { kind: 'webhook_provider', data: { provider: { key: 'k' } } },
        })
      ).body.id as string
    })

    test('are not found by reads', async () => {
      for (const path of [
        `/applications/${application.id}`,
        `/applications/variants/${application.variant_id}`,
        `/applications/revisions/${application.revision_id}`,
        `/simple/applications/${application.id}`,
      ]) {
        const { status, body } = await otherProject.get(path)
        expect({ status, body }, path).toEqual({ status: 200, body: { count: 0 } })
      }
      const refs = [
        { application_ref: { slug: 'mine' } },
        { application_variant_ref: { id: application.variant_id } },
        { application_revision_ref: { id: application.revision_id } },
      ]
      for (const ref of refs) {
        expect((await otherProject.post('/applications/revisions/retrieve', ref)).body).toEqual({ count: 0 })
      }
      expect((await otherProject.post('/applications/query', {})).body).toEqual({
        count: 0,
        applications: [],
      })
      const log = { application: { application_variant_id: application.variant_id } }
      expect((await otherProject.post('/applications/revisions/log', log)).body).toEqual({
        count: 0,
        application_revisions: [],
      })
    })

    test('cannot be written', async () => {
      const writes: readonly (readonly [string, string, unknown?])[] = [
        ['PUT', `/applications/${application.id}`, { application: { name: 'theirs' } }],
        ['PUT', `/simple/applications/${application.id}`, { application: { name: 'theirs' } }],
        ['POST', `/applications/${application.id}/archive`],
        ['POST', `/applications/variants/${application.variant_id}/archive`],
        ['POST', `/applications/revisions/${application.revision_id}/archive`],
        ['POST', '/applications/variants/', { application_variant: { application_id: application.id } }],
        [
          'POST',
          '/applications/revisions/commit',
          { application_revision: { application_variant_id: application.variant_id, data: {} } },
        ],
        [
          'POST',
          '/variants/fork',
          { application_variant: {}, application_revision_ref: { id: application.revision_id } },
        ],
        ['DELETE', `/secrets/${secretId}`],
        ['GET', `/secrets/${secretId}`],
        ['GET', '/secrets/mine'],
      ]
      for (const [method, path, body] of writes) {
        const answer = await otherProject.call(method, path, body)
        expect({ status: answer.status, code: answer.body.code }, path).toEqual({
          status: 404,
          code: 'not_found',
        })
      }
      expect((await api.get(`/applications/${application.id}`)).body.application).not.toHaveProperty('name')
    })

    test('do not reserve their slugs', async () => {
      const { status } = await otherProject.post('/applications/', { application: { slug: 'mine' } })
      expect(status).toBe(200)
    })
  })
})
