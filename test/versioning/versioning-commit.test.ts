// Commits: payloads, changes of payloads, locks and versions.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant, type NewVariant } from '../support/kinds.ts'
import { aHash, aGeneratedSlug, anId, aTime, revisionFlags, unknownId } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/revisions/commit'
const prompt = {
  messages: [{ role: 'system', content: 'You help {{customer}}.' }],
  llm_config: { model: 'gpt-4o-mini', temperature: 0.2, max_tokens: 400, top_p: 0.9 },
  template_format: 'curly',
}

describe.each(backends)('on %s', (backend) => {
  let api: Api
  let records: NewVariant
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    records = await makeVariant(api, application, 'support-bot')
  })
  const commit = (fields: object): Promise<Body> => commitTo(api, application, records.variant.id, fields)

  test('a commit under the long wrapper returns the full revision', async () => {
    const { body } = await api.post(path, {
      application_revision_commit: {
        application_variant_id: records.variant.id,
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
        slug: aGeneratedSlug,
        version: '0',
        message: 'Calmer tone',
        author,
        date: aTime,
        flags: revisionFlags('is_application'),
        artifact_id: records.artifact.id,
        artifact_slug: 'support-bot',
        variant_id: records.variant.id,
        variant_slug: 'support-bot.main',
        application_id: records.artifact.id,
        application_slug: 'support-bot',
        application_variant_id: records.variant.id,
        application_variant_slug: 'support-bot.main',
        workflow_id: records.artifact.id,
        workflow_slug: 'support-bot',
        workflow_variant_id: records.variant.id,
        workflow_variant_slug: 'support-bot.main',
        content_hash: aHash,
        data: { parameters: { prompt } },
        created_at: aTime,
        created_by_id: author,
      },
    })
  })

  test('equal data creates a revision with the same hash and the status no_change', async () => {
    const head = await commit({ data: { parameters: { a: 1, b: [2] } } })
    const { body } = await api.post(path, {
      application_revision: {
        application_variant_id: records.variant.id,
        data: { parameters: { b: [2], a: 1 } },
      },
    })
    expect(body.status).toBe('no_change')
    expect(body.application_revision.content_hash).toBe(head.content_hash)
    expect(Number(body.application_revision.version)).toBe(Number(head.version) + 1)
    expect(body.application_revision.id).not.toBe(head.id)
  })

  test('header fields are those of the commit, not inherited', async () => {
    const header = {
      slug: 'rev-1',
      name: 'N',
      description: 'D',
      tags: { t: 1 },
      meta: { m: null },
      message: 'M',
    }
    expect(await commit({ data: {}, ...header, flags: { is_chat: true, is_evaluator: true } })).toMatchObject(
      {
        ...header,
        flags: revisionFlags('is_application'),
      },
    )
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

    test('starts at the referenced revision, and is committed on top of the head', async () => {
      const start = await commit({ data: { parameters: { old: 1 } } })
      const head = await commit({ data: { parameters: { newer: 1 } } })
      const revision = await commit({
        application_revision_id: start.id,
        delta: { set: { parameters: { more: 2 } } },
      })
      expect(revision.data).toEqual({ parameters: { old: 1, more: 2 } })
      expect(Number(revision.version)).toBe(Number(head.version) + 1)
      const answerByBase = await api.post(path, {
        application_revision: {
          revision_id: start.id,
          delta: { set: { parameters: { answerByBase: true } } },
        },
      })
      expect(answerByBase.body.application_revision).toMatchObject({
        variant_id: records.variant.id,
        data: { parameters: { old: 1, answerByBase: true } },
      })
    })

    test('that is empty commits the same data again', async () => {
      const head = await commit({ data: base })
      const { body } = await api.post(path, {
        application_revision: { application_variant_id: records.variant.id, delta: {} },
      })
      expect(body.status).toBe('no_change')
      expect(body.application_revision.data).toEqual(head.data)
    })

    test('that removes a missing member is stored, with a warning', async () => {
      const { body } = await api.post(path, {
        application_revision: {
          application_variant_id: records.variant.id,
          delta: { remove: ['parameters.nothing', 'url'] },
        },
      })
      expect(body.application_revision.data).not.toHaveProperty('url')
      expect(body.warnings).toEqual([
        {
          code: 'nothing_removed',
          message: expect.stringContaining('parameters.nothing'),
          target: ['body', 'application_revision', 'delta', 'remove', 0],
        },
      ])
    })

    test('is refused when its result is not valid data', async () => {
      const { body } = await api.post(path, {
        application_revision: {
          application_variant_id: records.variant.id,
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
    test('accepts a commit on the head and refuses one on an older base with this message', async () => {
      const base = await commit({ data: { parameters: { n: 1 } } })
      const head = await commit({ base_revision_id: base.id, data: { parameters: { n: 2 } } })
      expect(head.id).toEqual(anId)
      const refusal = await api.post(path, {
        application_revision: {
          application_variant_id: records.variant.id,
          base_revision_id: base.id,
          data: { parameters: { n: 3 } },
        },
      })
      expect(refusal.status).toBe(409)
      expect(refusal.body).toEqual({
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
        application: { application_variant_id: records.variant.id, depth: 1 },
      })
      expect(log.body.application_revisions[0].id).toBe(head.id)
    })

    test('has no head in its message for a variant without revisions', async () => {
      const empty = await makeVariant(api, application, 'empty-lock')
      const refusal = await api.post(path, {
        application_revision: {
          application_variant_id: empty.variant.id,
          base_revision_id: unknownId,
          data: {},
        },
      })
      expect(refusal.body.detail.details).toEqual({ base_revision_id: unknownId })
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

  test('one of several commits with the same base succeeds', async () => {
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
})
