// Commits: payloads, changes of payloads, locks, versions and slugs.
import { beforeAll, describe, expect, test } from 'vitest'
import { forms, newProject, serverOf, type Api, type Body } from './support/api.ts'
import { commitTo, kindNamed, kindRows, makeVariant, type Made } from './support/kinds.ts'
import {
  aHash,
  aMadeSlug,
  anId,
  aTime,
  play,
  playAll,
  revisionFlags,
  unknownId,
} from './support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/revisions/commit'
const prompt = {
  messages: [{ role: 'system', content: 'You help {{customer}}.' }],
  llm_config: { model: 'gpt-4o-mini', temperature: 0.2, max_tokens: 400, top_p: 0.9 },
  template_format: 'curly',
}

describe.each(forms)('on %s', (form) => {
  let api: Api
  let made: Made
  beforeAll(async () => {
    api = await newProject(serverOf(form), { seedDefaults: false })
    made = await makeVariant(api, application, 'support-bot')
  })
  const commit = (fields: object): Promise<Body> => commitTo(api, application, made.variant.id, fields)

  test('a commit under the long wrapper answers the whole revision', async () => {
    const { body } = await api.post(path, {
      application_revision_commit: {
        application_variant_id: made.variant.id,
        message: 'Calmer tone',
        data: { parameters: { prompt } },
      },
    })
    const author = body.application_revision.created_by_id as string
    expect(body).toEqual({
      count: 1,
      status: 'committed',
      application_revision: {
        id: anId,
        slug: aMadeSlug,
        version: '0',
        message: 'Calmer tone',
        author,
        date: aTime,
        flags: revisionFlags('is_application'),
        artifact_id: made.artifact.id,
        artifact_slug: 'support-bot',
        variant_id: made.variant.id,
        variant_slug: 'support-bot.main',
        application_id: made.artifact.id,
        application_slug: 'support-bot',
        application_variant_id: made.variant.id,
        application_variant_slug: 'support-bot.main',
        workflow_id: made.artifact.id,
        workflow_slug: 'support-bot',
        workflow_variant_id: made.variant.id,
        workflow_variant_slug: 'support-bot.main',
        content_hash: aHash,
        data: { parameters: { prompt } },
        created_at: aTime,
        created_by_id: author,
      },
    })
  })

  test('equal data is a new revision with the same hash and says that nothing changed', async () => {
    const head = await commit({ data: { parameters: { a: 1, b: [2] } } })
    const { body } = await api.post(path, {
      application_revision: {
        application_variant_id: made.variant.id,
        data: { parameters: { b: [2], a: 1 } },
      },
    })
    expect(body.status).toBe('no_change')
    expect(body.application_revision.content_hash).toBe(head.content_hash)
    expect(Number(body.application_revision.version)).toBe(Number(head.version) + 1)
    expect(body.application_revision.id).not.toBe(head.id)
  })

  test('header fields are those of the commit, not inherited', async () => {
    const own = {
      slug: 'rev-1',
      name: 'N',
      description: 'D',
      tags: { t: 1 },
      meta: { m: null },
      message: 'M',
    }
    expect(await commit({ data: {}, ...own, flags: { is_chat: true, is_evaluator: true } })).toMatchObject({
      ...own,
      flags: revisionFlags('is_application'),
    })
    const next = await commit({ data: {} })
    for (const field of ['name', 'description', 'tags', 'meta', 'message']) {
      expect(next).not.toHaveProperty(field)
    }
  })

  describe('a delta', () => {
    const base = { parameters: { prompt, list: [1, 2, 3], gone: null }, url: 'https://bot.example/run' }
    beforeAll(async () => {
      await commit({ data: base })
    })

    test('removes before it sets, merges objects and replaces the rest', async () => {
      const revision = await commit({
        message: 'Warmer',
        delta: {
          set: {
            parameters: { prompt: { llm_config: { temperature: 0.7 } }, list: [9], gone: { back: true } },
          },
          remove: [
            'parameters.prompt.llm_config.top_p',
            '/parameters/prompt/messages/0',
            'parameters.gone',
            'url',
          ],
        },
      })
      const { top_p: _, ...llm } = prompt.llm_config
      expect(revision.data).toEqual({
        parameters: {
          prompt: { ...prompt, messages: [], llm_config: { ...llm, temperature: 0.7 } },
          list: [9],
          gone: { back: true },
        },
      })
      expect(revision).not.toHaveProperty('warnings')
    })

    test('starts at the revision that is named, and goes on top of the head', async () => {
      const start = await commit({ data: { parameters: { old: 1 } } })
      const head = await commit({ data: { parameters: { newer: 1 } } })
      const revision = await commit({
        application_revision_id: start.id,
        delta: { set: { parameters: { more: 2 } } },
      })
      expect(revision.data).toEqual({ parameters: { old: 1, more: 2 } })
      expect(Number(revision.version)).toBe(Number(head.version) + 1)
      const alone = await api.post(path, {
        application_revision: { revision_id: start.id, delta: { set: { parameters: { alone: true } } } },
      })
      expect(alone.body.application_revision).toMatchObject({
        variant_id: made.variant.id,
        data: { parameters: { old: 1, alone: true } },
      })
    })

    test('that is empty commits the same data again', async () => {
      const head = await commit({ data: base })
      const { body } = await api.post(path, {
        application_revision: { application_variant_id: made.variant.id, delta: {} },
      })
      expect(body.status).toBe('no_change')
      expect(body.application_revision.data).toEqual(head.data)
    })

    test('that removes what is not there is written, with a warning', async () => {
      const { body } = await api.post(path, {
        application_revision: {
          application_variant_id: made.variant.id,
          delta: { remove: ['parameters.nothing', 'url'] },
        },
      })
      expect(body.application_revision.data).not.toHaveProperty('url')
      expect(body.warnings).toEqual([
        {
          code: 'nothing_removed',
          message: expect.stringContaining('parameters.nothing'),
          target: expect.any(Array),
        },
      ])
    })

    test('is refused when its result is not valid data', async () => {
      const { body } = await api.post(path, {
        application_revision: {
          application_variant_id: made.variant.id,
          delta: { set: { prompt: 1, url: 'x' } },
        },
      })
      expect(body.code).toBe('validation_failed')
      expect(body.detail.map((fault: { readonly type: string }) => fault.type).sort()).toEqual([
        'extra_forbidden',
        'url_parsing',
      ])
    })
  })

  describe('the lock', () => {
    test('lets a commit on the head through and refuses one on an older base, in these words', async () => {
      const base = await commit({ data: { parameters: { n: 1 } } })
      const head = await commit({ base_revision_id: base.id, data: { parameters: { n: 2 } } })
      expect(head.id).toEqual(anId)
      const refused = await api.post(path, {
        application_revision: {
          application_variant_id: made.variant.id,
          base_revision_id: base.id,
          data: { parameters: { n: 3 } },
        },
      })
      expect(refused.status).toBe(409)
      expect(refused.body).toEqual({
        code: 'revision_conflict',
        detail: {
          code: 'revision_conflict',
          message: `base_revision_id is not the head of this variant; the head is version ${head.version}.`,
          retryable: false,
          next_step: 'Fetch the head, apply your change to it and commit again.',
          details: {
            base_revision_id: base.id,
            current_revision_id: head.id,
            current_revision_version: head.version,
          },
        },
      })
      const log = await api.post('/applications/revisions/log', {
        application: { application_variant_id: made.variant.id, depth: 1 },
      })
      expect(log.body.application_revisions[0].id).toBe(head.id)
    })

    test('on a variant without revisions names no head', async () => {
      const empty = await makeVariant(api, application, 'empty-lock')
      const refused = await api.post(path, {
        application_revision: {
          application_variant_id: empty.variant.id,
          base_revision_id: unknownId,
          data: {},
        },
      })
      expect(refused.body.detail.details).toEqual({ base_revision_id: unknownId })
    })
  })

  test('versions run without gaps under concurrent commits, archived revisions counted', async () => {
    const { variant } = await makeVariant(api, application, 'busy')
    const first = await commitTo(api, application, variant.id, { data: {} })
    await api.post(`/applications/revisions/${first.id}/archive`)
    const revisions = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        commitTo(api, application, variant.id, { data: { parameters: { n } } }),
      ),
    )
    const versions = revisions.map(({ version }) => Number(version)).sort((a, b) => a - b)
    expect(versions).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  })

  test('of many commits that lock the same base one succeeds', async () => {
    const { variant } = await makeVariant(api, application, 'locked')
    const base = await commitTo(api, application, variant.id, { data: {} })
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        api.post(path, {
          application_revision: {
            application_variant_id: variant.id,
            base_revision_id: base.id,
            data: { parameters: { n } },
          },
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
  })

  describe('the target', () => {
    test('may be the artifact alone: its oldest variant', async () => {
      await api.post('/applications/variants/', {
        application_variant: { slug: 'support-bot.second', application_id: made.artifact.id },
      })
      for (const name of ['application_id', 'workflow_id', 'artifact_id']) {
        const { body } = await api.post(path, {
          application_revision: { [name]: made.artifact.id, data: {} },
        })
        expect(body.application_revision.variant_id, name).toBe(made.variant.id)
      }
    })

    test('may stand in the query string', async () => {
      const { body } = await api.post(`${path}?application_variant_id=${made.variant.id}`, {
        application_revision: { data: {} },
      })
      expect(body.application_revision.variant_id).toBe(made.variant.id)
    })

    test('is refused when it is unknown, unnamed or contradictory', async () => {
      const other = await makeVariant(api, application, 'other-bot')
      const foreign = await commitTo(api, application, other.variant.id, { data: {} })
      const bare = (await api.post('/applications/', { application: { slug: 'bare' } })).body.application
      const wrong: readonly (readonly [object, number, string])[] = [
        [{}, 400, 'reference_required'],
        [{ application_variant_id: unknownId }, 404, 'not_found'],
        [{ application_id: unknownId }, 404, 'not_found'],
        [{ application_revision_id: unknownId }, 404, 'not_found'],
        [{ application_id: bare.id }, 404, 'not_found'],
        [
          { application_variant_id: made.variant.id, application_id: other.artifact.id },
          400,
          'reference_mismatch',
        ],
        [
          { application_variant_id: made.variant.id, variant_id: other.variant.id },
          400,
          'reference_mismatch',
        ],
        [{ application_variant_id: made.variant.id, revision_id: foreign.id }, 400, 'reference_mismatch'],
        [{ application_id: made.artifact.id, revision_id: foreign.id }, 400, 'reference_mismatch'],
      ]
      for (const [target, status, code] of wrong) {
        const body = { application_revision: { ...target, data: {} } }
        await play(api, { name: JSON.stringify(target), path, body, status, code })
      }
    })
  })

  describe('data and delta', () => {
    const both = { data: {}, delta: {} }
    test.each(kindRows.filter(({ name }) => name !== 'query' && name !== 'testset'))(
      'both are refused: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `both-${kind.name}`)
        const wrapper = { [`${kind.name}_variant_id`]: variant.id, ...both }
        await play(api, {
          name: kind.name,
          path: `/${kind.plural}/revisions/commit`,
          body: { [`${kind.name}_revision`]: wrapper },
          status: 400,
          code: 'data_or_delta',
        })
      },
    )

    test('a saved query takes no delta', async () => {
      const { variant } = await makeVariant(api, kindNamed('query'), 'no-delta')
      await play(api, {
        name: 'delta',
        path: '/queries/revisions/commit',
        body: { query_revision: { query_variant_id: variant.id, delta: { set: {} } } },
        status: 422,
        part: { detail: [{ type: 'extra_forbidden', loc: ['body', 'query_revision', 'delta'] }] },
      })
    })

    test.each(kindRows.filter(({ family }) => family === 'workflow' || family === 'query'))(
      'neither is a revision without data, as long as the head has none: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `neither-${kind.name}`)
        for (const version of ['0', '1']) {
          const revision = await commitTo(api, kind, variant.id, { message: 'empty' })
          expect(revision).toMatchObject({ version, message: 'empty' })
          expect(revision).not.toHaveProperty('data')
          expect(revision).not.toHaveProperty('content_hash')
        }
        await commitTo(api, kind, variant.id, { data: kind.payloads[0] })
        expect(await commitTo(api, kind, variant.id, {})).toMatchObject({ code: 'data_or_delta' })
      },
    )

    test.each(kindRows.filter(({ name }) => name === 'environment' || name === 'testset'))(
      'neither is refused: $name',
      async (kind) => {
        const { variant } = await makeVariant(api, kind, `neither-${kind.name}`)
        expect(await commitTo(api, kind, variant.id, {})).toMatchObject({ code: 'data_or_delta' })
      },
    )
  })

  playAll(
    [
      { name: 'no wrapper', body: {} },
      { name: 'a wrapper that is null', body: { application_revision: null } },
    ].map(({ name, body }) => ({
      name: `${name} is refused`,
      path,
      body,
      status: 422,
      whole: {
        code: 'validation_failed',
        detail: [{ type: 'missing', loc: ['body', 'application_revision'], msg: 'Field required.' }],
      },
    })),
    () => api,
  )

  test('two wrappers are refused', async () => {
    await play(api, {
      name: 'two',
      path,
      body: { application_revision: {}, application_revision_commit: {} },
      status: 422,
      code: 'validation_failed',
    })
  })

  describe('slugs', () => {
    const conflict = (slug: string) => ({
      code: 'slug_conflict',
      detail: {
        message: `A resource with slug '${slug}' already exists in this project.`,
        conflict: { slug },
      },
    })

    test('are unique per level and family, kept by archived records, free elsewhere', async () => {
      const { artifact, variant } = await makeVariant(api, application, 'taken')
      await commitTo(api, application, variant.id, { slug: 'taken', data: {} })
      const again = await api.post('/evaluators/', { evaluator: { slug: 'taken' } })
      expect([again.status, again.body]).toEqual([409, conflict('taken')])
      const variantAgain = await api.post('/workflows/variants/', {
        workflow_variant: { slug: 'taken.main', workflow_id: artifact.id },
      })
      expect(variantAgain.body).toEqual(conflict('taken.main'))
      expect(await commitTo(api, application, variant.id, { slug: 'taken', data: {} })).toEqual(
        conflict('taken'),
      )
      await api.post(`/applications/${artifact.id}/archive`)
      expect((await api.post('/applications/', { application: { slug: 'taken' } })).status).toBe(409)
      expect((await api.post('/testsets/', { testset: { slug: 'taken' } })).status).toBe(200)
      const level = { application_variant: { slug: 'taken', application_id: made.artifact.id } }
      expect((await api.post('/applications/variants/', level)).status).toBe(200)
    })

    test('of many records made at once with the same slug belong to one of them', async () => {
      for (const where of ['/applications/', '/simple/applications/']) {
        const slug = where.replaceAll('/', '')
        const answers = await Promise.all(
          Array.from({ length: 5 }, () => api.post(where, { application: { slug } })),
        )
        expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409, 409, 409, 409])
      }
    })

    test('are made from the name, with a random ending where that is taken', async () => {
      const slugs = []
      for (const name of ['  Grüne Wiese (2)! ', 'Grüne Wiese (2)', '你好']) {
        slugs.push((await api.post('/applications/', { application: { name } })).body.application.slug)
      }
      expect(slugs).toEqual([
        'gr-ne-wiese-2',
        expect.stringMatching(/^gr-ne-wiese-2-[0-9a-f]{12}$/),
        aMadeSlug,
      ])
      expect((await api.post('/applications/', { application: {} })).body.application).toMatchObject({
        slug: aMadeSlug,
      })
      const variant = { name: 'My branch', application_id: made.artifact.id }
      expect(
        (await api.post('/applications/variants/', { application_variant: variant })).body.application_variant
          .slug,
      ).toBe('my-branch')
    })

    test.each(['a b', '.a', 'ä', 'a/b', ''])('%j is no slug', async (slug) => {
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

    test.each(['-a', '_a', 'a.b-c_D', '0', 'a'.repeat(255)])('%s is one', async (slug) => {
      expect((await api.post('/testsets/', { testset: { slug } })).body.testset.slug).toBe(slug)
    })

    test('that start like our own are reserved in the workflow family', async () => {
      const slug = '__ag__mine'
      for (const [where, body] of [
        ['/applications/', { application: { slug } }],
        ['/simple/evaluators/', { evaluator: { slug } }],
        ['/applications/variants/', { application_variant: { slug, application_id: made.artifact.id } }],
        [path, { application_revision: { slug, application_id: made.artifact.id, data: {} } }],
      ] as const) {
        await play(api, { name: where, path: where, body, status: 400, code: 'slug_reserved' })
      }
      expect((await api.post('/testsets/', { testset: { slug } })).status).toBe(200)
    })
  })
})
