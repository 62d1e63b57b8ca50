// A project sees nothing of the records of another.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'

describe.each(backends)('on %s', (backend) => {
  const url = serverOf(backend)
  let api: Api
  beforeAll(async () => {
    api = await newProject(url)
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
        [
          'POST',
          '/variants/fork',
          { application_variant: {}, application_revision_ref: { id: mine.revision_id } },
        ],
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
})
