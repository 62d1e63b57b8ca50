// Resolution of references to a revision: every row of the decision table, and the rules around it.
// Long because the rows form one table: each row covers a case that the rows before it leave open.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type NewVariant } from '../support/kinds.ts'
import { play, unknownId } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/revisions/retrieve'

interface DeployedRecords {
  readonly api: Api
  readonly bot: NewVariant
  readonly other: NewVariant
  /** Versions 0, 1 and 2 of support-bot.main, with slugs rev-0, rev-1 and rev-2. */
  readonly main: readonly Body[]
  /** Version 0 of support-bot.exp. */
  readonly exp: Body
  readonly billing: Body
}

/** Two applications. Production has both, staging has support-bot at version 1, development has none. */
async function createDeployedRecords(backend: 'sqlite' | 'postgres'): Promise<DeployedRecords> {
  const api = await newProject(serverOf(backend))
  const bot = await makeVariant(api, application, 'support-bot')
  const other = await makeVariant(api, application, 'billing-bot')
  const main: Body[] = []
  for (const n of [0, 1, 2]) {
    const fields = { slug: `rev-${n}`, message: `m${n}`, data: { parameters: { n } } }
    main.push(await commitTo(api, application, bot.variant.id, fields))
  }
  const expVariant = await api.post('/applications/variants/', {
    application_variant: { slug: 'support-bot.exp', application_id: bot.artifact.id },
  })
  const expId = expVariant.body.application_variant.id as string
  const exp = await commitTo(api, application, expId, { data: { parameters: { exp: true } } })
  const billing = await commitTo(api, application, other.variant.id, {
    data: { parameters: { billing: true } },
  })
  const deploy = (revision: Body, environment: string): Promise<unknown> =>
    api.post('/applications/revisions/deploy', {
      application_revision_ref: { id: revision.id },
      environment_ref: { slug: environment },
    })
  await deploy(main[0], 'production')
  await deploy(billing, 'production')
  await deploy(main[2], 'production')
  await deploy(main[1], 'staging')
  return { api, bot, other, main, exp, billing }
}

