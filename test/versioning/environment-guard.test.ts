// The guard of an environment refuses changes by editors.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, serverOf, type Api, type Body } from '../support/api.ts'
import { commitPath, deployPath, projectToDeploy } from '../support/environments.ts'
import { anId, aTime, play, unknownId } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = (await projectToDeploy(serverOf(backend))).api
  })

  describe('the guard', () => {
    let editor: Api
    let guardedEnvironment: Body
    beforeAll(async () => {
      editor = await api.as('editor')
      const answer = await editor.post('/simple/environments/', {
        environment: { slug: 'guarded', name: 'Guarded', flags: { is_guarded: true } },
      })
      guardedEnvironment = answer.body.environment
    })

    test('may be set when an environment is created, also by an editor', () => {
      expect(guardedEnvironment.flags).toEqual({ is_guarded: true })
    })

    test('is set and cleared by admins, again and again', async () => {
      const { environment } = (await api.post('/simple/environments/', { environment: { slug: 'toggled' } }))
        .body
      for (const [verb, is_guarded] of [
        ['guard', true],
        ['guard', true],
        ['unguard', false],
        ['unguard', false],
      ] as const) {
        const { body } = await api.post(`/simple/environments/${environment.id}/${verb}`)
        expect(body).toEqual({
          count: 1,
          environment: { ...environment, flags: { is_guarded }, updated_at: aTime, updated_by_id: anId },
        })
      }
      await play(api, {
        name: 'unknown',
        path: `/simple/environments/${unknownId}/guard`,
        status: 404,
        exact: { code: 'not_found', detail: 'Environment not found.' },
      })
    })

    const refusedRequests: readonly (readonly [what: string, method: string, path: string, body: unknown])[] =
      [
        ['a commit', 'POST', commitPath, { environment_revision: { environment_id: '{id}', data: {} } }],
        [
          'a deployment',
          'POST',
          deployPath,
          { application_ref: { slug: 'support-bot' }, environment_ref: { slug: 'guarded' } },
        ],
        [
          'an initial revision',
          'POST',
          '/environments/revisions/',
          { environment_revision: { variant_id: '{variant}' } },
        ],
        ['a variant', 'POST', '/environments/variants/', { environment_variant: { environment_id: '{id}' } }],
        [
          'a fork',
          'POST',
          '/variants/fork',
          { environment_variant: {}, environment_ref: { slug: 'guarded' } },
        ],
        [
          'new data',
          'PUT',
          '/simple/environments/{id}',
          { environment: { data: { references: { a: {} } } } },
        ],
        [
          'an edit of the guard',
          'PUT',
          '/environments/{id}',
          { environment: { flags: { is_guarded: false } } },
        ],
        ['clearing all flags', 'PUT', '/environments/{id}', { environment: { flags: null } }],
        [
          'a simple edit of the guard',
          'PUT',
          '/simple/environments/{id}',
          { environment: { flags: { is_guarded: false } } },
        ],
        ...['archive', 'unarchive'].flatMap(
          (verb): readonly (readonly [string, string, string, unknown])[] => [
            [`${verb} the environment`, 'POST', `/environments/{id}/${verb}`, undefined],
            [`${verb} its variant`, 'POST', `/environments/variants/{variant}/${verb}`, undefined],
            [`${verb} its revision`, 'POST', `/environments/revisions/{revision}/${verb}`, undefined],
            [`${verb} the simple record`, 'POST', `/simple/environments/{id}/${verb}`, undefined],
          ],
        ),
      ]
    const withIds = (text: string): string =>
      text
        .replaceAll('{id}', guardedEnvironment.id)
        .replaceAll('{variant}', guardedEnvironment.variant_id)
        .replaceAll('{revision}', guardedEnvironment.revision_id)

    test.each(refusedRequests)('keeps editors from %s', async (_, method, path, body) => {
      const requestBody = body === undefined ? undefined : withIds(JSON.stringify(body))
      await play(editor, {
        name: path,
        method,
        path: withIds(path),
        body: requestBody,
        status: 403,
        code: 'environment_guarded',
      })
      expect((await api.get(`/simple/environments/${guardedEnvironment.id}`)).body.environment).toEqual(
        guardedEnvironment,
      )
    })

    test('cannot be set by editors, and the error does not describe the environment as guarded', async () => {
      const openEnvironment = (await editor.post('/environments/', { environment: { slug: 'open' } })).body
        .environment
      const { status, body } = await editor.put(`/environments/${openEnvironment.id}`, {
        environment: { flags: { is_guarded: true } },
      })
      expect([status, body]).toEqual([
        403,
        {
          code: 'environment_guarded',
          detail: "Only a key with role admin may guard environment 'open'; this key has role editor.",
        },
      ])
    })

    test('leaves other edits of headers to editors, and everything to admins', async () => {
      // The flag is sent back as it was read, which is not an edit.
      const header = {
        environment: { description: 'The real thing', tags: { tier: 1 }, flags: { is_guarded: true } },
      }
      const editAnswer = await editor.put(`/environments/${guardedEnvironment.id}`, header)
      expect(editAnswer.body.environment).toMatchObject({
        description: 'The real thing',
        flags: { is_guarded: true },
      })
      const deployAnswer = await api.post(deployPath, {
        application_ref: { slug: 'support-bot' },
        environment_ref: { slug: 'guarded' },
      })
      expect(deployAnswer.status).toBe(200)
      const unguardAnswer = await api.put(`/environments/${guardedEnvironment.id}`, {
        environment: { flags: { is_guarded: false } },
      })
      expect(unguardAnswer.body.environment.flags).toEqual({ is_guarded: false })
      const byEditor = await editor.post(deployPath, {
        application_ref: { slug: 'support-bot' },
        environment_ref: { slug: 'guarded' },
      })
      expect(byEditor.status).toBe(200)
    })
  })
})
