// Commits with `if_changed`: equal content creates no version, for every kind and on both backends.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Answer, type Api, type Body } from '../support/api.ts'
import { kindRows, makeVariant, type KindRow } from '../support/kinds.ts'
import { upload } from '../support/files.ts'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
  })
  const commit = (kind: KindRow, variantId: string, fields: object): Promise<Answer> =>
    api.post(`/${kind.plural}/revisions/commit`, {
      [`${kind.name}_revision`]: { [`${kind.name}_variant_id`]: variantId, ...fields },
    })
  const versions = async (kind: KindRow, variantId: string): Promise<readonly string[]> => {
    const { body } = await api.post(`/${kind.plural}/revisions/log`, {
      [kind.name]: { [`${kind.name}_variant_id`]: variantId },
    })
    return body[`${kind.name}_revisions`].map((revision: Body) => revision.version)
  }

  describe.each(kindRows)('a push of the kind $name', (kind) => {
    const key = `${kind.name}_revision`
    const [first, second] = kind.payloads
    const createVariant = async (): Promise<string> =>
      (await makeVariant(api, kind, `pushed-${kind.name}-${crypto.randomUUID()}`)).variant.id

    test('creates a version only for changed content', async () => {
      const variantId = await createVariant()
      const push = (data: object) => commit(kind, variantId, { data, if_changed: true, message: 'pushed' })
      const createAnswer = await push(first)
      expect(createAnswer.body.status).toBe('committed')
      const repeatedAnswer = await push(first)
      expect(repeatedAnswer.body).toEqual({ ...createAnswer.body, status: 'no_change' })
      const changedAnswer = await push(second)
      expect(changedAnswer.body).toMatchObject({ status: 'committed', [key]: { version: '1' } })
      // Only the head is compared, so earlier content is a change.
      expect((await push(first)).body).toMatchObject({ status: 'committed', [key]: { version: '2' } })
      expect(await versions(kind, variantId)).toEqual(['2', '1', '0'])
    })

    test('that runs several times concurrently creates one version', async () => {
      const variantId = await createVariant()
      const answers = await Promise.all(
        Array.from({ length: 6 }, () => commit(kind, variantId, { data: first, if_changed: true })),
      )
      expect(new Set(answers.map(({ body }) => body[key].id)).size).toBe(1)
      expect(answers.filter(({ body }) => body.status === 'committed')).toHaveLength(1)
      expect(await versions(kind, variantId)).toEqual(['0'])
    })

    test('can be repeated with its old base; other content on an old base is refused', async () => {
      const variantId = await createVariant()
      const base = (await commit(kind, variantId, { data: first })).body[key]
      const push = (data: object) =>
        commit(kind, variantId, { data, if_changed: true, base_revision_id: base.id })
      const pushAnswer = await push(second)
      expect((await push(second)).body[key]).toEqual(pushAnswer.body[key])
      const staleAnswer = await push(first)
      expect([staleAnswer.status, staleAnswer.body.code]).toEqual([409, 'revision_conflict'])
    })
  })

  test('a testset whose rows differ only in their tags is changed', async () => {
    const { testset } = (
      await api.post('/simple/testsets/', { testset: { data: { testcases: [{ data: { a: 1 } }] } } })
    ).body
    const push = async (tags: object) =>
      (
        await api.post('/testsets/revisions/commit', {
          testset_revision: {
            testset_id: testset.id,
            data: { testcases: [{ data: { a: 1 }, tags }] },
            if_changed: true,
          },
        })
      ).body
    expect(await push({})).toMatchObject({ status: 'no_change', testset_revision: { version: '1' } })
    expect(await push({ split: 'train' })).toMatchObject({
      status: 'committed',
      testset_revision: { version: '2' },
    })
  })

  test('a delta that changes nothing creates no version, and a delta on an old base is refused', async () => {
    const { testset } = (
      await api.post('/simple/testsets/', { testset: { data: { testcases: [{ data: { a: 1 } }] } } })
    ).body
    const push = (fields: object) =>
      api.post('/testsets/revisions/commit', {
        testset_revision: { testset_id: testset.id, if_changed: true, ...fields },
      })
    const unchangedAnswer = await push({ delta: {} })
    expect(unchangedAnswer.body.testset_revision.id).toBe(testset.revision_id)
    const additionRequest = {
      delta: { rows: { add: [{ data: { a: 2 } }] } },
      base_revision_id: testset.revision_id,
    }
    expect((await push(additionRequest)).body.status).toBe('committed')
    const staleAnswer = await push(additionRequest)
    expect([staleAnswer.status, staleAnswer.body.code]).toEqual([409, 'revision_conflict'])
  })

  test('files of equal rows create no version when they are uploaded with if_changed', async () => {
    const content = 'n\n1\n2\n'
    const createAnswer = await upload(api, '/simple/testsets/upload', { content })
    const { id, revision_id } = createAnswer.body.testset
    const file = { content }
    const revisionUpload = await upload(api, `/testsets/revisions/${revision_id}/upload`, file, {
      if_changed: 'true',
      include_testcases: 'false',
    })
    expect(revisionUpload.body.testset_revision).toMatchObject({ id: revision_id, version: '1' })
    const testsetUpload = await upload(api, `/simple/testsets/${id}/upload`, file, { if_changed: 'true' })
    expect(testsetUpload.body.testset_revision.id).toBe(revision_id)
    const changedAnswer = await upload(
      api,
      `/simple/testsets/${id}/upload`,
      { content: `${content}3\n` },
      { if_changed: 'true' },
    )
    expect(changedAnswer.body.testset_revision.version).toBe('2')
  })

  test('two concurrent uploads of the same large file create one version', async () => {
    const { testset } = (await upload(api, '/simple/testsets/upload', { content: 'n\n1\n' })).body
    // More rows than one batch: both uploads stage their rows before either of them commits.
    const content = `n\n${Array.from({ length: 5000 }, (_, n) => n).join('\n')}\n`
    const push = () =>
      upload(api, `/simple/testsets/${testset.id}/upload`, { content }, { if_changed: 'true' })
    const [firstUpload, secondUpload] = await Promise.all([push(), push()])
    expect(firstUpload.body.testset_revision.version).toBe('2')
    expect(secondUpload.body.testset_revision.id).toBe(firstUpload.body.testset_revision.id)
    const { body } = await api.post('/testsets/revisions/retrieve', {
      testset_revision_ref: { id: firstUpload.body.testset_revision.id },
    })
    expect(body.testset_revision.data.testcases).toHaveLength(5000)
  })
})
