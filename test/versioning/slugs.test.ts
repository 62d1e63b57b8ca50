// Slugs: uniqueness, derivation from names, and allowed characters.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aGeneratedSlug, play } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/revisions/commit'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let records: NewVariant
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    records = await makeVariant(api, application, 'support-bot')
  })

  describe('slugs', () => {
    const conflict = (slug: string) => ({
      code: 'slug_conflict',
      detail: {
        message: `A resource with slug '${slug}' already exists in this project.`,
        conflict: { slug },
      },
    })

    test('are unique per level and family, also for archived records', async () => {
      const { artifact, variant } = await makeVariant(api, application, 'taken')
      await commitTo(api, application, variant.id, { slug: 'taken', data: {} })
      const conflictAnswer = await api.post('/evaluators/', { evaluator: { slug: 'taken' } })
      expect([conflictAnswer.status, conflictAnswer.body]).toEqual([409, conflict('taken')])
      const variantConflict = await api.post('/workflows/variants/', {
        workflow_variant: { slug: 'taken.main', workflow_id: artifact.id },
      })
      expect(variantConflict.body).toEqual(conflict('taken.main'))
      expect(await commitTo(api, application, variant.id, { slug: 'taken', data: {} })).toEqual(
        conflict('taken'),
      )
      await api.post(`/applications/${artifact.id}/archive`)
      expect((await api.post('/applications/', { application: { slug: 'taken' } })).status).toBe(409)
      expect((await api.post('/testsets/', { testset: { slug: 'taken' } })).status).toBe(200)
      const level = { application_variant: { slug: 'taken', application_id: records.artifact.id } }
      expect((await api.post('/applications/variants/', level)).status).toBe(200)
    })

    test('belong to one of several records that are created concurrently with the same slug', async () => {
      for (const routePath of ['/applications/', '/simple/applications/']) {
        const slug = routePath.replaceAll('/', '')
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => api.post(routePath, { application: { slug } })),
        )
        expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
      }
    })

    test('are derived from the name, with a random suffix on a conflict', async () => {
      const slugs = []
      for (const name of ['  Grüne Wiese (2)! ', 'Grüne Wiese (2)', '你好']) {
        slugs.push((await api.post('/applications/', { application: { name } })).body.application.slug)
      }
      expect(slugs).toEqual([
        'gr-ne-wiese-2',
        expect.stringMatching(/^gr-ne-wiese-2-[0-9a-f]{12}$/),
        aGeneratedSlug,
      ])
      expect((await api.post('/applications/', { application: {} })).body.application).toMatchObject({
        slug: aGeneratedSlug,
      })
      const variant = { name: 'My branch', application_id: records.artifact.id }
      expect(
        (await api.post('/applications/variants/', { application_variant: variant })).body.application_variant
          .slug,
      ).toBe('my-branch')
    })

    test.each(['a b', '.a', 'ä', 'a/b', ''])('%j is not a slug', async (slug) => {
      const { status, body } = await api.post('/testsets/', { testset: { slug } })
      expect([status, body.detail[0]]).toEqual([
        422,
        {
          type: 'value_error',
          loc: ['body', 'testset', 'slug'],
          msg: "Value error, 'slug' must be URL-safe.",
          input: slug,
        },
      ])
    })

    test.each(['-a', '_a', 'a.b-c_D', '0', 'a'.repeat(255)])('%s is a slug', async (slug) => {
      expect((await api.post('/testsets/', { testset: { slug } })).body.testset.slug).toBe(slug)
    })

    test('with the prefix of the program are reserved in the workflow family', async () => {
      const slug = '__ag__mine'
      for (const [routePath, body] of [
        ['/applications/', { application: { slug } }],
        ['/simple/evaluators/', { evaluator: { slug } }],
        ['/applications/variants/', { application_variant: { slug, application_id: records.artifact.id } }],
        [path, { application_revision: { slug, application_id: records.artifact.id, data: {} } }],
      ] as const) {
        await play(api, { name: routePath, path: routePath, body, status: 400, code: 'slug_reserved' })
      }
      expect((await api.post('/testsets/', { testset: { slug } })).status).toBe(200)
    })
  })
})
