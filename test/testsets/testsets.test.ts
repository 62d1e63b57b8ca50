// Testsets over HTTP, on both backends of the store: the documented example, simple records, existing clients, diffs.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { unknownId } from '../support/scenarios.ts'
import { capitalsId, france, japan, italy, roma, peru, capitals, idsOf } from '../support/testsets.ts'

describe.each(backends)('testsets on %s', (backend) => {
  describe('the documented example', () => {
    let api: Api
    let createAnswer: Body
    beforeAll(async () => {
      api = await newProject(serverOf(backend))
      createAnswer = await api.post(`/simple/testsets/?testset_id=${capitalsId}`, { testset: capitals })
    })

    test('a simple create returns the ids that clients can compute', async () => {
      expect(createAnswer.status).toBe(200)
      const { testset } = createAnswer.body
      expect(testset).toMatchObject({
        id: capitalsId,
        slug: 'capitals',
        name: 'Capitals',
        tags: { team: 'geo' },
      })
      expect(testset.data.testcase_ids).toEqual([france, japan, italy])
      expect(testset.data.testcases[0]).toEqual({
        id: france,
        testset_id: capitalsId,
        data: { country: 'France', capital: 'Paris', testcase_dedup_id: '6d01e6ac9bc3' },
        created_at: testset.data.testcases[0].created_at,
        created_by_id: testset.created_by_id,
      })
      expect((await api.get(`/simple/testsets/${capitalsId}`)).body).toEqual(createAnswer.body)
      const log = await api.post('/testsets/revisions/log', { testset: { testset_id: capitalsId } })
      expect(log.body.testset_revisions.map((each: Body) => [each.version, each.message])).toEqual([
        ['1', undefined],
        ['0', 'Initial commit'],
      ])
    })

    test('a delta, its diff, and the pages of the result', async () => {
      const base = createAnswer.body.testset.revision_id
      const commitAnswer = await api.post('/testsets/revisions/commit', {
        testset_revision_commit: {
          testset_id: capitalsId,
          testset_revision_id: base,
          message: 'fix Rome, add Peru',
          delta: {
            rows: {
              add: [
                {
                  data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
                  tags: { region: 'south' },
                },
              ],
              remove: [japan],
              replace: [{ id: italy, data: { country: 'Italy', capital: 'Roma' } }],
            },
          },
        },
      })
      expect(commitAnswer.status).toBe(200)
      expect(commitAnswer.body.testset_revision).toMatchObject({
        version: '2',
        message: 'fix Rome, add Peru',
        testset_id: capitalsId,
        testset_slug: 'capitals',
        data: { testcase_ids: [france, roma, peru] },
      })
      expect(commitAnswer.body.testset_revision.data.testcases[2]).toMatchObject({
        tags: { region: 'south' },
      })

      const diff = await api.post('/testsets/revisions/diff', {
        testset_revision_ref: { id: commitAnswer.body.testset_revision.id },
      })
      expect(diff.body).toEqual({
        count: 3,
        diff: {
          base: expect.objectContaining({ id: base, version: '1', testset_id: capitalsId }),
          target: expect.objectContaining({ id: commitAnswer.body.testset_revision.id, version: '2' }),
          counts: { base: 3, target: 3, added: 1, removed: 1, edited: 1, moved: 0, unchanged: 1 },
          columns: { added: [], removed: [] },
          rows: [
            {
              kind: 'removed',
              testcase_dedup_id: '14cc470907f9',
              base: {
                index: 1,
                testcase_id: japan,
                data: { country: 'Japan', capital: 'Tokyo', testcase_dedup_id: '14cc470907f9' },
              },
            },
            {
              kind: 'added',
              testcase_dedup_id: 'peru',
              target: {
                index: 2,
                testcase_id: peru,
                data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
              },
            },
            {
              kind: 'edited',
              testcase_dedup_id: 'a1e8af3b6ac2',
              base: { index: 2, testcase_id: italy },
              target: { index: 1, testcase_id: roma },
              changes: [{ path: ['capital'], kind: 'changed', base: 'Rome', target: 'Roma' }],
            },
          ],
        },
      })

      const page = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: capitalsId },
        include_testcases: false,
        windowing: { limit: 2 },
      })
      expect(page.body.testset_revision.data).toEqual({ testcase_ids: [france, roma] })
      expect(page.body.windowing).toEqual({
        next: '00000000-0000-8000-8000-000000000002',
        limit: 2,
        order: 'ascending',
      })
      expect(Object.keys(page.body.retrieval_info.references)).toEqual([
        'testset',
        'testset_variant',
        'testset_revision',
      ])
      const rest = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: capitalsId },
        windowing: page.body.windowing,
      })
      expect(idsOf(rest)).toEqual([peru])
      expect(rest.body.windowing).toBeUndefined()
      const oldRevision = await api.get(`/testsets/revisions/${base}`)
      expect(idsOf(oldRevision)).toEqual([france, japan, italy])
    })
  })

  describe('simple testsets', () => {
    let api: Api
    beforeAll(async () => {
      api = await newProject(serverOf(backend))
    })
    const create = async (data: object = capitals.data): Promise<Body> =>
      (await api.post('/simple/testsets/', { testset: { name: 'Capitals', tags: { team: 'geo' }, data } }))
        .body.testset

    test('edits commit only rows that differ', async () => {
      const testset = await create()
      const edit = (data: object) =>
        api.put(`/simple/testsets/${testset.id}`, { testset: { id: testset.id, data } })
      const sameAnswer = await edit({ testcases: [...capitals.data.testcases] })
      expect(sameAnswer.body.testset.revision_id).toBe(testset.revision_id)
      const rows = testset.data.testcases.map((each: Body) => ({ id: each.id, data: each.data }))
      rows[2] = { id: rows[2].id, data: { country: 'Italy', capital: 'Roma' } }
      const changeAnswer = await edit({ testcases: rows })
      expect(changeAnswer.body.testset.revision_id).not.toBe(testset.revision_id)
      expect(changeAnswer.body.testset).toMatchObject({ name: 'Capitals', tags: { team: 'geo' } })
      expect(changeAnswer.body.testset.data.testcases[2].data.testcase_dedup_id).toBe('a1e8af3b6ac2')
      const tagAnswer = await edit({ testcases: rows.map((row: Body) => ({ ...row, tags: { t: 1 } })) })
      expect(tagAnswer.body.testset.revision_id).not.toBe(changeAnswer.body.testset.revision_id)
    })

    test('header edits keep the rows, and null clears', async () => {
      const testset = await create()
      const editAnswer = await api.put(`/simple/testsets/${testset.id}`, {
        testset: { tags: null, name: 'Other' },
      })
      expect(editAnswer.body.testset).toMatchObject({ name: 'Other', revision_id: testset.revision_id })
      expect(editAnswer.body.testset.tags).toBeUndefined()
    })

    test('refusals give the reason', async () => {
      const testset = await create()
      const edit = (id: string, body: object) => api.put(`/simple/testsets/${id}`, { testset: body })
      const unknownAnswer = await edit(unknownId, { name: 'x' })
      expect([unknownAnswer.status, unknownAnswer.body.detail]).toEqual([
        404,
        `Testset with ID '${unknownId}' does not exist.`,
      ])
      expect((await edit(testset.id, { id: unknownId })).body.code).toBe('id_mismatch')
      const answer = await api.post('/simple/testsets/', { testset: { slug: testset.slug } })
      expect([answer.status, answer.body.code]).toEqual([409, 'slug_conflict'])
      expect((await api.get(`/simple/testsets/${unknownId}`)).body).toEqual({ count: 0 })
    })

    test('are fetched, queried, archived and unarchived with their rows', async () => {
      const testset = await create()
      const answerWithoutTestcases = await api.get(`/simple/testsets/${testset.id}?include_testcases=false`)
      expect(Object.keys(answerWithoutTestcases.body.testset.data)).toEqual(['testcase_ids'])
      const answer = await api.post('/simple/testsets/query', {
        testset: { name: 'capi' },
        testset_refs: [{ id: testset.id }],
      })
      expect(answer.body.testsets).toEqual([testset])
      const archiveAnswer = await api.post(`/simple/testsets/${testset.id}/archive`)
      expect(archiveAnswer.body.testset).toMatchObject({
        deleted_at: expect.any(String),
        deleted_by_id: expect.any(String),
      })
      expect(
        (await api.put(`/simple/testsets/${testset.id}`, { testset: { data: { testcases: [] } } })).body.code,
      ).toBe('archived')
      expect(
        (await api.post(`/simple/testsets/${testset.id}/unarchive`)).body.testset.deleted_at,
      ).toBeUndefined()
    })

    test('take rows of another testset, with dedup ids and metadata', async () => {
      const target = await create()
      const source = await create({
        testcases: [
          { data: { country: 'France', capital: 'Paris' } },
          {
            data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
            tags: { region: 'south' },
          },
          { data: { country: 'Chad' } },
        ],
      })
      const transfer = (body: object) => api.post(`/simple/testsets/${target.id}/transfer`, body)
      const answer = await transfer({ source: { testset_ref: { id: source.id } }, message: 'more' })
      expect(answer.body).toMatchObject({ count: 1, transferred: 2, skipped: 1 })
      expect(answer.body.testset.data.testcases[3]).toMatchObject({
        testset_id: target.id,
        data: { country: 'Peru', capital: 'Lima', testcase_dedup_id: 'peru' },
        tags: { region: 'south' },
      })
      const secondAnswer = await transfer({ source: { testset_revision_ref: { id: source.revision_id } } })
      expect(secondAnswer.body).toMatchObject({ transferred: 0, skipped: 3 })
      expect(secondAnswer.body.testset.revision_id).toBe(answer.body.testset.revision_id)
      const transferById = await transfer({
        source: { testset_ref: { id: source.id } },
        testcase_ids: [source.data.testcase_ids[2]],
        skip_existing: false,
      })
      expect(transferById.body).toMatchObject({ transferred: 1, skipped: 0 })
      expect(transferById.body.testset.data.testcase_ids).toHaveLength(6)
      const unknownAnswer = await transfer({
        source: { testset_ref: { id: source.id } },
        testcase_ids: [unknownId],
      })
      expect([unknownAnswer.status, unknownAnswer.body.code]).toEqual([422, 'rows_unknown'])
      expect((await transfer({ source: { testset_ref: { id: unknownId } } })).status).toBe(404)
      expect((await transfer({ source: {} })).body.code).toBe('reference_required')
    })
  })

  test('the calls of existing clients work: null members, aliases, the newest revision by testset alone', async () => {
    const api = await newProject(serverOf(backend))
    const createAnswer = await api.post('/simple/testsets/', {
      testset: { slug: '0a1b2c3d4e5f', name: 'Client set', folder_id: null, data: capitals.data },
    })
    expect(createAnswer.status).toBe(200)
    const { id, revision_id: revisionId } = createAnswer.body.testset
    const emptyReference = { id: null, slug: null, version: null }
    const byTestset = await api.post('/testsets/revisions/retrieve', {
      testset_ref: { ...emptyReference, id },
      testset_variant_ref: emptyReference,
      testset_revision_ref: null,
    })
    expect(byTestset.body.testset_revision).toMatchObject({ id: revisionId, version: '1' })
    const byRevision = await api.post('/testsets/revisions/retrieve', {
      testset_revision_ref: { ...emptyReference, id: revisionId },
    })
    expect(Object.keys(byRevision.body.testset_revision.data)).toEqual(['testcase_ids', 'testcases'])
    const editAnswer = await api.put(`/simple/testsets/${id}`, {
      testset: {
        id,
        name: 'Client set',
        data: { testcases: byRevision.body.testset_revision.data.testcases },
      },
    })
    expect(editAnswer.body.testset.revision_id).toBe(revisionId)
    for (const body of [{}, { testset: { name: 'client' } }]) {
      const answer = await api.post('/simple/testsets/query', body)
      expect(answer.body.testsets.map((each: Body) => each.slug)).toEqual(['0a1b2c3d4e5f'])
    }
  })

  describe('diffs', () => {
    test('page their rows, filter by kind, and give only counts', async () => {
      const api = await newProject(serverOf(backend))
      const row = (n: number, v: number) => ({ data: { n, v, testcase_dedup_id: `d${n}` } })
      const { id } = (
        await api.post('/simple/testsets/', {
          testset: { data: { testcases: [0, 1, 2, 3, 4].map((n) => row(n, 0)) } },
        })
      ).body.testset
      await api.post('/testsets/revisions/commit', {
        testset_revision: {
          testset_id: id,
          data: { testcases: [row(4, 0), row(0, 1), row(1, 1), row(2, 0), row(9, 0)] },
        },
      })
      const diff = (body: object) => api.post('/testsets/revisions/diff', { testset_ref: { id }, ...body })
      const fullDiff = await diff({})
      expect(fullDiff.body.diff.counts).toEqual({
        base: 5,
        target: 5,
        added: 1,
        removed: 1,
        edited: 2,
        moved: 1,
        unchanged: 1,
      })
      expect(fullDiff.body.diff.rows.map((each: Body) => each.kind)).toEqual([
        'removed',
        'added',
        'edited',
        'edited',
        'moved',
      ])
      const counts = await diff({ include_rows: false })
      expect([counts.body.count, counts.body.diff.rows]).toEqual([0, undefined])
      const firstPage = await diff({ kinds: ['edited'], windowing: { limit: 1 } })
      expect(firstPage.body.count).toBe(1)
      const rest = await diff({ kinds: ['edited'], windowing: firstPage.body.windowing })
      expect([rest.body.count, rest.body.windowing]).toEqual([1, undefined])
      expect((await diff({ kinds: ['touched'] })).status).toBe(422)
      expect((await diff({ windowing: { limit: 10_001 } })).status).toBe(422)
      const unknownAnswer = await diff({ base_testset_ref: { id: unknownId } })
      expect([unknownAnswer.status, unknownAnswer.body.code]).toEqual([404, 'not_found'])
      const emptyDiff = await diff({ testset_ref: { id, version: '0' } })
      expect(emptyDiff.body.diff.counts).toMatchObject({ base: 0, target: 0 })
    })

    test('across testsets match rows by content', async () => {
      const api = await newProject(serverOf(backend))
      const createTestset = async (rows: object[]) =>
        (await api.post('/simple/testsets/', { testset: { data: { testcases: rows } } })).body.testset
          .id as string
      const base = await createTestset([{ data: { a: 1 } }, { data: { a: 2 } }])
      const target = await createTestset([{ data: { a: 2 } }, { data: { a: 3 } }])
      const { body } = await api.post('/testsets/revisions/diff', {
        testset_ref: { id: target },
        base_testset_ref: { id: base },
      })
      expect(body.diff.counts).toMatchObject({ added: 1, removed: 1, edited: 0, unchanged: 1 })
    })
  })
})
