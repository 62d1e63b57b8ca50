// Simple records: one flat record over artifact, default variant and newest revision.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { kinds } from '../../src/versioning/kinds.ts'
import { kindRows } from '../support/kinds.ts'
import { aTime, anId, play, revisionFlags, unknownId } from '../support/scenarios.ts'

describe.each(backends)('on %s', (backend) => {
  describe.each(kindRows)('$name', (kind) => {
    const { name, plural, label } = kind
    const path = `/simple/${plural}`
    const flags = kind.family === 'workflow' ? kind.flags.revision : kind.flags.artifact
    let api: Api
    let record: Body
    beforeAll(async () => {
      api = await newProject(serverOf(backend), { seedDefaults: false })
    })

    test('is created with a variant and two revisions in one request', async () => {
      const header = { name: 'FAQ bot', description: 'Asks', tags: { a: 1 }, meta: { b: null } }
      const { status, body } = await api.post(`${path}/`, {
        [name]: { slug: 'faq-bot', ...header, data: kind.payloads[0], message: 'first' },
      })
      expect(status).toBe(200)
      record = body[name]
      expect(body).toEqual({
        count: 1,
        [name]: {
          id: anId,
          slug: 'faq-bot',
          ...header,
          ...(flags === undefined ? {} : { flags }),
          variant_id: anId,
          revision_id: anId,
          data: kind.isReturnedAsSent ? kind.payloads[0] : expect.any(Object),
          created_at: aTime,
          created_by_id: anId,
          ...(name === 'environment' ? { environment_id: record.id, version: '1' } : {}),
        },
      })
      const log = await api.post(`/${plural}/revisions/log`, {
        [name]: { [`${name}_id`]: record.id },
        include_data: true,
      })
      const [newest, oldest] = log.body[`${name}_revisions`]
      expect(newest).toMatchObject({ id: record.revision_id, version: '1', message: 'first' })
      expect(oldest).toMatchObject({ version: '0', message: 'Initial commit' })
      expect(oldest).not.toHaveProperty('data')
      const variant = await api.get(`/${plural}/variants/${record.variant_id}`)
      expect(variant.body[`${name}_variant`]).toMatchObject({
        slug: expect.stringMatching(/^[0-9a-f]{12}$/),
        ...header,
      })
    })

    test('without data has the initial payload of its kind', async () => {
      const { body } = await api.post(`${path}/`, { [name]: {} })
      const record = body[name]
      expect(record).toMatchObject({
        slug: expect.stringMatching(/^[0-9a-f]{12}$/),
        variant_id: anId,
        revision_id: anId,
      })
      if (name === 'environment') expect(record.data).toEqual({ references: {} })
      else if (name === 'testset') expect(record.data.testcases).toEqual([])
      else expect(record).not.toHaveProperty('data')
    })

    test('is fetched, archived or not; an unknown id returns nothing', async () => {
      expect((await api.get(`${path}/${record.id}`)).body).toEqual({ count: 1, [name]: record })
      const archiveAnswer = await api.post(`${path}/${record.id}/archive`)
      expect(archiveAnswer.body[name]).toEqual({
        ...record,
        updated_at: aTime,
        updated_by_id: anId,
        deleted_at: aTime,
        deleted_by_id: anId,
      })
      expect((await api.get(`${path}/${record.id}`)).body).toEqual(archiveAnswer.body)
      expect((await api.post(`${path}/query`, { [name]: { slug: 'faq-bot' } })).body).toEqual({
        count: 0,
        [plural]: [],
      })
      const unarchiveAnswer = await api.post(`${path}/${record.id}/unarchive`)
      expect(unarchiveAnswer.body[name]).toEqual({ ...record, updated_at: aTime, updated_by_id: anId })
      record = unarchiveAnswer.body[name]
      expect(await api.get(`${path}/${unknownId}`)).toMatchObject({ status: 200, body: { count: 0 } })
      for (const verb of ['archive', 'unarchive']) {
        await play(api, {
          name: verb,
          path: `${path}/${unknownId}/${verb}`,
          status: 404,
          exact: { code: 'not_found', detail: `${label} not found.` },
        })
      }
    })

    test('an edit changes header fields of the record and its variant, without a commit', async () => {
      const { body } = await api.put(`${path}/${record.id}`, {
        [name]: { id: record.id, name: 'FAQ', description: null, slug: record.slug },
      })
      const { description: _, ...rest } = record
      expect(body[name]).toEqual({ ...rest, name: 'FAQ', updated_at: aTime })
      record = body[name]
      const variant = (await api.get(`/${plural}/variants/${record.variant_id}`)).body[`${name}_variant`]
      expect(variant.name).toBe('FAQ')
      expect(variant).not.toHaveProperty('description')
    })

    test('an edit with other data commits, one with equal data does not', async () => {
      const unchangedAnswer = await api.put(`${path}/${record.id}`, { [name]: { data: kind.payloads[0] } })
      expect(unchangedAnswer.body[name].revision_id).toBe(record.revision_id)
      const { body } = await api.put(`${path}/${record.id}`, {
        [name]: { data: kind.payloads[1], message: 'warmer' },
      })
      expect(body[name].revision_id).not.toBe(record.revision_id)
      if (kind.isReturnedAsSent) expect(body[name].data).toEqual(kind.payloads[1])
      const revision = (await api.get(`/${plural}/revisions/${body[name].revision_id}`)).body[
        `${name}_revision`
      ]
      expect(revision).toMatchObject({ version: '2', message: 'warmer' })
      expect((await api.get(`${path}/${record.id}`)).body).toEqual(body)
    })

    test('an edit ignores another slug, with a warning', async () => {
      const editAnswer = await api.put(`${path}/${record.id}`, { [name]: { slug: 'another' } })
      expect(editAnswer).toMatchObject({ status: 200, body: { warnings: [{ code: 'slug_unchanged' }] } })
      expect((await api.get(`${path}/${record.id}`)).body[name]).toMatchObject({ slug: record.slug })
    })

    test('is refused with the reason when it is invalid', async () => {
      const put = { method: 'PUT', path: `${path}/${record.id}` }
      await play(api, {
        name: 'other id',
        ...put,
        body: { [name]: { id: unknownId } },
        status: 400,
        code: 'id_mismatch',
      })
      await play(api, {
        name: 'blank',
        ...put,
        body: { [name]: { name: '' } },
        status: 422,
        code: 'validation_failed',
      })
      await play(api, {
        name: 'unknown',
        method: 'PUT',
        path: `${path}/${unknownId}`,
        body: { [name]: {} },
        status: 404,
        exact: { code: 'not_found', detail: kinds[name].unknownSimple?.(unknownId) ?? `${label} not found.` },
      })
      await play(api, {
        name: 'taken',
        path: `${path}/`,
        body: { [name]: { slug: 'faq-bot' } },
        status: 409,
        code: 'slug_conflict',
      })
      await play(api, {
        name: 'unknown key',
        path: `${path}/`,
        body: { [name]: { data: { nonsense: 1 } } },
        status: 422,
        part: { detail: [{ type: 'extra_forbidden', loc: ['body', name, 'data', 'nonsense'] }] },
      })
      const id = randomUUID()
      expect((await api.post(`${path}/?${name}_id=${id}`, { [name]: {} })).body[name].id).toBe(id)
      await play(api, {
        name: 'id taken',
        path: `${path}/?${name}_id=${id}`,
        body: { [name]: {} },
        status: 409,
        code: 'id_conflict',
      })
    })

    test('is found by name, slug, reference, tags and meta, page by page', async () => {
      const query = async (body: object): Promise<readonly string[]> =>
        (await api.post(`${path}/query`, body)).body[plural].map((one: Body) => one.slug)
      expect(await query({ [name]: { slug: 'faq-bot' }, [`${name}_refs`]: [{ id: record.id }] })).toEqual([
        'faq-bot',
      ])
      expect(await query({ [name]: { name: 'faq' } })).toEqual(['faq-bot'])
      expect(await query({ [name]: { tags: { a: 1 }, meta: { b: null } } })).toEqual(['faq-bot'])
      expect(await query({ [name]: { tags: { a: 2 } } })).toEqual([])
      const page = await api.post(`${path}/query`, { windowing: { limit: 1 } })
      expect(page.body.windowing).toEqual({ limit: 1, order: 'descending', next: page.body[plural][0].id })
      const allSlugs = await query({})
      const next = await query({ windowing: page.body.windowing })
      expect([page.body[plural][0].slug, ...next]).toEqual(allSlugs.slice(0, 2))
    })
  })

  test('an artifact without variants is a simple record too, and gets a variant with its first data', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const { application } = (await api.post('/applications/', { application: { slug: 'bare' } })).body
    const bareRecord = await api.get(`/simple/applications/${application.id}`)
    expect(bareRecord.body.application).toEqual({ ...application, flags: revisionFlags('is_application') })
    const filter = { application: { flags: { is_chat: false } } }
    expect((await api.post('/simple/applications/query', filter)).body.count).toBe(1)
    const { body } = await api.put(`/simple/applications/${application.id}`, {
      application: { data: { parameters: { a: 1 } } },
    })
    expect(body.application).toMatchObject({
      variant_id: anId,
      revision_id: anId,
      data: { parameters: { a: 1 } },
    })
  })

  test('the flags of a workflow follow its newest data, and lists can be filtered by them', async () => {
    const api = await newProject(serverOf(backend), { seedDefaults: false })
    const answer = await api.post('/simple/evaluators/', {
      evaluator: {
        slug: 'judge',
        data: { uri: 'auto_exact_match', parameters: { correct_answer_key: 'answer' } },
      },
    })
    expect(answer.body.evaluator.flags).toEqual(revisionFlags('is_evaluator', 'is_managed', 'has_url'))
    const { data } = answer.body.evaluator
    expect(data).toMatchObject({
      uri: 'agenta:builtin:auto_exact_match:latest',
      url: `${api.url}/api/services/auto_exact_match/latest`,
    })
    expect(Object.keys(data.schemas).sort()).toEqual(['outputs', 'parameters'])
    const unchangedAnswer = await api.put(`/simple/evaluators/${answer.body.evaluator.id}`, {
      evaluator: { data },
    })
    expect(unchangedAnswer.body.evaluator.revision_id).toBe(answer.body.evaluator.revision_id)
    const response = await api.post('/simple/evaluators/query', {
      evaluator: { flags: { is_managed: true } },
    })
    expect(response.body.count).toBe(1)
    const emptyAnswer = await api.post('/simple/evaluators/query', {
      evaluator: { flags: { is_chat: true } },
    })
    expect(emptyAnswer.body).toEqual({ count: 0, evaluators: [] })
  })
})
