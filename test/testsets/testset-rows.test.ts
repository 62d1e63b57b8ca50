// Rows by position, typed columns, and search for a text or value in rows, on both backends.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { openStream } from '../support/event-stream.ts'
import { unknownId } from '../support/scenarios.ts'

const rowsTotal = 2_500

/** Row 7 of each hundred names a city; each tenth has a list. */
const dataOf = (n: number) => ({
  n,
  text: n % 100 === 7 ? `the city of Łódź, "row" ${n}` : `row ${n}`,
  ...(n % 10 === 0 ? { tags: ['a', n] } : {}),
  ...(n === 3 ? { empty: null, number: '12.5' } : {}),
})

describe.each(backends)('rows of a testset on %s', (backend) => {
  let api: Api
  let testset: Body
  beforeAll(async () => {
    api = await newProject(serverOf(backend))
    const testcases = Array.from({ length: rowsTotal }, (_, n) => ({ data: dataOf(n) }))
    testset = (await api.post('/simple/testsets/', { testset: { slug: 'rows', data: { testcases } } })).body
      .testset
  })

  const page = (windowing: object) =>
    api.post('/testcases/query', { testset_revision_ref: { id: testset.revision_id }, windowing })
  const numbers = (answer: { body: Body }): number[] => answer.body.testcases.map((one: Body) => one.data.n)

  describe('by position', () => {
    test('a page begins at the offset and has the total and the next cursor', async () => {
      const first = await page({ offset: 1_234, limit: 3 })
      expect([numbers(first), first.body.total]).toEqual([[1234, 1235, 1236], rowsTotal])
      const second = await page(first.body.windowing)
      expect(numbers(second)).toEqual([1237, 1238, 1239])
    })

    test('an offset counts in the requested order', async () => {
      expect(numbers(await page({ offset: 1, limit: 2, order: 'descending' }))).toEqual([2498, 2497])
    })

    test('a page beyond the end is empty', async () => {
      const { body } = await page({ offset: rowsTotal + 10, limit: 5 })
      expect(body).toEqual({ count: 0, testcases: [], total: rowsTotal })
    })

    test('retrieve accepts an offset', async () => {
      const { body } = await api.post('/testsets/revisions/retrieve', {
        testset_ref: { id: testset.id },
        windowing: { offset: 9, limit: 1 },
      })
      expect(body.testset_revision.data.testcases[0].data.n).toBe(9)
    })

    test('a negative offset is refused', async () => {
      const { status, body } = await page({ offset: -1 })
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'windowing', 'offset']])
    })
  })

  describe('columns', () => {
    test('are named in order, with the types of a sample that spans the list', async () => {
      const { body } = await api.get(`/testsets/revisions/${testset.revision_id}/columns`)
      expect(body).toMatchObject({ count: 5, total: rowsTotal, sampled: 1_000 })
      expect(body.columns.map(({ name }: Body) => name).toSorted()).toEqual([
        'empty',
        'n',
        'number',
        'tags',
        'text',
      ])
      const types = Object.fromEntries(body.columns.map((column: Body) => [column.name, column.types]))
      expect(types).toMatchObject({
        n: { number: 1_000 },
        text: { string: 1_000 },
        tags: { array: 100 },
        empty: { null: 1 },
        number: { string: 1 },
      })
    })

    test('of an unknown revision are not found', async () => {
      expect((await api.get(`/testsets/revisions/${unknownId}/columns`)).status).toBe(404)
    })
  })

  describe('search', () => {
    async function search(body: object) {
      const stream = await openStream(api, `/testsets/revisions/${testset.revision_id}/search`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
      })
      const events = await stream.until('end')
      const matches: Body[] = events.flatMap(({ data }) => data.matches ?? [])
      return {
        positions: matches.map(({ position }) => position as number),
        columns: [...new Set(matches.flatMap(({ columns }) => columns ?? []))],
        end: events.at(-1)?.data,
      }
    }

    const cityPositions = Array.from({ length: 25 }, (_, n) => 100 * n + 7)

    test('finds a text in any case, with the columns that contain it', async () => {
      expect(await search({ content: 'ŁÓDŹ' })).toEqual({
        positions: cityPositions,
        columns: ['text'],
        end: {},
      })
    })

    test('finds a text with characters that JSON escapes', async () => {
      expect((await search({ content: '"row" 107' })).positions).toEqual([107])
    })

    test('finds values inside lists and numbers', async () => {
      expect((await search({ content: '["a",2490]' })).positions).toEqual([2490])
    })

    test.each<[string, object, readonly number[]]>([
      ['is', { column: 'n', operator: 'is', value: 12 }, [12]],
      ['in', { column: 'n', operator: 'in', value: [5, 2_499] }, [5, 2499]],
      ['contains', { column: 'text', operator: 'contains', value: 'row 2499' }, [2499]],
      ['gt', { column: 'n', operator: 'gt', value: 2_497 }, [2498, 2499]],
      ['gte, of a number written as text', { column: 'number', operator: 'gte', value: 12.5 }, [3]],
      ['lt', { column: 'n', operator: 'lt', value: 2 }, [0, 1]],
      ['exists', { column: 'empty', operator: 'exists' }, [3]],
      ['is null', { column: 'empty', operator: 'is', value: null }, [3]],
    ])('finds rows whose column satisfies %s', async (_, condition, positions) => {
      expect((await search({ conditions: [condition] })).positions).toEqual(positions)
    })

    test('all conditions and the text must match', async () => {
      const conditions = [
        { column: 'n', operator: 'gte', value: 200 },
        { column: 'n', operator: 'lt', value: 400 },
      ]
      expect((await search({ content: 'city', conditions })).positions).toEqual([207, 307])
    })

    test('a column with the name of an inherited member is in no row', async () => {
      expect(
        (await search({ conditions: [{ column: 'constructor', operator: 'exists' }] })).positions,
      ).toEqual([])
    })

    test('ends at its limit with a cursor', async () => {
      const first = await search({ content: 'city', limit: 2 })
      expect([first.positions, first.end]).toEqual([[7, 107], { next_offset: 108 }])
      const second = await search({ content: 'city', limit: 1, offset: first.end.next_offset })
      expect(second.positions).toEqual([207])
    })

    test.each<[string, object, readonly (string | number)[]]>([
      ['an empty text', { content: '' }, ['body', 'content']],
      [
        'an unknown operator',
        { conditions: [{ column: 'n', operator: 'near' }] },
        ['body', 'conditions', 0, 'operator'],
      ],
      ['too many matches at a time', { limit: 100_000 }, ['body', 'limit']],
    ])('refuses %s', async (_, body, loc) => {
      const answer = await api.post(`/testsets/revisions/${testset.revision_id}/search`, body)
      expect([answer.status, answer.body.detail[0].loc]).toEqual([422, loc])
    })
  })
})
