// Merge, pick and revert of testset revisions over HTTP.
import { beforeEach, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { unknownId } from '../support/scenarios.ts'

interface City {
  readonly country: string
  readonly capital?: string
  readonly hint?: string
}
const row = ({ country, ...rest }: City, tags?: object) => ({
  data: { country, ...rest, testcase_dedup_id: country.toLowerCase() },
  ...(tags === undefined ? {} : { tags }),
})
const france = row({ country: 'France', capital: 'Paris' })
const japan = row({ country: 'Japan', capital: 'Tokyo' })
const italy = row({ country: 'Italy', capital: 'Rome' })

describe.each(backends)('merging testsets on %s', (backend) => {
  let api: Api
  let testset: Body
  let main: string
  let anna: string

  const head = async (variant: string): Promise<Body> =>
    (await api.post('/testsets/revisions/retrieve', { testset_variant_ref: { id: variant } })).body
      .testset_revision
  const commit = async (variant: string, rows: readonly object[]): Promise<Body> =>
    (
      await api.post('/testsets/revisions/commit', {
        testset_revision: { testset_variant_id: variant, data: { testcases: rows } },
      })
    ).body.testset_revision
  const rowsOf = (revision: Body): Body[] =>
    revision.data.testcases.map(({ data: { testcase_dedup_id: _, ...data } }: Body) => data)
  const fork = async (slug: string, from: string): Promise<string> =>
    (
      await api.post('/testsets/variants/fork', {
        testset_variant: { slug },
        testset_variant_ref: { id: from },
      })
    ).body.testset_variant.id
  const merge = (body: object = {}) =>
    api.post('/testsets/variants/merge', {
      testset_variant_ref: { id: main },
      source_testset_variant_ref: { slug: 'anna' },
      ...body,
    })

  beforeEach(async () => {
    api = await newProject(serverOf(backend))
    testset = (
      await api.post('/simple/testsets/', {
        testset: { slug: 's', data: { testcases: [france, japan, italy] } },
      })
    ).body.testset
    main = testset.variant_id
    anna = await fork('anna', main)
  })

  test('takes changes of both sides since their common revision', async () => {
    await commit(main, [row({ country: 'France', capital: 'Paris', hint: 'Seine' }), japan, italy])
    await commit(anna, [
      row({ country: 'France', capital: 'Lutetia' }),
      italy,
      row({ country: 'Peru' }, { t: 1 }),
    ])
    const answer = await merge()
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.body.merge).toMatchObject({
      status: 'merged',
      base: { id: testset.revision_id, version: '1' },
      counts: { added: 1, removed: 1, edited: 1, moved: 0, conflicts: 0, resolved: 0 },
    })
    expect(answer.body.testset_revision).toMatchObject({ version: '3', testset_variant_id: main })
    expect(answer.body.testset_revision.message).toMatch(/^Merge anna into [0-9a-f]{12}$/)
    expect(rowsOf(answer.body.testset_revision)).toEqual([
      { country: 'France', capital: 'Lutetia', hint: 'Seine' },
      { country: 'Italy', capital: 'Rome' },
      { country: 'Peru' },
    ])
    expect(answer.body.testset_revision.data.testcases[2].tags).toEqual({ t: 1 })
  })

  test('is up to date when theirs adds nothing, and commits nothing', async () => {
    await commit(main, [france])
    const answer = await merge()
    expect(answer.body.merge.status).toBe('up_to_date')
    expect(answer.body.testset_revision).toMatchObject({ version: '2' })
    expect((await head(main)).version).toBe('2')
  })

  test('after a merge starts from the merged revision, also through a fork', async () => {
    await commit(anna, [france, japan, row({ country: 'Italy', capital: 'Roma' })])
    const first = await merge()
    expect(first.body.merge.status).toBe('merged')
    const theirs = await commit(anna, [france, japan, row({ country: 'Italy', capital: 'ROMA' })])
    await commit(main, [
      row({ country: 'France', capital: 'PARIS' }),
      japan,
      row({ country: 'Italy', capital: 'Roma' }),
    ])
    const second = await merge({ dry_run: true })
    expect(second.body.merge).toMatchObject({ status: 'mergeable', theirs: { id: theirs.id } })
    expect(second.body.merge.base).toEqual(first.body.merge.theirs)
    const branch = await fork('branch', main)
    const forkMerge = await api.post('/testsets/variants/merge', {
      testset_variant_ref: { id: branch },
      source_testset_variant_ref: { slug: 'anna' },
    })
    expect(forkMerge.body.merge).toMatchObject({ status: 'merged', base: first.body.merge.theirs })
    expect(rowsOf(forkMerge.body.testset_revision)[2]).toEqual({ country: 'Italy', capital: 'ROMA' })
  })

  test('back and forth finds the newest shared commit', async () => {
    await commit(anna, [france, japan, row({ country: 'Italy', capital: 'Roma' })])
    await merge()
    const reverseMerge = await api.post('/testsets/variants/merge', {
      testset_variant_ref: { id: anna },
      source_testset_variant_ref: { id: main },
    })
    expect(reverseMerge.body.merge.status).toBe('up_to_date')
  })

  describe('with conflicts', () => {
    beforeEach(async () => {
      await commit(main, [
        row({ country: 'France', capital: 'Paris', hint: 'ours' }),
        row({ country: 'Japan', capital: 'Tokio' }),
        row({ country: 'Italy', capital: 'Roma' }),
      ])
      await commit(anna, [
        row({ country: 'France', capital: 'Paris', hint: 'theirs' }),
        row({ country: 'Italy', capital: 'Rom' }),
      ])
    })
    const field = (dedup: string, path: string, base: string | undefined, ours: string, theirs: string) => ({
      kind: 'field',
      testcase_dedup_id: dedup,
      occurrence: 1,
      path: [path],
      ...(base === undefined ? {} : { base }),
      ours,
      theirs,
    })
    const conflicts = [
      field('france', 'hint', undefined, 'ours', 'theirs'),
      {
        kind: 'edit_remove',
        testcase_dedup_id: 'japan',
        occurrence: 1,
        base: { country: 'Japan', capital: 'Tokyo' },
        ours: { country: 'Japan', capital: 'Tokio' },
        theirs: null,
      },
      field('italy', 'capital', 'Rome', 'Roma', 'Rom'),
    ]

    test('is refused with each of them, and commits nothing', async () => {
      const answer = await merge()
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        code: 'merge_conflict',
        detail: { message: 'The merge has 3 unresolved conflicts; nothing was committed.' },
        merge: { status: 'conflicts', counts: { conflicts: 3, resolved: 0 } },
      })
      expect(answer.body.merge.conflicts).toEqual(expect.arrayContaining(conflicts))
      expect((await head(main)).version).toBe('2')
    })

    test('lists them in a dry run, page by page', async () => {
      const first = await merge({ dry_run: true, windowing: { limit: 2 } })
      expect(first.body).toMatchObject({ count: 0, merge: { status: 'conflicts' } })
      const second = await merge({ dry_run: true, windowing: first.body.windowing })
      expect(second.body.windowing).toBeUndefined()
      expect([...first.body.merge.conflicts, ...second.body.merge.conflicts]).toHaveLength(3)
    })

    test('is committed when each is resolved', async () => {
      const answer = await merge({
        message: "take Anna's fixes",
        resolutions: [
          { testcase_dedup_id: 'italy', path: ['capital'], choice: 'theirs' },
          { testcase_dedup_id: 'france', path: ['hint'], value: 'City of Light' },
          { testcase_dedup_id: 'japan', choice: 'ours' },
        ],
      })
      expect(answer.body.merge).toMatchObject({ status: 'merged', counts: { conflicts: 3, resolved: 3 } })
      expect(answer.body.testset_revision.message).toBe("take Anna's fixes")
      expect(rowsOf(answer.body.testset_revision)).toEqual([
        { country: 'France', capital: 'Paris', hint: 'City of Light' },
        { country: 'Japan', capital: 'Tokio' },
        { country: 'Italy', capital: 'Rom' },
      ])
    })

    test('can be resolved by a strategy, or by a full row', async () => {
      const mergeAnswer = await merge({
        strategy: 'theirs',
        resolutions: [{ testcase_dedup_id: 'japan', data: { country: 'Nippon' } }],
      })
      expect(rowsOf(mergeAnswer.body.testset_revision)).toEqual([
        { country: 'France', capital: 'Paris', hint: 'theirs' },
        { country: 'Nippon' },
        { country: 'Italy', capital: 'Rom' },
      ])
    })

    test('reads the metadata keys of a full row like those of any row', async () => {
      const { body } = await merge({
        strategy: 'ours',
        resolutions: [
          {
            testcase_dedup_id: 'japan',
            data: { country: 'Nippon', __tags__: { from: 'merge' }, __dedup_id__: 'japan' },
          },
        ],
      })
      const resolvedRow = body.testset_revision.data.testcases[1]
      expect(resolvedRow.data).toEqual({ country: 'Nippon', testcase_dedup_id: 'japan' })
      expect(resolvedRow.tags).toEqual({ from: 'merge' })
    })

    test.each([
      [
        'a lone surrogate in a value',
        { testcase_dedup_id: 'italy', path: ['capital'], value: '\ud800' },
        ['value'],
      ],
      [
        'a lone surrogate in a row',
        { testcase_dedup_id: 'japan', data: { a: ['\ud800'] } },
        ['data', 'a', 0],
      ],
      ['tags that are no object', { testcase_dedup_id: 'italy', path: ['__tags__'], value: 5 }, ['value']],
      [
        'another dedup id',
        { testcase_dedup_id: 'japan', data: { testcase_dedup_id: 'nippon' } },
        ['data', 'testcase_dedup_id'],
      ],
      ['an invalid id', { testcase_dedup_id: 'japan', data: { __id__: 'x' } }, ['data', '__id__']],
    ])('refuses resolutions with invalid values: %s', async (_, resolution, path) => {
      const { status, body } = await merge({ strategy: 'ours', resolutions: [resolution] })
      expect([status, body.detail]).toMatchObject([422, [{ loc: ['body', 'resolutions', 0, ...path] }]])
    })

    test('refuses resolutions without a conflict', async () => {
      const statusOf = async (resolution: object) =>
        (await merge({ strategy: 'ours', resolutions: [resolution] })).status
      expect(await statusOf({ testcase_dedup_id: 'nowhere', choice: 'ours' })).toBe(422)
      expect(await statusOf({ testcase_dedup_id: 'italy', path: ['country'], choice: 'ours' })).toBe(422)
      expect(await statusOf({ testcase_dedup_id: 'italy' })).toBe(422)
      expect(await statusOf({ testcase_dedup_id: 'italy', choice: 'ours', value: 1 })).toBe(422)
    })

    test('is refused when ours has a newer revision', async () => {
      const staleAnswer = await merge({ strategy: 'ours', base_revision_id: testset.revision_id })
      expect([staleAnswer.status, staleAnswer.body.code]).toEqual([409, 'revision_conflict'])
    })
  })

  test('references that cannot be merged are refused', async () => {
    const otherTestset = (await api.post('/simple/testsets/', { testset: { slug: 'other' } })).body.testset
    const answerAcrossTestsets = await merge({ source_testset_variant_ref: { id: otherTestset.variant_id } })
    expect([answerAcrossTestsets.status, answerAcrossTestsets.body.code]).toEqual([400, 'reference_mismatch'])
    expect((await merge({ source_testset_variant_ref: { id: unknownId } })).status).toBe(404)
    expect((await merge({ testset_variant_ref: { id: unknownId } })).status).toBe(404)
    expect((await merge({ source_testset_variant_ref: null })).body.code).toBe('reference_required')
    const contradiction = { id: testset.variant_id, slug: 'anna' }
    expect((await merge({ testset_variant_ref: contradiction })).body.code).toBe('reference_mismatch')
    expect((await merge({ testset_variant_ref: { version: 1 } })).body.code).toBe('reference_insufficient')
    const byRevision = await merge({
      source_testset_variant_ref: null,
      source_testset_revision_ref: { id: testset.revision_id },
    })
    expect(byRevision.body.merge.status).toBe('up_to_date')
  })

  test('variants without a shared commit merge from the empty list', async () => {
    const { body } = await api.post('/testsets/variants/', {
      testset_variant: { slug: 'alone', testset_id: testset.id },
    })
    await commit(body.testset_variant.id, [france, row({ country: 'Peru' })])
    const answer = await merge({ source_testset_variant_ref: { slug: 'alone' } })
    expect(answer.body.merge.base).toBeUndefined()
    expect(rowsOf(answer.body.testset_revision).map((each) => each.country)).toEqual([
      'France',
      'Peru',
      'Japan',
      'Italy',
    ])
  })

  test('a pick applies the change of one revision, and no other', async () => {
    await commit(anna, [france, japan, italy, row({ country: 'Peru' })])
    const pickedRevision = await commit(anna, [
      row({ country: 'France', capital: 'Lutetia' }),
      japan,
      italy,
      row({ country: 'Peru' }),
    ])
    const pick = (body: object) =>
      api.post('/testsets/revisions/pick', { testset_revision_ref: { id: pickedRevision.id }, ...body })
    const answer = await pick({ testset_variant_ref: { id: main } })
    expect(answer.body.testset_revision.message).toBe(`Pick ${pickedRevision.slug}`)
    expect(rowsOf(answer.body.testset_revision)).toEqual([
      { country: 'France', capital: 'Lutetia' },
      { country: 'Japan', capital: 'Tokyo' },
      { country: 'Italy', capital: 'Rome' },
    ])
    // The commits before the picked revision are still to be merged.
    expect((await merge()).body.merge).toMatchObject({ status: 'merged', counts: { added: 1 } })
    expect((await pick({})).body.code).toBe('reference_required')
    const versionZeroAnswer = await api.post('/testsets/revisions/pick', {
      testset_revision_ref: { version: '0', slug: 'anna' },
      testset_variant_ref: { id: main },
    })
    expect(versionZeroAnswer.status).toBe(400)
  })

  test('a pick of everything that a variant has counts as a merge', async () => {
    const pickedRevision = await commit(anna, [france, japan, row({ country: 'Italy', capital: 'Roma' })])
    await api.post('/testsets/revisions/pick', {
      testset_revision_ref: { id: pickedRevision.id },
      testset_variant_ref: { id: main },
    })
    const answer = await merge({ dry_run: true })
    expect(answer.body.merge).toMatchObject({ status: 'up_to_date', base: { id: pickedRevision.id } })
  })

  test('a revert undoes one revision and keeps later ones', async () => {
    const revertedRevision = await commit(main, [
      row({ country: 'France', capital: 'Lutetia' }),
      japan,
      italy,
    ])
    await commit(main, [row({ country: 'France', capital: 'Lutetia' }), italy])
    const answer = await api.post('/testsets/revisions/revert', {
      testset_revision_ref: { id: revertedRevision.id },
    })
    expect(answer.body.testset_revision).toMatchObject({
      version: '4',
      message: `Revert ${revertedRevision.slug}`,
    })
    expect(rowsOf(answer.body.testset_revision)).toEqual([
      { country: 'France', capital: 'Paris' },
      { country: 'Italy', capital: 'Rome' },
    ])
  })

  test('a restore commits the rows of an old revision unchanged', async () => {
    await commit(main, [])
    const restore = () =>
      api.post('/testsets/revisions/revert', {
        testset_revision_ref: { id: testset.revision_id },
        mode: 'restore',
      })
    const answer = await restore()
    expect(answer.body.merge).toMatchObject({ status: 'merged', counts: { added: 3 } })
    expect(answer.body.testset_revision.data).toEqual(testset.data)
    expect(answer.body.testset_revision.content_hash).toMatch(/^[0-9a-f]{64}$/)
    expect((await restore()).body.merge.status).toBe('up_to_date')
    const restoreAnswer = await api.post('/testsets/revisions/revert', {
      testset_revision_ref: { id: testset.revision_id },
      testset_variant_ref: { slug: 'anna' },
      mode: 'restore',
    })
    expect(restoreAnswer.body.merge.status).toBe('up_to_date')
    const versionZeroAnswer = await api.post('/testsets/revisions/revert', {
      testset_revision_ref: { slug: 'anna', version: '0' },
    })
    expect(versionZeroAnswer.status).toBe(400)
  })

  test('a version without a variant belongs to the variant of the request', async () => {
    const revert = (body: object) =>
      api.post('/testsets/revisions/revert', {
        testset_revision_ref: { version: 1 },
        mode: 'restore',
        dry_run: true,
        ...body,
      })
    const answer = await revert({ testset_variant_ref: { id: main } })
    expect(answer.body.merge.theirs).toEqual({ id: testset.revision_id, version: '1' })
    const answerWithoutVariant = await revert({})
    expect([answerWithoutVariant.status, answerWithoutVariant.body]).toEqual([
      400,
      {
        code: 'reference_insufficient',
        detail: 'testset_revision_ref has only version: give its id or slug.',
      },
    ])
  })

  test('concurrent merges and commits lose nothing', async () => {
    await commit(anna, [france, japan, italy, row({ country: 'Peru' })])
    const add = (n: number) =>
      api.post('/testsets/revisions/commit', {
        testset_revision: {
          testset_variant_id: main,
          delta: { rows: { add: [row({ country: `C${n}` })] } },
        },
      })
    const answers = await Promise.all([add(1), merge(), add(2), add(3)])
    expect(answers.map((each) => each.status)).toEqual([200, 200, 200, 200])
    const countries = rowsOf(await head(main)).map((each) => each.country)
    expect(new Set(countries)).toEqual(new Set(['France', 'Japan', 'Italy', 'Peru', 'C1', 'C2', 'C3']))
  })
})
