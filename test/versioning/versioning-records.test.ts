// Create, fetch, edit, archive and unarchive at three levels, the same for all six kinds.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import {
  artifactParents,
  commitTo,
  freshRecord,
  kindRows,
  makeVariant,
  variantParents,
} from '../support/kinds.ts'
import { aHash, aGeneratedSlug, aTime, play, unknownId } from '../support/scenarios.ts'

const header = {
  name: 'Support bot',
  description: 'Answers tickets',
  tags: { team: 'care', nested: { level: 2 } },
  meta: { owner: { mail: 'care@example.org' }, list: [null, {}] },
}

describe.each(backends)('on %s', (backend) => {
  describe.each(kindRows)('$name', (kind) => {
    const { name, plural, label } = kind
    const levels = [
      ['artifact', name, `/${plural}`, label],
      ['variant', `${name}_variant`, `/${plural}/variants`, `${label} variant`],
      ['revision', `${name}_revision`, `/${plural}/revisions`, `${label} revision`],
    ] as const
    let artifact: Body
    let variant: Body
    let revision: Body
    let api: Api
    beforeAll(async () => {
      api = await newProject(serverOf(backend), { seedDefaults: false })
    })

    test('an artifact is created with its header and without variants', async () => {
      const { body } = await api.post(`/${plural}/`, { [name]: { slug: 'support-bot', ...header } })
      artifact = body[name]
      expect(body).toEqual({
        count: 1,
        [name]: { ...freshRecord(kind, 'artifact', 'support-bot'), ...header },
      })
      const below = await api.post(`/${plural}/variants/query`, { [`${name}_refs`]: [{ id: artifact.id }] })
      expect(below.body).toEqual({ count: 0, [`${name}_variants`]: [] })
    })

    test('a variant is created below it and has its parents under all names', async () => {
      const { body } = await api.post(`/${plural}/variants/`, {
        [`${name}_variant`]: { slug: 'support-bot.main', [`${name}_id`]: artifact.id },
      })
      variant = body[`${name}_variant`]
      expect(body).toEqual({
        count: 1,
        [`${name}_variant`]: {
          ...freshRecord(kind, 'variant', 'support-bot.main'),
          name: 'support-bot.main',
          ...artifactParents(kind, artifact),
        },
      })
    })

    test('an initial revision is version 0 and can be created once', async () => {
      const wrapper = { [`${name}_id`]: artifact.id, [`${name}_variant_id`]: variant.id }
      const { body } = await api.post(`/${plural}/revisions/`, { [`${name}_revision`]: wrapper })
      revision = body[`${name}_revision`]
      expect(body).toEqual({
        count: 1,
        [`${name}_revision`]: {
          ...freshRecord(kind, 'revision', aGeneratedSlug),
          version: '0',
          message: 'Initial revision',
          author: revision.created_by_id,
          date: aTime,
          ...artifactParents(kind, artifact),
          ...variantParents(kind, variant),
        },
      })
      const secondAnswer = await api.post(`/${plural}/revisions/`, { [`${name}_revision`]: wrapper })
      expect([secondAnswer.status, secondAnswer.body.code]).toEqual([409, 'initial_revision_exists'])
    })

    test('a commit is the next version and contains its data', async () => {
      const [data] = kind.payloads
      const committedRevision = await commitTo(api, kind, variant.id, {
        message: 'first',
        data,
        name: 'Calm',
      })
      expect(committedRevision).toEqual({
        ...freshRecord(kind, 'revision', aGeneratedSlug),
        name: 'Calm',
        version: '1',
        message: 'first',
        author: committedRevision.created_by_id,
        date: committedRevision.created_at,
        ...artifactParents(kind, artifact),
        ...variantParents(kind, variant),
        content_hash: aHash,
        data: kind.isReturnedAsSent ? data : expect.any(Object),
      })
      expect(
        (await api.get(`/${plural}/revisions/${committedRevision.id}`)).body[`${name}_revision`],
      ).toEqual(committedRevision)
      revision = committedRevision
    })

    test.each(levels)(
      'the %s is fetched as it was created, and an unknown id returns nothing',
      async (level, key, path) => {
        const record = { artifact, variant, revision }[level]
        expect((await api.get(`${path}/${record.id}`)).body).toEqual({ count: 1, [key]: record })
        expect(await api.get(`${path}/${unknownId}`)).toMatchObject({ status: 200, body: { count: 0 } })
        expect((await api.get(`${path}/${unknownId}`)).body).toEqual({ count: 0 })
      },
    )

    test.each(levels)(
      'an edit of the %s keeps omitted members and clears null ones',
      async (level, key, path) => {
        const before = { artifact, variant, revision }[level]
        const edit = (fields: object): Promise<Body> =>
          api.put(`${path}/${before.id}`, { [key]: fields }).then(({ body }) => body[key])
        const editedRecord = await edit({ id: before.id, name: 'Support bot EU', tags: { a: { b: true } } })
        expect(editedRecord).toEqual({
          ...before,
          name: 'Support bot EU',
          tags: { a: { b: true } },
          updated_at: aTime,
          updated_by_id: before.created_by_id,
        })
        const { description: _, tags: __, meta: ___, ...rest } = editedRecord
        expect(
          await edit({ description: null, tags: null, meta: null, slug: before.slug, data: 'x' }),
        ).toEqual({
          ...rest,
          updated_at: aTime,
        })
        const { name: ____, ...recordWithoutName } = rest
        expect(await edit({ name: null })).toEqual({ ...recordWithoutName, updated_at: aTime })
        expect((await edit({ name: 'back' })).name).toBe('back')
      },
    )

    test.each(levels)(
      'an invalid edit of the %s is refused with the reason',
      async (level, key, path, recordLabel) => {
        const { id } = { artifact, variant, revision }[level]
        const put = { method: 'PUT', path: `${path}/${id}` }
        await play(api, {
          name: 'other id',
          ...put,
          body: { [key]: { id: unknownId } },
          status: 400,
          code: 'id_mismatch',
        })
        await play(api, {
          name: 'blank name',
          ...put,
          body: { [key]: { name: ' \t' } },
          status: 422,
          part: { detail: [{ loc: ['body', key, 'name'] }] },
        })
        const { slug } = { artifact, variant, revision }[level]
        await play(api, {
          name: 'another slug',
          ...put,
          body: { [key]: { slug: 'another' } },
          status: 200,
          part: {
            [key]: { id, slug },
            warnings: [
              {
                code: 'slug_unchanged',
                message: `A slug never changes: 'another' was ignored, the slug is still '${slug}'.`,
                target: ['slug'],
              },
            ],
          },
        })
        const ownSlugAnswer = await api.put(`${path}/${id}`, { [key]: { slug } })
        expect([ownSlugAnswer.status, ownSlugAnswer.body.warnings]).toEqual([200, undefined])
        await play(api, {
          name: 'no wrapper',
          ...put,
          body: {},
          status: 422,
          exact: {
            code: 'validation_failed',
            detail: [{ type: 'missing', loc: ['body', key], msg: 'Field required.' }],
          },
        })
        await play(api, {
          name: 'null in place of the wrapper',
          ...put,
          body: { [key]: null },
          status: 422,
          part: { detail: [{ type: 'missing', loc: ['body', key], msg: 'Field required.' }] },
        })
        await play(api, {
          name: 'unknown',
          method: 'PUT',
          path: `${path}/${unknownId}`,
          body: { [key]: {} },
          status: 404,
          exact: { code: 'not_found', detail: `${recordLabel} not found.` },
        })
      },
    )

    test.each(levels)(
      'archiving the %s is idempotent, keeps the first time, and can be undone',
      async (level, key, path, recordLabel) => {
        const { id } = { artifact, variant, revision }[level]
        const before = (await api.get(`${path}/${id}`)).body[key]
        const first = await api.post(`${path}/${id}/archive`)
        const by = before.created_by_id as string
        const archivedRecord = {
          ...before,
          updated_at: aTime,
          updated_by_id: by,
          deleted_at: aTime,
          deleted_by_id: by,
        }
        expect(first.body).toEqual({ count: 1, [key]: archivedRecord })
        expect(first.body[key].updated_at).toBe(first.body[key].deleted_at)
        const second = await api.post(`${path}/${id}/archive`)
        expect(second.body).toEqual(first.body)
        expect((await api.get(`${path}/${id}`)).body).toEqual(first.body)
        const refusal = await api.put(`${path}/${id}`, { [key]: { name: 'x' } })
        expect([refusal.status, refusal.body]).toEqual([
          404,
          { code: 'archived', detail: `${recordLabel} not found: it is archived.` },
        ])
        const unarchiveAnswer = await api.post(`${path}/${id}/unarchive`)
        expect(unarchiveAnswer.body).toEqual({ count: 1, [key]: { ...before, updated_at: aTime } })
        expect((await api.post(`${path}/${id}/unarchive`)).body).toEqual(unarchiveAnswer.body)
        for (const verb of ['archive', 'unarchive']) {
          expect((await api.post(`${path}/${unknownId}/${verb}`)).body).toEqual({
            code: 'not_found',
            detail: `${recordLabel} not found.`,
          })
        }
      },
    )

    test('records below an archived record are hidden, not archived, still resolve, and cannot be changed', async () => {
      const hiddenRecord = await makeVariant(api, kind, 'hidden')
      const currentRevision = await commitTo(api, kind, hiddenRecord.variant.id, { data: kind.payloads[0] })
      const archivedRevision = await commitTo(api, kind, hiddenRecord.variant.id, { data: kind.payloads[1] })
      await api.post(`/${plural}/revisions/${archivedRevision.id}/archive`)
      const visibleCounts = async (): Promise<readonly number[]> => {
        const counts = []
        for (const [, , path] of levels) {
          const { body } = await api.post(`${path}/query`, {
            [`${name}_refs`]: [{ id: hiddenRecord.artifact.id }],
          })
          counts.push(body.count as number)
        }
        return counts
      }
      expect(await visibleCounts()).toEqual([1, 1, 1])
      await api.post(`/${plural}/${hiddenRecord.artifact.id}/archive`)
      expect(await visibleCounts()).toEqual([0, 0, 0])
      const allRevisions = await api.post(`/${plural}/revisions/query`, {
        [`${name}_refs`]: [{ id: hiddenRecord.artifact.id }],
        include_archived: true,
      })
      expect(allRevisions.body.count).toBe(2)
      expect(
        (await api.get(`/${plural}/revisions/${currentRevision.id}`)).body[`${name}_revision`],
      ).not.toHaveProperty('deleted_at')
      const retrieveAnswer = await api.post(`/${plural}/revisions/retrieve`, {
        [`${name}_revision_ref`]: { id: currentRevision.id },
      })
      expect(retrieveAnswer.body.count).toBe(1)
      const archivedRefusal = { status: 404, code: 'archived' }
      const [, data] = kind.payloads
      const writes = [
        ['PUT', `/${plural}/variants/${hiddenRecord.variant.id}`, { [`${name}_variant`]: { name: 'x' } }],
        ['PUT', `/${plural}/revisions/${currentRevision.id}`, { [`${name}_revision`]: { name: 'x' } }],
        [
          'POST',
          `/${plural}/variants/`,
          { [`${name}_variant`]: { [`${name}_id`]: hiddenRecord.artifact.id } },
        ],
        [
          'POST',
          `/${plural}/revisions/commit`,
          { [`${name}_revision`]: { [`${name}_variant_id`]: hiddenRecord.variant.id, data } },
        ],
        [
          'POST',
          `/${plural}/revisions/`,
          { [`${name}_revision`]: { [`${name}_variant_id`]: hiddenRecord.variant.id } },
        ],
        ['PUT', `/simple/${plural}/${hiddenRecord.artifact.id}`, { [name]: { name: 'x' } }],
        [
          'POST',
          `/${plural}/variants/fork`,
          { [`${name}_variant`]: {}, [`${name}_variant_ref`]: { id: hiddenRecord.variant.id } },
        ],
      ] as const
      for (const [method, path, body] of writes) {
        await play(api, { name: path, method, path, body, ...archivedRefusal })
      }
      await api.post(`/${plural}/${hiddenRecord.artifact.id}/unarchive`)
      expect(await visibleCounts()).toEqual([1, 1, 1])
      await api.post(`/${plural}/variants/${hiddenRecord.variant.id}/archive`)
      expect(await visibleCounts()).toEqual([1, 0, 0])
    })

    test('a client may choose the id of a new record, once', async () => {
      const id = randomUUID()
      const path = `/${plural}/?${name}_id=${id.toUpperCase()}`
      const answer = await api.post(path, { [name]: { slug: 'chosen' } })
      expect(answer.body[name].id).toBe(id)
      await play(api, {
        name: 'again',
        path,
        body: { [name]: { slug: 'chosen-2' } },
        status: 409,
        exact: {
          code: 'id_conflict',
          detail: { message: `A resource with id '${id}' already exists.`, conflict: { id } },
        },
      })
    })

    test('a parent must exist and be referenced without contradiction', async () => {
      const key = `${name}_variant`
      const path = `/${plural}/variants/`
      await play(api, {
        name: 'unknown parent',
        path,
        body: { [key]: { [`${name}_id`]: unknownId } },
        status: 404,
        exact: { code: 'not_found', detail: `${label} not found.` },
      })
      await play(api, {
        name: 'no parent',
        path,
        body: { [key]: { slug: 'orphan' } },
        status: 422,
        part: { detail: [{ type: 'missing', loc: ['body', key, `${name}_id`] }] },
      })
      await play(api, {
        name: 'two parents',
        path,
        body: { [key]: { [`${name}_id`]: artifact.id, artifact_id: unknownId } },
        status: 400,
        code: 'reference_mismatch',
      })
      for (const word of [...kind.words.map((word) => `${word}_id`), 'artifact_id']) {
        const answer = await api.post(path, { [key]: { [word]: artifact.id } })
        expect([word, answer.body[key].artifact_id]).toEqual([word, artifact.id])
      }
    })
  })
})
