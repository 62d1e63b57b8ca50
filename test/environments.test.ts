// Environments: deploying, history, rolling back, and the guard.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type Made } from './support/kinds.ts'
import { aHash, aMadeSlug, anId, aTime, play, unknownId } from './support/scenarios.ts'

const application = kindNamed('application')
const deployPath = '/applications/revisions/deploy'
const commitPath = '/environments/revisions/commit'

const groupOf = (word: string, revision: Body): object => ({
  [word]: { id: revision.artifact_id, slug: revision.artifact_slug },
  [`${word}_variant`]: { id: revision.variant_id, slug: revision.variant_slug },
  [`${word}_revision`]: { id: revision.id, slug: revision.slug, version: revision.version },
})

describe.each(forms)('on %s', (form) => {
  let api: Api
  let bot: Made
  let revisions: readonly Body[]
  beforeAll(async () => {
    api = await newProject(serverOf(form))
    bot = await makeVariant(api, application, 'support-bot')
    const made = []
    for (const n of [0, 1]) {
      made.push(await commitTo(api, application, bot.variant.id, { data: { parameters: { n } } }))
    }
    revisions = made
  })

  const head = async (slug: string): Promise<Body> =>
    (await api.post('/environments/revisions/retrieve', { environment_ref: { slug } })).body
      .environment_revision
  const environmentNamed = async (slug: string): Promise<Body> =>
    (await api.post('/simple/environments/query', { environment: { slug } })).body.environments[0]

  test('a deployment answers the revision and the environment revision that now points at it', async () => {
    const { status, body } = await api.post(deployPath, {
      application_ref: null,
      application_variant_ref: { slug: 'support-bot.main' },
      application_revision_ref: { version: '1' },
      environment_ref: { slug: 'production' },
      environment_variant_ref: null,
      environment_revision_ref: null,
      key: null,
      message: 'ship the calmer tone',
    })
    expect(status).toBe(200)
    const environment = await head('production')
    expect(body).toEqual({
      count: 1,
      application_revision: revisions[1],
      retrieval_info: {
        references: { ...groupOf('application', revisions[1]), ...groupOf('environment', environment) },
        selector: { key: 'support-bot.revision' },
      },
    })
    expect(environment).toMatchObject({
      version: '1',
      message: 'ship the calmer tone',
      data: { references: { 'support-bot.revision': groupOf('application', revisions[1]) } },
    })
  })

  test('deploying the same again is a new environment revision', async () => {
    const refs = {
      application_revision_ref: { id: revisions[1].id },
      environment_ref: { slug: 'production' },
    }
    const { body } = await api.post(deployPath, refs)
    expect(body.retrieval_info.references.environment_revision.version).toBe('2')
  })

  test('a key may be chosen, and other entries stay', async () => {
    await api.post(deployPath, {
      application_revision_ref: { id: revisions[0].id },
      environment_ref: { slug: 'production' },
      key: 'canary',
    })
    expect(Object.keys((await head('production')).data.references)).toEqual([
      'support-bot.revision',
      'canary',
    ])
  })

  test.each(kindRows.filter(({ name }) => name !== 'environment'))(
    'a $name can be deployed',
    async (kind) => {
      const made = await makeVariant(api, kind, `deployed-${kind.name}`)
      const revision = await commitTo(api, kind, made.variant.id, { data: kind.payloads[0] })
      const { body } = await api.post(`/${kind.plural}/revisions/deploy`, {
        [`${kind.name}_ref`]: { slug: `deployed-${kind.name}` },
        environment_ref: { slug: 'staging' },
      })
      expect(body[`${kind.name}_revision`].id).toBe(revision.id)
      expect((await head('staging')).data.references[`deployed-${kind.name}.revision`]).toEqual(
        groupOf(kind.name, revision),
      )
      const back = await api.post(`/${kind.plural}/revisions/retrieve`, {
        environment_ref: { slug: 'staging' },
        [`${kind.name}_ref`]: { slug: `deployed-${kind.name}` },
      })
      expect(back.body[`${kind.name}_revision`]).toEqual(revision)
    },
  )

  test('environments themselves cannot be deployed', async () => {
    await play(api, {
      name: 'deploy',
      path: '/environments/revisions/deploy',
      body: {},
      status: 405,
      code: 'method_not_allowed',
    })
  })

  test('an environment without a variant gets one', async () => {
    await api.post('/environments/', { environment: { slug: 'bare', name: 'Bare' } })
    const { body } = await api.post(deployPath, {
      application_ref: { slug: 'support-bot' },
      environment_ref: { slug: 'bare' },
    })
    expect(body.retrieval_info.references.environment_variant).toEqual({ id: anId, slug: aMadeSlug })
    expect(body.retrieval_info.references.environment_revision.version).toBe('0')
  })

  test('an environment revision only names the variant: the deployment builds on the head', async () => {
    const before = await head('production')
    const { body } = await api.post(deployPath, {
      application_ref: { slug: 'support-bot' },
      environment_ref: { slug: 'production' },
      environment_revision_ref: { version: '0' },
      key: 'third',
    })
    expect(body.retrieval_info.references.environment_revision.version).toBe(
      String(Number(before.version) + 1),
    )
    expect(Object.keys((await head('production')).data.references)).toContain('canary')
  })

  test('of many deployments at once none is lost', async () => {
    await api.post('/simple/environments/', { environment: { slug: 'busy' } })
    const keys = Array.from({ length: 10 }, (_, n) => `key-${n}`)
    await Promise.all(
      keys.map((key) =>
        api.post(deployPath, {
          application_ref: { slug: 'support-bot' },
          environment_ref: { slug: 'busy' },
          key,
        }),
      ),
    )
    const { data, version } = await head('busy')
    expect(Object.keys(data.references).sort()).toEqual(keys)
    expect(version).toBe('11')
  })

  test('of many first deployments at once into an environment without a variant one makes it', async () => {
    const { environment } = (await api.post('/environments/', { environment: { slug: 'crowded' } })).body
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        api.post(deployPath, {
          application_ref: { slug: 'support-bot' },
          environment_ref: { slug: 'crowded' },
          key: `key-${n}`,
        }),
      ),
    )
    const refs = { environment_refs: [{ id: environment.id }] }
    expect((await api.post('/environments/variants/query', refs)).body.count).toBe(1)
    expect(Object.keys((await head('crowded')).data.references)).toHaveLength(6)
  })

  test('a deployment is refused where it must be', async () => {
    const what = { application_ref: { slug: 'support-bot' } }
    const where = { environment_ref: { slug: 'development' } }
    await api.post('/simple/environments/', { environment: { slug: 'closed' } })
    await api.post(`/environments/${(await environmentNamed('closed')).id}/archive`)
    const rows: readonly (readonly [object, number, string, string?])[] = [
      [where, 400, 'reference_required', 'Application deploy requires application refs.'],
      [what, 400, 'reference_required', 'Application deploy requires environment refs.'],
      [{ ...where, application_ref: { slug: 'none' } }, 404, 'not_found', 'Application revision not found.'],
      [{ ...what, environment_ref: { slug: 'none' } }, 404, 'not_found', 'Environment not found.'],
      [{ ...what, environment_variant_ref: { id: unknownId } }, 404, 'not_found', 'Environment not found.'],
      [{ ...what, environment_revision_ref: { id: unknownId } }, 404, 'not_found', 'Environment not found.'],
      [
        { ...what, environment_ref: { slug: 'closed' } },
        404,
        'archived',
        'Environment not found: it is archived.',
      ],
      [{ ...where, application_revision_ref: { version: 1 } }, 400, 'reference_insufficient'],
      [{ ...what, ...where, key: '' }, 422, 'validation_failed'],
      [{ ...what, ...where, key: 'k'.repeat(256) }, 422, 'validation_failed'],
    ]
    for (const [body, status, code, detail] of rows) {
      await play(api, {
        name: JSON.stringify(body),
        path: deployPath,
        body,
        status,
        code,
        ...(detail === undefined ? {} : { whole: { code, detail } }),
      })
    }
    expect((await head('development')).version).toBe('0')
  })

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
          slug: aMadeSlug,
          version: '2',
          message: 'Pin',
          author: anId,
          date: aTime,
          artifact_id: environment.id,
          artifact_slug: 'live',
          variant_id: environment.variant_id,
          variant_slug: aMadeSlug,
          environment_id: environment.id,
          environment_slug: 'live',
          environment_variant_id: environment.variant_id,
          environment_variant_slug: aMadeSlug,
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

    test('keeps a group that names nothing as it was sent, with a warning', async () => {
      const lost = { application_revision: { slug: 'nowhere', version: 3 } }
      const body = await commit({ data: { references: { lost } } })
      expect(body.environment_revision.data).toEqual({ references: { lost } })
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

    test('to an older map rolls everything back', async () => {
      const older = (await commit({ data: { references: { old: {} } } })).environment_revision
      await commit({ data: { references: { newer: {} } } })
      const { body } = await api.post(commitPath, {
        environment_revision: { environment_revision_id: older.id, message: 'roll back', delta: {} },
      })
      expect(body.environment_revision.data).toEqual({ references: { old: {} } })
      expect((await head('live')).id).toBe(body.environment_revision.id)
    })

    test('to no entries holds an empty map', async () => {
      expect((await commit({ data: {} })).environment_revision.data).toEqual({ references: {} })
      expect((await commit({ data: { references: null } })).status).toBe('no_change')
    })

    const wrong: readonly (readonly [string, object, string, readonly (string | number)[]])[] = [
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
        'an id that is none',
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
    test.each(wrong)('with %s is refused by its place', async (_, fields, type, place) => {
      const body = await commit(fields)
      expect(body).toMatchObject({
        code: 'validation_failed',
        detail: [{ type, loc: ['body', 'environment_revision', ...place] }],
      })
    })
  })

  test('the history of one artifact lists the revisions that set, moved or removed its entry', async () => {
    const { environment } = (await api.post('/simple/environments/', { environment: { slug: 'story' } })).body
    const other = await makeVariant(api, application, 'story-bot')
    await commitTo(api, application, other.variant.id, { data: {} })
    const deploy = (fields: object): Promise<unknown> =>
      api.post(deployPath, { environment_ref: { slug: 'story' }, ...fields })
    await deploy({ application_revision_ref: { id: revisions[0].id } })
    await deploy({ application_ref: { slug: 'story-bot' } })
    await deploy({ application_revision_ref: { id: revisions[0].id } })
    await deploy({ application_revision_ref: { id: revisions[1].id } })
    await api.post(commitPath, {
      environment_revision: { environment_id: environment.id, delta: { remove: ['support-bot.revision'] } },
    })
    const versions = async (references: readonly object[] | null): Promise<readonly string[]> =>
      (
        await api.post('/environments/revisions/query', {
          environment_refs: [{ slug: 'story' }],
          references,
        })
      ).body.environment_revisions.map((revision: Body) => revision.version)
    expect(await versions([{ id: bot.artifact.id }])).toEqual(['6', '5', '2'])
    expect(await versions([{ id: other.artifact.id }])).toEqual(['3'])
    expect(await versions([{ id: unknownId }])).toEqual([])
    expect(await versions([])).toHaveLength(7)
    expect(await versions(null)).toHaveLength(7)
  })

  describe('the guard', () => {
    let editor: Api
    let guarded: Body
    beforeAll(async () => {
      editor = await api.as('editor')
      const made = await editor.post('/simple/environments/', {
        environment: { slug: 'guarded', name: 'Guarded', flags: { is_guarded: true } },
      })
      guarded = made.body.environment
    })

    test('may be set when an environment is made, by an editor too', () => {
      expect(guarded.flags).toEqual({ is_guarded: true })
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
        whole: { code: 'not_found', detail: 'Environment not found.' },
      })
    })

    const closed: readonly (readonly [what: string, method: string, path: string, body: unknown])[] = [
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
      ['a fork', 'POST', '/variants/fork', { environment_ref: { slug: 'guarded' } }],
      ['new data', 'PUT', '/simple/environments/{id}', { environment: { data: { references: { a: {} } } } }],
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
      ...['archive', 'unarchive'].flatMap((verb): readonly (readonly [string, string, string, unknown])[] => [
        [`${verb} the environment`, 'POST', `/environments/{id}/${verb}`, undefined],
        [`${verb} its variant`, 'POST', `/environments/variants/{variant}/${verb}`, undefined],
        [`${verb} its revision`, 'POST', `/environments/revisions/{revision}/${verb}`, undefined],
        [`${verb} the simple record`, 'POST', `/simple/environments/{id}/${verb}`, undefined],
      ]),
    ]
    const filled = (text: string): string =>
      text
        .replaceAll('{id}', guarded.id)
        .replaceAll('{variant}', guarded.variant_id)
        .replaceAll('{revision}', guarded.revision_id)

    test.each(closed)('keeps editors from %s', async (_, method, path, body) => {
      const sent = body === undefined ? undefined : filled(JSON.stringify(body))
      await play(editor, {
        name: path,
        method,
        path: filled(path),
        body: sent,
        status: 403,
        code: 'environment_guarded',
      })
      expect((await api.get(`/simple/environments/${guarded.id}`)).body.environment).toEqual(guarded)
    })

    test('leaves other edits of headers to editors, and everything to admins', async () => {
      // The flag is sent back as it was read: that is no edit of it.
      const header = {
        environment: { description: 'The real thing', tags: { tier: 1 }, flags: { is_guarded: true } },
      }
      const edited = await editor.put(`/environments/${guarded.id}`, header)
      expect(edited.body.environment).toMatchObject({
        description: 'The real thing',
        flags: { is_guarded: true },
      })
      const deployed = await api.post(deployPath, {
        application_ref: { slug: 'support-bot' },
        environment_ref: { slug: 'guarded' },
      })
      expect(deployed.status).toBe(200)
      const off = await api.put(`/environments/${guarded.id}`, {
        environment: { flags: { is_guarded: false } },
      })
      expect(off.body.environment.flags).toEqual({ is_guarded: false })
      const byEditor = await editor.post(deployPath, {
        application_ref: { slug: 'support-bot' },
        environment_ref: { slug: 'guarded' },
      })
      expect(byEditor.status).toBe(200)
    })
  })
})
