// Commits to environments: the references of an entry, and how they are completed.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, serverOf, type Api, type Body } from '../support/api.ts'
import { commitPath, groupOf, headOf, projectToDeploy } from '../support/environments.ts'
import { aHash, aGeneratedSlug, anId, aTime } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let revisions: readonly Body[]
  beforeAll(async () => {
    const project = await projectToDeploy(serverOf(backend))
    api = project.api
    revisions = project.revisions
  })

  const head = (slug: string): Promise<Body> => headOf(api, slug)

  describe('a commit', () => {
    let environment: Body
    beforeAll(async () => {
      environment = (await api.post('/simple/environments/', { environment: { slug: 'live', name: 'Live' } }))
        .body.environment
    })
    const commit = (fields: object): Promise<Body> =>
      api
        .post(commitPath, { environment_revision: { environment_id: environment.id, ...fields } })
        .then(({ body }) => body)

    test('completes and corrects each group from the revision that it names', async () => {
      const id = revisions[0].id.toUpperCase()
      const body = await commit({
        message: 'Pin',
        data: {
          references: {
            byRevision: {
              application_revision: { id },
              application: { slug: 'wrong' },
              application_variant: null,
            },
            byVariant: { application_variant: { slug: 'support-bot.main' } },
            byVersion: {
              application_variant: { slug: 'support-bot.main' },
              application_revision: { version: 0 },
            },
            byArtifact: { workflow: { slug: 'support-bot' }, note: 'kept', more: { a: null } },
            snippet: { snippet: { slug: 'support-bot' } },
          },
        },
      })
      expect(body).toEqual({
        count: 1,
        status: 'committed',
        environment_revision: {
          id: anId,
          slug: aGeneratedSlug,
          version: '2',
          message: 'Pin',
          author: anId,
          date: aTime,
          artifact_id: environment.id,
          artifact_slug: 'live',
          variant_id: environment.variant_id,
          variant_slug: aGeneratedSlug,
          environment_id: environment.id,
          environment_slug: 'live',
          environment_variant_id: environment.variant_id,
          environment_variant_slug: aGeneratedSlug,
          content_hash: aHash,
          data: {
            references: {
              byRevision: groupOf('application', revisions[0]),
              byVariant: groupOf('application', revisions[1]),
              byVersion: groupOf('application', revisions[0]),
              byArtifact: { ...groupOf('workflow', revisions[1]), note: 'kept', more: { a: null } },
              snippet: groupOf('snippet', revisions[1]),
            },
          },
          created_at: aTime,
          created_by_id: anId,
        },
      })
    })

    test('stores a group without a known reference as it was sent, with a warning', async () => {
      const lostEntry = { application_revision: { slug: 'nowhere', version: 3 } }
      const body = await commit({ data: { references: { lost: lostEntry } } })
      expect(body.environment_revision.data).toEqual({ references: { lost: lostEntry } })
      expect(body.warnings).toEqual([
        { code: 'unresolved_reference', message: expect.stringContaining('lost'), target: expect.any(Array) },
      ])
    })

    test('with a delta removes and sets single entries', async () => {
      await commit({ data: { references: { a: { application: { slug: 'support-bot' } }, b: {} } } })
      const body = await commit({
        message: 'Pin billing, drop support',
        delta: {
          set: { c: { application_revision: { id: revisions[0].id } }, b: {} },
          remove: ['a', 'nothing', 'b'],
        },
      })
      expect(body.environment_revision.data).toEqual({
        references: { c: groupOf('application', revisions[0]), b: {} },
      })
      expect(body.warnings).toMatchObject([{ code: 'nothing_removed' }])
    })

    test('on an older revision with an empty delta restores all of its entries', async () => {
      const olderRevision = (await commit({ data: { references: { old: {} } } })).environment_revision
      await commit({ data: { references: { newer: {} } } })
      const { body } = await api.post(commitPath, {
        environment_revision: { environment_revision_id: olderRevision.id, message: 'roll back', delta: {} },
      })
      expect(body.environment_revision.data).toEqual({ references: { old: {} } })
      expect((await head('live')).id).toBe(body.environment_revision.id)
    })

    test('without entries stores an empty map', async () => {
      expect((await commit({ data: {} })).environment_revision.data).toEqual({ references: {} })
      expect((await commit({ data: { references: null } })).status).toBe('no_change')
    })

    const invalidCommits: readonly (readonly [string, object, string, readonly (string | number)[]])[] = [
      ['an unknown key', { data: { entries: {} } }, 'extra_forbidden', ['data', 'entries']],
      [
        'a group that is no object',
        { data: { references: { a: [] } } },
        'dict_type',
        ['data', 'references', 'a'],
      ],
      [
        'a reference that is no object',
        { data: { references: { a: { application: 'x' } } } },
        'dict_type',
        ['data', 'references', 'a', 'application'],
      ],
      [
        'an invalid id',
        { delta: { set: { a: { testset_revision: { id: 'x' } } } } },
        'uuid_parsing',
        ['delta', 'set', 'a', 'testset_revision', 'id'],
      ],
      ['an empty key', { data: { references: { '': {} } } }, 'value_error', ['data', 'references', '']],
      [
        'a key that is too long',
        { data: { references: { ['k'.repeat(256)]: {} } } },
        'value_error',
        ['data', 'references', 'k'.repeat(256)],
      ],
      ['another change', { delta: { operations: [] } }, 'extra_forbidden', ['delta', 'operations']],
      ['a removal that is no text', { delta: { remove: [1] } }, 'string_type', ['delta', 'remove', 0]],
    ]
    test.each(invalidCommits)('with %s is refused with its location', async (_, fields, type, path) => {
      const body = await commit(fields)
      expect(body).toMatchObject({
        code: 'validation_failed',
        detail: [{ type, loc: ['body', 'environment_revision', ...path] }],
      })
    })
  })
})
