// Embeds: references to other revisions inside data, resolved over HTTP.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from '../support/kinds.ts'
import { play, unknownId } from '../support/scenarios.ts'

const workflow = kindNamed('workflow')
const path = '/workflows/revisions/resolve'
const embed = (references: object, selector: object = { path: 'parameters.text' }): object => ({
  '@ag.embed': { '@ag.references': references, '@ag.selector': selector },
})
const inline = (parameters: object): object => ({ workflow_revision: { data: { parameters } } })
const noEmbeds = { references_used: [], depth_reached: 0, embeds_resolved: 0, errors: [] }

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let style: NewVariant
  let first: Body
  let second: Body
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    style = await makeVariant(api, workflow, 'house-style', { flags: { is_snippet: true } })
    const messages = [{ role: 'system', content: 'Be brief.' }]
    first = await commitTo(api, workflow, style.variant.id, {
      slug: 'tone-1',
      data: { parameters: { text: 'Write plainly.', prompt: { messages }, list: [1, { a: null }] } },
    })
    second = await commitTo(api, workflow, style.variant.id, {
      data: { parameters: { text: 'Write warmly.' } },
    })
    await api.post('/workflows/revisions/deploy', {
      workflow_revision_ref: { id: first.id },
      environment_ref: { slug: 'production' },
    })
  })

  const resolve = async (parameters: object, options: object = {}): Promise<Body> =>
    (await api.post(path, { ...inline(parameters), ...options })).body

  test('an inline revision is returned with its embeds replaced and the references used', async () => {
    const { body } = await api.post(path, {
      ...inline({
        system: embed(
          { environment: { slug: 'production' } },
          { key: 'house-style.revision', path: 'parameters.text' },
        ),
      }),
      error_policy: 'keep',
    })
    const environment = await api.post('/environments/query', { environment: { slug: 'production' } })
    expect(body).toEqual({
      count: 1,
      workflow_revision: { data: { parameters: { system: 'Write plainly.' } } },
      resolution_info: {
        references_used: [
          {
            environment: { id: environment.body.environments[0].id, slug: 'production' },
            workflow_revision: { id: first.id, slug: 'tone-1', version: '0' },
          },
        ],
        depth_reached: 1,
        embeds_resolved: 1,
        errors: [],
      },
    })
  })

  const embedForms: readonly (readonly [string, unknown, unknown])[] = [
    ['a revision by slug', embed({ workflow_revision: { slug: 'tone-1' } }), 'Write plainly.'],
    ['the head of a variant', embed({ workflow_variant: { slug: 'house-style.main' } }), 'Write warmly.'],
    [
      'a version on a variant',
      embed({ workflow_variant: { slug: 'house-style.main' }, workflow_revision: { version: 0 } }),
      'Write plainly.',
    ],
    ['the head of an artifact', embed({ workflow: { slug: 'house-style' } }), 'Write warmly.'],
    ['an artifact by its long name', embed({ snippet_artifact: { slug: 'house-style' } }), 'Write warmly.'],
    [
      'a full value',
      embed({ workflow_revision: { slug: 'tone-1' } }, { path: 'parameters.list' }),
      [1, { a: null }],
    ],
    [
      'a position in a list',
      embed({ workflow_revision: { slug: 'tone-1' } }, { path: 'parameters.list.1' }),
      { a: null },
    ],
    [
      'a token in a text',
      'First: @ag.embed[@ag.references[workflow_revision.slug=tone-1], @ag.selector[path=parameters.text]]!',
      'First: Write plainly.!',
    ],
    [
      'a token whose value is no text',
      '@ag.embed[@ag.references[workflow_variant.slug=house-style.main, workflow_revision.version=0], @ag.selector[path=parameters.list]]',
      '[1,{"a":null}]',
    ],
    ['a snippet', '@{{workflow.slug=house-style, path=text}}', 'Write warmly.'],
    ['a snippet with its default path', '@{{workflow_revision.slug:tone-1}}', 'Be brief.'],
    [
      'a snippet of an environment',
      '@{{environment.slug=production & key=house-style.revision & path=text}}',
      'Write plainly.',
    ],
    ['a snippet of the only entry', '@{{environment.slug=production, path=text}}', 'Write plainly.'],
    [
      'text that only looks like a token',
      'mail @ag.embed[x] and @{{name}}',
      'mail @ag.embed[x] and @{{name}}',
    ],
  ]
  test.each(embedForms)('%s', async (_, embedText, expected) => {
    expect((await resolve({ value: embedText })).workflow_revision).toEqual({
      data: { parameters: { value: expected } },
    })
  })

  test('data without embeds is returned unchanged', async () => {
    const parameters = { a: [null, {}, ''], b: '{{x}}' }
    expect(await resolve(parameters)).toEqual({
      count: 1,
      workflow_revision: { data: { parameters } },
      resolution_info: noEmbeds,
    })
  })

  test('a stored revision is returned with all its fields, and nothing is written', async () => {
    const { variant } = await makeVariant(api, workflow, 'user')
    const data = { parameters: { system: embed({ workflow: { slug: 'house-style' } }) } }
    const storedRevision = await commitTo(api, workflow, variant.id, { data })
    const { body } = await api.post(path, { workflow_revision_ref: { id: storedRevision.id } })
    expect(body.workflow_revision).toEqual({
      ...storedRevision,
      data: { parameters: { system: 'Write warmly.' } },
    })
    expect(body.retrieval_info.references.workflow_revision.id).toBe(storedRevision.id)
    expect(body.resolution_info).toEqual({
      references_used: [
        {
          workflow: { id: style.artifact.id, slug: 'house-style' },
          workflow_revision: { id: second.id, slug: second.slug, version: '1' },
        },
      ],
      depth_reached: 1,
      embeds_resolved: 1,
      errors: [],
    })
    expect((await api.get(`/workflows/revisions/${storedRevision.id}`)).body.workflow_revision.data).toEqual(
      data,
    )
    const retrieveAnswer = await api.post('/workflows/revisions/retrieve', {
      workflow_ref: { slug: 'user' },
      resolve: true,
    })
    expect(retrieveAnswer.body.workflow_revision.data).toEqual({ parameters: { system: 'Write warmly.' } })
    const plainAnswer = await api.post('/workflows/revisions/retrieve', { workflow_ref: { slug: 'user' } })
    expect(plainAnswer.body.workflow_revision.data).toEqual(data)
    expect(plainAnswer.body).not.toHaveProperty('resolution_info')
  })

  test('embedded values are searched, too', async () => {
    const outerWorkflow = await makeVariant(api, workflow, 'outer')
    await commitTo(api, workflow, outerWorkflow.variant.id, {
      data: { parameters: { text: '<@{{workflow.slug=house-style, path=text}}>' } },
    })
    const body = await resolve({ a: embed({ workflow: { slug: 'outer' } }) })
    expect(body.workflow_revision.data.parameters).toEqual({ a: '<Write warmly.>' })
    expect(body.resolution_info).toMatchObject({ depth_reached: 2, embeds_resolved: 2 })
    await play(api, {
      name: 'too deep',
      path,
      body: { ...inline({ a: embed({ workflow: { slug: 'outer' } }) }), max_depth: 1, error_policy: 'keep' },
      status: 400,
      code: 'embed_failed',
    })
    await play(api, {
      name: 'too many',
      path,
      body: {
        ...inline({ a: embed({ workflow: { slug: 'outer' } }) }),
        max_embeds: 1,
        error_policy: 'placeholder',
      },
      status: 400,
      code: 'embed_failed',
    })
  })

  describe('an embed that fails', () => {
    const brokenEmbeds = {
      unknown: embed({ workflow_revision: { id: unknownId } }),
      noPath: embed({ workflow_revision: { slug: 'tone-1' } }, { path: 'parameters.none' }),
      inText: 'x @{{workflow.slug=none}} y',
    }

    test('fails the request, which lists all of them', async () => {
      const { status, body } = await api.post(path, inline(brokenEmbeds))
      expect({ status, body }).toEqual({
        status: 400,
        body: {
          code: 'embed_failed',
          detail: {
            message: expect.any(String),
            errors: ['/parameters/unknown', '/parameters/noPath', '/parameters/inText'].map((at) => ({
              path: at,
              reason: expect.any(String),
            })),
          },
        },
      })
    })

    test('is replaced by a placeholder, or kept, on request', async () => {
      const placeholder = await resolve(brokenEmbeds, { error_policy: 'placeholder' })
      expect(placeholder.workflow_revision.data.parameters).toEqual({
        unknown: '<error:not_found>',
        noPath: '<error:no_path>',
        inText: 'x <error:not_found> y',
      })
      expect(placeholder.resolution_info.errors).toHaveLength(3)
      const answer = await resolve(brokenEmbeds, { error_policy: 'keep' })
      expect(answer.workflow_revision.data.parameters).toEqual(brokenEmbeds)
      expect(answer.resolution_info.errors).toHaveLength(3)
    })

    test('because it contains itself is reported as a cycle', async () => {
      const { variant } = await makeVariant(api, workflow, 'snake')
      await commitTo(api, workflow, variant.id, {
        data: { parameters: { text: '@{{workflow.slug=snake, path=text}}' } },
      })
      const body = await resolve(
        { a: embed({ workflow: { slug: 'snake' } }) },
        { error_policy: 'placeholder' },
      )
      expect(body.workflow_revision.data.parameters).toEqual({ a: '<error:cycle>' })
    })

    test('fails a retrieve that resolves', async () => {
      const { variant } = await makeVariant(api, workflow, 'broken')
      await commitTo(api, workflow, variant.id, { data: { parameters: brokenEmbeds } })
      await play(api, {
        name: 'retrieve',
        path: '/workflows/revisions/retrieve',
        body: { workflow_ref: { slug: 'broken' }, resolve: true },
        status: 400,
        code: 'embed_failed',
      })
    })
  })

  const requests: readonly (readonly [string, object, number, string])[] = [
    ['nothing', {}, 400, 'reference_required'],
    ['an inline revision without data', { workflow_revision: { id: 'whatever' } }, 400, 'data_required'],
    ['both', { ...inline({}), workflow_ref: { slug: 'x' } }, 400, 'reference_mismatch'],
    ['a depth of 0', { ...inline({}), max_depth: 0 }, 422, 'validation_failed'],
    ['a depth of 11', { ...inline({}), max_depth: 11 }, 422, 'validation_failed'],
    ['no embeds', { ...inline({}), max_embeds: 0 }, 422, 'validation_failed'],
    ['101 embeds', { ...inline({}), max_embeds: 101 }, 422, 'validation_failed'],
    ['another policy', { ...inline({}), error_policy: 'ignore' }, 422, 'validation_failed'],
  ]
  test.each(requests)('%s is refused', async (_, body, status, code) => {
    await play(api, { name: code, path, body, status, code })
  })

  test('an unknown revision resolves to nothing', async () => {
    expect((await api.post(path, { workflow_ref: { slug: 'none' } })).body).toEqual({ count: 0 })
  })

  test('environments resolve, kinds without embeds do not', async () => {
    const { status, body } = await api.post('/environments/revisions/resolve', {
      environment_ref: { slug: 'production' },
    })
    expect([status, body.resolution_info]).toEqual([200, noEmbeds])
    expect((await api.post('/testsets/revisions/resolve', {})).status).toBe(405)
  })
})
