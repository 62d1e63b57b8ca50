// Lists: filters, references, pages, and the query string.
import { beforeAll, describe, expect, test } from 'vitest'
import { backends, newProject, serverOf, type Api, type Body } from '../support/api.ts'
import { commitTo, kindNamed, makeVariant } from '../support/kinds.ts'
import { play, unknownId, type Scenario } from '../support/scenarios.ts'

const application = kindNamed('application')
const path = '/applications/query'

describe.each(backends)('on %s', (backend) => {
  let api: Api
  /** Oldest first. */
  let records: readonly Body[]
  beforeAll(async () => {
    api = await newProject(serverOf(backend), { seedDefaults: false })
    const recordList = []
    const headers = [
      { slug: 'alpha', name: 'Alpha 100%', description: 'First', tags: { team: 'care', n: { a: 1, b: 2 } } },
      { slug: 'beta', name: 'beta_x', meta: { owner: { mail: 'b@example.org', roles: ['x'] } } },
      { slug: 'gamma', name: 'Gamma', flags: { is_snippet: true }, tags: { team: 'ops' } },
      { slug: 'delta', name: 'delta', description: 'the first of many' },
      { slug: 'epsilon' },
    ]
    for (const header of headers) {
      recordList.push((await api.post('/applications/', { application: header })).body.application)
    }
    records = recordList
  })

  const slugs = (body: Body): readonly string[] => body.applications.map((record: Body) => record.slug)
  const query = async (body: object, search = ''): Promise<readonly string[]> =>
    slugs((await api.post(`${path}${search}`, body)).body)
  const at = (n: number): Body => records[n]
  const newestFirst = ['epsilon', 'delta', 'gamma', 'beta', 'alpha']

  describe('filters', () => {
    const rows: readonly (readonly [string, object, readonly string[]])[] = [
      ['nothing', {}, newestFirst],
      ['an empty filter', { application: {} }, newestFirst],
      ['empty members', { application: { flags: {}, tags: {}, meta: {}, name: '' } }, newestFirst],
      ['a name in any case', { application: { name: 'ALPHA' } }, ['alpha']],
      ['a part of a name', { application: { name: 'a' } }, ['delta', 'gamma', 'beta', 'alpha']],
      ['a per cent sign as itself', { application: { name: '0%' } }, ['alpha']],
      ['an underscore as itself', { application: { name: '_' } }, ['beta']],
      ['a description', { application: { description: 'FIRST' } }, ['delta', 'alpha']],
      ['a slug', { application: { slug: 'beta' } }, ['beta']],
      ['a part of a slug is no slug', { application: { slug: 'bet' } }, []],
      ['slugs', { application: { slugs: ['beta', 'gamma', 'none'] } }, ['gamma', 'beta']],
      ['a flag', { application: { flags: { is_snippet: true } } }, ['gamma']],
      [
        'a flag that is not set',
        { application: { flags: { is_snippet: false } } },
        ['epsilon', 'delta', 'beta', 'alpha'],
      ],
      ['a tag', { application: { tags: { team: 'care' } } }, ['alpha']],
      ['a part of a nested tag', { application: { tags: { n: { b: 2 } } } }, ['alpha']],
      ['a tag of another value', { application: { tags: { n: { b: 3 } } } }, []],
      ['meta', { application: { meta: { owner: { mail: 'b@example.org' } } } }, ['beta']],
      ['several at once', { application: { name: 'a', tags: { team: 'ops' } } }, ['gamma']],
      ['a reference by slug', { application_refs: [{ slug: 'beta' }] }, ['beta']],
      [
        'references as alternatives',
        { application_refs: [{ slug: 'beta' }, { slug: 'delta' }] },
        ['delta', 'beta'],
      ],
      ['no references', { application_refs: [] }, newestFirst],
      ['references that name nothing', { application_refs: [null, {}, { slug: null }] }, newestFirst],
      ['a version has no effect here', { application_refs: [{ slug: 'beta', version: 7 }] }, ['beta']],
      ['only a version restricts nothing', { application_refs: [{ version: 7 }] }, newestFirst],
      ['an unknown reference', { application_refs: [{ slug: 'none' }] }, []],
    ]
    test.each(rows)('%s', async (_, body, expected) => {
      expect(await query(body)).toEqual(expected)
    })

    test('all members of a reference must match', async () => {
      expect(await query({ application_refs: [{ id: at(1).id, slug: 'beta' }] })).toEqual(['beta'])
      expect(await query({ application_refs: [{ id: at(1).id, slug: 'gamma' }] })).toEqual([])
    })
  })

  describe('the query string', () => {
    const rows: readonly (readonly [string, string, object, readonly string[]])[] = [
      ['a slug', '?application_slug=beta', {}, ['beta']],
      ['slugs', '?application_slugs=beta&application_slugs=delta', {}, ['delta', 'beta']],
      ['a name', '?name=alp', {}, ['alpha']],
      ['a description', '?description=many', {}, ['delta']],
      ['flags', `?flags=${encodeURIComponent('{"is_snippet":true}')}`, {}, ['gamma']],
      ['tags', `?tags=${encodeURIComponent('{"team":"ops"}')}`, {}, ['gamma']],
      ['meta', `?meta=${encodeURIComponent('{"owner":{"mail":"b@example.org"}}')}`, {}, ['beta']],
      ['a page', '?limit=2&order=ascending', {}, ['alpha', 'beta']],
      [
        'the body wins, field by field',
        '?name=alp&description=first',
        { application: { name: 'delta' } },
        ['delta'],
      ],
      [
        'the windowing of the body wins',
        '?limit=1&order=ascending',
        { windowing: { limit: 2 } },
        ['alpha', 'beta'],
      ],
      [
        'the references of the body win',
        '?application_slug=beta',
        { application_refs: [{ slug: 'gamma' }] },
        ['gamma'],
      ],
    ]
    test.each(rows)('%s', async (_, search, body, expected) => {
      expect(await query(body, search)).toEqual(expected)
    })

    test('pairs lists of equal length, else takes each element alone', async () => {
      const ids = `?application_ids=${at(0).id}&application_ids=${at(1).id}`
      expect(await query({}, `${ids}&application_slugs=alpha&application_slugs=gamma`)).toEqual(['alpha'])
      expect(await query({}, `${ids}&application_slugs=gamma`)).toEqual(['gamma', 'beta', 'alpha'])
      expect(await query({}, `?application_id=${at(0).id.toUpperCase()}`)).toEqual(['alpha'])
    })

    const invalidQueries: readonly (readonly [string, string, readonly string[]])[] = [
      ['?limit=x', 'int_type', ['query', 'limit']],
      ['?limit=-1', 'greater_than_equal', ['query', 'limit']],
      ['?order=up', 'enum', ['query', 'order']],
      ['?next=x', 'uuid_parsing', ['query', 'next']],
      ['?oldest=yesterday', 'datetime_parsing', ['query', 'oldest']],
      ['?flags={', 'json_invalid', ['query', 'flags']],
      ['?include_archived=maybe', 'bool_type', ['query', 'include_archived']],
    ]
    test.each(invalidQueries)('%s is refused', async (search, type, loc) => {
      const { status, body } = await api.post(`${path}${search}`, {})
      expect({ status, body }).toMatchObject({ status: 422, body: { detail: [{ type, loc }] } })
    })
  })

  describe('pages', () => {
    test('repeat the bounds of the request with the cursor, the limit and the order; the last page has none', async () => {
      const { body } = await api.post(path, { windowing: { limit: 2, oldest: '2020-01-01T00:00:00Z' } })
      expect(slugs(body)).toEqual(['epsilon', 'delta'])
      expect(body.count).toBe(2)
      expect(body.windowing).toEqual({
        oldest: '2020-01-01T00:00:00.000000Z',
        next: at(3).id,
        limit: 2,
        order: 'descending',
      })
      expect((await api.post(path, {})).body).not.toHaveProperty('windowing')
    })

    test.each(['ascending', 'descending'] as const)(
      '%s: neither skip nor repeat while records are added',
      async (order) => {
        const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
        const add = (n: number): Promise<unknown> =>
          otherProject.post('/applications/', { application: { slug: `s${n}`, tags: { even: n % 2 === 0 } } })
        for (let n = 0; n < 7; n++) await add(n)
        const collectedSlugs: string[] = []
        let windowing: Body = { limit: 2, order }
        for (let n = 7; windowing !== undefined && n < 11; n++) {
          const { body } = await otherProject.post(path, { windowing })
          collectedSlugs.push(...slugs(body))
          windowing = body.windowing
          if (n < 9) await add(n)
        }
        const allSlugs = Array.from({ length: order === 'ascending' ? 8 : 7 }, (_, n) => `s${n}`)
        expect(collectedSlugs.slice(0, allSlugs.length)).toEqual(
          order === 'ascending' ? allSlugs : allSlugs.reverse(),
        )
        expect(new Set(collectedSlugs).size).toBe(collectedSlugs.length)
      },
    )

    test('of a filtered list are full pages of matches', async () => {
      const otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      for (let n = 0; n < 6; n++) {
        await otherProject.post('/applications/', {
          application: { slug: `s${n}`, tags: { even: n % 2 === 0 } },
        })
      }
      const first = await otherProject.post(path, {
        application: { tags: { even: true } },
        windowing: { limit: 2 },
      })
      expect(slugs(first.body)).toEqual(['s4', 's2'])
      const second = await otherProject.post(path, {
        application: { tags: { even: true } },
        windowing: first.body.windowing,
      })
      expect(slugs(second.body)).toEqual(['s0'])
      expect(second.body).not.toHaveProperty('windowing')
    })

    test('after a full last page comes an empty one', async () => {
      const { body } = await api.post(path, { windowing: { limit: 5 } })
      expect(body.windowing.next).toBe(at(0).id)
      expect((await api.post(path, { windowing: body.windowing })).body).toEqual({
        count: 0,
        applications: [],
      })
    })

    test('have bounds that are inclusive depending on the order and the cursor', async () => {
      const [, second, , fourth] = records
      const bounds = { oldest: second.created_at, newest: fourth.created_at }
      const page = (windowing: object): Promise<readonly string[]> =>
        query({ windowing: { ...bounds, ...windowing } })
      expect(await page({ order: 'descending' })).toEqual(['gamma', 'beta'])
      expect(await page({ order: 'ascending' })).toEqual(['gamma', 'delta'])
      expect(await page({ order: 'descending', next: at(4).id })).toEqual(['delta', 'gamma', 'beta'])
      expect(await page({ order: 'ascending', next: at(0).id })).toEqual(['beta', 'gamma', 'delta'])
    })

    test('have bounds to the nanosecond: one lies between two records', async () => {
      const after = at(1).created_at.replace('Z', '500Z')
      expect(await query({ windowing: { newest: after } })).toEqual(['beta', 'alpha'])
      expect(await query({ windowing: { oldest: after } })).toEqual(['epsilon', 'delta', 'gamma'])
    })

    const rows: readonly Scenario[] = [
      {
        name: 'a limit of 0 counts as absent',
        path,
        body: { windowing: { limit: 0 } },
        status: 200,
        part: { count: 5 },
      },
      {
        name: 'a negative limit is refused',
        path,
        body: { windowing: { limit: -1 } },
        status: 422,
        part: { detail: [{ type: 'greater_than_equal', loc: ['body', 'windowing', 'limit'] }] },
      },
      {
        name: 'a limit above the maximum is refused with the name of the setting',
        path,
        body: { windowing: { limit: 10_001 } },
        status: 422,
        code: 'limit_exceeded',
        exact: {
          code: 'limit_exceeded',
          detail: [
            {
              type: 'less_than_equal',
              loc: ['body', 'windowing', 'limit'],
              msg: 'windowing.limit is 10001; the maximum is 10000 (setting page_size_max).',
              input: 10_001,
              ctx: { limit: 10_000, setting: 'page_size_max' },
            },
          ],
        },
      },
      {
        name: 'a limit above the maximum in the query string is refused at its location',
        path: `${path}?limit=10001`,
        status: 422,
        code: 'limit_exceeded',
        part: { detail: [{ loc: ['query', 'limit'] }] },
      },
      {
        name: 'a list of more than 10,000 references is refused',
        path,
        body: { application_refs: Array.from({ length: 10_001 }, () => ({ slug: 'x' })) },
        status: 422,
        part: { detail: [{ type: 'too_long', loc: ['body', 'application_refs'] }] },
      },
      {
        name: 'a list of more than 10,000 slugs is refused',
        path,
        body: { application: { slugs: Array.from({ length: 10_001 }, () => 'x') } },
        status: 422,
        part: { detail: [{ type: 'too_long', loc: ['body', 'application', 'slugs'] }] },
      },
      {
        name: 'another order is refused',
        path,
        body: { windowing: { order: 'random' } },
        status: 422,
        part: { detail: [{ type: 'enum', loc: ['body', 'windowing', 'order'] }] },
      },
      {
        name: 'an unknown cursor is refused',
        path,
        body: { windowing: { next: unknownId } },
        status: 400,
        code: 'cursor_unknown',
      },
      {
        name: 'null members count as absent',
        path,
        body: { windowing: { limit: null, next: null } },
        status: 200,
        part: { count: 5 },
      },
    ]
    test.each(rows)('$name', async (row) => {
      await play(api, row)
    })

    test('a cursor of another project is unknown', async () => {
      const strangerProject = await newProject(serverOf(backend), { seedDefaults: false })
      const { body } = await strangerProject.post(path, { windowing: { next: at(0).id } })
      expect(body.code).toBe('cursor_unknown')
    })
  })

  describe('variants and revisions', () => {
    let record: Body
    let revisions: readonly Body[]
    beforeAll(async () => {
      record = await makeVariant(api, application, 'zeta')
      await api.post('/applications/variants/', {
        application_variant: { slug: 'zeta.exp', name: 'exp', application_id: record.artifact.id },
      })
      const committedRevisions = []
      for (const [n, message] of ['calm tone', 'warm Tone', 'cold'].entries()) {
        const data =
          n === 1 ? { schemas: { inputs: { properties: { messages: {} } } } } : { parameters: { n } }
        committedRevisions.push(
          await commitTo(api, application, record.variant.id, { message, data, name: `n${n}` }),
        )
      }
      revisions = committedRevisions
    })

    test('variants are found by their own and by their parents', async () => {
      const slugsOf = async (body: object): Promise<readonly string[]> =>
        (await api.post('/applications/variants/query', body)).body.application_variants.map(
          (one: Body) => one.slug,
        )
      expect(await slugsOf({})).toEqual(['zeta.exp', 'zeta.main'])
      expect(
        await slugsOf({
          application_refs: [{ slug: 'zeta' }],
          application_variant_refs: [{ slug: 'zeta.main' }],
        }),
      ).toEqual(['zeta.main'])
      expect(
        await slugsOf({
          application_refs: [{ slug: 'alpha' }],
          application_variant_refs: [{ slug: 'zeta.main' }],
        }),
      ).toEqual([])
      expect(await slugsOf({ application_variant: { name: 'EXP' } })).toEqual(['zeta.exp'])
      expect(await slugsOf({ application_variant: { slugs: ['zeta.main', 'x'] } })).toEqual(['zeta.main'])
    })

    test('full revisions are found by message, author, date, version and flags', async () => {
      const versionsOf = async (body: object, search = ''): Promise<readonly string[]> =>
        (await api.post(`/applications/revisions/query${search}`, body)).body.application_revisions.map(
          (one: Body) => one.version,
        )
      const [first, second] = revisions
      expect(await versionsOf({})).toEqual(['2', '1', '0'])
      expect(await versionsOf({ application_revision: { message: 'tone' } })).toEqual(['1', '0'])
      expect(await versionsOf({ application_revision: { authors: [first.author] } })).toEqual(['2', '1', '0'])
      expect(await versionsOf({ application_revision: { author: unknownId } })).toEqual([])
      expect(await versionsOf({ application_revision: { date: second.date } })).toEqual(['1'])
      expect(await versionsOf({ application_revision: { dates: [first.date, second.date] } })).toEqual([
        '1',
        '0',
      ])
      expect(await versionsOf({ application_revision: { flags: { is_chat: true } } })).toEqual(['1'])
      expect(await versionsOf({ application_revision_refs: [{ version: '2' }, { version: 0 }] })).toEqual([
        '2',
        '0',
      ])
      expect(await versionsOf({ application_revision_refs: [{ slug: first.slug, version: 1 }] })).toEqual([])
      expect(await versionsOf({ application_variant_refs: [{ slug: 'zeta.exp' }] })).toEqual([])
      expect(await versionsOf({}, '?application_revision_version=1')).toEqual(['1'])
      expect(
        await versionsOf({}, `?application_variant_slug=zeta.main&application_revision_id=${first.id}`),
      ).toEqual(['0'])
      const { body } = await api.post('/applications/revisions/query', { windowing: { limit: 1 } })
      expect(body.application_revisions).toEqual([revisions[2]])
      expect(body.windowing.next).toBe(revisions[2].id)
    })
  })

  describe('families', () => {
    let otherProject: Api
    beforeAll(async () => {
      otherProject = await newProject(serverOf(backend), { seedDefaults: false })
      await otherProject.post('/simple/applications/', { application: { slug: 'app', data: {} } })
      await otherProject.post('/simple/evaluators/', { evaluator: { slug: 'eval', data: {} } })
      await otherProject.post('/simple/workflows/', { workflow: { slug: 'flow', data: {} } })
      await otherProject.post('/simple/workflows/', {
        workflow: { slug: 'both', flags: { is_application: true, is_evaluator: true }, data: {} },
      })
    })
    const listsOfRole: readonly (readonly [string, string, readonly string[]])[] = [
      ['applications', 'application', ['app', 'both']],
      ['evaluators', 'evaluator', ['both', 'eval']],
      ['workflows', 'workflow', ['app', 'both', 'eval', 'flow']],
    ]
    test.each(listsOfRole)(
      '%s list only records with their role, at every level',
      async (plural, word, expected) => {
        const search = async (where: string, key: string, slug: string): Promise<readonly string[]> =>
          (await otherProject.post(where, {})).body[key].map((one: Body) => one[slug]).sort()
        expect(await search(`/${plural}/query`, plural, 'slug')).toEqual(expected)
        expect(await search(`/simple/${plural}/query`, plural, 'slug')).toEqual(expected)
        expect(await search(`/${plural}/variants/query`, `${word}_variants`, 'artifact_slug')).toEqual(
          expected,
        )
        const revisions = await search(`/${plural}/revisions/query`, `${word}_revisions`, 'artifact_slug')
        expect([...new Set(revisions)]).toEqual(expected)
      },
    )

    test('a role cannot be cleared through its own prefix, but through /workflows', async () => {
      const { body } = await otherProject.post('/simple/applications/query', { application: { slug: 'app' } })
      const { id, variant_id } = body.applications[0]
      const edit = async (prefix: string, word: string, flags: unknown): Promise<Body> =>
        (await otherProject.put(`/${prefix}/${id}`, { [word]: { flags } })).body[word].flags
      const roles = { is_application: true, is_evaluator: false, is_snippet: false }
      expect(await edit('applications', 'application', { is_application: false })).toEqual(roles)
      expect(await edit('applications', 'application', { is_snippet: true })).toEqual({
        ...roles,
        is_snippet: true,
      })
      expect(await edit('applications', 'application', null)).toEqual(roles)
      expect(await edit('workflows', 'workflow', { is_evaluator: true, is_application: null })).toEqual({
        ...roles,
        is_application: false,
        is_evaluator: true,
      })
      const variant = await otherProject.get(`/workflows/variants/${variant_id}`)
      expect(variant.body.workflow_variant.flags).toMatchObject({ is_application: false, is_evaluator: true })
      expect(await edit('workflows', 'workflow', null)).toEqual({ ...roles, is_application: false })
      expect(await edit('workflows', 'workflow', { is_application: true })).toEqual(roles)
    })

    test('other kinds accept any boolean flag, and flags are merged one by one', async () => {
      const { body } = await otherProject.post('/testsets/', {
        testset: { slug: 't', flags: { a: true, b: 'false', c: null } },
      })
      const { id, flags } = body.testset
      expect(flags).toEqual({ a: true, b: false })
      const edit = async (flags: unknown): Promise<Body> =>
        (await otherProject.put(`/testsets/${id}`, { testset: { flags: flags } })).body.testset.flags
      expect(await edit({ b: true, d: false })).toEqual({ a: true, b: true, d: false })
      expect(await edit({ a: null })).toEqual({ b: true, d: false })
      expect(await edit(null)).toBeUndefined()
    })
  })
})