describe.each(backends)('on %s', (backend) => {
  let records: DeployedRecords
  beforeAll(async () => {
    records = await createDeployedRecords(backend)
  })

  type Refs = (records: DeployedRecords) => object
  const botRef = { application_ref: { slug: 'support-bot' } }
  const mainRef = { application_variant_ref: { slug: 'support-bot.main' } }
  const production = { environment_ref: { slug: 'production' } }
  const staging = { environment_ref: { slug: 'staging' } }

  const cases: readonly (readonly [string, Refs, (records: DeployedRecords) => Body])[] = [
    [
      '1: a revision by id',
      ({ main }) => ({ application_revision_ref: { id: main[1].id } }),
      ({ main }) => main[1],
    ],
    ['1: a revision by slug', () => ({ application_revision_ref: { slug: 'rev-1' } }), ({ main }) => main[1]],
    [
      '1: a revision beside a variant, an environment and a key, which are then redundant',
      () => ({
        application_revision_ref: { slug: 'rev-1' },
        application_variant_ref: { slug: 'support-bot.exp' },
        environment_ref: { slug: 'none' },
        key: 'none',
      }),
      ({ main }) => main[1],
    ],
    [
      '1: a revision beside a variant that has only a version',
      () => ({ application_revision_ref: { slug: 'rev-1' }, application_variant_ref: { version: 9 } }),
      ({ main }) => main[1],
    ],
    [
      '1: the slug and version of a revision',
      () => ({ application_revision_ref: { slug: 'rev-1', version: 1 } }),
      ({ main }) => main[1],
    ],
    [
      '1: the slug of a variant with a version',
      () => ({ application_revision_ref: { slug: 'support-bot.main', version: '1' } }),
      ({ main }) => main[1],
    ],
    [
      '1: the slug of an artifact with a version',
      () => ({ application_revision_ref: { slug: 'support-bot', version: '0' } }),
      ({ main }) => main[0],
    ],
    [
      '3: a version on a variant',
      () => ({ ...mainRef, application_revision_ref: { version: '1' } }),
      ({ main }) => main[1],
    ],
    [
      '3: the version of the revision reference over that of the variant reference',
      () => ({
        application_variant_ref: { slug: 'support-bot.main', version: 0 },
        application_revision_ref: { version: 1 },
      }),
      ({ main }) => main[1],
    ],
    [
      '4: a version on the default variant',
      () => ({ ...botRef, ...production, key: 'x', application_revision_ref: { version: 1 } }),
      ({ main }) => main[1],
    ],
    ['6: the head of a variant', () => mainRef, ({ main }) => main[2]],
    [
      '6: the version that the variant reference gives',
      () => ({ application_variant_ref: { slug: 'support-bot.main', version: 0 }, ...production }),
      ({ main }) => main[0],
    ],
    [
      '6: a variant that is not the default one',
      ({ exp }) => ({ application_variant_ref: { id: exp.variant_id } }),
      ({ exp }) => exp,
    ],
    [
      '7: the entry of an environment for an artifact',
      () => ({ ...production, ...botRef }),
      ({ main }) => main[2],
    ],
    [
      '7: the artifact may be named by id',
      ({ other }) => ({ ...production, application_ref: { id: other.artifact.id } }),
      ({ billing }) => billing,
    ],
    [
      '7: the entry under a key',
      () => ({ ...production, key: 'billing-bot.revision' }),
      ({ billing }) => billing,
    ],
    ['7: the only entry', () => staging, ({ main }) => main[1]],
    [
      '7: the deployment at a version of the environment',
      () => ({ environment_ref: { slug: 'production', version: '1' } }),
      ({ main }) => main[0],
    ],
    [
      '7: at a version of the environment named as a revision',
      () => ({ ...production, environment_revision_ref: { version: 2 }, ...botRef }),
      ({ main }) => main[0],
    ],
    ['9: the head of the default variant', () => botRef, ({ main }) => main[2]],
    [
      '9: the version that the artifact reference gives',
      () => ({ application_ref: { slug: 'support-bot', version: 1 } }),
      ({ main }) => main[1],
    ],
    [
      'null and empty references count as absent',
      () => ({
        ...botRef,
        application_variant_ref: null,
        application_revision_ref: { id: null, slug: null, version: null },
        environment_ref: {},
        key: null,
      }),
      ({ main }) => main[2],
    ],
    [
      'an artifact reference that agrees',
      ({ bot }) => ({ application_ref: { id: bot.artifact.id, slug: 'support-bot' }, ...mainRef }),
      ({ main }) => main[2],
    ],
    [
      'ids in any spelling',
      ({ main }) => ({ application_revision_ref: { id: main[0].id.replaceAll('-', '').toUpperCase() } }),
      ({ main }) => main[0],
    ],
  ]
  test.each(cases)('row %s', async (_, refs, expected) => {
    const { api } = records
    const { body } = await api.post(path, refs(records))
    expect(body.application_revision).toEqual(expected(records))
  })

  const refusedReferences: readonly (readonly [string, Refs, number, string, string | RegExp])[] = [
    [
      '2: a variant with only a version',
      () => ({ application_variant_ref: { version: 1 }, ...botRef, ...production }),
      400,
      'reference_insufficient',
      /application_variant_ref/,
    ],
    [
      '5: only a version',
      () => ({ application_revision_ref: { version: 1 }, ...production }),
      400,
      'reference_insufficient',
      'application_revision_ref has only version: give application_variant_ref or application_ref too.',
    ],
    [
      '8: a key alone',
      () => ({ key: 'support-bot.revision', ...botRef }),
      400,
      'key_required',
      /environment_ref/,
    ],
    [
      '10: an artifact with only a version',
      () => ({ application_ref: { version: 1 } }),
      400,
      'reference_insufficient',
      /application_ref/,
    ],
    ['11: nothing', () => ({}), 400, 'reference_required', /application/],
    [
      '7: several entries and no key',
      () => production,
      400,
      'key_required',
      "environment 'production' holds 2 application entries (billing-bot.revision, support-bot.revision): send key or application_ref.",
    ],
    [
      '7: no entry and no key',
      () => ({ environment_ref: { slug: 'development' } }),
      400,
      'key_required',
      "environment 'development' holds 0 application entries (): send key or application_ref.",
    ],
    [
      '7: nothing under the key',
      () => ({ ...production, key: 'none.revision' }),
      404,
      'not_deployed',
      'Environment revision does not contain application references for the requested key.',
    ],
    [
      '7: nothing for the artifact',
      () => ({ environment_ref: { slug: 'development' }, ...botRef }),
      404,
      'not_deployed',
      'Environment revision does not contain application references for the requested key.',
    ],
    [
      '7: an unknown environment',
      () => ({ environment_ref: { slug: 'none' }, ...botRef }),
      404,
      'not_deployed',
      /Environment/,
    ],
    [
      '7: an unknown version of the environment',
      () => ({ environment_ref: { slug: 'production', version: 99 }, ...botRef }),
      404,
      'not_deployed',
      /Environment/,
    ],
    [
      '7: an environment with only a version',
      () => ({ environment_ref: { version: 1 } }),
      400,
      'reference_insufficient',
      /environment_ref/,
    ],
    [
      'an artifact that the revision does not belong to, by slug',
      () => ({ ...mainRef, application_ref: { slug: 'billing-bot' } }),
      400,
      'reference_mismatch',
      "application_ref.slug='billing-bot' does not match resolved revision's artifact_slug='support-bot'",
    ],
    [
      'an artifact that does not exist, by id, beside a revision',
      () => ({ application_revision_ref: { slug: 'rev-1' }, application_ref: { id: unknownId } }),
      400,
      'reference_mismatch',
      /^application_ref\.id='01900000-0000-7000-8000-000000000000' does not match resolved revision's artifact_id='/,
    ],
    [
      'an artifact beside a version on a variant',
      () => ({ ...mainRef, application_revision_ref: { version: 1 }, application_ref: { slug: 'none' } }),
      400,
      'reference_mismatch',
      /^application_ref\.slug='none'/,
    ],
    [
      'an artifact beside a key of an environment',
      () => ({ ...production, key: 'billing-bot.revision', ...botRef }),
      400,
      'reference_mismatch',
      "application_ref.slug='support-bot' does not match resolved revision's artifact_slug='billing-bot'",
    ],
    [
      'an unknown artifact by id beside a key of an environment',
      () => ({ ...production, key: 'billing-bot.revision', application_ref: { id: unknownId } }),
      400,
      'reference_mismatch',
      /artifact_id/,
    ],
    [
      'a revision whose slug and version differ',
      () => ({ application_revision_ref: { slug: 'rev-1', version: 2 } }),
      400,
      'reference_mismatch',
      /version/,
    ],
    [
      'a revision whose id and slug differ',
      ({ main }) => ({ application_revision_ref: { id: main[0].id, slug: 'rev-1' } }),
      400,
      'reference_mismatch',
      /slug/,
    ],
    [
      'a variant whose id and slug differ',
      ({ bot }) => ({ application_variant_ref: { id: bot.variant.id, slug: 'support-bot.exp' } }),
      400,
      'reference_mismatch',
      /slug/,
    ],
    [
      'an artifact whose id and slug differ',
      ({ bot }) => ({ application_ref: { id: bot.artifact.id, slug: 'billing-bot', version: 1 } }),
      400,
      'reference_mismatch',
      /slug/,
    ],
  ]
  test.each(refusedReferences)('row %s is refused', async (_, refs, status, code, detail) => {
    const { api } = records
    const { body } = await play(api, { name: code, path, body: refs(records), status, code })
    if (typeof detail === 'string') expect(body.detail).toBe(detail)
    else expect(body.detail).toMatch(detail)
  })

  const unknownReferences: readonly (readonly [string, object])[] = [
    ['1: an unknown id', { application_revision_ref: { id: unknownId } }],
    ['1: an unknown slug', { application_revision_ref: { slug: 'none' } }],
    ['1: an unknown slug with a version', { application_revision_ref: { slug: 'none', version: 1 } }],
    ['1: an unknown revision beside an artifact', { application_revision_ref: { slug: 'none' }, ...botRef }],
    ['3: an unknown version', { ...mainRef, application_revision_ref: { version: 9 } }],
    ['3: an impossible version', { ...mainRef, application_revision_ref: { version: '01' } }],
    ['3: a version that is no number', { ...mainRef, application_revision_ref: { version: 'latest' } }],
    [
      '4: an unknown artifact',
      { application_ref: { slug: 'none' }, application_revision_ref: { version: 0 } },
    ],
    ['6: an unknown variant', { application_variant_ref: { slug: 'none' } }],
    ['9: an unknown artifact', { application_ref: { slug: 'none' } }],
  ]
  test.each(unknownReferences)('row %s finds nothing', async (_, refs) => {
    const { status, body } = await records.api.post(path, refs)
    expect({ status, body }).toEqual({ status: 200, body: { count: 0 } })
  })

  test('an answer has the references of its resolution, with the environment only when it was used', async () => {
    const { api, bot, main } = records
    const ownReferences = {
      application: { id: bot.artifact.id, slug: 'support-bot' },
      application_variant: { id: bot.variant.id, slug: 'support-bot.main' },
      application_revision: { id: main[2].id, slug: 'rev-2', version: '2' },
    }
    const directAnswer = await api.post(path, { ...mainRef, ...production })
    expect(directAnswer.body).toEqual({
      count: 1,
      application_revision: main[2],
      retrieval_info: { references: ownReferences },
    })
    const environmentAnswer = await api.post(path, { ...production, ...botRef, resolve: true })
    const environment = (
      await api.post('/environments/revisions/retrieve', { environment_ref: { slug: 'production' } })
    ).body
    expect(environmentAnswer.body).toEqual({
      count: 1,
      application_revision: main[2],
      retrieval_info: {
        references: { ...ownReferences, ...environment.retrieval_info.references },
        selector: { key: 'support-bot.revision' },
      },
      resolution_info: { references_used: [], depth_reached: 0, embeds_resolved: 0, errors: [] },
    })
    expect(Object.keys(environment.retrieval_info.references)).toEqual([
      'environment',
      'environment_variant',
      'environment_revision',
    ])
    expect(environment.retrieval_info.references.environment_revision.version).toBe('3')
  })

  const malformedReferences: readonly (readonly [string, object, string, readonly string[]])[] = [
    [
      'a slug that breaks the pattern',
      { application_ref: { slug: 'a b' } },
      'value_error',
      ['application_ref', 'slug'],
    ],
    ['an invalid id', { application_ref: { id: 'x' } }, 'uuid_parsing', ['application_ref', 'id']],
    ['a reference that is no object', { application_ref: 'support-bot' }, 'dict_type', ['application_ref']],
    ['a slug that is a number', { application_ref: { slug: 5 } }, 'string_type', ['application_ref', 'slug']],
  ]
  test.each(malformedReferences)('%s is refused with its location', async (_, refs, type, loc) => {
    const { status, body } = await records.api.post(path, refs)
    expect({ status, detail: body.detail }).toMatchObject({
      status: 422,
      detail: [{ type, loc: ['body', ...loc] }],
    })
  })

  test('archived records resolve like others', async () => {
    const { api } = records
    const variant = await makeVariant(api, application, 'put-away')
    const revision = await commitTo(api, application, variant.variant.id, { slug: 'away-0', data: {} })
    await api.post('/applications/revisions/deploy', {
      application_ref: { slug: 'put-away' },
      environment_ref: { slug: 'production' },
    })
    await api.post(`/applications/revisions/${revision.id}/archive`)
    await api.post(`/applications/variants/${variant.variant.id}/archive`)
    await api.post(`/applications/${variant.artifact.id}/archive`)
    for (const refs of [
      { application_ref: { slug: 'put-away' } },
      { application_variant_ref: { id: variant.variant.id } },
      { application_revision_ref: { slug: 'away-0' } },
      { ...production, key: 'put-away.revision' },
    ]) {
      expect((await api.post(path, refs)).body.application_revision.id).toBe(revision.id)
    }
  })

  test('any member of the workflow family is returned with the field names of the prefix', async () => {
    const { api, main } = records
    const { body } = await api.post('/workflows/revisions/retrieve', {
      workflow_ref: { slug: 'support-bot' },
    })
    expect(body.workflow_revision).toMatchObject({ id: main[2].id, workflow_slug: 'support-bot' })
    expect(body.workflow_revision).not.toHaveProperty('application_id')
    expect(Object.keys(body.retrieval_info.references)).toEqual([
      'workflow',
      'workflow_variant',
      'workflow_revision',
    ])
    const evaluator = await api.post('/evaluators/revisions/retrieve', {
      evaluator_ref: { slug: 'support-bot' },
    })
    expect(evaluator.body.evaluator_revision.evaluator_id).toBe(main[2].application_id)
  })

  test('on /workflows an environment resolves to every kind of the family, elsewhere only to its own', async () => {
    const { api, main } = records
    const workflow = await api.post('/workflows/revisions/retrieve', {
      ...production,
      key: 'support-bot.revision',
    })
    expect(workflow.body.workflow_revision.id).toBe(main[2].id)
    const evaluator = await api.post('/evaluators/revisions/retrieve', {
      ...production,
      key: 'support-bot.revision',
    })
    expect([evaluator.status, evaluator.body.code]).toEqual([404, 'not_deployed'])
  })

  test.each(kindRows)(
    'a $name that was just created by its simple route is found by its artifact alone',
    async (kind) => {
      const { api } = records
      const simple = await api.post(`/simple/${kind.plural}/`, {
        [kind.name]: { name: `Fresh ${kind.name}`, data: kind.payloads[0] },
      })
      const record = simple.body[kind.name]
      const { body } = await api.post(`/${kind.plural}/revisions/retrieve`, {
        [`${kind.name}_ref`]: { id: record.id },
      })
      expect(body[`${kind.name}_revision`]).toMatchObject({ id: record.revision_id, version: '1' })
    },
  )
})
