// Environments: deploying, and their history.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, serverOf, type Api, type Body } from '../support/api.ts'
import { commitPath, deployPath, groupOf, headOf, projectToDeploy } from '../support/environments.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aGeneratedSlug, anId, play, unknownId } from '../support/scenarios.ts'

const application = kindNamed('application')

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let bot: NewVariant
  let revisions: readonly Body[]
  beforeAll(async () => {
    const project = await projectToDeploy(serverOf(backend))
    api = project.api
    bot = project.bot
    revisions = project.revisions
  })

  const head = (slug: string): Promise<Body> => headOf(api, slug)
  const environmentNamed = async (slug: string): Promise<Body> =>
    (await api.post('/simple/environments/query', { environment: { slug } })).body.environments[0]

  test('a deployment returns the revision and the environment revision that now points at it', async () => {
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
      deployed_at: environment.created_at,
      environment_id: environment.environment_id,
      environment_version: environment.version,
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

  test('a key may be chosen, and other entries are not changed', async () => {
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
      const variant = await makeVariant(api, kind, `deployed-${kind.name}`)
      const revision = await commitTo(api, kind, variant.variant.id, { data: kind.payloads[0] })
      const { body } = await api.post(`/${kind.plural}/revisions/deploy`, {
        [`${kind.name}_ref`]: { slug: `deployed-${kind.name}` },
        environment_ref: { slug: 'staging' },
      })
      expect(body[`${kind.name}_revision`].id).toBe(revision.id)
      expect((await head('staging')).data.references[`deployed-${kind.name}.revision`]).toEqual(
        groupOf(kind.name, revision),
      )
      const retrieveAnswer = await api.post(`/${kind.plural}/revisions/retrieve`, {
        environment_ref: { slug: 'staging' },
        [`${kind.name}_ref`]: { slug: `deployed-${kind.name}` },
      })
      expect(retrieveAnswer.body[`${kind.name}_revision`]).toEqual(revision)
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
    expect(body.retrieval_info.references.environment_variant).toEqual({ id: anId, slug: aGeneratedSlug })
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

  test('concurrent deployments are all stored', async () => {
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

  test('one of several concurrent first deployments creates the missing variant', async () => {
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

  test('an invalid deployment is refused with the reason, and stores nothing', async () => {
    const botRef = { application_ref: { slug: 'support-bot' } }
    const developmentRef = { environment_ref: { slug: 'development' } }
    await api.post('/simple/environments/', { environment: { slug: 'closed' } })
    await api.post(`/environments/${(await environmentNamed('closed')).id}/archive`)
    const stagingHead = await head('staging')
    const rows: readonly (readonly [object, number, string, string?])[] = [
      [developmentRef, 400, 'reference_required', 'Application deploy requires application refs.'],
      [botRef, 400, 'reference_required', 'Application deploy requires environment refs.'],
      [
        { ...developmentRef, application_ref: { slug: 'none' } },
        404,
        'not_found',
        'Application revision not found.',
      ],
      [{ ...botRef, environment_ref: { slug: 'none' } }, 404, 'not_found', 'Environment not found.'],
      [{ ...botRef, environment_variant_ref: { id: unknownId } }, 404, 'not_found', 'Environment not found.'],
      [
        { ...botRef, environment_revision_ref: { id: unknownId } },
        404,
        'not_found',
        'Environment not found.',
      ],
      [
        { ...botRef, environment_ref: { slug: 'closed' } },
        404,
        'archived',
        'Environment not found: it is archived.',
      ],
      [{ ...developmentRef, application_revision_ref: { version: 1 } }, 400, 'reference_insufficient'],
      [
        { ...botRef, ...developmentRef, environment_variant_ref: { id: stagingHead.variant_id } },
        400,
        'reference_mismatch',
        "environment_ref.slug='development' does not match resolved revision's artifact_slug='staging'",
      ],
      [
        { ...botRef, ...developmentRef, environment_revision_ref: { id: stagingHead.id } },
        400,
        'reference_mismatch',
        "environment_ref.slug='development' does not match resolved revision's artifact_slug='staging'",
      ],
      [
        { ...botRef, environment_ref: { slug: 'development', id: stagingHead.environment_id } },
        400,
        'reference_mismatch',
      ],
      [
        { ...botRef, environment_variant_ref: { slug: 'none', id: stagingHead.variant_id } },
        400,
        'reference_mismatch',
      ],
      [
        { ...botRef, environment_revision_ref: { version: 0 } },
        400,
        'reference_insufficient',
        'environment_revision_ref has only version: give environment_variant_ref or environment_ref too.',
      ],
      [
        { ...botRef, ...developmentRef, environment_variant_ref: { version: 0 } },
        400,
        'reference_insufficient',
      ],
      [{ ...botRef, environment_ref: { version: 0 } }, 400, 'reference_insufficient'],
      [{ ...botRef, ...developmentRef, key: '' }, 422, 'validation_failed'],
      [{ ...botRef, ...developmentRef, key: 'k'.repeat(256) }, 422, 'validation_failed'],
    ]
    for (const [body, status, code, detail] of rows) {
      await play(api, {
        name: JSON.stringify(body),
        path: deployPath,
        body,
        status,
        code,
        ...(detail === undefined ? {} : { exact: { code, detail } }),
      })
    }
    expect((await head('development')).version).toBe('0')
    expect(await head('staging')).toEqual(stagingHead)
  })

  test('an environment revision may be named by the slug of its environment and a version', async () => {
    await api.post('/simple/environments/', { environment: { slug: 'numbered' } })
    const { body } = await api.post(deployPath, {
      application_ref: { slug: 'support-bot' },
      environment_revision_ref: { slug: 'numbered', version: 1 },
    })
    expect(body.retrieval_info.references).toMatchObject({
      environment: { slug: 'numbered' },
      environment_revision: { version: '2' },
    })
  })

  test('the history of one artifact lists the revisions that set, moved or removed its entry', async () => {
    const { environment } = (await api.post('/simple/environments/', { environment: { slug: 'story' } })).body
    const otherBot = await makeVariant(api, application, 'story-bot')
    await commitTo(api, application, otherBot.variant.id, { data: {} })
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
    expect(await versions([{ id: otherBot.artifact.id }])).toEqual(['3'])
    expect(await versions([{ id: unknownId }])).toEqual([])
    expect(await versions([])).toHaveLength(7)
    expect(await versions(null)).toHaveLength(7)
    const bySlug = await api.post('/environments/revisions/query', { references: [{ slug: 'support-bot' }] })
    expect([bySlug.status, bySlug.body.detail]).toMatchObject([
      422,
      [{ type: 'missing', loc: ['body', 'references', 0, 'id'] }],
    ])
  })
})
